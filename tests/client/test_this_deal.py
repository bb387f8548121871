"""The deal of a match alone played once more: the same tiles, from another chair, or another deal that is asked for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from game.client.scenes.match_end import MatchEnd
from game.client.scenes.message import Message
from game.client.scenes.resume import ResumePage
from game.client.still import Studio, paused_match
from game.client.table.scene import TableScene
from game.client.theatre.door import replay_actions_of
from game.client.theatre.scene import Theatre
from game.client.this_deal import can_deal_again, with_swapped_seats
from game.client.widgets.widget import walk
from game.match.match import Match
from game.match.short_code import code_of
from game.match.transcript import TIMED_FORMAT, Controller, EntryKind
from game.session.match_replay import replay_of
from tests.client.theatre.kit import Hands
from tests.session.test_match_replay import as_played, person_match
from tools.golden_pictures import golden_match

GAMES = ("burako-4", "eburako-2", "burraco-4", "rummikub-3", "rummy-4")


@pytest.fixture
def studio() -> Iterator[Studio]:
    with Studio() as made:
        yield made
        made.matches.leave()


def ended(studio: Studio, match: Match) -> Hands:
    """Return the end of a match, its deal shown."""
    hands = Hands(MatchEnd(studio.context, match.header, match.standing, studio.matches.begin_again))
    hands.click("end.deal")
    return hands


def dealt(hands: Hands) -> TableScene[Any]:
    assert isinstance(hands.top, TableScene)
    return hands.top


@pytest.mark.parametrize("name", GAMES)
def test_the_number_and_the_code_are_read_and_the_same_tiles_come_again(studio: Studio, name: str) -> None:
    match = person_match(name)
    hands = ended(studio, match)
    top = hands.top
    assert isinstance(top, Message)
    words = " ".join(written.text for widget, _clip in walk(top.root) for written in widget.texts())
    assert str(match.header.seed) in words
    assert code_of(match.header) in words
    hands.click("again.same")
    session = dealt(hands).session
    assert session.header == replace(match.header, format=TIMED_FORMAT)
    session.poll(1.0)
    first = next(entry.number for entry in match.transcript.entries if entry.kind is EntryKind.DEAL)
    assert session.standing.table == match.at(first + 1).standing.table


@pytest.mark.parametrize("name", GAMES)
def test_with_swapped_chairs_the_person_has_what_the_next_one_had(studio: Studio, name: str) -> None:
    match = person_match(name)
    hands = ended(studio, match)
    hands.click("again.swap")
    session = dealt(hands).session
    assert [seat.controller for seat in session.seats].index(Controller.HERE) == 1
    assert session.header.seed == match.header.seed
    assert {seat.name for seat in session.seats} == {seat.name for seat in match.header.seats}
    assert with_swapped_seats(with_swapped_seats(match.header)).seats != with_swapped_seats(match.header).seats


def test_another_deal_is_asked_for_by_its_number_or_by_a_code_of_another_game(studio: Studio) -> None:
    match = person_match("eburako-2")
    hands = ended(studio, match)
    hands.click("again.ask")
    hands.type("77")
    hands.click("deal.go")
    header = dealt(hands).session.header
    assert (header.seed, header.options, header.seats) == (77, match.header.options, match.header.seats)
    other = person_match("rummikub-3").header
    hands = ended(studio, match)
    hands.click("again.ask")
    hands.type(code_of(other))
    hands.click("deal.go")
    header = dealt(hands).session.header
    assert (header.game, header.seed, header.options) == (other.game, other.seed, other.options)


def test_the_sheet_of_a_round_leads_to_its_deal(studio: Studio) -> None:
    match = person_match("burako-4")
    hands = Hands(studio.score_sheet(paused_match(match), match.standing.results[-1]))
    hands.click("score.deal")
    assert hands.top.name == "this_deal"
    hands.press("back")
    assert hands.top.name == "score_sheet"


def test_a_match_of_the_list_leads_to_its_deal(studio: Studio) -> None:
    studio.matches.begin(person_match("eburako-2").header)
    studio.matches.leave()
    studio.matches.read()
    studio.matches.wait()
    hands = Hands(ResumePage(studio.context, studio.matches, studio._open))
    hands.click("matches.deal")
    hands.click("again.same")
    assert dealt(hands).session.header == replace(person_match("eburako-2").header, format=TIMED_FORMAT)


def test_nobody_deals_again_what_several_computers_dealt(studio: Studio) -> None:
    match = as_played(golden_match("burako-4"), dealer="sealed", seed=0)
    assert not can_deal_again(studio.context, match.header)
    end = MatchEnd(studio.context, match.header, match.standing, studio.matches.begin_again)
    assert "end.deal" not in [widget.name for widget, _clip in walk(end.root)]


def test_the_theatre_leads_to_the_deal_it_shows(studio: Studio) -> None:
    match = person_match("eburako-2")
    hands = Hands(
        Theatre(studio.context, replay_of(match.transcript), None, replay_actions_of(studio.context, studio.matches))
    )
    hands.click("theatre.controls.share")
    hands.click("share.code")
    assert hands.top.name == "this_deal"
