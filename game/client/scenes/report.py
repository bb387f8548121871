"""The report for a request for help: its file, the clipboard, and the page that shows its path."""

from __future__ import annotations

import errno
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

import pygame

from game.client.director import Push
from game.client.scenes.message import notice
from game.client.words import phrase
from game.store.report import report_text, write_report

if TYPE_CHECKING:
    from game.client.app_window import AppWindow
    from game.client.preferences import Preferences
    from game.match.transcript import Transcript
    from game.store.home import Home


def copy_report(preferences: Preferences, home: Home, window: AppWindow, transcript: Transcript | None) -> Push:
    """Write the file, copy it to the clipboard, and show its path; `transcript` is the match at the table."""
    facts = {
        "pygame": f"{pygame.version.ver}, SDL {'.'.join(map(str, pygame.version.SDL))}",
        "video": pygame.display.get_driver(),
        "window": f"{window.size}, ratio {window.viewport.ratio}",
        "settings": str(replace(preferences.now, player="", tables=())),
    }
    text = report_text(home.path, facts, transcript)
    with suppress(pygame.error):  # a system without a clipboard still has the file
        pygame.scrap.put_text(text)
    try:
        if not home.writable:
            raise PermissionError(errno.EROFS, home.fault)
        path = write_report(home.path, text, datetime.now().astimezone())
        said = phrase("report.written", file=str(path))
    except OSError as error:
        said = phrase("report.not_written", reason=error.strerror or str(error))
    return Push(notice(preferences, "report", phrase("report.title"), said))
