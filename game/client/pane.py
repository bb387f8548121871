"""The program's window: opened on a screen, in its size or over all of it, and as sharp as that screen is.

Laws: sizes that are kept or wished for are points, as the system and the pointer count; what is drawn on is px. On a
dense screen there are more px than points, and `viewport` is the one place that says how many.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Final

import pygame

from game.client.viewport import Viewport

if TYPE_CHECKING:
    from collections.abc import Callable

    from game.client.wishes import Settings

NAME: Final = "Comodín"
LEAST: Final = (320, 240)  # points; a smaller window could not be caught again
USUAL: Final = (1280, 720)  # points of a window that nobody has sized
OF_SCREEN: Final = 2 / 3  # what a first window may take of a large screen


def _open(title: str, size: tuple[int, int], position: tuple[int, int]) -> pygame.Window:
    """Open a window that has all the px of its screen, and is not seen yet."""
    return pygame.Window(title, size, position, resizable=True, allow_high_dpi=True, hidden=True)


class Pane:
    """A window. `title` may be set; `show` moves it to another screen, or between its two ways.

    `prepared` is called before it is seen for the first time, with its handle of the system.
    """

    def __init__(
        self,
        size: tuple[int, int],
        screen: int,
        *,
        full: bool,
        opened: Callable[[str, tuple[int, int], tuple[int, int]], pygame.Window] = _open,
        prepared: Callable[[int], object] | None = None,
    ) -> None:
        self._glass = opened(NAME, size, _middle(screen))
        self._full = False
        if full:
            self.show(size, screen, full=True)
        if prepared is not None:
            prepared(self._glass.handle)
        self._glass.show()

    def show(self, size: tuple[int, int], screen: int, *, full: bool) -> None:
        """Be on that screen: in that size, in points, or all over it."""
        if self._full:
            self._glass.set_windowed()
        with suppress(pygame.error):  # where the system alone says where a window lies
            self._glass.position = _middle(screen)
        if full:
            self._glass.set_fullscreen(desktop=True)
        else:
            self._glass.size = size
        self._full = full

    @property
    def size(self) -> tuple[int, int]:
        """Return its size in points."""
        wide, high = self._glass.size
        return (wide, high)

    @property
    def place(self) -> tuple[int, int]:
        """Return where its upper left corner lies on the screens, in points."""
        x, y = self._glass.position
        return (x, y)

    @property
    def surface(self) -> pygame.Surface:
        """Return what is drawn on, in px."""
        return self._glass.get_surface()

    @property
    def viewport(self) -> Viewport:
        """Return how the window is seen now: its px, and how many of them a point has."""
        px, points = self.surface.get_size(), self.size
        return Viewport(px, px[0] / points[0] if points[0] else 1.0)

    @property
    def title(self) -> str:
        """Return what its frame says."""
        return self._glass.title

    @title.setter
    def title(self, words: str) -> None:
        self._glass.title = words

    def flip(self) -> None:
        """Show what was drawn."""
        self._glass.flip()

    def icon(self, picture: pygame.Surface) -> None:
        """Take a picture for the system's bars."""
        self._glass.set_icon(picture)

    def flash(self) -> None:
        """Ask the system to draw the eye to it, until it is looked at; not every system can."""
        with suppress(pygame.error):
            self._glass.flash(pygame.FLASH_UNTIL_FOCUSED)

    def close(self) -> None:
        """Be gone at once."""
        self._glass.destroy()


def _middle(screen: int) -> tuple[int, int]:
    """Return the place that stands for the middle of a screen."""
    return (pygame.WINDOWPOS_CENTERED | screen, pygame.WINDOWPOS_CENTERED | screen)


def wished_place(now: Settings) -> tuple[tuple[int, int], int]:
    """Return the size that a window has when it is not full, in points, and its screen."""
    screens = pygame.display.get_desktop_sizes()
    screen = min(now.monitor, len(screens) - 1)  # one that has been unplugged is not looked for
    desktop = screens[screen]
    if (now.window_width, now.window_height) == USUAL:
        return fitting(desktop), screen
    wide = _between(LEAST[0], now.window_width, desktop[0])
    return (wide, _between(LEAST[1], now.window_height, desktop[1])), screen


def fitting(desktop: tuple[int, int]) -> tuple[int, int]:
    """Return the size of a first window: the usual one, or larger in steps of a half on a large screen."""
    room = min(desktop[0] / USUAL[0], desktop[1] / USUAL[1]) * OF_SCREEN
    times = max(1.0, int(2 * room) / 2)
    return (
        _between(LEAST[0], int(USUAL[0] * times), desktop[0]), _between(LEAST[1], int(USUAL[1] * times), desktop[1])
    )  # fmt: skip


def _between(least: int, wanted: int, most: int) -> int:
    return max(least, min(wanted, most))
