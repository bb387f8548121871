"""Where a moment plays: what lies among other sets is lit by its parts, and the ribbon stands beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import pytest
from pygame import Surface, image

from game.client.draw.backdrop import surface_part
from game.client.draw.theme import CLASSIC, HIGH_CONTRAST, MINT
from game.client.table.moments import light
from game.client.table.moments.kinds import CALM_LIMITS, USUAL_LIMITS, MomentKind
from game.client.table.moments.moment import Moment
from game.client.table.moments.picture import (
    RIBBON_IN_SECONDS,
    RING_SECONDS,
    SMALL_RIBBON_SCALE,
    TAB_HEIGHT,
    MomentPicture,
    Scenery,
    adjacent_boxes,
    scenery_for,
)
from game.client.table.moments.queue import RunningMoment
from game.client.table.moments.ribbon import SHADOW_COLOUR, TAB_OVERLAP, _fitting, render_ribbon
from game.client.viewport import Viewport
from game.client.widgets.boxes import Box
from game.client.widgets.look import Look
from game.client.words import phrase
from game.table.faces import Colour, Face
from game.table.tiles import Tile

if TYPE_CHECKING:
    from game.client.table.moments.fan import DeadHandFlight

FELT = Box(0, 60, 1000, 440)
HIGH = 84.0


def tiles(*corners: tuple[float, float]) -> list[Box]:
    return [Box(x, y, 40, 54) for x, y in corners]


def test_tiles_side_by_side_are_one_part() -> None:
    assert adjacent_boxes(tiles((140, 100), (100, 100), (300, 100), (100, 170))) == (
        Box(100, 100, 80, 54), Box(300, 100, 40, 54), Box(100, 170, 40, 54)
    )  # fmt: skip


def test_what_lies_together_is_lit_as_one() -> None:
    setting = scenery_for(tiles((100, 100), (140, 100), (180, 100)), FELT, (), None, HIGH)
    assert setting.spread == ()
    assert setting.cause == Box(100, 100, 120, 54)


def test_what_lies_among_other_sets_is_lit_by_its_parts_and_the_ribbon_hides_none_where_it_can() -> None:
    scattered = tiles((60, 70), (500, 70), (900, 430), (300, 430))
    setting = scenery_for(scattered, FELT, (), None, HIGH)
    assert len(setting.spread) == len(scattered)
    assert all(box.bottom < setting.middle[1] - HIGH / 2 or box.y > setting.middle[1] + HIGH / 2 for box in scattered)


def test_a_ribbon_that_no_line_of_the_felt_has_room_for_stands_smaller_above_it() -> None:
    felt = Box(16, 130, 1000, 372)
    full = [Box(20 + 40 * at, 140 + 80 * row, 40, 54) for row in range(4) for at in range(24)]
    scattered = [box for at, box in enumerate(full) if at // 4 % 3]  # every third set is another's
    for praised in (full, scattered):
        setting = scenery_for(praised, felt, (), None, HIGH)
        half = HIGH * setting.size / 2
        assert setting.size < 1.0
        assert setting.middle[1] - half >= 0
        assert setting.middle[1] + half + TAB_HEIGHT - TAB_OVERLAP <= min(box.y for box in praised)


def test_the_rule_of_a_smaller_ribbon_is_as_large_as_ever() -> None:
    look = Look(Viewport((1280, 720)))
    moment = Moment(MomentKind.REBUILT, 0, True, (), phrase("moment.round"), phrase("moment.round"), "6")
    whole, small = (
        render_ribbon(look, moment, (), as_cards=False, room=1000.0, size=size) for size in (1.0, SMALL_RIBBON_SCALE)
    )
    assert whole.tab is not None
    assert small.tab is not None
    assert small.tab.size == whole.tab.size
    assert small.band.h < whole.band.h


def test_a_ribbon_about_tiles_of_the_rack_lies_between_both_sides_sets() -> None:
    taken = tiles((60, FELT.bottom + 60), (500, FELT.bottom + 60), (300, FELT.bottom + 10), (900, FELT.bottom + 110))
    setting = scenery_for(taken, FELT, (), None, HIGH)
    assert abs(setting.middle[1] - FELT.centre[1]) <= HIGH / 2


def test_a_ribbon_keeps_off_papers_that_lie_over_the_table_before_all_else() -> None:
    paper = Box(FELT.x + 20, FELT.centre[1] - 60, FELT.w - 40, 150)
    for praised in (tiles((FELT.x + 40, FELT.y + 10), (FELT.x + 80, FELT.y + 10)), tiles((60, 70), (500, 430)), []):
        free, kept = (scenery_for(praised, FELT, (), None, HIGH, papers) for papers in ((), (paper,)))
        assert kept.spread == free.spread
        low, high = kept.middle[1] - HIGH / 2, kept.middle[1] + HIGH / 2
        assert high <= paper.y or low >= paper.bottom


def test_a_lamp_is_brightest_in_its_middle_and_dark_at_its_rim() -> None:
    lamp = light.lamp_surface((201, 201), 1.0, (200, 200, 200))
    levels = [lamp.get_at((100 + out, 100))[0] for out in range(0, 101, 10)]
    assert levels == sorted(levels, reverse=True)
    assert levels[0] > 180
    assert levels[-1] < 10


def test_high_contrast_dims_more_and_edges_what_is_praised_in_white() -> None:
    seen = []
    for palette in (CLASSIC, HIGH_CONTRAST):
        look = Look(Viewport((640, 360)), palette=palette)
        setting = scenery_for(tiles((300, 200), (340, 200)), FELT, (), None, 84.0)
        one = Moment(MomentKind.IMPURE, 0, ours=True, tiles=(Tile(0), Tile(1)), title=phrase("moment.impure"))
        shown = MomentPicture(
            RunningMoment(one, 0.0, 1.0, ribbon=True, limits=USUAL_LIMITS), look, setting, (), as_cards=False
        )
        shown.prepare(1.0)
        assert shown._veil is not None
        edge, _at = shown._edges[0]
        seen.append((shown._veil.get_at((2, 2)).a, tuple(edge.get_at((edge.get_width() // 2, 0)))[:3]))
    (usual, _lilac), (dark, white) = seen
    assert dark > usual
    assert dark == round(255 * 0.6)
    assert white == (255, 255, 255)


def test_tiles_that_a_ribbon_has_no_room_for_are_counted_in_words() -> None:
    look = Look(Viewport((1280, 720)))
    out = Moment(MomentKind.OUT, 0, ours=True, tiles=(), title=phrase("moment.out_me"))
    faces = [Face(Colour.RED, number) for number in range(1, 14)] * 2
    assert _fitting(look, out, faces[:11], 1.0, 1000, as_cards=False).more == ""
    told = _fitting(look, out, faces[:20], 1.0, 1000, as_cards=False)
    assert (len(told.faces), told.more) == (14, "and 6 more")
    assert told.wide <= 1000


def test_light_lies_under_the_tiles_that_it_praises() -> None:
    look = Look(Viewport((1000, 600)))
    praised = tiles((300, 200), (340, 200))
    setting = scenery_for(praised, FELT, (), None, HIGH)
    one = Moment(MomentKind.PURE, 0, ours=True, tiles=(Tile(0), Tile(1)), title=phrase("moment.pure"))
    running = RunningMoment(one, 0.0, 1.0, ribbon=True, limits=USUAL_LIMITS, dims=False)
    shown = MomentPicture(running, look, setting, (), as_cards=False)
    shown.prepare(1.0)
    lit = Surface(look.viewport.canvas_size)
    shown.draw_under(lit, 0.5)
    inside = look.rect(praised[0])
    assert lit.get_at(inside.center)[:3] == (0, 0, 0)
    assert lit.get_at((inside.centerx, inside.y - 6))[0] > 20


def test_what_is_said_on_the_edge_of_what_is_praised_lies_over_the_edge() -> None:
    look = Look(Viewport((1000, 600)))
    setting = scenery_for(tiles((300, 200), (340, 200)), FELT, (), None, HIGH)
    one = Moment(MomentKind.SIX, 0, ours=True, tiles=(Tile(0), Tile(1)), title=phrase("moment.six"))
    shown = MomentPicture(
        RunningMoment(one, 0.0, 1.0, ribbon=False, limits=USUAL_LIMITS), look, setting, (), as_cards=False
    )
    shown.prepare(1.0)
    pill = Surface((20, 12))
    pill.fill((1, 2, 3))
    edge, at = shown._edges[0]
    foot = edge.get_rect(topleft=at).midbottom
    shows = []
    for said in ((), (surface_part("to go", pill, (foot[0] - 10, foot[1] - 8)),)):
        seen = Surface(look.viewport.canvas_size)
        shown.draw_over(seen, 0.9, said)
        shows.append(seen.get_at((foot[0], foot[1] - 2))[:3])
    assert shows[0] != (1, 2, 3)
    assert shows[1] == (1, 2, 3)


def thrown(setting: Scenery, plates: tuple[Box, ...] = ()) -> MomentPicture:
    """Return a moment in that place, all of it made."""
    one = Moment(MomentKind.DEAD_HAND, 1, ours=True, tiles=(), title=phrase("moment.six"))
    running = RunningMoment(one, 0.0, 1.2, ribbon=True, limits=USUAL_LIMITS, dims=False)
    shown = MomentPicture(running, Look(Viewport((1000, 600))), setting, (), as_cards=False, plates=plates)
    shown.prepare(1.0)
    return shown


def test_pieces_fly_into_the_felt_wherever_they_come_from() -> None:
    plate, high, low = Box(300, 66, 388, 52), tiles((300, 70)), tiles((300, 300))
    ways = [
        {spark.speed[1] > 0 for spark in thrown(scenery_for(cause, FELT, (), None, HIGH), plates=plates)._thrown.sparks}
        for cause, plates in (([plate], (plate,)), (high, ()), (low, ()))
    ]
    assert ways == [{True}, {True}, {False}]
    aside = Box(900, 230, 96, 150)
    made = thrown(scenery_for([aside], FELT, (), None, HIGH), plates=(aside,))
    assert all(spark.speed[0] < 0 and spark.start[0] == aside.x for spark in made._thrown.sparks)


def test_sets_that_lie_apart_throw_their_pieces_each() -> None:
    setting = scenery_for(tiles((60, 300), (500, 300), (900, 430), (300, 430)), FELT, (), None, HIGH)
    made = thrown(setting)
    assert {spark.start[1] for spark in made._thrown.sparks} == {300.0, 430.0}
    assert len(made._thrown.sparks) == MomentKind.DEAD_HAND.spec.pieces


def test_a_kind_without_a_ribbon_throws_all_its_pieces_and_a_ribbon_left_out_takes_most_of_them() -> None:
    setting, seen = scenery_for(tiles((300, 300)), FELT, (), None, HIGH), []
    for kind, ours in ((MomentKind.SEVENTH, True), (MomentKind.SEVENTH, False), (MomentKind.PURE, True)):
        one = Moment(kind, 0, ours=ours, tiles=(Tile(0),), title=phrase("moment.six"))
        running = RunningMoment(one, 0.0, 1.0, ribbon=False, limits=USUAL_LIMITS)
        made = MomentPicture(running, Look(Viewport((1000, 600))), setting, (), as_cards=False)
        seen.append(len(made._thrown.sparks))
    assert seen == [8, 4, 16]


def test_pieces_fly_behind_the_plates() -> None:
    plate, other = Box(300, 66, 388, 52), Box(300, 140, 388, 120)
    setting, seen = scenery_for([plate], FELT, (), plate, HIGH), []
    for plates in ((), (other,)):
        made = thrown(setting, plates=plates)
        made._edges, made._rings, made._ribbon, surface = (), (), None, Surface(made.look.viewport.canvas_size)
        made.draw_over(surface, 0.3)
        seen.append(set(image.tobytes(surface.subsurface(made.look.rect(other)), "RGB")))
    assert len(seen[0]) > 1
    assert seen[1] == {0}


def test_pieces_never_cover_what_is_praised() -> None:
    row, low = tiles((300, 100), (340, 100), (380, 100)), tiles((60, 400), (300, 430), (500, 300), (900, 430))
    for cause in (row, low):
        made = thrown(scenery_for(cause, FELT, (), None, HIGH))
        made._edges, made._rings, made._ribbon = (), (), None
        surface = Surface(made.look.viewport.canvas_size)
        for frame in range(40):
            made.draw_over(surface, frame / 40)
            assert not any(any(image.tobytes(surface.subsurface(made.look.rect(box)), "RGB")) for box in cause)


def test_a_plate_at_the_side_leaves_the_ribbon_the_middle_of_the_felt() -> None:
    aside = Box(FELT.right - 100, FELT.centre[1] - 90, 96, 150)
    setting = scenery_for([aside], FELT, (), None, HIGH, (), (aside,))
    assert setting.middle == FELT.centre
    look = Look(Viewport((1280, 720)))
    moment = Moment(
        MomentKind.DEAD_HAND, 1, ours=False, tiles=(), title=phrase("moment.comeback", behind=1234567890123)
    )
    made = render_ribbon(look, moment, (), as_cards=False, room=setting.room)
    assert setting.middle[0] + made.surface.get_width() / look.u / 2 <= aside.x
    whole = Box(FELT.x + 40, aside.y, FELT.w - 80, aside.h)
    below = scenery_for([whole], FELT, (), None, HIGH, (), (whole,))
    assert below.middle[1] != FELT.centre[1]


def pure(setting: Scenery, plates: tuple[Box, ...] = ()) -> MomentPicture:
    """Return a pure canasta in that place, all of it made."""
    one = Moment(
        MomentKind.PURE, 0, ours=True, tiles=(Tile(0),), title=phrase("moment.pure"), why=phrase("moment.six"),
        points=200,
    )  # fmt: skip
    running = RunningMoment(one, 0.0, 1.2, ribbon=True, limits=USUAL_LIMITS, dims=False)
    shown = MomentPicture(running, Look(Viewport((1000, 600))), setting, (), as_cards=False, plates=plates)
    shown.prepare(1.0)
    return shown


def test_with_motion_off_the_plate_of_whose_moment_it_is_has_a_mint_edge() -> None:
    plate = Box(800, 60, 180, 60)
    one = Moment(MomentKind.PURE, 0, ours=True, tiles=(Tile(0),), title=phrase("moment.pure"), points=200)
    setting = scenery_for(tiles((480, 430)), FELT, (), plate, HIGH)
    places = []
    for limits in (CALM_LIMITS, USUAL_LIMITS):
        running = RunningMoment(one, 0.0, 1.2, ribbon=True, limits=limits)
        shown = MomentPicture(running, Look(Viewport((1000, 600))), setting, (), as_cards=False, plate=plate)
        shown.prepare(1.0)
        edge = shown.look.rect(plate)
        seen = Surface((1000, 600))
        shown.draw_over(seen, 0.1)
        places.append(seen.get_at((edge.centerx, edge.y + 1))[:3])
    assert places == [MINT, (0, 0, 0)]


def test_a_ribbon_as_wide_as_the_felt_has_no_notch_in_which_slivers_of_the_stock_would_show() -> None:
    one = Moment(MomentKind.PILE, 0, ours=True, tiles=(), title=phrase("moment.impure"))
    seen = []
    for room in (FELT.w, 0.0):
        look = Look(Viewport((1280, 720)))
        narrow = render_ribbon(look, one, (), as_cards=False, room=FELT.w)
        made = render_ribbon(look, one, (), as_cards=False, room=room or narrow.surface.get_width() / look.u)
        seen.append(made.surface.get_at((2, made.band.centery)).a)
    assert seen == [0, 255]


def test_tiles_of_a_dead_hand_fly_over_the_ribbon() -> None:
    shown = pure(scenery_for(tiles((480, 430)), FELT, (), None, HIGH))
    at = (round(shown.setting.middle[0] * shown.look.u), round(shown.setting.middle[1] * shown.look.u))

    class Fan:
        def draw(self, surface: Surface, _now: float) -> None:
            surface.set_at(at, (1, 2, 3))

    shown.fan = cast("DeadHandFlight", Fan())
    surface = Surface((1000, 600))
    shown.draw_over(surface, 0.7)
    assert surface.get_at(at)[:3] == (1, 2, 3)


def test_the_cap_is_gone_before_the_ribbon_hides_half_of_it() -> None:
    shown = pure(scenery_for(tiles((480, 420)), FELT, (), None, HIGH))
    begun = 1.2 * shown.running.ribbon_span[0]
    seen = []
    for now in (begun, begun + RIBBON_IN_SECONDS, begun + 0.3, 1.1):
        cap, pictures = shown._cap, []
        for worn in (cap, None):
            shown._cap, surface = worn, Surface((1000, 600))
            shown.draw_over(surface, now)
            pictures.append(image.tobytes(surface, "RGB"))
        shown._cap = cap
        seen.append(pictures[0] != pictures[1])
    assert seen == [True, False, False, False]


def test_the_ends_of_a_ribbon_run_behind_the_plates_beside_it() -> None:
    setting = scenery_for(tiles((480, 430)), FELT, (), None, HIGH)
    whole, band = pure(setting)._ribbon_boxes(pure(setting)._ribbon or pytest.fail("it has a ribbon"))
    look, wide = Look(Viewport((1000, 600))), (whole.w - band.w) / 2
    assert look.u < 1.0
    ends = Box((whole.x + wide / 2) / look.u - 90, band.y / look.u, 90, band.h / look.u)
    seen = []
    for plates in ((), (ends,)):
        surface = Surface((1000, 600))
        pure(setting, plates).draw_over(surface, 0.6)
        seen.append(any(image.tobytes(surface.subsurface(look.rect(ends).clip(surface.get_rect())), "RGB")))
    assert seen == [True, False]


def test_a_ring_passes_behind_the_plates_and_comes_from_nothing_beyond_the_felt() -> None:
    plate, other = Box(300, 66, 300, 52), Box(614, 66, 300, 52)
    seen = []
    for plates in ((plate,), (plate, other)):
        made = thrown(scenery_for([plate], FELT, (), None, HIGH), plates=plates)
        made._sparks = []
        surface = Surface((1000, 600))
        made.draw_over(surface, made.running.burst_time + RING_SECONDS / 2)
        seen.append(any(image.tobytes(surface.subsurface(made.look.rect(other)), "RGB")))
    assert seen == [True, False]
    assert made._rings
    assert not thrown(scenery_for([Box(16, FELT.bottom + 20, 984, 120)], FELT, (), None, HIGH))._rings


def test_points_on_their_way_have_a_dark_rim() -> None:
    shown = pure(scenery_for(tiles((480, 430)), FELT, (), None, HIGH))
    points = shown._points
    assert points is not None
    shades = {points.get_at((x, y))[:3] for x in range(points.get_width()) for y in range(points.get_height())}
    assert shown._light[:3] in shades
    assert SHADOW_COLOUR[:3] in shades


def test_the_cap_is_whole_over_a_set_at_the_top_of_the_felt() -> None:
    felt = Box(16, 60, 984, 526)
    shown = pure(scenery_for(tiles((480, felt.y + 10)), felt, (), None, HIGH))
    look = shown.look
    shown._cap = shown._cap or pytest.fail("it has a cap")
    whole = shown._cap.get_bounding_rect().h
    shown._cap.fill((255, 0, 255))
    for share in (0.1, 0.3, 0.5):
        surface = Surface((1000, 600))
        surface.set_clip(look.rect(felt))
        shown._draw_cap(surface, share, 0.0)
        rows = [y for y in range(600) if surface.get_at((look.px(500), y))[:3] == (255, 0, 255)]
        assert len(rows) >= whole
