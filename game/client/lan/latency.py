"""Measures the round trip to the others at a LAN table, by opening and closing a connection now and then.

Only real links are measured: the host calls everybody, and the others call the host. An unreachable peer has no figure.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from game.lan.addresses import read_address

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Addresses = Mapping[int, tuple[str, ...]]

    from net.shell.news import Measured

MEASURE_INTERVAL_SECONDS: Final = 5.0  # seconds between two calls
_REQUEST_PREFIX: Final = "way "  # prefix of the seat in the name of a request to the bridge


class Latency:
    """Measures the round trips; `round_trip_ms` holds the milliseconds of each seat that answered last time."""

    def __init__(self, measure: Callable[[str, str, int], None]) -> None:
        self.round_trip_ms: dict[int, int] = {}
        self._measure = measure
        self._due = 0.0
        self._turns: dict[int, int] = {}  # index of the seat's address to be called next

    def step(self, now: float, where: Callable[[], Addresses]) -> None:
        """Call everybody if a measurement is due; drop the figures of seats that have left."""
        if now < self._due:
            return
        self._due, addresses = now + MEASURE_INTERVAL_SECONDS, where()
        self.round_trip_ms = {seat: ms for seat, ms in self.round_trip_ms.items() if seat in addresses}
        for seat, known in addresses.items():
            if known:
                self._call(seat, known[self._turns.get(seat, 0) % len(known)])

    def _call(self, seat: int, address: str) -> None:
        try:
            host, port = read_address(address)
        except ValueError:
            self._missed(seat)
        else:
            self._measure(f"{_REQUEST_PREFIX}{seat}", host, port)

    def store_results(self, measured: Measured) -> None:
        """Store the result of a finished call."""
        seat = int(measured.target.removeprefix(_REQUEST_PREFIX))
        if measured.took is None:
            self._missed(seat)
        else:
            self.round_trip_ms[seat] = measured.took

    def _missed(self, seat: int) -> None:
        self.round_trip_ms.pop(seat, None)
        self._turns[seat] = self._turns.get(seat, 0) + 1
