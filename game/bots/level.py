"""What a level is: a named way to decide. Each family lists its levels as data; no bot is implemented here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from game.bots.choice import Decision
from game.bots.nodes import Nodes
from game.table.view import View

Decide = Callable[[View, Nodes, int], Decision]


@dataclass(frozen=True, slots=True)
class Level:
    """A way to decide for a seat; `nodes` is its allowance for one decision.

    `version` is raised when it decides any position differently than before; strength tables name it.
    """

    version: int
    nodes: int
    decide: Decide
