"""The home: the one folder where everything is kept, and which program may write there.

Laws: only one program at a time owns a home; a second one is a guest, which writes new files of its own and overwrites
nothing; if the folder cannot be written, or belongs to a newer program, the player is told in a sentence, the home is
only read, and the game runs without saving.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import platformdirs

from game import __version__
from game.store.atomic import make_folder, replace_file

if TYPE_CHECKING:
    from filelock import FileLock

HOME_VARIABLE = "COMODIN_HOME"
NOTE_GUEST = "home_guest"
NOTE_READ_ONLY = "home_read_only"
NOTE_NEWER = "home_newer"
HOME_FORMAT = 1  # the format of a home; raised when an older program could spoil what a newer one keeps
FORMAT_FILE = "home.json"
NEWER_HOME_FAULT = "a newer Comodín keeps it"


def home_path(chosen: str | None) -> Path:
    """Return the home folder: the one chosen, the environment's, or the system's usual place for a program's data."""
    named = chosen or os.environ.get(HOME_VARIABLE)
    return Path(named).expanduser() if named else Path(platformdirs.user_data_dir("comodin", appauthor=False))


def newest_files(folder: Path, *endings: str) -> tuple[Path, ...]:
    """Return the files with these endings, the last changed first; one that is deleted meanwhile is left out."""
    found = []
    with suppress(OSError):  # the folder itself may be deleted meanwhile
        for path in (path for path in folder.iterdir() if path.name.endswith(endings)):
            with suppress(OSError):
                found.append((-path.stat().st_mtime_ns, path.name, path))
    return tuple(path for _written, _name, path in sorted(found))


@dataclass(slots=True)
class Home:
    """A home. `notes` are codes of sentences to show the player once."""

    path: Path
    owner: bool
    writable: bool
    notes: tuple[str, ...] = ()
    fault: str = ""  # the system's reason why it cannot be written
    _lock: FileLock | None = field(default=None, repr=False)

    @property
    def matches_folder(self) -> Path:
        """The folder of match files."""
        return self.path / "matches"

    def claim(self) -> None:
        """Become the owner, unless another program is, or nothing can be written; never raises."""
        if self.owner or not self.writable:
            return
        from filelock import FileLock, Timeout  # imported late, because loading it takes a tenth of a start

        lock = FileLock(self.path / "comodin.lock")
        try:
            lock.acquire(timeout=0)
        except Timeout:
            self.notes = (NOTE_GUEST,)
        except (OSError, NotImplementedError) as error:
            self.writable, self.notes, self.fault = False, (NOTE_READ_ONLY,), _said_by(error)
        else:
            self.owner, self._lock = True, lock
            _mark(self.path)

    def close(self) -> None:
        """Give up the home, so that another program can own it."""
        if self._lock is not None:
            self._lock.release()  # does nothing the second time


def open_home(path: Path) -> Home:
    """Find a home and claim it; never raises, even if the folder cannot be used."""
    home = find_home(path)
    home.claim()
    return home


def find_home(path: Path) -> Home:
    """Find a home, making the folder if missing, without claiming it; never raises."""
    if is_newer(path):
        return Home(path, owner=False, writable=False, notes=(NOTE_NEWER,), fault=NEWER_HOME_FAULT)
    try:
        make_folder(path / "matches")
    except OSError as error:
        fault = _said_by(error)
    else:
        fault = _write_fault(path)
    return Home(path, owner=False, writable=not fault, notes=(NOTE_READ_ONLY,) if fault else (), fault=fault)


def is_newer(path: Path) -> bool:
    """Return whether a home has a newer format, which this program would spoil."""
    kept = _format_of(path)
    return kept is not None and kept > HOME_FORMAT


def _format_of(path: Path) -> int | None:
    """Return the format that a home declares; None if it declares none that can be read."""
    try:
        kept = json.loads((path / FORMAT_FILE).read_bytes())["format"]
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None
    return kept if isinstance(kept, int) else None


def _mark(path: Path) -> None:
    """Write the format into a home; a home without it has the first format."""
    if _format_of(path) != HOME_FORMAT:
        with suppress(OSError):
            replace_file(path / FORMAT_FILE, json.dumps({"format": HOME_FORMAT, "version": __version__}).encode())


def _write_fault(path: Path) -> str:
    """Return why the folder cannot be written, empty if it can: found by trying, since permissions are unreliable."""
    probe = path / "matches" / f".probe-{os.getpid()}"
    try:
        probe.write_bytes(b"")
        probe.unlink()
    except OSError as error:
        return _said_by(error)
    return ""


def _said_by(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)
