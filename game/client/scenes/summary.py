"""A line of a summary on paper: an icon, then a sentence with important words bold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.client.draw import theme
from game.client.widgets import draw
from game.client.widgets.boxes import Box
from game.client.widgets.widget import Widget, WrittenText

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pygame

    from game.client.widgets.boxes import Size
    from game.client.widgets.look import Look
    from game.client.words import Text

ICON_SIZE = 18.0
GAP = 13.0
SIGN_INK = theme.rgb("#8A4F0A")


class IconSentence(Widget):
    """A sentence after the icon of its subject; on paper."""

    kind = "line"

    def __init__(self, name: str, sign: str = "info") -> None:
        super().__init__(name)
        self.sign = sign
        self.words: Text = ""

    def accessible_text(self) -> str:
        """Return the sentence."""
        return str(self.words)

    def _start(self, look: Look) -> float:
        return look.scaled(ICON_SIZE) + GAP

    def min_size(self, look: Look) -> Size:
        """Return the room of a few of its words."""
        return (self._start(look) + look.scaled(140), self.height_for(look, self._start(look) + look.scaled(140)))

    def height_for(self, look: Look, width: float) -> float:
        """Return the height of the wrapped sentence."""
        return max(
            look.scaled(ICON_SIZE) + 2,
            look.wrapped_size(self.accessible_text(), theme.READING, width - self._start(look))[1],
        )

    def _box(self) -> Box:
        return self.rect.right_of(self._start(self.look))

    def draw(self, surface: pygame.Surface) -> None:
        """Draw icon and sentence."""
        look = self.look
        size = look.scaled(ICON_SIZE)
        line = look.line_height(theme.READING)
        at = (self.rect.x + size / 2, self.rect.y + max(line, size) / 2)
        draw.icon(surface, look, self.sign, at, size, SIGN_INK)
        draw.paragraph(surface, look, self.accessible_text(), theme.READING, theme.INK, self._box())

    def texts(self) -> Iterator[WrittenText]:
        """Yield the sentence."""
        yield draw.fitted_paragraph(self.look, self.accessible_text(), theme.READING, self._box())
