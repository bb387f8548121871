"""Who sits where, and who is there."""

from __future__ import annotations

from game.club.events import RoundPaired
from game.club.refusals import ClubCode, ClubRefusal
from game.club.values import BOT_ENTRANT, ClubTable, LeftOverRule, chairs, places_by_person
from tests.club.kit import begun, key, pair, person, plan, play, result


def seats(of: ClubTable, made: object) -> list[tuple[int, str]]:
    return [(one.side, one.person.key if one.person else "bot") for one in chairs(made.state, of)]  # type: ignore[attr-defined]


def test_the_two_of_a_pair_sit_opposite() -> None:
    made = begun(plan(game="burako", seats=4, pairs=True), 2)
    assert seats(ClubTable(((1,), (2,))), made) == [(0, "k1.0"), (1, "k2.0"), (0, "k1.1"), (1, "k2.1")]


def test_partners_of_a_round_sit_opposite() -> None:
    made = begun(plan(game="burako", seats=4), 4)
    assert seats(ClubTable(((1, 3), (4, 2))), made) == [(0, "k1.0"), (1, "k4.0"), (0, "k3.0"), (1, "k2.0")]


def test_a_bot_sits_where_nobody_was_left_and_where_somebody_went_away() -> None:
    made = begun(plan(game="burako", seats=4, left_over=LeftOverRule.BOT), 3)
    assert made.record_event(RoundPaired(1, 1, (ClubTable(((1, 2), (3, BOT_ENTRANT))),))) is None
    assert made.remove_person(key(2)) is None
    assert seats(made.state.rounds[0].tables[0], made) == [(0, "k1.0"), (1, "k3.0"), (0, "bot"), (1, "bot")]


def test_each_has_a_chair_where_everybody_plays_alone() -> None:
    made = begun(plan(game="rummikub", seats=4), 3)
    assert seats(ClubTable(((3,), (1,), (2,))), made) == [(0, "k3.0"), (1, "k1.0"), (2, "k2.0")]


def test_half_a_pair_plays_on_with_a_bot_only_where_bots_were_agreed() -> None:
    for left_over, there in ((LeftOverRule.BYE, (1,)), (LeftOverRule.BOT, (1, 2))):
        made = begun(plan(game="burako", seats=4, pairs=True, left_over=left_over), 2)
        assert made.remove_person(person(2, 1).key) is None
        assert tuple(one.number for one in made.state.present_entrants) == there


def test_everybody_is_told_a_table_and_a_chair_until_its_result_is_told() -> None:
    made = begun(plan(game="burako", seats=4, pairs=True), 5)
    assert places_by_person(made.state) == {}
    assert made.record_event(RoundPaired(1, 1, (ClubTable(((1,), (2,))), ClubTable(((3,), (4,)))), (5,))) is None
    found = places_by_person(made.state)
    assert (found["k1.0"], found["k1.1"]) == ((1, 0), (1, 2))
    assert found["k4.0"] == (2, 1)
    assert len(found) == 8
    assert made.remove_person("k4.0") is None
    assert made.report_result(1, 1, result(1, 2)) is None
    assert places_by_person(made.state) == {"k3.0": (2, 0), "k3.1": (2, 2), "k4.1": (2, 3)}
    assert made.report_result(1, 2, result(1, 2)) is None
    assert places_by_person(made.state) == {}


def test_a_table_of_an_earlier_round_that_plays_again_is_where_its_people_sit() -> None:
    made = begun(plan(rounds=4), 4)
    play(made, rounds=2)
    assert made.withdraw_result(1, 2) is None
    assert set(places_by_person(made.state).values()) == {(2, 0), (2, 1)}
    assert pair(made) == ClubRefusal(ClubCode.ROUND_RUNS, (1, 1))
