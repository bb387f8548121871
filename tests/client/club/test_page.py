"""The page of a tournament: all that it has to say, in every language, and nothing that people typed as markup."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser

import pytest

from game.client.club.page import tournament_page
from game.client.club.telling import standing_cells, standing_columns, tell_club_refusal
from game.client.words import LANGUAGES, english_sentence, placeholders, say, set_language
from game.club.refusals import ClubCode, ClubRefusal
from game.club.standings import TieBreak, standings
from game.club.tournament import Tournament
from game.club.values import ClubFormat, ClubPerson, LeftOverRule, TableResult, TournamentPlan
from tests.club.kit import begun, key, pair, plan, play, result

EVIL = "<script>alert('1')</script> & \"Co\""


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    set_language("en")
    yield
    set_language("en")


class Read(HTMLParser):
    """What a browser would make of a page: its text, and that every tag is closed."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag: str, _attrs: object) -> None:
        self.tags.add(tag)
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data + "\n"


def running() -> Tournament:
    """Seven in a Swiss: a round played, one running, one away, one who came late."""
    made = begun(plan(minutes=40), 7)
    play(made, rounds=1)
    assert made.remove_person(key(3)) is None
    assert made.add_entrant(ClubPerson("evil", EVIL)) is None
    assert pair(made) is None
    return made


def test_the_page_shows_who_plays_where_the_standings_the_results_and_the_rules() -> None:
    made = running()
    read = Read(tournament_page(made.state))
    assert read.open == []
    for said in (
        "Friday",
        "Swiss system · eBurako, tables for 2",
        "Round 2: who plays where",
        "Round 1: results",
        "Standings",
        "Buchholz",
        "Player 3a (away)",
        f"{EVIL} (since round 2)",
        "There are 3 rounds.",
        "A round ends after 40 minutes at the latest: the points of then count.",
        "Sitting out is worth as much as a win.",
        say("club.sealed"),
    ):
        assert said in read.text, said
    assert "script" not in read.tags


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_is_whole_in_every_language_and_lies_as_the_language_is_read(language: str) -> None:
    set_language(language)
    page = tournament_page(running().state)
    assert f"<html lang='{language}' dir='{'rtl' if language == 'he' else 'ltr'}'>" in page
    assert Read(page).open == []
    assert say("club.standings") in page
    assert re.search(r"\{[a-z]+\}", Read(page).text.partition("</style>")[2]) is None


def test_the_page_is_black_on_white_and_asks_for_no_other_file() -> None:
    page = tournament_page(running().state)
    assert "color:#000;background:#fff" in page
    assert not re.search(r"(src|href|url|@import|https?:)", page)


def test_a_duplicate_says_who_has_to_be_trusted_and_where_tables_part() -> None:
    made = begun(plan(ClubFormat.MITCHELL, "burako", 4, pairs=True, duplicate=True, trusted=True, deals=2), 5)
    play(made, rounds=1)
    text = Read(tournament_page(made.state)).text
    for code in (
        "club.duplicate",
        "club.diverge",
        "club.compared",
        "club.share_first",
        "club.line_stays",
        "club.line_moves",
        "club.pairs",
    ):
        assert say(code) in text
    assert say("club.sealed") not in text
    assert "Seats 1 and 3" in text
    assert "Sitting out: " in text
    assert "%" in text
    assert made.state.rounds[0].deal not in tournament_page(made.state)


def test_before_anybody_came_and_when_it_is_over_the_page_says_so() -> None:
    made = begun(plan(ClubFormat.KNOCKOUT), 0)
    assert say("club.nobody") in tournament_page(made.state)
    made = begun(plan(ClubFormat.KNOCKOUT), 2)
    assert say("club.unpaired") in tournament_page(made.state)
    assert pair(made) is None
    first, second = (side[0] for side in made.state.rounds[0].tables[0].sides)
    assert made.report_result(1, 1, TableResult(((5, 9),), (1,))) is None
    assert made.end() is None
    text = Read(tournament_page(made.state, {key(first): 1050, key(second): 950})).text
    assert f"The tournament is over. First: {made.state.entrant(first).name}" in text
    assert f"{made.state.entrant(second).name} (did not play on)" in text
    assert text.index("1050") < text.index("950")


PLANS = [
    plan(game="burako", seats=4, left_over=LeftOverRule.BOT),
    plan(game="rummikub", seats=4),
    plan(ClubFormat.ROUND_ROBIN, "rummy", 3),
]


@pytest.mark.parametrize("of", PLANS)
def test_every_kind_of_table_is_laid_out(of: TournamentPlan) -> None:
    made = begun(of, 6)
    play(made, rounds=1)
    assert pair(made) is None
    read = Read(tournament_page(made.state))
    assert read.open == []
    assert ("a bot" in read.text) is (of.left_over is LeftOverRule.BOT)
    assert "Seat" in read.text


def test_numbers_have_one_digit_behind_the_point_at_most() -> None:
    made = begun(plan(game="rummikub", seats=4), 4)
    assert pair(made) is None
    assert made.report_result(1, 1, result(90, 90, -1250, 3)) is None
    rows = [standing_cells(made.state, row) for row in standings(made.state)]
    assert standing_columns(made.state)[:3] == ("place", "name", "match_points")
    assert all(re.fullmatch(r"−?[\d ]+(\.\d)?", cell) for row in rows for cell in (row[0], *row[2:]))
    assert any("−1 250" in row for row in rows)


@pytest.mark.parametrize("code", ClubCode)
def test_every_refusal_has_a_sentence_and_what_it_asks_for(code: ClubCode) -> None:
    wanted = sorted(placeholders(english_sentence(f"club.refusal.{code.value}")))
    assert wanted == ["a", "b"][: len(wanted)]
    said = tell_club_refusal(ClubRefusal(code, ("Ana", 2)[: len(wanted)]))
    assert said[0].isupper() or said.startswith("Ana")
    assert said.endswith(".")


def test_every_format_and_tie_break_has_its_words() -> None:
    for how in ClubFormat:
        assert say(f"club.format.{how.value}")
        assert say(f"club.how.{how.value}")
    for one in TieBreak:
        assert say(f"club.column.{one.value}")
