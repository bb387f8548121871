"""A party and its connections: bytes, cuts and the time in; records to keep, bytes to send and events out, in order.

Laws: deeds come out one by one, and none that follows a `Keep` was decided without it: a driver that finishes each deed
before it asks for the next persists before it speaks. Whoever came from outside counts as arriving, and has only so
much time, until the party has let him in.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from net.door import Doorkeeper
from net.frames import Message, pack
from net.hall.asked import ChairAsked, PartnerAsked
from net.link import Link, LinkRole
from net.log.effects import Drop, SendMessage
from net.members import Effect
from net.pace import Allowance
from net.party import Party
from net.peer import HANDSHAKE, Heard, Late, Lost, Opened, Peer, PeerEvent, Quiet
from net.reasons import Reason


@dataclass(frozen=True, slots=True)
class WriteBytes:
    """Put these bytes on a connection."""

    link: int
    sent: bytes


@dataclass(frozen=True, slots=True)
class CloseLink:
    """Close a connection, everything said on it; at once if the other side no longer reads."""

    link: int
    at_once: bool = False


@dataclass(frozen=True, slots=True)
class LinkEnded:
    """A link is over, and why; of a link we opened the session may want to tell."""

    link: int
    lost: Lost
    ours: bool


Deed = Effect | ChairAsked | PartnerAsked | WriteBytes | CloseLink | LinkEnded


class Callers(Protocol):
    """Who is at the other ends of the connections, as a station sees it: the party of a table, or a hall."""

    def effects(self, now: int) -> Sequence[Effect | ChairAsked | PartnerAsked]:
        """Return what is to be done, in order, and forget it."""

    def opened(self, link: int, key: bytes, run: bytes, now: int, *, ours: bool) -> None:
        """A link has proved whose it is."""

    def lost(self, link: int, reason: Reason, now: int, *, by_them: bool = False, hint: str = "") -> None:
        """A link is over."""

    def late(self, link: int, *, late: bool) -> None:
        """A heartbeat is overdue on a link, or something was heard again."""

    def quiet(self, link: int, now: int, *, away: bool) -> None:
        """Nothing was heard on a link for six heartbeats, or something again."""

    def heard(self, link: int, message: Message, now: int) -> None:
        """Take in a message."""

    def is_admitted(self, link: int) -> bool:
        """Return whether the one on a link has been let in."""

    def tick(self, now: int) -> None:
        """Let time pass."""

    def slept(self, gap: int) -> None:
        """Leave `gap` milliseconds, which we slept, out of everybody's silence."""

    def deadline(self, now: int) -> int | None:
        """Return when `tick` has something to do, None for never."""


Callers_ = TypeVar("Callers_", bound=Callers)


@dataclass(slots=True)
class _Line:
    """One connection: its peer, whether we opened it, whence and when it came, whether it still counts as arriving."""

    peer: Peer
    ours: bool
    address: str
    since: int
    arriving: bool
    blocked: bool = False


class Switchboard(Generic[Callers_]):
    """Everything of one program that a driver of sockets, or of a simulation, has to feed.

    `calls` bounds how often one address may call, where many tables share one door.
    """

    def __init__(self, party: Callers_, calls: Allowance | None = None) -> None:
        self.party = party
        self._lines: dict[int, _Line] = {}
        self._door = Doorkeeper(calls)
        self._deeds: deque[Deed] = deque()
        self._written: tuple[Message | None, bytes] = (None, b"")  # a message to all is packed once

    # What the driver gives

    def connected(self, number: int, link: Link, now: int, *, ours: bool, address: str = "") -> None:
        """A connection stands; numbers are the driver's and never used twice. One from outside may push out another."""
        peer = Peer(link, LinkRole.JOINER if ours else LinkRole.HOST, now)
        self._lines[number] = _Line(peer, ours, address, now, arriving=not ours)
        if not ours:
            self._push_out(self._door.knock(number, address), now)
            if not self._door.may_call(address, now):
                self._happened(number, self._lines[number], peer.close(Reason.TOO_FAST), now)

    def _push_out(self, number: int | None, now: int) -> None:
        line = self._lines.get(number) if number is not None else None
        if number is not None and line is not None:
            self._happened(number, line, line.peer.close(Reason.TOO_MANY_LINKS), now)

    def received(self, number: int, received: bytes, now: int) -> None:
        """Bytes came."""
        line = self._lines.get(number)
        if line is None:
            return
        if line.arriving and line.peer.proving:
            line.peer.let_guess(may=self._door.may_guess(number, line.address, now))
        self._happened(number, line, line.peer.receive(received, now), now)
        if line.arriving and line.peer.vouched[0]:
            self._push_out(self._door.vouched(number, *line.peer.vouched), now)

    def cut(self, number: int, now: int) -> None:
        """A connection is gone."""
        line = self._lines.get(number)
        if line is not None:
            self._happened(number, line, line.peer.cut(), now)
            del self._lines[number]

    def blocked(self, number: int, *, blocked: bool) -> None:
        """The other side reads too slowly: what is to be sent waits here, where it is bounded."""
        if number in self._lines:
            self._lines[number].blocked = blocked

    def tick(self, now: int) -> None:
        """Let time pass."""
        for number, line in list(self._lines.items()):
            self._happened(number, line, line.peer.tick(now), now)
            if line.arriving and now >= line.since + HANDSHAKE:
                self._happened(number, line, line.peer.close(Reason.TOO_SLOW), now)
        self.party.tick(now)

    def slept(self, gap: int) -> None:
        """Leave `gap` milliseconds, which we slept, out of everybody's silence: it was we who did not listen."""
        for line in self._lines.values():
            line.peer.slept(gap)
            line.since += gap
        self.party.slept(gap)

    def deadline(self, now: int) -> int | None:
        """Return when to call `tick` and ask for deeds, None for never."""
        times = [self.party.deadline(now)]
        times += [line.peer.deadline(now) for line in self._lines.values() if not line.blocked]
        times += [line.since + HANDSHAKE for line in self._lines.values() if line.arriving]
        return min((time for time in times if time is not None), default=None)

    @property
    def has_last_words(self) -> bool:
        """Whether a connection that was given up is left, since what was said on it waits to be sent."""
        return any(line.peer.ended for line in self._lines.values())

    # What the driver takes

    def next_deed(self, now: int) -> Deed | None:
        """Return the next thing to be done; None when there is nothing left for now."""
        while True:
            if not self._deeds:
                self._deeds.extend(self.party.effects(now))
            if not self._deeds:
                return self._next_send(now)
            deed = self._deeds.popleft()
            if isinstance(deed, SendMessage):
                self._tell(deed, now)
            elif isinstance(deed, Drop):
                self._drop(deed, now)
            else:
                # What was said before a Keep may go at once; what is said behind it waits for it, as this order shows.
                return deed

    def _next_send(self, now: int) -> Deed | None:
        for number, line in self._lines.items():
            peer = line.peer
            if peer.queued and not line.blocked and (sent := peer.outgoing(now)):
                return WriteBytes(number, sent)
            if peer.ended and (line.blocked or peer.finished):
                del self._lines[number]
                return CloseLink(number, at_once=line.blocked)
        return None

    # Inside

    def _tell(self, tell: SendMessage, now: int) -> None:
        line = self._lines.get(tell.link)
        if line is None:
            return
        if tell.message is not self._written[0]:
            self._written = (tell.message, pack(tell.message))
        self._happened(tell.link, line, line.peer.send(tell.message, now, self._written[1]), now)

    def _drop(self, drop: Drop, now: int) -> None:
        line = self._lines.get(drop.link)
        if line is None:
            return
        peer = line.peer
        events = peer.refuse(drop.reason, drop.hint) if drop.refuse else peer.close(drop.reason)
        self._happened(drop.link, line, events, now)

    def _happened(self, number: int, line: _Line, events: list[PeerEvent], now: int) -> None:
        for event in events:
            if isinstance(event, Heard):
                self.party.heard(number, event.message, now)
                if line.arriving and self.party.is_admitted(number):
                    self._arrived(number, line)
            elif isinstance(event, Opened):
                self.party.opened(number, event.key, event.run, now, ours=line.ours)
            elif isinstance(event, Late):
                self.party.late(number, late=event.late)
            elif isinstance(event, Quiet):
                self.party.quiet(number, now, away=event.away)
            else:
                self._lost(number, line, event, now)

    def _lost(self, number: int, line: _Line, lost: Lost, now: int) -> None:
        if lost.reason is Reason.WRONG_PASSWORD and not lost.by_them:
            self._door.guessed_wrong(line.address, now)
        self._arrived(number, line)
        self.party.lost(number, lost.reason, now, by_them=lost.by_them, hint=lost.hint)
        self._deeds.append(LinkEnded(number, lost, line.ours))

    def _arrived(self, number: int, line: _Line) -> None:
        if line.arriving:
            line.arriving = False
            self._door.settled(number)


class Station(Switchboard[Party]):
    """That of a program at one table."""
