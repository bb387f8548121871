"""When a seat vouches for a table that does not follow from the log: the log decides, and play goes on.

Laws: nobody's word is taken for the truth, every program folds the same entries; whoever signed another state is asked
once to fold anew, has so long to say it again, and else loses the chair; nothing stands still for it. Both sides keep
what each had, beside their logs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from net.log.bodies import MOST_CLAIM, LogKind, Untrue, write_body
from net.log.copy import Copy
from net.log.effects import Accounted, Cured, Diverged, Drop, KeptAccount, Persist, Tell
from net.log.entries import SEATS, STATE_BYTES, Core, Signed, read_core
from net.log.outbox import Outbox
from net.log.replica import Finding, Owed
from net.messages import MOST_HASHES, MOST_STATE, Account, Dispute, Submit
from net.reasons import Reason
from net.schema import Misfit

MOST_KEPT = 32  # accounts that one life of a program keeps, so that nobody fills its disk with disputes
ANSWER = 10_000  # how long a seat has to fold anew and say it again: a log of 20,000 entries takes two seconds
FORGIVEN = 2  # how often a seat may have folded wrong, each of which costs the host a fold


@dataclass(slots=True)
class _Claim:
    """A false claim that waits for a true one: since when, once that is known."""

    signed: Signed
    core: Core
    since: int | None = None


class OpenDispute:
    """The false claims a host has heard, and our own that he finds false."""

    def __init__(self, copy: Copy, outbox: Outbox, number: Callable[[int, Submit], None]) -> None:
        self._copy = copy
        self._outbox = outbox
        self._number = number
        self._claims: dict[int, _Claim] = {}
        self._heard: Counter[int] = Counter()  # claims by seat
        self._folded: tuple[int, bytes] = (0, b"")  # where we folded anew last: once for each end of the log
        self._kept: list[Account] = []

    # Every program, about itself

    def cure(self, core: Core) -> bool:
        """Fold our log anew, once at each end of it; return whether our table is now what the author vouches for."""
        replica = self._copy.replica
        end = (replica.length, replica.heads[-1])
        if self._folded != end:
            self._folded = end
            length = replica.replay()
            if length >= 0:
                self._copy.emit(Cured(length))
        return replica.states[core.seen] == core.state

    def on_dispute(self, link: int, message: Dispute) -> None:
        """Hear from the host that our own entry vouches for another table than his: fold anew, and say it again."""
        copy = self._copy
        if copy.hosting:
            copy.emit(Drop(link, Reason.OUT_OF_TURN))
            return
        signed = Signed(message.raw, message.signature)
        if not copy.is_host(link) or signed != copy.pending:
            return
        core = read_core(signed.raw)
        if not self.cure(core):
            self._outbox.say_anew()
            return
        # The same entries, folded anew, have given the same again: whose fold is right is nothing we could find out.
        ours = copy.replica.states[core.seen]
        copy.emit(Diverged(core.author, core.seen, ours, ours))
        self._tell_account(link, core.seen)

    # The host, about others

    def open(self, link: int, signed: Signed, core: Core, finding: Finding) -> None:
        """As the host, answer a claim that differs: ask for a better one, once; a second false one convicts."""
        copy, author = self._copy, core.author
        known = self._claims.get(author)
        if known is not None and known.signed == signed:
            copy.emit(Tell(link, Dispute(*signed)))
            return
        if known is None and self._heard[author] < FORGIVEN and self.cure(core):
            self._number(link, Submit(*signed))
            return
        if len(signed.raw) > MOST_CLAIM:
            copy.emit(Drop(link, Reason.TOO_LARGE))
            return
        self._heard[author] += 1
        self._claims[author] = _Claim(signed, core)
        if known is not None or self._heard[author] > FORGIVEN:
            self._convict(author)
            return
        copy.emit(Diverged(author, core.seen, finding.ours, finding.theirs), Tell(link, Dispute(*signed)))
        self._tell_account(link, core.seen)

    def _convict(self, author: int) -> None:
        claim = self._claims.pop(author)
        body = write_body(Untrue(claim.signed))
        self._outbox.wish(Owed(LogKind.UNTRUE, body), table=True)

    def settle(self, core: Core) -> None:
        """A seat's entry was taken: what it claimed before is behind it."""
        self._claims.pop(core.author, None)

    def forget(self) -> None:
        """Another host numbers, or the log went another way."""
        self._claims.clear()

    def deadline(self, now: int) -> int | None:
        """Return when a claim has waited long enough."""
        times = (now if claim.since is None else claim.since + ANSWER for claim in self._claims.values())
        return min(times, default=None)

    def tick(self, now: int) -> None:
        """Let time pass: who has not said anything better by now, here or gone, is convicted by what he said."""
        for author, claim in list(self._claims.items()):
            if claim.since is None:
                claim.since = now
            elif now >= claim.since + ANSWER:
                self._convict(author)

    # What each side had

    def _tell_account(self, link: int, seen: int) -> None:
        account = self._account(seen)
        self._copy.emit(Tell(link, account))
        self._note(account)

    def _account(self, seen: int) -> Account:
        """Tell our table as it was there, however far the log has gone since."""
        replica = self._copy.replica
        seat = SEATS if self._copy.seat is None else self._copy.seat
        hashes = replica.states[max(0, seen + 1 - MOST_HASHES) : seen + 1]
        return Account(seat, seen, b"".join(hashes), replica.public_at(seen)[:MOST_STATE])

    def on_account(self, link: int, account: Account) -> None:
        """Hear the other side's table, to keep and to compare."""
        copy = self._copy
        reader = copy.feeder.readers.get(link)
        if reader is None or len(account.hashes) % STATE_BYTES or not account.hashes:
            return
        seat = copy.replica.roster.seat_of(reader.key)
        if account.seat != (SEATS if seat is None else seat):
            return
        if copy.hosting:
            claim = self._claims.get(account.seat)
            due = claim is not None and claim.core.seen == account.seen
        else:
            due = copy.is_host(link) and account.seen == _seen_of(copy.pending)
        if due:
            self._note(account)

    def _note(self, account: Account) -> None:
        copy = self._copy
        if account not in self._kept and len(self._kept) < MOST_KEPT:
            self._kept.append(account)
            copy.emit(Persist(KeptAccount(account)))
        copy.emit(Accounted(account.seat, account.seen, account.states, account.state))


def _seen_of(signed: Signed | None) -> int:
    try:
        return -1 if signed is None else read_core(signed.raw).seen
    except Misfit:
        return -1
