"""The logo, seven letter tiles on a rack with the cap as the accent of the Í, and the icon of the program."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import pygame
from pygame import Surface

from game.client.draw import tiles
from game.client.draw.assets import font
from game.client.draw.mark import CAP_HEIGHT, cap, mark
from game.client.draw.paint import SurfaceCache, blank_surface, blit_ready, blurred_box
from game.client.draw.shapes import shape
from game.client.draw.theme import CLASSIC, WOOD_BOARD, Typeface
from game.client.draw.wood import board
from game.table.faces import HIDDEN, JOKER, Colour

if TYPE_CHECKING:
    from game.client.draw.theme import Palette

# The dotless letter is below the cap, which serves as its accent.
LETTERS: Final = (
    ("C", Colour.RED),
    ("O", Colour.BLUE),
    ("M", Colour.BLACK),
    ("O", Colour.YELLOW),
    ("D", Colour.BLUE),
    ("I", None),
    ("N", Colour.BLACK),
)
LETTER_STEP: Final = 72 / 66  # from letter to letter, as a share of a tile's width
WIDTH_IN_TILES: Final = 9.1  # the whole logo in tile widths: seven tiles, the ends of the rack, and its shadow
# around the rack, where a tile is 66 wide: the shadow has faded there, so that the surface's edge is invisible
MARGIN: Final = 28
MIN_ICON_SHAPES_PX: Final = 32  # px: below this the joker's four shapes are not recognisable

logo_cache: Final = SurfaceCache(3_000_000, upright=True)


def letter_tile(letter: str, colour: Colour | None, width: int, palette: Palette) -> Surface:
    """Return a tile with a letter; without a colour it carries all four shapes, as the joker does."""
    out = tiles.blank_tile(width, palette).copy()
    high = tiles.height_of(width) - tiles.body_height(width)
    ink = palette.numeral[colour or Colour.RED]
    drawn = font(Typeface.FREDOKA, round(width * 0.88)).render(letter, antialias=True, color=ink)
    drawn = drawn.subsurface(drawn.get_bounding_rect())
    out.blit(drawn, drawn.get_rect(center=(round(width / 2), round(high * 0.42))))
    if colour is None:
        tiles.draw_four_shapes(out, width, palette)
        return out
    px = round(width * 0.22)
    px += (px - width) % 2
    out.blit(shape(colour, px, palette), ((width - px) // 2, round(high * 0.80 - px / 2)))
    return out


@dataclass(frozen=True, slots=True)
class LogoParts:
    """The logo in parts, each with its place: the rack's back, each tile with its shadow, the cap, the rack's front.

    A tile's place is that of its surface, which begins `reach` px above and to the left of the tile; a tile face down
    has a surface of the same size.
    """

    size: tuple[int, int]
    back: Surface
    tiles: tuple[tuple[Surface, tuple[int, int]], ...]
    hidden: Surface
    reach: int
    cap: tuple[Surface, tuple[int, int]]
    front: tuple[Surface, tuple[int, int]]


def logo_parts(width: int, palette: Palette) -> LogoParts:
    """Return the parts of a logo `width` px wide, for an animation."""
    key = (width, palette.name)
    if key not in _parts:
        _parts.clear()  # only one size is shown at a time
        _parts[key] = _made_parts(width, palette)
    return _parts[key]


_parts: dict[tuple[int, str], LogoParts] = {}


def _made_parts(width: int, palette: Palette) -> LogoParts:
    tile_wide = round(width / WIDTH_IN_TILES)
    step = round(tile_wide * LETTER_STEP)
    scale = tile_wide / 66
    first = (width - 6 * step - tile_wide) // 2
    jump, cap_wide = round(tile_wide * 0.16), round(tile_wide * 0.84)
    cap_high = round(cap_wide * CAP_HEIGHT)
    above = round(cap_high * 0.74) + jump
    rest_high, front_high = round(tile_wide * 0.6), round(tile_wide * 0.44)
    tall = tiles.height_of(tile_wide)
    margin = round(MARGIN * scale)
    feet = above + round(tall * 0.93)
    size = (width, feet + front_high - round(tile_wide * 0.06) + margin)
    back = blank_surface(size)
    rest_top = feet - round(tile_wide * 0.5)
    inner = width - 2 * margin
    dark, pad = blurred_box((inner, rest_high + front_high - round(14 * scale)), 10 * scale, 12 * scale, 120)
    back.blit(dark, (margin - pad, rest_top - pad + round(8 * scale)))
    back.blit(board((inner, rest_high), 10 * scale, WOOD_BOARD, scale, seed=61), (margin, rest_top))
    below = tiles.shadow(tile_wide)
    reach = max(below.pad)
    standing = []
    capped = (0, 0)

    def shaded(one: Surface) -> Surface:
        out = blank_surface((tile_wide + 2 * reach, tall + 2 * reach))
        out.blit(below.surface, below.blit_position((reach, reach)))
        out.blit(one, (reach, reach))
        return blit_ready(out)

    for number, (letter, colour) in enumerate(LETTERS):
        at = (first + number * step, above - (jump if colour is None else 0))
        made = shaded(letter_tile(letter, colour, tile_wide, palette))
        standing.append((made, (at[0] - reach, at[1] - reach)))
        if colour is None:
            capped = (at[0] + tile_wide // 2 - cap_wide // 2, at[1] - round(cap_high * 0.72))
    front_top = feet - round(tile_wide * 0.06)
    front = board((inner, front_high), min(8 * scale, front_high / 2), WOOD_BOARD, scale, seed=62)
    return LogoParts(
        size, blit_ready(back), tuple(standing), shaded(tiles.tile(HIDDEN, tile_wide, palette)), reach,
        (cap(cap_wide, palette), capped), (front, (margin, front_top)),
    )  # fmt: skip


def logo(width: int, palette: Palette) -> Surface:
    """Return the logo, `width` px wide and about a quarter as high, on a transparent background."""

    def make() -> Surface:
        parts = logo_parts(width, palette)
        out = blank_surface(parts.size)
        out.blit(parts.back, (0, 0))
        for surface, at in (*parts.tiles, parts.cap, parts.front):
            out.blit(surface, at)
        return blit_ready(out)

    return logo_cache.get((width, palette.name), make)


def program_icon(px: int) -> Surface:
    """Return the joker tile in a square of `px`; a small one has a larger face and no shapes."""
    out = blank_surface((px, px))
    width = int(px / tiles.HEIGHT_RATIO)
    if px >= MIN_ICON_SHAPES_PX:
        out.blit(tiles.tile(JOKER, width, CLASSIC), ((px - width) // 2, (px - tiles.height_of(width)) // 2))
        return out
    # Small: a wider tile, so that the face has room.
    width = round(px * 0.88)
    body = pygame.transform.smoothscale(tiles.blank_tile(width, CLASSIC), (width, px))
    drawn = mark(round(width * 0.74), CLASSIC)
    body.blit(drawn, drawn.get_rect(center=(round(width / 2), round(px * 0.46))))
    out.blit(body, ((px - width) // 2, 0))
    return out
