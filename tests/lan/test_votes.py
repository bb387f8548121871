"""Nobody who is here and owes nothing loses the chair by votes, whatever programs the others have changed."""

from __future__ import annotations

from typing import Any, cast

import pytest

from game.commands.lan_headless import Player
from game.lan.log.state import Stage
from game.lan.news import NewsKind
from game.match.transcript import EntryKind
from net import messages as m
from net.log.bodies import Call, LogKind, Vote, write_body
from net.log.calls import GRACE_MS
from net.log.entries import FIRST_GAME_KIND, read_core
from net.log.replica import EntryDraft
from net.log.roster import MAX_CALLS
from tests.lan.hall import LEVEL, LanHall, Seat, offered
from tests.lan.test_absence import length, lines, reaches

FOUR = ("ana", "bea", "cid", "dora")


def changed(seat: Seat) -> None:
    """Change a program: it accepts every vote, and may vote at any time."""
    calls = cast("Any", seat.session.lockstep.calls)
    calls.vote_refusal = lambda _core: ""
    calls.vote_fault = lambda _core: ""
    calls.may_vote = lambda _seat, _early=0: True


def says(hall: LanHall, who: str, kind: LogKind, about: int) -> None:
    """Let a program write a call or a vote about a seat, whatever its own clocks say."""
    session = hall.seats[who].session
    turns = session.lockstep.replica.roster.entries_written_by(about)
    body = Call(about, turns) if kind is LogKind.CALL else Vote(about, turns)
    session.table.party.requests.write_entry(EntryDraft(kind, write_body(body)), hall.now)
    hall.wake(who)


def deaf_to(hall: LanHall, who: str, kind: LogKind, *, game: bool = False, author: int | None = None) -> None:
    """Let a changed host ignore submitted entries of a kind, with `game` also the game's, of one author or of all."""
    lockstep = cast("Any", hall.seats[who].session.lockstep)
    hear = lockstep.on_submit

    def on_submit(link: int, submit: m.Submit) -> None:
        core = read_core(submit.raw)
        if author not in (None, core.author) or (core.kind != kind and not (game and core.kind >= FIRST_GAME_KIND)):
            hear(link, submit)

    lockstep.on_submit = on_submit


def thinking(players: int) -> LanHall:
    """Return a hall in which everybody is here and nobody moves."""
    offer = offered("rummikub", players=players, rounds="fresh", fresh_rounds=2, turn_seconds=0)
    hall = LanHall(offer, FOUR[:players])
    reaches(hall, 40)
    for seat in hall.seats.values():
        seat.headless._player = None
    hall.wait(20_000)
    return hall


def soon(hall: LanHall) -> None:
    """Let time pass until what was sent has arrived and been answered."""
    for _ in range(20):
        hall.step(10)


def seat_of(hall: LanHall, name: str) -> int:
    seat = hall.seats[name].story.seat
    assert seat is not None
    return seat


def test_who_is_here_answers_and_keeps_the_chair() -> None:
    """A call of a changed program costs two entries and nothing else; without a call there is no vote."""
    hall = thinking(2)
    bea, before = seat_of(hall, "bea"), length(hall.seats["ana"])
    changed(hall.seats["ana"])
    says(hall, "ana", LogKind.VOTE, bea)
    says(hall, "ana", LogKind.CALL, bea)
    soon(hall)
    says(hall, "ana", LogKind.VOTE, bea)
    hall.wait(1_000)
    chair = hall.seats["bea"].story.roster.chairs[bea]
    assert (chair.held, chair.called, chair.votes) == (True, 0, ())
    assert length(hall.seats["ana"]) == before + 2
    assert lines(hall.seats["bea"], EntryKind.VOID) == []


def test_a_host_who_takes_a_chair_at_once_loses_the_table() -> None:
    hall = thinking(2)
    seat = seat_of(hall, "bea")
    changed(hall.seats["ana"])
    deaf_to(hall, "ana", LogKind.HERE)
    says(hall, "ana", LogKind.CALL, seat)
    soon(hall)
    says(hall, "ana", LogKind.VOTE, seat)
    went_on_without(hall, "ana", "bea")


@pytest.mark.whole  # one who votes: `test_changed.py`
def test_two_of_four_who_vote_a_third_away_lose_the_table_to_the_others() -> None:
    """The fourth judges by his own clock, though he knows of the third by the host alone."""
    hall = thinking(4)
    seat = seat_of(hall, "bea")
    for name in ("ana", "dora"):
        changed(hall.seats[name])
    deaf_to(hall, "ana", LogKind.HERE)
    says(hall, "ana", LogKind.CALL, seat)
    soon(hall)
    says(hall, "dora", LogKind.VOTE, seat)
    soon(hall)
    says(hall, "ana", LogKind.VOTE, seat)
    went_on_without(hall, "ana", "cid", seat_of(hall, "dora"))
    assert seat in hall.seats["cid"].story.roster.persons


def test_a_host_who_keeps_the_answer_back_through_the_grace_loses_the_table() -> None:
    hall = thinking(2)
    seat = seat_of(hall, "bea")
    changed(hall.seats["ana"])
    deaf_to(hall, "ana", LogKind.HERE)
    says(hall, "ana", LogKind.CALL, seat)
    hall.wait(GRACE_MS + 5_000)
    says(hall, "ana", LogKind.VOTE, seat)
    went_on_without(hall, "ana", "bea")


def went_on_without(hall: LanHall, host: str, name: str, *helpers: int) -> None:
    """Check that the match goes on under another host, the victim keeps the seat, and the old host pays."""
    seat, cheat = seat_of(hall, name), seat_of(hall, host)
    hall.until(lambda: not hall.seats[name].session.frozen and hall.seats[name].story.roster.host != cheat, 300_000)
    hall.until(lambda: hall.seats[name].story.stage is Stage.PLAYING)
    story = hall.seats[name].story
    assert story.roster.chairs[seat].held
    assert story.voids.made[cheat] == 1
    assert {one.side for one in story.standing.paid} == story.voids.made.keys() <= {cheat, *helpers}


def test_a_host_takes_no_vote_before_the_grace_is_over() -> None:
    hall = thinking(3)
    hall.kill("cid")
    seat = 2
    hall.until(lambda: bool(hall.seats["ana"].story.roster.chairs[seat].called))
    changed(hall.seats["bea"])
    says(hall, "bea", LogKind.VOTE, seat)
    hall.wait(1_000)
    assert hall.seats["ana"].story.roster.chairs[seat].votes == ()
    hall.until(lambda: seat not in hall.seats["ana"].story.roster.persons, GRACE_MS + 10_000)


def test_the_news_name_who_voted() -> None:
    hall = thinking(3)
    hall.kill("cid")
    hall.until(lambda: 2 not in hall.seats["ana"].story.roster.persons)
    for name in ("ana", "bea"):
        told = [one for one in hall.seats[name].headless.news if one.startswith(NewsKind.VOTED.value)]
        assert told, hall.seats[name].headless.news


def test_a_guest_deposes_no_host_who_is_here() -> None:
    """Of two, one alone is enough to go on without the host; who is here and heard him all the time does not follow."""
    hall = thinking(2)
    bea = hall.seats["bea"].session
    succession = cast("Any", bea.table.party.succession)
    succession.reset = lambda: None
    succession.give_up_host(hall.now)
    hall.until(lambda: bea.lockstep.is_hosting, 60_000)
    hall.wait(2_000)
    story = hall.seats["ana"].story
    assert (story.roster.host, story.roster.persons) == (0, (0, 1))
    assert (story.voids.made, story.standing.paid) == ({}, ())
    assert any(one.startswith(NewsKind.OTHER_LINE.value) for one in hall.seats["ana"].headless.news)
    hall.until(lambda: story.roster.persons != (0, 1) or hall.seats["ana"].story.roster.persons == (0,), 300_000)
    assert hall.seats["ana"].story.voids.made == {1: 1}, "what it costs falls on who went"


@pytest.mark.whole  # a host given up: `test_late_returners.py`
def test_a_host_who_was_away_through_the_grace_follows_who_went_on() -> None:
    hall = thinking(3)
    hall.wires.pull("ana")
    hall.until(lambda: hall.seats["bea"].story.roster.host != 0, 400_000)
    hall.wires.plug("ana")
    hall.until(lambda: hall.seats["ana"].story.roster.host != 0, 300_000)
    assert len(hall.heads()) == 1


@pytest.mark.whole  # read in a window: `tests/client/lan/test_reading.py`
def test_who_went_back_in_the_midst_of_a_round_sees_how_long_its_score_may_be_read() -> None:
    hall = thinking(3)
    hall.wires.pull("ana")
    ana, bea, cid = (hall.seats[name] for name in FOUR[:3])
    hall.until(lambda: bea.story.roster.host != 0 and bea.story.stage is Stage.PLAYING, 400_000)
    hall.wires.plug("ana")
    hall.until(lambda: ana.story.roster.host != 0 and ana.story.stage is Stage.PLAYING, 300_000)
    cid.session.begin_next_round = lambda: None  # type: ignore[method-assign]
    for name, seat in hall.seats.items():
        seat.headless._player = Player(LEVEL, len(name))
    hall.until(lambda: ana.story.stage is Stage.REST, 600_000)
    soon(hall)
    assert ana.session.reading.left_ms is not None


def owing(hall: LanHall, name: str) -> None:
    """Bring the table to where the deal needs a share of somebody, who is silent until then."""
    lockstep = cast("Any", hall.seats[name].session.lockstep)
    story = hall.seats["ana"].story
    seat = seat_of(hall, name)
    hall.until(lambda: seat in story.awaited_seats() and lockstep.pending is not None, 600_000)


def test_a_host_who_keeps_back_what_a_seat_owes_takes_no_chair_by_it() -> None:
    """Two are left, and the host says that the other has been silent: its share has been with him all the time."""
    offer = offered("rummikub", players=2, rounds="fresh", fresh_rounds=2, turn_seconds=0)
    hall = LanHall(offer, FOUR[:2])
    reaches(hall, 3)
    changed(hall.seats["ana"])
    deaf_to(hall, "ana", LogKind(0), game=True)
    owing(hall, "bea")
    seat = seat_of(hall, "bea")
    hall.until(lambda: bool(hall.seats["ana"].story.roster.chairs[seat].called), 60_000)
    hall.wait(GRACE_MS + 5_000)
    says(hall, "ana", LogKind.VOTE, seat)
    went_on_without(hall, "ana", "bea")


def forfeits(hall: LanHall, seat: int) -> None:
    """Make every program count for a seat as many void rounds as forfeit it."""
    for one in hall.seats.values():
        one.story.voids.made[seat] = one.story.voids.allowed


def test_who_does_not_say_that_a_chair_is_forfeit_stops_nobody() -> None:
    """Cid must go, and Bea's changed program never says so: without her there are two, of whom one vote is enough."""
    hall = thinking(3)
    forfeits(hall, 2)
    cast("Any", hall.seats["bea"].story.voids).owed_votes = lambda _author, _place: ()
    for seat in hall.seats.values():
        seat.headless._player = Player(LEVEL, 1)
    ana = hall.seats["ana"]
    hall.until(lambda: ana.story.stage is Stage.REST)
    hall.until(lambda: ana.story.stage is Stage.PLAYING, 4 * GRACE_MS)
    assert 2 not in ana.story.roster.persons
    assert ana.story.voids.made == {2: ana.story.voids.allowed}


def test_who_goes_and_comes_back_again_and_again_uses_up_nobodys_calls() -> None:
    """Calls are counted; with none left the chair could be taken from nobody who is gone for good."""
    hall = thinking(2)
    ana, bea = hall.seats["ana"], seat_of(hall, "bea")
    for _ in range(MAX_CALLS + 8):
        hall.wires.pull("bea")
        hall.wait(9_000)
        hall.wires.plug("bea")
        hall.wait(3_000)
    assert 8 < ana.story.roster.chairs[0].calls < MAX_CALLS // 2
    hall.kill("bea")
    hall.until(lambda: bea not in ana.story.roster.persons, 2 * GRACE_MS)


@pytest.mark.whole  # of two: below
def test_of_three_the_third_sees_that_the_host_keeps_back_what_a_seat_owes() -> None:
    """His own vote, honest as it is, shows him: the host could have numbered what he himself has passed on."""
    offer = offered("rummikub", players=3, rounds="fresh", fresh_rounds=2, turn_seconds=0)
    hall = LanHall(offer, FOUR[:3])
    reaches(hall, 3)
    changed(hall.seats["ana"])
    bea = seat_of(hall, "bea")
    deaf_to(hall, "ana", LogKind(0), game=True, author=bea)
    went_on_without(hall, "ana", "bea")
    assert hall.seats["cid"].story.voids.made == {seat_of(hall, "ana"): 1}
