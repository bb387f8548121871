"""The widgets of the title page alone: the player's chip, the last match, a note of the program."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.client.draw import text as type_case
from game.client.draw import theme
from game.client.widgets import draw
from game.client.widgets.boxes import Box, wrapped_flow
from game.client.widgets.button import Button
from game.client.widgets.widget import Widget, WrittenText
from game.client.words import phrase

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pygame

    from game.client.widgets.boxes import Size
    from game.client.widgets.look import Look
    from game.client.widgets.widget import Callback
    from game.client.words import Text

MIN_CHIP_HEIGHT = 40.0
PADDING = 12.0
SEAL_SIZE = 38.0
GAP = 12.0
LIT_EDGE_WIDTH = 3.0  # of the edge of a strip while others are waiting


class PlayerChip(Button):
    """The player's name, a button to change it; a long name is cut."""

    kind = "player"
    most = 300.0

    def __init__(self, name: str, player: str, on_use: Callback) -> None:
        super().__init__(name, player, on_use, tip=phrase("title.rename"))
        self.player = player

    def accessible_text(self) -> str:
        """Return the name."""
        return self.player

    def min_size(self, look: Look) -> Size:
        """Return the size of icon and name."""
        wide = look.scaled(16) + 8 + look.text_width(self.player, theme.SMALL_BOLD) + 2 * PADDING
        return (min(wide, self.most), max(MIN_CHIP_HEIGHT, look.line_height(theme.SMALL_BOLD) + 12))

    def height_for(self, look: Look, width: float) -> float:  # noqa: ARG002 - a name is cut, never wrapped
        """Return the height of one line."""
        return self.min_size(look)[1]

    def _name_box(self) -> Box:
        start = PADDING + self.look.scaled(16) + 6
        return Box(self.rect.x + start, self.rect.y, self.rect.w - start - PADDING, self.rect.h)

    def _cut(self) -> str:
        room = int(self._name_box().w * self.look.u) + 1
        return type_case.fit_name(self.player, self.look.lettering(theme.SMALL_BOLD), room)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the chip."""
        look, box = self.look, self.rect
        edge = draw.Edge(theme.STRONG_LINE)
        draw.plate(surface, look, box, box.h / 2, theme.CHIP_LOOKS[theme.Tone.PLAIN].fill, edge)
        size = look.scaled(16)
        draw.icon(surface, look, "person", (box.x + PADDING + size / 2, box.centre[1]), size, theme.CREAM)
        name = self._name_box()
        draw.line(surface, look, self._cut(), theme.SMALL_BOLD, theme.CREAM, (name.x, name.centre[1]))
        if self.focused:
            draw.focus_ring(surface, look, box, box.h / 2)

    def texts(self) -> Iterator[WrittenText]:
        """Yield the name as it is shown."""
        yield draw.fitted_line(self.look, self._cut(), theme.SMALL_BOLD, self._name_box())


class PaperStrip(Widget):
    """A strip of paper: an icon, a sentence with a note below it, and buttons at the right or underneath."""

    kind = "strip"

    def __init__(self, name: str, sign: str, buttons: tuple[Button, ...] = ()) -> None:
        super().__init__(name)
        self.lit = False  # with a gold edge: others are waiting
        self.sign = sign
        self.words: Text = ""
        self.note: Text | None = None
        self.buttons = buttons

    @property
    def children(self) -> tuple[Widget, ...]:
        """Return the buttons."""
        return self.buttons

    def accessible_text(self) -> str:
        """Return the sentence."""
        return str(self.words)

    def _shown(self) -> list[Button]:
        return [button for button in self.buttons if button.visible]

    def _foot(self, look: Look) -> float:
        return sum(button.min_size(look)[0] + GAP for button in self._shown())

    def _start(self, look: Look) -> float:
        return PADDING + look.scaled(SEAL_SIZE) + PADDING

    def _beside(self, look: Look, width: float) -> bool:
        room = width - self._start(look) - self._foot(look) - PADDING
        return not self._shown() or room >= look.scaled(340)

    def _room(self, look: Look, width: float) -> float:
        taken = self._foot(look) if self._beside(look, width) else 0.0
        return max(1.0, width - self._start(look) - taken - PADDING)

    def _words_height(self, look: Look, width: float) -> float:
        room = self._room(look, width)
        high = look.wrapped_size(str(self.words), theme.LABEL, room)[1]
        return high + (look.wrapped_size(str(self.note), theme.SMALL, room)[1] if self.note is not None else 0.0)

    def min_size(self, look: Look) -> Size:
        """Return the room of its parts side by side."""
        wide = self._start(look) + look.text_width(str(self.words), theme.LABEL) + self._foot(look) + PADDING
        return (wide, self.height_for(look, wide))

    def height_for(self, look: Look, width: float) -> float:
        """Return the height with the words wrapped, the buttons below when they do not fit beside."""
        words = max(self._words_height(look, width), look.scaled(SEAL_SIZE)) + 20
        if self._beside(look, width):
            return max([words, *[button.min_size(look)[1] + 14 for button in self._shown()]])
        sizes = [button.min_size(look) for button in self._shown()]
        return words + max(box.bottom for box in wrapped_flow(Box(0, 0, width - 2 * PADDING, 0), sizes, GAP)) + 12

    def place(self, box: Box, look: Look) -> None:
        """Place the buttons."""
        super().place(box, look)
        shown = self._shown()
        sizes = [button.min_size(look) for button in shown]
        if not self._beside(look, box.w):
            below = box.y + max(self._words_height(look, box.w), look.scaled(SEAL_SIZE)) + 20
            room = Box(box.x + PADDING, below, box.w - 2 * PADDING, 0)
            for button, cell in zip(shown, wrapped_flow(room, sizes, GAP), strict=True):
                button.place(cell, look)
            return
        right = box.right - PADDING
        for button, (wide, high) in zip(reversed(shown), reversed(sizes), strict=True):
            button.place(Box(right - wide, box.y + (box.h - high) / 2, wide, high), look)
            right -= wide + GAP

    def _boxes(self) -> tuple[Box, Box, Box]:
        """Return the boxes of sign, sentence and note."""
        look, room = self.look, self._room(self.look, self.rect.w)
        beside = self._beside(look, self.rect.w)
        words = self._words_height(look, self.rect.w)
        high = self.rect.h if beside else max(words, look.scaled(SEAL_SIZE)) + 20
        first = look.wrapped_size(str(self.words), theme.LABEL, room)[1]
        x, y = self.rect.x + self._start(look), self.rect.y + (high - words) / 2
        side = look.scaled(SEAL_SIZE)
        seal = Box(self.rect.x + PADDING, self.rect.y + (high - side) / 2, side, side)
        return seal, Box(x, y, room, first), Box(x, y + first, room, words - first)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw paper, sign, words and buttons."""
        look = self.look
        edge = draw.Edge(theme.GOLD, LIT_EDGE_WIDTH) if self.lit else draw.Edge(theme.PAPER_LINE)
        draw.plate(surface, look, self.rect, 14.0, theme.PAPER, edge, theme.SHADE_PLATE)
        seal, words, note = self._boxes()
        draw.plate(surface, look, seal, 10.0, theme.SEAL_GROUND)
        draw.icon(surface, look, self.sign, seal.centre, seal.w * 0.62, theme.CREAM)
        draw.paragraph(surface, look, str(self.words), theme.LABEL, theme.INK, words)
        if self.note is not None:
            draw.paragraph(surface, look, str(self.note), theme.SMALL, theme.SECONDARY_INK, note)
        super().draw(surface)

    def texts(self) -> Iterator[WrittenText]:
        """Yield sentence and note."""
        _seal, words, note = self._boxes()
        yield draw.fitted_paragraph(self.look, str(self.words), theme.LABEL, words)
        if self.note is not None:
            yield draw.fitted_paragraph(self.look, str(self.note), theme.SMALL, note)
