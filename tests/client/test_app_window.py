"""The window: its points and its px, on an ordinary screen and on a dense one, and what it does when it is told."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import pygame
import pytest

from game.client import app_window as panes
from game.client.app import App
from game.client.app_window import WINDOW_TITLE, AppWindow
from game.client.director import Push
from game.client.loop import HIDDEN_FRAMES_PER_SECOND, IDLE_PACES
from game.client.scenes.page import Page
from game.client.viewport import Viewport
from game.client.widgets.widget import walk
from game.store.settings import load_settings, settings_path
from tests.client.program import open_app


class Dense:
    """A window on a screen that has two px across every point."""

    density = 2
    handle = 0

    def __init__(self, title: str, size: tuple[int, int], position: tuple[int, int], **flags: bool) -> None:
        self.title, self.size, self.position, self.flags = title, size, position, flags
        self.flips = 0
        self.closed = False
        self._surface = pygame.Surface((0, 0))

    def get_surface(self) -> pygame.Surface:
        wanted = (self.size[0] * self.density, self.size[1] * self.density)
        if self._surface.get_size() != wanted:
            self._surface = pygame.Surface(wanted)
        return self._surface

    def flip(self) -> None:
        self.flips += 1

    def show(self) -> None:
        pass

    def set_icon(self, icon: pygame.Surface) -> None:
        pass

    def destroy(self) -> None:
        self.closed = True


@pytest.fixture
def dense(monkeypatch: pytest.MonkeyPatch) -> None:
    pygame.display.init()
    pygame.font.init()
    monkeypatch.setattr(pygame, "Window", Dense)
    monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: [(1920, 1080)])


def glass(app: App) -> Dense:
    return cast("Dense", app.window._window)


def test_an_ordinary_window_has_a_px_for_every_point() -> None:
    pygame.display.init()
    pane = AppWindow((800, 600), 0, full=False)
    assert (pane.size, pane.surface.get_size(), pane.title) == ((800, 600), (800, 600), WINDOW_TITLE)
    assert pane.viewport == Viewport((800, 600), 1.0)
    pane.show((900, 640), 0, full=False)
    assert pane.viewport.size == (900, 640)
    pane.show((900, 640), 0, full=True)
    assert pane.size == pygame.display.get_desktop_sizes()[0]
    pane.show((900, 640), 0, full=False)
    assert pane.size == (900, 640)
    pane.set_icon(pygame.Surface((32, 32)))
    pane.flash()
    pane.close()


@pytest.mark.usefixtures("dense")
def test_the_window_asks_for_all_the_px_of_its_screen() -> None:
    asked: dict[str, Any] = {}

    def opened(title: str, size: tuple[int, int], position: tuple[int, int]) -> pygame.Window:
        made = panes._open(title, size, position)
        asked.update(cast("Dense", made).flags, position=position)
        return made

    pane = AppWindow((1280, 720), 1, full=False, opened=opened)
    assert (asked["allow_high_dpi"], asked["resizable"]) == (True, True)
    assert asked["position"] == (pygame.WINDOWPOS_CENTERED | 1,) * 2
    assert pane.viewport == Viewport((2560, 1440), 2.0)


@pytest.mark.usefixtures("dense")
def test_a_dense_window_is_drawn_in_px_and_kept_in_points(tmp_path: Path) -> None:
    app = open_app(tmp_path)
    assert (app.window.size, app.director.viewport.size, app.director.viewport.u) == ((1280, 720), (2560, 1440), 2.0)
    app.run_frame()
    assert glass(app).flips == 1
    assert app.window.surface.get_at((1280, 720))[:3] != (0, 0, 0)
    glass(app).size = (1000, 600)
    app.loop.fit_window()
    assert app.director.viewport.size == (2000, 1200)
    assert (app.preferences.now.window_width, app.preferences.now.window_height) == (1000, 600)
    app.close()
    assert glass(app).closed
    again = open_app(tmp_path)
    assert again.window.size == (1000, 600)
    again.close()


@pytest.mark.usefixtures("dense")
def test_a_click_in_points_hits_what_lies_there_in_px(tmp_path: Path) -> None:
    app = open_app(tmp_path)
    app.director.apply(Push(app.context.settings()))
    page = app.director.top
    assert isinstance(page, Page)
    switch = next(widget for widget, _ in walk(page.root) if widget.name == "settings.calm")
    left, top, wide, high = app.director.viewport.to_window(switch.rect)
    in_points = ((left + wide - 40) / Dense.density, (top + high / 2) / Dense.density)
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        app.director.on_pygame_event(pygame.event.Event(kind, pos=in_points, button=1, touch=False), 0)
    assert app.preferences.now.calm
    app.close()


@pytest.mark.usefixtures("dense")
def test_moved_to_an_ordinary_screen_it_is_laid_out_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app = open_app(tmp_path)
    monkeypatch.setattr(Dense, "density", 1)
    pygame.event.clear()
    pygame.event.post(pygame.event.Event(pygame.WINDOWDISPLAYCHANGED, display_index=1))
    app.loop.handle_events()
    assert (app.director.viewport.size, app.director.viewport.ratio) == ((1280, 720), 1.0)
    app.close()


@pytest.mark.usefixtures("dense")
def test_minimised_it_draws_nothing_and_turns_seldom(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Eight turns hidden, then eight in sight again; the wheel's clock only writes down what it was asked for."""
    app = open_app(tmp_path)
    ticks: list[int] = []
    flips: list[int] = []

    class Clock:
        def tick(self, frames: int) -> None:
            ticks.append(frames)
            flips.append(glass(app).flips)
            if len(ticks) == 1:
                pygame.event.post(pygame.event.Event(pygame.WINDOWMINIMIZED))
            app.preferences.step_text_size(1 if len(ticks) % 2 else -1)  # there would be something to draw
            if len(ticks) == 9:
                pygame.event.post(pygame.event.Event(pygame.WINDOWRESTORED))
            app.director.running = len(ticks) < 17

    monkeypatch.setattr(pygame.time, "Clock", Clock)
    pygame.event.clear()
    app.run_frame()
    app.run()
    hidden, shown = slice(1, 9), slice(9, 17)
    assert set(ticks[hidden]) == {HIDDEN_FRAMES_PER_SECOND}
    assert min(ticks[shown]) >= min(frames for _turns, frames, _every in IDLE_PACES) > HIDDEN_FRAMES_PER_SECOND
    assert flips[hidden] == [flips[0]] * 8
    assert flips[-1] > flips[8]
    app.close()


@pytest.mark.usefixtures("dense")
def test_it_is_gone_at_once_and_what_was_wished_for_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app = open_app(tmp_path)
    gone: list[bool] = []
    monkeypatch.setattr(app.matches, "leave", lambda: gone.append(glass(app).closed))
    app.preferences.step_text_size(1)
    app.director.on_pygame_event(pygame.event.Event(pygame.QUIT), 0)
    assert not app.director.running
    app.close()
    assert gone == [True]
    assert load_settings(settings_path(tmp_path)).settings.text_size == 110
