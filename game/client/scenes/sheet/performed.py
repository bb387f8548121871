"""The animation of a score sheet: line after line, then the sums, the bars, and the winner.

Pure: the caller passes the time.

Laws: every line takes the same time; from the third round on all is faster; input completes it at once, with motion
off there is none, and its last frame is the plain sheet.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

LINE_DELAY_SECONDS: Final = 0.33  # seconds from one line to the next
COUNT_SECONDS: Final = 0.3  # seconds for a line to appear and to be counted
SUM_SECONDS: Final = 0.3
BAR_SECONDS: Final = 0.7
CAP_SECONDS: Final = 0.4
FAST_FROM_ROUND: Final = 3  # from this round on the animation is faster
FAST_FACTOR: Final = 1.5


@dataclass(frozen=True, slots=True)
class SheetAnimation:
    """The animation of a score sheet's lines, one by one."""

    begins: float
    lines: int
    tempo: float = 1.0

    def _past(self, now: float) -> float:
        return (now - self.begins) * self.tempo

    def line_progress(self, at: int, now: float) -> float:
        """Return the progress of a line, 0 to 1."""
        return _share((self._past(now) - at * LINE_DELAY_SECONDS) / COUNT_SECONDS)

    def lines_begun(self, now: float) -> int:
        """Return the number of lines that have started."""
        return max(0, min(self.lines, 1 + int(self._past(now) // LINE_DELAY_SECONDS))) if self._past(now) >= 0 else 0

    def sum_progress(self, now: float) -> float:
        """Return the progress of the sums, 0 to 1."""
        return _share((self._past(now) - self.lines * LINE_DELAY_SECONDS) / SUM_SECONDS)

    def bar_progress(self, now: float) -> float:
        """Return the progress of the bars, 0 to 1."""
        return _share((self._past(now) - self.lines * LINE_DELAY_SECONDS - SUM_SECONDS) / BAR_SECONDS)

    def cap_progress(self, now: float) -> float:
        """Return the progress of the winner's cap, 0 to 1."""
        return _share((self._past(now) - self.lines * LINE_DELAY_SECONDS - SUM_SECONDS - BAR_SECONDS) / CAP_SECONDS)

    def is_over(self, now: float) -> bool:
        """Return whether the animation is complete."""
        return self.cap_progress(now) >= 1.0


def sheet_animation(begins: float, lines: int, round_number: int, tempo: float) -> SheetAnimation:
    """Return the animation of a round's sheet; that of a later round is faster."""
    return SheetAnimation(begins, lines, tempo * (FAST_FACTOR if round_number >= FAST_FROM_ROUND else 1.0))


def _share(value: float) -> float:
    return min(1.0, max(0.0, value))
