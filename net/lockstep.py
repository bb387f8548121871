"""Keeps N copies of one log equal: who owes what, what may follow, who is behind, whose table differs.

Laws: what a seat owes is a function of the log and is sent again after any restart, never retransmitted from memory;
one entry of ours is under way at a time, and it is kept before it is sent; what comes back with a number is real, and
nothing else is. Any sealed log may be taken from anybody; only the host's word numbers.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from net.bodies import Addresses, Kind, write_body
from net.catch_up import Effect, Feeder, Reader, is_chunk
from net.dispute import Dispute
from net.effects import (
    Appended,
    Drop,
    Keep,
    KeptEntry,
    KeptOwn,
    KeptPromise,
    OtherLine,
    Record,
    Rejected,
    Rewound,
    Tell,
    TwoHistories,
    Wronged,
)
from net.entries import LOG_VERSION, TABLE, Claim, Core, Numbered, Signed, is_sealed, next_head, read_core, sign_core
from net.errors import LocalProtocolError
from net.identity import Identity
from net.lines import branch, convicts, may_yield
from net.messages import Account, Entries, Have, Reject, Settled, Submit
from net.messages import Dispute as DisputeMessage
from net.place import MOST_MOVES
from net.reasons import Flaw, Reason
from net.replica import Finding, Owed, Replica, StoryMaker
from net.schema import Misfit
from net.sequencer import Given, already_stands, give_number

# A pump that fills the log by itself (bots at every seat) gives way to the network after so many entries.
BATCH = 16

# Flaws that no honest program's entry can have, whatever it missed.
_HOSTILE = {
    Flaw.MALFORMED: Reason.MALFORMED,
    Flaw.OTHER_MATCH: Reason.OTHER_MATCH,
    Flaw.NO_AUTHOR: Reason.BAD_SIGNATURE,
    Flaw.BAD_SIGNATURE: Reason.BAD_SIGNATURE,
}


class Lockstep:
    """One program's copy of a match, and its part in keeping all copies equal; effects are appended to `out`."""

    def __init__(self, first: Numbered, identity: Identity, tell: StoryMaker, out: list[Effect]) -> None:
        self.replica = Replica(first, tell)
        self.identity = identity
        self._tell = tell
        self._out = out
        self.feeder = Feeder(out)
        self.dispute = Dispute(self)
        self.seat = self.replica.place.seat_of(identity.key)
        self.promise = 0
        self.pending: Signed | None = None
        self.addresses: tuple[str, ...] = ()
        self.wants_seat = True  # whether we take our chair back when it was given away
        self.frozen = False
        self.more = False  # whether a pump stopped before it was done
        self._wishes: deque[tuple[int, Owed]] = deque()
        self._spurned: dict[int, tuple[int, Owed]] = {}
        self._told_lines: list[int] = []

    @classmethod
    def restored(
        cls, records: Iterable[Record], identity: Identity, tell: StoryMaker, out: list[Effect]
    ) -> Lockstep | None:
        """Take up a match from what was kept; stop at the first entry that does not follow. None if nothing began."""
        lockstep: Lockstep | None = None
        own: Signed | None = None
        for record in records:
            if isinstance(record, KeptEntry):
                if lockstep is None:
                    lockstep = cls(record.numbered, identity, tell, out)
                elif not lockstep._reload(record.numbered):
                    break
            elif isinstance(record, KeptOwn):
                own = record.signed
            elif lockstep is not None:
                lockstep.promise = max(lockstep.promise, record.ballot)
        if lockstep is not None:
            lockstep.feeder.readers.clear()
            lockstep._take_up(own)
        return lockstep

    def _reload(self, numbered: Numbered) -> bool:
        if numbered.number < self.replica.length:
            self.replica.cut(numbered.number)
        finding = self.replica.check(numbered)
        if finding.flaw is not None or finding.core is None:
            return False
        self.replica.append(numbered, finding.core)
        return True

    def _take_up(self, own: Signed | None) -> None:
        if own is not None and self.replica.judge(own).flaw is None:
            self.pending = own

    # What others may ask

    @property
    def hosting(self) -> bool:
        """Whether we give the numbers."""
        return self.replica.place.host_key == self.identity.key

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
        """A link is gone."""
        self.feeder.readers.pop(link, None)
        self.dispute.review()

    def on_have(self, link: int, have: Have) -> None:
        """Learn what the other side has; our pending entry goes (again) to a host who is not behind us."""
        if have.match != self.replica.match:
            self._out.append(Drop(link, Reason.OTHER_MATCH))
            return
        self.feeder.on_have(self.replica, link, have)
        if link == self.host_link:
            self._submit()
            self.pump()

    def on_entries(self, link: int, entries: Entries) -> None:
        """Take in entries, each as it deserves."""
        for row in entries.rows:
            if self.frozen:
                return
            if row.number > self.replica.length:
                self._out.append(Tell(link, self.have))
                return
            if row.number < self.replica.length:
                self._compare(link, row)
            elif not self._take(link, row):
                return
        if is_chunk(entries.rows):
            self._out.append(Tell(link, self.have))
        if self.hosting:
            self.feeder.feed_all(self.replica)
        self.pump()

    # Taking in

    def _take(self, link: int, row: Numbered) -> bool:
        finding = self.replica.check(row)
        if finding.flaw is Flaw.STATE and finding.core is not None:
            if not self.dispute.cure(finding.core):
                self.dispute.accuse(row.signed, finding)
                return False
            finding = self.replica.check(row)
        if finding.flaw is None and finding.core is not None:
            self._enter(row, finding.core)
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

    def _enter(self, row: Numbered, core: Core) -> None:
        """Keep an entry, fold it, pass it on."""
        self._out.append(Keep(KeptEntry(row)))
        numbered_here = self.hosting  # asked before: a HANDOVER is the last entry its host sends round
        entry = self.replica.append(row, core)
        if numbered_here or self.hosting:
            self.feeder.feed_all(self.replica)
        self._out.append(Appended(entry))
        if core.kind in (Kind.HANDOVER, Kind.REHOST):
            self._announce()
        self._drop_overtaken()

    def _announce(self) -> None:
        """Tell everybody linked what we have: under a new host each may be behind, or ahead, of another."""
        self._out.extend(Tell(link, self.have) for link in self.feeder.readers)

    def _drop_overtaken(self) -> None:
        if self.pending is None or self.seat is None:
            return
        core = read_core(self.pending.raw)
        if core.turn >= self.replica.place.turns_of(self.seat):
            return
        stands = any(
            entry.numbered.signed == self.pending
            for entry in reversed(self.replica.entries)
            if entry.core.author == core.author and entry.core.turn == core.turn
        )
        self.pending = None
        if not stands:
            self._out.append(Rejected(core.kind, core.body, Flaw.STALE, ""))

    def _compare(self, link: int, row: Numbered) -> None:
        """Look at an entry for a number we have: the same, the first of another line of hosts, or a host's lie."""
        ours = self.replica.entries[row.number].numbered
        if ours == row:
            return
        try:
            core = read_core(row.raw)
        except Misfit:
            self._out.append(Drop(link, Reason.MALFORMED))
            return
        if core.kind == Kind.REHOST:
            self._consider(row)
        elif convicts(self.replica, row):
            self.frozen = True
            self._out.append(TwoHistories(ours, row))

    def _consider(self, row: Numbered) -> None:
        """Go over to a line of hosts that begins before our end, if it is higher and holds."""
        trial = branch(self.replica, row, self._tell)
        if trial is None:
            return
        if may_yield(self.replica, trial):
            self._go_over(trial, row)
        elif trial.place.ballot not in self._told_lines:
            self._told_lines.append(trial.place.ballot)
            self._out.append(OtherLine(trial.place.ballot))

    def _go_over(self, trial: Replica, row: Numbered) -> None:
        self.replica = trial
        self.frozen = False
        self.dispute.forget()
        self.feeder.rewind(row.number)
        self._out.extend((Keep(KeptEntry(row)), Rewound(row.number), Appended(trial.entries[-1])))
        self._announce()
        if self.pending is not None and self.replica.judge(self.pending).flaw is not None:
            core = read_core(self.pending.raw)
            self.pending = None
            self._out.append(Rejected(core.kind, core.body, Flaw.FORK, ""))
        if self.hosting:
            self.feeder.feed_all(self.replica)
        self.pump()

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
            self._enter(found.numbered, found.core)
            self.pump()
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
        """Number our own REHOST as the first entry of our line; the log was cut to its base."""
        found = give_number(self.replica, signed, self.identity)
        if isinstance(found, Finding):
            return False
        self._enter(found.numbered, found.core)
        self.pump()
        return True

    def cut(self, length: int) -> None:
        """Return to the base of a new line of hosts."""
        self.replica.cut(length)
        self.feeder.rewind(length)
        self.frozen = False
        self.dispute.forget()
        self.pending = None
        self._out.append(Rewound(length))

    # What we have to say

    def wish(self, owed: Owed, *, table: bool = False) -> None:
        """Send an entry when its turn comes; `table` speaks for the table, which only the host may."""
        if not table and self.seat is None:
            raise LocalProtocolError("a watcher writes no entries: ask `seat` first")
        self._wishes.append((TABLE if table else self.seat or 0, owed))
        self.pump()

    def on_reject(self, link: int, reject: Reject) -> None:
        """Hear that our entry was not taken."""
        if self.pending is None or link != self.host_link:
            return
        core = read_core(self.pending.raw)
        flaw = Flaw(reject.flaw)
        if core.turn != reject.turn or flaw in (Flaw.FROZEN, Flaw.NOT_HOST):
            return
        self.pending = None
        self._spurned[core.author] = (core.seen, Owed(core.kind, core.body))
        self._out.append(Rejected(core.kind, core.body, flaw, reject.code))
        self.pump()

    def pump(self) -> None:
        """Send what is owed and wished, as far as it may go out now."""
        self.more = False
        for _ in range(BATCH):
            if self.frozen or not self._say_next():
                return
        self.more = True

    def _say_next(self) -> bool:
        """Say one thing; False if there is nothing, or it must wait."""
        if not self.hosting and (self.pending is not None or self.host_link is None):
            return False
        if self.hosting and self.pending is not None:
            signed, self.pending = self.pending, None
            return self._number_own(signed)
        wanted = self._next_wanted()
        if wanted is None:
            return False
        author, owed = wanted
        signed = self._signed(author, owed)
        if self.hosting:
            return self._number_own(signed)
        if author == TABLE:
            self._out.append(Rejected(owed.kind, owed.body, Flaw.NOT_HOST, ""))
            return True
        self.pending = signed
        self._out.append(Keep(KeptOwn(signed)))
        self._submit()
        return False

    def _number_own(self, signed: Signed) -> bool:
        found = give_number(self.replica, signed, self.identity)
        if isinstance(found, Given):
            self._enter(found.numbered, found.core)
            return True
        core = read_core(signed.raw)
        self._spurned[core.author] = (core.seen, Owed(core.kind, core.body))
        self._out.append(Rejected(core.kind, core.body, found.flaw or Flaw.MALFORMED, found.code))
        return True

    def _next_wanted(self) -> tuple[int, Owed] | None:
        authors = [self.seat] if self.seat is not None else []
        for author in [*authors, TABLE] if self.hosting else authors:
            for owed in (*self._owed_to_place(author), *self.replica.story.owed(author, self.replica.place)):
                if self._spurned.get(author) != (self.replica.length, owed):
                    return author, owed
        return self._wishes.popleft() if self._wishes else None

    def _owed_to_place(self, author: int) -> tuple[Owed, ...]:
        """Our address as long as the log has another, and our wish to sit again between rounds."""
        if author == TABLE:
            return ()
        chair = self.replica.place.chairs[author]
        owed = []
        if self.addresses and chair.addresses != self.addresses and chair.moves < MOST_MOVES:
            owed.append(Owed(Kind.ADDRESS, write_body(Addresses(self.addresses))))
        if self.wants_seat and not chair.held and self.replica.story.resting():
            owed.append(Owed(Kind.RETURN, b"\x90"))
        return tuple(owed)

    def _signed(self, author: int, owed: Owed) -> Signed:
        replica = self.replica
        turn = replica.place.turns_of(author)
        core = Core(
            LOG_VERSION,
            replica.match,
            author,
            turn,
            replica.length,
            replica.heads[-1],
            replica.states[-1],
            int(owed.kind),
            owed.body,
        )
        return sign_core(core, self.identity)

    def _submit(self) -> None:
        link = self.host_link
        if self.pending is not None and link is not None and not self.frozen:
            self._out.append(Tell(link, Submit(*self.pending)))

    def say_anew(self) -> None:
        """Sign our pending entry again, since it vouches for a table that was wrong."""
        if self.pending is None:
            return
        core = read_core(self.pending.raw)
        if self.replica.judge(self.pending).flaw is not Flaw.STATE:
            self._submit()
            return
        self.pending = None
        self._wishes.appendleft((core.author, Owed(core.kind, core.body)))

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


def _turn_of(signed: Signed) -> int:
    try:
        return read_core(signed.raw).turn
    except Misfit:
        return 0
