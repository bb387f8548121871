"""Since when somebody who is here keeps back what the table waits for: that is no better than being away."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

# A slow machine takes seconds for its part of a deal; whoever takes longer is shown like one who is away.
SILENT_AFTER_MS: Final = 10_000


class Silence:
    """The clock beside each seat that owes something."""

    def __init__(self) -> None:
        self._since: dict[int, int] = {}

    def update(self, owing: Collection[int], now: int) -> None:
        """Start the clocks of those who owe something, and stop those of all others."""
        if owing or self._since:
            self._since = {seat: self._since.get(seat, now) for seat in owing}

    def skip_sleep(self, gap: int) -> None:
        """Let the clocks stand still for the time in which we did not listen."""
        self._since = {seat: since + gap for seat, since in self._since.items()}

    def silent_since(self, seat: int, now: int) -> int | None:
        """Return since when a seat has been silent, None while that is too short to matter."""
        since = self._since.get(seat)
        return since if since is not None and now - since >= SILENT_AFTER_MS else None
