"""The director of moments: who has the stage, who waits, what is shortened, and that a hand ends it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.client.table.moments.kinds import CALM_LIMITS, REDUCED_LIMITS, USUAL_LIMITS, MomentKind, limits_for
from game.client.table.moments.moment import Moment, merge_moments
from game.client.table.moments.queue import MomentQueue
from game.client.words import phrase
from game.table.tiles import Tile


def moment(kind: MomentKind, first: int = 0, *, ours: bool = True, points: int = 0) -> Moment:
    tiles = tuple(Tile(first + at) for at in range(3))
    return Moment(kind, 0 if ours else 1, ours, tiles, phrase("moment.pure"), points=points)


def on_stage(moments: MomentQueue) -> MomentKind | None:
    return None if moments.running is None else moments.running.moment.kind


def test_every_kind_lasts_no_longer_the_next_time_and_between_400_and_1200_ms_the_first() -> None:
    for kind in MomentKind:
        first, again, later = (kind.lasts(times) for times in (0, 1, 3))
        assert 0.4 <= first <= 1.2
        assert first >= again >= later
        assert kind.lasts(2) == again


def test_a_moment_begins_when_its_tile_has_landed_and_ends_by_itself() -> None:
    moments = MomentQueue()
    moments.add([moment(MomentKind.PURE)], now=10.0, lands=10.3)
    running = moments.running
    assert running is not None
    assert running.begins == 10.3
    assert running.end_time == pytest.approx(11.5)
    assert running.begins < running.burst_time < running.reflow_time < running.end_time
    assert running.ribbon_share(10.4) is None  # it holds
    assert running.ribbon_share(11.0) is not None
    moments.tick(11.6)
    assert not moments.busy


def test_speed_rules_every_length() -> None:
    moments = MomentQueue()
    moments.add([moment(MomentKind.PURE)], 0.0, 0.0, tempo=4.0)
    assert moments.running is not None
    assert moments.running.lasts == pytest.approx(0.3)


def test_two_at_once_are_one_with_the_tiles_of_the_greater() -> None:
    moments = MomentQueue()
    pure = moment(MomentKind.PURE, 0, points=200)
    dead = replace(moment(MomentKind.DEAD_HAND, 50), title=phrase("moment.impure"))
    moments.add([pure, dead], 0.0, 0.0)
    assert moments.running is not None
    assert moments.running.moment == merge_moments(dead, pure)
    assert moments.running.moment.tiles == dead.tiles
    assert moments.running.moment.points == 200
    assert str(moments.running.moment.title) == "Impure canasta · Pure canasta"


def test_two_of_one_kind_are_told_once_as_two() -> None:
    both = merge_moments(moment(MomentKind.PURE, 0, points=200), moment(MomentKind.PURE, 50, points=200))
    assert str(both.title) == "Pure canasta × 2"
    assert both.points == 400


def test_a_greater_one_cuts_a_lesser_short_and_a_lesser_one_waits() -> None:
    moments = MomentQueue()
    moments.add([moment(MomentKind.OPENED)], 0.0, 0.0)
    moments.add([moment(MomentKind.OUT, 20)], 0.3, 0.3)
    assert on_stage(moments) is MomentKind.OUT
    moments.add([moment(MomentKind.PILE, 40)], 0.6, 0.6)
    assert on_stage(moments) is MomentKind.OUT
    moments.tick(1.6)  # it waited a second: no more than a mark now
    assert on_stage(moments) is None
    assert [mark.moment.kind for mark in moments.marks] == [MomentKind.PILE]


def test_a_hand_ends_the_present_one_and_a_second_all_that_wait() -> None:
    moments = MomentQueue()
    moments.add([moment(MomentKind.OUT)], 0.0, 0.0)
    for at, kind in enumerate((MomentKind.PILE, MomentKind.OPENED, MomentKind.JOKER)):
        moments.add([moment(kind, 30 + 10 * at)], 0.4, 0.4)
    assert moments.skip()
    assert on_stage(moments) is None
    moments.tick(0.5)
    assert on_stage(moments) is not None
    assert moments.skip()
    moments.tick(0.5)
    assert not moments.busy
    assert not moments.skip()


def test_the_fourth_of_a_kind_in_a_round_has_no_ribbon_and_the_next_round_has_one_again() -> None:
    moments = MomentQueue()
    now = 0.0
    for at in range(4):
        moments.add([moment(MomentKind.PURE, 10 * at)], now, now)
        assert (moments.running is not None) is (at < 3)
        now += 3.0
        moments.tick(now)
    moments.new_round()
    moments.add([moment(MomentKind.PURE, 99)], now, now)
    assert moments.running is not None
    assert moments.running.lasts == MomentKind.PURE.lasts(4)  # still counted over the match


def test_others_have_no_more_than_their_share_of_the_stage() -> None:
    moments = MomentQueue()
    moments.add([moment(MomentKind.PURE, ours=False)], 0.0, 0.0)
    moments.tick(1.3)
    moments.add([moment(MomentKind.IMPURE, 20, ours=False)], 1.4, 1.4)
    assert moments.running is None
    assert moments.marks
    moments.tick(9.0)
    moments.add([moment(MomentKind.IMPURE, 40, ours=False)], 9.0, 9.0)
    assert moments.running is not None


def test_who_ends_the_round_has_the_stage_whatever_others_had() -> None:
    moments = MomentQueue()
    moments.add([moment(MomentKind.PURE, ours=False)], 0.0, 0.0)
    moments.tick(1.3)
    moments.add([moment(MomentKind.OUT, 20, ours=False)], 1.4, 1.4)
    assert on_stage(moments) is not None


def test_a_kind_whose_ribbon_was_left_out_has_its_whole_time_when_it_comes() -> None:
    moments = MomentQueue()
    moments.add([moment(MomentKind.PURE, ours=False)], 0.0, 0.0)
    for at in range(3):
        moments.tick(1.3 + at)
        moments.add([moment(MomentKind.IMPURE, 20 * at + 20, ours=False)], 1.4 + at, 1.4 + at)
        assert moments.running is None
    moments.tick(20.0)
    moments.add([moment(MomentKind.IMPURE, 90, ours=False)], 20.0, 20.0)
    assert moments.running is not None
    assert moments.running.lasts == MomentKind.IMPURE.lasts(0)


def test_what_was_undone_and_made_again_is_no_second_moment() -> None:
    moments = MomentQueue()
    moments.add([moment(MomentKind.PURE)], 0.0, 0.0)
    moments.tick(5.0)
    moments.add([moment(MomentKind.PURE)], 5.0, 5.0)
    assert not moments.busy


def test_calm_stands_still_and_holds_nobody_and_less_motion_takes_pieces_and_rays() -> None:
    assert limits_for(calm=True, less=True) is CALM_LIMITS
    assert limits_for(calm=False, less=True) is REDUCED_LIMITS
    assert limits_for(calm=False, less=False) is USUAL_LIMITS
    moments = MomentQueue()
    moments.add([moment(MomentKind.PILE)], 0.0, 0.0, limits=CALM_LIMITS)
    assert moments.running is not None
    assert moments.running.lasts == 1.2
    assert moments.running.ribbon_share(0.01) is not None
    assert not moments.holds_moves
    assert CALM_LIMITS.pieces == 0
    assert 0 < REDUCED_LIMITS.pieces < 1
    assert not REDUCED_LIMITS.rays


def test_a_mark_stands_as_long_as_a_ribbon_where_nothing_moves() -> None:
    moments = MomentQueue()
    moments.add([moment(MomentKind.SEVENTH)], 0.0, 0.0, limits=CALM_LIMITS)
    (mark,) = moments.marks
    assert mark.lasts == CALM_LIMITS.stands
    moments.add([moment(MomentKind.FEW, 20)], 0.0, 0.0)
    assert moments.marks[-1].lasts == MomentKind.FEW.lasts(0)


def test_a_mark_beside_a_ribbon_waits_for_its_end_and_a_hand_lets_it_come_at_once() -> None:
    moments = MomentQueue()
    moments.add([moment(MomentKind.FEW), moment(MomentKind.PURE, 10)], now=0.0, lands=0.3)
    (mark,), running = moments.marks, moments.running
    assert running is not None
    assert mark.begins == running.reflow_time
    moments.add([moment(MomentKind.SIX, 20)], now=0.5, lands=0.7)
    assert moments.marks[-1].begins == running.reflow_time
    assert moments.skip()
    assert {one.begins for one in moments.marks} == {running.begins}
    for limits in (CALM_LIMITS, REDUCED_LIMITS):
        moments = MomentQueue()
        moments.add([moment(MomentKind.FEW), moment(MomentKind.PURE, 10)], now=0.0, lands=0.3, limits=limits)
        assert moments.marks[0].begins == 0.3


def test_a_veil_comes_once_in_two_seconds_and_goes_on_where_two_moments_merge() -> None:
    moments = MomentQueue()
    moments.add([moment(MomentKind.PURE, 0)], 0.0, 0.0)
    first = moments.running
    assert first is not None
    assert first.dims
    moments.add([moment(MomentKind.DEAD_HAND, 20)], 0.05, 0.05)  # before it burst
    merged_one = moments.running
    assert merged_one is not None
    assert merged_one.dims
    moments.tick(1.3)
    moments.add([moment(MomentKind.IMPURE, 40)], 1.5, 1.5)
    second = moments.running
    assert second is not None
    assert not second.dims
    moments.tick(2.6)
    moments.add([moment(MomentKind.PURE, 60)], 2.7, 2.7)
    assert moments.running is not None
    assert moments.running.dims
