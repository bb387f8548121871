"""What one seat knows: the public table, the faces this seat has seen, and the public moves of the round.

Laws: a View is all that a bot, a scene or a draft is ever given; two worlds that differ only in tiles this seat has not
seen give equal Views.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from game.table.faces import Face
from game.table.moves import Move, Redraw, ShownFaces, named_tiles
from game.table.state import Phase, Table, hidden_among
from game.table.tiles import NO_TILE, Tile


@dataclass(frozen=True, slots=True)
class PublicMove:
    """A move as everybody saw it, and whose it was; `thrown` is the tile that a timeout discarded, D57."""

    seat: int
    move: Move
    thrown: Tile = NO_TILE


@dataclass(frozen=True, slots=True)
class View:
    """A table through the eyes of one seat.

    `faces` holds the public faces and this seat's own, by tile id; `story` is the round so far, oldest first.
    """

    table: Table
    seat: int
    faces: tuple[Face, ...]
    story: tuple[PublicMove, ...] = ()

    @property
    def rack(self) -> tuple[Tile, ...]:
        """The seat's own tiles, in the order received."""
        return self.table.racks[self.seat]

    @property
    def phase(self) -> Phase:
        """The table's phase, or WAIT_FACES while the face of one of the seat's own tiles has not arrived."""
        if self.table.phase is not Phase.ROUND_END and hidden_among(self.rack, self.faces):
            return Phase.WAIT_FACES
        return self.table.phase

    @property
    def must_decide(self) -> bool:
        """Whether this seat is to move and knows all it needs for it."""
        return self.table.to_move == self.seat and self.phase not in {Phase.WAIT_FACES, Phase.ROUND_END}

    def faces_revealed_by(self, tiles: tuple[Tile, ...]) -> ShownFaces:
        """Return the faces that would become public if these tiles were shown."""
        return tuple((tile, self.faces[tile]) for tile in hidden_among(tiles, self.table.faces))


def with_shown_faces(view: View, move: Move) -> Move:
    """Return the seat's move with the faces that it makes public; a redraw shows the tile just drawn."""
    named = (view.table.turn.drew,) if isinstance(move, Redraw) else named_tiles(move)
    return replace(move, shown=view.faces_revealed_by(named))
