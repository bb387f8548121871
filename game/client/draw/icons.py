"""Icons: each an SVG file in `assets/icons`, rendered on first use at the shown size.

Laws: an icon is white, and black where it is cut out; it is coloured later. No font glyph is used as an icon.
"""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, Final

import pygame

from game.client.draw.assets import icon_bytes
from game.client.draw.paint import SurfaceCache, blit_ready, mask_cache, tinted_mask

if TYPE_CHECKING:
    from pygame import Surface

    from game.client.draw.theme import Fill

MIRRORED_ICONS: Final = frozenset({"arrow", "back", "forward", "undo", "redo"})  # for right-to-left languages
SUPERSAMPLING: Final = 2  # edges are already smooth, so more gains little

icon_cache: Final = SurfaceCache(1_000_000, upright=True)
mirrored_icon_cache: Final = SurfaceCache(500_000)


def icon(name: str, px: int, fill: Fill, alpha: int = 255) -> Surface:
    """Return the icon in a box of `px` device pixels, cached.

    Raises KeyError for a name that has no file.
    """
    kept = mirrored_icon_cache if name in MIRRORED_ICONS else icon_cache
    return kept.get((name, px, fill, alpha), lambda: blit_ready(tinted_mask(_mask(name, px), fill, alpha)))


def _mask(name: str, px: int) -> Surface:
    """Return the icon in white, transparent where it is cut out."""

    def make() -> Surface:
        side = px * SUPERSAMPLING
        drawn = pygame.image.load_sized_svg(BytesIO(icon_bytes(name)), (side, side))
        ground = pygame.Surface((side, side))
        ground.blit(drawn, (0, 0))
        ink = bytearray(b"\xff") * (4 * side * side)
        ink[3::4] = pygame.image.tobytes(ground, "RGB")[::3]  # the brightness becomes the opacity
        large = pygame.image.frombytes(bytes(ink), (side, side), "RGBA")
        return pygame.transform.smoothscale(large, (px, px))

    return mask_cache.get((("icon", name), (px, px)), make)
