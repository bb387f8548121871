"""Puzzles that were made in a home, beside those that are shipped: a file of lines, only ever appended to."""

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

OWN: Final = "puzzles.jsonl"


def own_puzzles(home: Path) -> tuple[Puzzle, ...]:
    """Return the puzzles that were made in a home, each once; a line that is none is left out."""
    try:
        lines = (home / OWN).read_bytes().splitlines()
    except OSError:
        return ()
    return tuple({one.key: one for one in _readable(lines)}.values())


def _readable(lines: list[bytes]) -> Iterator[Puzzle]:
    for line in lines:
        with suppress(ValueError, TypeError, ImpossiblePositionError):
            one = read_puzzle(line.decode())
            view_of(one)  # a position that cannot be is not asked of anybody
            yield one


class OwnPuzzles:
    """Puts puzzles behind those of a home; raises OSError where the disk refuses."""

    def __init__(self, home: Path) -> None:
        self._file = AppendedFile(home / OWN)

    def keep(self, puzzle: Puzzle) -> None:
        """Keep one; it is on the disk when this returns."""
        self._file.append(f"{write_puzzle(puzzle)}\n".encode())

    def close(self) -> None:
        """Close the file."""
        self._file.close()
