"""Whether there is a display to open a window on, asked so that the answer comes quickly.

SDL falls back to a driver without a window when it finds no display, and says nothing; and a display on a computer that
does not answer would hold everything up for minutes.
"""

from __future__ import annotations

import os
import re
import socket
import sys
from typing import TYPE_CHECKING, Final

import pygame

if TYPE_CHECKING:
    from collections.abc import Mapping

WINDOWLESS: Final = ("dummy", "offscreen")
ANSWER_SECONDS: Final = 2.0
X_PORT: Final = 6000
_DISPLAY: Final = re.compile(r"(?P<host>[^:/]*):(?P<number>\d+)(\.\d+)?")


def open_display() -> bool:
    """Start pygame's display; tell whether it shows anything, or was asked not to."""
    asked = os.environ.get("SDL_VIDEODRIVER", "") or os.environ.get("SDL_VIDEO_DRIVER", "")
    if not asked and not may_answer(os.environ, sys.platform):
        return False
    try:
        pygame.display.init()
    except pygame.error:
        return False
    return bool(asked) or pygame.display.get_driver() not in WINDOWLESS


def may_answer(environment: Mapping[str, str], platform: str) -> bool:
    """Tell whether SDL may be sent to look for a display; False only when it would look in vain, or wait too long."""
    if not platform.startswith("linux") or environment.get("WAYLAND_DISPLAY"):
        return True
    display = environment.get("DISPLAY", "")
    if not display:
        return False
    parts = _DISPLAY.fullmatch(display)
    if parts is None or parts["host"] in ("", "unix"):
        return True  # a display of this computer answers, or is not there, at once
    return _answers(parts["host"], X_PORT + int(parts["number"]))


def _answers(host: str, port: int) -> bool:
    try:
        socket.create_connection((host, port), ANSWER_SECONDS).close()
    except (OSError, OverflowError, UnicodeError):
        return False
    return True
