"""A heading over its content, on paper."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.client.draw import theme
from game.client.widgets import draw
from game.client.widgets.widget import Widget, WrittenText

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pygame

    from game.client.widgets.boxes import Box, Size
    from game.client.widgets.look import Look
    from game.client.words import Text

GAP = 6.0


class Section(Widget):
    """A heading with a hairline below it, then the content."""

    kind = "section"

    def __init__(self, name: str, heading: Text, content: Widget) -> None:
        super().__init__(name)
        self.heading = heading
        self.content = content

    @property
    def children(self) -> tuple[Widget, ...]:
        """Return the content."""
        return (self.content,)

    def accessible_text(self) -> str:
        """Return the heading."""
        return str(self.heading)

    def _head(self, look: Look, width: float) -> float:
        return look.wrapped_size(self.accessible_text(), theme.HEADING, width)[1] + GAP

    def min_size(self, look: Look) -> Size:
        """Return the room of heading and content."""
        wide = max(look.text_width(self.accessible_text(), theme.HEADING) + 2, self.content.min_size(look)[0])
        return (wide, self.height_for(look, wide))

    def height_for(self, look: Look, width: float) -> float:
        """Return the height of both."""
        return self._head(look, width) + GAP + self.content.height_for(look, width)

    def place(self, box: Box, look: Look) -> None:
        """Lay the content out below the heading."""
        super().place(box, look)
        self.content.place(box.below(self._head(look, box.w) + GAP), look)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw heading, hairline and content."""
        head = self.rect.top_part(self._head(self.look, self.rect.w))
        draw.paragraph(surface, self.look, self.accessible_text(), theme.HEADING, theme.RED_INK, head)
        draw.draw_seam(surface, self.look, (head.x, head.bottom - 1), head.w, theme.PAPER_LINE)
        super().draw(surface)

    def texts(self) -> Iterator[WrittenText]:
        """Yield the heading."""
        yield draw.fitted_paragraph(
            self.look, self.accessible_text(), theme.HEADING, self.rect.top_part(self._head(self.look, self.rect.w))
        )
