"""The bubble of the joker who advises: his face in an ivory disc, what he says, and buttons, the gold one last.

Law: it stands where it hides least of what it speaks of; hands reach what it leaves free.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from game.client.draw import theme
from game.client.draw.mark import mark
from game.client.widgets import draw
from game.client.widgets.boxes import Box, flow
from game.client.widgets.panel import SHEET
from game.client.widgets.widget import Widget, Written

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    import pygame

    from game.client.widgets.boxes import Size
    from game.client.widgets.button import Button
    from game.client.widgets.look import Look
    from game.client.words import Text

PAD: Final = 18.0
GAP: Final = 10.0
DISC: Final = 46.0
BESIDE: Final = 14.0  # between the disc and what is said
RIM: Final = 1.5
FACE: Final = 0.62  # of the disc's width: the joker's
WIDE: Final = 680.0
MOST_GROWTH: Final = 1.9  # of its width with big text
SLACK: Final = 6.0  # of what shall be seen it may hide the rim
EDGE: Final = 6.0  # kept free at the sides of the canvas


class Bubble(Widget):
    """A title, sentences below it, buttons at the foot."""

    kind = "bubble"
    covers = True

    def __init__(
        self, name: str, title: Text, lines: tuple[Text, ...], buttons: tuple[Button, ...], *, quiet: bool = False
    ) -> None:
        super().__init__(name)
        self.quiet = quiet  # Return means what it meant without him
        self.title, self.lines, self.buttons = title, lines, buttons

    @property
    def children(self) -> tuple[Widget, ...]:
        """Return the buttons."""
        return self.buttons

    def main_text(self) -> str:
        """Return everything he says."""
        return " ".join(str(words) for words in (self.title, *self.lines))

    # --- measures ------------------------------------------------------------------------------------------------

    def min_size(self, look: Look) -> Size:
        """Return the size it likes."""
        wide = WIDE * min(MOST_GROWTH, max(1.0, look.text_scale))
        return (wide, self.height_for(look, wide))

    def height_for(self, look: Look, width: float) -> float:
        """Return the height of everything at that width."""
        inner = Box(0, 0, width - 2 * PAD, 0)
        said = [self._spoken(look, words, role, inner.w) for words, role in self._said()]
        high = max(sum(said) + GAP * (len(said) - 1), look.at_least(DISC))
        return 2 * PAD + high + GAP + max((box.bottom for box in self._flowed(look, inner)), default=0.0)

    def _said(self) -> list[tuple[str, theme.Role]]:
        return [(str(self.title), theme.HEADING), *((str(line), theme.READING) for line in self.lines)]

    def _spoken(self, look: Look, words: str, role: theme.Role, width: float) -> float:
        return look.wrapped(words, role, width - self._start(look))[1]

    @staticmethod
    def _start(look: Look) -> float:
        return look.at_least(DISC) + BESIDE

    def _flowed(self, look: Look, inner: Box) -> tuple[Box, ...]:
        sizes = []
        for button in self.buttons:
            wide = min(inner.w, button.min_size(look)[0])
            sizes.append((wide, button.height_for(look, wide)))
        return flow(Box(inner.x, 0, inner.w, 0), sizes, GAP, from_right=True)

    def stand(
        self, table: Box, look: Look, clear: Sequence[Box], rack: Box, tiles: Sequence[Box], before: Box | None = None
    ) -> None:
        """Stand where it hides least of what shall be seen, then where it stood before, its buttons under the hand.

        Else where it hides least of all tiles, rather low than high; a rack all but empty is covered at its far end.
        """
        canvas = look.viewport.canvas.inset(EDGE)
        wide = min(canvas.w, self.min_size(look)[0])
        high = min(canvas.h, self.height_for(look, wide))
        low, top = max(canvas.y, table.bottom - high), min(table.y, canvas.bottom - high)
        middle = max(canvas.x, table.x + (table.w - wide) / 2)
        left, right = max(canvas.x, table.x), max(canvas.x, min(table.right, canvas.right) - wide)
        over_rack = max(low, min(rack.bottom, canvas.bottom) - high)
        rows = (low, (low + top) / 2, top, (low + over_rack) / 2, over_rack)
        places = [Box(x, y, wide, high) for y in rows for x in (middle, left, right)]
        seen = [one.inset(SLACK) for one in clear]
        same = None if before is None else Box(before.right - wide, before.bottom - high, wide, high)
        if same is not None and same.within(canvas):
            places.append(same)
        self.place(min(places, key=lambda box: (hidden(box, seen), box != same, hidden(box, tiles))), look)

    def place(self, box: Box, look: Look) -> None:
        """Take a box, the buttons at its foot."""
        super().place(box, look)
        inner = box.inset(PAD)
        cells = self._flowed(look, inner)
        foot = max((cell.bottom for cell in cells), default=0.0)
        for button, cell in zip(self.buttons, cells, strict=True):
            button.place(cell.moved(0, inner.bottom - foot), look)

    def _lines(self) -> list[tuple[str, theme.Role, Box]]:
        look, inner = self.look, self.rect.inset(PAD)
        x, y, placed = inner.x + self._start(self.look), inner.y, []
        for words, role in self._said():
            high = self._spoken(look, words, role, inner.w)
            placed.append((words, role, Box(x, y, inner.right - x, high)))
            y += high + GAP
        return placed

    # --- drawing -------------------------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface) -> None:
        """Draw paper, face, words and buttons."""
        look, inner = self.look, self.rect.inset(PAD)
        draw.plate(surface, look, self.rect, SHEET.radius, SHEET.fill, draw.Edge(SHEET.rim, RIM), SHEET.shade)
        disc = look.at_least(DISC)
        room = Box(inner.x, inner.y, disc, disc)
        draw.plate(surface, look, room, disc / 2, theme.PAPER_CARD, draw.Edge(theme.PAPER_LINE, RIM))
        face = mark(look.px(disc * FACE), look.palette)
        middle = (look.px(room.centre[0]), look.px(room.centre[1]))
        surface.blit(face, face.get_rect(center=middle))
        for words, role, box in self._lines():
            draw.paragraph(surface, look, words, role, theme.INK, box)
        super().draw(surface)

    def texts(self) -> Iterator[Written]:
        """Yield every sentence."""
        for words, role, box in self._lines():
            yield draw.fitted(self.look, words, role, box)


def hidden(box: Box, those: Iterable[Box]) -> int:
    """Return how much of those boxes a box lies over."""
    return round(sum(box.shared(one) for one in those))
