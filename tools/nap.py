"""Draw the felt's fibres to assets/nap.png: `python -m tools.nap`. The same code gives the same picture."""

from __future__ import annotations

import math
from pathlib import Path
from random import Random
from typing import Final

import pygame
from pygame import SRCALPHA, Surface

from game.client.draw.felt import NAP_TILE_PX

NAP_FILE: Final = Path(__file__).resolve().parent.parent / "assets" / "nap.png"
HAIRS: Final = 2600
SEED: Final = 5


def nap() -> Surface:
    """Return a texture of faint light and dark fibres; those that leave at the right or below come in opposite."""
    chance = Random(SEED)  # noqa: S311 - a drawing, not a secret
    light, dark = Surface((NAP_TILE_PX, NAP_TILE_PX), SRCALPHA, 32), Surface((NAP_TILE_PX, NAP_TILE_PX), SRCALPHA, 32)
    light.fill((255, 255, 255, 0))
    dark.fill((0, 0, 0, 0))
    for _ in range(HAIRS):
        x, y = chance.randrange(NAP_TILE_PX), chance.randrange(NAP_TILE_PX)
        turn, length = chance.uniform(0, math.tau), chance.uniform(2, 5)
        target, colour = (light, (255, 255, 255, 8)) if chance.random() < 0.5 else (dark, (0, 0, 0, 13))
        end = (length * math.cos(turn), length * math.sin(turn))
        for shift_x in (0, -NAP_TILE_PX) if x > NAP_TILE_PX - 6 else (0,):
            for shift_y in (0, -NAP_TILE_PX) if y > NAP_TILE_PX - 6 else (0,):
                start = (x + shift_x, y + shift_y)
                pygame.draw.line(target, colour, start, (start[0] + end[0], start[1] + end[1]))
    dark.blit(light, (0, 0))
    return dark


if __name__ == "__main__":
    pygame.image.save(nap(), NAP_FILE)
