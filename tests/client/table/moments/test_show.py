"""A moment at the table: bots wait for it, hands do not, and calm, mute and skip keep what it says."""

from __future__ import annotations

import pygame
import pytest

from game.client.draw.sound import Cue
from game.client.table.moments.kinds import Occasion
from game.client.table.moments.picture import MomentPicture
from game.table.melds import Kind, Meld
from tests.client.table_kit import TableHand, crowded_view, sit_at


def at_a_canasta(*, calm: bool = False) -> TableHand:
    """Return a table whose first set has just become a canasta by one's own hand."""
    hand = TableHand(seats=2, seed=3, calm=calm)
    view = crowded_view(2, rack=14, sets=4)
    six = view.table.melds[0].tiles[:6]
    short = Meld(Kind.GROUP, six, (None,) * 6)
    sit_at(hand, type(view)(view.table.changed(melds=(short, *view.table.melds[1:])), 0, view.faces))
    hand.pass_time(1.0)
    assert hand.scene.hands.turn is not None
    hand.scene.hands.turn.on(view, dealt=False)
    hand.scene.shown.changed()
    return hand


def test_a_set_that_becomes_a_canasta_has_the_stage_and_then_gives_way() -> None:
    hand = at_a_canasta()
    moments = hand.scene.shown.moments
    assert moments.queue.running is not None
    assert moments.queue.running.moment.kind is Occasion.PURE
    assert moments.holds
    assert hand.scene.restless
    for _ in range(45):
        hand.pass_time()
        hand.draw()
    assert not moments.busy


def test_any_key_ends_it_and_does_what_it_meant() -> None:
    hand = at_a_canasta()
    hand.pass_time(0.6)
    before = hand.scene.shown.turn
    assert before is not None
    order = before.bench.shown
    hand.call("sort_groups" if "sort_groups" in hand.scene.panel.actions else "groups")
    assert not hand.scene.shown.moments.holds
    assert before.bench.shown != order


def test_escape_takes_the_moment_back_and_no_more() -> None:
    hand = at_a_canasta()
    hand.pass_time(0.6)
    hand.press("Esc")
    assert not hand.scene.shown.moments.holds
    assert hand.director.top is hand.scene


def test_its_sound_is_heard_at_its_burst_and_once() -> None:
    hand = at_a_canasta()
    heard: list[Cue] = []
    hand.doors.house.sounds._on_cue = heard.append
    for _ in range(40):
        hand.pass_time()
    assert heard.count(Cue.PURE_CANASTA) == 1


def test_calm_shows_the_ribbon_still_and_nothing_else_moves() -> None:
    hand = at_a_canasta(calm=True)
    hand.pass_time(0.3)
    moments = hand.scene.shown.moments
    assert moments.queue.running is not None
    assert not moments.holds
    drawn = [hand.draw().get_buffer().raw for _ in range(2)]
    assert drawn[0] == drawn[1]
    hand.pass_time(0.3)
    assert hand.draw().get_buffer().raw == drawn[0]


@pytest.mark.parametrize("calm", [False, True])
def test_the_rack_is_never_covered(calm: bool) -> None:
    hand = at_a_canasta(calm=calm)
    rack = hand.scene.look.rect(hand.scene.board.laid().frame.rack) if hand.scene.look else None
    assert rack is not None
    for _ in range(20):
        hand.pass_time()
        with_moment = hand.draw().subsurface(rack.inflate(-80, -40)).copy()
        pictures, hand.scene.shown.moments._pictures = hand.scene.shown.moments._pictures, {}
        without = hand.draw().subsurface(rack.inflate(-80, -40)).copy()
        hand.scene.shown.moments._pictures = pictures
        assert all(isinstance(one, MomentPicture) for one in pictures.values())
        assert pygame.image.tobytes(with_moment, "RGB") == pygame.image.tobytes(without, "RGB")
