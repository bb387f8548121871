"""Four lockstep programs in one thread without sockets, and their cost compared with bare signatures."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Sequence
from functools import partial
from hashlib import blake2b
from statistics import median
from time import get_clock_info, process_time

from net import frames
from net import messages as m
from net.guests import AgreedOptions, JoinRequest
from net.identity import Identity, Purpose, is_signed_by
from net.link import LinkConfig, LinkRole, SecureLink
from net.lobby import Lobby, Offer
from net.log.catch_up import next_chunk
from net.log.effects import Persist, write_record
from net.log.entries import FIRST_GAME_KIND, MAX_SEATS, Claim, Core, is_sealed, is_signed, next_head
from net.log.lockstep import Lockstep
from net.log.replica import EntryDraft, Replica
from net.log.roster import Roster
from net.party import Party
from net.station import Station, WriteBytes

NAMES = ("host", "ana", "bea", "carl")
OFFER = Offer(bytes(16), "bench", 1, b"", bytes(16))
MOVE = FIRST_GAME_KIND + 4
BODY = b"play {R5!1 B5!9} -> [R5!1 B5!9 K5#77] [K6#78 K7#79 K8#80]"
ENTRY_BYTES = 450  # bytes of such an entry in a frame, with its signature and seal
PAUSE_SECONDS = 0.01  # seconds between entries, so that no rate limit on messages delays them
CHECKED_SIGNATURES, MADE_SIGNATURES = 6, 2  # signatures per entry at a table of four; nobody checks its own


class Ledger:
    """A game that costs nothing, so that only the lockstep is measured: every entry is allowed and none is owed."""

    def __init__(self, _place: Roster) -> None:
        self._hash = bytes(16)

    def entry_refusal(self, _core: Core, _place: Roster) -> str:
        """Allow everything."""
        return ""

    def apply_entry(self, _number: int, core: Core, _place: Roster) -> None:
        """Hash it."""
        self._hash = blake2b(self._hash + core.body, digest_size=16).digest()

    def digest(self) -> bytes:
        """Return the hash."""
        return self._hash

    def public_bytes(self) -> bytes:
        """Return the hash."""
        return self._hash

    def is_between_rounds(self) -> bool:
        """Return False: all is one long round."""
        return False

    def is_host_fixed(self) -> bool:
        """Any program may host."""
        return False

    def settled_length(self) -> int:
        """Nothing is ever scored."""
        return 0

    def owed_entries(self, _author: int, _place: Roster) -> tuple[EntryDraft, ...]:
        """Nobody owes anything."""
        return ()


def identity(name: str) -> Identity:
    """Return the key pair of a name."""
    return Identity.from_seed(blake2b(name.encode(), digest_size=32).digest())


def agreed(_place: Roster) -> AgreedOptions:
    """Return the agreed rules."""
    return AgreedOptions(OFFER.options, OFFER.digest)


def station(name: str) -> Station:
    """Return a program; the first name hosts."""
    key = identity(name)
    lobby = Lobby(OFFER, key.key, name, len(NAMES)) if name == NAMES[0] else None
    if lobby is not None:
        lobby.join(key.key, m.Join(name, 1, b"", watch=False, match=b""))
    return Station(Party(key, Ledger, wish=JoinRequest(name, 1), entropy=os.urandom, agreed=agreed, lobby=lobby))


# In memory


class Wires:
    """Four stations whose bytes are handed over at once; the time is the caller's."""

    def __init__(self) -> None:
        self.now = 0
        self.stations = {name: station(name) for name in NAMES}
        self._ends: dict[int, tuple[str, str]] = {}
        for number, name in enumerate(NAMES[1:]):
            self._ends[number] = (name, NAMES[0])
            for end, role in ((name, LinkRole.JOINER), (NAMES[0], LinkRole.HOST)):
                link = SecureLink(role, LinkConfig(identity(end)), os.urandom)
                self.stations[end].on_connected(number, link, 0, ours=end == name, address=name)
        self.settle()
        for name in NAMES[1:]:
            self.stations[name].party.requests.send_request(m.Ready(ready=True, digest=OFFER.digest), 0)
        self.settle()
        self.stations[NAMES[0]].party.requests.start_match(b"header", 0)
        self.settle()

    def settle(self) -> None:
        """Carry bytes until nobody has any."""
        moved = True
        while moved:
            moved = False
            for name, station in self.stations.items():
                while (deed := station.next_action(self.now)) is not None:
                    moved = True
                    if isinstance(deed, WriteBytes):
                        caller, called = self._ends[deed.link]
                        self.stations[called if caller == name else caller].on_received(deed.link, deed.sent, self.now)

    def enter(self, turn: int) -> None:
        """Have one program submit an entry, and all apply it."""
        self.now += 100
        self.stations[NAMES[turn % len(NAMES)]].party.requests.write_entry(EntryDraft(MOVE, BODY), self.now)
        self.settle()

    def lockstep(self, name: str) -> Lockstep:
        """Return a program's lockstep."""
        lockstep = self.stations[name].party.lockstep
        if lockstep is None:
            raise TypeError("the benchmark's own match did not begin")
        return lockstep


def cpu(entries: int, repeats: int) -> Wires:
    """Time all four in memory, in turn with the bare signatures."""
    wires = Wires()
    ours, least = [], []
    for repeat in range(repeats):
        ours.append(_spent(partial(_enter_all, wires, repeat, entries)) / entries)
        least.append(_spent(partial(_bare_signatures, entries)) / entries)
    print(f"CPU of all four for one entry, ms, {repeats} x {entries} entries: median")
    print(row("lockstep", median(ours), "bare signatures", median(least)))
    return wires


def _enter_all(wires: Wires, first: int, entries: int) -> None:
    for turn in range(first, first + entries):
        wires.enter(turn)


def _bare_signatures(entries: int) -> None:
    key, said = identity("x"), bytes(250)
    signature = key.sign(Purpose.ENTRY, said)
    for _ in range(entries):
        for _checked in range(CHECKED_SIGNATURES):
            is_signed_by(key.key, Purpose.ENTRY, said, signature)
        for _signed in range(MADE_SIGNATURES):
            key.sign(Purpose.ENTRY, said)


def _spent(work: Callable[[], object]) -> float:
    """Return the CPU milliseconds of some work, at least the clock's resolution, after a garbage collection."""
    gc.collect()
    before = process_time()
    work()
    return max(process_time() - before, get_clock_info("process_time").resolution) * 1000


# Catching up


def catch_up(wires: Wires, length: int, repeats: int) -> None:
    """Have a program that has no entry yet read a log in wire-sized chunks."""
    turn = 0
    while wires.lockstep(NAMES[0]).replica.length < length:
        wires.enter(turn)
        turn += 1
    replica = wires.lockstep(NAMES[0]).replica
    ours, least = [], []
    for _ in range(repeats):
        reader = Party(
            identity("will"), Ledger, wish=JoinRequest("will", 1, watch=True), agreed=agreed, entropy=os.urandom
        )
        reader.on_link_opened(1, identity(NAMES[0]).key, bytes(16), 0, ours=True)
        reader.on_message(1, _room(replica), 0)
        written = _chunks(replica.length, wires)
        ours.append(_spent(partial(_read, reader, written)))
        if reader.lockstep is None or reader.lockstep.replica.heads != replica.heads:
            raise ValueError("the reader has another log")
        least.append(_spent(partial(_bare_log, wires)))
    print(f"catching up with {replica.length} entries, entries/s of CPU, {repeats} repeats: median")
    rates = [replica.length * 1000 / median(times) for times in (ours, least)]
    print(row("lockstep", rates[0], "bare signatures and hashes", rates[1]))


def _room(replica: Replica) -> m.Room:
    """Return what the host tells a watcher before the log."""
    roster = replica.roster
    chairs = tuple(m.LobbySeat("person", one.name, one.level, one.key, ready=True, here=True) for one in roster.chairs)
    return m.Room(roster.match, roster.match, roster.host_key, OFFER.options, OFFER.digest, chairs, 1, MAX_SEATS)


def _chunks(length: int, wires: Wires) -> list[bytes]:
    written, start = [], 0
    while start < length:
        rows = next_chunk(wires.lockstep(NAMES[0]).replica, start)
        start += len(rows)
        written.append(frames.pack(m.Entries(rows)))
    return written


def _read(reader: Party, written: Sequence[bytes]) -> None:
    for one in written:
        reader.on_message(1, frames.unpack(one), 0)
        for effect in reader.take_effects(0):
            if isinstance(effect, Persist):
                write_record(effect.record)


def _bare_log(wires: Wires) -> None:
    replica = wires.lockstep(NAMES[0]).replica
    for entry, before in zip(replica.entries[1:], replica.heads[1:], strict=False):
        signed = entry.numbered.signed
        head = next_head(before, signed)
        claim = Claim(replica.match, replica.roster.ballot, entry.number, head)
        sealed = is_sealed(claim, entry.numbered.seal, replica.roster.host_key)
        if not sealed or not is_signed(signed, replica.roster.key_of(entry.core.author)):
            raise ValueError("the log is not signed")


# Telling


def row(name: str, ours: float, anchor: str, theirs: float) -> str:
    """Return a row with our figure and the reference."""
    figures = "{:.3f}" if ours < 100 else "{:,.0f}"
    return f"  {name:14} {figures.format(ours):>9}   {anchor} {figures.format(theirs):>9}   ratio {ours / theirs:.2f}"
