"""Who comes back after the others have finished gets the end; who is alone ends with a sentence in bounded time."""

from __future__ import annotations

import pytest

from game.commands.lan_headless import ALONE_MS, ALONE_SENTENCE, FIRST_ANSWER_TIMEOUT_MS, QUIET_CALL_MS, Exit
from game.commands.lan_linger import LINGER_MS
from net.log.calls import GRACE_MS
from tests.lan.hall import LanHall
from tests.lan.test_absence import ended_alike, length, reaches, table


def leaving() -> LanHall:
    """A table whose programs are gone once they have finished, as processes are."""
    hall = table()
    hall.quits = True
    return hall


def finished(hall: LanHall, *names: str) -> None:
    """Wait until these have the whole match, gone or not."""
    hall.until(lambda: all(hall.seats[name].session.story.is_over for name in names))


def test_who_was_voted_off_hears_the_end_from_whoever_stays_for_it() -> None:
    hall = leaving()
    reaches(hall, 40)
    hall.kill("bea")
    finished(hall, "ana", "cid")
    hall.wait(LINGER_MS * 3 // 4)
    hall.start("bea")
    hall.play_out()
    ended_alike(hall)


@pytest.mark.whole  # a guest: above
def test_a_host_that_was_given_up_hears_the_end_from_the_next() -> None:
    hall = leaving()
    reaches(hall, 40)
    hall.kill("ana")
    finished(hall, "bea", "cid")
    hall.wait(LINGER_MS * 3 // 4)
    hall.start("ana")
    hall.play_out()
    ended_alike(hall)


def test_who_waits_for_nobody_goes_at_once() -> None:
    hall = table()
    reaches(hall, 40)
    finished(hall, "ana", "bea", "cid")
    at = hall.now
    hall.play_out()
    assert hall.now - at < 1_000


@pytest.mark.whole  # test_who_waits_for_nobody_goes_at_once
def test_who_is_alone_in_a_match_that_cannot_go_on_ends_with_a_sentence() -> None:
    hall = table()
    reaches(hall, 40)
    hall.kill("ana")
    hall.kill("cid")
    hall.step()  # what they said last was under way
    at, entries = hall.now, length(hall.seats["bea"])
    hall.play_out(2 * ALONE_MS)
    assert hall.now - at <= ALONE_MS + GRACE_MS
    bea = hall.seats["bea"].headless
    assert (bea.exit, bea.sentence) == (Exit.STOPPED, ALONE_SENTENCE)
    assert length(hall.seats["bea"]) == entries
    for name in ("bea", "ana", "cid"):
        hall.kill(name)
        hall.start(name)
    hall.play_out()
    ended_alike(hall)


def test_a_call_without_an_answer_ends_in_eight_seconds_with_a_reason() -> None:
    hall = table()
    hall.wires.pull("ana")
    hall.step()
    hall.wait(FIRST_ANSWER_TIMEOUT_MS - 1_000)
    assert hall.seats["bea"].headless.exit is None
    hall.wait(1_500)
    bea = hall.seats["bea"].headless
    assert (bea.exit, bea.sentence) == (Exit.REFUSED, "Nobody answers at ana:1: it does not answer.")


def test_who_waits_for_a_silent_host_says_so_once() -> None:
    hall = table()
    hall.wires.pull("ana")
    hall.step()
    hall.wait(QUIET_CALL_MS - 1_000)
    assert hall.seats["bea"].headless.told == []
    hall.wait(3_000)
    assert hall.seats["bea"].headless.told == ["The host has not answered yet; the call goes on."]


def test_a_host_that_answers_at_once_is_not_said_to_be_silent() -> None:
    hall = table()
    reaches(hall, 40)
    assert not any("has not answered yet" in said for said in hall.seats["bea"].headless.told)
