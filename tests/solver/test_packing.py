"""The packing solver on loose tiles: right against trying everything, anytime, exact, and proved by its sets."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from game.solver.packing import best_packing, is_divisible, ranked_packings
from game.solver.packing_problem import Objective, Packing, PackingLaws, Problem
from game.table.faces import JOKER, Face, parse_face
from tests.slices import count, every
from tests.solver.peer import import_peer
from tools.packing_checks import faults, identified
from tools.packing_families import Instance, instances
from tools.packing_oracle import Laid, Question, is_set, worth
from tools.packing_programs import differences, odd_problems
from tools.packing_trials import Trial, loose_trials


def tiles(text: str) -> tuple[Face, ...]:
    return tuple(map(parse_face, text.split()))


def problem(table: str, rack: str) -> Problem:
    return Problem(tiles(rack), tiles(table))


def sets_are_proof(asked: Problem, answer: Packing) -> bool:
    """Check an answer on loose tiles with the oracle's idea of a set, and count every tile."""
    faces = dict(enumerate([*asked.loose, *asked.rack]))
    table = frozenset(range(len(asked.loose)))
    question = Question(faces, table, frozenset(faces) - table)
    new: list[Laid] | None = identified(question, answer.sets)
    return (
        new is not None
        and all(is_set(faces, laid) for laid in new)
        and Counter(faces[tile] for laid in new for tile in laid.ids) == Counter([*asked.loose, *answer.laid])
    )


@pytest.mark.parametrize("seed", range(count(1, 8)))
def test_no_answer_differs_from_trying_everything(seed: int) -> None:
    assert [fault for trial in loose_trials(seed, 120) for fault in faults(trial)] == []


@pytest.mark.whole  # the usual order: above
@pytest.mark.parametrize("seed", range(count(1, 3)))
def test_no_answer_differs_where_a_one_may_follow_the_thirteen(seed: int) -> None:
    assert [
        fault for trial in loose_trials(200 + seed, count(30, 80), one_after_13=True) for fault in faults(trial)
    ] == []


@pytest.mark.parametrize("asked", odd_problems(11, count(2, 20)))
def test_another_solver_packs_as_much(asked: Problem) -> None:
    import_peer("scipy")
    assert differences(asked, Objective.TILES_THEN_POINTS) == []


def test_a_one_follows_the_thirteen_only_where_that_is_allowed() -> None:
    def laid(table: str, rack: str) -> str:
        asked = Problem(tiles(rack), tiles(table), laws=PackingLaws(one_after_13=True))
        return " ".join(map(str, best_packing(asked).laid))

    run = " ".join(f"R{number}" for number in range(1, 14))
    assert best_packing(problem("", "R12 R13 R1")).tiles == 0
    assert laid("", "R12 R13 R1") == "R1 R12 R13"
    assert laid("", "R11 R12 R13 R1 R2") == "R1 R11 R12 R13"
    assert laid("", "R12 R13 R1 R1 R2 R3") == "R1 R1 R2 R3 R12 R13"
    assert laid("", "R13 R1 R2") == ""
    assert laid(run, "R1") == "R1"
    assert is_divisible(tiles("R12 R13 R1"), one_after_13=True)
    assert not is_divisible(tiles("R12 R13 R1"))


def test_jokers_never_stand_for_both_ones_of_a_run() -> None:
    run = " ".join(f"R{number}" for number in range(2, 14))
    answer = best_packing(Problem(tiles("* *"), tiles(run), laws=PackingLaws(one_after_13=True)))
    assert answer.tiles == 2
    assert all(len(laid.tiles) < 14 for laid in answer.sets)


def test_a_wrong_answer_would_be_found_out() -> None:
    asked = problem("R5 B5 K5", "Y5")
    trial = Trial(
        asked, Question(dict(enumerate(tiles("R5 B5 K5 K9"))), frozenset({0, 1, 2}), frozenset({3})), Objective.TILES
    )
    assert faults(trial)


@cache
def drawn(seed: int, count: int) -> list[Instance]:
    """Draw problems when they are first asked for: not where the tests are only listed."""
    return instances(seed, count)


@pytest.mark.parametrize("number", every(range(60), 6))
def test_large_answers_are_proved_by_their_sets(number: int) -> None:
    instance = drawn(21, 60)[number]
    for objective in Objective:
        answer = best_packing(instance.problem, objective)
        assert answer.divisible
        assert answer.exact
        assert sets_are_proof(instance.problem, answer)


@pytest.mark.parametrize("number", every(range(24), 3))
def test_objectives_agree_on_what_they_share(number: int) -> None:
    instance = drawn(22, 24)[number]
    most_tiles, most_points, both = (best_packing(instance.problem, objective) for objective in Objective)
    assert both.tiles == most_tiles.tiles
    assert most_tiles.points <= both.points <= most_points.points
    assert most_points.tiles <= most_tiles.tiles


@pytest.mark.parametrize("number", every(range(24), 3))
def test_more_nodes_never_lay_less(number: int) -> None:
    instance = drawn(23, 24)[number]
    best = best_packing(instance.problem)
    laid = [best_packing(instance.problem, nodes=nodes) for nodes in (10, 20, 40, 80, 160, 640, 2560, 40000)]
    assert all(sets_are_proof(instance.problem, answer) for answer in laid)
    assert [answer.tiles for answer in laid] == sorted(answer.tiles for answer in laid)
    assert all(answer.tiles == best.tiles for answer in laid if answer.exact)
    assert all(answer.nodes <= 10 for answer in laid[:1])
    assert laid[-1].exact


def test_the_same_problem_has_the_same_answer() -> None:
    asked = drawn(24, 4)[1].problem
    assert best_packing(asked) == best_packing(asked)
    assert best_packing(asked, nodes=30) == best_packing(asked, nodes=30)


def test_nothing_to_lay_leaves_the_table() -> None:
    answer = best_packing(problem("R5 B5 K5", "R9 B1"))
    assert (answer.laid, answer.tiles, answer.points, answer.exact, answer.divisible) == ((), 0, 0, True, True)
    assert [str(laid) for laid in answer.sets] == ["[R5 B5 K5]"]


def test_an_empty_table_and_rack_are_divisible() -> None:
    assert best_packing(Problem(())) == Packing((), (), exact=True, nodes=best_packing(Problem(())).nodes)


def test_a_table_that_nothing_mends_is_not_divisible() -> None:
    answer = best_packing(problem("R5 B5", "K6 R1"))
    assert (answer.divisible, answer.laid, answer.sets, answer.exact) == (False, (), (), True)


def test_a_table_that_is_divided_before_opening_costs_no_search() -> None:
    answer = best_packing(Problem(tiles("K5"), tiles("R5 B5"), laws=PackingLaws(opening=30)))
    assert (answer.divisible, answer.exact, answer.nodes) == (False, True, 0)


def test_a_table_is_mended_by_the_rack() -> None:
    assert not is_divisible(tiles("R5 B5"))
    assert best_packing(problem("R5 B5", "K5 R1")).laid == tiles("K5")


def test_a_joker_alone_with_a_full_group_stays_in_the_rack() -> None:
    assert best_packing(problem("R5 B5 K5 Y5", "*")).laid == ()
    assert best_packing(problem("R5 B5 K5 Y5", "* *")).tiles == 2
    assert best_packing(problem("R5 B5 K5", "* *")).tiles == 1


def test_a_joker_joins_a_run_from_one_to_thirteen() -> None:
    run = " ".join(f"R{number}" for number in range(1, 14))
    answer = best_packing(problem(run, "* *"))
    assert answer.tiles == 2
    assert sets_are_proof(problem(run, "* *"), answer)


def test_points_prefer_high_tiles_and_count_a_joker_as_thirty() -> None:
    asked = problem("", "R1 R2 R3 K13 B13 Y13 *")
    assert best_packing(asked, Objective.POINTS).points == 6 + 39 + 30
    assert best_packing(problem("R4 R5 R6", "R3 R7 R8"), Objective.POINTS).points == 18


def test_tiles_that_must_be_laid_are_laid() -> None:
    rack = tiles("R5 R6 R7 B7 K7")
    assert set(tiles("B7 K7")) <= set(best_packing(Problem(rack, must_lay=tiles("B7 K7"))).laid)
    assert best_packing(Problem(rack, must_lay=rack)).laid == ()


@pytest.mark.parametrize(
    ("table", "rack"), [("R4 R5 R6", "R7 R3 B4 K4"), ("", "R5 B5 K5 Y5 R6 R7"), ("B1 B2 B3", "B4 B4 B5 *")]
)
def test_ranked_plays_are_all_plays_in_order(table: str, rack: str) -> None:
    asked = problem(table, rack)
    ranked = ranked_packings(asked, 1000, Objective.TILES_THEN_POINTS)
    merits = [(play.tiles, play.points) for play in ranked]
    assert merits == sorted(merits, reverse=True)
    assert all(sets_are_proof(asked, play) for play in ranked)
    assert {play.laid for play in ranked} == every_play(asked)
    assert len(ranked) == len(every_play(asked))


def every_play(asked: Problem) -> set[tuple[Face, ...]]:
    """Lay every part of the rack and keep what divides."""
    parts: set[tuple[Face, ...]] = {()}
    for face in asked.rack:
        parts |= {tuple(sorted((*part, face), key=lambda one: one.code)) for part in parts}
    return {part for part in parts if part and is_divisible((*asked.loose, *part))}


def test_the_oracle_counts_a_joker_as_thirty() -> None:
    assert worth({0: JOKER, 1: parse_face("R5")}, [0, 1], "points") == (35, 0)


def test_a_search_breathes_and_ends_when_that_raises() -> None:
    class EnoughError(Exception):
        pass

    def stop() -> None:
        raise EnoughError

    with pytest.raises(EnoughError):
        best_packing(drawn(24, 4)[1].problem, breathe=stop)
