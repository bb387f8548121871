"""`comodin puzzle`: lines out, and a count of what holds."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from game.commands.files import CommandError
from game.commands.puzzle import check_puzzles, make_puzzles
from game.puzzle.own import own_puzzles
from game.puzzle.puzzle import Task, puzzles, read_puzzles, write_puzzle
from game.store.home import FORMAT_FILE, HOME_FORMAT

if TYPE_CHECKING:
    from pathlib import Path


def test_new_puzzles_are_lines_that_hold(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert make_puzzles(Task.SAVE_DISCARD, 2, 9) == 0
    made = capsys.readouterr().out
    assert [one.task for one in read_puzzles(made)] == [Task.SAVE_DISCARD] * 2
    (tmp_path / "made").write_text(made, encoding="utf-8")
    assert check_puzzles(str(tmp_path / "made")) == 0
    assert json.loads(capsys.readouterr().out) == {"puzzles": 2, "proved": 2}


def test_kept_ones_are_in_the_home_and_the_next_are_others(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for _time in range(2):
        assert make_puzzles(Task.SAVE_DISCARD, 1, None, str(tmp_path), keep=True) == 0
    told = read_puzzles(capsys.readouterr().out)
    assert own_puzzles(tmp_path) == told
    assert len({one.key for one in told}) == 2
    (tmp_path / FORMAT_FILE).write_text(json.dumps({"format": HOME_FORMAT + 1}), encoding="utf-8")
    with pytest.raises(CommandError, match="a newer Comodín keeps it"):
        make_puzzles(Task.SAVE_DISCARD, 1, None, str(tmp_path), keep=True)


def test_what_does_not_hold_is_named_by_its_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = write_puzzle(puzzles()[0])
    said = json.loads(good)
    other = json.dumps({**said, "answer": said["answer"][1:]})
    twice = {**said, "position": {**said["position"], "hand": ["R5"] * 3}}
    (tmp_path / "some").write_text("\n".join([good, "", other, "{}", json.dumps(twice)]), encoding="utf-8")
    assert check_puzzles(str(tmp_path / "some")) == 2
    told = capsys.readouterr()
    assert json.loads(told.out) == {"puzzles": 4, "proved": 1}
    lines = told.err.splitlines()
    assert lines[0] == "Line 2: another answer is the best one."
    assert lines[1] == "Line 3: no puzzle: a puzzle says its position."
    assert lines[2].startswith("Line 4: no puzzle: ")
