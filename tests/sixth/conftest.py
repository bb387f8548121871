"""Registers the sixth game, or a cousin of Rummy, and points the general tests at the sixth game's rows."""

from __future__ import annotations

import os

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ["LANGUAGE"] = "en"
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from game.client.draw import game_look
from game.client.words import set_language, set_vocabulary
from game.rules import rummy
from game.rules.open_table import rule_set
from game.rules.registry import GAMES
from game.rules.ruleset import Preset, RuleSet
from tests.rules import test_options, test_scenarios
from tests.sixth.buraco import BURACO
from tests.store import test_appended
from tools import perft

HERE = Path(__file__).parent


@pytest.fixture(autouse=True)
def buraco(monkeypatch: pytest.MonkeyPatch) -> Iterator[RuleSet]:
    """Open Buraco, among the games, with its files in this folder instead of those a shipped game has."""
    monkeypatch.setitem(GAMES, BURACO.key, BURACO)
    monkeypatch.setattr(test_scenarios, "FOLDER", HERE / "scenarios")
    monkeypatch.setattr(test_options, "FOLDER", HERE / "option_rows")
    monkeypatch.setattr(test_appended, "GOLDEN", HERE / "golden")
    monkeypatch.setattr(perft, "FOLDER", HERE / "perft")
    monkeypatch.setattr(game_look, "look_file", lambda game: HERE / "games" / f"{game}.toml")
    game_look.look_of.cache_clear()
    set_language("en")
    set_vocabulary(cards=False)
    yield BURACO
    game_look.look_of.cache_clear()
    set_vocabulary(cards=False)


@pytest.fixture
def open_cousin(monkeypatch: pytest.MonkeyPatch) -> RuleSet:
    """A Rummy in which a freed joker lies with two tiles of the rack, as in Rummikub, among the games."""
    made = rule_set(
        replace(rummy.LAWS, key="cousin", completes_groups=False, companions=2),
        title="Cousin",
        line="Rummy with free jokers",
        section="5",
        choices=rummy.CHOICES,
        presets=(Preset("as written", {}),),
        score=rummy.score,
        verdict=rummy.verdict,
        void_price=300,
        lowest_wins=True,
    )
    monkeypatch.setitem(GAMES, made.key, made)
    return made
