"""Every field of every entry, spoiled: each is refused by the very check that is there for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

import pytest

from net.frames import Message
from net.identity import Identity
from net.log.bodies import NONCE_BYTES, Call, EmptyBody, LogKind, Start, Vote, write_body
from net.log.effects import (
    AccountRecord,
    EntryRecord,
    EvidenceRecord,
    PendingRecord,
    PromiseRecord,
    Record,
    read_record,
    write_record,
)
from net.log.entries import (
    FIRST_GAME_KIND,
    LOG_VERSION,
    TABLE_AUTHOR,
    Claim,
    Core,
    Numbered,
    Signed,
    first_head,
    is_sealed,
    next_head,
    read_core,
    seal_entry,
    sign_core,
)
from net.log.match_id import nonce_owners
from net.log.replica import Replica
from net.log.sequencer import NumberedEntry, assign_number, first_entry, is_in_log
from net.messages import Evidence, StateReport, Submit
from net.reasons import Flaw
from net.schema import Misfit, pack_plain, unpack_plain
from tests.net.fake_lan import identity
from tests.net.parties import Hall, teller
from tools.netsim_game import COMMIT, DEAL, MOVE, TinyStory

HUGO, ANA, EVE = identity("hugo"), identity("ana"), identity("eve")


@pytest.fixture
def hall() -> Hall:
    """Three programs in the midst of a deal: Ana and Bea owe their parts and are not heard."""
    hall = Hall(("hugo", "ana", "bea"))

    def swallow(_who: str, _whom: str, message: Message) -> bool:
        return isinstance(message, Submit) and read_core(message.raw).kind >= FIRST_GAME_KIND

    hall.swallow = swallow
    hall.begin()
    return hall


def next_core(replica: Replica, author: int, kind: int, body: bytes) -> Core:
    turn = replica.roster.entries_written_by(author)
    heads, states = replica.heads, replica.states
    return Core(LOG_VERSION, replica.match, author, turn, replica.length, heads[-1], states[-1], kind, body)


def commit_of(hall: Hall, name: str) -> tuple[Core, Identity]:
    """Return the very entry that a seat owes now."""
    replica = hall.lockstep("hugo").replica
    pending = hall.lockstep(name).pending
    assert pending is not None
    body = read_core(pending.raw).body
    seat = hall.lockstep(name).seat
    assert seat is not None
    return next_core(replica, seat, read_core(pending.raw).kind, body), identity(name)


def test_the_honest_entry_has_no_flaw(hall: Hall) -> None:
    core, key = commit_of(hall, "ana")
    assert hall.lockstep("hugo").replica.first_flaw(sign_core(core, key)).flaw is None


@pytest.mark.parametrize(
    ("spoil", "flaw"),
    [
        (lambda core: core._replace(version=1), Flaw.MALFORMED),
        (lambda core: core._replace(match=bytes(16)), Flaw.OTHER_MATCH),
        (lambda core: core._replace(match=core.match[:-1]), Flaw.MALFORMED),
        (lambda core: core._replace(author=0), Flaw.BAD_SIGNATURE),
        (lambda core: core._replace(author=7), Flaw.NO_AUTHOR),
        (lambda core: core._replace(author=9), Flaw.MALFORMED),
        (lambda core: core._replace(author=TABLE_AUTHOR), Flaw.BAD_SIGNATURE),
        (lambda core: core._replace(turn=core.turn - 1), Flaw.STALE),
        (lambda core: core._replace(turn=core.turn + 1), Flaw.GAP),
        (lambda core: core._replace(seen=core.seen + 1), Flaw.UNSEEN),
        (lambda core: core._replace(seen=core.seen - 1), Flaw.FORK),
        (lambda core: core._replace(head=bytes(32)), Flaw.FORK),
        (lambda core: core._replace(state=bytes(16)), Flaw.STATE),
        (lambda core: core._replace(kind=DEAL), Flaw.ILLEGAL),
        (lambda core: core._replace(kind=MOVE), Flaw.ILLEGAL),
        (lambda core: core._replace(kind=15), Flaw.ILLEGAL),
        (lambda core: core._replace(kind=64), Flaw.MALFORMED),
        (lambda core: core._replace(body=b"short"), Flaw.ILLEGAL),
        (lambda core: core._replace(body=bytes(16_385)), Flaw.MALFORMED),
    ],
)
def test_every_spoiled_field_has_its_flaw(hall: Hall, spoil: Callable[[Core], Core], flaw: Flaw) -> None:
    core, key = commit_of(hall, "ana")
    replica = hall.lockstep("hugo").replica
    spoiled = sign_core(spoil(core), key)
    assert replica.first_flaw(spoiled).flaw is flaw
    found = assign_number(replica, spoiled, HUGO)
    assert not isinstance(found, NumberedEntry)
    assert found.flaw is flaw


def test_another_key_and_a_changed_byte_are_false_signatures(hall: Hall) -> None:
    core, key = commit_of(hall, "ana")
    replica = hall.lockstep("hugo").replica
    assert replica.first_flaw(sign_core(core, EVE)).flaw is Flaw.BAD_SIGNATURE
    signed = sign_core(core, key)
    changed = signed.raw[:-1] + bytes([signed.raw[-1] ^ 1])
    assert replica.first_flaw(Signed(changed, signed.signature)).flaw is Flaw.BAD_SIGNATURE


def test_what_we_signed_ourselves_is_trusted_in_our_own_name_alone(hall: Hall) -> None:
    core, key = commit_of(hall, "ana")
    replica = hall.lockstep("hugo").replica
    hugos = core._replace(author=0, turn=replica.roster.entries_written_by(0))
    in_hugos_name = sign_core(hugos, key)
    replica.trust_own(key.key, in_hugos_name, hugos)
    assert replica.first_flaw(in_hugos_name).flaw is Flaw.BAD_SIGNATURE
    forged = sign_core(core, key)
    replica.trust_own(key.key, forged, core)
    assert replica.first_flaw(Signed(forged.raw, bytes(64))).flaw is Flaw.BAD_SIGNATURE
    assert replica.first_flaw(Signed(in_hugos_name.raw, forged.signature)).flaw is Flaw.BAD_SIGNATURE
    assert replica.read_core(Signed(in_hugos_name.raw, forged.signature)) == hugos


@pytest.mark.parametrize("raw", [b"", b"\xc0", pack_plain([1, 2, 3]), pack_plain({"version": 1}), b"\xff" * 40])
def test_noise_is_malformed(hall: Hall, raw: bytes) -> None:
    assert hall.lockstep("hugo").replica.first_flaw(Signed(raw, bytes(64))).flaw is Flaw.MALFORMED


def test_an_entry_is_hashed_as_the_bytes_received(hall: Hall) -> None:
    """A core in another spelling (a longer number) is another entry, though it says the same."""
    core, key = commit_of(hall, "ana")
    signed = sign_core(core, key)
    longer = signed.raw.replace(b"\x99\x02", b"\x99\xcc\x02", 1)
    assert read_core(longer) == core
    assert hall.lockstep("hugo").replica.first_flaw(Signed(longer, signed.signature)).flaw is Flaw.BAD_SIGNATURE


def test_an_entry_meant_for_the_deal_before_is_refused(hall: Hall) -> None:
    replica = hall.lockstep("hugo").replica
    core, key = commit_of(hall, "ana")
    story = replica.story
    assert isinstance(story, TinyStory)
    seen = story.due_since - 1
    early = core._replace(seen=seen, head=replica.heads[seen], state=replica.states[seen], kind=COMMIT)
    assert replica.first_flaw(sign_core(early, key)).code == "meant_for_before"


# The seal


def test_only_the_host_seals_and_only_for_one_place(hall: Hall) -> None:
    core, key = commit_of(hall, "ana")
    signed = sign_core(core, key)
    given = assign_number(hall.lockstep("hugo").replica, signed, HUGO)
    assert isinstance(given, NumberedEntry)
    row = given.numbered
    replica = hall.lockstep("bea").replica
    assert replica.first_sealed_flaw(row).flaw is None
    assert replica.first_sealed_flaw(row._replace(number=row.number + 1)).flaw is Flaw.BAD_SEAL
    assert replica.first_sealed_flaw(row._replace(seal=bytes(64))).flaw is Flaw.BAD_SEAL
    claim = replica.next_claim(core, signed)
    assert replica.first_sealed_flaw(row._replace(seal=seal_entry(claim, ANA))).flaw is Flaw.BAD_SEAL
    for other in (
        claim._replace(ballot=16),
        claim._replace(number=claim.number - 1),
        claim._replace(head=bytes(32)),
        claim._replace(match=bytes(16)),
    ):
        assert replica.first_sealed_flaw(row._replace(seal=seal_entry(other, HUGO))).flaw is Flaw.BAD_SEAL
    assert is_sealed(claim, row.seal, HUGO.key)


def test_an_entry_that_was_numbered_already_is_known_again() -> None:
    hall = Hall(("hugo", "ana"))
    hall.begin()
    replica = hall.lockstep("hugo").replica
    entry = next(one for one in replica.entries if one.core.author == 1)
    signed = entry.numbered.signed
    finding = replica.first_flaw(signed)
    assert finding.flaw is Flaw.STALE
    assert is_in_log(replica, signed, finding)
    other = sign_core(entry.core._replace(body=b"x" * 16), ANA)
    assert not is_in_log(replica, other, replica.first_flaw(other))


# The start


def start() -> Start:
    hall = Hall(("hugo", "ana"))
    hall.gather()
    lobby = hall.parties["hugo"].lobby
    assert lobby is not None
    return lobby.start_body(b"header", ("hugo:1",))


def drawn(said: Start) -> Start:
    """A START with a nonce of each."""
    return said._replace(nonces=tuple(bytes([at]) * NONCE_BYTES for at in range(len(nonce_owners(said)))))


def begin_with(first: Numbered) -> Replica:
    return Replica(first, teller("x"))


def test_a_log_begins_with_what_its_host_signed_and_sealed() -> None:
    first = first_entry(drawn(start()), HUGO)
    replica = begin_with(first)
    assert replica.length == 1
    assert replica.roster.host == 0
    assert replica.roster.host_addresses == ("hugo:1",)
    assert replica.checkpoint() == 1
    core = read_core(first.raw)
    for spoiled in (
        first_entry(drawn(start()._replace(host_key=EVE.key)), EVE),
        first_entry(drawn(start()), EVE),
        first_entry(drawn(start()._replace(host=1)), HUGO),
        first_entry(drawn(start()._replace(host=TABLE_AUTHOR)), HUGO),
        first_entry(drawn(start()._replace(sitters=start().sitters * 2)), HUGO),
        first._replace(number=1),
        first._replace(seal=bytes(64)),
        first._replace(signature=bytes(64)),
        *(
            Numbered(0, *sign_core(other, HUGO), first.seal)
            for other in (
                core._replace(kind=LogKind.LEAVE, body=write_body(EmptyBody())),
                core._replace(author=0),
                core._replace(turn=1),
                core._replace(seen=1),
                core._replace(head=bytes(32)),
                core._replace(state=b"x" * 16),
                core._replace(body=b"\x90"),
            )
        ),
    ):
        with pytest.raises(Misfit):
            begin_with(spoiled)


def test_a_second_start_is_refused() -> None:
    replica = begin_with(first_entry(drawn(start()), HUGO))
    again = next_core(replica, TABLE_AUTHOR, LogKind.START, write_body(drawn(start())))
    assert replica.first_flaw(sign_core(again, HUGO)).code == "started"


# Folding again


def test_a_replayed_log_gives_the_same_states_and_a_cut_one_the_earlier_ones() -> None:
    hall = Hall(("hugo", "ana"))
    hall.begin()
    replica = hall.lockstep("ana").replica
    states, heads = list(replica.states), list(replica.heads)
    assert replica.refold() == -1
    assert replica.states == states
    replica.truncate(9)
    assert (replica.length, replica.states, replica.heads) == (9, states[:10], heads[:10])
    assert replica.size == sum(entry.size for entry in replica.entries)


def test_a_switched_table_is_found_where_it_was_switched() -> None:
    hall = Hall(("hugo", "ana"))
    hall.begin()
    replica = hall.lockstep("ana").replica
    replica.states[7] = bytes(16)
    assert replica.refold() == 7
    assert replica.states == hall.lockstep("hugo").replica.states


def test_a_checkpoint_is_a_rest_that_everybody_vouched_for() -> None:
    hall = Hall(("hugo", "ana", "bea"), rounds=2)
    signs = [0]

    def swallow(who: str, _whom: str, message: object) -> bool:
        """Keep back what Bea says in the second round."""
        if who == "bea" and type(message).__name__ == "Submit" and hall.story("bea").round == 1:
            signs[0] += 1
            return True
        return False

    hall.swallow = swallow
    hall.begin()
    assert signs[0] > 0
    replica = hall.lockstep("hugo").replica
    rest = replica.rest_lengths[-1]
    assert rest > 1
    # Bea's last entry was her signature under the first round, which she wrote before its end; it vouches for it.
    assert replica.checkpoint() == rest
    hall.story("hugo").signed_at = 0
    assert replica.checkpoint() == max(length for length in replica.rest_lengths if length < rest), "for nothing else"
    hall.swallow = lambda *_: False
    link = next(iter(number for number, ends in hall.wires.items() if "bea" in ends))
    hall.cut(link)
    hall.link("bea", "hugo")
    assert replica.checkpoint() >= rest


# The log's own kinds


@pytest.mark.parametrize(
    ("author", "kind", "body", "code"),
    [
        (1, LogKind.ADDRESS, pack_plain([[]]), "unreadable"),
        (1, LogKind.ADDRESS, pack_plain([["x" * 65]]), "unreadable"),
        (1, LogKind.ADDRESS, pack_plain([["ana:1"]]), "same_address"),
        (TABLE_AUTHOR, LogKind.ADDRESS, pack_plain([["ana:1"]]), "not_a_seat"),
        (1, LogKind.HANDOVER, pack_plain([1]), "not_the_host"),
        (TABLE_AUTHOR, LogKind.HANDOVER, pack_plain([0]), "no_successor"),
        (TABLE_AUTHOR, LogKind.HANDOVER, pack_plain([5]), "no_successor"),
        (1, LogKind.LEAVE, pack_plain([1]), "unreadable"),
        (TABLE_AUTHOR, LogKind.LEAVE, pack_plain([]), "no_seat_to_leave"),
        (1, LogKind.RETURN, pack_plain([]), "no_seat_to_take"),
        (1, LogKind.VOTE, pack_plain([1, 0, False]), "no_such_vote"),
        (1, LogKind.VOTE, pack_plain([6, 0, False]), "no_such_vote"),
        (1, LogKind.VOTE, pack_plain([2, 99, False]), "came_back"),
        (TABLE_AUTHOR, LogKind.VOTE, pack_plain([2, 1, False]), "no_such_vote"),
        (1, LogKind.CALL, pack_plain([1, 0]), "no_such_vote"),
        (1, LogKind.CALL, pack_plain([2, 99]), "came_back"),
        (TABLE_AUTHOR, LogKind.CALL, pack_plain([2, 1]), "no_such_vote"),
        (1, LogKind.HERE, pack_plain([]), "not_called"),
        (TABLE_AUTHOR, LogKind.HERE, pack_plain([]), "not_called"),
        (1, LogKind.REHOST, pack_plain([17, 1, []]), "unreadable"),
        (1, 12, b"", "unreadable"),
    ],
)
def test_what_has_no_place_is_refused_by_its_word(hall: Hall, author: int, kind: int, body: bytes, code: str) -> None:
    replica = hall.lockstep("hugo").replica
    signer = HUGO if author == TABLE_AUTHOR else ANA
    finding = replica.first_flaw(sign_core(next_core(replica, author, kind, body), signer))
    assert (finding.flaw, finding.code) == (Flaw.ILLEGAL, code)


def test_a_vote_of_the_majority_takes_a_seat_and_a_word_of_its_owner_saves_it(hall: Hall) -> None:
    replica = hall.lockstep("hugo").replica

    def write(author: int, key: Identity, kind: int, body: bytes) -> None:
        given = assign_number(replica, sign_core(next_core(replica, author, kind, body), key), HUGO)
        assert isinstance(given, NumberedEntry), given
        replica.append(given.numbered, given.core)

    def votes() -> tuple[int, ...]:
        return replica.roster.chairs[2].votes

    bea = identity("bea")
    write(1, ANA, LogKind.CALL, write_body(Call(2, replica.roster.entries_written_by(2))))
    vote = write_body(Vote(2, replica.roster.entries_written_by(2)))
    write(0, HUGO, LogKind.VOTE, vote)
    assert votes() == (0,)
    again = sign_core(next_core(replica, 0, LogKind.VOTE, vote), HUGO)
    assert replica.first_flaw(again).code == "voted"
    write(2, bea, LogKind.ADDRESS, pack_plain([["bea:2"]]))
    assert votes() == (0,), "that is no answer"
    write(2, bea, LogKind.HERE, pack_plain([]))
    assert (votes(), replica.roster.chairs[2].called) == ((), 0)
    write(1, ANA, LogKind.CALL, write_body(Call(2, replica.roster.entries_written_by(2))))
    vote = write_body(Vote(2, replica.roster.entries_written_by(2)))
    write(0, HUGO, LogKind.VOTE, vote)
    write(1, ANA, LogKind.VOTE, vote)
    assert replica.roster.persons == (0, 1)
    move = sign_core(next_core(replica, 2, COMMIT, bytes(16)), bea)
    assert replica.first_flaw(move).code == "gave_up_seat"


# Records


@pytest.mark.parametrize(
    "record",
    [
        EntryRecord(Numbered(3, b"raw", bytes(64), bytes(64))),
        PendingRecord(Signed(b"raw", bytes(64))),
        PromiseRecord(33),
        AccountRecord(StateReport(2, 9, bytes(16) * 10, b"table")),
        EvidenceRecord(Evidence(2, 17, 9, bytes(32), bytes(64), b"x" * 32, bytes(64))),
    ],
)
def test_what_is_kept_is_read_as_it_was(record: Record) -> None:
    assert read_record(write_record(record)) == record


@pytest.mark.parametrize(
    "written",
    [
        b"",
        b"\x90",
        pack_plain(["entry"]),
        pack_plain(["own", 7]),
        pack_plain(["other", 1]),
        pack_plain(["promise", -1]),
    ],
)
def test_a_damaged_record_is_a_misfit(written: bytes) -> None:
    with pytest.raises(Misfit):
        read_record(written)


def test_a_claim_names_its_line_of_hosts() -> None:
    claim = Claim(bytes(16), 17, 4, bytes(32))
    assert not is_sealed(claim._replace(ballot=0), seal_entry(claim, HUGO), HUGO.key)


@pytest.mark.parametrize("gone", [(1,), (0,)])
def test_the_votes_of_those_who_are_still_there_count(gone: tuple[int, ...]) -> None:
    """Of three who are left two take a chair away; the vote of one who went is not among them."""
    hall = Hall(("hugo", "ana", "bea", "cid", "dora"))
    hall.begin()
    replica = hall.lockstep("hugo").replica
    names = [identity(name) for name in hall.names]

    def write(author: int, kind: int, body: bytes) -> None:
        given = assign_number(replica, sign_core(next_core(replica, author, kind, body), names[author]), HUGO)
        assert isinstance(given, NumberedEntry), given
        replica.append(given.numbered, given.core)

    def vote() -> bytes:
        return write_body(Vote(4, replica.roster.entries_written_by(4)))

    write(1, LogKind.CALL, write_body(Call(4, replica.roster.entries_written_by(4))))
    write(0, LogKind.VOTE, vote())
    for seat in gone:
        write(seat, LogKind.LEAVE, pack_plain([]))
    write(2, LogKind.VOTE, vote())
    assert (4 in replica.roster.persons) == (gone == (0,))


def test_a_vote_said_anew_takes_a_chair_that_is_lost_since_others_went(hall: Hall) -> None:
    """Nobody else could: who has not voted is not there any more."""
    replica = hall.lockstep("hugo").replica
    names = [identity(name) for name in hall.names]

    def write(author: int, kind: int, body: bytes) -> None:
        given = assign_number(replica, sign_core(next_core(replica, author, kind, body), names[author]), HUGO)
        assert isinstance(given, NumberedEntry), given
        replica.append(given.numbered, given.core)

    write(0, LogKind.CALL, write_body(Call(2, replica.roster.entries_written_by(2))))
    vote = write_body(Vote(2, replica.roster.entries_written_by(2)))
    write(0, LogKind.VOTE, vote)
    write(1, LogKind.LEAVE, pack_plain([]))
    write(0, LogKind.VOTE, vote)
    assert replica.roster.persons == (0,)


def test_a_log_of_another_version_is_looked_at_and_not_played_on(hall: Hall) -> None:
    first = hall.lockstep("hugo").replica.entries[0].numbered
    new = read_core(first.raw)
    rows = cast("tuple[object, ...]", unpack_plain(new.body, len(new.body)))
    other = new._replace(version=LOG_VERSION - 1, body=pack_plain(rows[:5]))  # without its nonces
    signed = sign_core(other, HUGO)
    claim = Claim(other.match, 0, 0, next_head(first_head(other.match), signed))
    row = Numbered(0, signed.raw, signed.signature, seal_entry(claim, HUGO))
    assert Replica(row, teller("ana"), old=True).length == 1
    with pytest.raises(Misfit, match="can be looked at, and not played on"):
        Replica(row, teller("ana"))
