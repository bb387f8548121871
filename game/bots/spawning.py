"""Keeps Ctrl-C from child processes, and from interrupting a half finished start."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def children_ignore_ctrl_c() -> Iterator[None]:
    """Let child processes that are started in the block ignore Ctrl-C; one that arrives then is raised at its end."""
    if sys.platform == "win32":
        with ctrl_c_deferred():
            yield
        return
    from multiprocessing import resource_tracker  # without child processes this import is not needed

    resource_tracker.ensure_running()  # started inside, the resource tracker would install its own handler
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        with ctrl_c_deferred():
            yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def ctrl_c_deferred() -> Iterator[None]:
    """Defer Ctrl-C, whichever thread gets it, so that nothing inside is interrupted half-way."""
    if threading.current_thread() is not threading.main_thread():
        yield  # KeyboardInterrupt is raised in the main thread only
        return
    heard: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _frame: heard.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if heard:
            signal.raise_signal(signal.SIGINT)
