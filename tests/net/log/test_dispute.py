"""A seat vouches for a table that does not follow from the log: it is asked once, named, and play goes on."""

from __future__ import annotations

from typing import Any

import pytest

from net import messages as m
from net.guests import HostChanged
from net.log.bodies import FalseState, LogKind, write_body
from net.log.dispute import CORRECTION_TIMEOUT_MS, FALSE_STATES_ALLOWED, MAX_ACCOUNTS
from net.log.effects import (
    AccountReceived,
    AccountRecord,
    Convicted,
    DropLink,
    EntryRejected,
    HostLied,
    StateDiverged,
    StateRepaired,
)
from net.log.entries import LOG_VERSION, TABLE_AUTHOR, Core, Signed, read_core, sign_core
from net.log.lockstep import Lockstep
from net.log.replica import EntryDraft, Replica
from net.log.sequencer import NumberedEntry, assign_number
from net.reasons import Flaw, Reason
from tests.net.fake_lan import identity
from tests.net.parties import Hall
from tools.netsim_game import TinyStory

NAMES = ("hugo", "ana", "bea")


def held_back(*names: str) -> Hall:
    """A match that waits for Ana."""
    hall = Hall(names or NAMES)
    hall.swallow = lambda who, _whom, message: who == "ana" and isinstance(message, m.Submit)
    hall.begin()
    return hall


def crooked(hall: Hall, name: str, total: int = 7) -> None:
    """Make a program fold every log to a wrong table, each time it folds."""
    lockstep = hall.lockstep(name)
    honest = lockstep.replica._make_story

    def tell(place: Any) -> TinyStory:
        story = honest(place)
        assert isinstance(story, TinyStory)
        story.total = total
        return story

    lockstep.replica._make_story = lockstep.branches._make_story = tell
    hall.parties[name].make_story = tell
    lockstep.replica.refold()
    lockstep.pending = None


def lets_speak(hall: Hall, *names: str) -> None:
    """Deliver all messages again, and let these programs reconnect to the host."""
    hall.swallow = lambda *_: False
    for name in names:
        hall.cut_off(name)
        hall.link(name, "hugo")


def convicted(hall: Hall, *names: str) -> set[int]:
    """Return who is convicted in the logs of these programs, which must be equal."""
    found = {hall.lockstep(name).replica.roster.convicted for name in names}
    assert len(found) == 1
    return set(found.pop())


def named(hall: Hall, *names: str) -> set[int]:
    """Return who was named as a liar to the sessions of these programs."""
    proven = {one.seat for name in names for one in hall.told(name, Convicted)}
    return proven | {one.seat for name in names for one in hall.told(name, HostLied)}


def test_a_table_that_was_wrong_for_a_moment_is_cured_by_folding_anew_and_names_nobody() -> None:
    hall = held_back()
    hall.cut_off("ana")
    replica = hall.lockstep("ana").replica
    hall.story("ana").total += 1
    replica.states[-1] = replica.story.digest()
    hall.lockstep("ana").pending = None
    lets_speak(hall, "ana")
    assert [one.author for one in hall.told("hugo", StateDiverged)] == [1]
    assert hall.told("ana", StateRepaired)
    assert named(hall, *NAMES) == set()
    assert hall.alike()
    assert all(hall.story(name).over for name in NAMES)


@pytest.mark.parametrize("here", [True, False])
def test_who_keeps_to_a_false_table_loses_the_chair_and_the_others_play_on(here: bool) -> None:
    """Also if he has gone meanwhile: his own signature convicts him."""
    hall = held_back()
    crooked(hall, "ana")
    lets_speak(hall, "ana")
    assert not any(hall.lockstep(name).host_lied for name in ("hugo", "bea"))
    accounts = {one.seat: one for one in hall.told("hugo", AccountReceived)}
    assert accounts.keys() == ({0, 1})
    assert accounts[0].state != accounts[1].state
    if not here:
        hall.cut_off("ana")
    hall.wait(CORRECTION_TIMEOUT_MS - 1)
    assert convicted(hall, "hugo", "bea") == set()
    hall.wait(1)
    assert convicted(hall, "hugo", "bea") == named(hall, "hugo", "bea") == {1}
    assert all(hall.story(name).over for name in ("hugo", "bea"))
    assert not hall.lockstep("hugo").replica.roster.chairs[1].held
    assert any(isinstance(one, AccountRecord) for one in hall.kept["hugo"])
    if here:
        assert any(isinstance(one, AccountRecord) for one in hall.kept["ana"])
        assert [one.author for one in hall.told("ana", StateDiverged)] == [1]


def test_who_is_convicted_gets_the_chair_back_in_no_rest() -> None:
    hall = held_back()
    crooked(hall, "ana")
    lets_speak(hall, "ana")
    hall.wait(CORRECTION_TIMEOUT_MS)
    replica = hall.lockstep("hugo").replica
    turn = replica.roster.entries_written_by(1)
    core = Core(
        LOG_VERSION,
        replica.match,
        1,
        turn,
        replica.length,
        replica.heads[-1],
        replica.states[-1],
        LogKind.RETURN,
        b"\x90",
    )
    assert replica.first_flaw(sign_core(core, identity("ana"))).code == "convicted"


def test_two_who_tell_the_same_false_table_convince_nobody() -> None:
    hall = held_back("hugo", "ana", "bea", "carl")
    crooked(hall, "ana")
    crooked(hall, "bea")
    lets_speak(hall, "ana", "bea")
    hall.wait(3 * CORRECTION_TIMEOUT_MS)
    assert convicted(hall, "hugo", "carl") == named(hall, "hugo", "carl") == {1, 2}
    assert all(hall.story(name).over for name in ("hugo", "carl"))


def test_of_two_the_honest_one_goes_on_alone() -> None:
    hall = held_back("hugo", "ana")
    crooked(hall, "ana")
    lets_speak(hall, "ana")
    hall.wait(CORRECTION_TIMEOUT_MS)
    assert convicted(hall, "hugo") == {1}
    assert hall.story("hugo").over


@pytest.mark.parametrize("names", [("hugo", "ana"), NAMES, ("hugo", "ana", "bea", "carl")])
def test_a_host_whose_table_does_not_follow_hosts_no_more(names: tuple[str, ...]) -> None:
    hall = held_back(*names)
    crooked(hall, "hugo")
    hall.swallow = lambda *_: False
    lets_speak(hall, "ana")
    for name in names[2:]:
        hall.link(name, "ana")
    hall.wait(60_000)
    honest = names[1:]
    assert {hall.lockstep(name).replica.roster.host for name in honest} == {1}
    assert all(hall.told(name, HostChanged) for name in honest)
    assert named(hall, *honest) == {0}
    assert all(hall.story(name).over for name in honest)


def test_a_claim_that_is_put_off_again_and_again_is_forgiven_so_often_and_no_more() -> None:
    """Each costs the host a fold; who always cures himself in time is no better."""
    hall = held_back()
    lockstep, link = hall.lockstep("hugo"), hall.lockstep("ana").host_link
    assert link is not None
    for number in range(FALSE_STATES_ALLOWED + 1):
        assert convicted(hall, "hugo") == set()
        hall.parties["hugo"].on_message(link, m.Submit(*false_claim(lockstep, bytes([number]))), hall.now)
        hall.settle()
        lockstep.dispute.close_all()
    assert convicted(hall, "hugo", "bea") == {1}


def false_claim(lockstep: Lockstep, body: bytes = b"x", state: bytes = bytes(16)) -> Signed:
    """Let Ana vouch for a false state."""
    replica, turn = lockstep.replica, lockstep.replica.roster.entries_written_by(1)
    core = Core(LOG_VERSION, replica.match, 1, turn, replica.length, replica.heads[-1], state, 20, body)
    return sign_core(core, identity("ana"))


def test_a_false_claim_costs_one_fold_for_each_end_of_the_log(monkeypatch: pytest.MonkeyPatch) -> None:
    hall = held_back()
    lockstep, link = hall.lockstep("hugo"), hall.lockstep("ana").host_link
    assert link is not None
    folds: list[int] = []
    replay = Replica.refold

    def counted(replica: Replica) -> int:
        folds.append(replica.length)
        return replay(replica)

    monkeypatch.setattr(Replica, "refold", counted)
    claim = false_claim(lockstep)
    for _ in range(20):
        hall.parties["hugo"].on_message(link, m.Submit(*claim), hall.now)
        hall.settle()
    assert len(folds) == 1


def test_a_claim_too_large_to_be_told_ends_the_link() -> None:
    hall = held_back()
    link = hall.lockstep("ana").host_link
    assert link is not None
    hall.parties["hugo"].on_message(link, m.Submit(*false_claim(hall.lockstep("hugo"), bytes(16_300))), hall.now)
    hall.settle()
    assert hall.told("hugo", DropLink)[-1].reason is Reason.TOO_LARGE


def test_nobody_is_convicted_by_a_true_claim_or_by_one_of_another_history() -> None:
    hall = held_back()
    lockstep = hall.lockstep("hugo")
    replica = lockstep.replica
    true = false_claim(lockstep, state=replica.states[-1])
    other = read_core(true.raw)._replace(head=bytes(32), state=bytes(16))
    unsigned = Signed(false_claim(lockstep).raw, bytes(64))
    for claim in (true, sign_core(other, identity("ana")), unsigned, sign_core(other, identity("bea"))):
        core = Core(
            LOG_VERSION,
            replica.match,
            TABLE_AUTHOR,
            replica.roster.entries_written_by(TABLE_AUTHOR),
            replica.length,
            replica.heads[-1],
            replica.states[-1],
            LogKind.UNTRUE,
            write_body(FalseState(claim)),
        )
        assert replica.first_flaw(sign_core(core, identity("hugo"))).code == "no_proof"


def test_only_the_host_asks_for_another_fold_and_whoever_else_does_is_cut_off_by_him() -> None:
    hall = held_back()
    link = hall.lockstep("bea").host_link
    assert link is not None
    signed = hall.lockstep("hugo").replica.entries[-1].numbered.signed
    hall.parties["hugo"].on_message(link, m.Dispute(*signed), hall.now)
    hall.settle()
    assert hall.told("hugo", DropLink)[-1].reason is Reason.OUT_OF_TURN
    assert not hall.told("hugo", StateDiverged)
    lets_speak(hall, "ana", "bea")
    assert hall.alike()


def test_nobody_tells_anothers_table_and_nobody_fills_a_disk() -> None:
    hall = held_back()
    crooked(hall, "ana")
    lets_speak(hall, "ana")
    kept = len(hall.kept["hugo"])
    link = next(number for number, ends in hall.wires.items() if "bea" in ends)
    seen = next(one.seen for one in hall.told("hugo", AccountReceived))
    hall.parties["hugo"].on_message(link, m.StateReport(1, seen, bytes(16), b""), hall.now)
    hall.settle()
    assert len(hall.kept["hugo"]) == kept
    link = next(number for number, ends in hall.wires.items() if "ana" in ends)
    for number in range(3 * MAX_ACCOUNTS):
        hall.parties["hugo"].on_message(link, m.StateReport(1, seen, bytes([number]) * 16, b""), hall.now)
        hall.settle()
    assert sum(isinstance(one, AccountRecord) for one in hall.kept["hugo"]) == MAX_ACCOUNTS


def test_a_host_who_is_not_believed_numbers_nothing_of_ours() -> None:
    hall = held_back()
    hall.lockstep("ana").distrust(identity("hugo").key)
    hall.swallow = lambda *_: False
    length = hall.lockstep("hugo").replica.length
    lets_speak(hall, "ana")
    assert hall.lockstep("hugo").replica.length == length
    assert hall.lockstep("ana").host_link is None


def test_a_host_that_stands_still_answers_so() -> None:
    hall = held_back()
    hall.lockstep("hugo").distrust(identity("hugo").key)
    length = hall.lockstep("hugo").replica.length
    lets_speak(hall, "ana")
    assert hall.lockstep("hugo").replica.length == length
    rejects = [message for _who, _whom, message in hall.sent if isinstance(message, m.Reject)]
    assert rejects[-1].flaw == Flaw.FROZEN.value
    assert hall.lockstep("ana").pending is not None


def test_an_accuser_who_is_no_host_is_refused() -> None:
    hall = held_back()
    lockstep = hall.lockstep("hugo")
    replica = lockstep.replica
    turn = replica.roster.entries_written_by(2)
    body = write_body(FalseState(false_claim(lockstep)))
    core = Core(
        LOG_VERSION, replica.match, 2, turn, replica.length, replica.heads[-1], replica.states[-1], LogKind.UNTRUE, body
    )
    found = assign_number(replica, sign_core(core, identity("bea")), identity("hugo"))
    assert not isinstance(found, NumberedEntry)
    assert found.code == "no_accuser"
    hall.parties["bea"].requests.write_entry(EntryDraft(LogKind.UNTRUE, body), hall.now)
    hall.settle()
    assert hall.told("bea", EntryRejected)[-1].code == "no_accuser"
