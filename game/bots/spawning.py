"""Starting worker processes so that Ctrl-C, which all processes of a terminal hear, is for their starter alone."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker


@contextmanager
def deaf_to_ctrl_c() -> Iterator[None]:
    """Let processes started inside be born without an ear for it; what is heard meanwhile is told here at the end."""
    if sys.platform == "win32":
        yield
        return
    resource_tracker.ensure_running()  # begun inside, it would open our own ear
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
