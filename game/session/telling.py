"""What of a match's events is written into the program's log: only what everybody at the table was told."""

from __future__ import annotations

from game.session.session import Dealt, Event, Moved, RoundOver, TimedOut, Trouble
from game.store.log import LOG
from game.table.notation import write_move


def log_event(event: Event | object) -> None:
    """Write an event down: moves as they are said at the table, rounds and what went wrong; no reason, no rack."""
    match event:
        case Dealt(view):
            LOG.info("a round of %s begins, seats %d", view.table.game, len(view.table.racks))
        case Moved(seat, move, before, _after, _reason):
            LOG.debug("seat %d: %s", seat, write_move(move, before.table))
        case RoundOver(result, winners):
            LOG.info("round %d over: %s, totals %s", result.round, result.outcome.ending.value, list(result.totals))
            if winners:
                LOG.info("won by side %s", list(winners))
        case TimedOut(seat):
            LOG.info("seat %d ran out of time", seat)
        case Trouble(code, _args):
            LOG.warning("trouble: %s", code)
        case _:
            return
