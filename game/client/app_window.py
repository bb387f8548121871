"""The program's window: on a screen, windowed or full screen, at the screen's full resolution.

Laws: saved and requested sizes are in points, as those of the system and the pointer; drawing is in px. A dense screen
has more px than points, and only `viewport` knows the ratio.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Final

import pygame

from game.client.viewport import Viewport

if TYPE_CHECKING:
    from collections.abc import Callable

    from game.client.preferences import Settings

WINDOW_TITLE: Final = "Comodín"
MIN_SIZE: Final = (320, 240)  # points; a smaller window would be hard to enlarge again
DEFAULT_SIZE: Final = (1280, 720)  # points of a window that nobody has resized
MAX_SCREEN_SHARE: Final = 2 / 3  # share of a large screen that a first window may take


def _open(title: str, size: tuple[int, int], position: tuple[int, int]) -> pygame.Window:
    """Open a hidden window that is drawn at its screen's full resolution."""
    return pygame.Window(title, size, position, resizable=True, allow_high_dpi=True, hidden=True)


class AppWindow:
    """A window. `show` moves it to another screen, or between windowed and full screen.

    `prepared` is called with its native handle before it is first shown.
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
        self._window = opened(WINDOW_TITLE, size, _centred_position(screen))
        self._full = False
        if full:
            self.show(size, screen, full=True)
        if prepared is not None:
            prepared(self._window.handle)
        self._window.show()

    def show(self, size: tuple[int, int], screen: int, *, full: bool) -> None:
        """Show the window on that screen: at a size in points, or full screen."""
        if self._full:
            self._window.set_windowed()
        with suppress(pygame.error):  # where only the system decides the window's position
            self._window.position = _centred_position(screen)
        if full:
            self._window.set_fullscreen(desktop=True)
        else:
            self._window.size = size
        self._full = full

    @property
    def size(self) -> tuple[int, int]:
        """Return its size in points."""
        wide, high = self._window.size
        return (wide, high)

    @property
    def position(self) -> tuple[int, int]:
        """Return the position of its upper left corner on the desktop, in points."""
        x, y = self._window.position
        return (x, y)

    @property
    def surface(self) -> pygame.Surface:
        """Return the surface to draw on, in px."""
        return self._window.get_surface()

    @property
    def viewport(self) -> Viewport:
        """Return the present viewport: its px, and their number per point."""
        px, points = self.surface.get_size(), self.size
        return Viewport(px, px[0] / points[0] if points[0] else 1.0)

    @property
    def title(self) -> str:
        """Return the title on the window's frame."""
        return self._window.title

    @title.setter
    def title(self, words: str) -> None:
        self._window.title = words

    def flip(self) -> None:
        """Show the drawn frame."""
        self._window.flip()

    def set_icon(self, picture: pygame.Surface) -> None:
        """Set the icon for the system's task bar."""
        self._window.set_icon(picture)

    def flash(self) -> None:
        """Ask the system to highlight the window until it gets the focus; not every system can."""
        with suppress(pygame.error):
            self._window.flash(pygame.FLASH_UNTIL_FOCUSED)

    def close(self) -> None:
        """Close the window at once."""
        self._window.destroy()


def _centred_position(screen: int) -> tuple[int, int]:
    """Return the position constant for the centre of a screen."""
    return (pygame.WINDOWPOS_CENTERED | screen, pygame.WINDOWPOS_CENTERED | screen)


def saved_size_and_screen(now: Settings) -> tuple[tuple[int, int], int]:
    """Return the size in which to open the window, in points, and its screen: as saved, or as a first window."""
    screens = pygame.display.get_desktop_sizes()
    screen = min(now.monitor, len(screens) - 1)  # the last screen, where the saved one was unplugged
    desktop = screens[screen]
    if (now.window_width, now.window_height) == DEFAULT_SIZE:
        return first_window_size(desktop), screen
    wide = _between(MIN_SIZE[0], now.window_width, desktop[0])
    return (wide, _between(MIN_SIZE[1], now.window_height, desktop[1])), screen


def first_window_size(desktop: tuple[int, int]) -> tuple[int, int]:
    """Return the size of a first window: the default, or larger in steps of a half on a large screen."""
    room = min(desktop[0] / DEFAULT_SIZE[0], desktop[1] / DEFAULT_SIZE[1]) * MAX_SCREEN_SHARE
    times = max(1.0, int(2 * room) / 2)
    return (
        _between(MIN_SIZE[0], int(DEFAULT_SIZE[0] * times), desktop[0]),
        _between(MIN_SIZE[1], int(DEFAULT_SIZE[1] * times), desktop[1])
    )  # fmt: skip


def _between(least: int, wanted: int, most: int) -> int:
    return max(least, min(wanted, most))
