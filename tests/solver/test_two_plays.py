"""Opening and playing again in the same turn."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest

from game.solver.packing import best_packing
from game.solver.packing_problem import Problem
from game.solver.solve_lines import usual_laws
from game.solver.two_plays import best_two_plays
from game.solver.written_sets import read_written_set
from game.table.faces import parse_face
from tools.packing_checks import check_sets
from tools.packing_oracle import Question, best_by_trying, opening_sum, partitions
from tools.packing_trials import Trial, law_trials

OPENING = usual_laws("rummy")._replace(opening=30)


def problem(rack: str, *sets: str) -> Problem:
    faces = tuple(map(parse_face, rack.split()))
    return Problem(faces, sets=tuple(read_written_set(one.split()) for one in sets), laws=OPENING)


def test_the_second_play_uses_the_table() -> None:
    plays = best_two_plays(problem("R10 B10 K10 Y10 R3 B3", "Y7 Y8 Y9", "K3 K4 K5 K6"))
    assert plays is not None
    assert plays.opening.points >= 30
    assert plays.opening.tiles + plays.second.tiles == 6
    assert plays.exact


def test_a_smaller_opening_lays_more_in_the_end() -> None:
    asked = problem("R10 B10 K10 Y10", "Y7 Y8 Y9")
    plays = best_two_plays(asked._replace(rack=(*asked.rack, *map(parse_face, ("Y11", "Y12")))))
    assert plays is not None
    assert plays.opening.tiles + plays.second.tiles == 6
    assert best_packing(asked).tiles == 4


def test_a_joker_of_the_opening_is_bound_in_the_second_play() -> None:
    plays = best_two_plays(problem("K13 R13 * K12 K11 Y4", "Y1 Y2 Y3"))
    assert plays is not None
    assert plays.opening.tiles + plays.second.tiles == 5
    assert "R13" not in map(str, (*plays.opening.laid, *plays.second.laid))


@pytest.mark.parametrize("seed", range(2))
def test_two_plays_said_to_be_exact_are_the_best_of_all(seed: int) -> None:
    exact = 0
    for trial in law_trials(400 + seed, 60):
        question = trial.question
        if not trial.problem.sets or len(question.rack) > 5:
            continue
        asked = trial.problem._replace(laws=trial.problem.laws._replace(opening=12, opening_uses_table=False))
        best = most_by_trying(question, 12)
        plays = best_two_plays(asked)
        if plays is None:
            assert best == 0
            continue
        assert check_sets(first_play(trial, asked), plays.opening) == []
        laid = plays.opening.tiles + plays.second.tiles
        assert laid == best if plays.exact else laid <= best
        exact += plays.exact
    assert exact


def first_play(trial: Trial, asked: Problem) -> Trial:
    """Ask for the opening alone."""
    return replace(trial, problem=asked, question=replace(trial.question, opening=12, own_sets_only=True))


def most_by_trying(question: Question, least: int) -> int:
    """Try every opening with sets of its own, and after it every play."""
    best = 0
    for size in range(3, len(question.rack) + 1):
        for shown in combinations(sorted(question.rack), size):
            for sets in partitions(question.faces, frozenset(shown), question.last):
                if opening_sum(frozenset(shown), sets) >= least:
                    after = Question(
                        question.faces,
                        question.table | set(shown),
                        question.rack - set(shown),
                        (*question.old, *sets),
                        question.law,
                    )
                    best = max(best, size + (best_by_trying(after, "tiles") or (0, 0))[0])
    return best


def test_without_an_opening_there_are_no_two_plays() -> None:
    assert best_two_plays(problem("R1 B1 K1 Y4", "Y1 Y2 Y3")) is None
