"""TCP connections under asyncio: reports socket events and carries out commands.

Laws: bytes are not interpreted here; a connection whose bytes are not consumed is read no further, and one whose output
stalls is reported as blocked, so that the cores bound both.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Callable
from dataclasses import dataclass

# Unread bytes of one connection beyond which its socket waits; a few of the largest frames.
MAX_UNREAD_BYTES = 262_144
DIAL_SECONDS = 5
JOURNAL_TARGET = "journal"  # the `target` of Failed when a record cannot be written
# IPv4 and IPv6, each with its own socket: not every system has one socket for both.
ALL_INTERFACES = ("0.0.0.0", "::")  # noqa: S104 - a table on the LAN is there for everybody on it

# How long a closed connection waits for its last bytes to be read.
LINGER_SECONDS = 5


@dataclass(frozen=True, slots=True)
class Listening:
    """The port is open."""

    port: int


@dataclass(frozen=True, slots=True)
class Failed:
    """Listening (`target` empty), dialling or writing a record (JOURNAL_TARGET) failed, for the reason `why`."""

    target: str
    why: str


@dataclass(frozen=True, slots=True)
class Connected:
    """A connection is open; `target` is what was dialled, empty for an incoming one; `local` is our own address.

    `took` is the round trip in milliseconds, 0 for an incoming one.
    """

    number: int
    target: str
    address: str
    local: str
    took: int = 0


@dataclass(frozen=True, slots=True)
class Received:
    """Bytes were received."""

    number: int
    received: bytes


@dataclass(frozen=True, slots=True)
class Blocked:
    """Output on a connection stalls, or flows again."""

    number: int
    blocked: bool


@dataclass(frozen=True, slots=True)
class Disconnected:
    """A connection is closed."""

    number: int


@dataclass(frozen=True, slots=True)
class DiskRecovered:
    """The disk accepts records again, and held output is sent."""


SocketEvent = Listening | Failed | Connected | Received | Blocked | Disconnected | DiskRecovered
EventSink = Callable[[SocketEvent], None]


class _Connection(asyncio.Protocol):
    """One TCP connection."""

    def __init__(self, sockets: Sockets, target: str, began: float | None = None) -> None:
        self._sockets = sockets
        self._target = target
        self._began = began  # when it was dialled
        self.number = 0
        self.unread = 0
        self.transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Number the connection and report it."""
        if not isinstance(transport, asyncio.Transport):
            raise TypeError("a TCP connection has a transport for streams")
        self.transport = transport
        plain = transport.get_extra_info("socket")
        if plain is not None:
            plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        took = 0 if self._began is None else _ms_since(self._began)
        self._sockets.add_connection(self, self._target, took)

    def data_received(self, received: bytes) -> None:
        """Report bytes, and pause reading while too many are not consumed."""
        self.unread += len(received)
        if self.unread > MAX_UNREAD_BYTES and self.transport is not None:
            self.transport.pause_reading()
        self._sockets.tell(Received(self.number, received))

    def pause_writing(self) -> None:
        """Report that the system's send buffer is full."""
        self._sockets.tell(Blocked(self.number, blocked=True))

    def resume_writing(self) -> None:
        """Report that the send buffer has room again."""
        self._sockets.tell(Blocked(self.number, blocked=False))

    def connection_lost(self, _error: Exception | None) -> None:
        """Report and forget the connection."""
        self._sockets.remove_connection(self)


class Sockets:
    """All connections of one program; every method runs in the loop's own thread."""

    def __init__(self, tell: EventSink) -> None:
        self.tell = tell
        self._held: list[tuple[int, Callable[[], None]]] | None = None  # commands by connection while output is held
        self._connections: dict[int, _Connection] = {}
        self._count = 0
        self._servers: list[asyncio.Server] = []
        self._dials: set[asyncio.Task[None]] = set()

    async def listen(self, interface: str | None, port: int) -> None:
        """Open a port, or any free one for 0 or if it is taken; without an interface on all of them."""
        for wanted in dict.fromkeys((port, 0)):
            try:
                opened = await self._open(interface or ALL_INTERFACES[0], wanted)
            except OSError as error:
                if wanted == 0:
                    self.tell(Failed("", str(error)))
                continue
            if interface is None:
                # The same port for the other kind of address, where the system has it.
                with contextlib.suppress(OSError):
                    await self._open(ALL_INTERFACES[1], opened)
            self.tell(Listening(opened))
            return

    async def _open(self, interface: str, port: int) -> int:
        loop = asyncio.get_running_loop()
        server = await loop.create_server(lambda: _Connection(self, ""), interface, port)
        self._servers.append(server)
        return int(server.sockets[0].getsockname()[1])

    def dial(self, target: str, host: str, port: int) -> None:
        """Connect; `target` identifies the result."""
        task = asyncio.get_running_loop().create_task(self._dial(target, host, port))
        self._dials.add(task)
        task.add_done_callback(self._dials.discard)

    async def _dial(self, target: str, host: str, port: int) -> None:
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(DIAL_SECONDS):
                began = loop.time()
                await loop.create_connection(lambda: _Connection(self, target, began), host, port)
        except (OSError, ValueError) as error:
            self.tell(Failed(target, str(error) or "it does not answer"))

    def hold_output(self) -> None:
        """Hold all output from now on: a record must be written before it."""
        self._held = [] if self._held is None else self._held

    def release_output(self) -> None:
        """Send held output in order."""
        held, self._held = self._held or [], None
        for _number, what in held:
            what()

    def send(self, number: int, sent: bytes) -> None:
        """Write bytes to a connection."""
        if self._held is not None and number in self._connections:
            self._held.append((number, lambda: self.send(number, sent)))
            return
        connection = self._connections.get(number)
        if connection is not None and connection.transport is not None:
            connection.transport.write(sent)

    def note_processed(self, number: int, size: int) -> None:
        """Note that so many reported bytes were processed."""
        connection = self._connections.get(number)
        if connection is None or connection.transport is None:
            return
        was, connection.unread = connection.unread, connection.unread - size
        if was > MAX_UNREAD_BYTES >= connection.unread and not connection.transport.is_closing():
            connection.transport.resume_reading()

    def close(self, number: int, *, at_once: bool = False) -> None:
        """Close a connection after flushing it; or at once, for one that does not read."""
        connection = self._connections.get(number)
        if connection is None or connection.transport is None:
            return
        if self._held is not None and not at_once:
            self._held.append((number, lambda: self.close(number)))
        elif at_once:
            connection.transport.abort()
        else:
            connection.transport.close()
            asyncio.get_running_loop().call_later(LINGER_SECONDS, connection.transport.abort)

    async def close_all(self) -> None:
        """Close the port and every connection."""
        for task in list(self._dials):
            task.cancel()
        for server in self._servers:
            server.close()
        for number in list(self._connections):
            self.close(number, at_once=self._held is not None)  # held output is never sent
        # One turn of the loop, in which the transports flush and report that they are closed.
        await asyncio.sleep(0)

    async def measure_ping(self, host: str, port: int) -> int | None:
        """Return the milliseconds that opening a connection takes, None if it fails; it is closed at once."""
        began = asyncio.get_running_loop().time()
        try:
            async with asyncio.timeout(DIAL_SECONDS):
                _, writer = await asyncio.open_connection(host, port)
        except (OSError, ValueError):
            return None
        took = _ms_since(began)
        writer.transport.abort()
        return took

    def add_connection(self, connection: _Connection, target: str, took: int) -> None:
        """Register an open connection."""
        self._count += 1
        connection.number = self._count
        self._connections[connection.number] = connection
        transport = connection.transport
        there, here = (transport.get_extra_info(name) if transport else None for name in ("peername", "sockname"))
        self.tell(Connected(connection.number, target, _host_of(there), _host_of(here), took))

    def remove_connection(self, connection: _Connection) -> None:
        """Remove a closed connection."""
        self._connections.pop(connection.number, None)
        if self._held is not None:
            self._held = [one for one in self._held if one[0] != connection.number]
        self.tell(Disconnected(connection.number))


def _host_of(name: object) -> str:
    return str(name[0]) if isinstance(name, tuple) and name else ""


def _ms_since(began: float) -> int:
    return round((asyncio.get_running_loop().time() - began) * 1000)
