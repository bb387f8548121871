"""What can be done now: each move that is open, with the tiles it is made with, in the order a player looks for it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from game.table.moves import Move
    from game.table.tiles import Tile


class Sort(Enum):
    """The groups of moves, in the order they stand."""

    LAY = "lay"
    ADD = "add"
    FREE = "free"
    TURN = "turn"
    THROW = "throw"


@dataclass(frozen=True, slots=True)
class OpenMove:
    """A move: its sort, its code among the words, the tiles of the rack, those of the set it goes to, its points."""

    sort: Sort
    code: str
    move: Move
    own: tuple[Tile, ...] = ()
    there: tuple[Tile, ...] = ()
    points: int = 0


def ordered(moves: list[OpenMove]) -> tuple[OpenMove, ...]:
    """Sort moves by their group, and within one by points, the most first."""
    sorts = list(Sort)
    return tuple(sorted(moves, key=lambda one: (sorts.index(one.sort), -one.points, -len(one.own))))
