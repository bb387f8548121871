"""The felt background: a pool of light and fine short hairs; rendered once for each window size and palette."""

from __future__ import annotations

import math
from functools import lru_cache
from io import BytesIO
from typing import TYPE_CHECKING, Final

import pygame
from pygame import SRCALPHA, Surface

from game.client.draw.assets import nap_bytes
from game.client.draw.theme import BLACK, mix

if TYPE_CHECKING:
    from game.client.draw.paint import Size
    from game.client.draw.theme import RGB, Palette

LIGHT_GRID: Final = (96, 54)
LIGHT_CENTRE: Final = (0.40, 0.45)  # where the light falls, as a share of the window
MIDDLE_COLOUR_AT: Final = 0.55  # where the middle colour lies, as a share of the light's reach
NAP_TILE_PX: Final = 256  # side of the square picture of hairs
_kept: dict[tuple[Size, str, float], Surface] = {}


def felt(size: Size, palette: Palette, darker: float = 0.0) -> Surface:
    """Return the opaque felt of a window; `darker` (0..1) darkens it behind a sheet.

    The last three are cached: a window has one size at a time.
    """
    key = (size, palette.name, round(darker, 2))
    if key not in _kept:
        while len(_kept) >= 3:
            _kept.pop(next(iter(_kept)))
        _kept[key] = _felt(size, palette, darker)
    return _kept[key]


def forget() -> None:
    """Empty the cache."""
    _kept.clear()


def _felt(size: Size, palette: Palette, darker: float) -> Surface:
    ramp = [bytes(colour) for colour in _ramp(palette.felt, darker)]
    across = [((x / (LIGHT_GRID[0] - 1) - LIGHT_CENTRE[0]) * 1.15) ** 2 for x in range(LIGHT_GRID[0])]
    rows = []
    for y in range(LIGHT_GRID[1]):
        below = ((y / (LIGHT_GRID[1] - 1) - LIGHT_CENTRE[1]) * 0.95) ** 2
        rows += [ramp[min(255, int(math.sqrt(far + below) / 0.72 * 255))] for far in across]
    light = pygame.image.frombytes(b"".join(rows), LIGHT_GRID, "RGB")
    out = Surface(size, 0, 32) if pygame.display.get_surface() is None else Surface(size).convert()
    pygame.transform.smoothscale(light.convert(out), size, out)
    nap = _nap()
    out.blits(
        [(nap, (x, y)) for y in range(0, size[1], NAP_TILE_PX) for x in range(0, size[0], NAP_TILE_PX)], doreturn=False
    )
    return out


def _ramp(colours: tuple[RGB, RGB, RGB], darker: float) -> list[RGB]:
    """Return 256 colours from the lamp to the farthest corner."""
    centre, middle, edge = (mix(colour, BLACK, darker) for colour in colours)
    ramp = []
    for step in range(256):
        place = step / 255
        if place < MIDDLE_COLOUR_AT:
            ramp.append(mix(centre, middle, place / MIDDLE_COLOUR_AT))
        else:
            ramp.append(mix(middle, edge, (place - MIDDLE_COLOUR_AT) / (1 - MIDDLE_COLOUR_AT)))
    return ramp


@lru_cache(maxsize=1)
def _nap() -> Surface:
    """Return a tile of hairs, which `tools/nap.py` draws: that takes longer than all the rest of the felt."""
    drawn = pygame.image.load(BytesIO(nap_bytes()), "nap.png")
    return drawn.convert(Surface((1, 1), SRCALPHA, 32))
