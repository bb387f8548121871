"""The picture of one moment: its light below flying tiles, its particles and ribbon above them.

Laws: everything is rendered when the moment begins, from the places of its tiles then; drawing only blits. The rack,
the gold button and the celebrated tiles are never covered.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import pygame
from pygame import Surface

from game.client.draw import mark, paint, text, theme
from game.client.draw.burst import DOWN, UP, burst
from game.client.draw.sparks import Sparks
from game.client.table.geometry.easing import ease_in_out, ease_out, hump
from game.client.table.moments import light
from game.client.table.moments.kinds import LightTone
from game.client.table.moments.ribbon import (
    MIN_WIDTH,
    RIBBON_HEIGHT,
    SHADOW_COLOUR,
    TAB_OVERLAP,
    TAIL_LENGTH,
    TONE_COLOURS,
    render_ribbon,
)
from game.client.widgets.boxes import Box, bounding_box
from game.client.words import group_digits

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from pygame import Rect

    from game.client.draw.backdrop import StaticPart
    from game.client.draw.burst import Burst
    from game.client.draw.theme import RGB
    from game.client.table.moments.fan import DeadHandFlight
    from game.client.table.moments.queue import RunningMoment
    from game.client.table.moments.ribbon import Ribbon
    from game.client.widgets.boxes import Point
    from game.client.widgets.look import Look
    from game.table.faces import Face

VEIL_IN_SECONDS: Final = 0.09
VEIL_OUT_SECONDS: Final = 0.16
RIBBON_IN_SECONDS: Final = 0.12
RIBBON_RISE_HEIGHT: Final = 8.0  # logical px
RING_SECONDS: Final = 0.33
CAP_JUMP_HEIGHT: Final = 62.0  # logical px above the set
CAP_WIDTH: Final = 74.0
CAP_SECONDS: Final = 0.6
# of the time of the cap over the set: in which it rises, in which it sinks again, in which it fades at the end
CAP_RISES, CAP_SINKS, CAP_FADES = 0.3, 0.5, 0.2
# of a head's size: width of the cap, how low it sits; number of bounces
CAP_SCALE, CAP_OVERLAP, BOUNCE_COUNT = 1.15, 0.25, 2.5
STAMP_GROWTH, STAMP_SECONDS = 0.4, 0.14  # how much larger a seal starts
POINTS_ARC_HEIGHT: Final = 200.0
CORNER_RADIUS: Final = 12.0
RAYS_RADIUS: Final = 300.0  # logical px of their radius
EDGE_GAP: Final = 6.0  # logical px from the celebrated tiles to their edge
EDGE_WIDTH: Final = 3.0
# the most for moments of other players: dimming, share of the particles
MAX_OTHERS_VEIL, OTHERS_PIECES_SHARE = 0.3, 0.5
HIGH_CONTRAST_VEIL: Final = 0.6
HOLE_MARGINS: Final = (12.0, 18.0, 14.0)  # logical px: how much larger than the clear area, its corner, its soft edge
LAMP_SCALE: Final = (1.5, 2.2)  # times the size of the celebrated tiles
LAMP_BRIGHTNESS, RAYS_BRIGHTNESS = 0.3, 0.2
RING_SPREAD: Final = (34.0, 4.0)  # logical px: how far the ring spreads, its first thickness
MARK_PIECES_SHARE: Final = 0.34  # of a kind whose ribbon was left out
OPAQUE: Final = 255
CAP_REST_SHARE, CAP_SUNK_SHARE = 0.75, 0.2  # share of its height at rest; share of its width by which it is lower
POINTS_RIM: Final = 2.0  # logical px of the dark rim around flying points, which is read over tiles and felt
START_SHRINK_SHARE: Final = 0.08  # how much smaller the ribbon starts
EASE_POWER: Final = 3
TAB_HEIGHT: Final = 46.0  # logical px that hang below a ribbon
# of the room around the celebrated tiles: if they fill less of it they are treated as scattered
COMPACT_SHARE: Final = 0.6
PLACES_TRIED: Final = 8  # places tried for the ribbon where the celebrated tiles are scattered
MAX_TOUCH_GAP: Final = 0.2  # of a tile's width
RENDER_STEPS: Final = 2  # number of steps in which particles and rings are rendered, one a frame
BUSY_FRAMES: Final = 2  # frames in which the table itself has much to do
SMALL_RIBBON_SCALE: Final = 0.6  # size of a ribbon that stands above the felt, since no line of it is free
TILES_TO_RIBBON_GAP: Final = 10.0  # logical px from the celebrated tiles to the ribbon
MIN_FELT_ABOVE: Final = 90.0  # logical px of felt above a set so that particles fly up; else they fall


@dataclass(frozen=True, slots=True)
class Scenery:
    """Where a moment is shown: the celebrated tiles, what must stay clear, the felt, the goal of points, the ribbon.

    `spread` are the separate boxes of scattered tiles.
    """

    cause: Box
    spread: tuple[Box, ...]
    clear: tuple[Box, ...]
    felt: Box
    goal: Box | None
    middle: tuple[float, float]
    size: float = 1.0  # scale of the ribbon, smaller above the felt
    room: float = 0.0  # width that the ribbon may take; 0 for the whole felt's


class MomentPicture:
    """A running moment in device px; `plate` is that of whose moment it is."""

    def __init__(
        self, running: RunningMoment, look: Look, setting: Scenery, faces: Sequence[Face], *, as_cards: bool,
        fan: DeadHandFlight | None = None, seal: StaticPart | None = None, plates: Sequence[Box] = (),
        head: Box | None = None, plate: Box | None = None,
    ) -> None:  # fmt: skip
        self.running, self.look, self.setting, self.fan, self.seal = running, look, setting, fan, seal
        spec, limits = running.moment.kind.spec, running.limits
        self._light = TONE_COLOURS[running.moment.tone]
        cause = look.rect(setting.cause.inset(-EDGE_GAP))
        self._cause, corner = cause, look.px(CORNER_RADIUS)
        size = look.viewport.canvas_size
        ours = running.moment.ours
        contrast = look.palette.border is not None
        amount = HIGH_CONTRAST_VEIL if contrast else spec.veil if ours else min(spec.veil, MAX_OTHERS_VEIL)
        dims = running.ribbon and running.dims
        spread, lying = [look.rect(box.inset(-EDGE_GAP)) for box in setting.spread], setting.spread or (setting.cause,)
        clear = [look.rect(box) for box in setting.clear]
        if not spread:
            clear.append(cause.inflate(look.px(HOLE_MARGINS[0]), look.px(HOLE_MARGINS[0])))
        self._veil: Surface | None = None
        self._rays: Surface | None = None
        self._ribbon: Ribbon | None = None
        self._rings: tuple[tuple[Surface, tuple[int, int]], ...] = ()
        self._owed: list[Callable[[], None]] = []  # rendered one a frame, because all together would take too long

        def make_veil() -> None:
            self._veil = light.veil_surface(
                size, amount, clear, look.px(HOLE_MARGINS[1]), look.px(HOLE_MARGINS[2]), spread
            )

        def make_rings() -> None:
            begun = len(self._rings)
            more = range(begun, begun + light.RING_STEPS // RENDER_STEPS)
            self._rings += light.ring_frames(
                cause, corner, look.px(RING_SPREAD[0]), self._light, look.px(RING_SPREAD[1]), more
            )

        def make_ribbon() -> None:
            self._ribbon = render_ribbon(
                look, running.moment, faces, as_cards=as_cards, room=setting.room or setting.felt.w, size=setting.size
            )

        lit = limits.veil and bool(running.moment.tiles) and running.moment.tone is not LightTone.THREAT
        self._lamp: Surface | None = None
        self._edges: tuple[tuple[Surface, tuple[int, int]], ...] = ()
        raying = spec.rays and limits.rays and ours and running.ribbon
        colour = theme.WHITE if contrast else theme.MINT if limits.stands else self._light
        count = round(
            spec.pieces
            * limits.pieces
            * (1.0 if ours else OTHERS_PIECES_SHARE)
            * (1.0 if running.ribbon or not spec.ribbon else MARK_PIECES_SHARE)
        )
        self._sparks: list[Sparks] = []
        self._thrown = _thrown(setting, running, count, plates)
        # pieces and rings pass behind them, and the ends of the ribbon behind the plates
        self._before, self._head = [look.rect(box).clip((0, 0), size) for box in (*plates, *lying)], head
        self._plates = self._before[: len(plates)]

        def make_edge() -> None:
            told = [plate] if limits.stands and running.ribbon and plate not in lying else []  # nothing flies there
            self._edges = tuple(
                light.edge_outline(one, curve, colour, look.px(EDGE_WIDTH))
                for one, curve in (
                    *((one, corner) for one in spread or [cause]),
                    *((look.rect(box), look.px(theme.RADIUS_BUTTON)) for box in told if box is not None),
                )
            )
            if lit and not spread:
                lamp = light.lamp_surface(
                    (round(cause.w * LAMP_SCALE[0]), round(cause.h * LAMP_SCALE[1])), LAMP_BRIGHTNESS
                )
                self._lamp = light.uncovered_light(lamp, cause.center, map(look.rect, lying), corner // 2)

        self._cap: Surface | None = None
        self._points = _flying_points(running, look, self._light) if running.ribbon and limits.moves else None
        rung = limits.moves and not spread and setting.cause.overlaps(setting.felt)
        capped = spec.cap and limits.moves and running.ribbon
        parts = (
            (True, make_edge), (dims, make_veil), *((count > 0, self._make_sparks),) * RENDER_STEPS,
            *((rung, make_rings),) * RENDER_STEPS, (raying, self._make_rays), (capped, self._make_cap),
            (running.ribbon, make_ribbon),
        )  # fmt: skip
        self._owed += [make for wanted, make in parts if wanted]
        self._young = BUSY_FRAMES

    def _make_sparks(self) -> None:
        some = self._thrown.sparks[len(self._sparks) :: RENDER_STEPS]
        self._sparks.append(Sparks(replace(self._thrown, sparks=some), self.look))

    def _make_rays(self) -> None:
        look, lying = self.look, self.setting.spread or (self.setting.cause,)
        rays, corner = light.rays_surface(look.px(RAYS_RADIUS), RAYS_BRIGHTNESS), look.px(CORNER_RADIUS) // 2
        self._rays = light.uncovered_light(rays, self._cause.center, map(look.rect, lying), corner)

    def _make_cap(self) -> None:
        wide = CAP_WIDTH if self._head is None else min(CAP_WIDTH, self._head.w * CAP_SCALE)
        self._cap = mark.cap(self.look.px(wide), self.look.palette).copy()

    def prepare(self, now: float) -> bool:
        """Render the next part, but none in the first two frames, which lay out and draw the table.

        All parts are ready at the burst. Return whether a part was rendered that could have waited.
        """
        early = now < self.running.burst_time and not self.running.limits.stands
        if self._young and now < self.running.begins:
            self._young -= 1
            return False
        while self._owed:
            self._owed.pop(0)()
            if early:
                return True
        return False

    def rule_at(self, point: Point, now: float) -> str:
        """Return the rule on the ribbon's tab at a point, "" where there is none."""
        made, u = self._ribbon, self.look.u
        if made is None or made.tab is None or self.running.ribbon_share(now) is None:
            return ""
        (x, y), (across, down) = point, self.setting.middle
        at = (round((x - across) * u) + made.middle[0], round((y - down) * u) + made.middle[1])
        return self.running.moment.rule if made.tab.collidepoint(at) else ""

    def draw_under(self, surface: Surface, now: float) -> None:
        """Dim the rest, and light the celebrated tiles."""
        running, tempo = self.running, self.look.animation_speed
        if now < running.begins:
            return
        if self._veil is not None:
            coming = (now - running.begins) * tempo / VEIL_IN_SECONDS
            going = (running.reflow_time - now) * tempo / VEIL_OUT_SECONDS + 1.0
            share = min(1.0, coming, going)
            if share > 0:
                self._veil.set_alpha(round(OPAQUE * share))
                surface.blit(self._veil, (0, 0))
        before = surface.get_clip()
        surface.set_clip(self.look.rect(self.setting.felt).clip(before))
        if now < running.reflow_time:
            if self._rays is not None and now >= running.burst_time:
                light.add_light(surface, self._rays, self._cause.center)
            if self._lamp is not None:
                light.add_light(surface, self._lamp, self._cause.center)
        surface.set_clip(before)

    def draw_over(self, surface: Surface, now: float, said: Iterable[StaticPart] = ()) -> None:
        """Draw edge, ring, particles, cap, ribbon and points; `said`, the labels on the edge, are drawn over it."""
        running = self.running
        if now < running.begins:
            if self.fan is not None:
                self.fan.draw(surface, now)
            return
        surface.blits(self._edges, doreturn=False)
        for part in said:
            if any(drawn.get_rect(topleft=at).collidepoint(part.box.center) for drawn, at in self._edges):
                part.draw(surface)
        before = surface.get_clip()
        surface.set_clip(self.look.rect(self.setting.felt).clip(before))
        past = (now - running.burst_time) * self.look.animation_speed
        pieces = [one for some in self._sparks for one in some.blits(running.burst_time + past)]
        if self._rings and 0 <= past < RING_SECONDS:
            pieces.insert(0, self._rings[int(past / RING_SECONDS * len(self._rings))])
        if pieces:
            surface.blits([*pieces, *_kept(surface, self._before)], doreturn=False)
        self._draw_cap(surface, past / CAP_SECONDS, now)
        surface.set_clip(before)
        if self._ribbon is not None:
            whole, band = self._ribbon_boxes(self._ribbon)
            beside = [one for one in self._plates if one.colliderect(whole) and not one.colliderect(band)]
            kept = _kept(surface, beside)
            draw_ribbon(surface, self.look, running, self._ribbon, self.setting.middle, now)
            surface.blits(kept, doreturn=False)
        if self.fan is not None and now < running.end_time:  # its tiles never pass under the ribbon
            self.fan.draw(surface, now)
        self._draw_points(surface, now)

    def _ribbon_boxes(self, made: Ribbon) -> tuple[Rect, Rect]:
        """Return where the ribbon lies, with its ends and its tab, and without them."""
        (x, y), u = self.setting.middle, self.look.u
        corner = (round(x * u) - made.middle[0], round(y * u) - made.middle[1])
        return made.surface.get_rect(topleft=corner), made.band.move(corner)

    def _draw_cap(self, surface: Surface, share: float, now: float) -> None:
        """Animate the cap: it jumps over the tiles, or drops on the head of the player who then wears it."""
        if self._cap is None or share < 0:
            return
        if self._head is not None:
            (x, _y), left = self._head.centre, max(0.0, 1.0 - share) ** 2
            foot = (
                self._head.y
                + self._head.h * CAP_OVERLAP
                - CAP_JUMP_HEIGHT * left * abs(math.cos(share * BOUNCE_COUNT * math.pi))
            )
            surface.blit(self._cap, self._cap.get_rect(midbottom=(self.look.px(x), self.look.px(foot))))
        elif share < 1:
            sunk = (1.0 - CAP_REST_SHARE) * ease_in_out(min(1.0, max(0.0, share - CAP_RISES) / CAP_SINKS))
            high = self.look.px(CAP_JUMP_HEIGHT * (ease_out(min(1.0, share / CAP_RISES)) - sunk))
            foot = self._cause.y - high + self.look.px(CAP_WIDTH * CAP_SUNK_SHARE)
            foot = max(
                foot, self.look.rect(self.setting.felt).y + self._cap.get_height()
            )  # whole over a set at the top
            at = self._cap.get_rect(midbottom=(self._cause.centerx, foot))
            left = min(1.0, (1.0 - share) / CAP_FADES)
            if self._ribbon is not None and at.colliderect(self._ribbon_boxes(self._ribbon)[0]):
                begun = self.running.begins + self.running.lasts * self.running.ribbon_span[0]
                left = min(left, 1.0 - (now - begun) * self.look.animation_speed / RIBBON_IN_SECONDS)
            self._cap.set_alpha(round(OPAQUE * max(0.0, left)))
            surface.blit(self._cap, at)

    def _draw_points(self, surface: Surface, now: float) -> None:
        """Animate the points from the ribbon to where they are counted."""
        running, goal = self.running, self.setting.goal
        past = now - running.reflow_time
        if self._points is None or goal is None or not 0 <= past < running.end_time - running.reflow_time:
            return
        share = past / (running.end_time - running.reflow_time)
        share = ease_in_out(share)
        u, (x, y), (to_x, to_y) = self.look.u, self.setting.middle, goal.centre
        high = POINTS_ARC_HEIGHT * _hump(share) * 0.5
        at = (round((x + (to_x - x) * share) * u), round((y + (to_y - y) * share - high) * u))
        surface.blit(self._points, self._points.get_rect(center=at))


def _kept(surface: Surface, boxes: Iterable[Rect]) -> list[tuple[Surface, Rect]]:
    """Return what is drawn in some boxes, to draw it again over what comes next."""
    return [(surface.subsurface(box).copy(), box) for box in boxes]


def _flying_points(running: RunningMoment, look: Look, colour: RGB) -> Surface | None:
    """Return the points of a moment with a dark rim, None if it brings none."""
    if running.moment.points <= 0:
        return None
    words, lettering, rim = f"+{group_digits(running.moment.points)}", theme.DISPLAY.at(look.u), look.px(POINTS_RIM)
    bright, dark = (text.line(words, lettering, one) for one in (colour, SHADOW_COLOUR))
    out = paint.blank_surface((bright.get_width() + 2 * rim, bright.get_height() + 2 * rim))
    for x in (0, rim, 2 * rim):
        out.blits([(dark, (x, y)) for y in (0, rim, 2 * rim)], doreturn=False)
    out.blit(bright, (rim, rim))
    return paint.blit_ready(out)


def draw_stamp(surface: Surface, seal: StaticPart, share: float) -> None:
    """Draw a seal as it comes down on its place."""
    if isinstance(seal.key, Surface):
        grown = pygame.transform.smoothscale_by(seal.key, 1 + STAMP_GROWTH * (1 - ease_out(share)))
        surface.blit(grown, grown.get_rect(center=seal.box.center))


def draw_ribbon(
    surface: Surface, look: Look, running: RunningMoment, made: Ribbon, middle: tuple[float, float], now: float
) -> None:
    """Draw a ribbon centred at a point in logical px, as it appears, stays and goes."""
    if running.ribbon_share(now) is None:
        return
    first, last = (running.begins + running.lasts * share for share in running.ribbon_span)
    ease = RIBBON_IN_SECONDS / look.animation_speed
    coming, going = (now - first) / ease, (last - now) / ease
    across, down = round(middle[0] * look.u), round(middle[1] * look.u)
    drawn, rise = made.surface, 0
    x, y = across - made.middle[0], down - made.middle[1]
    if running.limits.moves and coming < 1:
        wide = 1 - START_SHRINK_SHARE * (1 - coming) ** EASE_POWER
        size = (round(drawn.get_width() * wide), round(drawn.get_height() * wide))
        drawn = pygame.transform.smoothscale(drawn, size)
        x, y = across - round(made.middle[0] * wide), down - round(made.middle[1] * wide)
    elif running.limits.moves and going < 1:
        rise = round((1 - going) * look.px(RIBBON_RISE_HEIGHT))
    drawn.set_alpha(round(OPAQUE * min(1.0, coming, going)))
    surface.blit(drawn, (x, y - rise))
    drawn.set_alpha(OPAQUE)


def _thrown(setting: Scenery, running: RunningMoment, count: int, plates: Sequence[Box]) -> Burst:
    """Return the particles: a plate throws them onto the felt, each set up where it has room, else down."""
    cause, felt, (x, y) = setting.cause, setting.felt, setting.felt.centre
    parts = setting.spread or (cause,)
    ways = [UP if box.y - felt.y >= MIN_FELT_ABOVE else DOWN for box in parts]
    if cause in plates:
        ways = [(x - cause.centre[0], y - cause.centre[1])]
    each = [count // len(parts) + (at < count % len(parts)) for at in range(len(parts))]
    seed = sum(running.moment.tiles) + len(running.moment.tiles)
    made = [
        burst(box, running.burst_time, seed + at, some, way)
        for at, (box, some, way) in enumerate(zip(parts, each, ways, strict=True))
    ]
    return replace(made[0], sparks=tuple(spark for one in made for spark in one.sparks))


def _hump(share: float) -> float:
    """Return the height of something thrown up and falling back."""
    return 1.0 - hump(share)


def scenery_for(
    cause: Sequence[Box], felt: Box, clear: tuple[Box, ...], goal: Box | None, ribbon_high: float,
    papers: Sequence[Box] = (), plates: Sequence[Box] = (),
) -> Scenery:  # fmt: skip
    """Choose where a moment is shown: the ribbon in the middle of the felt, or above or below its tiles.

    It keeps clear of messages over the table before anything else. A plate at the side leaves it the middle.
    """
    praised = bounding_box(list(cause)) if cause else felt.middle(1.0, 1.0)
    x, y = felt.centre
    half = ribbon_high / 2 + TAB_HEIGHT
    across = 2 * (abs(praised.centre[0] - x) - praised.w / 2 - TILES_TO_RIBBON_GAP)
    beside = praised in plates and across >= MIN_WIDTH * ribbon_high / RIBBON_HEIGHT + 2 * TAIL_LENGTH
    if beside and not _hidden(papers, y - ribbon_high / 2, y + half - TAB_OVERLAP):
        return Scenery(praised, (), clear, felt, goal, (x, y), room=across)
    if praised.y - TILES_TO_RIBBON_GAP < y + half and praised.bottom + TILES_TO_RIBBON_GAP > y - half:
        above, below = praised.y - felt.y, felt.bottom - praised.bottom
        y = praised.y - half - TILES_TO_RIBBON_GAP if above > below else praised.bottom + half - 2 * TILES_TO_RIBBON_GAP
        y = min(max(y, felt.y + ribbon_high / 2 + TILES_TO_RIBBON_GAP), felt.bottom - half)
    parts = adjacent_boxes(cause)
    whole = sum(one.w * one.h for one in parts) >= COMPACT_SHARE * praised.w * praised.h
    if whole and not _hidden([*papers, praised], y - ribbon_high / 2, y + half - TAB_OVERLAP):
        return Scenery(praised, (), clear, felt, goal, (x, y))
    lowest, highest = felt.bottom - half, felt.y + ribbon_high / 2 + TILES_TO_RIBBON_GAP
    tried = [highest + max(0.0, lowest - highest) * at / PLACES_TRIED for at in range(PLACES_TRIED + 1)]
    centre = felt.centre[1]  # between the sets of both sides, if it hides no more there than elsewhere

    def worth(line: float) -> tuple[float, ...]:
        band = (line - ribbon_high / 2, line + half)
        return _hidden(papers, *band), _hidden([praised] if whole else parts, *band), abs(line - centre)

    best, lying = min(tried, key=worth), (praised,) if whole else parts
    low, size = ribbon_high * SMALL_RIBBON_SCALE / 2, 1.0
    above = min((one.y for one in lying), default=0.0) - TILES_TO_RIBBON_GAP - TAB_HEIGHT + TAB_OVERLAP - low
    if _hidden(lying, best - ribbon_high / 2, best + half - TAB_OVERLAP) and above >= low and not papers:
        best, size = above, SMALL_RIBBON_SCALE
    return Scenery(praised, () if whole else parts, clear, felt, goal, (x, best), size)


def _hidden(parts: Sequence[Box], top: float, bottom: float) -> float:
    """Return how much of some boxes lies between two horizontal lines."""
    return sum(one.w * max(0.0, min(one.bottom, bottom) - max(one.y, top)) for one in parts)


def adjacent_boxes(tiles: Sequence[Box]) -> tuple[Box, ...]:
    """Return the boxes of adjacent tiles, from the upper left on."""
    rows: list[list[Box]] = []
    for box in sorted(tiles, key=lambda one: (one.y, one.x)):
        last = rows[-1][-1] if rows else None
        if last is not None and last.y == box.y and box.x - last.right < MAX_TOUCH_GAP * box.w:
            rows[-1].append(box)
        else:
            rows.append([box])
    return tuple(bounding_box(row) for row in rows)
