"""The lessons of a round: at most three, the costliest first, each with the turn that shows it best.

Law: a lesson is about marked turns only; if there are fewer than three, the best brilliant turn is one too.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from game.review.marks import TurnMark

if TYPE_CHECKING:
    from game.review.review import JudgedTurn, MistakeKind, RoundReview

MAX_LESSONS: Final = 3


@dataclass(frozen=True, slots=True)
class Takeaway:
    """One lesson: its kind, the turns of the review that teach it, the costliest of them, and the points of all.

    `points` are what the turns cost, negative for a turn that was well played.
    """

    kind: MistakeKind
    turns: tuple[int, ...]
    shown: int
    points: int

    @property
    def is_praise(self) -> bool:
        """Whether the lesson is praise."""
        return self.points < 0


def lessons_of(review: RoundReview) -> tuple[Takeaway, ...]:
    """Return the lessons of a round."""
    by_kind: dict[MistakeKind, list[int]] = {}
    for at, turn in enumerate(review.turns):
        if turn.mark in {TurnMark.INEXACT, TurnMark.MISS}:
            by_kind.setdefault(turn.kind, []).append(at)
    found = [_lesson(review, kind, turns) for kind, turns in by_kind.items()]
    praised = [at for at, turn in enumerate(review.turns) if turn.mark is TurnMark.BRILLIANT]
    found.sort(key=lambda one: (-one.points, one.shown))
    if praised and len(found) < MAX_LESSONS:
        best = max(praised, key=lambda at: review.turns[at].compared.points)
        found.append(_lesson(review, review.turns[best].kind, [best]))
    return tuple(found[:MAX_LESSONS])


def _lesson(review: RoundReview, kind: MistakeKind, turns: list[int]) -> Takeaway:
    def cost(at: int) -> int:
        turn: JudgedTurn = review.turns[at]
        return -turn.compared.points

    return Takeaway(kind, tuple(turns), max(turns, key=lambda at: (abs(cost(at)), -at)), sum(map(cost, turns)))
