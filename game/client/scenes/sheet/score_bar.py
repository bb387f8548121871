"""The bar of a match on the score sheet: each side's total as a share of what the match is played to.

Points that help run to the right of zero and points that harm to the left, all sides at one scale. A bar is full only
where the match is won: with no target, the rounds still to come are left free.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from game.client.draw import theme
from game.client.table.geometry.easing import ease_out
from game.client.widgets import draw
from game.client.widgets.boxes import Box

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pygame

    from game.client.draw.theme import RGB
    from game.client.widgets.look import Look

TRACK_COLOUR, LOST_COLOUR = theme.rgb("#E4D3AF"), theme.rgb("#E9B4AC")
ZERO_COLOUR, ZERO_WIDTH = theme.SECONDARY_INK, 2.0
# the head of a running bar: its width, and how far it stands out above and below the bar
BAR_HEAD_WIDTH, BAR_HEAD_OVERHANG = 10.0, 3.0
# the dashes behind the head of a bar: how far behind it, and how far from the bar's middle
DASH_OFFSETS = ((14.0, -2.0), (26.0, 2.0), (38.0, -2.0))
DASH_SIZE = (9.0, 1.5)
UNTOLD_ROUNDS: Final = 1  # rounds assumed to come while a match goes on and nothing says how many there are


@dataclass(frozen=True, slots=True)
class Rounds:
    """How many rounds of a match are played, and of how many; `over` when none follows."""

    played: int
    every: int | None
    over: bool

    def projected(self, points: int) -> int:
        """Return what points come to if the rounds to come bring as many each as those that are played."""
        if self.over:
            return points
        return points * max(self.played + UNTOLD_ROUNDS, self.every or 0) // max(1, self.played)


@dataclass(frozen=True, slots=True)
class BarScale:
    """How many points fill a bar to the left and to the right of zero; `lowest` where points harm."""

    below: int
    above: int
    lowest: bool = False

    @classmethod
    def of(
        cls, scores: Sequence[tuple[int, int]], target: int | None, rounds: Rounds, *, lowest: bool = False
    ) -> BarScale:
        """Return the scale for the scores of all sides, before a round and after it."""
        worth = [-points if lowest else points for score in scores for points in score]
        below, above = max(0, -min(worth)), max(0, *worth)
        if target is not None:
            return cls(below, max(target, above), lowest=lowest)
        return cls(rounds.projected(below), rounds.projected(above), lowest=lowest)

    def share(self, points: float) -> float:
        """Return where a total ends, as a share of the bar's width."""
        worth = -points if self.lowest else points
        return min(1.0, max(0.0, (self.below + worth) / max(1, self.below + self.above)))


@dataclass(frozen=True, slots=True)
class MatchScore:
    """The match score of a side: before the round and after it, the target if there is one, and its bar's scale."""

    before: int
    now: int
    target: int | None
    scale: BarScale

    def counted(self, raced: float) -> float:
        """Return the score on its way from before the round to after it."""
        return self.before + (self.now - self.before) * ease_out(raced)


def draw_score_bar(
    surface: pygame.Surface, look: Look, track: Box, score: MatchScore, raced: float, bright: RGB, dark: RGB
) -> None:
    """Draw a bar of the match on its way from the score before the round to the score after it."""
    draw.plate(surface, look, track, track.h / 2, TRACK_COLOUR)
    share = score.scale.share
    zero, start, end = share(0), share(score.before), share(score.now)
    at = share(score.counted(raced))
    for harms in (False, True):
        before, now = (min(one, zero) if harms else max(one, zero) for one in (start, at))
        far, near = sorted((before, now), key=lambda one: abs(one - zero), reverse=True)
        grows = far == now
        full, kept = (theme.CORAL, theme.RED_INK) if harms else (bright, dark)
        _fill(surface, look, track, zero, far, full if grows else LOST_COLOUR)
        _fill(surface, look, track, zero, near, kept if grows else full)
    if 0.0 < zero < 1.0:
        mark = Box(
            track.x + track.w * zero - ZERO_WIDTH / 2, track.y - ZERO_WIDTH, ZERO_WIDTH, track.h + 2 * ZERO_WIDTH
        )
        draw.plate(surface, look, mark, 0, ZERO_COLOUR)
    if 0.0 < raced < 1.0:
        _head(surface, look, track, at, draw.Edge(theme.RED_INK if at < zero else dark, 2.0), rises=end >= start)


def _fill(surface: pygame.Surface, look: Look, track: Box, zero: float, end: float, colour: RGB) -> None:
    """Fill a bar between zero and an end; a short stretch is a dot on its side of zero."""
    wide = track.w * abs(end - zero)
    if wide > 1:
        wide = max(track.h, wide)
        x = track.x + track.w * zero
        draw.plate(surface, look, Box(x if end > zero else x - wide, track.y, wide, track.h), track.h / 2, colour)


def _head(surface: pygame.Surface, look: Look, track: Box, share: float, edge: draw.Edge, *, rises: bool) -> None:
    """Draw the white end of a bar during its animation, and dashes along the part already filled."""
    x = track.x + track.w * share
    wide, high = DASH_SIZE
    for far, off in DASH_OFFSETS:
        dash = Box(x - far - wide / 2 if rises else x + far - wide / 2, track.centre[1] + off - high / 2, wide, high)
        if track.x < dash.x and dash.right < track.right:
            draw.plate(surface, look, dash, high / 2, theme.PAPER_CARD)
    left = min(max(track.x, x - BAR_HEAD_WIDTH / 2), track.right - BAR_HEAD_WIDTH)
    box = Box(left, track.y - BAR_HEAD_OVERHANG, BAR_HEAD_WIDTH, track.h + 2 * BAR_HEAD_OVERHANG)
    draw.plate(surface, look, box, BAR_HEAD_WIDTH / 2, theme.WHITE, edge)
