"""The moves that are possible now, each with its tiles, in the order a player looks for them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from game.table.moves import Move
    from game.table.tiles import Tile


class MoveGroup(Enum):
    """The groups of moves, in display order."""

    LAY = "lay"
    ADD = "add"
    FREE = "free"
    CHANGE = "change"
    TURN = "turn"
    THROW = "throw"


@dataclass(frozen=True, slots=True)
class PossibleMove:
    """A possible move: its group, its message code, its rack tiles, the tiles of its target set, its points."""

    group: MoveGroup
    code: str
    move: Move
    rack_tiles: tuple[Tile, ...] = ()
    set_tiles: tuple[Tile, ...] = ()
    points: int = 0


def sort_moves(moves: list[PossibleMove]) -> tuple[PossibleMove, ...]:
    """Sort moves by group, then by points, then by number of rack tiles, the most first."""
    groups = list(MoveGroup)
    return tuple(sorted(moves, key=lambda one: (groups.index(one.group), -one.points, -len(one.rack_tiles))))
