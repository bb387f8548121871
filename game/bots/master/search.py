"""Which of some whole-turn plans is best: all are played out in the same worlds.

The worse half is dropped repeatedly.

Laws: worlds are numbered from a seed and the same for all remaining plans; nodes are counted, never timed, so the
answer is the same on every machine, with or without the compiled core. The first plan is the one of the rules of thumb:
another replaces it only if it is better beyond chance.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from game.bots.dice import mix_bits
from game.bots.nodes import Nodes
from game.playout.worlds import Plan, Worlds

PLAYOUT_NODES = 20  # nodes that a playout counts as
MIN_WORLDS = 4  # worlds in which even a poor plan is tried
SEED_MASK = 0x7FFFFFFF
SQUARED_ERRORS_OF_LEAD = 3  # a plan must lead by the square root of this, in standard errors


@dataclass(slots=True)
class TriedPlan:
    """A plan, and its side's lead in points in each world it was tried in."""

    plan: Plan
    leads: list[int] = field(default_factory=list)
    total: int = 0

    def beats(self, other: TriedPlan, doubt: int) -> bool:
        """Return whether its mean lead is better by more than the root of `doubt` standard errors."""
        return is_surely_positive([own - theirs for own, theirs in zip(self.leads, other.leads, strict=True)], doubt)


def is_surely_positive(leads: Sequence[int], doubt: int) -> bool:
    """Return whether the mean is above zero by more than the root of `doubt` standard errors."""
    total, count = sum(leads), len(leads)
    squares = count * sum([one * one for one in leads]) - total * total
    return total > 0 and total * total * (count - 1) > doubt * squares


@dataclass(frozen=True, slots=True)
class PlansCompared:
    """By how many points a plan led another over all worlds, and in how many worlds it was ahead or behind."""

    points: int
    more: int
    fewer: int

    @property
    def is_clear_lead(self) -> bool:
        """Whether the plan is better both in points and in the number of worlds."""
        return self.points > 0 and self.more > self.fewer


class Search:
    """Compares plans; each comparison uses worlds that no earlier one has used."""

    def __init__(self, worlds: Worlds, nodes: Nodes, seed: int, doubt: int = SQUARED_ERRORS_OF_LEAD) -> None:
        self._doubt = doubt
        self._worlds = worlds
        self._nodes = nodes
        self._seed = seed
        self._used = 0

    def best(self, plans: Sequence[Plan], playouts: int, keep: int = 1) -> list[Plan]:
        """Return the best `keep` plans, best first.

        The first one given stays unless another is significantly better.
        """
        alive = [TriedPlan(plan) for plan in plans]
        usual = alive[0]
        halvings = max(1, (len(alive) - 1).bit_length() - (keep - 1).bit_length())
        for _halving in range(halvings if len(alive) > keep else 0):
            self._try(alive, max(MIN_WORLDS, playouts // (halvings * len(alive))))
            alive.sort(key=lambda one: -one.total)
            alive = alive[: max(keep, (len(alive) + 1) // 2)]
            if usual not in alive:
                alive.append(usual)
        if not alive[0].beats(usual, self._doubt):
            alive.sort(key=lambda one: one is not usual)
        return [one.plan for one in alive[:keep]]

    def compare(self, plan: Plan, other: Plan, worlds: int) -> PlansCompared:
        """Compare two plans in `worlds` new worlds."""
        pair = TriedPlan(plan), TriedPlan(other)
        self._try(pair, worlds)
        ahead = [own - theirs for own, theirs in zip(pair[0].leads, pair[1].leads, strict=True)]
        return PlansCompared(sum(ahead), sum([one > 0 for one in ahead]), sum([one < 0 for one in ahead]))

    def _try(self, trials: Sequence[TriedPlan], worlds: int) -> None:
        worth = self._worlds.worth
        for number in range(self._used, self._used + worlds):
            self._nodes.charge(PLAYOUT_NODES * len(trials))
            world = mix_bits(self._seed + number) & SEED_MASK
            for one in trials:
                lead = worth(one.plan, world)
                one.leads.append(lead)
                one.total += lead
        self._used += worlds
