"""What one's own hand did is heard: what was drawn, what was laid and what was taken back, and nothing of others."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.client.access.own import OwnTurnAnnouncer
from game.client.words import say
from game.session.arrangement import NEW_SET_INDEX, Arrangement
from game.session.local import LocalSession
from game.table.melds import Kind, Meld
from game.table.tiles import Tile
from game.table.view import View
from tests.commands.test_terminal import asked, session_of


@pytest.fixture(params=["burako", "rummikub"])
def session(request: pytest.FixtureRequest) -> LocalSession:
    made = session_of(str(request.param), 2)
    asked(made, "turn")
    return made


def with_rack(view: View, rack: tuple[Tile, ...]) -> View:
    racks = tuple(rack if seat == view.seat else one for seat, one in enumerate(view.table.racks))
    return replace(view, table=replace(view.table, racks=racks))


def test_what_came_to_the_hand_is_said_once(session: LocalSession) -> None:
    view, deeds = session.view, OwnTurnAnnouncer()
    assert view is not None
    before = with_rack(view, view.rack[:-1])

    def said(now: View) -> list[str]:
        return list(deeds.new_sentences(now, None, session.seats, cards=False))

    assert said(before) == []
    assert said(view)[0].startswith("You drew ")
    assert said(view) == []
    assert said(before) == []
    assert said(view) == [], "it was on the table and came back"


def test_a_set_is_said_when_it_is_laid_and_when_it_is_taken_back() -> None:
    session, deeds = session_of("burako", 2), OwnTurnAnnouncer()
    asked(session, "turn")
    view = session.view
    assert view is not None
    side = view.seat % view.table.sides
    mine = Meld(Kind.GROUP, view.rack[:3], (None, None, None))
    theirs = Meld(Kind.GROUP, tuple(Tile(tile) for tile in range(106) if tile not in view.rack)[:3], (None, None, None))

    def said(*melds: Meld) -> list[str]:
        table = replace(view.table, melds=melds, owners=(side,) * len(melds))
        return list(deeds.new_sentences(replace(view, table=table), None, session.seats, cards=False))

    said()
    assert said(mine)[0].startswith("Laid. Set 1, You: ")
    assert said(mine) == []
    assert said() == [say("text.undone")]
    assert said(theirs) == [], "what others lay is told by the log"


def test_a_set_of_an_open_table_is_said_as_it_lies() -> None:
    session, deeds = session_of("rummikub", 2), OwnTurnAnnouncer()
    asked(session, "turn")
    view = session.view
    assert view is not None
    lying = Arrangement.of(view)
    put = lying.with_moved_tiles(view.rack[:1], NEW_SET_INDEX)
    assert isinstance(put, Arrangement)
    assert list(deeds.new_sentences(view, lying, session.seats, cards=False)) == []
    (words,) = deeds.new_sentences(view, put, session.seats, cards=False)
    assert words.startswith("Set 1 is no set yet: ")
