"""Sprites of tiles at a width in device px: faces, the joker, backs, badges, glows.

Laws: a tile is 1.34 times as high as wide; numeral and shape are never covered; each is drawn once per face, width and
palette, and returned surfaces are shared, so they must not be drawn on.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import pygame
from pygame import Surface

from game.client.draw.assets import font
from game.client.draw.icons import icon
from game.client.draw.mark import CAP_HEIGHT, mark, plain_cap
from game.client.draw.paint import (
    SurfaceCache,
    blank_surface,
    blit_ready,
    blurred_box,
    disc_mask,
    outline_mask,
    rounded_mask,
    tinted_mask,
)
from game.client.draw.shapes import dimmed_copy, shape
from game.client.draw.theme import BLACK, NEW_DOT, RED, WHITE, Gradient, Typeface, mix
from game.table.faces import HIDDEN, JOKER, Colour, Face

if TYPE_CHECKING:
    from game.client.draw.theme import RGB, Palette

HEIGHT_RATIO: Final = 1.34
RADIUS_RATIO: Final = 0.15
BODY_SHARE: Final = 0.07  # the visible body below the face, as a share of the width
NUMERAL_HEIGHT: Final = 0.52  # the numeral's height, as a share of the width
NUMERAL_CENTRE: Final = 0.37  # the numeral's centre, as a share of the face's height
MAX_NUMERAL_WIDTH: Final = 0.76  # the greatest width of two digits, as a share of the width
SHAPE_SHARE: Final = 0.30
SHAPE_CENTRE: Final = 0.815
JOKER_SHAPES: Final = (Colour.RED, Colour.BLUE, Colour.YELLOW, Colour.BLACK)

tile_cache: Final = SurfaceCache(16_000_000, upright=True)  # px in total; at 4K one size of all faces takes six million


@dataclass(frozen=True, slots=True)
class Sprite:
    """A surface larger than its object; `pad` is how far it extends beyond it to the left and above."""

    surface: Surface
    pad: tuple[int, int]

    def blit_position(self, corner: tuple[int, int]) -> tuple[int, int]:
        """Return where to blit it so that its object's top left corner is at `corner`."""
        return corner[0] - self.pad[0], corner[1] - self.pad[1]


def height_of(width: int) -> int:
    """Return the height of a tile."""
    return round(width * HEIGHT_RATIO)


def body_height(width: int) -> int:
    """Return the height of the visible body below a tile's face."""
    return max(2, round(width * BODY_SHARE))


def corner_radius(width: int) -> float:
    """Return the radius of a tile's corners."""
    return width * RADIUS_RATIO


def tile(face: Face, width: int, palette: Palette, *, dim: bool = False, awake: bool = False) -> Surface:
    """Return the tile without a shadow; `HIDDEN` is its back. An `awake` joker does not wink."""

    def make() -> Surface:
        if dim:
            return blit_ready(dimmed_copy(tile(face, width, palette)))
        if face == HIDDEN:
            return blit_ready(_back(width, palette))
        out = blank_tile(width, palette).copy()
        if face == JOKER:
            _draw_joker(out, width, palette, awake=awake)
        else:
            _draw_numeral(out, face, width, palette)
            _draw_shape(out, face, width, palette)
        return blit_ready(out)

    return tile_cache.get((face, width, palette.name, dim, awake), make)


def blank_tile(width: int, palette: Palette) -> Surface:
    """Return the blank ivory body, cached."""

    def make() -> Surface:
        high, depth, round_by = height_of(width), body_height(width), corner_radius(width)
        body = Gradient(((0.0, palette.rim), (0.8, palette.side), (1.0, mix(palette.side, BLACK, 0.18))))
        out = tinted_mask(rounded_mask((width, high), round_by), body)
        face = (width, high - depth)
        if palette.border is not None:
            out.blit(tinted_mask(rounded_mask(face, round_by), palette.border), (0, 0))
            line = max(1, round(width * 0.045))
            inner = (face[0] - 2 * line, face[1] - 2 * line)
            out.blit(tinted_mask(rounded_mask(inner, round_by - line), palette.face), (line, line))
            return out
        out.blit(tinted_mask(rounded_mask(face, round_by), palette.face), (0, 0))
        rim = Gradient(((0.0, WHITE), (1.0, palette.rim)))
        out.blit(tinted_mask(outline_mask(face, round_by, max(1.0, width * 0.022)), rim), (0, 0))
        return out

    return tile_cache.get(("blank", width, palette.name), make)


def numeral(number: int, width: int, colour: RGB) -> Surface:
    """Return the numeral of a tile, cropped to its ink."""

    def make() -> Surface:
        face = font(Typeface.BLACK, max(6, round(width * NUMERAL_HEIGHT / 0.72)))
        drawn = face.render(str(number), antialias=True, color=colour)
        ink = drawn.subsurface(drawn.get_bounding_rect())
        widest = round(width * MAX_NUMERAL_WIDTH)
        if ink.get_width() <= widest:
            return ink.copy()
        return pygame.transform.smoothscale(ink, (widest, ink.get_height()))

    return tile_cache.get(("numeral", number, width, colour), make)


def _draw_numeral(target: Surface, face: Face, width: int, palette: Palette) -> None:
    ink = BLACK if face.colour is None else palette.numeral[face.colour]
    drawn = numeral(face.number, width, ink)
    high = height_of(width) - body_height(width)
    x, y = (width - drawn.get_width()) / 2, high * NUMERAL_CENTRE - drawn.get_height() / 2
    target.blit(drawn, (round(x), round(y)))


def _draw_shape(target: Surface, face: Face, width: int, palette: Palette) -> None:
    colour = face.colour
    if colour is None:
        return
    px = max(7, round(width * SHAPE_SHARE * palette.shape_scale))
    px += (px - width) % 2  # cropped, so that it can be centred exactly
    drawn = tile_cache.get(("shape", colour, px, palette.name), lambda: shape(colour, px, palette))
    high = height_of(width) - body_height(width)
    target.blit(drawn, ((width - px) // 2, round(high * SHAPE_CENTRE - px / 2)))


def _draw_joker(target: Surface, width: int, palette: Palette, *, awake: bool) -> None:
    high = height_of(width) - body_height(width)
    wide = round(width * 0.70)
    target.blit(mark(wide, palette, awake=awake), ((width - wide) // 2, round(high * 0.07)))
    draw_four_shapes(target, width, palette)


def draw_four_shapes(target: Surface, width: int, palette: Palette) -> None:
    """Draw the row of four shapes that only the joker has, since it may stand for any tile."""
    high = height_of(width) - body_height(width)
    px, gap = max(3, round(width * 0.17)), max(1, round(width * 0.045))
    x = (width - 4 * px - 3 * gap) // 2
    for colour in JOKER_SHAPES:
        target.blit(shape(colour, px, palette), (x, round(high * 0.805)))
        x += px + gap


def _back(width: int, palette: Palette) -> Surface:
    high, depth, round_by = height_of(width), body_height(width), corner_radius(width)
    out = tinted_mask(rounded_mask((width, high), round_by), mix(palette.back.bottom, BLACK, 0.35))
    out.blit(tinted_mask(rounded_mask((width, high - depth), round_by), palette.back), (0, 0))
    inset = max(2, round(width * 0.09))
    inner = (width - 2 * inset, high - depth - 2 * inset)
    if width >= 20:
        line = outline_mask(inner, round_by * 0.6, max(1.0, width * 0.03))
        out.blit(tinted_mask(line, palette.back_mark, 150), (inset, inset))
    if width >= 24:
        wide = round(width * 0.58)
        drawn = plain_cap(wide, palette.back_mark, palette.back.bottom)
        out.blit(drawn, ((width - wide) // 2, (high - depth - round(wide * CAP_HEIGHT)) // 2))
    else:
        lozenge = (max(2, width // 3), max(2, high // 2))
        out.blit(tinted_mask(rounded_mask(lozenge, 2), palette.back_mark, 120), _middle((width, high - depth), lozenge))
    return out


def _middle(outer: tuple[int, int], inner: tuple[int, int]) -> tuple[int, int]:
    return (outer[0] - inner[0]) // 2, (outer[1] - inner[1]) // 2


# --- below and above a tile -------------------------------------------------------------------------------------------


def shadow(width: int, lift: int = 0) -> Sprite:
    """Return the shadow of a tile lifted `lift` px above the table; blit it at the tile's corner."""
    blur = width * 0.07 + lift * 0.4
    dark, pad = blurred_box((width, height_of(width)), corner_radius(width), max(1.0, blur), 120 if lift else 150)
    return Sprite(dark, (pad, pad - round(width * 0.05 + lift * 0.6)))


def with_shadow(face: Face, width: int, palette: Palette, *, awake: bool = False) -> Sprite:
    """Return a resting tile together with its shadow, for a single blit."""
    below = shadow(width)

    def make() -> Surface:
        out = blank_surface((below.surface.get_width(), below.surface.get_height() + below.pad[0] - below.pad[1]))
        out.blit(below.surface, (0, below.pad[0] - below.pad[1]))
        out.blit(tile(face, width, palette, awake=awake), (below.pad[0], below.pad[0]))
        return blit_ready(out)

    return Sprite(tile_cache.get(("shaded", face, width, palette.name, awake), make), (below.pad[0], below.pad[0]))


def outline(width: int, colour: RGB, thick: int) -> Sprite:
    """Return the glow and rim of a selected or wrong tile; blit it before the tile, at the tile's corner."""
    return halo((width, height_of(width)), corner_radius(width), colour, thick)


def halo(size: tuple[int, int], radius: float, colour: RGB, thick: int) -> Sprite:
    """Return a rim of `thick` px around a box, with an outer glow."""
    wide = (size[0] + 2 * thick, size[1] + 2 * thick)
    glow, pad = blurred_box(wide, radius + thick, max(2.0, size[0] * 0.1), 200, colour)

    def make() -> Surface:
        out = glow.copy()
        out.blit(tinted_mask(rounded_mask(wide, radius + thick), colour), (pad, pad))
        return blit_ready(out)

    drawn = tile_cache.get(("halo", size, round(radius, 1), colour, thick), make)
    return Sprite(drawn, (pad + thick, pad + thick))


def edge(size: tuple[int, int], radius: float, colour: RGB, thick: int) -> Sprite:
    """Return a ring of `thick` px around a box, without a glow; blit it at the box's corner, over what lies there."""
    wide = (size[0] + 2 * thick, size[1] + 2 * thick)
    key = ("edge", size, round(radius, 1), colour, thick)
    return Sprite(
        tile_cache.get(key, lambda: blit_ready(tinted_mask(outline_mask(wide, radius + thick, thick), colour))),
        (thick, thick),
    )


def new_dot(width: int) -> Sprite:
    """Return the dot that marks a new tile; blit it at the tile's corner."""
    px = max(8, round(width * 0.26))

    def make() -> Surface:
        out = tinted_mask(disc_mask(px), WHITE)
        inset = max(1, px // 7)
        out.blit(tinted_mask(disc_mask(px - 2 * inset), NEW_DOT), (inset, inset))
        return blit_ready(out)

    return Sprite(tile_cache.get(("new", px), make), (round(px * 0.72) - width, round(px * 0.28)))


def wrong_badge(width: int) -> Sprite:
    """Return the cross that marks a wrong tile; it covers the tile's outer corner, not its numeral."""
    px = max(12, round(width * 0.36))

    def make() -> Surface:
        out = tinted_mask(disc_mask(px), WHITE)
        inset = max(1, px // 12)
        inner = px - 2 * inset
        out.blit(tinted_mask(disc_mask(inner), RED), (inset, inset))
        sign = round(inner * 0.62)
        out.blit(icon("cross", sign, WHITE), ((px - sign) // 2, (px - sign) // 2))
        return blit_ready(out)

    return Sprite(tile_cache.get(("wrong", px), make), (round(px * 0.62) - width, round(px * 0.42)))
