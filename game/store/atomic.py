"""Replaces files atomically: writes a new file, fsyncs it, renames it, fsyncs the folder; can keep earlier versions."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

_T = TypeVar("_T")
GENERATION_COUNT = 3
TEMPORARY_MARK = ".new-"  # in the name of a file that is being written, or that a crash left half written
_BINARY = getattr(os, "O_BINARY", 0)
_NOT_NEEDED = frozenset({errno.EINVAL, errno.ENOTSUP, errno.EBADF})  # a folder there needs no fsync


def replace_file(path: Path, data: bytes, mode: int = 0o666) -> None:
    """Replace a file so that a crash leaves either the old or the new one; raise OSError if that fails."""
    beside = path.with_name(f"{path.name}{TEMPORARY_MARK}{os.getpid()}")
    try:
        with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | _BINARY, mode), "wb") as out:
            out.write(data)
            out.flush()
            os.fsync(out.fileno())
        beside.replace(path)
        sync_folder(path.parent)
    finally:
        with suppress(OSError):
            beside.unlink(missing_ok=True)


def sync_folder(folder: Path) -> None:
    """Fsync a folder, so that the names in it survive a crash; raise OSError if that fails."""
    if os.name != "posix":
        return  # Windows cannot open a folder; it saves names with the files
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno not in _NOT_NEEDED:
            raise
    finally:
        os.close(handle)


def make_folder(folder: Path) -> None:
    """Make a folder and its parents so that they survive a crash; raise OSError if that fails."""
    if folder.is_dir():
        return
    make_folder(folder.parent)
    folder.mkdir(exist_ok=True)
    sync_folder(folder.parent)


def generation_path(path: Path, age: int) -> Path:
    """Return the path of a generation of a file; 0 is the newest."""
    return path if age == 0 else path.with_name(f"{path.name}.{age}")


def replace_keeping(path: Path, data: bytes) -> None:
    """Replace a file and keep its older generations."""
    if path.exists() and path.read_bytes() == data:
        return
    for age in range(GENERATION_COUNT - 1, 0, -1):
        older = generation_path(path, age - 1)
        if older.exists():
            replace_file(generation_path(path, age), older.read_bytes())
    replace_file(path, data)


def set_aside(path: Path) -> Path:
    """Rename a damaged file to a free name; return the new path."""
    number = 1
    while path.with_name(f"{path.name}.damaged-{number}").exists():
        number += 1
    return path.rename(path.with_name(f"{path.name}.damaged-{number}"))


def read_newest(path: Path, read: Callable[[bytes], _T]) -> tuple[_T | None, tuple[Path, ...]]:
    """Return the newest generation that `read` accepts, and the newer ones, which are set aside."""
    damaged: list[Path] = []
    for age in range(GENERATION_COUNT):
        file = generation_path(path, age)
        try:
            return read(file.read_bytes()), tuple(damaged)
        except FileNotFoundError:
            continue
        except (OSError, ValueError):
            damaged.append(_aside_if_possible(file))
    return None, tuple(damaged)


def _aside_if_possible(path: Path) -> Path:
    try:
        return set_aside(path)
    except OSError:
        return path
