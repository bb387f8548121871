"""The duration of short effects such as bursts and confetti, and how they shrink. Pure: the caller passes the time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

FADE_SHARE: Final = 0.3  # the last part of an effect's duration, in which its pieces shrink


@dataclass(frozen=True, slots=True)
class Fleeting:
    """An effect that begins at a time and lasts some seconds."""

    begins: float
    lasts: float

    def elapsed(self, now: float) -> float:
        """Return the seconds since the effect began."""
        return max(0.0, now - self.begins)

    def is_over(self, now: float) -> bool:
        """Return whether the effect is over."""
        return now >= self.begins + self.lasts

    def piece_scale(self, now: float) -> float:
        """Return the scale of its pieces, 0 to 1: they shrink at the end."""
        return min(1.0, max(0.0, (1.0 - self.elapsed(now) / self.lasts) / FADE_SHARE))
