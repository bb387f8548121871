"""A whole round of every game on a real window: takes minutes, so it runs in `tools/dev.py soak window` alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.window.deals import just_dealt
from tests.window.test_rounds import Keys, Mouse, play_all


@pytest.mark.parametrize("hands", [Mouse(), Keys()], ids=["mouse", "keys"])
def test_a_whole_round_of_every_game(tmp_path: Path, hands: Mouse | Keys) -> None:
    play_all(tmp_path, hands, just_dealt)
