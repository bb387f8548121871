"""A disk that forgets at a crash whatever was not fsynced, names in folders too, and one that refuses when told to.

What is written goes to a real folder; only `os.fsync` and `os.write` are replaced.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

NO_SPACE = OSError(28, "No space left on device")


class ForgetfulDisk:
    """What lies in `root` and how much of it would be found after a crash."""

    def __init__(self, root: Path, patch: pytest.MonkeyPatch) -> None:
        self.root = root
        self._pins = root.with_name(f"{root.name}.pins")  # hard links, so that no inode is used twice
        self._bytes: dict[int, bytearray] = {}
        self._paths: dict[int, Path] = {}
        self._names: dict[int, dict[str, int]] = {}
        root.mkdir(exist_ok=True)
        self._pins.mkdir()
        for folder in [root, *(path for path in root.rglob("*") if path.is_dir())]:
            self._note_folder(folder)
        for path in root.rglob("*"):
            if path.is_file():
                self._note_file(path)
        patch.setattr(os, "fsync", self._fsync)

    def _fsync(self, handle: int) -> None:
        known = os.fstat(handle)
        path = self._paths.get(known.st_ino)
        if path is None or not path.exists() or path.stat().st_ino != known.st_ino:
            there = [self.root, *self.root.rglob("*")]
            path = next((one for one in there if one.exists() and one.stat().st_ino == known.st_ino), None)
        if path is not None:
            self._paths[known.st_ino] = path
            (self._note_folder if stat.S_ISDIR(known.st_mode) else self._note_file)(path)

    def _note_file(self, path: Path) -> None:
        number, size = path.stat().st_ino, path.stat().st_size
        if number not in self._bytes or len(self._bytes[number]) > size:
            self._bytes[number] = bytearray()
            self._pin(path)
        with path.open("rb") as file:  # what was there is appended to, or the file is another
            file.seek(len(self._bytes[number]))
            self._bytes[number] += file.read()

    def _note_folder(self, path: Path) -> None:
        self._names[path.stat().st_ino] = {one.name: one.stat().st_ino for one in path.iterdir()}
        for one in path.iterdir():
            self._pin(one)

    def _pin(self, path: Path) -> None:
        pin = self._pins / str(path.stat().st_ino)
        if path.is_file() and not pin.exists():
            os.link(path, pin)

    def found(self, path: Path) -> bytes | bytearray | None:
        """Return what a file would hold after a crash; None where it would not be there."""
        at = self.root.stat().st_ino
        for name in path.relative_to(self.root).parts:
            there = self._names.get(at, {}).get(name)
            if there is None:
                return None
            at = there
        return self._bytes.get(at, bytearray())

    def crash(self, into: Path) -> Path:
        """Lay out what would be found, in another folder."""
        self._lay(self.root.stat().st_ino, into)
        return into

    def _lay(self, folder: int, into: Path) -> None:
        into.mkdir(parents=True)
        for name, there in self._names.get(folder, {}).items():
            if there in self._names:
                self._lay(there, into / name)
            else:
                (into / name).write_bytes(self._bytes.get(there, b""))


class StubbornDisk:
    """Refuses what is written once `room` bytes are taken; `fails` are calls of fsync, counted from 0, that fail."""

    def __init__(
        self, patch: pytest.MonkeyPatch, room: int = 1 << 40, fails: Callable[[int], bool] | None = None
    ) -> None:
        self.room = room
        self._fails = fails or (lambda _call: False)
        self._calls = -1
        self._write, self._sync = os.write, os.fsync
        patch.setattr(os, "write", self._written)
        patch.setattr(os, "fsync", self._synced)

    def _written(self, handle: int, data: bytes) -> int:
        """Take what there is room for, as a disk does that fills, and refuse the rest."""
        if self.room <= 0:
            raise NO_SPACE
        taken = self._write(handle, data[: self.room])
        self.room -= taken
        return taken

    def _synced(self, handle: int) -> None:
        self._calls += 1
        if self._fails(self._calls):
            raise OSError(5, "Input/output error")
        self._sync(handle)
