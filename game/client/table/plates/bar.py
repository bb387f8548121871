"""The dark strip at the top of a table: the game's title and the round, as far as the banner leaves room."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.client.draw import paint, theme
from game.client.widgets import draw
from game.client.widgets.boxes import Box
from game.client.widgets.widget import Widget, WrittenText

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pygame

    from game.client.widgets.look import Look

TITLE_START = 64.0  # default left end of the title
LEFT_REACH = 4.0  # how far the widget extends to the left of its title
BANNER_GAP = 8.0  # kept free before the banner
ASIDE_GAP = 14.0  # between title and the text beside it
STRIP_ALPHA = 235  # of 255


class TopBar(Widget):
    """The dark strip at the top with the game's title and the round; the buttons on it belong to the scene."""

    kind = "bar"

    def __init__(self, title: str) -> None:
        super().__init__("table.bar")
        self.title = title
        self.aside = ""
        self.start = TITLE_START  # left end of the title
        self.end = 0.0  # left end of the banner
        self.strip = self.rect  # the whole width of the window; the widget's own box is that of its text

    def place(self, box: Box, look: Look) -> None:
        """Take the strip; the widget's box is from the menu to the banner."""
        self.strip = box
        super().place(Box(self.start - LEFT_REACH, box.y, max(0.0, self.end - self.start), box.h), look)

    def accessible_text(self) -> str:
        """Return the title and the text beside it."""
        return f"{self.title} {self.aside}".strip()

    def text_boxes(self) -> tuple[Box | None, Box | None]:
        """Return the boxes of title and round; None for one that does not fit beside the banner."""
        look, middle = self.look, self.rect.h / 2
        wide = look.text_width(self.title, theme.TITLE) + 1
        high = look.line_height(theme.TITLE)
        if self.start + wide > self.end - BANNER_GAP:
            return None, None
        title = Box(self.start, self.rect.y + middle - high / 2, wide, high)
        aside_wide = look.text_width(self.aside, theme.READING) + 1
        if not self.aside or title.right + ASIDE_GAP + aside_wide > self.end - BANNER_GAP:
            return title, None
        line = look.line_height(theme.READING)
        return title, Box(title.right + ASIDE_GAP, self.rect.y + middle - line / 2 + 1, aside_wide, line)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw strip and title."""
        look = self.look
        strip = look.rect(self.strip)
        surface.blit(paint.plate(strip.size, 0, theme.TOP_BAR, None, STRIP_ALPHA), strip)
        draw.draw_seam(surface, look, (self.strip.x, self.strip.bottom - 1), self.strip.w, theme.DARK_GROUND)
        title, aside = self.text_boxes()
        if title is not None:
            draw.line(surface, look, self.title, theme.TITLE, theme.CREAM, (title.x, title.centre[1]))
        if aside is not None:
            draw.line(surface, look, self.aside, theme.READING, theme.MUTED, (aside.x, aside.centre[1]))

    def texts(self) -> Iterator[WrittenText]:
        """Yield what fits."""
        title, aside = self.text_boxes()
        if title is not None:
            yield draw.fitted_line(self.look, self.title, theme.TITLE, title)
        if aside is not None:
            yield draw.fitted_line(self.look, self.aside, theme.READING, aside)
