"""Match files: one text file a match, appended and fsynced.

Laws: a file is only ever appended to; before a damaged tail is cut off for writing on, the file is copied aside.
"""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from pathlib import Path

from game.match.lines import FileReading, UnreadableMatchError, read_match
from game.store.appended import AppendedFile
from game.store.atomic import sync_folder

SUFFIX = ".comodin"


class NoJournal:
    """Keeps nothing, for a home that cannot be written."""

    def append(self, line: bytes) -> None:
        """Forget the line."""

    def close(self) -> None:
        """Nothing is open."""


def new_match_path(folder: Path, game: str, stamp: str) -> Path:
    """Return a free name for a match; `stamp` is a date and time for people."""
    number = 1
    path = folder / f"{game} {stamp}{SUFFIX}"
    while path.exists():
        number += 1
        path = folder / f"{game} {stamp} ({number}){SUFFIX}"
    return path


def create_journal(folder: Path, game: str, stamp: str) -> AppendedFile:
    """Begin a file that did not exist before, whoever else begins one at the same time."""
    while True:
        path = new_match_path(folder, game, stamp)
        try:
            path.open("xb").close()
        except FileExistsError:
            continue
        return AppendedFile(path)


def read_file(path: Path) -> FileReading:
    """Read a match file; raise UnreadableMatchError with a sentence for every way this can fail."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise UnreadableMatchError(f"The file {path.name} cannot be read: {error.strerror}.") from error
    return read_match(data)


def resume_journal(path: Path, reading: FileReading) -> AppendedFile:
    """Open a file to write on; what is damaged behind its good part is copied aside first, then cut off."""
    if reading.damage is not None:
        cut_off(path, reading.good_bytes)
    return AppendedFile(path)


def cut_off(path: Path, good: int) -> Path:
    """Cut off what is damaged at the end of a file, once it is safe in a copy beside it; return the copy."""
    copy = copy_aside(path)
    with path.open("r+b") as file:
        file.truncate(good)
        os.fsync(file.fileno())
    return copy


def copy_aside(path: Path) -> Path:
    """Copy a file under a free name beside it, safe from a crash."""
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
            copy.unlink(missing_ok=True)  # half a copy is no use, and every start would leave another
        raise
    return copy
