"""What a hand carries leans after its way, comes upright when it rests, and lies upright for who wants no motion."""

from __future__ import annotations

import pytest

from game.client.events import PointerDown, PointerMoved
from game.client.table.swing import MAX_LEAN_DEGREES, Swing
from tests.client.table_kit import TableHand, crowded_view, sit_at


def carried(*places: float | None, beat: float = 1 / 60) -> list[float]:
    swing, leans = Swing(), list[float]()
    for at, x in enumerate(places):
        swing.update_lean(x, at * beat)
        leans.append(swing.lean)
    return leans


def test_it_leans_against_its_way_and_never_too_far() -> None:
    assert carried(0.0, 0.0) == [0.0, 0.0]
    right = carried(*(20.0 * at for at in range(60)))
    assert right[1] < 0
    assert min(right) >= -MAX_LEAN_DEGREES
    assert right[-1] == pytest.approx(-MAX_LEAN_DEGREES, abs=0.1)
    assert carried(*(-20.0 * at for at in range(60))) == pytest.approx([-one for one in right])


def test_it_comes_upright_when_the_hand_rests_and_at_once_when_it_lets_go() -> None:
    swing = Swing()
    for at in range(20):
        swing.update_lean(20.0 * at, at / 60)
    seen = [swing.wants_frames]
    for at in range(20, 60):
        swing.update_lean(380.0, at / 60)
    seen.append(swing.wants_frames)
    swing.update_lean(500.0, 1.01)
    seen.append(swing.wants_frames)
    swing.update_lean(None, 1.02)
    assert seen == [True, False, True]
    assert swing.lean == 0.0


def test_time_that_stands_changes_nothing() -> None:
    swing = Swing()
    swing.update_lean(0.0, 1.0)
    swing.update_lean(50.0, 1.0)
    assert swing.lean == 0.0


@pytest.mark.parametrize("calm", [False, True])
def test_tiles_in_a_hand_swing_at_the_table_and_with_calm_none_does(calm: bool) -> None:
    hand = TableHand(seats=2, seed=3, calm=calm)
    sit_at(hand, crowded_view(2, rack=14, sets=4))
    hand.pass_time(1.0)
    assert hand.scene.shown.turn is not None
    spots = hand.scene.board.current_layout().spots
    x, y = spots[hand.scene.shown.turn.turn_state.visible_slots[3]].box.centre
    hand.director.on_plain_event(PointerMoved((x, y)))
    hand.director.on_plain_event(PointerDown((x, y)))
    for step in range(8):
        hand.director.on_plain_event(PointerMoved((x + 14 * step, y - 20 * step), dragging=True))
        hand.pass_time(1 / 60)
    assert hand.scene.board.is_moving is not calm
    for _ in range(40):
        hand.pass_time(1 / 60)
    assert not hand.scene.board.is_moving
