"""A particle burst as surfaces: bright pieces with a darker edge, prepared at a few sizes and rotations.

Law: drawing a frame makes no surface and no cache lookup, only arithmetic.
"""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING, Final

import pygame

from game.client.draw import paint
from game.client.draw.burst import GRAVITY
from game.client.draw.shapes import shape_mask
from game.client.draw.theme import BLACK, WHITE, Gradient, mix, rgb
from game.table.faces import Colour

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pygame import Surface

    from game.client.draw.burst import Burst
    from game.client.draw.theme import RGB
    from game.client.widgets.look import Look

    Turns = tuple[Surface, ...]
    Row = tuple[tuple[Turns, ...], float, float, float, float, float]

SIZE_STEPS: Final = 3  # number of sizes through which a piece shrinks
TURN_STEPS: Final = 8  # number of surfaces per full rotation
FULL_TURN_DEGREES: Final = 360
MIN_PIECE_PX: Final = 6  # px, the smallest piece
SIZE_STEP_PX: Final = 3  # px between two sizes
# the rim as a share of the size; the shares of black in the rim, and of white in the middle
RIM_SHARE, RIM_BLACK_SHARE, CENTRE_WHITE_SHARE = 0.1, 0.38, 0.25
BRIGHT_COLOURS: Final[Mapping[Colour, RGB]] = {
    Colour.RED: rgb("#FF5A63"),
    Colour.BLUE: rgb("#56A4FF"),
    Colour.BLACK: rgb("#FFF4DC"),  # black would be invisible on a dimmed table
    Colour.YELLOW: rgb("#FFB833"),
}


class Sparks:
    """The pieces of one burst, in device px."""

    def __init__(self, burst: Burst, look: Look) -> None:
        self.burst = burst
        self._fall = GRAVITY * look.u / 2
        self._rows = tuple(_row(one, look) for one in _sparks(burst))

    def blits(self, now: float) -> list[tuple[Surface, tuple[float, float]]]:
        """Return the blits of the frame at time `now`."""
        past, share = self.burst.elapsed(now), self.burst.piece_scale(now)
        step = math.ceil(round(share * SIZE_STEPS, 6))
        if not step or now < self.burst.begins:
            return []
        fall, size = self._fall * past * past, SIZE_STEPS - step
        turned = past * TURN_STEPS / FULL_TURN_DEGREES
        return [
            ((drawn := sizes[size][int(spin * turned) % TURN_STEPS]), (x + across * past - drawn.get_width() / 2,
             y + down * past + fall - drawn.get_height() / 2))
            for sizes, x, y, across, down, spin in self._rows
        ]  # fmt: skip


def _sparks(burst: Burst) -> tuple[tuple[Colour, float, float, float, float, float, float], ...]:
    return tuple((one.colour, one.size, *one.start, *one.speed, one.spin) for one in burst.sparks)


def _row(one: tuple[Colour, float, float, float, float, float, float], look: Look) -> Row:
    colour, size, x, y, across, down, spin = one
    u = look.u
    sizes = tuple(rotated_pieces(colour, look.px(size * step / SIZE_STEPS)) for step in range(SIZE_STEPS, 0, -1))
    return sizes, x * u, y * u, across * u, down * u, spin


def piece_surface(colour: Colour, px: int) -> Surface:
    """Return the surface of one piece: bright, with a darker edge."""
    px = max(MIN_PIECE_PX, px)

    def make() -> Surface:
        rim, inset = mix(BRIGHT_COLOURS[colour], BLACK, RIM_BLACK_SHARE), max(1, int(px * RIM_SHARE))
        out = paint.tinted_mask(shape_mask(colour, px), rim)
        light = Gradient(((0.0, mix(BRIGHT_COLOURS[colour], WHITE, CENTRE_WHITE_SHARE)), (1.0, BRIGHT_COLOURS[colour])))
        out.blit(paint.tinted_mask(shape_mask(colour, px - 2 * inset), light), (inset, inset))
        return paint.blit_ready(out)

    return paint.plate_cache.get(("piece", colour, px), make)


def rotated_pieces(colour: Colour, px: int) -> Turns:
    """Return a piece at every rotation, cached; sizes are rounded so that there are few."""
    px = max(MIN_PIECE_PX, px // SIZE_STEP_PX * SIZE_STEP_PX)
    if colour is Colour.BLUE:
        return (piece_surface(colour, px),) * TURN_STEPS  # a disc looks the same at every rotation
    return tuple(
        paint.plate_cache.get(("turned", colour, px, at), partial(_turned, colour, px, at)) for at in range(TURN_STEPS)
    )


def _turned(colour: Colour, px: int, at: int) -> Surface:
    return paint.blit_ready(
        pygame.transform.rotozoom(piece_surface(colour, 2 * px), at * FULL_TURN_DEGREES / TURN_STEPS, 0.5)
    )
