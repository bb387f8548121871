"""Little tiles and cards inside a sentence, as high as a line: a shape and a numeral; a run by its two ends.

Laws: the shape tells the colour, as everywhere; returned surfaces are shared.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pygame

from game.client.draw import text
from game.client.draw.cards import BORDER_COLOUR, PAPER
from game.client.draw.mark import cap
from game.client.draw.paint import Border, blit_ready, plate, tinted_mask
from game.client.draw.shapes import shape, suit_colour, suit_mask
from game.client.draw.surfaces import chip, number_lettering, piece_cache
from game.client.draw.theme import CHIP_LOOKS, CORAL, INK, Tone
from game.client.words.tell import run_ends, split_into_runs
from game.table.faces import HIDDEN, JOKER

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pygame import Surface

    from game.client.draw.paint import Size
    from game.client.draw.text import TextPart
    from game.client.draw.theme import RGB, Lettering, Palette
    from game.table.faces import Face

LEADING: Final = 1.5  # line height of lines that contain such tiles, as a multiple of the font's size
HEIGHT_SHARE: Final = 1.28  # of the font's size
# of the height: numeral, shape, gap and margin
NUMERAL_SHARE, SHAPE_SHARE, GAP_SHARE, MARGIN_SHARE = 0.72, 0.5, 0.12, 0.24
SIDE_SHARE: Final = 0.1  # height of the tile's side below its face, as a share of the tile's height
CORNER_SHARE: Final = 0.22
STRIKE_SHARE, MIN_STRIKE_PX = 0.12, 2  # width of the line through a tile struck out, of its height; and in device px
CAP_SHARE: Final = 0.82
MIN_BORDER: Final = 1.0
BORDER_DIVISOR: Final = 9.0  # the font's size divided by this is the width of the border
# of the font's size: at the ends of a chip, before each of its tiles, and its height, which fits between rows of sets;
# and the height of its tiles, which leaves its rim free
CHIP_PADDING, CHIP_TILE_GAP, CHIP_HEIGHT, CHIP_TILE_HEIGHT = 0.68, 0.3, 1.4, 1.06


def sentence_parts(
    told: Sequence[str | tuple[Face, ...]], lettering: Lettering, palette: Palette, *, cards: bool
) -> tuple[TextPart, ...]:
    """Return the parts of a paragraph: words, and a picture for each group of tiles."""
    found: list[TextPart] = []
    for part in told:
        found += [part] if isinstance(part, str) else _pictures(part, lettering, palette, cards=cards)
    return tuple(found)


def _pictures(faces: tuple[Face, ...], lettering: Lettering, palette: Palette, *, cards: bool) -> Iterator[TextPart]:
    for at, run in enumerate(split_into_runs(faces)):
        if at:
            yield " "
        yield little_tile(run, round(lettering.px * HEIGHT_SHARE), palette, cards=cards)


def tiled_chip(
    words: str, faces: tuple[Face, ...], lettering: Lettering, palette: Palette, *, cards: bool, after: str = "",
    gone: tuple[Face, ...] = (),
) -> Surface:  # fmt: skip
    """Return a gold chip with a text followed by single tiles, those `gone` struck out, and a text after them."""

    def make() -> Surface:
        said = chip(words, lettering, Tone.GOLD)
        tall = round(lettering.px * CHIP_TILE_HEIGHT)
        shown = [little_tile((face,), tall, palette, cards=cards) for face in faces]
        shown = [struck_out(one) if face in gone else one for one, face in zip(shown, faces, strict=True)]
        gap = round(lettering.px * CHIP_TILE_GAP)
        high = round(lettering.px * CHIP_HEIGHT)
        tail = gap + text.width(after, lettering) if after else 0
        wide = said.get_width() + sum(one.get_width() + gap for one in shown) + tail
        tone = CHIP_LOOKS[Tone.GOLD]
        out = plate(
            (wide, high), high / 2, tone.fill, Border(tone.line, max(MIN_BORDER, lettering.px / BORDER_DIVISOR))
        ).copy()
        text.draw(out, words, lettering, tone.text, (round(lettering.px * CHIP_PADDING), high // 2))
        x = said.get_width() - round(lettering.px * CHIP_PADDING) + gap
        for one in shown:
            out.blit(one, (x, (high - one.get_height()) // 2))
            x += one.get_width() + gap
        if after:
            text.draw(out, after, lettering, tone.text, (x, high // 2))
        return blit_ready(out)

    return piece_cache.get(("tiled chip", words, faces, gone, after, lettering, palette.name, cards), make)


def struck_out(tile: Surface) -> Surface:
    """Return a little tile struck out from corner to corner."""
    out = tile.copy()
    wide, high = out.get_size()
    thick = max(MIN_STRIKE_PX, round(high * STRIKE_SHARE))
    pygame.draw.line(out, CORAL, (1, high - 2), (wide - 2, 1), thick)
    return blit_ready(out)


def little_tile(run: tuple[Face, ...], high: int, palette: Palette, *, cards: bool) -> Surface:
    """Return a tile of that height, or a run by its first and last numeral."""

    def make() -> Surface:
        face = run[0]
        if face == HIDDEN:
            return blit_ready(
                plate((high, high), high * CORNER_SHARE, palette.back, Border(palette.back_mark, MIN_BORDER))
            )
        letters = number_lettering(round(high * NUMERAL_SHARE))
        sign = _sign(face, high, palette, cards=cards)
        words = "" if face == JOKER else run_ends(run, cards=cards)
        between = max(1, round(high * GAP_SHARE)) if words else 0
        inner = sign.get_width() + between + (text.width(words, letters) if words else 0)
        out = _body((max(high, inner + 2 * round(high * MARGIN_SHARE)), high), palette, cards=cards)
        left, middle = (out.get_width() - inner) // 2, round(high * (1 - SIDE_SHARE) / 2)
        out.blit(sign, (left, middle - sign.get_height() // 2))
        if words:
            ink = _ink(face, palette, cards=cards)
            text.draw(out, words, letters, ink, (left + sign.get_width() + between, middle))
        return blit_ready(out)

    return piece_cache.get(("little", run, high, palette.name, cards), make)


def _body(size: Size, palette: Palette, *, cards: bool) -> Surface:
    """Return an empty tile or card as a new surface."""
    wide, high = size
    if cards:
        return plate(size, high * CORNER_SHARE, PAPER, Border(BORDER_COLOUR, MIN_BORDER)).copy()
    out = plate(size, high * CORNER_SHARE, palette.side).copy()
    edge = None if palette.border is None else Border(palette.border, MIN_BORDER)
    out.blit(plate((wide, high - max(1, round(high * SIDE_SHARE))), high * CORNER_SHARE, palette.face, edge), (0, 0))
    return out


def _sign(face: Face, high: int, palette: Palette, *, cards: bool) -> Surface:
    """Return the sign of the colour or the suit; for a joker its cap."""
    if face.colour is None:
        return cap(round(high * CAP_SHARE), palette)
    px = round(high * SHAPE_SHARE)
    return (
        tinted_mask(suit_mask(face.colour, px), suit_colour(face.colour, palette))
        if cards
        else shape(face.colour, px, palette)
    )


def _ink(face: Face, palette: Palette, *, cards: bool) -> RGB:
    if face.colour is None:
        return INK
    return suit_colour(face.colour, palette) if cards else palette.numeral[face.colour]
