"""How hard a play is: how many sets of the table have to be seen at once."""

from __future__ import annotations

import pytest

from game.bots.open_table_packing import problem_of
from game.puzzle.player_like import discard_grade, grade_of, opening_grade, points_seen
from game.puzzle.proof import view_of
from game.puzzle.puzzle import Task
from game.solver.packing import best_packing
from game.solver.packing_problem import Objective, Problem
from game.table.faces import parse_face
from tests.puzzle.test_proof import burako, rummikub


def problem(hand: str, *table: str, opened: bool = True) -> Problem:
    view = view_of(rummikub(Task.MOST_POINTS, hand, *table, answer="R1", opened=opened))
    return problem_of(view, view.rack, view.table.melds)


@pytest.mark.parametrize(
    ("grade", "hand", "table"),
    [
        (1, "R9 B9 K9", ("[R5 R6 R7]",)),
        (2, "R8", ("[R5 R6 R7]",)),
        (2, "R8 B8", ("[R5 R6 R7]", "[B5 B6 B7]")),
        (2, "R6", ("[R4 R5 R6 R7 R8]",)),
        (3, "Y8", ("[R8 R9 R10 R11]", "[B8 B9 B10 B11]")),
        (3, "Y8 R5", ("[R8 R9 R10 R11]", "[B8 B9 B10 B11]", "[K5 B5 Y5]")),
    ],
)
def test_a_play_is_as_hard_as_the_sets_it_needs_at_once(grade: int, hand: str, table: tuple[str, ...]) -> None:
    asked = problem(hand, *table)
    points = best_packing(asked, Objective.POINTS).points
    assert grade_of(asked, points) == grade
    assert points_seen(asked, grade - 1) == points
    assert grade == 1 or points_seen(asked, grade - 2) < points


def test_more_sets_than_three_are_the_highest_grade() -> None:
    assert grade_of(problem("R8", "[R5 R6 R7]"), 1000) == 5


@pytest.mark.parametrize(
    ("grade", "hand"),
    [(2, "R12 B12 K12 Y1"), (3, "R12 B12 * Y1"), (4, "R1 B3 *"), (5, "R5 R6 R7 R8 B8 K8")],
)
def test_an_opening_is_as_hard_as_what_the_dearest_set_first_misses(grade: int, hand: str) -> None:
    assert opening_grade(problem(hand, opened=False)) == grade


def test_a_safe_tile_that_looks_wanted_is_harder() -> None:
    plain = view_of(burako("R8 K1", "[R5 R6 R7]", answer="K1"))
    alike = view_of(burako("R8 R11", "[R5 R6 R7]", answer="R11"))
    near = view_of(burako("R8 R9", "[R5 R6 R7]", answer="R9"))
    grades = [discard_grade(view, parse_face(word)) for view, word in ((plain, "K1"), (alike, "R11"), (near, "R9"))]
    assert grades == [2, 3, 4]
