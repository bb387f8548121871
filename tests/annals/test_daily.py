"""The daily deal: one for everybody, by the player's own day whatever clocks and journeys do; each one is checked."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from game.annals.daily import (
    FIRST_DAY,
    GAME_ROTATION,
    DayPlayed,
    candidate_deal,
    daily_of,
    days_played,
    played_in_month,
    shift_month,
    weeks_of,
)
from game.annals.facts import MatchFacts, day_in_name
from game.client.matches import TIME_FORMAT
from game.rules.registry import GAMES
from tests.annals.kit import facts
from tests.slices import some
from tools.daily import is_good

TODAY = date(2026, 11, 22)


def played(day: date, begun: str = "", *, over: bool = True, winner: int = 0) -> MatchFacts:
    """Return the facts of the daily deal of a day, begun at a time of the player's clock."""
    daily = daily_of(day)
    one = next(facts(name) for name in ("eburako-2", "burako-2", "rummy-3", "rummikub-3", "burraco-2")
               if facts(name).game == daily.game)  # fmt: skip
    begun = begun or f"{day.isoformat()} 21.05.00"
    name = f"{daily.game} {begun}.comodin"
    return replace(one, name=name, day=day_in_name(name), seed=daily.seed, over=over, winners=(winner,) if over else ())


def test_a_day_has_one_deal_and_the_games_take_turns() -> None:
    days = [FIRST_DAY + timedelta(days=at) for at in range(50)]
    assert [daily_of(day) for day in days] == [daily_of(day) for day in days]
    assert len({daily_of(day).seed for day in days}) == 50
    assert Counter(daily_of(day).game for day in days) == dict.fromkeys(GAMES, 10)
    assert {game for game, _options in GAME_ROTATION} == set(GAMES)


def test_nobody_s_name_changes_the_tiles_or_the_bots() -> None:
    one, other = daily_of(TODAY).header("Ana"), daily_of(TODAY).header("Beto")
    assert replace(one, seats=one.seats[1:]) == replace(other, seats=other.seats[1:])


def test_there_is_none_before_the_first() -> None:
    with pytest.raises(ValueError, match="the first daily deal"):
        daily_of(FIRST_DAY - timedelta(days=1))


@pytest.mark.parametrize("at", some([0, 21, 58, 119], 2))
def test_a_listed_deal_is_won_by_a_medium_bot_on_the_players_chair(at: int) -> None:
    daily = daily_of(FIRST_DAY + timedelta(days=at))
    assert daily.checked
    assert is_good(daily)


def test_a_day_beyond_the_list_has_a_deal_that_says_it_is_not_checked() -> None:
    assert not daily_of(date(2040, 2, 29)).checked
    assert not candidate_deal(TODAY, 0).checked


def test_a_match_is_known_by_its_seed_as_that_of_a_day() -> None:
    found = days_played([played(TODAY), facts("eburako-2")], TODAY)
    assert list(found) == [TODAY]
    assert found[TODAY].over
    assert found[TODAY].daily == daily_of(TODAY)


def test_a_deal_begun_before_midnight_is_of_the_day_it_was_dealt_for() -> None:
    late = played(TODAY, "2026-11-22 23.58.00")
    assert list(days_played([late], TODAY + timedelta(days=1))) == [TODAY]


@pytest.mark.parametrize("zone", ["Europe/Rome", "America/New_York", "Pacific/Auckland", "Asia/Kolkata"])
def test_a_day_of_23_or_25_hours_is_one_day(zone: str) -> None:
    """Every hour of a year is of the calendar day that the player's clock shows, and no day is left out."""
    here = ZoneInfo(zone)
    start = datetime(2027, 1, 1, 12, tzinfo=UTC)
    stamps = [(start + timedelta(hours=hour)).astimezone(here).strftime(TIME_FORMAT) for hour in range(365 * 24)]
    days = list(dict.fromkeys(day_in_name(f"rummy {stamp}.comodin") for stamp in stamps))
    assert [date.fromisoformat(day) for day in days] == [
        date.fromisoformat(days[0]) + timedelta(days=at) for at in range(len(days))
    ]
    assert days[-1] == max(days)


def test_a_journey_neither_loses_a_day_nor_counts_one_twice() -> None:
    tomorrow = TODAY + timedelta(days=1)
    there = played(tomorrow, "2026-11-23 08.00.00")  # in Auckland, where it is the 23rd already
    back = played(TODAY, "2026-11-22 20.00.00")  # and flown west, where it is the 22nd still
    again = played(tomorrow, "2026-11-23 09.00.00", winner=1)  # the 23rd comes once more
    found = days_played([there, back, again], TODAY)
    assert set(found) == {TODAY, tomorrow}
    assert found[tomorrow].match == there
    assert played_in_month(found, TODAY) == 2


def test_a_clock_set_back_or_forth_changes_no_day_of_a_match() -> None:
    wrong = played(TODAY, "2031-01-01 00.00.00")
    assert list(days_played([wrong], TODAY)) == [TODAY]


def test_the_first_match_that_is_over_counts_and_a_later_one_does_not() -> None:
    begun = played(TODAY, "2026-11-22 10.00.00", over=False)
    lost = played(TODAY, "2026-11-22 11.00.00", winner=1)
    won = played(TODAY, "2026-11-22 12.00.00")
    assert not days_played([begun], TODAY)[TODAY].over
    assert days_played([won, lost, begun], TODAY)[TODAY].match == lost


def test_days_are_counted_and_none_is_missed() -> None:
    days = [date(2026, 11, 2), date(2026, 11, 9), TODAY, date(2026, 12, 1)]
    found = days_played([played(day) for day in days], date(2026, 12, 1))
    assert played_in_month(found, TODAY) == 3
    assert played_in_month(found, date(2026, 12, 1)) == 1
    assert all(isinstance(one, DayPlayed) for one in found.values())


@pytest.mark.parametrize(("month", "begins", "weeks"), [((2026, 11), 0, 6), ((2026, 11), 6, 5), ((2027, 2), 0, 4)])
def test_a_month_has_every_day_once_in_weeks_of_seven(month: tuple[int, int], begins: int, weeks: int) -> None:
    rows = weeks_of(date(*month, 15), begins)
    assert len(rows) == weeks
    days = [day for week in rows for day in week if day is not None]
    assert days[0].day == 1
    assert (days[-1] + timedelta(days=1)).day == 1
    assert all(len(week) == 7 for week in rows)
    assert all(day is None or day.weekday() == (begins + at) % 7 for week in rows for at, day in enumerate(week))


def test_months_are_turned_over_the_year() -> None:
    assert shift_month(date(2026, 12, 31), 1) == date(2027, 1, 1)
    assert shift_month(date(2027, 1, 31), -1) == date(2026, 12, 1)
