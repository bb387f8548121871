"""The little table on the card of each game: a few of its tiles, so that the games are told apart from afar.

Sizes are device px. The tiles here are pictures, not tiles of any deal.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

import pygame

from game.client.draw import cards, tiles
from game.client.draw.paint import SurfaceCache, ready
from game.client.draw.surfaces import game_ground
from game.client.draw.theme import GOLD
from game.table.faces import HIDDEN, JOKER, Colour, Face

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pygame import Surface

    from game.client.draw.paint import Size
    from game.client.draw.theme import Palette

RADIUS: Final = 10.0  # logical px of the little table's corners
FINE: Final = 2  # turned tiles are drawn so much larger first, so that their edges stay smooth

arts: Final = SurfaceCache(3_000_000)

RED, BLUE, BLACK, YELLOW = Colour.RED, Colour.BLUE, Colour.BLACK, Colour.YELLOW
_PAIRS: Final[dict[str, tuple[Face, Face]]] = {
    "eburako": (JOKER, Face(BLACK, 9)),
    "burako": (Face(RED, 7), Face(RED, 8)),
    "rummy": (Face(BLUE, 7), Face(YELLOW, 7)),
    "rummikub": (Face(BLACK, 4), Face(YELLOW, 4)),
    "burraco": (Face(RED, 1), Face(RED, 13)),
}


def game_art(game: str, size: Size, scale: float, palette: Palette) -> Surface:
    """Return the picture on a game's large card."""

    def make() -> Surface:
        out = game_ground(size, RADIUS * scale, game).copy()
        _ARTS.get(game, _pair_of(game))(out, palette)
        return ready(out)

    return arts.get(("art", game, size, round(scale, 3), palette.name), make)


def game_sign(game: str, size: Size, scale: float, palette: Palette) -> Surface:
    """Return the picture in a game's row: two tiles."""

    def make() -> Surface:
        out = game_ground(size, RADIUS * scale, game).copy()
        _pair_of(game)(out, palette)
        return ready(out)

    return arts.get(("sign", game, size, round(scale, 3), palette.name), make)


def _pair_of(game: str) -> Callable[[Surface, Palette], None]:
    faces = _PAIRS.get(game, (Face(RED, 5), JOKER))

    def draw(out: Surface, palette: Palette) -> None:
        as_cards = game == "burraco"
        wide = round(min(out.get_width() * 0.385, out.get_height() * 0.45))
        _row(out, faces, wide, (out.get_width() / 2, out.get_height() / 2), palette, as_cards=as_cards)

    return draw


def _row(
    out: Surface,
    faces: Sequence[Face],
    wide: int,
    middle: tuple[float, float],
    palette: Palette,
    *,
    as_cards: bool = False,
) -> None:
    """Stand tiles side by side around a point."""
    kind = cards if as_cards else tiles
    step = wide + max(1, round(wide * 0.03))
    x = round(middle[0] - (step * (len(faces) - 1) + wide) / 2)
    y = round(middle[1] - kind.tall(wide) / 2)
    for number, face in enumerate(faces):
        sprite = kind.shaded(face, wide, palette)
        out.blit(sprite.surface, sprite.at((x + number * step, y)))


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
    sprite = kind.shaded(face, wide * FINE, palette)
    drawn = pygame.transform.rotozoom(sprite.surface, degrees, 1 / FINE)
    out.blit(drawn, drawn.get_rect(center=(round(middle[0]), round(middle[1]))))


def _eburako(out: Surface, palette: Palette) -> None:
    w, h = out.get_size()
    wide = round(h * 0.29)
    back = tiles.shaded(HIDDEN, round(wide * 0.98), palette)
    for layer in range(4):
        out.blit(
            back.surface, back.at((round(w * 0.11 + layer * wide * 0.1), round(h * 0.24 + (3 - layer) * wide * 0.05)))
        )
    _row(out, (Face(BLACK, 9), JOKER, Face(BLACK, 11)), wide, (w * 0.655, h * 0.47), palette)


def _fan(
    out: Surface, faces: Sequence[Face], wide: int, palette: Palette, *, step: float, arch: float, as_cards: bool
) -> None:
    """Lay tiles in an arch, the middle highest, each a little turned."""
    w, h = out.get_size()
    kind = cards if as_cards else tiles
    half = (len(faces) - 1) / 2
    for number, face in enumerate(faces):
        off = (number - half) / half
        x = w / 2 + off * half * step
        y = h * 0.47 + arch * (off * off - 0.45) + (kind.tall(wide) * 0.02)
        _turned(
            out,
            face,
            wide,
            (x, y),
            -off * math.degrees(math.atan2(arch * 1.1, half * step)),
            palette,
            as_cards=as_cards,
        )


def _burako(out: Surface, palette: Palette) -> None:
    w, h = out.get_size()
    wide = round(h * 0.27)
    run = [Face(RED, number) for number in range(3, 10)]
    _fan(out, run, wide, palette, step=min(wide * 0.93, w * 0.125), arch=h * 0.15, as_cards=False)


def _rummy(out: Surface, palette: Palette) -> None:
    w, h = out.get_size()
    wide = round(h * 0.29)
    _row(out, (Face(BLUE, 7), Face(RED, 7), Face(YELLOW, 7)), wide, (w * 0.345, h * 0.48), palette)
    big = round(wide * 1.22)
    at = (round(w * 0.775 - big / 2), round(h * 0.48 - tiles.tall(big) / 2))
    rim = tiles.outline(big, GOLD, max(2, round(big * 0.075)))
    out.blit(rim.surface, rim.at(at))
    out.blit(tiles.tile(Face(BLACK, 10), big, palette), at)


def _rummikub(out: Surface, palette: Palette) -> None:
    w, h = out.get_size()
    wide = round(h * 0.255)
    _row(out, [Face(RED, number) for number in range(10, 14)], wide, (w * 0.5, h * 0.29), palette)
    group = (*[Face(colour, 4) for colour in (YELLOW, BLUE, BLACK)], JOKER)  # four is the most that is allowed
    _row(out, group, wide, (w * 0.5, h * 0.70), palette)


def _burraco(out: Surface, palette: Palette) -> None:
    w, h = out.get_size()
    wide = round(h * 0.36)
    run = [Face(RED, number) for number in range(3, 10)]
    _fan(out, run, wide, palette, step=min(wide * 0.5, w * 0.095), arch=h * 0.09, as_cards=True)


_ARTS: Final[dict[str, Callable[[Surface, Palette], None]]] = {
    "eburako": _eburako,
    "burako": _burako,
    "rummy": _rummy,
    "rummikub": _rummikub,
    "burraco": _burraco,
}
