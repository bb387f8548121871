"""Multiplying points of which one coordinate is enough, at half the price: the Montgomery ladder of X25519.

A half is the Montgomery coordinate of a point, in its canonical bytes. It stands for the point and for its negative
alike, so what is compared by halves is compared up to a sign; who uses them says why no sign can be wrong.
"""

from __future__ import annotations

from nacl import bindings

from net.deal.group import GROUP_ORDER, POINT_BYTES, Deck, Scalar

HalfPoint = bytes
Clamped = bytes

_FIELD_PRIME = 2**255 - 19
_SIGN = 1 << 255
_COFACTOR = 8
_MIN_ORDERS = _COFACTOR // 2  # so many times the group's order is just above 2**254

half_times = bindings.crypto_scalarmult


def clamped(scalar: Scalar) -> Clamped:
    """Return a scalar, or its negative, as the ladder takes it: a multiple of 8 from 2**254 to 2**255.

    Points of the large order have the same product with either. The chance that the result is out of range is
    negligible; it would then be another scalar, the same for every point of the deck, so that nobody gains by looking
    for one.
    """
    value = int.from_bytes(scalar, "little")
    orders = -value * pow(GROUP_ORDER, -1, _COFACTOR) % _COFACTOR
    fit = value + orders * GROUP_ORDER if orders >= _MIN_ORDERS else (_COFACTOR - orders) * GROUP_ORDER - value
    return fit.to_bytes(POINT_BYTES, "little")


def halves_of(deck: Deck) -> tuple[HalfPoint, ...]:
    """Return (1 + y) / (1 - y) for each point of a deck that was checked, with one inversion for all of them."""
    heights = [int.from_bytes(point, "little") % _SIGN for point in deck]
    products = [1]
    for height in heights:
        products.append(products[-1] * (1 - height) % _FIELD_PRIME)
    rest = pow(products[-1], -1, _FIELD_PRIME)
    halves = []
    for before, height in zip(reversed(products[:-1]), reversed(heights), strict=True):
        halves.append((1 + height) * rest * before % _FIELD_PRIME)
        rest = rest * (1 - height) % _FIELD_PRIME
    return tuple(half.to_bytes(POINT_BYTES, "little") for half in reversed(halves))
