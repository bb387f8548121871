"""The open runs of one colour as the search goes up the numbers, and what each number may do to them.

An open run has one tile, two tiles, or is complete (three or more); nothing else about it matters. So the open runs of
a colour are three small counts, and with two copies of a face (four with jokers bound to it) there are 35 such states,
coded 0..34.

Why so few choices: a complete run is never worse than a shorter one or none, so tiles go first to the runs that need
them, then to complete ones, and only the rest starts new runs. A free joker helps a run only if it feeds one that needs
a tile, bridges a complete run to the next number, or stands for 11 before 12 and 13; any other joker can as well be
added to some set at the end. And free jokers never make more runs lie side by side than a face has copies: where three
runs of one colour meet at a number, two of them can be joined without the joker.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

from game.solver.counts import LAST_NUMBER

MAX_CACHED_RUN_STEPS = 1 << 13
MAX_OPEN_RUNS = 4
OPEN_RUNS = tuple(
    (ones, twos, total - ones - twos)
    for total in range(MAX_OPEN_RUNS + 1)
    for ones in range(total + 1)
    for twos in range(total - ones + 1)
)
CODE_OF_RUNS = {runs: code for code, runs in enumerate(OPEN_RUNS)}


class Cell(NamedTuple):
    """What one colour has of one number: `must` tiles that must be packed and `may` that may be.

    `bound` jokers stand for this face and stay in a run. `joins` sets fixed beforehand begin here, and each may absorb
    a run that ends just before; `opens` such sets ended just before, and each may be continued.
    """

    must: int = 0
    may: int = 0
    bound: int = 0
    joins: int = 0
    opens: int = 0


@cache
def plain_cell(must: int, may: int) -> Cell:
    """Return a cell with nothing fixed, from the cache if it exists."""
    return Cell(must, may)


class RunStep(NamedTuple):
    """One way to pass a number: the open runs after it, rack tiles left over, free jokers spent, and what was done.

    `ran`: whether any run got a tile; `fed`: incomplete runs that got one; `carried`: complete runs continued,
    `bridged` of them by a free joker; `started`: new runs; `taken_in`: lengths of the short runs that joined a set
    fixed beforehand.
    """

    code: int
    left_over: int
    jokers: int
    ran: bool
    fed: int
    carried: int
    bridged: int
    started: int
    taken_in: tuple[int, ...]


@lru_cache(MAX_CACHED_RUN_STEPS)
def run_steps(code: int, cell: Cell, grouped: int, number: int, jokers: int, abreast: int) -> tuple[RunStep, ...]:
    """List the ways to pass `number` with `grouped` tiles of the cell in groups and at most `jokers` free jokers.

    `abreast` is how many runs of the colour may overlap.
    """
    ones, twos, whole = OPEN_RUNS[code]
    return tuple(
        step
        for taken_in in _taken_in(ones, twos, cell.joins)
        for step in _steps(
            (ones - taken_in.count(1), twos - taken_in.count(2), whole + cell.opens),
            cell,
            grouped,
            number,
            jokers,
            abreast,
            taken_in,
        )
    )


def _taken_in(ones: int, twos: int, joins: int) -> list[tuple[int, ...]]:
    """List which short runs may join the sets that begin here."""
    return [
        (1,) * single + (2,) * double
        for single in range(min(ones, joins) + 1)
        for double in range(min(twos, joins - single) + 1)
    ]


def _steps(
    runs: tuple[int, int, int],
    cell: Cell,
    grouped: int,
    number: int,
    jokers: int,
    abreast: int,
    taken_in: tuple[int, ...],
) -> list[RunStep]:
    """List the steps of `run_steps` for given short runs that join a set here."""
    ones, twos, whole = runs
    needy = ones + twos
    most = cell.must + cell.may - grouped + cell.bound
    least = max(cell.must - grouped, 0) + cell.bound
    if grouped > cell.must + cell.may:
        return []
    fewest = max(least, needy, min(needy + whole, most))
    found = [_step(runs, tiles, most - tiles, 0, taken_in) for tiles in range(fewest, min(most, abreast) + 1)]
    found += [
        _step(runs, most + spent, 0, spent, taken_in)
        for spent in range(1, jokers + 1)
        if needy <= most + spent <= abreast and (most + spent <= needy + whole or number == LAST_NUMBER - 2)
    ]
    return [step for step in found if number < LAST_NUMBER or not (step.started or step.bridged or ones)]


def _step(runs: tuple[int, int, int], tiles: int, left_over: int, jokers: int, taken_in: tuple[int, ...]) -> RunStep:
    """Return the step that gives `tiles` to the runs.

    A run bridged by a joker must be continued (otherwise it needs no joker), so it counts as one with two tiles.
    """
    ones, twos, whole = runs
    carried = min(whole, tiles - ones - twos)
    started = tiles - ones - twos - carried
    bridged = min(jokers, carried)
    code = CODE_OF_RUNS[started, ones + bridged, twos + carried - bridged]
    return RunStep(code, left_over, jokers, tiles > 0, ones + twos, carried, bridged, started, taken_in)
