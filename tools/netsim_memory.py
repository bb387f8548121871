"""A memory for the products of a deal: a simulation asks for the same ones at every seat, in every life and run."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache

from net.deal import group, lock, shares, shuffle, slices

MOST = 200_000  # products, some 50 MB
_USERS = (group, lock, shares, shuffle, slices)  # each has the function by its own name

_times = group.times
_remembered = lru_cache(maxsize=MOST)(_times)


@contextmanager
def remembered_products() -> Iterator[None]:
    """Compute no product of a scalar and a point twice: it is a pure function, so nobody can tell but by the time."""
    for user in _USERS:
        setattr(user, "times", _remembered)  # noqa: B010 - its type says that it is final
    try:
        yield
    finally:
        for user in _USERS:
            setattr(user, "times", _times)  # noqa: B010 - as above
