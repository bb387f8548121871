"""Handles entries whose signed state does not follow from the log: the log decides, and play goes on.

Laws: every program judges by its own fold of the same entries; an author who signed another state is asked once to fold
again, and loses the chair if no correct entry comes in time; the match never waits for this. Both sides keep their
states beside their logs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from net.log.bodies import MAX_CLAIM_BYTES, FalseState, LogKind, write_body
from net.log.effects import AccountReceived, AccountRecord, DropLink, Persist, SendMessage, StateDiverged, StateRepaired
from net.log.entries import MAX_SEATS, STATE_BYTES, Core, Signed, read_core
from net.log.log_state import LogState
from net.log.outbox import Outbox
from net.log.replica import EntryDraft, Finding
from net.messages import MAX_HASHES, MAX_STATE_BYTES, Dispute, StateReport, Submit
from net.reasons import Reason
from net.schema import Misfit

MAX_ACCOUNTS = 32  # accounts that one run of a program keeps, so that nobody fills its disk with disputes
# how long a seat has to fold again and resend: a log of 20,000 entries takes two seconds
CORRECTION_TIMEOUT_MS = 10_000
FALSE_STATES_ALLOWED = 2  # false states allowed per seat, each of which costs the host a fold


@dataclass(slots=True)
class _Claim:
    """An entry with a false state, until a correct one comes; `since` is set at the next tick."""

    signed: Signed
    core: Core
    since: int | None = None


class Disputes:
    """As the host, the false states in others' entries; as a follower, our own entry that the host disputes."""

    def __init__(self, copy: LogState, outbox: Outbox, number: Callable[[int, Submit], None]) -> None:
        self._copy = copy
        self._outbox = outbox
        self._on_submit = number
        self._claims: dict[int, _Claim] = {}
        self._claim_counts: Counter[int] = Counter()  # claims by seat
        self._refolded_at: tuple[int, bytes] = (
            0,
            b"",
        )  # length and head of our last refold: one for each end of the log
        self._kept: list[StateReport] = []

    # Every program, about itself

    def refold(self, core: Core) -> bool:
        """Fold our log again, unless it was at this length and head; return whether our state now is the author's."""
        replica = self._copy.replica
        end = (replica.length, replica.heads[-1])
        if self._refolded_at != end:
            self._refolded_at = end
            length = replica.refold()
            if length >= 0:
                self._copy.emit(StateRepaired(length))
        return replica.states[core.seen] == core.state

    def on_dispute(self, link: int, message: Dispute) -> None:
        """The host disputes our entry's state: fold again, and resend the entry."""
        copy = self._copy
        if copy.is_hosting:
            copy.emit(DropLink(link, Reason.OUT_OF_TURN))
            return
        signed = Signed(message.raw, message.signature)
        if not copy.is_host(link) or signed != copy.pending:
            return
        core = read_core(signed.raw)
        if not self.refold(core):
            self._outbox.sign_pending_again()
            return
        # The same entries gave the same state again: we cannot find out whose fold is right.
        ours = copy.replica.states[core.seen]
        copy.emit(StateDiverged(core.author, core.seen, ours, ours))
        self._tell_account(link, core.seen)

    # The host, about others

    def open_dispute(self, link: int, signed: Signed, core: Core, finding: Finding) -> None:
        """As the host, ask for an entry with a true state; a second false one or a third dispute convicts."""
        copy, author = self._copy, core.author
        known = self._claims.get(author)
        if known is not None and known.signed == signed:
            copy.emit(SendMessage(link, Dispute(*signed)))
            return
        if known is None and self._claim_counts[author] < FALSE_STATES_ALLOWED and self.refold(core):
            self._on_submit(link, Submit(*signed))
            return
        if len(signed.raw) > MAX_CLAIM_BYTES:
            copy.emit(DropLink(link, Reason.TOO_LARGE))
            return
        self._claim_counts[author] += 1
        self._claims[author] = _Claim(signed, core)
        if known is not None or self._claim_counts[author] > FALSE_STATES_ALLOWED:
            self._convict(author)
            return
        copy.emit(StateDiverged(author, core.seen, finding.ours, finding.theirs), SendMessage(link, Dispute(*signed)))
        self._tell_account(link, core.seen)

    def _convict(self, author: int) -> None:
        claim = self._claims.pop(author)
        body = write_body(FalseState(claim.signed))
        self._outbox.enqueue(EntryDraft(LogKind.UNTRUE, body), table=True)

    def clear_claim(self, core: Core) -> None:
        """Close the dispute with a seat whose entry was accepted."""
        self._claims.pop(core.author, None)

    def close_all(self) -> None:
        """Close all disputes: another program hosts, or the log was truncated."""
        self._claims.clear()

    def deadline(self, now: int) -> int | None:
        """Return when the first dispute times out."""
        times = (now if claim.since is None else claim.since + CORRECTION_TIMEOUT_MS for claim in self._claims.values())
        return min(times, default=None)

    def tick(self, now: int) -> None:
        """Convict each author, present or gone, who has sent no correct entry in time."""
        for author, claim in list(self._claims.items()):
            if claim.since is None:
                claim.since = now
            elif now >= claim.since + CORRECTION_TIMEOUT_MS:
                self._convict(author)

    # The states of both sides

    def _tell_account(self, link: int, seen: int) -> None:
        account = self._own_account(seen)
        self._copy.emit(SendMessage(link, account))
        self._keep_account(account)

    def _own_account(self, seen: int) -> StateReport:
        """Return our state at that length, however far the log has gone since."""
        replica = self._copy.replica
        seat = MAX_SEATS if self._copy.seat is None else self._copy.seat
        hashes = replica.states[max(0, seen + 1 - MAX_HASHES) : seen + 1]
        return StateReport(seat, seen, b"".join(hashes), replica.public_at(seen)[:MAX_STATE_BYTES])

    def on_account(self, link: int, account: StateReport) -> None:
        """Keep the other side's state, and report it for comparison."""
        copy = self._copy
        reader = copy.feeder.readers.get(link)
        if reader is None or len(account.hashes) % STATE_BYTES or not account.hashes:
            return
        seat = copy.replica.roster.seat_of(reader.key)
        if account.seat != (MAX_SEATS if seat is None else seat):
            return
        if copy.is_hosting:
            claim = self._claims.get(account.seat)
            due = claim is not None and claim.core.seen == account.seen
        else:
            due = copy.is_host(link) and account.seen == _seen_of(copy.pending)
        if due:
            self._keep_account(account)

    def _keep_account(self, account: StateReport) -> None:
        copy = self._copy
        if account not in self._kept and len(self._kept) < MAX_ACCOUNTS:
            self._kept.append(account)
            copy.emit(Persist(AccountRecord(account)))
        copy.emit(AccountReceived(account.seat, account.seen, account.states, account.state))


def _seen_of(signed: Signed | None) -> int:
    try:
        return -1 if signed is None else read_core(signed.raw).seen
    except Misfit:
        return -1
