"""An append-only file: after a crash or on a full disk it holds a prefix of what was appended, without a gap.

Laws: when `append` returns, the data is on the disk, and so is the file's name; a failed `append` leaves nothing in
the file, and can be repeated; while the file is not in its place, as when its home is unmounted, `append` raises
OSError.
"""

from __future__ import annotations

import os
from pathlib import Path

from game.store.atomic import sync_folder

_FLAGS = os.O_WRONLY | os.O_APPEND | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
_MAY_MOVE = os.name == "posix"  # elsewhere an open file cannot be moved


class AppendedFile:
    """One append-only file, created if missing; raise OSError if the disk fails."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._handle = os.open(path, _FLAGS | os.O_CREAT, 0o666)
        self._good = os.fstat(self._handle).st_size
        self._torn = False  # whether a failed append may have left bytes
        try:
            sync_folder(path.parent)
        except OSError:
            self.close()
            raise

    def append(self, data: bytes) -> None:
        """Write and fsync; if the disk fails, raise OSError and leave nothing of the data in the file."""
        self._mend()
        self._torn = True
        written = 0
        while written < len(data):
            written += os.write(self._handle, data[written:])
        os.fsync(self._handle)
        self._good += len(data)
        self._torn = False

    def close(self) -> None:
        """Close the file; safe to call twice."""
        handle, self._handle = self._handle, -1
        if handle >= 0:
            os.close(handle)

    def _mend(self) -> None:
        """Make sure that the file is in its place, and cut off what a failed append left."""
        if self._handle < 0:
            raise ValueError(f"The file {self.path} is closed.")
        if _MAY_MOVE and not os.path.samestat(self.path.stat(), os.fstat(self._handle)):
            self._open_again()
        if self._torn:
            os.ftruncate(self._handle, self._good)
            self._torn = False

    def _open_again(self) -> None:
        """Open the file at its path again, as after a disk was remounted, unless it is a different file."""
        handle = os.open(self.path, _FLAGS)
        if os.fstat(handle).st_size < self._good:
            os.close(handle)
            raise FileNotFoundError(2, "the file was replaced by another", str(self.path))
        os.close(self._handle)
        self._handle, self._torn = handle, True
