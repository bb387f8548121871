"""Long work in slices: a generator yields after each library call, and whoever runs it decides how many to do now.

Law: between two yields lies at most one multiplication of a point, under 0.1 ms, or something small for each point of
a deck, its scalars, its halves or a hash, under 2 ms on a slow machine.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeVar

from net.deal.group import Deck, Point, Scalar, plus, times, times_generator

_T = TypeVar("_T")
Work = Generator[None, None, _T]


def run_to_end(work: Work[_T]) -> _T:
    """Do all of it at once."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            result: _T = end.value
            return result


def all_times(scalar: Scalar, deck: Deck) -> Work[Deck]:
    """Multiply every point of a deck."""
    done = []
    for point in deck:
        done.append(times(scalar, point))
        yield
    return tuple(done)


def each_times(scalars: tuple[Scalar, ...], deck: Deck) -> Work[Deck]:
    """Multiply every point of a deck by its own scalar."""
    done = []
    for scalar, point in zip(scalars, deck, strict=True):
        done.append(times(scalar, point))
        yield
    return tuple(done)


def each_generated(scalars: tuple[Scalar, ...]) -> Work[Deck]:
    """Multiply the generator by each scalar."""
    done = []
    for scalar in scalars:
        done.append(times_generator(scalar))
        yield
    return tuple(done)


def sum_of(deck: Deck) -> Work[Point]:
    """Add all points of a deck."""
    added = deck[0]
    for point in deck[1:]:
        added = plus(added, point)
        yield
    return added
