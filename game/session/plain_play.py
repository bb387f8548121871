"""Replaces an open-table play by a simpler one of the same tiles: no set is taken apart, or as few as possible."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import islice, product
from typing import TYPE_CHECKING

from game.bots.choice import Decision
from game.bots.nodes import DEFAULT_BUDGET, Nodes
from game.bots.open_table_packing import fewest_changes
from game.rules.open_table_sets import arrangements
from game.session.arrangement import NEW_SET_INDEX, Arrangement, Heap
from game.table.faces import JOKER
from game.table.moves import Rearrange

if TYPE_CHECKING:
    from collections.abc import Sequence

    from game.table.faces import Face
    from game.table.tiles import Tile
    from game.table.view import View

MAX_ADDED_TILES = 4  # with more the play would not be simpler
MAX_WAYS = 200  # ways to add them that are tried: the window asks, and must not wait
REARRANGED_REASON, ADDED_REASON = "lay_with_table", "lay_added"  # reasons of a Decision


def plain_decision(view: View, decision: Decision) -> Decision:
    """Return a decision that lays the same tiles but takes no set of the table apart, or this one if none is found."""
    move = decision.move
    if not isinstance(move, Rearrange):
        return decision
    played, lying = {*move.played}, [frozenset(meld.tiles) for meld in view.table.melds]
    if all(any(one <= {*meld.tiles} for meld in move.sets) for one in lying):
        return decision
    beside = [meld.tiles for meld in move.sets if {*meld.tiles} <= played]
    loose = tuple(tile for tile in move.played if not any(tile in tiles for tiles in beside))
    start: Arrangement | None = Arrangement.of(view)
    for tiles in beside:
        start = None if start is None else _with_tiles(start, tiles, NEW_SET_INDEX)
    found = None if start is None or len(loose) > MAX_ADDED_TILES else _with_added(start, loose)
    if found is None or found.play_refusal is not None or not isinstance(found.move, Rearrange):
        return decision
    return replace(
        decision, move=found.move, reason=ADDED_REASON if decision.reason == REARRANGED_REASON else decision.reason
    )


def plainest_play(view: View, move: Rearrange) -> Rearrange:
    """Return a play of the same tiles that changes the fewest sets, or only adds; that may take tenths of a second."""
    found = fewest_changes(view, move, view.table.melds, Nodes(DEFAULT_BUDGET.nodes))
    added = plain_decision(view, Decision(found, "")).move
    return added if isinstance(added, Rearrange) else found


def _with_added(start: Arrangement, loose: tuple[Tile, ...]) -> Arrangement | None:
    """Return an arrangement in which each of these tiles is added to a set on the table."""
    faces, options = start.base.faces, start.base.table.options

    @cache
    def grows(heap: Heap, tiles: tuple[Tile, ...]) -> bool:
        return bool(arrangements((*heap.tiles, *tiles), faces, options))

    near = [[heap for heap in start.heaps if _is_near(tile, heap, faces)] for tile in loose]
    for heaps in islice(product(*near), MAX_WAYS):
        put = [
            (heap, tuple(tile for tile, at in zip(loose, heaps, strict=True) if at is heap))
            for heap in dict.fromkeys(heaps)
        ]
        if all(grows(heap, tiles) for heap, tiles in put):
            added: Arrangement | None = start
            for heap, tiles in put:
                added = None if added is None else _with_tiles(added, tiles, heap.number)
            return added
    return None


def _is_near(tile: Tile, heap: Heap, faces: Sequence[Face]) -> bool:
    """Return whether a tile shares number or colour with a tile of a heap, or is a joker."""
    face = faces[tile]
    return face == JOKER or any(
        face.number == other.number or face.colour == other.colour for other in map(faces.__getitem__, heap.tiles)
    )


def _with_tiles(start: Arrangement, tiles: tuple[Tile, ...], to: int) -> Arrangement | None:
    """Return the arrangement with tiles put into a heap, if all heaps are still sets."""
    put = start.with_moved_tiles(tiles, to)
    return put if isinstance(put, Arrangement) and all(mark.valid for mark in put.heap_states) else None
