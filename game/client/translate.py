"""Translates pygame's events into plain ones, in logical px and by position.

Laws: scenes get pygame's input only through this file. The repeats of a held key are marked as such, and a trembling
stick is one press. A pad may come and go at any time; an unknown controller is read as a plain joystick.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pygame
from pygame._sdl2 import controller as pads

from game.client.actions import note_pad_known
from game.client.events import (
    Composing,
    KeyDown,
    KeyUp,
    Modifiers,
    PadDown,
    PadUp,
    PointerDown,
    PointerLeft,
    PointerMoved,
    PointerUp,
    Typed,
    Wheel,
)

if TYPE_CHECKING:
    from game.client.events import Button, Event, PadButton
    from game.client.viewport import Viewport
    from game.client.widgets.boxes import Point

DOUBLE_CLICK_MS = 400  # two clicks closer than this, at one place, are a double click
DOUBLE_CLICK_PX = 6.0  # logical px that the pointer may move between them
# a stick pushed beyond the first is pressed, back below the second it is released
STICK_PRESSED_FROM, STICK_RELEASED_BELOW = 0.6, 0.35

_NAMED_KEYS: dict[int, str] = {
    pygame.K_RETURN: "Enter",
    pygame.K_KP_ENTER: "Keypad Enter",
    pygame.K_KP_PLUS: "Keypad +",
    pygame.K_KP_MINUS: "Keypad -",
    pygame.K_ESCAPE: "Esc",
    pygame.K_TAB: "Tab",
    pygame.K_SPACE: "Space",
    pygame.K_BACKSPACE: "Backspace",
    pygame.K_DELETE: "Delete",
    pygame.K_HOME: "Home",
    pygame.K_END: "End",
    pygame.K_PAGEUP: "Page Up",
    pygame.K_PAGEDOWN: "Page Down",
    pygame.K_LEFT: "Left",
    pygame.K_RIGHT: "Right",
    pygame.K_UP: "Up",
    pygame.K_DOWN: "Down",
    **{getattr(pygame, f"K_F{number}"): f"F{number}" for number in range(1, 13)},
    **{getattr(pygame, f"K_KP_{digit}"): f"Keypad {digit}" for digit in range(10)},
}
_BUTTONS: dict[int, Button] = {1: "left", 2: "middle", 3: "right"}
_PAD: dict[int, PadButton] = {
    pygame.CONTROLLER_BUTTON_A: "south",
    pygame.CONTROLLER_BUTTON_B: "east",
    pygame.CONTROLLER_BUTTON_X: "west",
    pygame.CONTROLLER_BUTTON_Y: "north",
    pygame.CONTROLLER_BUTTON_LEFTSHOULDER: "LB",
    pygame.CONTROLLER_BUTTON_RIGHTSHOULDER: "RB",
    pygame.CONTROLLER_BUTTON_LEFTSTICK: "L3",
    pygame.CONTROLLER_BUTTON_START: "Menu",
    pygame.CONTROLLER_BUTTON_BACK: "View",
    pygame.CONTROLLER_BUTTON_DPAD_UP: "up",
    pygame.CONTROLLER_BUTTON_DPAD_DOWN: "down",
    pygame.CONTROLLER_BUTTON_DPAD_LEFT: "left",
    pygame.CONTROLLER_BUTTON_DPAD_RIGHT: "right",
}
# The order in which most pads without a known mapping report their buttons.
_PLAIN_PAD: tuple[PadButton, ...] = ("south", "east", "west", "north", "LB", "RB", "View", "Menu")
_STICKS: dict[int, tuple[PadButton, PadButton]] = {
    pygame.CONTROLLER_AXIS_LEFTX: ("left", "right"),
    pygame.CONTROLLER_AXIS_LEFTY: ("up", "down"),
    pygame.CONTROLLER_AXIS_RIGHTY: ("scroll up", "scroll down"),
    pygame.CONTROLLER_AXIS_TRIGGERLEFT: ("LT", "LT"),
    pygame.CONTROLLER_AXIS_TRIGGERRIGHT: ("RT", "RT"),
}


def key_name(code: int) -> str:
    """Return the name of a key as written on the F1 sheet."""
    if code in _NAMED_KEYS:
        return _NAMED_KEYS[code]
    return chr(code).upper() if 32 < code < 0x110000 and chr(code).isprintable() else f"Key {code}"


def modifiers_of(mask: int) -> Modifiers:
    """Read the modifiers; on macOS Command is ctrl, too."""
    command = pygame.KMOD_META if sys.platform == "darwin" else 0
    return Modifiers(
        ctrl=bool(mask & (pygame.KMOD_CTRL | command)),
        shift=bool(mask & pygame.KMOD_SHIFT),
        alt=bool(mask & pygame.KMOD_ALT),
    )


class Translator:
    """Turns a window's pygame events into plain ones; it keeps only the state that separates presses from repeats."""

    def __init__(self) -> None:
        self._keys: set[int] = set()
        self._pushed: dict[tuple[int, int], PadButton] = {}
        self._controllers: dict[int, pads.Controller] = {}
        self._joysticks: dict[int, pygame.joystick.JoystickType] = {}
        self._last_click: tuple[Point, int, int] = ((-1e9, -1e9), -DOUBLE_CLICK_MS, 0)

    def events(self, event: pygame.event.Event, viewport: Viewport, now_ms: int) -> tuple[Event, ...]:
        """Return the plain events of one pygame event, mostly one or none."""
        kind = event.type
        if kind in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEWHEEL):
            return self._pointer(event, viewport, now_ms)
        if kind in (pygame.KEYDOWN, pygame.KEYUP):
            return self._key(event)
        if kind == pygame.TEXTINPUT:
            return (Typed(event.text),)
        if kind == pygame.TEXTEDITING:
            return (Composing(event.text),)
        if kind == pygame.WINDOWLEAVE:
            return (PointerLeft(),)
        if kind == pygame.WINDOWFOCUSLOST:
            return self._let_go()
        return self._pad(event)

    def _pointer(self, event: pygame.event.Event, viewport: Viewport, now_ms: int) -> tuple[Event, ...]:
        if event.type == pygame.MOUSEWHEEL:
            at = viewport.to_logical(getattr(event, "pos", None) or pygame.mouse.get_pos())
            back = -1 if getattr(event, "flipped", False) else 1
            dx, dy = getattr(event, "precise_x", event.x), getattr(event, "precise_y", event.y)
            return (Wheel(at, back * dx, back * dy),)
        at = viewport.to_logical(event.pos)
        if event.type == pygame.MOUSEMOTION:
            return (PointerMoved(at, dragging=bool(event.buttons[0])),)
        button = _BUTTONS.get(event.button)
        if button is None:
            return ()
        mods = modifiers_of(pygame.key.get_mods())
        if event.type == pygame.MOUSEBUTTONUP:
            return (PointerUp(at, button, mods),)
        return (PointerDown(at, button, self._clicks(at, now_ms), mods),)

    def _clicks(self, at: Point, now_ms: int) -> int:
        (x, y), before, count = self._last_click
        near = abs(at[0] - x) <= DOUBLE_CLICK_PX and abs(at[1] - y) <= DOUBLE_CLICK_PX
        count = count + 1 if near and now_ms - before <= DOUBLE_CLICK_MS else 1
        self._last_click = (at, now_ms, count)
        return count

    def _key(self, event: pygame.event.Event) -> tuple[Event, ...]:
        name, mods = key_name(event.key), modifiers_of(event.mod)
        if event.type == pygame.KEYUP:
            self._keys.discard(event.key)
            return (KeyUp(name, mods),)
        repeat = event.key in self._keys
        self._keys.add(event.key)
        return (KeyDown(name, mods, repeat),)

    def _let_go(self) -> tuple[Event, ...]:
        """Release the pointer and the keys, whose release events the window will not get."""
        released: list[Event] = [KeyUp(key_name(code)) for code in sorted(self._keys)]
        self._keys.clear()
        return (PointerLeft(), *released)

    def _pad(self, event: pygame.event.Event) -> tuple[Event, ...]:
        kind = event.type
        if kind in (pygame.CONTROLLERBUTTONDOWN, pygame.CONTROLLERBUTTONUP):
            return _pressed(_PAD.get(event.button), down=kind == pygame.CONTROLLERBUTTONDOWN)
        if kind == pygame.CONTROLLERAXISMOTION:
            return self._stick(event.instance_id, event.axis, event.value / 32767)
        if kind == pygame.JOYDEVICEADDED:
            self._plug_in(event.device_index)
            return ()
        if kind == pygame.JOYDEVICEREMOVED:
            return self._unplug(event.instance_id)
        if getattr(event, "instance_id", None) not in self._joysticks:
            return ()  # a known controller reports the same input again as a joystick
        return self._plain_joystick(event)

    def _plain_joystick(self, event: pygame.event.Event) -> tuple[Event, ...]:
        kind = event.type
        if kind in (pygame.JOYBUTTONDOWN, pygame.JOYBUTTONUP):
            button = _PLAIN_PAD[event.button] if event.button < len(_PLAIN_PAD) else None
            return _pressed(button, down=kind == pygame.JOYBUTTONDOWN)
        if kind == pygame.JOYHATMOTION:
            across, up = event.value
            pad = event.instance_id
            return self._stick(pad, 100 + 2 * event.hat, across, ("left", "right")) + self._stick(
                pad, 101 + 2 * event.hat, -up, ("up", "down")
            )
        if kind == pygame.JOYAXISMOTION and event.axis < 2:
            return self._stick(event.instance_id, event.axis, event.value)
        return ()

    def _stick(
        self, pad: int, axis: int, value: float, ways: tuple[PadButton, PadButton] | None = None
    ) -> tuple[Event, ...]:
        """Turn an axis (stick, trigger, hat) into a button: pressed when pushed far, released when let back."""
        ways = ways or _STICKS.get(axis)
        if ways is None:
            return ()
        held = self._pushed.get((pad, axis))
        wanted = ways[0] if value < 0 else ways[1]
        if held and (abs(value) < STICK_RELEASED_BELOW or wanted != held):
            del self._pushed[pad, axis]
            return (PadUp(held), *self._stick(pad, axis, value, ways))
        if not held and abs(value) >= STICK_PRESSED_FROM:
            self._pushed[pad, axis] = wanted
            return (PadDown(wanted),)
        return ()

    def _plug_in(self, index: int) -> None:
        """Open a new pad: SDL reports nothing of a closed device."""
        try:
            if pads.get_init() and pads.is_controller(index):
                known = pads.Controller(index)
                self._controllers[known.as_joystick().get_instance_id()] = known
            else:
                plain = pygame.joystick.Joystick(index)
                self._joysticks[plain.get_instance_id()] = plain
            note_pad_known(known=True)
        except pygame.error:
            return  # the pad was unplugged before it could be opened

    def _unplug(self, pad: int) -> tuple[Event, ...]:
        self._controllers.pop(pad, None)
        self._joysticks.pop(pad, None)
        held = [key for key in self._pushed if key[0] == pad]
        return tuple(PadUp(self._pushed.pop(key)) for key in held)


def _pressed(button: PadButton | None, *, down: bool) -> tuple[Event, ...]:
    if button is None:
        return ()
    return (PadDown(button) if down else PadUp(button),)
