"""How much of a family of tests a run takes: `test` a fixed slice, `tools/dev.py soak families` the whole (`--full`).

Laws: both run the same code with the same assertions; a slice is the same in every run, and of a product it has every
value of every part at least once. A value more in one part makes a slice longer by one row at most.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product
from typing import Any, TypeVar

T = TypeVar("T")


@dataclass
class _Run:
    """What this run was asked for; conftest sets it before a test is read."""

    full: bool = False


RUN = _Run()


def count(few: int, whole: int) -> int:
    """Return how many rounds, examples or seeds are tried."""
    return whole if RUN.full else few


def some(whole: Iterable[T], few: int) -> list[T]:
    """Return all, or a few spread evenly over them: the first, the last, and what lies between."""
    every = list(whole)
    if RUN.full or len(every) <= few:
        return every
    return [every[at * (len(every) - 1) // max(1, few - 1)] for at in range(few)]


def every(whole: Iterable[T], step: int) -> list[T]:
    """Return all, or every `step`-th, beginning with the first."""
    return list(whole)[:: 1 if RUN.full else step]


def crossed(*given: Iterable[Any]) -> list[tuple[Any, ...]]:
    """Return every combination, or the diagonals: as many as the longest part has values, each value of each in them.

    A shorter part is used again from its second value on, so that not always the same values meet.
    """
    parts = [list(part) for part in given]
    if RUN.full:
        return list(product(*parts))
    rows = max(map(len, parts))
    return [tuple(part[(at + at // len(part)) % len(part)] for part in parts) for at in range(rows)]
