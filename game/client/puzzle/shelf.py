"""The player's puzzles: shipped and own ones, which are solved, and which comes next."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from game.puzzle.own import own_puzzles
from game.puzzle.puzzle import Puzzle, Task, puzzles
from game.store.solved import SolvedPuzzles, load_solved, save_solved

if TYPE_CHECKING:
    from pathlib import Path


class PuzzleShelf:
    """All puzzles and which are solved; with `home` None nothing is saved."""

    def __init__(self, home: Path | None) -> None:
        self._home = home
        self.solved = SolvedPuzzles() if home is None else load_solved(home)
        self.every = puzzles() if home is None else (*puzzles(), *own_puzzles(home))

    def of_task(self, task: Task) -> tuple[Puzzle, ...]:
        """Return the puzzles of a task."""
        return tuple(one for one in self.every if one.task is task)

    def solved_count(self, task: Task) -> int:
        """Count a task's solved puzzles."""
        return sum(self.solved.is_solved(one.key) for one in self.of_task(task))

    def next_unsolved(self, task: Task, after: str = "", difficulty: int = 1) -> Puzzle:
        """Return the next unsolved puzzle of a task after `after`; if all are solved, simply the next one.

        It has at least this difficulty, if any has.
        """
        hard = tuple(one for one in self.of_task(task) if one.difficulty >= difficulty)
        every = hard or self.of_task(task)
        at = next((place + 1 for place, one in enumerate(every) if one.key == after), 0)
        turned = (*every[at:], *every[:at])
        return next((one for one in turned if not self.solved.is_solved(one.key)), turned[0])

    def record_solved(self, puzzle: Puzzle, hints: int) -> None:
        """Record a puzzle as solved; if it cannot be saved, only the record is lost."""
        self.solved = self.solved.with_puzzle(puzzle.key, hints)
        if self._home is not None:
            with suppress(OSError):
                save_solved(self._home, self.solved)
