"""One's own mistakes of all matches as tasks that come back: after a day, then after ever longer, until learnt.

Laws: a task is what the player saw, and no more; what was missed again comes back the next day; days are the player's
own, as numbers; the notebook is bounded, and a file that cannot be read is set aside, never written over.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from game.review.marks import Compared, TurnMark, mark_of
from game.review.review import look_key, turn_view
from game.review.worth import pains_for, sample, walked
from game.rules.registry import rules_of
from game.store.atomic import replace_file, set_aside
from game.table.canon import decode, encode
from game.table.moves import Move
from game.table.view import View

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from game.review.chance import Chances
    from game.review.review import RoundReview
    from game.session.match_replay import Replay

FILE: Final = "mistakes"
VERSION: Final = 1
INTERVALS: Final = (1, 3, 7, 16, 35, 90)  # days until a task comes back, by how often in a row it was done right
MAX_TASKS: Final = 200  # the cheapest go first
SEED: Final = 1


@dataclass(frozen=True, slots=True)
class Mistake:
    """One turn that cost something, as its player saw it; `key` is its round's and the moves made then.

    `box` is how often in a row it was done right, `due` the day from which on it is asked.
    """

    key: bytes
    view: View
    played: tuple[Move, ...]
    best: tuple[Move, ...]
    reason: str
    args: tuple[int | str, ...]
    cost: int
    box: int = 0
    due: int = 0

    @property
    def learnt(self) -> bool:
        """Whether it need not come back."""
        return self.box >= len(INTERVALS)

    def answered(self, day: int, *, right: bool) -> Mistake:
        """Return it after an answer of a day."""
        box = self.box + 1 if right else 0
        return replace(self, box=box, due=day + INTERVALS[min(max(box - 1, 0), len(INTERVALS) - 1)])

    def as_good(self, moves: Sequence[Move], chances: Chances) -> bool:
        """Return whether a turn is as good as the best that was found, or no mistake beside it."""
        ours, best = walked(self.view, moves), walked(self.view, self.best)
        if look_key(ours) == look_key(best):
            return True
        if look_key(ours) == look_key(walked(self.view, self.played)):
            return False
        worlds = pains_for(self.view.table.game).turns
        compared: Compared = sample(ours, worlds, SEED).less(sample(best, worlds, SEED), chances)
        family = rules_of(self.view.table.game).family
        return mark_of(compared, family) in {TurnMark.GOOD, TurnMark.BRILLIANT}


@dataclass(frozen=True, slots=True)
class Notebook:
    """All mistakes, the oldest first."""

    version: int = VERSION
    mistakes: tuple[Mistake, ...] = ()

    def due(self, day: int) -> tuple[Mistake, ...]:
        """Return what is asked on a day, the dearest first."""
        asked = [one for one in self.mistakes if not one.learnt and one.due <= day]
        return tuple(sorted(asked, key=lambda one: (-one.cost, one.key)))

    @property
    def learnt(self) -> int:
        """How many need not come back."""
        return sum(one.learnt for one in self.mistakes)

    def next_day(self) -> int | None:
        """Return when the next task comes back; None where there is none."""
        return min((one.due for one in self.mistakes if not one.learnt), default=None)

    def having(self, more: Iterable[Mistake]) -> Notebook:
        """Return it with mistakes that it has not yet; of too many the cheapest go."""
        known = {one.key for one in self.mistakes}
        every = [*self.mistakes, *(one for one in more if one.key not in known)]
        while len(every) > MAX_TASKS:
            every.remove(min(every, key=lambda one: (not one.learnt, one.cost)))
        return Notebook(self.version, tuple(every))

    def with_one(self, changed: Mistake) -> Notebook:
        """Return it with one task as it is now."""
        return Notebook(self.version, tuple(changed if one.key == changed.key else one for one in self.mistakes))


def mistakes_of(replay: Replay, review: RoundReview) -> tuple[Mistake, ...]:
    """Return the mistakes of a round, the story before them left out."""
    found = []
    for turn in review.marked(TurnMark.MISS, TurnMark.INEXACT):
        if turn.compared.points < 0 and turn.best:
            view = replace(turn_view(replay, review, turn), story=())
            key = review.key + turn.made.to_bytes(2, "big")
            args = (turn.reason, turn.args)
            found.append(Mistake(key, view, turn.played, turn.best, *args, -turn.compared.points))
    return tuple(found)


def load_notebook(home: Path | None) -> Notebook:
    """Read the notebook of a home; an empty one where there is none that can be read."""
    if home is None:
        return Notebook()
    try:
        kept = decode((home / FILE).read_bytes(), Notebook)
    except (OSError, ValueError):
        return Notebook()
    return kept if kept.version == VERSION else Notebook()


def save_notebook(home: Path, notebook: Notebook) -> None:
    """Keep the notebook; what is there and cannot be read is set aside first. Raise OSError when the disk refuses."""
    path = home / FILE
    if path.exists() and load_notebook(home) == Notebook():
        set_aside(path)
    replace_file(path, encode(notebook))
