"""Which of some whole-turn plans is best: all are played out in the same worlds, and the worse half drops out.

Laws: worlds are numbered from a seed and the same for all plans that are still in; what is spent is counted, never
timed, so the answer is the same on every machine, the core being compiled or not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.bots.dice import mixed
from game.bots.nodes import Nodes
from game.playout.worlds import Plan, Worlds

PLAYOUT = 20  # nodes that a playout counts as
FEWEST = 4  # worlds that even a poor plan is tried in
SEEDS = 0x7FFFFFFF


@dataclass(slots=True)
class Tried:
    """A plan, and what it came to in the worlds it was tried in."""

    plan: Plan
    total: int = 0
    tried: int = 0

    @property
    def mean(self) -> int:
        """Hundredths of a point a world."""
        return 100 * self.total // max(1, self.tried)


class Search:
    """Compares plans; each comparison goes on with worlds that the ones before have not used."""

    def __init__(self, worlds: Worlds, nodes: Nodes, seed: int) -> None:
        self._worlds = worlds
        self._nodes = nodes
        self._seed = seed
        self._used = 0

    def best(self, plans: Sequence[Plan], playouts: int, keep: int = 1) -> list[Plan]:
        """Return the best `keep` plans, the best first; of equals the one that was given first."""
        alive = [Tried(plan) for plan in plans]
        halvings = max(1, (len(alive) - 1).bit_length() - (keep - 1).bit_length())
        for _halving in range(halvings if len(alive) > keep else 0):
            self._try(alive, max(FEWEST, playouts // (halvings * len(alive))))
            alive.sort(key=lambda one: -one.mean)
            alive = alive[: max(keep, (len(alive) + 1) // 2)]
        return [one.plan for one in alive[:keep]]

    def _try(self, trials: Sequence[Tried], worlds: int) -> None:
        worth = self._worlds.worth
        for number in range(self._used, self._used + worlds):
            self._nodes.charge(PLAYOUT * len(trials))
            world = mixed(self._seed + number) & SEEDS
            for one in trials:
                one.total += worth(one.plan, world)
                one.tried += 1
        self._used += worlds
