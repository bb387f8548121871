"""Deleted matches: moved to a folder of their own, can be restored while the program runs, then removed.

Law: a match's desk moves with it; no existing file is overwritten.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from game.store.desk import desk_path

DELETED_FOLDER = "deleted"


def move_to_deleted(path: Path) -> Path:
    """Move a match to the deleted ones and return its new path; raise OSError if the disk fails."""
    folder = path.parent / DELETED_FOLDER
    folder.mkdir(exist_ok=True)
    return _move_match(path, folder)


def restore_deleted(path: Path) -> Path:
    """Move a deleted match back and return its path; raise OSError if the disk fails."""
    return _move_match(path, path.parent.parent)


def purge_deleted(matches: Path) -> None:
    """Remove the matches that an earlier run deleted, as far as possible."""
    with suppress(OSError):
        for path in (matches / DELETED_FOLDER).iterdir():
            with suppress(OSError):
                path.unlink()


def _move_match(path: Path, folder: Path) -> Path:
    number, free = 1, folder / path.name
    while free.exists():
        number += 1
        free = folder / f"{path.stem} ({number}){path.suffix}"
    path.rename(free)
    desk = desk_path(path)
    if desk.is_file():
        desk.rename(desk_path(free))
    return free
