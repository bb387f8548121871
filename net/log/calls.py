"""Calls to absent seats: when each began, as this program saw it, and whether a vote on the seat comes too early.

Laws: nobody loses a chair before the grace period is over by each follower's own clock; who answers a call is present,
and a host who withholds the answer is distrusted; a call that arrives after the host's silence may be as old as that.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass

from net.log.bodies import LogKind, Vote, read_body
from net.log.effects import SendMessage
from net.log.entries import FIRST_GAME_KIND, Core, Signed, read_core
from net.log.log_state import LogState
from net.log.roster import Chair
from net.messages import Submit
from net.peer import AWAY_AFTER_MS

GRACE_MS = 120_000  # how long somebody may be away before others may vote on him, or replace him as the host
# How much earlier than that a host numbers a vote, and a follower accepts one: for messages under way, slow machines.
HOST_TOLERANCE_MS = 5_000
FOLLOWER_TOLERANCE_MS = 20_000
MAX_NUMBERING_DELAY_MS = 10_000  # a host who leaves an answer unnumbered for longer withholds it
MAX_LOST_ANSWERS = 4  # an answer sent over more links than this was not lost by chance
MAX_REPORTS = 64  # lengths of the log that the host reported, one for each link


@dataclass(slots=True)
class _Call:
    """An unanswered call: when we saw it, and the earliest time the host can have numbered it, if known."""

    entry: int  # the log's length after the CALL
    since: int
    earliest: int | None
    answer: Signed | None = None  # the seat's reply
    answered: int | None = None  # since when the host has had it without a gap
    lain: int = 0  # how long he had it before that
    links: int = 0  # over how many links he got it
    link: int | None = None  # the last of these links


class Calls:
    """The unanswered calls, by seat; times are milliseconds and are passed in."""

    def __init__(self, copy: LogState) -> None:
        self._copy = copy
        self._calls: dict[int, _Call] = {}
        self._chairs: tuple[Chair, ...] = ()  # the chairs at the last `on_entry`
        self._away: dict[int, int] = {}  # by absent seat, since when we hear nothing of it
        self._diverged: set[int] = set()  # seats that may have gone on without us, and have written nothing since
        self._now = 0
        self._gap_ended_at: int | None = None  # when the last gap in hearing the host, or in time, ended
        self._deaf = False  # whether the host is silent, or there is no link to him
        self._gap_began_at: int | None = None  # when the last gap began, None if we have never heard the host well
        self._opened: dict[int, int] = {}  # by link, since when it is open
        # Each log length that the host reported, and since when that link was open: entries beyond it are newer.
        self._reports: deque[tuple[int, int]] = deque(maxlen=MAX_REPORTS)
        self._host_length = 0  # of the host's log at its last report: nobody knows how old the entries below it are

    def pass_time(self, now: int) -> int:
        """Advance the clock and return by how much; after a sleep it jumps."""
        if self._gap_ended_at is None or now - self._now >= AWAY_AFTER_MS:
            self._begin_gap()
            self._gap_ended_at = now
        if now - self._now >= GRACE_MS - FOLLOWER_TOLERANCE_MS:
            self.mark_all_diverged()
        gap, self._now = now - self._now, now
        if gap >= AWAY_AFTER_MS:
            for call in self._calls.values():
                call.answered = None if call.answered is None else now
        return gap

    def on_host_link(self, *, hears: bool) -> None:
        """Note that the host is heard again, so that old entries may come first, or that he is silent or gone."""
        self._begin_gap()
        self._deaf = not hears
        self._gap_ended_at = self._now
        for call in self._calls.values():
            call.answered = None
        self.resend_answers()

    def on_link_opened(self, link: int) -> None:
        """Note that a link is open: nothing sent on it is older."""
        self._opened[link] = self._now

    def on_link_closed(self, link: int) -> None:
        """Note that a link is closed."""
        self._opened.pop(link, None)

    def on_host_length(self, link: int, length: int) -> None:
        """Note the log length that the host reports: the entries we lack may be old, however late they arrive.

        What he numbers after them is no older than the link, however often he reconnects.
        """
        if length > self._copy.replica.length:
            self._begin_gap()
        self._host_length = length
        if link in self._opened:
            self._reports.append((length, self._opened[link]))
        for call in self._calls.values():
            if call.answer is not None and call.link != link:
                call.link, call.links = link, call.links + 1

    def on_host_change(self) -> None:
        """Start over with another host: we hear him well only if we are linked, and from now on."""
        self.on_host_link(hears=self._copy.host_link is not None)

    def reset_after_rewind(self) -> None:
        """Start over after the log was truncated, under another host."""
        self._reports.clear()
        self.on_entry()
        self.on_host_change()

    def reset_after_restart(self) -> None:
        """Start over after a restart: there is no link, and others may have gone on without us."""
        self._deaf = True
        self.mark_all_diverged()

    def resend_answers(self) -> None:
        """Send the host again each answer that may have been lost with a link, if it can still be numbered."""
        copy = self._copy
        link = copy.host_link
        for seat, call in self._calls.items():
            if link is None or call.answer is None or copy.replica.first_flaw(call.answer).flaw is not None:
                continue
            call.answered = self._now if call.answered is None and not self._deaf else call.answered
            if seat != copy.seat:  # the outbox resends our own
                copy.emit(SendMessage(link, Submit(*call.answer)))

    def _begin_gap(self) -> None:
        """Add up the time that the host had each answer before a gap, which is noticed up to AWAY_AFTER_MS late."""
        if not self.hears_host_well():
            return
        self._gap_began_at = self._now - AWAY_AFTER_MS
        for call in self._calls.values():
            call.lain += 0 if call.answered is None else max(0, self._gap_began_at - call.answered)

    def on_entry(self) -> None:
        """Update the calls after an entry; few entries change a chair."""
        chairs = self._copy.replica.roster.chairs
        if chairs is self._chairs:
            return
        self._chairs = chairs
        for seat, chair in enumerate(chairs):
            if not chair.called:
                if self._calls:
                    self._calls.pop(seat, None)
                continue
            call = self._calls.get(seat)
            if call is None or call.entry != chair.called:
                self._calls[seat] = _Call(chair.called, self._now, self._earliest(chair.called))
                own = self._copy.pending if seat == self._copy.seat else None
                if own is not None and self._copy.host_link is not None:
                    self.send_answer(own)  # the host has it already

    def _earliest(self, called: int) -> int | None:
        """Return the earliest time the host can have numbered a call, None if unknown."""
        new = self.hears_host_well() and called > self._host_length
        bounds = [since for length, since in self._reports if called > length]
        bounds += [self._now] if new else [] if self._gap_began_at is None else [self._gap_began_at]
        return max(bounds, default=None)

    # Who may have gone on without us

    def note_away(self, away: Mapping[int, int]) -> None:
        """Note who is away, and since when: who returns after nearly the grace period may have gone on without us."""
        gone = {seat for seat, since in self._away.items() if self._now - since >= GRACE_MS - FOLLOWER_TOLERANCE_MS}
        self._diverged |= gone
        self._away = dict(away)

    def mark_all_diverged(self) -> None:
        """Note that we were away ourselves, down or asleep, nobody knows how long."""
        self._diverged |= set(range(len(self._copy.replica.roster.chairs)))

    def clear_diverged(self, seat: int) -> None:
        """Note that a seat wrote an entry that follows our log: it has not gone on without us."""
        self._diverged.discard(seat)

    def may_have_diverged(self, seat: int) -> bool:
        """Return whether a seat may have missed us for nearly the grace period, and so have gone on without us."""
        since = self._away.get(seat)
        return seat in self._diverged or (since is not None and self._now - since >= GRACE_MS - FOLLOWER_TOLERANCE_MS)

    def hears_host_well(self) -> bool:
        """Return whether the host has been heard for so long that nothing old is still under way."""
        passed = self._gap_ended_at is not None and self._now - self._gap_ended_at >= AWAY_AFTER_MS
        return self._copy.is_hosting or (passed and not self._deaf)

    def called_since(self, seat: int) -> int | None:
        """Return since when a seat is called, None if it is not."""
        call = self._calls.get(seat)
        return None if call is None else call.since

    def may_vote(self, seat: int, early: int = 0) -> bool:
        """Return whether the grace period of a called seat is over, or will be within `early` milliseconds."""
        call = self._calls.get(seat)
        return call is not None and self._now - call.since >= GRACE_MS - early

    # Answers

    def send_answer(self, signed: Signed) -> None:
        """Send the other players an entry that we sent to the host, if it is a valid answer: each knows he has it."""
        copy, core = self._copy, read_core(signed.raw)
        if not self.is_answer(core) or copy.replica.first_flaw(signed).flaw is not None:
            return
        self.on_answered(core.author, signed)
        roster = copy.replica.roster
        for link, reader in copy.feeder.readers.items():
            if link != copy.host_link and roster.seat_of(reader.key) is not None:
                copy.emit(SendMessage(link, Submit(*signed)))

    def is_answer(self, core: Core) -> bool:
        """Return whether an entry answers a call: a HERE, or an entry of the game."""
        return core.author in self._calls and (core.kind == LogKind.HERE or core.kind >= FIRST_GAME_KIND)

    def on_answered(self, seat: int, signed: Signed) -> None:
        """Note that the host has a seat's answer."""
        call = self._calls[seat]
        if call.answer != signed:
            call.answer, call.answered, call.lain = signed, None, 0
            call.link, call.links = self._copy.host_link, 1
        call.answered = self._now if call.answered is None else call.answered

    def _is_withheld(self, call: _Call) -> bool:
        """Return whether the host has had an answer for so long, or so often, that he withholds it."""
        lately = 0 if call.answered is None or not self.hears_host_well() else self._now - call.answered
        if call.answer is None or (call.lain + lately < MAX_NUMBERING_DELAY_MS and call.links <= MAX_LOST_ANSWERS):
            return False
        return self._copy.replica.first_flaw(call.answer).flaw is None

    def vote_refusal(self, core: Core) -> str:
        """As the host: return a code for why a vote is not numbered yet; empty if it may be."""
        seat = _voted_on(core)
        return "too_early" if seat is not None and not self.may_vote(seat, HOST_TOLERANCE_MS) else ""

    def vote_fault(self, core: Core) -> str:
        """As a follower: return a code for why no honest host would have numbered a vote; empty if one might have."""
        seat = _voted_on(core)
        call = None if seat is None else self._calls.get(seat)
        if call is None:
            return ""
        if call.earliest is not None and self._now - call.earliest < GRACE_MS - FOLLOWER_TOLERANCE_MS:
            return "too_early"
        return "kept_back" if self._is_withheld(call) else ""


def _voted_on(core: Core) -> int | None:
    """Return the seat that a vote for absence is on."""
    if core.kind != LogKind.VOTE:
        return None
    body = read_body(core)
    return body.seat if isinstance(body, Vote) and not body.forfeit else None
