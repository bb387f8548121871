"""Single positions: checking a share, and opening a tile once all shares are known."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from net.deal.group import (
    Point,
    Scalar,
    hash_to_point,
    invert_scalar,
    is_scalar,
    maps_to,
    multiply_scalars,
    times_point,
)
from net.deal.slices import SlicedWork


def tile_points(context: bytes, tiles: Iterable[int]) -> SlicedWork[tuple[Point, ...]]:
    """Return the point of each tile: new in every deal, with no known relation to the others."""
    points = []
    for tile in tiles:
        points.append(hash_to_point(b"tile", context, tile))
        yield
    return tuple(points)


def verify_share(unit: Point, mark: Point, scalar: Scalar) -> str:
    """Check a scalar shared for a position: multiplied by it, the unit must give the position's mark.

    Before the lock is checked, unit and mark may be no points: then no scalar is right.
    """
    if not is_scalar(scalar):
        return "not_a_scalar"
    return "" if maps_to(scalar, unit, mark) else "wrong_share"


def tile_under(locked: Point, scalars: Iterable[Scalar], tiles: Mapping[Point, int]) -> int | None:
    """Return the tile under all the locks of a position; None if it is none of this deal."""
    together: Scalar | None = None
    for scalar in scalars:
        together = scalar if together is None else multiply_scalars(together, scalar)
    if together is None:
        return None
    return tiles.get(times_point(invert_scalar(together), locked))


def verify_tile(tile: int | None, said: Collection[int], seen: Collection[int]) -> str:
    """Check an opened tile: it must exist, be one of those named, and not have been seen before."""
    if tile is None:
        return "no_tile"
    if tile in seen:
        return "seen_before"
    return "" if tile in said else "another_tile"
