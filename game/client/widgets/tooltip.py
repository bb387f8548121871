"""A tooltip: the text of a widget that shows only an icon, near it and inside the canvas; and when one is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.client.draw import theme
from game.client.widgets import draw
from game.client.widgets.boxes import Box

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import pygame

    from game.client.widgets.look import Look
    from game.client.widgets.ring import Ring
    from game.client.widgets.widget import Widget

DELAY_SECONDS = 0.5
MAX_WIDTH = 320.0
POINTER_GAP = 10.0
PADDING = 10.0


class Tooltip:
    """The tooltip of a page: of the focused widget, else of the one under the pointer.

    It goes when its widget is pressed, changes its words, vanishes, or is no longer under the pointer.
    """

    def __init__(self, ring: Ring) -> None:
        self._ring = ring
        self._chosen: tuple[Widget, str] | None = None  # the widget with its words
        self._since: float | None = None
        self._shown = False
        self._spent = False  # the widget was pressed
        self._seen = 0  # the ring's revision at the last choice

    @property
    def waits(self) -> bool:
        """Return whether a tooltip is due."""
        return self._chosen is not None and not (self._shown or self._spent)

    def choose(self, *, pressed: bool = False) -> None:
        """Choose the widget after an input, or after something else has changed; `pressed`: the input was a press."""
        ring = self._ring
        able = (ring.focus if ring.shown else None, ring.pointed)
        chosen = next(((one, str(one.tip)) for one in able if one is not None and one.tip), None)
        stays = chosen == self._chosen
        if not stays:
            self._chosen, self._since, self._spent = chosen, None, False
        self._spent |= pressed and chosen is not None and (stays or chosen[0].held)
        if not stays or (self._shown and self._spent):
            self._shown = False
            ring.revision += 1
        self._seen = ring.revision

    def tick(self, now: float) -> None:
        """Show the tooltip when it is due."""
        if self._chosen is not None and self._seen != self._ring.revision:
            self.choose()
        if self.waits:
            self._since = now if self._since is None else self._since
            if now - self._since >= DELAY_SECONDS:
                self._shown = True
                self._ring.revision += 1

    def draw(self, surface: pygame.Surface, look: Look, meant: Callable[[], Widget | None] = lambda: None) -> None:
        """Draw the tooltip while it is shown, clear of the button that Return means."""
        tipped = self._ring.tipped(self._chosen[0] if self._chosen is not None and self._shown else None)
        if tipped is None:
            return
        button = meant()
        clear = () if button is None or button is tipped else (button.rect,)
        draw_tip(surface, look, str(tipped.tip), tipped.focus_box, clear)


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
