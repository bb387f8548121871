"""A file that is only appended to: after a crash or on a full disk it is a beginning of what was given, without a gap.

Laws: what was appended is on the disk when `append` returns, and so is the file's name; what was refused leaves
nothing behind, whoever gives it once more goes on where the file was good; a file that is no longer in its place, as
of a home that was unmounted, refuses until it is back.
"""

from __future__ import annotations

import os
from pathlib import Path

from game.store.atomic import sync_folder

_FLAGS = os.O_WRONLY | os.O_APPEND | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
_MAY_MOVE = os.name == "posix"  # elsewhere an open file stays where it is


class AppendedFile:
    """One file, made if it is not there; raise OSError when the disk refuses."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._handle = os.open(path, _FLAGS | os.O_CREAT, 0o666)
        self._good = os.fstat(self._handle).st_size
        self._torn = False  # whether more may lie there than was taken
        try:
            sync_folder(path.parent)
        except OSError:
            self.close()
            raise

    def append(self, data: bytes) -> None:
        """Write and fsync; raise OSError when the disk refuses, and then nothing of it is in the file."""
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
        """See that the file is in its place and ends where it was good."""
        if self._handle < 0:
            raise ValueError(f"The file {self.path} is closed.")
        if _MAY_MOVE and not os.path.samestat(self.path.stat(), os.fstat(self._handle)):
            self._open_again()
        if self._torn:
            os.ftruncate(self._handle, self._good)
            self._torn = False

    def _open_again(self) -> None:
        """Take the file that lies in its place now, as after a disk was mounted anew, unless it is another."""
        handle = os.open(self.path, _FLAGS)
        if os.fstat(handle).st_size < self._good:
            os.close(handle)
            raise FileNotFoundError(2, "the file was replaced by another", str(self.path))
        os.close(self._handle)
        self._handle, self._torn = handle, True
