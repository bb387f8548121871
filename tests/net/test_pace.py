"""How much one side may say: a burst at once, then one an interval, and a sender keeps below what a receiver bears."""

from __future__ import annotations

import pytest

from net.pace import HOST_ALLOWANCE, PLAYER_ALLOWANCE, Allowance, Pace


@pytest.mark.parametrize("allowance", [PLAYER_ALLOWANCE, HOST_ALLOWANCE, Allowance(10, 3)])
def test_a_burst_goes_at_once_and_then_one_each_interval(allowance: Allowance) -> None:
    pace = Pace(allowance, 1_000)
    assert all(pace.count(1_000) for _ in range(allowance.burst))
    assert not pace.count(1_000)
    assert pace.ready_at(1_000) == 1_000 + allowance.interval
    assert not pace.count(1_000 + allowance.interval - 1)
    assert pace.count(1_000 + allowance.interval)
    assert not pace.count(1_000 + allowance.interval)


def test_what_was_refused_is_not_counted() -> None:
    pace = Pace(Allowance(10, 1), 0)
    assert pace.count(0)
    assert not any(pace.count(9) for _ in range(50))
    assert pace.count(10)


def test_saved_up_is_a_burst_and_no_more() -> None:
    pace = Pace(Allowance(10, 3), 0)
    assert [pace.count(1_000_000) for _ in range(4)] == [True, True, True, False]


@pytest.mark.parametrize("allowance", [PLAYER_ALLOWANCE, HOST_ALLOWANCE])
def test_a_careful_sender_is_never_refused(allowance: Allowance) -> None:
    sender, receiver = Pace(allowance.for_sender(), 0), Pace(allowance, 0)
    now = 0
    for _ in range(3 * allowance.burst):
        now = sender.ready_at(now)
        assert sender.count(now)
        assert receiver.count(now)
