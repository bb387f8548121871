"""A peer's secrets in one deal, all derived from one seed of 32 bytes by keyed BLAKE2b.

Laws: a secret is bound to the deal's context and its purpose; one that answers a challenge is bound to all that the
challenge depends on, so that one seed never answers two challenges with the same secret.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import blake2b

from net.deal.group import HashPart, Scalar, hash_parts, scalar_from, with_lengths

SEED_BYTES = 32
COIN_BYTES = 32
_WORD_BYTES = 8  # bytes of one number for the shuffle

Order = tuple[int, ...]


def derive_bytes(key: bytes, *parts: HashPart, size: int = 64) -> bytes:
    """Derive up to 64 bytes for one purpose."""
    return blake2b(with_lengths(*parts), key=key, digest_size=size, person=b"comodin deal 1").digest()


def derive_scalar(key: bytes, *parts: HashPart) -> Scalar:
    """Derive a scalar for one purpose."""
    return scalar_from(derive_bytes(key, *parts))


def shuffled(key: bytes, size: int, *parts: HashPart) -> Order:
    """Shuffle the numbers 0..size-1 by Fisher and Yates."""
    words = _words(derive_bytes(key, b"shuffle", *parts))
    order = list(range(size))
    for last in range(size - 1, 0, -1):
        other = draw_below(words, last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def draw_below(words: Iterator[int], bound: int) -> int:
    """Draw a number under `bound`, each equally likely: words from the largest multiple of `bound` on are skipped."""
    limit = (1 << 8 * _WORD_BYTES) - (1 << 8 * _WORD_BYTES) % bound
    return next(word for word in words if word < limit) % bound


def _words(key: bytes) -> Iterator[int]:
    block = 0
    while True:
        piece = blake2b(block.to_bytes(_WORD_BYTES, "big"), key=key).digest()
        yield from (int.from_bytes(piece[at : at + _WORD_BYTES], "big") for at in range(0, len(piece), _WORD_BYTES))
        block += 1


def draw_number(coin: bytes, bound: int, *parts: HashPart) -> int:
    """Draw a number under `bound` from a coin that nobody chose."""
    return draw_below(_words(derive_bytes(coin, b"lot", *parts)), bound)


@dataclass(frozen=True, slots=True)
class Seed:
    """One seat's seed in one deal."""

    context: bytes
    seat: int
    raw: bytes = field(repr=False)

    @property
    def commitment(self) -> bytes:
        """The commitment: equal for the same seed in every deal and seat, so that reuse shows."""
        return hash_parts(b"seed", self.raw)

    @property
    def coin_part(self) -> bytes:
        """This seat's part of the joint coin."""
        return derive_bytes(self.raw, self.context, self.seat, b"coin", size=COIN_BYTES)

    @property
    def mask_scalar(self) -> Scalar:
        """The scalar of the mask."""
        return self.derive_scalar(b"mask")

    def mask_permutation(self, size: int) -> Order:
        """The permutation of the mask: place q receives what lay at order[q]."""
        return shuffled(self.raw, size, self.context, self.seat, b"order")

    def lock_scalar(self, position: int) -> Scalar:
        """The scalar that locks one position."""
        return self.derive_scalar(b"lock", position)

    def derive_scalar(self, purpose: bytes, *parts: HashPart) -> Scalar:
        """Derive a scalar."""
        return derive_scalar(self.raw, self.context, self.seat, purpose, *parts)

    def shadow_scalar(self, binding: bytes, number: int) -> Scalar:
        """The scalar of one shadow deck; `binding` ties it to the commits and to the deck it is made of."""
        return self.derive_scalar(b"shadow", binding, number)


def coin_hash(context: bytes, seat: int, coin: bytes) -> bytes:
    """A seat's commitment to its coin; another seat cannot use it."""
    return hash_parts(b"coin", context, seat, coin)
