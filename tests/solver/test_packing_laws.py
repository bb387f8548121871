"""The packing solver under the joker laws and openings of rummy and rummikub."""

from __future__ import annotations

from random import Random

import pytest

from game.solver.packing import best_packing
from game.solver.packing_problem import JokerLock, PackingLaws, Problem
from game.solver.solve_lines import USUAL_LAWS, usual_laws
from game.solver.written_sets import read_written_set
from game.table.faces import parse_face
from tests.slices import count
from tools.packing_awkward import awkward_trials, parted_trials
from tools.packing_checks import check_sets, faults
from tools.packing_mirrors import differences, large_trials, shortfalls
from tools.packing_rules import answers, positions
from tools.packing_trials import law_trials, long_run_trials

RUMMY, RUMMIKUB = usual_laws("rummy"), usual_laws("rummikub")


def problem(laws: PackingLaws, rack: str, *sets: str) -> Problem:
    return Problem(
        tuple(map(parse_face, rack.split())), sets=tuple(read_written_set(one.split()) for one in sets), laws=laws
    )


def laid(laws: PackingLaws, rack: str, *sets: str) -> str:
    return " ".join(sorted(map(str, best_packing(problem(laws, rack, *sets)).laid)))


@pytest.mark.parametrize("seed", range(count(2, 6)))
def test_no_answer_differs_from_trying_everything(seed: int) -> None:
    assert [fault for trial in law_trials(seed, 50) for fault in faults(trial)] == []


@pytest.mark.parametrize("seed", range(count(1, 2)))
def test_no_answer_differs_where_a_one_may_follow_the_thirteen(seed: int) -> None:
    assert [fault for trial in law_trials(200 + seed, 12, one_after_13=True) for fault in faults(trial)] == []


@pytest.mark.parametrize("one_after_13", [False, True])
def test_no_answer_differs_where_one_long_run_lies(one_after_13: bool) -> None:
    trials = long_run_trials(300, count(6, 12), one_after_13=one_after_13)
    assert [fault for trial in trials for fault in faults(trial)] == []


@pytest.mark.parametrize("one_after_13", [False, True])
def test_no_answer_differs_on_awkward_tables(one_after_13: bool) -> None:
    trials = awkward_trials(500, count(12, 60), one_after_13=one_after_13)
    assert [fault for trial in trials for fault in faults(trial)] == []


@pytest.mark.parametrize("one_after_13", [False, True])
def test_d56_no_answer_differs_where_a_joker_can_be_paid_for_and_stand_for_the_same(one_after_13: bool) -> None:
    trials = parted_trials(700, count(80, 400), one_after_13=one_after_13)
    assert [fault for trial in trials for fault in faults(trial)] == []


def test_large_answers_are_legal_and_worth_the_same_from_every_side() -> None:
    trials, chance = list(large_trials(600, count(5, 12))), Random(600)  # noqa: S311 - drawn, not guessed
    assert [fault for trial in trials for fault in differences(trial, chance)] == []
    assert [fault for trial in trials for fault in shortfalls(trial)] == []


@pytest.mark.parametrize("seed", range(count(1, 2)))
def test_the_rules_accept_whatever_is_proposed(seed: int) -> None:
    told = [refused for view in positions(400 + seed, count(150, 300)) for refused in answers(view)]
    assert len(told) > 100
    assert [refused for refused in told if refused is not None] == []


def test_a_long_run_that_stays_whole_takes_a_joker_of_the_rack() -> None:
    frozen = PackingLaws(lock=JokerLock.FROZEN)
    assert laid(frozen, "*", "R3 R4 *=R5 R6 R7 R8 R9 R10 R11") == "*"
    assert laid(frozen, "R10 *", "R2 R3 R4 R5 R6 R7 R8 R9 *=R10 R11 R12") == "* R10"
    assert laid(frozen, "* R13", "*=R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12") in {"*", "R13"}
    assert laid(RUMMIKUB._replace(lock=JokerLock.FROZEN), "R3 *", "R1 R2 *=R3 R4 R5 R6 R7 R8") == "* R3"


def test_a_joker_of_the_rack_bridges_a_frozen_run_and_a_tile_beyond_it() -> None:
    high = "R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 *=R13"
    low = "*=R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11"
    for laws in (
        PackingLaws(lock=JokerLock.FROZEN),
        RUMMIKUB._replace(lock=JokerLock.FROZEN),
        PackingLaws(lock=JokerLock.FROZEN, opening=1),
    ):
        uses_table = laws._replace(opening_uses_table=True)
        assert laid(uses_table, "R1 R12 *", high) == "* R1"
        assert laid(uses_table, "R2 R13 *", low) == "* R13"
    assert laid(PackingLaws(lock=JokerLock.FROZEN), "R1 R2 *", high) == "* R1 R2"


def test_d20_a_frozen_run_from_one_to_one_keeps_its_one_behind_the_thirteen() -> None:
    frozen = PackingLaws(lock=JokerLock.FROZEN, company=True, one_after_13=True)
    words = "*=B1 B2 B3 B4 B5 B6 B7 B8 B9 B10 *=B11 B12 B13 B1"
    old = read_written_set(words.split(), one_after_13=True)
    asked = Problem(tuple(map(parse_face, ("Y9", "B11", "Y12"))), sets=(old,), laws=frozen)
    assert [str(one) for one in best_packing(asked).sets] == [f"[{words}]"]


def test_d20_a_joker_for_a_one_is_kept_at_either_end() -> None:
    def sets(laws: PackingLaws, rack: str, *table: str, closing: bool = False) -> list[str]:
        held = tuple(map(parse_face, rack.split()))
        old = tuple(read_written_set(one.split(), one_after_13=True) for one in table)
        asked = Problem(held, sets=old, laws=laws._replace(one_after_13=True), must_lay=held if closing else ())
        return sorted(map(str, best_packing(asked).sets))

    assert sets(RUMMY, "K11 K2 K3", "K12 K13 *=K14") == ["[*=K1 K2 K3]", "[K11 K12 K13]"]
    assert sets(RUMMY, "K4 K12 K13", "*=K1 K2 K3") == ["[K12 K13 *=K14]", "[K2 K3 K4]"]
    high = "K2 K3 K4 K5 K6 K7 K8 K9 K10 K11 K12 K13 *=K14"
    freed = " ".join(sets(PackingLaws(lock=JokerLock.FROZEN), "K1 K7", high, closing=True))
    assert "*=" in freed


def test_d20_jokers_settle_beyond_the_thirteen() -> None:
    again = RUMMY._replace(one_after_13=True)

    def sets(laws: PackingLaws, rack: str, *table: str) -> list[str]:
        held, old = map(parse_face, rack.split()), [read_written_set(one.split(), one_after_13=True) for one in table]
        return sorted(map(str, best_packing(Problem(tuple(held), sets=tuple(old), laws=laws)).sets))

    assert sets(again, "R1 B5 K5", "R12 R13 *") == ["[B5 K5 *=5]", "[R12 R13 R1]"]
    assert sets(again, "B1 R11", "R12 R13 *") == ["[R11 R12 R13 *=R14]"]
    shown = best_packing(Problem(tuple(map(parse_face, ["R12", "R13", "R1"])), laws=again._replace(opening=27)))
    assert shown.laid == ()


@pytest.mark.parametrize("seed", range(count(1, 3)))
def test_budgeted_answers_are_legal_and_grow(seed: int) -> None:
    for trial in law_trials(100 + seed, 25):
        answers = [best_packing(trial.problem, nodes=nodes) for nodes in (10, 30, 100, 1000, 30000)]
        assert all(check_sets(trial, answer) == [] for answer in answers)
        assert [answer.tiles for answer in answers] == sorted(answer.tiles for answer in answers)
        assert answers[-1].exact


def test_ru_02_an_opening_shows_thirty() -> None:
    opening = RUMMY._replace(opening=30)
    assert laid(opening, "R8 R9 R10") == ""
    assert laid(opening, "R9 R10 R11") == "R10 R11 R9"


def test_ru_03_a_joker_counts_what_it_stands_for() -> None:
    assert laid(RUMMY._replace(opening=39), "K13 R13 *") == "* K13 R13"
    assert laid(RUMMY._replace(opening=40), "K13 R13 *") == ""


def test_ru_04_an_opening_leaves_the_table_alone() -> None:
    opening = RUMMY._replace(opening=30)
    assert laid(opening, "Y10 R10 B10 K10", "Y7 Y8 Y9") == "B10 K10 R10 Y10"
    assert laid(opening, "Y10 R10 B10", "Y7 Y8 Y9") == "B10 R10 Y10"
    assert laid(opening, "Y10 R3 B3 K3", "Y7 Y8 Y9") == ""


def test_ru_06_to_08_the_table_is_rearranged() -> None:
    assert laid(RUMMY, "Y10 B7 K7", "Y7 Y8 Y9") == "B7 K7 Y10"
    assert laid(RUMMY, "Y5", "Y3 Y4 Y5 Y6 Y7") == "Y5"
    assert laid(RUMMY, "K2", "R2 R3 R4 R5", "R2 B2 K2 Y2") == "K2"


def test_ru_09_and_10_a_joker_is_exchanged_from_a_run_but_not_from_a_group_of_three() -> None:
    assert laid(RUMMY, "K5 R8 B8", "K4 * K6") == "B8 K5 R8"
    assert laid(RUMMY, "K5 R8 B8", "R5 B5 *") == "K5"
    assert laid(RUMMY, "K5 Y5 R8 B8", "R5 B5 *") == "B8 K5 R8 Y5"


def test_ru_11_and_12_closing_lays_the_whole_rack() -> None:
    rack = tuple(map(parse_face, ("R4", "B4", "K9", "Y4")))
    assert best_packing(Problem(rack, must_lay=rack)).laid == ()
    rack = tuple(map(parse_face, ("R4", "B4", "Y4")))
    assert best_packing(Problem(rack, must_lay=rack)).tiles == 3


def test_ru_14_a_joker_stays_what_it_is() -> None:
    answer = best_packing(problem(RUMMY, "K6 R1", "* K4 K5"))
    assert [str(one) for one in answer.sets] == ["[*=K3 K4 K5 K6]"]


def test_rk_06_to_08_a_freed_joker_is_paid_from_the_rack_and_has_company() -> None:
    assert laid(RUMMIKUB, "R9 B9", "K4 * K6", "R5 B5 K5 Y5") == ""
    assert laid(RUMMIKUB, "K5 R9 B9", "K4 * K6") == "B9 K5 R9"
    assert laid(RUMMIKUB, "K5 R8", "K4 * K6", "R9 B9 K9 Y9") == "K5"
    assert laid(RUMMIKUB._replace(from_table=True), "R9 B9", "K4 * K6", "R5 B5 K5 Y5") == "B9 R9"


def test_rk_14_a_joker_moves_along_with_its_whole_set() -> None:
    moved = best_packing(problem(RUMMIKUB, "K3 K6", "* K4 K5"))
    assert moved.tiles == 2
    assert laid(RUMMIKUB, "R1 K2", "* K4 K5") == "K2"


def test_rk_15_an_opening_may_use_the_table() -> None:
    opening = RUMMIKUB._replace(opening=30)
    assert laid(opening, "K11 R10 B10", "K10 * K12") == "B10 K11 R10"
    assert laid(opening._replace(opening_uses_table=False), "K11 R10 B10", "K10 * K12") == ""


def test_rk_16_two_freed_jokers_share_their_company() -> None:
    assert laid(RUMMIKUB, "K5 B11 R8 R9", "K4 * K6", "B9 B10 *") == "B11 K5 R8 R9"
    one_freed = best_packing(problem(RUMMIKUB, "K5 R8 R9", "K4 * K6", "B9 B10 *"))
    assert one_freed.tiles == 3
    assert sorted(len(one.tiles) for one in one_freed.sets) == [3, 3, 3]
    assert "[B9 B10 *=B11]" in map(str, one_freed.sets)


def test_a_joker_left_in_the_rack_of_an_opener_is_a_loss() -> None:
    opening = RUMMIKUB._replace(opening=15, shift=False)
    assert best_packing(problem(opening, "B4 K4 K5 Y5 R7 Y8 *", "R4 * Y4")).tiles == 5


def test_in_an_opening_a_joker_of_the_rack_takes_the_higher_place() -> None:
    run = "*=R5 R6 R7 R8 R9 R10 R11 R12 R13"
    assert laid(RUMMIKUB._replace(opening=11), "*", run) == "*"  # *=R11 R12 R13, a run of its own
    assert laid(RUMMIKUB._replace(opening=12), "*", run) == ""


def test_d20_a_joker_for_the_one_after_the_thirteen_opens_with_one() -> None:
    laws = RUMMIKUB._replace(lock=JokerLock.FROZEN, shift=False, opening=5, one_after_13=True)
    old = read_written_set([f"R{number}" if number != 8 else "*=R8" for number in range(4, 14)], one_after_13=True)
    asked = Problem(tuple(map(parse_face, ("R8", "*"))), sets=(old,), laws=laws)
    assert best_packing(asked).laid == ()
    assert best_packing(asked._replace(laws=laws._replace(opening=1))).laid != ()


def test_a_frozen_set_is_only_added_to() -> None:
    assert laid(PackingLaws(), "K7 K8", "K3 K4 * K6") == "K7 K8"
    assert laid(PackingLaws(), "R3 B3", "K3 K4 * K6 K7") == "B3 R3"
    assert laid(PackingLaws(lock=JokerLock.FROZEN), "R3 B3", "K3 K4 * K6 K7") == ""


def test_two_jokers_that_stay_in_their_group_leave_room_for_one_more_tile() -> None:
    """With company each of them would make it a group of five, so both move along in a run."""
    frozen = PackingLaws(lock=JokerLock.FROZEN, company=True)
    answer = best_packing(problem(frozen, "R7 B7 Y7 R8 R9", "K7 *=7 *=7"))
    assert answer.tiles == 5
    assert sorted((one.kind.value, len(one.tiles)) for one in answer.sets) == [("group", 3), ("run", 5)]


def test_free_jokers_are_plain_wild_tiles() -> None:
    assert laid(PackingLaws(lock=JokerLock.FREE), "R9 B9", "K3 K4 K5 *") == "B9 R9"
    assert laid(PackingLaws(), "R9 B9", "K3 K4 K5 *=K6") == ""


def test_the_answer_says_which_joker_is_which() -> None:
    answer = best_packing(problem(RUMMIKUB, "K5 R9 B9", "B1 B2 *", "K4 * K6"))
    homes = {tile.home for one in answer.sets for tile in one.tiles if str(tile).startswith("*")}
    assert homes == {0, 1}


@pytest.mark.parametrize("company", [False, True])
def test_d56_a_joker_paid_for_may_stand_for_what_it_did_where_sets_are_frozen(company: bool) -> None:
    frozen = PackingLaws(lock=JokerLock.FROZEN, company=company)
    assert laid(frozen, "K5 K4 K6 R7 B7", "K4 *=K5 K6 K7") == "B7 K4 K5 K6 R7"
    assert laid(frozen, "K4 K6 R7 B7", "K4 *=K5 K6 K7") == ""
    assert laid(frozen, "K5 R5 B5 Y4 Y6", "R5 B5 * Y5") == "B5 K5 R5 Y4 Y6"
    answer = best_packing(problem(frozen, "R4 R1 R6", "R2 R3 *=R4 R5"))
    assert answer.tiles == 3


def test_laws_that_are_written_out_are_those_of_the_rules() -> None:
    assert {game: usual_laws(game) for game in USUAL_LAWS} == USUAL_LAWS
