"""What a way through the numbers did at each of them: the trail of states read back as deeds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from game.bots.columns import CODE_BITS, CODE_MASK, ROOMY, SPENT_SHIFT, TAKES_ONE, TAKES_TWO, Column
from game.bots.groupings import Grouping, groupings
from game.bots.open_runs import RunStep, run_steps
from game.bots.packing_search import Board, Trail, marked


@dataclass(frozen=True, slots=True)
class Passage:
    """How one number was passed: what its groups took, and what each colour's runs did."""

    grouping: Grouping
    runs: tuple[RunStep, ...]

    @property
    def left_over(self) -> int:
        """Count the tiles that stay in the rack."""
        return sum(step.left_over for step in self.runs)

    @property
    def marks(self) -> int:
        """Say what room for jokers the sets have that got a tile here."""
        if any(step.ran for step in self.runs):
            return ROOMY
        return TAKES_ONE * self.grouping.takes_one | TAKES_TWO * self.grouping.takes_two


def passages(board: Board, trail: Trail) -> list[Passage]:
    """Read a trail back: one passage a number."""
    return [
        _passage(column, before, after) for column, before, after in zip(board.columns, trail, trail[1:], strict=False)
    ]


def _passage(column: Column, before: int, after: int) -> Passage:
    """Find the deed that leads from one state to the next and leaves the fewest tiles over."""
    jokers = (after >> SPENT_SHIFT & 3) - (before >> SPENT_SHIFT & 3)
    one, two, three, four = (cell.must + cell.may for cell in column.cells)
    found = [
        passage
        for grouping in groupings((one, two, three, four), column.bound, jokers)
        for passage in _deeds(column, before, after, jokers, grouping)
        if marked(before, passage.marks) == after & ROOMY
    ]
    return min(found, key=lambda passage: passage.left_over)


def _deeds(column: Column, before: int, after: int, jokers: int, grouping: Grouping) -> Iterator[Passage]:
    """List what the runs can do beside this grouping to come to the next state, marks aside."""
    choices = []
    for colour, cell in enumerate(column.cells):
        code, wanted = before >> colour * CODE_BITS & CODE_MASK, after >> colour * CODE_BITS & CODE_MASK
        steps = run_steps(code, cell, grouping.taken[colour], column.number, jokers, column.abreast)
        choices.append([step for step in steps if step.code == wanted])
    for runs in product(*choices):
        if sum(step.jokers for step in runs) + grouping.jokers == jokers:
            yield Passage(grouping, runs)
