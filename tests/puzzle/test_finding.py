"""Puzzles are found in rounds of bots: the same ones for the same seed, each proved and hard enough."""

from __future__ import annotations

from itertools import islice

import pytest

from game.commands.puzzle import find_puzzles
from game.puzzle.finding import LAID_COUNTS, RACK_SIZES, SAFE_RACK_TILES, SET_COUNTS
from game.puzzle.proof import fault, view_of
from game.puzzle.puzzle import MIN_GRADE, Puzzle, Task, write_puzzle
from tests.slices import count, every

TASKS = every(Task, 3)
SEED = 32  # one that finds a joker to free in a second, where most take a minute


@pytest.fixture(scope="module")
def some() -> dict[Task, tuple[Puzzle, ...]]:
    return {task: tuple(islice(find_puzzles(task, SEED), count(1, 2))) for task in TASKS}


def test_the_same_seed_finds_the_same_puzzles(some: dict[Task, tuple[Puzzle, ...]]) -> None:
    again = islice(find_puzzles(Task.MOST_POINTS, SEED), count(1, 2))
    assert [write_puzzle(one) for one in again] == [write_puzzle(one) for one in some[Task.MOST_POINTS]]


@pytest.mark.parametrize("task", TASKS)
def test_each_is_proved_and_hard_enough(some: dict[Task, tuple[Puzzle, ...]], task: Task) -> None:
    for one in some[task]:
        assert one.task is task
        assert fault(one) == ""
        assert one.grade >= MIN_GRADE


@pytest.mark.parametrize("task", TASKS)
def test_each_can_be_overlooked(some: dict[Task, tuple[Puzzle, ...]], task: Task) -> None:
    for one in some[task]:
        view = view_of(one)
        if task is Task.SAVE_DISCARD:
            assert len(view.rack) == SAFE_RACK_TILES
        else:
            assert len(view.rack) in {*RACK_SIZES, *LAID_COUNTS}
        if task not in {Task.SAVE_DISCARD, Task.OPEN}:
            assert len(view.table.melds) in SET_COUNTS
