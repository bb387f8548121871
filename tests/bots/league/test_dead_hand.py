from __future__ import annotations

import pytest

from game.bots.bot import level_of
from game.bots.league import dead_hand as league
from game.bots.nodes import Nodes
from game.commands.arena import parse_cell
from game.commands.arena_jobs import play_cell_deal
from game.table.moves import Discard, LayMeld
from game.table.view import View
from tests.bots.positions import view_in
from tests.slices import some


def burako(hand: str, stock: int) -> View:
    return view_in("burako", seats=2, phase="PLAY", hand=hand, hands={"1": 11}, stock=stock, dead=[False, False])


def test_the_one_that_waits_lays_only_when_its_rack_comes_down_at_once() -> None:
    moves = [
        league.decide_bomber(view, Nodes(2_000), 1).move
        for view in (
            burako("R5 R6 R7 K1 Y9 B12", 40),
            burako("R5 R6 R7 K1", 40),
            burako("R5 R6 R7 K1 Y9 B12", 20),
        )
    ]
    assert [type(move) for move in moves] == [Discard, LayMeld, LayMeld]


@pytest.mark.whole  # the levels: `tests/bots/test_levels_play.py`
@pytest.mark.parametrize("name", some(["greedy", "bomber", "sampler"], 2))
def test_opponents_are_refused_nothing(name: str) -> None:
    cell = parse_cell("burraco", 2, (name, "easy"), 5, {}, level_of)
    assert sum(effort.faults for effort in play_cell_deal(cell, 0, level_of).efforts.values()) == 0
