"""The rounds of a match side by side: a line a round, a column a side, the match scores at the foot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.client import theme
from game.client.scenes.score_lines import points_ink, points_words
from game.client.widgets import draw
from game.client.widgets.boxes import Box
from game.client.widgets.widget import Widget, Written
from game.client.words import grouped, say

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import pygame

    from game.client.widgets.boxes import Size
    from game.client.widgets.look import Look
    from game.client.words import Text

PAD = 16.0
LEAST_LINE = 40.0
CLOSE_LINE, MANY = 34.0, 6  # with more rounds than these the lines stand closer
LEAST_HEAD = 46.0


class Totals(Widget):
    """`sides` are their names, `rounds` the points of each round by side; `winners` are places in `sides`.

    `against` tells that points are a burden.
    """

    kind = "totals"

    def __init__(
        self,
        name: str,
        sides: Sequence[Text],
        rounds: Sequence[tuple[int, tuple[int, ...]]],
        totals: Sequence[int],
        winners: Sequence[int],
        *,
        against: bool = False,
    ) -> None:
        super().__init__(name)
        self._sides = tuple(sides)
        self.rounds = tuple(rounds)
        self.totals = tuple(totals)
        self.winners = tuple(winners)
        self.against = against

    @property
    def sides(self) -> tuple[str, ...]:
        """Return the names, as they are said now."""
        return tuple(map(str, self._sides))

    def says(self) -> str:
        """Return the match scores."""
        return ", ".join(f"{side} {grouped(total)}" for side, total in zip(self.sides, self.totals, strict=True))

    def _first(self, look: Look) -> float:
        last = self.rounds[-1][0] if self.rounds else 1
        labels = [say("end.total"), say("end.round", round=last)]
        return max(look.wide(label, theme.LABEL) for label in labels) + 2 * PAD

    def _column(self, look: Look, width: float) -> float:
        return (width - self._first(look)) / len(self.sides)

    def _head(self, look: Look, width: float) -> float:
        room = self._column(look, width) - 2 * PAD
        return max([LEAST_HEAD, *[look.wrapped(side, theme.LABEL, room)[1] + 16 for side in self.sides]])

    def _line(self, look: Look) -> float:
        if len(self.rounds) > MANY:
            return max(CLOSE_LINE, look.leading(theme.BIG_NUMBER) + 4)
        return max(LEAST_LINE, look.leading(theme.BIG_NUMBER) + 8)

    def _sum(self, look: Look) -> float:
        return look.leading(theme.DISPLAY) + 16

    def min_size(self, look: Look) -> Size:
        """Return the room of the widest words of each column."""
        words = [look.wide(word, theme.LABEL) for side in self.sides for word in side.split()]
        wide = self._first(look) + len(self.sides) * (max([*words, look.wide("+10 000", theme.DISPLAY)]) + 2 * PAD)
        return (wide, self.height_for(look, wide))

    def height_for(self, look: Look, width: float) -> float:
        """Return the height of head, rounds and foot."""
        return self._head(look, width) + max(1, len(self.rounds)) * self._line(look) + self._sum(look) + 12

    # --- drawing -------------------------------------------------------------------------------------------------

    def _cells(self) -> list[tuple[str, theme.Role, theme.RGB, Box, bool]]:
        """Return every text with its place; the last says whether it stands at the right end."""
        look, box = self.look, self.rect
        first, wide = self._first(look), self._column(look, box.w)
        y = box.y + self._head(look, box.w) + 4
        cells: list[tuple[str, theme.Role, theme.RGB, Box, bool]] = []
        line = self._line(look)
        if not self.rounds:
            room = Box(box.x + PAD, y, box.w - 2 * PAD, line)
            cells.append((say("end.no_rounds"), theme.READING, theme.INK_2, room, False))
        for number, points in self.rounds:
            label = Box(box.x + PAD, y, first - PAD, line)
            cells.append((say("end.round", round=number), theme.LABEL, theme.INK, label, False))
            for at, one in enumerate(points):
                cell = Box(box.x + first + at * wide + PAD, y, wide - 2 * PAD, line)
                ink = points_ink(one, against=self.against)
                cells.append((points_words(one, against=self.against), theme.BIG_NUMBER, ink, cell, True))
            y += line
        y = box.bottom - self._sum(look)
        label = Box(box.x + PAD, y, first - PAD, self._sum(look))
        cells.append((say("end.total"), theme.LABEL, theme.INK, label, False))
        for at, total in enumerate(self.totals):
            cell = Box(box.x + first + at * wide + PAD, y, wide - 2 * PAD, self._sum(look))
            cells.append((grouped(total), theme.DISPLAY, theme.INK, cell, True))
        return cells

    def _head_cells(self) -> list[tuple[str, Box, bool]]:
        """Return the names with their places and whether they won."""
        look, box = self.look, self.rect
        first, wide, high = self._first(look), self._column(look, box.w), self._head(look, box.w)
        return [
            (side, Box(box.x + first + at * wide, box.y, wide, high), at in self.winners)
            for at, side in enumerate(self.sides)
        ]

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the table."""
        look, box = self.look, self.rect
        line = self._line(look)
        for at in range(0, len(self.rounds), 2):
            band = Box(box.x, box.y + self._head(look, box.w) + 4 + at * line, box.w, line)
            draw.plate(surface, look, band, 10.0, theme.PAPER_BAND)
        for at, (side, cell, won) in enumerate(self._head_cells()):
            fill = theme.GOLD if at == 0 else theme.SKY if len(self.sides) == 2 else theme.PAPER_BAND
            plate = cell.inset(3, 0)
            draw.plate(surface, look, plate, 12.0, fill)
            if won:
                size = look.scaled(20)
                draw.icon(surface, look, "crown", (plate.x + PAD + size / 2, plate.centre[1]), size, theme.INK)
            draw.paragraph(surface, look, side, theme.LABEL, theme.INK, self._name_box(side, cell), "right")
        seam = Box(box.x, box.bottom - self._sum(look) - 2, box.w, 2.0)
        draw.plate(surface, look, seam, 0, theme.INK)
        for words, role, colour, cell, right in self._cells():
            at_x = cell.right if right else cell.x
            draw.line(surface, look, words, role, colour, (at_x, cell.centre[1]), "right" if right else "left")

    def _name_box(self, side: str, cell: Box) -> Box:
        room = cell.w - 2 * PAD
        high = self.look.wrapped(side, theme.LABEL, room)[1]
        return Box(cell.x + PAD, cell.y + (cell.h - high) / 2, room, high)

    def texts(self) -> Iterator[Written]:
        """Yield every name and number."""
        for side, cell, _won in self._head_cells():
            yield draw.fitted(self.look, side, theme.LABEL, self._name_box(side, cell))
        for words, role, _colour, cell, _right in self._cells():
            yield draw.fitted_line(self.look, words, role, cell)
