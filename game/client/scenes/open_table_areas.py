"""The places of an open table that keys and pad walk: rack, table, stock. Tab goes from one to the next, arrows inside.

Laws: an area draws nothing but its focus ring; where its parts lie it reads from the layout it was given; what a use
means is the scene's to say.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.client.board.aims import Aim, Target
from game.client.scenes.table_areas import ahead
from game.client.widgets import draw
from game.client.widgets.widget import IGNORED, TAKEN, Answer, Way, Widget

if TYPE_CHECKING:
    from collections.abc import Callable

    import pygame

    from game.client.board.open_layout import OpenLayout
    from game.client.director import Change
    from game.client.events import KeyDown
    from game.client.widgets.boxes import Box, Size
    from game.client.widgets.look import Look
    from game.client.words import Text

    Using = Callable[[Target], Change | None]


class OpenArea(Widget):
    """A part of the board that takes the focus; `target` is the part of it that arrows have reached."""

    kind = "area"
    takes_focus = True

    def __init__(self, name: str, label: Text, on_use: Using) -> None:
        super().__init__(name)
        self.label = label
        self.on_use = on_use
        self.layout: OpenLayout | None = None
        self._target: Target | None = None

    def says(self) -> str:
        """Return what it is."""
        return str(self.label)

    def states(self) -> tuple[str, ...]:
        """Add where the cursor is."""
        target = self.target
        return (*super().states(), f"{target.aim.value} {target.index} {target.at}") if target else super().states()

    def min_size(self, look: Look) -> Size:  # noqa: ARG002 - the board gives it its box
        """Need nothing of its own."""
        return (0.0, 0.0)

    def targets(self) -> tuple[Target, ...]:
        """Return what arrows walk, in reading order."""
        raise NotImplementedError(f"{type(self).__name__} must say its targets, as (Target(Aim.STOCK),)")

    @property
    def target(self) -> Target | None:
        """Return what is under the cursor; where it has gone, what is nearest to it in order."""
        every = self.targets()
        if not every:
            return None
        if self._target in every:
            return self._target
        old = self._target
        if old is None:
            return every[0]
        same = [one for one in every if one.index == old.index and one.aim is old.aim]
        return min(same, key=lambda one: abs(one.at - old.at)) if same else every[-1 if old.aim is Aim.HEAP else 0]

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
        """Put the cursor on a target."""
        if target in self.targets():
            self._target = target

    def step(self, way: Way) -> Answer:
        """Move the cursor to the nearest part that way; at the edge the focus moves on."""
        layout = self.layout
        if layout is None:
            return IGNORED
        here, every = self.focus_box, self.targets()
        boxes = [layout.box_of(target) for target in every]
        nearer = [(far, at) for at, box in enumerate(boxes) if (far := ahead(here, box, way)) is not None]
        if not nearer:
            return IGNORED
        self._target = every[min(nearer)[1]]
        return TAKEN

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the focus ring."""
        if self.focused:
            draw.focus_ring(surface, self.look, self.focus_box, self.focus_radius)


class OpenRackArea(OpenArea):
    """The player's own rack, slot by slot; Shift with an arrow carries the tile there."""

    kind = "rack"

    def __init__(self, label: Text, on_use: Using, on_carry: Callable[[int, int], None]) -> None:
        super().__init__("table.rack", label, on_use)
        self.on_carry = on_carry

    def targets(self) -> tuple[Target, ...]:
        """Return every slot."""
        return () if self.layout is None else tuple(Target(Aim.SLOT, at) for at in range(len(self.layout.slots)))

    def key(self, event: KeyDown) -> Answer:
        """Carry a tile along the rack by Shift and an arrow."""
        target = self.target
        if not event.mods.shift or event.key not in ("Left", "Right") or self.layout is None or target is None:
            return IGNORED
        goal = target.index + (1 if event.key == "Right" else -1)
        if 0 <= goal < len(self.layout.slots):
            self.on_carry(target.index, goal)
            self.point(Target(Aim.SLOT, goal))
        return TAKEN


class TableArea(OpenArea):
    """Every tile on the table, the place behind each set's last one, readings, and the room for a new set."""

    kind = "zone"

    def __init__(self, label: Text, on_use: Using, on_scroll: Callable[[float], bool]) -> None:
        super().__init__("table.sets", label, on_use)
        self.on_scroll = on_scroll

    def targets(self) -> tuple[Target, ...]:
        """Return what arrows walk, set by set; the new set last."""
        if self.layout is None:
            return ()
        found: list[Target] = []
        for heap in self.layout.heaps.heaps:
            found += [Target(Aim.HEAP, heap.number, at) for at in range(len(heap.tiles) + 1)]
            found += [Target(Aim.READING, heap.number, at) for at in range(1, len(heap.lane))]
        return (*found, Target(Aim.NEW_SET))

    def wheel(self, dx: float, dy: float) -> bool:  # noqa: ARG002 - it scrolls one way
        """Scroll by rows."""
        return self.on_scroll(-dy)

    def reveal_cursor(self) -> None:
        """Scroll so that what the cursor is on can be seen."""
        layout = self.layout
        if layout is None or not layout.over:
            return
        box = self.focus_box
        if box.y < layout.room.y - 1:
            self.on_scroll((box.y - layout.room.y) / layout.heaps.row)
        elif box.bottom > layout.room.bottom + 1:
            self.on_scroll((box.bottom - layout.room.bottom) / layout.heaps.row)

    def step(self, way: Way) -> Answer:
        """Move the cursor, bringing its row into sight."""
        answer = super().step(way)
        if answer.taken:
            self.reveal_cursor()
        return answer


class PoolArea(OpenArea):
    """The stock, and the closing tile beside it."""

    kind = "stock"

    def targets(self) -> tuple[Target, ...]:
        """Return the stock, and the closing tile where it lies there."""
        if self.layout is None:
            return ()
        closing = (Target(Aim.CLOSING),) if self.layout.closing is not None else ()
        return (Target(Aim.STOCK), *closing)
