"""Who decides for a chair nobody sits on: one door to the bots of all games.

Laws: a bot is given a View and nothing else; the same view, level, budget and seed give the same choice on every
machine; the move is complete (it shows what it must) and the mover's own rules allow it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from game.bots import dead_hand_bot, open_table_bot
from game.bots.choice import Budget, Choice
from game.bots.nodes import Nodes
from game.rules.registry import rules_of
from game.rules.ruleset import Family
from game.table.view import View, completed

__all__ = ["BOT_VERSION", "LEVELS", "USUAL", "Budget", "Choice", "choose"]

BOT_VERSION = 1  # raised when any bot decides a position differently than before; logs and saves name it
LEVELS = ("club",)
USUAL = Budget(nodes=2_000)  # more than most decisions at club level look at, so that it seldom cuts

Decide = Callable[[View, Nodes, int], Choice]

BOTS: dict[Family, Decide] = {
    Family.DEAD_HAND: dead_hand_bot.decide,
    Family.OPEN_TABLE: open_table_bot.decide,
}


def choose(view: View, level: str, budget: Budget, seed: int, unwanted: Callable[[], bool] | None = None) -> Choice:
    """Decide for the seat of this view.

    `unwanted` is asked now and then whether the answer has lost its use; then StopThinkingError is raised. A view that
    has nothing to decide is a ValueError, an unknown level too.
    """
    if level not in LEVELS:
        raise ValueError(f"there is no level '{level}'; levels are {', '.join(LEVELS)}")
    if not view.to_decide:
        raise ValueError(f"seat {view.seat} has nothing to decide in phase {view.phase.value}")
    choice = BOTS[rules_of(view.table.game).family](view, Nodes(budget.nodes, unwanted), seed)
    return replace(choice, move=completed(view, choice.move))
