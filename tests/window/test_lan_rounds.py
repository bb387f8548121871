"""The first turns at a LAN table of two windows, by mouse; whole rounds are in `soak_lan_rounds.py`."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.window.lan_hand import HOST, deal, find_and_join, mover, open_table, running, turn

pytestmark = pytest.mark.window

PLAYERS = {"eburako": 4, "burako": 4, "burraco": 4, "rummy": 3, "rummikub": 4}


def play_round(folder: Path, game: str, most: int) -> bool:
    """Play a round, or its first turns; tell whether it came to its score."""
    with ExitStack() as stack:
        windows = [stack.enter_context(running(folder / name, name)) for name in (HOST, "Bruno")]
        host, guest = windows
        open_table(host, game, PLAYERS[game], range(2, PLAYERS[game]))
        find_and_join(guest)
        deal(host, guest)
        for _ in range(most):
            window = mover(windows, game)
            if window is None:
                break
            turn(window, game)
        else:
            return False
        for window in windows:
            window.click("table.primary")
            window.scene("score_sheet")
        return True


@pytest.mark.whole  # two windows meet in `test_lan.py`, an open table is played in `test_rounds.py`
def test_the_first_turns_at_an_open_table_of_two_windows(tmp_path: Path) -> None:
    assert not play_round(tmp_path, "rummikub", 2)
