"""Programs and a table between them, by real mouse: found by zeroconf on loopback, killed, and back."""

from __future__ import annotations

import re
from contextlib import ExitStack
from pathlib import Path

import pytest

from game.client.words import say
from tests.slices import count
from tests.wheel import Installed
from tests.window.driver import Window
from tests.window.hand import gold, mine
from tests.window.lan_hand import (
    HOST,
    WAITS,
    banner,
    come_back,
    deal,
    draw,
    find_and_join,
    mover,
    open_table,
    running,
    throw,
    turn,
)

pytestmark = pytest.mark.window

TURNS = count(1, 2)  # of each person
GUESTS = ("Bruno", "Lía", "Marta")[: count(2, 3)]


def play(*windows: Window) -> None:
    """Let whoever is to move play a turn."""
    window = mover(windows)
    assert window is not None
    turn(window)


def is_missed(name: str, window: Window) -> None:
    """See that somebody is away, and the countdown to the vote run."""
    away = say("waits.away", name=name)
    window.wait(lambda sight: away in banner(sight), f"{name} to be missed")
    first = _countdown(window)
    window.wait(lambda _sight: _countdown(window) < first, "the countdown to run")


def _countdown(window: Window) -> int:
    """Return the seconds until a vote is possible, which the banner says last."""
    return int(re.findall(r"\d+", banner(window.sight))[-1])


@pytest.mark.whole  # two windows meet and play below; programs are killed in `tests/lan/test_processes.py`
def test_windows_find_each_other_and_play_on_when_one_and_then_the_host_was_killed(
    installed: Installed, tmp_path: Path
) -> None:
    with ExitStack() as stack:
        opened = {name: running(tmp_path / name, name, installed.env) for name in (HOST, *GUESTS)}
        windows = {name: stack.enter_context(window) for name, window in opened.items()}
        host = windows[HOST]
        open_table(host, bots=range(1 + len(GUESTS), 4))
        for name in GUESTS:
            find_and_join(windows[name])
        deal(host, *(windows[name] for name in GUESTS))
        while (window := mover([*windows.values()])) is host:
            turn(host)
        killed = next(name for name, one in windows.items() if one is window)
        draw(windows[killed])
        windows.pop(killed).kill()
        for one in windows.values():
            is_missed(killed, one)
        windows.pop(HOST).kill()
        for one in windows.values():
            one.wait(lambda sight: say("waits.away", name=HOST) in banner(sight), "the host to be missed")
        for name in (HOST, killed):
            windows[name] = stack.enter_context(running(tmp_path / name, name, installed.env))
            come_back(windows[name])
        for one in windows.values():
            one.wait(lambda sight: say("waits.away", name="") not in banner(sight), "everybody to be back")
        back = windows[killed]
        back.wait(lambda sight: mine(sight) and gold(sight) not in WAITS, "the turn that was left in its middle")
        throw(back)
        for _ in range(TURNS * len(windows)):
            play(*windows.values())


@pytest.mark.whole  # tests/client/test_app: the second program of a home says so
def test_two_windows_of_one_home_are_two_players_and_the_second_says_so(tmp_path: Path) -> None:
    home = tmp_path / "home"
    with ExitStack() as stack:
        host = stack.enter_context(running(home, HOST))
        second = stack.enter_context(running(home, HOST))
        second.wait(lambda sight: say("notice.home_guest") in sight.texts(), "the sentence about the other program")
        second.click("title.note_read")
        second.wait(lambda sight: sight.find("title.note") is None, "the sentence to be read")
        open_table(host)
        find_and_join(second)
        deal(host, second)
        play(host, second)
