"""Court cards and aces of our own design: one bust on small cards, two mirrored ones on large ones.

Law: the figures are data in `assets/faces/courts.toml`; the index has the colour of its suit in every palette.
"""

from __future__ import annotations

import tomllib
from functools import lru_cache
from io import BytesIO
from typing import TYPE_CHECKING, Any, Final

import pygame

from game.client.draw import mark, paint
from game.client.draw.assets import face_parts
from game.client.draw.faces import LIGHTER_SHARE, with_person_colours
from game.client.draw.shapes import suit_colour, suit_mask
from game.client.draw.theme import BLACK, GOLD, WHITE, mix, rgb

if TYPE_CHECKING:
    from pygame import Surface

    from game.client.draw.theme import Palette
    from game.table.faces import Colour

FIGURES: Final = {11: "jack", 12: "queen", 13: "king"}
MIN_FRAMED_WIDTH: Final = 80  # px; a card at least so wide has a frame and two figures
SUPERSAMPLING: Final = 2
BUST_WIDTH, BUST_CENTRE = 0.72, 0.64  # the figure's width and centre, as shares of a small card's width
FRAME_MARGINS: Final = (0.255, 0.05)  # margins of the frame at the sides, and at top and bottom, as shares of the card
SASH_WIDTH: Final = 0.06
FRAME_LINE_DIVISOR: Final = 80  # of the frame's width
FIGURE_WIDTH: Final = 1.05  # of the frame's width
HALF_TURN: Final = 180
FRAME_WHITE_SHARE: Final = 0.86  # share of white in the frame's background
ACE_SUIT_WIDTH, ACE_CAP_WIDTH = 0.56, 0.5  # width of the suit, and of the cap within it, as shares of the card's width


@lru_cache(maxsize=1)
def _kept() -> dict[str, Any]:
    return tomllib.loads(face_parts("courts"))


def bust(number: int, suit: Colour, px: int) -> Surface:
    """Return a figure in a square, cached."""

    def make() -> Surface:
        context = _kept()["houses"][suit.value]
        body = with_person_colours(
            _kept()["busts"][FIGURES[number]], {**context, "coat": context["robe"], "lips": "#8A2B24"}
        )
        said = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="100" height="100">{body}</svg>'
        large = pygame.image.load_sized_svg(BytesIO(said.encode()), (px * SUPERSAMPLING, px * SUPERSAMPLING))
        return paint.blit_ready(pygame.transform.smoothscale(large, (px, px)))

    return paint.plate_cache.get(("bust", number, suit, px), make)


def draw_court(target: Surface, number: int, suit: Colour, palette: Palette) -> None:
    """Draw the figure of a court card beside its index."""
    wide, high = target.get_size()
    if wide < MIN_FRAMED_WIDTH:
        px = round(wide * BUST_WIDTH)
        drawn = bust(number, suit, px)
        target.blit(drawn, (round(wide * BUST_CENTRE - px / 2), high - px - max(1, round(wide / MIN_FRAMED_WIDTH)) - 1))
        return
    left, top = round(FRAME_MARGINS[0] * wide), round(FRAME_MARGINS[1] * high)
    box = pygame.Rect(left, top, wide - 2 * left, high - 2 * top)
    ink = suit_colour(suit, palette)
    robe = rgb(_kept()["houses"][suit.value]["robe"])
    line = max(1, round(wide / FRAME_LINE_DIVISOR))
    ground = paint.plate(box.size, wide * SASH_WIDTH / 2, mix(robe, WHITE, FRAME_WHITE_SHARE), paint.Border(ink, line))
    target.blit(ground, box)
    inner = box.inflate(-2 * line, -2 * line)
    half = pygame.Rect(inner.x, inner.y, inner.w, inner.h // 2)
    drawn = bust(number, suit, min(half.h, round(inner.w * FIGURE_WIDTH)))
    figure = paint.blank_surface(half.size)
    figure.blit(drawn, drawn.get_rect(midbottom=(half.w // 2, half.h)))
    target.blit(figure, half)
    target.blit(pygame.transform.rotate(figure, HALF_TURN), (inner.x, inner.bottom - half.h))
    sash = max(2, round(wide * SASH_WIDTH / 2))
    target.fill(GOLD, (inner.x, inner.centery - sash // 2, inner.w, sash))


def draw_ace(target: Surface, suit: Colour, palette: Palette) -> None:
    """Draw the large suit of an ace with the cap in it."""
    wide, high = target.get_size()
    px = round(wide * ACE_SUIT_WIDTH)
    ink = suit_colour(suit, palette)
    middle = (
        round(wide * (BUST_CENTRE if wide < MIN_FRAMED_WIDTH else 1 / 2)),
        round(high * (BUST_CENTRE if wide < MIN_FRAMED_WIDTH else 1 / 2)),
    )
    sign = paint.tinted_mask(suit_mask(suit, px), ink)
    target.blit(sign, sign.get_rect(center=middle))
    cap = mark.plain_cap(round(px * ACE_CAP_WIDTH), GOLD, mix(ink, BLACK, LIGHTER_SHARE))
    target.blit(cap, cap.get_rect(center=middle))
