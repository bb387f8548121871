"""What a program writes down of its own doings, for whoever looks for a fault: a rotating file in the home.

Laws: only what everybody at the table may know stands in it, no secret, no seed, no word typed by a person; a fault is
told by its kind and its place, since its text may hold anything; nobody waits for the disk, and a disk that refuses
costs the log alone.
"""

from __future__ import annotations

import logging
import platform
import sys
import threading
from collections.abc import Callable
from logging.handlers import QueueHandler, QueueListener, RotatingFileHandler
from pathlib import Path
from queue import SimpleQueue
from traceback import extract_tb
from types import TracebackType

from game import __version__
from game.store.home import Home

LOG = logging.getLogger("comodin")
LOG.propagate = False
LOG.addHandler(logging.NullHandler())  # what is said while no log is open reaches nobody
FILE, MOST_BYTES, OLDER = "comodin.log", 300_000, 3
LAST_LINES = 400
_ROOT = Path(__file__).resolve().parent.parent.parent
_FORM = "%(asctime)s %(levelname)-7s %(name)s: %(message)s"


class _Quiet(RotatingFileHandler):
    """A file that may refuse."""

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - the library's name
        """Lose the line."""


def log_path(home: Path) -> Path:
    """Return where the log lies."""
    return home / "logs" / FILE


def open_log(home: Home, verbose: int = 0) -> Callable[[], None]:
    """Begin to write, more with `verbose` 1, and with 2 on standard error too; return what ends it.

    A program that does not own its home writes no file: two would tear the rotating file apart.
    """
    LOG.setLevel(logging.DEBUG if verbose else logging.INFO)
    handlers: list[logging.Handler] = []
    if home.owner:
        path = log_path(home.path)
        try:
            path.parent.mkdir(exist_ok=True)
            handlers.append(_Quiet(path, maxBytes=MOST_BYTES, backupCount=OLDER, encoding="utf-8", delay=True))
        except OSError as error:
            print(f"No log is kept: {error.strerror or error}.", file=sys.stderr)
    if verbose > 1:
        handlers.append(logging.StreamHandler(sys.stderr))
    for one in handlers:
        one.setFormatter(logging.Formatter(_FORM))
    queue: SimpleQueue[logging.LogRecord] = SimpleQueue()
    entrance, listener = QueueHandler(queue), QueueListener(queue, *handlers)
    LOG.addHandler(entrance)
    listener.start()
    hooks = sys.excepthook, threading.excepthook
    sys.excepthook, threading.excepthook = _fault_hook(sys.excepthook), _thread_hook(threading.excepthook)
    LOG.info("begins: version %s, Python %s, %s", __version__, platform.python_version(), platform.platform())

    def close() -> None:
        sys.excepthook, threading.excepthook = hooks
        LOG.info("ends")
        LOG.removeHandler(entrance)
        listener.stop()
        for one in handlers:
            one.close()

    return close


def fault_words(error: BaseException, trace: TracebackType | None = None) -> str:
    """Tell a fault by its kind and its places, the innermost last; the system's own reasons name nothing hidden."""
    why = f" ({error.strerror})" if isinstance(error, OSError) and error.strerror else ""
    places = [f"{_place(one.filename)}:{one.lineno} {one.name}" for one in extract_tb(trace or error.__traceback__)]
    return f"{type(error).__name__}{why} at {' > '.join(places) or 'no place'}"


def _place(name: str) -> str:
    """Return a source file without the folders of whoever installed it."""
    path = Path(name)
    return path.relative_to(_ROOT).as_posix() if path.is_relative_to(_ROOT) else path.name


_Hook = Callable[[type[BaseException], BaseException, TracebackType | None], object]


def _fault_hook(before: _Hook) -> _Hook:
    def hook(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        LOG.critical("%s", fault_words(error, trace))
        before(kind, error, trace)

    return hook


def _thread_hook(before: Callable[[threading.ExceptHookArgs], object]) -> Callable[[threading.ExceptHookArgs], object]:
    def hook(given: threading.ExceptHookArgs) -> None:
        if given.exc_value is not None:
            LOG.critical("in a thread: %s", fault_words(given.exc_value, given.exc_traceback))
        before(given)

    return hook


def last_lines(home: Path) -> list[str]:
    """Return the end of the log, and of the one before it; none where there is none."""
    lines: list[str] = []
    for path in (log_path(home).with_name(f"{FILE}.1"), log_path(home)):
        try:
            lines += path.read_text(encoding="utf-8", errors="replace").splitlines()
        except OSError:
            continue
    return lines[-LAST_LINES:]
