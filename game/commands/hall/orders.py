"""What whoever keeps a hall says on its standard input, an order a line; `HallRounds.hear` knows all but `stop`.

Law: where the input ends, so does the hall: a hall whose window is gone is kept by nobody.
"""

from __future__ import annotations

from collections.abc import Iterable
from queue import SimpleQueue
from threading import Thread
from typing import Final

STOP: Final = "stop"


class HallOrders:
    """The words, read beside the hall; `taken` returns those that have come."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._heard: SimpleQueue[str] = SimpleQueue()
        Thread(target=self._read, args=(lines,), name="comodin-orders", daemon=True).start()

    def _read(self, lines: Iterable[str]) -> None:
        for line in lines:
            self._heard.put(line.strip())
        self._heard.put(STOP)

    def taken(self) -> list[str]:
        """Return what was said since this was asked last."""
        return [self._heard.get() for _ in range(self._heard.qsize())]
