from __future__ import annotations

from typing import cast

import pytest

from game.bots.master.search import FEWEST, PLAYOUT, Search
from game.bots.nodes import Nodes, StopThinkingError
from game.playout.worlds import Plan, Worlds

PLANS: list[Plan] = [(1,), (2,), (3,), (4,), (5,)]


class Told:
    """Worlds in which a plan's worth is its number, but for what each world adds for all."""

    def __init__(self, a_plan: int = 10) -> None:
        self.a_plan = a_plan
        self.asked: list[tuple[Plan, int]] = []

    def worth(self, plan: Plan, seed: int) -> int:
        self.asked.append((plan, seed))
        return self.a_plan * plan[0] + seed % 1000


def search(told: Told, nodes: Nodes | None = None) -> Search:
    return Search(cast(Worlds, told), nodes or Nodes(1_000_000), 7)


def test_the_best_plan_is_found_though_worlds_differ_by_more_than_plans_do() -> None:
    assert search(Told()).best(PLANS, 100) == [(5,)]
    assert search(Told()).best(PLANS, 100, keep=3) == [(5,), (4,), (3,)]


def test_plans_that_are_still_in_are_tried_in_the_same_worlds() -> None:
    told = Told()
    search(told).best(PLANS, 100)
    worlds = {plan: [seed for one, seed in told.asked if one == plan] for plan in PLANS}
    assert worlds[(4,)] == worlds[(5,)][: len(worlds[(4,)])]
    assert len(set(worlds[(5,)])) == len(worlds[(5,)]) > len(worlds[(1,)]) >= FEWEST


def test_of_equals_the_first_is_better() -> None:
    assert search(Told(a_plan=0)).best(PLANS, 100) == [(1,)]


def test_what_needs_no_comparison_costs_nothing() -> None:
    told, nodes = Told(), Nodes(1_000)
    assert search(told, nodes).best(PLANS[:2], 100, keep=2) == PLANS[:2]
    assert (told.asked, nodes.count) == ([], 0)


def test_every_playout_is_counted_and_a_call_to_stop_is_heard() -> None:
    told, nodes = Told(), Nodes(1_000_000)
    search(told, nodes).best(PLANS, 100)
    assert nodes.count == PLAYOUT * len(told.asked)
    with pytest.raises(StopThinkingError):
        search(told, Nodes(1_000, lambda: True)).best(PLANS, 100)
