"""The ribbon of a moment: its medal, text, tiles and points, and the rule on a paper tab below.

Laws: it is one surface, rendered once; where there is little room it drops points, then tiles, never text.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import pygame
from pygame import Rect, Surface

from game.client.draw import cards, mark, marks, paint, text, theme, tiles
from game.client.draw.icons import icon
from game.client.draw.theme import Gradient, Lettering, Typeface, mix, rgb, vertical_gradient
from game.client.table.moments.kinds import LightTone
from game.client.words import group_digits, say
from game.table.faces import JOKER

if TYPE_CHECKING:
    from collections.abc import Sequence

    from game.client.draw.theme import RGB
    from game.client.table.moments.moment import Moment
    from game.client.widgets.look import Look
    from game.table.faces import Face

RIBBON_HEIGHT: Final = 84.0  # logical px, as all the following
MEDAL_SIZE: Final = 60.0
TITLE_TEXT_SIZE: Final = 38.0
TILE_WIDTH: Final = 32.0
CAUSE_TEXT_SIZE: Final = 15.0
GAP: Final = 26.0
TAIL_LENGTH: Final = 40.0
END_PADDING: Final = 28.0  # between the text and the ends
MIN_TITLE_SIZE: Final = 20.0
MAX_TEXT_SCALE: Final = 1.4  # text grows to at most this factor, however large the text setting
MAX_TILES_SHOWN: Final = 14
FEW_TILES_SHOWN: Final = 7  # shown where there is less room
MIN_WIDTH: Final = 420.0
MIN_TITLE_SCALE: Final = 0.74  # tiles are dropped before the title gets smaller than this share of its size
MORE_GAP: Final = 10.0  # between the tiles and the number of further tiles
MEDAL_GAP: Final = 20.0  # from the medal to the title
TOP_MARGIN, BOTTOM_MARGIN = 4.0, 12.0  # room around the ribbon for tails and shadow
CORNER_RADIUS, TOP_HEM, FOOT_HEM, HEM_WIDTH = 6.0, 5.0, 7.0, 2.0
TAB_OVERLAP: Final = 14.0  # part of the tab that is hidden under the ribbon
FOLD_DROP, FOLD_WIDTH, NOTCH_SHARE = 8.0, 34.0, 0.55  # of the tails; the notch as a share of their length
MIN_NOTCH_MARGIN: Final = 60.0  # logical px beside a ribbon, below which slivers of the stock would show in its notches
TAB_HEIGHT, TAB_PADDING, TAB_GAP, TAB_CORNER = 46.0, 20.0, 12.0, 12.0
RULE_TEXT_SIZE, RULE_HEIGHT, LINE_WIDTH = 13.0, 24.0, 1.4
SHADOW_OFFSET: Final = 0.07  # offset of a text's shadow, as a share of the font's size
PACK_BACKS: Final = (0.56, 4)  # the width of a card back as a share of the medal, and their number
CAP_SCALE, JOKER_WIDTH = 1.1, 0.74
MEDAL_SHARES: Final = (0.72, 0.84, 0.54)  # of a medal: its light, its inner disc, its icon
DISC_WHITE: Final = 0.2
RIBBON_FILL: Final = Gradient(((0.0, rgb("#6B5079")), (0.08, rgb("#553E61")), (1.0, rgb("#34243E"))))
FOLD_COLOUR: Final = rgb("#2A1B33")
SHADOW_COLOUR: Final = rgb("#160D1C")
LILAC: Final = rgb("#D7C8E6")
TONE_COLOURS: Final[dict[LightTone, RGB]] = {
    LightTone.US: theme.GOLD,
    LightTone.THEM: theme.SKY,
    LightTone.FREED: theme.MINT,
    LightTone.IMPURE: LILAC,
    LightTone.THREAT: theme.CORAL,
}


@dataclass(frozen=True, slots=True)
class Ribbon:
    """A rendered ribbon.

    `middle` is its centre on the surface, `band` the ribbon without tails and tab, `tab` the visible part of the paper
    with the rule; None without one.
    """

    surface: Surface
    middle: tuple[int, int]
    band: Rect
    tab: Rect | None = None


@dataclass(frozen=True, slots=True)
class _Parts:
    """The contents of a ribbon, with widths in device px."""

    title: str
    lettering: Lettering
    faces: tuple[Face, ...]
    more: str  # number of further tiles that do not fit
    points: str
    wide: int


def render_ribbon(
    look: Look, moment: Moment, faces: Sequence[Face], *, as_cards: bool, room: float, size: float = 1.0
) -> Ribbon:
    """Return the ribbon of a moment, no wider than the room in logical px, tails included.

    With `size` below 1 everything but the rule is smaller, whose words would become unreadable.
    """
    whole = look.u * min(MAX_TEXT_SCALE, look.text_scale)
    scale = whole * size
    parts = _fitting(look, moment, faces, scale, round((room - 2 * TAIL_LENGTH) * look.u), as_cards=as_cards)
    high, tail = round(RIBBON_HEIGHT * scale), look.px(TAIL_LENGTH)
    tab = _tab(look, moment, whole, round(room * look.u))
    wide = max(parts.wide, (0 if tab is None else tab.get_width()) + look.px(TAIL_LENGTH))
    tucked = round(TAB_OVERLAP * whole)
    deep = 0 if tab is None else tab.get_height() - tucked
    out = paint.blank_surface(
        (wide + 2 * tail, high + max(look.px(BOTTOM_MARGIN), deep) + look.px(BOTTOM_MARGIN + TOP_MARGIN))
    )
    band = Rect(tail, look.px(TOP_MARGIN), wide, high)
    line = TONE_COLOURS[moment.tone]
    notched = round(room * look.u) - out.get_width() >= 2 * look.px(MIN_NOTCH_MARGIN)
    _tails(out, band, tail, look, notch=NOTCH_SHARE if notched else 1.0)
    if tab is not None:
        out.blit(tab, (band.centerx - tab.get_width() // 2, band.bottom - tucked))
    paint.draw_shadow(out, band, look.px(CORNER_RADIUS), theme.SHADE_PLATE, look.u)
    out.blit(paint.plate(band.size, look.px(CORNER_RADIUS), RIBBON_FILL), band)
    for y in (band.y + look.px(TOP_HEM), band.bottom - look.px(FOOT_HEM)):
        out.fill(line, (band.x, y, band.w, look.px(HEM_WIDTH)))
    _fill(out, band, parts, moment, look, scale, as_cards=as_cards)
    seen = None
    if tab is not None and moment.rule:
        seen = Rect(band.centerx - tab.get_width() // 2, band.bottom, tab.get_width(), deep)
    return Ribbon(paint.blit_ready(out), band.center, band, seen)


def _fitting(look: Look, moment: Moment, faces: Sequence[Face], scale: float, room: int, *, as_cards: bool) -> _Parts:
    """Return as much as fits: text first, then tiles, then points."""
    title = str(moment.title)
    shown = tuple(faces[:MAX_TILES_SHOWN])
    points = f"+{group_digits(moment.points)}" if moment.points > 0 else ""
    best: _Parts | None = None
    for some, worth in ((shown, points), (shown, ""), (shown[:FEW_TILES_SHOWN], ""), ((), points), ((), "")):
        lettering = Lettering(Typeface.FREDOKA, round(TITLE_TEXT_SIZE * scale))
        fixed = round((2 * END_PADDING + MEDAL_SIZE + MEDAL_GAP) * scale)
        fixed += round(GAP * scale) + _tiles_wide(len(some), scale, as_cards=as_cards) if some else 0
        more = say("score.more", n=len(faces) - len(some)) if 0 < len(some) < len(faces) else ""
        fixed += _more_wide(more, scale)
        fixed += round(GAP * scale) + text.width(worth, lettering) if worth else 0
        while lettering.px > MIN_TITLE_SIZE * scale and fixed + text.width(title, lettering) > room:
            lettering = Lettering(Typeface.FREDOKA, lettering.px - 2)
        wide = fixed + text.width(title, lettering)
        best = _Parts(title, lettering, some, more, worth, max(wide, look.px(MIN_WIDTH)))
        if wide <= room and lettering.px >= TITLE_TEXT_SIZE * scale * MIN_TITLE_SCALE:
            break
    if best is None:
        raise RuntimeError("there is at least one way to fill a ribbon")
    return best


def _tiles_wide(count: int, scale: float, *, as_cards: bool) -> int:
    wide = round(TILE_WIDTH * scale)
    return cards.fan_step(wide) * (count - 1) + wide if as_cards else wide * count


def _more_lettering(scale: float) -> Lettering:
    """Return the font of the number of further tiles."""
    return Lettering(Typeface.BOLD, round(CAUSE_TEXT_SIZE * scale))


def _more_wide(more: str, scale: float) -> int:
    return round(MORE_GAP * scale) + text.width(more, _more_lettering(scale)) if more else 0


def _tails(out: Surface, band: Rect, tail: int, look: Look, notch: float) -> None:
    """Draw both folded ends behind the ribbon, with a notch at that share of their length."""
    low, top, foot = look.px(FOLD_DROP), band.y + look.px(BOTTOM_MARGIN), band.bottom + look.px(FOLD_DROP)
    for way in (-1, 1):
        edge = band.left if way < 0 else band.right
        inside, end = edge - way * look.px(FOLD_WIDTH), edge + way * (tail - 1)
        cut = edge + way * round((tail - 1) * notch)
        middle = (top + foot) // 2
        pygame.draw.polygon(out, FOLD_COLOUR, [(inside, top), (end, top), (cut, middle), (end, foot), (inside, foot)])
        pygame.draw.polygon(out, SHADOW_COLOUR, [(inside, foot - low), (edge, foot - low), (inside, foot)])


def _tab(look: Look, moment: Moment, scale: float, room: int) -> Surface | None:
    """Return the paper tab with the rule's number and its sentence."""
    if moment.why is None:
        return None
    why = str(moment.why).removesuffix(".")  # a sentence of the score sheet, too, is a label here
    rule = say("score.rule", rule=moment.rule) if moment.rule else ""
    small, words = (
        Lettering(Typeface.BOLD, round(RULE_TEXT_SIZE * scale)),
        Lettering(Typeface.REGULAR, round(CAUSE_TEXT_SIZE * scale)),
    )
    chip = text.width(rule, small) + round(TAB_PADDING * scale) if rule else 0
    pad, gap = round(TAB_PADDING * scale), round(TAB_GAP * scale) if rule else 0
    across = min(text.width(why, words) + 2, room - chip - gap - 2 * pad)
    told = text.paragraph(why, words, theme.INK, across)
    high = max(round(TAB_HEIGHT * scale), told.get_height() + round(RULE_HEIGHT * scale))
    wide = chip + gap + told.get_width() + 2 * pad
    edge = paint.Border(theme.PAPER_LINE, max(1.0, LINE_WIDTH * look.u))
    out = paint.plate((wide, high), TAB_CORNER * look.u, theme.PAPER, edge).copy()
    middle = (high + round(TAB_OVERLAP * scale)) // 2
    if rule:
        box = Rect(pad, middle - round(RULE_HEIGHT * scale / 2), chip, round(RULE_HEIGHT * scale))
        out.blit(
            paint.plate(box.size, box.h / 2, None, paint.Border(theme.SECONDARY_INK, max(1.0, LINE_WIDTH * look.u))),
            box,
        )
        text.draw(out, rule, small, theme.SECONDARY_INK, box.center, align="centre")
    out.blit(told, (pad + chip + gap, middle - told.get_height() // 2))
    return out


def _fill(out: Surface, band: Rect, parts: _Parts, moment: Moment, look: Look, scale: float, *, as_cards: bool) -> None:
    """Draw medal, title, tiles and points, centred."""
    title = text.width(parts.title, parts.lettering)
    gap = round(GAP * scale)
    some = _tiles_wide(len(parts.faces), scale, as_cards=as_cards) + gap if parts.faces else 0
    some += _more_wide(parts.more, scale)
    big = Lettering(Typeface.FREDOKA, parts.lettering.px)
    worth = text.width(parts.points, big) + gap if parts.points else 0
    x = band.centerx - (round((MEDAL_SIZE + MEDAL_GAP) * scale) + title + some + worth) // 2
    _medal(out, (x + round(MEDAL_SIZE * scale / 2), band.centery), moment, look, scale, as_cards=as_cards)
    x += round((MEDAL_SIZE + MEDAL_GAP) * scale)
    _shaded(out, parts.title, parts.lettering, theme.CREAM, (x, band.centery))
    x += title + gap
    wide = round(TILE_WIDTH * scale)
    for face in parts.faces:
        drawn = (cards if as_cards else tiles).with_shadow(face, wide, look.palette)
        high = cards.height_of(wide) if as_cards else tiles.height_of(wide)
        out.blit(drawn.surface, drawn.blit_position((x, band.centery - high // 2)))
        x += cards.fan_step(wide) if as_cards else wide
    if parts.more:
        x += wide - cards.fan_step(wide) if as_cards else 0
        text.draw(out, parts.more, _more_lettering(scale), theme.CREAM, (x + round(MORE_GAP * scale), band.centery))
    if parts.points:
        right = band.centerx + (round((MEDAL_SIZE + MEDAL_GAP) * scale) + title + some + worth) // 2
        _shaded(out, parts.points, big, TONE_COLOURS[moment.tone], (right - worth + gap, band.centery))


def _shaded(out: Surface, words: str, lettering: Lettering, colour: RGB, at: tuple[int, int]) -> None:
    text.draw(out, words, lettering, SHADOW_COLOUR, (at[0], at[1] + max(1, round(lettering.px * SHADOW_OFFSET))))
    text.draw(out, words, lettering, colour, at)


def _medal(out: Surface, middle: tuple[int, int], moment: Moment, look: Look, scale: float, *, as_cards: bool) -> None:
    name, px = moment.kind.spec.medal, round(MEDAL_SIZE * scale)
    drawn: Surface
    match name:
        case "cap":
            drawn = mark.cap(round(px * CAP_SCALE), look.palette)
        case "pack":
            drawn = marks.fan_of_backs(round(px * PACK_BACKS[0]), px, PACK_BACKS[1], look.palette, as_cards=as_cards)
        case "joker":
            drawn = tiles.tile(JOKER, round(px * JOKER_WIDTH), look.palette)
        case _:
            drawn = _disc(name, px, TONE_COLOURS[moment.tone])
    out.blit(drawn, drawn.get_rect(center=middle))


def _disc(name: str, px: int, light: RGB) -> Surface:
    outer = vertical_gradient("#FFFFFF", "#000000").blend(light, MEDAL_SHARES[0])
    out = paint.tinted_mask(paint.disc_mask(px), outer)
    inner = round(px * MEDAL_SHARES[1])
    out.blit(
        paint.tinted_mask(paint.disc_mask(inner), Gradient(((0.0, light), (1.0, mix(light, theme.WHITE, DISC_WHITE))))),
        ((px - inner) // 2, (px - inner) // 2),
    )
    sign = icon(name, round(px * MEDAL_SHARES[2]), theme.INK)
    out.blit(sign, sign.get_rect(center=(px // 2, px // 2)))
    return out
