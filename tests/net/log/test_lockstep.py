from __future__ import annotations

from collections.abc import Callable

import pytest

from net import frames
from net import messages as m
from net.errors import LocalProtocolError
from net.guests import JoinRequest
from net.log.bodies import LogKind
from net.log.effects import (
    Convicted,
    DropLink,
    EntryAppended,
    EntryRecord,
    EntryRejected,
    HostLied,
    PendingRecord,
)
from net.log.entries import Numbered, read_core, seal_entry, sign_core
from net.log.replica import EntryDraft
from net.log.sequencer import NumberedEntry, assign_number
from net.reasons import Flaw, Reason
from tests.net.fake_lan import identity
from tests.net.parties import Hall
from tools.netsim_game import MOVE, SIGN

NAMES = ("hugo", "ana", "bea")


def begun(*names: str, rounds: int = 2) -> Hall:
    hall = Hall(names or NAMES, rounds=rounds)
    hall.begin()
    return hall


def held_back(hall: Hall, name: str) -> None:
    """Swallow what a seat submits from now on."""
    hall.swallow = lambda who, _whom, message: who == name and isinstance(message, m.Submit)


def test_all_play_to_the_end_and_have_one_log() -> None:
    hall = begun()
    assert hall.alike()
    assert all(hall.story(name).over for name in NAMES)
    for name in NAMES:
        numbers = [event.entry.number for event in hall.told(name, EntryAppended)]
        assert numbers == list(range(hall.lockstep("hugo").replica.length))


def test_everybody_keeps_every_entry_once() -> None:
    hall = begun()
    for name in NAMES:
        kept = [record.numbered.number for record in hall.kept[name] if isinstance(record, EntryRecord)]
        assert kept == list(range(hall.lockstep("hugo").replica.length))


def test_a_host_without_a_seat_plays_nothing_and_numbers_all() -> None:
    hall = Hall(NAMES, sits=False)
    hall.begin()
    assert hall.alike()
    assert hall.lockstep("hugo").seat is None
    assert {entry.core.author for entry in hall.lockstep("hugo").replica.entries} == {0, 1, 255}


def test_who_was_cut_off_catches_up_and_says_what_he_owes() -> None:
    hall = Hall(NAMES)
    hall.swallow = lambda who, _whom, message: who == "bea" and isinstance(message, m.Submit)
    hall.begin()
    assert not hall.story("hugo").over
    hall.cut_off("bea")
    hall.swallow = lambda *_: False
    hall.link("bea", "hugo")
    assert hall.alike()
    assert hall.story("bea").over


def test_a_restarted_program_says_the_very_same_entry_again() -> None:
    hall = Hall(NAMES)
    held_back(hall, "bea")
    hall.begin()
    pending = hall.lockstep("bea").pending
    assert pending is not None
    hall.restart("bea")
    assert hall.lockstep("bea").pending == pending
    hall.swallow = lambda *_: False
    hall.link("bea", "hugo")
    assert any(entry.numbered.signed == pending for entry in hall.lockstep("hugo").replica.entries)
    assert hall.alike()


def test_an_entry_that_arrived_before_the_crash_is_not_said_twice() -> None:
    hall = Hall(NAMES)
    hall.swallow = lambda _who, whom, message: whom == "bea" and isinstance(message, m.Entries) and len(hall.sent) > 60
    hall.begin()
    hall.restart("bea")
    hall.swallow = lambda *_: False
    hall.link("bea", "hugo")
    assert hall.alike()
    written = [(entry.core.author, entry.core.turn) for entry in hall.lockstep("bea").replica.entries]
    assert len(set(written)) == len(written)


def test_a_restarted_host_goes_on_from_its_disk() -> None:
    hall = Hall(NAMES)
    held_back(hall, "ana")
    hall.begin()
    before = hall.lockstep("hugo").replica.heads[-1]
    hall.restart("hugo")
    assert hall.lockstep("hugo").replica.heads[-1] == before
    hall.swallow = lambda *_: False
    for name in ("ana", "bea"):
        hall.link(name, "hugo")
    assert hall.alike()
    assert hall.story("hugo").over


def test_a_host_that_lost_its_end_adopts_the_longer_chain_it_sealed_itself() -> None:
    hall = Hall(NAMES)
    held_back(hall, "ana")
    hall.begin()
    length = hall.lockstep("hugo").replica.length
    del hall.kept["hugo"][-3:]
    hall.restart("hugo")
    assert hall.lockstep("hugo").replica.length == length - 3
    hall.swallow = lambda *_: False
    hall.link("bea", "hugo")
    assert hall.lockstep("hugo").replica.length >= length
    hall.link("ana", "hugo")
    assert hall.alike()
    assert hall.story("hugo").over


def test_a_long_log_is_caught_up_in_chunks() -> None:
    hall = begun("hugo", "ana", rounds=120)
    assert hall.lockstep("hugo").replica.size > 3 * m.MAX_CHUNK_BYTES
    hall.kept["ana"] = hall.kept["ana"][:2]  # its salt and START
    hall.sent.clear()
    hall.restart("ana")
    hall.link("ana", "hugo")
    chunks = [message for _who, whom, message in hall.sent if whom == "ana" and isinstance(message, m.Entries)]
    assert len(chunks) > 3
    assert all(len(frames.pack(one)) <= frames.MAX_MESSAGE_BYTES for one in chunks)
    assert hall.alike()


def test_each_reader_who_is_abreast_is_sent_each_entry_once() -> None:
    hall = begun()
    first = 5  # those before are told while hosts and guests still say to each other what they have
    sent = [(who, whom, message.rows) for who, whom, message in hall.sent if isinstance(message, m.Entries)]
    told = [(who, whom, row.number) for who, whom, rows in sent for row in rows if row.number >= first]
    numbers = range(first, hall.lockstep("hugo").replica.length)
    assert sorted(told) == [("hugo", whom, number) for whom in NAMES[1:] for number in numbers]


def test_an_entry_that_was_lost_on_the_way_is_asked_for_and_nothing_behind_it_is_folded() -> None:
    hall = Hall(NAMES)
    lost: list[int] = []

    def swallow(_who: str, whom: str, message: frames.Message) -> bool:
        loses = whom == "bea" and isinstance(message, m.Entries) and message.rows[0].number > 5 and not lost
        lost.extend([message.rows[0].number] if loses and isinstance(message, m.Entries) else [])
        return loses

    hall.swallow = swallow
    hall.begin()
    hall.parties["hugo"].requests.send_talk(m.Chat(0, "hola"), hall.now)
    hall.wait(1)
    assert lost
    assert not hall.told("bea", DropLink)
    assert hall.alike()
    assert hall.story("bea").over


def test_a_watcher_reads_everything_and_writes_nothing() -> None:
    hall = Hall(NAMES)
    held_back(hall, "ana")
    hall.begin()
    hall.names = (*hall.names, "will")
    hall.events["will"], hall.kept["will"] = [], []
    hall.parties["will"] = hall.made("will")
    hall.parties["will"].wish_to_join = JoinRequest("will", 1, watch=True)
    hall.link("will", "hugo")
    hall.swallow = lambda *_: False
    hall.cut_off("ana")
    hall.link("ana", "hugo")
    assert hall.alike()
    with pytest.raises(LocalProtocolError, match="watcher"):
        hall.parties["will"].requests.write_entry(EntryDraft(MOVE, b"x"), hall.now)


# Refused entries


def test_an_entry_that_is_not_owed_comes_back_with_the_games_word() -> None:
    hall = begun()
    hall.parties["ana"].requests.write_entry(EntryDraft(SIGN, b""), hall.now)
    hall.settle()
    assert hall.told("ana", EntryRejected) == [EntryRejected(SIGN, b"", Flaw.ILLEGAL, "no_sign")]
    assert hall.lockstep("ana").pending is None
    assert hall.alike()


def test_a_games_word_that_is_too_long_arrives_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    hall = Hall(NAMES)
    held_back(hall, "ana")
    hall.begin()
    monkeypatch.setattr(hall.story("hugo"), "entry_refusal", lambda *_: "so_long_a_word" * 5)
    hall.swallow = lambda *_: False
    hall.cut_off("ana")
    hall.link("ana", "hugo")
    assert {one.code for one in hall.told("ana", EntryRejected)} == {"so_long_a_wordso_long_a_wordso_long_a_wo"}


def test_only_the_host_speaks_for_the_table() -> None:
    hall = begun()
    hall.parties["ana"].requests.write_entry(EntryDraft(LogKind.HANDOVER, b"\x91\x02"), hall.now, table=True)
    hall.settle()
    assert hall.told("ana", EntryRejected)[-1].flaw is Flaw.NOT_HOST


def test_an_author_who_was_shown_another_history_is_sent_what_we_were_shown_there() -> None:
    hall = Hall(NAMES)
    held_back(hall, "ana")
    hall.begin()
    lockstep = hall.lockstep("ana")
    link, pending = lockstep.host_link, lockstep.pending
    assert link is not None
    assert pending is not None
    core = read_core(pending.raw)
    signed = sign_core(core._replace(head=bytes(32)), identity("ana"))
    hall.sent.clear()
    hall.parties["hugo"].on_message(link, m.Submit(*signed), hall.now)
    hall.settle()
    answers = [message for who, whom, message in hall.sent if (who, whom) == ("hugo", "ana")]
    assert answers == [hall.lockstep("hugo").heads.shown_at(core.seen), m.Reject(core.turn, Flaw.FORK.value, "")]


@pytest.mark.parametrize("spoil", ["signature", "match", "noise"])
def test_a_forger_is_cut_off_and_the_others_play_on(spoil: str) -> None:
    hall = Hall(NAMES)
    held_back(hall, "bea")
    hall.begin()
    lockstep = hall.lockstep("ana")
    link = lockstep.host_link
    assert link is not None
    core = read_core(hall.lockstep("bea").pending[0])  # type: ignore[index] # held back, so it is there
    if spoil == "match":
        core = core._replace(match=bytes(16))
    signed = sign_core(core, identity("ana"))
    raw = b"\xc1" if spoil == "noise" else signed.raw
    hall.parties["hugo"].on_message(link, m.Submit(raw, signed.signature), hall.now)
    hall.settle()
    assert hall.told("hugo", DropLink)[-1].reason in (Reason.BAD_SIGNATURE, Reason.OTHER_MATCH, Reason.MALFORMED)
    hall.swallow = lambda *_: False
    hall.cut_off("bea")
    hall.link("bea", "hugo")
    hall.link("ana", "hugo")
    assert hall.alike()
    assert hall.story("ana").over


# A host that lies


def lie(hall: Hall, *, legal: bool) -> tuple[Numbered, Numbered]:
    """Let Hugo seal two entries for one place: the true one, and one that he shows to Bea alone."""
    replica = hall.lockstep("hugo").replica
    pending = hall.lockstep("ana").pending
    assert pending is not None
    true = assign_number(replica, pending, identity("hugo"))
    assert isinstance(true, NumberedEntry)
    core = read_core(pending.raw)
    other = sign_core(core._replace(body=core.body[::-1] if legal else b"x"), identity("ana"))
    claim = replica.next_claim(core, other)
    return true.numbered, Numbered(claim.number, other.raw, other.signature, seal_entry(claim, identity("hugo")))


def test_a_sealed_entry_that_is_illegal_is_refused_by_each_and_proves_the_wrong() -> None:
    hall = Hall(NAMES)
    held_back(hall, "ana")
    hall.begin()
    _true, false = lie(hall, legal=False)
    link = hall.lockstep("bea").host_link
    assert link is not None
    length = hall.lockstep("bea").replica.length
    hall.parties["bea"].on_message(link, m.Entries((false,)), hall.now)
    hall.settle()
    (wronged,) = hall.told("bea", HostLied)
    assert (wronged.seat, wronged.numbered, wronged.flaw) == (0, false, Flaw.ILLEGAL)
    assert hall.lockstep("bea").host_lied
    assert hall.lockstep("bea").replica.length == length


def unreadable(row: Numbered, _other: Numbered) -> Numbered:
    return row._replace(raw=b"\xc1")


def of_another_match(row: Numbered, _other: Numbered) -> Numbered:
    return row._replace(raw=sign_core(read_core(row.raw)._replace(match=bytes(16)), identity("ana")).raw)


def unsigned(row: Numbered, _other: Numbered) -> Numbered:
    return row._replace(signature=bytes(64))


def of_nobody(row: Numbered, _other: Numbered) -> Numbered:
    return row._replace(raw=sign_core(read_core(row.raw)._replace(author=7), identity("ana")).raw)


def of_another_history(row: Numbered, _other: Numbered) -> Numbered:
    signed = sign_core(read_core(row.raw)._replace(head=bytes(32)), identity("ana"))
    return row._replace(raw=signed.raw, signature=signed.signature)


def sealed_for_another_place(row: Numbered, other: Numbered) -> Numbered:
    return row._replace(seal=other.seal)


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (unreadable, Reason.MALFORMED),
        (of_another_match, Reason.OTHER_MATCH),
        (unsigned, Reason.BAD_SIGNATURE),
        (of_nobody, Reason.BAD_SIGNATURE),
        # What an honest host with another log may send is no false signature.
        (of_another_history, Reason.OUT_OF_TURN),
        (sealed_for_another_place, Reason.OUT_OF_TURN),
    ],
)
def test_an_entry_that_nobody_sealed_ends_the_link_with_its_own_reason(
    spoil: Callable[[Numbered, Numbered], Numbered], reason: Reason
) -> None:
    hall = Hall(NAMES)
    held_back(hall, "ana")
    hall.begin()
    link = hall.lockstep("bea").host_link
    assert link is not None
    hall.parties["bea"].on_message(link, m.Entries((spoil(*lie(hall, legal=True)),)), hall.now)
    hall.settle()
    assert hall.told("bea", DropLink) == [DropLink(link, reason)]
    assert not hall.told("bea", HostLied)


def test_an_entry_without_the_hosts_seal_ends_the_link_and_convicts_nobody() -> None:
    hall = Hall(NAMES)
    held_back(hall, "ana")
    hall.begin()
    true, _false = lie(hall, legal=True)
    link = hall.lockstep("bea").host_link
    assert link is not None
    hall.parties["bea"].on_message(link, m.Entries((true._replace(seal=bytes(64)),)), hall.now)
    hall.settle()
    assert not hall.told("bea", Convicted)
    assert not hall.lockstep("bea").host_lied
    assert hall.lockstep("bea").host_link is None


def test_what_cannot_follow_our_own_log_is_not_even_said() -> None:
    """Said and kept, it would be given up after a crash, and something else be said in its place."""
    hall = Hall(NAMES)
    hall.swallow = lambda who, _whom, message: who == "bea" and isinstance(message, m.Submit)
    hall.begin()
    hall.call("hugo", 2)
    before = [one for one in hall.kept["ana"] if isinstance(one, PendingRecord)]
    hall.call("ana", 2)
    assert hall.told("ana", EntryRejected)[-1].code == "called"
    assert [one for one in hall.kept["ana"] if isinstance(one, PendingRecord)] == before
