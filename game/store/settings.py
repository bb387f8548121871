"""The settings file: a player's settings as JSON with a schema number, in three generations.

Laws: an unreadable file is set aside with a note, and the generation before it is tried; a file of a newer schema is
never overwritten; a single invalid value is replaced by its default.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from game.store.atomic import read_newest, replace_keeping
from game.table.options import OptionValue

if TYPE_CHECKING:
    from collections.abc import Mapping

SETTINGS_SCHEMA = 1
SETTINGS_FILE = "settings.json"
NOTE_DAMAGED = "settings_damaged"
NOTE_NEWER = "settings_newer"
# The limits of settings that could make the game unusable; a value outside is moved to the nearer limit.
SETTING_RANGES: Final[Mapping[str, tuple[int, int]]] = MappingProxyType(
    {
        "text_size": (80, 250),
        "table_size": (80, 250),
        "volume": (0, 100),
        "volume_turn": (0, 100),
        "volume_chat": (0, 100),
        "volume_room": (0, 100),
        "volume_music": (0, 100),
        "motion": (25, 400),
        "bot_pace": (0, 10_000),
        "puzzle_grade": (1, 3),
        "speech_speed": (50, 200),
        "monitor": (0, 15),
        "window_width": (1, 32_000),
        "window_height": (1, 32_000),
    }
)


@dataclass(frozen=True, slots=True)
class KeptTable:
    """The last setup of a game: its preset, and the options that differ from it."""

    game: str
    preset: str
    chosen: tuple[tuple[str, OptionValue], ...] = ()


@dataclass(frozen=True, slots=True)
class KeptKeys:
    """The keys and the pad button (empty for no button) that a player gave an action instead of the usual ones."""

    action: str
    keys: tuple[str, ...]
    pad: str = ""


@dataclass(frozen=True, slots=True)
class Settings:
    """Sizes, speed of motion and volumes in per cent, the switches, the window in points, the player, the tables.

    `burraco_tiles` shows the games of cards with tiles; `bot_pace` is the pause before a bot's turn, in
    milliseconds; an empty `language` means the system's; `volume` is that of the table's sounds; `felt`, `back` and
    `rack` name the looks of the table; `monitor` counts from 0; `keys` holds the actions that were given other keys and
    pad buttons, as text; with `bot_lines` bots say something. A player who was `welcomed` is not asked for a name
    again; with `coach` the game tells, after a turn, what could have been better, with `opening_hint`, before a draw,
    that one could open; with `sort_dealt` a rack is sorted by runs when it is dealt. `speech` says how much is read
    aloud; `learned` names the lessons that were played to their end, with blanks between. With `puzzle_clock` the time
    that a puzzle takes is counted; `puzzle_grade` is the lowest grade of puzzles given; with `score_at_once` a round's
    sheet is not told line by line. `silent` is true once the player was told that there is no sound.
    """

    language: str = ""
    text_size: int = 100
    table_size: int = 100
    volume: int = 70
    volume_turn: int = 70
    volume_chat: int = 70
    volume_room: int = 40
    volume_music: int = 60
    sounds: bool = True
    calm: bool = False
    less_motion: bool = False
    score_at_once: bool = False
    motion: int = 100
    full_screen: bool = False
    monitor: int = 0
    palette: str = "classic"
    felt: str = "usual"
    back: str = "usual"
    rack: str = "usual"
    burraco_tiles: bool = False
    window_width: int = 1280
    window_height: int = 720
    bot_pace: int = 900
    bot_lines: bool = True
    player: str = ""
    last_game: str = ""
    welcomed: bool = False
    silent: bool = False
    learned: str = ""
    puzzle_clock: bool = False
    puzzle_grade: int = 1
    coach: bool = False
    opening_hint: bool = True
    sort_dealt: bool = True
    speech: str = "off"
    speech_speed: int = 100
    captions: bool = False
    large_pointer: bool = False
    tables: tuple[KeptTable, ...] = ()
    keys: tuple[KeptKeys, ...] = ()

    def table_of(self, game: str) -> KeptTable | None:
        """Return the last setup of a game."""
        return next((table for table in self.tables if table.game == game), None)

    def with_table(self, table: KeptTable) -> Settings:
        """Return the settings with this setup as the last one."""
        others = tuple(one for one in self.tables if one.game != table.game)
        return replace(self, last_game=table.game, tables=(*others, table))


class NewerSettingsError(Exception):
    """The file was written by a newer version of the program."""


@dataclass(frozen=True, slots=True)
class LoadedSettings:
    """The settings that were read, a note for the player (a code), and whether the file may be overwritten."""

    settings: Settings
    note: str = ""
    may_write: bool = True


def settings_path(home: Path) -> Path:
    """Return the path of a home's settings."""
    return home / SETTINGS_FILE


def load_settings(path: Path) -> LoadedSettings:
    """Read the newest readable settings; never raises."""
    try:
        settings, damaged = read_newest(path, read_settings)
    except NewerSettingsError:
        return LoadedSettings(Settings(), NOTE_NEWER, may_write=False)
    return LoadedSettings(settings or Settings(), NOTE_DAMAGED if damaged else "")


def save_settings(path: Path, settings: Settings) -> None:
    """Save the settings and keep the two generations before; raise OSError if the disk fails."""
    replace_keeping(path, write_settings(settings))


def write_settings(settings: Settings) -> bytes:
    """Return the settings as the bytes of a file."""
    said = {"schema": SETTINGS_SCHEMA, **asdict(settings)}
    said["tables"] = [
        {"game": table.game, "preset": table.preset, "chosen": dict(table.chosen)} for table in settings.tables
    ]
    said["keys"] = {one.action: {"keys": list(one.keys), "pad": one.pad} for one in settings.keys}
    return (json.dumps(said, ensure_ascii=False, indent=1) + "\n").encode()


def read_settings(data: bytes) -> Settings:
    """Read a settings file; raise NewerSettingsError for a newer schema, ValueError for anything else."""
    try:
        said = json.loads(data)
    except RecursionError as error:
        raise ValueError("the settings are nested too deeply") from error
    if not isinstance(said, dict) or type(said.get("schema")) is not int:
        raise ValueError("the settings do not say which schema they have")
    if said["schema"] > SETTINGS_SCHEMA:
        raise NewerSettingsError(f"schema {said['schema']} is later than {SETTINGS_SCHEMA}")
    plain = {
        one.name: said[one.name]
        for one in fields(Settings)
        if one.name not in ("tables", "keys") and type(said.get(one.name)) is type(one.default)
    }
    plain = {name: _clamped(name, value) for name, value in plain.items()}
    return Settings(**plain, tables=_tables(said.get("tables")), keys=_keys(said.get("keys")))


def _clamped(name: str, value: int | str) -> int | str:
    """Move a number into the limits of its setting."""
    least, most = SETTING_RANGES.get(name, (value, value))
    return value if isinstance(value, str) else max(least, min(most, value))


def _keys(said: object) -> tuple[KeptKeys, ...]:
    """Read the valid rows of keys."""
    kept = []
    for action, one in said.items() if isinstance(said, dict) else ():
        if not isinstance(one, dict):
            continue
        keys, pad = one.get("keys"), one.get("pad")
        if isinstance(keys, list) and all(isinstance(key, str) for key in keys) and isinstance(pad, str):
            kept.append(KeptKeys(str(action), tuple(keys), pad))
    return tuple(kept)


def _tables(said: object) -> tuple[KeptTable, ...]:
    """Read the valid rows of tables."""
    kept = []
    for one in said if isinstance(said, list) else []:
        if not isinstance(one, dict):
            continue
        game, preset, chosen = one.get("game"), one.get("preset"), one.get("chosen")
        if isinstance(game, str) and isinstance(preset, str) and isinstance(chosen, dict):
            values = tuple((str(name), value) for name, value in chosen.items() if isinstance(value, int | str))
            kept.append(KeptTable(game, preset, values))
    return tuple(kept)
