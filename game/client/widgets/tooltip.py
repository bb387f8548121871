"""A tooltip: the text of a widget that shows only an icon, near it and inside the canvas."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.client.draw import theme
from game.client.widgets import draw
from game.client.widgets.boxes import Box

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pygame

    from game.client.widgets.look import Look

MAX_WIDTH = 320.0
POINTER_GAP = 10.0
PADDING = 10.0


def tip_box(look: Look, words: str, near: Box, clear: Sequence[Box] = ()) -> Box:
    """Return the box of the tooltip, inside the canvas: below its widget, else above or beside it, clear of `clear`.

    Where every side would hide a part of `clear`, the tooltip goes where there is room.
    """
    canvas = look.viewport.canvas.inset(8)
    wide, high = look.wrapped_size(
        words, theme.SMALL, min(MAX_WIDTH * max(1.0, look.text_scale), canvas.w - 2 * PADDING)
    )
    wide, high = wide + 2 * PADDING + 1, high + 12
    x = min(max(canvas.x, near.centre[0] - wide / 2), canvas.right - wide)
    y = min(max(canvas.y, near.centre[1] - high / 2), canvas.bottom - high)
    sides = [
        Box(x, near.bottom + POINTER_GAP, wide, high),
        Box(x, near.y - POINTER_GAP - high, wide, high),
        Box(near.x - POINTER_GAP - wide, y, wide, high),
        Box(near.right + POINTER_GAP, y, wide, high),
    ]
    inside = [box for box in sides if box.is_inside(canvas, 0.0)] or [Box(x, max(canvas.y, sides[1].y), wide, high)]
    return next((box for box in inside if not any(box.overlaps(one) for one in clear)), inside[0])


def draw_tip(surface: pygame.Surface, look: Look, words: str, near: Box, clear: Sequence[Box] = ()) -> None:
    """Draw the tooltip of a widget."""
    box = tip_box(look, words, near, clear)
    draw.plate(surface, look, box, 8, theme.DARK_GROUND, draw.Edge(theme.STRONG_LINE), theme.SHADE_PLATE)
    draw.paragraph(surface, look, words, theme.SMALL, theme.CREAM, box.inset(PADDING, 6))
