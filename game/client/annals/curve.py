"""A chart of curves over time with confidence bands.

Law: the selected point is shown in words, whether selected by arrows or the pointer.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import pygame

from game.client.annals.drawn import GAP, MARGIN, TOOLTIP_PADDING, DrawnCell, DrawnWidget
from game.client.draw import theme
from game.client.draw.pen import draw_stroke
from game.client.widgets import draw
from game.client.widgets.boxes import Box, wrapped_flow
from game.client.widgets.gesture import Arrow, Hover, Use
from game.client.widgets.widget import IGNORED, TAKEN, Answer
from game.client.words import group_digits
from game.client.words.tongue import reads_leftward

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pygame import Surface

    from game.client.draw.theme import RGB
    from game.client.widgets.boxes import Point
    from game.client.widgets.gesture import Gesture
    from game.client.widgets.look import Look
    from game.client.words import Text

OPAQUE: Final = 255
BAND_ALPHA: Final = 70  # opacity, of 255, of the band behind a curve
MAX_TICKS: Final = 4  # the axis is divided into at most one part more than this
NICE_STEPS: Final = (1, 2, 5)
DOT_SIZE: Final = 5.0
# the height: at most so many logical px, as a share of the width, and at least so many lines of text
MAX_HEIGHT, HEIGHT_SHARE, MIN_LINES = 220.0, 0.42, 6.0
DASH_COUNT: Final = 40
LINE_WIDTH: Final = 3.0


def signed_number(number: float) -> str:
    """Format a number, rounded, with its sign."""
    whole = round(number)
    return f"+{group_digits(whole)}" if whole > 0 else group_digits(whole)


def axis_steps(low: float, high: float, most: int = MAX_TICKS) -> list[int]:
    """Return round numbers that enclose a range and divide it into at most `most` + 1 parts."""
    reach = max(1.0, high - low)
    ten = 1
    while True:
        for nice in NICE_STEPS:
            step = nice * ten
            if reach / step <= most:
                first = int(low // step) * step
                count = int(-(-(high - first) // step))
                return [first + step * at for at in range(max(1, count) + 1)]
        ten *= 10


def _disc(look: Look) -> float:
    """Return the width of the disc at the end of a line."""
    return look.scaled(DOT_SIZE) * 4


@dataclass(frozen=True, slots=True)
class CurveValue:
    """A point of a line: its value, its interval, and its two lines of words."""

    value: float
    low: float
    high: float
    title: Text
    line: Text


@dataclass(frozen=True, slots=True)
class CurveLine:
    """A line of values from left to right, in its colour; `mark` is an icon at its end, `name` its owner."""

    values: tuple[CurveValue, ...]
    colour: RGB
    mark: str = ""
    name: Text = ""


class Curve(DrawnWidget):
    """Lines over the same x values; arrows and the pointer move a cursor along them."""

    kind = "plot"
    takes_focus = True
    least = 320.0

    def __init__(
        self, name: str, lines: Sequence[CurveLine], empty: Text, *, ends: tuple[str, str] = ("", ""), target: int = 0
    ) -> None:
        super().__init__(name)
        self.lines = tuple(line for line in lines if line.values)
        self.empty = empty
        self.ends = ends  # the labels under the first and the last x
        self.target = target  # the points at which the target's line is drawn; 0 for no line
        self.cursor: int | None = None  # the index of the point in the tooltip

    def accessible_text(self) -> str:
        """Return the words of the point at the cursor, else of the last one."""
        if not self.lines:
            return str(self.empty)
        at = len(self.lines[0].values) - 1 if self.cursor is None else self.cursor
        return ". ".join(f"{line.values[at].title}: {line.values[at].line}" for line in self.lines)

    def height_for(self, look: Look, width: float) -> float:
        """Return the height: in proportion to the width, within bounds, and the names below."""
        return max(
            look.line_height(theme.SMALL) * MIN_LINES, min(MAX_HEIGHT, width * HEIGHT_SHARE)
        ) + self._names_height(look, width)

    # --- where things lie --------------------------------------------------------------------------------------

    def _names(self, look: Look, box: Box) -> list[tuple[CurveLine, Box]]:
        """Return the box of each line's name, with a disc of its colour before it."""
        named, high = [line for line in self.lines if line.name], look.line_height(theme.SMALL)
        sizes = [(_disc(look) + MARGIN + look.text_width(str(line.name), theme.SMALL) + 2, high) for line in named]
        return list(zip(named, wrapped_flow(box, sizes, 2 * TOOLTIP_PADDING, 0.0), strict=True))

    def _names_height(self, look: Look, width: float) -> float:
        return max((box.bottom + GAP for _line, box in self._names(look, Box(0.0, 0.0, width, 0.0))), default=0.0)

    def _placed_names(self) -> list[tuple[CurveLine, Box]]:
        return self._names(self.look, self.rect.below(self.rect.h - self._names_height(self.look, self.rect.w) + GAP))

    def _ticks(self) -> list[int]:
        values = [edge for line in self.lines for one in line.values for edge in (one.low, one.high)]
        return axis_steps(min([0.0, *values]), max([0.0, float(self.target), *values, 1.0]))

    def _field(self) -> Box:
        look, ticks = self.look, self._ticks()
        wide = max(look.text_width(signed_number(tick), theme.SMALL) for tick in ticks) + TOOLTIP_PADDING
        high = look.line_height(theme.SMALL)
        box, below = self.rect, self._names_height(look, self.rect.w)
        return Box(
            box.x + wide,
            box.y + high / 2,
            max(1.0, box.w - wide - TOOLTIP_PADDING),
            max(1.0, box.h - below - high - high / 2 - GAP),
        )

    def _unmirrored(self, gesture: Gesture) -> Gesture:
        """Undo the mirroring of a gesture, since the chart itself is not mirrored on a mirrored page."""
        match gesture:
            case Arrow("left" | "right" as way):
                return Arrow("left" if way == "right" else "right")
            case Hover((x, y)):
                return Hover((self.rect.x + self.rect.right - x, y))
            case Use((x, y)):
                return Use((self.rect.x + self.rect.right - x, y))
        return gesture

    def _point_at(self, field: Box, ticks: Sequence[int], place: int, value: float, count: int) -> Point:
        x = field.x + field.w * (place / (count - 1) if count > 1 else 1.0)
        y = field.bottom - field.h * (value - ticks[0]) / (ticks[-1] - ticks[0])
        return (x, y)

    def _tooltip(self) -> tuple[Box, str, str] | None:
        """Return the tooltip at the cursor, with its two lines."""
        if self.cursor is None or not self.lines:
            return None
        look, field, ticks = self.look, self._field(), self._ticks()
        values = self.lines[0].values
        title = str(values[self.cursor].title)
        line = " · ".join(str(one.values[self.cursor].line) for one in self.lines)
        wide = min(
            field.w,
            max(look.text_width(title, theme.SMALL_BOLD), look.text_width(line, theme.SMALL_BOLD))
            + 2 * TOOLTIP_PADDING,
        )
        high = 2 * look.line_height(theme.SMALL_BOLD) + TOOLTIP_PADDING
        x = self._point_at(field, ticks, self.cursor, 0.0, len(values))[0]
        left = (
            x - wide - TOOLTIP_PADDING
            if x - wide - TOOLTIP_PADDING >= field.x
            else min(x + TOOLTIP_PADDING, field.right - wide)
        )
        return Box(left, field.y, wide, high), title, line

    def cells(self) -> Sequence[DrawnCell]:
        """Return the numbers at the left, the end labels below, and the tooltip."""
        look, box = self.look, self.rect
        high = look.line_height(theme.SMALL)
        if not self.lines:
            return (DrawnCell(str(self.empty), theme.READING, theme.MUTED, box.middle(box.w, high), "centre"),)
        field, ticks = self._field(), self._ticks()
        told = []
        for tick in ticks:
            y = self._point_at(field, ticks, 0, tick, 2)[1]
            told.append(
                DrawnCell(
                    signed_number(tick),
                    theme.SMALL,
                    theme.MUTED,
                    Box(box.x, y - high / 2, field.x - box.x - MARGIN, high),
                    "right",
                )
            )
        half = field.w / 2
        foot = box.bottom - self._names_height(look, box.w)
        below = Box(field.x, foot - high, half, high)
        told.append(DrawnCell(self.ends[0], theme.SMALL, theme.MUTED, below))
        told.append(DrawnCell(self.ends[1], theme.SMALL, theme.MUTED, below.moved(half, 0), "right"))
        for one, place in self._placed_names():
            room = place.right_of(_disc(look) + MARGIN)
            told.append(DrawnCell(str(one.name), theme.SMALL, theme.CREAM, room))
        slip = self._tooltip()
        if slip is not None:
            room, title, line = slip
            each = look.line_height(theme.SMALL_BOLD)
            told.append(
                DrawnCell(
                    title,
                    theme.SMALL_BOLD,
                    theme.INK,
                    Box(room.x + TOOLTIP_PADDING, room.y + TOOLTIP_PADDING / 2, room.w - 2 * TOOLTIP_PADDING, each),
                )
            )
            told.append(
                DrawnCell(
                    line,
                    theme.SMALL_BOLD,
                    theme.RED_INK,
                    Box(
                        room.x + TOOLTIP_PADDING,
                        room.y + TOOLTIP_PADDING / 2 + each,
                        room.w - 2 * TOOLTIP_PADDING,
                        each,
                    ),
                )
            )
        return told

    # --- drawing -----------------------------------------------------------------------------------------------

    def draw_strokes(self, surface: Surface) -> None:
        """Draw the grid lines, the bands, the curves, then the cursor and its tooltip."""
        look = self.look
        if not self.lines:
            draw.draw_seam(surface, look, (self.rect.x, self.rect.bottom - 1), self.rect.w, theme.LINE)
            return
        field, ticks = self._field(), self._ticks()
        for tick in ticks:
            y = self._point_at(field, ticks, 0, tick, 2)[1]
            draw.draw_seam(surface, look, (field.x, y), field.w, theme.STRONG_LINE if tick == 0 else theme.LINE)
        if self.target:
            y = self._point_at(field, ticks, 0, self.target, 2)[1]
            for part in range(0, DASH_COUNT, 2):
                draw.draw_seam(
                    surface, look, (field.x + field.w * part / DASH_COUNT, y), field.w / DASH_COUNT, theme.GOLD
                )
        for line in reversed(self.lines):
            self._draw_line(surface, field, ticks, line)
        for line, place in self._placed_names():
            self._draw_disc(surface, (place.x + _disc(look) / 2, place.centre[1]), line.colour)
        slip = self._tooltip()
        if slip is not None and self.cursor is not None:
            x = self._point_at(field, ticks, self.cursor, 0.0, len(self.lines[0].values))[0]
            draw.draw_upright(surface, look, (x, field.y), field.h, theme.CREAM)
            draw.plate(surface, look, slip[0], theme.RADIUS_FIELD, theme.PAPER, None, theme.SHADE_CONTROL)

    def _draw_line(self, surface: Surface, field: Box, ticks: Sequence[int], line: CurveLine) -> None:
        look, count = self.look, len(line.values)

        def device(at: int, value: float) -> Point:
            x, y = self._point_at(field, ticks, at, value, count)
            return (x * look.u, y * look.u)

        if any(one.high > one.low for one in line.values):
            over = [device(at, one.high) for at, one in enumerate(line.values)]
            under = [device(at, one.low) for at, one in enumerate(line.values)]
            if count > 1:
                fill_area(surface, [*over, *reversed(under)], line.colour)
        points = [device(at, one.value) for at, one in enumerate(line.values)]
        if count > 1:
            draw_stroke(surface, points, max(2.0, LINE_WIDTH * look.u), (*line.colour, OPAQUE))
        at = self._point_at(field, ticks, count - 1, line.values[-1].value, count)
        self._draw_disc(surface, at, line.colour)
        if line.mark:
            draw.icon(surface, look, line.mark, at, _disc(look) / 2, theme.INK)

    def _draw_disc(self, surface: Surface, at: Point, colour: RGB) -> None:
        """Draw the disc at the end of a line or before its name."""
        wide = _disc(self.look)
        box = Box(at[0] - wide / 2, at[1] - wide / 2, wide, wide)
        draw.plate(surface, self.look, box, wide / 2, colour, draw.Edge(theme.DARK_GROUND, 2.0))

    # --- hands -------------------------------------------------------------------------------------------------

    def draw(self, surface: Surface) -> None:
        """Draw the chart unmirrored: time runs from left to right in every language."""
        with draw.unmirrored_box(surface, self.look, self.rect):
            super().draw(surface)

    def handle(self, gesture: Gesture) -> Answer:
        """Move the cursor by arrows, a click or the pointer."""
        if not self.lines:
            return IGNORED
        if reads_leftward():
            gesture = self._unmirrored(gesture)
        count = len(self.lines[0].values)
        match gesture:
            case Arrow("left" | "right" as way):
                at = count - 1 if self.cursor is None else self.cursor + (1 if way == "right" else -1)
                if not 0 <= at < count:
                    return IGNORED
                self.cursor = at
                return TAKEN
            case Use(None):
                self.cursor = count - 1 if self.cursor is None else None
                return TAKEN
            case Hover(at) | Use((_, _) as at):
                field = self._field()
                share = (at[0] - field.x) / max(1.0, field.w)
                before = self.cursor
                self.cursor = max(0, min(count - 1, round(share * (count - 1))))
                return Answer(taken=self.cursor != before)
        return IGNORED


def fill_area(surface: Surface, outline: Sequence[Point], colour: RGB) -> None:
    """Fill what a curve encloses, in device pixels, so that what lies behind it is still seen."""
    xs, ys = [point[0] for point in outline], [point[1] for point in outline]
    left, top = int(min(xs)), int(min(ys))
    filled = pygame.Surface((int(max(xs)) - left + 1, int(max(ys)) - top + 1), pygame.SRCALPHA)
    pygame.draw.polygon(filled, (*colour, BAND_ALPHA), [(x - left, y - top) for x, y in outline])
    surface.blit(filled, (left, top))
