"""What the beginner of the league sees and what not."""

from __future__ import annotations

from typing import Any

import pytest

from game.bots.bot import level_of
from game.bots.league import beginner
from game.bots.nodes import Nodes
from game.commands.arena import parse_cell
from game.commands.arena_jobs import play_cell_deal
from game.table.moves import Discard, Draw, Extend, LayMeld, Move, Rearrange, TakePile
from game.table.view import View
from tests.bots.positions import view_in


def burako(**said: Any) -> Move:
    view = view_in("burako", seats=2, hands={"1": 11}, **said)
    return beginner.decide_dead_hand(view, Nodes(1_000), 1).move


@pytest.mark.parametrize(("pile", "kind"), [("R9", Draw), ("R7", TakePile), ("K1 R7", TakePile), ("K1 Y12 R7", Draw)])
def test_it_takes_a_small_pile_that_makes_three(pile: str, kind: type[Move]) -> None:
    assert isinstance(burako(phase="DRAW", hand="R5 R6 B1 Y4", pile=pile), kind)


def test_it_lays_three_then_adds_and_spends_a_wild_tile_on_a_canasta_alone() -> None:
    five, six = "[R5 R6 R7 R8 R9]", "[R5 R6 R7 R8 R9 R10]"
    moves = [
        burako(hand="B5 B6 B7 * Y1"),
        burako(hand="R10 * Y1 K8", table=[["m1", 0, five]]),
        burako(hand="* Y1 K8", table=[["m1", 0, six]]),
        burako(hand="* Y1 K8", table=[["m1", 0, five]]),
    ]
    assert [type(move) for move in moves] == [LayMeld, Extend, Extend, Discard]


def test_it_throws_the_highest_tile_that_is_alone() -> None:
    view = view_in("burako", seats=2, hand="R12 R13 K9 Y4 *", hands={"1": 11})
    move = beginner.decide_dead_hand(view, Nodes(1_000), 1).move
    assert isinstance(move, Discard)
    assert str(view.faces[move.tile]) == "K9"


def rummikub(**said: Any) -> tuple[View, list[Move]]:
    view = view_in("rummikub", seats=2, hands={"1": 14}, **said)
    return view, [beginner.decide_open_table(view, Nodes(1_000), seed).move for seed in range(12)]


def test_at_an_open_table_it_lays_its_sets_of_three_and_overlooks_half_of_what_fits() -> None:
    view, moves = rummikub(hand="K10 K11 K12 K13 R1 R2 R3 Y9")
    laid = {
        tuple(sorted(str(view.faces[tile]) for tile in move.played)) for move in moves if isinstance(move, Rearrange)
    }
    assert laid == {("K11", "K12", "K13", "R1", "R2", "R3")}
    _view, moves = rummikub(hand="R6 Y9", table=["[R3 R4 R5]"], opened=True)
    assert {type(move) for move in moves} == {Rearrange, Draw}


@pytest.mark.parametrize("game", ["burraco", "rummikub"])
def test_it_is_refused_nothing(game: str) -> None:
    cell = parse_cell(game, 2, ("beginner", "easy"), 5, {}, level_of)
    assert sum(effort.faults for effort in play_cell_deal(cell, 0, level_of).efforts.values()) == 0
