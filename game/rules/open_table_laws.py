"""What differs between open-table games and is no table option, and whose turn is next. Rules 2.4, 2.5, 5 and 6."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from game.rules.ruleset import step
from game.table.moves import Move
from game.table.options import Options
from game.table.state import Table
from game.table.tiles import NO_TILE, TILE_DECK, Tile

HAND_TILES = 14  # tiles; rules 5 and 6
LAST_TILE = Tile(len(TILE_DECK) - 1)  # rule 5: the 106th is turned up


@dataclass(frozen=True, slots=True)
class OpenTableLaws:
    """The laws of one game of the family.

    `moves` are the moves it has. `draws_first`: a turn begins by drawing while the stock lasts, and a play follows in
    its own phase; otherwise one draws instead of playing. `completes_groups`: a joker leaves a group of three
    only when that is completed to four, D54. `companions` tiles of the rack must lie with a freed joker.
    `joker_points` is what a joker left in the rack counts. `starting_seat(options, coin, last)` is who starts a round.
    Without `frees_in_place`, as in version 1 of the rules, a joker that would still stand for its face may not leave a
    frozen set, D56.
    """

    key: str
    moves: frozenset[type[Move]]
    draws_first: bool
    completes_groups: bool
    companions: int
    joker_points: int
    starting_seat: Callable[[Options, int, Table | None], int]
    frees_in_place: bool = True


def next_seat(table: Table) -> int:
    """Return whose turn comes next."""
    return (table.to_move + step(table.options)) % table.seats


def closing_tile(options: Options) -> Tile:
    """Decision D22: return the tile that is turned up to close with, or NO_TILE."""
    return NO_TILE if options.word("closing_tile") == "none" else LAST_TILE


def opened_tiles(options: Options) -> tuple[Tile, ...]:
    """Return the tiles that are turned up when a round is dealt."""
    closing = closing_tile(options)
    return () if closing == NO_TILE else (closing,)
