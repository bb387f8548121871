"""The base of all widgets: a named box that measures, places and draws itself, and answers mouse, keys and pad.

Laws: `draw` changes nothing. `place` may be called at any time with another box, scale, text size or language: it moves
the same objects and keeps what was chosen and typed. A widget knows no scene and no game; what it was used for is told
by the callbacks it was given.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from game.client.debug import Place
from game.client.widgets.boxes import Box, Size

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import pygame

    from game.client.director import Change
    from game.client.widgets.gesture import Gesture
    from game.client.widgets.look import Look
    from game.client.words import Text

Doing: TypeAlias = "Callable[[], Change | None]"  # what a use does


@dataclass(frozen=True, slots=True)
class Written:
    """A text on the screen: the box it must fit, the room it takes there, and its widest word, for the layout check."""

    text: str
    box: Box
    takes: Size
    widest_word: float


@dataclass(frozen=True, slots=True)
class Answer:
    """Whether an event meant something here, and what should happen to the scenes for it."""

    taken: bool
    change: Change | None = None


IGNORED = Answer(taken=False)
TAKEN = Answer(taken=True)


def did(change: Change | None) -> Answer:
    """Answer that something was done, and what should happen to the scenes for it."""
    return Answer(taken=True, change=change)


class Widget:
    """The base of all widgets. `look` is what it was last placed with."""

    kind = "widget"
    takes_focus: ClassVar[bool] = False  # Tab stops here
    takes_pointer: ClassVar[bool] = False  # it can be pressed without taking the focus
    keeps_focus: ClassVar[bool] = False  # Tab stops here, and a press leaves the focus where it is
    covers: ClassVar[bool] = False  # the pointer reaches nothing under it
    waits: ClassVar[bool] = False  # its use is a hold, ended by letting go
    types: ClassVar[bool] = False  # keys that write go to it
    clips: ClassVar[bool] = False  # its children show through its box alone
    enters = False  # Return means it while it is typed in, and not the gold button
    aims: tuple[Box, ...] = ()  # what of it a hand aims at one by one; none: at all of it
    look: Look

    def __init__(self, name: str, *, tip: Text | None = None) -> None:
        self.name = name
        self.rect = Box(0.0, 0.0, 0.0, 0.0)
        self.placed = False  # once it has a look and a box
        self.tip = tip
        self.enabled = True
        self.visible = True
        self.hovered = False
        self.held = False
        self.by_pad = False  # the last hand was a pad: prompts show its buttons
        self.has_focus = False
        self.focused = False  # it has the focus and the focus is shown

    @property
    def children(self) -> tuple[Widget, ...]:
        """Return the widgets inside, in reading order."""
        return ()

    @property
    def focus_box(self) -> Box:
        """Return what the focus ring goes around."""
        return self.rect

    @property
    def restless(self) -> bool:
        """Return whether it moves by itself, so that `tick` must be called for each frame."""
        return False

    def min_size(self, look: Look) -> Size:
        """Return the least room it needs on one line, in logical px."""
        raise NotImplementedError(f"{type(self).__name__} must say its least size, as (width, height) in logical px")

    def height_for(self, look: Look, width: float) -> float:  # noqa: ARG002 - wrapping widgets use the width
        """Return the height it needs when it is that wide."""
        return self.min_size(look)[1]

    def place(self, box: Box, look: Look) -> None:
        """Take a box and lay out what is inside."""
        self.rect = box
        self.look = look
        self.placed = True

    def draw(self, surface: pygame.Surface) -> None:
        """Draw it and what is inside it."""
        for child in self.children:
            if child.visible:
                child.draw(surface)

    def texts(self) -> Iterator[Written]:
        """Yield its own texts, not those of its children."""
        yield from ()

    def states(self) -> tuple[str, ...]:
        """Return what can be said of it in words, for the debug print."""
        told = (("focus", self.focused), ("hover", self.hovered), ("held", self.held), ("off", not self.enabled))
        return tuple(word for word, true in told if true)

    def main_text(self) -> str:
        """Return its main text, for the debug print."""
        return ""

    def parts(self) -> Iterator[Place]:
        """Yield what can be pressed inside it that is no widget: rows, options; for the debug print."""
        yield from ()

    def handle(self, gesture: Gesture) -> Answer:  # noqa: ARG002 - most widgets are only looked at
        """Answer a hand; what is not taken goes on to somebody else."""
        return IGNORED

    def tick(self, now: float) -> Change | None:  # noqa: ARG002 - only what moves needs the time
        """Learn the time, in seconds."""
        return None


class Group(Widget):
    """Widgets laid out together by a function that is given the box; draws nothing of its own."""

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
        """Return the size of the largest member: a group takes the room it is given."""
        sizes = [member.min_size(look) for member in self.members if member.visible]
        return (max((w for w, _ in sizes), default=0.0), max((h for _, h in sizes), default=0.0))

    def place(self, box: Box, look: Look) -> None:
        """Lay the members out."""
        super().place(box, look)
        self._arrange(box, look)


def walk(root: Widget, clip: Box | None = None) -> Iterator[tuple[Widget, Box | None]]:
    """Yield every visible widget in reading order, each with the box it shows through."""
    if not root.visible:
        return
    yield root, clip
    inner = root.rect if root.clips else clip
    for child in root.children:
        yield from walk(child, inner)


def places(root: Widget) -> list[Place]:
    """Return where each widget lies, for the debug print; what is scrolled out of sight says so."""
    told = []
    for widget, clip in walk(root):
        hidden = clip is not None and not clip.meets(widget.rect)
        states = (*widget.states(), "out of sight") if hidden else widget.states()
        told.append(Place(widget.kind, widget.name, widget.rect, states, widget.main_text()))
        told += [
            replace(part, state=(*part.state, "out of sight")) if clip and not clip.meets(part.box) else part
            for part in widget.parts()
        ]
    return told
