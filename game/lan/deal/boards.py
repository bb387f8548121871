"""A deal that one program makes from a secret, and its commitment to every tile.

Laws: one secret gives the same tiles and marks at every table; a mark reveals nothing of its tile and fits no other;
what is encrypted for a seat takes its key or the hall's to read.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from game.match.deal import COIN_BOUND
from game.match.shuffle import draw_coin, permutation

if TYPE_CHECKING:
    from game.lan.deal.terms import Layout

SECRET_BYTES: Final = 32
MARK_BYTES: Final = 32
_SALT_BYTES: Final = 16  # nobody can search 2^128 salts for the tile behind a mark
_PLACE_BYTES, _LOT_BYTES = 2, 4
OPENING_BYTES: Final = 1 + _SALT_BYTES


class Boards(Protocol):
    """The secrets of a match's deals, which only the dealing program has."""

    def secret(self, number: int) -> bytes:
        """Return the secret of a round, by its number from 1; empty if none is to be dealt."""

    def may_open(self, number: int) -> bool:
        """Return whether all tables have played these tiles, so that the secret may be revealed."""


class TileOpening(NamedTuple):
    """A tile at a place: its piece's number (the first of equal pieces) and the salt of its mark."""

    piece: int
    salt: bytes

    def to_bytes(self) -> bytes:
        """Return its bytes."""
        return bytes((self.piece,)) + self.salt

    def mark(self, at: int) -> bytes:
        """Return the mark that commits to this tile at this place."""
        said = bytes((self.piece,)) + _place_bytes(at)
        return blake2b(said, key=self.salt, digest_size=MARK_BYTES, person=b"comodin-mark").digest()


def read_opening(written: bytes) -> TileOpening:
    """Read the bytes of an opening."""
    return TileOpening(written[0], written[1:])


@dataclass(frozen=True, slots=True)
class DealtBoard:
    """A deal as its dealer knows it: the tile at each place, and the lot that decides who begins."""

    openings: tuple[TileOpening, ...]
    lot: int

    @classmethod
    def of(cls, secret: bytes, layout: Layout) -> DealtBoard:
        """Make the deal from a secret."""
        left = frozenset(layout.terms.tiles)
        order = permutation(_derive(secret, b"order"), len(layout.faces))
        first: dict[object, int] = {}
        alike = [first.setdefault(face, number) for number, face in enumerate(layout.faces)]
        pieces = [alike[number] for number in order if number in left]
        salts = (_derive(secret, b"salt", at, size=_SALT_BYTES) for at in range(len(pieces)))
        return cls(tuple(map(TileOpening, pieces, salts)), draw_coin(_derive(secret, b"lot"), COIN_BOUND))

    def promise(self) -> bytes:
        """Return the commitment to the deal: the mark of every place, and the lot."""
        marks = b"".join(one.mark(at) for at, one in enumerate(self.openings))
        return marks + self.lot.to_bytes(_LOT_BYTES, "big")


class Promise(NamedTuple):
    """A dealer's commitment."""

    marks: tuple[bytes, ...]
    lot: int

    def fits(self, at: int, opening: TileOpening) -> bool:
        """Return whether an opening is the tile committed to at a place."""
        return self.marks[at] == opening.mark(at)


def read_promise(written: bytes, size: int) -> Promise | None:
    """Parse a promise of `size` tiles; None if it is malformed."""
    marks, lot = written[: size * MARK_BYTES], written[size * MARK_BYTES :]
    number = int.from_bytes(lot, "big")
    if len(lot) != _LOT_BYTES or number >= COIN_BOUND:
        return None
    return Promise(tuple(marks[at : at + MARK_BYTES] for at in range(0, len(marks), MARK_BYTES)), number)


def pad_opening(opening: bytes, shared: bytes, context: bytes, at: int) -> bytes:
    """Apply the one-time pad of two who share a key to an opening: this encrypts or decrypts it.

    Each place of a deal is encrypted once for a seat, always with the same content, so that no pad is reused.
    """
    pad = blake2b(context + _place_bytes(at), key=shared, digest_size=OPENING_BYTES, person=b"comodin-pad").digest()
    return bytes(one ^ other for one, other in zip(opening, pad, strict=True))


def board_name(promise: Promise) -> str:
    """Return the short name by which people see that two tables play the same tiles."""
    said = b"".join(promise.marks) + promise.lot.to_bytes(_LOT_BYTES, "big")
    text = blake2b(said, digest_size=_PLACE_BYTES * 2, person=b"comodin-board").hexdigest()
    return f"{text[:4]}-{text[4:]}"


def _place_bytes(at: int) -> bytes:
    return at.to_bytes(_PLACE_BYTES, "big")


def _derive(secret: bytes, what: bytes, at: int = 0, size: int = 32) -> bytes:
    return blake2b(what + _place_bytes(at), key=secret, digest_size=size, person=b"comodin-hall").digest()
