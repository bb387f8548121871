"""The lockstep of four programs beside the least it could cost: an echo of the same bytes, and the bare signatures.

`run(["--entries", "500"])` prints three tables. Over loopback: from submitting an entry until all four have verified
and applied it, and in turn with it a bare asyncio echo of the same bytes, without and with the host's fsync (and a bare
fsync behind the echo). In memory: the CPU time of all four for one entry, beside the signatures that are made and
checked for it. Catching up: a whole log read by somebody who has nothing of it, beside its bare signatures and hashes.
All in one process and one thread.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import partial
from hashlib import blake2b
from statistics import median
from tempfile import TemporaryFile
from time import monotonic, perf_counter, process_time
from typing import cast

from net import messages as m
from net.catch_up import chunk
from net.effects import Appended, Keep, KeptPromise, Record, write_record
from net.entries import GAME_KINDS, Core, is_sealed, is_signed, next_head
from net.guests import Wish
from net.identity import Identity, Purpose, signed_by
from net.link import Door, Role, SecureLink
from net.lobby import Lobby, Offer
from net.lockstep import Lockstep
from net.party import Party
from net.place import Place
from net.replica import Owed
from net.shell.bridge import Bridge
from net.shell.driver import Driver
from net.shell.tcp import Happening, Listening, Sockets
from net.station import Send, Station

NAMES = ("host", "ana", "bea", "carl")
OFFER = Offer(bytes(16), "bench", 1, b"", bytes(16))
MOVE = GAME_KINDS + 4
BODY = b"play {R5!1 B5!9} -> [R5!1 B5!9 K5#77] [K6#78 K7#79 K8#80]"
WIRE = 450  # bytes of such an entry in a frame, with its signature and seal
PAUSE = 0.01  # seconds; so nobody has to wait until the bound on messages lets him speak
CHECKED, SIGNED = 6, 2  # signatures of an entry at a table of four: nobody checks one that it made itself


class Ledger:
    """A game that costs nothing, so that only the lockstep is measured: every entry is allowed and none is owed."""

    def __init__(self, _place: Place) -> None:
        self._hash = bytes(16)

    def refusal(self, _core: Core, _place: Place) -> str:
        """Allow everything."""
        return ""

    def apply(self, _number: int, core: Core, _place: Place) -> None:
        """Hash it."""
        self._hash = blake2b(self._hash + core.body, digest_size=16).digest()

    def digest(self) -> bytes:
        """Return the hash."""
        return self._hash

    def public(self) -> bytes:
        """Return the hash."""
        return self._hash

    def resting(self) -> bool:
        """One long round."""
        return False

    def owed(self, _author: int, _place: Place) -> tuple[Owed, ...]:
        """Nobody owes anything."""
        return ()


def _identity(name: str) -> Identity:
    return Identity.from_seed(blake2b(name.encode(), digest_size=32).digest())


def _station(name: str) -> Station:
    key = _identity(name)
    lobby = Lobby(OFFER, key.key, name, len(NAMES)) if name == NAMES[0] else None
    if lobby is not None:
        lobby.join(key.key, m.Join(name, 1, b"", watch=False, match=b""))
    return Station(Party(key, Ledger, wish=Wish(name, 1), lobby=lobby))


def _now() -> int:
    return int(monotonic() * 1000)


# In memory


class Wires:
    """Four stations whose bytes are handed over at once; the time is the caller's."""

    def __init__(self) -> None:
        self.now = 0
        self.stations = {name: _station(name) for name in NAMES}
        self._ends: dict[int, tuple[str, str]] = {}
        for number, name in enumerate(NAMES[1:]):
            self._ends[number] = (name, NAMES[0])
            for end, role in ((name, Role.JOINER), (NAMES[0], Role.HOST)):
                link = SecureLink(role, Door(_identity(end)), os.urandom)
                self.stations[end].connected(number, link, 0, ours=end == name, address=name)
        self.settle()
        for name in NAMES[1:]:
            self.stations[name].party.ask(m.Ready(ready=True, digest=OFFER.digest), 0)
        self.settle()
        self.stations[NAMES[0]].party.start(b"header", os.urandom, 0)
        self.settle()

    def settle(self) -> None:
        """Carry bytes until nobody has any."""
        moved = True
        while moved:
            moved = False
            for name, station in self.stations.items():
                while (deed := station.next_deed(self.now)) is not None:
                    moved = True
                    if isinstance(deed, Send):
                        caller, called = self._ends[deed.link]
                        self.stations[called if caller == name else caller].received(deed.link, deed.sent, self.now)

    def enter(self, turn: int) -> None:
        """Let one of them submit an entry, and all apply it."""
        self.now += 100
        self.stations[NAMES[turn % len(NAMES)]].party.write(Owed(MOVE, BODY), self.now)
        self.settle()

    def lockstep(self, name: str) -> Lockstep:
        """Return a program's lockstep."""
        lockstep = self.stations[name].party.lockstep
        if lockstep is None:
            raise TypeError("the bench's own match did not begin")
        return lockstep


def _cpu(entries: int, repeats: int) -> Wires:
    """Time all four in memory, in turn with the bare signatures."""
    wires = Wires()
    ours, least = [], []
    for repeat in range(repeats):
        ours.append(_spent(partial(_enter_all, wires, repeat, entries)) / entries)
        least.append(_spent(partial(_bare_signatures, entries)) / entries)
    print(f"CPU of all four for one entry, ms, {repeats} x {entries} entries: median")
    print(_row("lockstep", median(ours), "bare signatures", median(least)))
    return wires


def _enter_all(wires: Wires, first: int, entries: int) -> None:
    for turn in range(first, first + entries):
        wires.enter(turn)


def _bare_signatures(entries: int) -> None:
    key, said = _identity("x"), bytes(250)
    signature = key.sign(Purpose.ENTRY, said)
    for _ in range(entries):
        for _checked in range(CHECKED):
            signed_by(key.key, Purpose.ENTRY, said, signature)
        for _signed in range(SIGNED):
            key.sign(Purpose.ENTRY, said)


def _spent(work: Callable[[], object]) -> float:
    """Return the milliseconds of CPU of some work; the collector rests, which a window calls when it has time."""
    gc.collect()
    before = process_time()
    work()
    return (process_time() - before) * 1000


# Catching up


def _catch_up(wires: Wires, length: int, repeats: int) -> None:
    """Let somebody who has only the first entry read a log in the chunks of the wire."""
    turn = 0
    while wires.lockstep(NAMES[0]).replica.length < length:
        wires.enter(turn)
        turn += 1
    replica = wires.lockstep(NAMES[0]).replica
    ours, least = [], []
    for _ in range(repeats):
        reader = Party(_identity("will"), Ledger, wish=Wish("will", 1, watch=True))
        reader.opened(1, _identity(NAMES[0]).key, 0, ours=True)
        written = _chunks(replica.length, wires)
        ours.append(_spent(partial(_read, reader, written)))
        if reader.lockstep is None or reader.lockstep.replica.heads != replica.heads:
            raise ValueError("the reader has another log")
        least.append(_spent(partial(_bare_log, wires)))
    print(f"catching up with {replica.length} entries, entries/s of CPU, {repeats} repeats: median")
    rates = [replica.length * 1000 / median(times) for times in (ours, least)]
    print(_row("lockstep", rates[0], "bare signatures and hashes", rates[1]))


def _chunks(length: int, wires: Wires) -> list[bytes]:
    written, start = [], 0
    while start < length:
        rows = chunk(wires.lockstep(NAMES[0]).replica, start)
        start += len(rows)
        written.append(m.pack(m.Entries(rows)))
    return written


def _read(reader: Party, written: Sequence[bytes]) -> None:
    for one in written:
        reader.heard(1, m.unpack(one), 0)
        for effect in reader.effects(0):
            if isinstance(effect, Keep):
                write_record(effect.record)


def _bare_log(wires: Wires) -> None:
    replica = wires.lockstep(NAMES[0]).replica
    for entry, before in zip(replica.entries[1:], replica.heads[1:], strict=False):
        signed = entry.numbered.signed
        head = next_head(before, signed)
        claim = replica.claim(entry.core, signed)._replace(number=entry.number, head=head)
        if not is_signed(signed, replica.place.key_of(entry.core.author)) or not is_sealed(
            claim, entry.numbered.seal, replica.place.host_key
        ):
            raise ValueError("the log is not signed")


# Over loopback


class InLoop:
    """What a driver asks of its bridge, in the loop's own thread, so that no thread is waited for."""

    def __init__(self, work: Callable[[], None]) -> None:
        self.sockets = Sockets(self._tell)
        self._happened: list[Happening] = []
        self._work = work
        self._called = False

    def _tell(self, happening: Happening) -> None:
        self._happened.append(happening)
        if not self._called:
            self._called = True
            asyncio.get_running_loop().call_soon(self._step)

    def _step(self) -> None:
        self._called = False
        self._work()

    def happenings(self) -> list[Happening]:
        """Return what happened since the last call."""
        told, self._happened = self._happened, []
        return told

    def send(self, number: int, sent: bytes) -> None:
        """Put bytes on a connection."""
        self.sockets.send(number, sent)

    def taken(self, number: int, size: int) -> None:
        """Say that received bytes were worked on."""
        self.sockets.taken(number, size)

    def close_link(self, number: int, *, at_once: bool = False) -> None:
        """Close a connection."""
        self.sockets.close(number, at_once=at_once)


class Program:
    """One of the four, on real sockets; `counted` is told how many entries it has."""

    def __init__(self, name: str, keep: Callable[[Record], None], counted: Callable[[str, int], None]) -> None:
        self.name = name
        self.port = 0
        self._counted = counted
        self.bridge = InLoop(self.step)
        self.station = _station(name)
        door = Door(_identity(name))
        self._driver = Driver(self.station, cast("Bridge", self.bridge), lambda: door, os.urandom, keep)

    def has_room(self) -> bool:
        """Tell whether the host has let us in."""
        return self.station.party.room is not None

    def step(self) -> None:
        """Do what there is to do."""
        for told in self._driver.step(_now()):
            if isinstance(told, Appended):
                self._counted(self.name, told.entry.number + 1)
            elif isinstance(told, Listening):
                self.port = told.port


async def _over_loopback(entries: int, *, fsync: bool) -> None:
    """Time entries in turn with echoes."""
    with TemporaryFile() as journal:
        keep = _keeper(journal.fileno(), fsync=fsync)
        rounds = await _timed(entries, keep, partial(keep, NAMES[0], KeptPromise(0)))
    ours, echoes = ([one[at] for one in rounds] for at in (0, 1))
    kept = "with the host's fsync, and with a bare one" if fsync else "without fsync"
    print(f"over loopback, {kept}, ms, {len(rounds)} entries: p50 / p99")
    for name, rank in (("p50", 0.5), ("p99", 0.99)):
        print(_row(f"lockstep {name}", _rank(ours, rank), f"echo {name}", _rank(echoes, rank)))


def _keeper(file: int, *, fsync: bool) -> Callable[[str, Record], None]:
    """Return what keeps a record; only the host's are made safe, since a machine has one disk and one program."""

    def keep(name: str, record: Record) -> None:
        os.write(file, write_record(record))
        if fsync and name == NAMES[0]:
            os.fsync(file)

    return keep


async def _timed(
    entries: int, keep: Callable[[str, Record], None], keep_bare: Callable[[], None]
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
        one.station.party.ask(m.Ready(ready=True, digest=OFFER.digest), _now())
        one.step()
    lobby = host.station.party.lobby
    await _until(lambda: lobby is not None and lobby.can_start)
    host.station.party.start(b"header", os.urandom, _now())
    host.step()
    await _until(lambda: set(have.values()) == {1} and len(have) == len(NAMES))
    async with _echoing() as echo:
        found = [await _one(turn, programs, have, news, echo, keep_bare) for turn in range(entries)]
    for one in programs:
        await one.bridge.sockets.shut()
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
    await asyncio.sleep(PAUSE)
    author, want = programs[turn % len(programs)], turn + 2
    news.clear()
    before = perf_counter()
    author.station.party.write(Owed(MOVE, BODY), _now())
    author.step()
    while min(have.values()) < want:
        await news.wait()
        news.clear()
    ours = (perf_counter() - before) * 1000
    await asyncio.sleep(PAUSE)
    before = perf_counter()
    keep_bare()
    await echo(bytes(WIRE))
    return ours, (perf_counter() - before) * 1000


async def _until(done: Callable[[], bool]) -> None:
    end = monotonic() + 20
    while not done():
        if monotonic() > end:
            raise TimeoutError("the bench's own table does not come together")
        await asyncio.sleep(0.001)


class _Echo(asyncio.Protocol):
    """Sends back what comes."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Note where to."""
        self._transport = cast("asyncio.Transport", transport)

    def data_received(self, data: bytes) -> None:
        """Send it back."""
        self._transport.write(data)


class _Caller(asyncio.Protocol):
    """Waits for its own words."""

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
    """Give a bare echo over loopback."""
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


def _row(name: str, ours: float, anchor: str, theirs: float) -> str:
    figures = "{:.3f}" if ours < 100 else "{:,.0f}"
    return f"  {name:14} {figures.format(ours):>9}   {anchor} {figures.format(theirs):>9}   ratio {ours / theirs:.2f}"


def run(argv: Sequence[str]) -> int:
    """Run the comparison and print its tables."""
    parser = argparse.ArgumentParser(prog="bench.py lan", description="Time the lockstep of four programs.")
    parser.add_argument("--entries", type=int, default=400)
    parser.add_argument("--length", type=int, default=3000, help="of the log that is caught up with")
    parser.add_argument("--repeats", type=int, default=9)
    chosen = parser.parse_args(argv)
    for fsync in (False, True):
        asyncio.run(_over_loopback(chosen.entries, fsync=fsync))
    wires = _cpu(chosen.entries // 2, chosen.repeats)
    _catch_up(wires, chosen.length, chosen.repeats)
    return 0


if __name__ == "__main__":
    raise SystemExit(run(sys.argv[1:]))
