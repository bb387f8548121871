"""A dialog: a title, a sentence, and two or three buttons, centred over the page.

Law: the first button is the safe one and has the focus; what cannot be undone needs a hold button.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.client.draw import theme
from game.client.widgets import draw
from game.client.widgets.boxes import Box, wrapped_flow
from game.client.widgets.button import HoldButton
from game.client.widgets.label import Paragraph
from game.client.widgets.panel import LEATHER, Column
from game.client.widgets.scroll import FOCUS_MARGIN, Scroll
from game.client.widgets.widget import Widget, WrittenText
from game.client.words import phrase

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pygame

    from game.client.widgets.boxes import Size
    from game.client.widgets.button import Button
    from game.client.widgets.look import Look
    from game.client.words import Text

WIDTH = 520.0
WIDE_WIDTH = 580.0  # width with choices, or where the buttons fit side by side only at this width
PADDING = 28.0
GAP = 12.0
MARGIN = 24.0


class Dialog(Widget):
    """A dialog centred in its box; a text too long for the window scrolls above the buttons.

    `choices`, if any, are below the sentence.
    """

    kind = "dialog"

    def __init__(
        self, name: str, title: Text, sentence: Text, buttons: tuple[Button, ...], choices: Widget | None = None
    ) -> None:
        super().__init__(name)
        self.title = title
        self.buttons = buttons
        words: list[Widget] = [Paragraph(f"{name}.sentence", sentence)]
        if any(isinstance(button, HoldButton) for button in buttons):
            note = phrase("dialog.hold_note")
            words.append(Paragraph(f"{name}.note", note, theme.SMALL, theme.MUTED))
        self._choices = choices is not None
        if choices is not None:
            words.append(choices)
        self._words = Scroll(f"{name}.words", Column(f"{name}.column", words, 16.0))

    @property
    def children(self) -> tuple[Widget, ...]:
        """Return the words and the buttons."""
        return (self._words, *self.buttons)

    def accessible_text(self) -> str:
        """Return the title."""
        return str(self.title)

    def min_size(self, look: Look) -> Size:
        """Return the size of the plate in a large window."""
        grown = min(1.8, max(1.0, look.text_scale))
        row = sum(max(button.min_size(look)[0] + 24, 120.0) + GAP for button in self.buttons) - GAP
        wider = self._choices or WIDTH * grown - 2 * PADDING < row <= WIDE_WIDTH * grown - 2 * PADDING
        wide = (WIDE_WIDTH if wider else WIDTH) * grown
        return (wide, self.height_for(look, wide))

    def height_for(self, look: Look, width: float) -> float:
        """Return the height of the plate."""
        inner = width - 2 * PADDING
        buttons = self._button_boxes(look, Box(0, 0, inner, 0))
        foot = max(box.bottom for box in buttons)
        words = self._words.height_for(look, inner + 2 * FOCUS_MARGIN) - 2 * FOCUS_MARGIN
        return 2 * PADDING - 4 + self._title_height(look, inner) + 8 + words + 24 + foot

    def _title_height(self, look: Look, width: float) -> float:
        return look.wrapped_size(str(self.title), theme.TITLE, width)[1]

    def _button_boxes(self, look: Look, box: Box) -> tuple[Box, ...]:
        """Place the buttons: two that fit on a line at its ends, a single one at its right end, others wrapped."""
        sizes = [button.min_size(look) for button in self.buttons]
        sizes = [(max(min(w + 24, box.w), 120.0), button.height_for(look, min(w + 24, box.w)))
                 for (w, _), button in zip(sizes, self.buttons, strict=True)]  # fmt: skip
        placed = wrapped_flow(box, sizes, GAP)
        if len(placed) == 2 and placed[0].y == placed[1].y:
            return (placed[0], placed[1].moved(box.right - placed[1].right, 0))
        if len(placed) == 1:
            return (placed[0].moved(box.right - placed[0].right, 0),)
        return placed

    def place(self, box: Box, look: Look) -> None:
        """Lay the plate out in the middle of the box."""
        wide = min(self.min_size(look)[0], box.w - 2 * MARGIN)
        high = min(self.height_for(look, wide), box.h - 2 * MARGIN)
        super().place(box.middle(wide, high), look)
        inner = self.rect.inset(PADDING)
        top = inner.y - 4 + self._title_height(look, inner.w) + 8
        buttons = self._button_boxes(look, Box(inner.x, 0, inner.w, 0))
        foot = max(button.bottom for button in buttons)
        start = inner.bottom - foot
        for button, cell in zip(self.buttons, buttons, strict=True):
            button.place(cell.moved(0, start), look)
        # The scroll keeps a margin for focus rings; its text must still align with the title.
        self._words.place(
            Box(
                inner.x - FOCUS_MARGIN,
                top - FOCUS_MARGIN,
                inner.w + 2 * FOCUS_MARGIN,
                start - 24 - top + 2 * FOCUS_MARGIN,
            ),
            look,
        )

    def _title_box(self) -> Box:
        inner = self.rect.inset(PADDING)
        return Box(inner.x, inner.y - 4, inner.w, self._title_height(self.look, inner.w))

    def draw(self, surface: pygame.Surface) -> None:
        """Draw plate, title, words and buttons."""
        look = self.look
        draw.plate(surface, look, self.rect, LEATHER.radius, LEATHER.fill, draw.Edge(LEATHER.rim), theme.SHADE_PAPER)
        draw.paragraph(surface, look, str(self.title), theme.TITLE, theme.CREAM, self._title_box())
        super().draw(surface)

    def texts(self) -> Iterator[WrittenText]:
        """Yield the title."""
        yield draw.fitted_paragraph(self.look, str(self.title), theme.TITLE, self._title_box())
