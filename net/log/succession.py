"""Electing a new host when the old one is gone for good; the match goes on from the last checkpoint.

Laws: nobody consents while it still has the host, nor to a lower ballot than before (in the upper half of an election's
ballots: than that candidate's before), nor to a base before its own last checkpoint; a promise is persisted before it
is sent. The next seat in order is the first candidate, the others follow later. A candidate with a quorum still asks
the rest once more: they may know a later checkpoint. Ballots are bounded within one election; nobody who lied is
consented to.
"""

from __future__ import annotations

from dataclasses import dataclass

from net.log.bodies import Agreement, LogKind, Rehost, RoundBegun, write_body
from net.log.effects import DropLink, SendMessage
from net.log.entries import FIRST_GAME_KIND, LOG_VERSION, MAX_BALLOT, TABLE_AUTHOR, Claim, Core, seal_bytes, sign_core
from net.log.lockstep import Lockstep
from net.log.replica import Replica
from net.log.roster import (
    MAX_ELECTION_STEPS,
    RANK_BITS,
    Candidacy,
    electors,
    is_ballot_of,
    is_quorum,
    next_ballot,
    steps_above,
)
from net.messages import Consent, Propose
from net.reasons import Reason

# How much later the next seat becomes a candidate, in case the one before it is gone too.
RANK_DELAY_MS = 10_000
REPEAT_PROPOSAL_MS = 3_000  # how often a candidate repeats its proposal to those who have not answered


@dataclass(slots=True)
class _Standing:
    """Our own candidacy, the consents to it, and when to ask again."""

    candidacy: Candidacy
    consents: dict[int, Agreement]
    ask_at: int


class Succession:
    """One program's part in finding a new host."""

    def __init__(self, lockstep: Lockstep) -> None:
        self._lockstep = lockstep
        self._lost_since: int | None = None
        self._own_candidacy: _Standing | None = None
        self._proposals: dict[int, Propose] = {}
        self._last_candidacy: Candidacy | None = None  # our own last candidacy
        self._consented: dict[int, int] = {}  # the last ballot of each candidate that we consented to, in this election

    @property
    def host_given_up(self) -> bool:
        """Whether we have given up the present host."""
        return self._lost_since is not None

    def give_up_host(self, now: int) -> None:
        """Give up the host, if that is not done yet."""
        if self._lost_since is None and not (self._lockstep.is_hosting or self._lockstep.replica.story.is_host_fixed()):
            self._lost_since = now
            for link, propose in self._proposals.items():
                self._answer(link, propose)

    def reset(self) -> None:
        """End the election: the old host came back, or there is a new one."""
        self._lost_since = None
        self._own_candidacy = None
        self._proposals.clear()
        self._consented.clear()

    def detach(self, link: int) -> None:
        """Forget a closed link and what was proposed on it."""
        self._proposals.pop(link, None)

    def rank_in_line(self) -> int | None:
        """Return our place in the line of successors, 0 for the next one; None for a watcher or a seat given up."""
        order = self._lockstep.replica.roster.successors()
        lied, chairs = self._lockstep.distrusted, self._lockstep.replica.roster.chairs
        order = tuple(seat for seat in order if chairs[seat].key not in lied)
        seat = self._lockstep.seat
        return order.index(seat) if seat in order else None

    def deadline(self) -> int | None:
        """Return when to become a candidate, or to repeat our proposal."""
        if self._lost_since is None or (rank := self.rank_in_line()) is None:
            return None
        return self._own_candidacy.ask_at if self._own_candidacy else self._lost_since + rank * RANK_DELAY_MS

    def tick(self, now: int) -> None:
        """Become a candidate when it is our turn, and repeat our proposal."""
        due = self.deadline()
        if due is None or now < due:
            return
        standing = self._own_candidacy
        if standing is None or standing.candidacy.base != self._lockstep.replica.checkpoint():
            self._become_candidate(now)
            self._conclude_if_all()
        else:
            standing.ask_at = now + REPEAT_PROPOSAL_MS
            self._conclude()
            self._ask()

    def _become_candidate(self, now: int) -> None:
        lockstep = self._lockstep
        replica = lockstep.replica
        seat = lockstep.seat
        if seat is None:
            return
        base = replica.checkpoint()
        candidacy = self._candidacy(seat, base)
        if candidacy is None:
            return
        lockstep.make_promise(candidacy.ballot)
        own = candidacy.sign_consent(seat, lockstep.identity)
        self._own_candidacy = _Standing(candidacy, {seat: own}, now + REPEAT_PROPOSAL_MS)
        self._ask()

    def _candidacy(self, seat: int, base: int) -> Candidacy | None:
        """Return our candidacy, with a ballot above all that we promised.

        If others have used up the lower half of an election's ballots, ours is in the upper half. None when the
        election has no ballot left for us; no two candidacies of ours ever share a ballot.
        """
        lockstep, replica = self._lockstep, self._lockstep.replica
        line, last = replica.roster.ballot, self._last_candidacy
        ballot = next_ballot(max(lockstep.promise, line), seat)
        if steps_above(line, ballot) > MAX_ELECTION_STEPS:
            if last is not None and (last.base, last.head) == (base, replica.heads[base]) and last.ballot > line:
                return last
            free = next_ballot(line + (MAX_ELECTION_STEPS << RANK_BITS), seat)
            ballot = max(free, next_ballot(lockstep.own_ballot, seat))
        if ballot > MAX_BALLOT or steps_above(line, ballot) > 2 * MAX_ELECTION_STEPS:
            return None
        self._last_candidacy = Candidacy(replica.match, ballot, seat, base, replica.heads[base])
        return self._last_candidacy

    def _ask(self) -> None:
        standing = self._own_candidacy
        if standing is None:
            return
        roster = self._lockstep.replica.roster
        one = standing.candidacy
        for link, reader in self._lockstep.feeder.readers.items():
            if roster.seat_of(reader.key) not in standing.consents:
                self._lockstep.emit(SendMessage(link, Propose(one.ballot, one.seat, one.base, one.head)))

    def on_propose(self, link: int, propose: Propose) -> None:
        """Receive a proposal; the answer waits until we give up the host ourselves."""
        line, reader = self._lockstep.replica.roster.ballot, self._lockstep.feeder.readers.get(link)
        if steps_above(line, propose.ballot) > 2 * MAX_ELECTION_STEPS and (reader is None or reader.ballot <= line):
            # Nobody can have heard so many ballots. A candidate of a later host's branch will show that branch first.
            self._lockstep.emit(DropLink(link, Reason.OUT_OF_TURN))
            return
        self._proposals[link] = propose
        if self.host_given_up:
            self._answer(link, propose)

    def _answer(self, link: int, propose: Propose) -> None:
        lockstep = self._lockstep
        replica = lockstep.replica
        reader = lockstep.feeder.readers.get(link)
        seat = lockstep.seat
        if reader is None or seat is None or replica.roster.seat_of(reader.key) != propose.seat:
            return
        known = propose.base <= replica.length and replica.heads[propose.base] == propose.head
        if not known or propose.base < replica.checkpoint() or not is_ballot_of(propose.ballot, propose.seat):
            return
        line, steps = replica.roster.ballot, steps_above(replica.roster.ballot, propose.ballot)
        before = self._consented.get(propose.seat, line)
        # In the upper half of the range each candidate is judged by itself: nobody outbids another there.
        free = MAX_ELECTION_STEPS < steps <= 2 * MAX_ELECTION_STEPS
        least = max(line + 1, before) if free else max(lockstep.promise, line + 1)
        if reader.key in lockstep.distrusted or propose.ballot < least or steps > 2 * MAX_ELECTION_STEPS:
            return
        candidacy = Candidacy(replica.match, propose.ballot, propose.seat, propose.base, propose.head)
        if propose.ballot > lockstep.promise:
            lockstep.make_promise(propose.ballot)
        # A program that consents to another withdraws its own candidacy until that one fails.
        if not free:
            self._own_candidacy = None
        if self._lost_since is not None and propose.seat not in self._consented:
            self._lost_since += RANK_DELAY_MS
        self._consented[propose.seat] = propose.ballot
        one = candidacy.sign_consent(seat, lockstep.identity)
        said = Consent(propose.ballot, seat, propose.base, propose.head, one.signature)
        lockstep.emit(SendMessage(link, said))

    def on_consent(self, link: int, consent: Consent) -> None:
        """Count a consent to our candidacy."""
        standing, replica = self._own_candidacy, self._lockstep.replica
        reader = self._lockstep.feeder.readers.get(link)
        if standing is None or reader is None or replica.roster.seat_of(reader.key) != consent.seat:
            return
        one = standing.candidacy
        agreement = Agreement(consent.seat, consent.signature)
        if (consent.ballot, consent.base, consent.head) != (one.ballot, one.base, one.head):
            return
        if one.is_valid_consent(replica.roster, agreement):
            standing.consents[consent.seat] = agreement
            self._conclude_if_all()

    def _conclude_if_all(self) -> None:
        """Become the host at once if every elector has consented."""
        standing = self._own_candidacy
        if standing is not None and set(electors(self._lockstep.replica.roster)) <= standing.consents.keys():
            self._conclude()

    def _conclude(self) -> None:
        """Become the host if a quorum has consented."""
        standing, lockstep = self._own_candidacy, self._lockstep
        if standing is None:
            return
        one = standing.candidacy
        replica = lockstep.replica
        if one.base > replica.length or replica.heads[one.base] != one.head:
            self._own_candidacy = None
            return
        roster = replica.rosters[one.base]
        consents = tuple(standing.consents[seat] for seat in sorted(standing.consents) if seat in roster.persons)
        if one.seat not in electors(roster) or not is_quorum(roster, [consent.seat for consent in consents]):
            return
        began = round_begun_after(replica, one.base)
        self.reset()
        lockstep.truncate(one.base)
        replica = lockstep.replica
        body = write_body(Rehost(one.ballot, one.seat, consents, began))
        turn = replica.roster.entries_written_by(TABLE_AUTHOR)
        state = replica.states[-1]
        core = Core(LOG_VERSION, replica.match, TABLE_AUTHOR, turn, one.base, one.head, state, LogKind.REHOST, body)
        lockstep.number_own_rehost(sign_core(core, lockstep.identity))


def round_begun_after(replica: Replica, base: int) -> tuple[RoundBegun, ...]:
    """Return the entry that began a round after the base, which the last host abandoned; empty if there is none.

    It is the table's only game entry between rounds. If the table was handed over since the base, the last entry that
    the last host sealed goes with it; a host who sealed nothing abandoned nothing.
    """
    first = next((one for one in replica.entries[base:] if _is_table_entry(one.core)), None)
    if first is None:
        return ()
    shown = (RoundBegun(*first.numbered.signed),)
    last = replica.roster.host_key
    if last == replica.rosters[base].host_key:
        return shown
    behind = range(replica.length - 1, first.number, -1)
    sealed = next((number for number in behind if replica.rosters[number].host_key == last), None)
    if sealed is None:
        return ()
    words = seal_bytes(Claim(replica.match, replica.roster.ballot, sealed, replica.heads[sealed + 1]))
    return (*shown, RoundBegun(words, replica.entries[sealed].numbered.seal))


def _is_table_entry(core: Core) -> bool:
    return core.author == TABLE_AUTHOR and core.kind >= FIRST_GAME_KIND
