"""The proof of a packing: the sets themselves, each tile with what it stands for."""

from __future__ import annotations

from typing import NamedTuple

from game.solver.counts import FACES, LAST
from game.table.faces import JOKER, Face, face_text
from game.table.kinds import Kind

RACK = -1


class Placed(NamedTuple):
    """One tile in a set: what is printed on it and the face it stands for there (`Face(None, n)` in a group).

    A joker for the one after the thirteen stands for number 14, the one itself for what it is.

    `home` says which tile it must be where the joker laws care: RACK for one from the rack; for a numbered tile, the
    old set it comes from (from 0); for a joker of the table, the how manieth it is, read set by set (from 0). None
    when any tile of the face will do that is not asked for elsewhere.
    """

    face: Face
    stands_for: Face
    home: int | None = None

    def __str__(self) -> str:
        return f"*={face_text(self.stands_for)}" if self.face == JOKER else str(self.face)


class PackedSet(NamedTuple):
    """A group, or a run written low to high."""

    kind: Kind
    tiles: tuple[Placed, ...]

    def __str__(self) -> str:
        return f"[{' '.join(map(str, self.tiles))}]"


PLAIN = tuple(tuple(Placed(face, face) for face in faces) for faces in (*FACES[:LAST], FACES[0]))
"""Every numbered tile standing for itself, by row and colour; after the thirteens the ones again."""
