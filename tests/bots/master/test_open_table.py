from __future__ import annotations

import pytest

from game.bots.bot import level_of
from game.bots.choice import Decision
from game.bots.league import open_table as league
from game.bots.master.ending import candidate_moves, small_plays
from game.bots.nodes import Nodes
from game.commands.arena import parse_cell
from game.commands.arena_jobs import play_cell_deal
from game.rules.registry import rules_of
from game.table.moves import Draw, Pass, Rearrange
from game.table.view import PublicMove, View
from tests.bots.positions import view_in

RUNS = ["[R3 R4 R5]", "[B7 B8 B9 B10]"]


def rummikub(hand: str, *, stock: int, others: int = 20, seats: int = 2, story: tuple[PublicMove, ...] = ()) -> View:
    hands = {str(seat): others for seat in range(1, seats)}
    said = {"hand": hand, "hands": hands, "table": list(RUNS), "stock": stock, "opened": [True] * seats}
    view = view_in("rummikub", seats=seats, **said)
    return View(view.table, view.seat, view.faces, story)


def decided(name: str, view: View) -> Decision:
    level = level_of("rummikub", name)
    return level.decide(view, Nodes(level.nodes), 1)


def drawn(times: int) -> tuple[PublicMove, ...]:
    return (PublicMove(0, Draw()), PublicMove(1, Draw())) * times


def test_master_holds_back_for_the_whole_round_and_hard_for_a_part_of_it() -> None:
    laid = (PublicMove(1, Rearrange((), ())),)
    reasons = [
        [decided(name, rummikub("R6 R7 K1", stock=30, story=(*drawn(turns), *laid))).reason for turns in (0, 30)]
        for name in ("master", "hard")
    ]
    assert reasons[0] == ["hold_back", "hold_back"]
    assert reasons[1][0] == "hold_back"
    assert reasons[1][1] in {"lay_added", "lay_with_table"}


@pytest.mark.parametrize("seats", [2, 3])
def test_when_the_stock_is_gone_master_chooses_among_all_that_may_come(seats: int) -> None:
    view = rummikub("R6 R7 R8 Y10 Y11 Y12 K1", stock=0, seats=seats)
    choice = decided("master", view)
    assert rules_of("rummikub").own_refusal(view, choice.move) is None
    assert isinstance(choice.move, Rearrange | Pass)
    assert choice == decided("master", view)


@pytest.mark.parametrize(("name", "seats", "most"), [("master", 5, 700), ("master", 7, 500), ("deeper", 7, 700)])
def test_among_more_than_five_master_looks_less_far_into_the_end(name: str, seats: int, most: int) -> None:
    view = rummikub("R6 R7 R8 Y10 Y11 Y12 K1", stock=0, seats=seats, others=12)
    before = Nodes(700)
    for find in (candidate_moves, small_plays):
        find(view, before)
    nodes = Nodes(700)
    level_of("rummikub", name).decide(view, nodes, 1)
    assert most * 9 // 10 < nodes.count <= most + before.count


def test_a_waiter_passes_once_when_nothing_is_left_to_draw() -> None:
    first = league.decide_waiter(rummikub("R6 R7 K1", stock=0), Nodes(20_000), 1)
    again = league.decide_waiter(rummikub("R6 R7 K1", stock=0, story=(PublicMove(0, Pass()),)), Nodes(20_000), 1)
    assert (first.move, first.reason) == (Pass(), "hold_back")
    assert isinstance(again.move, Rearrange)
    out = league.decide_waiter(rummikub("R6 R7", stock=0), Nodes(20_000), 1)
    assert out.reason == "lay_all"


@pytest.mark.whole  # the levels: `tests/bots/test_levels_play.py`
def test_a_round_of_master_against_the_waiter_finds_no_refused_move() -> None:
    cell = parse_cell("rummy", 2, ("master", "waiter"), 5, {}, level_of)
    assert sum(effort.faults for effort in play_cell_deal(cell, 0, level_of).efforts.values()) == 0
