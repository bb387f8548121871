"""Layouts: widgets side by side where they fit, else below one another; and a control beside its label."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.client.draw import theme
from game.client.widgets import draw
from game.client.widgets.boxes import Box, even_columns
from game.client.widgets.widget import Widget, WrittenText

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import pygame

    from game.client.widgets.boxes import Size
    from game.client.widgets.look import Look
    from game.client.words import Text

GAP = 16.0
LABEL_GAP = 6.0  # between a label and a control below it
ROW_GAP = 12.0  # between the rows of a shelf of buttons, which have shadows


class Shelf(Widget):
    """Columns of equal width, as many as fit up to `most`; each member goes to the shortest column.

    With `even` they are in rows instead, and those of a row are equally high.
    """

    kind = "shelf"

    def __init__(
        self, name: str, members: Sequence[Widget], *, most: int = 2, least: float = 300.0, even: bool = False
    ) -> None:
        super().__init__(name)
        self.members = tuple(members)
        self.most = most
        self.least = least  # logical px a column needs at normal text size
        self.even = even

    @property
    def children(self) -> tuple[Widget, ...]:
        """Return the members."""
        return self.members

    def columns_in(self, look: Look, width: float) -> int:
        """Return the number of columns at a width."""
        least = look.scaled(self.least)
        return max(1, min(self.most, len(self.members), int((width + GAP) // (least + GAP))))

    def _cells(self, look: Look, box: Box) -> list[Box]:
        standing = even_columns(box, self.columns_in(look, box.w), GAP)
        if self.even:
            return self._even_cells(look, box, standing)
        ends = [0.0] * len(standing)
        cells = []
        for member in self.members:
            column = min(range(len(ends)), key=lambda index: round(ends[index]))
            high = member.height_for(look, standing[column].w)
            cells.append(Box(standing[column].x, box.y + ends[column], standing[column].w, high))
            ends[column] += high + GAP
        return cells

    def _even_cells(self, look: Look, box: Box, standing: Sequence[Box]) -> list[Box]:
        across, y = len(standing), box.y
        cells = []
        for start in range(0, len(self.members), across):
            row = self.members[start : start + across]
            high = max(member.height_for(look, standing[0].w) for member in row)
            cells += [Box(cell.x, y, cell.w, high) for cell in standing[: len(row)]]
            y += high + ROW_GAP
        return cells

    def min_size(self, look: Look) -> Size:
        """Return the room of one column."""
        wide = max(member.min_size(look)[0] for member in self.members)
        return (wide, self.height_for(look, wide))

    def height_for(self, look: Look, width: float) -> float:
        """Return the height of the longest column."""
        return max(cell.bottom for cell in self._cells(look, Box(0, 0, width, 0)))

    def place(self, box: Box, look: Look) -> None:
        """Place the members in columns."""
        super().place(box, look)
        for member, cell in zip(self.members, self._cells(look, box), strict=True):
            member.place(cell, look)


class Labelled(Widget):
    """A label and a note with a control at the right, or below where that is lower or the row is too narrow."""

    kind = "labelled"

    def __init__(self, name: str, label: Text, control: Widget, note: Text | None = None) -> None:
        super().__init__(name)
        self.label = label
        self.note = note
        self.control = control

    @property
    def children(self) -> tuple[Widget, ...]:
        """Return the control."""
        return (self.control,)

    def accessible_text(self) -> str:
        """Return the label."""
        return str(self.label)

    def _room(self, look: Look, width: float, control: Size) -> float:
        """Return the width of the text: beside the control of that size, or all of it."""
        wide, high = control
        beside = width - wide - GAP
        if beside < look.text_width(str(self.label), theme.LABEL) + 2:
            return width
        return beside if self._text_height(look, beside) <= self._text_height(look, width) + LABEL_GAP + high else width

    def _text_height(self, look: Look, room: float) -> float:
        """Return the height of the text in a column of this width."""
        high = look.wrapped_size(str(self.label), theme.LABEL, room)[1]
        return high + (look.wrapped_size(str(self.note), theme.SMALL, room)[1] + 2 if self.note is not None else 0.0)

    def min_size(self, look: Look) -> Size:
        """Return the room with the control beside the label."""
        wide = look.text_width(str(self.label), theme.LABEL) + 2 + GAP + self.control.min_size(look)[0]
        return (wide, self.height_for(look, wide))

    def height_for(self, look: Look, width: float) -> float:
        """Return the height beside or below one another."""
        control = self.control.min_size(look)
        room = self._room(look, width, control)
        words = self._text_height(look, room)
        return max(words, control[1]) if room < width else words + LABEL_GAP + control[1]

    def place(self, box: Box, look: Look) -> None:
        """Place the control."""
        super().place(box, look)
        wide, high = self.control.min_size(look)
        if self._room(look, box.w, (wide, high)) < box.w:
            cell = Box(box.right - wide, box.y + (box.h - high) / 2, wide, high)
        else:
            cell = Box(box.x, box.bottom - high, min(wide, box.w), high)
        self.control.place(cell, look)

    def _boxes(self) -> tuple[Box, Box]:
        look = self.look
        room = self._room(look, self.rect.w, self.control.min_size(look))
        words = self._text_height(look, room)
        label = look.wrapped_size(str(self.label), theme.LABEL, room)[1]
        top = self.rect.y + (max(0.0, self.rect.h - words) / 2 if room < self.rect.w else 0.0)
        return Box(self.rect.x, top, room, label), Box(self.rect.x, top + label + 2, room, words - label)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the words and the control."""
        label, note = self._boxes()
        draw.paragraph(surface, self.look, str(self.label), theme.LABEL, theme.CREAM, label)
        if self.note is not None:
            draw.paragraph(surface, self.look, str(self.note), theme.SMALL, theme.MUTED, note)
        super().draw(surface)

    def texts(self) -> Iterator[WrittenText]:
        """Yield label and note."""
        label, note = self._boxes()
        yield draw.fitted_paragraph(self.look, str(self.label), theme.LABEL, label)
        if self.note is not None:
            yield draw.fitted_paragraph(self.look, str(self.note), theme.SMALL, note)


class WithSign(Widget):
    """A widget with a small button at its upper right."""

    kind = "with sign"

    def __init__(self, content: Widget, sign: Widget) -> None:
        super().__init__(f"{content.name}.with_sign")
        self.content, self.sign = content, sign

    @property
    def children(self) -> tuple[Widget, ...]:
        """Return the widget, then the button."""
        return (self.content, self.sign)

    def _beside(self, look: Look) -> float:
        return self.sign.min_size(look)[0] + GAP if self.sign.visible else 0.0

    def min_size(self, look: Look) -> Size:
        """Return the room of both."""
        wide, high = self.content.min_size(look)
        return (wide + self._beside(look), max(high, self.sign.min_size(look)[1]))

    def height_for(self, look: Look, width: float) -> float:
        """Return the height of the higher one."""
        return max(self.content.height_for(look, width - self._beside(look)), self.sign.min_size(look)[1])

    def place(self, box: Box, look: Look) -> None:
        """Place the widget, and the button at its upper right; a lower widget beside the middle of the button."""
        super().place(box, look)
        wide, high = self.sign.min_size(look)
        room = box.w - self._beside(look)
        lower = max(0.0, high - self.content.height_for(look, room)) if self.sign.visible else 0.0
        self.content.place(Box(box.x, box.y + lower / 2, room, box.h - lower), look)
        self.sign.place(Box(box.right - wide, box.y, wide, high), look)
