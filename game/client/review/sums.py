"""The parts of a round's result (luck, the others, our own play) as bars around zero, each with its number."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from game.client.annals.curve import signed_number
from game.client.annals.drawn import DrawnCell, DrawnWidget
from game.client.draw import theme
from game.client.widgets import draw
from game.client.widgets.boxes import Box

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pygame

    from game.client.draw.theme import RGB
    from game.client.widgets.look import Look
    from game.client.words import Text

OTHERS_COLOUR: Final = theme.rgb("#B7A5D8")
ZERO_LINE_AT: Final = 0.5  # the zero line, as a share of the width
BAR_HEIGHT, GAP, CORNER_RADIUS, ZERO_LINE_WIDTH = 12.0, 6.0, 4.0, 2.0


@dataclass(frozen=True, slots=True)
class ResultPart:
    """One part of the result and its margin of error, 0 for the remainder."""

    words: Text
    points: int
    doubt: int
    colour: RGB


class SumBars(DrawnWidget):
    """Parts below one another: words and number on a line, the bar below."""

    kind = "plot"
    least = 220.0

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.sums: tuple[ResultPart, ...] = ()

    def accessible_text(self) -> str:
        """Return all parts in words."""
        return ", ".join(f"{one.words} {self._number(one)}" for one in self.sums)

    @staticmethod
    def _number(one: ResultPart) -> str:
        return f"{signed_number(one.points)} ± {one.doubt}" if one.doubt else signed_number(one.points)

    def _row_height(self, look: Look) -> float:
        return look.line_height(theme.SMALL_BOLD) + BAR_HEIGHT + 2 * GAP

    def height_for(self, look: Look, width: float) -> float:  # noqa: ARG002 - each part has its row
        """Return the height of all rows."""
        return self._row_height(look) * max(1, len(self.sums))

    def _rows(self) -> list[Box]:
        high = self._row_height(self.look)
        return [Box(self.rect.x, self.rect.y + at * high, self.rect.w, high) for at in range(len(self.sums))]

    def cells(self) -> Sequence[DrawnCell]:
        """Return words and numbers."""
        told, look = [], self.look
        high = look.line_height(theme.SMALL_BOLD)
        numbers = max([look.text_width(self._number(one), theme.NUMBER) + 2 for one in self.sums], default=0.0)
        for one, row in zip(self.sums, self._rows(), strict=True):
            line = row.top_part(high)
            told.append(DrawnCell(str(one.words), theme.SMALL_BOLD, theme.CREAM, line.left_part(row.w - numbers - GAP)))
            told.append(
                DrawnCell(self._number(one), theme.NUMBER, theme.CREAM, line.right_of(row.w - numbers), "right")
            )
        return told

    def draw_strokes(self, surface: pygame.Surface) -> None:
        """Draw the bars."""
        most = max([1, *(abs(one.points) for one in self.sums)])
        for one, row in zip(self.sums, self._rows(), strict=True):
            middle, y = row.x + row.w * ZERO_LINE_AT, row.bottom - BAR_HEIGHT - GAP
            wide = row.w * ZERO_LINE_AT * abs(one.points) / most
            box = Box(middle if one.points > 0 else middle - wide, y, wide, BAR_HEIGHT)
            if wide >= 1:
                draw.plate(surface, self.look, box, CORNER_RADIUS, one.colour)
            draw.plate(
                surface,
                self.look,
                Box(
                    middle - ZERO_LINE_WIDTH / 2, y - ZERO_LINE_WIDTH, ZERO_LINE_WIDTH, BAR_HEIGHT + 2 * ZERO_LINE_WIDTH
                ),
                1.0,
                theme.STRONG_LINE,
            )
