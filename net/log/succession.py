"""When the host is gone for good: somebody stands, the others consent, and the match goes on from the last checkpoint.

Laws: nobody consents while it still has the host, nor to a ballot below one it consented to, nor to a base before its
own last checkpoint; a promise is kept before it is spoken. Who is next in START order stands first, the others later.
Who has enough consents but not all gives the others until it asks again: one of them may know a later checkpoint.
While one host is looked for ballots rise by so much and no more; nobody who lied is consented to.
"""

from __future__ import annotations

from dataclasses import dataclass

from net.log.bodies import Agreement, LogKind, Rehost, RoundBegun, write_body
from net.log.effects import Drop, Tell
from net.log.entries import GAME_KINDS, LOG_VERSION, MOST_BALLOT, TABLE, Claim, Core, sealed_words, sign_core
from net.log.lockstep import Lockstep
from net.log.replica import Replica
from net.log.roster import LINE_STEPS, RANK_BITS, Candidacy, electors, enough, is_candidates, next_ballot, steps_above
from net.messages import Consent, Propose
from net.reasons import Reason

# How much later the next in order stands, should the one before be gone too; the user has long waited by then.
EACH_RANK = 10_000
AGAIN = 3_000  # how often a candidate asks those who have not answered


@dataclass(slots=True)
class _Standing:
    """Our own candidacy."""

    candidacy: Candidacy
    consents: dict[int, Agreement]
    ask_at: int


class Succession:
    """One program's part in finding a new host."""

    def __init__(self, lockstep: Lockstep) -> None:
        self._lockstep = lockstep
        self._since: int | None = None
        self._standing: _Standing | None = None
        self._heard: dict[int, Propose] = {}
        self._last: Candidacy | None = None  # our own last candidacy
        self._given: dict[int, int] = {}  # the last ballot of each candidate that we consented to, for this host

    @property
    def forsaken(self) -> bool:
        """Whether we have given the host up."""
        return self._since is not None

    def forsake(self, now: int) -> None:
        """Give the host up, if that is not done yet."""
        if self._since is None and not (self._lockstep.hosting or self._lockstep.replica.story.keeps_host()):
            self._since = now
            for link, propose in self._heard.items():
                self._answer(link, propose)

    def reset(self) -> None:
        """There is a host: the old one came back, or there is a new one."""
        self._since = None
        self._standing = None
        self._heard.clear()
        self._given.clear()

    def detach(self, link: int) -> None:
        """A link is gone, and what was proposed on it."""
        self._heard.pop(link, None)

    def rank(self) -> int | None:
        """Return our place among those who would host, 0 for the next one; None for a watcher or a seat given up."""
        order = self._lockstep.replica.roster.successors()
        lied, chairs = self._lockstep.distrusted, self._lockstep.replica.roster.chairs
        order = tuple(seat for seat in order if chairs[seat].key not in lied)
        seat = self._lockstep.seat
        return order.index(seat) if seat in order else None

    def deadline(self) -> int | None:
        """Return when to stand, or to ask again."""
        if self._since is None or (rank := self.rank()) is None:
            return None
        return self._standing.ask_at if self._standing else self._since + rank * EACH_RANK

    def tick(self, now: int) -> None:
        """Stand when it is our turn, and ask again."""
        due = self.deadline()
        if due is None or now < due:
            return
        standing = self._standing
        if standing is None or standing.candidacy.base != self._lockstep.replica.checkpoint():
            self._stand(now)
            self._conclude_if_all()
        else:
            standing.ask_at = now + AGAIN
            self._conclude()
            self._ask()

    def _stand(self, now: int) -> None:
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
        own = candidacy.consent(seat, lockstep.identity)
        self._standing = _Standing(candidacy, {seat: own}, now + AGAIN)
        self._ask()

    def _candidacy(self, seat: int, base: int) -> Candidacy | None:
        """Return what we stand with: above all we promised, or if others have outbid that, among our own ballots.

        None when this match has no ballot left for us; no two candidacies of ours ever share one.
        """
        lockstep, replica = self._lockstep, self._lockstep.replica
        line, last = replica.roster.ballot, self._last
        ballot = next_ballot(max(lockstep.promise, line), seat)
        if steps_above(line, ballot) > LINE_STEPS:
            if last is not None and (last.base, last.head) == (base, replica.heads[base]) and last.ballot > line:
                return last
            free = next_ballot(line + (LINE_STEPS << RANK_BITS), seat)
            ballot = max(free, next_ballot(lockstep.stood, seat))
        if ballot > MOST_BALLOT or steps_above(line, ballot) > 2 * LINE_STEPS:
            return None
        self._last = Candidacy(replica.match, ballot, seat, base, replica.heads[base])
        return self._last

    def _ask(self) -> None:
        standing = self._standing
        if standing is None:
            return
        roster = self._lockstep.replica.roster
        one = standing.candidacy
        for link, reader in self._lockstep.feeder.readers.items():
            if roster.seat_of(reader.key) not in standing.consents:
                self._lockstep.emit(Tell(link, Propose(one.ballot, one.seat, one.base, one.head)))

    def on_propose(self, link: int, propose: Propose) -> None:
        """Hear a candidate; the answer waits until we give the host up ourselves."""
        line, reader = self._lockstep.replica.roster.ballot, self._lockstep.feeder.readers.get(link)
        if steps_above(line, propose.ballot) > 2 * LINE_STEPS and (reader is None or reader.ballot <= line):
            # Nobody can have heard so many. Who stands in a later line of hosts will show it.
            self._lockstep.emit(Drop(link, Reason.OUT_OF_TURN))
            return
        self._heard[link] = propose
        if self.forsaken:
            self._answer(link, propose)

    def _answer(self, link: int, propose: Propose) -> None:
        lockstep = self._lockstep
        replica = lockstep.replica
        reader = lockstep.feeder.readers.get(link)
        seat = lockstep.seat
        if reader is None or seat is None or replica.roster.seat_of(reader.key) != propose.seat:
            return
        known = propose.base <= replica.length and replica.heads[propose.base] == propose.head
        if not known or propose.base < replica.checkpoint() or not is_candidates(propose.ballot, propose.seat):
            return
        line, steps = replica.roster.ballot, steps_above(replica.roster.ballot, propose.ballot)
        before = self._given.get(propose.seat, line)
        # In the upper half of a line each candidate is heard by itself: nobody outbids another there.
        free = LINE_STEPS < steps <= 2 * LINE_STEPS
        least = max(line + 1, before) if free else max(lockstep.promise, line + 1)
        if reader.key in lockstep.distrusted or propose.ballot < least or steps > 2 * LINE_STEPS:
            return
        candidacy = Candidacy(replica.match, propose.ballot, propose.seat, propose.base, propose.head)
        if propose.ballot > lockstep.promise:
            lockstep.make_promise(propose.ballot)
        # Whoever consents to another stands no longer himself, unless that one comes to nothing.
        if not free:
            self._standing = None
        if self._since is not None and propose.seat not in self._given:
            self._since += EACH_RANK
        self._given[propose.seat] = propose.ballot
        one = candidacy.consent(seat, lockstep.identity)
        said = Consent(propose.ballot, seat, propose.base, propose.head, one.signature)
        lockstep.emit(Tell(link, said))

    def on_consent(self, link: int, consent: Consent) -> None:
        """Count a consent to our candidacy."""
        standing, replica = self._standing, self._lockstep.replica
        reader = self._lockstep.feeder.readers.get(link)
        if standing is None or reader is None or replica.roster.seat_of(reader.key) != consent.seat:
            return
        one = standing.candidacy
        agreement = Agreement(consent.seat, consent.signature)
        if (consent.ballot, consent.base, consent.head) != (one.ballot, one.base, one.head):
            return
        if one.agreed(replica.roster, agreement):
            standing.consents[consent.seat] = agreement
            self._conclude_if_all()

    def _conclude_if_all(self) -> None:
        """Host at once when nobody is left to hear."""
        standing = self._standing
        if standing is not None and set(electors(self._lockstep.replica.roster)) <= standing.consents.keys():
            self._conclude()

    def _conclude(self) -> None:
        """Host, if enough consent."""
        standing, lockstep = self._standing, self._lockstep
        if standing is None:
            return
        one = standing.candidacy
        replica = lockstep.replica
        if one.base > replica.length or replica.heads[one.base] != one.head:
            self._standing = None
            return
        roster = replica.places[one.base]
        consents = tuple(standing.consents[seat] for seat in sorted(standing.consents) if seat in roster.persons)
        if one.seat not in electors(roster) or not enough(roster, [consent.seat for consent in consents]):
            return
        began = begun_behind(replica, one.base)
        self.reset()
        lockstep.cut(one.base)
        replica = lockstep.replica
        body = write_body(Rehost(one.ballot, one.seat, consents, began))
        turn = replica.roster.turns_of(TABLE)
        state = replica.states[-1]
        core = Core(LOG_VERSION, replica.match, TABLE, turn, one.base, one.head, state, LogKind.REHOST, body)
        lockstep.adopt_hosting(sign_core(core, lockstep.identity))


def begun_behind(replica: Replica, base: int) -> tuple[RoundBegun, ...]:
    """Return the entry by which a round behind the base began, which ends with the last host; none if none began.

    Between rounds that is the one entry of the game's own that the table writes. If the table was handed over since the
    base, the last that the last host sealed goes with it; who has sealed nothing hosted nothing.
    """
    first = next((one for one in replica.entries[base:] if _of_table(one.core)), None)
    if first is None:
        return ()
    shown = (RoundBegun(*first.numbered.signed),)
    last = replica.roster.host_key
    if last == replica.places[base].host_key:
        return shown
    behind = range(replica.length - 1, first.number, -1)
    sealed = next((number for number in behind if replica.places[number].host_key == last), None)
    if sealed is None:
        return ()
    words = sealed_words(Claim(replica.match, replica.roster.ballot, sealed, replica.heads[sealed + 1]))
    return (*shown, RoundBegun(words, replica.entries[sealed].numbered.seal))


def _of_table(core: Core) -> bool:
    return core.author == TABLE and core.kind >= GAME_KINDS
