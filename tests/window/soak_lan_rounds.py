"""Whole rounds at LAN tables of real windows, and a seat lost for good in real time: `tools/dev.py soak window`."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import pytest

from game.client.words import say
from net.log.calls import GRACE_MS
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
from tests.window.test_lan_rounds import PLAYERS, play_round

MAX_TURNS = 200
PATIENCE = GRACE_MS / 1000 + 60  # seconds: until a vote is possible, and then some


@pytest.mark.parametrize("game", PLAYERS)
def test_a_whole_round_of_every_game_at_two_windows(tmp_path: Path, game: str) -> None:
    assert play_round(tmp_path, game, MAX_TURNS)


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
