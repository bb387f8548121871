"""The parts of a table other than tiles: zones, pills, chips, avatars, crests, bars, the banner, the clock ring.

Sizes are device px; `scale` is the device px of one logical px; parts with words are as large as their lettering needs.
Laws: a side is never shown by colour alone (us a gold star, them a blue diamond); returned surfaces are shared.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Final

from pygame import BLEND_RGBA_MULT, Rect, Surface, transform

from game.client.draw import text
from game.client.draw.faces import Mood, face, known_names
from game.client.draw.icons import icon
from game.client.draw.logo import letter_tile
from game.client.draw.paint import (
    Border,
    Size,
    SurfaceCache,
    arc_mask,
    blank_surface,
    blit_ready,
    dashed_mask,
    disc_mask,
    outline_mask,
    plate,
    rounded_mask,
    tinted_mask,
)
from game.client.draw.theme import (
    AVATAR_COLOURS,
    BLACK,
    CHIP_LOOKS,
    CHIP_PAPER,
    CLASSIC,
    CORAL,
    CREAM,
    FOCUS_DARK,
    GOLD,
    GOLD_EDGE,
    GOLD_LIGHT,
    GOLD_LOW,
    INK,
    LINE,
    PANEL,
    PAPER,
    PAPER_LINE,
    RADIUS_PANEL,
    RADIUS_PAPER,
    ROW_CHOSEN,
    SKY,
    WELL,
    WHITE,
    Gradient,
    Lettering,
    Tone,
    Typeface,
    mix,
    rgb,
)
from game.table.faces import COLOURS

if TYPE_CHECKING:
    from game.client.draw.theme import RGB, Fill

FEW_TILES: Final = 3  # a rack of so few tiles may go out at any moment
# a person's initial: width of its tile as a share of the disc's, its lean in degrees, and how much larger it is drawn
INITIAL_WIDTH, INITIAL_LEAN, SUPERSAMPLING = 0.52, 6.0, 2
ZONE_SHADE_ALPHA: Final = 46  # opacity, of 255: felt inside a zone is 18 % darker
ZONE_BORDER: Final = 1.5
ZONE_RADIUS: Final = 12.0
BANNER_GOLD: Final = Gradient(((0.0, GOLD_LIGHT), (1.0, GOLD_LOW)))
BANNER_CORAL: Final = Gradient(((0.0, mix(CORAL, WHITE, 0.18)), (1.0, CORAL)))
BANNER_PLUM: Final = Gradient(((0.0, rgb("#4A3A54")), (1.0, rgb("#382A40"))))
TIME_COLOUR_ON_GOLD: Final = rgb("#7A3A0A")
TIME_TRACK_ON_GOLD: Final = rgb("#D98F1C")

piece_cache: Final = SurfaceCache(4_000_000)


class Crest(Enum):
    """The two sides as one player sees them: ours and theirs."""

    US = "us"
    THEM = "them"

    @property
    def colour(self) -> RGB:
        """The colour: gold for us, blue for them."""
        return GOLD if self is Crest.US else SKY

    @property
    def sign(self) -> str:
        """The icon that goes with the colour."""
        return "star" if self is Crest.US else "diamond"


def _radius(size: Size, scale: float, wanted: float) -> float:
    return min(wanted * scale, size[0] / 2, size[1] / 2)


# --- backgrounds ------------------------------------------------------------------------------------------------------


def panel(size: Size, scale: float, *, edge: RGB | None = None) -> Surface:
    """Return a plum panel; one with an edge, as of the player to move, is slightly lighter."""
    radius = _radius(size, scale, RADIUS_PANEL)
    if edge is not None:
        return plate(size, radius, ROW_CHOSEN, Border(edge, 3 * scale))
    return plate(size, radius, PANEL, Border(LINE, max(1.0, 1.2 * scale)))


def paper(size: Size, scale: float) -> Surface:
    """Return a sheet of paper, the background of explanations."""
    return plate(size, _radius(size, scale, RADIUS_PAPER), PAPER, Border(PAPER_LINE, max(1.0, 1.5 * scale)))


def zone(size: Size, scale: float, line: RGB | None) -> Surface:
    """Return the background of a side's sets: darker felt with an edge in the side's colour."""

    def make() -> Surface:
        radius = _radius(size, scale, ZONE_RADIUS)
        out = plate(size, radius, BLACK, None, ZONE_SHADE_ALPHA).copy()
        if line is not None:
            out.blit(tinted_mask(outline_mask(size, radius, max(1.0, ZONE_BORDER * scale)), line, 165), (0, 0))
        return blit_ready(out)

    return piece_cache.get(("zone", size, round(scale, 3), line), make)


def dashed_zone(size: Size, scale: float, line: RGB) -> Surface:
    """Return a darker place on the felt with a dashed edge, such as that of a dead hand or of an empty stock."""

    def make() -> Surface:
        radius = _radius(size, scale, 10)
        out = plate(size, radius, BLACK, None, ZONE_SHADE_ALPHA).copy()
        edge = dashed_mask(size, radius, max(1.0, 1.5 * scale), 6 * scale, 5 * scale)
        out.blit(tinted_mask(edge, line, 170), (0, 0))
        return blit_ready(out)

    return piece_cache.get(("dashed zone", size, round(scale, 3), line), make)


# --- things with words ------------------------------------------------------------------------------------------------


def pill(
    words: str, lettering: Lettering, fill: Fill, colour: RGB, *, sign: str = "", line: RGB | None = None
) -> Surface:
    """Return a pill of one line, an icon before its words if `sign` names one."""

    def make() -> Surface:
        px = lettering.px
        high = round(px * 1.85)
        mark = round(px * 1.05)
        indent = round(px * 0.68)
        before = mark + round(px * 0.4) if sign else 0
        wide = text.width(words, lettering) + before + 2 * indent
        border = None if line is None else Border(line, max(1.0, px / 9))
        out = plate((wide, high), high / 2, fill, border).copy()
        if sign:
            out.blit(icon(sign, mark, colour), (indent, (high - mark) // 2))
        text.draw(out, words, lettering, colour, (indent + before, high // 2))
        return blit_ready(out)

    return piece_cache.get(("pill", words, lettering, fill, colour, sign, line), make)


def chip(words: str, lettering: Lettering, tone: Tone, *, sign: str = "", edged: bool = False) -> Surface:
    """Return a chip: a short status in words, in one of the tones."""
    look = CHIP_LOOKS[tone]
    return pill(words, lettering, look.fill, look.text, sign=sign, line=look.line if edged else None)


def zone_title(words: str, lettering: Lettering, crest: Crest) -> Surface:
    """Return the pill on the upper edge of a side's zone, with the side's status."""

    def make() -> Surface:
        px = lettering.px
        high, mark, indent = round(px * 1.5), round(px * 0.95), round(px * 0.7)
        wide = text.width(words, lettering) + mark + round(px * 0.5) + 2 * indent
        ground = rgb("#123A35") if crest is Crest.THEM else rgb("#1E3327")
        out = plate((wide, high), high / 2, ground, Border(mix(crest.colour, BLACK, 0.25), max(1.0, px / 11))).copy()
        out.blit(icon(crest.sign, mark, crest.colour), (indent, (high - mark) // 2))
        text.draw(out, words, lettering, CREAM, (indent + mark + round(px * 0.5), high // 2))
        return blit_ready(out)

    return piece_cache.get(("zone title", words, lettering, crest), make)


def count_chip(count: int, lettering: Lettering) -> Surface:
    """Return the cream chip with the number of tiles on a rack; round and coral when close to going out."""

    def make() -> Surface:
        words = str(count)
        high = round(lettering.px * 1.7)
        wide = max(high, text.width(words, lettering) + round(lettering.px * 0.8))
        few = 0 < count <= FEW_TILES
        rim = Border(INK, max(1.0, lettering.px / 10))
        out = (
            plate((wide, high), high / 2, CORAL, rim) if few else plate((wide, high), high * 0.28, CHIP_PAPER)
        ).copy()
        text.draw(out, words, lettering, INK, (wide // 2, high // 2), align="centre")
        return blit_ready(out)

    return piece_cache.get(("count", count, lettering), make)


# --- people and sides -------------------------------------------------------------------------------------------------


def avatar(px: int, number: int, *, bot: bool, name: str = "", mood: Mood = Mood.NEUTRAL) -> Surface:
    """Return the round picture of a seat: a bot's face, or a person's initial on a tile, never a person's face.

    The disc has one of seven arbitrary colours. A person without a name of which the font has the initial is a figure.
    """
    if bot:
        return face(px, name or known_names()[number % len(known_names())], mood)
    initial = name.strip()[:1].upper()
    initial = initial if initial.isalnum() and text.has_letter(initial, Typeface.FREDOKA) else ""
    disc, ink = number % len(AVATAR_COLOURS), COLOURS[number % len(COLOURS)] if initial else None

    def make() -> Surface:
        colour = AVATAR_COLOURS[disc]
        ground = Gradient(((0.0, mix(colour, WHITE, 0.2)), (1.0, mix(colour, BLACK, 0.15))))
        out = plate((px, px), px / 2, ground, Border(CREAM, max(1.0, px / 24))).copy()
        if initial:
            wide = round(px * INITIAL_WIDTH)
            made = letter_tile(initial, ink, wide * SUPERSAMPLING, CLASSIC)
            rimmed = blank_surface((made.get_width() + 2 * SUPERSAMPLING, made.get_height() + 2 * SUPERSAMPLING))
            rimmed.blit(
                made, (SUPERSAMPLING, SUPERSAMPLING)
            )  # an edge is smooth only where something clear is beside it
            drawn = transform.rotozoom(rimmed, INITIAL_LEAN, 1 / SUPERSAMPLING)
            out.blit(drawn, drawn.get_rect(center=(px / 2, px / 2)))
            return blit_ready(out)
        inner = round(px * 0.58)
        figure = icon("person", inner, rgb("#FFF8EA"))
        at = ((px - inner) // 2, round((px - inner) * 0.46))
        out.blit(figure, at)
        return blit_ready(out)

    return piece_cache.get(("avatar", px, disc, ink, initial), make)


def crest(px: int, side: Crest) -> Surface:
    """Return the disc with a side's sign; a dark rim makes it stand out from any background."""

    def make() -> Surface:
        rim = max(1, round(px * 0.09))
        out = tinted_mask(disc_mask(px), FOCUS_DARK)
        inner = px - 2 * rim
        out.blit(tinted_mask(disc_mask(inner), side.colour), (rim, rim))
        sign = round(inner * 0.62)
        sign += (inner - sign) % 2
        out.blit(icon(side.sign, sign, INK), (rim + (inner - sign) // 2, rim + (inner - sign) // 2))
        return blit_ready(out)

    return piece_cache.get(("crest", px, side), make)


# --- measures ---------------------------------------------------------------------------------------------------------


def bar(size: Size, share: float, fill: Fill, track: RGB = WELL) -> Surface:
    """Return a bar filled to `share` (0..1); a filled end is round and never shorter than it is high."""

    def make() -> Surface:
        radius = size[1] / 2
        out = plate(size, radius, track).copy()
        filled = round(size[0] * max(0.0, min(1.0, share)))
        if filled > 0:
            out.blit(plate((max(filled, size[1]), size[1]), radius, fill), (0, 0))
        out.blit(rounded_mask(size, radius), (0, 0), special_flags=BLEND_RGBA_MULT)
        return blit_ready(out)

    return piece_cache.get(("bar", size, round(share * size[0]), fill, track), make)


def time_ring(px: int, share: float, *, mine: bool, urgent: bool = False) -> Surface:
    """Return the clock ring of the time left, for the gold or the plum banner; in the last seconds in other colours."""

    def make() -> Surface:
        thick = px * 0.115
        track = mix(CORAL, INK, 0.2) if mine and urgent else TIME_TRACK_ON_GOLD if mine else rgb("#5B4965")
        out = tinted_mask(outline_mask((px, px), px / 2, thick), track)
        left = (INK if mine else CORAL) if urgent else (TIME_COLOUR_ON_GOLD if mine else GOLD)
        out.blit(tinted_mask(arc_mask(px, thick, share), left), (0, 0))
        return blit_ready(out)

    return piece_cache.get(("time", px, round(share * 360), mine, urgent), make)


def banner(size: Size, scale: float, *, mine: bool, urgent: bool = False) -> Surface:
    """Return the banner's pill: gold on our turn, coral in its last seconds, plum on another's."""

    def make() -> Surface:
        radius = size[1] / 2
        if not mine:
            return plate(size, radius, BANNER_PLUM, Border(rgb("#6B5876"), max(1.0, 1.2 * scale)))
        edge = max(1, round(3 * scale))
        face = (size[0], size[1] - edge)
        out = plate(size, radius, mix(CORAL, INK, 0.45) if urgent else GOLD_EDGE).copy()
        out.blit(plate(face, min(radius, face[1] / 2), BANNER_CORAL if urgent else BANNER_GOLD), (0, 0))
        inset = round(radius)
        sheen = Rect(inset, max(1, round(1.2 * scale)), size[0] - 2 * inset, max(1, round(1.4 * scale)))
        light = mix(CORAL if urgent else GOLD_LIGHT, WHITE, 0.42)
        out.blit(plate(sheen.size, sheen.height / 2, light), sheen)
        return blit_ready(out)

    return piece_cache.get(("banner", size, round(scale, 3), mine, urgent), make)


def number_lettering(px: int) -> Lettering:
    """Return the lettering of numbers whose size depends on their part, not on the text setting."""
    return Lettering(Typeface.BLACK, max(8, px))
