"""Real sockets on loopback: port 0, and every wait is for an event."""

from __future__ import annotations

import asyncio
import os
import socket
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from threading import Event

import pytest

from net import messages as m
from net.door import MAX_HALF_OPEN
from net.frames import LENGTH_BYTES, unpack
from net.guests import JoinRequest, TurnedAway
from net.link import CLEAR_FRAME, LinkConfig
from net.lobby import Lobby
from net.log.effects import EntryRecord, Record
from net.party import Party
from net.reasons import Reason
from net.shell.bridge import Bridge
from net.shell.driver import Driver, SessionEvent
from net.shell.news import Measured
from net.shell.tcp import Connected, Failed, Listening
from net.station import LinkEnded, Station
from tests.net.fake_lan import identity
from tests.net.parties import OFFER, agreed, joining, teller
from tools.netsim_game import TinyStory

PATIENCE = 20.0  # a bound for a test that would else hang; no test needs a tenth of it


class Program:
    """One program on loopback."""

    def __init__(self, name: str, *, seats: int = 0, password: bytes = b"", watches: bool = False) -> None:
        self.name = name
        lobby = Lobby(OFFER, identity(name).key, name, seats) if seats else None
        wish = JoinRequest(name, 1, watch=watches)
        self.party = Party(identity(name), teller(name), wish=wish, entropy=os.urandom, agreed=agreed, lobby=lobby)
        if lobby is not None:
            lobby.join(identity(name).key, joining(name))
        self.bridge = Bridge()
        self.kept: list[Record] = []
        self.waits = 0  # how often it waited for its disk
        self.told: list[SessionEvent] = []
        self.broken_disk = False
        self.asked = 0  # how often the disk was asked
        door = LinkConfig(identity(name), password)
        self.driver = Driver(Station(self.party), self.bridge, lambda: door, os.urandom, self.keep)

    def keep(self, records: Sequence[Record]) -> None:
        """Keep in memory, as a disk would."""
        self.asked += 1
        if self.broken_disk:
            raise OSError(28, "No space left on device")
        self.kept.extend(records)
        self.waits += 1

    def step(self) -> None:
        """Do what there is to do."""
        self.told += self.driver.step(now())

    def of(self, kind: type[SessionEvent]) -> list[SessionEvent]:
        """Return what the session was told, of one kind."""
        return [event for event in self.told if isinstance(event, kind)]


def now() -> int:
    return int(time.monotonic() * 1000)


class Lan:
    """Some programs and their stepping."""

    def __init__(self) -> None:
        self.programs: list[Program] = []

    def add(self, program: Program) -> Program:
        self.programs.append(program)
        return program

    def until(self, done: Callable[[], bool]) -> None:
        """Step all until something is so."""
        end = time.monotonic() + PATIENCE
        while not done():
            assert time.monotonic() < end, [(one.name, one.told[-3:]) for one in self.programs]
            for program in self.programs:
                program.step()
            self.programs[0].bridge.wait(0.002)

    def listen(self, program: Program) -> int:
        program.bridge.listen("127.0.0.1", 0)
        self.until(lambda: bool(program.of(Listening)))
        (listening,) = program.of(Listening)
        assert isinstance(listening, Listening)
        return listening.port


@pytest.fixture
def lan() -> Iterator[Lan]:
    lan = Lan()
    yield lan
    for program in lan.programs:
        program.bridge.close()


def over(program: Program) -> bool:
    lockstep = program.party.lockstep
    return lockstep is not None and isinstance(lockstep.replica.story, TinyStory) and lockstep.replica.story.over


def test_a_match_of_three_over_real_sockets(lan: Lan) -> None:
    host = lan.add(Program("hugo", seats=3, password=b"sol"))
    port = lan.listen(host)
    for name in ("ana", "bea"):
        guest = lan.add(Program(name, password=b"sol"))
        guest.bridge.dial("host", "127.0.0.1", port)
    lan.until(lambda: host.party.room is not None and all(chair.name for chair in host.party.room.chairs))
    for guest in lan.programs[1:]:
        lan.until(lambda guest=guest: guest.party.room is not None)  # type: ignore[misc] # bound now
        guest.party.requests.send_request(m.Ready(ready=True, digest=OFFER.digest), now())
    assert host.party.lobby is not None
    lan.until(lambda: host.party.lobby is not None and host.party.lobby.can_start)
    host.party.requests.start_match(b"header", now())
    lan.until(lambda: all(over(program) for program in lan.programs))
    heads = {one.party.lockstep.replica.heads[-1] for one in lan.programs if one.party.lockstep}
    assert len(heads) == 1
    assert len({sum(isinstance(record, EntryRecord) for record in one.kept) for one in lan.programs}) == 1


def test_a_wrong_password_is_refused_after_a_second(lan: Lan) -> None:
    host = lan.add(Program("hugo", seats=2, password=b"sol"))
    port = lan.listen(host)
    guest = lan.add(Program("ana", password=b"luna"))
    guest.bridge.dial("host", "127.0.0.1", port)
    lan.until(lambda: bool(guest.of(LinkEnded)))
    (ended,) = guest.of(LinkEnded)
    assert isinstance(ended, LinkEnded)
    assert (ended.lost.reason, ended.lost.by_them) == (Reason.WRONG_PASSWORD, True)


def test_a_full_table_says_so(lan: Lan) -> None:
    host = lan.add(Program("hugo", seats=1))
    port = lan.listen(host)
    guest = lan.add(Program("ana"))
    guest.bridge.dial("host", "127.0.0.1", port)
    lan.until(lambda: bool(guest.of(TurnedAway)))
    (away,) = guest.of(TurnedAway)
    assert isinstance(away, TurnedAway)
    assert away.reason is Reason.TABLE_FULL


def read_frame(plain: socket.socket) -> bytes:
    head = plain.recv(LENGTH_BYTES, socket.MSG_WAITALL)
    return plain.recv(int.from_bytes(head, "big"), socket.MSG_WAITALL)


def test_a_stranger_is_told_and_closed_and_the_table_stays(lan: Lan) -> None:
    host = lan.add(Program("hugo", seats=2))
    port = lan.listen(host)
    with socket.create_connection(("127.0.0.1", port), PATIENCE) as plain:
        plain.sendall(b"GET / HTTP/1.1\r\n\r\n")
        lan.until(lambda: bool(host.of(LinkEnded)))
        answer = read_frame(plain)
        assert answer[:1] == CLEAR_FRAME
        assert unpack(answer[1:]) == m.Refused(Reason.TOO_LARGE.value, "")
    guest = lan.add(Program("ana"))
    guest.bridge.dial("host", "127.0.0.1", port)
    lan.until(lambda: guest.party.room is not None)


def test_idle_sockets_of_one_address_push_out_one_another_and_keep_nobody_out(lan: Lan) -> None:
    host = lan.add(Program("hugo", seats=2))
    port = lan.listen(host)
    plain = [socket.create_connection(("127.0.0.1", port), PATIENCE) for _ in range(MAX_HALF_OPEN + 3)]
    lan.until(lambda: len(host.of(Connected)) == MAX_HALF_OPEN + 3)
    assert unpack(read_frame(plain[0])[1:]) == m.Refused(Reason.TOO_MANY_LINKS.value, "")
    guest = lan.add(Program("ana"))
    guest.bridge.dial("host", "127.0.0.1", port)
    lan.until(lambda: guest.party.room is not None)
    for one in plain:
        one.close()
    lan.until(lambda: len(host.of(LinkEnded)) == MAX_HALF_OPEN + 3)


def test_a_disk_that_is_full_makes_a_host_mute_and_never_a_liar(lan: Lan) -> None:
    host = lan.add(Program("hugo", seats=2))
    port = lan.listen(host)
    guest = lan.add(Program("ana"))
    guest.bridge.dial("host", "127.0.0.1", port)
    lan.until(lambda: guest.party.room is not None)
    guest.party.requests.send_request(m.Ready(ready=True, digest=OFFER.digest), now())
    lan.until(lambda: host.party.lobby is not None and host.party.lobby.can_start)
    host.broken_disk = True
    host.party.requests.start_match(b"header", now())
    lan.until(lambda: host.driver.mute)
    assert isinstance(host.of(Failed)[0], Failed)
    for _ in range(20):
        guest.step()
    assert guest.party.lockstep is None


def test_what_is_kept_beside_is_kept_before_anything_behind_it_is_sent(lan: Lan) -> None:
    host, guest = lan.add(Program("hugo", seats=2)), lan.add(Program("ana"))
    port = lan.listen(host)
    guest.bridge.dial("host", "127.0.0.1", port)
    lan.until(lambda: guest.party.room is not None)
    (connected,) = guest.of(Connected)
    assert isinstance(connected, Connected)
    disk = Event()
    order: list[str] = []
    write = guest.bridge._sockets.send
    guest.bridge._sockets.send = lambda number, sent: (order.append("sent"), write(number, sent))[1]  # type: ignore[method-assign,func-returns-value] # watched

    def keep() -> None:
        disk.wait(PATIENCE)
        order.append("kept")

    guest.bridge.write_record(keep)  # nobody here waits for the disk
    guest.bridge.send(connected.number, b"")
    assert order == []
    disk.set()
    lan.until(lambda: len(order) >= 2)
    assert order[:2] == ["kept", "sent"]


def test_of_two_bridges_in_one_thread_none_waits_for_the_others_disk(lan: Lan) -> None:
    one, ana, bea = lan.add(Program("hugo", seats=3)), lan.add(Program("ana")), lan.add(Program("bea"))
    port = lan.listen(one)
    disk = Event()
    for guest in (ana, bea):
        lan.programs.remove(guest)
        guest.bridge.close()
        guest.bridge = guest.driver._bridge = Bridge(beside=one.bridge)
        lan.add(guest)
        guest.bridge.dial("host", "127.0.0.1", port)

    def keep() -> None:
        disk.wait(PATIENCE)

    ana.bridge.write_record(keep)
    lan.until(lambda: bea.party.room is not None)
    assert ana.party.room is None
    disk.set()
    lan.until(lambda: ana.party.room is not None)
    lan.programs.sort(key=lambda program: program is one)  # whose thread it is closes last


def test_a_bridge_beside_another_is_silent_until_its_disk_takes_everything(lan: Lan) -> None:
    host, guest = lan.add(Program("hugo", seats=2)), lan.add(Program("ana"))
    own = host.bridge
    host.bridge = host.driver._bridge = Bridge(beside=own)
    port = lan.listen(host)
    host.driver._keep = lambda records: host.bridge.write_record(partial(host.keep, records))
    guest.bridge.dial("host", "127.0.0.1", port)
    lan.until(lambda: guest.party.room is not None)
    host.broken_disk = True
    guest.party.requests.send_request(m.Ready(ready=True, digest=OFFER.digest), now())
    lan.until(lambda: host.party.lobby is not None and host.party.lobby.can_start)
    host.party.requests.start_match(b"header", now())
    lan.until(lambda: bool(host.driver.disk_refusal))
    assert guest.party.lockstep is None
    host.broken_disk = False
    lan.until(lambda: all(over(program) for program in lan.programs))
    assert not host.driver.disk_refusal
    assert len(host.of(Failed)) == 1
    host.bridge.close()
    own.close()


def test_a_disk_that_refuses_beside_silences_the_program_until_it_takes_everything(lan: Lan) -> None:
    host, guest = lan.add(Program("hugo", seats=2)), lan.add(Program("ana"))
    port = lan.listen(host)
    host.driver._keep = lambda records: host.bridge.write_record(partial(host.keep, records))
    guest.bridge.dial("host", "127.0.0.1", port)
    lan.until(lambda: guest.party.room is not None)
    host.broken_disk = True
    guest.party.requests.send_request(m.Ready(ready=True, digest=OFFER.digest), now())
    lan.until(lambda: host.party.lobby is not None and host.party.lobby.can_start)
    host.party.requests.start_match(b"header", now())
    lan.until(lambda: bool(host.driver.disk_refusal))
    assert host.of(Failed) == [Failed("journal", "No space left on device")]
    asked = host.asked
    lan.until(lambda: host.asked > asked + 1)  # it is asked again and again
    assert guest.party.lockstep is None
    assert host.party.lockstep is not None, "the host's core goes on"
    host.broken_disk = False
    lan.until(lambda: all(over(program) for program in lan.programs))
    assert not host.driver.disk_refusal
    assert len(host.of(Failed)) == 1
    heads = {one.party.lockstep.replica.heads[-1] for one in lan.programs if one.party.lockstep}
    assert len(heads) == 1
    assert len({sum(isinstance(record, EntryRecord) for record in one.kept) for one in lan.programs}) == 1


def test_what_a_disk_never_took_is_never_said(lan: Lan) -> None:
    host, guest = lan.add(Program("hugo", seats=2)), lan.add(Program("ana"))
    port = lan.listen(host)
    host.driver._keep = lambda records: host.bridge.write_record(partial(host.keep, records))
    guest.bridge.dial("host", "127.0.0.1", port)
    lan.until(lambda: guest.party.room is not None)
    host.broken_disk = True
    guest.party.requests.send_request(m.Ready(ready=True, digest=OFFER.digest), now())
    lan.until(lambda: host.party.lobby is not None and host.party.lobby.can_start)
    host.party.requests.start_match(b"header", now())
    lan.until(lambda: bool(host.driver.disk_refusal))
    host.bridge.close()
    lan.until(lambda: bool(guest.of(LinkEnded)))
    assert guest.party.lockstep is None


def test_the_way_to_an_address_is_measured(lan: Lan) -> None:
    host, guest = lan.add(Program("hugo", seats=2)), lan.add(Program("ana"))
    port = lan.listen(host)
    guest.bridge.measure_ping("way 0", "127.0.0.1", port)
    lan.until(lambda: bool(guest.of(Measured)))
    with socket.create_server(("127.0.0.1", 0)) as taken:
        closed = taken.getsockname()[1]
    guest.bridge.measure_ping("way 1", "127.0.0.1", closed)
    lan.until(lambda: len(guest.of(Measured)) == 2)
    one, other = guest.of(Measured)
    assert isinstance(one, Measured)
    assert one.target == "way 0"
    assert one.took is not None
    assert other == Measured("way 1", None)


def test_nobody_answers_at_a_closed_port(lan: Lan) -> None:
    guest = lan.add(Program("ana"))
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    guest.bridge.dial("host", "127.0.0.1", port)
    lan.until(lambda: bool(guest.of(Failed)))
    (failed,) = guest.of(Failed)
    assert isinstance(failed, Failed)
    assert failed.target == "host"
    assert failed.why


def test_a_port_that_is_taken_gives_way_to_a_free_one(lan: Lan) -> None:
    host = lan.add(Program("hugo", seats=2))
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        host.bridge.listen("127.0.0.1", port)
        lan.until(lambda: bool(host.of(Listening)))
    (listening,) = host.of(Listening)
    assert isinstance(listening, Listening)
    assert listening.port not in (0, port)


def test_a_closed_bridge_leaves_no_thread() -> None:
    bridge = Bridge()
    assert bridge.thread.is_running
    bridge.close()
    assert not bridge.thread.is_running


def test_a_bridge_may_be_closed_twice() -> None:
    bridge = Bridge()
    bridge.close()
    bridge.close()
    bridge.send(1, b"x")
    assert bridge.take_events() == []


def _works(family: socket.AddressFamily, here: str) -> bool:
    """Tell whether this machine has such addresses."""
    try:
        with socket.socket(family) as probe:
            probe.bind((here, 0))
    except OSError:
        return False
    return True


KINDS = [one for one in ((socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::1")) if _works(*one)]


def test_a_port_on_every_interface_is_one_port_for_both_kinds_of_address() -> None:
    """Which of two random ports was told depended on the order of a set."""
    for _ in range(4):
        bridge = Bridge()
        try:
            bridge.listen(None, 0)
            bridge.wait(PATIENCE)
            (told,) = bridge.take_events()
            assert isinstance(told, Listening)
            for family, here in KINDS:
                with socket.socket(family) as caller:
                    caller.settimeout(PATIENCE)
                    caller.connect((here, told.port))
        finally:
            bridge.close()


def test_a_late_watcher_waits_for_its_disk_a_few_times_and_not_for_each_entry(lan: Lan) -> None:
    host = lan.add(Program("hugo", seats=1))
    port = lan.listen(host)
    host.party.requests.start_match(b"header", now())
    lan.until(lambda: over(host))
    late = lan.add(Program("ana", watches=True))
    late.bridge.dial("host", "127.0.0.1", port)
    lan.until(lambda: over(late))
    entries = sum(isinstance(record, EntryRecord) for record in late.kept)
    assert entries > 10
    assert late.waits <= 4


def test_what_is_still_under_way_does_not_hold_a_bridge_that_closes() -> None:
    bridge = Bridge()
    asleep = asyncio.run_coroutine_threadsafe(asyncio.sleep(10 * PATIENCE), bridge._loop)
    bridge.close()
    assert not bridge.thread.is_running
    assert asleep.cancelled()
