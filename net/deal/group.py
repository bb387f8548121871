"""The prime-order subgroup of ed25519: points and scalars as bytes, in their one canonical form.

Laws: a point here has the large prime order, so it is never the identity; hashed values are prefixed by their lengths
and purpose, so that no two inputs collide.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b

from nacl import bindings, exceptions

POINT_BYTES = 32
SCALAR_BYTES = 32
HASH_BYTES = 32
_WIDE_HASH_BYTES = 64  # bytes of hash reduced to a scalar, so that all scalars are equally likely

GROUP_ORDER = 2**252 + 27742317777372353535851937790883648493

Point = bytes
Scalar = bytes
Deck = tuple[Point, ...]
HashPart = bytes | int

# What a multiplication raises for bytes that are no canonical point of the large order.
NoPointError = exceptions.RuntimeError

times_point = bindings.crypto_scalarmult_ed25519_noclamp
# Takes a third of the time that it takes to multiply any other point.
times_generator = bindings.crypto_scalarmult_ed25519_base_noclamp
add_points = bindings.crypto_core_ed25519_add
subtract_points = bindings.crypto_core_ed25519_sub
multiply_scalars = bindings.crypto_core_ed25519_scalar_mul
add_scalars = bindings.crypto_core_ed25519_scalar_add
invert_scalar = bindings.crypto_core_ed25519_scalar_invert


def is_point(encoded: bytes) -> bool:
    """Return whether these are the canonical bytes of a point of the large prime order."""
    return len(encoded) == POINT_BYTES and bindings.crypto_core_ed25519_is_valid_point(encoded)


def maps_to(scalar: Scalar, unchecked: Point, to: Point) -> bool:
    """Return whether a scalar times one point is the other; False if the first is no point."""
    try:
        return times_point(scalar, unchecked) == to
    except NoPointError:
        return False


def is_scalar(encoded: bytes) -> bool:
    """Return whether these are the canonical bytes of a scalar that is not zero."""
    return len(encoded) == SCALAR_BYTES and 0 < int.from_bytes(encoded, "little") < GROUP_ORDER


def with_lengths(*parts: HashPart) -> bytes:
    """Join parts so that they can be told apart again: each behind its length, a number as 8 bytes."""
    pieces = [part if isinstance(part, bytes) else part.to_bytes(8, "big") for part in parts]
    return b"".join(len(piece).to_bytes(4, "big") + piece for piece in pieces)


def hash_parts(purpose: bytes, *parts: HashPart) -> bytes:
    """Hash some parts for one purpose."""
    return blake2b(with_lengths(b"comodin deal 1", purpose, *parts), digest_size=HASH_BYTES).digest()


def scalar_from(wide: bytes) -> Scalar:
    """Reduce 64 bytes to a scalar; the chance of zero is negligible."""
    return bindings.crypto_core_ed25519_scalar_reduce(wide)


def hash_to_scalar(purpose: bytes, *parts: HashPart) -> Scalar:
    """Hash some parts to a scalar that everybody can compute."""
    return scalar_from(blake2b(with_lengths(b"comodin deal 1", purpose, *parts), digest_size=_WIDE_HASH_BYTES).digest())


def hash_to_point(purpose: bytes, *parts: HashPart) -> Point:
    """Hash some parts to a point whose logarithm nobody knows."""
    return bindings.crypto_core_ed25519_from_uniform(hash_parts(purpose, *parts))


def deck_of(packed: bytes) -> Deck:
    """Cut bytes into points, checked or not."""
    return tuple(packed[at : at + POINT_BYTES] for at in range(0, len(packed), POINT_BYTES))


def joined(deck: Iterable[bytes]) -> bytes:
    """Join points or scalars into one run of bytes."""
    return b"".join(deck)
