"""Every setting changed in a running match by mouse, by keys and by pad: applied at once, and kept over a restart."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from dataclasses import fields, replace
from pathlib import Path
from typing import ClassVar

import pygame
import pytest

from game.client.access.page import AccessPage
from game.client.actions import ActionContext, action_for
from game.client.app import App
from game.client.director import Pop, Push
from game.client.draw.sound import Cue, SoundGroup
from game.client.events import KeyDown, KeyUp, PadButton, PadDown, PadUp, PointerDown, PointerUp, Wheel
from game.client.preferences import Preferences, Settings
from game.client.scenes.keys import KeysPage
from game.client.scenes.page import Page
from game.client.scenes.settings import VOLUME_SLIDERS, SettingsPage
from game.client.viewport import Viewport
from game.client.widgets.choice import Choice
from game.client.widgets.look import Look
from game.client.widgets.scroll import Scroll
from game.client.widgets.widget import Widget, walk
from game.client.words import LANGUAGES, say, set_language
from game.rules.registry import rules_of
from tests.client.program import open_app
from tests.slices import crossed, every

# What is not wished for on this page: the window says its own size, the name and the tables are chosen with a new
# game, the keys have a page, puzzles their own clock, and what the table wears is chosen where feats open it.
WORN = {"felt", "back", "rack"}
SAID = {"player", "last_game", "welcomed", "learned", "silent", "tables", "keys", "puzzle_clock", "puzzle_grade"}
ELSEWHERE = {"window_width", "window_height", *SAID, *WORN}
FIELDS = tuple(one.name for one in fields(Settings) if one.name not in ELSEWHERE)
ACCESS = {"speech", "speech_speed", "captions", "large_pointer"}  # on a page of their own
SCREENS = [(1280, 720), (1920, 1080)]


def look_of(app: App) -> Look:
    look = page_of(app).look
    assert look is not None
    return look


def pace_of(app: App) -> float:
    assert app.matches._open is not None
    return app.matches._open.session.pace


def _captioned(app: App) -> bool:
    app.sounds.play(Cue.WON)
    return bool(app.captions.lines)


def _large_pointer(_app: App) -> bool:
    return pygame.mouse.get_cursor().type == "color"


# What the program is like when a setting holds; asked before a change and after it.
APPLIED: dict[str, Callable[[App], object]] = {
    "language": lambda app: say("settings.title"),  # noqa: ARG005 - the words know no program
    "text_size": lambda app: round(look_of(app).text_scale * 100),
    "table_size": lambda app: round(look_of(app).table_scale * 100),
    "volume": lambda app: round(app.sounds.volume(SoundGroup.TABLE) * 100),
    "volume_turn": lambda app: round(app.sounds.volume(SoundGroup.TURN) * 100),
    "volume_chat": lambda app: round(app.sounds.volume(SoundGroup.CHAT) * 100),
    "volume_room": lambda app: round(app.sounds.volume(SoundGroup.ROOM) * 100),
    "volume_music": lambda app: round(app.sounds.volume(SoundGroup.MUSIC) * 100),
    "sounds": lambda app: not app.sounds.muted,
    "calm": lambda app: look_of(app).calm,
    "less_motion": lambda app: look_of(app).motion_reduced,
    "motion": lambda app: round(look_of(app).animation_speed * 100),
    "full_screen": lambda app: app.window.size == SCREENS[app.preferences.now.monitor],
    "monitor": lambda app: app.window.size,
    "palette": lambda app: look_of(app).palette.name,
    "burraco_tiles": lambda app: not app.preferences.as_cards(rules_of("burraco").deck),
    "bot_pace": lambda app: round(pace_of(app) * 1000),
    "bot_lines": lambda app: app.context.preferences.now.bot_lines,
    "coach": lambda app: app.context.preferences.now.coach,
    "speech": lambda app: app.speaker.speech_level,
    "speech_speed": lambda app: round(app.speaker.rate * 200),
    "captions": lambda app: bool(app.captions.lines) or _captioned(app),
    "large_pointer": _large_pointer,
    "opening_hint": lambda app: app.context.preferences.now.opening_hint,
    "sort_dealt": lambda app: app.context.preferences.now.sort_dealt,
    "score_at_once": lambda app: app.context.preferences.now.score_at_once,
}
# Where what it is like is not the setting itself.
SHOWN: dict[str, Callable[[object], object]] = {
    "language": lambda now: {"": "Settings", "en": "Settings", "es": "Ajustes"}[str(now)],
    "monitor": lambda now: SCREENS[int(str(now))],
}
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
    for _ in range(len(page.ring.tab_stops()) + 1):
        if page.ring.shown and page.ring.focus is not None and page.ring.focus.name == name:
            return page.ring.focus
        app.director.on_plain_event(KeyDown("Tab"))
        app.director.on_plain_event(KeyUp("Tab"))
    raise AssertionError(f"{name} is not reached by Tab")


def by_mouse(app: App, widget: Widget, _way: str) -> None:
    x, y = widget.rect.centre
    at = (widget.rect.right - 12, y) if widget.kind in ("stepper", "slider") else (x, y)
    app.director.on_plain_event(PointerDown(at))
    app.director.on_plain_event(PointerUp(at))


def by_keys(app: App, widget: Widget, way: str) -> None:
    walk_to(app, widget.name)
    key = "Space" if way == "use" else "Right"
    app.director.on_plain_event(KeyDown(key))
    app.director.on_plain_event(KeyUp(key))


def by_pad(app: App, widget: Widget, way: str) -> None:
    walk_to(app, widget.name)
    button: PadButton = "south" if way == "use" else "right"
    app.director.on_plain_event(PadDown(button))
    app.director.on_plain_event(PadUp(button))


HANDS: dict[str, Hand] = {"mouse": by_mouse, "keys": by_keys, "pad": by_pad}


def in_a_match(home: Path) -> App:
    """Begin a match and open the settings over it."""
    app = open_app(home)
    app.director.on_plain_event(KeyDown("Enter"))
    assert app.director.top.name == "table"
    app.run_frame()
    app.director.apply(Push(app.context.settings()))
    return app


def change(app: App, hand: Hand, name: str) -> None:
    if (name in ACCESS) is not (app.director.top.name == "access"):
        app.director.apply(Push(AccessPage(app.preferences)) if name in ACCESS else Pop())
    page = page_of(app)
    page.ring.focus_on(f"settings.{name}")  # brings it into sight for the mouse
    widget = find(page, f"settings.{name}")
    hand(app, widget, "use" if widget.kind in ("toggle", "switch") else "step")


class ManyScreens:
    """A window where there are several screens: it lies on the one it was put on, and fills that."""

    asked: ClassVar[list[int]] = []

    def __init__(self, title: str, size: tuple[int, int], position: tuple[int, int], **_flags: bool) -> None:
        self.title = title
        self._size = size
        self._full = False
        self.position = position
        self.handle = 0
        self.shown = False

    def show(self) -> None:
        self.shown = True

    @property
    def position(self) -> tuple[int, int]:
        return self._position

    @position.setter
    def position(self, at: tuple[int, int]) -> None:
        self._position = at
        self._screen = at[0] - pygame.WINDOWPOS_CENTERED
        self.asked.append(self._screen)

    @property
    def size(self) -> tuple[int, int]:
        return SCREENS[self._screen] if self._full else self._size

    @size.setter
    def size(self, size: tuple[int, int]) -> None:
        self._size = size

    def get_surface(self) -> pygame.Surface:
        return pygame.Surface(self.size)

    def set_fullscreen(self, desktop: bool = False) -> None:
        self._full = desktop

    def set_windowed(self) -> None:
        self._full = False

    def flip(self) -> None:
        pass

    def flash(self, _operation: int) -> None:
        pass

    def destroy(self) -> None:
        pass


@pytest.fixture
def two_screens(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Have two screens; return those the window was put on."""
    monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: SCREENS)
    monkeypatch.setattr(pygame, "Window", ManyScreens)
    monkeypatch.setattr(ManyScreens, "asked", [])
    return ManyScreens.asked


def test_every_setting_has_its_widget_and_its_test() -> None:
    preferences = Preferences(Settings(), lambda _before, _now: None)
    pages = (SettingsPage(preferences), AccessPage(preferences))
    for page in pages:
        page.layout(Viewport((1280, 720)))
    controls = {
        widget.name
        for page in pages
        for widget, _ in walk(page.root)
        if widget.kind in ("stepper", "toggle", "switch", "slider")
    }
    assert controls == {f"settings.{name}" for name in FIELDS}
    assert set(APPLIED) == set(FIELDS)


@pytest.mark.usefixtures("two_screens")
@pytest.mark.parametrize(("name", "hand"), crossed(every(FIELDS, 4), list(HANDS)))
def test_a_setting_is_changed_in_a_running_match_and_applied(name: str, hand: str, tmp_path: Path) -> None:
    app = in_a_match(tmp_path)
    if name == "monitor":
        app.preferences.replace(
            replace(app.preferences.now, full_screen=True)
        )  # of a window one cannot see on which screen it is
    before, applied = app.preferences.now, APPLIED[name]
    for _ in range(2 if name == "language" else 1):  # the first step is to the language of the system
        change(app, HANDS[hand], name)
    now = getattr(app.preferences.now, name)
    assert now != getattr(before, name)
    assert replace(app.preferences.now, **{name: getattr(before, name)}) == before, "it changed another, too"
    assert applied(app) == (SHOWN[name](now) if name in SHOWN else now)
    app.close()


# It ends as a kill ends it: nothing is put away, no thread finishes its work.
KILLED = """
import os, sys
from pathlib import Path
import pygame
from game.store.settings import load_settings, settings_path
from tests.client.scenes.test_settings import FIELDS, HANDS, change, in_a_match
pygame.display.init()
pygame.font.init()
hand, home = "keys", Path(sys.argv[1])
app = in_a_match(home)
for name in sorted(FIELDS, key=lambda one: type(getattr(app.preferences.now, one)) is bool):  # they switch others off
    if name != "monitor":  # there is only one
        change(app, HANDS[hand], name)
while load_settings(settings_path(home)).settings != app.preferences.now:
    app.run_frame()
print(app.preferences.now, flush=True)
os._exit(9)
"""


@pytest.mark.whole  # tests/store/test_settings
def test_every_setting_is_kept_though_the_program_is_killed(tmp_path: Path) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", KILLED, str(tmp_path)], capture_output=True, text=True, timeout=60, check=False
    )
    assert ended.returncode == 9, ended.stderr
    again = open_app(tmp_path)
    assert str(again.preferences.now) == ended.stdout.strip()
    unchanged = [name for name in FIELDS if getattr(again.preferences.now, name) == getattr(Settings(), name)]
    assert unchanged == ["monitor"]
    again.close()


def test_what_cannot_be_changed_now_says_why() -> None:
    preferences = Preferences(Settings(calm=True, sounds=False), lambda _before, _now: None)
    page = SettingsPage(preferences)
    page.layout(Viewport((1280, 720)))
    said = [written.text for widget, _ in walk(page.root) for written in widget.texts()]
    off = [widget.name for widget, _ in walk(page.root) if not widget.enabled]
    assert off == [f"settings.{name}" for name in ("motion", *VOLUME_SLIDERS, "monitor")]
    for code, times in (
        ("settings.motion_off", 1),
        ("settings.monitor_off", 1),
        ("settings.volume_off", len(VOLUME_SLIDERS)),
    ):
        assert said.count(say(code)) == times, code
    preferences.now = Settings()
    page.layout(Viewport((1280, 720)))
    said = [written.text for widget, _ in walk(page.root) for written in widget.texts()]
    assert say("settings.motion_note") in said
    assert say("settings.motion_off") not in said


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_usual_window_shows_all_settings_at_once(language: str) -> None:
    set_language(language)
    page = SettingsPage(Preferences(Settings(), lambda _before, _now: None), monitors=2, report=lambda: None)
    page.layout(Viewport((1280, 720)))
    assert all(widget.rect.bottom <= 720 for widget, _ in walk(page.root) if widget.takes_focus)
    panels = next(widget for widget, _ in walk(page.root) if isinstance(widget, Scroll))
    assert not panels.handle(Wheel((0.0, 0.0), 0.0, -4.0)).taken


@pytest.mark.parametrize("hand", HANDS)
def test_a_key_is_given_anew_by_every_hand_and_kept(hand: str, tmp_path: Path) -> None:
    app = in_a_match(tmp_path)
    page_of(app).ring.focus_on("settings.keys")
    HANDS[hand](app, find(page_of(app), "settings.keys"), "use")
    assert isinstance(app.director.top, KeysPage)
    page_of(app).ring.focus_on("key.undo")
    HANDS[hand](app, find(page_of(app), "key.undo"), "use")
    row = find(page_of(app), "key.undo")
    assert "listening" in row.state_words()
    app.director.on_plain_event(PadDown("west") if hand == "pad" else KeyDown("M"))
    assert "listening" not in row.state_words()
    undo = next(one for one in app.preferences.now.keys if one.action == "undo")
    assert (undo.pad if hand == "pad" else undo.keys) == ("west" if hand == "pad" else ("M",))
    if hand != "pad":
        said = [written.text for written in find(page_of(app), "key.undo").texts()]
        assert said[-1] == say("keys.taken", action=say("action.mute"))
        tabs = find(page_of(app), "keys.tabs")
        assert isinstance(tabs, Choice)
        tabs.choose("anywhere")
        shown = [written.text for written in find(page_of(app), "key.mute").texts()]
        assert shown[-1] == say("keys.lost", action=say("action.undo"))
    app.close()

    again = open_app(tmp_path)
    called = action_for(PadDown("west") if hand == "pad" else KeyDown("M"), ActionContext.TABLE)
    assert called is not None
    assert called.name == "undo"
    again.close()


def test_while_it_listens_no_key_of_the_program_acts(tmp_path: Path) -> None:
    app = in_a_match(tmp_path)
    app.director.apply(Push(KeysPage(app.preferences)))
    walk_to(app, "key.draw")
    app.director.on_plain_event(KeyDown("Space"))
    app.director.on_plain_event(KeyUp("Space"))
    app.director.on_plain_event(KeyDown("F1"))
    assert isinstance(app.director.top, KeysPage)
    assert {one.action for one in app.preferences.now.keys} == {"draw", "help"}
    app.director.on_plain_event(KeyDown("Delete"))
    assert {one.action for one in app.preferences.now.keys} == {"help"}
    walk_to(app, "keys.reset")
    app.director.on_plain_event(KeyDown("Space"))
    app.director.on_plain_event(KeyUp("Space"))
    assert app.preferences.now.keys == ()
    app.close()


def test_escape_ends_listening_and_changes_nothing(tmp_path: Path) -> None:
    app = in_a_match(tmp_path)
    app.director.apply(Push(KeysPage(app.preferences)))
    walk_to(app, "key.draw")
    for key in ("Space", "Esc"):
        app.director.on_plain_event(KeyDown(key))
        app.director.on_plain_event(KeyUp(key))
    assert isinstance(app.director.top, KeysPage)
    assert app.preferences.now.keys == ()
    app.director.on_plain_event(KeyDown("Esc"))
    assert app.director.top.name == "settings"
    app.close()


def test_the_window_opens_on_the_screen_that_was_chosen(
    two_screens: list[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = in_a_match(tmp_path)
    change(app, by_keys, "monitor")
    change(app, by_keys, "full_screen")
    assert (app.preferences.now.monitor, two_screens, app.window.size) == (1, [0, 1, 1], (1920, 1080))
    assert app.director.viewport.size == (1920, 1080)
    app.close()
    two_screens.clear()
    again = open_app(tmp_path)
    assert (again.window.size, set(two_screens)) == ((1920, 1080), {1})
    again.close()
    monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: SCREENS[:1])  # it was unplugged
    once_more = open_app(tmp_path)
    assert two_screens[-1] == 0
    assert once_more.preferences.now.monitor == 1
    once_more.close()
