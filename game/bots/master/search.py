"""Which of some whole-turn plans is best: all are played out in the same worlds, and the worse half drops out.

Laws: worlds are numbered from a seed and the same for all plans that are still in; what is spent is counted, never
timed, so the answer is the same on every machine, the core being compiled or not. The plan that is given first is what
rules of thumb would play: another takes its place only where it is better by more than chance alone would make it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from game.bots.dice import mixed
from game.bots.nodes import Nodes
from game.playout.worlds import Plan, Worlds

PLAYOUT = 20  # nodes that a playout counts as
FEWEST = 4  # worlds that even a poor plan is tried in
SEEDS = 0x7FFFFFFF
DOUBT = 3  # another plan must be ahead by the square root of this, in standard errors


@dataclass(slots=True)
class Tried:
    """A plan, and by how many points its side was ahead in each of the worlds it was tried in."""

    plan: Plan
    leads: list[int] = field(default_factory=list)
    total: int = 0

    def beats(self, other: Tried, doubt: int) -> bool:
        """Return whether it is better than another by more than the root of `doubt` standard errors."""
        return surely([own - theirs for own, theirs in zip(self.leads, other.leads, strict=True)], doubt)


def surely(leads: Sequence[int], doubt: int) -> bool:
    """Return whether the mean is above zero by more than the root of `doubt` standard errors."""
    total, count = sum(leads), len(leads)
    squares = count * sum([one * one for one in leads]) - total * total
    return total > 0 and total * total * (count - 1) > doubt * squares


@dataclass(frozen=True, slots=True)
class PlansCompared:
    """By how many points a plan was ahead of another over all worlds, and in how many it was ahead or behind."""

    points: int
    more: int
    fewer: int

    @property
    def speaks(self) -> bool:
        """Whether they speak for it: in points, and oftener than against it."""
        return self.points > 0 and self.more > self.fewer


class Search:
    """Compares plans; each comparison goes on with worlds that the ones before have not used."""

    def __init__(self, worlds: Worlds, nodes: Nodes, seed: int, doubt: int = DOUBT) -> None:
        self._doubt = doubt
        self._worlds = worlds
        self._nodes = nodes
        self._seed = seed
        self._used = 0

    def best(self, plans: Sequence[Plan], playouts: int, keep: int = 1) -> list[Plan]:
        """Return the best `keep` plans, the best first; the one given first stands until another surely beats it."""
        alive = [Tried(plan) for plan in plans]
        usual = alive[0]
        halvings = max(1, (len(alive) - 1).bit_length() - (keep - 1).bit_length())
        for _halving in range(halvings if len(alive) > keep else 0):
            self._try(alive, max(FEWEST, playouts // (halvings * len(alive))))
            alive.sort(key=lambda one: -one.total)
            alive = alive[: max(keep, (len(alive) + 1) // 2)]
            if usual not in alive:
                alive.append(usual)
        if not alive[0].beats(usual, self._doubt):
            alive.sort(key=lambda one: one is not usual)
        return [one.plan for one in alive[:keep]]

    def compare(self, plan: Plan, other: Plan, worlds: int) -> PlansCompared:
        """Compare two plans in `worlds` worlds in which none was tried before."""
        pair = Tried(plan), Tried(other)
        self._try(pair, worlds)
        ahead = [own - theirs for own, theirs in zip(pair[0].leads, pair[1].leads, strict=True)]
        return PlansCompared(sum(ahead), sum([one > 0 for one in ahead]), sum([one < 0 for one in ahead]))

    def _try(self, trials: Sequence[Tried], worlds: int) -> None:
        worth = self._worlds.worth
        for number in range(self._used, self._used + worlds):
            self._nodes.charge(PLAYOUT * len(trials))
            world = mixed(self._seed + number) & SEEDS
            for one in trials:
                lead = worth(one.plan, world)
                one.leads.append(lead)
                one.total += lead
        self._used += worlds
