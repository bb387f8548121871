"""The window shows a sixth game like the others: in menus, at its table, on its sheets; and a LAN table hosts it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pygame
import pytest

from game.client.draw import theme
from game.client.draw.game_art import game_art
from game.client.scenes.options import OptionsPage
from game.client.scenes.page import Page
from game.client.setup import groups_of, last_setup, offered_games
from game.client.still import Studio
from game.client.words import say
from game.match.lines import read_match
from game.match.match import Match
from game.match.transcript import Controller, EntryKind, Seat
from tests.client import gallery
from tests.client.layout_check import problems
from tests.client.words.test_cards import shown
from tests.lan.hall import LanHall, offered
from tests.sixth.buraco import BURACO
from tests.sixth.conftest import HERE
from tests.slices import some
from tools.by_game import short_match

KEY = BURACO.key
SIZE = (1280, 720)


@pytest.fixture
def studio(monkeypatch: pytest.MonkeyPatch) -> Iterator[Studio]:
    """A house, in whose gallery the match is the golden one."""
    monkeypatch.setattr(gallery, "match_of", golden_match)
    with Studio() as made:
        yield made


def golden_match(game: str, seats: int) -> tuple[Match, tuple[int, ...]]:
    """The golden match up to its first score, a person on the first chair; the entries of an early turn and a late."""
    kept = read_match((HERE / "golden" / f"{game}-{seats}.comodin").read_bytes()).match
    match = Match.new(replace(kept.header, seats=(Seat("Rosa", Controller.HERE), *kept.header.seats[1:])))
    own = []
    for entry in kept.transcript.entries:
        match, _ = match.with_decision(entry.author, entry.kind, entry.body)
        table = match.standing.table
        if table is not None and table.outcome is None and table.to_move == 0:
            own.append(entry.number + 1)
        if entry.kind is EntryKind.SCORE:
            break
    return match, (own[0], own[-1])


def well_made(scene: object, name: str) -> None:
    """It has room for everything in a window and a small one, and draws something."""
    assert isinstance(scene, Page)
    assert problems(scene, (960, 540), 1.0) == [], name
    assert problems(scene, SIZE, 1.0) == [], name
    canvas = pygame.Surface(SIZE)
    scene.draw(canvas)
    assert len(set(canvas.get_buffer().raw[:: 4 * 997])) > 8, name


@pytest.mark.parametrize("seats", some([4, 2], 1))
def test_every_scene_of_a_match_is_well_laid_out_and_drawn(studio: Studio, seats: int) -> None:
    for name, make in gallery.of_match(studio, KEY, seats):
        scene = make()
        well_made(scene, name)
        assert not [text for text in shown(scene) if "burraco" in text.lower() or "pozzett" in text.lower()], name


def test_the_menus_offer_it_with_its_line_and_its_options(studio: Studio) -> None:
    assert BURACO in offered_games()
    assert say(f"game.{KEY}.line") == BURACO.line
    assert (say("preset.short"), say("preset.short.line")) == ("Short", "two alone, 1500 points")
    well_made(studio.title(), "title")
    well_made(studio.new_game(), "new game")
    for group in groups_of(BURACO):
        well_made(OptionsPage(studio.context, last_setup(BURACO), group, lambda _setup: None), group)


def test_its_card_shows_its_picture() -> None:
    art = game_art(KEY, (200, 112), 1.0, theme.CLASSIC)
    assert art.get_at((100, 8))[:3] != (0, 0, 0)


def test_a_lan_table_deals_and_plays_a_round_of_it() -> None:
    hall = LanHall(offered(KEY, **{**short_match(BURACO), "players": 2}), ("ana", "bea"))
    hall.until(lambda: all(seat.run is not None and seat.run.session for seat in hall.up()))
    hall.until(lambda: all(seat.story.standing.results for seat in hall.up()))
    first, second = (seat.story.standing.results[0] for seat in hall.up())
    assert first == second
