"""Confetti for the winner: shapes fall through the window.

Pure: the caller passes the time, and a seed determines the randomness.

Laws: nothing waits for it; it ends by itself; with motion off there is none.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Final

from game.client.draw import paint
from game.client.draw.fleeting import Fleeting
from game.client.draw.shapes import shape
from game.table.faces import COLOURS

if TYPE_CHECKING:
    import pygame

    from game.client.draw.theme import Palette
    from game.client.widgets.boxes import Box, Point
    from game.client.widgets.look import Look
    from game.table.faces import Colour

DURATION_SECONDS: Final = 1.6
FALL_SPEED_RANGE: Final = (320.0, 620.0)  # logical px a second
SWAY_RANGE: Final = (10.0, 34.0)  # logical px to each side
SIZE_RANGE: Final = (9.0, 19.0)  # logical px


@dataclass(frozen=True, slots=True)
class ConfettiPiece:
    """A shape: its start, the speed of its fall, and the width and phase of its sway."""

    colour: Colour
    size: float
    start: Point
    fall: float
    sway: float
    phase: float


@dataclass(frozen=True, slots=True)
class Confetti(Fleeting):
    """Pieces dropped at one time."""

    pieces: tuple[ConfettiPiece, ...]

    def pieces_at(self, now: float) -> tuple[tuple[Colour, float, Point], ...]:
        """Return shape, size and centre of every piece at a time; they shrink at the end."""
        past, share = self.elapsed(now), self.piece_scale(now)
        return tuple(
            (
                one.colour,
                one.size * share,
                (one.start[0] + one.sway * math.sin(one.phase + past * 5.0), one.start[1] + one.fall * past),
            )
            for one in self.pieces
            if share > 0
        )


def confetti(box: Box, now: float, seed: int, pieces: int) -> Confetti:
    """Drop so many shapes from above the box, some later than others."""
    chance = Random(seed)  # noqa: S311 - a drawing, not a secret
    return Confetti(
        now,
        DURATION_SECONDS,
        tuple(
            ConfettiPiece(
                COLOURS[number % len(COLOURS)],
                chance.uniform(*SIZE_RANGE),
                (chance.uniform(box.x, box.right), box.y - chance.uniform(20.0, box.h * 0.5)),
                chance.uniform(*FALL_SPEED_RANGE),
                chance.uniform(*SWAY_RANGE),
                chance.uniform(0.0, math.tau),
            )
            for number in range(pieces)
        ),
    )


def draw_confetti(surface: pygame.Surface, look: Look, falling: Confetti, now: float) -> None:
    """Draw the pieces as the shapes of tiles, in the palette's colours."""
    for colour, size, (x, y) in falling.pieces_at(now):
        px = look.px(size) // 2 * 2  # sizes are rounded to a few, because each is cached
        if px:
            surface.blit(_piece(colour, px, look.palette), (round(x * look.u) - px // 2, round(y * look.u) - px // 2))


def _piece(colour: Colour, px: int, palette: Palette) -> pygame.Surface:
    return paint.plate_cache.get(
        ("confetti", colour, px, palette.name), lambda: paint.blit_ready(shape(colour, px, palette))
    )
