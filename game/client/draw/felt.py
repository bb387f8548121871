"""The felt under everything: a pool of lamplight and a nap of short hairs; made once per window size and palette."""

from __future__ import annotations

import math
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING, Final

import pygame
from pygame import SRCALPHA, Surface

from game.client.draw.theme import BLACK, mix

if TYPE_CHECKING:
    from game.client.draw.paint import Size
    from game.client.draw.theme import RGB, Palette

GRID: Final = (96, 54)
LAMP: Final = (0.40, 0.45)  # where the light falls, of the window
MIDDLE: Final = 0.55  # of the reach of the light: there the middle colour stands
HAIRS: Final = 2600
NAP: Final = 256  # px, a tile of hairs
NAP_SEED: Final = 5
_kept: dict[tuple[Size, str, float], Surface] = {}


def felt(size: Size, palette: Palette, darker: float = 0.0) -> Surface:
    """Return the felt of a window, opaque; `darker` (0..1) is for what lies behind a sheet.

    The last three asked for are kept: a window has one size at a time.
    """
    key = (size, palette.name, round(darker, 2))
    if key not in _kept:
        while len(_kept) >= 3:
            _kept.pop(next(iter(_kept)))
        _kept[key] = _felt(size, palette, darker)
    return _kept[key]


def forget() -> None:
    """Drop the felts that are kept."""
    _kept.clear()


def _felt(size: Size, palette: Palette, darker: float) -> Surface:
    light = Surface(GRID, 0, 32)
    ramp = _ramp(palette.felt, darker)
    across = [((x / (GRID[0] - 1) - LAMP[0]) * 1.15) ** 2 for x in range(GRID[0])]
    for y in range(GRID[1]):
        below = ((y / (GRID[1] - 1) - LAMP[1]) * 0.95) ** 2
        for x in range(GRID[0]):
            far = math.sqrt(across[x] + below) / 0.72
            light.set_at((x, y), ramp[min(255, int(far * 255))])
    out = Surface(size, 0, 32) if pygame.display.get_surface() is None else Surface(size).convert()
    pygame.transform.smoothscale(light.convert(out), size, out)
    nap = _nap()
    out.blits([(nap, (x, y)) for y in range(0, size[1], NAP) for x in range(0, size[0], NAP)], doreturn=False)
    return out


def _ramp(colours: tuple[RGB, RGB, RGB], darker: float) -> list[RGB]:
    """Return 256 colours from under the lamp to the farthest corner."""
    centre, middle, edge = (mix(colour, BLACK, darker) for colour in colours)
    ramp = []
    for step in range(256):
        place = step / 255
        if place < MIDDLE:
            ramp.append(mix(centre, middle, place / MIDDLE))
        else:
            ramp.append(mix(middle, edge, (place - MIDDLE) / (1 - MIDDLE)))
    return ramp


@lru_cache(maxsize=1)
def _nap() -> Surface:
    """Return a tile of hairs, faint light ones and dark ones; a hair that leaves one side comes in at the other."""
    chance = Random(NAP_SEED)  # noqa: S311 - a drawing, not a secret
    light, dark = Surface((NAP, NAP), SRCALPHA, 32), Surface((NAP, NAP), SRCALPHA, 32)
    light.fill((255, 255, 255, 0))
    dark.fill((0, 0, 0, 0))
    for _ in range(HAIRS):
        x, y = chance.randrange(NAP), chance.randrange(NAP)
        turn, length = chance.uniform(0, math.tau), chance.uniform(2, 5)
        target, colour = (light, (255, 255, 255, 8)) if chance.random() < 0.5 else (dark, (0, 0, 0, 13))
        end = (length * math.cos(turn), length * math.sin(turn))
        for shift_x in (0, -NAP) if x > NAP - 6 else (0,):
            for shift_y in (0, -NAP) if y > NAP - 6 else (0,):
                start = (x + shift_x, y + shift_y)
                pygame.draw.line(target, colour, start, (start[0] + end[0], start[1] + end[1]))
    dark.blit(light, (0, 0))
    return dark
