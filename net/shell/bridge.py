"""Between the window's thread and the sockets' thread: two queues and nothing else.

Laws: what has to be kept is, before anything behind it is sent; the cores live in the caller's thread and are never
touched by the other; nothing here blocks the caller but `wait`, which is for programs without a window.
"""

from __future__ import annotations

import asyncio
import queue
import threading
from collections import deque
from collections.abc import Callable, Coroutine, Mapping
from typing import TYPE_CHECKING, Any

from net.shell.news import Measured, News
from net.shell.tcp import JOURNAL, Failed, Happening, Sockets, WroteAgain

if TYPE_CHECKING:
    from net.shell.announce import Neighbours

ASK_DISK_AGAIN = 0.5  # seconds after which the disk is asked again
LAST_WRITE = 5.0  # seconds that a bridge which is closed waits for its disk


class SocketsThread:
    """The thread of a loop, and the bell that wakes whoever waits for what happens in it."""

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
        """Let what is still under way end before its loop does."""
        left = asyncio.all_tasks(self.loop)
        for task in left:
            task.cancel()
        self.loop.run_until_complete(asyncio.gather(*left, return_exceptions=True))

    @property
    def runs(self) -> bool:
        """Whether it has not ended."""
        return not self.loop.is_closed() and self._thread.is_alive()

    def end(self) -> None:
        """End it."""
        self.loop.call_soon_threadsafe(self.loop.stop)
        self._thread.join(5)


class Bridge:
    """A thread with sockets in it; `interfaces` bounds where tables are announced and heard, empty for everywhere.

    One made `beside` another has sockets of its own in the other's thread, which ends with the other. Whoever waits at
    any of them is woken by all of them.
    """

    def __init__(self, interfaces: tuple[str, ...] = (), beside: Bridge | None = None) -> None:
        self._happened: queue.SimpleQueue[Happening | News] = queue.SimpleQueue()
        self._interfaces = interfaces
        self._neighbours: Neighbours | None = None
        self._owed: deque[Callable[[], None]] = deque()  # what is still to be written, in its order
        self._refused = False
        self._writing: asyncio.Task[None] | None = None  # beside another bridge: what writes in another thread
        self._sockets = Sockets(self._tell)
        self._beside = beside is not None
        self.thread: SocketsThread = SocketsThread() if beside is None else beside.thread
        self._loop = self.thread.loop
        self._news = self.thread.news

    def _tell(self, happening: Happening | News) -> None:
        self._happened.put(happening)
        self._news.set()

    def happenings(self) -> list[Happening | News]:
        """Return what happened since the last call."""
        told: list[Happening | News] = []
        while True:
            try:
                told.append(self._happened.get_nowait())
            except queue.Empty:
                return told

    @property
    def has_news(self) -> bool:
        """Whether something happened since `happenings` was asked."""
        return not self._happened.empty()

    def wait(self, seconds: float | None) -> None:
        """Wait until something happens, at most `seconds`; what happened before the last wait is no news."""
        self._news.wait(seconds)
        self._news.clear()

    def listen(self, interface: str | None, port: int) -> None:
        """Open a port; Listening or Failed follows."""
        asyncio.run_coroutine_threadsafe(self._sockets.listen(interface, port), self._loop)

    def dial(self, target: str, host: str, port: int) -> None:
        """Connect; Connected or Failed follows, with this target."""
        self._soon(lambda: self._sockets.dial(target, host, port))

    def send(self, number: int, sent: bytes) -> None:
        """Put bytes on a connection."""
        self._soon(lambda: self._sockets.send(number, sent))

    def keep(self, write: Callable[[], None]) -> None:
        """Write something down before anything that is sent from now on goes out.

        The disk is waited for in the sockets' thread, so that no frame is. Where it refuses, Failed follows with the
        target JOURNAL; nothing more is sent at all until it takes everything, and then WroteAgain follows.
        """
        self._soon(lambda: self._write(write))

    def _write(self, write: Callable[[], None]) -> None:
        self._owed.append(write)
        if self._beside:
            self._sockets.hold()
            self._writing = self._writing or self._loop.create_task(self._write_beside())
        elif not self._refused:
            self._write_owed()

    async def _write_beside(self) -> None:
        """Write what is owed in a thread of its own: the others in this loop do not wait for our disk."""
        while self._owed:
            try:
                await self._loop.run_in_executor(None, self._owed[0])
            except OSError as error:
                if not self._refused:
                    self._tell(Failed(JOURNAL, error.strerror or str(error)))
                self._refused = True
                await asyncio.sleep(ASK_DISK_AGAIN)
                continue
            self._owed.popleft()
        self._writing = None
        if self._refused:
            self._refused = False
            self._tell(WroteAgain())
        self._sockets.release()

    async def _written(self) -> None:
        """Wait until what is owed is written, if the disk takes it."""
        if self._writing is not None and not self._refused:
            await asyncio.wait({self._writing}, timeout=LAST_WRITE)

    def _write_owed(self) -> None:
        try:
            while self._owed:
                self._owed[0]()
                self._owed.popleft()
        except OSError as error:
            self._sockets.hold()
            if not self._refused:
                self._tell(Failed(JOURNAL, error.strerror or str(error)))
            self._refused = True
            self._loop.call_later(ASK_DISK_AGAIN, self._write_owed)
            return
        if self._refused:
            self._refused = False
            self._tell(WroteAgain())
        self._sockets.release()

    def taken(self, number: int, size: int) -> None:
        """Say that received bytes were worked on."""
        self._soon(lambda: self._sockets.taken(number, size))

    def close_link(self, number: int, *, at_once: bool = False) -> None:
        """Close a connection."""
        self._soon(lambda: self._sockets.close(number, at_once=at_once))

    def measure(self, target: str, host: str, port: int) -> None:
        """Find out how long the way to an address takes; Measured follows, with this target."""
        asyncio.run_coroutine_threadsafe(self._measure(target, host, port), self._loop)

    async def _measure(self, target: str, host: str, port: int) -> None:
        self._tell(Measured(target, await self._sockets.measure(host, port)))

    def announce(self, label: str, port: int, said: Mapping[str, str]) -> None:
        """Announce a table on the network, or what changed about it; Unheard follows where that cannot be done."""
        asyncio.run_coroutine_threadsafe(self._heard(lambda all_: all_.announce(label, port, said)), self._loop)

    def withdraw(self) -> None:
        """Announce it no longer."""
        asyncio.run_coroutine_threadsafe(self._heard(lambda all_: all_.withdraw()), self._loop)

    def browse(self) -> None:
        """Listen for tables; Announced and Withdrawn follow, or Unheard."""
        asyncio.run_coroutine_threadsafe(self._heard(lambda all_: all_.listen()), self._loop)

    async def _heard(self, work: Callable[[Neighbours], Coroutine[Any, Any, None]]) -> None:
        """Do something with the neighbours; their library is loaded here, where no frame waits for it."""
        if self._neighbours is None:
            from net.shell.announce import Neighbours

            self._neighbours = Neighbours(self._tell, self._interfaces)
        await work(self._neighbours)

    async def _close_neighbours(self) -> None:
        if self._neighbours is not None:
            await self._neighbours.close()

    def close(self) -> None:
        """Close everything; safe to call twice."""
        if not self.thread.runs:
            return
        if self._beside:
            asyncio.run_coroutine_threadsafe(self._written(), self._loop).result(2 * LAST_WRITE)
        elif self._refused:
            self._soon(self._write_owed)  # for the last time
        asyncio.run_coroutine_threadsafe(self._close_neighbours(), self._loop).result(5)
        asyncio.run_coroutine_threadsafe(self._sockets.shut(), self._loop).result(5)
        if not self._beside:
            self.thread.end()

    def _soon(self, what: Callable[[], None]) -> None:
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(what)
