"""Device px, points and logical px."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.client.viewport import Viewport
from game.client.widgets.boxes import Box

SIZES = st.tuples(st.integers(200, 4000), st.integers(200, 2400))
SHARES = st.floats(0, 1)


@pytest.mark.parametrize(
    ("size", "u", "canvas"),
    [
        ((1280, 720), 1.0, (1280, 720)),
        ((1920, 1080), 1.5, (1280, 720)),
        ((960, 540), 0.75, (1280, 720)),
        ((2560, 1080), 1.5, (2560 / 1.5, 720)),
        ((1024, 768), 0.8, (1280, 960)),
        ((3840, 2160), 3.0, (1280, 720)),
    ],
)
def test_the_short_axis_is_fixed_and_the_other_grows(
    size: tuple[int, int], u: float, canvas: tuple[float, float]
) -> None:
    viewport = Viewport(size)
    assert viewport.u == pytest.approx(u)
    assert viewport.canvas.size == pytest.approx(canvas)
    assert not viewport.scrolls


def test_a_window_too_small_keeps_its_scale_and_scrolls() -> None:
    viewport = Viewport((640, 540))
    assert viewport.u == 0.75
    assert viewport.scrolls
    assert viewport.canvas_size == (960, 540)
    left = viewport.panned_to_pointer((0, 100))
    right = viewport.panned_to_pointer((639, 100))
    assert left.offset == (0, 0)
    assert right.offset == (320, 0)
    assert right.to_logical((639, 0))[0] == pytest.approx(959 / 0.75)


def test_a_small_window_is_panned_as_little_as_shows_a_box() -> None:
    viewport = Viewport((640, 400))
    shown = viewport.panned_to_box(Box(1000, 600, 200, 60))
    left, top, wide, high = shown.to_window(Box(1000, 600, 200, 60))
    assert left >= 0
    assert top >= 0
    assert left + wide <= 640
    assert top + high <= 400
    assert shown.panned_to_box(Box(1000, 600, 200, 60)) == shown


def test_a_box_at_a_corner_of_the_canvas_is_shown_to_its_last_px() -> None:
    viewport = Viewport((640, 400))
    last = viewport.panned_to_box(Box(1180, 620, 100, 100))
    assert last.offset == (320, 140)
    assert last.panned_to_box(Box(0, 0, 100, 100)).offset == (0, 0)


def test_a_pointer_in_points_lands_where_a_dense_screen_draws() -> None:
    """A faked ratio of 2: the window has 1280 x 720 points and 2560 x 1440 px."""
    dense = Viewport((2560, 1440), ratio=2.0)
    assert dense.u == 2.0
    assert dense.to_logical((640, 360)) == pytest.approx((640, 360))
    assert dense.to_device(Box(640, 360, 10, 10)) == (1280, 720, 20, 20)


def test_the_least_window_is_meant_in_points() -> None:
    dense = Viewport((1200, 1080), ratio=2.0)
    assert dense.u == 1.5
    assert dense.scrolls


@given(SIZES, SHARES, SHARES)
def test_device_and_logical_px_agree_to_half_a_px(size: tuple[int, int], across: float, down: float) -> None:
    viewport = Viewport(size)
    at = (across * (size[0] - 1), down * (size[1] - 1))
    viewport = viewport.panned_to_pointer(at)
    x, y = viewport.to_logical(at)
    left, top, _, _ = viewport.to_window(Box(x, y, 0, 0))
    assert abs(left - at[0]) <= 0.51
    assert abs(top - at[1]) <= 0.51


@given(SIZES, st.lists(st.floats(1, 60), min_size=2, max_size=8))
def test_neighbours_stay_neighbours_after_rounding(size: tuple[int, int], widths: list[float]) -> None:
    viewport, x, end = Viewport(size), 3.3, None
    for width in widths:
        left, _, wide, _ = viewport.to_device(Box(x, 0, width, 10))
        assert end is None or left == end
        end, x = left + wide, x + width
