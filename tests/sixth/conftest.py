"""Registers the sixth game, and a cousin of the open table, for the tests of this folder alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from game.rules import rummy
from game.rules.open_table import rule_set
from game.rules.registry import GAMES
from game.rules.ruleset import Preset, RuleSet
from tests.sixth.buraco import BURACO


@pytest.fixture(autouse=True)
def buraco() -> Iterator[RuleSet]:
    """Open Buraco, among the games."""
    GAMES[BURACO.key] = BURACO
    yield BURACO
    del GAMES[BURACO.key]


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
