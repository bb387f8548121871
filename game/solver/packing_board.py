"""What a search packs: a column of tiles for each number, and what it costs to leave a tile over."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from game.solver.columns import AGAIN_SHIFT, STATE_BITS, NumberColumn
from game.solver.counts import AGAIN

STATE_MASK = (1 << STATE_BITS) - 1


class PackingBoard(NamedTuple):
    """What is to be packed: a column a number, and the free jokers, `optional` of which may stay in the rack.

    `price` is what a left-over tile of each number costs, `joker_price` a left-over joker. With `slack`, the numbers of
    the tiles left over may add up to no more than that. `marks` tell of sets laid down beforehand; without free jokers
    they are better set from the start, since then they tell nothing. Where a one may follow the thirteen, `again` has,
    for every choice of ones kept for that, the column they leave and the one they make.
    """

    columns: tuple[NumberColumn, ...]
    jokers: int
    optional: int
    price: tuple[int, ...]
    joker_price: int
    slack: int | None = None
    marks: int = 0
    again: Mapping[int, tuple[NumberColumn, NumberColumn]] | None = None

    def column(self, number: int, state: int) -> NumberColumn:
        """Return the column of the next number."""
        if self.again is None or 0 < number < AGAIN:
            return self.columns[number]
        return self.again[(state & STATE_MASK) >> AGAIN_SHIFT][number == AGAIN]
