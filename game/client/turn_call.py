"""Notifies the player of their turn in a window without focus: by its title, and by flashing where the system can.

Laws: a window with focus is never flashed; its title is reset as soon as it gets the focus.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import pygame

from game.client.app_window import WINDOW_TITLE
from game.client.draw.sound import Cue
from game.client.words import say

if TYPE_CHECKING:
    from collections.abc import Callable


class FlashableWindow(Protocol):
    """A window that can be flashed."""

    title: str

    def flash(self) -> None:
        """Ask the system to highlight it."""


class TurnNotifier:
    """Listens to the sound cues, and notifies the player at the beginning of the player's own turn."""

    def __init__(self, window: FlashableWindow, has_focus: Callable[[], bool] = pygame.key.get_focused) -> None:
        self._window = window
        self._has_focus = has_focus
        self._title_changed = False
        self._told: tuple[int, str, str] | None = None

    def on_cue(self, cue: Cue) -> None:
        """Notify the player if their turn has come and the window has no focus."""
        if cue is not Cue.MY_TURN or self._has_focus():
            return
        self._title_changed = True
        self._window.title = f"{say('banner.mine')} - {WINDOW_TITLE}"
        self._window.flash()

    def on_chat(self, unread: int, name: str, text: str) -> None:
        """Show the last unread chat message in the title if the window has no focus; with none unread, show nothing."""
        told = (unread, name, text)
        if told == self._told or not unread or self._has_focus():
            return
        self._told = told
        self._title_changed = True
        self._window.title = f"{say('talk.title_line', n=unread, name=name, text=text)} - {WINDOW_TITLE}"
        self._window.flash()

    def reset_if_focused(self) -> None:
        """Reset the title once the window has the focus."""
        if self._title_changed and self._has_focus():
            self._title_changed = False
            self._window.title = WINDOW_TITLE
