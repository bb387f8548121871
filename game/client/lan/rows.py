"""Rows of the list of tables: lock, game, host, occupied chairs, and whether and how fast the table answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from game.client.draw import theme
from game.client.widgets import draw
from game.client.widgets.boxes import Box
from game.client.widgets.row_face import ICON_SIZE, PADDING, TICK_GAP, ListRow, RowFace
from game.client.words import phrase
from game.rules.registry import GAMES, rules_of
from game.table.safe_text import printable

if TYPE_CHECKING:
    import pygame

    from game.client.widgets.boxes import Point
    from game.client.widgets.look import Look
    from game.client.widgets.row_face import ShownRow

PERSON_SIZE = 16.0
PERSON_STEP = 20.0
MAX_TEXT_SCALE = 1.3  # text scale above which there is no room for the small persons
MIN_PERSONS_WIDTH = 480.0
PING_WIDTH = 52.0  # logical px for the milliseconds
SIGNAL_WIDTH = 52.0  # width of the signal bars before the milliseconds
SIGNAL_CENTRE = 26.0  # centre of the signal bars
LATENCY_OFFSET = 16.0  # from that centre to the milliseconds
FREE_SIGN_SHARE = 0.7  # size of a free chair's sign, as a share of a person
BAR_MIN_HEIGHT, BAR_WIDTH, BAR_STEP, BAR_RADIUS = 6.0, 5.0, 7.0, 1.5
BAR_START, BAR_FOOT = 9.0, 8.0
GAP = 12.0  # between the words and the persons
SIGNAL_MS = (60, 25)  # milliseconds: above the first only one bar is lit, above the second two
SIGNAL_COLOURS = (theme.CORAL, theme.GOLD, theme.MINT)


def game_title(key: str) -> str:
    """Return a game's title; an unknown game is named by its key."""
    return rules_of(key).title if key in GAMES else printable(key, 16)


@dataclass(frozen=True, slots=True)
class TableLine(ListRow):
    """One table: how many of how many chairs are taken, whether it has answered, and how fast in milliseconds."""

    taken: int = 0
    seats: int = 0
    open: bool = False
    ping: int | None = None
    shows_latency: bool = True  # whether the latency is shown
    columns: int = 0  # the most chairs of any table in the list, so that all rows align


class TableFace(RowFace):
    """A row with a person for each chair that is taken and a sign for each that is free."""

    def text_width(self, look: Look, row: ListRow, width: float) -> float:
        """Return the room left for the words beside the persons."""
        return max(1.0, super().text_width(look, row, width) - _persons_width(look, row, width) - GAP)

    def draw(self, surface: pygame.Surface, shown: ShownRow) -> None:
        """Draw the persons after the words, and the latency."""
        super().draw(surface, shown)
        look, row, cell = shown.look, shown.row, shown.box
        wide = _persons_width(look, row, cell.w)
        if not wide or not isinstance(row, TableLine):
            return
        x = cell.right - PADDING - look.scaled(ICON_SIZE) - TICK_GAP - wide
        for seat in range(row.seats):
            at = (x + seat * PERSON_STEP + PERSON_SIZE / 2, cell.centre[1])
            if seat < row.taken:
                draw.icon(surface, look, "person", at, PERSON_SIZE, theme.CREAM if row.open else theme.MUTED)
            else:
                draw.icon(surface, look, "plus", at, PERSON_SIZE * FREE_SIGN_SHARE, theme.MUTED)
        if not row.shows_latency:
            return
        at = (x + row.columns * PERSON_STEP + SIGNAL_CENTRE, cell.centre[1])
        if row.open:
            _draw_latency(surface, look, row.ping, at)
        else:
            draw.icon(surface, look, "wait", at, ICON_SIZE, theme.MUTED)
        if row.open and row.ping is not None:
            words = str(phrase("lobby.ms", value=row.ping))
            draw.line(surface, look, words, theme.SMALL, theme.MUTED, (at[0] + LATENCY_OFFSET, at[1]), "left")


def _persons_width(look: Look, row: ListRow, width: float) -> float:
    """Return the width of the persons and the latency; 0 if the row is too narrow for them."""
    shown = isinstance(row, TableLine) and width >= MIN_PERSONS_WIDTH and look.text_scale <= MAX_TEXT_SCALE
    if not (shown and isinstance(row, TableLine)):
        return 0.0
    return row.columns * PERSON_STEP + (SIGNAL_WIDTH + PING_WIDTH if row.shows_latency else 0.0)


def _draw_latency(surface: pygame.Surface, look: Look, ping: int | None, at: Point) -> None:
    """Draw three signal bars: three lit for a low latency, two for a medium one, one for a high one."""
    lit = sum(ping is None or ping <= most for most in SIGNAL_MS) + 1
    for index in range(len(SIGNAL_MS) + 1):
        high = BAR_MIN_HEIGHT + BAR_WIDTH * index
        foot = at[1] + BAR_FOOT
        bar = Box(at[0] - BAR_START + BAR_STEP * index, foot - high, BAR_WIDTH, high)
        draw.plate(surface, look, bar, BAR_RADIUS, SIGNAL_COLOURS[lit - 1] if index < lit else theme.LINE)
