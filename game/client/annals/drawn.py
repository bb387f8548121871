"""Custom-drawn widgets: texts as cells that the layout check can read, a large number, the picture of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from game.client.draw import theme
from game.client.draw.game_art import game_art
from game.client.widgets import draw
from game.client.widgets.boxes import Box
from game.client.widgets.widget import Widget, WrittenText

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import pygame

    from game.client.draw.text import Align
    from game.client.draw.theme import RGB, Role
    from game.client.widgets.boxes import Size
    from game.client.widgets.look import Look
    from game.client.words import Text


GAP, TOOLTIP_PADDING, MARGIN = 8.0, 12.0, 10.0  # logical px: between lines of a plot, around a tooltip, beside labels
ART_SIZE = (200.0, 84.0)
# logical px: left and right of the box, above and below its content, between the number and its label
NUMBER_HORIZONTAL_PADDING, NUMBER_VERTICAL_PADDING, NUMBER_GAP = 16.0, 12.0, 12.0


class DrawnCell(NamedTuple):
    """A text on one line of a box, made smaller if it does not fit."""

    words: str
    role: Role
    ink: RGB
    box: Box
    align: Align = "left"


class DrawnWidget(Widget):
    """A widget made of strokes and text cells."""

    least = 240.0  # logical px: the least width

    def cells(self) -> Sequence[DrawnCell]:
        """Return its texts with their boxes."""
        raise NotImplementedError

    def draw_strokes(self, surface: pygame.Surface) -> None:
        """Draw what is below the texts."""

    def min_size(self, look: Look) -> Size:
        """Return the least size."""
        return (self.least, self.height_for(look, self.least))

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the strokes, then the texts, and the ring of one that has the focus."""
        self.draw_strokes(surface)
        look = self.look
        for words, role, ink, box, align in self.cells():
            at = {"left": box.x, "centre": box.centre[0], "right": box.right}[align]
            shrink = draw.line_shrink(look, words, role, box.w)
            draw.line(surface, look, words, role, ink, (at, box.centre[1]), align, shrink)
        if self.focused:
            draw.focus_ring(surface, look, self.focus_box, theme.RADIUS_FIELD)

    def texts(self) -> Iterator[WrittenText]:
        """Yield the texts."""
        for words, role, _ink, box, _align in self.cells():
            yield draw.fitted_line(self.look, words, role, box, draw.line_shrink(self.look, words, role, box.w))


class LargeNumber(DrawnWidget):
    """A large number with its label, and a muted line below."""

    kind = "figure"
    least = 200.0

    def __init__(self, name: str, number: str, label: Text, note: Text, *, gold: bool = False) -> None:
        super().__init__(name)
        self.number = number
        self.label = label
        self.note = note
        self.gold = gold

    def accessible_text(self) -> str:
        """Return number, label and line as one text."""
        return f"{self.number} {self.label}, {self.note}"

    def _number_width(self, look: Look) -> float:
        """Return the width of the number."""
        return look.text_width(self.number, theme.BIG_NUMBER) + 2

    def _lines_fit_beside(self, look: Look, width: float) -> bool:
        """Return whether label and line fit to the right of the number; else they are below it."""
        room = width - 2 * NUMBER_HORIZONTAL_PADDING - self._number_width(look) - NUMBER_GAP
        lines = ((self.label, theme.SMALL_BOLD), (self.note, theme.SMALL))
        return all(look.text_width(str(words), role) <= room for words, role in lines)

    def height_for(self, look: Look, width: float) -> float:
        """Return the height of the number with two lines beside it, or below it."""
        both = look.line_height(theme.SMALL_BOLD) + look.line_height(theme.SMALL)
        high = look.line_height(theme.BIG_NUMBER)
        return (max(high, both) if self._lines_fit_beside(look, width) else high + both) + 2 * NUMBER_VERTICAL_PADDING

    def cells(self) -> Sequence[DrawnCell]:
        """Return the number and both lines."""
        look, box = self.look, self.rect.inset(NUMBER_HORIZONTAL_PADDING, NUMBER_VERTICAL_PADDING)
        first, second = look.line_height(theme.SMALL_BOLD), look.line_height(theme.SMALL)
        number, room, y = box.top_part(look.line_height(theme.BIG_NUMBER)), box, box.bottom - first - second
        if self._lines_fit_beside(look, self.rect.w):
            number, room = box.left_part(self._number_width(look)), box.right_of(self._number_width(look) + NUMBER_GAP)
            y = box.centre[1] - first
        ink = theme.GOLD if self.gold else theme.CREAM
        return (
            DrawnCell(self.number, theme.BIG_NUMBER, ink, number),
            DrawnCell(str(self.label), theme.SMALL_BOLD, theme.CREAM, Box(room.x, y, room.w, first)),
            DrawnCell(str(self.note), theme.SMALL, theme.MUTED, Box(room.x, y + first, room.w, second)),
        )

    def draw_strokes(self, surface: pygame.Surface) -> None:
        """Draw its plate."""
        edge = draw.Edge(theme.LINE)
        draw.plate(surface, self.look, self.rect, theme.RADIUS_PANEL, theme.PANEL, edge, theme.SHADE_CONTROL)


class GameArt(Widget):
    """The small picture of a game's table."""

    kind = "art"

    def __init__(self, name: str, game: str, size: Size = ART_SIZE) -> None:
        super().__init__(name)
        self.game = game
        self.size = size

    def min_size(self, look: Look) -> Size:  # noqa: ARG002 - a picture does not follow the text
        """Return the size of the picture."""
        return self.size

    def draw(self, surface: pygame.Surface) -> None:
        """Draw it in its whole box."""
        box = self.look.rect(self.rect)
        surface.blit(game_art(self.game, box.size, self.look.u, self.look.palette), box)
