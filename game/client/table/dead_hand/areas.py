"""The keyboard areas of a dead-hand table besides the rack: sets, pile, stock."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from game.client.events import Wheel
from game.client.table.aims import Aim, Target
from game.client.table.areas import Area
from game.client.table.dead_hand.layout import DeadHandLayout
from game.client.widgets.gesture import Arrow
from game.client.widgets.widget import Answer

if TYPE_CHECKING:
    from collections.abc import Callable

    from game.client.table.areas import Using
    from game.client.widgets.gesture import Gesture
    from game.client.words import Text


class SetsArea(Area[DeadHandLayout]):
    """One side's sets and, on our side, the place for a new one."""

    kind = "zone"

    def __init__(self, label: Text, on_use: Using, *, ours: bool, on_scroll: Callable[[bool, float], bool]) -> None:
        super().__init__("zone:us" if ours else "zone:them", label, on_use)
        self.ours = ours
        self.on_scroll = on_scroll

    def targets(self) -> tuple[Target, ...]:
        """Return every set of the side, and the place for a new one."""
        if self.layout is None:
            return ()
        zone = self.layout.us if self.ours else self.layout.them
        aim = Aim.SET if self.ours else Aim.THEIR_SET
        new = (Target(Aim.NEW_SET),) if self.ours else ()
        return (*(Target(aim, number) for number in zone.numbers), *new)

    def handle(self, gesture: Gesture) -> Answer:
        """Scroll by rows; moving the cursor scrolls its set into view."""
        if isinstance(gesture, Wheel):
            return Answer(taken=self.on_scroll(self.ours, -gesture.dy))
        answer = super().handle(gesture)
        if isinstance(gesture, Arrow) and answer.taken and self.layout is not None:
            zone = self.layout.us if self.ours else self.layout.them
            box = self.focus_box
            if zone.hides(box):
                rows = (box.y - zone.room.y) / zone.placed.row_step
                self.on_scroll(
                    self.ours, rows if rows < 0 else math.ceil((box.bottom - zone.box.bottom) / zone.placed.row_step)
                )
        return answer


class PileArea(Area[DeadHandLayout]):
    """The pile: take it, or discard the picked tile."""

    is_needed = True
    kind = "pile"

    def targets(self) -> tuple[Target, ...]:
        """Return the pile."""
        return (Target(Aim.PILE),)


class StockArea(Area[DeadHandLayout]):
    """The stock: draw from it."""

    is_needed = True
    kind = "stock"

    def targets(self) -> tuple[Target, ...]:
        """Return the stock."""
        return (Target(Aim.STOCK),)
