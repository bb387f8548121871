"""Keeps N copies of one log equal: what may follow, who numbers it, who is behind, whose table differs.

Laws: an entry is kept before it is told of; what comes back with a number is real, and nothing else is; any sealed log
may be taken from anybody, but only the host's word numbers; while tables differ nothing is numbered.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from net.identity import Identity
from net.log.bodies import Kind
from net.log.branches import Branches
from net.log.catch_up import Effect, Feeder, Reader, is_chunk
from net.log.dispute import Dispute
from net.log.effects import (
    Appended,
    Drop,
    Keep,
    KeptEntry,
    KeptOwn,
    KeptPromise,
    Record,
    Rewound,
    Tell,
    Wronged,
)
from net.log.entries import Claim, Core, Numbered, Signed, is_sealed, next_head, read_core
from net.log.outbox import Outbox
from net.log.replica import Finding, Replica, StoryMaker
from net.log.sequencer import Given, already_stands, give_number
from net.messages import Account, Entries, Have, Reject, Settled, Submit
from net.messages import Dispute as DisputeMessage
from net.reasons import Flaw, Reason
from net.schema import Misfit

# Flaws that no honest program's entry can have, whatever it missed.
_HOSTILE = {
    Flaw.MALFORMED: Reason.MALFORMED,
    Flaw.OTHER_MATCH: Reason.OTHER_MATCH,
    Flaw.NO_AUTHOR: Reason.BAD_SIGNATURE,
    Flaw.BAD_SIGNATURE: Reason.BAD_SIGNATURE,
}


class Lockstep:
    """One program's copy of a match, and its part in keeping all copies equal; effects are appended to `out`."""

    def __init__(self, first: Numbered, identity: Identity, tell: StoryMaker, out: deque[Effect]) -> None:
        self.replica = Replica(first, tell)
        self.identity = identity
        self._out = out
        self.feeder = Feeder(out)
        self.dispute = Dispute(self)
        self.outbox = Outbox(self)
        self.branches = Branches(self, tell)
        self.seat = self.replica.place.seat_of(identity.key)
        self.promise = 0
        self.addresses: tuple[str, ...] = ()
        self.wants_seat = True  # whether we take our chair back when it was given away
        self.frozen = False

    @classmethod
    def restored(
        cls, records: Iterable[Record], identity: Identity, tell: StoryMaker, out: deque[Effect]
    ) -> Lockstep | None:
        """Take up a match from what was kept; stop at the first entry that does not follow. None if nothing began."""
        lockstep: Lockstep | None = None
        own: Signed | None = None
        for record in records:
            if isinstance(record, KeptEntry):
                if lockstep is None:
                    try:
                        lockstep = cls(record.numbered, identity, tell, out)
                    except Misfit:
                        break  # of another version, or no START at all
                elif not lockstep._reload(record.numbered):
                    break
            elif isinstance(record, KeptOwn):
                own = record.signed
            elif isinstance(record, KeptPromise) and lockstep is not None:
                lockstep.promise = max(lockstep.promise, record.ballot)
        if lockstep is not None:
            lockstep.feeder.readers.clear()
            lockstep.outbox.take_up(own)
        return lockstep

    def _reload(self, numbered: Numbered) -> bool:
        if numbered.number < self.replica.length:
            self.replica.cut(numbered.number)
        finding = self.replica.check(numbered)
        if finding.flaw is not None or finding.core is None:
            return False
        self.replica.append(numbered, finding.core)
        return True

    # What others may ask

    @property
    def hosting(self) -> bool:
        """Whether we give the numbers."""
        return self.replica.place.host_key == self.identity.key

    @property
    def pending(self) -> Signed | None:
        """What we said and has no number yet."""
        return self.outbox.pending

    @property
    def have(self) -> Have:
        """What we tell others that we have."""
        replica = self.replica
        return Have(replica.match, replica.place.ballot, replica.length, replica.heads[-1])

    @property
    def host_link(self) -> int | None:
        """The link to the host of the moment, the newest if there are two."""
        key = self.replica.place.host_key
        return next((link for link, one in reversed(self.feeder.readers.items()) if one.key == key), None)

    def is_host(self, link: int) -> bool:
        """Tell whether the host of the moment, one who did not lie, is at the other end of a link."""
        reader = self.feeder.readers.get(link)
        return reader is not None and reader.key == self.replica.place.host_key and not self.frozen

    def here(self, seat: int) -> bool:
        """Tell whether a seat's program is linked with ours, or is ours."""
        key = self.replica.place.chairs[seat].key
        return key == self.identity.key or any(one.key == key for one in self.feeder.readers.values())

    # Links

    def attach(self, link: int, key: bytes) -> None:
        """Somebody of this match, or a watcher, is linked with us."""
        self.feeder.readers[link] = Reader(key)
        self._out.append(Tell(link, self.have))

    def detach(self, link: int) -> None:
        """A link is gone; what was said on it to the host is said again where there is another."""
        hosted = link == self.host_link
        self.feeder.readers.pop(link, None)
        self.dispute.review()
        if hosted:
            self.outbox.submit()

    def on_have(self, link: int, have: Have) -> None:
        """Learn what the other side has; our pending entry goes (again) to a host who is not behind us."""
        if have.match != self.replica.match:
            self._out.append(Drop(link, Reason.OTHER_MATCH))
            return
        self.feeder.on_have(self.replica, link, have)
        if self.is_host(link):
            self.outbox.submit()
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
        if is_chunk(entries.rows):
            self._out.append(Tell(link, self.have))
        if self.hosting:
            self.feeder.feed_all(self.replica)
        self.outbox.pump()

    # Taking in

    def _take(self, link: int, row: Numbered) -> bool:
        finding = self.replica.check(row)
        if finding.flaw is Flaw.STATE and finding.core is not None:
            if not self.dispute.cure(finding.core):
                self.dispute.accuse(row.signed, finding)
                return False
            finding = self.replica.check(row)
        if finding.flaw is None and finding.core is not None:
            self.enter(row, finding.core)
            return True
        if finding.flaw is Flaw.BAD_SEAL or finding.flaw in _HOSTILE:
            self._out.append(Drop(link, Reason.BAD_SIGNATURE))
        elif self._sealed_by_host(row):
            self.frozen = True
            self._out.append(Wronged(row, finding.flaw or Flaw.MALFORMED, finding.code))
        return False

    def _sealed_by_host(self, row: Numbered) -> bool:
        place = self.replica.place
        claim = Claim(self.replica.match, place.ballot, row.number, next_head(self.replica.heads[-1], row.signed))
        return is_sealed(claim, row.seal, place.host_key)

    def enter(self, row: Numbered, core: Core) -> None:
        """Keep an entry, fold it, pass it on."""
        self._out.append(Keep(KeptEntry(row)))
        numbered_here = self.hosting  # asked before: a HANDOVER is the last entry its host sends round
        entry = self.replica.append(row, core)
        if numbered_here or self.hosting:
            self.feeder.feed_all(self.replica)
        self._out.append(Appended(entry))
        if core.kind in (Kind.HANDOVER, Kind.REHOST):
            self._thaw()
            self.announce()
        self.outbox.drop_overtaken()

    def _thaw(self) -> None:
        """Another host numbers: what came between us and the old one is behind us."""
        self.frozen = False
        self.dispute.forget()

    def announce(self) -> None:
        """Tell everybody linked what we have: under a new host each may be behind, or ahead, of another."""
        self._out.extend(Tell(link, self.have) for link in self.feeder.readers)

    def go_over(self, trial: Replica, row: Numbered) -> None:
        """Take another branch of hosts for ours; its first entry is the last of the trial."""
        self.replica = trial
        self._thaw()
        self.feeder.rewind(row.number)
        self._out.extend((Keep(KeptEntry(row)), Rewound(row.number), Appended(trial.entries[-1])))
        self.announce()
        self.outbox.drop_forked()
        if self.hosting:
            self.feeder.feed_all(self.replica)
        self.outbox.pump()

    # Giving numbers

    def on_submit(self, link: int, submit: Submit) -> None:
        """Number an entry, or say why not."""
        signed = Signed(submit.raw, submit.signature)
        if not self.hosting or self.frozen:
            flaw = Flaw.FROZEN if self.hosting else Flaw.NOT_HOST
            self._reject(link, _turn_of(signed), flaw)
            return
        found = give_number(self.replica, signed, self.identity)
        if isinstance(found, Given):
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
            self.dispute.open(signed, found)
        else:
            self._reject(link, _turn_of(signed), found.flaw or Flaw.MALFORMED, found.code)

    def _reject(self, link: int, turn: int, flaw: Flaw, code: str = "") -> None:
        self._out.append(Tell(link, Reject(turn, flaw.value, code[:40])))

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
        self.replica.cut(length)
        self.feeder.rewind(length)
        self._thaw()
        self.outbox.pending = None
        self._out.append(Rewound(length))

    def make_promise(self, ballot: int) -> None:
        """Keep that no smaller ballot will have our consent."""
        self.promise = ballot
        self._out.append(Keep(KeptPromise(ballot)))

    # Disputes come and go through the host

    def on_dispute(self, link: int, message: DisputeMessage) -> None:
        """Somebody's table differs from somebody else's."""
        self.dispute.on_dispute(link, message)

    def on_account(self, link: int, account: Account) -> None:
        """A seat tells its table."""
        self.dispute.on_account(link, account)

    def on_settled(self, link: int, settled: Settled) -> None:
        """The host found all tables alike."""
        self.dispute.on_settled(link, settled)

    def tell_all(self, message: DisputeMessage | Account | Settled, but: int = -1) -> None:
        """Say something to everybody linked."""
        self._out.extend(Tell(link, message) for link in self.feeder.readers if link != but)

    def emit(self, *effects: Effect) -> None:
        """Add effects, for the parts of this object that stand in files of their own."""
        self._out.extend(effects)


def _begins_a_branch(row: Numbered) -> bool:
    """Tell whether an entry makes a new host, whom also those follow who stand still under the old one."""
    try:
        return read_core(row.raw).kind == Kind.REHOST
    except Misfit:
        return False


def _turn_of(signed: Signed) -> int:
    try:
        return read_core(signed.raw).turn
    except Misfit:
        return 0
