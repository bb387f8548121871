"""How a score is told in time: line after line, then the sums, then the bars, then who won. Pure: the time is given in.

Laws: every line has the same time at one speed; from the third round on all is quicker; a hand or a wish ends it at
once, and its end is the sheet as it stands.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

LINE: Final = 0.33  # seconds from one line to the next
COUNTS: Final = 0.3  # that a line takes to come and to be counted
SUM: Final = 0.3
RACE: Final = 0.7
CAP: Final = 0.4
KNOWN: Final = 3  # the round from which on it is told
QUICKER: Final = 1.5  # times as fast


@dataclass(frozen=True, slots=True)
class Performance:
    """A score sheet's lines, told one by one from a time on."""

    begins: float
    lines: int
    tempo: float = 1.0

    def _past(self, now: float) -> float:
        return (now - self.begins) * self.tempo

    def line(self, at: int, now: float) -> float:
        """Return how much of a line is there, 0 to 1."""
        return _share((self._past(now) - at * LINE) / COUNTS)

    def begun(self, now: float) -> int:
        """Return how many lines have begun."""
        return max(0, min(self.lines, 1 + int(self._past(now) // LINE))) if self._past(now) >= 0 else 0

    def sum(self, now: float) -> float:
        """Return how much of the sums is counted."""
        return _share((self._past(now) - self.lines * LINE) / SUM)

    def race(self, now: float) -> float:
        """Return how far the bars have run."""
        return _share((self._past(now) - self.lines * LINE - SUM) / RACE)

    def cap(self, now: float) -> float:
        """Return how far the winner's cap has dropped."""
        return _share((self._past(now) - self.lines * LINE - SUM - RACE) / CAP)

    def is_over(self, now: float) -> bool:
        """Return whether all is told."""
        return self.cap(now) >= 1.0


def performance(begins: float, lines: int, dealt: int, tempo: float) -> Performance:
    """Return the telling of a round's sheet; that of a later round is quicker."""
    return Performance(begins, lines, tempo * (QUICKER if dealt >= KNOWN else 1.0))


def _share(value: float) -> float:
    return min(1.0, max(0.0, value))
