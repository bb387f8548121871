"""Ballots rise by a bounded step, whoever outbids whom; a larger one is its sender's fault and stops no program."""

from __future__ import annotations

import pytest

from net import messages as m
from net.guests import HostChanged
from net.log.bodies import LogKind, Rehost, write_body
from net.log.effects import DropLink, EntryRecord, JournalDamaged, PromiseRecord, UnreadableRecord
from net.log.entries import (
    LOG_VERSION,
    MAX_BALLOT,
    TABLE_AUTHOR,
    Claim,
    Core,
    Numbered,
    next_head,
    seal_entry,
    sign_core,
)
from net.log.roster import MAX_BALLOT_STEPS, MAX_ELECTION_STEPS, RANK_BITS, Candidacy, next_ballot
from net.log.succession import RANK_DELAY_MS
from net.reasons import Reason
from tests.net.fake_lan import identity
from tests.net.log.test_succession import mesh, orphaned
from tests.net.parties import Hall

STEP = 1 << RANK_BITS


def proposes(hall: Hall, who: str, whom: str, ballot: int, base: int | None = None) -> None:
    """Let somebody propose himself with a ballot of his choice."""
    replica = hall.lockstep(whom).replica
    at = replica.checkpoint() if base is None else base
    link = next((number for number, ends in hall.wires.items() if set(ends) == {who, whom}), None)
    link = hall.link(who, whom) if link is None else link
    seat = hall.lockstep(who).seat
    assert seat is not None
    hall.parties[whom].on_message(link, m.Propose(ballot, seat, at, replica.heads[at]), hall.now)
    hall.settle()


@pytest.mark.parametrize("ballot", [MAX_BALLOT, (MAX_BALLOT >> RANK_BITS << RANK_BITS) | 3, STEP * 33 + 3])
def test_a_ballot_far_beyond_is_its_senders_fault_and_the_next_host_stands(ballot: int) -> None:
    """It made the next host's program die once, and left a record that its journal could not read."""
    hall = orphaned()
    for name in ("ana", "bea"):
        proposes(hall, "carl", name, ballot)
        assert hall.told(name, DropLink)[-1].reason is Reason.OUT_OF_TURN
    mesh(hall)
    hall.wait(RANK_DELAY_MS)
    assert hall.alike()
    assert all(hall.told(name, HostChanged) == [HostChanged(1)] for name in hall.names)
    assert all(record.ballot < STEP * 33 for record in hall.kept["ana"] if isinstance(record, PromiseRecord))


@pytest.mark.parametrize("behind", [0, 1])
@pytest.mark.parametrize(("steps", "goes"), [(MAX_BALLOT_STEPS, True), (MAX_BALLOT_STEPS + 1, False)])
def test_a_new_host_with_a_ballot_far_beyond_is_cut_off_and_not_followed(behind: int, steps: int, goes: bool) -> None:
    """Bea and Carl, who are enough to elect, show it to Ana as her next entry, or in place of her last one."""
    hall = orphaned()
    replica = hall.lockstep("ana").replica
    base = replica.length - behind
    one = Candidacy(replica.match, (steps << RANK_BITS) | 3, 3, base, replica.heads[base])
    consents = tuple(one.sign_consent(seat, identity(name)) for seat, name in ((2, "bea"), (3, "carl")))
    turn = replica.rosters[base].entries_written_by(TABLE_AUTHOR)
    body = write_body(Rehost(one.ballot, 3, consents))
    head, state = replica.heads[base], replica.states[base]
    core = Core(LOG_VERSION, replica.match, TABLE_AUTHOR, turn, base, head, state, LogKind.REHOST, body)
    signed = sign_core(core, identity("carl"))
    claim = Claim(replica.match, one.ballot, base, next_head(head, signed))
    row = Numbered(base, signed.raw, signed.signature, seal_entry(claim, identity("carl")))
    link = hall.link("carl", "ana")
    hall.parties["ana"].on_message(link, m.Entries((row,)), hall.now)
    hall.settle()
    assert [one.reason for one in hall.told("ana", DropLink)] == ([] if goes else [Reason.OUT_OF_TURN])
    assert hall.lockstep("ana").replica.roster.host == (3 if goes else 0)


def test_who_keeps_outbidding_by_one_step_stops_nobody() -> None:
    hall = orphaned()
    mesh(hall)
    ballot = 3
    for _ in range(200):
        ballot += STEP
        for name in ("ana", "bea"):
            if hall.lockstep(name).replica.roster.ballot == 0:
                proposes(hall, "carl", name, ballot)
        hall.wait(500)
    hall.wait(3 * RANK_DELAY_MS)
    assert {hall.lockstep(name).replica.roster.host for name in ("ana", "bea")} <= {1, 2}
    assert all(hall.story(name).over for name in ("ana", "bea"))
    promised = [record.ballot for record in hall.kept["bea"] if isinstance(record, PromiseRecord)]
    assert max(promised) >> RANK_BITS <= 2 * MAX_ELECTION_STEPS


def test_no_two_candidacies_of_one_seat_share_a_ballot() -> None:
    hall = orphaned()
    assert hall.parties["ana"].requests.give_up_host(hall.now)
    succession, lockstep = hall.parties["ana"].succession, hall.lockstep("ana")
    assert succession is not None
    found: dict[int, int] = {}
    lockstep.make_promise(next_ballot((MAX_ELECTION_STEPS - 2) * STEP, 3))
    for base in range(1, 3 * MAX_ELECTION_STEPS):
        one = succession._candidacy(1, min(base, lockstep.replica.length))
        if one is None:
            break
        lockstep.make_promise(one.ballot)
        assert found.setdefault(one.ballot, one.base) == one.base
    assert len(found) > 2


def test_a_match_taken_up_with_a_hole_keeps_what_follows_and_says_so() -> None:
    hall = Hall(("hugo", "ana", "bea"))
    hall.swallow = lambda who, _whom, message: who == "ana" and isinstance(message, m.Submit)
    hall.begin()
    entries = [at for at, record in enumerate(hall.kept["bea"]) if isinstance(record, EntryRecord)]
    hall.kept["bea"][entries[4]] = UnreadableRecord()
    hall.kept["bea"].append(PromiseRecord(33))
    hall.restart("bea")
    assert hall.lockstep("bea").replica.length == 4
    assert hall.lockstep("bea").promise == 33
    hall.swallow = lambda *_: False
    hall.cut_off("ana")
    for name in ("ana", "bea"):
        hall.link(name, "hugo")
    assert hall.alike()
    assert [one.records for one in hall.told("bea", JournalDamaged)] == [len(entries) - 4]


def test_a_host_with_a_hole_numbers_nothing_before_he_has_what_the_others_have() -> None:
    """Else he would seal other entries for places that he sealed before, and look like a liar."""
    hall = Hall(("hugo", "ana", "bea"))
    hall.swallow = lambda who, _whom, message: who == "ana" and isinstance(message, m.Submit)
    hall.begin()
    entries = [at for at, record in enumerate(hall.kept["hugo"]) if isinstance(record, EntryRecord)]
    length = len(entries)
    hall.kept["hugo"][entries[-4]] = UnreadableRecord()
    hall.restart("hugo")
    assert hall.lockstep("hugo").replica.length == length - 4
    hall.wait(1_000)
    assert hall.lockstep("hugo").replica.length == length - 4
    hall.link("ana", "hugo")
    assert hall.lockstep("hugo").replica.length >= length - 4
    hall.swallow = lambda *_: False
    hall.link("bea", "hugo")
    hall.cut_off("ana")
    hall.link("ana", "hugo")
    assert hall.alike()
    assert all(hall.story(name).over for name in hall.names)
    assert not any(hall.lockstep(name).distrusted for name in hall.names)
