"""A burst as surfaces: the pieces of its shapes, made once for each of a few sizes, and blitted where they are.

Law: a frame of a burst makes no surface and asks no cache; it only adds and multiplies.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from game.client.draw.burst import GRAVITY
from game.client.draw.shapes import shape

if TYPE_CHECKING:
    from pygame import Surface

    from game.client.draw.burst import Burst
    from game.client.widgets.look import Look

    Row = tuple[Surface, float, float, float, float]

SIZES: Final = 6  # a piece shrinks away in so many steps


class Sparks:
    """The pieces of one burst in device px."""

    def __init__(self, burst: Burst, look: Look) -> None:
        self.burst = burst
        self._look = look
        self._step = 0
        self._rows: tuple[Row, ...] = ()

    def blits(self, now: float) -> list[tuple[Surface, tuple[float, float]]]:
        """Return what is to be blitted at a time."""
        past = self.burst.past(now)
        step = math.ceil(round(self.burst.share(now) * SIZES, 6))
        if step != self._step:
            self._step, self._rows = step, self._made(step / SIZES) if step else ()
        fall = GRAVITY * self._look.u * past * past / 2
        return [(drawn, (x + across * past, y + down * past + fall)) for drawn, x, y, across, down in self._rows]

    def _made(self, share: float) -> tuple[Row, ...]:
        look, u = self._look, self._look.u
        rows = []
        for one in self.burst.sparks:
            px = look.px(one.size * share)
            (x, y), (across, down) = one.start, one.speed
            drawn = shape(one.colour, px, look.palette)
            rows.append((drawn, x * u - px / 2, y * u - px / 2, across * u, down * u))
        return tuple(rows)
