"""Two programs and a table between them, by real mouse: found by zeroconf on loopback, the host killed and back."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from game.client.lan import INTERFACE
from game.client.words import say
from game.store.settings import Settings, save_settings, settings_path
from tests.tools.test_wheel import Installed
from tests.window.driver import Sight, Window, program, screen
from tests.window.hand import DRAW, KEEP, discard, gold, mine, rack
from tools.environment import python_of, surroundings

pytestmark = [pytest.mark.window, pytest.mark.xdist_group("window")]

TILES_COME = say("table.do.wait_tiles")
TURNS = 2  # of each person


@contextmanager
def running(installed: Installed, home: Path, name: str) -> Iterator[Window]:
    """Start the installed program for a player of that name; tables are looked for on this machine alone."""
    home.mkdir(exist_ok=True)
    if not settings_path(home).exists():
        save_settings(settings_path(home), Settings(player=name, calm=True, bot_pace=0))
    command = python_of(installed.env).parent / "comodin"
    variables = {**surroundings(installed.env, dict(os.environ)), INTERFACE: "127.0.0.1"}
    with screen() as display, program([command], display, home, installed.folder, **variables) as window:
        window.scene("title")
        yield window


def enabled(name: str, sight: Sight) -> bool:
    place = sight.find(name)
    return place is not None and "off" not in place.state


def open_table(host: Window) -> None:
    """Host a Burako table for two persons and two bots."""
    host.click("title.lan")
    host.scene("lan_lobby")
    host.click("lobby.host")
    host.scene("lan_host")
    host.click("host.games.burako")
    host.click("host.players.4")
    host.click("host.open")
    host.scene("lan_room")
    for chair in (2, 3):
        host.click(f"room.chairs.{chair}")
        host.scene("chair")
        host.click("chair.bot_easy")
        host.scene("lan_room")


def find_and_join(guest: Window) -> None:
    """Click the table that lists itself, and sit down ready."""
    guest.click("title.lan")
    guest.scene("lan_lobby")
    told = guest.wait(lambda sight: any("Rosa" in row.text for row in sight.of_kind("row")), "the table in the list")
    guest.click(next(row for row in told.of_kind("row") if "Rosa" in row.text))
    guest.wait(lambda sight: enabled("lobby.join", sight), "the table to be chosen")
    guest.click("lobby.join")
    guest.scene("lan_room")
    guest.click("room.ready")


def banner(sight: Sight) -> str:
    """Return what the banner says."""
    place = sight.find("table.banner")
    return "" if place is None else place.text


def turn(window: Window) -> None:
    """Play one turn: draw, throw the first tile."""
    window.wait(lambda sight: mine(sight) and gold(sight) == DRAW, "one's turn")
    window.click("stock")
    window.wait(lambda sight: gold(sight) not in (DRAW, TILES_COME), "the drawn tile, which others have to open")
    if gold(window.sight) == KEEP:
        window.click("table.primary")
        window.wait(lambda sight: gold(sight) != KEEP, "the tile to be kept")
    discard(window, rack(window.sight)[0])


def test_two_windows_find_each_other_and_play_on_after_the_host_was_killed(
    installed: Installed, tmp_path: Path
) -> None:
    with ExitStack() as stack:
        host = stack.enter_context(running(installed, tmp_path / "rosa", "Rosa"))
        guest = stack.enter_context(running(installed, tmp_path / "bruno", "Bruno"))
        open_table(host)
        find_and_join(guest)
        host.wait(lambda sight: enabled("room.start", sight), "everybody to be ready")
        host.click("room.start")
        for window in (host, guest):
            window.scene("table")
            window.wait(rack, "a dealt rack")
        first, second = (host, guest) if _first(host, guest) is host else (guest, host)
        for _ in range(TURNS):
            turn(first)
            turn(second)
        host.kill()
        away = say("waits.away", name="Rosa")
        guest.wait(lambda sight: away in banner(sight), "the host to be missed")
        again = stack.enter_context(running(installed, tmp_path / "rosa", "Rosa"))
        again.click("title.matches")
        again.scene("matches")
        title = say("matches.lan_row", game="Burako", names="").rstrip()
        told = again.wait(lambda sight: any(row.text.startswith(title) for row in sight.of_kind("row")), "the match")
        again.click(next(row for row in told.of_kind("row") if row.text.startswith(title)))
        again.click("matches.continue")
        again.scene("table")
        guest.wait(lambda sight: away not in banner(sight), "the host to be seen again")
        for _ in range(2):
            turn(_first(again, guest))


def _first(host: Window, guest: Window) -> Window:
    """Return who of the two is to move first; bots may come before."""
    for _ in range(400):
        for window in (host, guest):
            window._catch_up()
            if mine(window.sight) and gold(window.sight) == DRAW:
                return window
        window.xdotool("getmouselocation")  # gives the programs time without a clock of ours
    raise AssertionError("nobody of the two is ever to move")
