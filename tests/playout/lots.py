"""Lots for walks through random rounds: quick, and the same on every machine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from game.playout.pieces import below, seeded, tossed

One = TypeVar("One")


class Luck:
    """Draws lots from a seed."""

    def __init__(self, seed: int) -> None:
        self._luck = tossed(seeded(seed))

    def draw(self, bound: int) -> int:
        """Draw a number under `bound`."""
        self._luck = tossed(self._luck)
        return below(self._luck, bound)

    def shuffled(self, things: Sequence[One]) -> tuple[One, ...]:
        """Return things in an order by lot."""
        left = list(things)
        return tuple([left.pop(self.draw(len(left))) for _thing in things])

    def some(self, things: Sequence[One], most: int) -> list[One]:
        """Return at most so many of some things."""
        return list(self.shuffled(things)[:most])
