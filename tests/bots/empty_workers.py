"""Workers that know nothing of the game, for the tests of the pool: they import nothing of it, and so start sooner."""

from __future__ import annotations

import os
from multiprocessing.connection import Connection


def dies_at_birth(_pipe: Connection) -> None:
    """End before anything is asked."""
    os._exit(4)


def babbles(pipe: Connection) -> None:
    """Answer with bytes that are no answer."""
    pipe.recv_bytes()
    pipe.send_bytes(b"\xff\xff\xff")
    pipe.recv_bytes()
