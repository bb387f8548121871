"""The marks of a review and where each begins: all as data, found with `tools/dev.py soak review` on bots' rounds.

Laws: a class goes by the chance to win the match, in thousandths; what is not clear of its own doubt is no mistake.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Final

from game.rules.ruleset import Family

if TYPE_CHECKING:
    from collections.abc import Mapping


class TurnMark(Enum):
    """What is said of a turn."""

    BRILLIANT = "brilliant"
    GOOD = "good"
    INEXACT = "inexact"
    MISS = "miss"


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Where marks begin in a family of games.

    `inexact`, `miss` and `brilliant` are thousandths of the chance to win the match; a difference counts from `points`
    on, and only when it is so many hundredths of its standard error (`clear`). `spread` is by how much a round's result
    differs from its mean, `a_round` what a good round brings towards a target: both in points, for the chance to win.
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
class Compared:
    """What was played less the best that was found, in the same worlds: points, their doubt, thousandths of chance."""

    points: int = 0
    error: int = 0
    chance: int = 0


def is_clear(compared: Compared, family: Family) -> bool:
    """Return whether a difference is large enough, and clear of its doubt."""
    at, points = THRESHOLDS[family], abs(compared.points)
    return points >= at.points and 100 * points >= at.clear * compared.error


def counts(compared: Compared, family: Family) -> bool:
    """Return whether a turn was inexact or worse, or better by as much."""
    return is_clear(compared, family) and abs(compared.chance) >= THRESHOLDS[family].inexact


def mark_of(compared: Compared, family: Family) -> TurnMark:
    """Return the mark of a turn."""
    at = THRESHOLDS[family]
    if not is_clear(compared, family):
        return TurnMark.GOOD
    if compared.points > 0:
        return TurnMark.BRILLIANT if compared.chance >= at.brilliant else TurnMark.GOOD
    if -compared.chance >= at.miss:
        return TurnMark.MISS
    return TurnMark.INEXACT if -compared.chance >= at.inexact else TurnMark.GOOD
