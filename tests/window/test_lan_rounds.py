"""A round of every game at a LAN table of two windows, by mouse; and a seat that is lost for good, in real time."""

from __future__ import annotations

import os
from contextlib import ExitStack
from pathlib import Path

import pytest

from game.client.words import say
from net.log.calls import GRACE
from tests.window.hand import can_see_score
from tests.window.lan_hand import (
    HOST,
    banner,
    deal,
    enabled,
    find_and_join,
    may_act,
    mover,
    open_table,
    running,
    turn,
)
from tools.soak_window import SWITCH

pytestmark = [pytest.mark.window, pytest.mark.xdist_group("window")]

PLAYERS = {"eburako": 4, "burako": 4, "burraco": 4, "rummy": 3, "rummikub": 4}
MOST_TURNS = 200
PATIENCE = GRACE / 1000 + 60  # seconds: until a vote is possible, and then some
soak = pytest.mark.skipif(os.environ.get(SWITCH) != "window", reason="takes minutes: tools/dev.py soak window")


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


def test_the_first_turns_at_an_open_table_of_two_windows(tmp_path: Path) -> None:
    assert not play_round(tmp_path, "rummikub", 2)


@soak
@pytest.mark.parametrize("game", PLAYERS)
def test_a_whole_round_of_every_game_at_two_windows(tmp_path: Path, game: str) -> None:
    assert play_round(tmp_path, game, MOST_TURNS)


@soak
def test_a_seat_that_is_gone_is_voted_to_a_bot_and_a_host_who_is_gone_is_followed(tmp_path: Path) -> None:
    with ExitStack() as stack:
        host, guest, third = (stack.enter_context(running(tmp_path / name, name)) for name in (HOST, "Bruno", "Lía"))
        open_table(host, bots=(3,))
        find_and_join(guest)
        find_and_join(third)
        deal(host, guest, third)
        third.kill()
        for window in (host, guest):
            window.wait(lambda sight: say("waits.away", name="Lía") in banner(sight), "the third to be missed")
            window.click("table.company")
            window.scene("lan_company")
            window.wait(lambda sight: enabled("company.vote", sight), "the vote to be possible", PATIENCE)
            window.click("company.vote")
            window.scene("vote")
            window.press("Escape")
        for window in (host, guest):
            window.wait(lambda sight: say("news.bot_sits", name="Lía") in sight.texts(), "the bot to take the chair")
            while window.sight.top != "table":
                top = window.sight.top
                window.press("Escape")
                window.wait(lambda sight, top=top: sight.top != top, "the pages to close")  # type: ignore[misc] # bound now
        first = mover((host, guest))
        assert first is not None
        turn(first)
        host.kill()
        guest.wait(lambda sight: say("waits.away", name=HOST) in banner(sight), "the host to be missed")
        guest.click("table.company")
        guest.scene("lan_company")
        guest.wait(lambda sight: enabled("company.forsake", sight), "the host to be missed there too")
        for _ in range(int(PATIENCE)):
            guest.click("company.forsake")
            told = guest.scene("vote").texts()
            guest.press("Escape")
            guest.scene("lan_company")
            if say("company.forsaken") in told:
                break
            guest.wait(lambda _sight: guest.xdotool("sleep", "2") == "", "two seconds")
        guest.wait(lambda sight: sight.find("company.forsake") is None, "the guest to host", PATIENCE)
        guest.press("Escape")
        guest.wait(lambda sight: can_see_score(sight) or may_act(sight, "burako"), "a new deal", PATIENCE)
        turn(guest)
