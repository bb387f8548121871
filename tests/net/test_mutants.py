"""A mutant for every kind and every field, of messages and of entries, made from the tables of their forms."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, cast

import pytest

from net import messages as m
from net.errors import RemoteProtocolError
from net.frames import MAX_MESSAGE_BYTES, MESSAGE_FORMS, Message, pack, unpack, with_length
from net.identity import Identity, Purpose
from net.log.bodies import BODY_RULES, LogKind
from net.log.effects import DropLink
from net.log.entries import CORE_RULE, FIRST_GAME_KIND, LOG_VERSION, MAX_KIND, TABLE_AUTHOR, Core, Signed, sign_core
from net.log.replica import Replica
from net.log.sequencer import NumberedEntry, assign_number
from net.peer import Lost
from net.reasons import Flaw, Reason
from net.schema import Row, pack_plain
from tests.net.fake_lan import identity, opened
from tests.net.mutants import broken, honest
from tests.net.parties import Hall
from tools.netsim_game import TinyStory

ANA, HUGO = identity("ana"), identity("hugo")
FIELDS = [(kind, name) for kind, (_made, rules) in MESSAGE_FORMS.items() for name in rules]
CORE_FIELDS = Core._fields


def said(kind: str, changed: Mapping[str, object]) -> bytes:
    """Write a message of a kind with small values, but for those given."""
    rules = MESSAGE_FORMS[kind][1]
    small = {name: honest(rule)[0] for name, rule in rules.items()}
    return pack_plain({"k": kind, **small, **changed})


def variants(kind: str) -> Iterator[Message]:
    """Yield messages of a kind with every value of every field that may be."""
    yield unpack(said(kind, {}))
    for name, rule in MESSAGE_FORMS[kind][1].items():
        for value in honest(rule)[1:]:
            written = said(kind, {name: value})
            if len(written) <= MAX_MESSAGE_BYTES:
                yield unpack(written)


# The form of messages


@pytest.mark.parametrize("kind", MESSAGE_FORMS)
def test_every_value_that_may_be_is_taken(kind: str) -> None:
    for message in variants(kind):
        assert type(message) is MESSAGE_FORMS[kind][0]
        assert unpack(pack(message)) == message


@pytest.mark.parametrize(("kind", "name"), FIELDS)
def test_every_value_that_may_not_be_is_refused(kind: str, name: str) -> None:
    for value in broken(MESSAGE_FORMS[kind][1][name]):
        with pytest.raises(RemoteProtocolError) as caught:
            unpack(said(kind, {name: value}))
        assert caught.value.reason is Reason.MALFORMED
        assert caught.value.detail


@pytest.mark.parametrize(("kind", "name"), FIELDS)
def test_on_a_link_a_mutant_is_the_fault_of_its_sender(kind: str, name: str) -> None:
    """The receiver ends the link with the reason, and the sender is told that the other side ended it."""
    for value in (None, list(broken(MESSAGE_FORMS[kind][1][name]))[-1]):
        wire = opened()
        wire.told["host"] += wire.host.receive(with_length(wire.joiner._link.seal(said(kind, {name: value}))), 0)
        wire.roundtrip()
        (lost,) = [event for event in wire.told["host"] if isinstance(event, Lost)]
        assert (lost.reason, lost.by_them) == (Reason.MALFORMED, False)
        assert lost.hint
        assert [event for event in wire.told["joiner"] if isinstance(event, Lost)] == [
            Lost(Reason.MALFORMED, by_them=True)
        ]


# What well-formed messages do to a match


def waiting() -> Hall:
    """A match that waits for Ana."""
    hall = Hall(("hugo", "ana", "bea"))
    hall.swallow = lambda who, _whom, message: who == "ana" and isinstance(message, m.Submit)
    hall.begin()
    return hall


def link_of(hall: Hall, name: str) -> int:
    """Return a guest's link to the host, a new one if the last was ended."""
    found = [number for number, ends in hall.wires.items() if ends == (name, "hugo")]
    return found[0] if found else hall.link(name, "hugo")


def finished(hall: Hall) -> bool:
    hall.swallow = lambda *_: False
    hall.cut_off("ana")
    hall.link("ana", "hugo")
    link_of(hall, "bea")
    hall.wait(1)
    return hall.alike() and all(hall.story(name).over for name in hall.names)


@pytest.mark.parametrize("kind", MESSAGE_FORMS)
def test_no_value_of_any_field_from_a_guest_disturbs_the_others(kind: str) -> None:
    hall = waiting()
    length = hall.lockstep("hugo").replica.length
    for message in variants(kind):
        hall.parties["hugo"].on_message(link_of(hall, "ana"), message, hall.now)
        hall.settle()
        assert not any(hall.lockstep(name).host_lied for name in ("hugo", "bea")), message
        assert any(ends == ("bea", "hugo") for ends in hall.wires.values()), message
    assert hall.lockstep("hugo").replica.length == length
    assert finished(hall)


@pytest.mark.parametrize("kind", MESSAGE_FORMS)
def test_no_value_of_any_field_from_the_host_breaks_a_guest(kind: str) -> None:
    hall = waiting()
    length = hall.lockstep("bea").replica.length
    for message in variants(kind):
        hall.parties["bea"].on_message(link_of(hall, "bea"), message, hall.now)
        hall.settle()
        assert not hall.lockstep("bea").host_lied, message
    assert hall.lockstep("bea").replica.length == length
    assert finished(hall)


@pytest.mark.parametrize("kind", MESSAGE_FORMS)
def test_what_a_stranger_says_before_joining_costs_his_link(kind: str) -> None:
    hall = waiting()
    for number, message in enumerate(variants(kind)):
        if isinstance(message, m.Join):
            continue
        hall.parties["hugo"].on_link_opened(900 + number, identity("eve").key, bytes(16), hall.now, ours=False)
        hall.parties["hugo"].on_message(900 + number, message, hall.now)
        dropped = [one for one in hall.parties["hugo"].take_effects(hall.now) if isinstance(one, DropLink)]
        assert dropped == [DropLink(900 + number, Reason.OUT_OF_TURN)]


# Entries


def due(replica: Replica, author: int, kind: int, body: bytes) -> Core:
    """Write the next core of an author."""
    turn = replica.roster.entries_written_by(author)
    seen = (replica.length, replica.heads[-1], replica.states[-1])
    return Core(LOG_VERSION, replica.match, author, turn, *seen, kind, body)


def signed_raw(values: tuple[object, ...], who: Identity) -> Signed:
    """Sign values that may not be a valid core."""
    raw = pack_plain(values)
    return Signed(raw, who.sign(Purpose.ENTRY, raw))


@pytest.fixture(scope="module")
def hall() -> Hall:
    return waiting()


@pytest.mark.parametrize("name", CORE_FIELDS)
def test_every_field_of_a_core_is_held_to_its_rule(hall: Hall, name: str) -> None:
    replica = hall.lockstep("hugo").replica
    pending = hall.lockstep("ana").pending
    assert pending is not None
    core = due(replica, 1, hall.story("ana").owed_entries(1, replica.roster)[0].kind, b"")
    at = CORE_FIELDS.index(name)
    values = tuple(core)
    for value in broken(CORE_RULE.rules[at]):
        finding = replica.first_flaw(signed_raw((*values[:at], value, *values[at + 1 :]), ANA))
        assert finding.flaw is Flaw.MALFORMED, value
    for value in honest(CORE_RULE.rules[at]):
        if value == core[at]:
            continue
        found = assign_number(
            replica, sign_core(Core(*cast("Any", (*values[:at], value, *values[at + 1 :]))), ANA), HUGO
        )
        assert not isinstance(found, NumberedEntry), f"{name}={value!r:.40} was numbered"
        assert found.flaw not in (None, Flaw.BAD_SEAL)


@pytest.mark.parametrize("size", [0, len(CORE_FIELDS) - 1, len(CORE_FIELDS) + 1])
def test_a_core_has_so_many_fields(hall: Hall, size: int) -> None:
    replica = hall.lockstep("hugo").replica
    values = (*due(replica, 1, 20, b"x"), 0)[:size]
    assert replica.first_flaw(signed_raw(values, ANA)).flaw is Flaw.MALFORMED


def test_every_kind_of_the_logs_own_has_its_form_and_no_other_kind_has_one() -> None:
    assert set(BODY_RULES) == set(LogKind)
    assert all(isinstance(rule, Row) for rule in BODY_RULES.values())
    assert max(LogKind) < FIRST_GAME_KIND <= MAX_KIND


@pytest.mark.parametrize("kind", LogKind)
@pytest.mark.parametrize("author", [1, TABLE_AUTHOR])
def test_every_field_of_every_body_is_held_to_its_rule(hall: Hall, kind: LogKind, author: int) -> None:
    replica = hall.lockstep("hugo").replica
    who = HUGO if author == TABLE_AUTHOR else ANA
    for value in broken(BODY_RULES[kind]):
        finding = replica.first_flaw(sign_core(due(replica, author, kind, pack_plain(value)), who))
        nobody = kind is LogKind.REHOST and author == TABLE_AUTHOR  # whose word that is stands in the body
        assert finding.flaw is (Flaw.NO_AUTHOR if nobody else Flaw.ILLEGAL), value
        assert finding.code == ("" if nobody else "unreadable"), value


@pytest.mark.parametrize("kind", LogKind)
@pytest.mark.parametrize("author", [0, 1, TABLE_AUTHOR])
def test_a_body_of_the_right_form_is_refused_by_its_word_or_follows(kind: LogKind, author: int) -> None:
    """An entry that is taken leads to the same state everywhere, also when the log is folded again."""
    fresh = waiting()
    replica, other = fresh.lockstep("hugo").replica, fresh.lockstep("bea").replica
    who = ANA if author == 1 else HUGO
    for value in honest(BODY_RULES[kind]):
        found = assign_number(replica, sign_core(due(replica, author, kind, pack_plain(value)), who), HUGO)
        if isinstance(found, NumberedEntry):
            assert other.first_sealed_flaw(found.numbered).flaw is None
            for one in (replica, other):
                one.append(found.numbered, found.core)
            assert replica.states == other.states
            if replica.roster.host_key != HUGO.key:
                break
        else:
            assert found.flaw in (Flaw.ILLEGAL, Flaw.NO_AUTHOR, Flaw.BAD_SIGNATURE)
            assert found.code or found.flaw is not Flaw.ILLEGAL
    assert replica.refold() == -1


@pytest.mark.parametrize("author", [1, TABLE_AUTHOR])
def test_the_games_kinds_are_refused_by_the_games_word(hall: Hall, author: int) -> None:
    replica = hall.lockstep("hugo").replica
    story = replica.story
    assert isinstance(story, TinyStory)
    owed = {one.kind for one in story.owed_entries(author, replica.roster)}
    for kind in range(FIRST_GAME_KIND, MAX_KIND + 1):
        for body in cast("tuple[Any, ...]", honest(CORE_RULE.rules[-1])):
            finding = replica.first_flaw(
                sign_core(due(replica, author, kind, body), HUGO if author == TABLE_AUTHOR else ANA)
            )
            if kind not in owed:
                assert (finding.flaw, bool(finding.code)) == (Flaw.ILLEGAL, True)
