"""Boxes: rows, columns, grids and flows as pure geometry."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.client.widgets.boxes import (
    Box,
    bounding_box,
    divide_length,
    even_columns,
    grid,
    side_by_side,
    stacked_rows,
    wrapped_flow,
)

LENGTHS = st.lists(st.floats(1, 300), min_size=1, max_size=9)
PAGE = Box(10, 20, 640, 480)


@given(LENGTHS, st.floats(0, 20))
def test_rows_follow_one_another(heights: list[float], gap: float) -> None:
    stacked = stacked_rows(PAGE, heights, gap)
    assert [box.h for box in stacked] == heights
    for above, below in pairwise(stacked):
        assert below.y == pytest.approx(above.bottom + gap)


def test_columns_stand_side_by_side() -> None:
    assert side_by_side(Box(0, 0, 100, 10), (20, 30), 5) == (Box(0, 0, 20, 10), Box(25, 0, 30, 10))
    assert [box.w for box in even_columns(Box(0, 0, 100, 10), 3, 5)] == pytest.approx([30, 30, 30])


def test_a_grid_breaks_into_rows() -> None:
    cells = grid(Box(0, 0, 100, 0), 5, 2, 30, 10)
    assert cells[2] == Box(0, 40, 45, 30)
    assert cells[4].y == 80


@given(st.lists(st.tuples(st.floats(10, 300), st.floats(10, 60)), min_size=1, max_size=9), st.booleans())
def test_a_flow_keeps_its_order_stays_inside_and_never_overlaps(
    sizes: list[tuple[float, float]], from_right: bool
) -> None:
    placed = wrapped_flow(PAGE, sizes, 8, from_right=from_right)
    assert len(placed) == len(sizes)
    for box in placed:
        assert box.x >= PAGE.x - 0.01
        assert box.right <= PAGE.right + 0.01
    assert not any(one.overlaps(other, 0.01) for one, other in combinations(placed, 2))
    keys = [(round(box.y, 3), round(box.x, 3)) for box in placed]
    assert keys == sorted(keys)


@given(st.floats(50, 900), st.lists(st.tuples(st.floats(1, 200), st.floats(0, 3)), min_size=1, max_size=6))
def test_shares_fill_what_there_is_and_keep_the_least_when_they_can(
    total: float, parts: list[tuple[float, float]]
) -> None:
    least, weights = [part[0] for part in parts], [part[1] for part in parts]
    cut = divide_length(total, least, weights, 4)
    free = total - 4 * (len(parts) - 1)
    if sum(least) <= free:
        assert all(got >= wanted - 0.001 for got, wanted in zip(cut, least, strict=True))
    assert sum(cut) <= max(free, 0) + 0.01 or sum(least) <= free


def test_boxes_know_what_they_hold_and_meet() -> None:
    box = Box(0, 0, 10, 10)
    assert box.contains((0, 0))
    assert not box.contains((10, 5))
    assert box.overlaps(Box(9, 9, 5, 5))
    assert not box.overlaps(Box(10, 0, 5, 5))
    assert box.inset(3).size == (4, 4)
    assert box.inset(30).size == (0, 0)
    assert box.middle(4, 2) == Box(3, 4, 4, 2)
    assert (box.top_part(4), box.below(4)) == (Box(0, 0, 10, 4), Box(0, 4, 10, 6))
    assert (box.left_part(4), box.right_of(4)) == (Box(0, 0, 4, 10), Box(4, 0, 6, 10))
    assert bounding_box([Box(1, 2, 3, 4), Box(10, 0, 1, 1)]) == Box(1, 0, 10, 6)
    assert bounding_box([]) == Box(0, 0, 0, 0)


def test_what_fills_a_line_to_its_end_stays_on_it() -> None:
    for width in range(300, 900):
        box = Box(0, 0, width * 0.37, 10)
        words = [30 + more for more in (0.1, 7 / 3, 11.9)]
        spare = (box.w - (sum(words) + 2 * 4.0)) / 3
        cells = wrapped_flow(box, [(wide + spare, 10.0) for wide in words], 4.0)
        assert {cell.y for cell in cells} == {0}, width
