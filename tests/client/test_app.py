"""The composition root without a window: rooms, wishes, notes, and what is kept when it ends."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from unittest.mock import patch

import pygame
import pytest

from game.client.app import App, play, print_line
from game.client.app_context import MatchAtTable
from game.client.director import Replace
from game.client.draw.assets import font
from game.client.draw.sound import SoundProblem
from game.client.draw.theme import Typeface
from game.client.scenes.message import Message
from game.client.scenes.title import Title
from game.client.words import say
from game.store.background import TROUBLE_DESK
from game.store.home import open_home
from game.store.settings import Settings, load_settings, settings_path
from tests.client.program import open_app


@pytest.fixture
def app(tmp_path: Path) -> Iterator[App]:
    made = open_app(tmp_path)
    yield made
    made.close()


def press(app: App, key: int, mod: int = 0) -> None:
    """Let a key go down and up, as the system tells it."""
    for kind in (pygame.KEYDOWN, pygame.KEYUP):
        event = pygame.event.Event(kind, key=key, mod=mod, unicode="", scancode=0)
        app.director.on_pygame_event(event, 0)


def test_it_begins_at_the_title_and_walks_to_every_room(app: App) -> None:
    app.run_frame()
    assert isinstance(app.director.top, Title)
    for key, mod, name in (
        (pygame.K_F1, 0, "help"),
        (pygame.K_ESCAPE, 0, "title"),
        (pygame.K_n, pygame.KMOD_CTRL, "new_game"),
        (pygame.K_ESCAPE, 0, "title"),
        (pygame.K_RETURN, 0, "table"),
    ):
        press(app, key, mod)
        app.run_frame()
        assert app.director.top.name == name
    press(app, pygame.K_q, pygame.KMOD_CTRL)
    assert not app.director.running


def test_a_picture_is_drawn_only_when_something_changed(app: App) -> None:
    app.matches.wait()
    press(app, pygame.K_n, pygame.KMOD_CTRL)  # the title's tiles are on their way into the name
    assert not all(app.run_frame() for _ in range(1_000))
    assert not app.run_frame()
    press(app, pygame.K_PLUS, pygame.KMOD_SHIFT)
    assert app.run_frame()
    assert app.preferences.now.text_size == 110


def test_wishes_are_kept_when_it_ends(tmp_path: Path) -> None:
    app = open_app(tmp_path)
    app.preferences.step_text_size(2)
    app.preferences.toggle_sounds()
    app.close()
    kept = load_settings(settings_path(tmp_path)).settings
    assert (kept.text_size, kept.sounds) == (125, False)
    assert app.sounds.muted


def test_the_window_comes_back_in_its_size(tmp_path: Path) -> None:
    pygame.display.init()
    pygame.font.init()
    settings = {"schema": 1, "window_width": 1000, "window_height": 600}
    settings_path(tmp_path).write_text(json.dumps(settings))
    app = open_app(tmp_path)
    assert app.window.size == (1000, 600)
    assert app.director.viewport.size == (1000, 600)
    app.window.show((1100, 640), 0, full=False)
    app.loop.fit_window()
    assert app.director.viewport.size == (1100, 640)
    assert (app.preferences.now.window_width, app.preferences.now.window_height) == (1100, 640)
    app.close()


@pytest.mark.parametrize("bad", ["cut", "binary", "folder"])
def test_bad_settings_are_set_aside_with_a_sentence_and_the_game_begins(bad: str, tmp_path: Path) -> None:
    pygame.display.init()
    pygame.font.init()
    path = settings_path(tmp_path)
    if bad == "folder":
        path.mkdir()
    else:
        path.write_bytes(b'{"schema": 1, "text_si' if bad == "cut" else bytes(range(256)))
    app = open_app(tmp_path)
    assert [str(note) for note in app.matches.notes] == [say("notice.settings_damaged")]
    assert app.preferences.now == Settings()
    assert (tmp_path / "settings.json.damaged-1").exists()
    app.preferences.step_text_size(1)
    app.close()
    again = open_app(tmp_path)
    assert (again.preferences.now.text_size, again.matches.notes) == (110, [])
    again.close()


def test_that_there_is_no_sound_is_told_once_until_there_was_some(tmp_path: Path) -> None:
    pygame.display.init()
    pygame.font.init()
    told = []
    for found in (SoundProblem.NO_DEVICE, SoundProblem.NO_DEVICE, None, SoundProblem.NO_DEVICE):
        app = open_app(tmp_path)
        with patch.object(app.sounds, "open", return_value=found):
            app.finish_start()
        told.append([note.code for note in app.matches.notes])
        app.close()
    silent = [f"notice.{SoundProblem.NO_DEVICE.value}"]
    assert told == [silent, [], [], silent]


def test_settings_of_a_later_program_are_told_and_not_written_over(tmp_path: Path) -> None:
    pygame.display.init()
    pygame.font.init()
    later = json.dumps({"schema": 99})
    settings_path(tmp_path).write_text(later)
    app = open_app(tmp_path)
    assert [note.code for note in app.matches.notes] == ["notice.settings_newer"]
    assert app.preferences.now == Settings()
    app.preferences.step_text_size(1)
    app.close()
    assert settings_path(tmp_path).read_text() == later


def test_a_second_program_says_so_and_leaves_the_settings_alone(tmp_path: Path) -> None:
    pygame.display.init()
    pygame.font.init()
    first = open_home(tmp_path)
    app = open_app(tmp_path)
    kept = settings_path(tmp_path).read_text()
    assert [note.code for note in app.matches.notes] == ["notice.home_guest"]
    app.preferences.step_text_size(1)
    app.close()
    first.close()
    assert settings_path(tmp_path).read_text() == kept


def test_what_cannot_be_kept_is_a_sentence_over_the_game(app: App) -> None:
    def refuse() -> None:
        raise OSError(28, "No space left on device")

    app.run_frame()
    app.writer.add_task(refuse, TROUBLE_DESK)
    app.writer.wait_until_tried()
    app.run_frame()
    page = app.director.top
    assert isinstance(page, Message)
    assert "No space left on device" in str(page.dialog.children[0].children[0].children[0].accessible_text())


def test_matches_are_not_read_before_the_first_picture(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    monkeypatch.setattr(app.matches, "read", lambda: read.append("read"))
    app.run_frame()
    app.context.title()
    assert read == []
    app.finish_start()
    app.context.title()
    assert read == ["read", "read"]


def test_a_match_that_is_left_goes_on(app: App) -> None:
    app.scene_factory.read_matches()
    press(app, pygame.K_RETURN)
    assert app.director.top.name == "table"
    app.run_frame()
    app.director.apply(Replace(app.context.title(), all_of_them=True))
    app.matches.wait()
    app.run_frame()
    (kept,) = app.matches.kept or ()
    opened = app.matches.resume(kept)
    assert isinstance(opened, MatchAtTable)
    assert opened.session.header.seats[0].name == "Player"


class Gone(StringIO):
    """A reader that has gone."""

    def write(self, _text: str, /) -> int:
        raise BrokenPipeError


def test_the_debug_print_survives_a_reader_that_has_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout", Gone())
    print_line("{}")
    print_line("{}")
    out = sys.stdout
    assert out.name == os.devnull
    out.close()


def test_play_ends_at_once_when_the_window_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def close_the_window(_self: App) -> None:
        pygame.event.post(pygame.event.Event(pygame.QUIT))

    monkeypatch.setattr(App, "finish_start", close_the_window)
    assert play(str(tmp_path), debug_layout=False) == 0


def test_what_is_read_aloud_goes_into_the_file_it_was_asked_into(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def speak_and_close(app: App) -> None:
        app.speaker.say("Ana draws.")
        pygame.event.post(pygame.event.Event(pygame.QUIT))

    monkeypatch.setattr(App, "finish_start", speak_and_close)
    assert play(str(tmp_path), debug_layout=False, spoken=tmp_path / "spoken.txt") == 0
    assert (tmp_path / "spoken.txt").read_text(encoding="utf-8").splitlines()[-1] == "Ana draws."


def test_words_can_be_drawn_again_after_the_program_has_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(App, "finish_start", lambda _self: pygame.event.post(pygame.event.Event(pygame.QUIT)))
    before = font(Typeface.FREDOKA, 20).size("Comodín")
    assert play(str(tmp_path), debug_layout=False) == 0
    pygame.font.init()
    assert font(Typeface.FREDOKA, 20).size("Comodín") == before
