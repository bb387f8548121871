"""What a level is, and what levels are called. The families list theirs as data; here is nothing that thinks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from game.bots.choice import Choice
from game.bots.nodes import Nodes
from game.table.view import View

LEVELS = ("easy", "medium", "hard")  # what players choose from, weakest first
MIDDLING = "medium"  # the level of a chair nobody chose one for
BOT_VERSION = 4  # raised when any bot decides a position differently than before; logs and saves name it
FORMER = {"club": "medium"}  # what levels were called in older matches

Decide = Callable[[View, Nodes, int], Choice]


@dataclass(frozen=True, slots=True)
class Level:
    """One way to decide for a seat: `nodes` is its allowance for one decision.

    `version` is raised when it decides any position differently than before; strength tables name it.
    """

    version: int
    nodes: int
    decide: Decide


def present_name(name: str) -> str:
    """Return what a level is called today."""
    return FORMER.get(name, name)
