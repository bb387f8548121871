"""The screens before the table, at a real window."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from tests.window.driver import SCREEN, Sight, Window, program, screen

ROOT = Path(__file__).resolve().parents[2]
COMMAND = [sys.executable, "-m", "game"]

pytestmark = pytest.mark.window


def test_title_new_game_options_and_settings_by_mouse(tmp_path: Path) -> None:
    home = tmp_path / "home"
    with screen() as display, program(COMMAND, display, home, tmp_path, PYTHONPATH=str(ROOT)) as window:
        window.scene("title")
        window.click("title.new_game")
        window.scene("new_game")
        window.click("new.groups.ending" if window.sight.find("new.groups.ending") else "new.groups")
        window.scene("options")
        window.click("options.back")
        window.scene("new_game")
        window.click("new.back")
        window.scene("title")
        window.click("title.settings")
        window.scene("settings")
        window.click("settings.calm")
        window.wait(lambda sight: "on" in _state(sight, "settings.calm"), "calm switched on")
        window.press("Escape")
        window.scene("title")
        assert window.quit() == 0
    assert json.loads((home / "settings.json").read_text(encoding="utf-8"))["calm"] is True


@pytest.mark.whole  # by mouse: above
def test_the_same_by_keys(tmp_path: Path) -> None:
    with screen() as display, program(COMMAND, display, tmp_path, tmp_path, PYTHONPATH=str(ROOT)) as window:
        window.scene("title")
        window.press("F1")
        window.scene("help")
        window.press("Escape")
        window.scene("title")
        window.press("ctrl+n")
        window.scene("new_game")
        window.press("Escape")
        _walk_to(window, "title.settings")
        window.press("Return")
        window.scene("settings")
        assert window.quit() == 0


@pytest.mark.whole  # sizes in memory: `tests/client/test_languages.py`
def test_the_window_follows_its_size_and_the_key_for_full_screen(tmp_path: Path) -> None:
    with screen() as display, program(COMMAND, display, tmp_path, tmp_path, PYTHONPATH=str(ROOT)) as window:
        window.scene("title")
        assert window.sight.window == (1280, 720)
        window.xdotool("windowsize", window.id, 1000, 640)
        window.wait(lambda sight: sight.window == (1000, 640), "the smaller window")
        gold = window.place("title.play")
        assert gold.rect[0] + gold.rect[2] <= 1000
        window.press("F11")
        window.wait(lambda sight: sight.window == SCREEN, "full screen")
        window.press("alt+Return")
        window.wait(lambda sight: sight.window != SCREEN, "the window again")
        assert window.quit() == 0


def _walk_to(window: Window, name: str) -> None:
    """Press Tab until a widget has the focus."""
    window.scene("title")
    for _ in range(20):
        before = _focus(window)
        if before == name:
            return
        window.press("Tab")
        _wait_for_other_focus(window, before)
    raise AssertionError(f"Tab does not reach {name}")


def _wait_for_other_focus(window: Window, before: str) -> None:
    window.wait(lambda _sight: _focus(window) != before, "the focus to move")


def _focus(window: Window) -> str:
    return next((place.name for place in window.sight.places if "focus" in place.state), "")


def _state(sight: Sight, name: str) -> tuple[str, ...]:
    found = sight.find(name)
    return () if found is None else found.state
