"""What differs between dead-hand games and is no table option, and the order of turns. Rules 1.4, 3, 4 and 7."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from game.rules.ruleset import step
from game.table.options import Options
from game.table.state import Table
from game.table.tiles import Deck, Tile

DEAD_HAND_TILES = 11  # tiles; rule 1.5
SIDES = 2  # couples, or two players


@dataclass(frozen=True, slots=True)
class DeadHandLaws:
    """The laws of one game of the family.

    `hand(options)` tiles are dealt to each rack; `privilege`: the starter may redraw; `upcards` tiles start the pile;
    `barred`: who takes a pile of one tile may not discard that tile in the same turn, D35; `stalemate`: rule D38 holds;
    `joker_points` is the joker's own value.
    """

    key: str
    deck: Deck
    hand: Callable[[Options], int]
    privilege: bool
    upcards: int
    barred: bool
    stalemate: bool
    joker_points: int


def next_seat(table: Table) -> int:
    """Return whose turn comes next."""
    return (table.to_move + step(table.options)) % table.seats


def opened_tiles(laws: DeadHandLaws, options: Options) -> tuple[Tile, ...]:
    """Return the tiles that are turned up when a round is dealt."""
    first = options.number("players") * laws.hand(options) + SIDES * DEAD_HAND_TILES
    return tuple(Tile(first + at) for at in range(laws.upcards))
