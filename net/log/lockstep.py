"""Keeps N copies of one log equal: what may follow, who numbers it, who is behind, whose table differs.

Laws: an entry is kept before it is told of; what comes back with a number is real, and nothing else is; any sealed log
may be taken from anybody, but only the host's word numbers; a host who lied is not heard again, and nothing is said
until another hosts.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from net.identity import Identity
from net.log.bodies import Addresses, Forked, LogKind, Untrue, read_body
from net.log.branches import Branches
from net.log.calls import Calls
from net.log.catch_up import Effect, Reader, is_chunk
from net.log.copy import Copy
from net.log.dispute import OpenDispute
from net.log.effects import (
    Appended,
    Convicted,
    Drop,
    KeptEntry,
    KeptEvidence,
    KeptOwn,
    KeptPromise,
    Persist,
    Record,
    Rewound,
    Tell,
    Unreadable,
    Wronged,
)
from net.log.entries import Claim, Core, Numbered, Signed, is_sealed, next_head, read_core
from net.log.heads import Heads
from net.log.outbox import Outbox
from net.log.replica import Finding, Replica, StoryMaker
from net.log.roster import is_candidates
from net.log.sequencer import Given, already_stands, give_number
from net.log.stalls import Stalls
from net.messages import Entries, Evidence, Have, Reject, Shown, Submit
from net.reasons import Flaw, Reason
from net.schema import Misfit

# How often the host may bring what he did not seal behind our head before we take it that his log is another. An honest
# one never does; a bit that flips in memory may do it once.
MOST_UNFIT = 2

# Flaws that no honest program's entry can have, whatever it missed.
_HOSTILE: dict[Flaw | None, Reason] = {
    Flaw.MALFORMED: Reason.MALFORMED,
    Flaw.OTHER_MATCH: Reason.OTHER_MATCH,
    Flaw.NO_AUTHOR: Reason.BAD_SIGNATURE,
    Flaw.BAD_SIGNATURE: Reason.BAD_SIGNATURE,
}


class Lockstep(Copy):
    """One program's copy of a match, and its part in keeping all copies equal; effects are appended to `out`."""

    def __init__(self, first: Numbered, identity: Identity, tell: StoryMaker, out: deque[Effect]) -> None:
        super().__init__(first, identity, tell, out)
        self.heads = Heads(self, self.distrust)
        self.calls = Calls(self)
        self.stalls = Stalls(self, self.calls, self.heads)
        self.outbox = Outbox(self, self.heads, self.calls, self.enter)
        self.dispute = OpenDispute(self, self.outbox, self.on_submit)
        self.branches = Branches(self, self.heads, self.calls, self.stalls, tell, self.go_over)
        self.lost = 0  # records that could not be read, or did not follow, when the match was taken up
        self._accused: Numbered | None = None  # the entry by which we know that the host of the moment lied
        self._unfit = 0  # entries in a row that the host did not seal behind our head
        self.stood = 0  # the last ballot of our own
        self._listened: dict[int, tuple[str, ...]] = {}  # by seat; a new line of hosts begins before most have said it

    @classmethod
    def restored(
        cls, records: Iterable[Record], identity: Identity, tell: StoryMaker, out: deque[Effect]
    ) -> Lockstep | None:
        """Take up a match from what was kept, as far as each follows; None if nothing began.

        As its host we number nothing before all have told what they have, if any of ours is missing: it may be sealed.
        """
        lockstep: Lockstep | None = None
        own: Signed | None = None
        lost = 0
        for record in records:
            lost += isinstance(record, Unreadable)
            if isinstance(record, KeptEntry):
                if lockstep is None:
                    try:
                        lockstep = cls(record.numbered, identity, tell, out)
                    except Misfit:
                        break  # of another version, or no START at all
                else:
                    lost += not lockstep._reload(record.numbered)
            elif isinstance(record, KeptOwn):
                own = record.signed
            elif isinstance(record, KeptPromise) and lockstep is not None:
                lockstep.take_promise(record.ballot)
            elif isinstance(record, KeptEvidence) and lockstep is not None:
                lockstep.heads.take_up(record.evidence)
        if lockstep is not None:
            lockstep.feeder.readers.clear()
            lockstep.outbox.take_up(own)
            lockstep.lost = lost
            if lost and lockstep.hosting:
                lockstep.unheard = {seat: -1 for seat in lockstep.replica.roster.persons if seat != lockstep.seat}
        return lockstep

    def _reload(self, numbered: Numbered) -> bool:
        if not 0 < numbered.number <= self.replica.length:
            return False
        if numbered.number < self.replica.length:
            self.heads.leave(self.replica, numbered.number)
            self.replica.cut(numbered.number)
        finding = self.replica.check(numbered)
        if finding.flaw is not None or finding.core is None:
            return False
        self.replica.append(numbered, finding.core)
        self._note_address(finding.core)
        return True

    # What others may ask

    def listens_at(self, seat: int) -> tuple[str, ...]:
        """Return where a seat's program listens: what the log says, or said before it was cut."""
        roster = self.replica.roster
        told = roster.host_addresses if seat == roster.host else roster.chairs[seat].addresses
        return told or self._listened.get(seat, ())

    def _note_address(self, core: Core) -> None:
        body = read_body(core) if core.kind == LogKind.ADDRESS else None
        if isinstance(body, Addresses):
            self._listened[core.author] = body.addresses

    @property
    def have(self) -> Have:
        """What we tell others that we have."""
        return self.heads.have()

    def pass_time(self, now: int) -> None:
        """Let time pass for all who count it; messages often come several in a millisecond."""
        gap = self.calls.pass_time(now)
        if gap:
            self.stalls.pass_time(gap)

    # Links

    def attach(self, link: int, key: bytes) -> None:
        """Somebody of this match, or a watcher, is linked with us."""
        self.feeder.readers[link] = Reader(key)
        self.heads.greet(link)
        if self.frozen and self._accused is not None:
            self._out.append(Tell(link, Entries((self._accused,))))

    def detach(self, link: int) -> None:
        """A link is gone; what was said on it to the host is said again where there is another."""
        hosted = link == self.host_link
        self.feeder.readers.pop(link, None)
        self.calls.closed(link)
        if hosted:
            self.outbox.submit()

    def on_have(self, link: int, have: Have) -> None:
        """Learn what the other side has; our pending entry goes (again) to a host who is not behind us."""
        if have.match != self.replica.match:
            self._out.append(Drop(link, Reason.OTHER_MATCH))
            return
        self.feeder.readers[link].ballot = have.ballot
        seat = self.replica.roster.seat_of(self.feeder.readers[link].key)
        if seat in self.unheard:
            self.unheard[seat] = have.length if have.ballot == self.replica.roster.ballot else 0
            self.remember()
        if have.ballot > self.replica.roster.ballot:
            self._out.append(Tell(link, self.have))  # who knows a later host tells us of him once he knows where we are
        if self.heads.on_shown(link, have):
            self.feeder.on_have(self.replica, link, have)
        else:
            self.feeder.readers[link].cursor = None
        if self.is_host(link):
            self.calls.host_has(link, have.length)
            self.outbox.submit()
            self.calls.tell_again()
            self.stalls.tell_again(link)
            self.outbox.pump()

    def on_entries(self, link: int, entries: Entries) -> None:
        """Take in entries, each as it deserves."""
        for row in entries.rows:
            if self.frozen and not _begins_a_branch(row):
                return
            if row.number > self.replica.length:
                self._out.append(Tell(link, self.have))
                return
            known = row.number < self.replica.length
            if not (self.branches.compare(link, row) if known else self._take(link, row)):
                return
        self.remember()
        if is_chunk(entries.rows):
            self._out.append(Tell(link, self.have))
        if self.hosting:
            self.feeder.feed_all(self.replica)
        self.outbox.pump()

    def remember(self, *, at_last: bool = False) -> None:
        """As a host who lost a part of his log, number again once we have all that others have, or waited enough."""
        missing = any(not 0 <= length <= self.replica.length for length in self.unheard.values())
        if self.unheard and (at_last or not missing):
            self.unheard.clear()
            self.heads.announce()
            self.outbox.pump()

    # Taking in

    def _take(self, link: int, row: Numbered) -> bool:
        finding = self.replica.check(row)
        if finding.flaw in (Flaw.STATE, Flaw.ILLEGAL) and finding.core is not None and self._sealed_by_host(row):
            self.dispute.cure(finding.core)
            finding = self.replica.check(row)
        core = finding.core
        word = self.calls.convicts(core) if core is not None and finding.flaw is None else ""
        if word:
            self._accuse(link, row, Finding(core, Flaw.ILLEGAL, word))
            return False
        if core is not None and finding.flaw is None and not self.is_too_far(core):
            self._unfit = 0
            self.enter(row, core)
            return True
        if core is not None and finding.flaw is None:
            self._out.append(Drop(link, Reason.OUT_OF_TURN))
        elif self._sealed_by_host(row):
            self._accuse(link, row, finding)
        elif core is None or core.kind != LogKind.REHOST or finding.flaw is not Flaw.ILLEGAL:
            self._refuse(link, row, finding)
        return False

    def _refuse(self, link: int, row: Numbered, finding: Finding) -> None:
        """End a link that brought what nobody sealed behind our head; a host who keeps doing so has another log."""
        self._unfit += self.is_host(link)
        if self.is_host(link) and self._unfit > MOST_UNFIT:
            self._accuse(link, row, finding)
        else:
            # A seal that is not behind our head may be an honest one behind another.
            self._out.append(Drop(link, _HOSTILE.get(finding.flaw, Reason.OUT_OF_TURN)))

    def _accuse(self, link: int, row: Numbered, finding: Finding) -> None:
        """Say that the host sealed what does not follow, and let everybody see it: each judges by his own fold."""
        roster = self.replica.roster
        self._out.append(Wronged(roster.host, row, finding.flaw or Flaw.MALFORMED, finding.code))
        self._accused = row
        self._out.extend(Tell(other, Entries((row,))) for other in self.feeder.readers if other != link)
        self.outbox.vouch()
        self.distrust(roster.host_key)

    def _sealed_by_host(self, row: Numbered) -> bool:
        roster = self.replica.roster
        claim = Claim(self.replica.match, roster.ballot, row.number, next_head(self.replica.heads[-1], row.signed))
        return is_sealed(claim, row.seal, roster.host_key)

    def enter(self, row: Numbered, core: Core) -> None:
        """Keep an entry, fold it, pass it on."""
        self._out.append(Persist(KeptEntry(row)))
        numbered_here = self.hosting  # asked before: a HANDOVER is the last entry its host sends round
        entry = self.replica.append(row, core)
        if numbered_here or self.hosting:
            self.feeder.feed_all(self.replica)
        self._out.append(Appended(entry))
        self.dispute.settle(core)
        self._convict(core)
        self._note_address(core)
        self.calls.notice()
        self.calls.meet(core.author)
        self.stalls.notice()
        if core.kind in (LogKind.HANDOVER, LogKind.REHOST):
            self.dispute.forget()
            self.stalls.forget()
            self.calls.change_host()
            self.heads.announce()
            self.outbox.submit()  # the new host may have said that he hosts before we knew of it
        self.outbox.drop_overtaken()

    def _convict(self, core: Core) -> None:
        """Learn from the log who is convicted."""
        body = read_body(core) if core.kind in (LogKind.FORKED, LogKind.UNTRUE) else None
        if isinstance(body, Forked):
            self.heads.learn(Evidence(*body))
        elif isinstance(body, Untrue):
            seat = read_core(body.claim.raw).author
            self._out.append(Convicted(seat, two_histories=False))
            self.distrust(self.replica.roster.key_of(seat))

    def distrust(self, key: bytes) -> None:
        """Believe a host no more, or never one who would be."""
        self.distrusted.add(key)
        self._unfit = 0
        self.outbox.pump()

    def go_over(self, trial: Replica, row: Numbered) -> None:
        """Take another branch of hosts for ours; its first entry is the last of the trial."""
        lost = self._lost(row.number)
        self.heads.leave(self.replica, row.number)
        self.replica = trial
        self._begin_anew()
        self.feeder.rewind(row.number)
        self._out.extend((Persist(KeptEntry(row)), Rewound(row.number, lost), Appended(trial.entries[-1])))
        self.heads.announce()
        self.outbox.drop_forked()
        if self.hosting:
            self.feeder.feed_all(self.replica)
        self.outbox.pump()

    def _begin_anew(self) -> None:
        """Forget what was about the part of the log that is void."""
        self.dispute.forget()
        self.calls.begin_anew()
        self.stalls.forget()

    def _lost(self, length: int) -> tuple[Core, ...]:
        """Return what is ours of the entries from a length on."""
        return tuple(one.core for one in self.replica.entries[length:] if one.core.author == self.seat)

    # Giving numbers

    def on_submit(self, link: int, submit: Submit) -> None:
        """Number an entry, or say why not."""
        signed = Signed(submit.raw, submit.signature)
        if not self.hosting and self.stalls.relay(signed):
            return
        if not self.hosting or self.frozen or self.unheard:
            flaw = Flaw.FROZEN if self.hosting else Flaw.NOT_HOST
            self._reject(link, signed, flaw)
            return
        found = give_number(self.replica, signed, self.identity)
        early = self.calls.refuses(found.core) if isinstance(found, Given) else ""
        if early:
            self._reject(link, signed, Flaw.ILLEGAL, early)
        elif isinstance(found, Given):
            self.enter(found.numbered, found.core)
            self.outbox.pump()
        elif not already_stands(self.replica, signed, found):
            self._answer_flaw(link, signed, found)

    def _answer_flaw(self, link: int, signed: Signed, found: Finding) -> None:
        if found.flaw in _HOSTILE:
            self._out.append(Drop(link, _HOSTILE[found.flaw]))
        elif found.flaw is Flaw.UNSEEN:
            # Whoever has seen more than we have will send it when he hears how little that is.
            self._out.append(Tell(link, self.have))
        elif found.flaw is Flaw.STATE:
            if found.core is not None:
                self.dispute.open(link, signed, found.core, found)
        else:
            if found.flaw is Flaw.FORK and found.core is not None:
                # Its author was shown another history, by a host before us: let him compare.
                self._tell_shown(link, found.core.seen)
            self._reject(link, signed, found.flaw or Flaw.MALFORMED, found.code)

    def _tell_shown(self, link: int, length: int) -> None:
        shown = self.heads.shown_at(length)
        self._out.append(Tell(link, shown))

    def _reject(self, link: int, signed: Signed, flaw: Flaw, code: str = "") -> None:
        """Tell an author that his entry was not taken; who passed it on would take that for a word about his own."""
        core, reader = _core_of(signed), self.feeder.readers.get(link)
        if core is None or reader is None or core.author == self.replica.roster.seat_of(reader.key):
            self._out.append(Tell(link, Reject(0 if core is None else core.turn, flaw.value, code[:40])))

    def adopt_hosting(self, signed: Signed) -> bool:
        """Number our own REHOST as the first entry of our branch; the log was cut to its base."""
        found = give_number(self.replica, signed, self.identity)
        if isinstance(found, Finding):
            return False
        self.enter(found.numbered, found.core)
        self.outbox.pump()
        return True

    def cut(self, length: int) -> None:
        """Return to the base of a new branch of hosts."""
        lost = self._lost(length)
        self.heads.leave(self.replica, length)
        self.replica.cut(length)
        self.feeder.rewind(length)
        self._begin_anew()
        self.pending = None
        self._out.append(Rewound(length, lost))

    def make_promise(self, ballot: int) -> None:
        """Keep that no smaller ballot will have our consent, and which were our own."""
        self.take_promise(ballot)
        self._out.append(Persist(KeptPromise(ballot)))

    def take_promise(self, ballot: int) -> None:
        """Know what we promised; one of our own is never used for another candidacy."""
        self.promise = max(self.promise, ballot)
        if self.seat is not None and is_candidates(ballot, self.seat):
            self.stood = max(self.stood, ballot)

    # What others tell of their tables and heads

    def on_shown(self, link: int, shown: Shown) -> None:
        """Compare the head that somebody was shown with ours."""
        if self.heads.on_shown(link, shown):
            self.branches.notice_replaced_host(link, shown)


def _begins_a_branch(row: Numbered) -> bool:
    """Return whether an entry makes a new host, whom also those follow who stand still under the old one."""
    try:
        return read_core(row.raw).kind == LogKind.REHOST
    except Misfit:
        return False


def _core_of(signed: Signed) -> Core | None:
    try:
        return read_core(signed.raw)
    except Misfit:
        return None
