"""Prove every shipped puzzle again, find it again in the match it names, and prove some new ones."""

from __future__ import annotations

from itertools import islice
from typing import Final

from game.commands.progress import tracked
from game.commands.puzzle import find_puzzles, searched_match
from game.puzzle.finding import puzzles_of
from game.puzzle.proof import fault
from game.puzzle.puzzle import Puzzle, Task, puzzles

NEW_PER_TASK: Final = 20


def found_again(one: Puzzle) -> bool:
    """Return whether the puzzle is found again in the match that it names."""
    return any(
        (other.position, other.answer, other.grade) == (one.position, one.answer, one.grade)
        for other in puzzles_of(searched_match(one.task, one.seed), one.task, one.move)
    )


def soak(seed: int) -> str:
    """Prove all shipped puzzles and some new ones; raise AssertionError if one is wrong."""
    wrong = [f"{one.key}: {fault(one) or 'not found again'}" for one in tracked("puzzles", puzzles()) if (
        fault(one) or not found_again(one)
    )]  # fmt: skip
    new = [one for task in Task for one in islice(find_puzzles(task, seed), NEW_PER_TASK)]
    wrong += [f"{one.key}: {fault(one)}" for one in new if fault(one)]
    if wrong:
        raise AssertionError("\n".join([f"{len(wrong)} wrong", *wrong[:5]]))
    return f"{len(puzzles())} shipped puzzles proved and found again, {len(new)} new ones proved"
