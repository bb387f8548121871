"""Opens a folder in the system's file manager."""

from __future__ import annotations

import shutil
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

OPENERS = {"darwin": "open", "win32": "explorer"}  # elsewhere xdg-open


def _start(words: Sequence[str]) -> None:
    import subprocess  # imported late, because most players never open a folder

    subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def open_folder(folder: Path, start: Callable[[Sequence[str]], None] = _start, system: str = sys.platform) -> bool:
    """Open a folder in the file manager; return whether that program could be started."""
    opener = shutil.which(OPENERS.get(system, "xdg-open"))
    if opener is None:
        return False
    try:
        start((opener, str(folder)))
    except OSError:
        return False
    return True
