"""Every setting changed in a running match by mouse, by keys and by pad: applied at once, and kept over a restart."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from game.client.actions import Where, action_for
from game.client.app import App
from game.client.director import Push
from game.client.events import KeyDown, KeyUp, PadButton, PadDown, PadUp, PointerDown, PointerUp
from game.client.scenes.keys import KeysPage
from game.client.scenes.page import Page
from game.client.sound import Group
from game.client.widgets.widget import Widget, walk
from game.client.words import say, spoken

# The field, how often the hand goes on to the next value, what it then is.
CHANGES: tuple[tuple[str, int, object], ...] = (
    ("language", 2, "es"),
    ("text_size", 1, 110),
    ("palette", 1, "high contrast"),
    ("table_size", 2, 125),
    ("burraco_tiles", 1, True),
    ("bot_pace", 1, 1800),
    ("motion", 1, 150),
    ("calm", 1, True),
    ("full_screen", 1, True),
    ("sounds", 1, False),
)
SLIDERS = ("volume", "volume_turn", "volume_chat")
Hand = Callable[[App, Widget, str], None]


def page_of(app: App) -> Page:
    top = app.director.top
    assert isinstance(top, Page)
    return top


def find(page: Page, name: str) -> Widget:
    return next(widget for widget, _ in walk(page.root) if widget.name == name)


def walk_to(app: App, name: str) -> Widget:
    """Go from stop to stop as a hand at the keys does, until the focus is there."""
    page = page_of(app)
    for _ in range(len(page.ring.stops()) + 1):
        if page.ring.shown and page.ring.focus is not None and page.ring.focus.name == name:
            return page.ring.focus
        app.director.give(KeyDown("Tab"))
        app.director.give(KeyUp("Tab"))
    raise AssertionError(f"{name} is not reached by Tab")


def by_mouse(app: App, widget: Widget, _way: str) -> None:
    x, y = widget.rect.centre
    at = (widget.rect.right - 12, y) if widget.kind in ("stepper", "slider") else (x, y)
    app.director.give(PointerDown(at))
    app.director.give(PointerUp(at))


def by_keys(app: App, widget: Widget, way: str) -> None:
    walk_to(app, widget.name)
    key = "Space" if way == "use" else "Right"
    app.director.give(KeyDown(key))
    app.director.give(KeyUp(key))


def by_pad(app: App, widget: Widget, way: str) -> None:
    walk_to(app, widget.name)
    button: PadButton = "south" if way == "use" else "right"
    app.director.give(PadDown(button))
    app.director.give(PadUp(button))


HANDS: dict[str, Hand] = {"mouse": by_mouse, "keys": by_keys, "pad": by_pad}


def in_a_match(home: Path) -> App:
    """Begin a match and open the settings over it."""
    app = App(str(home), None)
    app.director.give(KeyDown("Enter"))
    assert app.director.top.name == "table"
    app._frame()
    app.director.apply(Push(app.house.settings()))
    return app


def change(app: App, hand: Hand, name: str) -> None:
    page = page_of(app)
    page.ring.focus_on(f"settings.{name}")  # brings it into sight for the mouse
    widget = find(page, f"settings.{name}")
    hand(app, widget, "use" if widget.kind in ("toggle", "switch") else "step")


@pytest.mark.parametrize("hand", HANDS)
def test_every_setting_is_changed_in_a_running_match_and_kept(hand: str, tmp_path: Path) -> None:
    app = in_a_match(tmp_path)
    for name in SLIDERS:
        change(app, HANDS[hand], name)
        assert getattr(app.wishes.now, name) in (80, 100), name
    moved = {name: getattr(app.wishes.now, name) for name in SLIDERS}
    for name, steps, value in CHANGES:
        for _ in range(steps):
            change(app, HANDS[hand], name)
        assert getattr(app.wishes.now, name) == value, name
    assert spoken() == "es"
    assert app.sounds.muted
    assert [app.sounds.volume(group) for group in Group] == [moved[name] / 100 for name in SLIDERS]
    opened = app.matches._open
    assert opened is not None
    assert opened.session.pace == 1.8
    look = page_of(app).look
    assert look is not None
    assert (look.text_scale, look.table_scale, look.tempo, look.calm, look.palette.name) == (
        1.1, 1.25, 1.5, True, "high contrast",
    )  # fmt: skip
    wanted = app.wishes.now
    app.close()

    again = App(str(tmp_path), None)
    assert again.wishes.now == wanted
    assert spoken() == "es"
    assert say("settings.title") == "Ajustes"
    again.close()


@pytest.mark.parametrize("hand", HANDS)
def test_a_key_is_given_anew_by_every_hand_and_kept(hand: str, tmp_path: Path) -> None:
    app = in_a_match(tmp_path)
    page_of(app).ring.focus_on("settings.keys")
    HANDS[hand](app, find(page_of(app), "settings.keys"), "use")
    assert isinstance(app.director.top, KeysPage)
    page_of(app).ring.focus_on("key.undo")
    HANDS[hand](app, find(page_of(app), "key.undo"), "use")
    row = find(page_of(app), "key.undo")
    assert "listening" in row.states()
    app.director.give(PadDown("west") if hand == "pad" else KeyDown("M"))
    assert "listening" not in row.states()
    undo = next(one for one in app.wishes.now.keys if one.action == "undo")
    assert (undo.pad if hand == "pad" else undo.keys) == ("west" if hand == "pad" else ("M",))
    if hand != "pad":
        assert find(page_of(app), "key.mute").texts is not None
        shown = [written.text for written in find(page_of(app), "key.mute").texts()]
        assert shown[-1] == say("keys.lost", action=say("action.undo"))
    app.close()

    again = App(str(tmp_path), None)
    called = action_for(PadDown("west") if hand == "pad" else KeyDown("M"), Where.TABLE)
    assert called is not None
    assert called.name == "undo"
    again.close()


def test_while_it_listens_no_key_of_the_program_acts(tmp_path: Path) -> None:
    app = in_a_match(tmp_path)
    app.director.apply(Push(KeysPage(app.wishes)))
    walk_to(app, "key.draw")
    app.director.give(KeyDown("Space"))
    app.director.give(KeyUp("Space"))
    app.director.give(KeyDown("F1"))
    assert isinstance(app.director.top, KeysPage)
    assert {one.action for one in app.wishes.now.keys} == {"draw", "help"}
    app.director.give(KeyDown("Delete"))
    assert {one.action for one in app.wishes.now.keys} == {"help"}
    walk_to(app, "keys.reset")
    app.director.give(KeyDown("Space"))
    app.director.give(KeyUp("Space"))
    assert app.wishes.now.keys == ()
    app.close()


def test_escape_ends_listening_and_changes_nothing(tmp_path: Path) -> None:
    app = in_a_match(tmp_path)
    app.director.apply(Push(KeysPage(app.wishes)))
    walk_to(app, "key.draw")
    for key in ("Space", "Esc"):
        app.director.give(KeyDown(key))
        app.director.give(KeyUp(key))
    assert isinstance(app.director.top, KeysPage)
    assert app.wishes.now.keys == ()
    app.director.give(KeyDown("Esc"))
    assert app.director.top.name == "settings"
    app.close()


def test_the_window_opens_on_the_screen_that_was_chosen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[int] = []
    real = pygame.display.set_mode

    def set_mode(size: tuple[int, int], flags: int = 0, *, display: int = 0) -> pygame.Surface:
        opened.append(display)
        return real(size, flags)

    monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: [(1280, 720), (1920, 1080)])
    monkeypatch.setattr(pygame.display, "set_mode", set_mode)
    app = in_a_match(tmp_path)
    change(app, by_keys, "monitor")
    change(app, by_keys, "full_screen")
    assert (app.wishes.now.monitor, opened, app.window.get_size()) == (1, [0, 1, 1], (1920, 1080))
    app.close()
    monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: [(1280, 720)])
    again = App(str(tmp_path), None)
    assert opened[-1] == 0
    assert again.wishes.now.monitor == 1
    again.close()
