"""Playing cards for Burraco, as sprites of a width in device px.

Rank and suit are in the left 0.64 of the width, which stays visible in a fan.
A card's face is a tile's: its colour is its suit, its number its rank (1 is the ace, 11 to 13 the court).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pygame
from pygame import BLEND_RGBA_MULT, Surface

from game.client.draw import courts
from game.client.draw.assets import font
from game.client.draw.mark import CAP_HEIGHT, cap, mark, plain_cap
from game.client.draw.paint import (
    Border,
    SurfaceCache,
    blank_surface,
    blit_ready,
    blurred_box,
    disc_mask,
    mask,
    plate,
    rounded_mask,
    tinted_mask,
)
from game.client.draw.pen import Pen
from game.client.draw.shapes import suit_colour, suit_mask
from game.client.draw.theme import Typeface, rgb, vertical_gradient
from game.client.draw.tiles import Sprite
from game.table.faces import HIDDEN, JOKER, Face

if TYPE_CHECKING:
    from game.client.draw.theme import RGB, Palette
    from game.table.faces import Colour

HEIGHT_RATIO: Final = 1.42
RADIUS_RATIO: Final = 0.11
COVERED_SHARE: Final = 0.64  # the visible share of a card's width in a fan
RANK_CENTRE: Final = 0.245  # the centre of rank and small suit, as a share of the width
MAX_RANK_WIDTH: Final = 0.38
CORNER_RANK_SCALE: Final = 0.64  # scale of the rank in a card's corner, on a card with an index in two corners
PAPER: Final = vertical_gradient("#FFFEFA", "#F8F0DF")
BORDER_COLOUR: Final = rgb("#BFA97C")
ACES: Final = (1, 14)
CORNER_WIDE, CORNER_TOP, CORNER_SUIT = 0.265, 0.06, 0.19  # of the width: the index of a large court card or ace
COURT_RANKS: Final = {1: "A", 11: "J", 12: "Q", 13: "K", 14: "A"}

card_cache: Final = SurfaceCache(16_000_000, upright=True)


def height_of(width: int) -> int:
    """Return the height of a card."""
    return round(width * HEIGHT_RATIO)


def corner_radius(width: int) -> float:
    """Return the radius of a card's corners."""
    return width * RADIUS_RATIO


def fan_step(width: int) -> int:
    """Return the distance from one card of a fan to the next."""
    return round(width * COVERED_SHARE)


def rank_text(number: int) -> str:
    """Return how a card's number is written."""
    return COURT_RANKS.get(number, str(number))


def card(face: Face, width: int, palette: Palette, *, awake: bool = False) -> Surface:
    """Return the card without a shadow; `HIDDEN` is its back. A joker that is `awake` does not wink."""

    def make() -> Surface:
        if face == HIDDEN:
            return blit_ready(_back(width, palette))
        out = _blank(width, palette).copy()
        if face == JOKER:
            _draw_joker(out, width, palette, awake=awake)
        else:
            _draw_face(out, face, width, palette)
        return blit_ready(out)

    return card_cache.get((face, width, palette.name, awake), make)


def _blank(width: int, palette: Palette) -> Surface:
    border = Border(BORDER_COLOUR if palette.border is None else palette.border, max(1.0, width * 0.022))
    return plate(
        (width, height_of(width)), corner_radius(width), PAPER if palette.border is None else palette.face, border
    )


def _rank_ink(number: int, width: int, colour: RGB) -> Surface:
    """Return the rank, 0.34 of the width high, cropped to its ink and narrowed if necessary."""
    drawn = font(Typeface.BLACK, max(6, round(width * 0.46))).render(rank_text(number), antialias=True, color=colour)
    ink = drawn.subsurface(drawn.get_bounding_rect())
    widest = round(width * MAX_RANK_WIDTH)
    if ink.get_width() > widest:
        return pygame.transform.smoothscale(ink, (widest, ink.get_height()))
    return ink


def _draw_face(target: Surface, face: Face, width: int, palette: Palette) -> None:
    """Draw the suit or figure of a card and its index: large and once, or small in two corners of a large figure."""
    suit, figured = face.colour, face.number in courts.FIGURES or face.number in ACES
    if suit is None:
        return
    framed = figured and width >= courts.MIN_FRAMED_WIDTH
    if not framed:
        _draw_index(target, face.number, suit, width, palette)
    if face.number in courts.FIGURES:
        courts.draw_court(target, face.number, suit, palette)
    elif face.number in ACES:
        courts.draw_ace(target, suit, palette)
    else:
        big = round(width * 0.52)
        sign = tinted_mask(suit_mask(suit, big), suit_colour(suit, palette))
        target.blit(sign, (round(width * 0.66 - big / 2), round(height_of(width) * 0.60)))
    if framed:
        _draw_corners(target, face.number, suit, width, palette)


def _draw_index(target: Surface, number: int, suit: Colour, width: int, palette: Palette) -> None:
    """Draw the rank at the top left, and the suit below it."""
    colour = suit_colour(suit, palette)
    ink = _rank_ink(number, width, colour)
    top = round(width * 0.11)
    target.blit(ink, (round(width * RANK_CENTRE - ink.get_width() / 2), top))
    small = round(width * 0.30)
    below = top + ink.get_height() + round(width * 0.06)
    target.blit(tinted_mask(suit_mask(suit, small), colour), (round(width * RANK_CENTRE - small / 2), below))


def _draw_corners(target: Surface, number: int, suit: Colour, width: int, palette: Palette) -> None:
    """Draw a small index at the top left and, turned, at the bottom right."""
    colour, small = suit_colour(suit, palette), round(width * CORNER_SUIT)
    ink = _rank_ink(number, round(width * CORNER_RANK_SCALE), colour)
    index = blank_surface((round(width * CORNER_WIDE), round(width * CORNER_WIDE * 2.2)))
    middle = index.get_width() // 2
    index.blit(ink, ink.get_rect(midtop=(middle, round(width * CORNER_TOP))))
    sign = tinted_mask(suit_mask(suit, small), colour)
    index.blit(sign, sign.get_rect(midtop=(middle, round(width * CORNER_TOP * 2) + ink.get_height())))
    target.blit(index, (0, 0))
    turned = pygame.transform.rotate(index, courts.HALF_TURN)
    target.blit(turned, turned.get_rect(bottomright=target.get_size()))


def _draw_joker(target: Surface, width: int, palette: Palette, *, awake: bool) -> None:
    big, small = round(width * 0.62), round(width * 0.34)
    # The face is so high that the pill of a wild joker does not cover its smile.
    target.blit(mark(big, palette, awake=awake), (round(width * 0.34), round(height_of(width) * 0.33)))
    target.blit(cap(small, palette), (round(width * 0.07), round(width * 0.08)))


def _lattice(pen: Pen) -> None:
    cell = 1 / 6
    for row in range(-10, 18):
        for way in (1, -1):
            start = (row * cell, 0.0)
            end = (row * cell + way * pen.height / pen.width, 1.0)
            pen.line([start, end], 0.014)


def _back(width: int, palette: Palette) -> Surface:
    high = height_of(width)
    out = plate((width, high), corner_radius(width), palette.face, Border(BORDER_COLOUR, max(1.0, width * 0.02))).copy()
    inset = max(2, round(width * 0.06))
    inner = (width - 2 * inset, high - 2 * inset)
    form = rounded_mask(inner, corner_radius(width) * 0.6)
    ground = tinted_mask(form, palette.back)
    if width >= 20:
        lattice = tinted_mask(mask("lattice", inner, _lattice), palette.back_mark, 70)
        lattice.blit(form, (0, 0), special_flags=BLEND_RGBA_MULT)
        ground.blit(lattice, (0, 0))
    out.blit(ground, (inset, inset))
    round_by, wide = round(width * 0.62), round(width * 0.5)
    if width >= 24:
        out.blit(
            tinted_mask(disc_mask(round_by), palette.back.bottom), ((width - round_by) // 2, (high - round_by) // 2)
        )
        drawn = plain_cap(wide, palette.back_mark, palette.back.bottom)
        out.blit(drawn, ((width - wide) // 2, (high - round(wide * CAP_HEIGHT)) // 2))
    return out


def shadow(width: int, lift: int = 0) -> Sprite:
    """Return the shadow of a card raised by `lift` px; blit it at the card's own corner."""
    dark, pad = blurred_box((width, height_of(width)), corner_radius(width), max(1.0, width * 0.06 + lift * 0.4), 120)
    return Sprite(dark, (pad, pad - round(width * 0.03 + lift * 0.6)))


def with_shadow(face: Face, width: int, palette: Palette, *, awake: bool = False) -> Sprite:
    """Return a resting card together with its shadow as one surface."""
    below = shadow(width)
    drop = below.pad[0] - below.pad[1]

    def make() -> Surface:
        out = blank_surface((below.surface.get_width(), below.surface.get_height() + drop))
        out.blit(below.surface, (0, drop))
        out.blit(card(face, width, palette, awake=awake), (below.pad[0], below.pad[0]))
        return blit_ready(out)

    return Sprite(card_cache.get(("shaded", face, width, palette.name, awake), make), (below.pad[0], below.pad[0]))
