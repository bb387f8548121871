"""The fade from one scene to the next: the new one comes up from a little below, over the picture that was there.

Laws: nobody waits for it, hands reach the new scene at once; calm moves nothing and fades faster.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import pygame

LASTS: Final = 0.18  # seconds
CALM_LASTS: Final = 0.12
RISE: Final = 12.0  # logical px


class Fade:
    """From what a window shows now; the scene that comes is drawn on `after`.

    It begins once the scene has been drawn, which may take longer than the fade when all its pictures are new.
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
        """Learn the time; return whether the fade is over."""
        if not self._drawn:
            return False
        self._begins = now if self._begins is None else self._begins
        self._share = min(1.0, (now - self._begins) / self._lasts)
        return self._share >= 1.0

    def draw(self, window: pygame.Surface) -> None:
        """Draw the next scene over the last one, ever more opaque."""
        self._drawn = True
        shown = 1.0 - (1.0 - self._share) ** 3
        window.blit(self._before, (0, 0))
        self.after.set_alpha(round(255 * shown))
        window.blit(self.after, (0, round(self._rise * (1.0 - shown))))
