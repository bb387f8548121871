"""The score list beside an open table: all players, the best first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from game.client.draw import theme
from game.client.table.plates.lettering import cut_name
from game.client.widgets import draw
from game.client.widgets.boxes import Box
from game.client.widgets.widget import Widget, WrittenText
from game.client.words import group_digits, say

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pygame

    from game.client.widgets.boxes import Size
    from game.client.widgets.look import Look

MIN_WIDTH = 200.0
TOP_MARGIN, HEADING_GAP, FOOT_MARGIN = 8.0, 3.0, 10.0  # above the heading, below it, and below the last row
HEADING_MARGIN, ROW_MARGIN = 14.0, 8.0  # at both ends of the heading; of the rows, and before the right column
ROW_PADDING, ROW_RADIUS = 6.0, 8.0
DOT_SIZE, DOT_MARGIN, DOT_GAP = 12.0, 7.0, 9.0  # dot before a name: its size, distance from the edge, and from the name
RIM_WIDTHS = (1.2, 2.0)  # of the rim around a dot: usually, and for the player whose turn it is
MIN_NAME_WIDTH = 10.0


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """One player's score."""

    seat: int
    name: str
    total: int
    mine: bool
    turn: bool


class ScoreList(Widget):
    """All players by match score, best first; one's own row is highlighted."""

    kind = "score"

    def __init__(self) -> None:
        super().__init__("table.scores")
        self.rows: tuple[ScoreRow, ...] = ()
        self.aside = ""
        self.signed = False

    def accessible_text(self) -> str:
        """Return every player with their score."""
        return ", ".join(f"{row.name} {self._written(row.total)}" for row in self.rows)

    def _written(self, total: int) -> str:
        return f"+{group_digits(total)}" if self.signed and total > 0 else group_digits(total)

    def row_height(self, look: Look) -> float:
        """Return the height of one row."""
        return look.line_height(theme.LABEL) + ROW_PADDING

    def min_size(self, look: Look) -> Size:
        """Return the size of heading and all rows."""
        return (MIN_WIDTH, self._head(look) + self.row_height(look) * len(self.rows) + FOOT_MARGIN)

    def tight_height(self, look: Look) -> float:
        """Return the height of heading and all rows with tight spacing."""
        return self._head(look) + look.line_height(theme.LABEL) * len(self.rows) + FOOT_MARGIN

    def least_height(self, look: Look) -> float:
        """Return the height of the heading and two rows, the least useful height."""
        return self._head(look) + self.row_height(look) * 2 + FOOT_MARGIN

    def _head(self, look: Look) -> float:
        return TOP_MARGIN + look.line_height(theme.HEADING) + HEADING_GAP

    def place(self, box: Box, look: Look) -> None:
        """Lay the list out in a box; the tooltip lists what does not fit."""
        super().place(box, look)
        self.tip = self.accessible_text() if len(self._shown()) < len(self.rows) else None

    def _shown(self) -> list[tuple[ScoreRow, Box]]:
        """Return the rows that fit, always including one's own."""
        look = self.look
        room = self.rect.below(self._head(look))
        high = min(
            self.row_height(look), max(look.line_height(theme.LABEL), (room.h - FOOT_MARGIN) / max(1, len(self.rows)))
        )
        count = max(1, int((room.h - ROW_PADDING) / high))
        rows = list(self.rows[:count])
        mine = next((row for row in self.rows if row.mine), None)
        if mine is not None and mine not in rows:
            rows[-1] = mine
        return [
            (row, Box(room.x + ROW_MARGIN, room.y + at * high, room.w - 2 * ROW_MARGIN, high))
            for at, row in enumerate(rows)
        ]

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the panel."""
        look, box = self.look, self.rect
        draw.plate(
            surface, look, box, theme.RADIUS_PANEL, theme.PANEL, draw.Edge(theme.LINE), theme.SHADE_PANEL
        )  # fmt: skip
        title, aside = self._heading()
        draw.line(surface, look, say("open.score"), theme.HEADING, theme.CREAM, (title.x, title.centre[1]))
        if aside is not None:
            draw.line(surface, look, self.aside, theme.SMALL, theme.MUTED, (aside.right, aside.centre[1]), "right")
        for row, cell in self._shown():
            self._draw_row(surface, row, cell)

    def _heading(self) -> tuple[Box, Box | None]:
        look, box = self.look, self.rect
        high = look.line_height(theme.HEADING)
        title = Box(
            box.x + HEADING_MARGIN, box.y + TOP_MARGIN, look.text_width(say("open.score"), theme.HEADING) + 1, high
        )
        wide = look.text_width(self.aside, theme.SMALL) + 1
        aside = Box(box.right - HEADING_MARGIN - wide, title.y, wide, high)
        return title, aside if aside.x > title.right + ROW_MARGIN else None

    def _draw_row(self, surface: pygame.Surface, row: ScoreRow, cell: Box) -> None:
        look = self.look
        if row.mine:
            draw.plate(surface, look, cell, ROW_RADIUS, theme.ROW_CHOSEN)
        dot = min(DOT_SIZE, cell.h * 0.5)
        disc = Box(cell.x + DOT_MARGIN, cell.centre[1] - dot / 2, dot, dot)
        rim = draw.Edge(theme.GOLD if row.turn else theme.CREAM, RIM_WIDTHS[row.turn])
        draw.plate(surface, look, disc, dot / 2, theme.AVATAR_COLOURS[row.seat % len(theme.AVATAR_COLOURS)], rim)
        name, total = self._row_boxes(row, cell)
        words = cut_name(look, self._name(row), theme.LABEL, name.w)
        draw.line(surface, look, words, theme.LABEL, theme.CREAM, (name.x, name.centre[1]))
        draw.line(
            surface, look, self._written(row.total), theme.NUMBER, theme.CREAM, (total.right, total.centre[1]), "right"
        )

    def _name(self, row: ScoreRow) -> str:
        return say("open.you", name=row.name) if row.mine else row.name

    def _row_boxes(self, row: ScoreRow, cell: Box) -> tuple[Box, Box]:
        wide = self.look.text_width(self._written(row.total), theme.NUMBER) + 1
        total = Box(cell.right - ROW_MARGIN - wide, cell.y, wide, cell.h)
        left = cell.x + DOT_MARGIN + DOT_SIZE + DOT_GAP
        return Box(left, cell.y, max(MIN_NAME_WIDTH, total.x - ROW_MARGIN - left), cell.h), total

    def texts(self) -> Iterator[WrittenText]:
        """Yield heading, names and scores as they are shown."""
        look = self.look
        title, aside = self._heading()
        yield draw.fitted_line(look, say("open.score"), theme.HEADING, title)
        if aside is not None:
            yield draw.fitted_line(look, self.aside, theme.SMALL, aside)
        for row, cell in self._shown():
            name, total = self._row_boxes(row, cell)
            yield draw.fitted_line(look, cut_name(look, self._name(row), theme.LABEL, name.w), theme.LABEL, name)
            yield draw.fitted_line(look, self._written(row.total), theme.NUMBER, total)
