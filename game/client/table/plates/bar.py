"""The dark strip at the top of a table: the game's title and the round, as far as the banner leaves room."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.client.draw import paint, theme
from game.client.widgets import draw
from game.client.widgets.boxes import Box
from game.client.widgets.widget import Widget, Written

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pygame

    from game.client.widgets.look import Look

START = 64.0  # default left end of the title
REACH = 4.0  # how far the widget extends to the left of its title
EDGE = 8.0  # kept free before the banner
BETWEEN = 14.0  # between title and the text beside it
VEIL = 235  # alpha, 0 to 255


class TopBar(Widget):
    """The dark strip at the top with the game's title and the round; the buttons on it belong to the scene."""

    kind = "bar"

    def __init__(self, title: str) -> None:
        super().__init__("table.bar")
        self.title = title
        self.aside = ""
        self.start = START  # left end of the title
        self.end = 0.0  # left end of the banner
        self.strip = self.rect  # the whole width of the window; the widget's own box is that of its text

    def place(self, box: Box, look: Look) -> None:
        """Take the strip; the widget's box is from the menu to the banner."""
        self.strip = box
        super().place(Box(self.start - REACH, box.y, max(0.0, self.end - self.start), box.h), look)

    def main_text(self) -> str:
        """Return the title and the text beside it."""
        return f"{self.title} {self.aside}".strip()

    def shown(self) -> tuple[Box | None, Box | None]:
        """Return the boxes of title and round; None for one that does not fit beside the banner."""
        look, middle = self.look, self.rect.h / 2
        wide = look.wide(self.title, theme.TITLE) + 1
        high = look.leading(theme.TITLE)
        if self.start + wide > self.end - EDGE:
            return None, None
        title = Box(self.start, self.rect.y + middle - high / 2, wide, high)
        aside_wide = look.wide(self.aside, theme.READING) + 1
        if not self.aside or title.right + BETWEEN + aside_wide > self.end - EDGE:
            return title, None
        line = look.leading(theme.READING)
        return title, Box(title.right + BETWEEN, self.rect.y + middle - line / 2 + 1, aside_wide, line)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw strip and title."""
        look = self.look
        strip = look.rect(self.strip)
        surface.blit(paint.plate(strip.size, 0, theme.NIGHT_BAR, None, VEIL), strip)
        draw.seam(surface, look, (self.strip.x, self.strip.bottom - 1), self.strip.w, theme.NIGHT)
        title, aside = self.shown()
        if title is not None:
            draw.line(surface, look, self.title, theme.TITLE, theme.CREAM, (title.x, title.centre[1]))
        if aside is not None:
            draw.line(surface, look, self.aside, theme.READING, theme.MUTED, (aside.x, aside.centre[1]))

    def texts(self) -> Iterator[Written]:
        """Yield what fits."""
        title, aside = self.shown()
        if title is not None:
            yield draw.fitted_line(self.look, self.title, theme.TITLE, title)
        if aside is not None:
            yield draw.fitted_line(self.look, self.aside, theme.READING, aside)
