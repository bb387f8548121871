"""Loads a played match in the background with a progress page that can be cancelled, then opens its scene.

Laws: no frame waits for a log; for an unreadable file a message is shown, and nothing is opened.
"""

from __future__ import annotations

from threading import Thread
from typing import TYPE_CHECKING, Final, Generic, TypeVar

from game.client.director import Pop, Push
from game.client.draw import theme
from game.client.scenes.message import Message, notice
from game.client.widgets.button import Button
from game.client.widgets.dialog import Dialog
from game.client.widgets.label import Paragraph
from game.client.words import phrase
from game.store.log import LOG

if TYPE_CHECKING:
    from collections.abc import Callable

    from game.client.director import Change
    from game.client.preferences import Preferences
    from game.client.words import Text

    ReportProgress = Callable[[int, int], None]  # called with how much is read, and of how much

T = TypeVar("T")
REPORT_SECONDS: Final = 0.25  # seconds


class StoppedReadingError(Exception):
    """Raised in the reader when loading was cancelled."""


class Opening(Message, Generic[T]):
    """Loads something by `read`, which gets a progress callback; `show` then returns what to open."""

    def __init__(
        self,
        preferences: Preferences,
        read: Callable[[ReportProgress], T],
        show: Callable[[T], Change],
    ) -> None:
        self._preferences, self._show = preferences, show
        self._made: T | None = None
        self._why: Text = phrase("notice.match_unreadable")
        self._far = (0, 0)
        self._shown_at = 0.0
        self._line = Paragraph("opening.far", phrase("opening.begins"), theme.READING, theme.CREAM)
        stop = Button("opening.stop", phrase("share.stop"), Pop, key="Esc")
        words = (phrase("opening.title"), phrase("opening.line"))
        super().__init__("opening", preferences, Dialog("opening", *words, (stop,), self._line))
        self._unwanted = False
        self._thread = Thread(target=self._read, args=(read,), name="comodin-opening", daemon=True)
        self._thread.start()

    def _read(self, read: Callable[[ReportProgress], T]) -> None:
        try:
            self._made = read(self._tell)
        except StoppedReadingError:
            return
        except OSError as error:
            self._why = phrase("opening.unreadable", reason=error.strerror or str(error))
        except ValueError as error:
            LOG.warning("a match is no match: %s", error)

    def _tell(self, read: int, of: int) -> None:
        if self._unwanted:
            raise StoppedReadingError
        self._far = (read, of)

    def wait(self) -> None:
        """Block until it is loaded; for tests and pictures only."""
        self._thread.join()

    @property
    def wants_frames(self) -> bool:
        """Return True: work is going on in the background."""
        return True

    def back(self) -> Change | None:
        """Cancel."""
        self._unwanted = True
        return super().back()

    def update(self, now: float) -> Change | None:
        """Show the progress; open the scene when it is loaded."""
        change = super().update(now)
        if change is not None:
            return change
        if self._thread.is_alive():
            if self._far[1] and now - self._shown_at >= REPORT_SECONDS and self.look is not None:
                self._shown_at = now
                read, of = self._far
                self._line.text = phrase("opening.far", read=read, of=of)
                self.layout(self.look.viewport)
            return None
        if self._made is None:
            return show_failure(self._preferences, self._why)
        return self._show(self._made)


def show_failure(preferences: Preferences, sentence: Text) -> Change:
    """Show, in place of the scene, why it was not opened."""
    return Pop(Push(notice(preferences, "notice", phrase("notice.match"), sentence)))
