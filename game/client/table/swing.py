"""The weight of what a hand carries: it leans after its way and comes upright when the hand rests. Pure.

Laws: the time is given in; where a tile is dropped is not changed by it; calm and less motion let nothing lean.
"""

from __future__ import annotations

from typing import Final

MOST: Final = 9.0  # degrees
PER_SPEED: Final = 0.011  # degrees for each logical px a second
SETTLES: Final = 14.0  # how fast it takes on another lean, a second
LEAST: Final = 0.5  # degrees: less is not seen


class Swing:
    """How far what is carried leans, in degrees against the clock."""

    def __init__(self) -> None:
        self.lean = 0.0
        self._x: float | None = None
        self._then = 0.0

    @property
    def restless(self) -> bool:
        """Return whether it will lean otherwise without a hand."""
        return abs(self.lean) >= LEAST

    def follow(self, x: float | None, now: float) -> None:
        """Take where the hand is at a time, in logical px; None where it carries nothing that leans."""
        if x is None or self._x is None:
            self.lean = 0.0
        elif now > self._then:
            seconds = now - self._then
            wanted = max(-MOST, min(MOST, -(x - self._x) / seconds * PER_SPEED))
            self.lean += (wanted - self.lean) * min(1.0, seconds * SETTLES)
        self._x, self._then = x, now
