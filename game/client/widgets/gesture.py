"""Gestures: what a hand does to a widget, whether by pointer, key or pad; the ring makes them of events.

Keys, text and the wheel reach a widget as the events they are: `KeyDown`, `Typed`, `Composing`, `Wheel`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from game.client.events import Composing, KeyDown, Typed, Wheel
from game.client.widgets.boxes import Box, Point

Way: TypeAlias = Literal["left", "right", "up", "down"]


@dataclass(frozen=True, slots=True)
class Use:
    """A click at a place; nowhere: Return, Space or the pad's south button."""

    at: Point | None = None


@dataclass(frozen=True, slots=True)
class Hover:
    """The pointer rests there; taken where that is seen."""

    at: Point


@dataclass(frozen=True, slots=True)
class Grab:
    """The pointer begins to press there; `clicks` counts quick repeats at the same place."""

    at: Point
    clicks: int = 1


@dataclass(frozen=True, slots=True)
class Drag:
    """The pointer moves there while it presses."""

    at: Point


@dataclass(frozen=True, slots=True)
class Arrow:
    """An arrow; where nobody takes it, the focus moves on."""

    way: Way


@dataclass(frozen=True, slots=True)
class ScrollTo:
    """Something inside has come to this box and must be seen."""

    box: Box


Gesture: TypeAlias = Use | Hover | Grab | Drag | Arrow | ScrollTo | KeyDown | Typed | Composing | Wheel
