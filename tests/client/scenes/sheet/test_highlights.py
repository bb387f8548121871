"""What a round had worth telling: the lead, a comeback, the best round."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

from game.client.scenes.sheet.highlights import round_news
from game.client.table.moments.kinds import MomentKind
from game.client.words import phrase

if TYPE_CHECKING:
    from game.client.words import Phrase
    from game.match.match import RoundResult

NAMES = ("You", "Tito")


def results(*rounds: tuple[int, ...]) -> list[RoundResult]:
    """Return rounds by what each side made in them."""
    totals, made = [0] * len(rounds[0]), []
    for points in rounds:
        totals = [total + one for total, one in zip(totals, points, strict=True)]
        sheets = [SimpleNamespace(total=one) for one in points]
        made.append(SimpleNamespace(totals=tuple(totals), sheets=sheets))
    return cast("list[RoundResult]", made)


def told(made: list[RoundResult], *, lowest: bool = False) -> tuple[MomentKind, bool, Phrase | None] | None:
    """Return what the first side is told, its ribbon's words apart, which there must be."""
    news = round_news(made, 0, NAMES, lowest=lowest)
    assert news is None or str(news.title)
    return None if news is None else (news.kind, news.ours, news.told)


def test_the_first_round_changes_nothing() -> None:
    assert round_news(results((50, 100)), 0, NAMES, lowest=False) is None


def test_a_round_that_is_won_and_changes_nothing_is_told_by_its_ribbon_alone() -> None:
    for rounds, lowest in (((100, 50),), False), (((300, 100), (200, 100)), False), (((20, 50),), True):
        news = round_news(results(*rounds), 0, NAMES, lowest=lowest)
        assert news is not None
        assert (news.kind, news.ours, news.told) == (MomentKind.ROUND, True, None)
        assert str(news.title)


def test_a_lead_that_changes_hands_is_told_of_whoever_has_it() -> None:
    assert told(results((100, 150), (200, 65))) == (MomentKind.LEAD, True, phrase("score.you_lead", points=85))
    theirs = told(results((150, 100), (0, 100)))
    assert theirs == (MomentKind.LEAD, False, phrase("score.leads", name="Tito", points=50))


def test_from_five_hundred_behind_it_is_a_comeback() -> None:
    found = told(results((0, 500), (700, 100)))
    assert found == (MomentKind.COMEBACK, True, phrase("score.comeback", behind=500, points=100))


def test_a_best_round_is_told_where_the_lead_stays() -> None:
    assert told(results((300, 100), (400, 100))) == (MomentKind.RECORD, True, phrase("score.best_round", points=400))
    assert told(results((300, 100), (50, 100))) is None


def test_fewest_points_lead_where_points_are_a_burden() -> None:
    found = told(results((50, 20), (0, 60)), lowest=True)
    assert found == (MomentKind.LEAD, True, phrase("score.you_lead", points=30))
