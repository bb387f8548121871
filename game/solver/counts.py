"""Tiles as counts, for the search: how many tiles of each face there are, not which ones.

A cell is (number, colour); numbers run 1..13 and are stored from index 0, colours are indices into COLOURS. These
arrays are made from faces once and are used only in this package.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from game.table.faces import COLOURS, HIDDEN, JOKER, Face

LAST_NUMBER = 13
COPIES = 2  # of each numbered face in the deck
JOKERS = 2  # in the deck

Grid = tuple[tuple[int, ...], ...]
SECOND_ONE = LAST_NUMBER  # the row of a one after the thirteen, if the rules have it; its tiles are counted in row 0
FACES = tuple(tuple(Face(colour, number) for colour in COLOURS) for number in range(1, LAST_NUMBER + 2))
_PLACE_BY_CODE = {face.code: (row, colour) for row, faces in enumerate(FACES) for colour, face in enumerate(faces)}
_CELL = {face.code: (row, colour) for row, faces in enumerate(FACES[:LAST_NUMBER]) for colour, face in enumerate(faces)}
_JOKER = JOKER.code


class Counts(NamedTuple):
    """How many tiles of each numbered face (`grid[number - 1][colour]`), and how many jokers."""

    grid: Grid
    jokers: int

    def faces(self) -> Iterator[Face]:
        """Yield the counted faces, by ascending number, jokers last."""
        for row, printed in zip(self.grid, FACES, strict=False):
            for copies, face in zip(row, printed, strict=True):
                yield from [face] * copies
        yield from [JOKER] * self.jokers


def cell_of(face: Face) -> tuple[int, int]:
    """Return where a numbered face is counted: (number - 1, colour index), a one after the thirteen as a one."""
    row, colour = _PLACE_BY_CODE[face.code]
    return row % LAST_NUMBER, colour


def place_of(face: Face) -> tuple[int, int]:
    """Return where a numbered face lies in a run: (number - 1, colour index)."""
    return _PLACE_BY_CODE[face.code]


def count_tiles(faces: Iterable[Face]) -> Counts:
    """Count faces; a hidden one cannot be counted and raises ValueError."""
    grid = [[0] * len(COLOURS) for _ in range(LAST_NUMBER)]
    jokers = 0
    for face in faces:
        if face.code in _CELL:
            row, colour = _CELL[face.code]
            grid[row][colour] += 1
        elif face.code == _JOKER:
            jokers += 1
        elif face == HIDDEN:
            raise ValueError("a hidden tile cannot be packed; expected faces such as R5 or *")
        else:
            raise ValueError(f"{face} is no tile of this game; expected R, B, K or Y with 1 to 13, or *")
    return Counts(tuple(tuple(row) for row in grid), jokers)
