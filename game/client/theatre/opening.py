"""Laying out a match that was played, beside the window: how far it is, a way to stop, then the scene that shows it.

Laws: no frame waits for a log; a file that cannot be read is a sentence, and nothing is opened.
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
    from game.client.wishes import Wishes
    from game.client.words import Text

    Told = Callable[[int, int], None]  # how much is read, of how much

T = TypeVar("T")
SHOWN: Final = 0.25  # seconds between two words about how far it is


class StoppedReadingError(Exception):
    """Nobody waits for it any more."""


class Opening(Message, Generic[T]):
    """Lays something out by `read`, which is told whom to tell; `show` is what then follows."""

    def __init__(
        self,
        wishes: Wishes,
        read: Callable[[Told], T],
        show: Callable[[T], Change],
    ) -> None:
        self._wishes, self._show = wishes, show
        self._made: T | None = None
        self._why: Text = phrase("notice.match_unreadable")
        self._far = (0, 0)
        self._shown_at = 0.0
        self._line = Paragraph("opening.far", phrase("opening.begins"), theme.READING, theme.CREAM)
        stop = Button("opening.stop", phrase("share.stop"), Pop, key="Esc")
        words = (phrase("opening.title"), phrase("opening.line"))
        super().__init__("opening", wishes, Dialog("opening", *words, (stop,), self._line))
        self._unwanted = False
        self._thread = Thread(target=self._read, args=(read,), name="comodin-opening", daemon=True)
        self._thread.start()

    def _read(self, read: Callable[[Told], T]) -> None:
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
        """Wait until it is laid out; for tests and pictures, not for the window."""
        self._thread.join()

    @property
    def restless(self) -> bool:
        """Tell that something is done beside."""
        return True

    def back(self) -> Change | None:
        """Stop."""
        self._unwanted = True
        return super().back()

    def update(self, now: float) -> Change | None:
        """Say how far it is; go on when it is there."""
        change = super().update(now)
        if change is not None:
            return change
        if self._thread.is_alive():
            if self._far[1] and now - self._shown_at >= SHOWN and self.look is not None:
                self._shown_at = now
                read, of = self._far
                self._line.text = phrase("opening.far", read=read, of=of)
                self.layout(self.look.viewport)
            return None
        if self._made is None:
            return said(self._wishes, self._why)
        return self._show(self._made)


def said(wishes: Wishes, sentence: Text) -> Change:
    """Say in the place of what was to be opened why it is not."""
    return Pop(Push(notice(wishes, "notice", phrase("notice.match"), sentence)))
