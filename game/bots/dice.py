"""A deterministic random number generator: the numbers follow from a seed and are alike on every machine.

This is splitmix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", 2014).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

_T = TypeVar("_T")
_ALL = (1 << 64) - 1
_STEP, _FIRST, _SECOND = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB


def mix_bits(number: int) -> int:
    """Mix a number into 64 pseudo-random bits."""
    number &= _ALL
    number = (number ^ number >> 30) * _FIRST & _ALL
    number = (number ^ number >> 27) * _SECOND & _ALL
    return number ^ number >> 31


class Dice:
    """Draws pseudo-random numbers from a seed."""

    __slots__ = ("_state",)

    def __init__(self, seed: int) -> None:
        self._state = mix_bits(seed)

    def draw_below(self, bound: int) -> int:
        """Draw a number below `bound`, uniform to within one part in 2**32."""
        self._state = self._state + _STEP & _ALL
        return (mix_bits(self._state) >> 16) * bound >> 48

    def shuffled(self, things: Sequence[_T]) -> list[_T]:
        """Return the things in random order."""
        order = list(things)
        for last in range(len(order) - 1, 0, -1):
            other = self.draw_below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order
