"""Every flaw of an entry, and every word by which the table as a place refuses one, is reached by the real cores."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable
from textwrap import dedent
from types import FunctionType
from typing import cast

import pytest

from net import messages as m
from net.identity import Identity, Purpose
from net.log import replica, roster
from net.log.bodies import Call, Forked, HandoverBody, LogKind, Rehost, RoundBegun, Vote, write_body
from net.log.effects import EntryRejected
from net.log.entries import (
    FIRST_GAME_KIND,
    LOG_VERSION,
    MAX_ENTRIES,
    TABLE_AUTHOR,
    Claim,
    Core,
    read_core,
    seal_bytes,
    seal_entry,
    sign_core,
)
from net.log.replica import EntryDraft, Finding, Replica
from net.log.roster import MAX_ADDRESS_CHANGES, MAX_CALLS, MAX_RETURNS, RANK_BITS, Candidacy
from net.log.sequencer import assign_number
from net.reasons import Flaw
from net.schema import pack_plain
from tests.net.fake_lan import identity
from tests.net.parties import Hall
from tools.netsim_game import MOVE

HUGO, ANA, BEA = identity("hugo"), identity("ana"), identity("bea")


def hall() -> Hall:
    """A match that waits for Ana and Bea."""
    made = Hall(("hugo", "ana", "bea"))
    made.swallow = lambda _who, _whom, message: (
        isinstance(message, m.Submit) and read_core(message.raw).kind >= FIRST_GAME_KIND
    )
    made.begin()
    return made


def core_of(made: Hall, author: int = 1, kind: int = MOVE, body: bytes = b"x") -> Core:
    log = made.lockstep("hugo").replica
    turn = log.roster.entries_written_by(author)
    return Core(LOG_VERSION, log.match, author, turn, log.length, log.heads[-1], log.states[-1], kind, body)


def judged(change: Callable[[Core], Core], who: Identity = ANA) -> Flaw | None:
    made = hall()
    return made.lockstep("hugo").replica.first_flaw(sign_core(change(core_of(made)), who)).flaw


def sealed_by_ana() -> Flaw | None:
    made = hall()
    pending = made.lockstep("ana").pending
    assert pending is not None
    given = assign_number(made.lockstep("hugo").replica, pending, ANA)
    assert not isinstance(given, Finding)
    return made.lockstep("bea").replica.first_sealed_flaw(given.numbered).flaw


def full() -> Flaw | None:
    made = hall()
    log = made.lockstep("hugo").replica
    log.entries.extend([log.entries[-1]] * (MAX_ENTRIES - log.length))
    log.heads.extend([log.heads[-1]] * (MAX_ENTRIES - len(log.heads) + 1))
    log.states.extend([log.states[-1]] * (MAX_ENTRIES - len(log.states) + 1))
    return log.first_flaw(sign_core(core_of(made), ANA)).flaw


def submitted(prepare: Callable[[Hall], None], whom: str) -> Flaw | None:
    """Return what is answered to an entry that Ana submits."""
    made = hall()
    prepare(made)
    link = next(number for number, ends in made.wires.items() if ends[0] == "ana")
    signed = sign_core(core_of(made), ANA)
    made.parties[whom].on_message(link, m.Submit(*signed), made.now)
    made.settle()
    rejects = [message for _who, _whom, message in made.sent if isinstance(message, m.Reject)]
    return Flaw(rejects[-1].flaw)


def freeze(made: Hall) -> None:
    made.lockstep("hugo").distrust(HUGO.key)


def speaking_for_the_table() -> Flaw | None:
    made = Hall(("hugo", "ana", "bea"))
    made.begin()
    made.parties["ana"].requests.write_entry(
        EntryDraft(LogKind.HANDOVER, write_body(HandoverBody(2))), made.now, table=True
    )
    made.settle()
    return made.told("ana", EntryRejected)[-1].flaw


ENTRIES: dict[Flaw, Callable[[], Flaw | None]] = {
    Flaw.MALFORMED: lambda: judged(lambda core: core._replace(version=1)),
    Flaw.OTHER_MATCH: lambda: judged(lambda core: core._replace(match=bytes(16))),
    Flaw.NO_AUTHOR: lambda: judged(lambda core: core._replace(author=7)),
    Flaw.BAD_SIGNATURE: lambda: judged(lambda core: core, BEA),
    Flaw.BAD_SEAL: sealed_by_ana,
    Flaw.STALE: lambda: judged(lambda core: core._replace(turn=0)),
    Flaw.GAP: lambda: judged(lambda core: core._replace(turn=core.turn + 1)),
    Flaw.UNSEEN: lambda: judged(lambda core: core._replace(seen=core.seen + 1)),
    Flaw.FORK: lambda: judged(lambda core: core._replace(head=bytes(32))),
    Flaw.STATE: lambda: judged(lambda core: core._replace(state=bytes(16))),
    Flaw.ILLEGAL: lambda: submitted(lambda _made: None, "hugo"),
    Flaw.FULL: full,
    Flaw.FROZEN: lambda: submitted(freeze, "hugo"),
    Flaw.NOT_HOST: speaking_for_the_table,
}


@pytest.mark.parametrize("flaw", Flaw, ids=lambda flaw: flaw.value)
def test_every_flaw_is_found(flaw: Flaw) -> None:
    assert ENTRIES[flaw]() is flaw


# By which word the table as a place refuses


def refused(author: int, kind: int, body: bytes = b"\x90", prepare: Callable[[Replica], None] | None = None) -> str:
    made = hall()
    log = made.lockstep("hugo").replica
    if prepare is not None:
        prepare(log)
    return log.first_flaw(
        sign_core(core_of(made, author, kind, body), HUGO if author in (0, TABLE_AUTHOR) else ANA)
    ).code


def write(log: Replica, author: int, who: Identity, kind: int, body: bytes) -> None:
    """Let somebody write an entry."""
    turn = log.roster.entries_written_by(author)
    core = Core(LOG_VERSION, log.match, author, turn, log.length, log.heads[-1], log.states[-1], kind, body)
    given = assign_number(log, sign_core(core, who), HUGO)
    assert not isinstance(given, Finding), given
    log.append(given.numbered, given.core)


def moved(log: Replica) -> None:
    for number in range(MAX_ADDRESS_CHANGES - log.roster.chairs[1].address_changes):
        write(log, 1, ANA, LogKind.ADDRESS, pack_plain([[f"ana:{number + 2}"]]))


def came_and_went(log: Replica) -> None:
    for _ in range(MAX_RETURNS):
        write(log, 1, ANA, LogKind.LEAVE, b"\x90")
        write(log, 1, ANA, LogKind.RETURN, b"\x90")
    write(log, 1, ANA, LogKind.LEAVE, b"\x90")


def left(log: Replica) -> None:
    write(log, 1, ANA, LogKind.LEAVE, b"\x90")


def called(log: Replica) -> None:
    write(log, 0, HUGO, LogKind.CALL, write_body(Call(2, log.roster.entries_written_by(2))))


def called_often(log: Replica) -> None:
    """Let Ana call Bea as often as she may, who answers each time."""
    for _ in range(MAX_CALLS):
        write(log, 1, ANA, LogKind.CALL, write_body(Call(2, log.roster.entries_written_by(2))))
        write(log, 2, BEA, LogKind.HERE, b"\x90")


def rehost(change: Callable[[Rehost], Rehost], *, seen: int = 0) -> str:
    """Return how a REHOST of Ana's is refused that is right but for one thing."""
    made = hall()
    log = made.lockstep("hugo").replica
    ballot = (1 << RANK_BITS) | 1
    one = Candidacy(log.match, ballot, 1, log.length, log.heads[-1])
    body = change(Rehost(ballot, 1, (one.sign_consent(1, ANA), one.sign_consent(2, BEA))))
    core = core_of(made, TABLE_AUTHOR, LogKind.REHOST, write_body(body))
    if seen:
        core = core._replace(seen=seen, head=log.heads[seen], state=log.states[seen])
    who = {1: ANA, 2: BEA}.get(body.seat, HUGO)
    return log.first_flaw(sign_core(core, who)).code


def without_second(body: Rehost) -> Rehost:
    return body._replace(consents=body.consents[:1])


def unsigned(body: Rehost) -> Rehost:
    return body._replace(consents=(body.consents[0], body.consents[1]._replace(signature=bytes(64))))


def begun(change: Callable[[Core], Core]) -> Callable[[Rehost], Rehost]:
    """Add to a REHOST an entry of the old host that is no proof that he began a round behind its base."""

    def with_it(body: Rehost) -> Rehost:
        log = hall().lockstep("hugo").replica
        core = Core(1, log.match, TABLE_AUTHOR, 1, log.length, log.heads[-1], log.states[-1], FIRST_GAME_KIND, b"x")
        return body._replace(began=(RoundBegun(*sign_core(change(core), HUGO)),))

    return with_it


PLACES: dict[str, Callable[[], str]] = {
    "unreadable": lambda: refused(1, LogKind.LEAVE, b"\x91\x00"),
    "started": lambda: refused(TABLE_AUTHOR, LogKind.START, hall().lockstep("hugo").replica.entries[0].core.body),
    "gave_up_seat": lambda: refused(1, MOVE, b"x", left),
    "not_a_seat": lambda: refused(TABLE_AUTHOR, LogKind.ADDRESS, pack_plain([["x:1"]])),
    "moved_too_often": lambda: refused(1, LogKind.ADDRESS, pack_plain([["x:1"]]), moved),
    "returned_too_often": lambda: refused(1, LogKind.RETURN, b"\x90", came_and_went),
    "same_address": lambda: refused(1, LogKind.ADDRESS, pack_plain([["ana:1"]])),
    "not_the_host": lambda: refused(1, LogKind.HANDOVER, write_body(HandoverBody(2))),
    "no_successor": lambda: refused(TABLE_AUTHOR, LogKind.HANDOVER, write_body(HandoverBody(0))),
    "no_seat_to_leave": lambda: refused(1, LogKind.LEAVE, b"\x90", left),
    "no_such_vote": lambda: refused(1, LogKind.VOTE, write_body(Vote(1, 0))),
    "came_back": lambda: refused(1, LogKind.VOTE, write_body(Vote(2, 99))),
    "not_called": lambda: refused(1, LogKind.VOTE, write_body(Vote(2, 1))),
    "called": lambda: refused(1, LogKind.CALL, write_body(Call(2, 1)), called),
    "called_too_often": lambda: refused(1, LogKind.CALL, write_body(Call(2, MAX_CALLS + 1)), called_often),
    "voted": lambda: voted(),  # noqa: PLW0108 - it stands further down
    "no_seat_to_take": lambda: refused(1, LogKind.RETURN),
    "round_is_played": lambda: returning_in_mid_round(),  # noqa: PLW0108 - it stands further down
    "behind": lambda: rehost(lambda body: body, seen=1),
    "no_elector": lambda: rehost(lambda body: body._replace(seat=0)),
    "wrong_ballot": lambda: rehost(lambda body: body._replace(ballot=body.ballot + 1)),
    "too_few_consents": lambda: rehost(without_second),
    "false_consent": lambda: rehost(unsigned),
    "false_proof": lambda: rehost(begun(lambda core: core._replace(seen=core.seen - 1))),
    "no_accuser": lambda: refused(1, LogKind.FORKED, forked(seat=1)),
    "no_proof": lambda: refused(1, LogKind.FORKED, forked(second=BEA)),
    "convicted": lambda: refused(1, LogKind.FORKED, forked(), forked_once),
}


@pytest.mark.parametrize(
    "change",
    [
        lambda core: core._replace(match=bytes(16)),
        lambda core: core._replace(author=0),
        lambda core: core._replace(kind=LogKind.ADDRESS),
        lambda core: core._replace(seen=core.seen - 1),
    ],
    ids=["match", "author", "kind", "before the base"],
)
def test_a_rehost_shows_the_old_hosts_own_word_or_none(change: Callable[[Core], Core]) -> None:
    assert rehost(begun(lambda core: core)) == ""
    assert rehost(begun(change)) == "false_proof"


def test_what_another_signed_does_not_show_what_the_host_began() -> None:
    def forged(body: Rehost) -> Rehost:
        began = begun(lambda core: core)(body).began[0]
        return body._replace(began=(began._replace(signature=ANA.sign(Purpose.ENTRY, began.raw)),))

    assert rehost(forged) == "false_proof"


def handed_over(who: Identity, number: int, *, ballot: int = 0, signer: Identity = HUGO) -> str:
    """Add to a REHOST a round's beginning and what a later host has sealed; return the word of refusal."""

    def with_both(body: Rehost) -> Rehost:
        log = hall().lockstep("hugo").replica
        first = begun(lambda core: core)(body).began[0]
        first = RoundBegun(first.raw, signer.sign(Purpose.ENTRY, first.raw))
        claim = Claim(log.match, ballot, log.length + number, b"h" * 32)
        return body._replace(began=(first, RoundBegun(seal_bytes(claim), seal_entry(claim, who))))

    return rehost(with_both)


def test_what_the_last_host_sealed_shows_who_he_was() -> None:
    """It counts behind the round's beginning and in this line of hosts, and the round may be of his own beginning."""
    assert handed_over(BEA, 1) == ""
    assert handed_over(BEA, 1, signer=BEA) == ""
    assert handed_over(BEA, 0) == "false_proof"
    assert handed_over(BEA, 1, ballot=1) == "false_proof"
    assert handed_over(BEA, 1, signer=ANA) == "false_proof"
    assert handed_over(identity("nobody"), 1) == "false_proof"


def forked(seat: int = 0, second: Identity = HUGO) -> bytes:
    """Return two seals for one place of a match, Hugo's and another."""
    match = hall().lockstep("hugo").replica.match
    heads = (bytes(32), b"x" * 32)
    seals = [seal_entry(Claim(match, 0, 9, head), who) for head, who in zip(heads, (HUGO, second), strict=True)]
    return write_body(Forked(seat, 0, 9, heads[0], seals[0], heads[1], seals[1]))


def forked_once(log: Replica) -> None:
    write(log, 2, BEA, LogKind.FORKED, forked())


def vote_on(log: Replica, seat: int) -> bytes:
    return write_body(Vote(seat, log.roster.entries_written_by(seat)))


def returning_in_mid_round() -> str:
    made = Hall(("hugo", "ana", "bea"))
    made.swallow = lambda _who, _whom, message: isinstance(message, m.Submit) and read_core(message.raw).kind == MOVE
    made.begin()
    log = made.lockstep("hugo").replica
    left(log)
    return log.first_flaw(sign_core(core_of(made, 1, LogKind.RETURN, b"\x90"), ANA)).code


def voted() -> str:
    made = hall()
    log = made.lockstep("hugo").replica
    called(log)
    write(log, 1, ANA, LogKind.VOTE, vote_on(log, 2))
    return log.first_flaw(sign_core(core_of(made, 1, LogKind.VOTE, vote_on(log, 2)), ANA)).code


def words_of_the_place() -> set[str]:
    """Return every word by which the source refuses an entry of the log's own kinds."""
    found = set()
    for function in (
        *roster._REFUSALS.values(),
        roster.roster_refusal,
        roster.rehost_flaw,
        replica.Replica._judge_meaning,
    ):
        tree = ast.parse(dedent(inspect.getsource(cast("FunctionType", function))))
        docs = {ast.get_docstring(node) for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.isidentifier():
                found |= {node.value} - docs
    return found - {"Addresses", "Call", "HandoverBody", "Rehost", "Vote", "Forked", "FalseState"}


@pytest.mark.parametrize("word", PLACES)
def test_every_word_of_the_place_is_reached(word: str) -> None:
    assert PLACES[word]() == word


def test_no_word_of_the_place_is_left_out() -> None:
    assert words_of_the_place() == set(PLACES)
