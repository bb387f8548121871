"""What the paper says when a turn's time has run out: what came back, and whether a tile was drawn."""

from __future__ import annotations

import pytest

from game.client.table.aims import Aim, Target
from game.client.words import say
from game.table.refusals import Code, Refusal
from tests.client.open_table_kit import OpenHand, placed
from tests.client.table_kit import TableHand, crowded_view, sit_at

SECONDS = 15


def run_out(hand: TableHand) -> None:
    for _ in range(2 * SECONDS):
        if hand.scene.shown.toast is not None:
            return
        hand.pass_time(1.0)
    raise AssertionError("the time never ran out")


def paper(hand: TableHand) -> list[str]:
    toast = hand.scene.shown.toast
    assert toast is not None
    return [written.text for written in toast.texts()]


@pytest.mark.parametrize("laid", [False, True])
def test_an_open_table_tells_of_the_tile_drawn_and_of_those_that_came_back(laid: bool) -> None:
    hand = OpenHand(seats=2, chosen={"turn_seconds": SECONDS, "first_starter": "seat0"})
    hand.until_mine()
    view = hand.session.view
    assert view is not None
    if laid:
        hand.drag(view.rack[0], "new_set")
        assert hand.turn.arrangement.played == (view.rack[0],)
    run_out(hand)
    said = paper(hand)
    assert say("toast.timed_out.what") in said
    assert say("open.timed_out.back_drew" if laid else "open.timed_out.none_drew") in said
    assert say("refusal.nothing_moved") not in said
    assert hand.session.view is not None
    assert set(hand.session.view.rack) > set(view.rack)


def test_who_has_drawn_already_is_told_that_the_turn_was_passed() -> None:
    hand = OpenHand(game="rummy", seats=2, chosen={"turn_seconds": SECONDS, "first_starter": "seat0"})
    hand.until_mine()
    hand.call("draw")
    hand.pass_time()
    run_out(hand)
    assert say("open.timed_out.none_passed") in paper(hand)


def test_a_table_with_a_pile_tells_of_the_discard() -> None:
    hand = TableHand(seats=2, chosen={"turn_seconds": SECONDS})
    hand.until_mine()
    run_out(hand)
    said = paper(hand)
    assert say("toast.timed_out.why") in said
    assert say("refusal.nothing_moved") not in said


def test_a_refusal_hides_none_of_the_sets_it_speaks_of() -> None:
    rows = [f"[{' '.join(f'{colour}{at}' for at in range(first, first + 5))}]" for colour in "RBKY" for first in (1, 6)]
    for table in (rows, [*rows, "[R9 B9 K9]", "[R10 B10 K10]", "[R11 B11 K11]"]):
        hand = placed(table=table, hand=["R12", "K4", "Y1"], stock=20, opened=True)
        boxes = [heap.box for heap in hand.scene.board.current_layout().heaps.heaps]
        for number, box in enumerate(boxes):
            tiles = hand.turn.view.table.melds[number].tiles
            hand.scene.shown.on_refused(Refusal(Code.NOT_ONE_COLOUR, tiles[:1]), hand.turn.view.rack[:1])
            toast = hand.scene.shown.toast
            assert toast is not None
            assert not toast.rect.overlaps(box), number
            assert not toast.rect.overlaps(hand.scene.board.current_layout().frame.rack)


def test_a_refusal_hides_no_set_that_the_tiles_were_to_go_to() -> None:
    hand = TableHand()
    sit_at(hand, crowded_view(2, rack=14))
    turn, table = hand.scene.hands.turn, hand.scene.board.current_layout()
    assert turn is not None
    own = turn.view.table.melds_of(0)
    wrong = next(
        tile
        for tile in turn.view.rack
        if not any(turn.legal_moves.drop_effect((tile,), Target(Aim.SET, number)).allowed for number in own)
    )
    for number in own:
        assert not turn.drop_tiles((wrong,), Target(Aim.SET, number))
        toast = hand.scene.shown.toast
        assert toast is not None
        hidden = [spot for tile, spot in table.spots.items() if tile in turn.view.table.melds[number].tiles]
        assert not any(spot.seen and toast.rect.overlaps(spot.box) for spot in hidden), number
