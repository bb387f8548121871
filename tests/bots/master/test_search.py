from __future__ import annotations

from itertools import cycle
from typing import cast

import pytest

from game.bots.master.search import MIN_WORLDS, PLAYOUT_NODES, SQUARED_ERRORS_OF_LEAD, PlansCompared, Search
from game.bots.nodes import Nodes, StopThinkingError
from game.playout.worlds import Plan, Worlds

PLANS: list[Plan] = [(1,), (2,), (3,), (4,), (5,)]


class KnownWorth:
    """Worlds in which a plan's worth is its number, but for what each world adds for all."""

    def __init__(self, a_plan: int = 10) -> None:
        self.a_plan = a_plan
        self.asked: list[tuple[Plan, int]] = []

    def worth(self, plan: Plan, seed: int) -> int:
        self.asked.append((plan, seed))
        return self.a_plan * plan[0] + seed % 1000


def search(told: KnownWorth, nodes: Nodes | None = None) -> Search:
    return Search(cast(Worlds, told), nodes or Nodes(1_000_000), 7)


def test_the_best_plan_is_found_though_worlds_differ_by_more_than_plans_do() -> None:
    assert search(KnownWorth()).best(PLANS, 100) == [(5,)]
    assert search(KnownWorth()).best(PLANS, 100, keep=3) == [(5,), (4,), (3,)]


def test_plans_that_are_still_in_are_tried_in_the_same_worlds() -> None:
    told = KnownWorth()
    search(told).best(PLANS, 100)
    worlds = {plan: [seed for one, seed in told.asked if one == plan] for plan in PLANS}
    assert worlds[(4,)] == worlds[(5,)][: len(worlds[(4,)])]
    assert len(set(worlds[(5,)])) == len(worlds[(5,)]) > len(worlds[(2,)]) >= MIN_WORLDS
    assert worlds[(1,)] == worlds[(5,)], "the usual plan is in to the end"


def test_plans_are_compared_once_more_in_worlds_that_were_not_looked_at() -> None:
    told, nodes = KnownWorth(), Nodes(1_000_000)
    chooses = search(told, nodes)
    chooses.best(PLANS, 100)
    before = {seed for _plan, seed in told.asked}
    assert chooses.compare((4,), (2,), 50) == PlansCompared(points=50 * 20, more=50, fewer=0)
    assert len({seed for _plan, seed in told.asked} - before) == 50
    assert nodes.count == PLAYOUT_NODES * len(told.asked)


def test_a_comparison_counts_the_worlds_ahead_and_those_behind() -> None:
    swinging = Search(cast(Worlds, Swinging(90, -10, 0, -20)), Nodes(1_000_000), 7)
    assert swinging.compare((2,), (1,), 40) == PlansCompared(points=10 * 60, more=10, fewer=20)


class Swinging(KnownWorth):
    """Worlds in which the second plan is ahead of the first by one number after the other."""

    def __init__(self, *ahead: int) -> None:
        super().__init__()
        self._ahead = cycle(ahead)

    def worth(self, plan: Plan, _seed: int) -> int:
        return 0 if plan == (1,) else next(self._ahead)


@pytest.mark.parametrize(
    ("ahead", "doubt", "best"),
    [
        ((2,), SQUARED_ERRORS_OF_LEAD, (2,)),
        ((98, -94), SQUARED_ERRORS_OF_LEAD, (1,)),
        ((98, -94), 0, (2,)),
        ((-1,), 0, (1,)),
    ],
)
def test_another_plan_is_taken_where_more_than_chance_speaks_for_it(ahead: Plan, doubt: int, best: Plan) -> None:
    compared = Search(cast(Worlds, Swinging(*ahead)), Nodes(1_000_000), 7, doubt)
    assert compared.best(PLANS[:2], 200) == [best]


def test_of_equals_the_first_is_better() -> None:
    assert search(KnownWorth(a_plan=0)).best(PLANS, 100) == [(1,)]


def test_what_needs_no_comparison_costs_nothing() -> None:
    told, nodes = KnownWorth(), Nodes(1_000)
    assert search(told, nodes).best(PLANS[:2], 100, keep=2) == PLANS[:2]
    assert (told.asked, nodes.count) == ([], 0)


def test_every_playout_is_counted_and_a_call_to_stop_is_heard() -> None:
    told, nodes = KnownWorth(), Nodes(1_000_000)
    search(told, nodes).best(PLANS, 100)
    assert nodes.count == PLAYOUT_NODES * len(told.asked)
    with pytest.raises(StopThinkingError):
        search(told, Nodes(1_000, lambda: True)).best(PLANS, 100)
