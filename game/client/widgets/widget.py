"""The base of all widgets: a named box that measures, places and draws itself, and handles mouse, keys and pad.

Laws: `draw` changes nothing. `place` may be called at any time with another box, scale, text size or language: it moves
the same objects and keeps the selection and the typed text. A widget knows no scene and no game; it reports through the
callbacks it was given.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from game.client.debug import ShownItem
from game.client.widgets.boxes import Box, Size

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import pygame

    from game.client.director import Change
    from game.client.widgets.gesture import Gesture
    from game.client.widgets.look import Look
    from game.client.words import Text

Callback: TypeAlias = "Callable[[], Change | None]"


@dataclass(frozen=True, slots=True)
class WrittenText:
    """A text on the screen for the layout check: the box it must fit, the size it has, and its widest word."""

    text: str
    box: Box
    takes: Size
    widest_word: float


@dataclass(frozen=True, slots=True)
class Answer:
    """Whether an event was handled, and the change of scene it causes."""

    taken: bool
    change: Change | None = None


IGNORED = Answer(taken=False)
TAKEN = Answer(taken=True)


def handled_with(change: Change | None) -> Answer:
    """Return the answer of a handled event, with the change of scene it causes."""
    return Answer(taken=True, change=change)


class Widget:
    """The base of all widgets. `look` is the look that was passed to the last `place`."""

    kind = "widget"
    takes_focus: ClassVar[bool] = False  # Tab stops here
    takes_pointer: ClassVar[bool] = False  # whether it can be pressed without taking the focus
    keeps_focus: ClassVar[bool] = False  # a tab stop, but a press leaves the focus where it is
    covers: ClassVar[bool] = False  # the pointer reaches nothing below it
    makes_way = False  # whether it hides itself when the focus comes below it
    acts_when_held: ClassVar[bool] = False  # not on a click, but once it was held long enough
    takes_text: ClassVar[bool] = False  # receives the keys that write text
    clips: ClassVar[bool] = False  # its children are visible only inside its box
    takes_return = False  # Return goes to it while it is typed in, instead of the default button
    leaves_return = False  # Return has nothing to do here, and goes to the default button
    click_boxes: tuple[Box, ...] = ()  # boxes inside that are clicked one by one; empty: the whole widget
    look: Look

    def __init__(self, name: str, *, tip: Text | None = None) -> None:
        self.name = name
        self.rect = Box(0.0, 0.0, 0.0, 0.0)
        self.placed = False  # whether `place` has given it a look and a box
        self.tip = tip
        self.enabled = True
        self.visible = True
        self.hovered = False
        self.held = False
        self.by_pad = False  # the last input was from a pad: prompts show its buttons
        self.has_focus = False
        self.focused = False  # has the focus, and the focus ring is shown

    @property
    def children(self) -> tuple[Widget, ...]:
        """Return the widgets inside, in reading order."""
        return ()

    @property
    def focus_box(self) -> Box:
        """Return what the focus ring goes around."""
        return self.rect

    @property
    def wants_frames(self) -> bool:
        """Return whether it is animating, so that `tick` must be called for each frame."""
        return False

    def min_size(self, look: Look) -> Size:
        """Return the least size on one line, in logical px."""
        raise NotImplementedError(f"{type(self).__name__} must say its least size, as (width, height) in logical px")

    def height_for(self, look: Look, width: float) -> float:  # noqa: ARG002 - wrapping widgets use the width
        """Return the height at a width."""
        return self.min_size(look)[1]

    def place(self, box: Box, look: Look) -> None:
        """Take a box and lay out the children."""
        self.rect = box
        self.look = look
        self.placed = True

    def draw(self, surface: pygame.Surface) -> None:
        """Draw it and its children."""
        for child in self.children:
            if child.visible:
                child.draw(surface)

    def texts(self) -> Iterator[WrittenText]:
        """Yield its own texts, without those of its children."""
        yield from ()

    def state_words(self) -> tuple[str, ...]:
        """Return its state in words, for debug output."""
        told = (("focus", self.focused), ("hover", self.hovered), ("held", self.held), ("off", not self.enabled))
        return tuple(word for word, true in told if true)

    def accessible_text(self) -> str:
        """Return its main text, for screen readers and debug output."""
        return ""

    def pressable_parts(self) -> Iterator[ShownItem]:
        """Yield pressable parts that are not widgets, such as rows and options; for debug output."""
        yield from ()

    def handle(self, gesture: Gesture) -> Answer:  # noqa: ARG002 - most widgets are only looked at
        """Handle a gesture; a gesture that is not handled goes on to another widget."""
        return IGNORED

    def tick(self, now: float) -> Change | None:  # noqa: ARG002 - only what moves needs the time
        """Advance to a time in seconds."""
        return None


class Group(Widget):
    """Widgets laid out together by a function of the box; draws nothing of its own."""

    kind = "group"

    def __init__(self, name: str, members: tuple[Widget, ...], arrange: Callable[[Box, Look], None]) -> None:
        super().__init__(name)
        self.members = members
        self._arrange = arrange

    @property
    def children(self) -> tuple[Widget, ...]:
        """Return the members."""
        return self.members

    def min_size(self, look: Look) -> Size:
        """Return the size of the largest member; a group fills the room it is given."""
        sizes = [member.min_size(look) for member in self.members if member.visible]
        return (max((w for w, _ in sizes), default=0.0), max((h for _, h in sizes), default=0.0))

    def place(self, box: Box, look: Look) -> None:
        """Lay the members out."""
        super().place(box, look)
        self._arrange(box, look)


def walk(root: Widget, clip: Box | None = None) -> Iterator[tuple[Widget, Box | None]]:
    """Yield every visible widget in reading order, with the box to which it is clipped."""
    waiting = [(root, clip)]
    while waiting:
        widget, clip = waiting.pop()
        if widget.visible:
            yield widget, clip
            inner = widget.rect if widget.clips else clip
            waiting += [(child, inner) for child in reversed(widget.children)]


def shown_items_of(root: Widget) -> list[ShownItem]:
    """Return the place of each widget for debug output, noting those scrolled out of view."""
    told = []
    for widget, clip in walk(root):
        hidden = clip is not None and not clip.overlaps(widget.rect)
        states = (*widget.state_words(), "out of sight") if hidden else widget.state_words()
        told.append(ShownItem(widget.kind, widget.name, widget.rect, states, widget.accessible_text()))
        told += [
            replace(part, state=(*part.state, "out of sight")) if clip and not clip.overlaps(part.box) else part
            for part in widget.pressable_parts()
        ]
    return told
