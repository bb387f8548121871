"""The player's notebook of mistakes: what is due today and what was answered, saved if possible."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from game.client.matches import local_now
from game.review.notebook import Notebook, load_notebook, mistakes_of, save_notebook

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from game.review.notebook import Mistake
    from game.review.review import RoundReview
    from game.session.match_replay import Replay


def today_ordinal() -> int:
    """Return the player's local date as an ordinal."""
    return local_now().date().toordinal()


class MistakeShelf:
    """The notebook of a home and what is due; with `home` None nothing is saved."""

    def __init__(self, home: Path | None, day: Callable[[], int] = today_ordinal) -> None:
        self._home, self._day = home, day
        self.notebook: Notebook = load_notebook(home)

    @property
    def due(self) -> tuple[Mistake, ...]:
        """Return the mistakes due today."""
        return self.notebook.due(self._day())

    @property
    def days_left(self) -> int | None:
        """Return the days until the next mistake is due; None if there is none."""
        day = self.notebook.next_due_day()
        return None if day is None else max(0, day - self._day())

    def is_learnt(self, mistake: Mistake) -> bool:
        """Return whether a mistake need not come back, by the answers recorded until now."""
        return any(one.is_learnt for one in self.notebook.mistakes if one.key == mistake.key)

    def record_answer(self, mistake: Mistake, *, right: bool) -> None:
        """Record an answer; if it cannot be saved, only the record is lost."""
        self.notebook = self.notebook.with_changed(mistake.after_answer(self._day(), right=right))
        self._keep()

    def _keep(self) -> None:
        if self._home is not None:
            with suppress(OSError):
                save_notebook(self._home, self.notebook)


def note_mistakes(home: Path | None, replay: Replay, review: RoundReview) -> None:
    """Add the mistakes of our own round to a home's notebook, unless it has them."""
    if home is None or replay.own != review.seat:
        return
    before = load_notebook(home)
    after = before.with_mistakes(mistakes_of(replay, review))
    if after != before:
        with suppress(OSError):
            save_notebook(home, after)
