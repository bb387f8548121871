"""The tiles of a deal that one program made from a secret, and what binds it to them before anybody has seen one.

Laws: the same secret gives the same tiles and marks at every table; a mark tells nothing of its tile, and fits no
other; what is sealed for a seat can be read with its key or the hall's alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from game.match.deal import COIN_BOUND
from game.match.shuffle import coin, permutation

if TYPE_CHECKING:
    from game.lan.deal.terms import Layout

SECRET_BYTES: Final = 32
MARK_BYTES: Final = 32
_SALT_BYTES: Final = 16  # nobody finds the tile behind a mark by trying 2^128 salts
_PLACE_BYTES, _LOT_BYTES = 2, 4
OPENING_BYTES: Final = 1 + _SALT_BYTES


class Boards(Protocol):
    """The secrets of a match, which only the program that deals has."""

    def secret(self, number: int) -> bytes:
        """Return what a round is dealt from, by its number from 1 on; empty where none is to be dealt."""

    def may_open(self, number: int) -> bool:
        """Return whether everybody who plays these tiles has played them."""


class TileOpening(NamedTuple):
    """What lies at a place: the number of a piece, the first of those that look alike, and the salt of its mark."""

    piece: int
    salt: bytes

    def written(self) -> bytes:
        """Return its bytes."""
        return bytes((self.piece,)) + self.salt

    def mark(self, at: int) -> bytes:
        """Return what binds the dealer to this tile at this place."""
        said = bytes((self.piece,)) + _place(at)
        return blake2b(said, key=self.salt, digest_size=MARK_BYTES, person=b"comodin-mark").digest()


def read_opening(written: bytes) -> TileOpening:
    """Read the bytes of an opening."""
    return TileOpening(written[0], written[1:])


@dataclass(frozen=True, slots=True)
class DealtBoard:
    """A deal as its dealer knows it: what lies at each place, and the lot of who begins."""

    openings: tuple[TileOpening, ...]
    lot: int

    @classmethod
    def of(cls, secret: bytes, layout: Layout) -> DealtBoard:
        """Make the deal of a secret."""
        left = frozenset(layout.terms.tiles)
        order = permutation(_drawn(secret, b"order"), len(layout.faces))
        first: dict[object, int] = {}
        alike = [first.setdefault(face, number) for number, face in enumerate(layout.faces)]
        pieces = [alike[number] for number in order if number in left]
        salts = (_drawn(secret, b"salt", at, size=_SALT_BYTES) for at in range(len(pieces)))
        return cls(tuple(map(TileOpening, pieces, salts)), coin(_drawn(secret, b"lot"), COIN_BOUND))

    def promise(self) -> bytes:
        """Return what is told of it before anybody plays: the mark of every place, and the lot."""
        marks = b"".join(one.mark(at) for at, one in enumerate(self.openings))
        return marks + self.lot.to_bytes(_LOT_BYTES, "big")


class Promise(NamedTuple):
    """What a dealer is bound to."""

    marks: tuple[bytes, ...]
    lot: int

    def fits(self, at: int, opening: TileOpening) -> bool:
        """Return whether this is the tile that was promised at a place."""
        return self.marks[at] == opening.mark(at)


def read_promise(written: bytes, size: int) -> Promise | None:
    """Read a promise of `size` tiles; None where it is none."""
    marks, lot = written[: size * MARK_BYTES], written[size * MARK_BYTES :]
    number = int.from_bytes(lot, "big")
    if len(lot) != _LOT_BYTES or number >= COIN_BOUND:
        return None
    return Promise(tuple(marks[at : at + MARK_BYTES] for at in range(0, len(marks), MARK_BYTES)), number)


def padded(opening: bytes, shared: bytes, context: bytes, at: int) -> bytes:
    """Put the pad of two who share a secret over an opening: this seals it, or opens it again.

    A place of a deal is sealed once for a seat, always with the same words, so that no pad hides two things.
    """
    pad = blake2b(context + _place(at), key=shared, digest_size=OPENING_BYTES, person=b"comodin-pad").digest()
    return bytes(one ^ other for one, other in zip(opening, pad, strict=True))


def board_name(promise: Promise) -> str:
    """Return the short name by which people see that two tables play the same tiles."""
    said = b"".join(promise.marks) + promise.lot.to_bytes(_LOT_BYTES, "big")
    text = blake2b(said, digest_size=_PLACE_BYTES * 2, person=b"comodin-board").hexdigest()
    return f"{text[:4]}-{text[4:]}"


def _place(at: int) -> bytes:
    return at.to_bytes(_PLACE_BYTES, "big")


def _drawn(secret: bytes, what: bytes, at: int = 0, size: int = 32) -> bytes:
    return blake2b(what + _place(at), key=secret, digest_size=size, person=b"comodin-hall").digest()
