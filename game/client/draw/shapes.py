"""The four shapes of tiles and the four suits of cards, as masks.

Law: a colour has one shape in every palette; cards use the same four colours (hearts red, diamonds yellow, clubs black,
spades blue), so a face tells its suit.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

import pygame

from game.client.draw.paint import mask, tinted_mask
from game.client.draw.pen import Disc, Polygon, RoundedRectangle, bezier_points, figure_drawer, mirrored_polygon
from game.table.faces import Colour

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pygame import Surface

    from game.client.draw.pen import Figure
    from game.client.draw.theme import RGB, Palette

OUTLINE_WIDTH: Final = 0.11  # the outline's width, as a share of the shape
# the inner triangle is lower by this share of the outline, so that its three borders look equally thick
YELLOW_OUTLINE_DROP: Final = 0.35


_FOOT: Final = mirrored_polygon([(0.53, 0.5), *bezier_points((0.53, 0.6), (0.55, 0.82), (0.6, 0.92), (0.72, 0.97))])
SHAPES: Final[Mapping[Colour, Figure]] = MappingProxyType(
    {
        Colour.RED: (Polygon(((0.5, 0.02), (0.94, 0.5), (0.5, 0.98), (0.06, 0.5))),),
        Colour.BLUE: (Disc(0.5, 0.5, 0.43),),
        # Black is not a cross: before a number, as in the log, a cross would read as a plus.
        Colour.BLACK: (RoundedRectangle(0.17, 0.17, 0.66, 0.66, 0.08),),
        Colour.YELLOW: (Polygon(((0.5, 0.05), (0.98, 0.9), (0.02, 0.9))),),
    }
)
SUITS: Final[Mapping[Colour, Figure]] = MappingProxyType(
    {
        Colour.RED: (
            mirrored_polygon(
                [
                    *bezier_points((0.5, 0.26), (0.57, 0.08), (0.68, 0.06), (0.74, 0.06)),
                    *bezier_points((0.74, 0.06), (0.9, 0.06), (0.98, 0.19), (0.98, 0.33)),
                    *bezier_points((0.98, 0.33), (0.98, 0.57), (0.7, 0.74), (0.5, 0.97)),
                ]
            ),
        ),
        Colour.YELLOW: (
            mirrored_polygon(
                [
                    *bezier_points((0.5, 0.02), (0.6, 0.2), (0.75, 0.38), (0.89, 0.5)),
                    *bezier_points((0.89, 0.5), (0.75, 0.62), (0.6, 0.8), (0.5, 0.98)),
                ]
            ),
        ),
        # The lobes are well apart: when small, only deep notches distinguish it from a spade.
        Colour.BLACK: (
            Disc(0.5, 0.23, 0.215),
            Disc(0.235, 0.575, 0.22),
            Disc(0.765, 0.575, 0.22),
            Polygon(((0.44, 0.36), (0.56, 0.36), (0.66, 0.52), (0.62, 0.64), (0.38, 0.64), (0.34, 0.52))),
            _FOOT,
        ),
        Colour.BLUE: (
            mirrored_polygon(
                [
                    *bezier_points((0.5, 0.02), (0.58, 0.2), (0.95, 0.4), (0.95, 0.61)),
                    *bezier_points((0.95, 0.61), (0.95, 0.74), (0.86, 0.81), (0.75, 0.81)),
                    *bezier_points((0.75, 0.81), (0.64, 0.81), (0.56, 0.75), (0.51, 0.65)),
                ]
            ),
            _FOOT,
        ),
    }
)
DIM_FACTOR: Final = (150, 140, 140, 255)
MIN_TWO_COLOUR_PX: Final = 4  # a smaller shape has no room for two colours


def shape_mask(colour: Colour, px: int) -> Surface:
    """Return the white mask of a colour's shape."""
    return mask(("shape", colour), (px, px), figure_drawer(SHAPES[colour]))


def suit_mask(colour: Colour, px: int) -> Surface:
    """Return the white mask of the suit a colour stands for."""
    return mask(("suit", colour), (px, px), figure_drawer(SUITS[colour]))


def shape(colour: Colour, px: int, palette: Palette) -> Surface:
    """Return a new surface with the shape as printed on a tile: filled, and outlined if the palette says so."""
    fill, outline = palette.shape[colour], palette.outline.get(colour)
    if outline is None:
        return tinted_mask(shape_mask(colour, px), fill)
    inset = max(1, round(px * OUTLINE_WIDTH))
    if px - 2 * inset < MIN_TWO_COLOUR_PX:  # too small for an outline: the numeral's colour is dark enough
        return tinted_mask(shape_mask(colour, px), palette.numeral[colour])
    out = tinted_mask(shape_mask(colour, px), outline)
    drop = round(inset * YELLOW_OUTLINE_DROP) if colour is Colour.YELLOW else 0
    out.blit(tinted_mask(shape_mask(colour, px - 2 * inset), fill), (inset, inset + drop))
    return out


def suit_colour(colour: Colour, palette: Palette) -> RGB:
    """Return the colour of a suit: hearts and diamonds in the palette's red, clubs and spades in its black."""
    red = colour in {Colour.RED, Colour.YELLOW}
    return palette.numeral[Colour.RED if red else Colour.BLACK]


def dimmed_copy(surface: Surface) -> Surface:
    """Return a darker copy, for things that are disabled."""
    out = surface.copy()
    out.fill(DIM_FACTOR, special_flags=pygame.BLEND_RGBA_MULT)
    return out
