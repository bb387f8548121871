"""The sheet beside the list of matches: the chosen one's game and the points of its rounds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.client.annals.drawn import GameArt
from game.client.scenes.totals import Totals
from game.client.sides import ordered_sides, side_words
from game.client.widgets.panel import SHEET, Column, Panel
from game.client.widgets.scroll import Scroll
from game.client.words import phrase
from game.rules.registry import rules_of

if TYPE_CHECKING:
    from game.annals.pad import Pad
    from game.client.words import Text
    from game.store.index import MatchRow

PANEL_NAME = "matches.sheet"


def _totals(row: MatchRow) -> Totals:
    """Return the rounds of a match, the viewer's side first."""
    sides = len(row.totals)
    order = ordered_sides(row.seats, sides)
    return Totals(
        "matches.totals",
        [side_words(row.seats, side, sides) for side in order],
        [(number, tuple(points[side] for side in order)) for number, points in row.rounds],
        [row.totals[side] for side in order],
        [order.index(side) for side in row.winners],
        against=rules_of(row.game).lowest_wins,
    )


def sheet_of(row: MatchRow, state: Text) -> Panel:
    """Return the sheet of a match."""
    return _sheet(row.game, _totals(row), state)


def pad_sheet_of(pad: Pad) -> Panel:
    """Return the sheet of a saved score pad: its game, and the points of its rounds."""
    from game.annals.pad import points_of

    rounds = [(at, points_of(pad.game, one)) for at, one in enumerate(pad.rounds, start=1)]
    against = rules_of(pad.game).lowest_wins
    totals = Totals("matches.totals", pad.names, rounds, pad.totals, pad.winners, against=against)
    return _sheet(pad.game, totals, phrase("annals.pad"))


def _sheet(game: str, totals: Totals, aside: Text) -> Panel:
    content = Column("matches.sheet_column", (GameArt("matches.art", game), totals), 14.0)
    scroll = Scroll("matches.sheet_scroll", content, on_paper=True, rim=0.0)
    return Panel(PANEL_NAME, rules_of(game).title, scroll, aside=aside, ground=SHEET)
