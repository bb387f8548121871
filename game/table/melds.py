"""Sets of tiles as they lie on the table: order is position, and a wild tile says what it stands for."""

from __future__ import annotations

from dataclasses import dataclass

from game.table.faces import Face
from game.table.kinds import Kind
from game.table.tiles import Tile

__all__ = ["Kind", "Meld", "kind_of"]


@dataclass(frozen=True, slots=True)
class Meld:
    """A set: its tiles in position order and, for each, the face it stands for if it is wild, else None.

    In a group a wild tile stands for the number in any colour: `Face(None, n)`.
    """

    kind: Kind
    tiles: tuple[Tile, ...]
    stands_for: tuple[Face | None, ...]

    def __len__(self) -> int:
        return len(self.tiles)

    @property
    def wild_tiles(self) -> tuple[Tile, ...]:
        """The tiles that stand for another face."""
        return tuple(tile for tile, face in zip(self.tiles, self.stands_for, strict=True) if face is not None)


def kind_of(faces: tuple[Face, ...], stands_for: tuple[Face | None, ...]) -> Kind:
    """Tell a written set's kind: a run if a wild tile is declared with a colour, a group if with a number alone.

    Without a declaration a set of one number is a group, any other a run.
    """
    meant = [face if declared is None else declared for face, declared in zip(faces, stands_for, strict=True)]
    if any(declared is not None and declared.colour is not None for declared in stands_for):
        return Kind.RUN
    if any(declared is not None for declared in stands_for):
        return Kind.GROUP
    return Kind.GROUP if len({face.number for face in meant}) == 1 else Kind.RUN
