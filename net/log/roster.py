"""The roster: who sits there, who hosts, who left. A pure fold of the log's own kinds of entries.

Laws: a chair belongs to one key for the whole match; who gave it up, or was voted off it, gets it back between rounds;
a seat that seems gone is called before anybody votes on it, and an answer ends call and votes; whoever is convicted
sits and hosts no more in this match.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from functools import cached_property
from typing import cast

from net.identity import Identity, Purpose, signed_by
from net.log.bodies import (
    Addresses,
    Agreement,
    Body,
    Call,
    Forked,
    LogKind,
    Rehost,
    RoundBegun,
    Start,
    Successor,
    Untrue,
    Vote,
    read_body,
)
from net.log.entries import (
    GAME_KINDS,
    MOST_BALLOT,
    SEATS,
    TABLE,
    Claim,
    Core,
    Signed,
    is_sealed,
    is_signed,
    read_core,
    read_sealed,
)
from net.schema import Misfit

RANK_BITS = 4  # a ballot ends in its candidate's seat, so that no two candidates have the same
# By how much the persons' programs let ballots rise while one host is looked for: each of eight seats may outbid twice.
# In as many steps more each candidate is heard without regard to the others, so that nobody can outbid for ever.
LINE_STEPS = 16
# By how much one new host may raise it: thirty lines of which a program that was away knew nothing.
MOST_STEPS = 1_024
MOST_MOVES = 64  # how often a seat may tell a new address in one match
MOST_RETURNS = 32  # how often a person may take the chair back in one match: more than a match has rounds
MOST_CALLS = 64  # how often a seat may call others; each call is answered by an entry


@dataclass(frozen=True, slots=True)
class Chair:
    """A chair during a match.

    `held` while its person decides there; `called` is the length of the log with the call that asks whether it is
    there, 0 for none, `votes` of seats that think it lost; `moves` is how often it told an address, `calls` how often
    it called others, `returns` how often its person came back.
    """

    key: bytes
    name: str
    level: str
    held: bool
    addresses: tuple[str, ...] = ()
    votes: tuple[int, ...] = ()
    moves: int = 0
    returns: int = 0
    called: int = 0
    calls: int = 0


@dataclass(frozen=True)
class Roster:
    """Who sits where after so many entries. `turns` counts entries by author, the table's own last.

    `founder` is the key of START's host; `convicted` are seats, and TABLE, whose programs are proven to be changed.
    """

    match: bytes
    host: int
    host_key: bytes
    ballot: int
    chairs: tuple[Chair, ...]
    header: bytes
    first_addresses: tuple[str, ...] = ()
    turns: tuple[int, ...] = (0,) * (SEATS + 1)
    founder: bytes = b""
    convicted: tuple[int, ...] = ()

    def key_of(self, author: int) -> bytes:
        """Return whose signature an author's entries bear; empty for a chair that is nobody's."""
        if author == TABLE:
            return self.host_key
        return self.chairs[author].key if author < len(self.chairs) else b""

    def sealers(self) -> tuple[tuple[int, bytes], ...]:
        """Return all who may ever host, seat and key; TABLE is START's host where he has no seat."""
        sitting = tuple((seat, chair.key) for seat, chair in enumerate(self.chairs) if chair.key)
        return sitting if self.seat_of(self.founder) is not None else (*sitting, (TABLE, self.founder))

    def seat_of(self, key: bytes) -> int | None:
        """Return the seat of a key."""
        return next((seat for seat, chair in enumerate(self.chairs) if chair.key == key), None)

    @property
    def host_addresses(self) -> tuple[str, ...]:
        """Where the host listens: what his seat told last, or what START said."""
        told = () if self.host == TABLE else self.chairs[self.host].addresses
        return told or self.first_addresses

    def turns_of(self, author: int) -> int:
        """Return how many entries an author has written."""
        return self.turns[SEATS if author == TABLE else author]

    @cached_property  # asked for at every turn of the main loop, and another only in another roster
    def persons(self) -> tuple[int, ...]:
        """The seats whose persons decide for them."""
        return tuple([seat for seat, chair in enumerate(self.chairs) if chair.held])

    def successors(self) -> tuple[int, ...]:
        """The persons who would host after this host, in START order from his seat on."""
        first = 0 if self.host == TABLE else self.host + 1
        order = [(first + step) % len(self.chairs) for step in range(len(self.chairs))]
        may = (seat for seat in order if self.chairs[seat].held and seat not in self.convicted)
        return tuple(seat for seat in may if seat != self.host)


def opened_roster(match: bytes, start: Start) -> Roster:
    """Return the roster before its START entry is counted; raise Misfit if it contradicts itself."""
    keys = [sitter.key for sitter in start.sitters if sitter.key]
    if len(set(keys)) != len(keys):
        raise Misfit("one key has two chairs")
    sits = start.host < len(start.sitters) and start.sitters[start.host].key == start.host_key
    if not sits and (start.host != TABLE or start.host_key in keys):
        raise Misfit("the host's seat is not the host's")
    chairs = tuple(Chair(one.key, one.name, one.level, held=bool(one.key)) for one in start.sitters)
    first = (match, start.host, start.host_key, 0, chairs, start.header, start.addresses)
    return Roster(*first, founder=start.host_key)


# What may follow


def roster_refusal(roster: Roster, core: Core, *, resting: bool) -> str:
    """Say by a word why an entry may not stand now, whatever the game thinks of it; empty if it may."""
    if core.kind >= GAME_KINDS:
        return "" if core.author == TABLE or roster.chairs[core.author].held else "gave_up_seat"
    try:
        judge = _REFUSALS[core.kind]
        return judge(roster, core, read_body(core), resting)
    except (KeyError, Misfit):
        return "unreadable"


def _refuse_start(_place: Roster, _core: Core, _body: Body, _resting: bool) -> str:  # noqa: FBT001 - one of a table
    return "started"


def _refuse_address(roster: Roster, core: Core, body: Body, _resting: bool) -> str:  # noqa: FBT001 - one of a table
    if core.author == TABLE:
        return "not_a_seat"
    chair = roster.chairs[core.author]
    if chair.moves >= MOST_MOVES:
        return "moved_too_often"
    return "same_address" if chair.addresses == cast("Addresses", body).addresses else ""


def _refuse_handover(roster: Roster, core: Core, body: Body, _resting: bool) -> str:  # noqa: FBT001 - one of a table
    if core.author != TABLE:
        return "not_the_host"
    return "" if cast("Successor", body).seat in roster.successors() else "no_successor"


def _refuse_rehost(roster: Roster, core: Core, body: Body, _resting: bool) -> str:  # noqa: FBT001 - one of a table
    if core.author != TABLE:
        return "not_the_host"
    return rehost_flaw(roster, core, cast("Rehost", body))


def _refuse_leave(roster: Roster, core: Core, _body: Body, _resting: bool) -> str:  # noqa: FBT001 - one of a table
    return "" if core.author != TABLE and roster.chairs[core.author].held else "no_seat_to_leave"


def _refuse_vote(roster: Roster, core: Core, body: Body, _resting: bool) -> str:  # noqa: FBT001 - one of a table
    vote = cast("Vote", body)
    if core.author not in roster.persons or vote.seat not in roster.persons or vote.seat == core.author:
        return "no_such_vote"
    if vote.turns != roster.turns_of(vote.seat):
        return "came_back"
    if core.version > 1 and not vote.forfeit and not roster.chairs[vote.seat].called:
        return "not_called"
    return "voted" if has_voted(roster, core.author, vote.seat) else ""


def has_voted(roster: Roster, author: int, seat: int) -> bool:
    """Return whether a seat's vote counts already: said anew it takes a chair that is lost since others have gone."""
    votes = roster.chairs[seat].votes
    return author in votes and not _is_lost(roster, votes)


def _is_lost(roster: Roster, votes: Collection[int]) -> bool:
    """Return whether votes take a chair away: those of more than half of the others who are persons still."""
    return 2 * len([seat for seat in roster.persons if seat in votes]) > len(roster.persons) - 1


def _refuse_call(roster: Roster, core: Core, body: Body, _resting: bool) -> str:  # noqa: FBT001 - one of a table
    call = cast("Call", body)
    if core.author not in roster.persons or call.seat not in roster.persons or call.seat == core.author:
        return "no_such_vote"
    if call.turns != roster.turns_of(call.seat):
        return "came_back"
    if roster.chairs[core.author].calls >= MOST_CALLS:
        return "called_too_often"
    return "called" if roster.chairs[call.seat].called else ""


def _refuse_here(roster: Roster, core: Core, _body: Body, _resting: bool) -> str:  # noqa: FBT001 - one of a table
    return "" if core.author in roster.persons and roster.chairs[core.author].called else "not_called"


def _refuse_return(roster: Roster, core: Core, _body: Body, resting: bool) -> str:  # noqa: FBT001 - one of a table
    if core.author == TABLE or roster.chairs[core.author].held:
        return "no_seat_to_take"
    if core.author in roster.convicted:
        return "convicted"
    if roster.chairs[core.author].returns >= MOST_RETURNS:
        return "returned_too_often"
    return "" if resting else "round_is_played"


def _refuse_forked(roster: Roster, core: Core, body: Body, _resting: bool) -> str:  # noqa: FBT001 - one of a table
    forked = cast("Forked", body)
    if core.author == TABLE or not roster.chairs[core.author].held or core.author == forked.seat:
        return "no_accuser"
    if forked.seat in roster.convicted:
        return "convicted"
    return "" if convicts(roster, forked) else "no_proof"


def _refuse_untrue(roster: Roster, core: Core, body: Body, _resting: bool) -> str:  # noqa: FBT001 - one of a table
    """Judge what can be judged without the log; whether the state is false the replica finds."""
    accused = read_core(cast("Untrue", body).claim.raw).author
    if core.author != TABLE or accused == roster.host:
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


# What follows


def after(roster: Roster, core: Core) -> Roster:
    """Return the roster after an entry that was not refused."""
    roster = _counted(roster, SEATS if core.author == TABLE else core.author)
    answers = core.author != TABLE and (core.kind >= GAME_KINDS or core.kind == LogKind.HERE)
    if answers and roster.chairs[core.author].called:
        roster = _with_chair(roster, core.author, called=0, votes=())
    if core.kind in _CHANGES:
        return _CHANGES[core.kind](roster, core, read_body(core))
    return roster


def _counted(roster: Roster, at: int) -> Roster:
    """Count an entry; written out, since `replace` costs four times as much and every entry comes through here."""
    turns = (*roster.turns[:at], roster.turns[at] + 1, *roster.turns[at + 1 :])
    host = (roster.host, roster.host_key, roster.ballot)
    start = (roster.header, roster.first_addresses)
    return Roster(roster.match, *host, roster.chairs, *start, turns, roster.founder, roster.convicted)


def _with_chair(roster: Roster, seat: int, **changes: object) -> Roster:
    chair = roster.chairs[seat]
    changed = replace(chair, **changes)  # type: ignore[arg-type] # the names and types are those of the callers below
    return replace(roster, chairs=(*roster.chairs[:seat], changed, *roster.chairs[seat + 1 :]))


def _move(roster: Roster, core: Core, body: Body) -> Roster:
    moves = roster.chairs[core.author].moves + 1
    return _with_chair(roster, core.author, addresses=cast("Addresses", body).addresses, moves=moves)


def _hand_over(roster: Roster, _core: Core, body: Body) -> Roster:
    seat = cast("Successor", body).seat
    return replace(roster, host=seat, host_key=roster.chairs[seat].key, first_addresses=())


def _rehost(roster: Roster, _core: Core, body: Body) -> Roster:
    rehost = cast("Rehost", body)
    if roster.host != TABLE:
        roster = _with_chair(roster, roster.host, held=False, called=0, votes=())
    key = roster.chairs[rehost.seat].key
    return replace(roster, host=rehost.seat, host_key=key, ballot=rehost.ballot, first_addresses=())


def _leave(roster: Roster, core: Core, _body: Body) -> Roster:
    return _with_chair(roster, core.author, held=False, called=0, votes=())


def _vote(roster: Roster, core: Core, body: Body) -> Roster:
    seat = cast("Vote", body).seat
    votes = (*(one for one in roster.chairs[seat].votes if one != core.author), core.author)
    if _is_lost(roster, votes):
        return _with_chair(roster, seat, held=False, called=0, votes=())
    return _with_chair(roster, seat, votes=votes)


def _call(roster: Roster, core: Core, body: Body) -> Roster:
    roster = _with_chair(roster, core.author, calls=roster.chairs[core.author].calls + 1)
    return _with_chair(roster, cast("Call", body).seat, called=sum(roster.turns))


def _return(roster: Roster, core: Core, _body: Body) -> Roster:
    return _with_chair(roster, core.author, held=True, returns=roster.chairs[core.author].returns + 1)


def _convict(roster: Roster, seat: int) -> Roster:
    """Give a convict's chair to a bot for good: he could break every further round at the others' cost."""
    roster = replace(roster, convicted=(*roster.convicted, seat))
    return roster if seat == TABLE else _with_chair(roster, seat, held=False, votes=())


def _convict_forked(roster: Roster, _core: Core, body: Body) -> Roster:
    return _convict(roster, cast("Forked", body).seat)


def _convict_untrue(roster: Roster, _core: Core, body: Body) -> Roster:
    return _convict(roster, read_core(cast("Untrue", body).claim.raw).author)


_CHANGES: dict[int, Callable[[Roster, Core, Body], Roster]] = {
    LogKind.ADDRESS: _move,
    LogKind.HANDOVER: _hand_over,
    LogKind.REHOST: _rehost,
    LogKind.LEAVE: _leave,
    LogKind.VOTE: _vote,
    LogKind.RETURN: _return,
    LogKind.FORKED: _convict_forked,
    LogKind.UNTRUE: _convict_untrue,
    LogKind.CALL: _call,
}


# Who lied


def convicts(roster: Roster, forked: Forked) -> bool:
    """Return whether two seals convict: their heads differ, and the accused made both; START's keys suffice."""
    key = dict(roster.sealers()).get(forked.seat, b"")
    both = ((forked.head, forked.seal), (forked.other_head, forked.other_seal))
    if not key or forked.head == forked.other_head:
        return False
    claims = ((Claim(roster.match, forked.ballot, forked.number, head), seal) for head, seal in both)
    return all(is_sealed(claim, seal, key) for claim, seal in claims)


# A new host


@dataclass(frozen=True, slots=True)
class Candidacy:
    """Who would host from which entry on; `head` is the head after `base` entries."""

    match: bytes
    ballot: int
    seat: int
    base: int
    head: bytes

    @property
    def words(self) -> bytes:
        """What a consent signs."""
        numbers = self.ballot.to_bytes(4, "big") + self.seat.to_bytes(1, "big") + self.base.to_bytes(4, "big")
        return self.match + numbers + self.head

    def consent(self, seat: int, identity: Identity) -> Agreement:
        """Agree."""
        return Agreement(seat, identity.sign(Purpose.CONSENT, self.words))

    def agreed(self, roster: Roster, agreement: Agreement) -> bool:
        """Return whether a seat's consent holds."""
        return signed_by(roster.key_of(agreement.seat), Purpose.CONSENT, self.words, agreement.signature)


def is_candidates(ballot: int, seat: int) -> bool:
    """Return whether a ballot is one of this candidate's."""
    return ballot & (2**RANK_BITS - 1) == seat and ballot <= MOST_BALLOT


def next_ballot(highest: int, seat: int) -> int:
    """Return the candidate's smallest ballot above the highest one known."""
    return (((highest >> RANK_BITS) + 1) << RANK_BITS) | seat


def steps_above(line: int, ballot: int) -> int:
    """Return by how many steps a ballot is above another."""
    return (ballot >> RANK_BITS) - (line >> RANK_BITS)


def electors(roster: Roster) -> tuple[int, ...]:
    """Return who decides about a new host: every person but the old one."""
    return tuple(seat for seat in roster.persons if seat != roster.host)


def enough(roster: Roster, seats: Collection[int]) -> bool:
    """Return whether the consents of these seats make a new host: more than half of the electors, or of all persons.

    The second counts who hosted at the base and has handed over since. Any two such sets have a seat in common.
    """
    who = [seat for seat in electors(roster) if seat in seats]
    return 2 * len(who) > len(electors(roster)) or binding(roster, len(seats))


def binding(roster: Roster, consents: int) -> bool:
    """Return whether the consents bind even those who have gone on: more than half of all, the old host counted."""
    return 2 * consents > len(roster.persons)


def rehost_flaw(roster: Roster, core: Core, rehost: Rehost) -> str:
    """Say why a REHOST does not hold on the place after its base; empty if it does."""
    seats = [consent.seat for consent in rehost.consents]
    if rehost.seat not in electors(roster) or any(seat not in roster.persons for seat in seats):
        return "no_elector"
    if rehost.ballot <= roster.ballot or not is_candidates(rehost.ballot, rehost.seat):
        return "wrong_ballot"
    if len(set(seats)) != len(seats) or not enough(roster, seats):
        return "too_few_consents"
    candidacy = Candidacy(roster.match, rehost.ballot, rehost.seat, core.seen, core.head)
    if not all(candidacy.agreed(roster, one) for one in rehost.consents):
        return "false_consent"
    return "" if not rehost.began or who_left(roster, core.seen, rehost.began) is not None else "false_proof"


def who_left(roster: Roster, base: int, began: tuple[RoundBegun, ...]) -> int | None:
    """Return with whom a round ends, by the words of those who hosted it; None if they do not show that it was begun.

    The old host began it behind the base; or he, or the one who sealed something behind that, did, and hands were
    changed: then it is the latter's. TABLE is a host without a seat.
    """
    try:
        core = read_core(began[0].raw)
        last = _last_host(roster, core.seen, began[1]) if began[1:] else (roster.host, roster.host_key)
    except Misfit:
        return None
    of_table = core.match == roster.match and core.author == TABLE and core.kind >= GAME_KINDS and core.seen >= base
    if not of_table or last is None:
        return None
    keys = dict.fromkeys((roster.host_key, last[1]))
    signed = Signed(began[0].raw, began[0].signature)
    return last[0] if any(is_signed(signed, key) for key in keys) else None


def _last_host(roster: Roster, number: int, sealed: RoundBegun) -> tuple[int, bytes] | None:
    """Return who sealed an entry of this line behind a number, seat and key; None if nobody did."""
    claim = read_sealed(sealed.raw)
    if (claim.match, claim.ballot) != (roster.match, roster.ballot) or claim.number <= number:
        return None
    return next((one for one in roster.sealers() if is_sealed(claim, sealed.signature, one[1])), None)
