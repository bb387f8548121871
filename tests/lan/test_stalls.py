"""A host who is here and numbers nothing is given up like one who is gone, and no honest one ever is."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any, cast

import pytest

from game.commands.lan_headless import Player
from game.lan.log.state import Stage
from game.lan.log.story import LanStory
from game.lan.news import NewsKind
from net import messages as m
from net.log.calls import FOLLOWER_TOLERANCE_MS, GRACE_MS
from net.log.effects import SendMessage
from net.log.entries import TABLE_AUTHOR, read_core
from net.log.stalls import AWAY_STALL_TIMEOUT_MS, STALL_TIMEOUT_MS
from tests.lan.hall import LEVEL, LanHall, Seat, offered
from tests.lan.test_absence import ended_alike, length, reaches
from tests.lan.test_votes import seat_of
from tests.slices import count, some

FOUR = ("ana", "bea", "cid", "dora")
DEALT = 40
LONG = count(
    AWAY_STALL_TIMEOUT_MS + FOLLOWER_TOLERANCE_MS, 2 * AWAY_STALL_TIMEOUT_MS
)  # in which a host who keeps back what he owes is given up


def table(players: int, *, rounds: int = 2, seconds: int = 0, bots: int = 0) -> LanHall:
    offer = offered("rummikub", players=players, rounds="fresh", fresh_rounds=rounds, turn_seconds=seconds)
    return LanHall(offer, FOUR[: players - bots], bots=bots)


def lockstep(hall: LanHall, name: str) -> Any:
    return cast("Any", hall.seats[name].session.lockstep)


def numbers_nothing(hall: LanHall, name: str) -> None:
    """Change a host's program: it ignores what others submit, and submits nothing itself."""
    one = lockstep(hall, name)
    one.on_submit = lambda _link, _submit: None
    one.outbox.pump = lambda: None


def rejects_all(hall: LanHall, name: str) -> None:
    """Change a host's program: it rejects whatever others submit, and submits nothing itself."""
    one = lockstep(hall, name)

    def on_submit(link: int, submit: m.Submit) -> None:
        turn = read_core(submit.raw).turn
        one.emit(SendMessage(link, m.Reject(turn, "illegal", "no")))

    one.on_submit = on_submit
    one.outbox.pump = lambda: None


def owes_the_table(hall: LanHall, name: str) -> None:
    """Change a host's program: it numbers what others submit, and writes no entry of the table."""
    outbox = lockstep(hall, name).outbox
    wanted = outbox._next_wanted

    def next_wanted() -> Any:
        found = wanted()
        return None if found is not None and found[0] == TABLE_AUTHOR else found

    outbox._next_wanted = next_wanted


def given_up(hall: LanHall, host: str, within: int) -> str:
    """Wait until somebody else hosts; return who."""
    others = [seat for seat in hall.up() if seat.name != host]
    hall.until(lambda: any(seat.session.lockstep.is_hosting for seat in others), within)
    return next(seat.name for seat in others if seat.session.lockstep.is_hosting)


@pytest.mark.parametrize(("change", "players"), some(product([numbers_nothing, rejects_all], [3, 2, 4]), 1))
def test_a_host_who_is_here_and_numbers_nothing_is_followed(
    change: Callable[[LanHall, str], None], players: int
) -> None:
    hall = table(players)
    reaches(hall, DEALT)
    change(hall, "ana")
    before = hall.now
    heir = given_up(hall, "ana", STALL_TIMEOUT_MS + GRACE_MS)
    assert hall.now - before >= STALL_TIMEOUT_MS
    hall.until(lambda: hall.seats[heir].story.stage is Stage.PLAYING, 60_000)
    told = [one for one in hall.seats[heir].headless.news if one.startswith(NewsKind.STALLED.value)]
    assert told == [f"{NewsKind.STALLED.value} {seat_of(hall, 'ana')}"]
    followers = {hall.seats[name].story.roster.host for name in FOUR[1:players]}
    assert followers == {seat_of(hall, heir)}


@pytest.mark.whole  # test_a_host_who_is_here_and_numbers_nothing_is_followed
@pytest.mark.parametrize("due", some(["score", "deal", "round"], 1))
def test_a_host_who_keeps_back_what_the_table_owes_is_followed(due: str) -> None:
    """All others have done what they owe; the deal, the score or the next round is for the host to write."""
    hall = table(3)
    ana = hall.seats["ana"]
    if due == "deal":
        reaches(hall, 12)
    elif due == "score":
        hall.until(lambda: ana.headless.session is not None and ana.story.stage is Stage.PLAYING)
    else:
        hall.until(lambda: ana.headless.session is not None and ana.story.stage is Stage.SIGNING)
    owes_the_table(hall, "ana")
    heir = given_up(hall, "ana", 1_200_000)
    hall.until(lambda: hall.seats[heir].story.stage is Stage.PLAYING, 60_000)


def test_a_host_whose_bot_never_moves_is_followed() -> None:
    hall = table(3, bots=1)
    ana = hall.seats["ana"]
    hall.until(lambda: ana.headless.session is not None and ana.story.stage is Stage.PLAYING)
    owes_the_table(hall, "ana")
    given_up(hall, "ana", 600_000)


@pytest.mark.whole  # one who stays: above
def test_a_host_who_comes_and_goes_and_numbers_nothing_is_followed() -> None:
    """He is never gone for a grace, and never heard for long."""
    hall = table(3)
    reaches(hall, DEALT)
    numbers_nothing(hall, "ana")
    before = hall.now

    def flaps() -> bool:
        hall.wires.pull("ana")
        hall.wait(25_000)
        hall.wires.plug("ana")
        hall.wait(15_000)
        return any(lockstep(hall, name).is_hosting for name in ("bea", "cid"))

    hall.until(flaps, 2 * AWAY_STALL_TIMEOUT_MS)
    assert hall.now - before >= AWAY_STALL_TIMEOUT_MS


def test_a_host_of_two_who_numbers_nothing_keeps_his_own_match_and_both_are_told() -> None:
    hall = table(2)
    reaches(hall, DEALT)
    numbers_nothing(hall, "ana")
    given_up(hall, "ana", STALL_TIMEOUT_MS + GRACE_MS)
    hall.wait(1_000)
    assert hall.seats["ana"].story.roster.host == 0
    assert any(one.startswith(NewsKind.OTHER_LINE.value) for one in hall.seats["ana"].headless.news)
    assert any(one.startswith(NewsKind.APART.value) for one in hall.seats["bea"].headless.news)


# Who is honest keeps the table


def keeps_it(hall: LanHall, *names: str) -> None:
    """Play to the end under the host who began."""
    hall.play_out()
    ended_alike(hall, *names)
    ballots = {seat.story.roster.ballot for seat in hall.up()}
    assert ballots == {0}, hall.told()
    assert not any(one.startswith(NewsKind.STALLED.value) for seat in hall.up() for one in seat.headless.news)


def thinks(hall: LanHall, name: str) -> Seat:
    """Let somebody's person think for as long as it takes."""
    seat = hall.seats[name]
    seat.headless._player = None
    return seat


@pytest.mark.parametrize("name", ["ana", "bea"])
def test_a_person_may_think_for_as_long_as_he_likes(name: str) -> None:
    hall = table(3, rounds=1)
    reaches(hall, DEALT)
    seat = thinks(hall, name)
    hall.until(lambda: seat.session.view is not None and seat.session.view.must_decide)
    hall.wait(count(1, 2) * LONG)
    seat.headless._player = Player(LEVEL, 1)
    keeps_it(hall)


@pytest.mark.whole  # an outage: `test_cables.py`
@pytest.mark.parametrize("lasts", some([GRACE_MS - FOLLOWER_TOLERANCE_MS, 21_000], 1))
def test_a_host_who_was_stopped_for_less_than_the_grace_keeps_the_table(lasts: int) -> None:
    hall = table(3, rounds=1)
    for entries in (12, DEALT):
        reaches(hall, entries)
        hall.stopped.add("ana")
        hall.wait(lasts)
        hall.stopped.discard("ana")
    keeps_it(hall)


@pytest.mark.whole  # a silent seat: `test_verdict.py`
def test_a_host_who_waits_for_a_silent_seat_keeps_the_table() -> None:
    """The deal needs a share of somebody who is here and says nothing: that is not the host's doing."""
    hall = table(3, rounds=1)
    reaches(hall, 12)
    silent = lockstep(hall, "cid").outbox
    pump, silent.pump = silent.pump, lambda: None
    hall.wait(GRACE_MS)
    for name in ("bea", "ana"):
        cast("Any", hall.seats[name].session).vote_absent = lambda _seat: False  # they have patience
    hall.wait(LONG)
    silent.pump = pump
    silent.pump()
    keeps_it(hall)


@pytest.mark.whole  # a slow person: above
def test_a_host_who_waits_for_somebody_between_rounds_keeps_the_table() -> None:
    hall = table(3)
    ana = hall.seats["ana"]
    hall.until(lambda: ana.headless.session is not None and ana.story.stage is Stage.SIGNING)
    for name in ("ana", "bea"):
        cast("Any", hall.seats[name].session).vote_absent = lambda _seat: False  # they have patience
    hall.until(lambda: ana.story.stage is Stage.REST)
    hall.wires.pull("cid")
    hall.wait(count(AWAY_STALL_TIMEOUT_MS + FOLLOWER_TOLERANCE_MS, 3 * AWAY_STALL_TIMEOUT_MS))
    hall.wires.plug("cid")
    keeps_it(hall)


@pytest.mark.whole  # a pause: `test_rest.py`
def test_a_host_who_paused_the_table_between_rounds_keeps_it() -> None:
    hall = table(3)
    ana = hall.seats["ana"]
    hall.until(lambda: ana.headless.session is not None and ana.story.stage is Stage.SIGNING)
    ana.session.set_table_paused(paused=True)
    hall.wait(LONG)
    ana.session.set_table_paused(paused=False)
    keeps_it(hall)


@pytest.mark.whole  # sleep and cables: `test_cables.py`
@pytest.mark.parametrize("how", ["asleep", "cut off"])
def test_a_guest_who_was_asleep_or_cut_off_gives_no_host_up_for_it(how: str) -> None:
    hall = table(3, rounds=1)
    for entries in (12, DEALT):
        reaches(hall, entries)
        for _ in range(3):
            if how == "asleep":
                hall.stopped.add("bea")
                hall.wait(GRACE_MS - FOLLOWER_TOLERANCE_MS)
                hall.stopped.discard("bea")
            else:
                hall.wires.pull("bea")
                hall.wait(GRACE_MS - FOLLOWER_TOLERANCE_MS)
                hall.wires.plug("bea")
            hall.wait(8_000)
    keeps_it(hall)


def test_a_host_keeps_the_table_while_a_guest_vouches_for_a_false_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """The host rightly numbers nothing of the liar's, and all that the others submit."""
    hall = table(3, rounds=1)
    reaches(hall, DEALT)
    liar, digest = seat_of(hall, "cid"), LanStory.digest
    monkeypatch.setattr(LanStory, "digest", lambda story: bytes(16) if story.seat == liar else digest(story))
    hall.wait(LONG)
    assert liar in hall.seats["bea"].story.roster.convicted
    assert hall.seats["bea"].story.roster.ballot == 0
    assert not any(one.startswith(NewsKind.STALLED.value) for seat in hall.up() for one in seat.headless.news)


def test_a_host_on_a_bad_network_keeps_the_table() -> None:
    """Every half minute all links of the host break, and what was under way is sent again."""
    hall = table(3, rounds=1)
    reaches(hall, 3)
    while not all(seat.headless.exit for seat in hall.up()):
        hall.cut_off("ana")
        hall.wait(30_000)
    keeps_it(hall)


def test_a_host_who_is_started_again_in_a_turn_with_a_clock_counts_anew() -> None:
    """His guests' clocks were over for long when his is; they wait for it."""
    hall = table(2, rounds=1, seconds=60)
    reaches(hall, DEALT)
    bea = thinks(hall, "bea")
    hall.until(lambda: bea.session.view is not None and bea.session.view.must_decide)
    cast("Any", bea.session)._end_turn = lambda _seat: None  # a changed program: its turn never ends
    hall.wait(55_000)
    hall.kill("ana")
    hall.wait(2_000)
    hall.start("ana")
    before = length(hall.seats["ana"])
    hall.until(lambda: length(hall.seats["ana"]) > before, 300_000)
    assert hall.seats["ana"].story.roster.ballot == 0
    assert bea.session.stalled is False
