"""Where an open table is at fault although every set is one: a joker that is not free, an opening that used the table.

Law: the rules say what is wrong; here stands only which sets are marked for it, and in which few words.
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


OWED = frozenset({Code.JOKER_WITHOUT_TILE, Code.JOKER_TILE_FROM_TABLE, Code.JOKER_GROUP_OF_THREE})


def faults_of(arrangement: Arrangement, refused: Refusal | None) -> Mapping[int, str]:
    """Return the heaps a refusal is about, by number, with a few words on each; "" where the fault is another's."""
    if refused is None:
        return {}
    if refused.code in OWED:
        return _owed(arrangement, refused)
    if refused.code is Code.JOKER_COMPANIONS:
        words = say("open.tag.joker_companions", n=int(refused.args[0]))
        return dict.fromkeys(_heaps_of(arrangement, refused.tiles), words)
    if refused.code in (Code.JOKER_FROZEN, Code.OPENING_TOUCHES_TABLE):
        frozen = refused.code is Code.JOKER_FROZEN
        words = say("open.tag.joker_frozen") if frozen else say("open.tag.opening_touches_table")
        changed = {mark.heap.number for mark in arrangement.marks if mark.changed}
        return {number: words for number in _heaps_of(arrangement, refused.tiles) if number in changed}
    return {}


def _owed(arrangement: Arrangement, refused: Refusal) -> dict[int, str]:
    """Mark the sets that jokers left; where nothing of one is left, the set in which its joker lies now."""
    words = say("open.tag.joker_owed", tiles=owed_in_words(refused))
    found: dict[int, str] = {}
    for joker in refused.tiles:
        left = next(at for at, meld in enumerate(arrangement.base.table.melds) if joker in meld.tiles)
        lies = _heaps_of(arrangement, (joker,))
        stands = any(heap.number == left for heap in arrangement.heaps)
        found |= dict.fromkeys(lies, "" if stands and left not in lies else words)
        if stands:
            found[left] = words
    return found


def _heaps_of(arrangement: Arrangement, tiles: tuple[Tile, ...]) -> list[int]:
    return [heap.number for heap in arrangement.heaps if set(heap.tiles) & set(tiles)]
