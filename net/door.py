"""Who may knock: how many half-open links, and how many wrong passwords, an address and all together.

Times are milliseconds of one steady clock, given in.
"""

from __future__ import annotations

from collections import Counter, deque

from net.reasons import Reason

# A link that has not proved who it is costs us a frame of 512 bytes and five seconds.
HALF_OPEN = 8
HALF_OPEN_EACH = 2

# Five guesses a minute make the weakest word of a dictionary of 10,000 last a day; all addresses together, since one
# machine can have thousands of them.
GUESSES_EACH = 5
GUESSES = 20
MINUTE = 60_000  # how long a wrong guess is remembered


class Doorkeeper:
    """Counts those who arrive; addresses are opaque text."""

    def __init__(self) -> None:
        self._arriving: Counter[str] = Counter()
        self._wrong: deque[tuple[int, str]] = deque()

    @property
    def arriving(self) -> int:
        """How many have not yet proved who they are."""
        return self._arriving.total()

    def knock(self, address: str, now: int) -> Reason | None:
        """Let somebody in, who then counts as arriving; or say why not."""
        while self._wrong and now - self._wrong[0][0] >= MINUTE:
            self._wrong.popleft()
        if self._arriving[address] >= HALF_OPEN_EACH or self.arriving >= HALF_OPEN:
            return Reason.TOO_MANY_LINKS
        if len(self._wrong) >= GUESSES or sum(one == address for _when, one in self._wrong) >= GUESSES_EACH:
            return Reason.TOO_MANY_GUESSES
        self._arriving[address] += 1
        return None

    def settled(self, address: str) -> None:
        """Somebody who was arriving is in, or gone."""
        self._arriving[address] -= 1
        if self._arriving[address] <= 0:
            del self._arriving[address]

    def guessed_wrong(self, address: str, now: int) -> None:
        """Somebody did not know the password."""
        self._wrong.append((now, address))
