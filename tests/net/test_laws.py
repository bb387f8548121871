"""The laws of the log, each looked at where it could be broken without anything else going wrong."""

from __future__ import annotations

from collections import defaultdict

import pytest

from net import frames
from net import messages as m
from net.log.catch_up import is_chunk
from net.log.effects import EntryRecord, PendingRecord, Persist, PromiseRecord, SendMessage
from net.log.entries import Numbered, Signed
from net.log.roster import next_ballot
from net.log.succession import REPEAT_PROPOSAL_MS
from net.members import Effect
from tests.net.log.test_succession import mesh, orphaned
from tests.net.parties import Hall

NAMES = ("hugo", "ana", "bea")


class Overheard(Hall):
    """A hall which checks that a program has saved everything that it sends before it sends it."""

    spoken: int = 0

    def _do(self, name: str, effect: Effect) -> None:
        if isinstance(effect, Persist):
            self._note(name, effect)
        elif isinstance(effect, SendMessage):
            self._hold(name, effect.message)
        super()._do(name, effect)

    def _note(self, name: str, keep: Persist) -> None:
        kept = self.safe[name]
        if isinstance(keep.record, EntryRecord):
            kept.add(keep.record.numbered)
        elif isinstance(keep.record, PendingRecord):
            kept.add(keep.record.signed)
        elif isinstance(keep.record, PromiseRecord):
            kept.add(keep.record.ballot)

    def _hold(self, name: str, message: frames.Message) -> None:
        wanted: list[Numbered | Signed | int] = []
        if isinstance(message, m.Entries):
            wanted += message.rows
        elif isinstance(message, m.Submit):
            wanted.append(Signed(message.raw, message.signature))
        elif isinstance(message, m.Consent | m.Propose):
            wanted.append(message.ballot)
        self.spoken += len(wanted)
        missing = [one for one in wanted if one not in self.safe[name]]
        assert not missing, f"{name} says what it has not kept: {type(message).__name__}"

    @property
    def safe(self) -> dict[str, set[Numbered | Signed | int]]:
        """What each program has kept."""
        found: dict[str, set[Numbered | Signed | int]] = self.__dict__.setdefault("_safe", defaultdict(set))
        return found


def test_nothing_is_said_that_was_not_kept_before() -> None:
    hall = Overheard(NAMES)
    hall.begin()
    assert all(hall.story(name).over for name in NAMES)
    assert hall.spoken > 60


def test_in_a_succession_too() -> None:
    hall = Overheard(("hugo", "ana", "bea", "carl"))
    hall.swallow = lambda who, _whom, message: (
        who == "ana" and isinstance(message, m.Submit) and hall.story("hugo").round == 1
    )
    hall.begin()
    hall.cut_off("hugo")
    hall.swallow = lambda *_: False
    hall.names = hall.names[1:]
    del hall.parties["hugo"]
    hall.wait(120_000)
    said = hall.spoken
    mesh(hall)
    hall.wait(REPEAT_PROPOSAL_MS)
    assert hall.alike()
    assert hall.spoken > said + 10


def test_one_entry_of_a_seat_is_under_way_at_a_time() -> None:
    """A seat that owes and wishes more sends the next when the last has come back."""
    hall = Hall(NAMES)
    hall.begin()
    waiting: dict[str, bytes] = {}
    for who, whom, message in hall.sent:
        if isinstance(message, m.Submit):
            assert waiting.get(who) in (None, message.raw)
            waiting[who] = message.raw
        elif isinstance(message, m.Entries):
            for row in message.rows:
                if waiting.get(whom) == row.raw:
                    del waiting[whom]


@pytest.fixture
def forsaken() -> tuple[Hall, int]:
    """Bea has given the host up, and Carl is linked with her; the number is their link."""
    hall = orphaned()
    assert hall.parties["bea"].requests.give_up_host(hall.now)
    return hall, hall.link("carl", "bea")


def consents(hall: Hall, link: int, ballot: int, base: int) -> int:
    """Let Carl propose himself to Bea; return how often she has consented to that."""
    replica = hall.lockstep("bea").replica
    hall.parties["bea"].on_message(link, m.Propose(ballot, 3, base, replica.heads[base]), hall.now)
    hall.settle()
    said = [message for who, _whom, message in hall.sent if who == "bea" and isinstance(message, m.Consent)]
    return sum((one.ballot, one.base) == (ballot, base) for one in said)


def test_a_consent_is_given_and_after_it_none_to_a_smaller_ballot(forsaken: tuple[Hall, int]) -> None:
    hall, link = forsaken
    base = hall.lockstep("bea").replica.checkpoint()
    first, second = next_ballot(0, 3), next_ballot(next_ballot(0, 3), 3)
    assert consents(hall, link, second, base) == 1
    assert consents(hall, link, first, base) == 0
    assert [one for one in hall.kept["bea"] if isinstance(one, PromiseRecord)] == [PromiseRecord(second)]


def test_nobody_consents_to_a_base_before_his_own_checkpoint(forsaken: tuple[Hall, int]) -> None:
    hall, link = forsaken
    base = hall.lockstep("bea").replica.checkpoint()
    assert base > 1
    assert consents(hall, link, next_ballot(0, 3), base - 1) == 0
    assert consents(hall, link, next_ballot(0, 3), 1) == 0


def test_a_ballot_is_its_candidates_own(forsaken: tuple[Hall, int]) -> None:
    hall, link = forsaken
    base = hall.lockstep("bea").replica.checkpoint()
    assert consents(hall, link, next_ballot(0, 2), base) == 0
    assert consents(hall, link, next_ballot(0, 1), base) == 0


def test_what_was_proposed_on_a_link_dies_with_it() -> None:
    hall = orphaned()
    link = hall.link("carl", "bea")
    replica = hall.lockstep("bea").replica
    base = replica.checkpoint()
    for _ in range(20):
        hall.parties["bea"].on_message(link, m.Propose(next_ballot(0, 3), 3, base, replica.heads[base]), hall.now)
        hall.cut(link)
        link = hall.link("carl", "bea")
    succession = hall.parties["bea"].succession
    assert succession is not None
    assert len(succession._proposals) == 0


def test_under_a_new_host_what_waits_goes_to_him_over_the_links_there_are() -> None:
    hall = Hall(NAMES)
    hall.swallow = lambda who, whom, message: who == "bea" and whom == "hugo" and isinstance(message, m.Submit)
    hall.begin()
    hall.link("bea", "ana")
    pending = hall.lockstep("bea").pending
    assert pending is not None
    hall.parties["hugo"].requests.leave_seat(hall.now)
    hall.settle()
    assert hall.lockstep("ana").is_hosting
    assert any(entry.numbered.signed == pending for entry in hall.lockstep("ana").replica.entries)
    assert hall.story("bea").over


def test_one_chunk_is_under_way_and_the_next_follows_its_acknowledgement() -> None:
    """A whole log never waits in one queue, whatever is new meanwhile."""
    hall = Hall(("hugo", "ana"), rounds=120)
    hall.begin()
    hall.kept["ana"] = hall.kept["ana"][:2]  # its salt and START
    hall.restart("ana")
    hall.sent.clear()

    def swallow(who: str, _whom: str, message: frames.Message) -> bool:
        return who == "ana" and isinstance(message, m.Have) and message.length > 1

    def chunks() -> int:
        told = [one for _who, whom, one in hall.sent if whom == "ana" and isinstance(one, m.Entries)]
        return sum(is_chunk(one.rows) for one in told)

    hall.swallow = swallow
    link = hall.link("ana", "hugo")
    assert chunks() == 1
    hall.parties["hugo"].requests.set_addresses(("hugo:2",), hall.now)
    hall.settle()
    assert chunks() == 1
    hall.swallow = lambda *_: False
    hall.parties["hugo"].on_message(link, hall.lockstep("ana").have_message, hall.now)
    hall.settle()
    assert hall.alike()
    assert chunks() > 3


def test_everybody_is_told_when_a_chair_becomes_a_bots() -> None:
    hall = Hall(NAMES)
    hall.swallow = lambda who, _whom, message: who == "ana" and isinstance(message, m.Submit)
    hall.begin()
    hall.parties["bea"].requests.leave_seat(hall.now)
    hall.settle()
    for name in NAMES:
        room = hall.parties[name].room
        assert room is not None
        assert [chair.holder for chair in room.chairs] == ["person", "person", "bot"]
