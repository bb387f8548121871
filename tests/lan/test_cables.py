"""A cable that is out for a while, frames lost in silence: nobody is thrown out, and the match goes on."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path

import pytest

from game.commands.lan_headless import Exit
from game.commands.lan_linger import LINGER_MS
from game.commands.verify import verify
from game.lan.proof import signed_file_text
from net.log.bodies import LogKind
from net.log.calls import GRACE_MS
from net.peer import AWAY_AFTER_MS, HEARTBEAT_MS
from tests.lan.hall import LanHall
from tests.lan.test_absence import THREE, ended_alike, reaches, table
from tests.slices import some

LINES = ("other_line", "old_line")
OUTAGES = (5_000, 12_000, 21_000, 33_000, 47_000, 76_000)


@pytest.mark.parametrize(("outage", "name"), some(product(OUTAGES[::-1], ["ana", "cid"]), 1))
def test_nobody_is_thrown_out_by_an_outage_shorter_than_the_grace(name: str, outage: int) -> None:
    """The host, alone for ten seconds, calls his guests while they are calling him."""
    assert outage < GRACE_MS
    hall = table()
    reaches(hall, 40)
    hall.wires.pull(name)
    hall.wait(outage)
    hall.wires.plug(name)
    hall.play_out()
    ended_alike(hall, *THREE)
    assert {seat.headless.exit for seat in hall.up()} == {Exit.OVER}, hall.told()


def wake_deaf(hall: LanHall, name: str, slept: int) -> None:
    """Let a program sleep, and do its first step before its sockets have read what came meanwhile."""
    hall.stopped.add(name)
    hall.wait(slept)
    hall.stopped.discard(name)
    bridge = hall.seats[name].bridge
    assert bridge is not None
    came, bridge.told = bridge.told, []
    hall.seats[name].headless.step(hall.now)
    bridge.told = came + bridge.told


@pytest.mark.whole  # an outage: above
def test_a_host_that_slept_takes_nobody_for_silent_who_was_there() -> None:
    """It wakes before the others may give it up, and those for whom it waited were waiting for it."""
    hall = table()
    hall.until(lambda: any(seat.headless.session for seat in hall.up()))
    hall.until(lambda: bool({*hall.seats["ana"].story.awaited_seats()} - {0}))
    wake_deaf(hall, "ana", GRACE_MS + 10_000)
    hall.play_out()
    ended_alike(hall)
    kinds = {entry.core.kind for entry in hall.seats["ana"].session.lockstep.replica.entries}
    assert not kinds & {LogKind.VOTE, LogKind.REHOST}


@pytest.mark.parametrize(("fault", "within"), [("kill", 1_000), ("close", 1_000), ("cable", 2_000), ("freeze", 2_000)])
def test_a_waiting_room_knows_soon_that_its_host_is_gone(fault: str, within: int) -> None:
    hall = table()
    hall.kill("cid")
    hall.wait(1_000)
    bea = hall.seats["bea"].headless.table
    assert bea.party.room is not None
    assert bea.host_gone is None
    at = hall.now
    if fault == "kill":
        hall.kill("ana")
    elif fault == "close":
        hall.seats["ana"].headless.stop()
    elif fault == "freeze":
        hall.stopped.add("ana")
    else:
        hall.wires.pull("ana")
    hall.until(lambda: bea.host_gone is not None, AWAY_AFTER_MS + HEARTBEAT_MS)
    assert hall.now - at <= within
    hall.wires.plug("ana")
    hall.stopped.discard("ana")
    hall.kill("ana")
    hall.start("ana")
    hall.until(lambda: bea.host_gone is None, 20_000)


def test_two_who_were_cut_apart_are_warned_that_there_may_be_two_results() -> None:
    hall = table(2)
    reaches(hall, 30)
    hall.wires.pull("ana")
    hall.until(
        lambda: all(any(one.startswith("apart") for one in seat.headless.news) for seat in hall.up()), 2 * GRACE_MS
    )
    assert [seat.headless.news.count(f"apart {1 - at}") for at, seat in enumerate(hall.up())] == [1, 1]


@pytest.mark.whole  # one warning: below
def test_both_files_of_two_who_were_cut_apart_say_so_and_both_are_told_when_they_meet(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    hall = table(2)
    reaches(hall, 30)
    hall.wires.pull("ana")
    hall.until(lambda: all(seat.session.story.is_over for seat in hall.up()))
    hall.wires.plug("ana")
    ana, bea = (seat.headless for seat in hall.up())
    hall.until(lambda: any(one.startswith("other_line") for one in ana.news), LINGER_MS)
    hall.play_out()
    assert [sum(one.startswith(kind) for one in seat.news) for seat in (ana, bea) for kind in LINES] == [1, 0, 0, 1]
    for seat, other, which in ((ana, "bea", "this one counts"), (bea, "ana", "the other one counts")):
        assert seat.session is not None
        apart = json.loads(seat.line())["apart"]
        assert (apart["seat"], apart["counts"]) == ((0, 1)[other == "bea"], other == "bea")
        path = tmp_path / f"{other}.comodin"
        path.write_text(signed_file_text(seat.session), encoding="utf-8")
        assert verify(str(path), proofs=2) == 0
        said = capsys.readouterr().out
        assert f"From entry {apart['entry']} on it was played without {other} (" in said
        assert which in said


@pytest.mark.whole  # an outage: above
@pytest.mark.parametrize("late", some([AWAY_AFTER_MS + HEARTBEAT_MS, 40_000], 1))
def test_who_is_back_long_before_its_cable_takes_nothing_for_new_that_it_hears_then(late: int) -> None:
    """Call and vote come in one breath then, and both are old: no host has lied."""
    hall = table()
    reaches(hall, 40)
    hall.kill("bea")
    hall.wait(GRACE_MS + 15_000)
    hall.wires.pull("bea")
    hall.start("bea")
    hall.wait(late)
    hall.wires.plug("bea")
    hall.play_out()
    ended_alike(hall, *THREE)
