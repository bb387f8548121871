"""Connects the window's thread with the sockets' thread: two queues and nothing else.

Laws: records are on disk before any later output is sent; the cores stay in the caller's thread; nothing blocks the
caller but `close`, and `wait`, which is for programs without a window.
"""

from __future__ import annotations

import asyncio
import queue
import threading
from collections import deque
from collections.abc import Callable, Coroutine, Mapping
from typing import TYPE_CHECKING, Any

from net.shell.news import DiscoveryEvent, Measured
from net.shell.tcp import JOURNAL_TARGET, DiskRecovered, Failed, SocketEvent, Sockets

if TYPE_CHECKING:
    from net.shell.announce import ZeroconfService

WRITE_RETRY_SECONDS = 0.5  # seconds before a failed write is retried
LAST_WRITE_SECONDS = 5.0  # seconds that closing waits for the last write


class SocketsThread:
    """The thread of an asyncio loop, and the event that wakes whoever waits for news from it."""

    def __init__(self) -> None:
        self.news = threading.Event()
        self.loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name="comodin-sockets", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        asyncio.set_event_loop(self.loop)
        try:
            self.loop.run_forever()
        finally:
            self._end_tasks()
            self.loop.close()

    def _end_tasks(self) -> None:
        """Cancel running tasks before the loop ends."""
        left = asyncio.all_tasks(self.loop)
        for task in left:
            task.cancel()
        self.loop.run_until_complete(asyncio.gather(*left, return_exceptions=True))

    @property
    def is_running(self) -> bool:
        """Whether the thread is running."""
        return not self.loop.is_closed() and self._thread.is_alive()

    def end(self) -> None:
        """Stop the loop and its thread."""
        self.loop.call_soon_threadsafe(self.loop.stop)
        self._thread.join(5)


class Bridge:
    """Sockets in a thread; `interfaces` bounds where tables are announced and discovered, empty for everywhere.

    A bridge made `beside` another has its own sockets in the other's thread, and ends with the other. A wait on any of
    them is woken by all of them.
    """

    def __init__(self, interfaces: tuple[str, ...] = (), beside: Bridge | None = None) -> None:
        self._events: queue.SimpleQueue[SocketEvent | DiscoveryEvent] = queue.SimpleQueue()
        self._interfaces = interfaces
        self._zeroconf: ZeroconfService | None = None
        self._waiting_writes: deque[Callable[[], None]] = deque()  # records still to be written, in order
        self._disk_refuses = False
        self._writing: asyncio.Task[None] | None = None  # in a shared thread: the task that writes in an executor
        self._sockets = Sockets(self._tell)
        self._shares_thread = beside is not None
        self.thread: SocketsThread = SocketsThread() if beside is None else beside.thread
        self._loop = self.thread.loop
        self._news = self.thread.news

    def _tell(self, event: SocketEvent | DiscoveryEvent) -> None:
        self._events.put(event)
        self._news.set()

    def take_events(self) -> list[SocketEvent | DiscoveryEvent]:
        """Return the events since the last call."""
        told: list[SocketEvent | DiscoveryEvent] = []
        while True:
            try:
                told.append(self._events.get_nowait())
            except queue.Empty:
                return told

    @property
    def has_news(self) -> bool:
        """Whether there are events to take."""
        return not self._events.empty()

    def wait(self, seconds: float | None) -> None:
        """Wait for an event, at most `seconds`; events before the last wait do not count."""
        self._news.wait(seconds)
        self._news.clear()

    def listen(self, interface: str | None, port: int) -> None:
        """Open a port; Listening or Failed follows."""
        asyncio.run_coroutine_threadsafe(self._sockets.listen(interface, port), self._loop)

    def dial(self, target: str, host: str, port: int) -> None:
        """Connect; Connected or Failed follows, with this target."""
        self._soon(lambda: self._sockets.dial(target, host, port))

    def send(self, number: int, sent: bytes) -> None:
        """Write bytes to a connection."""
        self._soon(lambda: self._sockets.send(number, sent))

    def write_record(self, write: Callable[[], None]) -> None:
        """Write a record before anything that is sent from now on.

        The sockets' thread waits for the disk, so that no frame of the window does. On failure, Failed follows with
        JOURNAL_TARGET; output is held until all is written, and then DiskRecovered follows.
        """
        self._soon(lambda: self._write(write))

    def _write(self, write: Callable[[], None]) -> None:
        self._waiting_writes.append(write)
        if self._shares_thread:
            self._sockets.hold_output()
            self._writing = self._writing or self._loop.create_task(self._write_beside())
        elif not self._disk_refuses:
            self._write_waiting()

    async def _write_beside(self) -> None:
        """Write records in an executor: other bridges in this loop do not wait for our disk."""
        while self._waiting_writes:
            try:
                await self._loop.run_in_executor(None, self._waiting_writes[0])
            except OSError as error:
                if not self._disk_refuses:
                    self._tell(Failed(JOURNAL_TARGET, error.strerror or str(error)))
                self._disk_refuses = True
                await asyncio.sleep(WRITE_RETRY_SECONDS)
                continue
            self._waiting_writes.popleft()
        self._writing = None
        if self._disk_refuses:
            self._disk_refuses = False
            self._tell(DiskRecovered())
        self._sockets.release_output()

    async def _wait_until_written(self) -> None:
        """Wait until all records are written, if the disk accepts them."""
        if self._writing is not None and not self._disk_refuses:
            await asyncio.wait({self._writing}, timeout=LAST_WRITE_SECONDS)

    def _write_waiting(self) -> None:
        try:
            while self._waiting_writes:
                self._waiting_writes[0]()
                self._waiting_writes.popleft()
        except OSError as error:
            self._sockets.hold_output()
            if not self._disk_refuses:
                self._tell(Failed(JOURNAL_TARGET, error.strerror or str(error)))
            self._disk_refuses = True
            self._loop.call_later(WRITE_RETRY_SECONDS, self._write_waiting)
            return
        if self._disk_refuses:
            self._disk_refuses = False
            self._tell(DiskRecovered())
        self._sockets.release_output()

    def note_processed(self, number: int, size: int) -> None:
        """Note that received bytes were processed."""
        self._soon(lambda: self._sockets.note_processed(number, size))

    def close_link(self, number: int, *, at_once: bool = False) -> None:
        """Close a connection."""
        self._soon(lambda: self._sockets.close(number, at_once=at_once))

    def measure_ping(self, target: str, host: str, port: int) -> None:
        """Measure the round trip to an address; Measured follows, with this target."""
        asyncio.run_coroutine_threadsafe(self._measure(target, host, port), self._loop)

    async def _measure(self, target: str, host: str, port: int) -> None:
        self._tell(Measured(target, await self._sockets.measure_ping(host, port)))

    def announce(self, label: str, port: int, properties: Mapping[str, str]) -> None:
        """Announce a table on the network, or a change of it; DiscoveryFailed follows if that fails."""
        asyncio.run_coroutine_threadsafe(
            self._use_zeroconf(lambda all_: all_.announce(label, port, properties)), self._loop
        )

    def withdraw(self) -> None:
        """Withdraw the announcement."""
        asyncio.run_coroutine_threadsafe(self._use_zeroconf(lambda all_: all_.withdraw()), self._loop)

    def browse(self) -> None:
        """Listen for tables; Announced and Withdrawn follow, or DiscoveryFailed."""
        asyncio.run_coroutine_threadsafe(self._use_zeroconf(lambda all_: all_.listen()), self._loop)

    async def _use_zeroconf(self, work: Callable[[ZeroconfService], Coroutine[Any, Any, None]]) -> None:
        """Use zeroconf; it is loaded in the sockets' thread, where no frame of the window waits for it."""
        if self._zeroconf is None:
            from net.shell.announce import ZeroconfService

            self._zeroconf = ZeroconfService(self._tell, self._interfaces)
        await work(self._zeroconf)

    async def _close_zeroconf(self) -> None:
        if self._zeroconf is not None:
            await self._zeroconf.close()

    def close(self) -> None:
        """Close everything; safe to call twice."""
        if not self.thread.is_running:
            return
        if self._shares_thread:
            asyncio.run_coroutine_threadsafe(self._wait_until_written(), self._loop).result(2 * LAST_WRITE_SECONDS)
        elif self._disk_refuses:
            self._soon(self._write_waiting)  # a last try
        asyncio.run_coroutine_threadsafe(self._close_zeroconf(), self._loop).result(5)
        asyncio.run_coroutine_threadsafe(self._sockets.close_all(), self._loop).result(5)
        if not self._shares_thread:
            self.thread.end()

    def _soon(self, action: Callable[[], None]) -> None:
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(action)
