"""What others do at an open table, heard: the cues of an event of the session. One's own deeds sound in the hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.client.sound import Cue
from game.session.session import Dealt, Moved, TimedOut
from game.table.moves import Attempt, Close, Draw, Rearrange

if TYPE_CHECKING:
    from game.session.session import Event as Happened


def open_cues(event: Happened, watching: int) -> tuple[Cue, ...]:
    """Return what is heard of an event, from one seat; one's own deeds sound when the hand does them."""
    match event:
        case Dealt(view):
            return (Cue.DEAL, Cue.MY_TURN) if view.to_decide else (Cue.DEAL,)
        case Moved(seat, move, before, after):
            cues: list[Cue] = []
            if seat != watching:
                cues.append(_cue_of_other(move))
            if after.table.to_move == watching != before.table.to_move and after.table.outcome is None:
                cues.append(Cue.MY_TURN)
            return tuple(cues)
        case TimedOut():
            return (Cue.CLOCK,)
        case _:
            return ()


def _cue_of_other(move: object) -> Cue:
    if isinstance(move, Rearrange | Close):
        return Cue.LAID
    if isinstance(move, Attempt):
        return Cue.REFUSED
    return Cue.DRAW if isinstance(move, Draw) else Cue.PUT
