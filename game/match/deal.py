"""The Dealer protocol, which solo play and the LAN share, and the open dealer of solo play.

A dealer works for one seat. A face it has not delivered yet is hidden, and nobody has to decide before it arrives, so
a slow dealer delays the match and changes nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from game.match.bodies import Deal, write_deal
from game.match.shuffle import derive_key, draw_coin, permutation
from game.match.transcript import Entry, EntryKind, Header, Transcript
from game.rules.registry import rules_of
from game.table.faces import Face
from game.table.moves import Move, ShownFaces
from game.table.state import hidden_among
from game.table.tiles import Tile

if TYPE_CHECKING:
    from game.match.match import Standing

COIN_BOUND = 1_000_000
OPEN_DEAL = "open"  # names OpenDealer in a match's header
_FACES, _COIN = 0, 1  # the purposes of keys derived from the seed


@dataclass(frozen=True, slots=True)
class DealFault:
    """A seat broke the deal: which seat, one sentence that says how, and `word`, the code if the network found it."""

    seat: int
    reason: str
    word: str = ""


@dataclass(frozen=True, slots=True)
class OwedEntry:
    """An entry that a seat must write into the log now."""

    kind: EntryKind
    body: str
    proof: bytes = b""


class Dealer(Protocol):
    """Deals for one seat; after a restart each method can be called again and answers the same."""

    def begin_deal(self, header: Header, standing: Standing) -> OwedEntry | None:
        """Prepare the next deal; return the entry that deals it, or None when that comes from others."""

    def owed_entries(self, log: Transcript, seat: int) -> tuple[OwedEntry, ...]:
        """Return the entries that this seat must send now."""

    def learn_from(self, entry: Entry, standing: Standing) -> Mapping[Tile, Face] | DealFault:
        """Return the faces that this entry reveals to this seat, or who broke the deal by it."""

    def opening_proof(self, tiles: tuple[Tile, ...]) -> bytes:
        """Return the proof that goes into a move showing these tiles."""

    def false_face_fault(self, author: int, move: Move, proof: bytes) -> DealFault | None:
        """Return the fault if a move shows false faces."""

    def awaited_seats(self) -> tuple[int, ...]:
        """Return the seats whose answer the next decision needs."""

    def hidden_faces(self, standing: Standing) -> ShownFaces | DealFault:
        """Return the faces of all tiles that are still hidden when a round is over."""


class OpenDealer:
    """Deals from a seed that this program knows: for playing alone, where nobody but the program could peek.

    Each seat is still told only its own tiles, as it would be on a LAN.
    """

    def __init__(self, seat: int) -> None:
        self._seat = seat
        self._faces: tuple[Face, ...] = ()

    def begin_deal(self, header: Header, standing: Standing) -> OwedEntry | None:
        """Shuffle the tiles that do not stay on the table; seat 0's dealer returns the entry."""
        rules = rules_of(header.game)
        self._faces = dealt_faces(header, standing)
        if self._seat != 0:
            return None
        shown = tuple((tile, self._faces[tile]) for tile in rules.opened_tiles(header.options))
        lot = draw_coin(derive_key(header.seed, standing.deals + 1, _COIN), COIN_BOUND)
        return OwedEntry(
            EntryKind.DEAL, write_deal(Deal(standing.next_round_number, lot, shown), cards=rules.deck.cards)
        )

    def owed_entries(self, _log: Transcript, _seat: int) -> tuple[OwedEntry, ...]:
        """Return nothing: an open deal needs no entries of seats."""
        return ()

    def learn_from(self, _entry: Entry, standing: Standing) -> Mapping[Tile, Face] | DealFault:
        """Return the faces of the seat's own tiles that are not public."""
        if standing.table is None or not self._faces:
            return {}
        rack = standing.table.racks[self._seat]
        return {tile: self._faces[tile] for tile in hidden_among(rack, standing.table.faces)}

    def opening_proof(self, _tiles: tuple[Tile, ...]) -> bytes:
        """Return nothing: an open deal needs no proof."""
        return b""

    def false_face_fault(self, author: int, move: Move, _proof: bytes) -> DealFault | None:
        """Compare the faces shown with the shuffle."""
        wrong = [tile for tile, face in move.shown if self._faces[tile] != face]
        return DealFault(author, f"tile {wrong[0]} is not what the move shows") if wrong else None

    def awaited_seats(self) -> tuple[int, ...]:
        """Return nobody: an open deal waits for no answer."""
        return ()

    def hidden_faces(self, standing: Standing) -> ShownFaces | DealFault:
        """Return the faces of all hidden tiles."""
        if standing.table is None:
            return ()
        hidden = hidden_among([Tile(at) for at in range(len(self._faces))], standing.table.faces)
        return tuple((tile, self._faces[tile]) for tile in hidden)


def dealt_faces(header: Header, standing: Standing) -> tuple[Face, ...]:
    """Return the face of every tile in the next open deal; a round dealt again after a void one is shuffled anew."""
    rules = rules_of(header.game)
    kept = dict(rules.kept(standing.results[-1].table)) if standing.results else {}
    left = list(rules.deck.faces)
    for face in kept.values():
        left.remove(face)
    order = permutation(derive_key(header.seed, standing.deals + 1, _FACES), len(left))
    fresh = iter([left[at] for at in order])
    return tuple(kept[Tile(at)] if Tile(at) in kept else next(fresh) for at in range(len(rules.deck)))
