"""Places: match points first, then what breaks ties, the same on every machine; and what a deal is worth."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from game.club.duplicate import deal_seeds, matchpoint_shares, matchpoints
from game.club.events import RoundPaired
from game.club.scores import match_points
from game.club.standings import ClubStanding, champions, standings
from game.club.tournament import Tournament
from game.club.values import BOT_ENTRANT, ClubFormat, ClubTable, TableResult, TournamentPlan
from tests.club.kit import SECRET, begun, key, pair, plan, play, result, tell_all

Told = list[tuple[tuple[int, ...], tuple[int, ...]]]


def played(of: TournamentPlan, number: int, rounds: list[Told]) -> Tournament:
    """A tournament whose rounds are written down: who sits at each table, and the points."""
    made = begun(of, number)
    for at, tables in enumerate(rounds, start=1):
        seated = tuple(ClubTable(tuple((one,) for one in who)) for who, _points in tables)
        missing = set(range(1, number + 1)) - {one for who, _points in tables for one in who}
        assert made.record_event(RoundPaired(at, at, seated, tuple(sorted(missing)))) is None
        for table, (_who, points) in enumerate(tables, start=1):
            assert made.report_result(at, table, result(*points)) is None
    return made


def row(made: Tournament, number: int) -> ClubStanding:
    return next(one for one in standings(made.state) if one.number == number)


def places(made: Tournament) -> list[tuple[int, int]]:
    return [(one.place, one.number) for one in standings(made.state)]


def test_a_win_is_two_points_a_draw_one_and_sitting_out_a_win() -> None:
    made = played(plan(), 5, [[((1, 2), (50, 10)), ((3, 4), (20, 20))]])
    assert [row(made, one).match_points for one in range(1, 6)] == [2, 0, 1, 1, 2]
    assert [row(made, one).wins for one in range(1, 6)] == [1, 0, 0, 0, 0]
    assert row(made, 5).byes == 1
    assert row(made, 5).played == 0


@pytest.mark.parametrize(
    ("points", "earned"),
    [
        ((9, 5, 3, 1), (12, 8, 4, 0)),
        ((9, 9, 3, 1), (10, 10, 4, 0)),
        ((5, 5, 5, 5), (6, 6, 6, 6)),
        ((1, 2, 3), (0, 6, 12)),
    ],
)
def test_at_larger_tables_one_earns_by_each_other_outscored(points: tuple[int, ...], earned: tuple[int, ...]) -> None:
    table = ClubTable(tuple((one,) for one in range(1, len(points) + 1)), result(*points))
    assert match_points(plan(game="rummikub", seats=4), table) == earned


def test_where_fewer_points_are_better_the_lowest_wins() -> None:
    table = ClubTable(((1,), (2,)), result(10, 90))
    assert match_points(plan(game="rummy"), table) == (2, 0)
    assert match_points(plan(), table) == (0, 2)


def test_who_was_absent_lost_whatever_the_points_and_where_all_were_nobody_won() -> None:
    table = ClubTable(((1,), (2,)), TableResult(((90, 10),), (0,)))
    assert match_points(plan(), table) == (0, 2)
    assert match_points(plan(), ClubTable(table.sides, TableResult(((0, 0),), (0, 1)))) == (0, 0)


def test_a_table_that_plays_still_counts_for_nobody() -> None:
    made = begun(plan(), 2)
    assert pair(made) is None
    assert [(row(made, one).match_points, row(made, one).played, row(made, one).wins) for one in (1, 2)] == [
        (0, 0, 0)
    ] * 2


def test_buchholz_and_sonneborn_add_up_opponents() -> None:
    made = played(plan(), 4, [[((1, 2), (50, 10)), ((3, 4), (40, 20))], [((1, 3), (20, 20)), ((2, 4), (30, 10))]])
    assert [row(made, one).match_points for one in (1, 2, 3, 4)] == [3, 2, 3, 0]
    assert [row(made, one).buchholz for one in (1, 2, 3, 4)] == [5, 3, 3, 5]
    assert [row(made, one).sonneborn for one in (1, 2, 3, 4)] == [Fraction(7, 2), 0, Fraction(3, 2), 0]
    assert places(made) == [(1, 1), (2, 3), (3, 2), (4, 4)]


def test_a_round_not_played_counts_as_one_against_oneself() -> None:
    made = played(plan(), 3, [[((1, 2), (50, 10))]])
    assert row(made, 3).buchholz == row(made, 3).match_points == 2


def test_among_equals_what_they_earned_from_each_other_decides_where_all_have_met() -> None:
    rounds: list[Told] = [
        [((1, 4), (10, 90)), ((2, 3), (50, 40))],
        [((4, 2), (10, 50)), ((3, 1), (10, 90))],
        [((1, 2), (60, 50)), ((3, 4), (20, 30))],
    ]
    made = played(plan(ClubFormat.ROUND_ROBIN), 4, rounds)
    assert [row(made, one).match_points for one in (1, 2, 3, 4)] == [4, 4, 0, 4]
    # Each of the three beat one of the others: what they earned from each other is equal, and so is the next break.
    assert {row(made, one).direct for one in (1, 2, 4)} == {2}
    assert places(made)[0] == (1, 4)
    assert row(made, 4).margin == 80 - 40 + 10


def test_who_is_equal_in_everything_shares_a_place_in_the_order_of_joining() -> None:
    made = played(plan(), 4, [[((4, 2), (50, 10)), ((3, 1), (50, 10))]])
    assert places(made) == [(1, 3), (1, 4), (3, 1), (3, 2)]
    assert made.end() is None
    assert champions(made.state) == (3, 4)


def test_a_corrected_result_moves_the_standings_and_leaves_the_rounds_that_were_paired() -> None:
    made = begun(plan(rounds=3), 6)
    play(made, rounds=1)
    before = standings(made.state)
    assert pair(made) is None
    tables = made.state.rounds[1].tables
    told = made.state.rounds[0].tables[0].result
    assert told is not None
    assert made.correct_result(1, 1, TableResult(tuple(row[::-1] for row in told.rows))) is None
    assert made.state.rounds[1].tables == tables
    assert standings(made.state) != before


def test_a_bot_stands_nowhere_and_can_be_beaten() -> None:
    made = begun(plan(), 1)
    assert made.record_event(RoundPaired(1, 1, (ClubTable(((1,), (BOT_ENTRANT,))),))) is None
    assert made.report_result(1, 1, result(10, 5)) is None
    assert [(one.number, one.match_points, one.wins) for one in standings(made.state)] == [(1, 2, 1)]


def test_the_winner_of_a_knockout_stands_first_and_then_who_came_furthest() -> None:
    made = begun(plan(ClubFormat.KNOCKOUT), 6)
    play(made)
    assert [one.reached for one in standings(made.state)] == [4, 3, 2, 2, 1, 1]


def duplicate() -> Tournament:
    made = begun(plan(ClubFormat.HOWELL, "burako", 4, pairs=True, duplicate=True, trusted=True, deals=2), 6)
    assert pair(made) is None
    return made


def test_in_a_duplicate_a_side_is_compared_with_the_same_side_of_the_other_tables_deal_by_deal() -> None:
    made = duplicate()
    rows = [((300, 100), (50, 0)), ((100, 100), (50, 0)), ((100, 300), (90, 0))]
    for at, told in enumerate(rows, start=1):
        assert matchpoints(made.state.plan, made.state.rounds[0]) == {}
        assert made.report_result(1, at, TableResult(told)) is None
    one = made.state.rounds[0]
    earned = matchpoints(made.state.plan, one)
    assert [earned[table.sides[0][0]] for table in one.tables] == [(5, 8), (3, 8), (4, 8)]
    assert [earned[table.sides[1][0]] for table in one.tables] == [(3, 8), (5, 8), (4, 8)]
    first = one.tables[0].sides[0][0]
    assert matchpoint_shares(made.state)[first] == Fraction(5, 8)
    assert standings(made.state)[0].share == Fraction(5, 8)


def test_how_far_a_side_came_before_the_other_is_compared_and_not_its_points() -> None:
    made = begun(plan(ClubFormat.HOWELL, "burako", 4, pairs=True, duplicate=True, trusted=True), 4)
    assert pair(made) is None
    assert made.report_result(1, 1, result(350, 200)) is None
    assert made.report_result(1, 2, result(300, 100)) is None
    one = made.state.rounds[0]
    assert [matchpoints(made.state.plan, one)[table.sides[0][0]] for table in one.tables] == [(0, 2), (2, 2)]


def test_a_table_where_somebody_was_absent_is_compared_with_nobody() -> None:
    made = duplicate()
    for at in (1, 2):
        assert made.report_result(1, at, TableResult(((10 * at, 0),) * 2)) is None
    assert made.report_result(1, 3, TableResult(((0, 0),) * 2, (1,))) is None
    earned = matchpoints(made.state.plan, made.state.rounds[0])
    assert sorted(earned.values()) == [(0, 4), (0, 4), (4, 4), (4, 4)]


def test_all_tables_of_a_round_deal_from_the_same_seeds_and_other_rounds_from_others() -> None:
    made = duplicate()
    seeds = deal_seeds(made.state.rounds[0], 2)
    assert len(set(seeds)) == 2
    tell_all(made, Random(1))  # noqa: S311 - made-up results
    assert made.pair_round(5, SECRET[::-1]) is None
    assert not set(seeds) & set(deal_seeds(made.state.rounds[1], 2))


def test_the_two_lines_of_a_mitchell_have_a_winner_each() -> None:
    made = begun(plan(ClubFormat.MITCHELL, "burako", 4, pairs=True, duplicate=True, trusted=True), 6)
    play(made)
    assert made.remove_person(key(1)) is None
    rows = standings(made.state)
    assert [one.line for one in rows] == [0, 0, 0, 1, 1, 1]
    assert [rows[0].place, rows[3].place] == [1, 1]
