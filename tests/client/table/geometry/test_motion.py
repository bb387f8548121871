"""Motion: the difference of two layouts and its times."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.client.table.geometry.laid import Spot, TileZone
from game.client.table.geometry.motion import (
    MAX_DEAL_SECONDS,
    SECONDS_BETWEEN_SETS,
    deal_flights,
    flights_between,
    moved_tiles,
    set_by_set,
    shake_flights,
    timing_for,
    wave_flights,
)
from game.client.widgets.boxes import Box
from game.table.tiles import Tile
from tests.client.table_kit import TableHand


def spot(x: float, lies: TileZone = TileZone.RACK, *, seen: bool = True) -> Spot:
    return Spot(Box(x, 10, 40, 54), lies, 0, seen)


def test_only_what_moved_flies() -> None:
    before = {Tile(1): spot(0), Tile(2): spot(50), Tile(3): spot(90, TileZone.STOCK, seen=False)}
    after = {Tile(1): spot(0), Tile(2): spot(70), Tile(3): spot(90, TileZone.STOCK, seen=False)}
    assert moved_tiles(before, after) == (Tile(2),)


def test_what_is_hidden_and_stays_hidden_in_its_place_never_flies() -> None:
    before = {Tile(1): spot(0, TileZone.STOCK, seen=False)}
    after = {Tile(1): spot(5, TileZone.STOCK, seen=False)}  # the window grew
    assert moved_tiles(before, after) == ()
    drawn_by_another = {Tile(1): spot(400, TileZone.SEAT, seen=False)}
    assert moved_tiles(before, drawn_by_another) == (Tile(1),)


def test_a_flight_goes_from_where_it_lay_to_where_it_lies_and_turns_on_the_way() -> None:
    before = {Tile(1): spot(0, TileZone.STOCK, seen=False)}
    after = {Tile(1): spot(300)}
    (flight,) = flights_between(before, after, 5.0)
    assert flight.turns
    assert flight.under
    assert flight.box(5.0).centre == pytest.approx(before[Tile(1)].box.centre)
    assert flight.box(5.0 + flight.lasts).centre == pytest.approx(after[Tile(1)].box.centre)
    assert not flight.is_over(5.1)
    assert flight.is_over(5.0 + flight.lasts)


def test_tiles_of_one_set_fly_one_after_the_other() -> None:
    before = {Tile(at): spot(50.0 * at) for at in range(4)}
    after = {Tile(at): spot(50.0 * at + 500, TileZone.SET) for at in range(4)}
    begins = [flight.begins for flight in flights_between(before, after, 0.0)]
    assert begins == pytest.approx([0.0, 0.024, 0.048, 0.072])


@given(st.integers(1, 60))
def test_a_deal_is_over_in_time_however_many_tiles_there_are(count: int) -> None:
    after = {Tile(at): spot(10.0 * at) for at in range(count)}
    made = deal_flights(after, Box(0, 0, 40, 54), tuple(after), 2.0)
    assert len(made) == count
    assert max(flight.begins + flight.lasts for flight in made) <= 2.0 + MAX_DEAL_SECONDS + 1e-9


@pytest.mark.parametrize("start", list(TileZone))
@pytest.mark.parametrize("end", list(TileZone))
def test_every_way_has_its_manner(start: TileZone, end: TileZone) -> None:
    assert 0 < timing_for(start, end).lasts <= 0.6


def test_a_drawn_tile_flies_from_the_stock_and_calm_flies_nothing() -> None:
    for calm in (False, True):
        hand = TableHand(seats=2, seed=3, calm=calm)
        hand.until_mine()
        for _ in range(40):
            hand.pass_time()
        assert not hand.scene.board.stage.moving
        hand.press("D")
        hand.pass_time(0.02)
        assert hand.session.view is not None
        assert hand.scene.board.stage.is_flying(hand.session.view.table.turn.drew) is not calm


def test_a_nod_goes_to_both_sides_and_ends_where_it_began() -> None:
    box = Box(100.0, 50.0, 40.0, 54.0)
    (flight,) = shake_flights({Tile(3): box}, 2.0)
    places = [flight.box(2.0 + flight.lasts * step / 16).x for step in range(17)]
    assert max(places) == pytest.approx(105.0)
    assert min(places) == pytest.approx(95.0)
    assert [places[0], places[-1]] == pytest.approx([100.0, 100.0])
    assert flight.is_over(2.0 + flight.lasts)


def test_a_taken_pile_flies_face_up_to_whoever_took_it_and_a_drawn_tile_does_not() -> None:
    before = {Tile(1): spot(0, TileZone.PILE), Tile(2): spot(50, TileZone.STOCK, seen=False)}
    after = {Tile(1): spot(400, TileZone.SEAT, seen=False), Tile(2): spot(400, TileZone.SEAT, seen=False)}
    taken, drawn = flights_between(before, after, 0.0)
    assert taken.shows_face
    assert not taken.turns
    assert not drawn.shows_face


def test_a_wave_leaves_each_tile_where_it_stands() -> None:
    places = {Tile(at): Box(40.0 * at, 10, 40, 54) for at in range(3)}
    risen = wave_flights(places, 1.0)
    assert [flight.begins for flight in risen] == sorted(flight.begins for flight in risen)
    for flight in risen:
        middle = flight.begins + flight.lasts / 2
        assert flight.box(flight.begins).y == pytest.approx(10.0)
        assert flight.box(middle).y < 10.0 - 5
        assert flight.box(flight.begins + flight.lasts).y == pytest.approx(10.0)


def test_a_play_that_is_shown_makes_one_set_after_the_other_and_covers_no_tile_that_waits() -> None:
    def lying(x: float, index: int) -> Spot:
        return Spot(Box(x, 10, 40, 54), TileZone.SET, index, seen=True)

    before = {
        Tile(1): lying(0, 1),
        Tile(2): lying(200, 2),
        Tile(3): spot(400),
        Tile(4): spot(450),
        Tile(5): lying(600, 3),
    }
    after = {
        Tile(1): lying(200, 2), Tile(2): lying(300, 4), Tile(3): lying(340, 4), Tile(4): lying(240, 2),
        Tile(5): lying(620, 3),
    }  # fmt: skip
    begins = {one.tile: one.begins for one in set_by_set(flights_between(before, after, 0.0), before, after)}
    assert begins[Tile(5)] == 0.0, "it makes room"
    assert begins[Tile(2)] < SECONDS_BETWEEN_SETS, "what lies where another set comes to lie goes first"
    assert begins[Tile(3)] < SECONDS_BETWEEN_SETS
    assert begins[Tile(1)] >= SECONDS_BETWEEN_SETS
    assert begins[Tile(4)] >= SECONDS_BETWEEN_SETS


def test_a_tile_that_waits_to_leave_a_set_hides_none_of_those_that_stay() -> None:
    def lying(x: float, index: int, y: float = 10) -> Spot:
        return Spot(Box(x, y, 40, 54), TileZone.SET, index, seen=True)

    before = {Tile(1): lying(0, 1), Tile(2): lying(40, 1), Tile(3): spot(400), Tile(4): spot(450)}
    after = {Tile(1): lying(40, 1), Tile(2): lying(0, 3, 200), Tile(3): lying(40, 3, 200), Tile(4): lying(0, 2)}
    starts = {one.tile: one.start for one in set_by_set(flights_between(before, after, 0.0), before, after)}
    assert starts[Tile(2)] == Box(80, 10, 40, 54), "beside the one that made room"
    assert starts[Tile(3)] == before[Tile(3)].box


def test_what_lay_unseen_in_the_pile_flies_face_up_into_ones_own_rack() -> None:
    before = {Tile(1): spot(0, TileZone.PILE, seen=False), Tile(2): spot(50, TileZone.STOCK, seen=False)}
    after = {Tile(1): spot(400, TileZone.RACK), Tile(2): spot(460, TileZone.RACK)}
    taken, drawn = flights_between(before, after, 0.0)
    assert taken.shows_face
    assert not taken.turns
    assert drawn.turns


def test_a_wave_along_many_tiles_takes_no_longer_than_it_may() -> None:
    risen = wave_flights({Tile(at): Box(40.0 * at, 10, 40, 54) for at in range(60)}, 1.0)
    assert max(flight.begins + flight.lasts for flight in risen) <= 1.5
