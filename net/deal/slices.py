"""Long work in slices: a generator yields after each library call, and whoever runs it decides how many to do now.

Law: between two yields lies at most one multiplication of a point, under 0.1 ms, or one cheap pass over a deck (for its
scalars, its halves or a hash), under 2 ms on a slow machine.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeVar

from net.deal.group import Deck, Point, Scalar, add_points, times_generator, times_point

_T = TypeVar("_T")
SlicedWork = Generator[None, None, _T]


def run_to_end(work: SlicedWork[_T]) -> _T:
    """Do all the work at once, and return its result."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            result: _T = end.value
            return result


def multiply_all(scalar: Scalar, deck: Deck) -> SlicedWork[Deck]:
    """Multiply every point of a deck."""
    done = []
    for point in deck:
        done.append(times_point(scalar, point))
        yield
    return tuple(done)


def multiply_each(scalars: tuple[Scalar, ...], deck: Deck) -> SlicedWork[Deck]:
    """Multiply every point of a deck by its own scalar."""
    done = []
    for scalar, point in zip(scalars, deck, strict=True):
        done.append(times_point(scalar, point))
        yield
    return tuple(done)


def generator_multiples(scalars: tuple[Scalar, ...]) -> SlicedWork[Deck]:
    """Multiply the generator by each scalar."""
    done = []
    for scalar in scalars:
        done.append(times_generator(scalar))
        yield
    return tuple(done)


def sum_points(deck: Deck) -> SlicedWork[Point]:
    """Add all points of a deck."""
    added = deck[0]
    for point in deck[1:]:
        added = add_points(added, point)
        yield
    return added
