"""Who meets whom in every format, and the holes that others fell into."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.club import library
from game.club.field import scores_of
from game.club.knockout import unbeaten_entrants
from game.club.pairing import min_persons, next_round, rounds_expected, rounds_planned
from game.club.refusals import ClubCode, ClubRefusal
from game.club.values import ClubFormat, LeftOverRule, TournamentPlan
from tests.club.kit import begun, byes, join, key, meetings, pair, person, plan, play, play_round, result
from tests.slices import count

ROOT = Path(__file__).resolve().parents[2]
FEW = count(8, 200)


@settings(max_examples=FEW)
@given(st.integers(2, 15), st.integers(0, 1000))
def test_in_a_swiss_nobody_meets_twice_and_everybody_plays_or_has_one_bye(number: int, seed: int) -> None:
    made = begun(plan(), number)
    assert play(made, seed) is ClubCode.ROUNDS_PLAYED
    assert set(meetings(made.state).values()) == {1}
    assert all(times == 1 for times in byes(made.state).values())
    for one in made.state.rounds:
        seated = [player for table in one.tables for player in table.entrants]
        assert sorted([*seated, *one.byes]) == list(range(1, number + 1))
        assert len(one.byes) == number % 2


def test_in_a_swiss_equal_scores_meet_where_they_can() -> None:
    for of, number in (
        (plan(), 16),
        (plan(game="burako", seats=4, pairs=True), 8),
        (plan(game="rummikub", seats=4), 16),
    ):
        made = begun(of, number)
        play(made, rounds=1)
        score = scores_of(made.state)
        assert pair(made) is None
        for table in made.state.rounds[1].tables:
            assert len({score[one] for one in table.entrants}) == 1


def avoidable(people: list[int], met: Counter[tuple[int, int]]) -> bool:
    """Whether all can be paired, but for one of an odd number, and nobody meets again: by trying everything."""
    if len(people) % 2:
        return any(avoidable([one for one in people if one != out], met) for out in people)
    if not people:
        return True
    first, *others = people
    return any(not met[first, other] and avoidable([one for one in others if one != other], met) for other in others)


@pytest.mark.parametrize("number", [4, 5, 6, 7])
def test_a_swiss_longer_than_there_are_opponents_meets_again_only_where_nothing_else_is_left(number: int) -> None:
    made = begun(plan(rounds=9), number)
    random = Random(number)  # noqa: S311 - made-up results
    for _round in range(9):
        met = meetings(made.state)
        assert play_round(made, random) is None
        again = any(met[min(table.entrants), max(table.entrants)] for table in made.state.rounds[-1].tables)
        assert not (again and avoidable(list(range(1, number + 1)), met))
    assert pair(made) == ClubRefusal(ClubCode.ROUNDS_PLAYED, (9,))
    assert max(meetings(made.state).values()) - min(meetings(made.state).values()) <= 2


@settings(max_examples=FEW)
@given(st.integers(2, 12), st.integers(1, 2))
def test_in_a_round_robin_everybody_meets_everybody(number: int, cycles: int) -> None:
    made = begun(plan(ClubFormat.ROUND_ROBIN, cycles=cycles), number)
    assert play(made) is ClubCode.ALL_MET
    assert set(meetings(made.state).values()) == {cycles}
    assert len(meetings(made.state)) == number * (number - 1) // 2
    assert len(made.state.rounds) == cycles * (number - 1 + number % 2)


@settings(max_examples=FEW)
@given(st.integers(2, 20), st.integers(0, 1000))
def test_a_knockout_ends_with_one_and_has_as_many_tables_as_people_lose(number: int, seed: int) -> None:
    made = begun(plan(ClubFormat.KNOCKOUT), number)
    assert play(made, seed) is ClubCode.ONE_LEFT
    assert sum(len(one.tables) for one in made.state.rounds) == number - 1
    assert len(made.state.rounds) == (number - 1).bit_length()


@pytest.mark.parametrize("number", [2, 5, 16, 23])
def test_a_knockout_of_larger_tables_ends_with_one_table(number: int) -> None:
    made = begun(plan(ClubFormat.KNOCKOUT, "rummikub", 4), number)
    assert play(made) is ClubCode.ONE_LEFT
    assert len(made.state.rounds[-1].tables) == 1
    if number == 16:
        assert [len(one.tables) for one in made.state.rounds] == [4, 2, 1]


def test_the_best_seeds_of_a_knockout_meet_last() -> None:
    made = begun(plan(ClubFormat.KNOCKOUT), 0)
    for at in range(1, 9):
        assert made.add_entrant(person(at), rating=100 - at) is None
    while pair(made) is None:
        for at, table in enumerate(made.state.rounds[-1].tables, start=1):
            better = table.sides[0] < table.sides[1]
            assert made.report_result(len(made.state.rounds), at, result(*((9, 1) if better else (1, 9)))) is None
    assert [sorted(table.entrants) for table in made.state.rounds[0].tables] == [[1, 8], [4, 5], [2, 7], [3, 6]]
    assert [sorted(table.entrants) for table in made.state.rounds[-1].tables] == [[1, 2]]


TABLES = [
    (plan(game="rummikub", seats=4), 11, {4, 3}),
    (plan(ClubFormat.ROUND_ROBIN, "rummy", 3), 8, {3, 2}),
    (plan(game="burako", seats=4), 16, {4}),
    (plan(ClubFormat.ROUND_ROBIN, "burako", 4), 9, {4}),
    (plan(game="burako", seats=4, left_over=LeftOverRule.BOT), 10, {3, 4}),
]


@pytest.mark.parametrize(("of", "number", "sizes"), TABLES)
def test_larger_tables_are_full_and_meetings_are_spread(of: TournamentPlan, number: int, sizes: set[int]) -> None:
    made = begun(of, number)
    assert play(made) is ClubCode.ROUNDS_PLAYED
    assert {len(table.entrants) for one in made.state.rounds for table in one.tables} <= sizes
    met = meetings(made.state)
    assert max(met.values()) <= 2
    assert max(byes(made.state).values(), default=0) - min(byes(made.state).values(), default=0) <= 1


def test_sixteen_people_in_couples_have_fifteen_others_at_their_tables_within_five_rounds() -> None:
    made = begun(plan(ClubFormat.ROUND_ROBIN, "burako", 4), 16)
    play(made)
    assert len(made.state.rounds) == 5
    assert set(meetings(made.state).values()) == {1}
    assert len(meetings(made.state)) == 120


@pytest.mark.parametrize("of", [plan(ClubFormat.ROUND_ROBIN), plan(ClubFormat.ROUND_ROBIN, cycles=2), plan(rounds=7)])
def test_everybody_sits_on_the_first_side_in_about_half_of_the_rounds(of: TournamentPlan) -> None:
    for number in (8, 9):
        made = begun(of, number)
        play(made)
        tables = [table for one in made.state.rounds for table in one.tables]
        for one in range(1, number + 1):
            mine = [table.side_of(one) for table in tables if one in table.entrants]
            assert abs(2 * sum(mine) - len(mine)) <= 3


def test_nobody_collects_byes_by_leaving_and_coming_back() -> None:
    made = begun(plan(rounds=6), 7)
    random = Random(3)  # noqa: S311 - made-up results
    for _round in range(6):
        assert play_round(made, random) is None
        sat_out = made.state.rounds[-1].byes[0]
        assert made.remove_person(key(sat_out)) is None
        assert made.readmit_person(key(sat_out)) is None
    assert set(byes(made.state).values()) == {1}


def test_who_comes_late_plays_from_the_next_round_on_and_has_nothing_for_those_before() -> None:
    made = begun(plan(rounds=4), 6)
    play(made, rounds=2)
    assert join(made, 7) is None
    assert join(made, 8) is None
    assert pair(made) is None
    assert made.state.entrant(7).since == 3
    assert made.state.rounds[-1].table_of(7) is not None
    assert made.state.rounds[-1].table_of(8) is not None
    assert made.state.rounds[-1].byes == ()


def test_who_came_late_to_a_round_that_was_taken_back_is_there_for_the_one_in_its_place() -> None:
    made = begun(plan(ClubFormat.ROUND_ROBIN), 5)
    assert pair(made) is None
    assert join(made, 6) is None
    assert made.state.entrant(6).since == 2
    assert made.unpair_round() is None
    assert made.state.entrant(6).since == 1
    assert play(made) is ClubCode.ALL_MET
    assert len(made.state.rounds) == 5


def test_in_a_round_robin_who_comes_late_meets_all_the_others_too() -> None:
    made = begun(plan(ClubFormat.ROUND_ROBIN), 6)
    play(made, rounds=3)
    assert join(made, 7) is None
    assert play(made, 5) is ClubCode.ALL_MET
    assert set(meetings(made.state).values()) == {1}
    assert len(meetings(made.state)) == 21
    assert len(made.state.rounds) <= 10


def test_in_a_round_robin_the_others_go_on_meeting_after_one_has_left() -> None:
    made = begun(plan(ClubFormat.ROUND_ROBIN), 7)
    play(made, rounds=2)
    assert made.remove_person(key(4)) is None
    assert play(made) is ClubCode.ALL_MET
    met = meetings(made.state)
    assert all(met[one, other] == 1 for one, other in combinations([1, 2, 3, 5, 6, 7], 2))
    assert len(made.state.rounds) <= 8


def test_when_all_have_left_that_is_said_and_nothing_is_paired() -> None:
    made = begun(plan(), 3)
    play(made, rounds=1)
    for at in (1, 2, 3):
        assert made.remove_person(key(at)) is None
    assert pair(made) == ClubRefusal(ClubCode.ALL_LEFT)
    assert pair(begun(plan(), 0)) == ClubRefusal(ClubCode.NOBODY)
    assert pair(begun(plan(), 1)) == ClubRefusal(ClubCode.NOBODY)


@pytest.mark.parametrize(
    "of", [plan(rounds=3), plan(ClubFormat.ROUND_ROBIN, rounds=3), plan(game="rummikub", seats=4, rounds=3)]
)
def test_a_family_never_meets(of: TournamentPlan) -> None:
    made = begun(of, 12)
    for other in (2, 3):
        assert made.forbid_meeting(key(1), key(other)) is None
    assert play(made) is ClubCode.ROUNDS_PLAYED
    assert not {(1, 2), (1, 3)} & set(meetings(made.state))


def test_couples_of_a_house_are_kept_apart_at_larger_tables_for_a_whole_evening() -> None:
    made = begun(plan(game="burako", seats=4, rounds=4), 8)
    houses = [(1, 2), (3, 4), (5, 6), (7, 8)]
    for one, other in houses:
        assert made.forbid_meeting(key(one), key(other)) is None
    assert play(made) is ClubCode.ROUNDS_PLAYED
    assert not set(houses) & set(meetings(made.state))
    assert byes(made.state) == {}


def test_who_may_meet_nobody_sits_out_and_the_others_play() -> None:
    for of in (plan(game="rummy", seats=3), plan(game="rummikub", seats=4), plan()):
        made = begun(of, 4)
        for other in (1, 2, 4):
            assert made.forbid_meeting(key(3), key(other)) is None
        assert pair(made) is None
        assert 3 in made.state.rounds[0].byes


def test_a_round_robin_ends_when_all_have_met_who_may() -> None:
    made = begun(plan(ClubFormat.ROUND_ROBIN), 5)
    assert made.forbid_meeting(key(1), key(5)) is None
    assert play(made) is ClubCode.ALL_MET
    assert len(meetings(made.state)) == 9


@pytest.mark.parametrize(("of", "number"), [(plan(), 2), (plan(game="burako", seats=4), 4)])
def test_where_nobody_can_be_paired_that_is_said(of: TournamentPlan, number: int) -> None:
    made = begun(of, number)
    assert made.forbid_meeting(key(1), key(2)) is None
    assert pair(made) == ClubRefusal(ClubCode.NO_PAIRING)


def test_a_bot_takes_the_place_of_who_is_left_over_where_that_was_agreed() -> None:
    made = begun(plan(left_over=LeftOverRule.BOT), 5)
    assert play(made) is ClubCode.ROUNDS_PLAYED
    alone = [table.entrants for one in made.state.rounds for table in one.tables if len(table.entrants) == 1]
    assert not byes(made.state)
    assert len(set(alone)) == len(alone) == len(made.state.rounds)


def test_who_left_is_paired_no_more_and_the_opponent_of_a_knockout_goes_through() -> None:
    made = begun(plan(ClubFormat.KNOCKOUT), 4)
    play(made, rounds=1)
    one, other = unbeaten_entrants(made.state)
    assert made.remove_person(key(one)) is None
    assert pair(made) == ClubRefusal(ClubCode.ONE_LEFT, (made.state.entrant(other).name,))


def test_the_same_log_and_seed_pair_the_same_round() -> None:
    one, other = begun(plan(rounds=4), 9), begun(plan(rounds=4), 9)
    for made in (one, other):
        play(made, 8, rounds=2)
    assert next_round(one.state, 77) == next_round(other.state, 77)
    assert next_round(one.state, 77) != next_round(one.state, 78)


EVENING = """
from game.club.values import ClubFormat
from tests.club.kit import begun, plan, play
for of in (plan(), plan(game="burako", seats=4), plan(game="rummikub", seats=4)):
    made = begun(of, 14)
    play(made, 3)
    print(made._journal.data.decode())
"""


@pytest.mark.whole  # tests/match/test_processes
def test_every_process_pairs_alike_whatever_its_hashes() -> None:
    told = [
        subprocess.run(
            [sys.executable, "-c", EVENING],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert told[0] == told[1]
    assert told[0].count(b"paired") == 12


def test_no_round_is_paired_while_a_table_still_plays() -> None:
    made = begun(plan(), 4)
    assert pair(made) is None
    assert made.report_result(1, 1, result(1, 2)) is None
    assert pair(made) == ClubRefusal(ClubCode.ROUND_RUNS, (1, 1))
    assert made.unpair_round() == ClubRefusal(ClubCode.ROUND_BEGUN, (1,))
    assert made.withdraw_result(1, 1) is None
    assert made.unpair_round() is None
    assert made.state.rounds == ()


def test_a_library_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(library._MODULES, library.MATCHING_LIBRARY, "comodin_has_no_such_module")
    assert pair(begun(plan(), 4)) == ClubRefusal(ClubCode.MISSING_LIBRARY, ("networkx",))
    assert pair(begun(plan(ClubFormat.KNOCKOUT), 4)) is None


def test_how_many_rounds_there_will_be() -> None:
    planned = {
        (ClubFormat.SWISS, 2): 4,
        (ClubFormat.ROUND_ROBIN, 2): 0,
        (ClubFormat.KNOCKOUT, 2): 0,
        (ClubFormat.HOWELL, 2): 9,
        (ClubFormat.MITCHELL, 2): 5,
        (ClubFormat.ROUND_ROBIN, 4): 3,
    }
    for (how, seats), rounds in planned.items():
        assert rounds_planned(begun(plan(how, "rummikub", seats), 10).state) == rounds


@pytest.mark.parametrize(
    ("how", "asked", "entrants", "rounds"),
    [
        (ClubFormat.HOWELL, 9, 4, 3),
        (ClubFormat.MITCHELL, 9, 4, 2),
        (ClubFormat.MITCHELL, 0, 2, 1),
        (ClubFormat.ROUND_ROBIN, 12, 5, 5),
        (ClubFormat.ROUND_ROBIN, 0, 4, 3),
        (ClubFormat.ROUND_ROBIN, 2, 4, 2),
        (ClubFormat.SWISS, 0, 2, 1),
        (ClubFormat.KNOCKOUT, 5, 1, 0),
        (ClubFormat.KNOCKOUT, 5, 4, 2),
    ],
)
def test_how_many_rounds_so_many_play(how: ClubFormat, asked: int, entrants: int, rounds: int) -> None:
    assert rounds_expected(replace(plan(how, "rummikub", 2), rounds=asked), entrants) == rounds


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_knockout_has_as_many_rounds_as_are_said_beforehand(seats: int) -> None:
    of = plan(ClubFormat.KNOCKOUT, "rummikub", seats)
    for number in (2, 3, 4, 5, 7, 9, 13):
        made = begun(of, number)
        assert play(made) is ClubCode.ONE_LEFT
        assert len(made.state.rounds) == rounds_expected(of, number), number


def test_how_many_people_a_round_needs() -> None:
    assert min_persons(plan(ClubFormat.SWISS, "rummikub", 4)) == 2
    couples = plan(ClubFormat.SWISS, "burako", 4)
    assert min_persons(couples) == 4
    assert min_persons(replace(couples, left_over=LeftOverRule.BOT)) == 2
