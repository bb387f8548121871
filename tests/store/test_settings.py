"""The settings file: kept, read back, and never a reason not to start."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import pytest

from game.store.settings import (
    NOTE_DAMAGED,
    NOTE_NEWER,
    SETTING_RANGES,
    SETTINGS_SCHEMA,
    KeptKeys,
    KeptTable,
    LoadedSettings,
    NewerSettingsError,
    Settings,
    load_settings,
    read_settings,
    save_settings,
    settings_path,
    write_settings,
)
from tests.slices import every

TABLE = KeptTable("burako", "as written", (("close_with_wild", False), ("players", 2), ("target", 1500)))
KEYS = (KeptKeys("undo", ("Ctrl Z", "U"), "LB"), KeptKeys("draw", (), ""))
WISHES = Settings(
    text_size=150, calm=True, player="Rosa", tables=(TABLE,), last_game="burako", language="it", keys=KEYS
)


def test_what_is_kept_comes_back(tmp_path: Path) -> None:
    path = settings_path(tmp_path)
    save_settings(path, WISHES)
    found = load_settings(path)
    assert found.settings == WISHES
    assert found.note == ""
    assert found.may_write


def test_a_first_start_has_the_usual_settings_and_no_note(tmp_path: Path) -> None:
    found = load_settings(settings_path(tmp_path / "not there"))
    assert (found.settings, found.note, found.may_write) == (Settings(), "", True)


def test_three_generations_are_kept_and_an_equal_save_makes_none(tmp_path: Path) -> None:
    path = settings_path(tmp_path)
    for size in (80, 90, 100, 110, 110):
        save_settings(path, Settings(text_size=size))
    kept = sorted(file.name for file in tmp_path.iterdir())
    assert kept == ["settings.json", "settings.json.1", "settings.json.2"]
    sizes = [read_settings((tmp_path / name).read_bytes()).text_size for name in kept]
    assert sizes == [110, 100, 90]


def test_a_damaged_file_is_set_aside_and_the_one_before_is_read(tmp_path: Path) -> None:
    path = settings_path(tmp_path)
    save_settings(path, WISHES)
    save_settings(path, Settings(text_size=200))
    path.write_bytes(b'{"schema": 1, "text_')
    found = load_settings(path)
    assert found.settings == WISHES
    assert found.note == NOTE_DAMAGED
    assert found.may_write
    assert (tmp_path / "settings.json.damaged-1").read_bytes() == b'{"schema": 1, "text_'


@pytest.mark.parametrize(
    "bad",
    [
        b"",
        b"\0" * 300,
        bytes(range(256)),
        b"\x89PNG\r\n\x1a\n",
        "sch\u00f6n".encode("latin-1"),
        b"null",
        b"[1, 2]",
        b'{"text_size": 120}',
        b'{"schema": "1"}',
        b'{"schema": true, "text_size": 120}',
        b'{"schema": 1} {"schema": 1}',
    ],
)
def test_what_is_no_settings_at_all_is_set_aside_with_a_note(bad: bytes, tmp_path: Path) -> None:
    path = settings_path(tmp_path)
    path.write_bytes(bad)
    found = load_settings(path)
    assert (found.settings, found.note, found.may_write) == (Settings(), NOTE_DAMAGED, True)
    assert (tmp_path / "settings.json.damaged-1").read_bytes() == bad
    save_settings(path, WISHES)
    assert load_settings(path) == LoadedSettings(WISHES)


def test_a_folder_in_its_place_is_set_aside_with_all_that_is_in_it(tmp_path: Path) -> None:
    path = settings_path(tmp_path)
    save_settings(path, WISHES)
    path.rename(tmp_path / "settings.json.1")
    path.mkdir()
    (path / "mine.txt").write_text("kept")
    found = load_settings(path)
    assert (found.settings, found.note) == (WISHES, NOTE_DAMAGED)
    assert (tmp_path / "settings.json.damaged-1" / "mine.txt").read_text() == "kept"
    save_settings(path, Settings(text_size=150))
    assert load_settings(path).settings.text_size == 150


def test_a_file_that_may_not_be_read_is_set_aside_with_a_note(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = settings_path(tmp_path)
    for size in (90, 110):
        save_settings(path, Settings(text_size=size))
    real = Path.read_bytes

    def locked(self: Path) -> bytes:
        if self == path:
            raise PermissionError(13, "Permission denied")
        return real(self)

    monkeypatch.setattr(Path, "read_bytes", locked)
    found = load_settings(path)
    assert (found.settings.text_size, found.note) == (90, NOTE_DAMAGED)
    assert not path.exists()


def test_a_file_cut_anywhere_is_no_settings() -> None:
    whole = write_settings(WISHES)
    for end in range(len(whole) - 2):
        with pytest.raises(ValueError, match=r"settings|Expecting|Unterminated|Invalid"):
            read_settings(whole[:end])


def test_any_flipped_byte_is_read_or_refused(tmp_path: Path) -> None:
    whole = write_settings(WISHES)
    path = settings_path(tmp_path)
    for at in every(range(len(whole)), 7):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 0x15]) + whole[at + 1 :])
        found = load_settings(path)
        assert isinstance(found.settings, Settings)
        assert found.note in ("", NOTE_DAMAGED, NOTE_NEWER)


def test_settings_of_a_later_program_are_left_alone(tmp_path: Path) -> None:
    path = settings_path(tmp_path)
    later = json.dumps({"schema": SETTINGS_SCHEMA + 1, "text_size": {"menus": 120}}).encode()
    path.write_bytes(later)
    found = load_settings(path)
    assert (found.settings, found.note, found.may_write) == (Settings(), NOTE_NEWER, False)
    assert path.read_bytes() == later
    with pytest.raises(NewerSettingsError):
        read_settings(later)


def test_a_single_value_that_makes_no_sense_is_its_default() -> None:
    said = {"schema": 1, "text_size": "large", "volume": 30, "calm": 1, "tables": [7, {"game": "burako"}], "more": 0}
    assert read_settings(json.dumps(said).encode()) == Settings(volume=30)


def test_settings_nested_without_end_are_refused() -> None:
    with pytest.raises(ValueError, match="nested"):
        read_settings(b"[" * 100_000)


def test_a_game_set_up_anew_replaces_how_it_was_set_up() -> None:
    other = KeptTable("eburako", "as written")
    again = KeptTable("burako", "as written", (("target", 500),))
    settings = WISHES.with_table(other).with_table(again)
    assert settings.tables == (other, again)
    assert settings.last_game == "burako"
    assert settings.table_of("burako") == again
    assert settings.table_of("rummy") is None


@pytest.mark.parametrize("name", SETTING_RANGES)
def test_a_number_outside_what_it_may_be_is_brought_to_the_nearer_end(name: str) -> None:
    least, most = SETTING_RANGES[name]
    for said, value in ((least - 1, least), (most + 1, most), (10**30, most), (least, least)):
        read = read_settings(json.dumps({"schema": SETTINGS_SCHEMA, name: said}).encode())
        assert getattr(read, name) == value
    assert least <= getattr(Settings(), name) <= most


@pytest.mark.parametrize(
    "said",
    ["all", 7, {"undo": []}, {"undo": {"keys": "U", "pad": ""}}, {"undo": {"keys": [7], "pad": ""}}, {"undo": {}}],
)
def test_keys_that_make_no_sense_are_left_out(said: object) -> None:
    read = read_settings(json.dumps({"schema": SETTINGS_SCHEMA, "keys": said, "calm": True}).encode())
    assert (read.keys, read.calm) == ((), True)


def test_the_usual_settings_are_known_one_by_one() -> None:
    usual = asdict(Settings())
    numbers = {name: value for name, value in usual.items() if type(value) is int}
    assert numbers == {
        "text_size": 100,
        "table_size": 100,
        "volume": 70,
        "volume_turn": 70,
        "volume_chat": 70,
        "volume_room": 40,
        "volume_music": 60,
        "motion": 100,
        "monitor": 0,
        "window_width": 1280,
        "window_height": 720,
        "bot_pace": 900,
        "puzzle_grade": 1,
        "speech_speed": 100,
    }
    assert {name for name, value in usual.items() if value is True} == {
        "sounds",
        "bot_lines",
        "opening_hint",
        "sort_dealt",
    }
