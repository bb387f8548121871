"""The mouse pointer: the system's, or a large one with a dark rim that is visible on any background."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

import pygame

LARGE_POINTER_PX: Final = 72  # px of the large pointer; the usual one has about 20
RIM_PX: Final = 5
BITS_PER_PIXEL: Final = 32  # with alpha
# An arrow with its tip at the origin, in shares of its height.
ARROW_SHAPE: Final = ((0.0, 0.0), (0.0, 0.82), (0.19, 0.65), (0.32, 0.97), (0.46, 0.91), (0.33, 0.6), (0.58, 0.58))
FILL_COLOUR: Final = (255, 214, 64)
RIM_COLOUR: Final = (18, 18, 22)


def large_arrow() -> pygame.Surface:
    """Return the picture of the large pointer."""
    surface = pygame.Surface((LARGE_POINTER_PX, LARGE_POINTER_PX), pygame.SRCALPHA, BITS_PER_PIXEL)
    corners = [
        (RIM_PX + x * (LARGE_POINTER_PX - 2 * RIM_PX), RIM_PX + y * (LARGE_POINTER_PX - 2 * RIM_PX))
        for x, y in ARROW_SHAPE
    ]
    pygame.draw.polygon(surface, RIM_COLOUR, corners)
    pygame.draw.lines(surface, RIM_COLOUR, closed=True, points=corners, width=RIM_PX * 2)
    pygame.draw.polygon(surface, FILL_COLOUR, corners)
    return surface


def show_pointer(*, large: bool) -> None:
    """Show the large pointer, or the system's."""
    if not large and not _shown:
        return
    _shown[:] = [large] if large else []
    with suppress(pygame.error):  # some systems allow no custom pointer
        pygame.mouse.set_cursor(
            pygame.cursors.Cursor((RIM_PX, RIM_PX), large_arrow()) if large else pygame.SYSTEM_CURSOR_ARROW
        )


_shown: list[bool] = []  # [True] while the large pointer is shown, else empty
