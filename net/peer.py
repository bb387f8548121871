"""One connection without its socket: takes bytes and the time; returns events, bytes and the next deadline.

Laws: it never raises for what the other side sent, but ends with a reason; what it buffers is bounded both ways; once
ended it sends nothing new. Times are whole milliseconds of one steady clock.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from net.errors import LocalProtocolError, RemoteProtocolError
from net.frames import CLEAR_MESSAGES, MAX_FRAME_BYTES, FrameReader, Message, pack, unpack, with_length
from net.link import CLEAR_FRAME, HandshakeResult, Link, LinkRole, LinkStep
from net.messages import Auth, Bye, Ping, Refused
from net.pace import HOST_ALLOWANCE, PLAYER_ALLOWANCE, Pace
from net.reasons import Reason

HANDSHAKE_TIMEOUT_MS = 5_000  # four frames, on any LAN under 0.1 s; a slow one occupies a slot for arriving connections
HEARTBEAT_MS = 1_000
LATE_AFTER_MS = 1_500  # one heartbeat missed: only shown in the waiting room
AWAY_AFTER_MS = 6_000  # six heartbeats missed: others may call and vote, so busy machines get that long
GONE_AFTER_MS = 20_000  # from here on a new connection helps more than waiting
WRONG_GUESS_DELAY_MS = 1_000  # delay of the answer to a wrong password

# A whole log (16 MiB) is sent in chunks as the queue empties; beyond this the other side does not read.
MAX_QUEUED_BYTES = 4 * 2**20


@dataclass(frozen=True, slots=True)
class Opened:
    """The link is open; `run` tells this start of the other program from any other."""

    key: bytes
    run: bytes


@dataclass(frozen=True, slots=True)
class Heard:
    """A message arrived."""

    message: Message


@dataclass(frozen=True, slots=True)
class LateChanged:
    """A heartbeat is overdue, or one came again."""

    late: bool


@dataclass(frozen=True, slots=True)
class AwayChanged:
    """Silence for six heartbeats, or a message after it."""

    away: bool


@dataclass(frozen=True, slots=True)
class Lost:
    """The connection has ended; `by_them` if the other side sent the reason."""

    reason: Reason
    by_them: bool = False
    hint: str = ""


PeerEvent = Opened | Heard | LateChanged | AwayChanged | Lost


class Peer:
    """The state of one connection; `role` is what we are on it."""

    def __init__(self, link: Link, role: LinkRole, now: int) -> None:
        self._link = link
        self._reader = FrameReader()
        self._queue: deque[bytes] = deque()
        self.queued = 0  # bytes
        self._began = now
        self._heard_at = now
        self._said_at = now
        self._late = False
        self._away = False
        self._hold_until = 0
        self._ended: Lost | None = None
        hosts = role is LinkRole.HOST
        self._their_pace = Pace(PLAYER_ALLOWANCE if hosts else HOST_ALLOWANCE, now)
        self._our_pace = Pace((HOST_ALLOWANCE if hosts else PLAYER_ALLOWANCE).for_sender(), now)
        for payload in link.first_frames():
            self._enqueue(payload)

    @property
    def is_open(self) -> bool:
        """Whether the link is open for messages."""
        return self._ended is None and self._link.step is LinkStep.OPEN

    @property
    def their_key(self) -> bytes:
        """The other side's key, once opened."""
        return self._link.theirs

    @property
    def proven_seat_key(self) -> tuple[bytes, bytes]:
        """The seat's key that the other side's HELLO proved, and that HELLO's own key; empty for a stranger."""
        return self._link.vouched, self._link.greeting

    @property
    def is_proof_due(self) -> bool:
        """Whether the next frame must prove the other side's identity and password."""
        return self._link.step is LinkStep.AUTH

    def allow_guess(self, *, may: bool) -> None:
        """Set whether the other side's password proof is checked."""
        self._link.may_guess = may

    @property
    def how_it_ended(self) -> Lost | None:
        """How it ended, None while it lasts."""
        return self._ended

    @property
    def is_finished(self) -> bool:
        """Whether it has ended and sent everything, so that the socket may be closed."""
        return self._ended is not None and not self._queue

    def receive(self, received: bytes, now: int) -> list[PeerEvent]:
        """Process received bytes."""
        events: list[PeerEvent] = []
        if self._ended is not None:
            return events
        self._reader.feed(received)
        try:
            while (payload := self._reader.next_frame()) is not None:
                events += self._hear(payload, now)
                if self.how_it_ended:
                    break
        except RemoteProtocolError as error:
            events += self._fail(error)
        return events

    def on_socket_lost(self) -> list[PeerEvent]:
        """End: the socket is lost."""
        self._drop_queue()
        return self._end(Lost(Reason.CUT))

    def send(self, message: Message, now: int, written: bytes = b"") -> list[PeerEvent]:
        """Queue a message, perhaps packed already as `written`; end if the other side has not read for too long."""
        if self._ended is not None:
            return []
        if type(message) in CLEAR_MESSAGES:
            raise LocalProtocolError(f"{type(message).__name__} belongs to the handshake, not on an open link")
        self._enqueue(self._link.seal(written or pack(message)))
        if self.queued > MAX_QUEUED_BYTES:
            self._drop_queue()
            return self._end(Lost(Reason.NOT_READING))
        self._said_at = now
        return []

    def close(self, reason: Reason) -> list[PeerEvent]:
        """Send the reason and end."""
        if self._ended is None:
            self._say_farewell(reason)
        return self._end(Lost(reason))

    def refuse(self, reason: Reason, hint: str = "") -> list[PeerEvent]:
        """Refuse a peer whose identity is known, and end."""
        if self.is_open:
            self._enqueue(self._link.seal(pack(Refused(reason.value, hint))))
        return self._end(Lost(reason))

    def take_outgoing(self, now: int) -> bytes:
        """Return the bytes to send now; ask again at the deadline."""
        sent = []
        while self._queue and now >= self._hold_until and self._our_pace.count(now):
            payload = self._queue.popleft()
            self.queued -= len(payload)
            sent.append(payload)
        return b"".join(sent)

    def deadline(self, now: int) -> int | None:
        """Return when `tick` or `take_outgoing` has something to do next, None for never."""
        times = []
        if self._queue:
            times.append(max(self._our_pace.ready_at(now), self._hold_until))
        if self._ended is None:
            if self._link.step is not LinkStep.OPEN:
                times.append(self._began + HANDSHAKE_TIMEOUT_MS)
            else:
                limit = GONE_AFTER_MS if self._away else AWAY_AFTER_MS if self._late else LATE_AFTER_MS
                times += [self._said_at + HEARTBEAT_MS, self._heard_at + limit]
        return min(times, default=None)

    def tick(self, now: int) -> list[PeerEvent]:
        """Let time pass."""
        if self._ended is not None:
            return []
        if self._link.step is not LinkStep.OPEN:
            return self.close(Reason.TOO_SLOW) if now >= self._began + HANDSHAKE_TIMEOUT_MS else []
        events: list[PeerEvent] = []
        if now >= self._heard_at + GONE_AFTER_MS:
            return self.close(Reason.SILENT)
        if now >= self._heard_at + LATE_AFTER_MS and not self._late:
            self._late = True
            events.append(LateChanged(late=True))
        if now >= self._heard_at + AWAY_AFTER_MS and not self._away:
            self._away = True
            events.append(AwayChanged(away=True))
        if now >= self._said_at + HEARTBEAT_MS:
            events += self.send(Ping(), now)
        return events

    def skip_sleep(self, gap: int) -> None:
        """Do not count `gap` milliseconds, in which we did not listen, as silence."""
        self._began += gap
        self._heard_at += gap

    # Inside

    def _hear(self, payload: bytes, now: int) -> list[PeerEvent]:
        if self._link.step is not LinkStep.OPEN:
            return self._follow(self._link.on_handshake_frame(payload), now)
        if not self._their_pace.count(now):
            raise RemoteProtocolError(Reason.TOO_FAST)
        message = unpack(self._link.unseal(payload))
        if type(message) in CLEAR_MESSAGES or isinstance(message, Auth):
            if isinstance(message, Refused):
                return self._end(Lost(Reason(message.reason), by_them=True, hint=message.hint))
            raise RemoteProtocolError(Reason.OUT_OF_TURN, "a word of the handshake on an open link")
        self._heard_at = now
        events: list[PeerEvent] = []
        if self._late:
            self._late = False
            events.append(LateChanged(late=False))
        if self._away:
            self._away = False
            events.append(AwayChanged(away=False))
        if isinstance(message, Bye):
            return [*events, *self._end(Lost(Reason(message.reason), by_them=True))]
        return events if isinstance(message, Ping) else [*events, Heard(message)]

    def _follow(self, turn: HandshakeResult, now: int) -> list[PeerEvent]:
        for payload in turn.frames:
            self._enqueue(payload)
        if turn.ended is not None:
            if turn.ended is Reason.WRONG_PASSWORD and not turn.by_them:
                self._hold_until = now + WRONG_GUESS_DELAY_MS
            return self._end(Lost(turn.ended, by_them=turn.by_them, hint=turn.hint))
        if self._link.step is LinkStep.OPEN:
            self._reader.limit = MAX_FRAME_BYTES
            self._heard_at = self._said_at = now
            return [Opened(self._link.theirs, self._link.their_run)]
        return []

    def _fail(self, error: RemoteProtocolError) -> list[PeerEvent]:
        self._say_farewell(error.reason)
        return self._end(Lost(error.reason, hint=error.detail))

    def _say_farewell(self, reason: Reason) -> None:
        if self._link.step is LinkStep.OPEN:
            self._enqueue(self._link.seal(pack(Bye(reason.value))))
        elif self._link.step is not LinkStep.ENDED:
            self._enqueue(CLEAR_FRAME + pack(Refused(reason.value, "")))

    def _end(self, lost: Lost) -> list[PeerEvent]:
        if self._ended is not None:
            return []
        self._ended = lost
        return [lost]

    def _enqueue(self, payload: bytes) -> None:
        framed = with_length(payload)
        self._queue.append(framed)
        self.queued += len(framed)

    def _drop_queue(self) -> None:
        self._queue.clear()
        self.queued = 0
