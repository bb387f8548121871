"""The ribbon with the highlight of a round, above the title of its sheet, shown when all is counted.

Laws: its pieces fly on the paper behind all words, it covers nothing that is read, any input ends it; with motion off
there is none, since the sheet's own sentence says the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pygame import Rect

from game.client.draw.burst import LEFT, RIGHT, burst
from game.client.draw.sparks import Sparks
from game.client.table.moments.kinds import limits_for
from game.client.table.moments.picture import OTHERS_PIECES_SHARE, draw_ribbon
from game.client.table.moments.queue import RunningMoment
from game.client.table.moments.ribbon import (
    FOLD_DROP,
    MAX_TEXT_SCALE,
    RIBBON_HEIGHT,
    TAIL_LENGTH,
    TOP_MARGIN,
    render_ribbon,
)
from game.client.widgets.boxes import Box

if TYPE_CHECKING:
    from collections.abc import Callable

    import pygame

    from game.client.draw.sound import Cue
    from game.client.scenes.sheet.highlights import RoundNews
    from game.client.table.moments.ribbon import Ribbon
    from game.client.widgets.look import Look

PIECES_SHARE_PER_END: Final = 0.5  # the share of the pieces that fly from each end of the ribbon
RIBBON_CLEARANCE: Final = 2.0  # logical px between the ribbon's tails and the title


class SheetRibbon:
    """One ribbon; `times` is how often its kind was seen in the match, `heard` plays its sound."""

    def __init__(self, news: RoundNews, times: int, heard: Callable[[Cue], object]) -> None:
        self.news, self._times, self._heard = news, times, heard
        self.running: RunningMoment | None = None
        self._ribbon: Ribbon | None = None
        self._sparks: tuple[Sparks, ...] = ()
        self._middle = (0.0, 0.0)
        self._look: Look | None = None
        self._sounded = False
        self._above = Rect(0, 0, 0, 0)  # where its pieces are visible: below this area the numbers begin

    def begin(self, now: float, look: Look, paper: Box, head: Box, free: Box) -> None:
        """Show it from now on: over the sheet's head, smaller where it reaches into the `free` part of the bar."""
        moment, limits = self.news.moment, limits_for(calm=look.calm, less=look.motion_reduced)
        lasts = moment.kind.lasts(self._times) / look.animation_speed
        self.running = running = RunningMoment(moment, now, lasts, ribbon=True, limits=limits)
        whole = RIBBON_HEIGHT * min(MAX_TEXT_SCALE, look.text_scale)
        foot = head.y - FOLD_DROP - RIBBON_CLEARANCE
        size = min(1.0, (foot - TOP_MARGIN) / whole)
        self._ribbon = made = render_ribbon(look, moment, (), as_cards=False, room=min(paper.w, free.w), size=size)
        across = made.surface.get_width() / look.u / 2
        x = min(max(paper.centre[0], free.x + across), free.right - across)
        self._above = look.rect(Box(0.0, free.bottom, look.viewport.canvas.w, head.bottom - free.bottom))
        self._look, self._middle = look, (x, foot - whole * size / 2)
        share = limits.pieces * (1.0 if moment.ours else OTHERS_PIECES_SHARE) * PIECES_SHARE_PER_END
        count = round(moment.kind.spec.pieces * share)
        ends = (x - across + TAIL_LENGTH, x + across - TAIL_LENGTH)
        sides = [(Box(end, self._middle[1], 1.0, 1.0), way) for end, way in zip(ends, (LEFT, RIGHT), strict=True)]
        self._sparks = tuple(
            Sparks(burst(box, running.burst_time, at, count, way), look) for at, (box, way) in enumerate(sides) if count
        )

    def tick(self, now: float) -> bool:
        """Advance to a time; return whether the ribbon is over."""
        running = self.running
        if running is None:
            return False
        cue = self.news.kind.spec.cue
        if not self._sounded and now >= running.burst_time and cue is not None:
            self._sounded = True
            self._heard(cue)
        return now >= running.end_time

    def draw_behind(self, surface: pygame.Surface, now: float) -> None:
        """Draw its pieces."""
        before = surface.get_clip()
        surface.set_clip(self._above.clip(before))
        for sparks in self._sparks:
            surface.blits(sparks.blits(now), doreturn=False)
        surface.set_clip(before)

    def draw_over(self, surface: pygame.Surface, now: float) -> None:
        """Draw the ribbon."""
        if self.running is not None and self._ribbon is not None and self._look is not None:
            draw_ribbon(surface, self._look, self.running, self._ribbon, self._middle, now)
