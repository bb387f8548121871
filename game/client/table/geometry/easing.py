"""Easing functions: map the share of time passed, 0 to 1, to the share of the way done."""

from __future__ import annotations

import math
from typing import Final

OVERSHOOT: Final = 0.06  # strength of the spring: with this one it passes its end by some 2 % of the way
SWAY_COUNT: Final = 2  # number of full swings


def ease_out(share: float) -> float:
    """Start fast, settle."""
    return 1.0 - (1.0 - share) ** 3


def ease_in_out(share: float) -> float:
    """Start and end softly."""
    return share * share * (3.0 - 2.0 * share)


def spring(share: float) -> float:
    """Overshoot the end by some 2 % of the way, then settle on it."""
    if share >= 1.0:
        return 1.0
    lifted = share * (1.0 - share) * 4.0 * share
    return ease_out(share) + OVERSHOOT * lifted


def sway(share: float) -> float:
    """Swing to both sides of the end and stop there."""
    return 1.0 - math.sin(share * SWAY_COUNT * math.tau)


def hump(share: float) -> float:
    """Move away from the end of the way and return to it."""
    return 1.0 - math.sin(math.pi * share)
