"""The clock of a turn on the LAN, in milliseconds: it stands still while the table waits for somebody."""

from __future__ import annotations

# How long after the limit a host waits for the mover's own program to end the turn.
OVERDUE_AFTER_MS = 10_000


class TurnClock:
    """Counts one turn at a time; at a table without a limit it counts nothing."""

    def __init__(self, seconds: int) -> None:
        self._limit = seconds * 1_000
        self._turn: tuple[int, int] | None = None
        self._deadline: int | None = None
        self._late_reported = False

    def stop(self) -> None:
        """Stop counting: it is nobody's turn."""
        self._turn, self._deadline = None, None

    def update(self, turn: tuple[int, int], now: int, elapsed: int, *, held: bool) -> bool:
        """Count the time of a turn, or let the clock stand while `held`; return whether the time is over."""
        if not self._limit:
            return False
        if turn != self._turn:
            self._turn, self._deadline, self._late_reported = turn, now + self._limit, False
        elif held and self._deadline is not None:
            self._deadline += elapsed
        return self._deadline is not None and now >= self._deadline and not held

    def take_first_late(self) -> bool:
        """Return True once a turn, at the first call: so that a late turn is reported once."""
        first, self._late_reported = not self._late_reported, True
        return first

    def is_mover_overdue(self, now: int) -> bool:
        """Return whether the mover's own program should long have ended the turn."""
        return self._deadline is not None and now >= self._deadline + OVERDUE_AFTER_MS

    def is_host_overdue(self, now: int) -> bool:
        """Return whether even a host who was started again in this turn, and counts anew, should have ended it."""
        return self._deadline is not None and now >= self._deadline + self._limit + OVERDUE_AFTER_MS

    def seconds_left(self, now: int) -> float | None:
        """Return the time left, None if no turn is counted."""
        return None if self._deadline is None else max(0, self._deadline - now) / 1_000
