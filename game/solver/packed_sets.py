"""The sets of a packing, each tile with what it stands for."""

from __future__ import annotations

from typing import NamedTuple

from game.solver.counts import FACES, LAST_NUMBER
from game.table.faces import JOKER, Face, face_text
from game.table.kinds import Kind

RACK_INDEX = -1


class Placed(NamedTuple):
    """One tile in a set: its own face and the face it stands for there (`Face(None, n)` in a group).

    A joker for the one after the thirteen stands for number 14; a numbered tile stands for itself.

    `home` says which tile it must be, if the joker laws say so: RACK_INDEX for a rack tile; for a numbered tile the
    index of the old set it comes from; for a joker of the table its index, counted set by set. None if it may be any
    tile of the face that is not required elsewhere.
    """

    face: Face
    stands_for: Face
    home: int | None = None

    def __str__(self) -> str:
        return f"*={face_text(self.stands_for)}" if self.face == JOKER else str(self.face)


class PackedSet(NamedTuple):
    """A group, or a run in ascending order."""

    kind: Kind
    tiles: tuple[Placed, ...]

    def __str__(self) -> str:
        return f"[{' '.join(map(str, self.tiles))}]"


PLAIN_TILES = tuple(tuple(Placed(face, face) for face in faces) for faces in (*FACES[:LAST_NUMBER], FACES[0]))
"""Every numbered tile standing for itself, by row and colour; after the thirteens the ones again."""
