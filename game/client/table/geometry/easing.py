"""How a motion goes from its start, 0, to its end, 1: which share of its way is done after a share of its time."""

from __future__ import annotations

import math
from typing import Final

OVERSHOOT: Final = 0.06  # added to the settling curve at its fullest; some 2 % of the way beyond the end
NODS: Final = 2


def ease_out(share: float) -> float:
    """Start fast, settle."""
    return 1.0 - (1.0 - share) ** 3


def ease_in_out(share: float) -> float:
    """Start and settle softly."""
    return share * share * (3.0 - 2.0 * share)


def spring(share: float) -> float:
    """Overshoot the end by some 2 % of the way, then settle on it."""
    if share >= 1.0:
        return 1.0
    lifted = share * (1.0 - share) * 4.0 * share
    return ease_out(share) + OVERSHOOT * lifted


def sway(share: float) -> float:
    """Swing to both sides of the end, and stand there."""
    return 1.0 - math.sin(share * NODS * math.tau)


def hump(share: float) -> float:
    """Leave the end, and come back to it."""
    return 1.0 - math.sin(math.pi * share)
