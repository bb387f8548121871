"""The input of a search: a column of tiles for each number, and what it costs to leave a tile in the rack."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from game.solver.columns import AGAIN_SHIFT, STATE_BITS, NumberColumn
from game.solver.counts import SECOND_ONE

STATE_MASK = (1 << STATE_BITS) - 1


class PackingBoard(NamedTuple):
    """What is to be packed: a column for each number, and the free jokers, `optional` of which may stay in the rack.

    `price` is the cost of a left-over tile of each number, `joker_price` that of a left-over joker. With `slack`, the
    numbers of the tiles left over may add up to no more than that. `marks` are the room flags of sets fixed beforehand;
    without free jokers they are all set, so that equal states stay equal. Where a one may follow the thirteen, `again`
    has, for every choice of ones kept for that, the column of ones without them and the column after the thirteen.
    """

    columns: tuple[NumberColumn, ...]
    jokers: int
    optional: int
    price: tuple[int, ...]
    joker_price: int
    slack: int | None = None
    marks: int = 0
    again: Mapping[int, tuple[NumberColumn, NumberColumn]] | None = None

    def column_in_state(self, number: int, state: int) -> NumberColumn:
        """Return the tiles of a number, less those that this state keeps for after the thirteen."""
        if self.again is None or 0 < number < SECOND_ONE:
            return self.columns[number]
        return self.again[(state & STATE_MASK) >> AGAIN_SHIFT][number == SECOND_ONE]
