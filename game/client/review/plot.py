"""The curve of a round: the expected result after each turn, with marks; below it a strip for luck.

Laws: time runs from left to right in every language; a mark's size shows what its mistake cost; luck has a strip of
its own and affects no mark.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Final

from game.client.annals.curve import MAX_TICKS, axis_steps, fill_area, signed_number
from game.client.annals.drawn import DrawnCell, DrawnWidget
from game.client.debug import ShownItem
from game.client.draw import theme
from game.client.draw.pen import draw_stroke
from game.client.widgets import draw
from game.client.widgets.boxes import Box, wrapped_flow
from game.client.widgets.gesture import Arrow, Hover, Use
from game.client.widgets.widget import IGNORED, TAKEN, Answer
from game.client.words import phrase, say
from game.client.words.tongue import reads_leftward
from game.review.marks import TurnMark

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from pygame import Surface

    from game.client.director import Change
    from game.client.draw.theme import RGB
    from game.client.widgets.boxes import Point
    from game.client.widgets.gesture import Gesture
    from game.client.widgets.look import Look
    from game.review.review import RoundReview

# The icon of each mark and its colour.
MARK_ICONS: Final[dict[TurnMark, tuple[str, RGB]]] = {
    TurnMark.BRILLIANT: ("star", theme.GREEN_INK),
    TurnMark.GOOD: ("check", theme.GREEN_INK),
    TurnMark.INEXACT: ("minus", theme.rgb("#9A6408")),
    TurnMark.MISS: ("help", theme.rgb("#B3261E")),
}
BAD_LUCK_COLOUR: Final = theme.rgb("#9C86A8")
PADDING, LABEL_GAP, GAP = 12.0, 10.0, 8.0
MIN_LINES, STRIP_LINES = 4.0, 2.0  # least height of the curve and of luck's strip, in lines of text
MAX_HEIGHT, HEIGHT_SHARE = 150.0, 0.3
DOT_RADIUS, SIGN_RADIUS, MAX_EXTRA_RADIUS = 4.5, 9.0, 6.0  # radii: a good turn, a mark, the most a costly one adds
LINE_WIDTH: Final = 3.0
RIM_WIDTH: Final = 1.8
SELECTION_HALF_WIDTH: Final = 18.0  # logical px: half of the width of the selection frame
ICON_SCALE: Final = 1.3  # width of a mark's icon, in radii
TENTHS_PER_PERCENT, PERCENT_LINES = 10, (0, 50, 100)
BAR_SHARE: Final = 0.5  # width of a luck bar, as a share of a turn's width
MAX_BAR_WIDTH: Final = 14.0
OPAQUE: Final = 255
NUMBER_EVERY: Final = 5  # every fifth turn is numbered


@dataclass(frozen=True, slots=True)
class Scale:
    """The unit of the curve: points, or the chance to win in per cent."""

    chance: bool = False

    def converted(self, points: int, chance: int) -> float:
        """Return a value in this unit."""
        return chance / TENTHS_PER_PERCENT if self.chance else float(points)

    def words(self, value: float) -> str:
        """Return a value as text."""
        return say("unit.percent", value=round(value)) if self.chance else signed_number(value)


class RoundCurve(DrawnWidget):
    """The curve of one round; left and right go from turn to turn, up and down from mark to mark, a click selects."""

    kind = "plot"
    takes_focus = True
    leaves_return = True  # arrows choose at once
    least = 320.0

    def __init__(self, name: str, on_change: Callable[[], Change | None]) -> None:
        super().__init__(name)
        self.review: RoundReview | None = None
        self.scale = Scale()
        self.chosen = 0
        self.most = inf  # greatest height, unless the least is more
        self._on_change = on_change

    # --- what it tells -------------------------------------------------------------------------------------------

    def _count(self) -> int:
        return 0 if self.review is None else max(self.review.turn_count, 1)

    def _values(self) -> list[float]:
        turns = () if self.review is None else self.review.turns
        return [self.scale.converted(turn.stood.points, turn.stood.chance) for turn in turns]

    def accessible_text(self) -> str:
        """Return the selected turn in words."""
        return self._said(self.chosen)

    def _said(self, at: int) -> str:
        values = self._values()
        if self.review is None or not 0 <= at < len(values):
            return say("review.begins")
        mark = phrase(f"review.mark.{self.review.turns[at].mark.value}")
        return say("review.turn_said", turn=at + 1, mark=mark, value=self.scale.words(values[at]))

    def pressable_parts(self) -> Iterator[ShownItem]:
        """Yield each judged turn."""
        field, ticks, values = self._field(), self._ticks(), self._values()
        for at, value in enumerate(values):
            x, y = self._point_at(field, ticks, at, value)
            state = ("chosen",) if at == self.chosen else ()
            yield ShownItem(
                "turn",
                f"{self.name}.{at + 1}",
                Box(x - SIGN_RADIUS, y - SIGN_RADIUS, 2 * SIGN_RADIUS, 2 * SIGN_RADIUS),
                state,
                self._said(at),
            )

    # --- where things lie ----------------------------------------------------------------------------------------

    def height_for(self, look: Look, width: float) -> float:
        """Return the height of the curve, luck's strip and the numbers."""
        line = look.line_height(theme.SMALL)
        below = line * (STRIP_LINES + 1) + GAP
        return max(line * MIN_LINES, min(look.scaled(MAX_HEIGHT), width * HEIGHT_SHARE, self.most - below)) + below

    def _ticks(self) -> list[int]:
        if self.scale.chance:
            return [*PERCENT_LINES]
        values = self._values()
        most = int(self._curve_height() // self.look.line_height(theme.SMALL)) - 1  # so that the numbers do not touch
        return axis_steps(min([0.0, *values]), max([0.0, *values, 1.0]), max(1, min(MAX_TICKS, most)))

    def _curve_height(self) -> float:
        """Return the height of the curve alone."""
        line = self.look.line_height(theme.SMALL)
        return max(1.0, self.rect.h - line / 2 - MAX_EXTRA_RADIUS - line * (STRIP_LINES + 1) - GAP)

    def _field(self) -> Box:
        look, box = self.look, self.rect
        names = [self.scale.words(tick) for tick in self._ticks()] + [say("review.luck_short")]
        wide = max(look.text_width(name, theme.SMALL) for name in names) + PADDING
        top = look.line_height(theme.SMALL) / 2 + MAX_EXTRA_RADIUS
        return Box(
            box.x + wide, box.y + top, max(1.0, box.w - wide - PADDING - SELECTION_HALF_WIDTH), self._curve_height()
        )

    def _strip(self) -> Box:
        field, line = self._field(), self.look.line_height(theme.SMALL)
        return Box(field.x, field.bottom + GAP, field.w, line * STRIP_LINES)

    def _x_of(self, field: Box, at: int) -> float:
        return (
            field.x
            + SELECTION_HALF_WIDTH
            + GAP
            + (field.w - SELECTION_HALF_WIDTH - GAP) * (at / (self._count() - 1) if self._count() > 1 else 0.0)
        )

    def _point_at(self, field: Box, ticks: Sequence[int], at: int, value: float) -> Point:
        return self._x_of(field, at), field.bottom - field.h * (value - ticks[0]) / (ticks[-1] - ticks[0])

    def cells(self) -> Sequence[DrawnCell]:
        """Return the numbers at the left and below, and the label of luck's strip."""
        look, box, field, ticks = self.look, self.rect, self._field(), self._ticks()
        high, strip = look.line_height(theme.SMALL), self._strip()
        left = Box(box.x, 0.0, field.x - box.x - LABEL_GAP, high)
        told = [
            DrawnCell(self.scale.words(tick), theme.SMALL, theme.MUTED,
                      left.moved(0, self._point_at(field, ticks, 0, tick)[1] - high / 2), "right")
            for tick in ticks
        ]  # fmt: skip
        told.append(DrawnCell(say("review.luck_short"), theme.SMALL, theme.CREAM,
                              left.moved(0, strip.centre[1] - high / 2), "right"))  # fmt: skip
        room = 2 * look.text_width("00", theme.SMALL)
        for at in range(self._count()):
            if at == self.chosen or ((at == 0 or (at + 1) % NUMBER_EVERY == 0) and abs(at - self.chosen) > 1):
                x = self._x_of(field, at)
                ink = theme.GOLD if at == self.chosen else theme.MUTED
                told.append(
                    DrawnCell(str(at + 1), theme.SMALL, ink, Box(x - room / 2, strip.bottom, room, high), "centre")
                )
        return told

    # --- drawing -------------------------------------------------------------------------------------------------

    def draw(self, surface: Surface) -> None:
        """Draw it unmirrored: time runs from left to right in every language."""
        with draw.unmirrored_box(surface, self.look, self.rect):
            super().draw(surface)

    def draw_strokes(self, surface: Surface) -> None:
        """Draw the grid lines, the selection frame, luck, the curve and its marks."""
        look, field, ticks = self.look, self._field(), self._ticks()
        for tick in ticks:
            y = self._point_at(field, ticks, 0, tick)[1]
            draw.draw_seam(surface, look, (field.x, y), field.w, theme.STRONG_LINE if tick == 0 else theme.LINE)
        if self.review is None or not self.review.turns:
            return
        x = self._x_of(field, self.chosen)
        frame = Box(
            x - SELECTION_HALF_WIDTH,
            field.y - MAX_EXTRA_RADIUS,
            2 * SELECTION_HALF_WIDTH,
            self.rect.bottom - field.y + MAX_EXTRA_RADIUS,
        )
        draw.plate(surface, look, frame, theme.RADIUS_FIELD, theme.ROW_CHOSEN, draw.Edge(theme.GOLD, 2.0))
        self._draw_luck(surface, self.review)
        values = self._values()
        points = [self._point_at(field, ticks, at, value) for at, value in enumerate(values)]
        if len(points) > 1:
            line = [(px * look.u, py * look.u) for px, py in points]
            self._fill_to_zero(surface, line, self._point_at(field, ticks, 0, 0.0)[1] * look.u)
            draw_stroke(surface, line, max(2.0, LINE_WIDTH * look.u), (*theme.GOLD, OPAQUE))
        for at, (point, turn) in enumerate(zip(points, self.review.turns, strict=True)):
            self._draw_mark(surface, point, turn.mark, self.review.punished_points(at))

    @staticmethod
    def _fill_to_zero(surface: Surface, line: Sequence[Point], zero: float) -> None:
        """Fill between the curve and zero: what lies above it in gold, what lies below in the colour of bad luck."""
        outline = [*line, (line[-1][0], zero), (line[0][0], zero)]
        shown, middle = surface.get_clip(), round(zero)
        wide, high = surface.get_size()
        for colour, half in ((theme.GOLD, (0, 0, wide, middle)), (BAD_LUCK_COLOUR, (0, middle, wide, high - middle))):
            surface.set_clip(shown.clip(half))
            fill_area(surface, outline, colour)
        surface.set_clip(shown)

    def _draw_luck(self, surface: Surface, review: RoundReview) -> None:
        look, strip = self.look, self._strip()
        middle = strip.centre[1]
        draw.draw_seam(surface, look, (strip.x, middle), strip.w, theme.STRONG_LINE)
        most = max([1, *(abs(turn.luck.points) for turn in review.turns)])
        wide = min(MAX_BAR_WIDTH, BAR_SHARE * strip.w / self._count())
        for at, turn in enumerate(review.turns):
            high = strip.h / 2 * abs(turn.luck.points) / most
            if high >= 1:
                top = middle - high if turn.luck.points > 0 else middle
                colour = theme.SKY if turn.luck.points > 0 else BAD_LUCK_COLOUR
                draw.plate(surface, look, Box(self._x_of(strip, at) - wide / 2, top, wide, high), 2.0, colour)

    def _draw_mark(self, surface: Surface, at: Point, mark: TurnMark, punished: int) -> None:
        look = self.look
        if mark is TurnMark.GOOD:
            draw_disc(surface, look, at, DOT_RADIUS, theme.MINT)
            return
        most = (
            max(1, *(self.review.punished_points(one) for one in range(len(self.review.turns)))) if self.review else 1
        )
        radius = SIGN_RADIUS + MAX_EXTRA_RADIUS * punished / most
        draw_sign(surface, look, at, radius, mark)

    # --- hands ---------------------------------------------------------------------------------------------------

    def handle(self, gesture: Gesture) -> Answer:
        """Select a turn."""
        turns = () if self.review is None else self.review.turns
        if not turns:
            return IGNORED
        match gesture:
            case Arrow("left" | "right" as way):
                back = (way == "left") is not reads_leftward()
                return self._choose(self.chosen + (-1 if back else 1))
            case Arrow(way):
                marks = [at for at, turn in enumerate(turns) if turn.mark is not TurnMark.GOOD]
                found = [at for at in marks if (at > self.chosen if way == "down" else at < self.chosen)]
                return self._choose(found[0] if way == "down" else found[-1]) if found else IGNORED
            case Use(None):
                return TAKEN
            case Use((x, _)):
                field = self._field()
                if reads_leftward():
                    x = self.rect.x + self.rect.right - x
                share = (x - field.x - SELECTION_HALF_WIDTH - GAP) / max(1.0, field.w - SELECTION_HALF_WIDTH - GAP)
                return self._choose(max(0, min(len(turns) - 1, round(share * (self._count() - 1)))))
            case Hover(_):
                return IGNORED
        return IGNORED

    def _choose(self, at: int) -> Answer:
        if self.review is None or not 0 <= at < len(self.review.turns):
            return IGNORED
        self.chosen = at
        return Answer(taken=True, change=self._on_change())


class Legend(DrawnWidget):
    """The legend of the icons, wrapped to the width, each with the number of turns that have it."""

    kind = "legend"
    least = 120.0

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.review: RoundReview | None = None

    def accessible_text(self) -> str:
        """Return all labels."""
        return ", ".join(map(self._label, TurnMark))

    def _label(self, mark: TurnMark) -> str:
        """Return the name of a mark, after the number of turns that have it."""
        name = say(f"review.mark.{mark.value}")
        return name if self.review is None else f"{len(self.review.marked(mark))} {name}"

    def _cells(self, look: Look, box: Box) -> list[tuple[TurnMark, Box]]:
        sizes = [
            (2 * SIGN_RADIUS + GAP + look.text_width(self._label(mark), theme.SMALL_BOLD) + 2,
             max(2 * SIGN_RADIUS, look.line_height(theme.SMALL_BOLD)))
            for mark in TurnMark
        ]  # fmt: skip
        return list(zip(TurnMark, wrapped_flow(box, sizes, PADDING), strict=True))

    def height_for(self, look: Look, width: float) -> float:
        """Return the height of its lines."""
        return max(cell.bottom for _mark, cell in self._cells(look, Box(0.0, 0.0, width, 0.0)))

    def cells(self) -> Sequence[DrawnCell]:
        """Return the words."""
        cells = self._cells(self.look, self.rect)
        return [
            DrawnCell(self._label(mark), theme.SMALL_BOLD, theme.CREAM, cell.right_of(2 * SIGN_RADIUS + GAP))
            for mark, cell in cells
        ]

    def draw_strokes(self, surface: Surface) -> None:
        """Draw the icons."""
        for mark, cell in self._cells(self.look, self.rect):
            at = (cell.x + SIGN_RADIUS, cell.centre[1])
            if mark is TurnMark.GOOD:
                draw_disc(surface, self.look, at, DOT_RADIUS, theme.MINT)
            else:
                draw_sign(surface, self.look, at, SIGN_RADIUS, mark)


def draw_disc(surface: Surface, look: Look, at: Point, radius: float, colour: RGB) -> None:
    """Draw a disc with a light rim."""
    size = 2 * radius
    box = Box(at[0] - radius, at[1] - radius, size, size)
    draw.plate(
        surface,
        look,
        box,
        radius,
        colour,
        draw.Edge(theme.DARK_GROUND if radius == DOT_RADIUS else theme.CREAM, RIM_WIDTH),
    )


def draw_sign(surface: Surface, look: Look, at: Point, radius: float, mark: TurnMark) -> None:
    """Draw the icon of a mark."""
    sign, colour = MARK_ICONS[mark]
    draw_disc(surface, look, at, radius, colour)
    draw.icon(surface, look, sign, at, radius * ICON_SCALE, theme.CREAM)
