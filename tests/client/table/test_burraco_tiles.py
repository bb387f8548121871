"""Burraco with cards, or with tiles where the player wishes: shown otherwise, played the same."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.client.preferences import Preferences, Settings
from game.client.scenes.settings import SettingsPage
from game.client.still import Studio, paused_match, render_scene
from game.client.viewport import Viewport
from game.client.widgets.gesture import Use
from game.client.widgets.widget import walk
from game.match.match import Match
from game.rules.registry import rules_of
from game.store.settings import read_settings, write_settings
from tests.client.layout_check import problems
from tests.client.table_kit import TableHand, header
from tests.matches import played_out
from tools.pictures import SIZES


def burraco(size: tuple[int, int] = (1280, 720)) -> TableHand:
    hand = TableHand(seats=4, size=size, match=Match.new(header(4, 7, "burraco")))
    hand.until_mine()
    return hand


def words(hand: TableHand) -> list[str]:
    return [place.text for place in hand.scene.shown_items() if place.kind == "tile"]


def wish(hand: TableHand, *, tiles: bool) -> None:
    preferences = hand.doors.preferences
    preferences.now = replace(preferences.now, burraco_tiles=tiles)
    hand.director.relayout()


def test_only_a_game_of_cards_is_shown_as_cards_and_only_while_nobody_wishes_tiles() -> None:
    preferences = Preferences(Settings(), lambda _before, _now: None)
    assert [preferences.as_cards(rules_of(game).deck) for game in ("burraco", "burako", "rummikub")] == [
        True,
        False,
        False,
    ]
    preferences.now = Settings(burraco_tiles=True)
    assert not preferences.as_cards(rules_of("burraco").deck)


def test_cards_become_tiles_in_the_middle_of_a_turn_and_nothing_is_lost() -> None:
    hand = burraco()
    tile = hand.session.view.rack[0]  # type: ignore[union-attr]  # it is dealt
    hand.click(f"tile:{tile}")
    cards, turn_state = words(hand), hand.scene.hands.turn.turn_state  # type: ignore[union-attr]  # somebody sits there
    suits = ("hearts", "spades", "clubs", "diamonds")
    assert any(suit in word for word in cards for suit in suits)
    wish(hand, tiles=True)
    shown = words(hand)
    assert not any(suit in word for word in shown for suit in suits)
    assert hand.scene.hands.turn.turn_state == turn_state  # type: ignore[union-attr]
    wish(hand, tiles=False)
    assert words(hand) == cards


@pytest.mark.parametrize("size", SIZES)
def test_tiles_lie_as_well_as_cards(size: tuple[int, int]) -> None:
    hand = burraco(size)
    hand.scene.layout(Viewport(size))
    wish(hand, tiles=True)
    assert problems(hand.scene, size, 1.0) == []


def test_papers_speak_of_what_is_seen() -> None:
    hand = burraco()
    wish(hand, tiles=True)
    for tile in hand.session.view.rack[:3]:  # type: ignore[union-attr]  # it is dealt
        hand.click(f"tile:{tile}")
    hand.press("L")
    assert hand.scene.shown.toast is not None
    assert " of " not in hand.scene.shown.toast.accessible_text()


def test_the_switch_is_in_the_settings_and_kept() -> None:
    taken: list[Settings] = []
    page = SettingsPage(Preferences(Settings(), lambda _before, now: taken.append(now)))
    page.layout(Viewport((1280, 720)))
    toggle = next(widget for widget, _ in walk(page.root) if widget.name == "settings.burraco_tiles")
    toggle.handle(Use())
    assert [one.burraco_tiles for one in taken] == [True]
    assert read_settings(write_settings(taken[0])).burraco_tiles


def test_the_score_sheet_shows_what_the_table_showed() -> None:
    from game.client.scenes.score_lines import SheetLine

    match = played_out("burraco", players=2)
    for tiles in (False, True):
        with Studio(Settings(burraco_tiles=tiles)) as studio:
            page = studio.score_sheet(paused_match(match), match.standing.results[-1])
            render_scene(page)
            lines = [widget for widget, _ in walk(page.root) if isinstance(widget, SheetLine)]  # type: ignore[attr-defined]
            assert {line.as_cards for line in lines} == {not tiles}
