"""Eases begin at the start of a motion and end at its end."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.client.table.geometry.easing import ease_in_out, ease_out, spring


@pytest.mark.parametrize("ease", [ease_out, ease_in_out, spring])
def test_an_ease_begins_at_its_start_and_ends_at_its_end(ease: object) -> None:
    assert callable(ease)
    assert ease(0.0) == pytest.approx(0.0)
    assert ease(1.0) == pytest.approx(1.0)


@given(st.floats(0, 1))
def test_a_spring_goes_at_most_six_per_cent_too_far(share: float) -> None:
    assert spring(share) <= 1.06 + 1e-9
