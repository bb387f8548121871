"""Confetti for whoever won: the four shapes fall through the window. Pure: the time is given in, chance from a seed.

Laws: nothing waits for it; it ends by itself; in calm mode there is none.
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

LASTS: Final = 1.6  # seconds
FALL: Final = (320.0, 620.0)  # logical px a second
SWAY: Final = (10.0, 34.0)  # logical px to each side
SIZES: Final = (9.0, 19.0)


@dataclass(frozen=True, slots=True)
class Scrap:
    """One shape: where it starts, how fast it falls, how far it sways and from where in its swing."""

    colour: Colour
    size: float
    start: Point
    fall: float
    sway: float
    swing: float


@dataclass(frozen=True, slots=True)
class Confetti(Fleeting):
    """Pieces let fall at a time."""

    pieces: tuple[Scrap, ...]

    def placed(self, now: float) -> tuple[tuple[Colour, float, Point], ...]:
        """Return shape, size and middle of every piece at a time; they shrink away at the end."""
        past, share = self.past(now), self.share(now)
        return tuple(
            (
                one.colour,
                one.size * share,
                (one.start[0] + one.sway * math.sin(one.swing + past * 5.0), one.start[1] + one.fall * past),
            )
            for one in self.pieces
            if share > 0
        )


def confetti(box: Box, now: float, seed: int, pieces: int) -> Confetti:
    """Let so many shapes fall from above the box, some of them later than others."""
    chance = Random(seed)  # noqa: S311 - a drawing, not a secret
    return Confetti(
        now,
        LASTS,
        tuple(
            Scrap(
                COLOURS[number % len(COLOURS)],
                chance.uniform(*SIZES),
                (chance.uniform(box.x, box.right), box.y - chance.uniform(20.0, box.h * 0.5)),
                chance.uniform(*FALL),
                chance.uniform(*SWAY),
                chance.uniform(0.0, math.tau),
            )
            for number in range(pieces)
        ),
    )


def draw_confetti(surface: pygame.Surface, look: Look, falling: Confetti, now: float) -> None:
    """Draw the pieces in the bright colours of the palette."""
    for colour, size, (x, y) in falling.placed(now):
        px = look.px(size) // 2 * 2  # few sizes, since each is cut out once
        if px:
            surface.blit(_piece(colour, px, look.palette), (round(x * look.u) - px // 2, round(y * look.u) - px // 2))


def _piece(colour: Colour, px: int, palette: Palette) -> pygame.Surface:
    return paint.plates.get(("confetti", colour, px, palette.name), lambda: paint.ready(shape(colour, px, palette)))
