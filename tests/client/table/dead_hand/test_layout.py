"""The geometry of a table: nothing overlaps, nothing leaves its place, whatever size, text or number of tiles."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.client.preferences import Settings
from game.client.table.dead_hand.layout import SET_TILE_WIDTH, DeadHandLayout
from game.client.table.dead_hand.middle import dead_hand_text_width
from game.client.table.geometry.laid import Spot, TileZone
from game.client.table.geometry.rack import lowered_rack, rack_shape, slot_boxes
from game.client.table.geometry.sets import (
    CARD_PROPORTIONS,
    CLOSE_CARD_PROPORTIONS,
    TILE_PROPORTIONS,
    Proportions,
    SetSize,
    SetStyle,
    arrange_sets,
    flow_sets,
    flowed_height,
)
from game.client.table.open.frame import divided_widths
from game.client.viewport import Viewport
from game.client.widgets.boxes import Box
from game.client.words import set_language
from game.match.match import Match
from tests.client.layout_check import SCALES, SIZES, problems
from tests.client.table_kit import TableHand, crowded_view, header, sit_at
from tests.slices import crossed
from tools.posed import crowded_couples

SLACK = 0.51


def laid(hand: TableHand) -> DeadHandLayout:
    layout = hand.scene.hands.board.layout
    assert layout is not None
    return layout


def in_one_block(layout: DeadHandLayout, one: Spot, other: Spot) -> bool:
    """Tell whether both lie in a canasta that is squared up, its first tile apart: that one is seen whole."""
    placed = layout.placed_set(one.index)
    if one.lies is not TileZone.SET or other.lies is not TileZone.SET or one.index != other.index or placed is None:
        return False
    return placed.squared and placed.tiles[0] not in (one.box, other.box)


@pytest.mark.parametrize(("seats", "scale"), crossed([2, 4], SCALES))
def test_a_crowded_table_is_well_laid_out_everywhere(seats: int, scale: float) -> None:
    hand = TableHand(seats=seats)
    sit_at(hand, crowded_view(seats))
    hand.doors.preferences.now = Settings(calm=True, text_size=round(scale * 100))
    for size in SIZES:
        assert problems(hand.scene, size, scale) == []


@pytest.mark.parametrize(("seats", "size"), crossed([2, 4], SIZES))
def test_no_two_seen_tiles_overlap_and_none_leaves_the_canvas(seats: int, size: tuple[int, int]) -> None:
    hand = TableHand(seats=seats)
    for rack, sets in ((1, 0), (14, 2), (16, 5), (30, 10), (38, 6)):
        sit_at(hand, crowded_view(seats, rack, sets))
        hand.director.resize(Viewport(size))
        layout = laid(hand)
        assert len(layout.spots) == 106
        seen = [spot for spot in layout.spots.values() if spot.seen]
        assert sum(spot.lies is TileZone.RACK for spot in seen) == rack
        for one, other in combinations(seen, 2):
            assert not one.box.overlaps(other.box, SLACK) or in_one_block(layout, one, other), (one, other)
        canvas = hand.director.viewport.canvas
        assert all(spot.box.is_inside(canvas, SLACK) for spot in seen)


@pytest.mark.parametrize("size", SIZES)
def test_tiles_to_be_read_are_never_smaller_than_asked(size: tuple[int, int]) -> None:
    hand = TableHand(seats=4)
    sit_at(hand, crowded_view(4))
    hand.director.resize(Viewport(size))
    u = hand.director.viewport.u
    assert all(spot.box.w * u >= 28 for spot in laid(hand).spots.values() if spot.seen)


def test_few_sets_use_the_room_of_their_zone() -> None:
    hand = TableHand(seats=4)
    sit_at(hand, crowded_view(4, 14, 2))
    few = laid(hand)
    assert all(zone.placed.width == SET_TILE_WIDTH for zone in few.zones)
    assert few.rack.width >= SET_TILE_WIDTH


@pytest.mark.parametrize("count", [1, 15, 16, 30, 31, 45, 60, 80, 100])
def test_a_rack_has_a_slot_for_every_tile(count: int) -> None:
    shape = rack_shape(count, 1004.0, 30.0, 1.34)
    rack = Box(16, 0, 1004.0, shape.height)
    slots = slot_boxes(rack, shape, 1.34)
    assert len(slots) == shape.slot_count >= count
    assert all(slot.is_inside(rack, SLACK) for slot in slots)
    assert not any(one.overlaps(other, SLACK) for one, other in combinations(slots, 2))


def test_one_row_of_fifteen_then_a_narrower_one_of_seventeen_then_two_rows() -> None:
    assert rack_shape(15, 1000.0, 30.0, 1.34).rows == 1
    seventeen = rack_shape(17, 1000.0, 30.0, 1.34)
    assert (seventeen.rows, seventeen.width) == (1, 52.0)
    assert rack_shape(18, 1000.0, 30.0, 1.34).rows == 2
    assert rack_shape(30, 1000.0, 30.0, 1.34).width == 52.0


def test_sets_keep_their_order_and_take_the_largest_width_that_fits() -> None:
    sets = [SetSize(3), SetSize(7, sealed=True), SetSize(4), SetSize(5)]
    room = Box(0, 0, 752, 150)
    placed = arrange_sets(sets, room, TILE_PROPORTIONS, 42, 28)
    assert [len(one.tiles) for one in placed.sets] == [3, 7, 4, 5]
    starts = [(one.box.y, one.box.x) for one in placed.sets]
    assert starts == sorted(starts)
    assert placed.width == 42
    smaller = arrange_sets(sets * 4, room, TILE_PROPORTIONS, 42, 28)
    assert 28 <= smaller.width < 42


def test_a_width_is_kept_unless_it_could_grow_by_four() -> None:
    sets = [SetSize(5) for _ in range(7)]
    room = Box(0, 0, 752, 150)
    best = arrange_sets(sets, room, TILE_PROPORTIONS, 42, 28).width
    assert arrange_sets(sets, room, TILE_PROPORTIONS, 42, 28, keep=SetStyle(best - 3)).width == best - 3
    assert arrange_sets(sets, room, TILE_PROPORTIONS, 42, 28, keep=SetStyle(best - 4)).width == best
    assert arrange_sets(sets, room, TILE_PROPORTIONS, 42, 28, keep=SetStyle(best + 2)).width == best


def test_the_room_for_a_new_set_covers_no_set() -> None:
    for count in range(1, 14):
        placed = arrange_sets([SetSize(5)] * count, Box(0, 0, 752, 150), TILE_PROPORTIONS, 42, 28)
        for one in placed.sets:
            assert not one.box.overlaps(placed.slot, SLACK)


def test_the_place_of_one_more_tile_is_clear_of_all_sets_and_of_the_next_one() -> None:
    for at in range(6):
        placed = arrange_sets(
            [SetSize(6, open=one == at) for one in range(6)], Box(0, 0, 752, 190), TILE_PROPORTIONS, 42, 28
        )
        free = placed.sets[at].free
        assert free is not None
        assert free.w == placed.width
        assert not any(free.overlaps(one.box) for one in placed.sets)
        assert not free.overlaps(placed.slot)
        assert all(one.free is None for one in placed.sets if one is not placed.sets[at])


@pytest.mark.parametrize("squared", [False, True])
@given(
    st.lists(st.tuples(st.integers(3, 14), st.sampled_from(["", "sealed", "open"])), max_size=16),
    st.integers(28, 52),
    st.integers(60, 220),
)
def test_the_height_reckoned_is_the_height_laid_out(
    squared: bool, made: list[tuple[int, str]], width: int, high: int
) -> None:
    sets = [SetSize(count, sealed=end == "sealed", open=end == "open") for count, end in made]
    room = Box(10, 20, 752, high)
    placed = flow_sets(sets, room, TILE_PROPORTIONS, width, squared=squared)
    assert flowed_height(sets, room, TILE_PROPORTIONS, width, squared=squared) == pytest.approx(placed.height)


CROWD = [SetSize(7, sealed=True), SetSize(9, sealed=True), *[SetSize(4)] * 8]
ROOM = Box(0, 0, 752, 150)


@pytest.mark.parametrize("cut", [TILE_PROPORTIONS, CARD_PROPORTIONS])
def test_canastas_square_up_before_tiles_become_too_small_or_sets_are_hidden(cut: Proportions) -> None:
    roomy = arrange_sets(CROWD, Box(0, 0, 1600, 300), cut, 42, 38)
    assert not roomy.squared
    crowded = (
        arrange_sets(CROWD, Box(0, 0, 752, 190), cut, 42, 38)
        if cut is TILE_PROPORTIONS
        else arrange_sets(CROWD, ROOM, cut, 42, 38)
    )
    assert crowded.squared
    for placed, size in zip(crowded.sets, CROWD, strict=True):
        assert placed.squared is size.sealed
        assert len(placed.tiles) == size.count
    first = crowded.sets[0]
    assert first.tiles[1].x - first.tiles[0].x >= crowded.cut.step * crowded.width
    assert first.covered_box.w >= 0.5 * crowded.width
    assert first.seal is not None
    assert first.seal.x >= first.tiles[-1].right


def test_canastas_open_again_only_where_tiles_stay_well_above_the_least() -> None:
    sets = [SetSize(7, sealed=True), *[SetSize(3)] * 4]
    squared = SetStyle(40, squared=True)
    high = next(
        high
        for high in range(60, 300)
        if not arrange_sets(sets, Box(0, 0, 752, high), TILE_PROPORTIONS, 42, 30).squared
    )
    assert arrange_sets(sets, Box(0, 0, 752, high), TILE_PROPORTIONS, 42, 30, squared).squared
    assert not arrange_sets(sets, Box(0, 0, 752, 300), TILE_PROPORTIONS, 42, 30, squared).squared


def test_canastas_lie_as_the_player_asks_whatever_room_there_is() -> None:
    assert arrange_sets(CROWD, Box(0, 0, 1600, 300), TILE_PROPORTIONS, 42, 38, asked=True).squared
    assert not arrange_sets(CROWD, Box(0, 0, 752, 60), TILE_PROPORTIONS, 42, 38, asked=False).squared


@pytest.mark.parametrize(("game", "seats", "size"), crossed(["burako", "burraco"], [4, 2], SIZES))
def test_ten_sets_a_side_are_all_seen_in_every_window(game: str, seats: int, size: tuple[int, int]) -> None:
    hand = TableHand(seats=seats)
    sit_at(hand, crowded_couples(game, seats, 30, 10).view)
    hand.director.resize(Viewport(size))
    for zone in laid(hand).zones:
        assert len(zone.numbers) >= 9
        assert not [placed for placed in zone.placed.sets if zone.hides(placed.box)]


def test_a_rack_made_lower_keeps_its_slots_where_they_stand() -> None:
    shape = rack_shape(30, 1004.0, 30.0, 1.34)
    low = lowered_rack(shape, 0.77, 28.0, 1.34)
    assert (low.across, low.rows, low.step) == (shape.across, shape.rows, shape.step)
    assert low.width < shape.width
    assert low.height < shape.height
    rack = Box(16, 0, 1004.0, low.height)
    assert all(slot.is_inside(rack, SLACK) for slot in slot_boxes(rack, low, 1.34))
    assert lowered_rack(shape, 0.1, 28.0, 1.34).width == 28.0


def test_short_names_make_room_for_a_long_one() -> None:
    assert divided_widths(600.0, (100.0, 90.0, 300.0, 110.0)) == (100.0, 90.0, 300.0, 110.0)
    assert divided_widths(800.0, (100.0, 90.0, 300.0, 110.0)) == (150.0, 140.0, 350.0, 160.0)
    crowded = divided_widths(400.0, (100.0, 90.0, 300.0, 110.0))
    assert crowded == (100.0, 90.0, 105.0, 105.0)
    assert sum(crowded) == 400.0


@pytest.mark.parametrize("game", ["burako", "burraco"])
@pytest.mark.parametrize("seats", [2, 4])
def test_the_largest_text_in_the_smallest_window_leaves_every_side_sets_to_be_seen(game: str, seats: int) -> None:
    hand = TableHand(seats=seats)
    sit_at(hand, crowded_couples(game, seats, 30, 10).view)
    hand.doors.preferences.now = Settings(calm=True, text_size=250)
    hand.director.resize(Viewport((960, 540)))
    for zone in laid(hand).zones:
        assert sum(not zone.hides(placed.box) for placed in zone.placed.sets) >= 3
    assert problems(hand.scene, (960, 540), 2.5) == []


@pytest.mark.parametrize(("text", "hidden"), [(150, 0), (200, 2), (250, 8)])
@pytest.mark.parametrize("seats", [2, 4])
def test_large_text_hides_as_few_sets_as_can_be(seats: int, text: int, hidden: int) -> None:
    hand = TableHand(seats=seats)
    sit_at(hand, crowded_couples("burako", seats, 30, 10).view)
    hand.doors.preferences.now = Settings(calm=True, text_size=text)
    hand.director.resize(Viewport((960, 540)))
    layout = laid(hand)
    assert sum(zone.hides(placed.box) for zone in layout.zones for placed in zone.placed.sets) <= hidden
    assert sum(zone.sets_hidden_below for zone in layout.zones) <= hidden
    # A dead hand is told of in words at every text size, and so is what happened.
    look = hand.scene.look
    assert look is not None
    assert dead_hand_text_width(look) <= layout.frame.dead_us.w
    assert layout.frame.log is not None
    assert problems(hand.scene, (960, 540), text / 100) == []


@pytest.mark.parametrize("language", ["en", "es", "it", "pt", "he"])
def test_a_score_names_the_partner_whole_before_it_names_oneself(language: str) -> None:
    hand = TableHand(seats=4)
    hand.until_mine()
    hand.director.resize(Viewport((1280, 720)))
    set_language(language)
    try:
        hand.scene.layout(hand.director.viewport)
        words = [written.text for written in hand.scene.hands.board.us.texts()]
    finally:
        set_language("en")
    partner = hand.session.seats[(hand.session.viewer_seat + 2) % 4].name
    assert any(partner in one for one in words)


def test_small_cards_lie_closer_together_where_that_makes_them_wider() -> None:
    sets = [SetSize(3)] * 8 + [SetSize(7, sealed=True)]
    low = arrange_sets(sets, Box(0, 0, 968, 90), CARD_PROPORTIONS, 42, 28)
    assert (low.cut, low.squared) == (CLOSE_CARD_PROPORTIONS, False)
    assert low.width >= 36
    high = arrange_sets(sets, Box(0, 0, 968, 200), CARD_PROPORTIONS, 42, 28)
    assert (high.cut, high.width) == (CARD_PROPORTIONS, 42)
    tiles = arrange_sets(sets, Box(0, 0, 968, 200), TILE_PROPORTIONS, 42, 28)
    assert tiles.cut == TILE_PROPORTIONS


def test_four_with_many_sets_stand_in_a_strip_before_their_cards_are_small() -> None:
    hand = TableHand(match=Match.new(header(4, 7, "burraco")))
    sit_at(hand, crowded_couples("burraco", 4).view)
    layout = laid(hand)
    assert layout.frame.west is not None
    assert layout.frame.west.y == layout.frame.top.y
    assert min(zone.placed.width for zone in layout.zones) >= 34
    assert layout.rack.width == 52


def test_the_room_is_divided_otherwise_before_canastas_are_squared_up() -> None:
    hand = TableHand(match=Match.new(header(2, 7, "burraco")), size=(960, 540))
    sit_at(hand, crowded_couples("burraco", 2, 11, 10).view)
    assert not any(zone.placed.squared for zone in laid(hand).zones)


@pytest.mark.parametrize("game", ["burako", "burraco"])
def test_as_much_of_the_pile_is_shown_as_its_place_has_room_for(game: str) -> None:
    hand = TableHand(match=Match.new(header(2, 7, game)))
    view = crowded_couples(game, 2, 11, 3).view
    for count in (1, 8, 9, 30):
        sit_at(hand, replace(view, table=view.table.with_fields(pile=view.table.stock[:count])))
        place, pile = laid(hand).frame.pile, laid(hand).pile
        assert pile[-1].right <= place.right
        step = pile[1].x - pile[0].x if count > 1 else 0.0
        assert len(pile) == count or pile[-1].right + step > place.right - 11.0, "no other tile has room"
