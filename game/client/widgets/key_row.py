"""A row of the key settings: press it to give its action another key or pad button."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.client.draw import theme
from game.client.widgets import draw
from game.client.widgets.gesture import Use
from game.client.widgets.key_line import KeyLine
from game.client.widgets.widget import IGNORED, Answer, handled_with

if TYPE_CHECKING:
    from collections.abc import Callable

    import pygame

    from game.client.actions import Action
    from game.client.director import Change
    from game.client.widgets.gesture import Gesture
    from game.client.widgets.look import Look
    from game.client.words import Text


HEIGHT = 32.0  # height of a row's face; 8 more are between two rows


class KeyRow(KeyLine):
    """An action with its keys; below, the instruction to press a key, or the result."""

    kind = "key row"
    takes_focus = True

    def __init__(self, action: Action, on_use: Callable[[str], Change | None]) -> None:
        super().__init__(action)
        self.on_use = on_use
        self.note: Text | None = None
        self.listening = False

    def handle(self, gesture: Gesture) -> Answer:
        """Wait for the new key or pad button."""
        return handled_with(self.on_use(self.action.name)) if isinstance(gesture, Use) else IGNORED

    def height_for(self, look: Look, width: float) -> float:
        """Return a height with enough distance to the rows above and below to be easy to hit."""
        return max(super().height_for(look, width), HEIGHT)

    def state_words(self) -> tuple[str, ...]:
        """Return the usual states, the present keys, and whether the row waits for one."""
        heard = ("listening",) if self.listening else ()
        return (*super().state_words(), *heard, *map(str, self.action.keys))

    def _below(self) -> str:
        return "" if self.note is None else str(self.note)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the row on a lighter background while it is hovered or waiting."""
        if self.hovered or self.listening:
            ground = self.rect.inset(-5)
            draw.plate(surface, self.look, ground, theme.RADIUS_FIELD, theme.PAPER_CARD, draw.Edge(theme.PAPER_LINE))
        if self.focused:
            draw.focus_ring(surface, self.look, self.rect, theme.RADIUS_FIELD)
        super().draw(surface)
