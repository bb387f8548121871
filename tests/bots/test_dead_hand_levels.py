"""What a hard bot knows that a medium one does not, and what an easy one does that people do."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from game.bots.bot import choose_move
from game.bots.choice import is_allowed
from game.bots.dead_hand_discard import Dangers
from game.bots.dead_hand_odds import odds_of
from game.bots.dead_hand_sight import evaluate
from game.bots.dead_hand_skill import EASY_SKILL, FIRST_SKILL, SHARP_SKILL
from game.bots.nodes import DEFAULT_BUDGET, Budget
from game.rules.registry import rules_of
from game.table.faces import Face, parse_face
from game.table.moves import Discard, Draw, TakePile
from game.table.view import PublicMove, View
from tests.bots.positions import view_in

HEARTS = ["m1", 0, "[R4 R5 R6 R7 R8]"]


def sharp(view: View) -> Dangers:
    return Dangers(evaluate(view, view.rack, SHARP_SKILL))


def face(text: str) -> Face:
    return parse_face(text)


def chance(view: View, text: str, *, ours: bool = True) -> int:
    """Return the percentage that counting gives a side for a face."""
    side = view.table.side_of(view.seat)
    place = odds_of(view, view.rack, side if ours else 1 - side, 0, SHARP_SKILL).place
    wanted = face(text)
    return place[wanted.code >> 4][wanted.number]


# Counting


def test_a_tile_is_hoped_for_by_the_copies_that_nobody_has_shown() -> None:
    said: dict[str, Any] = {"seats": 2, "hand": "K5 B12 Y1", "table": [HEARTS]}
    both = chance(view_in("burako", **said), "R9")
    one = chance(view_in("burako", **{**said, "table": [HEARTS, ["m2", 1, "[R9 K9 B9]"]]}), "R9")
    none = chance(view_in("burako", **{**said, "table": [HEARTS, ["m2", 1, "[R9 R9b B9]"]]}), "R9")
    assert both > one > none == 0


def test_hopes_shrink_with_the_stock() -> None:
    said: dict[str, Any] = {"seats": 2, "hand": "K5 B12 Y1", "table": [HEARTS], "dead": [True, True]}
    many, few = (chance(view_in("burako", **said, stock=stock), "R9") for stock in (40, 4))
    assert many > few > 0


def test_a_tile_of_the_rack_is_surer_than_one_of_the_pile_and_that_surer_than_one_unseen() -> None:
    view = view_in("burako", seats=2, phase="DRAW", hand="R9 B12 Y1", pile="B9 K9", table=[HEARTS])
    assert chance(view, "R9") > chance(view, "B9") > chance(view, "Y9")


def test_a_tile_the_partner_took_is_as_good_as_coming() -> None:
    view = view_in("burako", seats=4, hand="K5 B12 Y1", pile="Y2", hands={"2": "R9 B4"}, table=[HEARTS])
    unseen = chance(view, "R9")
    taken = view.table.racks[2][0]
    faces = tuple(face("R9") if at == taken else one for at, one in enumerate(view.faces))
    known = View(view.table.with_fields(faces=tuple(faces)), view.seat, faces)
    assert chance(known, "R9") >= SHARP_SKILL.known > unseen


# What is safe to throw


def test_a_tile_the_next_player_let_go_is_less_feared() -> None:
    said: dict[str, Any] = {"seats": 2, "hand": "R6 K6b Y11 B2", "pile": "K6", "table": []}
    view = view_in("burako", **said)
    passed = PublicMove(1 - view.seat, Discard(view.table.pile[-1]))
    remembered = replace(view, story=(passed,))
    assert sharp(remembered).gain_from(face("K6")) < sharp(view).gain_from(face("K6"))
    assert sharp(remembered).gain_from(face("R6")) == sharp(view).gain_from(face("R6"))


def test_a_pile_left_lying_tells_what_the_next_player_does_not_want() -> None:
    view = view_in("burako", seats=4, hand="R6 K6b Y11 B2", pile="K6", table=[])
    after = (view.seat - 1) % 4
    thrown = PublicMove(view.seat, Discard(view.table.pile[-1]))
    passed = replace(view, story=(thrown, PublicMove(after, Draw())))
    taken = replace(view, story=(thrown, PublicMove(after, TakePile(view.table.pile))))
    assert sharp(passed).gain_from(face("K6")) < sharp(taken).gain_from(face("K6"))


# Waiting


@pytest.mark.parametrize("hand", ["R2 *", "K2 B2"])
def test_a_hard_bot_draws_where_the_one_before_took_a_lone_tile_to_throw_it_again(hand: str) -> None:
    said: dict[str, Any] = {"seats": 2, "phase": "DRAW", "hand": hand, "hands": {"1": 3}, "dead": [False, False]}
    view = view_in("burako", pile="R11", table=[["m1", 0, "[B5 B5b K5 Y5 R5]"]], **said)
    took = choose_move(view, "elder", DEFAULT_BUDGET, 1).move
    assert isinstance(took, TakePile)
    after = replace(view, table=rules_of("burako").apply(view.table, took))
    assert choose_move(after, "elder", DEFAULT_BUDGET, 1).move == Discard(view.table.pile[0])
    assert choose_move(view, "hard", DEFAULT_BUDGET, 1).reason == "draw_pile_poor"


# Slips


def test_an_easy_bot_overlooks_what_a_medium_one_sees_but_not_always() -> None:
    six = ["m1", 0, "[R3 R4 R5 R6 R7 R8]"]
    view = view_in("burako", seats=2, phase="DRAW", hand="K5 B12 Y1 Y7", pile="R9", table=[six])
    easy = {choose_move(view, "easy", DEFAULT_BUDGET, seed).reason for seed in range(40)}
    assert easy == {"draw_habit", "take_to_lay"}
    assert {choose_move(view, "medium", DEFAULT_BUDGET, seed).reason for seed in range(10)} == {"take_to_lay"}


def test_an_easy_bot_now_and_then_throws_in_haste() -> None:
    view = view_in("burako", seats=2, hand="R6 K4 Y11 B13 K9", stock=60)
    thrown = [choose_move(view, "easy", DEFAULT_BUDGET, seed) for seed in range(60)]
    hasty = [one for one in thrown if one.reason == "discard_hasty"]
    assert 5 <= len(hasty) <= 35
    assert all(isinstance(one.move, Discard) for one in thrown)


def test_an_easy_bot_lays_one_set_a_turn_until_the_round_is_nearly_over() -> None:
    said: dict[str, Any] = {"seats": 2, "hand": "R9 R10 R11 B3 B4 B5 K9 Y1"}
    early, late = view_in("burako", **said, stock=60), view_in("burako", **said, stock=4)
    for view, hurried in ((early, False), (late, True)):
        again = replace(view, story=(PublicMove(view.seat, choose_move(view, "medium", DEFAULT_BUDGET, 1).move),))
        reasons = {choose_move(again, "easy", DEFAULT_BUDGET, seed).reason for seed in range(20)}
        assert ("lay_run" in reasons) is hurried
        assert choose_move(again, "medium", DEFAULT_BUDGET, 1).reason == "lay_run"


def test_an_easy_bot_leaves_a_large_pile() -> None:
    said: dict[str, Any] = {"seats": 2, "phase": "DRAW", "hand": "K5 B12 Y1 Y7"}
    view = view_in("burako", pile="B3 B5 K8 Y3 K13 B1 Y11 K3 R9", table=[["m1", 0, "[R3 R4 R5 R6 R7 R8]"]], **said)
    assert {choose_move(view, "easy", DEFAULT_BUDGET, seed).reason for seed in range(20)} == {"draw_habit"}
    assert choose_move(view, "medium", DEFAULT_BUDGET, 1).reason == "take_to_lay"


@pytest.mark.parametrize("stock", [60, 2])
def test_an_easy_bot_throws_no_wild_tile_while_it_has_another(stock: int) -> None:
    view = view_in("burako", seats=2, hand="* R2 B2 Y2 K13", hands={"1": 2}, stock=stock, dead=[False, False])
    thrown = [choose_move(view, "easy", DEFAULT_BUDGET, seed).move for seed in range(40)]
    assert {move.tile for move in thrown if isinstance(move, Discard)} <= {view.rack[-1]}


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
@pytest.mark.parametrize("nodes", [0, 1, 50])
def test_little_thought_still_gives_a_legal_move(level: str, nodes: int) -> None:
    view = view_in("burako", seats=2, hand="R9 R10 B3 B4 B5 K9 Y9 * R2", table=[["m1", 0, "[R3 R4 R5 R6 R7 R8]"]])
    assert is_allowed(view, choose_move(view, level, Budget(nodes), 1).move)


def test_the_first_bot_neither_counts_nor_slips() -> None:
    assert not FIRST_SKILL.counting
    assert FIRST_SKILL.slips == 0
    assert EASY_SKILL.slips > 0
    assert SHARP_SKILL.counting
