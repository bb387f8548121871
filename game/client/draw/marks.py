"""Marks on sets and in empty places: seals, halos, edges, ticks, gaps, tags, slots, pills on wild tiles, the stock.

Laws: no mark covers a numeral; every colour is paired with an icon or a word.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Final

from pygame import Surface

from game.client.draw import cards, text, tiles
from game.client.draw.icons import icon
from game.client.draw.paint import (
    Border,
    Size,
    blank_surface,
    blit_ready,
    blurred_box,
    dashed_mask,
    disc_mask,
    outline_mask,
    plate,
    rounded_mask,
    tinted_mask,
)
from game.client.draw.shapes import shape_mask, suit_mask
from game.client.draw.surfaces import number_lettering, piece_cache, pill
from game.client.draw.theme import (
    BLACK,
    CORAL,
    CREAM,
    GOLD,
    INK,
    MINT,
    SEAL_IMPURE,
    SEAL_PURE,
    TAG_BROKEN,
    WHITE,
    Lettering,
    Typeface,
    contrast,
    mix,
    rgb,
)
from game.table.faces import HIDDEN, Colour, Face

if TYPE_CHECKING:
    from game.client.draw.theme import RGB, Palette

PILL_INK: Final = rgb("#241008")
# contrast of a pill's sign, which may be only 6 px large; as high as that of a numeral in the high-contrast palette
PILL_HEIGHT_SHARE, PILL_SIGN_SHARE = 0.43, 0.6  # of a tile's width the pill's height, of that height a shape
CARD_PILL_HEIGHT_SHARE, CARD_PILL_SIGN_SHARE = 0.39, 0.52  # the same of a card, whose joker's smile stays free
MAX_PILL_SHARE: Final = 1.1  # width of a pill with several shapes, as a share of its tile's
MIN_PILL_HEIGHT, MIN_PILL_SIGN = 14, 6  # px
SIGN_CONTRAST: Final = 7.0
GAP_TEXT_COLOUR: Final = rgb("#FFD9D2")
BEGUN_GROUND: Final = rgb("#3C3530")
SIGN_SHARE: Final = 0.42  # size of the sign in a place, as a share of the place's width
NEWS_COLOURS: Final = (rgb("#1E3F33"), rgb("#CFF7E0"))


class Purity(Enum):
    """Whether a canasta is pure; an impure one holds a wild tile outside its natural place."""

    PURE = "pure"
    IMPURE = "impure"


class SetState(Enum):
    """The state of a set of the draft."""

    VALID = "valid"
    BEGUN = "begun"  # one or two tiles of the rack, to which more may come
    BROKEN = "broken"

    @property
    def colour(self) -> RGB:
        """Mint, cream or coral."""
        return {SetState.VALID: MINT, SetState.BEGUN: CREAM, SetState.BROKEN: CORAL}[self]


# --- canastas ---------------------------------------------------------------------------------------------------------


def seal(size: Size, purity: Purity, points: str, words: str, scale: float) -> Surface:
    """Return the seal at the end of a canasta: its sign, its points and its name."""

    def make() -> Surface:
        pure = purity is Purity.PURE
        fill = SEAL_PURE if pure else SEAL_IMPURE
        edge = rgb("#C57F0D") if pure else rgb("#8E78A4")
        foot = max(1, round(2 * scale))
        radius = 8 * scale
        out = plate(size, radius, edge).copy()
        face = (size[0], size[1] - foot)
        out.blit(plate(face, radius, fill, Border(mix(fill.top, WHITE, 0.35), max(1.0, scale))), (0, 0))
        lettering = Lettering(Typeface.BLACK, _fitting(points, Typeface.BLACK, 16 * scale, size[0] * 0.52))
        sign = round(lettering.px * 0.92)
        gap = round(4 * scale)
        left = (size[0] - sign - gap - text.width(points, lettering)) // 2
        middle = round(face[1] * 0.34)
        out.blit(icon("star" if pure else "swap", sign, INK), (left, middle - sign // 2))
        text.draw(out, points, lettering, INK, (left + sign + gap, middle))
        below = Lettering(Typeface.BOLD, _fitting(words, Typeface.BOLD, 13 * scale, size[0] - 6 * scale))
        text.draw(out, words, below, INK, (size[0] // 2, round(face[1] * 0.75)), align="centre")
        return blit_ready(out)

    return piece_cache.get(("seal", size, purity, points, words, round(scale, 3)), make)


def _fitting(words: str, typeface: Typeface, wanted: float, room: float) -> int:
    """Return the largest size, up to `wanted`, at which the text fits."""
    px = max(8, round(wanted))
    while px > 8 and text.width(words, Lettering(typeface, px)) > room:
        px -= 1
    return px


def halo(size: Size, purity: Purity, scale: float) -> Surface:
    """Return the bright background of a whole canasta."""
    colour = rgb("#FFE7A8") if purity is Purity.PURE else rgb("#E6DCF2")
    return plate(size, 9 * scale, colour, None, 56)


# --- how a set stands -------------------------------------------------------------------------------------------------


def set_edge(size: Size, verdict: SetState, scale: float) -> Surface:
    """Return the edge around a changed set: mint if valid, dashed if begun, coral with a warm background if broken."""

    def make() -> Surface:
        radius = 8 * scale
        if verdict is SetState.VALID:
            return blit_ready(tinted_mask(outline_mask(size, radius, max(1.0, 2 * scale)), MINT))
        if verdict is SetState.BEGUN:
            return blit_ready(tinted_mask(dashed_mask(size, radius, max(1.0, 2 * scale), 5 * scale, 4 * scale), CREAM))
        out = tinted_mask(rounded_mask(size, radius), CORAL, 70)
        out.blit(tinted_mask(outline_mask(size, radius, max(2.0, 3 * scale)), CORAL), (0, 0))
        return blit_ready(out)

    return piece_cache.get(("set edge", size, verdict, round(scale, 3)), make)


def _disc_with_sign(px: int, rim: RGB, ground: RGB, sign: str, colour: RGB) -> Surface:
    """Return a disc with a rim and a sign."""
    out = tinted_mask(disc_mask(px), rim)
    inset = max(1, round(px * 0.08))
    inner = px - 2 * inset
    out.blit(tinted_mask(disc_mask(inner), ground), (inset, inset))
    drawn = round(inner * 0.62)
    drawn += (inner - drawn) % 2
    out.blit(icon(sign, drawn, colour), (inset + (inner - drawn) // 2, inset + (inner - drawn) // 2))
    return blit_ready(out)


def tick_mark(px: int) -> Surface:
    """Return the tick at the corner of a valid set."""
    return piece_cache.get(("tick", px), lambda: _disc_with_sign(px, CREAM, rgb("#1B6B4B"), "check", WHITE))


def gap_slot(size: Size, scale: float, *, begun: bool = False) -> Surface:
    """Return the place of the missing tile of a broken or begun set: a dashed slot with a question mark."""

    def make() -> Surface:
        colour = CREAM if begun else GAP_TEXT_COLOUR
        radius = size[0] * tiles.RADIUS_RATIO
        out = tinted_mask(rounded_mask(size, radius), BEGUN_GROUND, 190)
        line = dashed_mask(size, radius, max(1.0, 1.5 * scale), 5 * scale, 4 * scale)
        out.blit(tinted_mask(line, colour), (0, 0))
        lettering = Lettering(Typeface.FREDOKA, max(8, round(size[0] * 0.5)))
        text.draw(out, "?", lettering, colour, (size[0] // 2, size[1] // 2), align="centre")
        return blit_ready(out)

    return piece_cache.get(("gap", size, round(scale, 3), begun), make)


def reason_tag(words: str, lettering: Lettering, *, begun: bool = False) -> Surface:
    """Return the tag that says why a set is broken or what a begun one lacks.

    It lies in the gap below the row, over no numeral and no shape.
    """
    if begun:
        return pill(words, lettering, BEGUN_GROUND, CREAM, sign="info", line=CREAM)
    return pill(words, lettering, TAG_BROKEN, WHITE, sign="broken", line=GAP_TEXT_COLOUR)


def news_tag(words: str, lettering: Lettering) -> Surface:
    """Return the tag that says who has just laid a set."""
    return pill(words, lettering, *NEWS_COLOURS, sign="plus", line=MINT)


def news_sign(letter: str, lettering: Lettering) -> Surface:
    """Return the small tag at the corner of a set: the initial of the player who laid it."""

    def make() -> Surface:
        high = round(lettering.px * 1.5)
        wide = max(high, text.width(letter, lettering) + round(lettering.px * 0.8))
        out = plate((wide, high), high / 2, NEWS_COLOURS[0], Border(MINT, max(1.0, lettering.px / 9))).copy()
        text.draw(out, letter, lettering, NEWS_COLOURS[1], (wide // 2, high // 2), align="centre")
        return blit_ready(out)

    return piece_cache.get(("news", letter, lettering), make)


# --- drop targets -----------------------------------------------------------------------------------------------------


def _open_place(size: Size, scale: float, colour: RGB) -> Surface:
    """Return an empty place for a tile: a faint background with a dashed edge."""
    radius = min(size) * 0.17
    out = tinted_mask(rounded_mask(size, radius), colour, 26)
    line = dashed_mask(size, radius, max(1.5, 2.4 * scale), 6.5 * scale, 6.5 * scale)
    out.blit(tinted_mask(line, colour), (0, 0))
    return out


def drop_slot(size: Size, scale: float, *, may_land: bool) -> Surface:
    """Return the place under a dragged tile: gold with a plus where it may be dropped, else coral with a cross."""

    def make() -> Surface:
        colour = GOLD if may_land else CORAL
        out, px = _open_place(size, scale, colour), round(min(size) * SIGN_SHARE)
        sign = icon("plus" if may_land else "cross", px, colour)
        out.blit(sign, ((size[0] - px) // 2, (size[1] - px) // 2))
        return blit_ready(out)

    return piece_cache.get(("slot", size, round(scale, 3), may_land), make)


def missing_tile_slot(size: Size, scale: float, words: str) -> Surface:
    """Return the place of the missing tile at the end of a set, with its number."""

    def make() -> Surface:
        out = _open_place(size, scale, GOLD)
        number = number_lettering(round(min(size) * SIGN_SHARE))
        text.draw(out, words, number, CREAM, (size[0] // 2, size[1] // 2), align="centre")
        return blit_ready(out)

    return piece_cache.get(("free end", size, round(scale, 3), words), make)


# --- wild tiles -------------------------------------------------------------------------------------------------------


def wild_pill(stands_for: Face, width: int, palette: Palette, colours: tuple[Colour, ...] = ()) -> Surface:
    """Return the pill on the lower edge of a wild tile: the number it stands for, and the shape if it matters.

    `width` is the tile's; centre the pill on the tile's lower edge. A wild tile that may stand for several `colours`
    shows the shape of each.
    """

    def make() -> Surface:
        signs = colours if stands_for.colour is None else (stands_for.colour,)
        return _pill_surface(signs, _numeral(stands_for.number), width, palette, card=False)

    return piece_cache.get(("wild", stands_for, width, palette.name, colours), make)


def wild_card_pill(stands_for: Face, width: int, palette: Palette) -> Surface:
    """Return the pill on the lower edge of a wild card: the rank and, where it matters, the suit it stands for."""

    def make() -> Surface:
        suits = () if stands_for.colour is None else (stands_for.colour,)
        return _pill_surface(suits, cards.rank_text(stands_for.number), width, palette, card=True)

    return piece_cache.get(("wild card", stands_for, width, palette.name), make)


def _numeral(number: int) -> str:
    """Return the numeral of a place in a run: after the thirteen it is the one again."""
    return "1" if number == 14 else str(number)


def _pill_surface(colours: tuple[Colour, ...], words: str, width: int, palette: Palette, *, card: bool) -> Surface:
    high = max(MIN_PILL_HEIGHT, round(width * (CARD_PILL_HEIGHT_SHARE if card else PILL_HEIGHT_SHARE)))
    lettering = number_lettering(round(high * 0.74))
    between = max(1, round(high * 0.14)) if colours else 0
    sign = max(MIN_PILL_SIGN, round(high * (CARD_PILL_SIGN_SHARE if card else PILL_SIGN_SHARE))) if colours else 0
    if len(colours) > 1:
        room = width * MAX_PILL_SHARE - text.width(words, lettering) - between - round(high * 0.25)
        sign = max(MIN_PILL_SIGN, min(sign, int(room / len(colours)) - 1))
    inner = (sign + 1) * len(colours) - 1 + between if colours else 0
    inner += text.width(words, lettering)
    tight, easy = inner + round(high * 0.25), inner + round(high * 0.62)
    wide = max(high, easy if len(colours) < 2 else min(easy, max(tight, width)))
    out = plate((wide, high), high / 2, PILL_INK, Border(rgb("#E0B04A"), max(1.0, high * 0.075))).copy()
    left = (wide - inner) // 2
    for colour in colours:
        out.blit(_small_sign(colour, sign, palette, card=card), (left, (high - sign) // 2))
        left += sign + 1
    text.draw(out, words, lettering, CREAM, (left + between - (1 if colours else 0), high // 2))
    return blit_ready(out)


def _small_sign(colour: Colour, px: int, palette: Palette, *, card: bool) -> Surface:
    """Return a shape or suit visible on dark ink: black ones in cream, the others lighter than on ivory."""
    if card:
        red = colour in {Colour.RED, Colour.YELLOW}
        return tinted_mask(suit_mask(colour, px), _on_ink(palette.shape[Colour.RED]) if red else CREAM)
    return tinted_mask(shape_mask(colour, px), CREAM if colour is Colour.BLACK else _on_ink(palette.shape[colour]))


def _on_ink(colour: RGB) -> RGB:
    """Return a colour, lightened until it is visible on the ink of a pill."""
    lighter = (mix(colour, WHITE, step / 20) for step in range(20))
    return next(tried for tried in lighter if contrast(tried, PILL_INK) >= SIGN_CONTRAST)


# --- the stock --------------------------------------------------------------------------------------------------------


def stock(width: int, layers: int, palette: Palette, *, as_cards: bool) -> tiles.Sprite:
    """Return a stack of backs with its shadow, `layers` of them visible (one to four), the top one at the corner."""

    def make() -> Surface:
        back = cards.card(HIDDEN, width, palette) if as_cards else tiles.tile(HIDDEN, width, palette)
        high = back.get_height()
        radius = cards.corner_radius(width) if as_cards else tiles.corner_radius(width)
        # A dark line around each back separates the backs of a stack.
        rim = tinted_mask(outline_mask((width, high), radius, 1.0), BLACK, 70)
        dark, pad = blurred_box((width, high), tiles.corner_radius(width), max(1.0, width * 0.1), 150)
        out = blank_surface((width + 2 * pad, high + 2 * pad + 3 * step))
        out.blit(dark, (0, step * layers))
        for number in range(layers - 1, -1, -1):
            at = (pad - round(number * step * 0.6), pad + number * step)
            out.blit(back, at)
            out.blit(rim, at)
        return blit_ready(out)

    step = max(1, round(width * 0.045))
    drawn = piece_cache.get(("stock", width, layers, palette.name, as_cards), make)
    spread = (drawn.get_width() - width) // 2
    return tiles.Sprite(drawn, (spread, spread))


def stock_count(count: int, lettering: Lettering) -> Surface:
    """Return the oval with the number of tiles in the stock."""

    def make() -> Surface:
        words = str(count)
        high = round(lettering.px * 1.62)
        wide = max(round(high * 1.25), text.width(words, lettering) + round(lettering.px))
        out = plate((wide, high), high / 2, CREAM, Border(INK, max(1.0, lettering.px / 12))).copy()
        text.draw(out, words, lettering, INK, (wide // 2, high // 2), align="centre")
        return blit_ready(out)

    return piece_cache.get(("stock count", count, lettering), make)


def fan_of_backs(width: int, room: int, count: int, palette: Palette, *, as_cards: bool) -> Surface:
    """Return a dead hand not taken yet: backs side by side, overlapping to fit `room`, an emblem on the top one."""

    def make() -> Surface:
        top = cards.card(HIDDEN, width, palette) if as_cards else tiles.tile(HIDDEN, width, palette)
        size = top.get_size()
        radius = cards.corner_radius(width) if as_cards else tiles.corner_radius(width)
        covered = top if as_cards else _plain_back(width, palette)
        shade, pad = blurred_box(size, radius, max(1.0, width * 0.06), 150)
        out = blank_surface((room, size[1]))
        step = min(float(width), (room - width) / max(1, count - 1))
        for number in range(count):
            x = round(number * step)
            out.blit(shade, (x - pad - 1, -pad))
            out.blit(top if number == count - 1 else covered, (x, 0))
        return blit_ready(out)

    return piece_cache.get(("fan", width, room, count, palette.name, as_cards), make)


def _plain_back(width: int, palette: Palette) -> Surface:
    """Return the back of a tile without its cap, which would be cut off by the next back."""
    high, foot, radius = tiles.height_of(width), tiles.body_height(width), tiles.corner_radius(width)
    out = tinted_mask(rounded_mask((width, high), radius), mix(palette.back.bottom, BLACK, 0.35))
    face = (width, high - foot)
    out.blit(tinted_mask(rounded_mask(face, radius), palette.back), (0, 0))
    out.blit(tinted_mask(outline_mask(face, radius, max(1.0, width * 0.03)), palette.back_mark, 100), (0, 0))
    return out
