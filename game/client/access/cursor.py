"""The mouse pointer: the system's, or a large one with a dark rim that is visible on any background."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

import pygame

SIDE: Final = 72  # px of the large one; the usual one has about 20
RIM: Final = 5
BITS: Final = 32  # bits per pixel, with alpha
# An arrow with its tip at the origin, in shares of its height.
ARROW: Final = ((0.0, 0.0), (0.0, 0.82), (0.19, 0.65), (0.32, 0.97), (0.46, 0.91), (0.33, 0.6), (0.58, 0.58))
LIGHT: Final = (255, 214, 64)
DARK: Final = (18, 18, 22)


def large_arrow() -> pygame.Surface:
    """Return the picture of the large pointer."""
    surface = pygame.Surface((SIDE, SIDE), pygame.SRCALPHA, BITS)
    corners = [(RIM + x * (SIDE - 2 * RIM), RIM + y * (SIDE - 2 * RIM)) for x, y in ARROW]
    pygame.draw.polygon(surface, DARK, corners)
    pygame.draw.lines(surface, DARK, closed=True, points=corners, width=RIM * 2)
    pygame.draw.polygon(surface, LIGHT, corners)
    return surface


def show_pointer(*, large: bool) -> None:
    """Show the large pointer, or the system's."""
    if not large and not _shown:
        return
    _shown[:] = [large] if large else []
    with suppress(pygame.error):  # some systems allow no custom pointer
        pygame.mouse.set_cursor(
            pygame.cursors.Cursor((RIM, RIM), large_arrow()) if large else pygame.SYSTEM_CURSOR_ARROW
        )


_shown: list[bool] = []  # whether the large one is shown; empty at first
