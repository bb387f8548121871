"""Tiles, places and chance as whole numbers.

A face is `row * 16 + number`: rows 0..3 are the colours in their order, numbers 1..13; the joker is 64, 0 is no face.
A mask has bit n for the number or place n; place 14 is the one after the thirteen. Nothing here exceeds 64 bits.
"""

from __future__ import annotations

NO_FACE = 0
JOKER = 64
NUMBERS = 0x3FFE  # 1..13
ONE = 1 << 1
TWO = 1 << 2
AGAIN = 1 << 14  # the place of the one after the thirteen
WORD = 0xFFFFFFFF


def ones(mask: int) -> int:
    """Count the bits of a mask of places."""
    mask -= mask >> 1 & 0x5555
    mask = (mask & 0x3333) + (mask >> 2 & 0x3333)
    mask = mask + (mask >> 4) & 0x0F0F
    return mask + (mask >> 8) & 0x1F


def place_of(bit: int) -> int:
    """Return which place a mask of one bit names."""
    place = 0
    while bit > 1:
        bit >>= 1
        place += 1
    return place


def seeded(seed: int) -> int:
    """Return the first luck of a seed; of a seed only 31 bits count."""
    luck = seed & 0x7FFFFFFF
    luck = (luck >> 16 ^ luck) * 0x45D9F3B & WORD
    luck = (luck >> 16 ^ luck) * 0x45D9F3B & WORD
    return luck or 1


def tossed(luck: int) -> int:
    """Return the next luck: Marsaglia's xorshift of 32 bits, which never comes to 0."""
    luck ^= luck << 13 & WORD
    luck ^= luck >> 17
    return luck ^ luck << 5 & WORD


def below(luck: int, bound: int) -> int:
    """Draw a number under `bound`, at most 2**31, from a luck."""
    return luck * bound >> 32
