"""A list of rows to choose from, each with a title and a note, or the reason why it is not available.

Law: the cursor has the focus ring, the chosen row is the value; an arrow moves the cursor, a use chooses.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.client.debug import ShownItem
from game.client.draw import theme
from game.client.widgets import draw
from game.client.widgets.boxes import aimed_box, stacked_rows
from game.client.widgets.gesture import Arrow, Grab, Hover, Use
from game.client.widgets.row_face import RowFace, ShownRow
from game.client.widgets.scroll import FOCUS_MARGIN
from game.client.widgets.widget import IGNORED, TAKEN, Answer, Widget, WrittenText, handled_with
from game.client.words.tongue import sentence_cache_key

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    import pygame

    from game.client.director import Change
    from game.client.widgets.boxes import Box, Point, Size
    from game.client.widgets.gesture import Gesture
    from game.client.widgets.look import Look
    from game.client.widgets.row_face import ListRow
    from game.client.words import Text

GAP = 8.0
MIN_EMPTY_WIDTH = 120.0  # least width of a list without rows


class ListRows(Widget):
    """Rows from top to bottom; `on_choose` gets the key of the chosen row."""

    kind = "list"
    takes_focus = True

    def __init__(
        self,
        name: str,
        members: Sequence[ListRow],
        on_choose: Callable[[str], Change | None],
        *,
        face: RowFace | None = None,
    ) -> None:
        super().__init__(name)
        self.face = face or RowFace()
        self.members = tuple(members)
        self.on_choose = on_choose
        self.label: Text = ""  # the accessible name of the list
        self.chosen: str | None = None
        self.cursor = 0
        self.cells: tuple[Box, ...] = ()
        self._pointed: Box | None = None  # the row under the pointer
        self._asked: object = None  # the arguments for which `_heights` were measured
        self._known: dict[float, list[float]] = {}  # the cached heights by width

    def show(self, members: Sequence[ListRow]) -> None:
        """Replace the rows; the cursor stays on the row with the same key, else near its place."""
        key = self.members[self.cursor].key if self.members else None
        self.members = tuple(members)
        same = next((index for index, row in enumerate(self.members) if row.key == key), self.cursor)
        self.cursor = max(0, min(same, len(self.members) - 1))

    def accessible_text(self) -> str:
        """Return the title of the row under the cursor."""
        return str(self.members[self.cursor].title) if self.members else ""

    def state_words(self) -> tuple[str, ...]:
        """Return the usual states, the row under the cursor, and the chosen row."""
        told = [f"row {self.members[self.cursor].key}"] if self.members else []
        return (*super().state_words(), *told, *([f"chosen {self.chosen}"] if self.chosen else []))

    def pressable_parts(self) -> Iterator[ShownItem]:
        """Yield each row."""
        for row, cell in zip(self.members, self.cells, strict=False):
            told = (("chosen", row.key == self.chosen), ("off", row.reason is not None))
            state = tuple(word for word, true in told if true)
            yield ShownItem("row", f"{self.name}.{row.key}", cell, state, str(row.title))

    # --- hands ---------------------------------------------------------------------------------------------------

    def handle(self, gesture: Gesture) -> Answer:
        """Move by up and down; a press moves the cursor to a row, a use chooses it."""
        match gesture:
            case Use(None):
                return handled_with(self._choose())
            case Use((_, _) as at):
                return handled_with(self._choose() if self._point(at) else None)
            case Grab(at):
                self._point(at)
                return TAKEN
            case Hover(at):
                before, self._pointed = self._pointed, next((cell for cell in self.cells if cell.contains(at)), None)
                return Answer(taken=self._pointed != before)
            case Arrow("up" | "down" as way):
                return self._walk(1 if way == "down" else -1)
        return IGNORED

    @property
    def leaves_return(self) -> bool:  # type: ignore[override]
        """Return whether the row under the cursor is the chosen one already."""
        return bool(self.members) and self.members[self.cursor].key == self.chosen

    def _choose(self) -> Change | None:
        """Choose the row under the cursor if it is available."""
        if not self.members or self.members[self.cursor].reason is not None:
            return None
        self.chosen = self.members[self.cursor].key
        return self.on_choose(self.chosen)

    def _point(self, at: Point) -> bool:
        reach = [cell.inset(0.0, -GAP / 2) for cell in self.cells]  # no press between two rows is lost
        index = aimed_box(reach, at, theme.MIN_CLICK_SIZE)
        if index is not None:
            self.cursor = index
        return index is not None

    def _walk(self, by: int) -> Answer:
        """Move the cursor; past the first and last row the focus moves on."""
        index = self.cursor + by
        if not 0 <= index < len(self.members):
            return IGNORED
        self.cursor = index
        return TAKEN

    # --- as its face has it ----------------------------------------------------------------------------------------

    def min_size(self, look: Look) -> Size:
        """Return the room with every title on one line."""
        wide = max((self.face.min_size(look, row) for row in self.members), default=MIN_EMPTY_WIDTH)
        return (wide, self.height_for(look, wide))

    def height_for(self, look: Look, width: float) -> float:
        """Return the height of all rows."""
        heights = self._heights(look, width)
        return sum(heights) + GAP * max(0, len(heights) - 1)

    def _heights(self, look: Look, width: float) -> list[float]:
        """Return the height of each row, cached because a scroll area asks often and a list may be long."""
        asked = (self.members, look, sentence_cache_key())
        if asked != self._asked:
            self._asked, self._known = asked, {}
        if width not in self._known:
            self._known[width] = [self.face.height_for(look, row, width) for row in self.members]
        return self._known[width]

    def place(self, box: Box, look: Look) -> None:
        """Lay the rows out."""
        super().place(box, look)
        self.click_boxes = self.cells = stacked_rows(box, self._heights(look, box.w), GAP)

    @property
    def focus_box(self) -> Box:
        """Return the row under the cursor."""
        return self.cells[self.cursor] if self.cells else self.rect

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the visible rows."""
        clip = surface.get_clip()
        for index, (row, cell) in enumerate(zip(self.members, self.cells, strict=True)):
            if not self.look.rect(cell.inset(-FOCUS_MARGIN)).colliderect(clip):
                continue
            if self.focused and index == self.cursor:
                draw.focus_ring(surface, self.look, cell, theme.RADIUS_ROW)
            lit, off = self.hovered and cell == self._pointed, row.reason is not None or not self.enabled
            self.face.draw(surface, ShownRow(self.look, row, cell, row.key == self.chosen, lit, off))

    def texts(self) -> Iterator[WrittenText]:
        """Yield the words of every row."""
        for row, cell in zip(self.members, self.cells, strict=True):
            yield from self.face.texts(self.look, row, cell)
