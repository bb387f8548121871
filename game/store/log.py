"""What a program writes down of its own doings, for whoever looks for a fault, and where it lies.

Laws: only what everybody at the table may know stands in it, no secret, no seed, no word typed by a person; a fault is
told by its kind and its place, since its text may hold anything.
"""

from __future__ import annotations

import logging
from pathlib import Path
from traceback import extract_tb
from types import TracebackType

LOG = logging.getLogger("comodin")
LOG.propagate = False
LOG.addHandler(logging.NullHandler())  # what is said while no log is open reaches nobody
FILE = "comodin.log"
LAST_LINES = 400
_ROOT = Path(__file__).resolve().parent.parent.parent


def log_path(home: Path) -> Path:
    """Return where the log lies."""
    return home / "logs" / FILE


def fault_words(error: BaseException, trace: TracebackType | None = None) -> str:
    """Tell a fault by its kind and its places, the innermost last; the system's own reasons name nothing hidden."""
    why = f" ({error.strerror})" if isinstance(error, OSError) and error.strerror else ""
    places = [f"{_place(one.filename)}:{one.lineno} {one.name}" for one in extract_tb(trace or error.__traceback__)]
    return f"{type(error).__name__}{why} at {' > '.join(places) or 'no place'}"


def _place(name: str) -> str:
    """Return a source file without the folders of whoever installed it."""
    path = Path(name)
    return path.relative_to(_ROOT).as_posix() if path.is_relative_to(_ROOT) else path.name


def last_lines(home: Path) -> list[str]:
    """Return the end of the log, and of the one before it; none where there is none."""
    lines: list[str] = []
    for path in (log_path(home).with_name(f"{FILE}.1"), log_path(home)):
        try:
            lines += path.read_text(encoding="utf-8", errors="replace").splitlines()
        except OSError:
            continue
    return lines[-LAST_LINES:]
