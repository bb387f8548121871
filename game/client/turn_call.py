"""The call that it is one's turn, for a window that is not looked at: its title says so, and the system may flash it.

Laws: a window that has the focus is never called; what the title says is taken back as soon as it has it again.
"""

from __future__ import annotations

import warnings
from contextlib import suppress
from typing import TYPE_CHECKING, Final

import pygame

from game.client.sound import Cue
from game.client.words import say

if TYPE_CHECKING:
    from collections.abc import Callable

NAME: Final = "Comodín"


def _flash() -> None:
    """Ask the system to draw the eye to the window, until it is looked at."""
    with warnings.catch_warnings(), suppress(pygame.error):  # not every system can
        # The old way to a window is the only one to that of `set_mode`.
        warnings.simplefilter("ignore", DeprecationWarning)
        pygame.Window.from_display_module().flash(pygame.FLASH_UNTIL_FOCUSED)


class TurnCall:
    """Hears the cues, and calls where one of them is one's own turn."""

    def __init__(
        self, looked_at: Callable[[], bool] = pygame.key.get_focused, flash: Callable[[], None] = _flash
    ) -> None:
        self._looked_at = looked_at
        self._flash = flash
        self._calls = False

    def hear(self, cue: Cue) -> None:
        """Call, if it is one's turn and nobody looks."""
        if cue is not Cue.MY_TURN or self._looked_at():
            return
        self._calls = True
        pygame.display.set_caption(f"{say('banner.mine')} - {NAME}")
        self._flash()

    def look(self) -> None:
        """Take the call back once the window is looked at."""
        if self._calls and self._looked_at():
            self._calls = False
            pygame.display.set_caption(NAME)
