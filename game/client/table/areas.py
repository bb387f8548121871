"""The areas of any table that take keyboard focus: Tab goes from one to the next, arrows move inside one.

Laws: an area draws only its focus ring; it reads positions from the layout it was given; the scene decides what using a
target does.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from game.client.actions import ActionContext, action_for
from game.client.events import KeyDown
from game.client.table.aims import Aim, Target
from game.client.table.geometry.laid import TableLayout
from game.client.widgets import draw
from game.client.widgets.gesture import Arrow, Direction, Use
from game.client.widgets.widget import IGNORED, TAKEN, Answer, Widget, handled_with
from game.client.words import phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import pygame

    from game.client.director import Change
    from game.client.widgets.boxes import Box, Size
    from game.client.widgets.gesture import Gesture
    from game.client.widgets.look import Look
    from game.client.words import Text

    Using = Callable[[Target], Change | None]
    Naming = Callable[[Target], "TargetName"]


L = TypeVar("L", bound=TableLayout)

TILE_CORNER = 8.0
CARRY_STEPS = {"carry_left": -1, "carry_right": 1}


@dataclass(frozen=True, slots=True)
class TargetName:
    """What a screen reader reads out for a target: its contents, and whether it is picked."""

    words: str
    picked: bool = False


@dataclass(frozen=True, slots=True)
class NamedTarget:
    """A target of an area, with its accessible name and its box."""

    target: Target
    named: TargetName
    box: Box

    @property
    def key(self) -> str:
        """Return a name that no other target of the area has."""
        return f"{self.target.aim.value} {self.target.index} {self.target.at}"


class Area(Widget, Generic[L]):
    """A focusable part of the board. `target` is the part inside it that the arrow keys have reached."""

    kind = "area"
    takes_focus = True
    is_needed = False  # whether a bubble in large text leaves it free: a turn begins or ends there

    def __init__(self, name: str, label: Text, on_use: Using) -> None:
        super().__init__(name)
        self.label = label
        self.on_use = on_use
        self.layout: L | None = None
        self.naming: Naming | None = None  # returns the accessible name of a target
        self.rise: Callable[[Target], float] | None = None  # returns by how much a picked tile is raised, in logical px
        self._target: Target | None = None
        self.messages: tuple[Box, ...] = ()  # what lies over the table; the cursor passes over targets under it

    def accessible_text(self) -> str:
        """Return the area's name."""
        return str(self.label)

    def state_words(self) -> tuple[str, ...]:
        """Add the accessible name of the target under the cursor."""
        target = self.target
        return (
            (*super().state_words(), f"{target.aim.value} {target.index} {target.at}")
            if target
            else super().state_words()
        )

    def min_size(self, look: Look) -> Size:  # noqa: ARG002 - the board gives it its box
        """Return zero: the board's layout sets the size."""
        return (0.0, 0.0)

    def targets(self) -> tuple[Target, ...]:
        """Return the targets that the arrow keys go through, in reading order."""
        raise NotImplementedError(f"{type(self).__name__} must say its targets, as (Target(Aim.PILE),)")

    def named_targets(self) -> Iterator[NamedTarget]:
        """Yield each target with its accessible name, for screen readers."""
        if self.layout is None or self.naming is None:
            return
        for target in self.targets():
            named = self.naming(target)
            if named.words:
                yield NamedTarget(target, named, self.layout.box_of(target))

    @property
    def target(self) -> Target | None:
        """Return the target under the cursor; where that is gone, the nearest one in reading order."""
        every, old = self.targets(), self._target
        if not every or old in every:
            return old if every else None
        if old is None:
            return self._free_targets()[0]
        if old.aim is Aim.HEAP and all(one.index != old.index for one in every):
            return every[-1]
        same = [one for one in every if one.aim is old.aim]
        near = min(same, key=lambda one: (abs(one.index - old.index), abs(one.at - old.at)), default=None)
        return near or every[0]

    @property
    def focus_box(self) -> Box:
        """Return the box of the target under the cursor."""
        target = self.target
        return self.rect if self.layout is None or target is None else self.layout.box_of(target)

    @property
    def ring_box(self) -> Box:
        """Return the box of the focus ring; it follows a picked tile, which is raised."""
        target = self.target
        up = 0.0 if self.layout is None or self.rise is None or target is None else self.rise(target)
        return self.focus_box.moved(0, -up)

    def handle(self, gesture: Gesture) -> Answer:
        """Use what is under the cursor, or move the cursor."""
        match gesture:
            case Use():
                target = self.target
                return handled_with(None if target is None else self.on_use(target))
            case Arrow(way):
                return self._step(way)
        return IGNORED

    def focus_target(self, target: Target) -> None:
        """Put the cursor on a target."""
        if target in self.targets():
            self._target = target

    def _step(self, way: Direction) -> Answer:
        """Move the cursor to the nearest target in a direction; at the edge leave the key to the focus ring."""
        layout = self.layout
        if layout is None:
            return IGNORED
        here, every = self.focus_box, self._free_targets()
        boxes = [layout.box_of(target) for target in every]
        nearer = [(far, at) for at, box in enumerate(boxes) if (far := distance_towards(here, box, way)) is not None]
        if not nearer:
            return IGNORED
        self._target = every[min(nearer)[1]]
        return TAKEN

    def _free_targets(self) -> tuple[Target, ...]:
        """Return the targets that no message covers; all, where it covers them all."""
        every, layout = self.targets(), self.layout
        if layout is None or not self.messages:
            return every
        free = [one for one in every if not any(layout.box_of(one).is_mostly_under(over) for over in self.messages)]
        return tuple(free) or every

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the focus ring."""
        if self.focused:
            draw.focus_ring(surface, self.look, self.ring_box, TILE_CORNER)


class RackArea(Area[L]):
    """The player's own rack, slot by slot; Shift with an arrow carries the tile there."""

    kind = "rack"

    def __init__(self, on_use: Using, on_carry: Callable[[int, int], None]) -> None:
        super().__init__("table.rack", phrase("table.area.rack"), on_use)
        self.on_carry = on_carry
        # the slots that arrow keys visit; empty means all slots, because a tile may be put there
        self.visited_slots: tuple[int, ...] = ()

    def targets(self) -> tuple[Target, ...]:
        """Return the slots with a tile, or every slot."""
        if self.layout is None:
            return ()
        return tuple(Target(Aim.SLOT, at) for at in self.visited_slots or range(len(self.layout.slots)))

    def handle(self, gesture: Gesture) -> Answer:
        """Carry a tile along the rack with Shift and an arrow; handle anything else as every area does."""
        carried = self._carry(gesture) if isinstance(gesture, KeyDown) else IGNORED
        return carried if carried.taken else super().handle(gesture)

    def _carry(self, event: KeyDown) -> Answer:
        action, target = action_for(event, ActionContext.TABLE), self.target
        if action is None or action.name not in CARRY_STEPS or self.layout is None or target is None:
            return IGNORED
        goal = target.index + CARRY_STEPS[action.name]
        if 0 <= goal < len(self.layout.slots):
            self.on_carry(target.index, goal)
            self.focus_target(Target(Aim.SLOT, goal))
        return TAKEN


def distance_towards(here: Box, there: Box, way: Direction) -> float | None:
    """Return the distance to a box in a direction, counting sideways distance double; None if it lies another way."""
    dx, dy = there.centre[0] - here.centre[0], there.centre[1] - here.centre[1]
    along, aside = (dx, dy) if way in ("left", "right") else (dy, dx)
    along = along if way in ("right", "down") else -along
    if along <= 1.0 or (way in ("left", "right") and abs(aside) > min(here.h, there.h) / 2):
        return None
    return along + 2.0 * abs(aside)
