"""The burst of a canasta: the four shapes thrown up from a set. Pure: the time is given in, chance comes from a seed.

Laws: nothing waits for it; it ends by itself; calm makes none.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Final

from game.client.draw.fleeting import Fleeting
from game.table.faces import COLOURS

if TYPE_CHECKING:
    from game.client.widgets.boxes import Box, Point
    from game.table.faces import Colour

PURE, IMPURE = 46, 24  # pieces
LASTS: Final = 0.9  # seconds
SPEED: Final = (240.0, 520.0)  # logical px a second
FAN: Final = 160.0  # degrees
GRAVITY: Final = 900.0
SIZES: Final = (7.0, 15.0)


@dataclass(frozen=True, slots=True)
class Spark:
    """One piece: its shape, its size, where it starts and how fast."""

    colour: Colour
    size: float
    start: Point
    speed: Point


@dataclass(frozen=True, slots=True)
class Burst(Fleeting):
    """Pieces thrown up at a time."""

    sparks: tuple[Spark, ...]


def burst(box: Box, now: float, seed: int, *, pure: bool) -> Burst:
    """Throw the shapes up from the upper edge of a set."""
    chance = Random(seed)  # noqa: S311 - a drawing, not a secret
    sparks = []
    for number in range(PURE if pure else IMPURE):
        turn = math.radians(-90 + chance.uniform(-FAN / 2, FAN / 2))
        fast = chance.uniform(*SPEED)
        start = (chance.uniform(box.x, box.right), box.y)
        speed = (fast * math.cos(turn), fast * math.sin(turn))
        sparks.append(Spark(COLOURS[number % len(COLOURS)], chance.uniform(*SIZES), start, speed))
    return Burst(now, LASTS, tuple(sparks))
