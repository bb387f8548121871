"""Who comes to a match that is played already finds its room whole, whatever befell the host."""

from __future__ import annotations

import pytest

from game.commands.lan_headless import Exit, Limits
from net.reasons import Reason
from tests.lan.hall import LanHall
from tests.lan.test_absence import ended_alike, reaches, table
from tests.slices import some


def with_watcher() -> LanHall:
    """A table whose watcher has not come yet."""
    hall = table(watchers=("wil",))
    hall.kill("wil")
    return hall


@pytest.mark.parametrize("entries", some([40, 4], 1))
def test_a_new_watcher_comes_in_after_the_host_was_started_again(entries: int) -> None:
    hall = with_watcher()
    reaches(hall, entries)
    hall.kill("ana")
    hall.start("ana")
    hall.start("wil")
    hall.play_out()
    ended_alike(hall)
    assert hall.seats["wil"].story.seat is None


@pytest.mark.whole  # the first host: below
def test_a_new_watcher_comes_in_after_the_next_host_was_started_again() -> None:
    hall = with_watcher()
    hall.kill("ana")
    hall.seats["ana"].limits = Limits(leave_after=30)
    hall.start("ana")
    hall.until(lambda: hall.seats["ana"].headless.exit is Exit.STOPPED)
    hall.until(lambda: any(seat.run and seat.session.lockstep.is_hosting for seat in hall.up()))
    host = next(seat.name for seat in hall.up() if seat.run and seat.session.lockstep.is_hosting)
    hall.kill("ana")
    hall.kill(host)
    hall.start(host)
    hall.seats["wil"].call = host
    hall.start("wil")
    hall.play_out()
    ended_alike(hall, "bea", "cid", "wil")


def test_a_player_that_lost_its_log_is_told_why_it_cannot_sit_again_and_the_others_play_on() -> None:
    """It has lost its part of the match's id and its salt with it, and would deal from a secret it used before."""
    hall = table()
    reaches(hall, 40)
    hall.kill("bea")
    hall.kill("ana")
    hall.seats["bea"].kept.clear()
    hall.start("ana")
    hall.start("bea")
    hall.play_out()
    ended_alike(hall, "ana", "cid")
    bea = hall.seats["bea"].headless
    assert bea.exit is Exit.REFUSED
    assert bea.sentence == Reason.NOT_DRAWN.sentence


def test_a_host_that_dies_between_keeping_the_start_and_sending_it_plays_with_those_who_waited() -> None:
    hall = table()
    hall.seats["ana"].crash_at = 1
    hall.until(lambda: hall.seats["ana"].run is None)
    assert len(hall.seats["ana"].kept) == 2, "the salt and START, which a home writes at once"
    assert all(seat.headless.session is None for seat in hall.up())
    hall.wait(3_000)
    hall.start("ana")
    hall.play_out()
    ended_alike(hall)
    chairs = hall.seats["ana"].session.lockstep.replica.roster.chairs
    assert all(chair.held for chair in chairs), "no bot took a chair"
