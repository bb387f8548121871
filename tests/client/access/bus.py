"""A private bus with the system's registry of accessible programs, and what a screen reader can read on it."""

from __future__ import annotations

import os
import select
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Any

from jeepney import DBusAddress, Properties, new_method_call
from jeepney.io.blocking import DBusConnection, open_dbus_connection

PATIENCE = 30.0
NEEDED = "tests of screen readers need dbus and at-spi2-core (apt: dbus at-spi2-core)"
LAUNCHERS = ("/usr/libexec/at-spi-bus-launcher", "/usr/lib/at-spi2-core/at-spi-bus-launcher")
ACCESSIBLE = "org.a11y.atspi.Accessible"
REGISTRY = ("org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root")
Place = tuple[str, str]  # a program's name on the bus, a path in it

# The roles of AT-SPI by number, under the names the tree has for them.
ROLES = {
    16: "DIALOG", 23: "WINDOW", 29: "TEXT", 32: "ROW", 39: "GROUP", 40: "SECRET", 43: "BUTTON", 44: "OPTION",
    51: "SLIDER", 52: "STEPPER", 62: "SWITCH", 79: "FIELD", 88: "LINK", 98: "LIST", 111: "LOG",
}  # fmt: skip

# The numbers of some states of AT-SPI.
CHECKED, ENABLED, FOCUSED, PRESSED, SELECTED = 4, 8, 12, 20, 23


def launcher() -> str | None:
    """Return the program that starts the bus of readers, where it is installed."""
    return next((path for path in LAUNCHERS if Path(path).exists()), None)


@contextmanager
def private_bus() -> Iterator[dict[str, str]]:
    """Start a session bus with a bus of readers on it; give the variables under which programs find both.

    The launcher puts the socket of its bus into the folder of the user's session: each has one of its own, or the
    next launcher takes it away.
    """
    daemon, starts = shutil.which("dbus-daemon"), launcher()
    assert daemon is not None, NEEDED
    assert starts is not None, NEEDED
    folder = tempfile.TemporaryDirectory(prefix="comodin-bus-", ignore_cleanup_errors=True)
    read_end, write_end = os.pipe()
    command = [daemon, "--session", "--nofork", f"--print-address={write_end}"]
    bus = subprocess.Popen(command, pass_fds=[write_end], stderr=subprocess.DEVNULL)
    os.close(write_end)
    try:
        assert select.select([read_end], [], [], PATIENCE)[0], "the bus did not start"
        address = os.read(read_end, 512).decode().strip()
        variables = {name: value for name, value in os.environ.items() if not name.startswith("AT_SPI")}
        variables |= {"DBUS_SESSION_BUS_ADDRESS": address, "GTK_A11Y": "none", "XDG_RUNTIME_DIR": folder.name}
        readers = subprocess.Popen(
            [starts, "--launch-immediately"], env=variables, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        try:
            yield variables
        finally:
            readers.terminate()
            readers.wait()
    finally:
        os.close(read_end)
        bus.terminate()
        bus.wait()
        folder.cleanup()


class GoneError(LookupError):
    """What was asked is there no more: the window shows something else meanwhile."""


@dataclass
class Heard:
    """One thing as a reader finds it."""

    place: Place
    role: str
    name: str
    note: str
    states: set[int]
    box: tuple[int, int, int, int]
    actions: tuple[str, ...]
    children: list[Heard] = field(default_factory=list)

    def walk(self) -> Iterator[Heard]:
        yield self
        for child in self.children:
            yield from child.walk()


def _role(number: int) -> str:
    return ROLES.get(number, f"role {number}")


class Reader:
    """A screen reader without a voice."""

    def __init__(self, variables: dict[str, str]) -> None:
        session = open_dbus_connection(variables["DBUS_SESSION_BUS_ADDRESS"])
        at = DBusAddress("/org/a11y/bus", "org.a11y.Bus", "org.a11y.Bus")
        self._session = session
        status = DBusAddress("/org/a11y/bus", "org.a11y.Bus", "org.a11y.Status")
        session.send_and_get_reply(Properties(status).set("IsEnabled", "b", True), timeout=PATIENCE)
        self._bus = open_dbus_connection(self._call(session, at, "GetAddress")[0])

    @staticmethod
    def _call(
        bus: DBusConnection, at: DBusAddress, method: str, signature: str = "", body: tuple[Any, ...] = ()
    ) -> Any:
        reply = bus.send_and_get_reply(new_method_call(at, method, signature or None, body), timeout=PATIENCE)
        if reply.header.message_type.name != "method_return":
            raise GoneError(f"{method} of {at.object_path}: {reply.body}")
        return reply.body

    def ask(self, place: Place, interface: str, method: str, signature: str = "", *body: Any) -> Any:
        """Ask a thing something."""
        return self._call(self._bus, DBusAddress(place[1], place[0], interface), method, signature, body)

    def fact(self, place: Place, name: str, interface: str = ACCESSIBLE) -> Any:
        """Return a property of a thing."""
        at = DBusAddress(place[1], place[0], interface)
        reply = self._bus.send_and_get_reply(Properties(at).get(name), timeout=PATIENCE)
        if reply.header.message_type.name != "method_return":
            raise GoneError(f"{name} of {place[1]}: {reply.body}")
        return reply.body[0][1]

    def children(self, place: Place) -> list[Place]:
        return [(one[0], one[1]) for one in self.ask(place, ACCESSIBLE, "GetChildren")[0]]

    def program(self) -> Place:
        """Wait for the one program on the bus."""
        end = monotonic() + PATIENCE
        while monotonic() < end:
            found = self.children(REGISTRY)
            if found and self.children(found[0]):
                return found[0]
        raise AssertionError("no program came to the bus of readers")

    def window(self) -> Place:
        return self.children(self.program())[0]

    def hear(self, place: Place) -> Heard:
        """Read a thing and everything inside it."""
        low, high = self.ask(place, ACCESSIBLE, "GetState")[0]
        states = {at for at in range(64) if (low | high << 32) >> at & 1}
        box = self.ask(place, "org.a11y.atspi.Component", "GetExtents", "u", 1)[0]
        actions: tuple[str, ...] = ()
        with suppress(GoneError):  # what cannot be used has no such interface
            actions = tuple(one[0] for one in self.ask(place, "org.a11y.atspi.Action", "GetActions")[0])
        return Heard(
            place, _role(self.ask(place, ACCESSIBLE, "GetRole")[0]), self.fact(place, "Name"),
            self.fact(place, "Description"), states, box, actions, [self.hear(one) for one in self.children(place)],
        )  # fmt: skip

    def use(self, place: Place) -> None:
        """Use a thing, as a reader's own key does."""
        assert self.ask(place, "org.a11y.atspi.Action", "DoAction", "i", 0)[0]

    def focus(self, place: Place) -> None:
        """Bring the focus to a thing."""
        assert self.ask(place, "org.a11y.atspi.Component", "GrabFocus")[0]

    def close(self) -> None:
        self._bus.close()
        self._session.close()
