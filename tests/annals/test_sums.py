"""The statistics: spans that hold what they should, filters, curves, and the table for other programs."""

from __future__ import annotations

import csv
from dataclasses import replace
from io import StringIO

import pytest

from game.annals.facts import PERSON
from game.annals.sums import (
    CURVE_POINTS,
    MIN_RELIABLE_CASES,
    MIN_SHOWN_CASES,
    MIXED_OPPONENTS,
    MatchFilter,
    mean_of,
    rival_names_in,
    rounds_to_csv,
    share_of,
    statistics_of,
    statistics_to_plain,
)
from tests.annals.kit import facts, shifted


def test_a_share_has_the_span_of_wilson() -> None:
    span = share_of(41, 74)
    assert (round(span.low, 3), round(span.high, 3)) == (0.441, 0.662)
    assert share_of(0, 10).low == 0.0
    assert share_of(10, 10).high == pytest.approx(1.0)
    assert share_of(0, 0).high == 1.0


@pytest.mark.parametrize(
    ("count", "told", "clear"), [(0, False, False), (4, False, False), (5, True, False), (20, True, True)]
)
def test_few_are_not_told_and_some_are_only_a_hint(count: int, told: bool, clear: bool) -> None:
    assert (MIN_SHOWN_CASES, MIN_RELIABLE_CASES) == (5, 20)
    for span in (share_of(count // 2, count), mean_of([1.0] * count)):
        assert (span.can_be_shown, span.is_reliable) == (told, clear)


def test_a_mean_and_how_far_it_may_be_off() -> None:
    span = mean_of([10.0, 20.0, 30.0, 40.0])
    assert span.middle == 25.0
    assert round(span.half_width, 2) == 12.65


def test_wishes_choose_by_game_level_options_and_day() -> None:
    one, two = facts("eburako-2"), facts("rummikub-4")
    matches = [shifted(one, 1), shifted(two, 40), shifted(one, 60, usual=not one.usual)]
    assert len(statistics_of(matches).matches) == 3
    assert len(statistics_of(matches, MatchFilter(game="eburako")).matches) == 2
    assert len(statistics_of(matches, MatchFilter(since="2026-02-01")).matches) == 2
    assert len(statistics_of(matches, MatchFilter(game="eburako", usual=one.usual)).matches) == 1
    assert len(statistics_of(matches, MatchFilter(against=one.opponents[0])).matches) == 2
    assert not statistics_of(matches, MatchFilter(against="master")).matches


def test_the_lead_is_turned_where_the_lowest_wins() -> None:
    sums = statistics_of([facts("rummy-2")])
    for one in sums.rounds:
        points = [one.round.points(side) for side in (0, 1)]
        assert one.lead == points[1] - points[0]


def test_the_curve_ends_with_the_last_round_and_has_few_points() -> None:
    matches = [shifted(facts("eburako-2"), number) for number in range(300)]
    sums = statistics_of(matches)
    assert len(sums.rounds) == 600
    assert len(sums.curve) <= CURVE_POINTS + 10
    assert sums.curve[-1].last == 600
    assert all(one.last - one.first == 39 for one in sums.curve)
    assert statistics_of([]).curve == ()


def test_what_a_round_brings_adds_up_to_its_points() -> None:
    sums = statistics_of([facts("burako-4")])
    ours = sum(one.ours for one in sums.sources) * len(sums.rounds)
    assert ours == pytest.approx(sum(one.own_points for one in sums.rounds))


def test_the_table_for_other_programs_has_a_line_a_round() -> None:
    sums = statistics_of([facts("eburako-2"), facts("rummikub-4")])
    rows = list(csv.DictReader(StringIO(rounds_to_csv(sums))))
    assert [int(row["points"]) for row in rows] == [one.own_points for one in sums.rounds]
    assert {row["game"] for row in rows} == {"eburako", "rummikub"}


def test_a_share_of_few_is_not_told_to_other_programs_either() -> None:
    few = statistics_to_plain(statistics_of([facts("eburako-2")]))
    assert few["won"] is None
    many = statistics_to_plain(statistics_of([shifted(facts("eburako-2"), number) for number in range(6)]))
    assert isinstance(many["won"], dict)
    assert many["won"]["of"] == 6


def test_turns_to_the_dead_hand_are_counted_without_gaps() -> None:
    what, counted = statistics_of([facts("burako-2", 0), facts("burako-2", 1)]).turn_histogram()
    assert what == "dead"
    assert [turn for turn, _ in counted] == list(range(counted[0][0], counted[-1][0] + 1))


def test_a_turn_and_a_round_take_as_long_as_the_mean_of_the_rounds_that_know() -> None:
    one, other = facts("eburako-2"), facts("rummikub-4")
    first, *others = one.rounds
    known = replace(first, timed=4, thought=600, lasted=6000)
    sums = statistics_of([replace(one, rounds=(known, *others)), other])
    assert (sums.mean_turn_seconds.middle, sums.mean_turn_seconds.of) == (15.0, 1)
    assert (sums.mean_round_minutes.middle, sums.mean_round_minutes.of) == (10.0, 1)
    assert not sums.mean_turn_seconds.can_be_shown
    rows = list(csv.DictReader(StringIO(rounds_to_csv(sums))))
    assert [(row["seconds_a_turn"], row["seconds"]) for row in rows][:2] == [("15.0", "600.0"), ("", "")]


def test_a_match_against_several_levels_counts_among_the_mixed() -> None:
    mixed = replace(facts("rummikub-4"), levels=(PERSON, "easy", "hard", "hard"), over=True)
    alike = replace(mixed, levels=(PERSON, "hard", "hard", "hard"))
    assert [(level, span.of) for level, span in statistics_of([mixed, mixed, alike]).against] == [
        ("hard", 1),
        (MIXED_OPPONENTS, 2),
    ]


def test_somebody_is_found_by_name_and_the_one_met_most_often_stands_first() -> None:
    one = facts("eburako-2")
    ana = replace(one, names=("Rosa", "Ana"), levels=(PERSON, PERSON))
    bea = replace(ana, names=("Rosa", "Bea"))
    assert rival_names_in([one, bea, ana, shifted(ana, 1)]) == ("Ana", "Bea")
    assert statistics_of([one, bea, ana], MatchFilter(rival="Ana")).matches == (ana,)
    partner = replace(facts("burako-4"), names=("Rosa", "Bea", "Ana", "Cid"), levels=(PERSON,) * 4)
    assert partner.rivals == ("Bea", "Cid")


def test_the_turns_that_the_clock_ended_are_told() -> None:
    one, other = facts("eburako-2"), facts("rummikub-4")
    late = tuple(replace(played, timed_out=2) for played in other.rounds)
    sums = statistics_of([replace(one, seconds=0), replace(other, seconds=60, rounds=late)])
    assert sums.timed_out_share.of == sum(played.turns for played in other.rounds)
    assert sums.timed_out_share.middle == pytest.approx(2 * len(late) / sums.timed_out_share.of)
    rows = list(csv.DictReader(StringIO(rounds_to_csv(sums))))
    assert {(row["turn_seconds"], row["timed_out"]) for row in rows} == {("0", "0"), ("60", "2")}
    assert not statistics_of([replace(one, seconds=0)]).timed_out_share.of
