"""A burst: particles of four shapes thrown up from a set.

Pure: the caller passes the time, and a seed determines the randomness.

Laws: nothing waits for it; it ends by itself; with motion off there is none.
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

DURATION_SECONDS: Final = 0.9
SPEED_RANGE: Final = (330.0, 760.0)  # logical px a second
FAN_DEGREES: Final = 150.0
GRAVITY: Final = 900.0
SIZE_RANGE: Final = (12.0, 26.0)  # logical px
MAX_SPIN: Final = 300.0  # degrees a second, in either direction
UP: Final = (0.0, -1.0)
DOWN: Final = (0.0, 1.0)
LEFT: Final = (-1.0, 0.0)
RIGHT: Final = (1.0, 0.0)


@dataclass(frozen=True, slots=True)
class Spark:
    """A particle: its shape, its size, its start, its speed and its spin."""

    colour: Colour
    size: float
    start: Point
    speed: Point
    spin: float


@dataclass(frozen=True, slots=True)
class Burst(Fleeting):
    """Particles thrown up at one time."""

    sparks: tuple[Spark, ...]


def burst(box: Box, now: float, seed: int, count: int, way: Point = UP) -> Burst:
    """Throw `count` particles from an edge of a box, the upper one by default."""
    chance = Random(seed)  # noqa: S311 - a drawing, not a secret
    sparks, (across, down) = [], way
    upright = abs(down) >= abs(across)
    middle = math.degrees(math.atan2(down, 0.0) if upright else math.atan2(0.0, across))
    edge = (box.bottom if down > 0 else box.y) if upright else (box.right if across > 0 else box.x)
    for number in range(count):
        turn = math.radians(middle + chance.uniform(-FAN_DEGREES / 2, FAN_DEGREES / 2))
        fast = chance.uniform(*SPEED_RANGE)
        start = (chance.uniform(box.x, box.right), edge) if upright else (edge, chance.uniform(box.y, box.bottom))
        speed = (fast * math.cos(turn), fast * math.sin(turn))
        spin = chance.uniform(-MAX_SPIN, MAX_SPIN)
        sparks.append(Spark(COLOURS[number % len(COLOURS)], chance.uniform(*SIZE_RANGE), start, speed, spin))
    return Burst(now, DURATION_SECONDS, tuple(sparks))
