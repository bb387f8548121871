"""A lower bound (the outlook) of the cost of the tiles left over on any path from a state to the end.

Each half, two colours, is searched alone, as if the other half had every tile a group needs; the least costs of both
halves are added. The sum never exceeds the true minimum; each half's part is cached for each of its states. It is used
only in long searches, to put off paths that must cost more than others.
"""

from __future__ import annotations

from typing import Final

from game.solver.columns import HALF_BITS, HALF_MASK, SPENT_SHIFT, NumberColumn, Pair, half_ways
from game.solver.packing_board import PackingBoard
from game.solver.packing_problem import NO_BOUND

SPENT_BITS = 2


class Outlook:
    """The least cost of what each half leaves over, cached by number, by its runs and by the free jokers spent."""

    __slots__ = ("_board", "_fewest", "_high", "_low")

    def __init__(self, board: PackingBoard) -> None:
        self._board: Final = board
        self._fewest: Final = [_fewest_jokers(column) for column in board.columns]
        self._low: Final[list[dict[int, int]]] = [{} for _ in board.columns]
        self._high: Final[list[dict[int, int]]] = [{} for _ in board.columns]

    def least(self, number: int, state: int) -> int:
        """Return the least cost of what a state leaves over from this number on."""
        spent = state >> SPENT_SHIFT & 3
        low = (state & HALF_MASK) << SPENT_BITS | spent
        high = (state >> HALF_BITS & HALF_MASK) << SPENT_BITS | spent
        lows, highs = self._low[number], self._high[number]
        return (lows[low] if low in lows else self._compute(0, number, low)) + (
            highs[high] if high in highs else self._compute(1, number, high)
        )

    def _compute(self, side: int, number: int, half: int) -> int:
        """Compute the least cost of what one half leaves over from this number on."""
        column, price, known = self._board.columns[number], self._board.price[number], self._high if side else self._low
        fewest, spent, further = self._fewest[number][side], half & 3, known[number + 1 : number + 2]
        jokers, best = self._board.jokers - spent, NO_BOUND
        for pair, ways in half_ways(column.high if side else column.low, half >> SPENT_BITS, jokers).items():
            left = jokers - fewest.get(pair, jokers + 1)
            for runs, left_over, more, _ran in ways if left >= 0 else ():
                total = left_over * price
                if more <= left and total < best:
                    if further:
                        after = runs << SPENT_BITS | self._board.jokers - left + more
                        total += further[0][after] if after in further[0] else self._compute(side, number + 1, after)
                    best = min(best, total)
        known[number][half] = best
        return best


def _fewest_jokers(column: NumberColumn) -> tuple[dict[Pair, int], dict[Pair, int]]:
    """Return, by what its groups take of each half, the fewest free jokers they need."""
    fewest: tuple[dict[Pair, int], dict[Pair, int]] = ({}, {})
    for low, others in column.groups[-1].items():
        for high, jokers, _marks in others:
            for side, pair in enumerate((low, high)):
                fewest[side][pair] = min(jokers, fewest[side].get(pair, jokers))
    return fewest
