"""The tiles of one sealed deal as one program sees them: what it may see, opens and verifies.

Laws: who may see a tile follows from the public table alone; no object holds a face that this program may not know. A
bot's rack is open to all, so that every program can check its moves and none has an edge.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from game.lan.deal.terms import Layout
from game.match.deal import DealFault
from game.match.match import Standing, hidden_tiles
from game.match.transcript import Controller
from game.table.faces import Face
from game.table.moves import Move, ShownFaces
from game.table.state import Phase, Table, hidden_among
from game.table.tiles import Tile
from net.deal.group import SCALAR_BYTES, Scalar
from net.deal.opening_books import tile_order
from net.deal.peers import DealPeer
from net.deal.rounds import TO_ALL, DealRound
from net.deal.shares import verify_tile


@dataclass(slots=True)
class SealedTiles:
    """One deal: its layout, its fold, and our own part in it, if any.

    `opened` are the faces that we have opened, `seen` the tiles that moves have shown, by position.
    """

    layout: Layout
    round: DealRound
    peer: DealPeer | None
    opened: dict[Tile, Face] = field(default_factory=dict)
    seen: dict[int, int] = field(default_factory=dict)
    _granted: dict[int, tuple[tuple[Tile, ...], int]] = field(default_factory=dict)  # by seat: its rack, who may see it

    @property
    def own_seat(self) -> int | None:
        """Our seat in the deal."""
        return None if self.peer is None else self.peer.seed.seat

    # Who may see what

    def grant_tiles(self, table: Table, standing: Standing) -> None:
        """Grant each seat what the table gives it; after the round all seeds are due."""
        for seat, rack in enumerate(table.racks):
            to = seat if standing.seats[seat].controller is Controller.REMOTE else TO_ALL
            if self._granted.get(seat) == (rack, to):
                continue
            self._granted[seat] = (rack, to)
            for at in self.layout.positions_of(hidden_among(rack, table.faces)):
                self.round.grant(at, to)
        if table.phase is Phase.ROUND_END:
            self.round.end_round()

    def unopened_visible(self, table: Table, standing: Standing) -> Iterator[Tile]:
        """Yield the tiles that we may see and could open, but have not opened."""
        for owner, rack in enumerate(table.racks):
            if owner != self.own_seat and standing.seats[owner].controller is Controller.REMOTE:
                continue
            for tile in hidden_among(rack, table.faces):
                if tile in self.opened:
                    continue
                (at,) = self.layout.positions_of((tile,))
                # A bot's tile is open to all or to nobody: with our own secret we would know it before the log does,
                # and as the host would write a move that nobody else could judge yet.
                if not self.round.peers_without_scalar(at, owner if owner == self.own_seat else -1):
                    yield tile

    # What opens

    def open_tile(self, tile: Tile) -> None:
        """Open a tile that we may see, and store its face."""
        (at,) = self.layout.positions_of((tile,))
        number = self.round.tile_at(
            at, {} if self.peer is None else {self.peer.seed.seat: self.peer.seed.lock_scalar(at)}
        )
        if number is not None:
            self.opened[tile] = self.layout.face_of(number)

    def public_faces_of(self, tiles: Iterable[Tile]) -> ShownFaces:
        """Return the faces of those of the given tiles that are open to everybody."""
        numbers = [(tile, self.round.tile_at(at)) for tile in tiles for at in self.layout.positions_of((tile,))]
        return tuple((tile, self.layout.face_of(number)) for tile, number in numbers if number is not None)

    def hidden_faces(self, table: Table) -> ShownFaces:
        """Return the faces of all tiles still hidden, from the revealed seeds."""
        order = tile_order(self.round)
        hidden = hidden_tiles(table)
        places = self.layout.positions_of(hidden)
        return tuple((tile, self.layout.face_of(order[at])) for tile, at in zip(hidden, places, strict=True))

    # The proof of a move

    def own_scalars(self, tiles: Iterable[Tile]) -> bytes:
        """Return our scalars of those of the given tiles that our lock still closes."""
        if self.peer is None:
            return b""
        seat = self.peer.seed.seat
        own = self.layout.positions_of(tiles)
        return self.peer.own_scalars(at for at in own if self.round.scalar_of(seat, at) is None)

    def false_face_fault(self, author: int, move: Move, proof: bytes) -> DealFault | None:
        """Open the tiles that a move shows, and return a fault if it shows other faces."""
        positions = self.layout.positions_of(tile for tile, _face in move.shown)
        scalars = self._scalars(author, positions, proof)
        if isinstance(scalars, DealFault):
            return scalars
        for (tile, face), at in zip(move.shown, positions, strict=True):
            own = {author: scalars[at]} if at in scalars else {}
            seen = [number for place, number in self.seen.items() if place != at]
            wrong = verify_tile(self.round.tile_at(at, own), self.layout.pieces_with_face(face), seen)
            if wrong:
                return DealFault(author, f"tile {tile} is not what the move shows: {wrong}", wrong)
        return None

    def store_move_scalars(self, seat: int, move: Move, proof: bytes) -> None:
        """Store the scalars in a move, and which tiles everybody has seen."""
        positions = self.layout.positions_of(tile for tile, _face in move.shown)
        scalars = self._scalars(seat, positions, proof)
        if isinstance(scalars, dict):
            self.round.keep_openings(seat, scalars)
        for at in positions:
            number = self.round.tile_at(at)
            if number is not None:
                self.seen[at] = number

    def _scalars(self, author: int, positions: tuple[int, ...], proof: bytes) -> dict[int, Scalar] | DealFault:
        """Return the author's scalars in a move, each checked against its position's mark."""
        one = self.round
        closed = [at for at in positions if author in one.peers and one.scalar_of(author, at) is None]
        if len(proof) != SCALAR_BYTES * len(closed):
            return DealFault(author, "its move opens other tiles than it shows")
        parts = [proof[at : at + SCALAR_BYTES] for at in range(0, len(proof), SCALAR_BYTES)]
        for at, scalar in zip(closed, parts, strict=True):
            wrong = one.share_refusal(author, at, scalar)
            if wrong:
                return DealFault(author, f"its move does not open what it shows: {wrong}", wrong)
        return dict(zip(closed, parts, strict=True))
