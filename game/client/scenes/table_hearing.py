"""What the others do, heard: the cues of an event of the session. One's own deeds sound when the hand does them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.client.scenes.table_turn import cue_of
from game.client.sound import Cue
from game.session.session import Dealt, Moved, RoundOver, TimedOut

if TYPE_CHECKING:
    from game.session.session import Event


def cues_of(event: Event, watching: int) -> tuple[Cue, ...]:
    """Return what is heard of an event, from one seat."""
    match event:
        case Dealt(view):
            return (Cue.DEAL, Cue.MY_TURN) if view.to_decide else (Cue.DEAL,)
        case Moved(seat, move, before, after):
            cues = [] if seat == watching else [cue_of(move, before)]
            if before.table.dead_by != after.table.dead_by:
                cues.append(Cue.DEAD_HAND)
            if after.table.to_move == watching != before.table.to_move and after.table.outcome is None:
                cues.append(Cue.MY_TURN)
            return tuple(cues)
        case RoundOver(result, _winners):
            side = result.table.side_of(watching)
            best = max(range(len(result.sheets)), key=lambda at: result.sheets[at].total)
            return (Cue.WON,) if best == side else (Cue.LOST,)
        case TimedOut():
            return (Cue.CLOCK,)
        case _:
            return ()
