"""Gestures: what the player does to a widget, by pointer, key or pad; the ring makes them from events.

Keys, text and the wheel reach a widget as plain events: `KeyDown`, `Typed`, `Composing`, `Wheel`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from game.client.events import Composing, KeyDown, Typed, Wheel
from game.client.widgets.boxes import Box, Point

Direction: TypeAlias = Literal["left", "right", "up", "down"]


@dataclass(frozen=True, slots=True)
class Use:
    """An activation: a click at a point, or without a point Return, Space or the pad's south button."""

    at: Point | None = None


@dataclass(frozen=True, slots=True)
class Hover:
    """The pointer is over the widget, at a point; only widgets that show this handle it."""

    at: Point


@dataclass(frozen=True, slots=True)
class Grab:
    """The left button went down at a point; `clicks` counts quick repeats at the same place."""

    at: Point
    clicks: int = 1


@dataclass(frozen=True, slots=True)
class Drag:
    """The pointer moves to a point while the button is down."""

    at: Point


@dataclass(frozen=True, slots=True)
class Arrow:
    """An arrow key; if no widget handles it, the focus moves on."""

    way: Direction


@dataclass(frozen=True, slots=True)
class ScrollTo:
    """Something inside the widget, at this box, must be scrolled into view."""

    box: Box


Gesture: TypeAlias = Use | Hover | Grab | Drag | Arrow | ScrollTo | KeyDown | Typed | Composing | Wheel
