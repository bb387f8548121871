"""Keeps N copies of one log equal: validates, numbers, distributes and repairs entries.

Laws: an entry is persisted before it is announced; only a numbered entry is real; a sealed log may come from anybody,
but only the host assigns numbers; a host who lied is ignored from then on, and nothing is sent until he is replaced.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from net.identity import Identity
from net.log.bodies import Addresses, FalseState, Forked, LogKind, read_body
from net.log.branches import Branches
from net.log.calls import Calls
from net.log.catch_up import Effect, LogReader, is_chunk
from net.log.dispute import Disputes
from net.log.effects import (
    Convicted,
    DropLink,
    EntryAppended,
    EntryRecord,
    EvidenceRecord,
    HostLied,
    LogRewound,
    PendingRecord,
    Persist,
    PromiseRecord,
    Record,
    SendMessage,
    UnreadableRecord,
)
from net.log.entries import Claim, Core, Numbered, Signed, is_sealed, next_head, read_core
from net.log.heads import Heads
from net.log.log_state import LogState
from net.log.outbox import Outbox
from net.log.replica import Finding, MakeStateMachine, Replica
from net.log.roster import is_ballot_of
from net.log.sequencer import NumberedEntry, assign_number, is_in_log
from net.log.stalls import Stalls
from net.messages import MAX_CODE_LENGTH, Entries, Evidence, Have, Reject, Shown, Submit
from net.reasons import Flaw, Reason
from net.schema import Misfit

MAX_INVALID_ENTRIES = 2  # in a row; after these the host's log must be another one; a flipped bit causes one

# Flaws that no honest program's entry can have, whatever that program missed.
_HOSTILE: dict[Flaw | None, Reason] = {
    Flaw.MALFORMED: Reason.MALFORMED,
    Flaw.OTHER_MATCH: Reason.OTHER_MATCH,
    Flaw.NO_AUTHOR: Reason.BAD_SIGNATURE,
    Flaw.BAD_SIGNATURE: Reason.BAD_SIGNATURE,
}


class Lockstep(LogState):
    """One program's copy of a match, and its part in keeping all copies equal; effects are appended to `out`."""

    def __init__(self, first: Numbered, identity: Identity, make_story: MakeStateMachine, out: deque[Effect]) -> None:
        super().__init__(first, identity, make_story, out)
        self.heads = Heads(self, self.distrust)
        self.calls = Calls(self)
        self.stalls = Stalls(self, self.calls, self.heads)
        self.outbox = Outbox(self, self.heads, self.calls, self.add_entry)
        self.dispute = Disputes(self, self.outbox, self.on_submit)
        self.branches = Branches(self, self.heads, self.calls, self.stalls, make_story, self.switch_branch)
        self.lost = 0  # records that were unreadable or did not follow when the match was restored
        self._accused: Numbered | None = None  # the invalid entry that proves to us that the present host lied
        self._invalid_in_a_row = 0  # invalid entries in a row from the host
        self.own_ballot = 0  # the highest ballot of our own candidacies
        self._last_addresses: dict[
            int, tuple[str, ...]
        ] = {}  # last known addresses by seat, kept when the log is truncated

    @classmethod
    def restored(
        cls, records: Iterable[Record], identity: Identity, make_story: MakeStateMachine, out: deque[Effect]
    ) -> Lockstep | None:
        """Restore a match from its records as far as they are valid; None if they hold no START.

        If records of ours are missing, a restored host numbers nothing until all persons have told what they have.
        """
        lockstep: Lockstep | None = None
        own: Signed | None = None
        lost = 0
        for record in records:
            lost += isinstance(record, UnreadableRecord)
            if isinstance(record, EntryRecord):
                if lockstep is None:
                    try:
                        lockstep = cls(record.numbered, identity, make_story, out)
                    except Misfit:
                        break  # of another version, or no START at all
                else:
                    lost += not lockstep._reload(record.numbered)
            elif isinstance(record, PendingRecord):
                own = record.signed
            elif isinstance(record, PromiseRecord) and lockstep is not None:
                lockstep.raise_promise(record.ballot)
            elif isinstance(record, EvidenceRecord) and lockstep is not None:
                lockstep.heads.restore_evidence(record.evidence)
        if lockstep is not None:
            lockstep.feeder.readers.clear()
            lockstep.outbox.restore(own)
            lockstep.lost = lost
            if lost and lockstep.is_hosting:
                lockstep.awaiting_have = {seat: -1 for seat in lockstep.replica.roster.persons if seat != lockstep.seat}
        return lockstep

    def _reload(self, numbered: Numbered) -> bool:
        if not 0 < numbered.number <= self.replica.length:
            return False
        if numbered.number < self.replica.length:
            self.heads.remember_branch(self.replica, numbered.number)
            self.replica.truncate(numbered.number)
        finding = self.replica.first_sealed_flaw(numbered)
        if finding.flaw is not None or finding.core is None:
            return False
        self.replica.append(numbered, finding.core)
        self._note_address(finding.core)
        return True

    # What others may ask

    def addresses_of(self, seat: int) -> tuple[str, ...]:
        """Return where a seat's program listens: what the log says, or said before it was truncated."""
        roster = self.replica.roster
        told = roster.host_addresses if seat == roster.host else roster.chairs[seat].addresses
        return told or self._last_addresses.get(seat, ())

    def _note_address(self, core: Core) -> None:
        body = read_body(core) if core.kind == LogKind.ADDRESS else None
        if isinstance(body, Addresses):
            self._last_addresses[core.author] = body.addresses

    @property
    def have_message(self) -> Have:
        """Our log's length and head, to send to others."""
        return self.heads.have_message()

    def pass_time(self, now: int) -> None:
        """Advance the clocks of calls and stalls; messages often come several in a millisecond."""
        gap = self.calls.pass_time(now)
        if gap:
            self.stalls.pass_time(gap)

    # Links

    def attach(self, link: int, key: bytes) -> None:
        """Add a link to a seat or a watcher of this match."""
        self.feeder.readers[link] = LogReader(key)
        self.heads.greet(link)
        if self.host_lied and self._accused is not None:
            self._out.append(SendMessage(link, Entries((self._accused,))))

    def detach(self, link: int) -> None:
        """Remove a link; our pending entry is sent again if there is another link to the host."""
        hosted = link == self.host_link
        self.feeder.readers.pop(link, None)
        self.calls.on_link_closed(link)
        if hosted:
            self.outbox.submit_pending()

    def on_have(self, link: int, have: Have) -> None:
        """Learn what the other side has and send what it lacks; to the host, resend what he has not numbered yet."""
        if have.match != self.replica.match:
            self._out.append(DropLink(link, Reason.OTHER_MATCH))
            return
        self.feeder.readers[link].ballot = have.ballot
        seat = self.replica.roster.seat_of(self.feeder.readers[link].key)
        if seat in self.awaiting_have:
            self.awaiting_have[seat] = have.length if have.ballot == self.replica.roster.ballot else 0
            self.resume_numbering()
        if have.ballot > self.replica.roster.ballot:
            self._out.append(
                SendMessage(link, self.have_message)
            )  # who knows a later host tells us of him once he knows where we are
        if self.heads.on_shown(link, have):
            self.feeder.on_have(self.replica, link, have)
        else:
            self.feeder.readers[link].cursor = None
        if self.is_host(link):
            self.calls.on_host_length(link, have.length)
            self.outbox.submit_pending()
            self.calls.resend_answers()
            self.stalls.resend_to_host(link)
            self.outbox.pump()

    def on_entries(self, link: int, entries: Entries) -> None:
        """Process received entries until one is refused."""
        for row in entries.rows:
            if self.host_lied and not _begins_a_branch(row):
                return
            if row.number > self.replica.length:
                self._out.append(SendMessage(link, self.have_message))
                return
            known = row.number < self.replica.length
            if not (self.branches.compare(link, row) if known else self._take(link, row)):
                return
        self.resume_numbering()
        if is_chunk(entries.rows):
            self._out.append(SendMessage(link, self.have_message))
        if self.is_hosting:
            self.feeder.send_entries_to_all(self.replica)
        self.outbox.pump()

    def resume_numbering(self, *, at_last: bool = False) -> None:
        """As a host who lost a part of his log: number again once we have all that others have, or waited enough."""
        if not self.awaiting_have:
            return
        missing = any(not 0 <= length <= self.replica.length for length in self.awaiting_have.values())
        if at_last or not missing:
            self.awaiting_have.clear()
            self.heads.announce()
            self.outbox.pump()

    # Taking in

    def _take(self, link: int, row: Numbered) -> bool:
        finding = self.replica.first_sealed_flaw(row)
        if finding.flaw in (Flaw.STATE, Flaw.ILLEGAL) and finding.core is not None and self._is_sealed_by_host(row):
            self.dispute.refold(finding.core)
            finding = self.replica.first_sealed_flaw(row)
        core = finding.core
        fault = self.calls.vote_fault(core) if core is not None and finding.flaw is None else ""
        if fault:
            self._accuse(link, row, Finding(core, Flaw.ILLEGAL, fault))
            return False
        if core is not None and finding.flaw is None and not self.is_too_far(core):
            self._invalid_in_a_row = 0
            self.add_entry(row, core)
            return True
        if core is not None and finding.flaw is None:
            self._out.append(DropLink(link, Reason.OUT_OF_TURN))
        elif self._is_sealed_by_host(row):
            self._accuse(link, row, finding)
        elif core is None or core.kind != LogKind.REHOST or finding.flaw is not Flaw.ILLEGAL:
            self._refuse(link, row, finding)
        return False

    def _refuse(self, link: int, row: Numbered, finding: Finding) -> None:
        """End a link that sent an invalid entry without the host's seal; a host who keeps doing so has another log."""
        self._invalid_in_a_row += self.is_host(link)
        if self.is_host(link) and self._invalid_in_a_row > MAX_INVALID_ENTRIES:
            self._accuse(link, row, finding)
        else:
            # A seal that does not continue our log may be an honest one that continues another.
            self._out.append(DropLink(link, _HOSTILE.get(finding.flaw, Reason.OUT_OF_TURN)))

    def _accuse(self, link: int, row: Numbered, finding: Finding) -> None:
        """Distrust the host for an invalid entry, and show it to everybody: each judges by its own fold."""
        roster = self.replica.roster
        self._out.append(HostLied(roster.host, row, finding.flaw or Flaw.MALFORMED, finding.code))
        self._accused = row
        self._out.extend(SendMessage(other, Entries((row,))) for other in self.feeder.readers if other != link)
        self.outbox.show_state()
        self.distrust(roster.host_key)

    def _is_sealed_by_host(self, row: Numbered) -> bool:
        roster = self.replica.roster
        claim = Claim(self.replica.match, roster.ballot, row.number, next_head(self.replica.heads[-1], row.signed))
        return is_sealed(claim, row.seal, roster.host_key)

    def add_entry(self, row: Numbered, core: Core) -> None:
        """Persist an entry, fold it, pass it on."""
        self._out.append(Persist(EntryRecord(row)))
        numbered_here = self.is_hosting  # read first: a HANDOVER is the last entry that its host distributes
        entry = self.replica.append(row, core)
        if numbered_here or self.is_hosting:
            self.feeder.send_entries_to_all(self.replica)
        self._out.append(EntryAppended(entry))
        self.dispute.clear_claim(core)
        self._convict(core)
        self._note_address(core)
        self.calls.on_entry()
        self.calls.clear_diverged(core.author)
        self.stalls.on_entry()
        if core.kind in (LogKind.HANDOVER, LogKind.REHOST):
            self.dispute.close_all()
            self.stalls.reset()
            self.calls.on_host_change()
            self.heads.announce()
            self.outbox.submit_pending()  # the new host may have announced himself before we knew of it
        self.outbox.drop_overtaken()

    def _convict(self, core: Core) -> None:
        """Distrust a host whom this entry convicts."""
        body = read_body(core) if core.kind in (LogKind.FORKED, LogKind.UNTRUE) else None
        if isinstance(body, Forked):
            self.heads.add_evidence(Evidence(*body))
        elif isinstance(body, FalseState):
            seat = read_core(body.claim.raw).author
            self._out.append(Convicted(seat, two_histories=False))
            self.distrust(self.replica.roster.key_of(seat))

    def distrust(self, key: bytes) -> None:
        """Never again trust the host with this key, present or future."""
        self.distrusted.add(key)
        self._invalid_in_a_row = 0
        self.outbox.pump()

    def switch_branch(self, trial: Replica, row: Numbered) -> None:
        """Switch to another host's branch, of which `row`, the last entry of `trial`, is the first."""
        lost = self._own_entries_from(row.number)
        self.heads.remember_branch(self.replica, row.number)
        self.replica = trial
        self._begin_anew()
        self.feeder.rewind(row.number)
        self._out.extend((Persist(EntryRecord(row)), LogRewound(row.number, lost), EntryAppended(trial.entries[-1])))
        self.heads.announce()
        self.outbox.drop_forked()
        if self.is_hosting:
            self.feeder.send_entries_to_all(self.replica)
        self.outbox.pump()

    def _begin_anew(self) -> None:
        """Drop disputes, calls and stalls that concern the truncated part of the log."""
        self.dispute.close_all()
        self.calls.reset_after_rewind()
        self.stalls.reset()

    def _own_entries_from(self, length: int) -> tuple[Core, ...]:
        """Return our own entries from a length on."""
        return tuple(one.core for one in self.replica.entries[length:] if one.core.author == self.seat)

    # Numbering

    def on_submit(self, link: int, submit: Submit) -> None:
        """As the host, number an entry or tell its author why not; as a follower, relay it to the host if possible."""
        signed = Signed(submit.raw, submit.signature)
        if not self.is_hosting and self.stalls.relay_to_host(signed):
            return
        if not self.is_hosting or self.host_lied or self.awaiting_have:
            flaw = Flaw.FROZEN if self.is_hosting else Flaw.NOT_HOST
            self._reject(link, signed, flaw)
            return
        found = assign_number(self.replica, signed, self.identity)
        early = self.calls.vote_refusal(found.core) if isinstance(found, NumberedEntry) else ""
        if early:
            self._reject(link, signed, Flaw.ILLEGAL, early)
        elif isinstance(found, NumberedEntry):
            self.add_entry(found.numbered, found.core)
            self.outbox.pump()
        elif not is_in_log(self.replica, signed, found):
            self._answer_flaw(link, signed, found)

    def _answer_flaw(self, link: int, signed: Signed, found: Finding) -> None:
        if found.flaw in _HOSTILE:
            self._out.append(DropLink(link, _HOSTILE[found.flaw]))
        elif found.flaw is Flaw.UNSEEN:
            # An author who has seen more than we have sends it once he hears how little we have.
            self._out.append(SendMessage(link, self.have_message))
        elif found.flaw is Flaw.STATE:
            if found.core is not None:
                self.dispute.open_dispute(link, signed, found.core, found)
        else:
            if found.flaw is Flaw.FORK and found.core is not None:
                # An earlier host showed its author another history: let him compare.
                self._tell_shown(link, found.core.seen)
            self._reject(link, signed, found.flaw or Flaw.MALFORMED, found.code)

    def _tell_shown(self, link: int, length: int) -> None:
        shown = self.heads.shown_at(length)
        self._out.append(SendMessage(link, shown))

    def _reject(self, link: int, signed: Signed, flaw: Flaw, code: str = "") -> None:
        """Tell an author that his entry was refused; whoever relayed it would take that for his own entry."""
        core, reader = _core_of(signed), self.feeder.readers.get(link)
        if core is None or reader is None or core.author == self.replica.roster.seat_of(reader.key):
            turn = 0 if core is None else core.turn
            self._out.append(SendMessage(link, Reject(turn, flaw.value, code[:MAX_CODE_LENGTH])))

    def number_own_rehost(self, signed: Signed) -> bool:
        """Number our own REHOST as the first entry of our branch; the log was truncated to its base."""
        found = assign_number(self.replica, signed, self.identity)
        if isinstance(found, Finding):
            return False
        self.add_entry(found.numbered, found.core)
        self.outbox.pump()
        return True

    def truncate(self, length: int) -> None:
        """Truncate the log to the base of a new branch."""
        lost = self._own_entries_from(length)
        self.heads.remember_branch(self.replica, length)
        self.replica.truncate(length)
        self.feeder.rewind(length)
        self._begin_anew()
        self.pending = None
        self._out.append(LogRewound(length, lost))

    def make_promise(self, ballot: int) -> None:
        """Persist the promise to consent to no smaller ballot."""
        self.raise_promise(ballot)
        self._out.append(Persist(PromiseRecord(ballot)))

    def raise_promise(self, ballot: int) -> None:
        """Raise our promise; a ballot of our own is never used for a second candidacy."""
        self.promise = max(self.promise, ballot)
        if self.seat is not None and is_ballot_of(ballot, self.seat):
            self.own_ballot = max(self.own_ballot, ballot)

    # Heads that others report

    def on_shown(self, link: int, shown: Shown) -> None:
        """Compare a head that somebody was shown with ours."""
        if self.heads.on_shown(link, shown):
            self.branches.notice_replaced_host(link, shown)


def _begins_a_branch(row: Numbered) -> bool:
    """Return whether an entry is a REHOST, which is followed even while the old host is distrusted."""
    try:
        return read_core(row.raw).kind == LogKind.REHOST
    except Misfit:
        return False


def _core_of(signed: Signed) -> Core | None:
    try:
        return read_core(signed.raw)
    except Misfit:
        return None
