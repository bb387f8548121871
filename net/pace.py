"""The rate limit of one side: so many messages a second, and more in a burst.

Times are milliseconds and are passed in. Both ends count alike, and the sender keeps a little below what the receiver
bears.
"""

from __future__ import annotations

from dataclasses import dataclass

# 50 messages a second are ten times what the fastest player causes, previews included; 200 at once are a reconnection
# with everything owed.
PLAYER_INTERVAL_MS, PLAYER_BURST = 20, 200

# The host relays what all others send.
HOST_INTERVAL_MS, HOST_BURST = 2, 2_000


@dataclass(frozen=True, slots=True)
class Allowance:
    """One message each `interval` milliseconds, up to `burst` of them saved up."""

    interval: int
    burst: int

    def for_sender(self) -> Allowance:
        """Return a lower allowance for senders: clocks differ a little, and packets bunch."""
        return Allowance(self.interval + max(1, self.interval // 5), self.burst * 3 // 4)


PLAYER_ALLOWANCE = Allowance(PLAYER_INTERVAL_MS, PLAYER_BURST)
HOST_ALLOWANCE = Allowance(HOST_INTERVAL_MS, HOST_BURST)


class Pace:
    """Counts messages against an allowance."""

    def __init__(self, allowance: Allowance, now: int) -> None:
        self._interval = allowance.interval
        self._burst_ms = allowance.interval * allowance.burst
        self._spent_until = now

    def ready_at(self, now: int) -> int:
        """Return when one more message is within the allowance: now, or later."""
        return max(now, self._spent_until + self._interval - self._burst_ms)

    def count(self, now: int) -> bool:
        """Count one message; False, and then not counted, if it is beyond the allowance."""
        if self.ready_at(now) > now:
            return False
        self._spent_until = max(now, self._spent_until) + self._interval
        return True
