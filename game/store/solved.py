"""The solved puzzles, in order, with the number of hints taken: a small file of the home.

An unreadable file is set aside, never overwritten; nothing depends on it but counts of solved puzzles.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from game.store.atomic import replace_file, set_aside

if TYPE_CHECKING:
    from pathlib import Path

SOLVED_FILE: Final = "puzzles.json"


@dataclass(frozen=True, slots=True)
class SolvedPuzzles:
    """The keys of solved puzzles in the order of solving, each with the number of hints taken."""

    rows: tuple[tuple[str, int], ...] = ()

    def is_solved(self, key: str) -> bool:
        """Return whether a puzzle was solved."""
        return any(one == key for one, _hints in self.rows)

    @property
    def streak(self) -> int:
        """The number of puzzles solved without a hint since the last one with a hint."""
        return next((at for at, (_key, hints) in enumerate(reversed(self.rows)) if hints), len(self.rows))

    @property
    def best_streak(self) -> int:
        """The longest streak."""
        longest = now = 0
        for _key, hints in self.rows:
            now = 0 if hints else now + 1
            longest = max(longest, now)
        return longest

    def with_puzzle(self, key: str, hints: int) -> SolvedPuzzles:
        """Return the value with a puzzle added, unless it was solved before."""
        return self if self.is_solved(key) else SolvedPuzzles((*self.rows, (key, hints)))


def load_solved(home: Path) -> SolvedPuzzles:
    """Read the file of a home; empty if it is missing or cannot be read."""
    path = home / SOLVED_FILE
    try:
        said = json.loads(path.read_bytes())
        return SolvedPuzzles(tuple((str(key), max(0, int(hints))) for key, hints in said["solved"]))
    except FileNotFoundError:
        return SolvedPuzzles()
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return SolvedPuzzles()


def save_solved(home: Path, solved: SolvedPuzzles) -> None:
    """Save the file; an unreadable one is set aside first. Raise OSError if the disk fails."""
    path = home / SOLVED_FILE
    if path.exists() and not load_solved(home).rows:
        set_aside(path)
    replace_file(path, json.dumps({"solved": [list(row) for row in solved.rows]}).encode())
