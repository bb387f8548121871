"""How long a host may hold an entry, by how well we hear it."""

from __future__ import annotations

from net import messages as m
from net.log.calls import GRACE_MS, MAX_NUMBERING_DELAY_MS
from net.log.lockstep import Lockstep
from net.log.stalls import AWAY_STALL_TIMEOUT_MS, CHECK_INTERVAL_MS
from net.log.succession import RANK_DELAY_MS
from tests.net.fake_lan import identity
from tests.net.parties import Hall

NAMES = ("hugo", "ana", "bea")


def held() -> tuple[Hall, Lockstep]:
    """Return a table whose host numbers nothing that Bea submits and is not heard well, and her lockstep."""
    hall = Hall(NAMES)
    hall.swallow = lambda _who, whom, message: whom == "hugo" and isinstance(message, m.Submit)
    hall.begin()
    lockstep = hall.lockstep("bea")
    assert lockstep.pending is not None
    lockstep.calls.on_host_link(hears=False)
    return hall, lockstep


def passes(hall: Hall, later: int) -> bool:
    """Let time pass for Bea without a message, check by check; return whether the host may be replaced."""
    lockstep = hall.lockstep("bea")
    for _ in range(later // CHECK_INTERVAL_MS):
        hall.now += CHECK_INTERVAL_MS
        lockstep.pass_time(hall.now)
    return lockstep.stalls.stalled


def test_a_host_who_is_never_heard_well_has_longer() -> None:
    hall, _lockstep = held()
    assert not passes(hall, AWAY_STALL_TIMEOUT_MS - CHECK_INTERVAL_MS)
    assert passes(hall, CHECK_INTERVAL_MS)


def test_a_host_who_is_cut_off_is_given_no_time_for_a_link() -> None:
    hall, _lockstep = held()
    assert not passes(hall, AWAY_STALL_TIMEOUT_MS - MAX_NUMBERING_DELAY_MS)
    hall.cut_off("bea")
    assert not passes(hall, MAX_NUMBERING_DELAY_MS - CHECK_INTERVAL_MS)
    assert passes(hall, CHECK_INTERVAL_MS)


def test_a_host_who_is_back_has_time_to_number_what_it_is_sent_again() -> None:
    hall, lockstep = held()
    passes(hall, AWAY_STALL_TIMEOUT_MS - MAX_NUMBERING_DELAY_MS)
    hall.cut_off("bea")
    assert not passes(hall, MAX_NUMBERING_DELAY_MS - 2 * CHECK_INTERVAL_MS)
    hall.link("bea", "hugo")
    lockstep.calls.on_host_link(hears=False)
    assert not passes(hall, MAX_NUMBERING_DELAY_MS)
    assert passes(hall, CHECK_INTERVAL_MS)


def test_a_new_host_has_all_the_time_that_the_one_before_it_had() -> None:
    hall, lockstep = held()
    hall.swallow = lambda who, _whom, message: who == "bea" and isinstance(message, m.Submit)
    hall.cut_off("hugo")
    assert passes(hall, AWAY_STALL_TIMEOUT_MS)
    hall.link("bea", "ana")
    hall.wait(GRACE_MS)
    for name in ("ana", "bea"):
        assert hall.parties[name].requests.give_up_host(hall.now)
    hall.wait(RANK_DELAY_MS)
    assert lockstep.replica.roster.host_key == identity("ana").key
    assert lockstep.pending is not None
    lockstep.calls.on_host_link(hears=False)
    assert not lockstep.stalls.stalled
    assert not passes(hall, AWAY_STALL_TIMEOUT_MS - CHECK_INTERVAL_MS)
    assert passes(hall, 2 * CHECK_INTERVAL_MS)
