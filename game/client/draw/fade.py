"""The fade between scenes: the new one rises a little while it covers the old picture.

Laws: nothing waits for it, input goes to the new scene at once; with motion off it fades faster and does not rise.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import pygame

DURATION_SECONDS: Final = 0.18
CALM_DURATION_SECONDS: Final = 0.12
RISE_HEIGHT: Final = 12.0  # logical px


class Fade:
    """A fade from what a window shows now; the next scene is drawn on `after`.

    It begins once that scene has been drawn, which may take longer than the fade when nothing is cached.
    """

    def __init__(self, window: pygame.Surface, lasts: float, rise: float) -> None:
        self.after = window.copy()
        self._before = window.copy()
        self._lasts = lasts
        self._rise = rise  # px
        self._begins: float | None = None
        self._share = 0.0
        self._drawn = False

    def tick(self, now: float) -> bool:
        """Advance to a time; return whether the fade is over."""
        if not self._drawn:
            return False
        self._begins = now if self._begins is None else self._begins
        self._share = min(1.0, (now - self._begins) / self._lasts)
        return self._share >= 1.0

    def draw(self, window: pygame.Surface) -> None:
        """Draw the next scene over the last one with rising opacity."""
        self._drawn = True
        shown = 1.0 - (1.0 - self._share) ** 3
        window.blit(self._before, (0, 0))
        self.after.set_alpha(round(255 * shown))
        window.blit(self.after, (0, round(self._rise * (1.0 - shown))))
