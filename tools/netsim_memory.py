"""A cache for the products of a deal: a simulation computes the same ones at every seat and in all runs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache

from net.deal import group, lock, shares, shuffle, slices

MAX_PRODUCTS = 200_000  # products, some 50 MB
_USERS = (group, lock, shares, shuffle, slices)  # each has the function by its own name

_times = group.times_point
_remembered = lru_cache(maxsize=MAX_PRODUCTS)(_times)


@contextmanager
def remembered_products() -> Iterator[None]:
    """Cache the products of scalars and points while the context lasts; they are pure, so only the time changes."""
    for user in _USERS:
        setattr(user, "times_point", _remembered)  # noqa: B010 - its type says that it is final
    try:
        yield
    finally:
        for user in _USERS:
            setattr(user, "times_point", _times)  # noqa: B010 - as above
