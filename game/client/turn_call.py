"""The call that it is one's turn, for a window that is not looked at: its title says so, and the system may flash it.

Laws: a window that has the focus is never called; what the title says is taken back as soon as it has it again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import pygame

from game.client.draw.sound import Cue
from game.client.pane import NAME
from game.client.words import say

if TYPE_CHECKING:
    from collections.abc import Callable


class CalledWindow(Protocol):
    """What can be called: a window."""

    title: str

    def flash(self) -> None:
        """Draw the eye to it."""


class TurnCall:
    """Hears the cues, and calls where one of them is one's own turn."""

    def __init__(self, window: CalledWindow, looked_at: Callable[[], bool] = pygame.key.get_focused) -> None:
        self._window = window
        self._looked_at = looked_at
        self._calls = False
        self._told: tuple[int, str, str] | None = None

    def hear(self, cue: Cue) -> None:
        """Call the player if their turn has come and they do not look at the window."""
        if cue is not Cue.MY_TURN or self._looked_at():
            return
        self._calls = True
        self._window.title = f"{say('banner.mine')} - {NAME}"
        self._window.flash()

    def hear_talk(self, unread: int, name: str, text: str) -> None:
        """Say in the title what was said last and not seen, if nobody looks; with nothing unread, say nothing."""
        told = (unread, name, text)
        if told == self._told or not unread or self._looked_at():
            return
        self._told = told
        self._calls = True
        self._window.title = f"{say('talk.title_line', n=unread, name=name, text=text)} - {NAME}"
        self._window.flash()

    def look(self) -> None:
        """Take the call back once the window is looked at."""
        if self._calls and self._looked_at():
            self._calls = False
            self._window.title = NAME
