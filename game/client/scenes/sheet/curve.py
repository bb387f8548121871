"""The match as a curve: how the sides' points grew round by round, drawn from left to right in its first second.

The table below it tells the same in numbers; it is left out for large text, which needs the room.
"""

from __future__ import annotations

from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, Final

import pygame

from game.client.draw import paint, theme
from game.client.widgets.widget import Widget

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from game.client.director import Change
    from game.client.widgets.boxes import Size
    from game.client.widgets.look import Look

SIZE: Final = (300.0, 104.0)
LARGEST_TEXT: Final = 1.3  # a title in larger letters needs the room
BEGINS: Final = 0.4
SECONDS: Final = 1.0
FINE: Final = 3  # times larger it is drawn, for smooth lines
WIDE: Final = 4.0
EDGE: Final = 1.5  # dark, on either side of a line
THIN: Final = 2.0  # of who neither won nor is the watcher
DOT: Final = 4.5  # radius at a round
AIR: Final = 9.0  # within the box: half an end's mark
FEWEST: Final = 2  # rounds that make a curve
FAINT: Final = theme.rgb("#BBA88C")
NOUGHT: Final = theme.rgb("#E0D0B2")
TWO: Final = 2

Line = tuple[float, ...]


def lines_of(rounds: Sequence[Sequence[int]]) -> tuple[Line, ...]:
    """Return each side's sum after every round as a share of the height, from nought before the first."""
    sums = [tuple(accumulate(points, initial=0)) for points in zip(*rounds, strict=True)]
    least, most = min(map(min, sums)), max(map(max, sums))
    return tuple(tuple((one - least) / max(1, most - least) for one in line) for line in sums)


class MatchCurve(Widget):
    """`rounds` are the points of each round by side; the first side's line is gold, as its plate is.

    `on_round` hears each round that the line passes.
    """

    kind = "curve"

    def __init__(
        self, name: str, rounds: Sequence[Sequence[int]], winners: Sequence[int], on_round: Callable[[int], object]
    ) -> None:
        super().__init__(name)
        self._lines = lines_of(rounds) if len(rounds) >= FEWEST else ()
        self._count = len(rounds)
        self._winners = tuple(winners)
        self._on_round = on_round
        self._since: float | None = None
        self.share = 0.0
        self._drawn: tuple[object, pygame.Surface] | None = None

    @property
    def restless(self) -> bool:
        """Tell whether it is still being drawn."""
        return bool(self._lines) and self.share < 1.0

    def min_size(self, look: Look) -> Size:
        """Return its room; none where there is no curve, or the words are large."""
        return SIZE if self._lines and look.text_scale <= LARGEST_TEXT else (0.0, 0.0)

    def tick(self, now: float) -> Change | None:
        """Draw on; be whole at once when calm."""
        self._since = now if self._since is None else self._since
        before = self.share
        past = (now - self._since) * self.look.tempo - BEGINS
        self.share = 1.0 if self.look.calm else max(0.0, min(1.0, past / SECONDS))
        if not self.look.calm:
            for passed in range(int(before * self._count), int(self.share * self._count)):
                self._on_round(passed)
        return None

    def draw(self, surface: pygame.Surface) -> None:
        """Draw it as far as it has come."""
        if not self._lines or self.rect.w == 0:
            return
        rect = self.look.rect(self.rect)
        key = (rect.size, self.look.palette.name)
        if self._drawn is None or self._drawn[0] != key:
            self._drawn = (key, self._picture(rect.size))
        surface.blit(self._drawn[1], rect.topleft, (0, 0, round(rect.w * self.share), rect.h))

    def _picture(self, size: tuple[int, int]) -> pygame.Surface:
        large = paint.blank((size[0] * FINE, size[1] * FINE))
        unit = self.look.u * FINE
        air = AIR * unit
        wide, high = large.get_width() - 2 * air, large.get_height() - 2 * air

        def place(at: int, share: float) -> tuple[float, float]:
            return (air + wide * at / self._count, air + high * (1.0 - share))

        start = self._lines[0][0]
        pygame.draw.line(large, NOUGHT, place(0, start), place(self._count, start), max(1, round(unit)))
        for side in sorted(range(len(self._lines)), key=self._rank):
            points = [place(at, share) for at, share in enumerate(self._lines[side])]
            self._stroke(large, points, side, unit)
        return pygame.transform.smoothscale(large, size)

    def _rank(self, side: int) -> tuple[bool, bool]:
        """Return what is drawn first: the others, then who won, then the watcher's own."""
        return (side == 0, side in self._winners)

    def _stroke(self, target: pygame.Surface, points: list[tuple[float, float]], side: int, unit: float) -> None:
        seen = side == 0 or side in self._winners or len(self._lines) == TWO
        if not seen:
            _line(target, points, FAINT, THIN * unit)
            return
        colour = theme.GOLD if side == 0 else theme.SKY
        _line(target, points, theme.INK, (WIDE + 2 * EDGE) * unit)
        for ink, grown in ((theme.INK, EDGE), (colour, 0.0)):
            if not grown:
                _line(target, points, colour, WIDE * unit)
            for at in points[1:]:
                last = 1.5 if at == points[-1] else 1.0
                pygame.draw.circle(target, ink, at, (DOT * last + grown) * unit)


def _line(target: pygame.Surface, points: list[tuple[float, float]], colour: theme.RGB, wide: float) -> None:
    """Draw a line with round joints."""
    for one, other in pairwise(points):
        pygame.draw.line(target, colour, one, other, max(1, round(wide)))
    for at in points:
        pygame.draw.circle(target, colour, at, wide / 2)
