"""Ctrl-C, which all processes of a terminal hear, is for their starter alone, and finds nothing half begun."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def deaf_to_ctrl_c() -> Iterator[None]:
    """Let processes started inside be born without an ear for it; what is heard meanwhile is told here at the end."""
    if sys.platform == "win32":
        with ctrl_c_held_back():
            yield
        return
    from multiprocessing import resource_tracker  # whoever starts none need not load it

    resource_tracker.ensure_running()  # begun inside, it would open our own ear
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        with ctrl_c_held_back():
            yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def ctrl_c_held_back() -> Iterator[None]:
    """Hold back Ctrl-C, whichever thread hears it: what it would leave half begun inside complains of it later."""
    if threading.current_thread() is not threading.main_thread():
        yield  # it is raised in the main thread alone
        return
    heard: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _frame: heard.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if heard:
            signal.raise_signal(signal.SIGINT)
