"""The player's mistakes in all matches as tasks that come back, after a day and then after ever longer, until learnt.

Laws: a task shows what the player saw, and no more; one that is failed comes back the next day; days are numbers of the
player's local dates; the notebook has a limited size; an unreadable file is set aside, never overwritten.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Final

from game.match.transcript import Seat
from game.review.marks import TurnComparison, TurnMark, mark_of
from game.review.review import position_key, turn_view
from game.review.worth import play_out, sample_budget_for, view_after_moves
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

NOTEBOOK_FILE: Final = "mistakes"
NOTEBOOK_VERSION: Final = 2
INTERVAL_DAYS: Final = (1, 3, 7, 16, 35, 90)  # days until a task comes back, by how often in a row it was solved
LEARNT_BOX: Final = len(INTERVAL_DAYS) + 1  # solved after each of them
MAX_TASKS: Final = 200  # if there are more, learnt ones are dropped first, then the cheapest
SAMPLE_SEED: Final = 1


@dataclass(frozen=True, slots=True)
class UnseatedMistake:
    """A mistake as version 1 of the notebook kept it, without who sat at the table."""

    key: bytes
    view: View
    played: tuple[Move, ...]
    best: tuple[Move, ...]
    reason: str
    args: tuple[int | str, ...]
    cost: int
    box: int = 0
    due: int = 0


@dataclass(frozen=True, slots=True)
class Mistake(UnseatedMistake):
    """A turn that cost points, as its player saw it; `key` is the round's key and the number of moves made before.

    `box` is how often in a row it was solved, `due` the day from which on it is asked again. `seats` are who sat there;
    empty if nobody knows any more.
    """

    seats: tuple[Seat, ...] = ()

    @property
    def is_learnt(self) -> bool:
        """Whether the mistake need not come back."""
        return self.box >= LEARNT_BOX

    def after_answer(self, day: int, *, right: bool) -> Mistake:
        """Return the mistake after it was answered on a day."""
        box = self.box + 1 if right else 0
        return replace(self, box=box, due=day + INTERVAL_DAYS[min(max(box - 1, 0), len(INTERVAL_DAYS) - 1)])

    def alike(self, moves: Sequence[Move], others: Sequence[Move]) -> bool:
        """Return whether two turns lead to the same position."""
        return position_key(view_after_moves(self.view, moves)) == position_key(view_after_moves(self.view, others))

    def is_as_good(self, moves: Sequence[Move], chances: Chances) -> bool:
        """Return whether a turn is as good as the best one found, or at least no mistake compared with it."""
        if self.alike(moves, self.best):
            return True
        if self.alike(moves, self.played):
            return False
        ours, best = view_after_moves(self.view, moves), view_after_moves(self.view, self.best)
        worlds = sample_budget_for(self.view.table.game).turns
        compared: TurnComparison = play_out(ours, worlds, SAMPLE_SEED).compare_with(
            play_out(best, worlds, SAMPLE_SEED), chances
        )
        family = rules_of(self.view.table.game).family
        return mark_of(compared, family) in {TurnMark.GOOD, TurnMark.BRILLIANT}


@dataclass(frozen=True, slots=True)
class NotebookVersion1:
    """A notebook of the first version."""

    version: int
    mistakes: tuple[UnseatedMistake, ...]

    def as_now(self) -> Notebook:
        """Return the same mistakes as a notebook of today."""
        every = ({one.name: getattr(mistake, one.name) for one in fields(mistake)} for mistake in self.mistakes)
        return Notebook(mistakes=tuple(Mistake(**kept) for kept in every))


@dataclass(frozen=True, slots=True)
class Notebook:
    """All mistakes, the oldest first."""

    version: int = NOTEBOOK_VERSION
    mistakes: tuple[Mistake, ...] = ()

    def due(self, day: int) -> tuple[Mistake, ...]:
        """Return the mistakes due on a day, the costliest first."""
        asked = [one for one in self.mistakes if not one.is_learnt and one.due <= day]
        return tuple(sorted(asked, key=lambda one: (-one.cost, one.key)))

    @property
    def learnt_count(self) -> int:
        """The number of mistakes that need not come back."""
        return sum(one.is_learnt for one in self.mistakes)

    def next_due_day(self) -> int | None:
        """Return the day on which the next task comes back; None if there is none."""
        return min((one.due for one in self.mistakes if not one.is_learnt), default=None)

    def with_mistakes(self, more: Iterable[Mistake]) -> Notebook:
        """Return the notebook with new mistakes added; of too many the learnt are dropped first, then the cheapest."""
        known = {one.key for one in self.mistakes}
        every = [*self.mistakes, *(one for one in more if one.key not in known)]
        while len(every) > MAX_TASKS:
            every.remove(min(every, key=lambda one: (not one.is_learnt, one.cost)))
        return Notebook(self.version, tuple(every))

    def with_changed(self, changed: Mistake) -> Notebook:
        """Return the notebook with one mistake replaced."""
        return Notebook(self.version, tuple(changed if one.key == changed.key else one for one in self.mistakes))


def mistakes_of(replay: Replay, review: RoundReview) -> tuple[Mistake, ...]:
    """Return the mistakes of a round, without the moves before them."""
    found = []
    for turn in review.marked(TurnMark.MISS, TurnMark.INEXACT):
        if turn.compared.points < 0 and turn.best:
            view = replace(turn_view(replay, review, turn), story=())
            key = review.key + turn.made.to_bytes(2, "big")
            mistake = Mistake(key, view, turn.played, turn.best, turn.reason, turn.args, -turn.compared.points)
            found.append(replace(mistake, seats=replay.seats(review.round)))
    return tuple(found)


def load_notebook(home: Path | None) -> Notebook:
    """Read the notebook of a home; an empty one if there is none, or none that can be read."""
    if home is None:
        return Notebook()
    try:
        return _decoded((home / NOTEBOOK_FILE).read_bytes())
    except (OSError, ValueError):
        return Notebook()


def _decoded(kept: bytes) -> Notebook:
    """Read a notebook of this or the first version; raise ValueError if it is neither."""
    version = kept[:1]  # the version is the first number
    if version == encode(NOTEBOOK_VERSION):
        return decode(kept, Notebook)
    if version == encode(1):
        return decode(kept, NotebookVersion1).as_now()
    raise ValueError(f"a notebook of version {version!r} is not known here")


def save_notebook(home: Path, notebook: Notebook) -> None:
    """Save the notebook; an unreadable file is set aside first. Raise OSError if the disk refuses."""
    path = home / NOTEBOOK_FILE
    if path.exists() and load_notebook(home) == Notebook():
        set_aside(path)
    replace_file(path, encode(notebook))
