"""A party and its connections: takes bytes, disconnects and the time; returns records to persist, bytes and events.

Laws: actions come out one by one, in order, so that a driver which finishes each before it asks for the next persists
before it sends. An incoming link must be admitted within a limited time.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from net.door import ArrivalLimits
from net.frames import Message, pack
from net.hall.asked import ChairRequest, PartnerRequest
from net.link import Link, LinkRole
from net.log.effects import DropLink, SendMessage
from net.members import Effect
from net.pace import Allowance
from net.party import Party
from net.peer import HANDSHAKE_TIMEOUT_MS, AwayChanged, Heard, LateChanged, Lost, Opened, Peer, PeerEvent
from net.reasons import Reason


@dataclass(frozen=True, slots=True)
class WriteBytes:
    """Write bytes to a connection."""

    link: int
    sent: bytes


@dataclass(frozen=True, slots=True)
class CloseLink:
    """Close a connection after sending what is queued; at once if the other side no longer reads."""

    link: int
    at_once: bool = False


@dataclass(frozen=True, slots=True)
class LinkEnded:
    """A link has ended, and why; `ours` if we opened it."""

    link: int
    lost: Lost
    ours: bool


Action = Effect | ChairRequest | PartnerRequest | WriteBytes | CloseLink | LinkEnded


class LinkHandler(Protocol):
    """What a station needs of the program at its links: the party of a table, or a hall."""

    def take_effects(self, now: int) -> Sequence[Effect | ChairRequest | PartnerRequest]:
        """Return the effects since the last call, in order."""

    def on_link_opened(self, link: int, key: bytes, run: bytes, now: int, *, ours: bool) -> None:
        """A link is open: its other side has proved its key."""

    def on_link_lost(self, link: int, reason: Reason, now: int, *, by_them: bool = False, hint: str = "") -> None:
        """A link has ended."""

    def on_link_late(self, link: int, *, late: bool) -> None:
        """A heartbeat on a link is overdue, or one came again."""

    def on_link_quiet(self, link: int, now: int, *, away: bool) -> None:
        """A link was silent for six heartbeats, or is heard again."""

    def on_message(self, link: int, message: Message, now: int) -> None:
        """Process a message."""

    def is_admitted(self, link: int) -> bool:
        """Return whether a link's other side has been admitted."""

    def tick(self, now: int) -> None:
        """Let time pass."""

    def skip_sleep(self, gap: int) -> None:
        """Do not count `gap` milliseconds, in which we slept, as anybody's silence."""

    def deadline(self, now: int) -> int | None:
        """Return when `tick` has something to do, None for never."""


Handler = TypeVar("Handler", bound=LinkHandler)


@dataclass(slots=True)
class _LinkState:
    """One connection: its peer, who opened it, its address, since when, and whether it still counts as arriving."""

    peer: Peer
    ours: bool
    address: str
    since: int
    arriving: bool
    blocked: bool = False


class Switchboard(Generic[Handler]):
    """All connections of one program, without sockets: fed by a driver, or by a simulation.

    `calls` limits how often one address may connect; None for no limit.
    """

    def __init__(self, party: Handler, calls: Allowance | None = None) -> None:
        self.party = party
        self._connections: dict[int, _LinkState] = {}
        self._limits = ArrivalLimits(calls)
        self._actions: deque[Action] = deque()
        self._written: tuple[Message | None, bytes] = (None, b"")  # a message to all is packed once

    # What the driver reports

    def on_connected(self, number: int, link: Link, now: int, *, ours: bool, address: str = "") -> None:
        """A connection is open; the driver never reuses a number. For an incoming one an older one may be closed."""
        peer = Peer(link, LinkRole.JOINER if ours else LinkRole.HOST, now)
        self._connections[number] = _LinkState(peer, ours, address, now, arriving=not ours)
        if not ours:
            self._push_out(self._limits.add_arriving(number, address), now)
            if not self._limits.count_call(address, now):
                self._handle_events(number, self._connections[number], peer.close(Reason.TOO_FAST), now)

    def _push_out(self, number: int | None, now: int) -> None:
        connection = self._connections.get(number) if number is not None else None
        if number is not None and connection is not None:
            self._handle_events(number, connection, connection.peer.close(Reason.TOO_MANY_LINKS), now)

    def on_received(self, number: int, received: bytes, now: int) -> None:
        """Bytes were received."""
        connection = self._connections.get(number)
        if connection is None:
            return
        if connection.arriving and connection.peer.is_proof_due:
            connection.peer.allow_guess(may=self._limits.may_guess(number, connection.address, now))
        self._handle_events(number, connection, connection.peer.receive(received, now), now)
        if connection.arriving and connection.peer.proven_seat_key[0]:
            self._push_out(self._limits.note_proven_seat(number, *connection.peer.proven_seat_key), now)

    def on_connection_lost(self, number: int, now: int) -> None:
        """A connection was lost."""
        connection = self._connections.get(number)
        if connection is not None:
            self._handle_events(number, connection, connection.peer.on_socket_lost(), now)
            del self._connections[number]

    def on_blocked(self, number: int, *, blocked: bool) -> None:
        """The other side reads too slowly, or fast enough again; until then its output waits here, bounded."""
        if number in self._connections:
            self._connections[number].blocked = blocked

    def tick(self, now: int) -> None:
        """Let time pass."""
        for number, connection in list(self._connections.items()):
            self._handle_events(number, connection, connection.peer.tick(now), now)
            if connection.arriving and now >= connection.since + HANDSHAKE_TIMEOUT_MS:
                self._handle_events(number, connection, connection.peer.close(Reason.TOO_SLOW), now)
        self.party.tick(now)

    def skip_sleep(self, gap: int) -> None:
        """Do not count `gap` milliseconds, in which we slept, as anybody's silence: it was we who did not listen."""
        for connection in self._connections.values():
            connection.peer.skip_sleep(gap)
            connection.since += gap
        self.party.skip_sleep(gap)

    def deadline(self, now: int) -> int | None:
        """Return when to call `tick` and `next_action` again, None for never."""
        times = [self.party.deadline(now)]
        times += [connection.peer.deadline(now) for connection in self._connections.values() if not connection.blocked]
        times += [
            connection.since + HANDSHAKE_TIMEOUT_MS for connection in self._connections.values() if connection.arriving
        ]
        return min((time for time in times if time is not None), default=None)

    @property
    def has_unsent(self) -> bool:
        """Whether a closed connection still has queued output."""
        return any(connection.peer.how_it_ended for connection in self._connections.values())

    # What the driver carries out

    def next_action(self, now: int) -> Action | None:
        """Return the next action; None when there is nothing left for now."""
        while True:
            if not self._actions:
                self._actions.extend(self.party.take_effects(now))
            if not self._actions:
                return self._next_send(now)
            action = self._actions.popleft()
            if isinstance(action, SendMessage):
                self._send(action, now)
            elif isinstance(action, DropLink):
                self._drop(action, now)
            else:
                # Messages sent before a Persist may go out at once; those after it come later in this order.
                return action

    def _next_send(self, now: int) -> Action | None:
        for number, connection in self._connections.items():
            peer = connection.peer
            if peer.queued and not connection.blocked and (sent := peer.take_outgoing(now)):
                return WriteBytes(number, sent)
            if peer.how_it_ended and (connection.blocked or peer.is_finished):
                del self._connections[number]
                return CloseLink(number, at_once=connection.blocked)
        return None

    # Inside

    def _send(self, tell: SendMessage, now: int) -> None:
        connection = self._connections.get(tell.link)
        if connection is None:
            return
        if tell.message is not self._written[0]:
            self._written = (tell.message, pack(tell.message))
        self._handle_events(tell.link, connection, connection.peer.send(tell.message, now, self._written[1]), now)

    def _drop(self, drop: DropLink, now: int) -> None:
        connection = self._connections.get(drop.link)
        if connection is None:
            return
        peer = connection.peer
        events = peer.refuse(drop.reason, drop.hint) if drop.refuse else peer.close(drop.reason)
        self._handle_events(drop.link, connection, events, now)

    def _handle_events(self, number: int, connection: _LinkState, events: list[PeerEvent], now: int) -> None:
        for event in events:
            if isinstance(event, Heard):
                self.party.on_message(number, event.message, now)
                if connection.arriving and self.party.is_admitted(number):
                    self._stop_arriving(number, connection)
            elif isinstance(event, Opened):
                self.party.on_link_opened(number, event.key, event.run, now, ours=connection.ours)
            elif isinstance(event, LateChanged):
                self.party.on_link_late(number, late=event.late)
            elif isinstance(event, AwayChanged):
                self.party.on_link_quiet(number, now, away=event.away)
            else:
                self._lost(number, connection, event, now)

    def _lost(self, number: int, connection: _LinkState, lost: Lost, now: int) -> None:
        if lost.reason is Reason.WRONG_PASSWORD and not lost.by_them and not self._limits.has_proven_seat(number):
            self._limits.count_wrong_guess(connection.address, now)
        self._stop_arriving(number, connection)
        self.party.on_link_lost(number, lost.reason, now, by_them=lost.by_them, hint=lost.hint)
        self._actions.append(LinkEnded(number, lost, connection.ours))

    def _stop_arriving(self, number: int, connection: _LinkState) -> None:
        if connection.arriving:
            connection.arriving = False
            self._limits.remove_arriving(number)


class Station(Switchboard[Party]):
    """The switchboard of a program at one table."""
