"""The burst of a canasta: how many pieces, that it ends, and that it is the same each time."""

from __future__ import annotations

import pygame

from game.client.draw.burst import IMPURE, LASTS, PURE, burst
from game.client.draw.sparks import Sparks
from game.client.scenes.page import look_for
from game.client.viewport import Viewport
from game.client.widgets.boxes import Box
from game.client.wishes import Settings, Wishes
from game.table.melds import Kind, Meld
from tests.client.table_kit import TableHand, crowded_view, sit_at

BOX = Box(100, 200, 300, 56)
LOOK = look_for(Viewport((1280, 720)), Wishes(Settings(), lambda _old, _new: None))


def test_a_pure_canasta_throws_more() -> None:
    assert len(burst(BOX, 0.0, 1, pure=True).sparks) == PURE
    assert len(burst(BOX, 0.0, 1, pure=False).sparks) == IMPURE


def test_it_starts_on_the_set_rises_and_is_over_in_time() -> None:
    made = burst(BOX, 5.0, 1, pure=True)
    pygame.display.init()
    sparks = Sparks(made, LOOK)
    middles = [(x + drawn.get_width() / 2, y + drawn.get_height() / 2) for drawn, (x, y) in sparks.blits(5.0)]
    assert len(middles) == PURE
    assert all(BOX.x <= x <= BOX.right and y == BOX.y for x, y in middles)
    high = [y + drawn.get_height() / 2 for drawn, (_, y) in sparks.blits(5.15)]
    assert sum(y < BOX.y for y in high) > PURE / 2
    full, small = (max(drawn.get_width() for drawn, _ in sparks.blits(5.0 + LASTS * part)) for part in (0.5, 0.9))
    assert 0 < small < full
    assert not made.over(5.0 + LASTS - 0.01)
    assert made.over(5.0 + LASTS)
    assert sparks.blits(5.0 + LASTS) == []


def test_the_same_seed_throws_the_same() -> None:
    assert burst(BOX, 0.0, 3, pure=True) == burst(BOX, 0.0, 3, pure=True)
    assert burst(BOX, 0.0, 3, pure=True) != burst(BOX, 0.0, 4, pure=True)


def test_a_set_that_becomes_a_canasta_bursts_unless_calm() -> None:
    for calm in (False, True):
        hand = TableHand(seats=2, seed=3, calm=calm)
        view = crowded_view(2, rack=14, sets=4)
        six = view.table.melds[0].tiles[:6]
        short = Meld(Kind.GROUP, six, (None,) * 6)
        before = type(view)(view.table.changed(melds=(short, *view.table.melds[1:])), 0, view.faces)
        sit_at(hand, before)
        assert hand.scene.hands.turn is not None
        hand.scene.hands.turn.on(view, dealt=False)
        hand.scene.shown.changed()
        assert bool(hand.scene.hands.board.bursts) is not calm
        for _ in range(30):
            hand.now += 0.05
            hand.scene.update(hand.now)
        assert hand.scene.hands.board.bursts == ()
