"""The marks of a review and their thresholds, found with `tools/dev.py soak review` on rounds of bots.

Laws: a mark depends on the chance to win the match, in thousandths; a loss within its margin of error is no mistake.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Final

from game.rules.ruleset import Family

if TYPE_CHECKING:
    from collections.abc import Mapping


class TurnMark(Enum):
    """The mark of a turn."""

    BRILLIANT = "brilliant"
    GOOD = "good"
    INEXACT = "inexact"
    MISS = "miss"


@dataclass(frozen=True, slots=True)
class Thresholds:
    """The thresholds of marks in a family of games.

    `inexact`, `miss` and `brilliant` are thousandths of the chance to win the match; a difference counts only if it is
    at least `points`, and at least `clear` hundredths of its standard error. For the chance to win, `spread` is the
    standard deviation of a round's result, and `a_round` what a good round brings towards a target, both in points.
    """

    inexact: int
    miss: int
    brilliant: int
    points: int
    clear: int
    spread: int
    a_round: int


THRESHOLDS: Final[Mapping[Family, Thresholds]] = {
    Family.DEAD_HAND: Thresholds(15, 50, 60, 10, 200, 450, 350),
    Family.OPEN_TABLE: Thresholds(40, 100, 80, 4, 200, 90, 90),
}


@dataclass(frozen=True, slots=True)
class TurnComparison:
    """The played turn's lead over the best one found: points, their standard error, thousandths of chance."""

    points: int = 0
    error: int = 0
    chance: int = 0


def is_clear(compared: TurnComparison, family: Family) -> bool:
    """Return whether a difference is large enough, and beyond its margin of error."""
    at, points = THRESHOLDS[family], abs(compared.points)
    return points >= at.points and 100 * points >= at.clear * compared.error


def is_noteworthy(compared: TurnComparison, family: Family) -> bool:
    """Return whether a turn was at least inexact, or as much better than the best one found."""
    return is_clear(compared, family) and abs(compared.chance) >= THRESHOLDS[family].inexact


def mark_of(compared: TurnComparison, family: Family) -> TurnMark:
    """Return the mark of a turn."""
    at = THRESHOLDS[family]
    if not is_clear(compared, family):
        return TurnMark.GOOD
    if compared.points > 0:
        return TurnMark.BRILLIANT if compared.chance >= at.brilliant else TurnMark.GOOD
    if -compared.chance >= at.miss:
        return TurnMark.MISS
    return TurnMark.INEXACT if -compared.chance >= at.inexact else TurnMark.GOOD
