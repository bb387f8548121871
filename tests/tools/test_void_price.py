"""No sequence of rounds broken off is worth its price: net/deal/README.md."""

from __future__ import annotations

import pytest

from game.lan.log.voids import DEFAULT_VOIDS
from game.rules.registry import GAMES
from tests.slices import count, some
from tools import void_price
from tools.void_price import PriceFigures, found_at, round_worth

COIN = (-1, 1)


def test_free_voids_turn_an_even_chance_into_seven_of_eight() -> None:
    """Who is silent when the coin falls badly has as many coins as voids are free, and one more."""
    chance = (round_worth(COIN, 0, 2) + 1) / 2
    assert chance == 0.875
    assert round_worth(COIN, 2, 2) == 0


@pytest.mark.parametrize("game", some(sorted(GAMES), 1))
def test_breaking_off_pays_where_it_is_free_and_never_at_the_price(game: str) -> None:
    """Even for a player who knows how each round would end, which nobody does."""
    found = found_at(GAMES[game], 2, count(6, 12), seed=7)
    assert round_worth(found.leads, 0, DEFAULT_VOIDS) > found.fair + 10
    assert found.gain == 0
    assert found.price >= -found.leads[0]


def test_the_soak_fails_where_breaking_off_pays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(void_price, "found_at", lambda *_table: PriceFigures("rummy", 2, COIN, price=0))
    with pytest.raises(AssertionError, match="it pays at"):
        void_price.soak(seed=1, rounds=1)
