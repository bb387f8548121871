"""Plain input events, in logical px and words, without pygame.

Laws: scenes and widgets see no other events. A key is named as on the F1 sheet ('A', 'Left', 'Page Up'); a pad button
by its position, not its letter; text comes only as Typed, never from a key.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, Literal, TypeAlias

if TYPE_CHECKING:
    from game.client.widgets.boxes import Point

Button = Literal["left", "middle", "right"]
PadButton = Literal[
    "south",
    "east",
    "west",
    "north",
    "LB",
    "RB",
    "Menu",
    "View",
    "LT",
    "RT",
    "L3",
    "up",
    "down",
    "left",
    "right",
    "scroll up",
    "scroll down",
]


@dataclass(frozen=True, slots=True)
class Modifiers:
    """The modifier keys held; Command counts as ctrl on macOS."""

    ctrl: bool = False
    shift: bool = False
    alt: bool = False


NO_MODIFIERS = Modifiers()


@dataclass(frozen=True, slots=True)
class PointerMoved:
    """The pointer moved; `dragging` is whether the left button is down."""

    at: Point
    dragging: bool = False


@dataclass(frozen=True, slots=True)
class PointerDown:
    """A pointer button went down; `clicks` counts quick repeats at the same place."""

    at: Point
    button: Button = "left"
    clicks: int = 1
    mods: Modifiers = NO_MODIFIERS


@dataclass(frozen=True, slots=True)
class PointerUp:
    """A button of the pointer went up."""

    at: Point
    button: Button = "left"
    mods: Modifiers = NO_MODIFIERS


@dataclass(frozen=True, slots=True)
class PointerLeft:
    """The pointer left the window, or the window lost the focus: any press or drag ends."""


@dataclass(frozen=True, slots=True)
class Wheel:
    """The wheel turned; up and right are positive."""

    at: Point
    dx: float
    dy: float


@dataclass(frozen=True, slots=True)
class KeyDown:
    """A key went down; `repeat` is whether it is an automatic repeat."""

    key: str
    mods: Modifiers = NO_MODIFIERS
    repeat: bool = False


@dataclass(frozen=True, slots=True)
class KeyUp:
    """A key went up."""

    key: str
    mods: Modifiers = NO_MODIFIERS


@dataclass(frozen=True, slots=True)
class Typed:
    """Finished text from the keyboard or an input method."""

    text: str


@dataclass(frozen=True, slots=True)
class Composing:
    """Unfinished text of an input method, to be shown but not stored."""

    text: str


@dataclass(frozen=True, slots=True)
class PadDown:
    """A button of the pad went down; it never repeats."""

    button: PadButton
    repeat: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class PadUp:
    """A button of the pad went up."""

    button: PadButton


Event: TypeAlias = (
    PointerMoved | PointerDown | PointerUp | PointerLeft | Wheel | KeyDown | KeyUp | Typed | Composing | PadDown | PadUp
)

_TURNED_KEYS = {"Left": "Right", "Right": "Left"}
_TURNED_BUTTONS: dict[PadButton, PadButton] = {"left": "right", "right": "left"}


def mirrored_event(event: Event, wide: float) -> Event:
    """Return an event with its coordinates and directions swapped for a mirrored page of this width."""
    match event:
        case PointerMoved((x, y)) | PointerDown((x, y)) | PointerUp((x, y)):
            return replace(event, at=(wide - x, y))
        case Wheel((x, y), dx):
            return replace(event, at=(wide - x, y), dx=-dx)
        case KeyDown(key) | KeyUp(key):
            return replace(event, key=_TURNED_KEYS.get(key, key))
        case PadDown(button) | PadUp(button):
            return type(event)(_TURNED_BUTTONS.get(button, button))
    return event
