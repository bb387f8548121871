"""Writes a match's public events into the program's log file."""

from __future__ import annotations

from game.session.session import Dealt, Event, Moved, RoundOver, TimedOut, Trouble
from game.store.log import LOG
from game.table.notation import write_move


def log_event(event: Event | object) -> None:
    """Log an event: public moves, rounds and troubles, but no bot's reasons and no racks."""
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
