from __future__ import annotations

import pytest

from game.bots.nodes import NODES_PER_POLL, Nodes, StopThinkingError


def test_the_allowance_holds_as_many_nodes_as_it_says() -> None:
    nodes = Nodes(3)
    assert [nodes.spend() for _ in range(5)] == [True, True, True, False, False]


def test_what_another_search_spent_is_counted() -> None:
    nodes = Nodes(10)
    nodes.charge(8)
    assert nodes.left == 2
    nodes.charge(8)
    assert nodes.left == 0
    assert not nodes.spend()


def test_an_unwanted_search_stops_within_a_stride() -> None:
    looks = 0

    def unwanted() -> bool:
        nonlocal looks
        looks += 1
        return looks > 2

    nodes = Nodes(10**9, unwanted)
    assert [nodes.spend() for _ in range(2 * NODES_PER_POLL)] == [True] * 2 * NODES_PER_POLL
    with pytest.raises(StopThinkingError):
        nodes.spend()
    assert nodes.count == 2 * NODES_PER_POLL
    with pytest.raises(StopThinkingError):
        nodes.charge(1)
