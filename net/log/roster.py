"""The roster: who holds which seat, who hosts, who left. A pure fold over the log's own kinds of entries.

Laws: a chair belongs to one key for the whole match; its owner, if he gave it up or was voted off, may take it back
between rounds; a seat must be called before anybody votes on its absence, and an answer cancels call and votes; a
convicted seat neither plays nor hosts for the rest of the match.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from functools import cached_property
from typing import cast

from net.identity import Identity, Purpose, is_signed_by
from net.log.bodies import (
    Addresses,
    Agreement,
    Body,
    Call,
    FalseState,
    Forked,
    HandoverBody,
    LogKind,
    Rehost,
    RoundBegun,
    Start,
    Vote,
    read_body,
)
from net.log.entries import (
    FIRST_GAME_KIND,
    MAX_BALLOT,
    MAX_SEATS,
    TABLE_AUTHOR,
    Claim,
    Core,
    Signed,
    is_sealed,
    is_signed,
    read_claim,
    read_core,
)
from net.schema import Misfit

RANK_BITS = 4  # the low bits of a ballot are its candidate's seat, so that no two candidates share one
# How far ballots may rise in one search for a new host, in steps of one per seat: each of eight seats may outbid twice.
# In the next steps, as many again, each candidate is judged by itself, so that nobody can outbid the others for ever.
MAX_ELECTION_STEPS = 16
# How far one REHOST may raise the ballot: thirty changes of host that a program missed while it was away.
MAX_BALLOT_STEPS = 1_024
MAX_ADDRESS_CHANGES = 64  # how often a seat may announce a new address in one match
MAX_RETURNS = 32  # how often a person may take the chair back in one match: more than a match has rounds
MAX_CALLS = 64  # how often a seat may call others; each call is answered by an entry


@dataclass(frozen=True, slots=True)
class Chair:
    """A chair during a match and its owner's key.

    `held` while its owner plays; `called` is the log's length after its unanswered CALL, 0 for none; `votes` are the
    seats that voted it off; `address_changes`, `calls` and `returns` count its ADDRESS, CALL and RETURN entries.
    """

    key: bytes
    name: str
    level: str
    held: bool
    addresses: tuple[str, ...] = ()
    votes: tuple[int, ...] = ()
    address_changes: int = 0
    returns: int = 0
    called: int = 0
    calls: int = 0


@dataclass(frozen=True)
class Roster:
    """Who holds which seat at one length of the log. `turns` counts entries by author, the table's own last.

    `founder` is the key of START's host. `convicted` lists the seats proven to run a modified program, TABLE_AUTHOR for
    a host without a seat.
    """

    match: bytes
    host: int
    host_key: bytes
    ballot: int
    chairs: tuple[Chair, ...]
    header: bytes
    first_addresses: tuple[str, ...] = ()
    turns: tuple[int, ...] = (0,) * (MAX_SEATS + 1)
    founder: bytes = b""
    convicted: tuple[int, ...] = ()

    def key_of(self, author: int) -> bytes:
        """Return the key that must have signed an author's entries; empty for a chair without an owner."""
        if author == TABLE_AUTHOR:
            return self.host_key
        return self.chairs[author].key if author < len(self.chairs) else b""

    def possible_hosts(self) -> tuple[tuple[int, bytes], ...]:
        """Return the seat and key of everybody who may ever host; TABLE_AUTHOR for START's host if he has no seat."""
        sitting = tuple((seat, chair.key) for seat, chair in enumerate(self.chairs) if chair.key)
        return sitting if self.seat_of(self.founder) is not None else (*sitting, (TABLE_AUTHOR, self.founder))

    def seat_of(self, key: bytes) -> int | None:
        """Return the seat of a key."""
        return next((seat for seat, chair in enumerate(self.chairs) if chair.key == key), None)

    @property
    def host_addresses(self) -> tuple[str, ...]:
        """Where the host listens: his last ADDRESS entry, or the addresses in START."""
        told = () if self.host == TABLE_AUTHOR else self.chairs[self.host].addresses
        return told or self.first_addresses

    def entries_written_by(self, author: int) -> int:
        """Return how many entries an author has written."""
        return self.turns[MAX_SEATS if author == TABLE_AUTHOR else author]

    @cached_property  # asked for at every turn of the main loop, and another only in another roster
    def persons(self) -> tuple[int, ...]:
        """The seats played by their owners, not by bots."""
        return tuple([seat for seat, chair in enumerate(self.chairs) if chair.held])

    def successors(self) -> tuple[int, ...]:
        """Return the seats next in line to host, in seat order, beginning after the present host's."""
        first = 0 if self.host == TABLE_AUTHOR else self.host + 1
        order = [(first + step) % len(self.chairs) for step in range(len(self.chairs))]
        may = (seat for seat in order if self.chairs[seat].held and seat not in self.convicted)
        return tuple(seat for seat in may if seat != self.host)


def initial_roster(match: bytes, start: Start) -> Roster:
    """Return the roster before its START entry is counted; raise Misfit if it contradicts itself."""
    keys = [sitter.key for sitter in start.sitters if sitter.key]
    if len(set(keys)) != len(keys):
        raise Misfit("one key has two chairs")
    sits = start.host < len(start.sitters) and start.sitters[start.host].key == start.host_key
    if not sits and (start.host != TABLE_AUTHOR or start.host_key in keys):
        raise Misfit("the host's seat is not the host's")
    chairs = tuple(Chair(one.key, one.name, one.level, held=bool(one.key)) for one in start.sitters)
    first = (match, start.host, start.host_key, 0, chairs, start.header, start.addresses)
    return Roster(*first, founder=start.host_key)


# Which entries are allowed


def roster_refusal(roster: Roster, core: Core, *, resting: bool) -> str:
    """Return a code for why the roster forbids an entry now, whatever the game thinks of it; empty if it is allowed."""
    if core.kind >= FIRST_GAME_KIND:
        return "" if core.author == TABLE_AUTHOR or roster.chairs[core.author].held else "gave_up_seat"
    try:
        judge = _REFUSALS[core.kind]
        return judge(roster, core, read_body(core), resting)
    except (KeyError, Misfit):
        return "unreadable"


def _refuse_start(_roster: Roster, _core: Core, _body: Body, _resting: bool) -> str:  # noqa: FBT001 - as `_REFUSALS` needs it
    return "started"


def _refuse_address(roster: Roster, core: Core, body: Body, _resting: bool) -> str:  # noqa: FBT001 - as `_REFUSALS` needs it
    if core.author == TABLE_AUTHOR:
        return "not_a_seat"
    chair = roster.chairs[core.author]
    if chair.address_changes >= MAX_ADDRESS_CHANGES:
        return "moved_too_often"
    return "same_address" if chair.addresses == cast("Addresses", body).addresses else ""


def _refuse_handover(roster: Roster, core: Core, body: Body, _resting: bool) -> str:  # noqa: FBT001 - as `_REFUSALS` needs it
    if core.author != TABLE_AUTHOR:
        return "not_the_host"
    return "" if cast("HandoverBody", body).seat in roster.successors() else "no_successor"


def _refuse_rehost(roster: Roster, core: Core, body: Body, _resting: bool) -> str:  # noqa: FBT001 - as `_REFUSALS` needs it
    if core.author != TABLE_AUTHOR:
        return "not_the_host"
    return rehost_flaw(roster, core, cast("Rehost", body))


def _refuse_leave(roster: Roster, core: Core, _body: Body, _resting: bool) -> str:  # noqa: FBT001 - as `_REFUSALS` needs it
    return "" if core.author != TABLE_AUTHOR and roster.chairs[core.author].held else "no_seat_to_leave"


def _refuse_vote(roster: Roster, core: Core, body: Body, _resting: bool) -> str:  # noqa: FBT001 - as `_REFUSALS` needs it
    vote = cast("Vote", body)
    if core.author not in roster.persons or vote.seat not in roster.persons or vote.seat == core.author:
        return "no_such_vote"
    if vote.turns != roster.entries_written_by(vote.seat):
        return "came_back"
    if core.version > 1 and not vote.forfeit and not roster.chairs[vote.seat].called:
        return "not_called"
    return "voted" if has_voted(roster, core.author, vote.seat) else ""


def has_voted(roster: Roster, author: int, seat: int) -> bool:
    """Return whether a seat's vote counts already, so that it may not vote again.

    It may once the votes suffice, since other persons have left: its second vote then carries them out.
    """
    votes = roster.chairs[seat].votes
    return author in votes and not _is_voted_off(roster, votes)


def _is_voted_off(roster: Roster, votes: Collection[int]) -> bool:
    """Return whether so many votes take a chair away: those of more than half of the other persons."""
    return 2 * len([seat for seat in roster.persons if seat in votes]) > len(roster.persons) - 1


def _refuse_call(roster: Roster, core: Core, body: Body, _resting: bool) -> str:  # noqa: FBT001 - as `_REFUSALS` needs it
    call = cast("Call", body)
    if core.author not in roster.persons or call.seat not in roster.persons or call.seat == core.author:
        return "no_such_vote"
    if call.turns != roster.entries_written_by(call.seat):
        return "came_back"
    if roster.chairs[core.author].calls >= MAX_CALLS:
        return "called_too_often"
    return "called" if roster.chairs[call.seat].called else ""


def _refuse_here(roster: Roster, core: Core, _body: Body, _resting: bool) -> str:  # noqa: FBT001 - as `_REFUSALS` needs it
    return "" if core.author in roster.persons and roster.chairs[core.author].called else "not_called"


def _refuse_return(roster: Roster, core: Core, _body: Body, resting: bool) -> str:  # noqa: FBT001 - as `_REFUSALS` needs it
    if core.author == TABLE_AUTHOR or roster.chairs[core.author].held:
        return "no_seat_to_take"
    if core.author in roster.convicted:
        return "convicted"
    if roster.chairs[core.author].returns >= MAX_RETURNS:
        return "returned_too_often"
    return "" if resting else "round_is_played"


def _refuse_forked(roster: Roster, core: Core, body: Body, _resting: bool) -> str:  # noqa: FBT001 - as `_REFUSALS` needs it
    forked = cast("Forked", body)
    if core.author == TABLE_AUTHOR or not roster.chairs[core.author].held or core.author == forked.seat:
        return "no_accuser"
    if forked.seat in roster.convicted:
        return "convicted"
    return "" if proves_fork(roster, forked) else "no_proof"


def _refuse_untrue(roster: Roster, core: Core, body: Body, _resting: bool) -> str:  # noqa: FBT001 - as `_REFUSALS` needs it
    """Check what can be checked without the log; the replica checks whether the claimed state is false."""
    accused = read_core(cast("FalseState", body).claim.raw).author
    if core.author != TABLE_AUTHOR or accused == roster.host:
        return "no_accuser"
    return "" if accused in roster.persons else "convicted"


_REFUSALS: dict[int, Callable[[Roster, Core, Body, bool], str]] = {
    LogKind.START: _refuse_start,
    LogKind.ADDRESS: _refuse_address,
    LogKind.HANDOVER: _refuse_handover,
    LogKind.REHOST: _refuse_rehost,
    LogKind.LEAVE: _refuse_leave,
    LogKind.VOTE: _refuse_vote,
    LogKind.RETURN: _refuse_return,
    LogKind.FORKED: _refuse_forked,
    LogKind.UNTRUE: _refuse_untrue,
    LogKind.CALL: _refuse_call,
    LogKind.HERE: _refuse_here,
}


# What an entry changes


def roster_after(roster: Roster, core: Core) -> Roster:
    """Return the roster after an allowed entry."""
    roster = _with_entry_counted(roster, MAX_SEATS if core.author == TABLE_AUTHOR else core.author)
    answers = core.author != TABLE_AUTHOR and (core.kind >= FIRST_GAME_KIND or core.kind == LogKind.HERE)
    if answers and roster.chairs[core.author].called:
        roster = _with_chair(roster, core.author, called=0, votes=())
    if core.kind in _CHANGES:
        return _CHANGES[core.kind](roster, core, read_body(core))
    return roster


def _with_entry_counted(roster: Roster, at: int) -> Roster:
    """Count an entry; spelled out because `replace` is four times slower and this runs for every entry."""
    turns = (*roster.turns[:at], roster.turns[at] + 1, *roster.turns[at + 1 :])
    host = (roster.host, roster.host_key, roster.ballot)
    start = (roster.header, roster.first_addresses)
    return Roster(roster.match, *host, roster.chairs, *start, turns, roster.founder, roster.convicted)


def _with_chair(roster: Roster, seat: int, **changes: object) -> Roster:
    chair = roster.chairs[seat]
    changed = replace(chair, **changes)  # type: ignore[arg-type] # the names and types are those of the callers below
    return replace(roster, chairs=(*roster.chairs[:seat], changed, *roster.chairs[seat + 1 :]))


def _change_address(roster: Roster, core: Core, body: Body) -> Roster:
    changes = roster.chairs[core.author].address_changes + 1
    return _with_chair(roster, core.author, addresses=cast("Addresses", body).addresses, address_changes=changes)


def _hand_over(roster: Roster, _core: Core, body: Body) -> Roster:
    seat = cast("HandoverBody", body).seat
    return replace(roster, host=seat, host_key=roster.chairs[seat].key, first_addresses=())


def _rehost(roster: Roster, _core: Core, body: Body) -> Roster:
    rehost = cast("Rehost", body)
    if roster.host != TABLE_AUTHOR:
        roster = _with_chair(roster, roster.host, held=False, called=0, votes=())
    key = roster.chairs[rehost.seat].key
    return replace(roster, host=rehost.seat, host_key=key, ballot=rehost.ballot, first_addresses=())


def _leave(roster: Roster, core: Core, _body: Body) -> Roster:
    return _with_chair(roster, core.author, held=False, called=0, votes=())


def _vote(roster: Roster, core: Core, body: Body) -> Roster:
    seat = cast("Vote", body).seat
    votes = (*(one for one in roster.chairs[seat].votes if one != core.author), core.author)
    if _is_voted_off(roster, votes):
        return _with_chair(roster, seat, held=False, called=0, votes=())
    return _with_chair(roster, seat, votes=votes)


def _call(roster: Roster, core: Core, body: Body) -> Roster:
    roster = _with_chair(roster, core.author, calls=roster.chairs[core.author].calls + 1)
    return _with_chair(roster, cast("Call", body).seat, called=sum(roster.turns))


def _return(roster: Roster, core: Core, _body: Body) -> Roster:
    return _with_chair(roster, core.author, held=True, returns=roster.chairs[core.author].returns + 1)


def _convict(roster: Roster, seat: int) -> Roster:
    """Give a convicted seat to a bot for good: its owner could break every further round at the others' cost."""
    roster = replace(roster, convicted=(*roster.convicted, seat))
    return roster if seat == TABLE_AUTHOR else _with_chair(roster, seat, held=False, votes=())


def _convict_forked(roster: Roster, _core: Core, body: Body) -> Roster:
    return _convict(roster, cast("Forked", body).seat)


def _convict_untrue(roster: Roster, _core: Core, body: Body) -> Roster:
    return _convict(roster, read_core(cast("FalseState", body).claim.raw).author)


_CHANGES: dict[int, Callable[[Roster, Core, Body], Roster]] = {
    LogKind.ADDRESS: _change_address,
    LogKind.HANDOVER: _hand_over,
    LogKind.REHOST: _rehost,
    LogKind.LEAVE: _leave,
    LogKind.VOTE: _vote,
    LogKind.RETURN: _return,
    LogKind.FORKED: _convict_forked,
    LogKind.UNTRUE: _convict_untrue,
    LogKind.CALL: _call,
}


# Proof of a fork


def proves_fork(roster: Roster, forked: Forked) -> bool:
    """Return whether two seals prove a fork: their heads differ and the accused seat's key made both seals."""
    key = dict(roster.possible_hosts()).get(forked.seat, b"")
    both = ((forked.head, forked.seal), (forked.other_head, forked.other_seal))
    if not key or forked.head == forked.other_head:
        return False
    claims = ((Claim(roster.match, forked.ballot, forked.number, head), seal) for head, seal in both)
    return all(is_sealed(claim, seal, key) for claim, seal in claims)


# A new host


@dataclass(frozen=True, slots=True)
class Candidacy:
    """A seat that offers to host from entry `base` on; `head` is the log's head after `base` entries."""

    match: bytes
    ballot: int
    seat: int
    base: int
    head: bytes

    @property
    def consent_bytes(self) -> bytes:
        """The bytes that a consent signs."""
        numbers = self.ballot.to_bytes(4, "big") + self.seat.to_bytes(1, "big") + self.base.to_bytes(4, "big")
        return self.match + numbers + self.head

    def sign_consent(self, seat: int, identity: Identity) -> Agreement:
        """Sign a seat's consent."""
        return Agreement(seat, identity.sign(Purpose.CONSENT, self.consent_bytes))

    def is_valid_consent(self, roster: Roster, agreement: Agreement) -> bool:
        """Return whether a seat's consent bears its own signature."""
        return is_signed_by(roster.key_of(agreement.seat), Purpose.CONSENT, self.consent_bytes, agreement.signature)


def is_ballot_of(ballot: int, seat: int) -> bool:
    """Return whether a ballot belongs to this candidate."""
    return ballot & (2**RANK_BITS - 1) == seat and ballot <= MAX_BALLOT


def next_ballot(highest: int, seat: int) -> int:
    """Return the candidate's smallest ballot above the highest one known."""
    return (((highest >> RANK_BITS) + 1) << RANK_BITS) | seat


def steps_above(base_ballot: int, ballot: int) -> int:
    """Return how many steps a ballot is above another."""
    return (ballot >> RANK_BITS) - (base_ballot >> RANK_BITS)


def electors(roster: Roster) -> tuple[int, ...]:
    """Return the seats that elect a new host: all persons but the old host."""
    return tuple(seat for seat in roster.persons if seat != roster.host)


def is_quorum(roster: Roster, seats: Collection[int]) -> bool:
    """Return whether consents make a new host: of more than half of the electors, or of more than half of all persons.

    The second also counts the base's host, who may have handed over since. Any two such quorums share a seat.
    """
    who = [seat for seat in electors(roster) if seat in seats]
    return 2 * len(who) > len(electors(roster)) or is_majority(roster, len(seats))


def is_majority(roster: Roster, consents: int) -> bool:
    """Return whether so many consents bind everybody: those of over half of all persons, the old host counted."""
    return 2 * consents > len(roster.persons)


def rehost_flaw(roster: Roster, core: Core, rehost: Rehost) -> str:
    """Return a code for why a REHOST is invalid at its base; empty if it is valid."""
    seats = [consent.seat for consent in rehost.consents]
    if rehost.seat not in electors(roster) or any(seat not in roster.persons for seat in seats):
        return "no_elector"
    if rehost.ballot <= roster.ballot or not is_ballot_of(rehost.ballot, rehost.seat):
        return "wrong_ballot"
    if len(set(seats)) != len(seats) or not is_quorum(roster, seats):
        return "too_few_consents"
    candidacy = Candidacy(roster.match, rehost.ballot, rehost.seat, core.seen, core.head)
    if not all(candidacy.is_valid_consent(roster, one) for one in rehost.consents):
        return "false_consent"
    return "" if not rehost.began or round_abandoner(roster, core.seen, rehost.began) is not None else "false_proof"


def round_abandoner(roster: Roster, base: int, began: tuple[RoundBegun, ...]) -> int | None:
    """Return which host abandoned a round, as signed entries show; None if they do not show that it began.

    The old host began the round after the base, or he or a later host did and the table was handed over: then the last
    host to seal an entry abandoned it. TABLE_AUTHOR stands for a host without a seat.
    """
    try:
        core = read_core(began[0].raw)
        last = _last_host(roster, core.seen, began[1]) if began[1:] else (roster.host, roster.host_key)
    except Misfit:
        return None
    of_table = (
        core.match == roster.match
        and core.author == TABLE_AUTHOR
        and core.kind >= FIRST_GAME_KIND
        and core.seen >= base
    )
    if not of_table or last is None:
        return None
    keys = dict.fromkeys((roster.host_key, last[1]))
    signed = Signed(began[0].raw, began[0].signature)
    return last[0] if any(is_signed(signed, key) for key in keys) else None


def _last_host(roster: Roster, number: int, sealed: RoundBegun) -> tuple[int, bytes] | None:
    """Return the seat and key of who made this seal; None unless it is of an entry after `number` under our ballot."""
    claim = read_claim(sealed.raw)
    if (claim.match, claim.ballot) != (roster.match, roster.ballot) or claim.number <= number:
        return None
    return next((one for one in roster.possible_hosts() if is_sealed(claim, sealed.signature, one[1])), None)
