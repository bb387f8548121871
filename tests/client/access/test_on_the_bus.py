"""Every scene read back from the bus of screen readers, as a reader finds it: roles, names, states, places, actions."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.client.access.bus import CHECKED, ENABLED, FOCUSED, PRESSED, SELECTED, Heard, Reader, private_bus

ROOT = Path(__file__).resolve().parents[3]
SAME = {"SCENE": "GROUP", "CHOICE": "GROUP"}  # what the bus knows one word for
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the bus of screen readers is Linux's")


@dataclass
class Program:
    """A program that shows scenes, and what it says it tells."""

    process: subprocess.Popen[str]
    reader: Reader

    def next_scene(self) -> dict[str, Any] | None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if line.startswith("{"):
                return json.loads(line) or None
        raise AssertionError("the program ended before its last scene")

    def go_on(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write("next\n")
        self.process.stdin.flush()


@pytest.fixture
def program() -> Iterator[Program]:
    with private_bus() as variables:
        reader = Reader(variables)
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.client.access.told"], cwd=ROOT, env={**os.environ, **variables},
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        try:
            yield Program(process, reader)
        finally:
            process.kill()
            process.communicate()
            reader.close()


def _compare(said: dict[str, Any], heard: Heard, scene: str) -> None:
    where = (scene, said["key"])
    assert heard.name == said["name"], where
    assert heard.role == SAME.get(said["role"], said["role"]), where
    assert all(abs(one - other) <= 1 for one, other in zip(heard.box, said["box"], strict=True)), where
    valued = said["value"] if said["role"] in ("STEPPER", "SLIDER") else ""  # no words are found in a number here
    note = ". ".join(filter(None, (valued, said["note"])))
    if note:
        assert heard.note == note, where
    assert said["able"] or ENABLED not in heard.states or heard.note.startswith("Not possible now"), where
    if said["role"] == "SWITCH":
        assert (PRESSED in heard.states) is said["on"], where
    if said["role"] == "OPTION":
        assert (CHECKED in heard.states) is said["chosen"], where
    if said["role"] == "ROW" and said["chosen"] is not None:
        assert (SELECTED in heard.states) is said["chosen"], where
    assert heard.actions == (("click",) if "USE" in said["does"] else ()), where
    assert len(heard.children) == len(said["children"]), where
    for one, other in zip(said["children"], heard.children, strict=True):
        _compare(one, other, scene)


def test_every_scene_is_found_on_the_bus_as_it_is_shown(program: Program) -> None:
    seen = 0
    while (told := program.next_scene()) is not None:
        heard = program.reader.hear(program.reader.window())
        _compare(told["tree"], heard, told["scene"])
        focused = [one.name for one in heard.walk() if FOCUSED in one.states]
        meant = next(node["name"] for node in _walk(told["tree"]) if node["key"] == told["focus"])
        assert focused == [meant], told["scene"]
        program.go_on()
        seen += 1
    assert seen > 25


def _walk(node: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield node
    for child in node["children"]:
        yield from _walk(child)
