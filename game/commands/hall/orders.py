"""The keeper's orders on a hall's standard input, one a line; `HallRounds.carry_out_order` knows all but `stop`.

Law: when the input ends, so does the hall: its window is gone.
"""

from __future__ import annotations

from collections.abc import Iterable
from queue import SimpleQueue
from threading import Thread
from typing import Final

STOP_ORDER: Final = "stop"


class HallOrders:
    """The orders, read in another thread; `take_new` returns the new ones."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._heard: SimpleQueue[str] = SimpleQueue()
        Thread(target=self._read, args=(lines,), name="comodin-orders", daemon=True).start()

    def _read(self, lines: Iterable[str]) -> None:
        for line in lines:
            self._heard.put(line.strip())
        self._heard.put(STOP_ORDER)

    def take_new(self) -> list[str]:
        """Return the orders since the last call."""
        return [self._heard.get() for _ in range(self._heard.qsize())]
