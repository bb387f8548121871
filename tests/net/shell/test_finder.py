"""Tables find each other by zeroconf on loopback; every wait is for an event, and names and ports are our own."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator

import pytest

from net.discovery import Announcement, TableRow, TableStatus, to_properties
from net.guests import JoinRequest
from net.identity import table_id_of
from net.link import LinkConfig
from net.lobby import Lobby
from net.messages import PROTOCOL, Info
from net.party import Party
from net.shell.bridge import Bridge
from net.shell.driver import Driver
from net.shell.finder import Finder
from net.shell.tcp import Listening
from net.station import Station
from tests.net.fake_lan import identity
from tests.net.parties import OFFER, agreed, teller

LOOPBACK = ("127.0.0.1",)
PATIENCE = 20.0


def now() -> int:
    return int(time.monotonic() * 1000)


class Host:
    """A program that keeps a table and announces it on loopback."""

    def __init__(self, name: str, claims: bytes = b"") -> None:
        self.bridge = Bridge(LOOPBACK)
        self.table = table = claims or table_id_of(identity(name).key)
        self.label = f"comodin-{name.lower()}-{table.hex()}"[:60]
        lobby = Lobby(OFFER, identity(name).key, name, 2)
        party = Party(
            identity(name), teller(name), wish=JoinRequest(name, 1), entropy=bytes, agreed=agreed, lobby=lobby
        )
        info = Info(PROTOCOL, PROTOCOL, 1, "tiny", name, 0, 2, bytes(16), locked=False, playing=False, table=table)
        door = LinkConfig(identity(name), b"", info)
        self.driver = Driver(Station(party), self.bridge, lambda: door, os.urandom, lambda _records: None)
        self.bridge.listen("127.0.0.1", 0)

    def step(self) -> None:
        for told in self.driver.step(now()):
            if isinstance(told, Listening):
                said = Announcement(self.table, "tiny", 0, 2, "00", locked=False)
                self.bridge.announce(self.label, told.port, to_properties(said))


@pytest.fixture
def finder() -> Iterator[Finder]:
    finder = Finder(Bridge(LOOPBACK), os.urandom)
    yield finder
    finder.close()


def until(done: Callable[[], bool], finder: Finder, *hosts: Host) -> None:
    """Step all until something is so; where the system refuses multicast on loopback there is nothing to test."""
    end = time.monotonic() + PATIENCE
    while not done():
        finder.step(now())
        for host in hosts:
            host.step()
        if finder.unheard:
            pytest.skip(f"multicast on loopback is refused here: {finder.unheard}")
        assert time.monotonic() < end, finder.rows
        hosts[0].bridge.wait(0.002)


def row_of(finder: Finder, table: bytes) -> TableRow | None:
    return next((row for row in finder.rows if row.announced.table == table), None)


def test_a_table_is_found_asked_and_gone_when_its_host_leaves(finder: Finder) -> None:
    hosts = [Host("Ana"), Host("Bea")]
    table, other = (host.table for host in hosts)
    try:
        for wanted, name in ((table, "Ana"), (other, "Bea")):
            until(
                lambda wanted=wanted: (
                    (row := row_of(finder, wanted)) is not None  # type: ignore[misc] # bound now
                    and row.status is TableStatus.OPEN
                ),
                finder,
                *hosts,
            )
            row = row_of(finder, wanted)
            assert row is not None
            assert row.info is not None
            assert row.info.name == name
        hosts[0].bridge.close()
        until(lambda: row_of(finder, table) is None, finder, *hosts)
        assert row_of(finder, other) is not None
    finally:
        for host in hosts:
            host.bridge.close()


def answered_by(finder: Finder, host: Host, name: str) -> bool:
    """Tell whether a table's row is there and open, and is never anybody else's."""
    row = row_of(finder, host.table)
    if row is None or row.info is None:
        return False
    assert (row.info.name, row.info.key) == (name, identity(name).key)
    return row.status is TableStatus.OPEN


def test_a_squatter_on_the_network_gets_neither_the_row_nor_the_host_off_it(finder: Finder) -> None:
    """It announces the same table from its own port, answers there, and its other tables are false."""
    ana = Host("Ana")
    squatters = [Host("Eve", ana.table), *(Host(f"False {at}", os.urandom(16)) for at in range(6))]
    hosts = [*squatters, ana]
    try:
        until(lambda: answered_by(finder, ana, "Ana"), finder, *hosts)
        ours = {host.table for host in hosts}  # somebody may play on this computer meanwhile
        shown = {row.announced.table for row in finder.rows if row.status is TableStatus.OPEN}
        assert shown & ours == {ana.table}
    finally:
        for host in hosts:
            host.bridge.close()
