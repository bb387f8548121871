"""The dead-hand core in plain Python, by the names under which the compiled one has them."""

from __future__ import annotations

from game.playout.dead_hand.moves import apply, refused
from game.playout.dead_hand.plans import plans, value
from game.playout.dead_hand.policy import play_out, take_turn
from game.playout.dead_hand.round import copy, fresh, give, give_dead, scatter
from game.playout.dead_hand.score import lead, score

__all__ = [
    "apply",
    "copy",
    "fresh",
    "give",
    "give_dead",
    "lead",
    "plans",
    "play_out",
    "refused",
    "scatter",
    "score",
    "take_turn",
    "value",
]
