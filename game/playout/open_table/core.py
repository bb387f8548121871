"""The open-table core in plain Python, by the names under which the compiled one has them."""

from __future__ import annotations

from game.playout.open_table.moves import apply, refused
from game.playout.open_table.plans import plans, value
from game.playout.open_table.policy import play_out, take_turn
from game.playout.open_table.round import copy, fresh, give, scatter
from game.playout.open_table.score import lead, score

__all__ = [
    "apply",
    "copy",
    "fresh",
    "give",
    "lead",
    "plans",
    "play_out",
    "refused",
    "scatter",
    "score",
    "take_turn",
    "value",
]
