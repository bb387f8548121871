"""Turns a trail of states back into passages: what its groups and runs did at each number."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise, product
from typing import NamedTuple

from game.solver.columns import CODE_BITS, CODE_MASK, ROOMY, SPENT_SHIFT, NumberColumn, room_marks
from game.solver.groupings import Grouping, groupings
from game.solver.open_runs import RunStep, run_steps
from game.solver.packing_board import STATE_MASK, PackingBoard
from game.solver.packing_search import Trail, with_room_marks

MAX_CACHED_PASSAGES = 1 << 12


class Passage(NamedTuple):
    """How a way passed one number: what its groups took, and what each colour's runs did."""

    grouping: Grouping
    runs: tuple[RunStep, ...]

    @property
    def left_over(self) -> int:
        """The number of tiles that stay in the rack."""
        return sum(step.left_over for step in self.runs)

    @property
    def marks(self) -> int:
        """The room flags of the sets that got a tile here."""
        if any(step.ran for step in self.runs):
            return ROOMY
        return room_marks(self.grouping)


def passages(board: PackingBoard, trail: Trail) -> list[Passage]:
    """Return the passages of a trail, one for each number."""
    return [
        _passage(board.column_in_state(row, before), before & STATE_MASK, after & STATE_MASK)
        for row, (before, after) in enumerate(pairwise(trail[: len(board.columns) + 1]))
    ]


@lru_cache(MAX_CACHED_PASSAGES)
def _passage(column: NumberColumn, before: int, after: int) -> Passage:
    """Find the passage from one state to the next that leaves the fewest tiles over."""
    jokers = (after >> SPENT_SHIFT & 3) - (before >> SPENT_SHIFT & 3)
    one, two, three, four = steps = [
        _steps_to(column, colour, before, after, jokers) for colour in range(len(column.cells))
    ]
    known = groupings(column.there, column.bound, jokers)
    found = [
        passage
        for taken in product(one, two, three, four)
        if taken in known
        for passage in _passages_with(known[taken], steps, jokers)
        if with_room_marks(before, passage.marks) == after & ROOMY
    ]
    return min(found, key=lambda passage: passage.left_over)


def _steps_to(column: NumberColumn, colour: int, before: int, after: int, jokers: int) -> Mapping[int, list[RunStep]]:
    """Return the steps of one colour's runs that lead to the next state, by how many tiles go into groups."""
    code, wanted = before >> colour * CODE_BITS & CODE_MASK, after >> colour * CODE_BITS & CODE_MASK
    cell = column.cells[colour]
    found = {}
    for grouped in range(cell.must + cell.may + 1):
        steps = run_steps(code, cell, grouped, column.number, jokers, column.abreast)
        matching = [step for step in steps if step.code == wanted]
        if matching:
            found[grouped] = matching
    return found


def _passages_with(grouping: Grouping, steps: Sequence[Mapping[int, list[RunStep]]], jokers: int) -> Iterator[Passage]:
    """Yield the passages with this grouping that spend `jokers` free jokers."""
    for runs in product(*(choices[taken] for taken, choices in zip(grouping.taken, steps, strict=True))):
        if sum(step.jokers for step in runs) + grouping.jokers == jokers:
            yield Passage(grouping, runs)
