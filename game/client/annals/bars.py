"""Bar charts: shares with their margins of error, pairs around a zero line, a histogram."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from game.client.annals.curve import signed_number
from game.client.annals.drawn import GAP, MARGIN, DrawnCell, DrawnWidget
from game.client.draw import theme
from game.client.widgets import draw
from game.client.widgets.boxes import Box

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pygame import Surface

    from game.annals.sums import Estimate
    from game.client.draw.text import Align
    from game.client.widgets.look import Look
    from game.client.words import Text

INTERVALS_SHARE: Final = 0.34  # the greatest width of the intervals right of the bars, as a share of the width
MAX_LABEL_SHARE: Final = 0.58  # the greatest width of the labels of pairs, as a share of the width
NAMES_SHARE: Final = 0.21  # the greatest width of short names, as a share of the width
NUMBERS_SHARE: Final = 0.15  # the least width of a column of numbers, as a share of the width
CORNER_RADIUS: Final = 4.0
BAR_SHARE, ABOVE_BAR_SHARE = 0.6, 0.2  # a bar and the space above it, as shares of the row
PAIR_SHARES: Final = ((0.12, 0.34), (0.52, 0.34))  # the same for two bars in a row: space above, bar
COLUMN_SHARE, BEFORE_COLUMN_SHARE = 0.8, 0.1  # a column and the space before it, as shares of its step
PLOT_HEIGHT: Final = 110.0
AXIS_LABELS: Final[tuple[tuple[str, Align, float], ...]] = (
    ("0 %", "left", 0.0),
    ("50 %", "centre", 0.5),
    ("100 %", "right", 1.0),
)
HALF: Final = 0.5


@dataclass(frozen=True, slots=True)
class WinBar:
    """A share with its confidence interval, and the two texts at the left and right of its bar."""

    label: Text
    span: Estimate
    note: Text  # the sample size


class WinBars(DrawnWidget):
    """Bars from 0 to 100 %, each with its interval; grey if that is wide, no bar if there are too few samples."""

    kind = "plot"
    least = 320.0

    def __init__(self, name: str, shares: Sequence[WinBar], empty: Text, span_words: Callable[[Estimate], str]) -> None:
        super().__init__(name)
        self.shares = tuple(shares)
        self.empty = empty
        self.span_words = span_words

    def accessible_text(self) -> str:
        """Return all bars in words."""
        return ". ".join(f"{one.label}: {self.span_words(one.span)}, {one.note}" for one in self.shares) or str(
            self.empty
        )

    def _row(self, look: Look) -> float:
        return 2 * look.line_height(theme.SMALL) + GAP

    def height_for(self, look: Look, width: float) -> float:  # noqa: ARG002 - a row each
        """Return the height of all rows and the scale."""
        return max(1, len(self.shares)) * self._row(look) + look.line_height(theme.SMALL) + GAP

    def _field(self) -> Box:
        box, look = self.rect, self.look
        names = max((look.text_width(str(one.label), theme.SMALL_BOLD) for one in self.shares), default=0.0)
        spans = max((look.text_width(self.span_words(one.span), theme.SMALL_BOLD) for one in self.shares), default=0.0)
        notes = max((look.text_width(str(one.note), theme.SMALL) for one in self.shares), default=0.0)
        left = min(names + MARGIN + 2, box.w * NAMES_SHARE)
        right = min(max(spans, notes) + MARGIN + 2, box.w * INTERVALS_SHARE)
        return Box(box.x + left, box.y, max(1.0, box.w - left - right), len(self.shares) * self._row(look))

    def cells(self) -> Sequence[DrawnCell]:
        """Return the labels at both sides, and the scale below."""
        look, box, row = self.look, self.rect, self._row(self.look)
        high = look.line_height(theme.SMALL)
        if not self.shares:
            return (DrawnCell(str(self.empty), theme.READING, theme.MUTED, box.middle(box.w, high), "centre"),)
        field = self._field()
        told = []
        for at, one in enumerate(self.shares):
            y = box.y + at * row
            told.append(
                DrawnCell(
                    str(one.label),
                    theme.SMALL_BOLD,
                    theme.CREAM,
                    Box(box.x, y, field.x - box.x - MARGIN, row - GAP),
                    "right",
                )
            )
            room = Box(field.right + MARGIN, y, box.right - field.right - MARGIN, high)
            told.append(DrawnCell(self.span_words(one.span), theme.SMALL_BOLD, theme.CREAM, room, "right"))
            told.append(DrawnCell(str(one.note), theme.SMALL, theme.MUTED, room.moved(0, high), "right"))
        for share, align, part in AXIS_LABELS:
            wide = field.w / len(AXIS_LABELS)
            x = field.x + (field.w - wide) * part
            told.append(DrawnCell(share, theme.SMALL, theme.MUTED, Box(x, field.bottom + GAP / 2, wide, high), align))
        return told

    def draw_strokes(self, surface: Surface) -> None:
        """Draw the scale, the bars and their intervals."""
        look, row = self.look, self._row(self.look)
        if not self.shares:
            return
        field = self._field()
        for part in (0.0, HALF, 1.0):
            colour = theme.STRONG_LINE if part == HALF else theme.LINE
            draw.draw_upright(surface, look, (field.x + field.w * part, field.y), field.h, colour)
        for at, one in enumerate(self.shares):
            if not one.span.can_be_shown:
                continue
            y = self.rect.y + at * row + (row - GAP) * ABOVE_BAR_SHARE
            bar = Box(field.x, y, max(2.0, field.w * one.span.middle), (row - GAP) * BAR_SHARE)
            draw.plate(surface, look, bar, CORNER_RADIUS, theme.SKY if one.span.is_reliable else theme.STRONG_LINE)
            low, high = field.x + field.w * one.span.low, field.x + field.w * one.span.high
            surface.fill(theme.CREAM, look.rect(Box(low, bar.centre[1] - 1, high - low, 2)))
            for end in (low, high):
                surface.fill(theme.CREAM, look.rect(Box(end - 1, bar.y + 2, 2, bar.h - CORNER_RADIUS)))


@dataclass(frozen=True, slots=True)
class PointsPair:
    """The points that a line of the score sheets brought to our side, and to the others."""

    label: Text
    ours: float
    theirs: float


class PairBars(DrawnWidget):
    """Two bars per row, ours gold and theirs sky blue, around a zero line, with numbers beside them."""

    kind = "plot"
    least = 320.0

    def __init__(self, name: str, pairs: Sequence[PointsPair], us: Text, them: Text, empty: Text) -> None:
        super().__init__(name)
        self.pairs = tuple(pairs)
        self.us, self.them, self.empty = us, them, empty

    def accessible_text(self) -> str:
        """Return all pairs in words."""
        told = (
            f"{one.label}: {self.us} {signed_number(one.ours)}, {self.them} {signed_number(one.theirs)}"
            for one in self.pairs
        )
        return ". ".join(told) or str(self.empty)

    def _row(self, look: Look) -> float:
        return look.line_height(theme.SMALL) + GAP

    def height_for(self, look: Look, width: float) -> float:  # noqa: ARG002 - a row each
        """Return the height of the heads and all rows."""
        return (max(1, len(self.pairs)) + 1) * self._row(look)

    def _columns(self) -> tuple[Box, Box, Box, Box]:
        """Return the boxes of label, bars, our number and theirs in the row of heads, above the first pair."""
        box, row = self.rect, self._row(self.look)
        look = self.look
        wanted = max((look.text_width(str(one.label), theme.SMALL) for one in self.pairs), default=0.0) + 2
        heads = (look.text_width(str(head), theme.SMALL_BOLD) + GAP + 2 for head in (self.us, self.them))
        ours, theirs = (max(head, box.w * NUMBERS_SHARE) for head in heads)
        label = max(0.0, min(wanted, box.w * MAX_LABEL_SHARE, box.w - ours - theirs - 2 * MARGIN))
        bars = max(1.0, box.w - label - ours - theirs - 2 * MARGIN)
        return (
            Box(box.x, box.y, label, row),
            Box(box.x + label + MARGIN, box.y, bars, row),
            Box(box.right - theirs - ours, box.y, ours - GAP, row),
            Box(box.right - theirs, box.y, theirs, row),
        )

    def cells(self) -> Sequence[DrawnCell]:
        """Return heads, labels and numbers."""
        box, row = self.rect, self._row(self.look)
        if not self.pairs:
            return (DrawnCell(str(self.empty), theme.READING, theme.MUTED, box.middle(box.w, row), "centre"),)
        label, _bars, ours, theirs = self._columns()
        told = [
            DrawnCell(str(self.us), theme.SMALL_BOLD, theme.GOLD, ours, "right"),
            DrawnCell(str(self.them), theme.SMALL_BOLD, theme.SKY, theirs, "right"),
        ]
        for at, one in enumerate(self.pairs, start=1):
            told.append(DrawnCell(str(one.label), theme.SMALL, theme.CREAM, label.moved(0, at * row)))
            told.append(
                DrawnCell(signed_number(one.ours), theme.SMALL_BOLD, theme.GOLD, ours.moved(0, at * row), "right")
            )
            told.append(
                DrawnCell(signed_number(one.theirs), theme.SMALL_BOLD, theme.SKY, theirs.moved(0, at * row), "right")
            )
        return told

    def draw_strokes(self, surface: Surface) -> None:
        """Draw the bars from the zero line."""
        look, row = self.look, self._row(self.look)
        if not self.pairs:
            return
        bars = self._columns()[1]
        values = [value for one in self.pairs for value in (one.ours, one.theirs)]
        low, most = min([0.0, *values]), max([0.0, *values, 1.0])
        zero = bars.x + bars.w * -low / (most - low)
        surface.fill(theme.STRONG_LINE, look.rect(Box(zero, bars.y + row, 1.0, len(self.pairs) * row)))
        for at, one in enumerate(self.pairs, start=1):
            for half, (value, colour) in enumerate(((one.ours, theme.GOLD), (one.theirs, theme.SKY))):
                wide = bars.w * abs(value) / (most - low)
                x = zero if value >= 0 else zero - wide
                above, high = PAIR_SHARES[half]
                y = bars.y + at * row + row * above
                draw.plate(surface, look, Box(x, y, wide, row * high), CORNER_RADIUS, colour)


class Histogram(DrawnWidget):
    """How often each whole number occurred, the most frequent one in gold."""

    kind = "plot"
    least = 240.0

    def __init__(self, name: str, counted: Sequence[tuple[int, int]], empty: Text) -> None:
        super().__init__(name)
        self.counted = tuple(counted)
        self.empty = empty

    def accessible_text(self) -> str:
        """Return every number that occurred, in words."""
        return ", ".join(f"{number}: {times}" for number, times in self.counted if times) or str(self.empty)

    def height_for(self, look: Look, width: float) -> float:  # noqa: ARG002 - bars are as high as there is room
        """Return the height."""
        return PLOT_HEIGHT + look.line_height(theme.SMALL)

    @property
    def most_frequent(self) -> int:
        """Return the most frequent number."""
        return max(self.counted, key=lambda one: one[1], default=(0, 0))[0]

    def _places(self) -> list[tuple[int, int, Box]]:
        """Return each number with its count and the box of its bar."""
        box = self.rect.top_part(max(1.0, self.rect.h - self.look.line_height(theme.SMALL) - GAP / 2))
        step = box.w / max(1, len(self.counted))
        tallest = max((times for _number, times in self.counted), default=1)
        places = []
        for at, (number, times) in enumerate(self.counted):
            high = box.h * times / tallest
            bar = Box(box.x + at * step + step * BEFORE_COLUMN_SHARE, box.bottom - high, step * COLUMN_SHARE, high)
            places.append((number, times, bar))
        return places

    def cells(self) -> Sequence[DrawnCell]:
        """Return the numbers below the first, the last and the highest bar."""
        look, box = self.look, self.rect
        high = look.line_height(theme.SMALL)
        if not self.counted:
            return (DrawnCell(str(self.empty), theme.READING, theme.MUTED, box.middle(box.w, high), "centre"),)
        told: list[DrawnCell] = []
        most = self.most_frequent
        wide = look.text_width("00", theme.SMALL) + GAP
        shown = {number: bar for number, _times, bar in self._places()}
        for number in (most, self.counted[0][0], self.counted[-1][0]):
            x = min(max(box.x, shown[number].centre[0] - wide / 2), box.right - wide)
            if all(abs(x - one.box.x) >= wide for one in told):
                ink = theme.GOLD if number == most else theme.MUTED
                told.append(DrawnCell(str(number), theme.SMALL, ink, Box(x, box.bottom - high, wide, high), "centre"))
        return told

    def draw_strokes(self, surface: Surface) -> None:
        """Draw the bars and their base line."""
        look = self.look
        for number, times, bar in self._places():
            if times:
                fill = theme.GOLD if number == self.most_frequent else theme.STRONG_LINE
                draw.plate(surface, look, bar, min(CORNER_RADIUS, bar.w / 2), fill)
        foot = self.rect.bottom - look.line_height(theme.SMALL) - GAP / 2
        draw.draw_seam(surface, look, (self.rect.x, foot), self.rect.w, theme.STRONG_LINE)
