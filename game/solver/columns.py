"""One number in all four colours: every way to pass it, from any state of the open runs.

A state is one integer: the open-run codes of the four colours (6 bits each), the free jokers spent so far (2 bits),
two flags that the sets made so far have room for one more joker, and for two; and, where a one may follow the thirteen,
the number of ones of each colour kept for that (2 bits each). Steps are computed on demand and cached for all
searches; the MAX_CACHED constants bound the caches.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Final

from game.solver.counts import JOKERS, LAST_NUMBER
from game.solver.groupings import ColourCounts, Grouping, groupings
from game.solver.open_runs import Cell, run_steps

MAX_CACHED_STEPS = 1 << 14
MAX_CACHED_COLUMNS = 1 << 11
MAX_CACHED_HALVES = 1 << 8
MAX_CACHED_WAYS = 1 << 14

CODE_BITS = 6
CODE_MASK = (1 << CODE_BITS) - 1
HALF_BITS = 12
HALF_MASK = (1 << HALF_BITS) - 1
RUNS_MASK = (1 << 24) - 1
SPENT_SHIFT = 24
ONE_SPENT = 1 << SPENT_SHIFT
TAKES_ONE = 1 << 26
TAKES_TWO = 1 << 27
ROOMY = TAKES_ONE | TAKES_TWO
AGAIN_SHIFT = 28
AGAIN_BITS = 2
STATE_BITS = 36

Cells = tuple[Cell, Cell, Cell, Cell]
Step = tuple[int, int]  # bits to set in the state, tiles left over
Pair = tuple[int, int]  # tiles that groups take of two colours
Way = tuple[int, int, int, bool]  # run codes of two colours, tiles left over, free jokers, whether any run got a tile
Ways = dict[Pair, list[Way]]
Groups = list[tuple[Pair, int, int]]  # tiles of the other two colours, free jokers, room flags

INFINITE_TILES = 99  # larger than any count of tiles


class HalfColumn:
    """One number in two colours. Equal halves are one object, so that caches find them by identity."""

    __slots__ = ("abreast", "cells", "number")

    def __init__(self, cells: tuple[Cell, Cell], number: int, abreast: int) -> None:
        self.cells: Final = cells
        self.number: Final = number
        self.abreast: Final = abreast


class NumberColumn:
    """One number's tiles: a cell for each colour, and `bound` jokers that stay in its groups.

    `number` is 11 or 13, where runs differ, and 1 for all other numbers; if a one may follow the thirteen, 11 stands
    for 12 and 13 for that one. At most `abreast` runs of a colour lie side by side. `there` are the tiles that groups
    can take. `groups` says by free jokers and by what groups take of two colours what else they take, with how many
    jokers, and which room flags they set. Equal columns are one object, so that caches find them by identity.
    """

    __slots__ = ("abreast", "bound", "cells", "groups", "high", "low", "number", "there")

    def __init__(self, cells: Cells, bound: int, number: int, abreast: int, *, grouped: bool) -> None:
        one, two, three, four = cells
        self.cells: Final = cells
        self.bound: Final = bound
        self.number: Final = number
        self.abreast: Final = abreast
        there = (one.must + one.may, two.must + two.may, three.must + three.may, four.must + four.may)
        self.there: Final = there if grouped else (0, 0, 0, 0)
        self.groups: Final = tuple(_groups_by_half(self.there, bound, jokers) for jokers in range(JOKERS + 1))
        self.low: Final = cached_half((one, two), number, abreast)
        self.high: Final = cached_half((three, four), number, abreast)


@lru_cache(MAX_CACHED_HALVES)
def cached_half(cells: tuple[Cell, Cell], number: int, abreast: int) -> HalfColumn:
    """Return the half of a column, from the cache if it exists."""
    return HalfColumn(cells, number, abreast)


def cached_column(cells: Cells, bound: int, number: int, abreast: int, *, grouped: bool = True) -> NumberColumn:
    """Return the column of a number, from the cache if it exists; unless `grouped` its tiles form no groups."""
    return _column(cells, bound, number if number in {LAST_NUMBER - 2, LAST_NUMBER} else 1, abreast, grouped=grouped)


@lru_cache(MAX_CACHED_COLUMNS)
def _column(cells: Cells, bound: int, number: int, abreast: int, *, grouped: bool) -> NumberColumn:
    """Make the column that all numbers with the same tiles and limits share."""
    return NumberColumn(cells, bound, number, abreast, grouped=grouped)


@cache
def _groups_by_half(there: ColourCounts, bound: int, jokers: int) -> Mapping[Pair, Groups]:
    """Return the groupings by the tiles they take of the first two colours."""
    by_half: dict[Pair, Groups] = {}
    for (one, two, three, four), grouping in groupings(there, bound, jokers).items():
        by_half.setdefault((one, two), []).append(((three, four), grouping.jokers, room_marks(grouping)))
    return by_half


def room_marks(grouping: Grouping) -> int:
    """Return the room flags of the groups of a number."""
    return TAKES_ONE * grouping.takes_one | TAKES_TWO * grouping.takes_two


@lru_cache(MAX_CACHED_STEPS)
def column_steps(here: NumberColumn, runs: int, jokers: int) -> tuple[Step, ...]:
    """List the ways to pass a column with exactly `jokers` free jokers: (bits to set in the state, tiles left over).

    The bits are those of the runs and the room flags. The ways with the fewest tiles left over come last.
    """
    best: dict[int, int] = {}
    groups = here.groups[jokers]
    highs = half_ways(here.high, runs >> HALF_BITS, jokers)
    for pair, lows in half_ways(here.low, runs & HALF_MASK, jokers).items():
        for other, spent, marks in groups.get(pair, ()):
            if other in highs:
                _join(best, lows, highs[other], jokers - spent, marks)
    return tuple(sorted(best.items(), key=_minus_left_over))


def _minus_left_over(step: Step) -> int:
    return -step[1]


def _join(best: dict[int, int], lows: list[Way], highs: list[Way], jokers: int, marks: int) -> None:
    """Combine the ways of both halves, and keep the fewest tiles left over for each resulting state."""
    for low, left, low_spent, low_ran in lows:
        for high, more, high_spent, high_ran in highs:
            if low_spent + high_spent == jokers:
                state = low | high << HALF_BITS | (ROOMY if low_ran or high_ran else marks)
                if best.get(state, INFINITE_TILES) > left + more:
                    best[state] = left + more


@lru_cache(MAX_CACHED_WAYS)
def half_ways(here: HalfColumn, runs: int, jokers: int) -> Ways:
    """List the ways of two colours, by how many tiles of each go into groups: (runs, left over, jokers, any run)."""
    found: Ways = {}
    one, two = here.cells
    for low in range(one.must + one.may + 1):
        lows = run_steps(runs & CODE_MASK, one, low, here.number, jokers, here.abreast)
        for high in range(two.must + two.may + 1) if lows else ():
            highs = run_steps(runs >> CODE_BITS, two, high, here.number, jokers, here.abreast)
            ways = [
                (a.code | b.code << CODE_BITS, a.left_over + b.left_over, a.jokers + b.jokers, a.ran or b.ran)
                for a in lows
                for b in highs
                if a.jokers + b.jokers <= jokers
            ]
            if ways:
                found[low, high] = ways
    return found
