"""The chance to win a match, from a side's lead: the rounds still to come spread around a lead of zero."""

from __future__ import annotations

from math import erf, sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING, Final

from game.review.marks import THRESHOLDS
from game.rules.registry import rules_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from game.table.state import Table

CERTAINTY: Final = 1000  # thousandths
ROUND_COUNT_OPTIONS: Final = ("hands", "fresh_rounds")  # options that say how many rounds there are
TWO_SIDES: Final = 2
CONTINUED_ROUNDS: Final = "continued"  # the value of the option `rounds` with which any round may be the last


def lead_of_side(table: Table, points: Sequence[int], side: int) -> int:
    """Return a side's lead over the mean of the others; more is better in every game."""
    lead = lead_over_mean(len(points) * points[side] - sum(points), len(points))
    return -lead if rules_of(table.game).lowest_wins else lead


def lead_over_mean(lead: int, sides: int) -> int:
    """Convert a side's lead summed over the other sides into one over their mean."""
    return (2 * lead + sides - 1) // (2 * (sides - 1))


class Chances:
    """Turns leads at the end of a round into chances to win its match; `table` is any table of the round.

    With more than two sides, one that is level with the others' mean gets an equal share of the chances, and no lead is
    certain, since it says nothing about the order of the others: at least one more round is assumed.
    """

    def __init__(self, table: Table, side: int) -> None:
        self._before = lead_of_side(table, table.totals, side)
        per_round = THRESHOLDS[rules_of(table.game).family]
        sides, rounds = len(table.totals), rounds_to_come(table)
        self._level = NormalDist().inv_cdf(1 / sides) if sides > TWO_SIDES else 0.0
        self._spread = per_round.spread * sqrt(
            (rounds if sides == TWO_SIDES else max(1, rounds)) * sides / (sides - 1) / TWO_SIDES
        )
        self._known: dict[int, int] = {}

    def to_win(self, lead: int) -> int:
        """Return the chance to win, in thousandths, if the round ends with this lead."""
        if lead not in self._known:
            self._known[lead] = self._of(self._before + lead)
        return self._known[lead]

    def _of(self, lead: int) -> int:
        if not self._spread:
            return CERTAINTY // 2 if not lead else CERTAINTY if lead > 0 else 0
        return round(CERTAINTY * (1 + erf((self._level + lead / self._spread) / sqrt(2))) / 2)


def rounds_to_come(table: Table) -> int:
    """Return how many rounds will follow: as many as were agreed, or as the leader needs to reach the target."""
    named = dict(table.options.items)
    target = named.get("target")
    if isinstance(target, int):
        missing = target - max(table.totals, default=0)
        return max(0, -(-missing // THRESHOLDS[rules_of(table.game).family].a_round) - 1)
    if named.get("rounds") == CONTINUED_ROUNDS:
        return 0
    counts = [count for name in ROUND_COUNT_OPTIONS if isinstance(count := named.get(name), int)]
    return max([count - table.round for count in counts if count > table.round], default=0)
