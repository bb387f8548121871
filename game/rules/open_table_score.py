"""What tiles count when an open-table round is over, in racks and on the table. Rules 5 and 6."""

from __future__ import annotations

from collections.abc import Iterable

from game.rules.open_table_laws import OpenTableLaws
from game.rules.open_table_play import opening_sum
from game.table.faces import HIDDEN, JOKER, Face
from game.table.state import NO_SEAT, Table


def rack_points(laws: OpenTableLaws, faces: Iterable[Face]) -> int:
    """Add up faces as they count in a rack: a tile its number, a joker what the game says."""
    return sum([laws.joker_points if face == JOKER else face.number for face in faces])


def seat_points(laws: OpenTableLaws, table: Table, seat: int) -> int:
    """Add up a rack whose faces are public."""
    faces = [table.faces[tile] for tile in table.racks[seat]]
    if HIDDEN in faces:
        raise ValueError(f"the rack of seat {seat} is not open, so it cannot be counted")
    return rack_points(laws, faces)


def laid_points(table: Table, _side: int) -> int:
    """Add up the table, which is everybody's: each joker counts the number it stands for."""
    return opening_sum(tuple(tile for meld in table.melds for tile in meld.tiles), table.melds, table.faces)


def seat_out(table: Table) -> int:
    """Return the seat that went out, or the mover if its rack is empty, else NO_SEAT."""
    if table.outcome is not None:
        return table.outcome.seat
    return NO_SEAT if table.rack else table.to_move
