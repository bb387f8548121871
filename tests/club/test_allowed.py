"""What a tournament refuses, each by its code; nothing is changed and nothing is kept by it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.club.allowed import MAX_NAME_LENGTH, MAX_PLAYERS, event_refusal
from game.club.events import RoundPaired, TournamentCreated
from game.club.refusals import ClubCode
from game.club.values import ClubFormat, ClubPerson, ClubTable, LeftOverRule, TableResult
from tests.club.kit import begun, join, key, pair, person, plan, result

PLANS = {
    ClubCode.NAME: replace(plan(), name=" "),
    ClubCode.GAME: plan(game="chess"),
    ClubCode.SEATS: plan(game="burako", seats=3),
    ClubCode.OPTIONS: plan(options=(("target", "high"),)),
    ClubCode.PAIRS_WITHOUT_COUPLES: plan(game="rummikub", seats=4, pairs=True),
    ClubCode.ROUNDS: plan(rounds=100),
    ClubCode.MINUTES: plan(minutes=-1),
    ClubCode.CYCLES: plan(ClubFormat.ROUND_ROBIN, cycles=3),
    ClubCode.DEALS: plan(deals=2),
    ClubCode.TRUST: plan(duplicate=True),
    ClubCode.DUPLICATE_UNEQUAL: plan(game="rummikub", seats=4, duplicate=True, trusted=True),
    ClubCode.MOVEMENT_NEEDS_DUELS: plan(ClubFormat.HOWELL, "burako", 4),
    ClubCode.KNOCKOUT_CHANGING: plan(ClubFormat.KNOCKOUT, "burako", 4),
    ClubCode.KNOCKOUT_BOTS: plan(ClubFormat.KNOCKOUT, left_over=LeftOverRule.BOT),
    ClubCode.KNOCKOUT_DUPLICATE: plan(ClubFormat.KNOCKOUT, duplicate=True, trusted=True),
}


@pytest.mark.parametrize("code", PLANS)
def test_a_plan_that_cannot_be_is_refused(code: ClubCode) -> None:
    refused = event_refusal(None, TournamentCreated(PLANS[code]))
    assert refused is not None
    assert refused.code is code


def test_a_tournament_is_made_once_and_first() -> None:
    made = begun(plan(), 0)
    for state, event, code in (
        (made.state, TournamentCreated(plan()), ClubCode.MADE_ALREADY),
        (None, RoundPaired(1, 1, ()), ClubCode.NOT_MADE),
    ):
        refused = event_refusal(state, event)
        assert refused is not None
        assert refused.code is code


def codes(*refusals: object) -> list[ClubCode | None]:
    return [getattr(one, "code", None) for one in refusals]


def test_who_may_join_leave_and_come_back() -> None:
    made = begun(plan(), 2)
    assert codes(
        made.add_entrant(person(1)),
        made.add_entrant(person(3), person(4)),
        made.add_entrant(ClubPerson("", "Ana")),
        made.add_entrant(ClubPerson("x", "A" * (MAX_NAME_LENGTH + 1))),
        made.add_entrant(ClubPerson("x", "A\nB")),
        made.remove_person("nobody"),
        made.readmit_person(key(1)),
        made.remove_person(key(1)),
        made.remove_person(key(1)),
        made.readmit_person(key(1)),
    ) == [
        ClubCode.JOINED_ALREADY,
        ClubCode.PERSONS,
        ClubCode.PERSON_NAME,
        ClubCode.PERSON_NAME,
        ClubCode.PERSON_NAME,
        ClubCode.UNKNOWN_PERSON,
        ClubCode.NOT_AWAY,
        None,
        ClubCode.LEFT_ALREADY,
        None,
    ]


def test_there_is_an_end_to_the_people_of_a_club_night() -> None:
    made = begun(plan(), MAX_PLAYERS)
    assert codes(join(made, MAX_PLAYERS + 1)) == [ClubCode.TOO_MANY]


def test_a_knockout_that_runs_takes_nobody_more_and_keeps_nobody_apart() -> None:
    made = begun(plan(ClubFormat.KNOCKOUT), 4)
    assert codes(made.forbid_meeting(key(1), key(2)), pair(made), join(made, 5)) == [
        ClubCode.FORBIDDEN_HERE,
        None,
        ClubCode.TOO_LATE,
    ]


def test_whom_one_may_keep_apart() -> None:
    made = begun(plan(game="burako", seats=4, pairs=True), 3)
    assert codes(
        made.forbid_meeting(key(1), key(1)),
        made.forbid_meeting(key(1), "nobody"),
        made.forbid_meeting(key(1), person(1, 1).key),
        made.forbid_meeting(key(2), key(1)),
        made.forbid_meeting(key(1), key(2)),
    ) == [ClubCode.SAME_PERSON, ClubCode.UNKNOWN_PERSON, ClubCode.PARTNERS, None, ClubCode.FORBIDDEN_ALREADY]


def duel(one: int, other: int) -> ClubTable:
    return ClubTable(((one,), (other,)))


@pytest.mark.parametrize(
    "tables",
    [
        (),
        (duel(1, 2), duel(2, 3)),
        (duel(1, 9),),
        (ClubTable(((1,),)),),
        (ClubTable(((1, 2), (3, 4))),),
        (ClubTable(((0,), (0,))),),
        (replace(duel(1, 2), result=result(1, 2)),),
    ],
)
def test_a_round_that_cannot_be_is_refused(tables: tuple[ClubTable, ...]) -> None:
    made = begun(plan(), 4)
    assert codes(made.record_event(RoundPaired(1, 1, tables))) == [ClubCode.BAD_PAIRING]


def test_couples_have_two_sides_at_a_table() -> None:
    made = begun(plan(game="burako", seats=4, pairs=True), 3)
    for sides in (((1,),), ((1,), (2,), (3,))):
        assert codes(made.record_event(RoundPaired(1, 1, (ClubTable(sides),)))) == [ClubCode.BAD_PAIRING]


def test_rounds_come_one_after_the_other_and_only_a_duplicate_has_a_secret() -> None:
    made = begun(plan(), 4)
    assert codes(
        made.record_event(RoundPaired(2, 1, (duel(1, 2),))),
        made.record_event(RoundPaired(1, 1, (duel(1, 2),), deal="00")),
        made.unpair_round(),
    ) == [ClubCode.NOT_NEXT_ROUND, ClubCode.BAD_PAIRING, ClubCode.NO_ROUND]


def test_what_a_table_may_tell() -> None:
    made = begun(plan(), 4)
    pair(made)
    assert codes(
        made.report_result(1, 3, result(1, 2)),
        made.report_result(2, 1, result(1, 2)),
        made.correct_result(1, 1, result(1, 2)),
        made.withdraw_result(1, 1),
        made.report_result(1, 1, result(1)),
        made.report_result(1, 1, result(1, 10**7)),
        made.report_result(1, 1, TableResult(((1, 2), (1, 2)))),
        made.report_result(1, 1, TableResult(((1, 2),), (2,))),
        made.report_result(1, 1, result(1, 2)),
        made.report_result(1, 1, result(1, 2)),
        made.correct_result(1, 1, TableResult(((0, 0),), (0, 1))),
    ) == [
        ClubCode.NO_TABLE,
        ClubCode.NO_TABLE,
        ClubCode.NOT_TOLD,
        ClubCode.NOT_TOLD,
        *[ClubCode.RESULT_FORM] * 4,
        None,
        ClubCode.TOLD_ALREADY,
        None,
    ]


def test_a_knockout_needs_a_winner_and_keeps_it_once_the_next_round_is_paired() -> None:
    made = begun(plan(ClubFormat.KNOCKOUT), 4)
    pair(made)
    assert codes(
        made.report_result(1, 1, result(5, 5)),
        made.report_result(1, 1, result(5, 9)),
        made.report_result(1, 2, result(5, 9)),
    ) == [
        ClubCode.NEEDS_WINNER,
        None,
        None,
    ]
    assert codes(
        made.correct_result(1, 1, result(9, 5)),
        made.correct_result(1, 1, result(5, 9)),
        pair(made),
        made.correct_result(1, 1, result(9, 5)),
        made.correct_result(1, 1, result(6, 9)),
        made.withdraw_result(1, 1),
        made.unpair_round(),
        made.withdraw_result(1, 1),
    ) == [None, None, None, ClubCode.CHANGES_WINNER, None, ClubCode.CHANGES_WINNER, None, None]


def test_the_last_of_larger_knockout_tables_needs_one_winner() -> None:
    made = begun(plan(ClubFormat.KNOCKOUT, "rummikub", 4), 4)
    pair(made)
    assert codes(made.report_result(1, 1, result(5, 9, 9, 1)), made.report_result(1, 1, result(5, 8, 9, 1))) == [
        ClubCode.NEEDS_WINNER,
        None,
    ]


def test_after_the_end_nothing_changes() -> None:
    made = begun(plan(), 2)
    assert made.end() is None
    before = made.state
    assert codes(join(made, 3), pair(made), made.end(), made.remove_person(key(1))) == [ClubCode.ENDED] * 4
    assert made.state is before


def test_a_refusal_keeps_nothing() -> None:
    made = begun(plan(), 4)
    kept = made._journal.data  # type: ignore[attr-defined]
    made.remove_person("nobody")
    made.report_result(1, 1, result(1, 2))
    assert made._journal.data == kept  # type: ignore[attr-defined]


def test_partners_are_chosen_before_the_first_round_and_whom_they_leave_are_a_pair() -> None:
    made = begun(plan(ClubFormat.SWISS, "burako", 4, pairs=True), 3)
    one, other = person(1, 0), person(2, 1)
    assert codes(
        made.make_partners(one.key, one.key),
        made.make_partners(one.key, person(1, 1).key),
        made.make_partners("x", one.key),
    ) == [
        ClubCode.SAME_PERSON,
        ClubCode.PARTNERS,
        ClubCode.UNKNOWN_PERSON,
    ]
    assert made.remove_person(person(1, 1).key) is None
    assert made.make_partners(one.key, other.key) is None
    pairs = [entrant.persons for entrant in made.state.entrants]
    assert pairs == [(one, other), (person(1, 1), person(2, 0)), (person(3, 0), person(3, 1))]
    assert [entrant.gone for entrant in made.state.entrants] == [(), (person(1, 1).key,), ()]
    assert made.forbid_meeting(one.key, person(3, 0).key) is None
    assert codes(made.make_partners(one.key, person(3, 0).key)) == [ClubCode.FORBIDDEN_ALREADY]
    assert made.readmit_person(person(1, 1).key) is None
    assert pair(made) is None
    assert codes(made.make_partners(one.key, person(1, 1).key)) == [ClubCode.PAIRS_FIXED]
    alone = begun(plan(), 2)
    assert codes(alone.make_partners(key(1), key(2))) == [ClubCode.NO_PAIRS]
