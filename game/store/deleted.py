"""Matches that were deleted: put aside in a folder of their own, brought back while the program runs, then forgotten.

Law: a match goes and comes with what lies on its desk; nothing that is there is written over.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from game.store.desk import desk_path

FOLDER = "deleted"


def put_aside(path: Path) -> Path:
    """Move a match among the deleted ones and return its place there; raise OSError when the disk refuses."""
    folder = path.parent / FOLDER
    folder.mkdir(exist_ok=True)
    return _moved(path, folder)


def bring_back(path: Path) -> Path:
    """Move a deleted match to where it was and return its place; raise OSError when the disk refuses."""
    return _moved(path, path.parent.parent)


def forget_deleted(matches: Path) -> None:
    """Remove what an earlier run deleted; what cannot be removed stays."""
    with suppress(OSError):
        for path in (matches / FOLDER).iterdir():
            with suppress(OSError):
                path.unlink()


def _moved(path: Path, folder: Path) -> Path:
    number, free = 1, folder / path.name
    while free.exists():
        number += 1
        free = folder / f"{path.stem} ({number}){path.suffix}"
    path.rename(free)
    desk = desk_path(path)
    if desk.is_file():
        desk.rename(desk_path(free))
    return free
