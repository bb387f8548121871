"""The bar of a long command: on a terminal it tells how far it is and how long it takes; in a pipe there is nothing."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ARENA = ["arena", "--game", "burraco", "--seats", "2", "--bots", "medium,easy", "--deals", "3"]
PROBLEM = '{"table": [["R5","B5","K5"]], "rack": ["Y5"]}\n'


def on_a_terminal(*words: str) -> tuple[int, bytes, str]:
    """Run a command with its errors on a terminal; return its code, its output and what the terminal got."""
    import pty

    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "game", *words],
        stdout=subprocess.PIPE,
        stderr=theirs,
        env={**os.environ, "TERM": "xterm-256color"},
    )
    os.close(theirs)
    shown = b""
    try:
        while read := os.read(ours, 65_536):
            shown += read
    except OSError:  # how Linux tells that nobody has the other end any more
        pass
    os.close(ours)
    out, _err = process.communicate(timeout=60)
    return process.returncode, out, shown.decode()


@pytest.mark.skipif(os.name != "posix", reason="Windows has no such terminals")
def test_a_terminal_is_shown_how_far_a_command_is_and_how_long_it_will_take(tmp_path: Path) -> None:
    code, out, shown = on_a_terminal(*ARENA, "--home", str(tmp_path))
    assert code == 0
    assert "3/3" in shown
    assert "left" in shown
    assert " ± " in shown
    assert b"medium over easy" in out
    problems = tmp_path / "problems"
    problems.write_text(PROBLEM * 4, encoding="utf-8")
    code, out, shown = on_a_terminal("solve", str(problems))
    assert (code, out.count(b"\n")) == (0, 4)
    assert "4/4" in shown


@pytest.mark.whole  # a terminal: above
def test_nothing_of_it_is_in_a_pipe(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "game", *ARENA, "--home", str(tmp_path)], capture_output=True, check=True
    )
    assert done.stderr == b""
    assert b"\x1b" not in done.stdout
    assert b"\r" not in done.stdout.replace(b"\r\n", b"\n")
