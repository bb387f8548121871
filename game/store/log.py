"""The program's log, for finding faults.

Laws: it holds only what everybody at the table may know, no secret, no seed, no text typed by a person; an error is
logged by its type and place, since its text may hold anything.
"""

from __future__ import annotations

import logging
from pathlib import Path
from traceback import extract_tb
from types import TracebackType

LOG = logging.getLogger("comodin")
LOG.propagate = False
LOG.addHandler(logging.NullHandler())  # drops messages while no log file is open
LOG_FILE = "comodin.log"
LAST_LINE_COUNT = 400
_ROOT = Path(__file__).resolve().parent.parent.parent


def log_path(home: Path) -> Path:
    """Return the path of the log file."""
    return home / "logs" / LOG_FILE


def describe_fault(error: BaseException, trace: TracebackType | None = None) -> str:
    """Describe an error by its type and its places, the innermost last; a system's error text reveals no secrets."""
    why = f" ({error.strerror})" if isinstance(error, OSError) and error.strerror else ""
    places = [f"{_place(one.filename)}:{one.lineno} {one.name}" for one in extract_tb(trace or error.__traceback__)]
    return f"{type(error).__name__}{why} at {' > '.join(places) or 'no place'}"


def _place(name: str) -> str:
    """Return a source file relative to the program's folder."""
    path = Path(name)
    return path.relative_to(_ROOT).as_posix() if path.is_relative_to(_ROOT) else path.name


def last_lines(home: Path) -> list[str]:
    """Return the last lines of the log, those of the previous log file included."""
    lines: list[str] = []
    for path in (log_path(home).with_name(f"{LOG_FILE}.1"), log_path(home)):
        try:
            lines += path.read_text(encoding="utf-8", errors="replace").splitlines()
        except OSError:
            continue
    return lines[-LAST_LINE_COUNT:]
