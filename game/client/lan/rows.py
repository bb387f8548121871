"""The list of tables on the network: each row with its lock, its game and host, who sits there, whether it answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from game.client.draw import theme
from game.client.widgets import draw
from game.client.widgets.boxes import Box
from game.client.widgets.list import PAD, ListRows, Row
from game.client.words import phrase

if TYPE_CHECKING:
    import pygame

    from game.client.widgets.boxes import Point
    from game.client.widgets.look import Look

DOT = 16.0
STEP = 20.0
LARGEST = 1.3  # text larger than this leaves the small persons no room
LEAST = 480.0
PING = 52.0  # room for the milliseconds
GAP = 12.0  # between the words and the persons
WAYS = (60, 25)  # milliseconds: a longer way loses its second bar, or its third
LIT = (theme.CORAL, theme.GOLD, theme.MINT)


@dataclass(frozen=True, slots=True)
class TableLine(Row):
    """One table: how many of how many chairs are taken, whether it has answered, and how fast in milliseconds."""

    taken: int = 0
    seats: int = 0
    open: bool = False
    ping: int | None = None


class TableRows(ListRows):
    """Rows with a person for each chair that is taken and a ring for each that is free."""

    def _persons(self, look: Look, row: Row, width: float) -> float:
        shown = isinstance(row, TableLine) and width >= LEAST and look.text_scale <= LARGEST
        return self._most * STEP + 52.0 + PING if shown else 0.0

    @property
    def _most(self) -> int:
        """The most chairs of a table: all rows begin theirs below one another."""
        return max((row.seats for row in self.members if isinstance(row, TableLine)), default=0)

    def _room(self, look: Look, row: Row, width: float) -> float:
        return max(1.0, super()._room(look, row, width) - self._persons(look, row, width) - GAP)

    def _draw_row(self, surface: pygame.Surface, row: Row, cell: Box) -> None:
        super()._draw_row(surface, row, cell)
        look = self.look
        wide = self._persons(look, row, cell.w)
        if not wide or not isinstance(row, TableLine):
            return
        x = cell.right - PAD - look.scaled(20) - 8 - wide
        for seat in range(row.seats):
            at = (x + seat * STEP + DOT / 2, cell.centre[1])
            if seat < row.taken:
                draw.icon(surface, look, "person", at, DOT, theme.CREAM if row.open else theme.MUTED)
            else:
                draw.icon(surface, look, "plus", at, DOT * 0.7, theme.MUTED)
        at = (x + self._most * STEP + 26, cell.centre[1])
        if row.open:
            self._draw_way(surface, row.ping, at)
        else:
            draw.icon(surface, look, "wait", at, 20.0, theme.MUTED)
        if row.open and row.ping is not None:
            words = str(phrase("lobby.ms", value=row.ping))
            draw.line(surface, look, words, theme.SMALL, theme.MUTED, (at[0] + 16, at[1]), "left")

    def _draw_way(self, surface: pygame.Surface, ping: int | None, at: Point) -> None:
        """Draw three growing bars: all for a short way, two for a longer one, one for a long one."""
        lit = sum(ping is None or ping <= most for most in WAYS) + 1
        for index in range(len(WAYS) + 1):
            high = 6.0 + 5.0 * index
            bar = Box(at[0] - 9 + 7 * index, at[1] + 8 - high, 5.0, high)
            draw.plate(surface, self.look, bar, 1.5, LIT[lit - 1] if index < lit else theme.LINE)
