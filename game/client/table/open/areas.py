"""The keyboard areas of an open table besides the rack: the table and the stock."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.client.events import Wheel
from game.client.table.aims import Aim, Target
from game.client.table.areas import Area
from game.client.table.open.layout import OpenLayout
from game.client.widgets.gesture import Arrow
from game.client.widgets.widget import TAKEN, Answer

if TYPE_CHECKING:
    from collections.abc import Callable

    from game.client.table.areas import Using
    from game.client.widgets.gesture import Gesture
    from game.client.words import Text


class TableArea(Area[OpenLayout]):
    """Every tile on the table, the place at the end of each set, readings, and the place for a new set."""

    kind = "zone"

    def __init__(self, label: Text, on_use: Using, on_scroll: Callable[[float], bool]) -> None:
        super().__init__("table.sets", label, on_use)
        self.on_scroll = on_scroll
        self.candidates: tuple[Target, ...] = ()  # while one of these sets is being chosen, arrow keys visit only them

    def targets(self) -> tuple[Target, ...]:
        """Return the stops of the arrow keys, set by set, with the new set last."""
        if self.layout is None or self.candidates:
            return self.candidates
        found: list[Target] = []
        for heap in self.layout.heaps.heaps:
            found += [Target(Aim.HEAP, heap.number, at) for at in range(len(heap.tiles) + 1)]
            found += [Target(Aim.READING, heap.number, at) for at in range(1, len(heap.lane))]
        return (*found, Target(Aim.NEW_SET))

    def reveal_cursor(self) -> None:
        """Scroll until the focused target is visible."""
        layout = self.layout
        if layout is None or not layout.max_scroll:
            return
        box = self.focus_box
        if box.y < layout.room.y - 1:
            self.on_scroll((box.y - layout.room.y) / layout.heaps.step)
        elif box.bottom > layout.room.bottom + 1:
            self.on_scroll((box.bottom - layout.room.bottom) / layout.heaps.step)

    def handle(self, gesture: Gesture) -> Answer:
        """Scroll by rows; moving the cursor scrolls its row into view."""
        if isinstance(gesture, Wheel):
            return Answer(taken=self.on_scroll(-gesture.dy))
        answer = super().handle(gesture)
        if not isinstance(gesture, Arrow):
            return answer
        if self.candidates and not answer.taken:
            self.next_candidate()
            return TAKEN
        if answer.taken:
            self.reveal_cursor()
        return answer

    def next_candidate(self) -> None:
        """Move the cursor to the next candidate set, wrapping around."""
        target = self.target
        if target in self.candidates:
            self.focus_target(self.candidates[(self.candidates.index(target) + 1) % len(self.candidates)])
            self.reveal_cursor()


class OpenStockArea(Area[OpenLayout]):
    """The stock, and the closing tile beside it."""

    is_needed = True
    kind = "stock"

    def targets(self) -> tuple[Target, ...]:
        """Return the stock, and the closing tile where it lies there."""
        if self.layout is None:
            return ()
        closing = (Target(Aim.CLOSING),) if self.layout.closing is not None else ()
        return (Target(Aim.STOCK), *closing)
