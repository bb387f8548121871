"""The match as a curve: sums of the rounds between the least and the most of all sides."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pygame
import pytest
from pygame import Surface

from game.client.draw import theme
from game.client.leftward import mirror
from game.client.scenes.sheet.curve import (
    LINE_SEGMENTS,
    MAX_TEXT_SCALE,
    MatchCurve,
    axis_ticks_of,
    decisive_round,
    height_lines_of,
    smooth_curve,
)
from game.client.viewport import Viewport
from game.client.widgets.boxes import Box
from game.client.widgets.look import Look
from game.client.words import phrase


def test_lines_grow_by_every_round_from_nought() -> None:
    assert height_lines_of([(100, -100), (200, 100)]) == ((0.25, 0.5, 1.0), (0.25, 0.0, 0.25))


def test_rounds_without_a_point_are_a_level_line() -> None:
    assert height_lines_of([(0, 0), (0, 0)]) == ((0.0, 0.0, 0.0), (0.0, 0.0, 0.0))


@pytest.mark.parametrize("line", [(0.2, 0.9, 0.3, 0.3, 1.0), (0.0, 0.1, 0.8, 1.0)])
def test_a_line_bends_between_its_rounds_and_goes_beyond_none(line: tuple[float, ...]) -> None:
    path = smooth_curve(line)
    assert path[::LINE_SEGMENTS] == pytest.approx(line)
    for at, (before, after) in enumerate(pairwise(line)):
        piece = path[at * LINE_SEGMENTS : (at + 1) * LINE_SEGMENTS + 1]
        assert min(before, after) - 1e-9 <= min(piece)
        assert max(piece) <= max(before, after) + 1e-9


def test_a_large_one_is_marked_at_round_numbers() -> None:
    marks = axis_ticks_of([(-370, 605), (480, -425), (570, -380), (860, 660)])
    assert [points for points, _share in marks] == [0, 500, 1000, 1500]
    assert all(0.0 <= share <= 1.0 for _points, share in marks)
    assert axis_ticks_of([(0, 0), (0, 0)])


@pytest.mark.parametrize(("rounds", "seen"), [(0, False), (1, False), (2, True)])
def test_one_round_is_no_curve(rounds: int, seen: bool) -> None:
    curve = MatchCurve("curve", [(10, 20)] * rounds, (0,), lambda _at: None)
    look = Look(Viewport((1280, 720)))
    assert (curve.min_size(look) != (0.0, 0.0)) == seen
    assert curve.wants_frames == seen
    assert curve.min_size(replace(look, text_scale=MAX_TEXT_SCALE + 0.1)) == (0.0, 0.0)


def test_rounds_go_from_left_to_right_on_a_mirrored_page_too() -> None:
    curve = MatchCurve("curve", [(10, 20), (300, -50), (40, 400)], (0,), lambda _at: None, large=True)
    look = Look(Viewport((1280, 720)))
    curve.place(Box(40, 30, 400, 200), look)
    curve.share = 1.0
    seen = []
    for mirrored in (False, True):
        canvas = Surface((1280, 720), 0, 32)
        mirror.set_mirrored(canvas, mirrored=mirrored)
        curve.draw(canvas)
        mirror.set_mirrored(canvas, mirrored=False)
        left = 1280 - 440 if mirrored else 40  # the page is mirrored, box by box
        seen.append(pygame.image.tobytes(canvas.subsurface((left, 30, 400, 200)), "RGB"))
    assert seen[0] == seen[1]


@pytest.mark.parametrize(
    ("rounds", "taken"),
    [
        ([(-370, 605), (480, -425), (570, -380), (860, 660)], (3, 880)),
        ([(10, 5), (5, 6)], (1, 5)),
        ([(10, 20), (11, 0)], (2, 1)),
        ([(10, 20), (10, 0), (0, 10), (1, 1)], None),
    ],
)
def test_the_lead_that_lasted_was_taken_where_the_winner_was_last_not_ahead(
    rounds: list[tuple[int, int]], taken: tuple[int, int] | None
) -> None:
    assert decisive_round(rounds, 0) == taken
    assert decisive_round([(-one, -other) for one, other in rounds], 0, lowest=True) == taken


@pytest.mark.parametrize("wide", [480.0, 560.0])
@pytest.mark.parametrize(
    "rounds",
    [
        [(-370, 605), (480, -425), (570, -380), (860, 660)],
        [(2, -2), (-93, 93), (81, -81), (-36, 36), (23, -23), (60, -60)],
        [(50, 0), (-40, 5), (50, 20), (5, 60), (80, 10), (-20, 30), (300, 0), (-10, 40)],
    ],
)
def test_the_label_stands_clear_of_all_lines_and_numbers(rounds: list[tuple[int, int]], wide: float) -> None:
    taken = decisive_round(rounds, 0)
    assert taken is not None
    words = phrase("end.lead_taken", n=taken[1])
    curve = MatchCurve("curve", rounds, (0,), lambda _at: None, large=True, turned=(taken[0], words))
    curve.place(Box(40, 30, wide, 300), Look(Viewport((1280, 720))))
    (label,) = (one for one in curve.texts() if one.text == str(words))
    assert label.box.is_inside(curve.rect)
    others = [one.box for one in curve.texts() if one.text != str(words)]
    assert not any(label.box.overlaps(one) for one in others)
    curve.share = 1.0
    canvas = Surface((1280, 720))
    curve.draw(canvas)
    x, y = round(label.box.x - 4), round(label.box.y - 4)
    seen = {tuple(canvas.get_at((x + across, y)))[:3] for across in range(round(label.box.w) + 8)}
    assert not seen & {theme.GOLD, theme.SKY}


def test_where_no_place_is_clear_the_label_hides_as_little_as_may_be() -> None:
    rounds = [(300, -300), (-300, 300), (-300, 300), (300, -300)] * 6 + [(400, 0)]
    curve = MatchCurve("curve", rounds, (0,), lambda _at: None, large=True, turned=(25, phrase("end.lead_taken", n=9)))
    curve.place(Box(40, 30, 420, 230), Look(Viewport((1280, 720))))
    pill = curve._label()
    assert pill is not None
    assert not curve._is_clear(pill[1])
    assert pill[1].is_inside(curve.rect)
    middle = Box(curve.rect.centre[0] - pill[1].w / 2, curve.rect.centre[1], pill[1].w, pill[1].h)
    assert curve._covered_segment_count(pill[1]) < curve._covered_segment_count(middle)


def test_no_label_stands_where_lines_leave_no_room() -> None:
    rounds = [(9, 10), (-9, 5), (10, -9)] * 9 + [(99, 0)]
    curve = MatchCurve("curve", rounds, (0,), lambda _at: None, large=True, turned=(28, phrase("end.lead_taken", n=9)))
    curve.place(Box(40, 30, 200, 60), Look(Viewport((1280, 720))))
    assert curve._label() is None


def test_each_of_two_sides_has_its_sign_at_the_end_of_its_line_once_that_is_drawn() -> None:
    pygame.font.init()
    look = Look(Viewport((1280, 720)))
    curve = MatchCurve("curve", [(10, 20), (300, -50)], (0,), lambda _at: None, large=True)
    curve.place(Box(0, 0, 600, 300), look)
    seen = []
    for share in (0.99, 1.0):
        curve.share = share
        surface = Surface((1280, 720))
        curve._draw_crests(surface)
        seen.append([surface.get_at((round(x * look.u), round(y * look.u)))[:3] for x, y in (
            curve._at(2, line[-1]) for line in curve._lines
        )])  # fmt: skip
    assert seen[0] == [(0, 0, 0)] * 2
    assert (0, 0, 0) not in seen[1]
