"""A puzzle as a line: it is read as it was written, and what is none gets a sentence."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from game.puzzle.puzzle import GRADE_COUNT, Puzzle, Task, puzzles, read_puzzle, read_puzzles, write_puzzle


def test_a_puzzle_is_read_as_it_was_written() -> None:
    for one in puzzles():
        assert read_puzzle(write_puzzle(one)) == one


def test_three_hundred_are_shipped_the_easy_ones_first() -> None:
    assert len(puzzles()) == 300
    assert len({one.key for one in puzzles()}) == 300
    assert len({json.dumps(dict(one.position), sort_keys=True) for one in puzzles()}) == 300
    counts = Counter(one.task for one in puzzles())
    assert set(counts) == set(Task)
    assert min(counts.values()) >= 50
    for task in Task:
        grades = [one.grade for one in puzzles() if one.task is task]
        assert grades == sorted(grades)
        assert set(grades) <= set(range(3, GRADE_COUNT + 1))


def test_no_puzzle_asks_what_another_asks() -> None:
    asked = [(one.task, sorted(one.position["hand"]), one.position.get("table")) for one in puzzles()]  # type: ignore[call-overload]
    assert len({repr(one) for one in asked}) == len(asked)


def test_an_answer_is_its_tiles_in_any_order() -> None:
    one = next(one for one in puzzles() if len(one.answer) > 1)
    assert one.solved_by(reversed(one.answer))
    assert not one.solved_by(one.answer[1:])
    assert not one.solved_by((*one.answer, one.answer[0]))


def spoiled(**changed: object) -> str:
    said = json.loads(write_puzzle(puzzles()[0]))
    return json.dumps({key: value for key, value in {**said, **changed}.items() if value is not None})


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("[]", "a puzzle is a JSON object"),
        (spoiled(position=None), "a puzzle says its position"),
        (spoiled(position={}), "names its game"),
        (spoiled(grade=0), "a puzzle's grade is 1 to 5, not 0"),
        (spoiled(grade=6), "not 6"),
        (spoiled(grade=True), "not True"),
        (spoiled(task="win"), "'win' is not a valid Task"),
        (spoiled(answer=["X5"]), "X5"),
        ("{", "Expecting"),
    ],
)
def test_what_is_no_puzzle_is_told(line: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        read_puzzle(line)


def test_empty_lines_are_no_puzzles() -> None:
    line = write_puzzle(puzzles()[0])
    assert read_puzzles(f"\n{line}\n\n") == (puzzles()[0],)
    assert isinstance(puzzles()[0], Puzzle)
