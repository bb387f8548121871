"""Detects a host who is present but numbers nothing: he may be replaced like one who is gone.

Laws: only an entry that could still be numbered counts, so anything an honest host does with it clears him; time in
which he was not heard well counts less, time in which we slept not at all; a stall is no proof and convicts nobody.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from net.log.bodies import LogKind
from net.log.calls import FOLLOWER_TOLERANCE_MS, GRACE_MS, MAX_NUMBERING_DELAY_MS, Calls
from net.log.effects import SendMessage
from net.log.entries import TABLE_AUTHOR, Core, Signed, read_core
from net.log.heads import Heads
from net.log.log_state import LogState
from net.messages import Submit
from net.peer import AWAY_AFTER_MS

# How long a host whom we hear well may hold an entry. One whose log was damaged numbers nothing for a grace period.
STALL_TIMEOUT_MS = GRACE_MS + FOLLOWER_TOLERANCE_MS
# How long one who comes and goes may hold it: away for a grace period, silent for another.
AWAY_STALL_TIMEOUT_MS = 2 * GRACE_MS + FOLLOWER_TOLERANCE_MS
SHOW_INTERVAL_MS = 30_000  # how often our own held entry is sent to the others, once it is held for a while
CHECK_INTERVAL_MS = 1_000  # how often held entries are checked: each check verifies a signature
RELAY_INTERVAL_MS = 1_000  # least time between two relayed entries of one author


@dataclass(slots=True)
class _Held:
    """An entry that the host has not numbered, or what the table owes.

    `waited` is for how long in ms, `heard` for how much of that we heard the host well; while an honest host
    `may_wait`, neither counts.
    """

    owed: Hashable | None
    signed: Signed | None = None
    core: Core | None = None
    may_wait: bool = False
    heard: int = 0
    waited: int = 0
    show_at: int = MAX_NUMBERING_DELAY_MS
    noted_at: int = 0


class Stalls:
    """The entries that the present host has and does not number, one for each author."""

    def __init__(self, copy: LogState, calls: Calls, heads: Heads) -> None:
        self._copy = copy
        self._calls = calls
        self._heads = heads
        self._held: dict[int, _Held] = {}
        self._link: int | None = None
        self._linked = 0  # how long this link to the host has been open
        self._check_in = CHECK_INTERVAL_MS  # how long until the next check
        self.stalled = False  # whether the host may be replaced

    def reset(self) -> None:
        """Start over: another program hosts, or the log was truncated."""
        self._held.clear()
        self._linked = 0
        self.stalled = False

    def pass_time(self, gap: int) -> None:
        """Advance the clock by `gap` milliseconds; a long gap means that we slept."""
        copy = self._copy
        if copy.is_hosting or copy.host_lied:
            self.reset()
            return
        if copy.pending is not None and copy.seat is not None:
            self.note_submitted(copy.seat, copy.pending)
        gap = gap if gap < AWAY_AFTER_MS else 0
        link = copy.host_link
        self._linked = self._linked + gap if link is not None and link == self._link else 0
        self._link = link
        hears = link is not None and self._calls.hears_host_well()
        for one in self._held.values():
            if not one.may_wait:
                one.waited += gap
                one.heard += gap if hears else 0
        self._check_in -= gap
        if self._check_in <= 0:
            self._check_in = CHECK_INTERVAL_MS
            self._check()

    def relay_to_host(self, signed: Signed) -> bool:
        """Relay to the host an entry that somebody says he holds; False if it is of no kind that is relayed.

        What a seat wrote and can be numbered next is relayed, but for votes: only the host's own clock can judge them.
        """
        copy = self._copy
        core = copy.replica.first_flaw(signed).core_if_valid
        if core is None or core.kind == LogKind.VOTE or core.author == TABLE_AUTHOR:
            return False
        if copy.host_link is not None:
            answers = self._calls.is_answer(core)
            if self.note_submitted(core.author, signed) or answers:
                copy.emit(SendMessage(copy.host_link, Submit(*signed)))
            if answers:
                self._calls.on_answered(core.author, signed)
        return True

    def note_submitted(self, author: int, signed: Signed) -> bool:
        """Note that the host has an entry; False if that is known, or its author sent another just before.

        An entry resent in the same place counts as held for as long as the one before it.
        """
        known = self._held.get(author)
        if known is not None and known.signed == signed:
            return False
        if known is None or not self._can_be_numbered(known):
            self._held[author] = _Held(None, signed, read_core(signed.raw))
            return True
        if author != self._copy.seat and known.waited - known.noted_at < RELAY_INTERVAL_MS:
            return False
        known.signed, known.core, known.noted_at = signed, read_core(signed.raw), known.waited
        return True

    def note_table_due(self, what: Hashable | None, *, may_wait: bool = False) -> None:
        """Note the table's own entry that is due, None for none; `may_wait` while an honest host may wait with it."""
        known = self._held.get(TABLE_AUTHOR)
        if what is None or self._copy.is_hosting:
            self._held.pop(TABLE_AUTHOR, None)
        elif known is None or known.owed != what:
            self._held[TABLE_AUTHOR] = _Held(what, may_wait=may_wait)
        else:
            known.may_wait = may_wait

    def on_entry(self) -> None:
        """After an entry: drop what is held no longer."""
        if not self._held:
            return
        turns = self._copy.replica.roster.entries_written_by
        past = [at for at, one in self._held.items() if one.core is not None and one.core.turn < turns(at)]
        for author in past:
            del self._held[author]
        if past and self.stalled:
            self._check()

    def resend_to_host(self, link: int) -> None:
        """Send the host on a new link what others have shown us; the outbox resends our own."""
        for author, one in self._held.items():
            if one.signed is not None and author != self._copy.seat and self._can_be_numbered(one):
                self._copy.emit(SendMessage(link, Submit(*one.signed)))

    def _can_be_numbered(self, one: _Held) -> bool:
        return one.signed is None or self._copy.replica.first_flaw(one.signed).flaw is None

    def _check(self) -> None:
        """Check whether anything is held too long, and show the others our own entry once it is held for a while."""
        was, self.stalled = self.stalled, False
        for author, one in list(self._held.items()):
            shows = author == self._copy.seat and one.waited >= one.show_at
            linked = self._link is None or self._linked >= MAX_NUMBERING_DELAY_MS
            late = one.heard >= STALL_TIMEOUT_MS or (one.waited >= AWAY_STALL_TIMEOUT_MS and linked)
            if not (shows or late):
                continue
            if not self._can_be_numbered(one):
                del self._held[author]
                continue
            self.stalled = self.stalled or (late and not one.may_wait)
            if shows:
                one.show_at = one.waited + SHOW_INTERVAL_MS
                self._send_to_players(one)
        if self.stalled and not was:
            self._heads.announce()  # somebody may know a later host

    def _send_to_players(self, one: _Held) -> None:
        """Send our entry to all players, who relay it: then each knows that the host has it. Votes are not relayed."""
        copy = self._copy
        if one.signed is None or one.core is None or one.core.kind == LogKind.VOTE:
            return
        for link, reader in copy.feeder.readers.items():
            if link != copy.host_link and copy.replica.roster.seat_of(reader.key) is not None:
                copy.emit(SendMessage(link, Submit(*one.signed)))
