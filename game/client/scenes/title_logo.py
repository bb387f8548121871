"""The animated logo of the title: its tiles drop face down, turn over and change places, and the cap lands.

That is shown once; later they only nod, and they rarely move when idle.

Laws: positions follow from the time alone; six seconds after the last input one tile hops, then the cap, and from then
on nothing moves or is drawn; with reduced motion it stands still.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

import pygame

from game.client.draw import theme
from game.client.draw.burst import burst
from game.client.draw.logo import LETTERS, logo, logo_parts
from game.client.draw.sparks import Sparks
from game.client.table.geometry.easing import ease_in_out, ease_out, spring
from game.client.table.moments.light import RING_STEPS, ring_frames
from game.client.widgets.boxes import Box
from game.client.widgets.widget import Widget

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pygame import Surface

    from game.client.director import Change
    from game.client.draw.logo import LogoParts
    from game.client.widgets.boxes import Size
    from game.client.widgets.look import Look

    Blits = Sequence[tuple[Surface, tuple[float, float]]]

LOGO_SIZE: Final = (592.0, 160.0)
SMALL_LOGO_SCALE, TINY_LOGO_SCALE = 0.66, 0.42  # scale of the logo with large text, and with very large text
SIZE_TEXT_SCALES = (1.25, 2.0)  # text scales up to which the logo has its full size, and the small size
# share of the box that the picture fills, so that the cap keeps clear of the window's edge
PICTURE_SHARE: Final = 0.995
FOOT_MARGIN: Final = 12  # logical px from the logo's bottom to that of its box
# Where each letter lands before the tiles change places.
SHUFFLED_ORDER: Final = (3, 0, 5, 6, 1, 4, 2)
DROP_TIMES: Final = (0.0, 0.3, 0.04)  # seconds: start, duration, delay between tiles
TURN_TIMES: Final = (0.52, 0.2, 0.03)
SWAP_TIMES: Final = (0.62, 0.42, 0.03)
CAP_TIMES: Final = (1.22, 0.28, 0.0)
RING_TIMES: Final = (1.38, 0.33)  # a ring and pieces where the cap lands
PIECES_TIMES: Final = (1.38, 0.56)
INTRO_SECONDS: Final = 1.95
NOD_TIMES: Final = (0.0, 0.26, 0.04)
NOD_SECONDS: Final = 0.5
IDLE_HOPS: Final = ((6.0, 0.45), (9.0, 0.45))  # seconds after the last input: a tile hops, then the cap
DROP_HEIGHT: Final = 130.0  # logical px that tiles fall
SWAP_ARC: Final = 40.0
LOW_ARC_SHARE: Final = 0.45  # every other tile passes lower, at this share of the arc
NOD_HEIGHT: Final = 9.0
HOP_HEIGHT: Final = 12.0
HOPPING_LETTER: Final = 4  # index of the hopping letter
CAPPED_LETTER: Final = len(LETTERS) - 2  # index of the letter under the cap
DROP_LEAN: Final = 14.0  # degrees by which a falling tile leans, in turn to either side
MIN_TURNING_WIDTH: Final = 0.3  # least width of a tile that turns over, as a share of its own
PIECE_COUNT: Final = 26
PIECE_SEED: Final = 8
PIECE_SCALE, PIECE_SPEED = 0.6, 0.6  # their size and speed, as shares of those of a moment at the table
RING_SPREAD: Final = (30.0, 3.0)  # logical px: how far the ring spreads, its first thickness
RING_CORNER: Final = 12.0


class TilePose(NamedTuple):
    """Where a tile is, in px of the logo; its lean in degrees; the share of its width that is seen; whether face up."""

    x: float
    y: float
    lean: float = 0.0
    wide: float = 1.0
    face: bool = True


class Logo(Widget):
    """The seven letter tiles on their rack; with `first` they are shuffled into the name, else they only nod."""

    kind = "logo"

    def __init__(self, name: str, *, first: bool = False) -> None:
        super().__init__(name)
        self._first = first
        self._since: float | None = None
        self._last_input: float | None = None  # time of the last input
        self._now = 0.0
        self._accent: tuple[object, Sparks, tuple[tuple[Surface, tuple[int, int]], ...]] | None = None

    def note_input(self) -> None:
        """Note an input: it resets the timer of idle animations."""
        self._last_input = None

    # --- time ----------------------------------------------------------------------------------------------------

    @property
    def _is_animated(self) -> bool:
        return not self.look.calm and not self.look.motion_reduced

    @property
    def wants_frames(self) -> bool:
        """Return whether any part of the logo is moving."""
        return self._since is None or (self._is_animated and (self._is_arriving or self._running_hop is not None))

    @property
    def _is_arriving(self) -> bool:
        return self._past < (INTRO_SECONDS if self._first else NOD_SECONDS)

    @property
    def _past(self) -> float:
        """Return the seconds since it appeared, at the speed of animations."""
        return (self._now - (self._since or 0.0)) * self.look.animation_speed

    @property
    def _running_hop(self) -> int | None:
        """Return which idle animation is running."""
        past = self._now - (self._now if self._last_input is None else self._last_input)
        return next((at for at, (begins, lasts) in enumerate(IDLE_HOPS) if begins <= past < begins + lasts), None)

    def advance(self, now: float) -> bool:
        """Advance to a time; return whether the logo must be redrawn."""
        was = self._now, self._is_arriving or self._running_hop is not None
        self._since = now if self._since is None else self._since
        self._last_input = now if self._last_input is None else self._last_input
        self._now = now
        return self._is_animated and (was[1] or self._is_arriving or self._running_hop is not None)

    def tick(self, now: float) -> Change | None:
        """Advance the animation."""
        self.advance(now)
        return None

    # --- drawing -------------------------------------------------------------------------------------------------

    def min_size(self, look: Look) -> Size:
        """Return the size of the picture, smaller with large text."""
        big, very_big = SIZE_TEXT_SCALES
        share = 1.0 if look.text_scale <= big else SMALL_LOGO_SCALE if look.text_scale <= very_big else TINY_LOGO_SCALE
        return (LOGO_SIZE[0] * share, LOGO_SIZE[1] * max(SMALL_LOGO_SCALE, share))  # the signs beside it are as high

    def draw(self, surface: pygame.Surface) -> None:
        """Draw it at the bottom of its box, centred."""
        look = self.look
        wide, box = look.px(self.min_size(look)[0] * PICTURE_SHARE), look.rect(self.rect)
        whole = logo(wide, look.palette)
        place = whole.get_rect(midbottom=(box.centerx, box.bottom + look.px(FOOT_MARGIN)))
        moves = self._since is not None and self._is_animated and (self._is_arriving or self._running_hop is not None)
        if not moves:
            surface.blit(whole, place)
            return
        parts = logo_parts(wide, look.palette)
        surface.blit(parts.back, place)
        pieces, rings = self._landing(parts, place) if self._is_arriving and self._first else ((), ())
        surface.blits(pieces, doreturn=False)
        for at, (image, _place) in enumerate(parts.tiles):
            pose = self._pose(at, [corner for _image, corner in parts.tiles])
            drawn = image if pose.face else parts.hidden
            if pose.wide < 1.0:
                drawn = pygame.transform.smoothscale(drawn, (round(image.get_width() * pose.wide), image.get_height()))
            if pose.lean:
                drawn = pygame.transform.rotozoom(drawn, pose.lean, 1.0)
            middle = image.get_rect(topleft=(place.x + round(pose.x), place.y + round(pose.y))).center
            surface.blit(drawn, drawn.get_rect(center=middle))
        surface.blits(rings, doreturn=False)
        image, (x, y) = parts.cap
        surface.blit(image, (place.x + x, place.y + y - round(look.px(1) * self._cap_rise())))
        image, (x, y) = parts.front
        surface.blit(image, (place.x + x, place.y + y))

    def _landing(self, parts: LogoParts, place: pygame.Rect) -> tuple[Blits, Blits]:
        """Return the pieces of the cap's landing, which fly behind the letters, and its ring; made before they show."""
        key = (place.topleft, self.look)
        if self._accent is None or self._accent[0] != key:
            image, corner = parts.tiles[CAPPED_LETTER]
            tile = image.get_rect(topleft=corner).inflate(-2 * parts.reach, -2 * parts.reach).move(place.topleft)
            self._accent = (key, *_accent(self.look, tile))
        _key, pieces, rings = self._accent
        share = (self._past - RING_TIMES[0]) / RING_TIMES[1]
        return pieces.blits(self._past), (rings[int(share * RING_STEPS)],) if 0 <= share < 1 else ()

    def _pose(self, at: int, places: list[tuple[int, int]]) -> TilePose:
        """Return the current pose of a letter."""
        x, y = places[at]
        u, past = self.look.u, self._past
        if not self._is_arriving:
            return TilePose(
                x, y - (HOP_HEIGHT * u * self._hop() if self._running_hop == 0 and at == HOPPING_LETTER else 0.0)
            )
        if not self._first:
            return TilePose(x, y - NOD_HEIGHT * u * math.sin(math.pi * _progress(past, NOD_TIMES, at)))
        first = SHUFFLED_ORDER[at]
        start_x, start_y = places[first]
        falls = 1.0 - ease_out(_progress(past, DROP_TIMES, first))
        share, turned = _progress(past, SWAP_TIMES, at), _progress(past, TURN_TIMES, first)
        gone = ease_in_out(share)
        arc = SWAP_ARC * u * math.sin(math.pi * share) * (1.0 if at % 2 else LOW_ARC_SHARE)
        return TilePose(
            start_x + (x - start_x) * gone,
            start_y + (y - start_y) * gone - DROP_HEIGHT * u * falls - arc,
            DROP_LEAN * falls * (1.0 if at % 2 else -1.0),
            1.0 - (1.0 - MIN_TURNING_WIDTH) * math.sin(math.pi * turned),
            face=turned >= 1 / 2,
        )

    def _cap_rise(self) -> float:
        """Return how many logical px the cap is above its letter."""
        if not self._is_arriving:
            return HOP_HEIGHT * self._hop() if self._running_hop == 1 else 0.0
        if not self._first:
            return NOD_HEIGHT * math.sin(math.pi * _progress(self._past, NOD_TIMES, CAPPED_LETTER))
        return 2 * DROP_HEIGHT * (1.0 - spring(_progress(self._past, CAP_TIMES, 0)))

    def _hop(self) -> float:
        stirring = self._running_hop
        if stirring is None or self._last_input is None:
            return 0.0
        begins, lasts = IDLE_HOPS[stirring]
        return math.sin(math.pi * (self._now - self._last_input - begins) / lasts)


def _accent(look: Look, tile: pygame.Rect) -> tuple[Sparks, tuple[tuple[Surface, tuple[int, int]], ...]]:
    """Return the pieces and the rings that spread from a tile."""
    u = look.u
    box = Box(tile.x / u, tile.y / u, tile.w / u, tile.h / u)
    thrown = burst(box, PIECES_TIMES[0], PIECE_SEED, PIECE_COUNT)
    sparks = tuple(
        replace(one, size=one.size * PIECE_SCALE, speed=(one.speed[0] * PIECE_SPEED, one.speed[1] * PIECE_SPEED))
        for one in thrown.sparks
    )
    spread, thick = RING_SPREAD
    rings = ring_frames(tile, look.px(RING_CORNER), look.px(spread), theme.GOLD, look.px(thick))
    return Sparks(replace(thrown, lasts=PIECES_TIMES[1], sparks=sparks), look), rings


def _progress(past: float, part: tuple[float, float, float], at: int) -> float:
    begins, lasts, apart = part
    return min(1.0, max(0.0, (past - begins - at * apart) / lasts))
