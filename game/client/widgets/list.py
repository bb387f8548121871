"""A list of rows to choose from, each with a title and a line about it; what is not possible says why in its row.

Law: the cursor is where the focus ring is, the chosen row is what counts; an arrow moves the cursor, a use chooses.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from game.client.debug import Place
from game.client.draw import theme
from game.client.widgets import draw
from game.client.widgets.boxes import Box, rows
from game.client.widgets.gesture import Grab, Hover, Step, Use
from game.client.widgets.widget import IGNORED, TAKEN, Answer, Widget, Written, did

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    import pygame

    from game.client.director import Change
    from game.client.widgets.boxes import Point, Size
    from game.client.widgets.gesture import Gesture
    from game.client.widgets.look import Look
    from game.client.words import Text

LEAST_ROW = 53.0
PAD = 16.0
GAP = 8.0
SIGN = 20.0


@dataclass(frozen=True, slots=True)
class Row:
    """One row: its key, title, the line about it, why it is not possible, and a sign at its start."""

    key: str
    title: Text
    note: Text | None = None
    reason: Text | None = None
    sign: str | None = None


class ListRows(Widget):
    """Rows from top to bottom; `on_choose` hears the key of a row that was chosen."""

    kind = "list"
    takes_focus = True

    def __init__(
        self,
        name: str,
        members: Sequence[Row],
        on_choose: Callable[[str], Change | None],
        *,
        chosen: str | None = None,
    ) -> None:
        super().__init__(name)
        self.members = tuple(members)
        self.on_choose = on_choose
        self.chosen = chosen
        self.cursor = next((index for index, row in enumerate(self.members) if row.key == chosen), 0)
        self._cells: tuple[Box, ...] = ()
        self._pointed: Box | None = None  # the row under the pointer

    def show(self, members: Sequence[Row]) -> None:
        """Take other rows; the cursor stays on the row of the same key, else near its place."""
        key = self.members[self.cursor].key if self.members else None
        self.members = tuple(members)
        same = next((index for index, row in enumerate(self.members) if row.key == key), self.cursor)
        self.cursor = max(0, min(same, len(self.members) - 1))

    def says(self) -> str:
        """Return the title of the row under the cursor."""
        return str(self.members[self.cursor].title) if self.members else ""

    def states(self) -> tuple[str, ...]:
        """Add the row under the cursor and the chosen one."""
        told = [f"row {self.members[self.cursor].key}"] if self.members else []
        return (*super().states(), *told, *([f"chosen {self.chosen}"] if self.chosen else []))

    def parts(self) -> Iterator[Place]:
        """Yield each row."""
        for row, cell in zip(self.members, self._cells, strict=False):
            told = (("chosen", row.key == self.chosen), ("off", row.reason is not None))
            state = tuple(word for word, true in told if true)
            yield Place("row", f"{self.name}.{row.key}", cell, state, str(row.title))

    # --- hands ---------------------------------------------------------------------------------------------------

    def handle(self, gesture: Gesture) -> Answer:
        """Walk by up and down, press a row to put the cursor there, use it to choose it."""
        match gesture:
            case Use(None):
                return did(self._choose())
            case Use((_, _) as at):
                return did(self._choose() if self._point(at) else None)
            case Grab(at):
                self._point(at)
                return TAKEN
            case Hover(at):
                before, self._pointed = self._pointed, next((cell for cell in self._cells if cell.holds(at)), None)
                return Answer(taken=self._pointed != before)
            case Step("up" | "down" as way):
                return self._walk(1 if way == "down" else -1)
        return IGNORED

    def _choose(self) -> Change | None:
        """Choose the row under the cursor, if it is possible."""
        if not self.members or self.members[self.cursor].reason is not None:
            return None
        self.chosen = self.members[self.cursor].key
        return self.on_choose(self.chosen)

    def _point(self, at: Point) -> bool:
        for index, cell in enumerate(self._cells):
            if cell.holds(at):
                self.cursor = index
                return True
        return False

    def _walk(self, by: int) -> Answer:
        """Move the cursor; past the first and last row the focus moves on."""
        index = self.cursor + by
        if not 0 <= index < len(self.members):
            return IGNORED
        self.cursor = index
        return TAKEN

    # --- measures ------------------------------------------------------------------------------------------------

    def _below(self, row: Row) -> str:
        words = row.reason if row.reason is not None else row.note
        return "" if words is None else str(words)

    def _start(self, look: Look, row: Row) -> float:
        return PAD + (look.scaled(SIGN) + 12 if row.sign else 0.0)

    def _room(self, look: Look, row: Row, width: float) -> float:
        return max(1.0, width - self._start(look, row) - PAD - look.scaled(SIGN) - 8)

    def _height(self, look: Look, row: Row, width: float) -> float:
        room, below = self._room(look, row, width), self._below(row)
        high = look.wrapped(str(row.title), theme.LABEL, room)[1]
        high += look.wrapped(below, theme.SMALL, room)[1] if below else 0.0
        return max(LEAST_ROW, high + 20)

    def min_size(self, look: Look) -> Size:
        """Return the room with every title on one line."""
        sides = [self._start(look, row) + PAD + look.scaled(SIGN) + 10 for row in self.members]
        words = [look.wide(str(row.title), theme.LABEL) for row in self.members]
        wide = max((side + word for side, word in zip(sides, words, strict=True)), default=120.0)
        return (wide, self.height_for(look, wide))

    def height_for(self, look: Look, width: float) -> float:
        """Return the height of all rows."""
        heights = [self._height(look, row, width) for row in self.members]
        return sum(heights) + GAP * max(0, len(heights) - 1)

    def place(self, box: Box, look: Look) -> None:
        """Lay the rows out."""
        super().place(box, look)
        self._cells = rows(box, [self._height(look, row, box.w) for row in self.members], GAP)

    @property
    def focus_box(self) -> Box:
        """Return the row under the cursor."""
        return self._cells[self.cursor] if self._cells else self.rect

    @property
    def focus_radius(self) -> float:
        """Return the corner radius of a row."""
        return theme.RADIUS_ROW

    # --- drawing -------------------------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the rows."""
        for index, (row, cell) in enumerate(zip(self.members, self._cells, strict=True)):
            if self.focused and index == self.cursor:
                draw.focus_ring(surface, self.look, cell, theme.RADIUS_ROW)
            self._draw_row(surface, row, cell)

    def _draw_row(self, surface: pygame.Surface, row: Row, cell: Box) -> None:
        look, chosen, off = self.look, row.key == self.chosen, row.reason is not None or not self.enabled
        lit = self.hovered and cell == self._pointed
        fill = theme.ROW_OFF if off else theme.ROW_CHOSEN if chosen else theme.ROW_HOVER if lit else theme.ROW
        rim = draw.Edge(theme.GOLD, theme.CHOSEN_BORDER) if chosen else draw.Edge(theme.LINE, theme.CONTROL_BORDER)
        draw.plate(surface, look, cell, theme.RADIUS_ROW, fill, rim)
        if row.sign:
            at = (cell.x + PAD + look.scaled(SIGN) / 2, cell.centre[1])
            draw.icon(surface, look, row.sign, at, look.scaled(SIGN), theme.OFF_TEXT if off else theme.CREAM)
        title, note = self._texts_boxes(row, cell)
        colour = theme.OFF_TEXT if off else theme.CREAM
        draw.paragraph(surface, look, str(row.title), theme.LABEL, colour, title)
        if note.h:
            quiet = theme.OFF_TEXT if off else theme.MUTED
            draw.paragraph(surface, look, self._below(row), theme.SMALL, quiet, note)
        if chosen:
            at = (cell.right - PAD - look.scaled(SIGN) / 2, cell.centre[1])
            draw.icon(surface, look, "check", at, look.scaled(SIGN), theme.GOLD)

    def _texts_boxes(self, row: Row, cell: Box) -> tuple[Box, Box]:
        look, room, below = self.look, self._room(self.look, row, cell.w), self._below(row)
        title = look.wrapped(str(row.title), theme.LABEL, room)[1]
        note = look.wrapped(below, theme.SMALL, room)[1] if below else 0.0
        x, y = cell.x + self._start(look, row), cell.y + (cell.h - title - note) / 2
        return Box(x, y, room, title), Box(x, y + title, room, note)

    def texts(self) -> Iterator[Written]:
        """Yield the words of every row."""
        for row, cell in zip(self.members, self._cells, strict=True):
            title, note = self._texts_boxes(row, cell)
            yield draw.fitted(self.look, str(row.title), theme.LABEL, title)
            if note.h:
                yield draw.fitted(self.look, self._below(row), theme.SMALL, note)
