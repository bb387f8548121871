"""Match files: one text file a match, appended and fsynced; a list of them to resume or look at.

Laws: a file is only ever appended to; before a damaged tail is cut off for writing on, the file is copied aside.
"""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass
from pathlib import Path

from game.match.lines import Damage, NewerMatchError, Reading, UnreadableMatchError, read_match
from game.match.match import Match

SUFFIX = ".comodin"


class FileJournal:
    """Appends lines to a match file; each is safe on disk when `append` returns."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file = path.open("ab")

    def append(self, line: bytes) -> None:
        """Write and fsync one line; raise OSError when the disk refuses."""
        self._file.write(line)
        self._file.flush()
        os.fsync(self._file.fileno())

    def close(self) -> None:
        """Close the file; safe to call twice."""
        self._file.close()


class NoJournal:
    """Keeps nothing, for a home that cannot be written."""

    def append(self, line: bytes) -> None:
        """Forget the line."""

    def close(self) -> None:
        """Nothing is open."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A match file as the list shows it: its reading, or the sentence why it cannot be read; `changed` in seconds."""

    path: Path
    changed: float
    reading: Reading | None
    problem: str = ""
    newer: bool = False  # it was written by a later program

    @property
    def match(self) -> Match | None:
        """The match as far as the file is good."""
        return None if self.reading is None else self.reading.match


def new_match_path(folder: Path, game: str, stamp: str) -> Path:
    """Return a free name for a match; `stamp` is a date and time for people."""
    number = 1
    path = folder / f"{game} {stamp}{SUFFIX}"
    while path.exists():
        number += 1
        path = folder / f"{game} {stamp} ({number}){SUFFIX}"
    return path


def create_journal(folder: Path, game: str, stamp: str) -> FileJournal:
    """Begin a file that did not exist before, whoever else begins one at the same time."""
    while True:
        path = new_match_path(folder, game, stamp)
        try:
            path.open("xb").close()
        except FileExistsError:
            continue
        return FileJournal(path)


def read_file(path: Path) -> Reading:
    """Read a match file; raise UnreadableMatchError with a sentence for every way this can fail."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise UnreadableMatchError(f"The file {path.name} cannot be read: {error.strerror}.") from error
    return read_match(data)


def resume_journal(path: Path, reading: Reading) -> FileJournal:
    """Open a file to write on; what is damaged behind its good part is copied aside first, then cut off."""
    if reading.damage is not None:
        copy_aside(path)
        with path.open("r+b") as file:
            file.truncate(reading.good_bytes)
            file.flush()
            os.fsync(file.fileno())
    return FileJournal(path)


def copy_aside(path: Path) -> Path:
    """Copy a file under a free name beside it."""
    number = 1
    while (copy := path.with_name(f"{path.name}.damaged-{number}")).exists():
        number += 1
    shutil.copy2(path, copy)
    return copy


def list_matches(folder: Path) -> tuple[Kept, ...]:
    """List the match files of a folder, the one changed last first."""
    try:
        paths = sorted(folder.glob(f"*{SUFFIX}"))
    except OSError:
        return ()
    return tuple(sorted((_kept(path) for path in paths), key=lambda kept: (-kept.changed, kept.path.name)))


def _kept(path: Path) -> Kept:
    try:
        changed = path.stat().st_mtime
        return Kept(path, changed, read_file(path))
    except UnreadableMatchError as error:
        return Kept(path, changed, None, str(error), isinstance(error, NewerMatchError))
    except OSError as error:
        return Kept(path, 0.0, None, f"The file {path.name} cannot be read: {error.strerror}.")


def damage_of(kept: Kept) -> Damage | None:
    """Return what is wrong with a file that can be read in part."""
    return None if kept.reading is None else kept.reading.damage
