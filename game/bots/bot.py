"""Who decides for a chair nobody sits on: one door to the bots of all games.

Laws: a bot is given a View and nothing else; the same view, level, budget and seed give the same choice on every
machine; the move is complete (it shows what it must) and the mover's own rules allow it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from game.bots.nodes import Nodes
from game.rules.registry import rules_of
from game.table.moves import Move
from game.table.view import View, completed

BOT_VERSION = 1  # raised when any bot decides a position differently than before; logs and saves name it
LEVELS = ("club",)


@dataclass(frozen=True, slots=True)
class Budget:
    """How much a bot may look at before it decides."""

    nodes: int


USUAL = Budget(nodes=2_000)  # far beyond what a turn at club level looks at, so that it seldom cuts


@dataclass(frozen=True, slots=True)
class Choice:
    """A move and why: a code with tile ids, numbers or words of this position, for a sentence."""

    move: Move
    reason: str
    args: tuple[int | str, ...] = ()


Decide = Callable[[View, Nodes, int], Choice]

BOTS: dict[str, Decide] = {"burako": lambda view, _nodes, _seed: way_out(view)}


def choose(view: View, level: str, budget: Budget, seed: int, unwanted: Callable[[], bool] | None = None) -> Choice:
    """Decide for the seat of this view.

    `unwanted` is asked now and then whether the answer has lost its use; then StopThinkingError is raised. A view that
    has nothing to decide is a ValueError, an unknown level too.
    """
    if level not in LEVELS:
        raise ValueError(f"there is no level '{level}'; levels are {', '.join(LEVELS)}")
    if not view.to_decide:
        raise ValueError(f"seat {view.seat} has nothing to decide in phase {view.phase.value}")
    choice = BOTS[view.table.game](view, Nodes(budget.nodes, unwanted), seed)
    return replace(choice, move=completed(view, choice.move))


def way_out(view: View) -> Choice:
    """Return the move that the rules make for a silent player: what is left when thinking has failed."""
    return Choice(completed(view, rules_of(view.table.game).time_out(view)), "fallback")
