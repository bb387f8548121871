"""A club night between real windows by real mouse: kept by one, found by the other, sat down at, left and closed."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import pytest

from game.client.words import say
from tests.wheel import Installed
from tests.window.driver import Sight, Window
from tests.window.lan_hand import HOST, running

pytestmark = pytest.mark.window


def open_hall(window: Window) -> None:
    """Host a club night of Rummy for two at each table."""
    window.click("title.lan")
    window.scene("lan_lobby")
    window.click("lobby.night")
    window.scene("lan_night")
    window.click("night.games.rummy")
    window.wait(lambda sight: sight.says("night.games.rummy", "chosen"), "the game")
    window.click("night.players.2")
    window.click("night.open")
    window.wait(lambda sight: sight.top == "lan_hall" and sight.find("hall.tables"), "the hall")


def find_hall(window: Window) -> None:
    """Enter the hall by the list of tables."""
    window.click("title.lan")
    wanted = say("lobby.hall", name=HOST)

    def row(sight: Sight) -> object:
        return next((one for one in sight.of_kind("row") if one.text == wanted), None)

    window.wait(row, "the hall in the list")
    found = row(window.sight)
    window.click(found)  # type: ignore[arg-type] # a place
    window.click("lobby.join")
    window.wait(lambda sight: sight.top == "lan_hall" and sight.find("hall.tables"), "the hall")


@pytest.mark.whole  # the same by hand in memory: `tests/client/lan/hall/test_keeping.py` and `test_visit.py`
def test_a_club_night_is_kept_by_one_window_and_visited_by_another(installed: Installed, tmp_path: Path) -> None:
    with ExitStack() as stack:
        host = stack.enter_context(running(tmp_path / "rosa", HOST, installed.env))
        guest = stack.enter_context(running(tmp_path / "bruno", "Bruno", installed.env))
        open_hall(host)
        find_hall(guest)
        for window in (host, guest):
            window.click("hall.any")
            window.scene("lan_room")
        for window in (host, guest):
            window.click("room.ready")
        for window in (host, guest):
            window.scene("table")
        guest.press("Escape")
        guest.click("leave.later")
        guest.wait(lambda sight: sight.top == "lan_hall" and sight.find("hall.tables"), "the hall again")
        host.press("ctrl+q")
        host.scene("hall_quit")
        assert host.quit() == 0
        closed = say("hall.closed.what")
        guest.wait(lambda sight: closed in sight.texts(), "the end of the evening")
