"""The match as a curve: sums of the rounds between the least and the most of all sides."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.client.scenes.sheet.curve import LARGEST_TEXT, MatchCurve, lines_of
from game.client.viewport import Viewport
from game.client.widgets.look import Look


def test_lines_grow_by_every_round_from_nought() -> None:
    assert lines_of([(100, -100), (200, 100)]) == ((0.25, 0.5, 1.0), (0.25, 0.0, 0.25))


def test_rounds_without_a_point_are_a_level_line() -> None:
    assert lines_of([(0, 0), (0, 0)]) == ((0.0, 0.0, 0.0), (0.0, 0.0, 0.0))


@pytest.mark.parametrize(("rounds", "seen"), [(0, False), (1, False), (2, True)])
def test_one_round_is_no_curve(rounds: int, seen: bool) -> None:
    curve = MatchCurve("curve", [(10, 20)] * rounds, (0,), lambda _at: None)
    look = Look(Viewport((1280, 720)))
    assert (curve.min_size(look) != (0.0, 0.0)) == seen
    assert curve.restless == seen
    assert curve.min_size(replace(look, text_scale=LARGEST_TEXT + 0.1)) == (0.0, 0.0)
