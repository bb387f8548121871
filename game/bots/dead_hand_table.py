"""Public facts about the two sides of a dead-hand game, and the numbering of faces for evaluation.

A row is a colour (1..4, 0 for the joker), a place is 1..14 in a run.
"""

from __future__ import annotations

from collections.abc import Iterable

from game.rules.dead_hand_sets import is_canasta
from game.table.faces import Face
from game.table.melds import Meld
from game.table.state import Table
from game.table.tiles import Tile

ROWS = range(1, 5)
PLACE_CODES = 15  # 0 is unused, 14 is the place after the thirteen
FACE_CODES = 96  # greater than any face code


def row_of(face: Face) -> int:
    """Return the row of a face's colour."""
    return face.code >> 4


def code_at(row: int, place: int) -> int:
    """Return the code of the natural face at a place of a run."""
    return row * 16 + (1 if place == PLACE_CODES - 1 else place) + 1


def sets_of(table: Table, side: int) -> list[Meld]:
    """Return a side's sets."""
    return [meld for meld, owner in zip(table.melds, table.owners, strict=True) if owner == side]


def has_canasta(table: Table, side: int) -> bool:
    """Return whether a side has a canasta."""
    return any(is_canasta(meld) for meld in sets_of(table, side))


def seats_of(table: Table, side: int) -> list[int]:
    """Return the seats that play for a side."""
    return [seat for seat in range(table.seats) if table.side_of(seat) == side]


def turns_until_stock_empty(table: Table) -> int:
    """Return how many more turns each seat has until the stock is empty."""
    return (len(table.stock) - table.options.number("stock_floor")) // table.seats


def urgency_of(table: Table, side: int) -> int:
    """Return how near the end of the round is, 0 to 100: by the stock, or because the other side may soon go out."""
    by_stock = max(0, 100 - 10 * max(0, turns_until_stock_empty(table)))
    them = 1 - side
    if table.dead[them]:
        return by_stock
    least = min(len(table.racks[seat]) for seat in seats_of(table, them))
    threat = max(15, 90 - 10 * least)
    if not has_canasta(table, them) and not table.options.flag("close_without_canasta"):
        threat //= 2
    return max(by_stock, threat)


def count_faces(tiles: Iterable[Tile], faces: tuple[Face, ...]) -> list[int]:
    """Count tiles by face code."""
    counts = [0] * FACE_CODES
    for tile in tiles:
        counts[faces[tile].code] += 1
    return counts
