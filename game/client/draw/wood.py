"""Walnut surfaces: boards, the player's rack of one or more rows, the small racks on the other players' plates.

Law: each object's grain has its own fixed seed, so it does not change between frames.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Final

import pygame
from pygame import BLEND_RGBA_MULT, SRCALPHA, Rect, Surface

from game.client.draw.paint import (
    Border,
    Size,
    SurfaceCache,
    blank_surface,
    blit_ready,
    outline_mask,
    plate,
    rounded_mask,
    tinted_mask,
)
from game.client.draw.theme import BLACK, Gradient, mix, rgb
from game.client.dress import current_wood

if TYPE_CHECKING:
    from collections.abc import Callable

    from game.client.draw.theme import Palette

GRAIN_STEP: Final = 3.2  # logical px between two lines of the grain
DARK_GRAIN: Final = (60, 26, 8)
LIGHT_GRAIN: Final = (255, 214, 150)
DARK_LINE_SHARE: Final = 0.7  # share of the lines that are dark
RIM_LIGHT: Final = rgb("#FFE2B0")
WELL_RIM: Final = Gradient(((0.0, rgb("#1E0F05")), (1.0, rgb("#7A4A24"))))
MAX_BACKS: Final = 14  # backs drawn on a small rack; the count beside it is exact
LIP_HEIGHT: Final = 30.0  # logical px: the ledge below the lowest row, with the name and the keys
SHELF_HEIGHT: Final = 12.0  # logical px: the ledge between two rows
FRAME_WIDTH: Final = 12.0  # logical px: the wood around the well
WELL_RADIUS: Final = 10.0
RACK_RADIUS: Final = 14.0

wood_cache: Final = SurfaceCache(8_000_000)


def board(size: Size, radius: float, fill: Gradient, scale: float, seed: int) -> Surface:
    """Return a piece of wood with its grain and a rim lit from above; `scale` is the device px of a logical px."""

    def make() -> Surface:
        form = rounded_mask(size, radius)
        out = tinted_mask(form, fill)
        for grain in _grain(size, scale, seed):
            grain.blit(form, (0, 0), special_flags=BLEND_RGBA_MULT)
            out.blit(grain, (0, 0))
        rim = Gradient(((0.0, mix(fill.top, RIM_LIGHT, 0.55)), (1.0, mix(fill.bottom, BLACK, 0.4))))
        out.blit(tinted_mask(outline_mask(size, radius, max(1.0, 1.4 * scale)), rim), (0, 0))
        return blit_ready(out)

    return wood_cache.get((size, round(radius, 1), fill, round(scale, 3), seed), make)


def _grain(size: Size, scale: float, seed: int) -> tuple[Surface, Surface]:
    """Return the dark and the light lines, each on its own transparent colour, so that lines have no pale fringe."""
    chance = Random(seed)  # noqa: S311 - a drawing, not a secret
    dark, light = Surface(size, SRCALPHA, 32), Surface(size, SRCALPHA, 32)
    dark.fill((*DARK_GRAIN, 0))
    light.fill((*LIGHT_GRAIN, 0))
    step = max(6, round(10 * scale))
    for _ in range(max(4, int(size[1] / (GRAIN_STEP * scale)))):
        height = chance.uniform(0, size[1])
        swing, phase = chance.uniform(0.6, 2.2) * scale, chance.uniform(0, math.tau)
        often = chance.uniform(0.004, 0.012) / scale
        strength = chance.randrange(14, 42)
        points = [
            (x, height + swing * (math.sin(phase + x * often) + 0.4 * math.sin(phase * 2 + x * often * 3.1)))
            for x in range(0, size[0] + step, step)
        ]
        target, colour = (dark, DARK_GRAIN) if chance.random() < DARK_LINE_SHARE else (light, LIGHT_GRAIN)
        if scale >= 1.5:  # a line of one pixel is invisible on a dense screen
            pygame.draw.lines(target, (*colour, strength), closed=False, points=points, width=round(scale))
        else:
            pygame.draw.aalines(target, (*colour, strength), closed=False, points=points)
    return dark, light


# --- the player's rack ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RackParts:
    """The parts of a rack relative to its box, in device px: the wells that hold the tiles, and the lip below them."""

    wells: tuple[Rect, ...]
    lip: Rect


def rack_shape(size: Size, rows: int, scale: float) -> RackParts:
    """Divide a rack into its wells and its lip, which overlaps the bottom of the lowest row."""
    frame, lip_high, shelf = round(FRAME_WIDTH * scale), round(LIP_HEIGHT * scale), round(SHELF_HEIGHT * scale)
    lip = Rect(0, size[1] - lip_high, size[0], lip_high)
    top = round(FRAME_WIDTH * 0.75 * scale)
    high = (size[1] - lip_high - top - shelf * (rows - 1)) / rows
    wells = []
    for row in range(rows):
        y = round(top + row * (high + shelf))
        last = row == rows - 1
        foot = lip.top + round(4 * scale) if last else round(top + row * (high + shelf) + high)
        wells.append(Rect(frame, y, size[0] - 2 * frame, foot - y))
    return RackParts(tuple(wells), lip)


def rack(size: Size, rows: int, scale: float) -> Surface:
    """Return the player's rack without its lip: frame, wells and shelves. Tiles are drawn on it."""

    def make() -> Surface:
        form = rack_shape(size, rows, scale)
        out = board(size, RACK_RADIUS * scale, wood.frame, scale, seed=11).copy()
        for number, well in enumerate(form.wells):
            hollow = _well(well.size, WELL_RADIUS * scale, scale, seed=21 + number)
            out.blit(hollow, well)
        for well in form.wells[:-1]:
            ledge = Rect(round(8 * scale), well.bottom, size[0] - 2 * round(8 * scale), round(SHELF_HEIGHT * scale))
            out.blit(board(ledge.size, ledge.height / 2, wood.lip, scale, seed=31), ledge)
        return blit_ready(out)

    name, wood = current_wood()
    return wood_cache.get(("rack", size, rows, round(scale, 3), name), make)


def _well(size: Size, radius: float, scale: float, seed: int) -> Surface:
    """Return a well for tiles: dark, without light grain, and shaded by the frame."""
    form = rounded_mask(size, radius)
    out = tinted_mask(form, current_wood()[1].well)
    dark, _ = _grain(size, scale, seed)
    dark.blit(form, (0, 0), special_flags=BLEND_RGBA_MULT)
    out.blit(dark, (0, 0))
    out.blit(_frame_shadow(size, radius, scale), (0, 0))
    out.blit(tinted_mask(outline_mask(size, radius, max(1.0, 1.4 * scale)), WELL_RIM, 110), (0, 0))
    return out


def _frame_shadow(size: Size, radius: float, scale: float) -> Surface:
    """Return the shadow of the upper frame on a well, as the light comes from above."""
    deep = Gradient(((0.0, BLACK), (1.0, BLACK)))
    out = tinted_mask(rounded_mask(size, radius), deep)
    reach = max(1, round(14 * scale))
    fade = Surface((1, size[1]), SRCALPHA, 32)
    for y in range(size[1]):
        fade.set_at((0, y), (255, 255, 255, max(0, round(110 * (1 - y / reach) ** 2)) if y < reach else 0))
    out.blit(pygame.transform.scale(fade, size), (0, 0), special_flags=BLEND_RGBA_MULT)
    return out


def rack_lip(size: Size, scale: float) -> Surface:
    """Return the ledge in front of the lowest row, drawn after the tiles; it carries the name, the count and keys."""
    return board(
        size,
        size[1] / 2 if size[1] < 2 * RACK_RADIUS * scale else RACK_RADIUS * scale,
        current_wood()[1].lip,
        scale,
        41,
    )


# --- the racks of the others ------------------------------------------------------------------------------------------


def small_rack(size: Size, held: int, palette: Palette, scale: float, *, as_cards: bool = False) -> Surface:
    """Return the small rack of a seat plate: up to fourteen narrow backs behind a wooden ledge.

    It only gives an impression; the count beside it is exact.
    """

    def make() -> Surface:
        out = blank_surface(size)
        ledge = max(3, round(size[1] * 0.3))
        rest_top = round(size[1] * 0.5)
        rest = Rect(0, rest_top, size[0], size[1] - rest_top)
        out.blit(board(rest.size, min(3 * scale, rest.height / 2), wood.board, scale, seed=51), rest)
        foot = size[1] - ledge
        top = round(size[1] * 0.14)
        room = Rect(round(3 * scale), top, size[0] - round(6 * scale), foot - top + round(scale))
        _stand_backs(out, room, held, _narrow_card if as_cards else _narrow_back, palette)
        front = Rect(0, foot, size[0], ledge)
        out.blit(board(front.size, min(3 * scale, ledge / 2), wood.lip, scale, seed=52), front)
        return blit_ready(out)

    name, wood = current_wood()
    return wood_cache.get(
        ("small rack", size, min(held, MAX_BACKS), palette.name, round(scale, 3), as_cards, name), make
    )


def _stand_backs(
    target: Surface, room: Rect, held: int, draw_back: Callable[[Size, Palette], Surface], palette: Palette
) -> None:
    """Draw the backs side by side, narrower when there are many, so that none is covered."""
    shown = min(held, MAX_BACKS)
    if shown <= 0:
        return
    widest = round(room.height * 0.64)  # narrower than a tile, so that racks with few and many tiles look alike
    step = max(2, min(widest + 1, room.width // shown))
    back = draw_back((step - (1 if step > 4 else 0), room.height), palette)
    for number in range(shown):
        target.blit(back, (room.x + number * step, room.y))


def _narrow_back(size: Size, palette: Palette) -> Surface:
    """Return the back of a tile at any width: its lozenge stays in the middle."""
    radius = min(size) * 0.2
    out = tinted_mask(rounded_mask(size, radius), palette.back)
    out.blit(tinted_mask(outline_mask(size, radius, 1.0), mix(palette.back.bottom, BLACK, 0.3), 150), (0, 0))
    _draw_lozenge(out, size, palette)
    return out


def _narrow_card(size: Size, palette: Palette) -> Surface:
    """Return the back of a card at any width, recognisable by its pale rim."""
    radius = min(size) * 0.16
    line = max(1.0, size[1] * 0.045)
    out = plate(size, radius, palette.back, Border(palette.face, line)).copy()
    if size[0] >= 7:  # a narrower card has room for its rims alone
        _draw_lozenge(out, size, palette)
    return out


def _draw_lozenge(target: Surface, size: Size, palette: Palette) -> None:
    wide = max(1, round(size[0] * 0.3))
    wide += (size[0] - wide) % 2  # so that the lozenge stands in the very middle
    lozenge = (wide, round(size[1] * 0.5))
    at = ((size[0] - lozenge[0]) // 2, (size[1] - lozenge[1]) // 2)
    target.blit(tinted_mask(rounded_mask(lozenge, lozenge[0] / 2), palette.back_mark, 150), at)
