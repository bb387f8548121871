from __future__ import annotations

from dataclasses import replace

import pytest

from game.bots.bot import LEVELS_BY_FAMILY, choose_move, level_of
from game.bots.names import DEFAULT_LEVEL, FORMER_NAMES, LEVELS, present_name
from game.bots.nodes import DEFAULT_BUDGET
from game.bots.thinker import InlineThinker
from game.client.setup import BOTS_KEY as KEPT_BOTS
from game.client.setup import header_of, last_setup
from game.client.words.tell import level_words
from game.match.lines import match_text, read_match
from game.match.match import Match
from game.match.transcript import Controller, Seat
from game.rules.registry import GAMES, rules_of
from game.session.local import LocalSession
from game.store.settings import KeptTable
from game.table.options import Options
from tests.bots.positions import view_in


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_three_levels_and_a_bound_above_them(game: str) -> None:
    levels = [level_of(game, name) for name in LEVELS]
    assert DEFAULT_LEVEL in LEVELS
    assert [level.nodes for level in levels] == sorted(level.nodes for level in levels)
    assert DEFAULT_BUDGET.nodes >= max(level.nodes for level in levels)
    assert all(level.version >= 1 for level in levels)


def test_sparring_partners_are_no_levels_a_player_is_offered() -> None:
    for levels in LEVELS_BY_FAMILY.values():
        assert set(levels) > set(LEVELS)
        assert not set(levels) & set(FORMER_NAMES)


def test_a_level_of_an_older_match_is_read_as_todays() -> None:
    view = view_in("burako", seats=2, hand="R9 K5 B12 Y1 Y7", table=[["m1", 0, "[R3 R4 R5 R6 R7 R8]"]])
    assert present_name("club") == DEFAULT_LEVEL
    assert choose_move(view, "club", DEFAULT_BUDGET, 5) == choose_move(view, DEFAULT_LEVEL, DEFAULT_BUDGET, 5)
    assert level_words(Seat("Nora", Controller.BOT, "club")) == level_words(Seat("Nora", Controller.BOT, "medium"))


class Forgetful:
    def append(self, line: bytes) -> None:
        """Keep nothing."""


def test_a_match_that_names_an_older_level_opens_and_goes_on() -> None:
    rules = rules_of("burako")
    setup = replace(last_setup(rules), players=2)
    options = setup.options_or_refusal
    assert isinstance(options, Options)
    header = header_of(setup, options, ("Rosa", "Nora"), 7)
    seats = tuple(Seat(seat.name, Controller.BOT, "club") for seat in header.seats)
    text = match_text(Match.new(replace(header, seats=seats, bots=1, nodes=2_000)))
    session = LocalSession(read_match(text.encode()).match, InlineThinker(), Forgetful())
    now = 0.0
    while len(session.match.transcript.entries) < 30:
        assert not [event for event in session.poll(now) if type(event).__name__ == "Trouble"]
        now += 1.0
    assert [seat.level for seat in session.seats] == ["club", "club"]  # what is written stays written


def test_the_levels_of_a_table_are_kept_with_it() -> None:
    rules = rules_of("burraco")
    setup = last_setup(rules).with_level(2, "hard")
    assert [setup.bot_level(at) for at in (1, 2, 3)] == ["medium", "hard", "medium"]
    again = last_setup(rules, setup.saved_form)
    assert again == setup
    options = again.options_or_refusal
    assert isinstance(options, Options)
    seats = header_of(again, options, ("Rosa", "Nora", "Tito", "Vera"), 7).seats
    assert [seat.level for seat in seats] == ["", "medium", "hard", "medium"]


def test_levels_that_nobody_knows_are_left_out() -> None:
    rules = rules_of("burraco")
    setup = last_setup(rules, KeptTable("burraco", "as written", ((KEPT_BOTS, "grand club hard"),)))
    assert setup.levels == ("medium", "medium", "hard")
