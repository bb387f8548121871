"""The animation of a score sheet: line after line, then the sums, the bars, and the winner.

Pure: the caller passes the time.

Laws: every line takes the same time; from the third round on all is faster; input or reduced motion completes it at
once, and its last frame is the plain sheet.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

LINE_DELAY: Final = 0.33  # seconds from one line to the next
COUNT_SECONDS: Final = 0.3  # seconds for a line to appear and to be counted
SUM_SECONDS: Final = 0.3
RACE_SECONDS: Final = 0.7
CAP_SECONDS: Final = 0.4
FAST_FROM_ROUND: Final = 3  # from this round on the animation is faster
FAST_FACTOR: Final = 1.5  # factor


@dataclass(frozen=True, slots=True)
class Performance:
    """The animation of a score sheet's lines, one by one."""

    begins: float
    lines: int
    tempo: float = 1.0

    def _past(self, now: float) -> float:
        return (now - self.begins) * self.tempo

    def line(self, at: int, now: float) -> float:
        """Return the progress of a line, 0 to 1."""
        return _share((self._past(now) - at * LINE_DELAY) / COUNT_SECONDS)

    def begun(self, now: float) -> int:
        """Return the number of lines that have started."""
        return max(0, min(self.lines, 1 + int(self._past(now) // LINE_DELAY))) if self._past(now) >= 0 else 0

    def sum(self, now: float) -> float:
        """Return the progress of the sums, 0 to 1."""
        return _share((self._past(now) - self.lines * LINE_DELAY) / SUM_SECONDS)

    def race(self, now: float) -> float:
        """Return the progress of the bars, 0 to 1."""
        return _share((self._past(now) - self.lines * LINE_DELAY - SUM_SECONDS) / RACE_SECONDS)

    def cap(self, now: float) -> float:
        """Return the progress of the winner's cap, 0 to 1."""
        return _share((self._past(now) - self.lines * LINE_DELAY - SUM_SECONDS - RACE_SECONDS) / CAP_SECONDS)

    def is_over(self, now: float) -> bool:
        """Return whether the animation is complete."""
        return self.cap(now) >= 1.0


def performance(begins: float, lines: int, dealt: int, tempo: float) -> Performance:
    """Return the animation of a round's sheet; that of a later round is faster."""
    return Performance(begins, lines, tempo * (FAST_FACTOR if dealt >= FAST_FROM_ROUND else 1.0))


def _share(value: float) -> float:
    return min(1.0, max(0.0, value))
