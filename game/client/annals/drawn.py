"""Widgets that are drawn by hand: their texts as cells that the layout check reads, and a plate for a figure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from game.client.draw import theme
from game.client.widgets import draw
from game.client.widgets.boxes import Box
from game.client.widgets.widget import Widget, Written

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import pygame

    from game.client.draw.text import Align
    from game.client.draw.theme import RGB, Role
    from game.client.widgets.boxes import Size
    from game.client.widgets.look import Look
    from game.client.words import Text


SIDE, EDGE, BESIDE = 16.0, 12.0, 12.0  # around a large number, and right of it
NUMBER: Final = 0.42  # of the width it may take


class DrawnCell(NamedTuple):
    """A text on one line of a box; in a smaller size where it would not fit."""

    words: str
    role: Role
    ink: RGB
    box: Box
    align: Align = "left"


class Drawn(Widget):
    """A widget of strokes and cells."""

    least = 240.0  # logical px it wants across

    def cells(self) -> Sequence[DrawnCell]:
        """Return its texts where they lie."""
        raise NotImplementedError

    def strokes(self, surface: pygame.Surface) -> None:
        """Draw what lies under them."""

    def min_size(self, look: Look) -> Size:
        """Return the room it wants."""
        return (self.least, self.height_for(look, self.least))

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the strokes, then the texts."""
        self.strokes(surface)
        look = self.look
        for words, role, ink, box, align in self.cells():
            at = {"left": box.x, "centre": box.centre[0], "right": box.right}[align]
            shrink = draw.line_shrink(look, words, role, box.w)
            draw.line(surface, look, words, role, ink, (at, box.centre[1]), align, shrink)

    def texts(self) -> Iterator[Written]:
        """Yield the texts."""
        for words, role, _ink, box, _align in self.cells():
            yield draw.fitted_line(self.look, words, role, box, draw.line_shrink(self.look, words, role, box.w))


class LargeNumber(Drawn):
    """A large number with what it counts, and a quiet line below."""

    kind = "figure"
    least = 200.0

    def __init__(self, name: str, number: str, label: Text, note: Text, *, gold: bool = False) -> None:
        super().__init__(name)
        self.number = number
        self.label = label
        self.note = note
        self.gold = gold

    def main_text(self) -> str:
        """Say it in one line."""
        return f"{self.number} {self.label}, {self.note}"

    def height_for(self, look: Look, width: float) -> float:  # noqa: ARG002 - each on its own line
        """Return the height of two lines beside the number."""
        return (
            max(look.leading(theme.BIG_NUMBER), look.leading(theme.SMALL_BOLD) + look.leading(theme.SMALL)) + 2 * EDGE
        )

    def cells(self) -> Sequence[DrawnCell]:
        """Return the number, and both lines beside it."""
        look, box = self.look, self.rect.inset(SIDE, EDGE)
        wide = min(box.w * NUMBER, look.wide(self.number, theme.BIG_NUMBER) + 2)
        room = box.beside(wide + BESIDE)
        high = look.leading(theme.SMALL_BOLD)
        ink = theme.GOLD if self.gold else theme.CREAM
        return (
            DrawnCell(self.number, theme.BIG_NUMBER, ink, box.left_part(wide)),
            DrawnCell(str(self.label), theme.SMALL_BOLD, theme.CREAM, Box(room.x, box.centre[1] - high, room.w, high)),
            DrawnCell(
                str(self.note), theme.SMALL, theme.MUTED, Box(room.x, box.centre[1], room.w, look.leading(theme.SMALL))
            ),
        )

    def strokes(self, surface: pygame.Surface) -> None:
        """Draw its plate."""
        edge = draw.Edge(theme.LINE)
        draw.plate(surface, self.look, self.rect, theme.RADIUS_PANEL, theme.PANEL, edge, theme.SHADE_CONTROL)
