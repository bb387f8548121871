"""A sheet of paper over the felt: a title, a sentence and a content that scrolls, and buttons below."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.client.draw import theme
from game.client.widgets import draw
from game.client.widgets.boxes import Box, bounding_box
from game.client.widgets.label import Paragraph
from game.client.widgets.panel import SHEET
from game.client.widgets.scroll import Scroll
from game.client.widgets.widget import Widget

if TYPE_CHECKING:
    from collections.abc import Callable

    import pygame

    from game.client.widgets.boxes import Size
    from game.client.widgets.button import Button
    from game.client.widgets.look import Look
    from game.client.words import Text

FELT_SHADE = 0.35  # the felt behind the paper
PADDING = 28.0
MAX_SIZE = (1160.0, 640.0)
ABOVE_BUTTONS = 12.0
BESIDE_BADGE = 16.0  # between the text and the badge at its right


class Paper(Widget):
    """A sheet with a large title, a sentence, a content and buttons at the bottom; it scrolls if necessary.

    Where the buttons do not fit side by side only the gold one stays at the bottom, and the others follow the content.
    """

    kind = "paper"

    def __init__(
        self,
        name: str,
        words: tuple[Text, Text],
        content: Widget,
        buttons: tuple[Button, ...],
        badge: Widget | None = None,
    ) -> None:
        super().__init__(name)
        title, sentence = words
        self.badge = badge  # a picture at the right of the title
        self.behind: Callable[[pygame.Surface], None] | None = None  # draws on the paper, below all text
        self.title = Paragraph(f"{name}.title", title, theme.DISPLAY, theme.INK)
        self.sentence = Paragraph(f"{name}.sentence", sentence, theme.READING, theme.SECONDARY_INK)
        self.content = content
        self._scroll = Scroll(f"{name}.scroll", _Flow(self), on_paper=True, rim=0.0)
        self.aside = Paragraph(f"{name}.aside", "", theme.READING, theme.SECONDARY_INK, "right")
        self.buttons = buttons
        self.beside = True  # whether the buttons are side by side at the bottom

    @property
    def head(self) -> Box:
        """Return the box of title, sentence and badge."""
        badge = [] if self.badge is None or not self.badge.rect.h else [self.badge.rect]
        return bounding_box([self.title.rect, self.sentence.rect, *badge])

    @property
    def children(self) -> tuple[Widget, ...]:
        """Return the words, then the buttons."""
        others = self.buttons[:-1] if self.beside else ()
        return (self._scroll, *others, self.aside, *self.buttons[-1:])

    def height_for(self, look: Look, width: float) -> float:
        """Return the height with nothing scrolled."""
        inner = width - 2 * PADDING
        self.beside = self._fits(look, inner)
        return self._scroll.height_for(look, inner) + self._foot(look, inner) + 2 * 18

    def _sizes(self, look: Look) -> list[Size]:
        sizes = [button.min_size(look) for button in self.buttons]
        if not sizes:
            return []
        return [*sizes[:-1], (max(sizes[-1][0] + 20, 200.0), max(sizes[-1][1], 56.0))]

    def _fits(self, look: Look, width: float) -> bool:
        """Return whether the buttons fit side by side."""
        sizes = self._sizes(look)
        return sum(size[0] for size in sizes) + 12 * (len(sizes) - 1) <= width

    def _foot(self, look: Look, width: float) -> float:
        """Return the height of the buttons at the bottom and of the gap above them; 0 without buttons."""
        if not self.buttons:
            return 0.0
        high = max(size[1] for size in self._sizes(look)) if self.beside else self.buttons[-1].height_for(look, width)
        return high + ABOVE_BUTTONS

    def place(self, box: Box, look: Look) -> None:
        """Place the words, then the buttons: side by side, the gold one at the right, or the gold one alone."""
        super().place(box, look)
        inner = box.inset(PADDING, 18)
        self.beside = self._fits(look, inner.w)
        below = self._foot(look, inner.w)
        self._scroll.place(Box(inner.x, inner.y, inner.w, inner.h - below), look)
        self.aside.visible = False
        if not self.buttons:
            return
        foot = below - ABOVE_BUTTONS
        row = Box(inner.x, inner.bottom - foot, inner.w, foot)
        sizes = self._sizes(look)
        if not self.beside:
            self.buttons[-1].place(row, look)
            return
        x = row.x
        for button, (wide, high) in zip(self.buttons[:-1], sizes[:-1], strict=True):
            button.place(Box(x, row.bottom - (foot + high) / 2, wide, high), look)
            x += wide + 12
        wide, high = sizes[-1]
        self.buttons[-1].place(Box(row.right - wide, row.bottom - high, wide, high), look)
        said = self.aside.min_size(look)
        if str(self.aside.text) and x + said[0] + 16 <= row.right - wide:
            self.aside.visible = True
            line = Box(x, row.y + (foot - said[1]) / 2, row.right - wide - 16 - x, said[1])
            self.aside.place(line, look)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the sheet and what is on it."""
        draw.plate(surface, self.look, self.rect, 20.0, SHEET.fill, draw.Edge(SHEET.rim), theme.SHADE_PAPER)
        if self.behind is not None:
            self.behind(surface)
        super().draw(surface)


class _Flow(Widget):
    """Title, sentence and content below one another, the content as tall as there is room."""

    kind = "flow"

    def __init__(self, paper: Paper) -> None:
        super().__init__(f"{paper.name}.flow")
        self._paper = paper

    @property
    def children(self) -> tuple[Widget, ...]:
        """Return the parts."""
        paper = self._paper
        badge = () if paper.badge is None else (paper.badge,)
        return (paper.title, paper.sentence, *badge, paper.content, *self._buttons())

    def _buttons(self) -> tuple[Button, ...]:
        """Return the buttons that follow the content."""
        return () if self._paper.beside else self._paper.buttons[:-1]

    def _button_heights(self, look: Look, width: float) -> list[float]:
        return [button.height_for(look, width) for button in self._buttons()]

    def _badge(self, look: Look) -> Size:
        wide, high = (0.0, 0.0) if self._paper.badge is None else self._paper.badge.min_size(look)
        return (wide + BESIDE_BADGE if wide else 0.0, high)

    def _heights(self, look: Look, width: float) -> tuple[float, float, float, float]:
        """Return the heights of title, sentence, both with the badge beside them, and content."""
        paper, badge = self._paper, self._badge(look)
        room = width - badge[0]
        title, sentence = paper.title.height_for(look, room), paper.sentence.height_for(look, room)
        return title, sentence, max(title + sentence, badge[1]), paper.content.height_for(look, width)

    def height_for(self, look: Look, width: float) -> float:
        """Return the height of all parts."""
        _title, _sentence, head, content = self._heights(look, width)
        return head + content + 10 + sum(high + 8 for high in self._button_heights(look, width))

    def place(self, box: Box, look: Look) -> None:
        """Place the parts."""
        super().place(box, look)
        paper, badge = self._paper, self._badge(look)
        title, sentence, head, content = self._heights(look, box.w)
        room, y = box.w - badge[0], box.y + (head - title - sentence) / 2
        paper.title.place(Box(box.x, y, room, title), look)
        paper.sentence.place(Box(box.x, y + title, room, sentence), look)
        if paper.badge is not None:
            wide = max(0.0, badge[0] - BESIDE_BADGE)  # without a picture it takes no room
            paper.badge.place(Box(box.right - wide, box.y, wide, badge[1]), look)
        paper.content.place(Box(box.x, box.y + head + 10, box.w, content), look)
        y = box.y + head + 10 + content
        for button, high in zip(self._buttons(), self._button_heights(look, box.w), strict=True):
            button.place(Box(box.x, y + 8, box.w, high), look)
            y += high + 8
