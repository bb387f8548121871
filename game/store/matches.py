"""Match files: one text file for each match, appended and fsynced.

Laws: files are append-only; a damaged file is copied aside before its bad tail is cut off.
"""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from pathlib import Path

from game.match.lines import FileReading, UnreadableMatchError, read_match
from game.store.appended import AppendedFile
from game.store.atomic import sync_folder

MATCH_SUFFIX = ".comodin"


class NoJournal:
    """A journal that drops all lines, for a home that cannot be written."""

    def append(self, line: bytes) -> None:
        """Drop the line."""

    def close(self) -> None:
        """Do nothing."""


def new_match_path(folder: Path, game: str, stamp: str) -> Path:
    """Return a free path for a match; `stamp` is a readable date and time."""
    number = 1
    path = folder / f"{game} {stamp}{MATCH_SUFFIX}"
    while path.exists():
        number += 1
        path = folder / f"{game} {stamp} ({number}){MATCH_SUFFIX}"
    return path


def create_journal(folder: Path, game: str, stamp: str) -> AppendedFile:
    """Create a match file under a free name, even if other programs do so at the same time."""
    while True:
        path = new_match_path(folder, game, stamp)
        try:
            path.open("xb").close()
        except FileExistsError:
            continue
        return AppendedFile(path)


def read_file(path: Path) -> FileReading:
    """Read a match file; raise UnreadableMatchError with a readable message for every way this can fail."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise UnreadableMatchError(f"The file {path.name} cannot be read: {error.strerror}.") from error
    return read_match(data)


def resume_journal(path: Path, reading: FileReading) -> AppendedFile:
    """Open a file to continue it; if its tail is damaged, the file is copied aside and the tail cut off first."""
    if reading.damage is not None:
        cut_off(path, reading.good_bytes)
    return AppendedFile(path)


def cut_off(path: Path, good: int) -> Path:
    """Copy a file aside, then cut off what follows its first `good` bytes; return the copy."""
    copy = copy_aside(path)
    with path.open("r+b") as file:
        file.truncate(good)
        os.fsync(file.fileno())
    return copy


def copy_aside(path: Path) -> Path:
    """Copy a file to a free name beside it, crash-safe."""
    number = 1
    while (copy := path.with_name(f"{path.name}.damaged-{number}")).exists():
        number += 1
    try:
        shutil.copy2(path, copy)
        with copy.open("r+b") as file:
            os.fsync(file.fileno())
        sync_folder(path.parent)
    except OSError:
        with suppress(OSError):
            copy.unlink(missing_ok=True)  # half a copy is useless, and every start would leave another
        raise
    return copy
