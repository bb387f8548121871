"""A tooltip: the words of something that shows only a sign, near it and inside the canvas."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.client.draw import theme
from game.client.widgets import draw
from game.client.widgets.boxes import Box

if TYPE_CHECKING:
    import pygame

    from game.client.widgets.look import Look

MOST = 320.0
AWAY = 10.0
PAD = 10.0


def tip_box(look: Look, words: str, near: Box) -> Box:
    """Return where the tip goes: below what it explains, above where there is no room, never outside."""
    canvas = look.viewport.canvas.inset(8)
    wide, high = look.wrapped(words, theme.SMALL, min(MOST * max(1.0, look.text_scale), canvas.w - 2 * PAD))
    wide, high = wide + 2 * PAD + 1, high + 12
    x = min(max(canvas.x, near.centre[0] - wide / 2), canvas.right - wide)
    below = near.bottom + AWAY
    y = below if below + high <= canvas.bottom else max(canvas.y, near.y - AWAY - high)
    return Box(x, y, wide, high)


def draw_tip(surface: pygame.Surface, look: Look, words: str, near: Box) -> None:
    """Draw the tip of something."""
    box = tip_box(look, words, near)
    draw.plate(surface, look, box, 8, theme.NIGHT, draw.Edge(theme.STRONG_LINE), theme.SHADE_PLATE)
    draw.paragraph(surface, look, words, theme.SMALL, theme.CREAM, box.inset(PAD, 6))
