"""Finds out quickly whether there is a display to open a window on.

SDL silently uses a driver without a window when it finds no display; and a display on a computer that does not answer
would block for minutes.
"""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pygame

if TYPE_CHECKING:
    from collections.abc import Mapping

DISPLAY_HINTS: Final = {
    # On Windows, as elsewhere, the window's size is in points, and it is drawn at the screen's full resolution.
    "SDL_WINDOWS_DPI_AWARENESS": "permonitorv2",
    "SDL_WINDOWS_DPI_SCALING": "1",
    # The click that brings the window to the front is also handled.
    "SDL_MOUSE_FOCUS_CLICKTHROUGH": "1",
}
WINDOWLESS_DRIVERS: Final = ("dummy", "offscreen")
MAX_ANSWER_SECONDS: Final = 2.0
X_BASE_PORT: Final = 6000
X_SOCKET: Final = "/tmp/.X11-unix/X{number}"  # noqa: S108 - the path that X itself prescribes
_DISPLAY: Final = re.compile(r"(?P<host>[^:/]*):(?P<number>\d+)(\.\d+)?")


def open_display() -> bool:
    """Start pygame's display; return whether it is visible, or invisible on request."""
    asked = os.environ.get("SDL_VIDEODRIVER", "") or os.environ.get("SDL_VIDEO_DRIVER", "")
    if not asked and not display_may_answer(os.environ, sys.platform):
        return False
    for name, hint in DISPLAY_HINTS.items():
        os.environ.setdefault(name, hint)
    try:
        pygame.display.init()
    except pygame.error:
        return False
    return bool(asked) or pygame.display.get_driver() not in WINDOWLESS_DRIVERS


def display_may_answer(environment: Mapping[str, str], platform: str) -> bool:
    """Return whether SDL may look for a display; False only when it would find none, or wait too long."""
    if not platform.startswith("linux") or _has_wayland(environment):
        return True
    parts = _DISPLAY.fullmatch(environment.get("DISPLAY", ""))
    if parts is None:
        return False
    host, number = parts["host"], int(parts["number"])
    if host in ("", "unix"):
        return _answers_here(number) or _answers("localhost", X_BASE_PORT + number)
    return _answers(host, X_BASE_PORT + number)


def _has_wayland(environment: Mapping[str, str]) -> bool:
    """Return whether there is a Wayland display, named or default."""
    folder = environment.get("XDG_RUNTIME_DIR", "")
    return bool(environment.get("WAYLAND_DISPLAY")) or (bool(folder) and (Path(folder) / "wayland-0").exists())


def _answers_here(number: int) -> bool:
    """Return whether a local X display answers, at its socket file or its abstract socket."""
    import socket  # imported late, because it is needed only here

    for address in (X_SOCKET.format(number=number), "\0" + X_SOCKET.format(number=number)):
        with socket.socket(socket.AF_UNIX) as caller:
            caller.settimeout(MAX_ANSWER_SECONDS)
            try:
                caller.connect(address)
            except OSError:
                continue
            return True
    return False


def _answers(host: str, port: int) -> bool:
    import socket

    try:
        socket.create_connection((host, port), MAX_ANSWER_SECONDS).close()
    except (OSError, OverflowError, UnicodeError):
        return False
    return True
