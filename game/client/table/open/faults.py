"""What is wrong with an open table beyond broken sets: a joker that may not be freed, an opening that uses the table.

Law: the rules decide what is wrong; this only decides which sets are marked, and with which few words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.client.words import say
from game.client.words.tell import owed_in_words
from game.table.refusals import Code

if TYPE_CHECKING:
    from collections.abc import Mapping

    from game.session.arrangement import Arrangement
    from game.table.refusals import Refusal
    from game.table.tiles import Tile


JOKER_FAULTS = frozenset({Code.JOKER_WITHOUT_TILE, Code.JOKER_TILE_FROM_TABLE, Code.JOKER_GROUP_OF_THREE})


def faults_of(arrangement: Arrangement, refused: Refusal | None) -> Mapping[int, bool]:
    """Return the numbers of the heaps a refusal is about; True for those that show the reason.

    The reason may be shown at another heap only.
    """
    if refused is None:
        return {}
    if refused.code in JOKER_FAULTS:
        return _owed(arrangement, refused)
    if refused.code is Code.JOKER_COMPANIONS:
        return dict.fromkeys(_heaps_of(arrangement, refused.tiles), True)
    if refused.code in (Code.JOKER_FROZEN, Code.OPENING_TOUCHES_TABLE):
        changed = {mark.heap.number for mark in arrangement.heap_states if mark.changed}
        return {number: True for number in _heaps_of(arrangement, refused.tiles) if number in changed}
    return {}


def fault_words(refused: Refusal) -> str:
    """Say in a few words what is wrong with a heap that a refusal is about."""
    if refused.code in JOKER_FAULTS:
        return say("open.tag.joker_owed", tiles=owed_in_words(refused))
    if refused.code is Code.JOKER_COMPANIONS:
        return say("open.tag.joker_companions", n=int(refused.args[0]))
    frozen = refused.code is Code.JOKER_FROZEN
    return say("open.tag.joker_frozen") if frozen else say("open.tag.opening_touches_table")


def _owed(arrangement: Arrangement, refused: Refusal) -> dict[int, bool]:
    """Return the heaps concerned: True for the set a joker left or, if that is gone, the heap of the joker now."""
    found: dict[int, bool] = {}
    for joker in refused.tiles:
        left = next(at for at, meld in enumerate(arrangement.base.table.melds) if joker in meld.tiles)
        lies = _heaps_of(arrangement, (joker,))
        stands = any(heap.number == left for heap in arrangement.heaps)
        found |= dict.fromkeys(lies, not stands or left in lies)
        if stands:
            found[left] = True
    return found


def _heaps_of(arrangement: Arrangement, tiles: tuple[Tile, ...]) -> list[int]:
    return [heap.number for heap in arrangement.heaps if set(heap.tiles) & set(tiles)]
