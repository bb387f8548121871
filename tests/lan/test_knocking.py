"""Strangers at the door of a real program on loopback: idle sockets, slow bytes and wrong passwords shut nobody out."""

from __future__ import annotations

import itertools
import os
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from net.errors import RemoteProtocolError
from net.frames import LENGTH_BYTES, with_length
from net.identity import Identity
from net.link import LinkConfig, LinkRole, SecureLink
from tests.lan.processes import Table, agree

GREETING = with_length(
    SecureLink(LinkRole.JOINER, LinkConfig(Identity.from_seed(bytes(32)), b"luna"), os.urandom).first_frames()[0]
)
BREATH = 0.02  # seconds between two of a stranger's deeds


def address_of(table: Table) -> tuple[str, int]:
    """Where the host listens."""
    host, port = table.host.says(lambda line: line.startswith("127.0.0.1:")).split(":")
    return host, int(port)


def knock(where: tuple[str, int], source: str) -> socket.socket:
    """Connect from an address of this machine."""
    return socket.create_connection(where, 10, source_address=(source, 0))


def sources() -> tuple[str, ...]:
    """Addresses of this machine to come from; where only one is to be had, that one."""
    found = []
    for at in range(1, 9):
        with suppress(OSError), socket.socket() as probe:
            probe.bind((f"127.0.0.{at}", 0))
            found.append(f"127.0.0.{at}")
    return tuple(found)


@contextmanager
def strangers(deed: Callable[[str], None], *others: str) -> Iterator[None]:
    """Let a stranger do something from each address in turn, again and again, as long as the block lasts."""
    over = threading.Event()

    def go_on() -> None:
        for source in itertools.cycle(others):
            with suppress(OSError, RemoteProtocolError):
                deed(source)
            if over.wait(BREATH):
                return

    thread = threading.Thread(target=go_on, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join(60)


class Idlers:
    """Sockets that say nothing, or a greeting byte by byte; one that was closed is opened again."""

    def __init__(self, where: tuple[str, int], most: int) -> None:
        self.where = where
        self.most = most
        self.held: list[socket.socket] = []
        self._said: dict[socket.socket, int] = {}
        self.opened = 0
        self._ready = threading.Event()

    def __call__(self, source: str) -> None:
        """Open one more, and let all drip a byte."""
        self.held.append(knock(self.where, source))
        self.opened += 1
        if self.opened >= self.most:
            self._ready.set()
        for one in self.held[:]:
            try:
                at = self._said[one] = self._said.get(one, -1) + 1
                if at % 2 and at < len(GREETING) - 1:
                    one.send(GREETING[at // 2 : at // 2 + 1])
                one.setblocking(False)
                if one.recv(64) == b"":
                    raise EOFError
            except BlockingIOError:
                continue
            except (OSError, EOFError):
                one.close()
                self.held.remove(one)

    def close(self) -> None:
        """Leave no socket behind."""
        for one in self.held:
            one.close()

    def wait(self) -> None:
        """Wait until the door is as full as it gets."""
        assert self._ready.wait(60)


def guess(where: tuple[str, int], source: str) -> None:
    """Try a wrong password, and go without waiting for the answer."""
    link = SecureLink(LinkRole.JOINER, LinkConfig(Identity.from_seed(os.urandom(32)), b"luna"), os.urandom)
    with knock(where, source) as plain:
        plain.sendall(with_length(link.first_frames()[0]))
        head = plain.recv(LENGTH_BYTES, socket.MSG_WAITALL)
        answer = plain.recv(int.from_bytes(head, "big"), socket.MSG_WAITALL)
        if not answer:
            return  # it was pushed out by the next
        for payload in link.on_handshake_frame(answer).frames:
            plain.sendall(with_length(payload))


@pytest.fixture
def password(tmp_path: Path) -> tuple[str, str]:
    path = tmp_path / "password"
    path.write_text("sol\n", encoding="utf-8")
    return ("--password-file", str(path))


@pytest.mark.whole  # in virtual time: `tests/net/test_station.py`
def test_idle_and_dripping_sockets_from_many_addresses_keep_no_guest_out(tmp_path: Path) -> None:
    table = Table(tmp_path, "rummy", 2, "--seat", "bot:easy", "--option", "hands=1")
    try:
        table.host.start()
        idlers = Idlers(address_of(table), 100)
        with strangers(idlers, *sources()):
            idlers.wait()
            table.plays_on(table.join("guest", "--player", "bot:easy:1"), table.host)
        idlers.close()
    finally:
        table.close()


@pytest.mark.whole  # in virtual time: `tests/net/test_station.py`
def test_guesses_from_the_very_address_of_a_guest_keep_it_not_out(tmp_path: Path, password: tuple[str, str]) -> None:
    table = Table(tmp_path, "rummy", 2, "--seat", "bot:easy", "--option", "hands=1", *password)
    try:
        table.host.start()
        where = address_of(table)
        for _ in range(20):
            guess(where, "127.0.0.1")
        table.plays_on(table.join("guest", "--player", "bot:easy:1", *password), table.host)
    finally:
        table.close()


@pytest.mark.whole
def test_a_player_comes_back_while_its_own_address_and_all_others_guess(
    tmp_path: Path, password: tuple[str, str]
) -> None:
    table = Table(tmp_path, "rummy", 2, "--seat", "bot:easy", "--option", "hands=1", *password)
    try:
        table.host.start()
        where = address_of(table)
        guest = table.join("guest", "--player", "bot:easy:1", *password)
        guest.reaches(40)
        guest.kill()
        for _ in range(40):
            guess(where, "127.0.0.1")
        with strangers(lambda source: guess(where, source), *sources()):
            guest.start()
            agree(table.results())
    finally:
        table.close()
