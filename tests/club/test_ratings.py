"""Ratings: who wins rises, a newcomer begins at a thousand, and bots are left out."""

from __future__ import annotations

from game.club.events import RoundPaired
from game.club.ratings import NEWCOMER_RATING, ratings, shown_rating
from game.club.values import BOT_ENTRANT, ClubTable
from tests.club.kit import begun, key, plan, result


def test_who_wins_rises_and_who_loses_falls_and_the_next_tournament_goes_on_from_there() -> None:
    made = begun(plan(game="rummikub", seats=4), 4)
    assert made.record_event(RoundPaired(1, 1, (ClubTable(((1,), (2,), (3,), (4,))),))) is None
    assert made.report_result(1, 1, result(90, 50, 50, -20)) is None
    once = {one: shown_rating(*value) for one, value in ratings([made.state]).items()}
    assert once[key(1)] > once[key(2)] == once[key(3)] > once[key(4)]
    twice = ratings([made.state], ratings([made.state]))
    assert shown_rating(*twice[key(1)]) > once[key(1)]
    assert ratings([made.state, made.state]) == twice


def test_in_couples_both_rise() -> None:
    made = begun(plan(game="burako", seats=4, pairs=True), 2)
    assert made.record_event(RoundPaired(1, 1, (ClubTable(((1,), (2,))),))) is None
    assert made.report_result(1, 1, result(90, 50)) is None
    found = ratings([made.state])
    assert len(found) == 4
    assert found["k1.0"] == found["k1.1"] > found["k2.0"]


def test_a_table_with_a_bot_and_one_that_was_not_played_rate_nobody() -> None:
    made = begun(plan(), 3)
    assert made.record_event(RoundPaired(1, 1, (ClubTable(((1,), (BOT_ENTRANT,))), ClubTable(((2,), (3,)))))) is None
    assert made.report_result(1, 1, result(90, 50)) is None
    assert ratings([made.state]) == {}
    assert shown_rating(25.0, 25.0 / 3) == NEWCOMER_RATING
