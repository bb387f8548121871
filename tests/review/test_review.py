"""A review: the same however it comes about, blind for what lay hidden, and adding up to the result."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

import pytest

from game.review.chance import Chances, lead_of_side
from game.review.marks import THRESHOLDS, TurnComparison, TurnMark, mark_of
from game.review.review import CONFIRMING_SEED_OFFSET, MistakeKind, Reviewer, mistake_kind
from game.review.worth import PlannedTurn, haste_cost, sample_budget_for, view_after_moves, with_tiles_hidden
from game.rules.ruleset import Family
from game.session.match_replay import Replay, ReplayPosition
from game.table.faces import HIDDEN, Face
from game.table.moves import Discard, Draw, Rearrange, TakePile
from game.table.view import View
from tests.review.kit import LITTLE, replay, reviewed

GAMES = ("burako", "rummikub")
TABLES = (("burako", 4, 2), ("rummikub", 3, 1))  # game, players, seat: couples, and each for himself


def permuted(laid: Replay, seat: int, made: int) -> Replay:
    """Return the match with all tiles turned round about that a seat had not seen after so many moves."""
    view = laid.view_at(ReplayPosition(0, made), seat)
    hidden = [at for at, face in enumerate(view.faces) if face is HIDDEN]
    played = laid.rounds[0]
    faces: list[Face] = list(played.faces)
    for at, other in zip(hidden, reversed(hidden), strict=True):
        faces[at] = played.faces[other]
    return replace(laid, rounds=(replace(played, faces=tuple(faces)), *laid.rounds[1:]))


@pytest.mark.parametrize("game", GAMES)
def test_turning_hidden_tiles_about_changes_no_mark(game: str) -> None:
    turns = reviewed(game).turns
    for at in (0, len(turns) // 2, len(turns) - 1):
        other = Reviewer(permuted(replay(game), 0, turns[at].last), 0, 0, LITTLE)
        before = replace(reviewed(game), turns=turns[:at])
        *_earlier, judged = islice(other.review_turns(before), 2)
        assert judged.turns[at] == turns[at]


@pytest.mark.parametrize(("game", "players", "seat"), TABLES)
def test_with_more_seats_too_turning_hidden_tiles_about_changes_no_mark(game: str, players: int, seat: int) -> None:
    whole = reviewed(game, seat, players)
    at = len(whole.turns) // 2
    other = Reviewer(permuted(replay(game, players), seat, whole.turns[at].last), 0, seat, LITTLE)
    *_earlier, judged = islice(other.review_turns(replace(whole, turns=whole.turns[:at])), 2)
    assert judged.turns[at] == whole.turns[at]


@pytest.mark.parametrize(("game", "players", "seat"), TABLES)
def test_with_more_seats_too_every_turn_is_judged_once_and_the_sums_add_up(game: str, players: int, seat: int) -> None:
    found, played = reviewed(game, seat, players), replay(game, players).rounds[0]
    story = played.standing.story
    judged = [made for turn in found.turns for made in range(turn.first, turn.last)]
    assert judged == [made for made, told in enumerate(story) if told.seat == seat]
    points = [sheet.total for sheet in played.standing.results[0].sheets]
    own = points.pop(seat % len(points))
    assert abs(found.result - (own - sum(points) / len(points))) < 1
    assert found.luck.points + found.play.points + found.others == found.result


def test_of_three_sides_who_is_level_has_a_third_of_the_chances_and_a_lead_is_told_as_one_over_their_mean() -> None:
    table = replay("rummikub", 3).rounds[0].table(0)
    assert lead_of_side(table, (30, -10, -20), 0) == 45
    assert lead_of_side(table, (-10, 30, -20), 0) == -15
    chances = Chances(table, 0)
    assert chances.to_win(0) == 333
    assert chances.to_win(-60) < 333 < chances.to_win(60) < 1000
    assert Chances(replay("rummikub").rounds[0].table(0), 0).to_win(0) == 500


def test_partners_are_of_one_side_and_each_is_judged_by_his_own_turns() -> None:
    one, other = reviewed("burako", 0, 4), reviewed("burako", 2, 4)
    assert one.result == other.result
    assert {turn.first for turn in one.turns}.isdisjoint(turn.first for turn in other.turns)


@pytest.mark.parametrize("game", GAMES)
def test_a_review_that_was_stopped_goes_on_to_the_same_end(game: str) -> None:
    whole = reviewed(game)
    reviewer = Reviewer(replay(game), 0, 0, LITTLE)
    half = replace(whole, turns=whole.turns[: len(whole.turns) // 2])
    *_begun, ended = reviewer.review_turns(half)
    assert ended == whole
    assert not half.is_complete
    assert whole.is_complete


def test_a_review_of_another_round_is_begun_anew() -> None:
    reviewer = Reviewer(replay("burako"), 0, 1, LITTLE)
    other = replace(reviewed("burako"), key=b"another")
    assert next(iter(reviewer.review_turns(other))) == reviewer.without_turns()


@pytest.mark.parametrize("game", GAMES)
def test_luck_play_and_the_others_add_up_to_the_result(game: str) -> None:
    found = reviewed(game)
    sheets = [sheet.total for sheet in replay(game).rounds[0].standing.results[0].sheets]
    assert found.result == sheets[0] - sheets[1]
    assert found.luck.points + found.play.points + found.others == found.result
    assert found.result == -reviewed(game, 1).result


@pytest.mark.parametrize("game", GAMES)
def test_every_turn_of_the_seat_is_judged_once(game: str) -> None:
    played = replay(game).rounds[0]
    story = played.standing.story
    turns = reviewed(game).turns
    assert [story[turn.first].seat for turn in turns] == [0] * len(turns)
    judged = [made for turn in turns for made in range(turn.first, turn.last)]
    assert judged == [made for made, told in enumerate(story) if told.seat == 0]


def test_who_plays_as_a_strong_player_would_is_never_blamed() -> None:
    for game in GAMES:
        for turn in reviewed(game).turns:
            if turn.played == turn.best:
                assert turn.mark is TurnMark.GOOD


def test_what_hard_would_have_played_too_is_no_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    blamed = [turn for turn in reviewed("burako", 1).turns if turn.mark in {TurnMark.MISS, TurnMark.INEXACT}]
    laid = replay("burako")

    def as_played(view: View, _seed: int) -> PlannedTurn:
        turn = next(turn for turn in blamed if laid.view_at(ReplayPosition(0, turn.made), 1) == view)
        return PlannedTurn(turn.played, view_after_moves(view, turn.played), (("lay", ()),) * len(turn.played))

    assert blamed
    monkeypatch.setattr("game.review.review.club_line", as_played)
    *_begun, found = Reviewer(laid, 0, 1, LITTLE).review_turns()
    for turn in blamed:
        (other,) = [one for one in found.turns if one.first == turn.first]
        assert (other.mark, other.compared) == (TurnMark.GOOD, TurnComparison())
        assert (other.best, other.reason) == (other.played, "lay")


def test_tiles_that_came_are_weighed_against_all_that_could_have_come() -> None:
    laid, found = replay("burako"), reviewed("burako")
    drawn = [turn for turn in found.turns if turn.luck.error]
    assert drawn
    turn = drawn[0]
    came = ReplayPosition(0, turn.first + 1)
    view = laid.view_at(came, 0)
    tile = view.rack[-1]
    assert with_tiles_hidden(view, (tile,)).faces[tile] is HIDDEN
    assert found.luck.error >= turn.luck.error


def test_haste_costs_its_mean_price_and_is_no_mistake() -> None:
    view = replay("rummikub").view_at(ReplayPosition(0, 0), 0)
    tiles = view.rack[:3]
    laid, nothing = (Rearrange(tiles, ()),), (Draw(),)
    price = haste_cost(view, laid, nothing)
    assert price.points < 0
    assert mark_of(price, Family.OPEN_TABLE) is TurnMark.GOOD
    assert haste_cost(view, nothing, nothing) == haste_cost(view, laid, laid) == TurnComparison()


def test_only_a_scored_round_is_reviewed() -> None:
    laid = replay("burako")
    void = replace(laid, rounds=(replace(laid.rounds[0], void=True),))
    with pytest.raises(ValueError, match="scored"):
        Reviewer(void, 0, 0, LITTLE)


@pytest.mark.parametrize("family", list(Family))
def test_classes_go_by_chance_and_not_by_points(family: Family) -> None:
    at = THRESHOLDS[family]
    assert mark_of(TurnComparison(-1000, 1, 0), family) is TurnMark.GOOD  # a lost game has no blunders
    assert mark_of(TurnComparison(-1000, 1, -at.inexact), family) is TurnMark.INEXACT
    assert mark_of(TurnComparison(-1000, 1, -at.miss), family) is TurnMark.MISS
    assert mark_of(TurnComparison(-1000, 1000, -at.miss), family) is TurnMark.GOOD  # not clear of its doubt
    assert mark_of(TurnComparison(1000, 1, at.brilliant), family) is TurnMark.BRILLIANT
    assert mark_of(TurnComparison(), family) is TurnMark.GOOD


def test_what_stands_out_is_told_by_other_worlds_than_those_in_which_it_stood_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = next(turn for turn in reviewed("burako").turns if turn.compared.points)
    asked: list[int] = []

    def compared(_reviewer: Reviewer, _line: PlannedTurn, _best: PlannedTurn, seed: int) -> TurnComparison:
        asked.append(seed)
        return TurnComparison(-30, 1, -20) if seed > CONFIRMING_SEED_OFFSET else TurnComparison(-80, 1, -60)

    monkeypatch.setattr(Reviewer, "_compared", compared)
    line = PlannedTurn(found.played, replay("burako").view_at(ReplayPosition(0, found.last), 0))
    best, told = Reviewer(replay("burako"), 0, 0, LITTLE)._best(found.made, line)
    assert best.moves == found.best
    assert told == TurnComparison(-30, 1, -20)
    assert asked == [asked[0], asked[0] + CONFIRMING_SEED_OFFSET]


def test_how_far_a_mistake_was_punished_is_never_more_than_it_cost() -> None:
    for game in GAMES:
        found = reviewed(game)
        for at, turn in enumerate(found.turns):
            assert 0 <= found.punished_points(at) <= max(0, -turn.compared.points)


def test_lessons_are_told_apart_by_what_would_have_been_better() -> None:
    draw, take, throw = Draw(), TakePile(()), Discard(replay("burako").rounds[0].table(0).racks[0][0])
    other = Discard(replay("burako").rounds[0].table(0).racks[0][1])
    assert mistake_kind((draw,), (take,)) is MistakeKind.TAKE
    assert mistake_kind((take, throw), (draw,)) is MistakeKind.LEAVE
    assert mistake_kind((throw,), (other,)) is MistakeKind.THROW


def test_every_game_says_what_its_review_may_cost() -> None:
    assert all(sample_budget_for(game).turns > 0 for game in GAMES)


def test_the_reason_is_that_of_the_first_move_that_differs() -> None:
    view = replay("burako").view_at(ReplayPosition(0, 0), 0)
    keep, throw = Draw(), Discard(view.rack[0])
    line = PlannedTurn((keep, throw), view, (("keep_last", ()), ("discard_alone", (view.rack[0],))))
    assert line.why((keep, Discard(view.rack[1])))[0] == "discard_alone"
    assert line.why((keep, throw))[0] == "keep_last"
    assert PlannedTurn((), view).why(()) == ("", ())
    assert not line.waits
