"""Time the lockstep of four programs against its lower bounds: an echo of the same bytes, and the bare signatures.

`run(["--entries", "500"])` prints four tables. Two over loopback: the time from submitting an entry until all four have
verified and applied it, alternating with a bare asyncio echo of as many bytes, without and with the host's fsync (and
a bare fsync before the echo). In memory: the CPU time of all four for one entry, and of the signatures made and checked
for it. Catching up: reading a whole log from nothing, and its bare signatures and hashes. All in one thread.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import partial
from tempfile import TemporaryFile
from time import monotonic, perf_counter
from typing import cast

from net import messages as m
from net.link import LinkConfig
from net.log.effects import EntryAppended, PromiseRecord, Record, write_record
from net.log.replica import EntryDraft
from net.shell.bridge import Bridge
from net.shell.driver import Driver
from net.shell.tcp import Listening, SocketEvent, Sockets
from tools.bench_lan_memory import (
    BODY,
    ENTRY_BYTES,
    MOVE,
    NAMES,
    OFFER,
    PAUSE_SECONDS,
    catch_up,
    cpu,
    identity,
    row,
    station,
)


def _now() -> int:
    return int(monotonic() * 1000)


# Over loopback


class InLoop:
    """A bridge in the event loop's own thread, so that no thread waits for another."""

    def __init__(self, work: Callable[[], None]) -> None:
        self.sockets = Sockets(self._tell)
        self._happened: list[SocketEvent] = []
        self._work = work
        self._called = False

    def _tell(self, happening: SocketEvent) -> None:
        self._happened.append(happening)
        if not self._called:
            self._called = True
            asyncio.get_running_loop().call_soon(self._step)

    def _step(self) -> None:
        self._called = False
        self._work()

    def take_events(self) -> list[SocketEvent]:
        """Return what happened since the last call."""
        told, self._happened = self._happened, []
        return told

    def send(self, number: int, sent: bytes) -> None:
        """Put bytes on a connection."""
        self.sockets.send(number, sent)

    def note_processed(self, number: int, size: int) -> None:
        """Acknowledge that received bytes were processed."""
        self.sockets.note_processed(number, size)

    def close_link(self, number: int, *, at_once: bool = False) -> None:
        """Close a connection."""
        self.sockets.close(number, at_once=at_once)


Keep = Callable[[Sequence[Record]], None]


class Program:
    """One of the four programs, on real sockets; calls `counted` with its number of entries."""

    def __init__(self, name: str, keep: Keep, counted: Callable[[str, int], None]) -> None:
        self.name = name
        self.port = 0
        self._counted = counted
        self.bridge = InLoop(self.step)
        self.station = station(name)
        door = LinkConfig(identity(name))
        self._driver = Driver(self.station, cast("Bridge", self.bridge), lambda: door, os.urandom, keep)

    def has_room(self) -> bool:
        """Return whether the host has let us in."""
        return self.station.party.room is not None

    def step(self) -> None:
        """Handle events and send output."""
        for told in self._driver.step(_now()):
            if isinstance(told, EntryAppended):
                self._counted(self.name, told.entry.number + 1)
            elif isinstance(told, Listening):
                self.port = told.port


async def _over_loopback(entries: int, *, fsync: bool) -> None:
    """Time entries in turn with echoes."""
    with TemporaryFile() as journal:
        keep = _keeper(journal.fileno(), fsync=fsync)
        rounds = await _timed(entries, keep, partial(keep, NAMES[0], [PromiseRecord(0)]))
    ours, echoes = ([one[at] for one in rounds] for at in (0, 1))
    kept = "with the host's fsync, and with a bare one" if fsync else "without fsync"
    print(f"over loopback, {kept}, ms, {len(rounds)} entries: p50 / p99")
    for name, rank in (("p50", 0.5), ("p99", 0.99)):
        print(row(f"lockstep {name}", _rank(ours, rank), f"echo {name}", _rank(echoes, rank)))


def _keeper(file: int, *, fsync: bool) -> Callable[[str, Sequence[Record]], None]:
    """Return the function that saves records; only the host's syncs, since in reality each program has its own disk."""

    def keep(name: str, records: Sequence[Record]) -> None:
        os.write(file, b"".join(map(write_record, records)))
        if fsync and name == NAMES[0]:
            os.fsync(file)

    return keep


async def _timed(
    entries: int, keep: Callable[[str, Sequence[Record]], None], keep_bare: Callable[[], None]
) -> list[tuple[float, float]]:
    have: dict[str, int] = {}
    news = asyncio.Event()

    def counted(name: str, length: int) -> None:
        have[name] = length
        news.set()

    programs = [Program(name, partial(keep, name), counted) for name in NAMES]
    host = programs[0]
    await host.bridge.sockets.listen("127.0.0.1", 0)
    await _until(lambda: host.port > 0)
    for one in programs[1:]:
        one.bridge.sockets.dial(NAMES[0], "127.0.0.1", host.port)
        await _until(one.has_room)
        one.station.party.requests.send_request(m.Ready(ready=True, digest=OFFER.digest), _now())
        one.step()
    lobby = host.station.party.lobby
    await _until(lambda: lobby is not None and lobby.can_start)
    host.station.party.requests.start_match(b"header", _now())
    host.step()
    await _until(lambda: set(have.values()) == {1} and len(have) == len(NAMES))
    async with _echoing() as echo:
        found = [await _one(turn, programs, have, news, echo, keep_bare) for turn in range(entries)]
    for one in programs:
        await one.bridge.sockets.close_all()
    return found


async def _one(
    turn: int,
    programs: Sequence[Program],
    have: Mapping[str, int],
    news: asyncio.Event,
    echo: Callable[[bytes], Awaitable[None]],
    keep_bare: Callable[[], None],
) -> tuple[float, float]:
    """Time one entry, and one echo."""
    await asyncio.sleep(PAUSE_SECONDS)
    author, want = programs[turn % len(programs)], turn + 2
    news.clear()
    before = perf_counter()
    author.station.party.requests.write_entry(EntryDraft(MOVE, BODY), _now())
    author.step()
    while min(have.values()) < want:
        await news.wait()
        news.clear()
    ours = (perf_counter() - before) * 1000
    await asyncio.sleep(PAUSE_SECONDS)
    before = perf_counter()
    keep_bare()
    await echo(bytes(ENTRY_BYTES))
    return ours, (perf_counter() - before) * 1000


async def _until(done: Callable[[], bool]) -> None:
    end = monotonic() + 20
    while not done():
        if monotonic() > end:
            raise TimeoutError("the benchmark's own table does not come together")
        await asyncio.sleep(0.001)


class _Echo(asyncio.Protocol):
    """An echo server."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Store the transport."""
        self._transport = cast("asyncio.Transport", transport)

    def data_received(self, data: bytes) -> None:
        """Send it back."""
        self._transport.write(data)


class _Caller(asyncio.Protocol):
    """Waits for its own bytes to come back."""

    def __init__(self) -> None:
        self.missing = 0
        self.heard = asyncio.Event()

    def data_received(self, data: bytes) -> None:
        """Count them."""
        self.missing -= len(data)
        if self.missing <= 0:
            self.heard.set()


@asynccontextmanager
async def _echoing() -> AsyncIterator[Callable[[bytes], Awaitable[None]]]:
    """Yield a bare echo over loopback."""
    loop = asyncio.get_running_loop()
    server = await loop.create_server(_Echo, "127.0.0.1", 0)
    transport, caller = await loop.create_connection(_Caller, "127.0.0.1", server.sockets[0].getsockname()[1])

    async def echo(said: bytes) -> None:
        caller.missing = len(said)
        caller.heard.clear()
        transport.write(said)
        await caller.heard.wait()

    yield echo
    transport.close()
    server.close()
    await server.wait_closed()


# Telling


def _rank(times: Sequence[float], rank: float) -> float:
    return sorted(times)[min(int(len(times) * rank), len(times) - 1)]


def run(argv: Sequence[str]) -> int:
    """Run the comparison and print its tables."""
    parser = argparse.ArgumentParser(prog="bench.py lan", description="Time the lockstep of four programs.")
    parser.add_argument("--entries", type=int, default=400)
    parser.add_argument("--length", type=int, default=3000, help="of the log that is caught up with")
    parser.add_argument("--repeats", type=int, default=9)
    chosen = parser.parse_args(argv)
    for fsync in (False, True):
        asyncio.run(_over_loopback(chosen.entries, fsync=fsync))
    wires = cpu(chosen.entries // 2, chosen.repeats)
    catch_up(wires, chosen.length, chosen.repeats)
    return 0


if __name__ == "__main__":
    raise SystemExit(run(sys.argv[1:]))
