"""What to lay in one turn: the best combination of compatible lays, and what remains in the rack.

A plan uses each tile once and changes each set once. The search stops when its node allowance is used up, with the best
plan so far.
"""

from __future__ import annotations

from dataclasses import dataclass

from game.bots.dead_hand_ends import Ends, leftover_value
from game.bots.dead_hand_lays import NEW_SET_INDEX, PossibleLay
from game.bots.dead_hand_sight import Evaluation
from game.bots.nodes import Nodes
from game.rules.dead_hand_sets import CANASTA
from game.table.tiles import Tile


@dataclass(frozen=True, slots=True)
class Plan:
    """Compatible lays in the order to lay them, and their total value, including that of emptying the rack."""

    lays: tuple[PossibleLay, ...]
    worth: int


def best_plan(sight: Evaluation, found: list[PossibleLay], ends: Ends, nodes: Nodes) -> Plan:
    """Return the best plan; canastas come first in it, because they give the right to go out."""
    search = _Search(sight, [lay for lay in found if lay.added], ends, nodes)
    search.go(0, 0, search.start, ())
    order = sorted(search.best, key=lambda lay: (lay.shape.length < CANASTA, -len(lay.added)))
    return Plan(tuple(order), search.worth)


class _Search:
    """Branches tile by tile: each is the first tile of a lay, part of an earlier lay, or stays in the rack."""

    def __init__(self, sight: Evaluation, found: list[PossibleLay], ends: Ends, nodes: Nodes) -> None:
        self.sight = sight
        self.ends = ends
        self.nodes = nodes
        self.tiles = _promising_order(sight.rack, found)
        bit = {tile: 1 << at for at, tile in enumerate(self.tiles)}
        self.starting: list[list[tuple[PossibleLay, int]]] = [[] for _tile in self.tiles]
        for lay in sorted(found, key=lambda one: (-one.gain, -len(one.added), one.order)):
            mask = sum([bit[tile] for tile in lay.added])
            self.starting[(mask & -mask).bit_length() - 1].append((lay, mask))
        self.reach = _upper_bounds(self.starting, ends)
        self.start = 0
        self.best: tuple[PossibleLay, ...] = ()
        self.worth = leftover_value(sight, ends, list(sight.rack), canasta=sight.canasta)

    def go(self, at: int, used: int, value: int, chosen: tuple[PossibleLay, ...]) -> None:
        """Branch on the tile at this place and all after it."""
        while at < len(self.tiles) and (used >> at & 1 or not self.starting[at]):
            at += 1
        if not self.nodes.spend() or value + self.reach[at] <= self.worth:
            return
        if at == len(self.tiles):
            self._finish(used, value, chosen)
            return
        changed = [lay.target for lay in chosen]
        for lay, mask in self.starting[at]:
            if not mask & used and (lay.target == NEW_SET_INDEX or lay.target not in changed):
                self.go(at + 1, used | mask, value + lay.gain, (*chosen, lay))
        self.go(at + 1, used, value, chosen)

    def _finish(self, used: int, value: int, chosen: tuple[PossibleLay, ...]) -> None:
        left = [tile for at, tile in enumerate(self.tiles) if not used >> at & 1]
        canasta = self.sight.canasta or any(lay.shape.length >= CANASTA for lay in chosen)
        value += leftover_value(self.sight, self.ends, left, canasta=canasta)
        if value > self.worth:
            self.worth, self.best = value, chosen


def _promising_order(rack: tuple[Tile, ...], found: list[PossibleLay]) -> tuple[Tile, ...]:
    """Order the tiles of the best lays first, so that good plans are found early and more branches are cut."""
    best = dict.fromkeys(rack, -1_000_000)
    for lay in found:
        for tile in lay.added:
            best[tile] = max(best[tile], lay.gain)
    return tuple(sorted(rack, key=lambda tile: (-best[tile], tile)))


def _upper_bounds(starting: list[list[tuple[PossibleLay, int]]], ends: Ends) -> list[int]:
    """Return by place an upper bound of what the remaining tiles and the rack's end can add."""
    reach = [max(0, ends.dead, ends.out) + 20_000]
    for lays in reversed(starting):
        reach.append(reach[-1] + max([0, *[lay.gain for lay, _mask in lays]]))
    return reach[::-1]
