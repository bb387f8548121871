"""The same tiles laid more plainly: a play of an open table that takes no set apart, where such a one lays as many."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from game.session.arrangement import NEW, Arrangement
from game.table.moves import Rearrange

if TYPE_CHECKING:
    from game.bots.choice import Decision
    from game.table.tiles import Tile
    from game.table.view import View

MOST = 5  # tiles that are tried at the sets that lie; with more of them nobody would call the play plain
REARRANGED, ADDED = "lay_with_table", "lay_added"  # the reasons of a bot


def plain(view: View, decision: Decision) -> Decision:
    """Return a decision that lays the same tiles and only adds to what lies, if there is one, else this one."""
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
        start = None if start is None else _put(start, tiles, NEW)
    found = None if start is None or len(loose) > MOST else _added(start, loose)
    if found is None or found.refusal is not None or not isinstance(found.move, Rearrange):
        return decision
    return replace(decision, move=found.move, reason=ADDED if decision.reason == REARRANGED else decision.reason)


def _added(start: Arrangement, loose: tuple[Tile, ...]) -> Arrangement | None:
    """Return an arrangement in which each of these tiles is added to a set, in any order."""
    if not loose:
        return start
    for tile in loose:
        for heap in start.heaps:
            put = _put(start, (tile,), heap.number)
            rest = None if put is None else _added(put, tuple(one for one in loose if one != tile))
            if rest is not None:
                return rest
    return None


def _put(start: Arrangement, tiles: tuple[Tile, ...], to: int) -> Arrangement | None:
    """Return the arrangement with tiles put into a heap, if all heaps are still sets."""
    put = start.moved(tiles, to)
    return put if isinstance(put, Arrangement) and all(mark.valid for mark in put.marks) else None
