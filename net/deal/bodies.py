"""The entries of a sealed deal: their kinds, and the schema of each body.

Law: a schema checks all that can be checked without the deal; the rest is judged in `judging.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import NamedTuple, cast

from net.deal.group import HASH_BYTES, POINT_BYTES, SCALAR_BYTES
from net.deal.seeds import COIN_BYTES, SEED_BYTES
from net.log.entries import MAX_BODY_BYTES, MAX_SEATS
from net.schema import Blob, ListOf, OneOf, Row, Rule, Whole, pack_plain, unpack_plain

MAX_TILES = 120  # the largest deck has 108; a locked deck of 120 with its proofs still fits into an entry


class DealKind(StrEnum):
    """The kinds of a deal's entries; the value stands in the log."""

    COMMIT = "commit"
    MASK = "mask"
    VCOMMIT = "vcommit"
    COIN = "coin"
    PROOF = "proof"
    LOCK = "lock"
    SHARE = "share"
    SEED = "seed"
    BLAME = "blame"


class Commit(NamedTuple):
    """The body of COMMIT: the deal's context, and hashes of the author's seed and coin."""

    context: bytes
    seed: bytes
    coin: bytes


class Masked(NamedTuple):
    """The body of MASK: the previous deck times one scalar, permuted, as joined points."""

    deck: bytes


class Shadowed(NamedTuple):
    """The body of VCOMMIT: the hash of the shadow decks."""

    hash: bytes


class Coin(NamedTuple):
    """The body of COIN: the author's part of the joint coin."""

    coin: bytes


class Proof(NamedTuple):
    """The body of PROOF: for each shadow deck, its scalar from the deck before, or from the masked deck."""

    answers: tuple[bytes, ...]


class Locked(NamedTuple):
    """The body of LOCK: the unit, a mark for each position, the deck locked position by position, and the proof.

    The proof is a challenge, one answer for the mask's scalar, and an answer for each position's.
    """

    unit: bytes
    marks: bytes
    locked: bytes
    challenge: bytes
    strip: bytes
    answers: bytes


class Share(NamedTuple):
    """A seat's scalar of one position."""

    position: int
    scalar: bytes


class Shares(NamedTuple):
    """The body of SHARE, ascending by position."""

    shares: tuple[Share, ...]


class SeedBody(NamedTuple):
    """The body of SEED: the author's revealed seed."""

    seed: bytes


class Blame(NamedTuple):
    """The body of BLAME: the seat and kind of a false entry, and a code for how it is false."""

    seat: int
    kind: str
    word: str


Body = Commit | Masked | Shadowed | Coin | Proof | Locked | Shares | SeedBody | Blame


def _maker(made: object) -> Callable[..., object]:
    return cast("Callable[..., object]", made)


_HASH = Blob((HASH_BYTES,))
_SCALAR = Blob((SCALAR_BYTES,))
_POINT = Blob((POINT_BYTES,))
_POINTS = Blob(most=MAX_TILES * POINT_BYTES)
_SEAT = Whole(0, MAX_SEATS - 1)
_POSITION = Whole(0, MAX_TILES - 1)

# How a well-formed entry can be false: found by each peer for itself, and reported in a BLAME.
FALSE_CODES = (
    "not_a_point",
    "same_point_twice",
    "false_proof",
    "false_lock",
    "empty_sum",
    "not_its_seed",
)

BODY_RULES: dict[str, Rule] = {
    DealKind.COMMIT: Row((_HASH, _HASH, _HASH), _maker(Commit)),
    DealKind.MASK: Row((_POINTS,), _maker(Masked)),
    DealKind.VCOMMIT: Row((_HASH,), _maker(Shadowed)),
    DealKind.COIN: Row((Blob((COIN_BYTES,)),), _maker(Coin)),
    DealKind.PROOF: Row((ListOf(_SCALAR, 64, 1),), _maker(Proof)),
    DealKind.LOCK: Row((_POINT, _POINTS, _POINTS, _SCALAR, _SCALAR, _POINTS), _maker(Locked)),
    DealKind.SHARE: Row((ListOf(Row((_POSITION, _SCALAR), _maker(Share)), MAX_TILES, 1),), _maker(Shares)),
    DealKind.SEED: Row((Blob((SEED_BYTES,)),), _maker(SeedBody)),
    DealKind.BLAME: Row((_SEAT, OneOf(tuple(DealKind)), OneOf(FALSE_CODES)), _maker(Blame)),
}


def read_deal_body(kind: str, body: bytes) -> Body:
    """Read a body; raise Misfit if it is not of its form."""
    return cast("Body", BODY_RULES[kind](unpack_plain(body, MAX_BODY_BYTES)))


class DealEntry(NamedTuple):
    """An entry of the deal that a seat owes."""

    kind: DealKind
    body: bytes


def write_deal_body(body: Body) -> bytes:
    """Write a body."""
    return pack_plain(tuple(body))
