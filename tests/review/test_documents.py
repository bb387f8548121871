"""What `docs/review.md` says of numbers is what the program does."""

from __future__ import annotations

from pathlib import Path

from game.review.marks import THRESHOLDS
from game.review.notebook import INTERVAL_DAYS, MAX_TASKS
from game.review.worth import HASTE_PRICE, SAMPLE_BUDGETS
from game.rules.ruleset import Family

PAGE = " ".join((Path(__file__).parents[2] / "docs" / "review.md").read_text(encoding="utf-8").split())
FAMILIES = {Family.DEAD_HAND: "dead-hand games", Family.OPEN_TABLE: "open-table games"}


def test_the_table_of_marks_is_the_data() -> None:
    for family, at in THRESHOLDS.items():
        chances = [f"{chance / 10:g} %" for chance in (at.inexact, at.miss, at.brilliant)]
        assert f"| {FAMILIES[family]} | {' | '.join(chances)} | {at.points} |" in PAGE


def test_worlds_haste_and_intervals_are_the_data() -> None:
    worlds = (SAMPLE_BUDGETS[Family.DEAD_HAND].turns, SAMPLE_BUDGETS[Family.OPEN_TABLE].turns)
    assert f"{worlds[0]} in the dead-hand games and {worlds[1]} at an open table" in PAGE
    assert f"{HASTE_PRICE[False]} points in Rummikub and {HASTE_PRICE[True]} in Rummy" in PAGE
    days = ", ".join(map(str, INTERVAL_DAYS[:-1]))
    assert f"after {days} and {INTERVAL_DAYS[-1]} days" in PAGE
    assert f"a notebook of {MAX_TASKS} at most" in PAGE
