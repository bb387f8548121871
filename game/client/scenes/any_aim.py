"""How the game goes, in a few sentences for who has never played it: said beside the table in the first round.

Until the watcher has ended a turn of the match it stands in the place of the log, then where that leaves room.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.client.words import say
from game.rules.registry import rules_of
from game.rules.ruleset import Family

if TYPE_CHECKING:
    from game.client.scenes.table_log_part import LogPart
    from game.table.view import View

DEAD = ("aim.dead.score", "aim.dead.canasta", "aim.dead.hand", "aim.dead.out", "aim.dead.wild")


def tell_aim(log: LogPart, view: View) -> None:
    """Let the log say how the game goes, first of all as long as the watcher has ended no turn."""
    log.aim = aim_words(view, ahead=True) if view.table.round == 1 else ()
    log.aim_first = bool(log.aim) and not _ended_turn(view)


def _ended_turn(view: View) -> bool:
    """Tell whether the watcher has ended a turn of this round."""
    seats = [told.seat for told in view.story]
    if view.seat not in seats or view.table.outcome is not None:
        return view.table.outcome is not None
    return view.table.to_move != view.seat or any(seat != view.seat for seat in seats[seats.index(view.seat) :])


def aim_words(view: View, *, ahead: bool = False) -> tuple[str, ...]:
    """Say what one plays for and how, the most important first; `ahead`: without what is behind the watcher."""
    table = view.table
    if rules_of(table.game).family is Family.DEAD_HAND:
        return tuple(say(code) for code in DEAD)
    least = table.options.number("opening_min")
    told = least and not (ahead and table.opened[view.seat])
    opening = (say("aim.open.opening", least=least),) if told else ()
    return (say("aim.open.first"), *opening, say("aim.open.move"), say("aim.open.joker"))
