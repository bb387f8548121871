"""The clock of a turn alone: what restarts it, what stops it, and when the turn is over, late or silent."""

from __future__ import annotations

from game.lan.clock import OVERDUE_AFTER_MS, TurnClock

FIRST, SECOND = (1, 0), (1, 1)


def test_a_turn_is_over_after_its_seconds_and_the_next_one_has_its_own() -> None:
    clock = TurnClock(10)
    assert not clock.update(FIRST, 0, 0, held=False)
    assert not clock.update(FIRST, 9_999, 9_999, held=False)
    assert clock.update(FIRST, 10_000, 1, held=False)
    assert not clock.update(SECOND, 10_001, 1, held=False)
    assert clock.update(SECOND, 20_001, 10_000, held=False)


def test_it_stands_still_while_it_is_held() -> None:
    clock = TurnClock(10)
    clock.update(FIRST, 0, 0, held=False)
    assert not clock.update(FIRST, 30_000, 30_000, held=True)
    assert not clock.update(FIRST, 39_999, 9_999, held=False)
    assert clock.update(FIRST, 40_000, 1, held=False)


def test_a_turn_that_is_counted_again_after_a_stop_has_all_its_time() -> None:
    clock = TurnClock(10)
    clock.update(FIRST, 0, 0, held=False)
    clock.stop()
    assert not clock.is_mover_overdue(10_000 + OVERDUE_AFTER_MS)
    assert not clock.update(FIRST, 60_000, 0, held=False)
    assert clock.update(FIRST, 70_000, 10_000, held=False)


def test_a_turn_is_late_once_and_silent_a_while_later() -> None:
    clock = TurnClock(10)
    clock.update(FIRST, 0, 0, held=False)
    assert (clock.take_first_late(), clock.take_first_late()) == (True, False)
    clock.update(SECOND, 5_000, 0, held=False)
    assert clock.take_first_late()
    assert not clock.is_mover_overdue(14_999 + OVERDUE_AFTER_MS)
    assert clock.is_mover_overdue(15_000 + OVERDUE_AFTER_MS)


def test_what_is_left_is_never_less_than_nothing() -> None:
    clock = TurnClock(10)
    assert clock.seconds_left(0) is None
    clock.update(FIRST, 0, 0, held=False)
    assert [clock.seconds_left(now) for now in (0, 9_999, 10_000, 12_000)] == [10.0, 0.001, 0.0, 0.0]


def test_a_table_without_a_limit_counts_nothing() -> None:
    clock = TurnClock(0)
    assert not clock.update(FIRST, 0, 0, held=False)
    assert not clock.update(FIRST, 10_000_000, 10_000_000, held=False)
    assert not clock.is_mover_overdue(10_000_000)
