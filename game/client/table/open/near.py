"""Why no set of an open table accepts a tile: what is wrong with it at the set that comes closest.

Law: the rules give the reason, asked about the set with the tile in it; this only decides which set is the closest.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from game.session.arrangement import Arrangement
from game.table.faces import JOKER
from game.table.melds import Kind, Meld
from game.table.refusals import Code, Refusal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from game.session.arrangement import HeapState
    from game.table.faces import Face
    from game.table.tiles import Tile

MAX_RUN_GAP = 3  # a run is close if the tile's number is at most so far from its end
MAX_SHOWN_TILES = 4  # tiles shown at the end of a run that a tile would follow


@dataclass(frozen=True, slots=True)
class NearMiss:
    """How far a set is from accepting a tile, the refusal that explains it (None: it has the tile), tiles to show."""

    far: int
    refusal: Refusal | None
    shown: tuple[Tile, ...]


def nearest_miss(marks: Sequence[HeapState], arrangement: Arrangement, tiles: tuple[Tile, ...]) -> NearMiss | None:
    """Return how one tile misses the closest set, and why; None for several tiles, or where no set is close."""
    if len(tiles) != 1 or arrangement.base.faces[tiles[0]] == JOKER:
        return None
    found = [_near(mark.read, arrangement, tiles[0]) for mark in marks if isinstance(mark.read, Meld)]
    return min((near for near in found if near is not None), key=lambda near: near.far, default=None)


def _near(meld: Meld, arrangement: Arrangement, tile: Tile) -> NearMiss | None:
    faces = arrangement.base.faces
    means = [faces[one] if face is None else face for one, face in zip(meld.tiles, meld.stands_for, strict=True)]
    if meld.kind is Kind.GROUP:
        return _near_group(meld, arrangement, tile) if means[0].number == faces[tile].number else None
    return _near_run(meld, means, arrangement, tile) if means[0].colour is faces[tile].colour else None


def _near_group(meld: Meld, arrangement: Arrangement, tile: Tile) -> NearMiss | None:
    refused = _with(meld, arrangement, tile)
    return None if refused is None else NearMiss(0, refused, (*meld.tiles, tile))


def _near_run(meld: Meld, means: list[Face], arrangement: Arrangement, tile: Tile) -> NearMiss | None:
    number, first, last = arrangement.base.faces[tile].number, means[0].number, means[-1].number
    if first <= number <= last:
        return NearMiss(1, None, meld.tiles)
    far = first - number if number < first else number - last
    refused = _with(meld, arrangement, tile)
    if far > MAX_RUN_GAP or refused is None or refused.code is not Code.NOT_CONSECUTIVE:
        return None
    beside = (tile, *meld.tiles[:MAX_SHOWN_TILES]) if number < first else (*meld.tiles[-MAX_SHOWN_TILES:], tile)
    return NearMiss(far, replace(refused, tiles=(tile,)), beside)


def _with(meld: Meld, arrangement: Arrangement, tile: Tile) -> Refusal | None:
    """Return why a set with a tile added is no longer a set."""
    heap = arrangement.heap_of(meld.tiles[0])
    tried = None if heap is None else arrangement.with_moved_tiles((tile,), heap.number)
    if heap is None or not isinstance(tried, Arrangement):
        return None
    read = replace(tried, heaps=tuple(one for one in tried.heaps if one.number == heap.number)).heap_states[0].read
    return read if isinstance(read, Refusal) else None
