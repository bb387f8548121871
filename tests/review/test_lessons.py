"""What to take along from a round: marked turns alone, at most three, the dearest first."""

from __future__ import annotations

from dataclasses import replace

from game.review.lessons import MAX_LESSONS, lessons_of
from game.review.marks import TurnComparison, TurnMark
from game.review.review import RoundReview
from tests.review.kit import reviewed


def marked(*marks: tuple[TurnMark, int]) -> RoundReview:
    """Return a review with such marks and points on its first turns, and nothing on the others."""
    found = reviewed("burako")
    turns = [replace(turn, mark=TurnMark.GOOD) for turn in found.turns]
    for at, (mark, points) in enumerate(marks):
        turns[at] = replace(turns[at], mark=mark, compared=TurnComparison(points, 1, points))
    return replace(found, turns=tuple(turns))


def test_the_dearest_kind_comes_first_with_the_dearest_turn() -> None:
    lessons = lessons_of(marked((TurnMark.INEXACT, -20), (TurnMark.MISS, -90), (TurnMark.INEXACT, -30)))
    assert 1 <= len(lessons) <= MAX_LESSONS
    assert [one.points for one in lessons] == sorted((one.points for one in lessons), reverse=True)
    assert sum(one.points for one in lessons) == 140
    assert any(one.shown == 1 for one in lessons)
    assert not any(one.is_praise for one in lessons)


def test_where_nothing_is_marked_the_best_turn_is_the_lesson() -> None:
    (lesson,) = lessons_of(marked((TurnMark.BRILLIANT, 40), (TurnMark.BRILLIANT, 60)))
    assert lesson.is_praise
    assert lesson.shown == 1
    assert lessons_of(marked()) == ()
