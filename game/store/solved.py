"""Which puzzles were solved, in which order, and with how many hints: a small file of the home.

A file that cannot be read is set aside, never written over; nothing but a count of solved puzzles hangs on it.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from game.store.atomic import replace_file, set_aside

if TYPE_CHECKING:
    from pathlib import Path

FILE: Final = "puzzles.json"


@dataclass(frozen=True, slots=True)
class Solved:
    """The keys of solved puzzles in the order of solving, each with how many hints were taken."""

    rows: tuple[tuple[str, int], ...] = ()

    def has(self, key: str) -> bool:
        """Return whether a puzzle was solved."""
        return any(one == key for one, _hints in self.rows)

    @property
    def streak(self) -> int:
        """Count the last ones that were solved without a hint, back to one that was not."""
        return next((at for at, (_key, hints) in enumerate(reversed(self.rows)) if hints), len(self.rows))

    @property
    def best(self) -> int:
        """Return the longest streak."""
        longest = now = 0
        for _key, hints in self.rows:
            now = 0 if hints else now + 1
            longest = max(longest, now)
        return longest

    def with_one(self, key: str, hints: int) -> Solved:
        """Add a puzzle; the first time counts."""
        return self if self.has(key) else Solved((*self.rows, (key, hints)))


def load_solved(home: Path) -> Solved:
    """Read the file of a home; empty where there is none, or none that can be read."""
    path = home / FILE
    try:
        said = json.loads(path.read_bytes())
        return Solved(tuple((str(key), max(0, int(hints))) for key, hints in said["solved"]))
    except FileNotFoundError:
        return Solved()
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return Solved()


def save_solved(home: Path, solved: Solved) -> None:
    """Keep the file; what is there and cannot be read is set aside first. Raise OSError when the disk refuses."""
    path = home / FILE
    if path.exists() and not load_solved(home).rows:
        set_aside(path)
    replace_file(path, json.dumps({"solved": [list(row) for row in solved.rows]}).encode())
