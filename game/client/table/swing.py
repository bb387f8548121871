"""The swing of dragged tiles: they lean against the movement and come upright when it stops.

Laws: the caller gives the time; the swing never changes where a tile is dropped; with reduced motion nothing leans.
"""

from __future__ import annotations

from typing import Final

MAX_LEAN_DEGREES: Final = 9.0
DEGREES_PER_SPEED: Final = 0.011  # degrees for each logical px a second
SETTLE_RATE: Final = 14.0  # how quickly the lean approaches its target, per second
MIN_LEAN_DEGREES: Final = 0.5  # a smaller lean is not visible


class Swing:
    """The lean of dragged tiles, in degrees counterclockwise."""

    def __init__(self) -> None:
        self.lean = 0.0
        self._x: float | None = None
        self._then = 0.0

    @property
    def wants_frames(self) -> bool:
        """Return whether the lean still changes without pointer movement."""
        return abs(self.lean) >= MIN_LEAN_DEGREES

    def update_lean(self, x: float | None, now: float) -> None:
        """Update from the pointer's x at a time, in logical px; None while nothing that leans is dragged."""
        if x is None or self._x is None:
            self.lean = 0.0
        elif now > self._then:
            seconds = now - self._then
            wanted = max(-MAX_LEAN_DEGREES, min(MAX_LEAN_DEGREES, -(x - self._x) / seconds * DEGREES_PER_SPEED))
            self.lean += (wanted - self.lean) * min(1.0, seconds * SETTLE_RATE)
        self._x, self._then = x, now
