"""Ctrl-C, pressed as at a terminal: the whole group hears it, and every long command ends with a sentence and 130."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from threading import Event

import pytest

from game.match.shuffle import derive_key, draw_coin
from tests.slices import count, every

pytestmark = pytest.mark.skipif(os.name != "posix", reason="Windows has no process groups to send Ctrl-C to")

PROBLEM = '{"table": [["R1","R2","R3"],["B7","K7","Y7"]], "rack": ["R4","R5","B8","K8","Y8","*"], "nodes": 1}\n'
LONG = {
    "arena": ["arena", "--deals", "9999", "--game", "rummy", "--home", "HOME"],
    "arena in processes": ["arena", "--deals", "9999", "--game", "rummy", "--jobs", "2", "--home", "HOME"],
    "ladder": ["arena", "--ladder", "--home", "HOME"],
    "demo": ["demo", "--headless", "--game", "burraco", "--level", "hard", "--option", "target=9999"],
    "solve": ["solve", "PROBLEMS"],
    "solve in processes": ["solve", "--jobs", "2", "PROBLEMS"],
    "judge from a pipe": ["judge", "-"],
    "solve from a pipe": ["solve", "-"],
    "netcheck": ["netcheck", "--interface", "127.0.0.1"],
    "host": ["host", "--headless", "--home", "HOME", "--interface", "127.0.0.1"],
    "join": ["join", "127.0.0.1:1", "--headless", "--watch", "--home", "HOME", "--interface", "127.0.0.1"],
}
# The door has to be reached: what Python does before it has read a line of ours, nobody can answer for.
STARTED = "import sys; from game.door import main; print('up', file=sys.stderr, flush=True); sys.exit(main())"


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[[list[str]], subprocess.Popen[str]]]:
    (tmp_path / "problems.jsonl").write_text(PROBLEM * 20_000, encoding="utf-8")
    places = {"HOME": str(tmp_path / "home"), "PROBLEMS": str(tmp_path / "problems.jsonl")}
    begun: list[subprocess.Popen[str]] = []

    def begin(words: list[str]) -> subprocess.Popen[str]:
        command = [sys.executable, "-c", STARTED, *(places.get(word, word) for word in words)]
        process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            start_new_session=True,
        )
        begun.append(process)
        return process

    yield begin
    for process in begun:
        with suppress(ProcessLookupError):  # all of its group: its workers too
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


@pytest.mark.parametrize(
    ("name", "half"),
    [
        *every([(name, at % 2) for at, name in enumerate(LONG)], 2),
        *[("arena in processes", 0), ("host", 0)][: count(0, 2)],
    ],
)
def test_a_long_command_ends_at_any_moment_with_a_sentence_and_130(
    name: str, half: int, start: Callable[[list[str]], subprocess.Popen[str]]
) -> None:
    process = start(LONG[name])
    assert process.stderr is not None
    assert process.stderr.readline() == "up\n"
    # while it loads, or in the midst of its work
    wait = (half * 500 + draw_coin(derive_key(half, len(name)), 500)) / 1_000
    try:
        process.wait(timeout=wait)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGINT)
    _out, said = process.communicate(timeout=60)
    assert "Traceback" not in said, said
    assert process.returncode == 130, said
    assert [line for line in said.splitlines() if line.startswith("Stopped by Ctrl-C.")], said


def test_ctrl_c_waits_until_a_module_is_loaded(tmp_path: Path) -> None:
    # Until Python 3.12 what is raised in __set_name__ comes out as a RuntimeError; a callback would swallow it.
    (tmp_path / "loaded.py").write_text(
        "import signal\n"
        "class Hook:\n"
        "    def __set_name__(self, owner, name):\n"
        "        signal.raise_signal(signal.SIGINT)\n"
        "class Owner:\n"
        "    hook = Hook()\n"
        "print('loaded', flush=True)\n",
        encoding="utf-8",
    )
    program = (
        "import sys, time; sys.path.insert(0, sys.argv[1]); from game import door\n"
        "door._run = lambda given: (__import__('loaded'), time.sleep(60)) and 0\n"
        "sys.exit(door.main())"
    )
    command = [sys.executable, "-c", program, str(tmp_path)]
    ended = subprocess.run(command, check=False, capture_output=True, encoding="utf-8")
    assert (ended.returncode, ended.stdout, ended.stderr) == (130, "loaded\n", "Stopped by Ctrl-C.\n")


@pytest.mark.whole  # a journal taken up: `test_arena.py`
def test_an_arena_that_was_stopped_goes_on_where_it_was(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "game", "arena", "--game", "burraco", "--home", str(tmp_path), "--jobs", "2"]
    process = subprocess.Popen(
        [*command, "--deals", "9999"], stderr=subprocess.PIPE, encoding="utf-8", start_new_session=True
    )
    tick = Event()
    while not any(path.stat().st_size for path in tmp_path.rglob("*.jsonl")):
        assert process.poll() is None
        tick.wait(0.02)
    os.killpg(process.pid, signal.SIGINT)
    _out, said = process.communicate(timeout=60)
    assert said == "Stopped by Ctrl-C. The deals played so far are kept: the same command goes on.\n"
    (journal,) = tmp_path.rglob("*.jsonl")
    assert subprocess.run([*command, "--deals", "1"], check=True, capture_output=True).stderr == b""
    assert journal.read_bytes().startswith(b'{"deal":')
