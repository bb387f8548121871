"""One position at a time: a scalar given away, and what opens when all of them are known."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from net.deal.group import Point, Scalar, hashed_point, inverse, is_scalar, leads, product, times
from net.deal.slices import Work


def tile_points(context: bytes, tiles: Iterable[int]) -> Work[tuple[Point, ...]]:
    """Return the point of each tile: new in every deal, and related to no other in any way somebody knows."""
    points = []
    for tile in tiles:
        points.append(hashed_point(b"tile", context, tile))
        yield
    return tuple(points)


def verify_share(unit: Point, mark: Point, scalar: Scalar) -> str:
    """Say what is wrong with a scalar that is said to lock a position: the unit times it is the position's mark.

    The points may be no points as long as the lock was not checked: then no scalar is right.
    """
    if not is_scalar(scalar):
        return "not_a_scalar"
    return "" if leads(scalar, unit, mark) else "wrong_share"


def opened(locked: Point, scalars: Iterable[Scalar], tiles: Mapping[Point, int]) -> int | None:
    """Return the tile under all the locks of a position; None if there is none of this deal."""
    together: Scalar | None = None
    for scalar in scalars:
        together = scalar if together is None else product(together, scalar)
    if together is None:
        return None
    return tiles.get(times(inverse(together), locked))


def verify_tile(tile: int | None, said: Collection[int], seen: Collection[int]) -> str:
    """Say what is wrong with a tile that opened: it is none, not one of those it was said to be, or was seen before."""
    if tile is None:
        return "no_tile"
    if tile in seen:
        return "seen_before"
    return "" if tile in said else "another_tile"
