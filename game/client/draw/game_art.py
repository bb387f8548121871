"""The little table on the card of each game: a few of its tiles, so that the games are told apart from afar.

Sizes are device px. The tiles here are pictures, not tiles of any deal.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

import pygame

from game.client.draw import cards, tiles
from game.client.draw.game_look import Pose, look_of
from game.client.draw.paint import SurfaceCache, blit_ready, plate
from game.client.draw.theme import GOLD

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pygame import Surface

    from game.client.draw.game_look import ArtPart, GameLook
    from game.client.draw.paint import Size
    from game.client.draw.theme import Palette
    from game.table.faces import Face

CORNER_RADIUS: Final = 10.0  # logical px of the little table's corners
STACK_SCALE: Final = 0.98  # a tile in a stack is drawn at this share of its width
# offset of each tile of a stack to the right and upwards, as shares of a tile's width
STACK_OFFSET: Final = (0.1, 0.05)
# how much larger a prize is drawn, and the width of its rim as a share of the tile's
PRIZE_SCALE, PRIZE_RIM_WIDTH = 1.22, 0.075
SUPERSAMPLING: Final = 2  # rotated tiles are first drawn so much larger, for smooth edges

art_cache: Final = SurfaceCache(3_000_000, upright=True)


def game_art(game: str, size: Size, scale: float, palette: Palette) -> Surface:
    """Return the picture on a game's large card."""

    def make() -> Surface:
        out, look = _ground(game, size, scale), look_of(game)
        for part in look.art:
            _LAYS[part.lay](out, part, palette, as_cards=look.cards)
        if not look.art:
            _sign(out, look, palette)
        return blit_ready(out)

    return art_cache.get(("art", game, size, round(scale, 3), palette.name), make)


def game_sign(game: str, size: Size, scale: float, palette: Palette) -> Surface:
    """Return the picture in a game's row: two tiles."""

    def make() -> Surface:
        out = _ground(game, size, scale)
        _sign(out, look_of(game), palette)
        return blit_ready(out)

    return art_cache.get(("sign", game, size, round(scale, 3), palette.name), make)


def _ground(game: str, size: Size, scale: float) -> Surface:
    return plate(size, CORNER_RADIUS * scale, look_of(game).ground).copy()


def _sign(out: Surface, look: GameLook, palette: Palette) -> None:
    wide = round(min(out.get_width() * 0.385, out.get_height() * 0.45))
    _row(out, look.sign, wide, (out.get_width() / 2, out.get_height() / 2), palette, as_cards=look.cards)


def _row(
    out: Surface,
    faces: Sequence[Face],
    wide: int,
    middle: tuple[float, float],
    palette: Palette,
    *,
    as_cards: bool = False,
) -> None:
    """Draw tiles side by side around a point."""
    kind = cards if as_cards else tiles
    step = wide + max(1, round(wide * 0.03))
    x = round(middle[0] - (step * (len(faces) - 1) + wide) / 2)
    y = round(middle[1] - kind.height_of(wide) / 2)
    for number, face in enumerate(faces):
        sprite = kind.with_shadow(face, wide, palette)
        out.blit(sprite.surface, sprite.blit_position((x + number * step, y)))


def _turned(
    out: Surface,
    face: Face,
    wide: int,
    middle: tuple[float, float],
    degrees: float,
    palette: Palette,
    *,
    as_cards: bool,
) -> None:
    """Lay a tile with a slant, smooth at its edges."""
    kind = cards if as_cards else tiles
    sprite = kind.with_shadow(face, wide * SUPERSAMPLING, palette)
    drawn = pygame.transform.rotozoom(sprite.surface, degrees, 1 / SUPERSAMPLING)
    out.blit(drawn, drawn.get_rect(center=(round(middle[0]), round(middle[1]))))


def _lay_row(out: Surface, part: ArtPart, palette: Palette, *, as_cards: bool) -> None:
    w, h = out.get_size()
    middle = (w * part.at[0], h * part.at[1])
    _row(out, part.faces, round(h * part.wide), middle, palette, as_cards=as_cards)


def _lay_stack(out: Surface, part: ArtPart, palette: Palette, *, as_cards: bool) -> None:
    """Lay tiles one upon the other, each a little further right and higher."""
    w, h = out.get_size()
    wide = round(h * part.wide)
    kind = cards if as_cards else tiles
    for layer, face in enumerate(part.faces):
        sprite = kind.with_shadow(face, round(wide * STACK_SCALE), palette)
        left, lower = layer * wide * STACK_OFFSET[0], (len(part.faces) - 1 - layer) * wide * STACK_OFFSET[1]
        out.blit(sprite.surface, sprite.blit_position((round(w * part.at[0] + left), round(h * part.at[1] + lower))))


def _lay_prize(out: Surface, part: ArtPart, palette: Palette, *, as_cards: bool) -> None:
    """Lay a large tile with a golden rim."""
    w, h = out.get_size()
    big = round(round(h * part.wide) * PRIZE_SCALE)
    kind = cards if as_cards else tiles
    for face in part.faces:
        at = (round(w * part.at[0] - big / 2), round(h * part.at[1] - kind.height_of(big) / 2))
        rim = tiles.halo(
            (big, kind.height_of(big)), kind.corner_radius(big), GOLD, max(2, round(big * PRIZE_RIM_WIDTH))
        )
        out.blit(rim.surface, rim.blit_position(at))
        out.blit(cards.card(face, big, palette) if as_cards else tiles.tile(face, big, palette), at)


def _lay_fan(out: Surface, part: ArtPart, palette: Palette, *, as_cards: bool) -> None:
    """Lay tiles in an arch, the middle highest, each a little turned."""
    w, h = out.get_size()
    wide = round(h * part.wide)
    kind = cards if as_cards else tiles
    half, arch = (len(part.faces) - 1) / 2, h * part.arch
    span = half * min(wide * part.apart[0], w * part.apart[1])
    slant = math.degrees(math.atan2(arch * 1.1, span))
    for number, face in enumerate(part.faces):
        off = (number - half) / half
        y = h * 0.47 + arch * (off * off - 0.45) + kind.height_of(wide) * 0.02
        _turned(out, face, wide, (w / 2 + off * span, y), -off * slant, palette, as_cards=as_cards)


_LAYS: Final = {Pose.ROW: _lay_row, Pose.FAN: _lay_fan, Pose.STACK: _lay_stack, Pose.PRIZE: _lay_prize}
