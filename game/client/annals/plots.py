"""Curves and bars of our own painter: a curve with its band, shares with their spans, pairs of bars, a histogram.

Laws: no share without its span; what is chosen on a curve is read in words beside it, by arrows as by the pointer.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import pygame

from game.client.annals.drawn import Drawn, DrawnCell
from game.client.draw import theme
from game.client.draw.pen import stroke
from game.client.widgets import draw
from game.client.widgets.boxes import Box
from game.client.widgets.gesture import Arrow, Hover, Use
from game.client.widgets.widget import IGNORED, TAKEN, Answer
from game.client.words import grouped
from game.client.words.tongue import reads_leftward

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pygame import Surface

    from game.annals.sums import Estimate
    from game.client.draw.text import Align
    from game.client.draw.theme import RGB
    from game.client.widgets.boxes import Point
    from game.client.widgets.gesture import Gesture
    from game.client.widgets.look import Look
    from game.client.words import Text

OPAQUE: Final = 255
BAND: Final = 70  # of 255: how strong the band behind a curve is
TICKS: Final = 4  # lines across a plot, about
NICE: Final = (1, 2, 5)
DOT: Final = 5.0
LABELS: Final = 0.34  # of the width, what a bar's words may take
MOST_LABEL: Final = 0.58  # and at most, where bars are left room enough
NAMES: Final = 0.21  # what short names may
NUMBERS: Final = 0.15  # and a column of numbers
GAP: Final = 8.0
PAD: Final = 12.0
EDGE: Final = 10.0
MOST_HIGH, FORM, LINES = 220.0, 0.42, 6.0  # of a curve: its height, in parts of its width, in lines of text
DASHES: Final = 40
THICK: Final = 3.0
CORNER: Final = 4.0
BAR, AIR = 0.6, 0.2  # of its row, a bar and what is above it
TWO: Final = ((0.12, 0.34), (0.52, 0.34))  # the same of two bars in a row
COLUMN, BESIDE = 0.8, 0.1  # the same of a column
DEEP: Final = 110.0
SIGN: Final = 18.0
SCALE: Final[tuple[tuple[str, Align, float], ...]] = (
    ("0 %", "left", 0.0),
    ("50 %", "centre", 0.5),
    ("100 %", "right", 1.0),
)
HALF: Final = 0.5


def signed(number: float) -> str:
    """Write a whole number with its sign."""
    whole = round(number)
    return f"+{grouped(whole)}" if whole > 0 else grouped(whole)


def steps(low: float, high: float, most: int = TICKS) -> list[int]:
    """Return round numbers that enclose a range and divide it into at most `most` + 1 parts."""
    reach = max(1.0, high - low)
    ten = 1
    while True:
        for nice in NICE:
            step = nice * ten
            if reach / step <= most:
                first = int(low // step) * step
                count = int(-(-(high - first) // step))
                return [first + step * at for at in range(max(1, count) + 1)]
        ten *= 10


@dataclass(frozen=True, slots=True)
class CurveValue:
    """A point of a line: where it stands, how far it may be off, what is said of it."""

    value: float
    low: float
    high: float
    title: Text
    line: Text


@dataclass(frozen=True, slots=True)
class CurveLine:
    """A line of values from left to right, in its colour; `mark` is a sign at its end."""

    values: tuple[CurveValue, ...]
    colour: RGB
    mark: str = ""


class Curve(Drawn):
    """Lines over the same places; arrows and the pointer move a reading line along the first."""

    kind = "plot"
    takes_focus = True
    least = 320.0

    def __init__(
        self, name: str, lines: Sequence[CurveLine], empty: Text, *, ends: tuple[str, str] = ("", ""), target: int = 0
    ) -> None:
        super().__init__(name)
        self.lines = tuple(line for line in lines if line.values)
        self.empty = empty
        self.ends = ends  # what stands under the first place and under the last
        self.target = target  # a line to be reached; 0 for none
        self.read: int | None = None

    def main_text(self) -> str:
        """Say what stands at the reading line, else at the end."""
        if not self.lines:
            return str(self.empty)
        at = len(self.lines[0].values) - 1 if self.read is None else self.read
        return ". ".join(f"{line.values[at].title}: {line.values[at].line}" for line in self.lines)

    def height_for(self, look: Look, width: float) -> float:
        """Return a height in proportion to the width."""
        return max(look.leading(theme.SMALL) * LINES, min(MOST_HIGH, width * FORM))

    # --- where things lie --------------------------------------------------------------------------------------

    def _ticks(self) -> list[int]:
        values = [edge for line in self.lines for one in line.values for edge in (one.low, one.high)]
        return steps(min([0.0, *values]), max([0.0, float(self.target), *values, 1.0]))

    def _field(self) -> Box:
        look, ticks = self.look, self._ticks()
        wide = max(look.wide(signed(tick), theme.SMALL) for tick in ticks) + PAD
        high = look.leading(theme.SMALL)
        box = self.rect
        return Box(
            box.x + wide, box.y + high / 2, max(1.0, box.w - wide - PAD), max(1.0, box.h - high - high / 2 - GAP)
        )

    def _seen(self, gesture: Gesture) -> Gesture:
        """Return a gesture as it was made: the page is shown mirrored, and this is not."""
        match gesture:
            case Arrow("left" | "right" as way):
                return Arrow("left" if way == "right" else "right")
            case Hover((x, y)):
                return Hover((self.rect.x + self.rect.right - x, y))
            case Use((x, y)):
                return Use((self.rect.x + self.rect.right - x, y))
        return gesture

    def _at(self, field: Box, ticks: Sequence[int], place: int, value: float, count: int) -> Point:
        x = field.x + field.w * (place / (count - 1) if count > 1 else 1.0)
        y = field.bottom - field.h * (value - ticks[0]) / (ticks[-1] - ticks[0])
        return (x, y)

    def _reading(self) -> tuple[Box, str, str] | None:
        """Return the slip that reads the curve, with its two lines."""
        if self.read is None or not self.lines:
            return None
        look, field, ticks = self.look, self._field(), self._ticks()
        values = self.lines[0].values
        title = str(values[self.read].title)
        line = " · ".join(str(one.values[self.read].line) for one in self.lines)
        wide = min(field.w, max(look.wide(title, theme.SMALL_BOLD), look.wide(line, theme.SMALL_BOLD)) + 2 * PAD)
        high = 2 * look.leading(theme.SMALL_BOLD) + PAD
        x = self._at(field, ticks, self.read, 0.0, len(values))[0]
        left = x - wide - PAD if x - wide - PAD >= field.x else min(x + PAD, field.right - wide)
        return Box(left, field.y, wide, high), title, line

    def cells(self) -> Sequence[DrawnCell]:
        """Return the numbers at the left, the ends below, and the slip."""
        look, box = self.look, self.rect
        high = look.leading(theme.SMALL)
        if not self.lines:
            return (DrawnCell(str(self.empty), theme.READING, theme.MUTED, box.middle(box.w, high), "centre"),)
        field, ticks = self._field(), self._ticks()
        told = []
        for tick in ticks:
            y = self._at(field, ticks, 0, tick, 2)[1]
            told.append(
                DrawnCell(
                    signed(tick),
                    theme.SMALL,
                    theme.MUTED,
                    Box(box.x, y - high / 2, field.x - box.x - EDGE, high),
                    "right",
                )
            )
        half = field.w / 2
        below = Box(field.x, box.bottom - high, half, high)
        told.append(DrawnCell(self.ends[0], theme.SMALL, theme.MUTED, below))
        told.append(DrawnCell(self.ends[1], theme.SMALL, theme.MUTED, below.moved(half, 0), "right"))
        slip = self._reading()
        if slip is not None:
            room, title, line = slip
            each = look.leading(theme.SMALL_BOLD)
            told.append(
                DrawnCell(
                    title, theme.SMALL_BOLD, theme.INK, Box(room.x + PAD, room.y + PAD / 2, room.w - 2 * PAD, each)
                )
            )
            told.append(
                DrawnCell(
                    line,
                    theme.SMALL_BOLD,
                    theme.RED_INK,
                    Box(room.x + PAD, room.y + PAD / 2 + each, room.w - 2 * PAD, each),
                )
            )
        return told

    # --- drawing -----------------------------------------------------------------------------------------------

    def strokes(self, surface: Surface) -> None:
        """Draw the lines across, the bands, the curves, then the reading line and its slip."""
        look = self.look
        if not self.lines:
            draw.seam(surface, look, (self.rect.x, self.rect.bottom - 1), self.rect.w, theme.LINE)
            return
        field, ticks = self._field(), self._ticks()
        for tick in ticks:
            y = self._at(field, ticks, 0, tick, 2)[1]
            draw.seam(surface, look, (field.x, y), field.w, theme.STRONG_LINE if tick == 0 else theme.LINE)
        if self.target:
            y = self._at(field, ticks, 0, self.target, 2)[1]
            for part in range(0, DASHES, 2):
                draw.seam(surface, look, (field.x + field.w * part / DASHES, y), field.w / DASHES, theme.GOLD)
        for line in reversed(self.lines):
            self._draw_line(surface, field, ticks, line)
        slip = self._reading()
        if slip is not None and self.read is not None:
            x = self._at(field, ticks, self.read, 0.0, len(self.lines[0].values))[0]
            surface.fill(theme.CREAM, look.rect(Box(x, field.y, 1.0, field.h)))
            draw.plate(surface, look, slip[0], theme.RADIUS_FIELD, theme.PAPER, None, theme.SHADE_CONTROL)

    def _draw_line(self, surface: Surface, field: Box, ticks: Sequence[int], line: CurveLine) -> None:
        look, count = self.look, len(line.values)

        def device(at: int, value: float) -> Point:
            x, y = self._at(field, ticks, at, value, count)
            return (x * look.u, y * look.u)

        if any(one.high > one.low for one in line.values):
            over = [device(at, one.high) for at, one in enumerate(line.values)]
            under = [device(at, one.low) for at, one in enumerate(line.values)]
            if count > 1:
                band = pygame.Surface(surface.get_size(), pygame.SRCALPHA)
                pygame.draw.polygon(band, (*line.colour, BAND), [*over, *reversed(under)])
                surface.blit(band, (0, 0))
        points = [device(at, one.value) for at, one in enumerate(line.values)]
        if count > 1:
            stroke(surface, points, max(2.0, THICK * look.u), (*line.colour, OPAQUE))
        x, y = self._at(field, ticks, count - 1, line.values[-1].value, count)
        size = look.scaled(DOT) * 2
        draw.plate(
            surface, look, Box(x - size, y - size, 2 * size, 2 * size), size, line.colour, draw.Edge(theme.NIGHT, 2.0)
        )
        if line.mark:
            draw.icon(surface, look, line.mark, (x, y), size, theme.INK)

    # --- hands -------------------------------------------------------------------------------------------------

    def draw(self, surface: Surface) -> None:
        """Draw it: time goes from left to right in every language."""
        with draw.kept_round(surface, self.look, self.rect):
            super().draw(surface)

    def handle(self, gesture: Gesture) -> Answer:
        """Move the reading line by arrows, a click or the pointer."""
        if not self.lines:
            return IGNORED
        if reads_leftward():
            gesture = self._seen(gesture)
        count = len(self.lines[0].values)
        match gesture:
            case Arrow("left" | "right" as way):
                at = count - 1 if self.read is None else self.read + (1 if way == "right" else -1)
                if not 0 <= at < count:
                    return IGNORED
                self.read = at
                return TAKEN
            case Use(None):
                self.read = count - 1 if self.read is None else None
                return TAKEN
            case Hover(at) | Use((_, _) as at):
                field = self._field()
                share = (at[0] - field.x) / max(1.0, field.w)
                before = self.read
                self.read = max(0, min(count - 1, round(share * (count - 1))))
                return Answer(taken=self.read != before)
        return IGNORED


@dataclass(frozen=True, slots=True)
class WinBar:
    """A share with its span, and the two lines beside it."""

    label: Text
    span: Estimate
    note: Text  # how many it was made from


class WinBars(Drawn):
    """Bars from nothing to all; each with its span, grey where it says little, none where it says nothing."""

    kind = "plot"
    least = 320.0

    def __init__(self, name: str, shares: Sequence[WinBar], empty: Text, span_words: Callable[[Estimate], str]) -> None:
        super().__init__(name)
        self.shares = tuple(shares)
        self.empty = empty
        self.span_words = span_words

    def main_text(self) -> str:
        """Say each in words."""
        return ". ".join(f"{one.label}: {self.span_words(one.span)}, {one.note}" for one in self.shares) or str(
            self.empty
        )

    def _row(self, look: Look) -> float:
        return 2 * look.leading(theme.SMALL) + GAP

    def height_for(self, look: Look, width: float) -> float:  # noqa: ARG002 - a row each
        """Return the height of a row for each, and of the scale."""
        return max(1, len(self.shares)) * self._row(look) + look.leading(theme.SMALL) + GAP

    def _field(self) -> Box:
        box, wide = self.rect, self.rect.w * NAMES
        right = self.rect.w * LABELS
        return Box(box.x + wide, box.y, max(1.0, box.w - wide - right), len(self.shares) * self._row(self.look))

    def cells(self) -> Sequence[DrawnCell]:
        """Return the words at both sides, and the scale below."""
        look, box, row = self.look, self.rect, self._row(self.look)
        high = look.leading(theme.SMALL)
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
                    Box(box.x, y, field.x - box.x - EDGE, row - GAP),
                    "right",
                )
            )
            room = Box(field.right + EDGE, y, box.right - field.right - EDGE, high)
            told.append(DrawnCell(self.span_words(one.span), theme.SMALL_BOLD, theme.CREAM, room, "right"))
            told.append(DrawnCell(str(one.note), theme.SMALL, theme.MUTED, room.moved(0, high), "right"))
        for share, align, part in SCALE:
            wide = field.w / len(SCALE)
            x = field.x + (field.w - wide) * part
            told.append(DrawnCell(share, theme.SMALL, theme.MUTED, Box(x, field.bottom + GAP / 2, wide, high), align))
        return told

    def strokes(self, surface: Surface) -> None:
        """Draw the scale, the bars and their spans."""
        look, row = self.look, self._row(self.look)
        if not self.shares:
            return
        field = self._field()
        for part in (0.0, HALF, 1.0):
            line = Box(field.x + field.w * part, field.y, 1.0, field.h)
            surface.fill(theme.STRONG_LINE if part == HALF else theme.LINE, look.rect(line))
        for at, one in enumerate(self.shares):
            if not one.span.told:
                continue
            y = self.rect.y + at * row + (row - GAP) * AIR
            bar = Box(field.x, y, max(2.0, field.w * one.span.middle), (row - GAP) * BAR)
            draw.plate(surface, look, bar, CORNER, theme.SKY if one.span.clear else theme.STRONG_LINE)
            low, high = field.x + field.w * one.span.low, field.x + field.w * one.span.high
            surface.fill(theme.CREAM, look.rect(Box(low, bar.centre[1] - 1, high - low, 2)))
            for end in (low, high):
                surface.fill(theme.CREAM, look.rect(Box(end - 1, bar.y + 2, 2, bar.h - CORNER)))


@dataclass(frozen=True, slots=True)
class Pair:
    """What something brought us, and the others."""

    label: Text
    ours: float
    theirs: float


class Pairs(Drawn):
    """Two bars a row, ours gold and theirs sky, to both sides of nothing; the numbers stand beside them."""

    kind = "plot"
    least = 320.0

    def __init__(self, name: str, pairs: Sequence[Pair], us: Text, them: Text, empty: Text) -> None:
        super().__init__(name)
        self.pairs = tuple(pairs)
        self.us, self.them, self.empty = us, them, empty

    def main_text(self) -> str:
        """Say each in words."""
        told = (f"{one.label}: {self.us} {signed(one.ours)}, {self.them} {signed(one.theirs)}" for one in self.pairs)
        return ". ".join(told) or str(self.empty)

    def _row(self, look: Look) -> float:
        return look.leading(theme.SMALL) + GAP

    def height_for(self, look: Look, width: float) -> float:  # noqa: ARG002 - a row each
        """Return the height of a row for each below the heads."""
        return (max(1, len(self.pairs)) + 1) * self._row(look)

    def _columns(self) -> tuple[Box, Box, Box, Box]:
        """Return the boxes of words, bars, our numbers and theirs, in the first row."""
        box, row = self.rect, self._row(self.look)
        look = self.look
        wanted = max((look.wide(str(one.label), theme.SMALL) for one in self.pairs), default=0.0) + 2
        heads = (look.wide(str(head), theme.SMALL_BOLD) + GAP + 2 for head in (self.us, self.them))
        ours, theirs = (max(head, box.w * NUMBERS) for head in heads)
        label = max(0.0, min(wanted, box.w * MOST_LABEL, box.w - ours - theirs - 2 * EDGE))
        bars = max(1.0, box.w - label - ours - theirs - 2 * EDGE)
        return (
            Box(box.x, box.y, label, row),
            Box(box.x + label + EDGE, box.y, bars, row),
            Box(box.right - theirs - ours, box.y, ours - GAP, row),
            Box(box.right - theirs, box.y, theirs, row),
        )

    def cells(self) -> Sequence[DrawnCell]:
        """Return heads, words and numbers."""
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
            told.append(DrawnCell(signed(one.ours), theme.SMALL_BOLD, theme.GOLD, ours.moved(0, at * row), "right"))
            told.append(DrawnCell(signed(one.theirs), theme.SMALL_BOLD, theme.SKY, theirs.moved(0, at * row), "right"))
        return told

    def strokes(self, surface: Surface) -> None:
        """Draw the bars from the line of nothing."""
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
                above, high = TWO[half]
                y = bars.y + at * row + row * above
                draw.plate(surface, look, Box(x, y, wide, row * high), CORNER, colour)


class Histogram(Drawn):
    """How often each whole number came, the most frequent one in gold."""

    kind = "plot"
    least = 240.0

    def __init__(self, name: str, counted: Sequence[tuple[int, int]], empty: Text) -> None:
        super().__init__(name)
        self.counted = tuple(counted)
        self.empty = empty

    def main_text(self) -> str:
        """Say each that came at all."""
        return ", ".join(f"{number}: {times}" for number, times in self.counted if times) or str(self.empty)

    def height_for(self, look: Look, width: float) -> float:  # noqa: ARG002 - bars are as high as there is room
        """Return a height that shows the form."""
        return DEEP + look.leading(theme.SMALL)

    @property
    def most(self) -> int:
        """The number that came most often."""
        return max(self.counted, key=lambda one: one[1], default=(0, 0))[0]

    def _places(self) -> list[tuple[int, int, Box]]:
        """Return each number with how often it came and the box of its bar."""
        box = self.rect.top_part(max(1.0, self.rect.h - self.look.leading(theme.SMALL) - GAP / 2))
        step = box.w / max(1, len(self.counted))
        tallest = max((times for _number, times in self.counted), default=1)
        places = []
        for at, (number, times) in enumerate(self.counted):
            high = box.h * times / tallest
            bar = Box(box.x + at * step + step * BESIDE, box.bottom - high, step * COLUMN, high)
            places.append((number, times, bar))
        return places

    def cells(self) -> Sequence[DrawnCell]:
        """Return the numbers below the first, the last and the highest bar."""
        look, box = self.look, self.rect
        high = look.leading(theme.SMALL)
        if not self.counted:
            return (DrawnCell(str(self.empty), theme.READING, theme.MUTED, box.middle(box.w, high), "centre"),)
        told: list[DrawnCell] = []
        most = self.most
        wide = look.wide("00", theme.SMALL) + GAP
        shown = {number: bar for number, _times, bar in self._places()}
        for number in (most, self.counted[0][0], self.counted[-1][0]):
            x = min(max(box.x, shown[number].centre[0] - wide / 2), box.right - wide)
            if all(abs(x - one.box.x) >= wide for one in told):
                ink = theme.GOLD if number == most else theme.MUTED
                told.append(DrawnCell(str(number), theme.SMALL, ink, Box(x, box.bottom - high, wide, high), "centre"))
        return told

    def strokes(self, surface: Surface) -> None:
        """Draw the bars on their line."""
        look = self.look
        for number, times, bar in self._places():
            if times:
                fill = theme.GOLD if number == self.most else theme.STRONG_LINE
                draw.plate(surface, look, bar, min(CORNER, bar.w / 2), fill)
        foot = self.rect.bottom - look.leading(theme.SMALL) - GAP / 2
        draw.seam(surface, look, (self.rect.x, foot), self.rect.w, theme.STRONG_LINE)


@dataclass(frozen=True, slots=True)
class NotedLine:
    """A sign, what it is, and what it comes to."""

    sign: str
    label: Text
    value: Text


class Noted(Drawn):
    """A few lines, each with a sign."""

    kind = "lines"
    least = 240.0

    def __init__(self, name: str, lines: Sequence[NotedLine]) -> None:
        super().__init__(name)
        self.lines = tuple(lines)

    def main_text(self) -> str:
        """Say each."""
        return ". ".join(f"{one.label}: {one.value}" for one in self.lines)

    def _row(self, look: Look) -> float:
        return look.leading(theme.SMALL) + PAD

    def height_for(self, look: Look, width: float) -> float:  # noqa: ARG002 - a row each
        """Return the height of all lines."""
        return len(self.lines) * self._row(look)

    def cells(self) -> Sequence[DrawnCell]:
        """Return the words beside the signs."""
        look, box, row = self.look, self.rect, self._row(self.look)
        left = look.scaled(SIGN) + EDGE
        told = []
        for at, one in enumerate(self.lines):
            room = Box(box.x + left, box.y + at * row, box.w - left, row)
            told.append(DrawnCell(str(one.label), theme.SMALL_BOLD, theme.CREAM, room.left_part(room.w * HALF)))
            told.append(DrawnCell(str(one.value), theme.SMALL, theme.MUTED, room.beside(room.w * HALF + GAP), "right"))
        return told

    def strokes(self, surface: Surface) -> None:
        """Draw the signs."""
        look, row = self.look, self._row(self.look)
        size = look.scaled(SIGN)
        for at, one in enumerate(self.lines):
            draw.icon(
                surface, look, one.sign, (self.rect.x + size / 2, self.rect.y + (at + HALF) * row), size, theme.GOLD
            )
