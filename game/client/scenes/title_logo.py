"""The animated logo of the title: its tiles are shuffled into the name once, nod later, and rarely move when idle.

Laws: positions follow from the time alone; six seconds after the last input one tile hops, then the cap, and from then
on nothing moves or is drawn; with reduced motion it stands still.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from game.client.draw.logo import LETTERS, logo, logo_parts
from game.client.table.geometry.easing import ease_in_out, ease_out, spring
from game.client.widgets.widget import Widget

if TYPE_CHECKING:
    import pygame

    from game.client.director import Change
    from game.client.widgets.boxes import Size
    from game.client.widgets.look import Look

LOGO_SIZE: Final = (592.0, 160.0)
SMALL_LOGO_SCALE, TINY_LOGO_SCALE = 0.66, 0.42  # scale of the logo with large text, and with very large text
SIZE_TEXT_SCALES = (1.25, 2.0)  # text scales up to which the logo has its full size, and the small size
# share of the box that the picture fills, so that the cap keeps clear of the window's edge
PICTURE_SHARE: Final = 0.995
FOOT_MARGIN: Final = 12  # logical px from the logo's bottom to that of its box
# Where each letter lands before the tiles change places.
SHUFFLED_ORDER: Final = (3, 0, 5, 6, 1, 4, 2)
DROP_TIMES: Final = (0.0, 0.3, 0.04)  # seconds: start, duration, delay between tiles
SWAP_TIMES: Final = (0.62, 0.42, 0.03)
CAP_TIMES: Final = (1.22, 0.28, 0.0)
INTRO_SECONDS: Final = 1.5
NOD_TIMES: Final = (0.0, 0.26, 0.04)
NOD_SECONDS: Final = 0.5
IDLE_HOPS: Final = ((6.0, 0.45), (9.0, 0.45))  # seconds after the last input: a tile hops, then the cap
DROP_HEIGHT: Final = 130.0  # logical px that tiles fall
SWAP_ARC: Final = 40.0
LOW_ARC_SHARE: Final = 0.45  # every other tile passes lower, at this share of the arc
NOD_HEIGHT: Final = 9.0
HOP_HEIGHT: Final = 12.0
HOPPING_LETTER: Final = 4  # index of the hopping letter


class Logo(Widget):
    """The seven letter tiles on their rack; with `first` they are shuffled into the name, else they only nod."""

    kind = "logo"

    def __init__(self, name: str, *, first: bool = False) -> None:
        super().__init__(name)
        self._first = first
        self._since: float | None = None
        self._stirred: float | None = None  # time of the last input
        self._now = 0.0

    def note_input(self) -> None:
        """Note an input: it resets the timer of idle animations."""
        self._stirred = None

    # --- time ----------------------------------------------------------------------------------------------------

    @property
    def _moves(self) -> bool:
        return not self.look.calm and not self.look.motion_reduced

    @property
    def wants_frames(self) -> bool:
        """Return whether any part of the logo is moving."""
        return self._since is None or (self._moves and (self._coming or self._stirring is not None))

    @property
    def _coming(self) -> bool:
        past = self._now - (self._since or 0.0)
        return past * self.look.animation_speed < (INTRO_SECONDS if self._first else NOD_SECONDS)

    @property
    def _stirring(self) -> int | None:
        """Return which idle animation is running."""
        past = self._now - (self._now if self._stirred is None else self._stirred)
        return next((at for at, (begins, lasts) in enumerate(IDLE_HOPS) if begins <= past < begins + lasts), None)

    def advance(self, now: float) -> bool:
        """Advance to a time; return whether the logo must be redrawn."""
        was = self._now, self._coming or self._stirring is not None
        self._since = now if self._since is None else self._since
        self._stirred = now if self._stirred is None else self._stirred
        self._now = now
        return self._moves and (was[1] or self._coming or self._stirring is not None)

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
        moves = self._since is not None and self._moves and (self._coming or self._stirring is not None)
        if not moves:
            surface.blit(whole, place)
            return
        parts = logo_parts(wide, look.palette)
        surface.blit(parts.back, place)
        places = [at for _image, at in parts.tiles]
        for at, (image, _place) in enumerate(parts.tiles):
            x, y = self._spot(at, places)
            surface.blit(image, (place.x + round(x), place.y + round(y)))
        image, (x, y) = parts.cap
        surface.blit(image, (place.x + x, place.y + y - round(look.px(1) * self._cap_rise())))
        image, (x, y) = parts.front
        surface.blit(image, (place.x + x, place.y + y))

    def _spot(self, at: int, places: list[tuple[int, int]]) -> tuple[float, float]:
        """Return the current position of a letter, in px of the logo."""
        x, y = places[at]
        u = self.look.u
        if not self._coming:
            return x, y - (HOP_HEIGHT * u * self._hop() if self._stirring == 0 and at == HOPPING_LETTER else 0.0)
        past = (self._now - (self._since or 0.0)) * self.look.animation_speed
        if not self._first:
            return x, y - NOD_HEIGHT * u * math.sin(math.pi * _part(past, NOD_TIMES, at))
        start_x, start_y = places[SHUFFLED_ORDER[at]]
        high = DROP_HEIGHT * u * (1.0 - ease_out(_part(past, DROP_TIMES, SHUFFLED_ORDER[at])))
        share = _part(past, SWAP_TIMES, at)
        gone = ease_in_out(share)
        arc = SWAP_ARC * u * math.sin(math.pi * share) * (1.0 if at % 2 else LOW_ARC_SHARE)
        return start_x + (x - start_x) * gone, start_y + (y - start_y) * gone - high - arc

    def _cap_rise(self) -> float:
        """Return how many logical px the cap is above its letter."""
        if not self._coming:
            return HOP_HEIGHT * self._hop() if self._stirring == 1 else 0.0
        past = (self._now - (self._since or 0.0)) * self.look.animation_speed
        if not self._first:
            return NOD_HEIGHT * math.sin(math.pi * _part(past, NOD_TIMES, len(LETTERS) - 2))
        return 2 * DROP_HEIGHT * (1.0 - spring(_part(past, CAP_TIMES, 0)))

    def _hop(self) -> float:
        stirring = self._stirring
        if stirring is None or self._stirred is None:
            return 0.0
        begins, lasts = IDLE_HOPS[stirring]
        return math.sin(math.pi * (self._now - self._stirred - begins) / lasts)


def _part(past: float, part: tuple[float, float, float], at: int) -> float:
    begins, lasts, apart = part
    return min(1.0, max(0.0, (past - begins - at * apart) / lasts))
