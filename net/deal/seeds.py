"""A peer's secrets in one deal, all derived from one seed of 32 bytes by keyed BLAKE2b.

Laws: a secret is bound to the deal's context and its purpose; one that answers a challenge is bound to all that the
challenge depends on, so that one seed never answers two challenges with the same secret.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import blake2b

from net.deal.group import Part, Scalar, hashed, scalar_from, written

SEED_BYTES = 32
COIN_BYTES = 32
_WORD = 8  # bytes of one number for the shuffle

Order = tuple[int, ...]


def drawn(key: bytes, *parts: Part, size: int = 64) -> bytes:
    """Derive up to 64 bytes for one purpose."""
    return blake2b(written(*parts), key=key, digest_size=size, person=b"comodin deal 1").digest()


def drawn_scalar(key: bytes, *parts: Part) -> Scalar:
    """Derive a scalar for one purpose."""
    return scalar_from(drawn(key, *parts))


def shuffled(key: bytes, size: int, *parts: Part) -> Order:
    """Shuffle the numbers 0..size-1 by Fisher and Yates."""
    words = _words(drawn(key, b"shuffle", *parts))
    order = list(range(size))
    for last in range(size - 1, 0, -1):
        other = below(words, last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def below(words: Iterator[int], bound: int) -> int:
    """Draw a number under `bound`, each equally likely: words above the largest multiple of `bound` are skipped."""
    limit = (1 << 8 * _WORD) - (1 << 8 * _WORD) % bound
    return next(word for word in words if word < limit) % bound


def _words(key: bytes) -> Iterator[int]:
    block = 0
    while True:
        piece = blake2b(block.to_bytes(_WORD, "big"), key=key).digest()
        yield from (int.from_bytes(piece[at : at + _WORD], "big") for at in range(0, len(piece), _WORD))
        block += 1


def draw_number(coin: bytes, bound: int, *parts: Part) -> int:
    """Draw a number under `bound` from a coin that nobody chose."""
    return below(_words(drawn(coin, b"lot", *parts)), bound)


@dataclass(frozen=True, slots=True)
class Seed:
    """One seat's seed in one deal."""

    context: bytes
    seat: int
    raw: bytes = field(repr=False)

    @property
    def hash(self) -> bytes:
        """The commitment: equal for the same seed in every deal and seat, so that reuse shows."""
        return hashed(b"seed", self.raw)

    @property
    def coin(self) -> bytes:
        """This seat's part of the joint coin."""
        return drawn(self.raw, self.context, self.seat, b"coin", size=COIN_BYTES)

    @property
    def mask(self) -> Scalar:
        """The scalar of the mask."""
        return self.scalar(b"mask")

    def order(self, size: int) -> Order:
        """The permutation of the mask: place q receives what lay at order[q]."""
        return shuffled(self.raw, size, self.context, self.seat, b"order")

    def lock(self, position: int) -> Scalar:
        """The scalar that locks one position."""
        return self.scalar(b"lock", position)

    def scalar(self, purpose: bytes, *parts: Part) -> Scalar:
        """Derive a scalar."""
        return drawn_scalar(self.raw, self.context, self.seat, purpose, *parts)

    def shadow(self, bound: bytes, number: int) -> Scalar:
        """The scalar of one shadow deck, `bound` to the commits and to the deck it is made of."""
        return self.scalar(b"shadow", bound, number)


def coin_hash(context: bytes, seat: int, coin: bytes) -> bytes:
    """A seat's commitment to its coin; another seat cannot use it."""
    return hashed(b"coin", context, seat, coin)
