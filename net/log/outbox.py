"""The entries that one program writes in a match: one under way at a time, persisted before it is sent.

Laws: what a seat owes is a function of the log and is asked for again after any restart; nothing is sent that cannot
follow our own log; an entry is signed once and resent as the same bytes; a refused entry is not sent again until the
log has changed.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import astuple

from net.errors import LocalProtocolError
from net.log.bodies import Addresses, Forked, LogKind, write_body
from net.log.calls import Calls
from net.log.effects import EntryRejected, PendingRecord, Persist, SendMessage
from net.log.entries import LOG_VERSION, TABLE_AUTHOR, Core, Numbered, Signed, sign_core
from net.log.heads import Heads
from net.log.log_state import LogState
from net.log.replica import EntryDraft
from net.log.roster import MAX_ADDRESS_CHANGES, MAX_RETURNS
from net.log.sequencer import NumberedEntry, assign_number
from net.messages import Reject, Submit
from net.reasons import Flaw

# After so many entries, a pump that fills the log by itself (bots in every seat) yields to the network.
PUMP_BATCH = 16


class Outbox:
    """The pending entry, if any, and those that wait for their turn."""

    def __init__(self, copy: LogState, heads: Heads, calls: Calls, enter: Callable[[Numbered, Core], None]) -> None:
        self._copy = copy
        self._heads = heads
        self._calls = calls
        self._add_entry = enter
        self.is_unfinished = False  # whether the last pump stopped at PUMP_BATCH entries, before it was done
        self._waiting: deque[tuple[int, EntryDraft]] = deque()
        self._refused: dict[int, tuple[int, frozenset[EntryDraft]]] = {}

    def restore(self, own: Signed | None) -> None:
        """After a restart: keep sending the entry we had signed, if it can still follow the log."""
        if own is not None and self._copy.replica.first_flaw(own).flaw is None:
            self._copy.pending = own

    def enqueue(self, owed: EntryDraft, *, table: bool = False, more_follows: bool = False) -> None:
        """Write an entry when its turn comes; `table` writes it for the table, which only the host may.

        With `more_follows`, nothing is sent before the next call.
        """
        seat = self._copy.seat
        if not table and seat is None:
            raise LocalProtocolError("a watcher writes no entries: ask `seat` first")
        self._waiting.append((TABLE_AUTHOR if table else seat or 0, owed))
        if not more_follows:
            self.pump()

    def pump(self) -> None:
        """Send the entries that are owed and enqueued, as far as they may go out now."""
        self.is_unfinished = False
        for _ in range(PUMP_BATCH):
            if self._copy.host_lied or self._copy.awaiting_have or not self._send_next():
                return
        self.is_unfinished = True

    def _send_next(self) -> bool:
        """Send or number one entry; return whether the next may follow at once."""
        copy = self._copy
        if copy.is_hosting:
            return self._number_next()
        if self._copy.pending is not None or copy.host_link is None:
            return False
        wanted = self._next_wanted()
        if wanted is None:
            return False
        author, owed = wanted
        if author == TABLE_AUTHOR:
            copy.emit(EntryRejected(owed.kind, owed.body, Flaw.NOT_HOST, ""))
            return True
        signed = self._sign(author, owed)
        finding = copy.replica.first_flaw(signed)
        if finding.flaw is not None:
            # If we persisted and sent it, a crash before the refusal would make us replace it by another entry.
            self._refuse(copy.replica.read_core(signed), finding.flaw, finding.code)
            return True
        self._copy.pending = signed
        copy.emit(Persist(PendingRecord(signed)))
        self.submit_pending()
        return False

    def _number_next(self) -> bool:
        """As the host, number the next entry of our own; False if there is none."""
        signed, self._copy.pending = self._copy.pending, None
        if signed is None:
            wanted = self._next_wanted()
            if wanted is None:
                return False
            signed = self._sign(*wanted)
        copy = self._copy
        found = assign_number(copy.replica, signed, copy.identity)
        if isinstance(found, NumberedEntry):
            self._add_entry(found.numbered, found.core)
        else:
            self._refuse(copy.replica.read_core(signed), found.flaw or Flaw.MALFORMED, found.code)
        return True

    def _refuse(self, core: Core, flaw: Flaw, code: str) -> None:
        length, before = self._refused.get(core.author, (core.seen, frozenset()))
        kept = before if length == core.seen else frozenset()
        self._refused[core.author] = (core.seen, kept | {EntryDraft(core.kind, core.body)})
        self._copy.emit(EntryRejected(core.kind, core.body, flaw, code))

    def _next_wanted(self) -> tuple[int, EntryDraft] | None:
        copy = self._copy
        replica = copy.replica
        authors = [] if copy.seat is None else [copy.seat]
        # A host about to hand over begins nothing that the next host would have to take back.
        speaks = copy.is_hosting and not any(owed.kind == LogKind.HANDOVER for _author, owed in self._waiting)
        for author in [*authors, TABLE_AUTHOR] if speaks else authors:
            for owed in (*self._owed_log_entries(author), *replica.story.owed_entries(author, replica.roster)):
                length, refused = self._refused.get(author, (0, frozenset()))
                if length != replica.length or owed not in refused:
                    return author, owed
        return self._waiting.popleft() if self._waiting else None

    def _owed_log_entries(self, author: int) -> tuple[EntryDraft, ...]:
        """Our seat's ADDRESS if the log has another, its RETURN between rounds, and evidence against hosts."""
        copy = self._copy
        if author == TABLE_AUTHOR:
            return ()
        chair = copy.replica.roster.chairs[author]
        owed = []
        if copy.addresses and chair.addresses != copy.addresses and chair.address_changes < MAX_ADDRESS_CHANGES:
            owed.append(EntryDraft(LogKind.ADDRESS, write_body(Addresses(copy.addresses))))
        comes = copy.wants_seat and not chair.held and chair.returns < MAX_RETURNS
        if comes and copy.replica.story.is_between_rounds():
            owed.append(EntryDraft(LogKind.RETURN, b"\x90"))
        if chair.held and self._heads.evidence:
            convicted = copy.replica.roster.convicted
            proofs = (one for seat, one in self._heads.evidence.items() if seat not in (*convicted, author))
            owed += [EntryDraft(LogKind.FORKED, write_body(Forked(*astuple(proof)))) for proof in proofs]
        return tuple(owed)

    def _sign(self, author: int, owed: EntryDraft) -> Signed:
        replica, identity = self._copy.replica, self._copy.identity
        turn = replica.roster.entries_written_by(author)
        seen = (replica.length, replica.heads[-1], replica.states[-1])
        core = Core(LOG_VERSION, replica.match, author, turn, *seen, int(owed.kind), owed.body)
        signed = sign_core(core, identity)
        replica.trust_own(identity.key, signed, core)
        return signed

    def submit_pending(self) -> None:
        """Send the pending entry to the host, whether or not he had it before."""
        link = self._copy.host_link
        if self._copy.pending is not None and link is not None and not self._copy.host_lied:
            self._copy.emit(SendMessage(link, Submit(*self._copy.pending)))
            self._calls.send_answer(self._copy.pending)

    def show_state(self) -> None:
        """Send the host an entry that is never numbered, so that he sees which state we have.

        If our fold is the wrong one, he need not wait for our next real entry.
        """
        copy = self._copy
        seat, link = copy.seat, copy.host_link
        if seat is not None and link is not None and copy.replica.roster.chairs[seat].held:
            copy.emit(SendMessage(link, Submit(*self._sign(seat, EntryDraft(LogKind.RETURN, b"\x90")))))

    # What becomes of it

    def on_reject(self, link: int, reject: Reject) -> None:
        """Process the host's refusal of our entry."""
        if self._copy.pending is None or not self._copy.is_host(link):
            return
        core = self._copy.replica.read_core(self._copy.pending)
        flaw = Flaw(reject.flaw)
        if core.turn != reject.turn or flaw in (Flaw.FROZEN, Flaw.NOT_HOST):
            return
        self._copy.pending = None
        self._refuse(core, flaw, reject.code)
        self.pump()

    def drop_overtaken(self) -> None:
        """Drop the pending entry once the log has it, or has another entry of ours in its place."""
        seat, replica = self._copy.seat, self._copy.replica
        if self._copy.pending is None or seat is None:
            return
        core = replica.read_core(self._copy.pending)
        if core.turn >= replica.roster.entries_written_by(seat):
            return
        stands = any(
            entry.numbered.signed == self._copy.pending
            for entry in reversed(replica.entries)
            if entry.core.author == core.author and entry.core.turn == core.turn
        )
        self._copy.pending = None
        if not stands:
            self._copy.emit(EntryRejected(core.kind, core.body, Flaw.STALE, ""))

    def drop_forked(self) -> None:
        """After a switch of branches: drop the pending entry if it can no longer follow."""
        if self._copy.pending is not None and self._copy.replica.first_flaw(self._copy.pending).flaw is not None:
            core = self._copy.replica.read_core(self._copy.pending)
            self._copy.pending = None
            self._copy.emit(EntryRejected(core.kind, core.body, Flaw.FORK, ""))

    def sign_pending_again(self) -> None:
        """Sign the pending entry again, since the state in it was wrong."""
        if self._copy.pending is None:
            return
        if self._copy.replica.first_flaw(self._copy.pending).flaw is not Flaw.STATE:
            self.submit_pending()
            return
        core = self._copy.replica.read_core(self._copy.pending)
        self._copy.pending = None
        said, replica = EntryDraft(core.kind, core.body), self._copy.replica
        if said not in (*self._owed_log_entries(core.author), *replica.story.owed_entries(core.author, replica.roster)):
            self._waiting.appendleft((core.author, said))
        self.pump()
