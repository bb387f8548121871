"""What puzzles turn on: each motif at a small table, and one at least in every shipped puzzle of an open table."""

from __future__ import annotations

import pytest

from game.puzzle.motifs import TABLE_TASKS, Motif, motifs_of
from game.puzzle.proof import view_of
from game.puzzle.puzzle import Puzzle, Task, puzzles
from game.puzzle.session import answer_moves
from game.table.moves import Rearrange
from tests.slices import some

SHIPPED = [one for one in puzzles() if one.task in TABLE_TASKS]


def found(one: Puzzle) -> tuple[Motif, ...]:
    view = view_of(one)
    (answer,) = answer_moves(one, view)
    assert isinstance(answer, Rearrange)
    return motifs_of(view, answer)


@pytest.mark.parametrize(
    ("hand", "table", "motifs"),
    [
        ("R4", ["[R1 R2 R3]"], ()),
        ("R4", ["[R2 R3 R4 R5 R6]"], (Motif.RUN_SPLIT,)),
        ("R6 R7", ["[R5 B5 K5 Y5]"], (Motif.GROUPS_TO_RUNS,)),
        ("B5 K5", ["[R5 R6 R7 R8]"], (Motif.RUNS_TO_GROUPS,)),
        ("R4 B9 K9", ["[R2 R3 *=R4]"], (Motif.JOKER, Motif.FALSE_EXTENSION)),
        ("R8 B8 K8", ["[R5 R6 R7]"], (Motif.FALSE_EXTENSION,)),
    ],
)
def test_each_is_found_at_a_small_table(hand: str, table: list[str], motifs: tuple[Motif, ...]) -> None:
    position = {"game": "rummikub", "seats": 2, "table": table, "hand": hand.split(), "opened": [True, True]}
    assert found(Puzzle("", Task.MOST_POINTS, position, (), 3, 0, 0)) == motifs


@pytest.mark.parametrize("one", some(SHIPPED, 12), ids=lambda one: one.key)
def test_every_shipped_puzzle_of_a_table_turns_on_something(one: Puzzle) -> None:
    assert found(one)
