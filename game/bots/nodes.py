"""The allowance of a bot's search: nodes, never seconds, so that every machine finds the same move.

Laws: the result depends on the number of nodes alone; a cancelled search raises an exception and has no result.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

NODES_PER_POLL = 64  # nodes between two polls of the flag: a poll is a system call, a node takes some microseconds


class StopThinkingError(Exception):
    """The search was cancelled: its answer is not wanted any more."""


@dataclass(frozen=True, slots=True)
class Budget:
    """The most nodes that a bot may search for one decision."""

    nodes: int


DEFAULT_BUDGET = Budget(nodes=1_000_000)  # greater than every level's own allowance
# for dead-hand games on machines without a compiled playout core: of the levels of play, only master's is cut
UNCOMPILED_BUDGET = Budget(nodes=24_000)


@dataclass(slots=True)
class Nodes:
    """Counts nodes against an allowance and polls every few nodes whether the answer is still wanted."""

    allowance: int
    unwanted: Callable[[], bool] | None = None
    count: int = 0

    @property
    def left(self) -> int:
        """How many nodes the allowance still holds."""
        return max(0, self.allowance - self.count)

    def charge(self, nodes: int) -> None:
        """Add nodes spent by another search; raise StopThinkingError if cancelled."""
        if self.unwanted is not None and self.unwanted():
            raise StopThinkingError
        self.count += nodes

    def spend(self) -> bool:
        """Count one node and return whether it is within the allowance; raise StopThinkingError if cancelled."""
        if self.unwanted is not None and self.count % NODES_PER_POLL == 0 and self.unwanted():
            raise StopThinkingError
        self.count += 1
        return self.count <= self.allowance

    def check_cancelled(self) -> None:
        """Raise StopThinkingError if cancelled."""
        if self.unwanted is not None and self.unwanted():
            raise StopThinkingError
