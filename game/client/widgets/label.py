"""Static texts: a label on one line, a paragraph, a key with its meaning."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.client.actions import current_key_for
from game.client.draw import theme
from game.client.widgets import draw
from game.client.widgets.boxes import Box
from game.client.widgets.widget import Widget, WrittenText

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pygame

    from game.client.draw.text import Align
    from game.client.draw.theme import RGB, Role
    from game.client.widgets.boxes import Size
    from game.client.widgets.look import Look
    from game.client.words import Text


class Paragraph(Widget):
    """Words wrapped to the box they are given, from its top."""

    kind = "text"

    def __init__(
        self,
        name: str,
        text: Text,
        role: Role = theme.READING,
        colour: RGB = theme.CREAM,
        align: Align = "left",
    ) -> None:
        super().__init__(name)
        self.text = text
        self.role = role
        self.colour = colour
        self.align: Align = align

    def accessible_text(self) -> str:
        """Return the words."""
        return str(self.text)

    def min_size(self, look: Look) -> Size:
        """Return the room it takes on one line."""
        return (look.text_width(str(self.text).replace("**", ""), self.role) + 2, look.line_height(self.role))

    def height_for(self, look: Look, width: float) -> float:
        """Return the height of the wrapped words."""
        return look.wrapped_size(str(self.text), self.role, width)[1]

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the words."""
        draw.paragraph(surface, self.look, str(self.text), self.role, self.colour, self.rect, self.align)

    def texts(self) -> Iterator[WrittenText]:
        """Yield the words."""
        yield draw.fitted_paragraph(self.look, str(self.text), self.role, self.rect)


class KeyHint(Widget):
    """A key cap and what the key does."""

    kind = "key"

    def __init__(self, name: str, keys: tuple[str, ...], text: Text, colour: RGB = theme.CREAM) -> None:
        super().__init__(name)
        self.keys = keys
        self.text = text
        self.colour = colour

    def accessible_text(self) -> str:
        """Return what the key does."""
        return str(self.text)

    def _caps_width(self, look: Look) -> float:
        return sum(draw.key_width(look, current_key_for(key)) + 6 for key in self.keys) + 4

    def min_size(self, look: Look) -> Size:
        """Return the room of the caps and the words on one line."""
        return (
            self._caps_width(look) + look.text_width(str(self.text), theme.SMALL) + 2,
            max(look.scaled(draw.KEY_HEIGHT), look.line_height(theme.SMALL)) + 2,
        )

    def height_for(self, look: Look, width: float) -> float:
        """Return the height when the words wrap beside the caps."""
        words = look.wrapped_size(str(self.text), theme.SMALL, width - self._caps_width(look))[1]
        return max(look.scaled(draw.KEY_HEIGHT), words) + 2

    def draw(self, surface: pygame.Surface) -> None:
        """Draw caps, then words."""
        x, middle = self.rect.x, self.rect.y + max(self.look.scaled(draw.KEY_HEIGHT), self._line()) / 2
        for key in self.keys:
            x += draw.key_cap(surface, self.look, current_key_for(key), (x, middle), self.colour, theme.STRONG_LINE) + 6
        draw.paragraph(surface, self.look, str(self.text), theme.SMALL, self.colour, self._words())

    def _line(self) -> float:
        return self.look.line_height(theme.SMALL)

    def _words(self) -> Box:
        room = self.rect.right_of(self._caps_width(self.look))
        return room.moved(0, max(0.0, (self.look.scaled(draw.KEY_HEIGHT) - self._line()) / 2))

    def texts(self) -> Iterator[WrittenText]:
        """Yield the words; a key cap is always as wide as its text."""
        words = self._words()
        yield draw.fitted_paragraph(self.look, str(self.text), theme.SMALL, Box(words.x, words.y, words.w, self.rect.h))
