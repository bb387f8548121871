"""Two windows in two networks of their own, with a cable between them: what two computers on a LAN are."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

import pytest

from game.client.words import say
from tests.window.lan_hand import HOST, banner, deal, find_and_join, mover, open_table, running, turn

pytestmark = pytest.mark.window


def ip(*words: str) -> bool:
    """Do something with the networks of this machine; tell whether it could be done."""
    tool = shutil.which("ip")
    return tool is not None and not subprocess.run([tool, *words], capture_output=True, check=False).returncode


class Cable(NamedTuple):
    """Two networks and a cable: the commands that start a program in each, and the cable's first end."""

    inside: list[tuple[str, ...]]
    end: tuple[str, str]

    def put(self, state: str) -> None:
        """Take it out, `down`, or put it in again, `up`."""
        name, card = self.end
        assert ip("-n", name, "link", "set", card, state)


@pytest.fixture
def networks() -> Iterator[Cable]:
    """Make two networks and a cable."""
    names = [f"comodin{os.getpid()}{end}" for end in "ab"]
    cards = [f"cmd{os.getpid()}{end}" for end in "ab"]
    try:
        if not all(ip("netns", "add", name) for name in names):
            pytest.skip("networks of their own cannot be made here: it takes the rights of the administrator")
        assert ip(
            "link", "add", cards[0], "netns", names[0], "type", "veth", "peer", "name", cards[1], "netns", names[1]
        )
        for number, (name, card) in enumerate(zip(names, cards, strict=True), start=1):
            assert ip("-n", name, "addr", "add", f"10.77.0.{number}/24", "dev", card)
            assert ip("-n", name, "link", "set", card, "up")
            assert ip("-n", name, "link", "set", "lo", "up")
        yield Cable([("ip", "netns", "exec", name) for name in names], (names[0], cards[0]))
    finally:
        for name in names:
            ip("netns", "del", name)


@pytest.mark.whole  # cables go out in `tests/lan/test_cables.py`, windows meet in `test_lan.py`
def test_two_windows_on_a_cable_find_each_other_and_play_on_when_it_was_out(networks: Cable, tmp_path: Path) -> None:
    names = (HOST, "Bruno")
    with ExitStack() as stack:
        host, guest = (
            stack.enter_context(running(tmp_path / name, name, inside=inside))
            for name, inside in zip(names, networks.inside, strict=True)
        )
        open_table(host)
        find_and_join(guest)
        deal(host, guest)
        for _ in range(2):
            window = mover((host, guest))
            assert window is not None
            turn(window)
        networks.put("down")
        for window, other in zip((host, guest), reversed(names), strict=True):
            away = say("waits.away", name=other)
            window.wait(lambda sight, away=away: away in banner(sight), f"{other} to be missed")  # type: ignore[misc] # bound now
        networks.put("up")
        for window in (host, guest):
            window.wait(lambda sight: say("waits.away", name="") not in banner(sight), "everybody to be back")
            window.scene("table")
        for _ in range(2):
            window = mover((host, guest))
            assert window is not None
            turn(window)
