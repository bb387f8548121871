"""Large tiles that glide in from both sides at the end of a won match, and rotate for a while. Pure except drawing.

Laws: they lie on the felt below everything; nothing moves after `REST_SECONDS` seconds, or with reduced motion.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import pygame

from game.client.draw import paint, tiles
from game.client.table.geometry.easing import ease_out
from game.table.faces import JOKER, Colour, Face

if TYPE_CHECKING:
    from game.client.draw.theme import Palette
    from game.client.widgets.look import Look

REST_SECONDS: Final = 10.0
GLIDE_SECONDS: Final = 0.7  # seconds until a tile has arrived
TILE_DELAY_SECONDS: Final = 0.12  # seconds between two tiles
SPIN_SPEED: Final = 4.0  # degrees a second
SPRITE_MARGIN: Final = 2  # px
START_OUTSIDE: Final = 190.0  # logical px outside the window, where they start


@dataclass(frozen=True, slots=True)
class LargeTile:
    """A tile: face, width, distance from its side, share of the height, rotation in degrees; those `behind` are dim."""

    face: Face
    wide: float
    inward: float  # negative: from the right side
    down: float
    lean: float
    behind: bool = False


LARGE_TILES: Final = (
    LargeTile(Face(Colour.BLUE, 9), 104, 176, 0.36, -24, behind=True),
    LargeTile(Face(Colour.YELLOW, 4), 100, -182, 0.62, 20, behind=True),
    LargeTile(Face(Colour.BLACK, 12), 96, -150, 0.2, -14, behind=True),
    LargeTile(JOKER, 150, 100, 0.27, 12),
    LargeTile(Face(Colour.RED, 7), 132, -96, 0.4, -16),
    LargeTile(Face(Colour.YELLOW, 11), 124, 92, 0.74, -10),
    LargeTile(Face(Colour.BLUE, 13), 138, -104, 0.82, 14),
)


@dataclass(frozen=True, slots=True)
class TurningTiles:
    """The tiles of a match that ended at a time; without `moving` they lie where they would come to rest."""

    begins: float
    moving: bool = True

    def wants_frames(self, now: float) -> bool:
        """Return whether the tiles still move."""
        return self.moving and now - self.begins < REST_SECONDS

    def draw(self, surface: pygame.Surface, look: Look, now: float) -> None:
        """Draw the tiles where they are at present."""
        past = max(0.0, min(REST_SECONDS, now - self.begins)) if self.moving else REST_SECONDS
        canvas = look.viewport.canvas
        for at, one in enumerate(LARGE_TILES):
            there = ease_out(max(0.0, min(1.0, (past - at * TILE_DELAY_SECONDS) / GLIDE_SECONDS)))
            side = 1 if one.inward > 0 else -1
            inward = side * (abs(one.inward) * there - START_OUTSIDE * (1.0 - there))
            x = inward if side > 0 else canvas.w + inward
            picture = _with_clear_margin(one.face, look.px(one.wide), look.palette, dim=one.behind)
            lean = one.lean + SPIN_SPEED * past * side
            turned = pygame.transform.rotozoom(picture, lean, 1.0)
            middle = (round(x * look.u), round(canvas.h * one.down * look.u))
            surface.blit(turned, turned.get_rect(center=middle))


def _with_clear_margin(face: Face, width: int, palette: Palette, *, dim: bool) -> pygame.Surface:
    """Return a tile with clear air around it, without which its edges are jagged when it is turned."""

    def make() -> pygame.Surface:
        whole = tiles.tile(face, width, palette, dim=dim)
        out = paint.blank_surface((whole.get_width() + 2 * SPRITE_MARGIN, whole.get_height() + 2 * SPRITE_MARGIN))
        out.blit(whole, (SPRITE_MARGIN, SPRITE_MARGIN))
        return out

    return paint.plate_cache.get(("turning", face, width, palette.name, dim), make)
