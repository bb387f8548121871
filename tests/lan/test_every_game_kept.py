"""A match of three programs in the home of each: found, looked at again, checked, refused when a byte is changed."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.rules.registry import GAMES
from tools.soak_kept import faults_of

QUICK = "rummikub"


@pytest.mark.whole  # test_played and test_proof
def test_a_match_of_three_is_found_opened_checked_and_refused_when_changed(tmp_path: Path) -> None:
    """A slice; `tools/dev.py soak kept` changes more bytes of every game's."""
    assert faults_of(QUICK, tmp_path, changes=2) == []


@pytest.mark.whole
@pytest.mark.parametrize("game", sorted({*GAMES} - {QUICK}))
def test_a_match_of_three_is_found_opened_checked_and_refused_in_every_game(tmp_path: Path, game: str) -> None:
    assert faults_of(game, tmp_path, changes=2) == []
