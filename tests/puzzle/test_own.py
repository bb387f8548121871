"""Puzzles of a home: kept line by line, asked after those that are shipped, and none that cannot be."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from game.client.puzzle.shelf import PuzzleShelf
from game.puzzle.own import OWN_PUZZLES_FILE, OwnPuzzles, own_puzzles
from game.puzzle.puzzle import Task, puzzles, write_puzzle

if TYPE_CHECKING:
    from pathlib import Path


def keep(home: Path, *lines: str) -> None:
    (home / OWN_PUZZLES_FILE).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def test_what_is_kept_is_read_again_and_asked_after_the_shipped(tmp_path: Path) -> None:
    assert own_puzzles(tmp_path) == ()
    one, other = (json.loads(write_puzzle(puzzles()[at])) | {"key": f"made-{at}"} for at in (0, 1))
    keep(tmp_path, json.dumps(one))
    (read,) = own_puzzles(tmp_path)
    file = OwnPuzzles(tmp_path)
    file.append(read)
    file.close()
    keep(tmp_path, *(tmp_path / OWN_PUZZLES_FILE).read_text(encoding="utf-8").splitlines(), json.dumps(other))
    assert [one.key for one in own_puzzles(tmp_path)] == ["made-0", "made-1"]
    shelf = PuzzleShelf(tmp_path)
    shipped = PuzzleShelf(None).of_task(Task.LAY_ALL)
    assert shelf.of_task(Task.LAY_ALL)[: len(shipped)] == shipped
    for each in shipped:
        shelf.record_solved(each, 0)
    assert shelf.next_unsolved(Task.LAY_ALL) == read


def test_a_line_that_is_no_puzzle_or_cannot_be_is_left_out(tmp_path: Path) -> None:
    good = json.loads(write_puzzle(puzzles()[0]))
    twice = good | {"key": "twice", "position": good["position"] | {"hand": ["R5"] * 3}}
    keep(tmp_path, "", "{}", "no", "[]", json.dumps(twice), json.dumps(good)[:-9], json.dumps(good))
    with (tmp_path / OWN_PUZZLES_FILE).open("ab") as file:
        file.write(b"\xff\xfe\n")
    assert [one.key for one in own_puzzles(tmp_path)] == [good["key"]]
