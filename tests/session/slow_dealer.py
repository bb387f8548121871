"""A dealer that delivers each face some polls later and in another order, by SHARE entries of the other seats.

It wraps the open dealer, which knows the tiles; what it tells is held back until somebody else has shared it, as on a
LAN. `tells` decides whether it says that it is waiting, or leaves that to the faces that are hidden.
"""

from __future__ import annotations

from collections.abc import Mapping

from game.match.deal import DealFault, OpenDealer, OwedEntry
from game.match.match import Standing
from game.match.shuffle import derive_key, draw_coin
from game.match.transcript import Entry, EntryKind, Header, Transcript
from game.table.faces import Face
from game.table.moves import Move, ShownFaces
from game.table.state import hidden_among
from game.table.tiles import Tile

MAX_SHARE_DELAY = 4  # polls until a share is sent


class SlowDealer:
    """Deals for one seat, late. Each seat shares the tiles of the seat before it."""

    def __init__(self, seat: int, *, tells: bool = True) -> None:
        self._seat = seat
        self._tells = tells
        self._inner = OpenDealer(seat)
        self._polls = 0
        self._due: dict[Tile, int] = {}  # tiles this seat must share, and at which of its polls
        self._shared: list[Tile] = []
        self._delivered: list[Tile] = []
        self._missing: tuple[Tile, ...] = ()

    def begin_deal(self, header: Header, standing: Standing) -> OwedEntry | None:
        self._due, self._shared, self._delivered, self._missing = {}, [], [], ()
        return self._inner.begin_deal(header, standing)

    def owed_entries(self, _log: Transcript, seat: int) -> tuple[OwedEntry, ...]:
        assert seat == self._seat
        self._polls += 1
        ripe = sorted((tile for tile, poll in self._due.items() if poll <= self._polls), reverse=True)
        return tuple(OwedEntry(EntryKind.SHARE, f"tile {tile}", b"sealed") for tile in ripe)

    def learn_from(self, entry: Entry, standing: Standing) -> Mapping[Tile, Face] | DealFault:
        if standing.table is None:
            return {}
        told: dict[Tile, Face] = {}
        own = self._inner.learn_from(entry, standing)
        assert not isinstance(own, DealFault)
        if entry.kind is EntryKind.SHARE:
            tile = Tile(int(entry.body.split()[1]))
            self._due.pop(tile, None)
            self._shared.append(tile)
            told = {tile: own[tile]} if tile in own else {}
            self._delivered += told
        running = standing.table.outcome is None
        self._missing = tuple(tile for tile in own if tile not in self._delivered) if running else ()
        before = standing.table.racks[(self._seat - 1) % standing.table.seats]
        for tile in hidden_among(before, standing.table.faces) if running else ():
            if tile not in self._shared:
                self._due.setdefault(tile, self._polls + 1 + draw_coin(derive_key(tile, self._seat), MAX_SHARE_DELAY))
        return told

    def opening_proof(self, tiles: tuple[Tile, ...]) -> bytes:
        return self._inner.opening_proof(tiles)

    def false_face_fault(self, author: int, move: Move, proof: bytes) -> DealFault | None:
        return self._inner.false_face_fault(author, move, proof)

    def awaited_seats(self) -> tuple[int, ...]:
        return (self._seat,) if self._tells and self._missing else ()

    def hidden_faces(self, standing: Standing) -> ShownFaces | DealFault:
        return self._inner.hidden_faces(standing)
