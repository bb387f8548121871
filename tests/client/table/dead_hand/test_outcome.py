"""What comes of picked tiles is said before it is done: going out, the dead hand, the end, or why they are no set."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from game.client.draw.theme import ButtonKind
from game.client.table.aims import Aim, Target
from game.client.table.buttons import ActionButton
from game.client.table.dead_hand.board import DeadHandBoard
from game.client.table.dead_hand.glow import DeadHandDropHighlights, highlight_costly_target, highlight_target
from game.client.table.dead_hand.outcome import MoveEnd, outcome_words
from game.client.table.dead_hand.pointer import DeadHandPointer
from game.client.table.dead_hand.words import zone_words
from game.client.words import say
from game.client.words.tell import face_in_words
from game.session.proposals import rack_points
from game.table.moves import Discard, Extend
from game.table.state import Phase
from tests.bots.positions import view_in
from tests.client.table_kit import TableHand, crowded_view, sit_at
from tools.posed import posed_header

if TYPE_CHECKING:
    from game.client.table.dead_hand.turn import DeadHandTurn
    from game.table.tiles import Tile
    from game.table.view import View


def seated(view: View) -> tuple[TableHand, DeadHandTurn]:
    """Return a table at this position, and the turn there."""
    hand = TableHand()
    sit_at(hand, view)
    assert hand.scene.hands.turn is not None
    return hand, hand.scene.hands.turn


def holding(*, canasta: bool = True, dead: bool = False, fits: bool = False, wild: bool = False, many: int = 1) -> View:
    """Return a position with few tiles left; the first fits a set of ours, is wild, or neither."""
    view = crowded_view(2, rack=20, sets=2)
    table, faces = view.table, view.faces
    own = next(number for number in table.melds_of(0) if (len(table.melds[number].tiles) >= 7) is canasta)
    number = faces[table.melds[own].tiles[0]].number
    every = (*view.rack, *table.pile, *table.stock)
    right = [
        tile for tile in every if (faces[tile].number <= 2) is wild and (wild or (faces[tile].number == number) is fits)
    ]
    rack = tuple(right[:many])
    rest = tuple(tile for tile in every if tile not in rack)
    hands = (rest[:11], ()) if dead else ((), ())
    others = rest[len(hands[0]) :]
    table = table.with_fields(
        melds=(table.melds[own],), owners=(0,), racks=(rack, *table.racks[1:]), dead=hands,
        pile=others[:5], stock=others[5:],
    )  # fmt: skip
    return replace(view, table=table)


def gold_of(hand: TableHand) -> ActionButton:
    """Return the button that goes on."""
    gold = hand.scene.panel.onward_button
    assert isinstance(gold, ActionButton)
    return gold


def words_of(turn: DeadHandTurn, tile: Tile) -> str:
    """Name a tile."""
    return face_in_words(turn.view.faces[tile], cards=False)


def test_the_last_discard_says_that_it_goes_out() -> None:
    hand, turn = seated(holding())
    (tile,) = turn.view.rack
    turn.pick_only((tile,))
    assert hand.scene.board.banner.line == say("banner.do.throw_out")
    assert gold_of(hand).label == say("table.do.out_short")
    assert gold_of(hand).accessible_text() == say("table.do.discard_out", tile=words_of(turn, tile))
    assert gold_of(hand).face is ButtonKind.PRIMARY
    assert turn.legal_moves.outcome(Discard(tile)) == say("outcome.out")


def test_the_last_discard_says_that_the_dead_hand_comes() -> None:
    hand, turn = seated(holding(dead=True))
    (tile,) = turn.view.rack
    turn.pick_only((tile,))
    assert hand.scene.board.banner.line == say("banner.do.throw_dead")
    assert gold_of(hand).accessible_text() == say("table.do.discard_dead", tile=words_of(turn, tile))
    assert turn.legal_moves.outcome(Discard(tile)) == say("outcome.dead")


def test_a_discard_that_ends_nothing_more_says_no_more_than_before() -> None:
    hand, turn = seated(holding(many=2))
    tile = turn.view.rack[0]
    turn.pick_only((tile,))
    assert hand.scene.board.banner.line == say("banner.do.picked_one")
    assert gold_of(hand).accessible_text() == say("table.do.discard", tile=words_of(turn, tile))
    assert turn.legal_moves.outcome(Discard(tile)) == say("outcome.ends")


@pytest.mark.parametrize(("dead", "end"), [(False, MoveEnd.OUT), (True, MoveEnd.DEAD)])
def test_a_tile_added_as_the_last_says_what_it_ends(dead: bool, end: MoveEnd) -> None:
    hand, turn = seated(holding(fits=True, dead=dead))
    turn.pick_only(turn.view.rack)
    assert hand.scene.board.banner.line == say(f"banner.do.add_{end.value}")
    (target,) = turn.legal_moves.sets_that_take(turn.view.rack)
    move = turn.legal_moves.drop_effect(turn.view.rack, target).move
    assert isinstance(move, Extend)
    assert turn.legal_moves.move_end(move) is end
    said = outcome_words(turn.turn_state.draft, move)
    assert said.startswith("+")
    assert said.endswith(say(f"outcome.{end.value}"))


def test_where_nobody_may_go_out_yet_the_banner_says_why_and_the_button_is_not_the_way_on() -> None:
    hand, turn = seated(holding(canasta=False))
    turn.pick_only(turn.view.rack)
    assert hand.scene.board.banner.line == say("banner.do.no_canasta")
    assert gold_of(hand).label == say("table.do.discard_short")
    assert gold_of(hand).face is ButtonKind.SECOND


def test_a_wild_tile_that_may_be_added_but_not_thrown_as_the_last_is_added_by_the_gold_button() -> None:
    view = holding(wild=True)
    options = posed_header("burako", 2, close_with_wild=False).options
    hand, turn = seated(replace(view, table=view.table.with_fields(options=options)))
    assert not turn.legal_moves.allows(Discard(turn.view.rack[0]))
    turn.pick_only(turn.view.rack)
    assert hand.scene.board.banner.line == say("banner.do.add_out")
    assert gold_of(hand).label == say("table.do.add", n=1)
    assert gold_of(hand).face is ButtonKind.PRIMARY


def test_a_tile_that_fits_is_added_by_the_gold_button_and_thrown_by_another_key() -> None:
    hand, turn = seated(crowded_view(2, rack=20, sets=2))
    fits = next(tile for tile in turn.view.rack if len(turn.legal_moves.sets_that_take((tile,))) == 1)
    panel = hand.scene.panel
    turn.pick_only(())
    usual = panel.primary.rect
    turn.pick_only((fits,))
    add, discard = panel.onward_button, panel.primary
    assert isinstance(add, ActionButton)
    assert (add.label, add.face, add.key_cap) == (say("table.do.add", n=1), ButtonKind.PRIMARY, "Enter")
    assert (discard.label, discard.face, discard.key_cap) == (say("table.do.discard_short"), ButtonKind.SECOND, "X")
    assert add.rect == usual, "a hand that presses where gold always lies throws nothing"
    assert discard.rect.bottom <= add.rect.y
    assert not turn.drop_tiles((fits,), Target(Aim.NEW_SET))
    assert add.rect == usual, "nor while a refusal lies over the table"
    hand.scene.shown.close_message()
    hand.press("Enter")
    assert fits not in turn.view.rack


def test_a_pile_that_may_not_be_taken_is_not_offered() -> None:
    view = crowded_view(2, rack=20, sets=2)
    table = view.table
    few = table.with_fields(phase=Phase.DRAW, pile=table.pile[:1], racks=(view.rack[:2], *table.racks[1:]))
    lines = {}
    for least in (0, 5):
        options = posed_header("burako", 2, take_min_sum=least).options
        hand, _turn = seated(replace(view, table=few.with_fields(options=options)))
        lines[least] = hand.scene.board.banner.line
    assert lines == {0: say("banner.do.draw"), 5: say("banner.do.draw_only")}


def test_tiles_with_too_many_wild_ones_are_said_to_be_no_set_for_that() -> None:
    hand, turn = seated(crowded_view(2, rack=14))
    faces, rack = turn.view.faces, turn.view.rack
    wild = [tile for tile in rack if faces[tile].number == 0]
    plain = [tile for tile in rack if faces[tile].number == 8]
    turn.pick_only((*plain[:2], *wild[:2]))
    assert hand.scene.board.banner.line == say("refusal.too_many_wilds.what")
    assert gold_of(hand).face is ButtonKind.SECOND
    six, three = (next(tile for tile in rack if faces[tile].number == number) for number in (6, 3))
    turn.pick_only((six, three, plain[0]))
    assert hand.scene.board.banner.line == say("banner.do.picked_many")


@pytest.mark.parametrize(
    ("canasta", "dead", "told"), [(False, True, ""), (True, True, "waiting"), (False, False, "taken")]
)
def test_a_side_hears_of_its_dead_hand_once_it_is_what_it_lacks_or_has(canasta: bool, dead: bool, told: str) -> None:
    view = holding(canasta=canasta, dead=dead)
    seats = TableHand().session.seats
    words = zone_words(view, seats, ours=True)
    assert [code for code in ("waiting", "taken") if say(f"table.dead.{code}") in words] == [told] * bool(told)
    assert words.endswith(say("table.canastas.minus")) is not bool(told)


@pytest.mark.parametrize(
    ("laid", "counted", "told"),
    [("[B5 B6 B7 B8]", "subtract", True), ("", "subtract", False), ("[B5 B6 B7 B8]", "count", False)],
)
def test_a_side_with_sets_hears_what_it_loses_without_a_canasta(laid: str, counted: str, told: bool) -> None:
    table = [laid] if laid else []
    view = view_in("burako", seats=2, hand="B9 B10 B11 K13", table=table, options={"no_canasta_table": counted})
    words = zone_words(view, TableHand().session.seats, ours=True)
    assert words.endswith(say("table.canastas.minus" if told else "table.canastas.none"))


def test_tiles_that_make_a_set_and_complete_a_canasta_are_added_by_the_gold_button() -> None:
    view = view_in("burako", seats=2, hand="B9 B10 B11 K13", table=["[B5 B6 B7 B8]"])
    hand, turn = seated(view)
    turn.pick_only(turn.view.rack[:3])
    assert turn.legal_moves.makes_a_set(turn.turn_state.picked_in_order)
    assert turn.legal_moves.completes_canasta(turn.turn_state.picked_in_order)
    assert hand.scene.board.banner.line == say("banner.do.may_add", n=1)
    assert (gold_of(hand).label, gold_of(hand).face) == (say("table.do.add", n=3), ButtonKind.PRIMARY)
    assert (hand.scene.panel.primary.label, hand.scene.panel.primary.key_cap) == (say("table.do.lay", n=3), "L")
    turn.pick_only(turn.view.rack[1:3])
    assert not turn.legal_moves.completes_canasta(turn.turn_state.picked_in_order)


def test_of_several_sets_the_gold_button_adds_where_it_brings_most_and_says_what_a_pure_canasta_would_lose() -> None:
    """A wild tile that fits a pure canasta, and completes another set."""
    view = view_in("burako", seats=2, hand="K2 K13", table=["[R3 R4 R5 R6 R7 R8 R9]", "[B5 B6 B7 B8 B9 B10]"])
    hand, turn = seated(view)
    wild, red, blue = turn.view.rack[0], *(Target(Aim.SET, number) for number in range(2))
    turn.pick_only((wild,))
    assert turn.legal_moves.sets_that_take((wild,)) == (blue, red)
    assert hand.scene.board.banner.line == say("banner.do.may_add", n=2)
    costs = {}
    for target in (red, blue):
        move = turn.legal_moves.drop_effect((wild,), target).move
        assert move is not None
        costs[target] = turn.legal_moves.costs_points(move)
    assert costs == {red: True, blue: False}
    board, pointer, look = hand.scene.board, hand.scene.hands.pointer, hand.scene.look
    assert isinstance(board, DeadHandBoard)
    assert isinstance(pointer, DeadHandPointer)
    assert look is not None
    lit = {part.name for part in DeadHandDropHighlights().parts(look, board, turn, pointer, None)}
    assert {(highlight_costly_target, red), (highlight_target, blue)} <= lit
    assert gold_of(hand).label == say("table.do.add_which")
    hand.click("table.second")
    assert wild in turn.view.rack, "there are two to choose from"
    assert hand.scene.hands.focused_target() == blue
    assert gold_of(hand).label == say("table.do.add_here")
    hand.click("table.second")
    assert wild in turn.view.table.melds[1].tiles


@pytest.mark.parametrize(
    ("canasta", "dead", "code"),
    [(True, False, "rack_last"), (False, False, "rack_keep"), (False, True, "rack_then_dead")],
)
def test_the_rack_says_of_the_last_tiles_what_may_become_of_them(*, canasta: bool, dead: bool, code: str) -> None:
    hand, turn = seated(holding(canasta=canasta, dead=dead, many=2))
    parts = hand.scene.board.parts
    assert parts is not None
    assert isinstance(parts.lip.key, tuple)
    count = say("table.rack_count", n=2, points=rack_points(turn.view))
    assert parts.lip.key[1] == say(f"table.{code}", n=2, count=count)


def test_a_throw_that_is_refused_leaves_nothing_picked() -> None:
    hand, turn = seated(holding(canasta=False))
    turn.pick_only(turn.view.rack)
    turn.discard()
    assert hand.scene.shown.toast is not None
    assert turn.turn_state.picked == ()


def test_a_wild_tile_that_may_not_be_added_is_not_the_next_to_be_thrown() -> None:
    hand, turn = seated(holding(canasta=False, wild=True, many=2))
    wild = turn.view.rack[0]
    turn.pick_only((wild,))
    turn.drop_tiles((wild,), Target(Aim.SET, turn.view.table.melds_of(0)[0]))
    assert hand.scene.shown.toast is not None
    hand.scene.shown.close_message()
    assert turn.turn_state.picked == ()
    assert hand.scene.panel.onward_button is None
