"""Which sounds a session's event plays. The player's own moves are heard when they are made, not here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.client.draw.sound import Cue
from game.client.draw.surfaces import FEW_TILES
from game.session.session import Dealt, Moved, RoundOver, TimedOut

if TYPE_CHECKING:
    from collections.abc import Callable

    from game.session.session import Event
    from game.table.moves import Move
    from game.table.view import View

    Sounding = Callable[[Move, View], Cue]

LOW_STOCK_TILES = 8


def event_cues(event: Event, watching: int, cue_of: Sounding, *, lowest_wins: bool) -> tuple[Cue, ...]:
    """Return the sounds of an event for one seat; `cue_of` gives that of another's move from the view before it."""
    match event:
        case Dealt(view):
            return (Cue.DEAL, Cue.MY_TURN) if view.must_decide else (Cue.DEAL,)
        case Moved(seat, move, before, after):
            cues = [] if seat == watching else [cue_of(move, before)]
            if _closer(before, after, watching):
                cues.append(Cue.TENSION)
            if after.table.to_move == watching != before.table.to_move and after.table.outcome is None:
                cues.append(Cue.MY_TURN)
            return tuple(cues)
        case RoundOver(result, _winners):
            totals = [sheet.total for sheet in result.sheets]
            best = min(totals) if lowest_wins else max(totals)
            return (Cue.WON,) if totals[result.table.side_of(watching)] == best else (Cue.LOST,)
        case TimedOut():
            return (Cue.CLOCK,)
        case _:
            return ()


def _closer(before: View, after: View, watching: int) -> bool:
    """Return whether another rack, or the stock, just became so small that the round may end soon."""
    if after.table.outcome is not None:
        return False
    racks = zip(before.table.racks, after.table.racks, strict=True)
    fewer = any(len(now) <= FEW_TILES < len(was) for seat, (was, now) in enumerate(racks) if seat != watching)
    return fewer or len(after.table.stock) <= LOW_STOCK_TILES < len(before.table.stock)
