"""What taking the pile brings at once: a canasta of one's side, or that one can go out.

Law: found by trying moves on a draft, so it is never more than the rules allow; a few tries must do, for it is asked
while the table is drawn.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from game.session.draft import Draft
from game.session.proposals import additions, canasta_size, is_wild, points_behind
from game.table.moves import Discard, TakePile
from game.table.state import Ending

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from game.table.moves import Extend, LayMeld
    from game.table.tiles import Tile
    from game.table.view import View

MAX_OUT_RACK = 8  # tiles of rack and pile; of more it takes too long to see that all can be laid
MAX_OUT_TRIES = 12  # positions looked at
SMALL_PILE = 4  # tiles; who takes more of them also takes much that may count against one


@dataclass(frozen=True, slots=True)
class PileGain:
    """Whether the pile makes a canasta and by which tile, whether one can go out then, and whether taking it is clear.

    It is clear where one goes out and is not behind, and where a small pile makes the canasta.
    """

    canasta_by: Tile | None = None
    out: bool = False
    clear: bool = False


NO_GAIN = PileGain()


def pile_gain(view: View, lays_of: Callable[[View], Sequence[LayMeld | Extend]]) -> PileGain:
    """Return what taking the pile brings at once; nothing where it may not be taken. `lays_of` finds all lays."""
    taken = Draft(view).with_step(TakePile(view.table.pile))
    if not isinstance(taken, Draft):
        return NO_GAIN
    own = view.table.melds_of(view.table.side_of(view.seat))
    made = next((tile for index in own if (tile := _completing(taken, index)) is not None), None)
    move_out = _going_out(taken, lays_of)
    small = len(view.table.pile) <= SMALL_PILE
    return PileGain(made, move_out is not None, (made is not None and small) if move_out is None else not move_out)


def _completing(taken: Draft, index: int) -> Tile | None:
    """Return a tile of the pile that makes set number `index` a canasta, with plain tiles of the rack if need be."""
    pile = sorted(taken.base.table.pile, key=lambda tile: is_wild(taken.base, tile))
    held = [tile for tile in taken.base.rack if not is_wild(taken.base, tile)]
    own, _last = _grown(taken, index, held)
    if len(own.view.table.melds[index]) >= canasta_size():
        return None
    grown, last = _grown(taken, index, (*held, *pile))
    return last if len(grown.view.table.melds[index]) >= canasta_size() else None


def _grown(draft: Draft, index: int, tiles: Iterable[Tile]) -> tuple[Draft, Tile | None]:
    """Add to a set, up to a canasta, those of these tiles that it takes; return the last one that is of the pile."""
    left, last, grew = list(tiles), None, True
    while grew:
        grew = False
        for tile in tuple(left):
            if len(draft.view.table.melds[index]) >= canasta_size():
                return draft, last
            step = next(iter(additions(draft.view, index, (tile,))), None)
            tried = None if step is None else draft.with_step(step)
            if isinstance(tried, Draft):
                draft, grew = tried, True
                left.remove(tile)
                last = tile if tile in draft.base.table.pile else last
    return draft, last


def _going_out(taken: Draft, lays_of: Callable[[View], Sequence[LayMeld | Extend]]) -> int | None:
    """Return how many points one is behind if one goes out now; None if no way to do so is seen."""
    table = taken.view.table
    if table.dead[table.side_of(taken.view.seat)] or len(taken.view.rack) > MAX_OUT_RACK:
        return None
    waiting, seen = [taken], {taken.view.rack}
    for _try in range(MAX_OUT_TRIES):
        if not waiting:
            break
        draft = waiting.pop()
        rack = draft.view.rack
        lays = sorted(lays_of(draft.view), key=lambda move: len(move.meld.tiles))
        for move in (*(Discard(tile) for tile in rack[:1] if len(rack) == 1), *lays):
            tried = draft.with_step(move)
            if not isinstance(tried, Draft):
                continue
            outcome = tried.view.table.outcome
            if outcome is not None and outcome.ending is Ending.OUT:
                return points_behind(draft.view, move)
            if not tried.finished and tried.view.rack not in seen:
                seen.add(tried.view.rack)
                waiting.append(tried)
    return None
