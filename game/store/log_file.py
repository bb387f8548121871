"""The rotating log file in the home.

Laws: nobody waits for the disk, and if the disk fails only the log is lost. A window opens it after its first picture:
the modules that write files in a thread take longer to load than the picture to draw.
"""

from __future__ import annotations

import logging
import platform
import sys
import threading
from collections.abc import Callable
from logging.handlers import QueueHandler, QueueListener, RotatingFileHandler
from queue import SimpleQueue
from types import TracebackType

from game import __version__
from game.store.home import Home
from game.store.log import LOG, describe_fault, log_path

MAX_LOG_FILE_BYTES, OLDER_LOG_FILES = 300_000, 3
_FORM = "%(asctime)s %(levelname)-7s %(name)s: %(message)s"


class _QuietHandler(RotatingFileHandler):
    """A file handler that ignores errors of the disk."""

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - the library's name
        """Lose the line."""


def open_log(home: Home, verbose: int = 0) -> Callable[[], None]:
    """Start the log, more detailed with `verbose` 1, with 2 on standard error too; return a function that ends it.

    A program that does not own its home writes no file: two would spoil the rotation.
    """
    LOG.setLevel(logging.DEBUG if verbose else logging.INFO)
    handlers: list[logging.Handler] = []
    if home.owner:
        path = log_path(home.path)
        try:
            path.parent.mkdir(exist_ok=True)
            handlers.append(
                _QuietHandler(
                    path, maxBytes=MAX_LOG_FILE_BYTES, backupCount=OLDER_LOG_FILES, encoding="utf-8", delay=True
                )
            )
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


_Hook = Callable[[type[BaseException], BaseException, TracebackType | None], object]


def _fault_hook(before: _Hook) -> _Hook:
    def hook(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        LOG.critical("%s", describe_fault(error, trace))
        before(kind, error, trace)

    return hook


def _thread_hook(before: Callable[[threading.ExceptHookArgs], object]) -> Callable[[threading.ExceptHookArgs], object]:
    def hook(given: threading.ExceptHookArgs) -> None:
        if given.exc_value is not None:
            LOG.critical("in a thread: %s", describe_fault(given.exc_value, given.exc_traceback))
        before(given)

    return hook
