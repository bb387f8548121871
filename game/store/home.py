"""The one folder where everything is kept, and whose turn it is to write there.

Laws: only one program at a time owns a home; a second one is a guest, which writes new files of its own and
overwrites nothing; a folder that cannot be written, or that a newer program keeps, is a sentence: it is opened to look
at, nothing in it is touched, and the game goes on without keeping.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import platformdirs
from filelock import FileLock, Timeout

from game import __version__
from game.store.atomic import make_folder, replace_file

VARIABLE = "COMODIN_HOME"
NOTE_GUEST = "home_guest"
NOTE_READ_ONLY = "home_read_only"
NOTE_NEWER = "home_newer"
FORMAT = 1  # of the home as a whole; raised when an older program could spoil what a newer one keeps
FORMAT_FILE = "home.json"
NEWER = "a newer Comodín keeps it"


def home_path(chosen: str | None) -> Path:
    """Return the folder: the one asked for, the environment's, or where the system keeps a program's data."""
    named = chosen or os.environ.get(VARIABLE)
    return Path(named).expanduser() if named else Path(platformdirs.user_data_dir("comodin", appauthor=False))


def newest(folder: Path, *endings: str) -> tuple[Path, ...]:
    """Return the files with these endings, the one written to last first; one that goes meanwhile is passed over."""
    found = []
    for path in (path for ending in endings for path in folder.glob(f"*{ending}")):
        with suppress(OSError):
            found.append((-path.stat().st_mtime_ns, path.name, path))
    return tuple(path for _written, _name, path in sorted(found))


@dataclass(slots=True)
class Home:
    """An opened home. `notes` are codes of sentences to tell the player once."""

    path: Path
    owner: bool
    writable: bool
    notes: tuple[str, ...] = ()
    fault: str = ""  # why it cannot be written, in the system's words
    _lock: FileLock | None = field(default=None, repr=False)

    @property
    def matches(self) -> Path:
        """The folder of match files."""
        return self.path / "matches"

    def close(self) -> None:
        """Let the next program own the home."""
        if self._lock is not None:
            self._lock.release()  # a second time lets go of nothing


def open_home(path: Path) -> Home:
    """Open a home, making the folder if need be; never raises for a folder that cannot be used."""
    if is_newer(path):
        return Home(path, owner=False, writable=False, notes=(NOTE_NEWER,), fault=NEWER)
    try:
        make_folder(path / "matches")
        lock = FileLock(path / "comodin.lock")
        lock.acquire(timeout=0)
    except Timeout:
        return Home(path, owner=False, writable=True, notes=(NOTE_GUEST,))
    except (OSError, NotImplementedError) as error:
        return Home(path, owner=False, writable=False, notes=(NOTE_READ_ONLY,), fault=_said_by(error))
    fault = _write_fault(path)
    if fault:
        lock.release()
        return Home(path, owner=False, writable=False, notes=(NOTE_READ_ONLY,), fault=fault)
    _mark(path)
    return Home(path, owner=True, writable=True, _lock=lock)


def is_newer(path: Path) -> bool:
    """Return whether a newer program keeps a home in a way that this one would spoil."""
    kept = _format_of(path)
    return kept is not None and kept > FORMAT


def _format_of(path: Path) -> int | None:
    """Return the format that a home says it has; None for one that says nothing, or nothing that can be read."""
    try:
        kept = json.loads((path / FORMAT_FILE).read_bytes())["format"]
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None
    return kept if isinstance(kept, int) else None


def _mark(path: Path) -> None:
    """Write down what this home is, for programs that come later; without it, it is of the first format."""
    if _format_of(path) != FORMAT:
        with suppress(OSError):
            replace_file(path / FORMAT_FILE, json.dumps({"format": FORMAT, "version": __version__}).encode())


def _write_fault(path: Path) -> str:
    """Return why nothing can be written there, empty if it can: rights alone do not tell on every file system."""
    probe = path / "matches" / f".probe-{os.getpid()}"
    try:
        probe.write_bytes(b"")
        probe.unlink()
    except OSError as error:
        return _said_by(error)
    return ""


def _said_by(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)
