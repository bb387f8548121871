"""A line of the help sheet: an action, its keys, its pad button if a pad was ever there, and its pointer gesture."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.client.actions import is_pad_known
from game.client.draw import theme
from game.client.widgets import draw
from game.client.widgets.boxes import Box
from game.client.widgets.widget import Widget, WrittenText
from game.client.words import say

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pygame

    from game.client.actions import Action
    from game.client.widgets.boxes import Size
    from game.client.widgets.look import Look

GAP = 6.0


class KeyLine(Widget):
    """Text at the left, keys and pad button at the right; on paper."""

    kind = "key line"

    def __init__(self, action: Action) -> None:
        super().__init__(f"key.{action.name}")
        self.action = action
        self._pad = action.pad if is_pad_known() else None

    def accessible_text(self) -> str:
        """Return what the action does."""
        return say(self.action.sentence)

    def _below(self) -> str:
        """Return the text below: the pointer gesture."""
        return say("help.by_hand", gesture=say(self.action.gesture)) if self.action.gesture else ""

    def _caps(self) -> list[str]:
        """Return the keys, leaving out those of the number pad where there are others."""
        caps = [str(key) for key in self.action.keys if not key.name.startswith("Keypad")]
        return caps or [str(key) for key in self.action.keys]

    def _pad_width(self, look: Look) -> float:
        return 0.0 if self._pad is None else draw.pad_width(look, self._pad) + GAP + 4

    def _signs_width(self, look: Look) -> float:
        return sum(draw.key_width(look, cap) + GAP for cap in self._caps()) + self._pad_width(look)

    def _room(self, look: Look, width: float) -> float:
        beside = width - self._signs_width(look) - 10
        return beside if beside >= look.scaled(130.0) else width

    def _words_height(self, look: Look, width: float) -> float:
        room = self._room(look, width)
        high = look.wrapped_size(self.accessible_text(), theme.READING, room)[1]
        gesture = self._below()
        return high + (look.wrapped_size(gesture, theme.SMALL, room)[1] if gesture else 0.0)

    def min_size(self, look: Look) -> Size:
        """Return the room with everything on one line."""
        wide = look.text_width(self.accessible_text(), theme.READING) + 12 + self._signs_width(look)
        return (wide, self.height_for(look, wide))

    def height_for(self, look: Look, width: float) -> float:
        """Return the height with the text wrapped; where it is too narrow, the keys go below."""
        words = self._words_height(look, width)
        cap = look.scaled(draw.PAD_SIZE) + 4
        return max(words, cap) if self._room(look, width) < width else words + 4 + cap

    def _boxes(self) -> tuple[Box, Box]:
        look, room = self.look, self._room(self.look, self.rect.w)
        high = look.wrapped_size(self.accessible_text(), theme.READING, room)[1]
        words = self._words_height(look, self.rect.w)
        top = self.rect.y + (max(0.0, self.rect.h - words) / 2 if room < self.rect.w else 0.0)
        return Box(self.rect.x, top, room, high), Box(self.rect.x, top + high, room, words - high)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw words, key caps and pad button."""
        look = self.look
        words, gesture = self._boxes()
        draw.paragraph(surface, look, self.accessible_text(), theme.READING, theme.INK, words)
        if self._below():
            draw.paragraph(surface, look, self._below(), theme.SMALL, theme.SECONDARY_INK, gesture)
        below = words.w >= self.rect.w
        cap = look.scaled(draw.PAD_SIZE) + 4
        middle = self.rect.bottom - cap / 2 if below else self.rect.centre[1]
        x = self.rect.x if below else self.rect.right - self._signs_width(look) + GAP
        for name in self._caps():
            x += draw.key_cap(surface, look, name, (x, middle), theme.INK, theme.SECONDARY_INK) + GAP
        if self._pad is not None:
            draw.pad_sign(surface, look, self._pad, (x + 4, middle), theme.INK, theme.GOLD)

    def texts(self) -> Iterator[WrittenText]:
        """Yield the words."""
        words, gesture = self._boxes()
        yield draw.fitted_paragraph(self.look, self.accessible_text(), theme.READING, words)
        if self._below():
            yield draw.fitted_paragraph(self.look, self._below(), theme.SMALL, gesture)
