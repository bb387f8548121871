"""The sockets of a LAN table: the network's driver and bridge behind what a table asks for."""

from __future__ import annotations

from game.lan.table import Called, NoAnswer, Open
from net.shell.bridge import Bridge
from net.shell.driver import Driver
from net.shell.tcp import Connected, Failed, Listening


class BridgeWire:
    """A station that is driven over one bridge."""

    def __init__(self, driver: Driver, bridge: Bridge) -> None:
        self._driver = driver
        self._bridge = bridge

    @property
    def disk_refusal(self) -> str:
        """Why the disk does not take what has to be kept, so that nothing is said; empty while it does."""
        return self._driver.disk_refusal

    @property
    def has_last_words(self) -> bool:
        """Whether something that was said on a connection given up since still waits for its turn."""
        return self._driver.station.has_last_words

    def step(self, now: int) -> list[object]:
        """Do all there is to do now, and return what the session has to know."""
        return [_told(one) for one in self._driver.step(now)]

    def listen(self, interface: str | None, port: int) -> None:
        """Open a port; Open or NoAnswer follows."""
        self._bridge.listen(interface, port)

    def dial(self, target: str, host: str, port: int) -> None:
        """Call an address."""
        self._bridge.dial(target, host, port)

    def wait(self, now: int, most: float) -> None:
        """Wait until something happens or is due, at most `most` seconds."""
        self._bridge.wait(self.pause(now, most))

    def pause(self, now: int, most: float) -> float:
        """Return the seconds until something is due, at most `most`."""
        due = self._driver.pause_until(now)
        return most if due is None else min(due, most)

    def close(self) -> None:
        """Close everything."""
        self._bridge.close()


def _told(one: object) -> object:
    if isinstance(one, Listening):
        return Open(one.port)
    if isinstance(one, Connected):
        return Called(one.number, one.target, one.local)
    return NoAnswer(one.target, one.why) if isinstance(one, Failed) else one
