"""The puzzles that a player's own program made: an append-only file of lines in the home."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Final

from game.puzzle.proof import view_of
from game.puzzle.puzzle import Puzzle, read_puzzle, write_puzzle
from game.session.position import ImpossiblePositionError
from game.store.appended import AppendedFile

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

OWN_PUZZLES_FILE: Final = "puzzles.jsonl"


def own_puzzles(home: Path) -> tuple[Puzzle, ...]:
    """Return the own puzzles of a home, each once; bad lines are left out."""
    try:
        lines = (home / OWN_PUZZLES_FILE).read_bytes().splitlines()
    except OSError:
        return ()
    return tuple({one.key: one for one in _readable(lines)}.values())


def _readable(lines: list[bytes]) -> Iterator[Puzzle]:
    for line in lines:
        with suppress(ValueError, TypeError, ImpossiblePositionError):
            one = read_puzzle(line.decode())
            view_of(one)  # raises an error for an impossible position
            yield one


class OwnPuzzles:
    """Appends puzzles to those of a home; raises OSError if the disk fails."""

    def __init__(self, home: Path) -> None:
        self._file = AppendedFile(home / OWN_PUZZLES_FILE)

    def append(self, puzzle: Puzzle) -> None:
        """Append a puzzle; it is on the disk when this returns."""
        self._file.append(f"{write_puzzle(puzzle)}\n".encode())

    def close(self) -> None:
        """Close the file."""
        self._file.close()
