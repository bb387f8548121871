"""What the sheet of a round says beside its lines: who won, who starts the next one, and what stays on the table."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.client.draw.faces import Mood
from game.client.scenes.score_lines import SheetLine
from game.client.scenes.score_sheet import ScoreSheet
from game.client.scenes.score_sides import BAR_HEIGHT, SideSheet
from game.client.still import Studio, paused_match, render_scene
from game.client.widgets.widget import walk
from game.client.words import phrase, say
from game.match.match import Match
from game.match.transcript import Controller, EntryKind
from game.rules.ruleset import ScoreLine, SideScore
from game.table.state import Ending, Outcome
from tests.matches import after_first_score, cut, played_out
from tests.slices import every
from tools.golden_pictures import person_match


def rounds(game: str, seats: int) -> tuple[Match, ...]:
    """Return a match at the end of each of its rounds, and of the last once more as it was left."""
    whole = played_out(game, players=seats)
    scores = [entry.number for entry in whole.transcript.entries if entry.kind is EntryKind.SCORE]
    return (*(cut(whole, number + 1) for number in scores), whole)


def sheet_of(match: Match) -> ScoreSheet:
    with Studio() as studio:
        page = ScoreSheet(studio.context, paused_match(match), match.standing.results[-1])
        render_scene(page)
    return page


def dealt_after(match: Match, whole: Match) -> int:
    """Return who starts the round after the last that is scored."""
    after = len(match.transcript.entries)
    while True:
        after += 1
        table = cut(whole, after).standing.table
        if table is not None and table.outcome is None:
            return table.starter


@pytest.mark.parametrize(("game", "seats"), every([("rummikub", 2), ("rummikub", 3), ("burako", 2), ("rummy", 3)], 2))
def test_the_sheet_names_who_starts_the_next_round(game: str, seats: int) -> None:
    *scored, whole = rounds(game, seats)
    match = scored[0]
    assert not match.standing.over
    starter = match.standing.seats[dealt_after(match, whole)].name
    assert str(sheet_of(match)._paper.aside.text) == say("score.starts", round=2, name=starter)


def test_the_sheet_says_that_a_round_goes_on_with_the_table_and_when_the_match_ends() -> None:
    scored = rounds("rummikub", 2)[0]
    words = str(sheet_of(scored)._paper.sentence.text)
    assert say("score.stays_opened") in words
    assert say("score.until_stock") in words
    for game, seats in (("rummy", 3), ("burako", 2)):
        assert say("score.until_stock") not in str(sheet_of(rounds(game, seats)[0])._paper.sentence.text)


def test_the_sheet_counts_the_rounds_where_their_number_ends_the_match() -> None:
    assert str(sheet_of(rounds("rummy", 3)[0])._bar.aside) == say("score.round_over_of", round=1, rounds=4)
    assert str(sheet_of(rounds("rummikub", 2)[0])._bar.aside) == say("score.round_over", round=1)


def test_two_players_are_called_by_their_names_and_one_of_them_has_won() -> None:
    match = rounds("rummikub", 2)[0]
    outcome = match.standing.results[0].outcome
    assert outcome.ending is Ending.OUT
    names = [seat.name for seat in match.standing.seats]
    page = sheet_of(match)
    assert str(page._paper.title.text) == say("score.won", name=names[outcome.seat])
    assert [str(one.side) for one, _ in walk(page.root) if isinstance(one, SideSheet)] == names
    lines = [str(one.line.what) for one, _ in walk(page.root) if isinstance(one, SheetLine)]
    assert say("score.winner_takes_one", name=names[1 - outcome.seat]) in lines
    assert say("score.winner_takes") not in lines


@pytest.mark.parametrize(
    ("points", "seat", "title", "told"),
    [
        ((700, 795), 0, "score.won_them", "out_me_beaten"),
        ((795, 700), 0, "score.won_us", "out_me"),
        ((795, 700), 1, "score.won_us", "out_by_beaten"),
        ((700, 795), 1, "score.won_them", "out_by"),
    ],
)
def test_who_goes_out_and_has_fewer_points_is_told_that_points_decide(
    points: tuple[int, int], seat: int, title: str, told: str
) -> None:
    match = rounds("burako", 4)[0]
    first, *others = match.standing.seats
    header = replace(match.transcript.header, seats=(replace(first, controller=Controller.HERE), *others))
    sheets = tuple(SideScore(side, (ScoreLine("table", "1.7", one),)) for side, one in enumerate(points))
    result = replace(match.standing.results[-1], outcome=Outcome(Ending.OUT, seat), sheets=sheets)
    page = sheet_of(Match(replace(match.transcript, header=header), replace(match.standing, results=(result,))))
    assert str(page._paper.title.text) == say(title)
    assert say(f"score.ending.{told}", name=others[0].name) in str(page._paper.sentence.text)


@pytest.mark.parametrize(
    ("ending", "title", "told"),
    [
        (Ending.OUT, "score.out_me", "score.ending.out"),
        (Ending.STOPPED, "score.title.stopped", "score.stopped_me"),
    ],
)
def test_who_ended_the_round_oneself_is_told_so(ending: Ending, title: str, told: str) -> None:
    match = rounds("burako", 4)[0]
    first, *others = match.standing.seats
    header = replace(match.transcript.header, seats=(replace(first, controller=Controller.HERE), *others))
    even = tuple(SideScore(side, (ScoreLine("rack_against", "1.6", 0),)) for side in range(2))
    result = replace(match.standing.results[-1], outcome=Outcome(ending, 0), sheets=even)
    page = sheet_of(Match(replace(match.transcript, header=header), replace(match.standing, results=(result,))))
    assert page._paper.title.text == phrase(title), "nobody has won it"
    assert repr(phrase(told).code) in repr(page._paper.sentence.text)


def test_a_round_that_ended_by_passing_is_headed_by_who_won_it() -> None:
    match = rounds("rummy", 3)[0]
    last, passed = match.standing.results[-1], Outcome(Ending.PASSED)
    for totals, title in (((9, 30, 31), phrase("score.won_me")), ((9, 9, 31), phrase("score.title.passed"))):
        sheets = tuple(SideScore(side, (ScoreLine("rack_against", "5", at),)) for side, at in enumerate(totals))
        result = replace(last, outcome=passed, sheets=sheets)
        page = sheet_of(Match(match.transcript, replace(match.standing, results=(result,))))
        assert page._paper.title.text in (title, phrase("score.won", name=match.standing.seats[0].name))
        assert phrase("score.ending.passed").code in repr(page._paper.sentence.text)


def test_couples_are_us_and_them_and_the_side_that_has_more_won_whoever_went_out() -> None:
    match = after_first_score(person_match("burako-4"))
    page = sheet_of(match)
    sides = [str(one.side) for one, _ in walk(page.root) if isinstance(one, SideSheet)]
    assert sides == [say("side.us"), say("side.them")]
    us, them = (sheet.total for sheet in match.standing.results[-1].sheets)
    assert str(page._paper.title.text) == say("score.won_us" if us > them else "score.won_them")
    assert match.standing.seats[match.standing.results[-1].outcome.seat].name in str(page._paper.sentence.text)


@pytest.mark.parametrize("winner", [0, 1])
def test_of_two_the_one_with_more_points_won_though_the_other_went_out(winner: int) -> None:
    match = rounds("burako", 2)[0]
    sheets = tuple(SideScore(side, (ScoreLine("rack_against", "1.6", 9 * (side == winner)),)) for side in range(2))
    result = replace(match.standing.results[-1], outcome=Outcome(Ending.OUT, 1 - winner), sheets=sheets)
    page = sheet_of(Match(match.transcript, replace(match.standing, results=(result,))))
    names = [seat.name for seat in match.standing.seats]
    assert str(page._paper.title.text) == say("score.won", name=names[winner])
    assert names[1 - winner] in str(page._paper.sentence.text)


@pytest.mark.parametrize(("game", "seats"), [("burako", 4), ("rummikub", 7)])
def test_the_winners_cheer_and_those_with_least_sulk_once_the_caps_drop(game: str, seats: int) -> None:
    """Everybody has a face on the sheet; before the caps drop it does not tell who won."""
    sheet = sheet_of(rounds(game, seats)[0])
    sides = sheet._columns
    assert sorted(one.number for side in sides for one in side.people) == list(range(seats))
    least = min(side.score.now - side.score.before for side in sides)
    for side in sides:
        lost = Mood.ANNOYED if side.score.now - side.score.before == least else Mood.NEUTRAL
        assert side.mood is (Mood.CHEERING if side.won else lost)
        side.capped = 0.0
        assert side.mood is Mood.NEUTRAL


def test_the_match_score_runs_with_its_bar_and_does_not_tell_the_end_before() -> None:
    sheet = sheet_of(rounds("burako", 4)[0])
    side = sheet._columns[0]
    seen = []
    for raced in (0.0, 0.5, 1.0):
        side.raced = raced
        seen.append(next(words for words, *_rest in side._match_places() if words != side._match_words()[0]))
    score = side.score
    assert seen[0] == say("score.then_now", before=score.before, now=score.before)
    assert seen[2] == say("score.then_now", before=score.before, now=score.now)
    assert len({*seen}) == 3


@pytest.mark.parametrize(
    ("game", "seats", "told"),
    [("burako", 2, ""), ("rummikub", 2, "score.highest_wins"), ("rummy", 2, "score.lowest_wins")],
)
def test_the_match_has_a_bar_where_an_end_is_named_and_else_says_which_total_wins(
    game: str, seats: int, told: str
) -> None:
    side = sheet_of(rounds(game, seats)[0])._columns[0]
    assert side._has_bar is not bool(told)
    assert side._match_words()[2] == (say(told) if told else say("score.to", target=side.score.target or 0))
    bar = side._match_box().bottom - max(place.bottom for *_words, place, _right in side._match_places())
    assert (bar > BAR_HEIGHT) is side._has_bar
