"""One colour's runs while the numbers are walked upwards: which are open, and what the next number may do to them.

Only three things about an open run matter: it has one tile, two tiles, or is complete (three or more). So a colour's
open runs are three small counts, and with two copies of a face (four with jokers bound to it) there are 35 of them,
coded 0..34.

Why so few choices: a complete run is never worse than a shorter one or none, so tiles always feed the runs that need
them first, then complete ones, and only what is left over starts a new run. A free joker is useful in a run only to
feed one that needs it, to bridge a complete run to the next number, or to stand for 11 before 12 and 13; any other
place at a run can be left and the joker added to some set at the end. And free jokers never keep more runs side by
side than there are copies of a face: where three runs of one colour meet at a number, two of them can be joined there
without the joker.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

from game.solver.counts import LAST

KEPT_RUN_STEPS = 1 << 13
MOST_OPEN = 4
OPEN_RUNS = tuple(
    (ones, twos, total - ones - twos)
    for total in range(MOST_OPEN + 1)
    for ones in range(total + 1)
    for twos in range(total - ones + 1)
)
CODE = {runs: code for code, runs in enumerate(OPEN_RUNS)}


class Cell(NamedTuple):
    """What one colour has of one number.

    `bound` jokers stand for this face and stay in a run. `joins` sets laid down beforehand begin here, and each may
    take in a run that ends just before; `opens` such sets ended just before, and each may be carried on.
    """

    must: int = 0
    may: int = 0
    bound: int = 0
    joins: int = 0
    opens: int = 0


@cache
def plain_cell(must: int, may: int) -> Cell:
    """Make a cell with nothing settled, or find the one made before."""
    return Cell(must, may)


class RunStep(NamedTuple):
    """One way to pass a number: the open runs after it, rack tiles left over, free jokers spent, and what was done.

    `fed`: runs in need that got a tile; `carried`: complete runs carried on, `bridged` of them by a free joker;
    `started`: new runs; `taken_in`: lengths of the short runs that joined a set laid down beforehand.
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


@lru_cache(KEPT_RUN_STEPS)
def run_steps(code: int, cell: Cell, grouped: int, number: int, jokers: int, abreast: int) -> tuple[RunStep, ...]:
    """List the ways to pass `number` with `grouped` tiles of the cell in groups and at most `jokers` free jokers.

    `abreast` is how many runs may lie side by side.
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
    """List which short runs may end inside the sets that begin here."""
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
    """List the steps of `run_steps` once it is settled which short runs end here."""
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
        if needy <= most + spent <= abreast and (most + spent <= needy + whole or number == LAST - 2)
    ]
    return [step for step in found if number < LAST or not (step.started or step.bridged or ones)]


def _step(runs: tuple[int, int, int], tiles: int, left_over: int, jokers: int, taken_in: tuple[int, ...]) -> RunStep:
    """Feed `tiles` to the runs.

    A run bridged by a joker must go on (otherwise the joker was not needed), so it counts as one that has two tiles.
    """
    ones, twos, whole = runs
    carried = min(whole, tiles - ones - twos)
    started = tiles - ones - twos - carried
    bridged = min(jokers, carried)
    code = CODE[started, ones + bridged, twos + carried - bridged]
    return RunStep(code, left_over, jokers, tiles > 0, ones + twos, carried, bridged, started, taken_in)
