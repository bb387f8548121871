"""The allowance of a bot's search: nodes, never seconds, so that every machine finds the same move.

Laws: what is found depends on the number of nodes alone; being told to stop is an exception, not another answer.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

STRIDE = 64  # nodes between two looks at the flag: a look is a system call, a node some microseconds


class StopThinkingError(Exception):
    """Nobody wants this answer any more."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How much a bot may look at before it decides."""

    nodes: int


USUAL = Budget(nodes=1_000_000)  # a bound above every level's own allowance
PLAIN = Budget(nodes=24_000)  # above all but a master's: where worlds are played out by the plain core


@dataclass(slots=True)
class Nodes:
    """Counts nodes against an allowance and looks, every few nodes, whether the answer is still wanted."""

    allowance: int
    unwanted: Callable[[], bool] | None = None
    count: int = 0

    @property
    def left(self) -> int:
        """How many nodes the allowance still holds."""
        return max(0, self.allowance - self.count)

    def charge(self, nodes: int) -> None:
        """Count nodes that another search has spent; raise StopThinkingError when nobody waits."""
        if self.unwanted is not None and self.unwanted():
            raise StopThinkingError
        self.count += nodes

    def spend(self) -> bool:
        """Count one node and return whether the allowance held it; raise StopThinkingError when nobody waits."""
        if self.unwanted is not None and self.count % STRIDE == 0 and self.unwanted():
            raise StopThinkingError
        self.count += 1
        return self.count <= self.allowance

    def breathe(self) -> None:
        """Raise StopThinkingError when nobody waits."""
        if self.unwanted is not None and self.unwanted():
            raise StopThinkingError
