"""Two windows in two networks of their own, with a cable between them: what two computers on a LAN are."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.window.lan_hand import HOST, deal, find_and_join, mover, open_table, running, turn

pytestmark = [pytest.mark.window, pytest.mark.xdist_group("window")]


def ip(*words: str) -> bool:
    """Do something with the networks of this machine; tell whether it could be done."""
    tool = shutil.which("ip")
    return tool is not None and not subprocess.run([tool, *words], capture_output=True, check=False).returncode


@pytest.fixture
def networks() -> Iterator[list[tuple[str, ...]]]:
    """Two networks and a cable; give the commands that start a program in each."""
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
        yield [("ip", "netns", "exec", name) for name in names]
    finally:
        for name in names:
            ip("netns", "del", name)


def test_two_windows_on_a_cable_find_each_other_and_play(networks: list[tuple[str, ...]], tmp_path: Path) -> None:
    with ExitStack() as stack:
        host, guest = (
            stack.enter_context(running(tmp_path / name, name, inside=inside))
            for name, inside in zip((HOST, "Bruno"), networks, strict=True)
        )
        open_table(host)
        find_and_join(guest)
        deal(host, guest)
        for _ in range(2):
            window = mover((host, guest))
            assert window is not None
            turn(window)
