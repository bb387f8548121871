"""The places of a table that keys and pad walk: rack, sets, pile, stock. Tab goes from one to the next, arrows inside.

Laws: an area draws nothing but its focus ring; where its parts lie it reads from the layout it was given; what a use
means is the scene's to say.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from game.client.actions import Where, action_for
from game.client.board.aims import Aim, Target
from game.client.widgets import draw
from game.client.widgets.boxes import Box
from game.client.widgets.widget import IGNORED, TAKEN, Answer, Way, Widget

if TYPE_CHECKING:
    from collections.abc import Callable

    import pygame

    from game.client.board.layout import Layout
    from game.client.director import Change
    from game.client.events import KeyDown
    from game.client.widgets.boxes import Size
    from game.client.widgets.look import Look
    from game.client.words import Text

    Using = Callable[[Target], Change | None]


CARRIES = {"carry_left": -1, "carry_right": 1}


class Area(Widget):
    """A part of the board that takes the focus; `cursor` is the part of it that arrows have reached."""

    kind = "area"
    takes_focus = True

    def __init__(self, name: str, label: Text, on_use: Using) -> None:
        super().__init__(name)
        self.label = label
        self.on_use = on_use
        self.layout: Layout | None = None
        self.cursor = 0

    def says(self) -> str:
        """Return what it is."""
        return str(self.label)

    def states(self) -> tuple[str, ...]:
        """Add where the cursor is."""
        return (*super().states(), f"cursor {self.cursor}")

    def min_size(self, look: Look) -> Size:  # noqa: ARG002 - the board gives it its box
        """Need nothing of its own."""
        return (0.0, 0.0)

    def targets(self) -> tuple[Target, ...]:
        """Return what arrows walk, in reading order."""
        raise NotImplementedError(f"{type(self).__name__} must say its targets, as (Target(Aim.PILE),)")

    @property
    def target(self) -> Target | None:
        """Return what is under the cursor."""
        every = self.targets()
        return every[min(self.cursor, len(every) - 1)] if every else None

    @property
    def focus_box(self) -> Box:
        """Return the part under the cursor."""
        target = self.target
        return self.rect if self.layout is None or target is None else self.layout.box_of(target)

    @property
    def focus_radius(self) -> float:
        """Return the corner of a tile."""
        return 8.0

    def use(self) -> Change | None:
        """Use what is under the cursor."""
        target = self.target
        return None if target is None else self.on_use(target)

    def point(self, target: Target) -> None:
        """Put the cursor on a target that the pointer chose."""
        every = self.targets()
        if target in every:
            self.cursor = every.index(target)

    def step(self, way: Way) -> Answer:
        """Move the cursor to the nearest part that way; at the edge the focus moves on."""
        if self.layout is None:
            return IGNORED
        every = self.targets()
        if not every:
            return IGNORED
        here = self.focus_box
        boxes = [self.layout.box_of(target) for target in every]
        nearer = [(far, at) for at, box in enumerate(boxes) if (far := ahead(here, box, way)) is not None]
        if not nearer:
            return IGNORED
        self.cursor = min(nearer)[1]
        return TAKEN

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the focus ring."""
        if self.focused:
            draw.focus_ring(surface, self.look, self.focus_box, self.focus_radius)


class RackArea(Area):
    """The player's own rack, slot by slot; Shift with an arrow carries the tile there."""

    kind = "rack"

    def __init__(self, label: Text, on_use: Using, on_carry: Callable[[int, int], None]) -> None:
        super().__init__("table.rack", label, on_use)
        self.on_carry = on_carry

    def targets(self) -> tuple[Target, ...]:
        """Return every slot."""
        return () if self.layout is None else tuple(Target(Aim.SLOT, at) for at in range(len(self.layout.slots)))

    def key(self, event: KeyDown) -> Answer:
        """Carry a tile along the rack."""
        action = action_for(event, Where.TABLE)
        if action is None or action.name not in CARRIES or self.layout is None:
            return IGNORED
        goal = self.cursor + CARRIES[action.name]
        if 0 <= goal < len(self.layout.slots):
            self.on_carry(self.cursor, goal)
            self.cursor = goal
        return TAKEN


class SetsArea(Area):
    """One side's sets, and on our side the room for a new one."""

    kind = "zone"

    def __init__(self, label: Text, on_use: Using, *, ours: bool, on_scroll: Callable[[bool, float], bool]) -> None:
        super().__init__("zone:us" if ours else "zone:them", label, on_use)
        self.ours = ours
        self.on_scroll = on_scroll

    def targets(self) -> tuple[Target, ...]:
        """Return every set of the side, and the room for a new one."""
        if self.layout is None:
            return ()
        zone = self.layout.us if self.ours else self.layout.them
        aim = Aim.SET if self.ours else Aim.THEIR_SET
        new = (Target(Aim.NEW_SET),) if self.ours else ()
        return (*(Target(aim, number) for number in zone.numbers), *new)

    def step(self, way: Way) -> Answer:
        """Move the cursor; a set that is scrolled out of sight comes into it."""
        answer = super().step(way)
        if answer.taken and self.layout is not None:
            zone = self.layout.us if self.ours else self.layout.them
            box = self.focus_box
            if zone.hides(box):
                rows = (box.y - zone.room.y) / zone.placed.row
                self.on_scroll(
                    self.ours, rows if rows < 0 else math.ceil((box.bottom - zone.box.bottom) / zone.placed.row)
                )
        return answer

    def wheel(self, dx: float, dy: float) -> bool:  # noqa: ARG002 - it scrolls one way
        """Scroll by rows."""
        return self.on_scroll(self.ours, -dy)


class PileArea(Area):
    """The pile: take it, or discard what is picked."""

    kind = "pile"

    def targets(self) -> tuple[Target, ...]:
        """Return the pile."""
        return (Target(Aim.PILE),)


class StockArea(Area):
    """The stock: draw from it."""

    kind = "stock"

    def targets(self) -> tuple[Target, ...]:
        """Return the stock."""
        return (Target(Aim.STOCK),)


def ahead(here: Box, there: Box, way: Way) -> float | None:
    """Return how far a box lies that way, its distance aside counted double; None when it does not lie that way."""
    dx, dy = there.centre[0] - here.centre[0], there.centre[1] - here.centre[1]
    along, aside = (dx, dy) if way in ("left", "right") else (dy, dx)
    along = along if way in ("right", "down") else -along
    if along <= 1.0 or (way in ("left", "right") and abs(aside) > min(here.h, there.h) / 2):
        return None
    return along + 2.0 * abs(aside)
