"""The network's driver and bridge as a LAN table's `Wire`."""

from __future__ import annotations

from game.lan.table import DialFailed, LinkConnected, PortOpen
from net.shell.bridge import Bridge
from net.shell.driver import Driver
from net.shell.tcp import Connected, Failed, Listening


class BridgeWire:
    """A station driven over one bridge."""

    def __init__(self, driver: Driver, bridge: Bridge) -> None:
        self._driver = driver
        self._bridge = bridge

    @property
    def disk_refusal(self) -> str:
        """Why the disk refuses records, so that nothing is sent; empty while it accepts them."""
        return self._driver.disk_refusal

    @property
    def has_unsent(self) -> bool:
        """Whether a closed connection still has queued output."""
        return self._driver.station.has_unsent

    def step(self, now: int) -> list[object]:
        """Do all that is due now, and return the session's events."""
        return [_session_event(event) for event in self._driver.step(now)]

    def listen(self, interface: str | None, port: int) -> None:
        """Open a port; PortOpen or DialFailed follows."""
        self._bridge.listen(interface, port)

    def dial(self, target: str, host: str, port: int) -> None:
        """Connect to an address."""
        self._bridge.dial(target, host, port)

    def wait(self, now: int, max_seconds: float) -> None:
        """Wait until something happens or is due, at most `most` seconds."""
        self._bridge.wait(self.seconds_until_due(now, max_seconds))

    def seconds_until_due(self, now: int, max_seconds: float) -> float:
        """Return the seconds until something is due, at most `most`."""
        due = self._driver.seconds_until_due(now)
        return max_seconds if due is None else min(due, max_seconds)

    def close(self) -> None:
        """Close everything."""
        self._bridge.close()


def _session_event(event: object) -> object:
    if isinstance(event, Listening):
        return PortOpen(event.port)
    if isinstance(event, Connected):
        return LinkConnected(event.number, event.target, event.local)
    return DialFailed(event.target, event.why) if isinstance(event, Failed) else event
