"""pygame's events become plain ones, by place and in logical px."""

from __future__ import annotations

from typing import Any

import pygame
import pytest

from game.client.events import (
    Composing,
    Event,
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
from game.client.translate import DOUBLE_CLICK_MS, Translator, key_name
from game.client.viewport import Viewport

WINDOW = Viewport((1920, 1080))


@pytest.fixture(autouse=True)
def _display() -> None:
    pygame.display.init()


def told(translator: Translator, kind: int, now_ms: int = 0, **fields: Any) -> tuple[Event, ...]:
    return translator.events(pygame.event.Event(kind, fields), WINDOW, now_ms)


def test_the_pointer_speaks_logical_px() -> None:
    hand = Translator()
    assert told(hand, pygame.MOUSEMOTION, pos=(150, 300), rel=(1, 1), buttons=(0, 0, 0)) == (PointerMoved((100, 200)),)
    assert told(hand, pygame.MOUSEMOTION, pos=(150, 300), rel=(1, 1), buttons=(1, 0, 0)) == (
        PointerMoved((100, 200), dragging=True),
    )
    assert told(hand, pygame.MOUSEBUTTONUP, pos=(150, 300), button=3) == (PointerUp((100, 200), "right"),)
    assert told(hand, pygame.MOUSEWHEEL, pos=(150, 300), x=0, y=2, flipped=True) == (Wheel((100, 200), 0, -2),)
    assert told(hand, pygame.MOUSEBUTTONDOWN, pos=(1, 1), button=5) == ()


def test_quick_clicks_at_one_place_are_counted() -> None:
    hand, clicks = Translator(), []
    for at, ms in (((150, 300), 0), ((152, 300), 200), ((400, 300), 300), ((400, 300), 300 + DOUBLE_CLICK_MS + 1)):
        (event,) = told(hand, pygame.MOUSEBUTTONDOWN, ms, pos=at, button=1)
        assert isinstance(event, PointerDown)
        clicks.append(event.clicks)
    assert clicks == [1, 2, 1, 1]


def test_keys_have_the_names_of_the_sheet() -> None:
    names = {
        pygame.K_a: "A", pygame.K_RETURN: "Enter", pygame.K_KP_ENTER: "Keypad Enter", pygame.K_PAGEUP: "Page Up",
        pygame.K_F11: "F11", pygame.K_SPACE: "Space", pygame.K_1: "1", pygame.K_KP_1: "Keypad 1", pygame.K_PLUS: "+",
        pygame.K_ESCAPE: "Esc", pygame.K_LEFT: "Left",
    }  # fmt: skip
    assert {code: key_name(code) for code in names} == names


def test_a_key_held_is_one_press_and_its_repeats() -> None:
    hand = Translator()
    down: dict[str, Any] = {"key": pygame.K_z, "mod": pygame.KMOD_LCTRL, "unicode": "z"}
    assert told(hand, pygame.KEYDOWN, **down) == (KeyDown("Z", Modifiers(ctrl=True)),)
    assert told(hand, pygame.KEYDOWN, **down) == (KeyDown("Z", Modifiers(ctrl=True), repeat=True),)
    assert told(hand, pygame.KEYUP, key=pygame.K_z, mod=0) == (KeyUp("Z"),)
    assert told(hand, pygame.KEYDOWN, **down) == (KeyDown("Z", Modifiers(ctrl=True)),)


def test_text_comes_from_text_events_alone() -> None:
    hand = Translator()
    assert told(hand, pygame.KEYDOWN, key=pygame.K_a, mod=0, unicode="a") == (KeyDown("A"),)
    assert told(hand, pygame.TEXTINPUT, text="á") == (Typed("á"),)
    assert told(hand, pygame.TEXTEDITING, text="´", start=0, length=1) == (Composing("´"),)


def test_losing_the_window_lets_everything_go() -> None:
    hand = Translator()
    told(hand, pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode="\r")
    assert told(hand, pygame.WINDOWFOCUSLOST) == (PointerLeft(), KeyUp("Enter"))
    assert told(hand, pygame.WINDOWFOCUSLOST) == (PointerLeft(),)


@pytest.mark.parametrize(
    ("button", "place"),
    [
        (pygame.CONTROLLER_BUTTON_A, "south"),
        (pygame.CONTROLLER_BUTTON_B, "east"),
        (pygame.CONTROLLER_BUTTON_X, "west"),
        (pygame.CONTROLLER_BUTTON_Y, "north"),
        (pygame.CONTROLLER_BUTTON_LEFTSHOULDER, "LB"),
        (pygame.CONTROLLER_BUTTON_START, "Menu"),
        (pygame.CONTROLLER_BUTTON_DPAD_DOWN, "down"),
    ],
)
def test_pad_buttons_are_named_by_place(button: int, place: str) -> None:
    hand = Translator()
    (down,) = told(hand, pygame.CONTROLLERBUTTONDOWN, button=button, instance_id=0)
    (up,) = told(hand, pygame.CONTROLLERBUTTONUP, button=button, instance_id=0)
    assert isinstance(down, PadDown)
    assert isinstance(up, PadUp)
    assert (down.button, up.button) == (place, place)


def test_a_stick_is_a_d_pad_that_does_not_tremble() -> None:
    hand = Translator()
    heard: list[Event] = []
    for value in (8000, 22000, 15000, 21000, 5000, -30000, 30000, 0):
        heard += told(hand, pygame.CONTROLLERAXISMOTION, instance_id=3, axis=pygame.CONTROLLER_AXIS_LEFTX, value=value)
    assert heard == [
        PadDown("right"), PadUp("right"), PadDown("left"), PadUp("left"), PadDown("right"), PadUp("right"),
    ]  # fmt: skip


def test_a_pad_pulled_out_lets_go_of_its_stick_and_one_that_is_gone_is_no_error() -> None:
    hand = Translator()
    told(hand, pygame.CONTROLLERAXISMOTION, instance_id=3, axis=pygame.CONTROLLER_AXIS_RIGHTY, value=30000)
    assert told(hand, pygame.JOYDEVICEREMOVED, instance_id=3) == (PadUp("scroll down"),)
    assert told(hand, pygame.JOYDEVICEREMOVED, instance_id=3) == ()
    pygame.joystick.init()
    assert told(hand, pygame.JOYDEVICEADDED, device_index=99) == ()


def test_a_known_controller_is_not_heard_twice() -> None:
    hand = Translator()
    assert told(hand, pygame.JOYBUTTONDOWN, instance_id=0, button=0) == ()


def test_a_pad_nobody_knows_is_read_as_a_plain_joystick() -> None:
    hand, pad = Translator(), 7
    hand._joysticks[pad] = None  # type: ignore[assignment]  # only asked whether it is there
    assert told(hand, pygame.JOYBUTTONDOWN, instance_id=pad, button=0) == (PadDown("south"),)
    assert told(hand, pygame.JOYBUTTONUP, instance_id=pad, button=7) == (PadUp("Menu"),)
    assert told(hand, pygame.JOYBUTTONUP, instance_id=pad, button=40) == ()
    assert told(hand, pygame.JOYHATMOTION, instance_id=pad, hat=0, value=(1, 0)) == (PadDown("right"),)
    assert told(hand, pygame.JOYHATMOTION, instance_id=pad, hat=0, value=(0, 1)) == (PadUp("right"), PadDown("up"))
    assert told(hand, pygame.JOYAXISMOTION, instance_id=pad, axis=1, value=0.9) == (PadDown("down"),)
    assert told(hand, pygame.JOYAXISMOTION, instance_id=pad, axis=4, value=0.9) == ()


def test_other_events_of_the_window_say_nothing() -> None:
    assert told(Translator(), pygame.WINDOWMOVED, x=1, y=1) == ()
