"""A host who shows two histories is convicted by whoever compares, before everybody, and hosts no more."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import astuple
from typing import Any

import pytest

from net import frames
from net import messages as m
from net.guests import HostChanged
from net.log.bodies import Forked, LogKind
from net.log.calls import GRACE_MS
from net.log.effects import Convicted, DropLink, EvidenceRecord, HostLied, LogRewound
from net.log.entries import (
    TABLE_AUTHOR,
    Claim,
    Numbered,
    Signed,
    is_sealed,
    next_head,
    read_core,
    seal_entry,
    sign_core,
)
from net.log.lockstep import MAX_INVALID_ENTRIES
from net.log.roster import Roster, proves_fork
from net.log.sequencer import NumberedEntry, assign_number
from net.party import HEADS_INTERVAL_MS
from net.reasons import Reason
from tests.net.fake_lan import identity
from tests.net.parties import Hall
from tools.netsim_game import MOVE

HUGO = identity("hugo")
FOUR = ("hugo", "ana", "bea", "carl")


def waiting(*names: str, peers: bool = True, round_: int = 1) -> Hall:
    """A match that waits for Ana; those who follow are linked with each other as their programs would be."""
    hall = Hall(names or FOUR)

    def swallow(who: str, _whom: str, message: frames.Message) -> bool:
        return who == "ana" and isinstance(message, m.Submit) and hall.story("hugo").round == round_

    hall.swallow = swallow
    hall.begin()
    followers = hall.names[1:]
    for at, name in enumerate(followers if peers else ()):
        for other in followers[at + 1 :]:
            hall.link(name, other)
    hall.wait(HEADS_INTERVAL_MS)
    return hall


def two_histories(hall: Hall, author: str = "ana") -> tuple[Numbered, Numbered]:
    """Let Hugo seal Ana's entry for the next number, and the same place to another entry of hers."""
    replica, pending = hall.lockstep("hugo").replica, hall.lockstep(author).pending
    assert pending is not None
    true = assign_number(replica, pending, HUGO)
    assert isinstance(true, NumberedEntry)
    core = read_core(pending.raw)
    other = sign_core(core._replace(body=core.body[::-1]), identity(author))
    return true.numbered, sealed(hall, other)


def sealed(hall: Hall, signed: Signed) -> Numbered:
    """Seal an entry as the next one, as the host would who lies."""
    replica = hall.lockstep("hugo").replica
    claim = replica.next_claim(read_core(signed.raw), signed)
    return Numbered(claim.number, signed.raw, signed.signature, seal_entry(claim, HUGO))


def show(hall: Hall, name: str, row: Numbered) -> None:
    """Let Hugo send somebody an entry."""
    link = next(number for number, ends in hall.wires.items() if set(ends) == {"hugo", name})
    hall.parties[name].on_message(link, m.Entries((row,)), hall.now)


def convicts_of(hall: Hall, *names: str) -> set[tuple[int, ...]]:
    return {hall.lockstep(name).replica.roster.convicted for name in names}


def silence(hall: Hall) -> None:
    """From now on the liar's own program takes part in nothing: what he says is what a test lets him say."""
    for number, ends in list(hall.wires.items()):
        if "hugo" in ends:
            other = next(name for name in ends if name != "hugo")
            del hall.wires[number]
            hall.parties["hugo"].on_link_lost(number, Reason.CUT, hall.now)
            hall.parties[other].on_link_lost(number, Reason.CUT, hall.now)
    hall.names = hall.names[1:]
    del hall.parties["hugo"]


def table_goes_on(hall: Hall, *honest: str) -> None:
    """Everybody names Hugo and nobody else, another hosts, and the match is played to its end."""
    hall.swallow = lambda *_: False
    hall.wait(60_000)
    for name in honest:
        assert {one.seat for one in hall.told(name, Convicted)} == {0}, name
        assert hall.lockstep(name).heads.evidence.keys() == {0}
        assert any(isinstance(one, EvidenceRecord) for one in hall.kept[name])
        assert hall.told(name, HostChanged)
        assert hall.lockstep(name).replica.roster.host in hall.lockstep(name).replica.roster.persons
        assert hall.story(name).over, name
    assert convicts_of(hall, *honest) == {(0,)}
    assert len({hall.lockstep(name).replica.heads[-1] for name in honest}) == 1


def test_two_histories_of_one_number_are_compared_beside_the_host_and_convict_him() -> None:
    hall = waiting()
    one, other = two_histories(hall)
    show(hall, "bea", one)
    show(hall, "carl", other)
    checkpoint = hall.lockstep("bea").replica.checkpoint()
    assert checkpoint == hall.lockstep("bea").replica.rest_lengths[-1] > 1
    assert not hall.told("bea", Convicted)
    hall.wait(HEADS_INTERVAL_MS)
    assert hall.told("bea", Convicted) == hall.told("carl", Convicted) == [Convicted(0, two_histories=True)]
    silence(hall)
    table_goes_on(hall, "ana", "bea", "carl")
    for name in ("bea", "carl"):
        assert [one.length for one in hall.told(name, LogRewound)] == [checkpoint], "no round that was over is lost"


def test_the_host_who_lied_hears_it_himself_and_follows() -> None:
    hall = waiting()
    one, other = two_histories(hall)
    show(hall, "bea", one)
    show(hall, "carl", other)
    hall.wait(HEADS_INTERVAL_MS)
    assert hall.told("hugo", Convicted) == [Convicted(0, two_histories=True)]
    assert HUGO.key in hall.lockstep("hugo").distrusted
    table_goes_on(hall, "ana", "bea", "carl")
    assert not hall.lockstep("hugo").replica.roster.chairs[0].held


def test_who_reads_both_himself_convicts_at_once() -> None:
    hall = waiting("hugo", "ana", "bea")
    for row in two_histories(hall):
        show(hall, "bea", row)
    hall.settle()
    assert hall.told("bea", Convicted) == hall.told("ana", Convicted) == [Convicted(0, two_histories=True)]
    silence(hall)
    table_goes_on(hall, "ana", "bea")


def test_of_two_the_one_he_lied_to_goes_on_alone() -> None:
    hall = waiting("hugo", "ana")
    pending = hall.lockstep("ana").pending
    assert pending is not None
    for row in two_histories(hall):
        show(hall, "ana", row)
    hall.settle()
    table_goes_on(hall, "ana")


def test_a_longer_log_is_compared_where_the_shorter_ends() -> None:
    """Bea was shown one entry more, behind the one in which the histories part."""
    hall = waiting()
    one, other = two_histories(hall)
    show(hall, "carl", other)
    hall.swallow = lambda *_: False
    replica = hall.lockstep("bea").replica
    show(hall, "bea", one)
    core = read_core(one.raw)
    after = core._replace(
        author=2,
        turn=replica.roster.entries_written_by(2),
        seen=replica.length,
        head=replica.heads[-1],
        state=replica.states[-1],
        kind=4,
        body=b"\x90",
    )
    signed = sign_core(after, identity("bea"))
    claim = replica.next_claim(after, signed)
    show(hall, "bea", Numbered(claim.number, signed.raw, signed.signature, seal_entry(claim, HUGO)))
    assert replica.length > hall.lockstep("carl").replica.length
    hall.wait(HEADS_INTERVAL_MS)
    assert hall.told("carl", Convicted) == hall.told("bea", Convicted) == [Convicted(0, two_histories=True)]


@pytest.mark.parametrize("restarted", [False, True])
def test_a_fork_that_was_healed_before_the_score_is_found_when_its_victims_meet(restarted: bool) -> None:
    """Both histories are void, since the liar seemed to die; both victims still know what they were shown."""
    hall = waiting()
    one, other = two_histories(hall)
    hall.swallow = lambda _who, _whom, message: isinstance(message, m.Shown | m.Submit)
    show(hall, "bea", one)
    show(hall, "carl", other)
    hall.settle()
    silence(hall)
    hall.wait(GRACE_MS)
    hall.swallow = lambda _who, _whom, message: isinstance(message, m.Shown)
    for name in hall.names:
        assert hall.parties[name].requests.give_up_host(hall.now)
    hall.wait(60_000)
    assert hall.alike()
    assert all(hall.story(name).over for name in hall.names)
    assert not any(hall.told(name, Convicted) for name in hall.names)
    hall.swallow = lambda *_: False
    if restarted:
        for name in ("bea", "carl"):
            hall.restart(name)
    else:
        hall.cut_off("bea")
    for called in ("ana", "carl"):
        hall.link("bea", called)
    hall.wait(HEADS_INTERVAL_MS)
    for name in hall.names if not restarted else ("ana", "bea"):
        assert hall.told(name, Convicted) == [Convicted(0, two_histories=True)], name


def test_somebody_who_was_away_is_told_on_his_next_link() -> None:
    hall = waiting()
    one, other = two_histories(hall)
    hall.cut_off("ana")
    show(hall, "bea", one)
    show(hall, "carl", other)
    hall.wait(HEADS_INTERVAL_MS)
    assert not hall.told("ana", Convicted)
    hall.link("ana", "bea")
    assert hall.told("ana", Convicted) == [Convicted(0, two_histories=True)]


def test_who_met_nobody_when_he_was_shown_what_cannot_follow_shows_it_to_whoever_comes() -> None:
    """The others have the true entry of that place: with the victim's it is proof, and he is not left alone."""
    hall = waiting(peers=False)
    one, _other = two_histories(hall)
    replica = hall.lockstep("hugo").replica
    core = read_core(one.raw)._replace(
        author=TABLE_AUTHOR, turn=replica.roster.entries_written_by(TABLE_AUTHOR), kind=LogKind.HANDOVER
    )
    show(hall, "bea", sealed(hall, sign_core(core._replace(body=b"\x91\x07"), HUGO)))
    for name in ("ana", "carl"):
        show(hall, name, one)
    hall.settle()
    assert [wronged.seat for wronged in hall.told("bea", HostLied)] == [0]
    assert not hall.told("carl", Convicted)
    hall.link("bea", "carl")
    assert hall.told("bea", Convicted) == hall.told("carl", Convicted) == [Convicted(0, two_histories=True)]


def test_what_convicts_is_passed_on_once_and_outlives_a_crash() -> None:
    hall = waiting()
    for row in two_histories(hall):
        show(hall, "bea", row)
    hall.settle()
    said = [(who, whom) for who, whom, message in hall.sent if isinstance(message, m.Evidence)]
    assert len(said) == len(set(said))
    hall.restart("bea")
    assert HUGO.key in hall.lockstep("bea").distrusted
    assert hall.lockstep("bea").heads.evidence.keys() == {0}


def test_evidence_is_checked_by_start_alone_and_a_false_one_costs_the_link() -> None:
    hall = waiting()
    for row in two_histories(hall):
        show(hall, "bea", row)
    (evidence,) = hall.lockstep("bea").heads.evidence.values()
    roster = hall.lockstep("ana").replica.rosters[1]
    assert convicts_by(roster, evidence)
    for spoiled in spoiled_ones(evidence):
        assert not convicts_by(roster, spoiled), spoiled
        fresh = waiting()
        link = next(number for number, ends in fresh.wires.items() if set(ends) == {"ana", "bea"})
        fresh.parties["ana"].on_message(link, spoiled, fresh.now)
        fresh.settle()
        assert fresh.told("ana", DropLink)[-1] == DropLink(link, Reason.BAD_SIGNATURE)
        assert not fresh.told("ana", Convicted)


def convicts_by(roster: Roster, evidence: m.Evidence) -> bool:
    return proves_fork(roster, Forked(*astuple(evidence)))


def spoiled_ones(one: m.Evidence) -> list[m.Evidence]:
    def made(change: Callable[[dict[str, Any]], None]) -> m.Evidence:
        values = {name: getattr(one, name) for name in one.__slots__}
        change(values)
        return m.Evidence(**values)

    return [
        made(lambda values: values.update(seat=2)),
        made(lambda values: values.update(seat=7)),
        made(lambda values: values.update(seat=255)),
        made(lambda values: values.update(ballot=one.ballot + 16)),
        made(lambda values: values.update(number=one.number + 1)),
        made(lambda values: values.update(seal=one.other_seal)),
        made(lambda values: values.update(other_seal=bytes(64))),
        made(lambda values: values.update(other_head=one.head, other_seal=one.seal)),
    ]


def test_a_head_that_nobody_sealed_is_its_bearers_fault() -> None:
    hall = waiting()
    link = next(number for number, ends in hall.wires.items() if set(ends) == {"ana", "bea"})
    length = hall.lockstep("ana").replica.length
    hall.parties["ana"].on_message(link, m.Shown(0, length, bytes(32), bytes(64)), hall.now)
    hall.settle()
    assert hall.told("ana", DropLink) == [DropLink(link, Reason.BAD_SIGNATURE)]
    assert not hall.told("ana", Convicted)


def test_nobody_can_make_a_host_look_guilty_by_sealing_in_his_place() -> None:
    """Bea seals a head of her own: it is no host's of that place, and where the logs part is looked for once."""
    hall = waiting()
    replica = hall.lockstep("ana").replica
    claim = Claim(replica.match, 0, replica.length - 1, b"x" * 32)
    shown = m.Shown(0, replica.length, claim.head, seal_entry(claim, identity("bea")))
    link = next(number for number, ends in hall.wires.items() if set(ends) == {"ana", "bea"})
    sent = len(hall.sent)
    for _ in range(5):
        hall.parties["ana"].on_message(link, shown, hall.now)
        hall.settle()
    assert not any(hall.told(name, Convicted) for name in hall.names)
    searched = [message for _who, _whom, message in hall.sent[sent:] if isinstance(message, m.Entries)]
    assert sum(len(message.rows) for message in searched) <= replica.length


def test_a_host_who_brings_what_he_sealed_for_another_history_is_not_heard_for_ever() -> None:
    """Nobody else is there to compare: the log of the host is another, that much is sure, and play goes on."""
    hall = waiting("hugo", "ana")
    hall.swallow = lambda who, _whom, _message: who == "ana"
    replica = hall.lockstep("ana").replica
    pending = hall.lockstep("ana").pending
    assert pending is not None
    for number in range(MAX_INVALID_ENTRIES + 1):
        claim = Claim(replica.match, 0, replica.length, next_head(bytes([number]) * 32, pending))
        row = Numbered(claim.number, pending.raw, pending.signature, seal_entry(claim, HUGO))
        assert is_sealed(claim, row.seal, HUGO.key)
        if hall.lockstep("ana").host_link is None:
            hall.link("ana", "hugo")
        show(hall, "ana", row)
        hall.settle()
    assert [one.seat for one in hall.told("ana", HostLied)] == [0]
    hall.swallow = lambda *_: False
    hall.wait(60_000)
    assert hall.lockstep("ana").is_hosting
    assert hall.story("ana").over


def test_what_was_ours_of_the_history_that_is_void_is_told() -> None:
    hall = waiting()
    one, other = two_histories(hall)
    show(hall, "ana", one)
    show(hall, "bea", other)
    hall.wait(HEADS_INTERVAL_MS)
    silence(hall)
    table_goes_on(hall, "ana", "bea", "carl")
    (rewound,) = hall.told("ana", LogRewound)
    assert read_core(one.raw) in rewound.lost
    assert any(core.kind == MOVE or core.author == 1 for core in rewound.lost)
