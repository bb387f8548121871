"""`comodin puzzle`: lines out, and a count of what holds."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from game.commands.puzzle import check, make
from game.puzzle.puzzle import Task, puzzles, read_puzzles, write_puzzle

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def test_new_puzzles_are_lines_that_hold(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert make(Task.SAVE_DISCARD, 2, 9) == 0
    made = capsys.readouterr().out
    assert [one.task for one in read_puzzles(made)] == [Task.SAVE_DISCARD] * 2
    (tmp_path / "made").write_text(made, encoding="utf-8")
    assert check(str(tmp_path / "made")) == 0
    assert json.loads(capsys.readouterr().out) == {"puzzles": 2, "proved": 2}


def test_what_does_not_hold_is_named_by_its_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = write_puzzle(puzzles()[0])
    said = json.loads(good)
    other = json.dumps({**said, "answer": said["answer"][1:]})
    twice = {**said, "position": {**said["position"], "hand": ["R5"] * 3}}
    (tmp_path / "some").write_text("\n".join([good, "", other, "{}", json.dumps(twice)]), encoding="utf-8")
    assert check(str(tmp_path / "some")) == 2
    told = capsys.readouterr()
    assert json.loads(told.out) == {"puzzles": 4, "proved": 1}
    lines = told.err.splitlines()
    assert lines[0] == "Line 2: another answer is the best one."
    assert lines[1] == "Line 3: no puzzle: a puzzle says its position."
    assert lines[2].startswith("Line 4: no puzzle: ")
