"""Looking back: a sentence of the log or a key shows the table as it lay, and nothing there can be touched."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from game.client.director import Director, Push
from game.client.events import PointerDown, PointerMoved, PointerUp
from game.client.scenes.score_sheet import ScoreSheet
from game.client.still import Studio, paused_match
from game.client.table.board import Board
from game.client.table.open.rows import RowPosition
from game.client.table.past import PastTable
from game.client.table.scene import TableScene
from game.client.viewport import Viewport
from game.session.looking_back import moves_before_last_turn_end, past_view
from game.table.faces import HIDDEN
from game.table.tiles import Tile
from tests.client.gallery import match_of
from tests.client.open_table_kit import OpenHand
from tests.client.table_kit import TableHand


def past_of(hand: TableHand) -> PastTable:
    top = hand.director.top
    assert isinstance(top, PastTable)
    return top


def played(game: str) -> TableHand:
    """Return a table at which everybody has had a turn, the person to move again."""
    hand: TableHand = TableHand(seats=4) if game == "burako" else OpenHand(seats=4)
    for _ in range(12):
        hand.until_mine()
        seats = {told.seat for told in hand.session.standing.story}
        if len(seats) == 4 and hand.session.standing.story[-1].seat != 0:
            return hand
        turn = hand.scene.hands.turn
        assert turn is not None
        if game == "burako" and turn.can_play:
            turn.turn_state = turn.turn_state.with_picked(turn.view.rack[:1])
            turn.discard()
            if turn.can_play:
                turn.turn_state = turn.turn_state.reset().with_picked(turn.view.rack[-1:])
                turn.discard()
        else:
            hand.call("draw" if game == "rummikub" else "confirm")
        hand.pass_time()
    raise AssertionError("the person's second turn never came")


@pytest.mark.parametrize("game", ["burako", "rummikub"])
def test_a_key_shows_what_happened_since_my_last_turn(game: str) -> None:
    hand = played(game)
    view = hand.session.view
    assert view is not None
    since = moves_before_last_turn_end(view)
    assert view.story[since - 1].seat == 0
    assert all(told.seat != 0 for told in view.story[since:])
    hand.call("look_back")
    past = past_of(hand)
    assert past.made == since
    for _ in range(200):
        hand.pass_time(0.2)
    assert past.made == past.move_count == len(view.story)
    hand.press("Left")
    assert past.made == past.move_count - 1
    reached = {past.ring.focus.name if past.ring.focus else ""}
    for _ in past.ring.tab_stops():  # left and right walk the match: up and down come to every button
        past.ring.focus_towards("up")
        assert past.ring.focus is not None
        reached.add(past.ring.focus.name)
    assert {"past.earlier", "past.later", "past.now"} <= reached
    hand.press("Esc")
    assert hand.director.top is hand.scene


@pytest.mark.parametrize("game", ["burako", "rummikub"])
def test_arrows_and_pad_walk_and_the_story_ends_where_it_stands(game: str) -> None:
    hand = played(game)
    hand.call("look_back")
    past = past_of(hand)
    start = past.made
    hand.press("Left")
    assert past.made == start - 1
    hand.pad("right")
    assert past.made == start
    hand.pass_time(30.0)
    assert past.made == start  # whoever walks is not walked
    for _ in range(200):
        hand.press("Left")
    assert past.made == 0
    hand.draw()
    hand.pad("east")
    assert hand.director.top is hand.scene


@pytest.mark.parametrize("game", ["burako", "rummikub"])
def test_a_click_on_a_sentence_shows_that_position(game: str) -> None:
    hand = played(game)
    log = hand.scene.board.log
    line, box = next(iter(log._placed()))
    assert line is not None
    story = len(hand.session.standing.story)
    hand.click_at(box.centre)
    assert past_of(hand).made == line.made == story


def stands_on(board: Board[Any, Any]) -> dict[frozenset[Tile], Mapping[Tile, RowPosition]]:
    """Return where each set stands, by its tiles."""
    return {frozenset(stands): stands for stands in board.current_layout().stands.values()}


def test_sets_are_found_where_they_lie_now() -> None:
    hand = played("rummikub")
    now = stands_on(hand.scene.board)
    while len(now) < 4:
        hand.call("draw")
        hand.until_mine()
        now = stands_on(hand.scene.board)
    hand.call("look_back")
    then = now
    for key in ("Left", "Right", "Right", "Right"):
        hand.press(key)
        then = stands_on(past_of(hand).board)
        assert all(then[tiles] == now[tiles] for tiles in then.keys() & now.keys())
    assert then.keys() == now.keys()


def test_nothing_is_touched_in_the_past() -> None:
    hand = played("burako")
    story = hand.session.standing.story
    hand.call("look_back")
    for kind in ("tile", "slot", "stock", "pile"):
        for place in hand.scene.shown_items():
            if place.kind == kind:
                hand.director.on_plain_event(PointerMoved(place.box.centre))
                hand.director.on_plain_event(PointerDown(place.box.centre))
                hand.director.on_plain_event(PointerUp(place.box.centre))
    past_of(hand)
    for key in ("D", "P", "X", "L", "R", "1"):
        hand.press(key)
    assert hand.session.standing.story == story


def test_the_past_holds_no_face_that_was_not_known_then() -> None:
    hand = played("burako")
    view = hand.session.view
    assert view is not None
    for made in range(len(hand.session.standing.past)):
        then = past_view(hand.session.standing, view, made)
        assert then is not None
        table = then.table
        for tile, face in enumerate(then.faces):
            if face is not HIDDEN and table.faces[tile] is HIDDEN:
                assert tile in then.rack
    assert past_view(hand.session.standing, view, len(hand.session.standing.past)) is None


@pytest.mark.parametrize("game", ["burako", "rummikub"])
def test_the_pad_reaches_the_log_and_looks_back(game: str) -> None:
    hand = played(game)
    hand.scene.ring.focus_on("table.log")
    hand.scene.ring.show_focus(shown=True)
    assert hand.scene.ring.focus is hand.scene.board.log
    hand.call_by_pad("pick")
    past_of(hand)


@pytest.mark.parametrize("game", [("burako", 4), ("rummikub", 4)])
def test_a_round_that_is_scored_is_looked_back_at_from_its_sheet(game: tuple[str, int]) -> None:
    match, _places = match_of(*game)
    with Studio() as studio:
        standing = match.standing
        assert standing.round_scored
        sheet = studio.score_sheet(paused_match(match), standing.results[-1])
        director = Director(sheet, Viewport((1280, 720)))
        click(director, "score.table")
        table = director.top
        assert isinstance(table, TableScene)
        assert table.shown.result == standing.results[-1]
        push = table.doors.look_back_to(2)
        assert isinstance(push, Push)
        assert isinstance(push.scene, PastTable)
        assert (push.scene.made, push.scene.move_count) == (2, len(standing.past) - 1)
        click(director, "table.primary")
        assert isinstance(director.top, ScoreSheet)


def click(director: Director, name: str) -> None:
    """Click a widget of the top scene."""
    director.update(0.0)
    at = next(place for place in director.top.shown_items() if place.name == name).box.centre
    for event in (PointerMoved(at), PointerDown(at), PointerUp(at)):
        director.on_plain_event(event)
