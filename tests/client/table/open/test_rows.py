"""Heaps of an open table stay where people remember them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from game.client.table.geometry.sets import SET_GAP_SHARE
from game.client.table.open.rows import (
    MIN_GAP_SHARE,
    ROOM_TO_GROW,
    TIGHT_GAP_SHARE,
    TOLERANCE,
    HeapShape,
    HeapSpacing,
    RowPosition,
    Rows,
    can_make_room,
    earlier_position,
    flow_rows,
    keep_rows,
    new_heap_position,
    tile_positions,
)
from game.session.arrangement import Heap
from game.table.tiles import Tile

WIDE = 19.0


def heap(number: int, *tiles: int) -> Heap:
    return Heap(number, tuple(map(Tile, tiles)), (None,) * len(tiles))


TABLE = (heap(0, 1, 2, 3), heap(1, 4, 5, 6, 7), heap(2, 8, 9, 10), heap(3, 11, 12, 13), heap(4, 14, 15, 16, 17, 18))


def shapes(heaps: Sequence[Heap]) -> tuple[HeapShape, ...]:
    return tuple(HeapShape(one.number, len(one.tiles)) for one in heaps)


def after(rows: Rows, was: Sequence[Heap], now: Sequence[Heap], wide: float = WIDE, *, same_turn: bool = True) -> Rows:
    stands = tile_positions(rows, was)
    return keep_rows(shapes(now), [earlier_position(one, None, stands, same_turn=same_turn) for one in now], wide)


def tiles_of(rows: Rows, heaps: Sequence[Heap]) -> dict[Tile, RowPosition]:
    return {tile: stand for stands in tile_positions(rows, heaps).values() for tile, stand in stands.items()}


def places(rows: Rows) -> dict[int, RowPosition]:
    return {shape.number: RowPosition(number, round(x, 2)) for number, row in enumerate(rows) for shape, x in row}


def test_a_new_heap_moves_no_other() -> None:
    rows = flow_rows(shapes(TABLE), WIDE)
    assert [len(row) for row in rows] == [4, 1]
    one = after(rows, TABLE, (*TABLE, heap(9, 30)))
    assert places(rows).items() < places(one).items()
    assert places(one)[9].row == 1


def test_what_is_left_of_a_run_stays_though_its_first_tile_is_taken() -> None:
    rows = flow_rows(shapes(TABLE), WIDE)
    now = (TABLE[0], heap(1, 5, 6, 7), *TABLE[2:], heap(9, 4))
    before, then = tiles_of(rows, TABLE), tiles_of(after(rows, TABLE, now), now)
    assert {tile: then[tile] for tile in before if tile != 4} == {tile: before[tile] for tile in before if tile != 4}


def test_a_heap_that_goes_leaves_its_place_to_the_next_new_one_that_fits() -> None:
    rows = flow_rows(shapes(TABLE), WIDE)
    now = TABLE[:1] + TABLE[2:]
    left = after(rows, TABLE, now)
    assert places(left) == {number: stand for number, stand in places(rows).items() if number != 1}
    full = (*now, heap(7, *range(20, 33)), heap(8, 40, 41, 42), heap(9, 43, 44, 45))
    then = places(after(left, now, full))
    assert then[8] == RowPosition(0, round(places(rows)[3].x + 3 + SET_GAP_SHARE, 2)), "at the ends of rows first"
    assert then[9] == RowPosition(0, places(rows)[1].x)


def test_a_longer_heap_pushes_its_neighbours_just_as_far_as_it_must() -> None:
    few = TABLE[:3]
    rows = flow_rows(shapes(few), WIDE)
    now = (heap(0, 1, 2, 3, 50), *few[1:])
    longer = places(after(rows, few, now))
    assert longer[1].x == 4 + MIN_GAP_SHARE
    assert longer[2].x == round(longer[1].x + 4 + MIN_GAP_SHARE, 2)
    loose = places(after(after(rows, few, now), now, few))
    assert loose == longer, "nothing moves back by itself"


def test_a_row_that_becomes_too_short_gives_one_heap_away() -> None:
    rows = flow_rows(shapes(TABLE), WIDE)
    now = (heap(0, 1, 2, 3, *range(50, 56)), *TABLE[1:])
    moved = places(after(rows, TABLE, now))
    assert [number for number, stand in moved.items() if stand.row != places(rows)[number].row] == [3]


def test_on_a_later_table_a_heap_is_known_by_its_tiles() -> None:
    rows = flow_rows(shapes(TABLE), WIDE)
    now = (heap(0, 14, 15), heap(1, 16, 17, 18, 60), heap(2, 3, 2, 1), heap(3, 61, 62, 63), heap(4, 4, 5, 6, 7, 11))
    then = places(after(rows, TABLE, now, same_turn=False))
    was = places(rows)
    assert then[0] == was[4]
    assert then[1] == RowPosition(1, round(was[4].x + 2 + MIN_GAP_SHARE, 2)), (
        "both parts of a heap stay beside each other"
    )
    assert (then[2], then[4]) == (was[0], was[1])


@st.composite
def tables(draw: st.DrawFn) -> tuple[tuple[Heap, ...], tuple[Heap, ...], float]:
    """Two arrangements of the same tiles, the second with a few more, and a width."""
    found = []
    for more in (0, 4):
        order = draw(st.permutations(range(40 + more)))
        cuts = sorted(draw(st.sets(st.integers(1, 39 + more), max_size=15)))
        parts = [order[a:b] for a, b in zip([0, *cuts], [*cuts, 40 + more], strict=True)]
        found.append(tuple(heap(number, *part) for number, part in enumerate(parts)))
    return found[0], found[1], draw(st.floats(8, 40))


@given(tables(), st.booleans())
def test_every_heap_has_one_place_and_none_meets_another(
    case: tuple[tuple[Heap, ...], tuple[Heap, ...], float], same_turn: bool
) -> None:
    was, now, wide = case
    rows = after(flow_rows(shapes(was), wide), was, now, wide, same_turn=same_turn)
    assert sorted(places(rows)) == [one.number for one in now]
    for row in rows:
        for (shape, x), (_next, right) in pairwise(row):
            assert x + shape.cells + TIGHT_GAP_SHARE <= right + TOLERANCE
        if row and not (len(row) == 1 and row[0][0].cells > wide):
            assert row[0][1] >= 0
            assert row[-1][1] + row[-1][0].cells <= wide + TOLERANCE
    free = new_heap_position(rows, 3, wide)
    if free is not None:
        meets = [
            one
            for one, x in rows[free.row]
            if x < free.x + 3 + SET_GAP_SHARE - TOLERANCE and free.x < x + one.cells + SET_GAP_SHARE - TOLERANCE
        ]
        assert not meets


def test_a_set_that_grows_out_of_its_row_goes_itself_and_no_set_that_nobody_touched() -> None:
    rows = flow_rows(shapes(TABLE), WIDE)
    grown = heap(1, 4, 5, 6, 7, *range(30, 36))
    now = (TABLE[0], grown, *TABLE[2:])
    touched = tuple(HeapShape(one.number, len(one.tiles), touched=one is grown) for one in now)
    stands = tile_positions(rows, TABLE)
    stood = [earlier_position(one, None, stands, same_turn=True) for one in now]
    then = places(keep_rows(touched, stood, WIDE))
    assert {number: at for number, at in then.items() if number != 1} == {
        number: at for number, at in places(rows).items() if number != 1
    }
    assert then[1].row > 0


def test_a_set_that_grows_out_of_its_row_goes_to_the_nearest_place() -> None:
    one, two, three, four, five = (HeapShape(number, 5) for number in range(5))
    rows = (((one, 0.0), (two, 5.45), (three, 10.9)), ((four, 0.0),), ((five, 0.0),))
    stood = [RowPosition(0, 0.0), RowPosition(0, 5.45), RowPosition(0, 10.9), RowPosition(1, 0.0), RowPosition(2, 0.0)]
    grown = HeapShape(1, 9, touched=True)
    assert keep_rows([one, grown, three, four, five], stood, WIDE) == (
        ((one, 0.0), (three, 10.9)),
        ((four, 0.0), (grown, 5.45)),
        rows[2],
    )


def test_new_sets_have_room_to_grow_while_there_are_rows_enough() -> None:
    shapes = [HeapShape(number, 3) for number in range(5)]
    rows = keep_rows(shapes, [None] * len(shapes), WIDE, HeapSpacing.ROOMY)
    gap = SET_GAP_SHARE + ROOM_TO_GROW
    assert [[round(x / (3 + gap), 2) for _shape, x in row] for row in rows] == [[0, 1, 2, 3], [0]]
    for grown in range(4):
        stood = [RowPosition(number, x) for number, row in enumerate(rows) for _shape, x in row]
        longer = [
            HeapShape(one.number, one.count + (one.number == grown), touched=one.number == grown) for one in shapes
        ]
        assert [[x for _shape, x in row] for row in keep_rows(longer, stood, WIDE)] == [
            [x for _shape, x in row] for row in rows
        ], "the first tile laid to one moves none"


def test_holes_are_closed_only_where_a_new_set_needs_the_room_and_few_tiles_move() -> None:
    shapes = [HeapShape(number, 3) for number in range(6)]
    stood = [RowPosition(row, x) for row, x in ((0, 0.0), (0, 5.0), (0, 10.0), (0, 15.0), (1, 2.0), (1, 7.0))]
    stood += [RowPosition(1, 12.0)]
    full = [*shapes, HeapShape(6, 7), HeapShape(7, 3)]
    free = keep_rows(full[:-1], stood, WIDE, HeapSpacing.SLID)
    assert [[x for _shape, x in row] for row in free] == [[0.0, 5.0, 10.0, 15.0], [2.0, 7.0, 12.0]]
    assert new_heap_position(free, 3, WIDE) is None
    assert can_make_room(free, 3, WIDE)
    taken = keep_rows(full, [*stood, None], WIDE, HeapSpacing.SLID)
    assert [[x for _shape, x in row] for row in taken] == [[0.0, 5.0, 8.45, 11.9, 15.35], [2.0, 7.0, 12.0]]
    assert can_make_room(taken, 3, WIDE)
    assert not can_make_room(taken[:1], 3, WIDE)
