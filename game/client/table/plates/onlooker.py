"""What replaces the rack for viewers without one: a text in two lines on whose table it is, and that seat's plate."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.client.draw import theme
from game.client.table.plates.lettering import BIG_TEXT_SCALE
from game.client.table.plates.seat import SeatPlate
from game.client.widgets import draw
from game.client.widgets.boxes import Box
from game.client.widgets.widget import Widget, WrittenText

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pygame

    from game.client.app_context import OnlookerNotice
    from game.client.draw.theme import Role
    from game.client.table.plates.seat import SeatInfo
    from game.client.widgets.look import Look

PADDING, GAP, EYE_SIZE = 16.0, 12.0, 30.0
PLATE_SHARE = 0.46  # largest share of the strip's width that the seat's plate takes
MIN_WIDTH_WITH_PLATE = 420.0  # a narrower strip shows the text only


class OnlookerStrip(Widget):
    """The strip; `plate` is that of the seat at the viewer's side of the table."""

    kind = "onlooker"

    def __init__(self, seat: int) -> None:
        super().__init__("table.onlooker")
        self.plate = SeatPlate(seat)
        self.info = self.plate.info  # the plate is drawn with the strip, so the strip must be redrawn when this changes
        self.title, self.line = "", ""
        self.visible = False

    @property
    def children(self) -> tuple[Widget, ...]:
        """Return the plate."""
        return (self.plate,)

    def accessible_text(self) -> str:
        """Return both lines."""
        return f"{self.title}. {self.line}"

    def tell(self, words: OnlookerNotice, info: SeatInfo) -> None:
        """Set the text, and what the plate shows."""
        self.title, self.line = str(words.title), str(words.line)
        self.info = self.plate.info = info

    def place(self, box: Box, look: Look) -> None:
        """Lay the strip out in the rack's place; the plate is at its left where the text keeps its room."""
        super().place(box, look)
        wide, high = self.plate.min_size(look)
        wide = min(wide, box.w * PLATE_SHARE)
        self.plate.visible = (
            box.w >= MIN_WIDTH_WITH_PLATE and look.text_scale <= BIG_TEXT_SCALE and high <= box.h - PADDING
        )
        if self.plate.visible:
            self.plate.place(Box(box.x + PADDING, box.y + (box.h - high) / 2, wide, high), look)

    def _lines(self) -> tuple[tuple[str, Role, Box, float], ...]:
        look, box = self.look, self.rect
        left = (self.plate.rect.right if self.plate.visible else box.x) + PADDING + EYE_SIZE + GAP
        wide = box.right - PADDING - left
        title = draw.line_shrink(look, self.title, theme.TITLE, wide)
        first = look.line_height(theme.TITLE) * title
        room = max(1.0, box.h - GAP - first)
        line = draw.wrap_shrink(look, self.line, theme.READING, (wide, room))
        second = look.wrapped_size(self.line, theme.READING, wide, line)[1]
        top = box.y + (box.h - first - second) / 2
        return (
            (self.title, theme.TITLE, Box(left, top, wide, first), title),
            (self.line, theme.READING, Box(left, top + first, wide, second + 1), line),
        )

    def draw(self, surface: pygame.Surface) -> None:
        """Draw strip, plate and words."""
        look, box, ink = self.look, self.rect, theme.CHIP_LOOKS[theme.Tone.SKY]
        draw.plate(surface, look, box, theme.RADIUS_PANEL, ink.fill, draw.Edge(theme.SKY), theme.SHADE_PANEL)
        super().draw(surface)
        (title, role, at, shrink), (line, small, below, less) = self._lines()
        draw.icon(surface, look, "eye", (at.x - GAP - EYE_SIZE / 2, box.centre[1]), EYE_SIZE, ink.text)
        draw.line(surface, look, title, role, theme.CREAM, (at.x, at.centre[1]), shrink=shrink)
        draw.paragraph(surface, look, line, small, ink.text, below, shrink=less)

    def texts(self) -> Iterator[WrittenText]:
        """Yield both lines as they are shown."""
        (title, role, at, shrink), (line, small, below, less) = self._lines()
        yield draw.fitted_line(self.look, title, role, at, shrink)
        yield draw.fitted_paragraph(self.look, line, small, below, less)
