"""The geometry of a table: nothing overlaps, nothing leaves its place, whatever size, text or number of tiles."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.client.board.layout import Layout, Lies
from game.client.board.rack_layout import rack_shape, slot_boxes
from game.client.board.sets_layout import TILE, SetSize, arrange, flowed, height_at
from game.client.viewport import Viewport
from game.client.widgets.boxes import Box
from game.client.wishes import Settings
from tests.client.layout_check import SCALES, SIZES, problems
from tests.client.table_kit import TableHand, crowded_view, sit_at

SLACK = 0.51


def laid(hand: TableHand) -> Layout:
    layout = hand.scene.board.layout
    assert layout is not None
    return layout


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("scale", SCALES)
def test_a_crowded_table_is_well_laid_out_everywhere(seats: int, scale: float) -> None:
    hand = TableHand(seats=seats)
    sit_at(hand, crowded_view(seats))
    hand.doors.wishes.now = Settings(calm=True, text_size=round(scale * 100))
    for size in SIZES:
        assert problems(hand.scene, size, scale) == []


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("size", SIZES)
def test_no_two_seen_tiles_overlap_and_none_leaves_the_canvas(seats: int, size: tuple[int, int]) -> None:
    hand = TableHand(seats=seats)
    for rack, sets in ((1, 0), (14, 2), (16, 5), (30, 10), (38, 6)):
        sit_at(hand, crowded_view(seats, rack, sets))
        hand.director.resize(Viewport(size))
        layout = laid(hand)
        assert len(layout.spots) == 106
        seen = [spot for spot in layout.spots.values() if spot.seen]
        assert sum(spot.lies is Lies.RACK for spot in seen) == rack
        for one, other in combinations(seen, 2):
            assert not one.box.meets(other.box, SLACK), (one, other)
        canvas = hand.director.viewport.canvas
        assert all(spot.box.within(canvas, SLACK) for spot in seen)


@pytest.mark.parametrize("size", SIZES)
def test_tiles_to_be_read_are_never_smaller_than_asked(size: tuple[int, int]) -> None:
    hand = TableHand(seats=4)
    sit_at(hand, crowded_view(4))
    hand.director.resize(Viewport(size))
    u = hand.director.viewport.u
    assert all(spot.box.w * u >= 28 for spot in laid(hand).spots.values() if spot.seen)


@pytest.mark.parametrize("count", [1, 15, 16, 30, 31, 45, 60, 80, 100])
def test_a_rack_has_a_slot_for_every_tile(count: int) -> None:
    shape = rack_shape(count, 1004.0, 30.0, 1.34)
    rack = Box(16, 0, 1004.0, shape.height)
    slots = slot_boxes(rack, shape, 1.34)
    assert len(slots) == shape.room >= count
    assert all(slot.within(rack, SLACK) for slot in slots)
    assert not any(one.meets(other, SLACK) for one, other in combinations(slots, 2))


def test_one_row_of_fifteen_then_two_rows() -> None:
    assert rack_shape(15, 1000.0, 30.0, 1.34).rows == 1
    assert rack_shape(16, 1000.0, 30.0, 1.34).rows == 2
    assert rack_shape(30, 1000.0, 30.0, 1.34).width == 52.0


def test_sets_keep_their_order_and_take_the_largest_width_that_fits() -> None:
    sets = [SetSize(3), SetSize(7, sealed=True), SetSize(4), SetSize(5)]
    room = Box(0, 0, 752, 150)
    placed = arrange(sets, room, TILE, 42, 28)
    assert [len(one.tiles) for one in placed.sets] == [3, 7, 4, 5]
    starts = [(one.box.y, one.box.x) for one in placed.sets]
    assert starts == sorted(starts)
    assert placed.width == 42
    smaller = arrange(sets * 4, room, TILE, 42, 28)
    assert 28 <= smaller.width < 42


def test_a_width_is_kept_unless_it_could_grow_by_four() -> None:
    sets = [SetSize(5) for _ in range(7)]
    room = Box(0, 0, 752, 150)
    best = arrange(sets, room, TILE, 42, 28).width
    assert arrange(sets, room, TILE, 42, 28, keep=best - 3).width == best - 3
    assert arrange(sets, room, TILE, 42, 28, keep=best - 4).width == best
    assert arrange(sets, room, TILE, 42, 28, keep=best + 2).width == best


def test_the_room_for_a_new_set_covers_no_set() -> None:
    for count in range(1, 14):
        placed = arrange([SetSize(5)] * count, Box(0, 0, 752, 150), TILE, 42, 28)
        for one in placed.sets:
            assert not one.box.meets(placed.slot, SLACK)


@given(st.lists(st.tuples(st.integers(3, 14), st.booleans()), max_size=16), st.integers(28, 52), st.integers(60, 220))
def test_the_height_reckoned_is_the_height_laid_out(made: list[tuple[int, bool]], width: int, high: int) -> None:
    sets = [SetSize(count, sealed=sealed) for count, sealed in made]
    room = Box(10, 20, 752, high)
    assert height_at(sets, room, TILE, width) == pytest.approx(flowed(sets, room, TILE, width).height)
