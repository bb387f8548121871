"""The list of games: each under its own key; an unknown key is refused with a sentence."""

from __future__ import annotations

import pytest

from game.rules.registry import DEFAULT_GAME, GAMES, rules_of


def test_every_game_is_found_by_its_key() -> None:
    assert list(GAMES) == ["eburako", "burako", "rummy", "rummikub", "burraco"]
    assert all(rules_of(key).key == key for key in GAMES)
    assert DEFAULT_GAME in GAMES


def test_a_version_that_never_changed_anything_is_played_by_the_rules_of_today() -> None:
    for key, rules in GAMES.items():
        assert rules_of(key, 1) is rules.earlier.get(1, rules)


def test_an_unknown_game_is_refused_with_the_names_of_all_games() -> None:
    with pytest.raises(ValueError, match=r"^there is no game 'chess'; the games are eburako, .*, burraco$"):
        rules_of("chess")
