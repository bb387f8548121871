"""When a vote comes too early, by the clock of the host and by that of each follower."""

from __future__ import annotations

from dataclasses import replace

import pytest

from net import frames
from net import messages as m
from net.log.bodies import Addresses, Call, LogKind, Vote, write_body
from net.log.calls import FOLLOWER_TOLERANCE_MS, GRACE_MS, HOST_TOLERANCE_MS, MAX_NUMBERING_DELAY_MS
from net.log.entries import Core, Signed, sign_core
from net.log.lockstep import Lockstep
from net.peer import AWAY_AFTER_MS
from tests.net.fake_lan import identity
from tests.net.parties import Hall

NAMES = ("hugo", "ana", "bea")
BEA = 2


def mute(who: str, _whom: str, message: frames.Message) -> bool:
    """Return whether a message is lost: Bea is here, and no entry that she submits arrives."""
    return who == "bea" and isinstance(message, m.Submit)


def called(*, prompt: bool = True) -> Hall:
    """Return a table at which Bea's seat is called and she is mute; with `prompt` nobody missed anything before."""
    hall = Hall(NAMES)
    hall.swallow = mute
    hall.begin()
    if prompt:
        hall.wait(AWAY_AFTER_MS)
        for name in NAMES:
            hall.lockstep(name).pass_time(hall.now)
            hall.lockstep(name).calls._gap_ended_at = 0
    hall.call("hugo", BEA)
    return hall


def vote(lockstep: Lockstep) -> Core:
    turns = lockstep.replica.roster.entries_written_by(BEA)
    replica = lockstep.replica
    seen = (replica.length, replica.heads[-1], replica.states[-1])
    return Core(
        2, replica.match, 0, replica.roster.entries_written_by(0), *seen, LogKind.VOTE, write_body(Vote(BEA, turns))
    )


def says(hall: Hall, kind: LogKind, body: bytes = b"\x90") -> Signed:
    """Return the next entry of Bea, signed."""
    replica = hall.lockstep("bea").replica
    seen = (replica.length, replica.heads[-1], replica.states[-1])
    core = Core(2, replica.match, BEA, replica.roster.entries_written_by(BEA), *seen, kind, body)
    return sign_core(core, identity("bea"))


def at(hall: Hall, name: str, later: int) -> Lockstep:
    """Return the lockstep of a program `later` milliseconds on, without a message meanwhile."""
    lockstep = hall.lockstep(name)
    for moment in range(hall.now, hall.now + later, AWAY_AFTER_MS - 1):
        lockstep.pass_time(moment)
    lockstep.pass_time(hall.now + later)
    return lockstep


@pytest.mark.parametrize(
    ("later", "word"), [(GRACE_MS - HOST_TOLERANCE_MS - 1, "too_early"), (GRACE_MS - HOST_TOLERANCE_MS, "")]
)
def test_the_host_takes_a_vote_when_the_grace_is_nearly_over(later: int, word: str) -> None:
    lockstep = at(called(), "hugo", later)
    assert lockstep.calls.vote_refusal(vote(lockstep)) == word


@pytest.mark.parametrize(
    ("later", "word"),
    [(1_000, "too_early"), (GRACE_MS - FOLLOWER_TOLERANCE_MS - 1, "too_early"), (GRACE_MS - FOLLOWER_TOLERANCE_MS, "")],
)
def test_a_follower_suffers_no_vote_that_an_honest_host_cannot_have_numbered(later: int, word: str) -> None:
    lockstep = at(called(), "ana", later)
    assert lockstep.calls.vote_fault(vote(lockstep)) == word


def test_who_was_deaf_when_the_call_came_judges_nobody() -> None:
    """The call may be old: the cable was out, or the program slept."""
    lockstep = at(called(prompt=False), "ana", 1_000)
    assert lockstep.calls.vote_fault(vote(lockstep)) == ""


def test_who_slept_through_the_call_judges_nobody() -> None:
    hall = Hall(NAMES)
    hall.swallow = mute
    hall.begin()
    hall.wait(AWAY_AFTER_MS)
    hall.lockstep("ana").calls._gap_ended_at = 0
    hall.now += GRACE_MS  # the lid was closed
    hall.parties["ana"].tick(hall.now)
    hall.call("hugo", BEA)
    lockstep = at(hall, "ana", 1_000)
    assert lockstep.calls.vote_fault(vote(lockstep)) == ""


def test_a_host_who_keeps_back_an_answer_that_was_passed_on_is_not_believed() -> None:
    """Ana has passed Bea's answer on over a link that stands, and a vote comes in its place."""
    hall = called()
    hall.swallow = lambda _who, whom, message: whom == "hugo" and isinstance(message, m.Submit)
    assert hall.lockstep("ana").stalls.relay_to_host(says(hall, LogKind.HERE))
    lockstep = at(hall, "ana", GRACE_MS)
    assert lockstep.calls.vote_fault(vote(lockstep)) == "kept_back"
    assert MAX_NUMBERING_DELAY_MS < GRACE_MS - FOLLOWER_TOLERANCE_MS


def test_a_host_who_is_silent_before_he_numbers_the_vote_keeps_the_answer_back_all_the_same() -> None:
    """He had it through seconds in which he was heard; then he makes as if a cable had been out."""
    hall = called()
    hall.swallow = lambda _who, whom, message: whom == "hugo" and isinstance(message, m.Submit)
    assert hall.lockstep("ana").stalls.relay_to_host(says(hall, LogKind.HERE))
    lockstep = at(hall, "ana", GRACE_MS)
    lockstep.calls.on_host_link(hears=True)
    assert lockstep.calls.vote_fault(vote(lockstep)) == "kept_back"


def test_an_answer_that_may_have_been_lost_with_a_cable_convicts_no_host() -> None:
    hall = called()
    hall.swallow = lambda _who, whom, message: whom == "hugo" and isinstance(message, m.Submit)
    assert hall.lockstep("ana").stalls.relay_to_host(says(hall, LogKind.HERE))
    lockstep = at(hall, "ana", MAX_NUMBERING_DELAY_MS)
    lockstep.calls.on_host_link(hears=False)
    lockstep = at(hall, "ana", GRACE_MS)
    lockstep.calls.on_host_link(hears=True)
    assert lockstep.calls.vote_fault(vote(lockstep)) == ""


def test_a_seat_that_shows_the_others_an_answer_and_gives_the_host_another_entry_makes_him_not_guilty() -> None:
    """Of one turn: the answer that all have seen can never be numbered, and the host knows of none."""
    hall = called()
    answer, address = says(hall, LogKind.HERE), says(hall, LogKind.ADDRESS, write_body(Addresses(("elsewhere:1",))))
    assert hall.lockstep("ana").stalls.relay_to_host(answer)
    before = hall.lockstep("ana").replica.length
    hall.lockstep("hugo").on_submit(0, m.Submit(*address))
    hall.settle()
    lockstep = at(hall, "ana", GRACE_MS)
    assert lockstep.replica.length == before + 1
    assert lockstep.replica.roster.chairs[BEA].called
    assert lockstep.calls.vote_fault(vote(lockstep)) == ""


def test_a_host_who_is_silent_before_he_brings_call_and_vote_at_once_is_not_believed() -> None:
    """All are deaf to him then; but no call can be older than his silence."""
    hall = Hall(NAMES)
    hall.swallow = mute
    hall.begin()
    hall.wait(AWAY_AFTER_MS)
    calls = hall.lockstep("ana").calls
    calls._gap_ended_at = 0
    calls.pass_time(hall.now)
    hall.now += AWAY_AFTER_MS
    calls.on_host_link(hears=True)
    hall.call("hugo", BEA)
    lockstep = hall.lockstep("ana")
    assert lockstep.calls.vote_fault(vote(lockstep)) == "too_early"


def test_an_answer_that_its_author_did_not_sign_is_not_passed_on() -> None:
    hall = called()
    replica = hall.lockstep("ana").replica
    seen = (replica.length, replica.heads[-1], replica.states[-1])
    forged = sign_core(
        Core(2, replica.match, BEA, replica.roster.entries_written_by(BEA), *seen, LogKind.HERE, b"\x90"), identity("x")
    )
    assert not hall.lockstep("ana").stalls.relay_to_host(forged)


def test_an_answer_is_shown_to_the_other_players_and_not_again_to_the_host() -> None:
    hall = called()
    hall.link("bea", "ana")
    hall.sent.clear()
    hall.lockstep("bea").calls.send_answer(says(hall, LogKind.HERE))
    hall.settle()
    assert [(who, whom) for who, whom, message in hall.sent if isinstance(message, m.Submit)] == [("bea", "ana")]


def test_a_vote_for_what_a_seat_forfeits_waits_for_no_grace() -> None:
    lockstep = called().lockstep("ana")
    core = vote(lockstep)
    body = write_body(Vote(BEA, lockstep.replica.roster.entries_written_by(BEA), forfeit=True))
    assert lockstep.calls.vote_fault(core._replace(body=body)) == ""
    assert lockstep.calls.vote_refusal(core._replace(kind=LogKind.CALL, body=write_body(Call(BEA, 0)))) == ""


def test_whoever_catches_up_slowly_takes_a_call_for_new_only_behind_what_the_host_had() -> None:
    """A busy machine reads for longer than it takes to miss somebody; call and vote are as old as all the rest."""
    hall = Hall(NAMES)
    hall.swallow = mute
    hall.begin()
    hall.wait(AWAY_AFTER_MS)
    hall.swallow = lambda _who, whom, message: whom == "ana" and isinstance(message, m.Entries)
    hall.call("hugo", BEA)
    host, lockstep = hall.lockstep("hugo"), hall.lockstep("ana")
    assert host.replica.length > lockstep.replica.length
    lockstep.calls.on_host_link(hears=False)
    at(hall, "ana", GRACE_MS)
    hall.now += GRACE_MS
    lockstep.calls.on_host_link(hears=True)
    lockstep.on_have(link_to(lockstep), host.have_message)
    at(hall, "ana", 2 * AWAY_AFTER_MS)
    lockstep.on_entries(link_to(lockstep), m.Entries(tuple(one.numbered for one in host.replica.entries)))
    assert lockstep.replica.roster.chairs[BEA].called
    assert lockstep.calls.vote_fault(vote(lockstep)) == ""


def test_a_host_who_says_he_has_more_than_there_is_gains_nothing_by_it() -> None:
    hall = Hall(NAMES)
    hall.swallow = mute
    hall.begin()
    hall.wait(AWAY_AFTER_MS)
    lockstep = hall.lockstep("ana")
    lockstep.calls._gap_ended_at = 0
    lockstep.pass_time(hall.now)
    lockstep.on_have(link_to(lockstep), replace(lockstep.have_message, length=10_000))
    hall.call("hugo", BEA)
    assert lockstep.calls.vote_fault(vote(at(hall, "ana", GRACE_MS // 2))) == "too_early"


def link_to(lockstep: Lockstep) -> int:
    assert lockstep.host_link is not None
    return lockstep.host_link


def relinked(hall: Hall, who: str, *, every: int, until: int) -> None:
    """Cut the link of a guest to the host and open it again, every so many milliseconds."""
    while hall.now < until:
        number = next(number for number, ends in hall.wires.items() if set(ends) == {who, "hugo"})
        hall.cut(number)
        hall.link(who, "hugo")
        hall.now += every
        for name in NAMES:
            hall.parties[name].tick(hall.now)
        hall.settle()


def test_a_host_who_comes_and_goes_for_the_grace_gives_a_call_no_greater_age() -> None:
    """He is never heard for six seconds together; but on each new link he says how much he has numbered."""
    hall = Hall(NAMES)
    hall.swallow = mute
    hall.begin()
    relinked(hall, "ana", every=3_000, until=hall.now + GRACE_MS)
    hall.call("hugo", BEA)
    lockstep = hall.lockstep("ana")
    assert lockstep.calls.vote_fault(vote(lockstep)) == "too_early"


def test_a_call_that_was_numbered_while_the_link_was_out_may_be_as_old_as_that() -> None:
    """The honest host sends it on the new link: nobody can know when he numbered it."""
    hall = Hall(NAMES)
    hall.swallow = mute
    hall.begin()
    relinked(hall, "ana", every=3_000, until=hall.now + AWAY_AFTER_MS)
    hall.cut(next(number for number, ends in hall.wires.items() if set(ends) == {"ana", "hugo"}))
    hall.call("hugo", BEA)
    for _ in range(GRACE_MS // 1_000):
        hall.now += 1_000
        hall.parties["ana"].tick(hall.now)
    hall.link("ana", "hugo")
    lockstep = hall.lockstep("ana")
    assert lockstep.replica.roster.chairs[BEA].called
    assert lockstep.calls.vote_fault(vote(lockstep)) == ""


@pytest.mark.parametrize(("links", "word"), [(3, ""), (4, "kept_back")])
def test_an_answer_that_was_given_over_many_short_links_is_kept_back(links: int, word: str) -> None:
    """One may be lost with a cable; the host's own word came first over each of them."""
    hall = called()
    hall.swallow = lambda _who, whom, message: whom == "hugo" and isinstance(message, m.Submit)
    assert hall.lockstep("ana").stalls.relay_to_host(says(hall, LogKind.HERE))
    relinked(hall, "ana", every=3_000, until=hall.now + 3_000 * links)
    lockstep = hall.lockstep("ana")
    lockstep.calls._calls[BEA].earliest = None
    assert lockstep.calls.vote_fault(vote(lockstep)) == word


@pytest.mark.parametrize(("pieces", "word"), [(1, ""), (2, "kept_back")])
def test_the_times_for_which_the_host_had_an_answer_add_up(pieces: int, word: str) -> None:
    """Fourteen seconds at a time, of which the last six are not sure."""
    hall = called()
    hall.swallow = lambda _who, whom, message: whom == "hugo" and isinstance(message, m.Submit)
    assert hall.lockstep("ana").stalls.relay_to_host(says(hall, LogKind.HERE))
    for _ in range(pieces):
        lockstep = at(hall, "ana", 14_000)
        hall.now += 14_000
        lockstep.calls.on_host_link(hears=False)
        lockstep.calls.on_host_link(hears=True)
    lockstep.calls._calls[BEA].earliest = None
    assert lockstep.calls.vote_fault(vote(lockstep)) == word


def test_a_call_that_went_with_the_log_is_forgotten_at_once() -> None:
    hall = called()
    lockstep = hall.lockstep("ana")
    assert lockstep.calls.called_since(BEA) is not None
    lockstep.truncate(2)
    assert lockstep.calls.called_since(BEA) is None


@pytest.mark.parametrize(("later", "may"), [(GRACE_MS - 1, False), (GRACE_MS, True)])
def test_a_person_votes_when_the_grace_is_over_and_not_a_millisecond_before(later: int, may: bool) -> None:
    assert at(called(), "ana", later).calls.may_vote(BEA) is may
