"""The speech bubble of the adviser: the joker's face in an ivory disc, text, and buttons, the gold one last.

Law: it covers as little as it can of what it is about, and keeps its place for a whole series of hints unless it would
cover more there. What it does not cover can be clicked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from game.client.draw import theme
from game.client.draw.mark import mark
from game.client.table.advice.standing import BIG_TEXT_SCALE, LIT_COST, TILES_COST, bubble_place
from game.client.widgets import draw
from game.client.widgets.boxes import Box, wrapped_flow
from game.client.widgets.panel import SHEET
from game.client.widgets.widget import Widget, WrittenText

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    import pygame

    from game.client.table.advice.standing import Obstacle
    from game.client.widgets.boxes import Size
    from game.client.widgets.button import Button
    from game.client.widgets.look import Look
    from game.client.words import Text

PADDING: Final = 18.0
GAP: Final = 10.0
DISC_SIZE: Final = 46.0
DISC_GAP: Final = 14.0  # between the disc and the text
RIM_WIDTH: Final = 1.5
FACE_SHARE: Final = 0.62  # width of the joker's face, as a share of the disc's
PREFERRED_WIDTH: Final = 680.0
MAX_WIDTH_GROWTH: Final = 1.35  # largest factor by which the bubble widens with large text
WIDTH_SHARES: Final = (1.0, 0.8, 0.6, 1.2)  # widths that are tried in this order, as shares of the preferred one


class Bubble(Widget):
    """A title, sentences below it, and buttons at the bottom."""

    kind = "bubble"
    covers = True

    def __init__(
        self, name: str, title: Text, lines: tuple[Text, ...], buttons: tuple[Button, ...], *, quiet: bool = False
    ) -> None:
        super().__init__(name)
        self.quiet = quiet  # Return keeps its usual meaning
        self.title, self.lines, self.buttons = title, lines, buttons
        self.key_caps = [button.key_cap for button in buttons]
        self.later: tuple[Bubble, ...] = ()  # the later texts of this series of hints, which must fit the same place

    @property
    def children(self) -> tuple[Widget, ...]:
        """Return the buttons."""
        return self.buttons

    def accessible_text(self) -> str:
        """Return the whole text of the bubble."""
        return " ".join(str(words) for words in (self.title, *self.lines))

    # --- measures ------------------------------------------------------------------------------------------------

    def min_size(self, look: Look) -> Size:
        """Return the bubble's preferred size."""
        wide = PREFERRED_WIDTH * min(MAX_WIDTH_GROWTH, max(1.0, look.text_scale))
        return (wide, self.height_for(look, wide))

    def height_for(self, look: Look, width: float) -> float:
        """Return the height of the bubble at a width."""
        inner = Box(0, 0, width - 2 * PADDING, 0)
        high = max(look.at_least(DISC_SIZE), *(box.bottom for _, _, box in self._words(look, inner)))
        return 2 * PADDING + high + GAP + max((box.bottom for box in self._button_boxes(look, inner)), default=0.0)

    def _paragraphs(self) -> list[tuple[str, theme.Role]]:
        return [(str(self.title), theme.HEADING), *((str(line), theme.READING) for line in self.lines)]

    def _words(self, look: Look, inner: Box) -> list[tuple[str, theme.Role, Box]]:
        """Return the paragraphs: all beside the disc, or with large text those after the first below it, if lower."""
        beside, below = (self._words_beside_disc(look, inner, most) for most in (len(self.lines) + 1, 1))
        return below if look.text_scale > BIG_TEXT_SCALE and below[-1][2].bottom < beside[-1][2].bottom else beside

    def _words_beside_disc(self, look: Look, inner: Box, most: int) -> list[tuple[str, theme.Role, Box]]:
        disc, y, placed = look.at_least(DISC_SIZE), inner.y, []
        for number, (words, role) in enumerate(self._paragraphs(), start=1):
            x = inner.x + disc + DISC_GAP if number <= most else inner.x
            high = look.wrapped_size(words, role, inner.right - x)[1]
            placed.append((words, role, Box(x, y, inner.right - x, high)))
            y += high + GAP
            if number == most:
                y = max(y, inner.y + disc + GAP)
        return placed

    def _button_boxes(self, look: Look, inner: Box) -> tuple[Box, ...]:
        sizes = []
        for button in self.buttons:
            wide = min(inner.w, button.min_size(look)[0])
            sizes.append((wide, button.height_for(look, wide)))
        return wrapped_flow(Box(inner.x, 0, inner.w, 0), sizes, GAP, from_right=True)

    def place_clear(
        self, rooms: Sequence[Box], keep: Sequence[Obstacle], look: Look, before: Box | None = None
    ) -> None:
        """Stand in the first room where the bubble covers no tiles, at a height that fits the later texts too.

        The place `before` is kept unless more highlights would be covered there.
        """
        big = look.text_scale > BIG_TEXT_SCALE
        for one in (self, *self.later):
            for button, key in zip(one.buttons, one.key_caps, strict=True):
                button.key_cap = None if big else key  # with large text there is no room for the keys

        def sizes(room: Box) -> Iterator[Size]:
            liked = min(room.w, self.min_size(look)[0])
            for wide in dict.fromkeys((*(min(room.w, liked * share) for share in WIDTH_SHARES), room.w)):
                yield wide, max(one.height_for(look, wide) for one in (self, *self.later))

        again: tuple[Box, ...] = ()
        if before is not None:
            high = self.height_for(look, before.w)
            again = (Box(before.x, before.bottom - high, before.w, high),)
        canvas = rooms[-1]
        box = bubble_place(rooms, sizes, keep, again, firm=LIT_COST, clear=TILES_COST) or canvas
        high = min(canvas.h, self.height_for(look, box.w))
        self.place(Box(box.x, box.bottom - high, box.w, high), look)

    def place(self, box: Box, look: Look) -> None:
        """Place the bubble in a box, its buttons at the foot."""
        super().place(box, look)
        inner = box.inset(PADDING)
        cells = self._button_boxes(look, inner)
        foot = max((cell.bottom for cell in cells), default=0.0)
        for button, cell in zip(self.buttons, cells, strict=True):
            button.place(cell.moved(0, inner.bottom - foot), look)

    # --- drawing -------------------------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface) -> None:
        """Draw paper, face, words and buttons."""
        look, inner = self.look, self.rect.inset(PADDING)
        draw.plate(surface, look, self.rect, SHEET.radius, SHEET.fill, draw.Edge(SHEET.rim, RIM_WIDTH), SHEET.shade)
        disc = look.at_least(DISC_SIZE)
        room = Box(inner.x, inner.y, disc, disc)
        draw.plate(surface, look, room, disc / 2, theme.PAPER_CARD, draw.Edge(theme.PAPER_LINE, RIM_WIDTH))
        face = mark(look.px(disc * FACE_SHARE), look.palette)
        middle = (look.px(room.centre[0]), look.px(room.centre[1]))
        surface.blit(face, face.get_rect(center=middle))
        for words, role, box in self._words(look, inner):
            draw.paragraph(surface, look, words, role, theme.INK, box)
        super().draw(surface)

    def texts(self) -> Iterator[WrittenText]:
        """Yield every sentence."""
        for words, role, box in self._words(self.look, self.rect.inset(PADDING)):
            yield draw.fitted_paragraph(self.look, words, role, box)


def hidden_area(box: Box, those: Iterable[Box]) -> int:
    """Return how much of the area of some boxes a box covers."""
    return round(sum(box.overlap_area(one) for one in those))
