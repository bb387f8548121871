"""How a row of a list looks: an icon, a title, a note or the reason why it is not available, a tick if chosen.

A face has no state but its parameters; a list with richer rows has a face of its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from game.client.draw import theme
from game.client.widgets import draw
from game.client.widgets.boxes import Box, stacked_rows

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pygame

    from game.client.draw.theme import RGB
    from game.client.widgets.boxes import Size
    from game.client.widgets.look import Look
    from game.client.widgets.widget import WrittenText
    from game.client.words import Text

MIN_ROW_HEIGHT = 53.0
PADDING = 16.0
TEXT_PADDING = 20.0  # above and below the text, together
ICON_SIZE = 20.0
SIGN_GAP = 12.0
TICK_GAP = 8.0


@dataclass(frozen=True, slots=True)
class ListRow:
    """A row: its key, title, note, the reason why it is not available, and an icon at its start (or room for one)."""

    key: str
    title: Text
    note: Text | None = None
    reason: Text | None = None
    sign: str | None = None


@dataclass(frozen=True, slots=True)
class ShownRow:
    """A row with its box and its present state."""

    look: Look
    row: ListRow
    box: Box
    chosen: bool
    lit: bool
    off: bool


class RowFace:
    """The layout and drawing of a row."""

    def note_or_reason(self, look: Look, row: ListRow, width: float) -> str:  # noqa: ARG002 - some faces say less in a small room
        """Return the note of a row, or the reason why it is not available."""
        words = row.reason if row.reason is not None else row.note
        return "" if words is None else str(words)

    def text_left(self, look: Look, row: ListRow) -> float:
        """Return the left end of the text."""
        return PADDING + (look.scaled(ICON_SIZE) + SIGN_GAP if row.sign is not None else 0.0)

    def text_width(self, look: Look, row: ListRow, width: float) -> float:
        """Return the width of the text."""
        return max(1.0, width - self.text_left(look, row) - PADDING - look.scaled(ICON_SIZE) - TICK_GAP)

    def min_size(self, look: Look, row: ListRow) -> float:
        """Return the width with the title on one line."""
        side = self.text_left(look, row) + PADDING + look.scaled(ICON_SIZE) + TICK_GAP + 2
        return side + look.text_width(str(row.title), theme.LABEL)

    def height_for(self, look: Look, row: ListRow, width: float) -> float:
        """Return the height of a row of this width."""
        return max(MIN_ROW_HEIGHT, sum(self._words(look, row, width)) + TEXT_PADDING)

    def _words(self, look: Look, row: ListRow, width: float) -> Size:
        """Return the heights of title and line."""
        room, below = self.text_width(look, row, width), self.note_or_reason(look, row, width)
        title = look.wrapped_size(str(row.title), theme.LABEL, room)[1]
        return title, look.wrapped_size(below, theme.SMALL, room)[1] if below else 0.0

    def _boxes(self, look: Look, row: ListRow, box: Box) -> tuple[Box, Box]:
        heights = self._words(look, row, box.w)
        x, y = box.x + self.text_left(look, row), box.y + (box.h - sum(heights)) / 2
        title, note = stacked_rows(Box(x, y, self.text_width(look, row, box.w), 0), heights)
        return title, note

    def draw(self, surface: pygame.Surface, shown: ShownRow) -> None:
        """Draw a row."""
        look, row, box = shown.look, shown.row, shown.box
        rim = draw.Edge(theme.LINE, theme.CONTROL_BORDER)
        if shown.chosen:
            rim = draw.Edge(theme.GOLD, theme.CHOSEN_BORDER)
        fill = draw.row_fill(off=shown.off, chosen=shown.chosen, lit=shown.lit)
        draw.plate(surface, look, box, theme.RADIUS_ROW, fill, rim)
        ink = theme.DISABLED_TEXT if shown.off else theme.CREAM
        self.draw_sign(surface, shown, ink)
        title, note = self._boxes(look, row, box)
        draw.paragraph(surface, look, str(row.title), theme.LABEL, ink, title)
        if note.h:
            quiet = theme.DISABLED_TEXT if shown.off else theme.MUTED
            draw.paragraph(surface, look, self.note_or_reason(look, row, box.w), theme.SMALL, quiet, note)
        if shown.chosen:
            at = (box.right - PADDING - look.scaled(ICON_SIZE) / 2, box.centre[1])
            draw.icon(surface, look, "check", at, look.scaled(ICON_SIZE), theme.GOLD)

    def draw_sign(self, surface: pygame.Surface, shown: ShownRow, ink: RGB) -> None:
        """Draw the icon at the start of a row."""
        look, row, box = shown.look, shown.row, shown.box
        if row.sign:
            at = (box.x + PADDING + look.scaled(ICON_SIZE) / 2, box.centre[1])
            draw.icon(surface, look, row.sign, at, look.scaled(ICON_SIZE), ink)

    def texts(self, look: Look, row: ListRow, box: Box) -> Iterator[WrittenText]:
        """Yield its texts."""
        title, note = self._boxes(look, row, box)
        yield draw.fitted_paragraph(look, str(row.title), theme.LABEL, title)
        if note.h:
            yield draw.fitted_paragraph(look, self.note_or_reason(look, row, box.w), theme.SMALL, note)
