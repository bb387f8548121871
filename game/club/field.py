"""The field of a round: who is to be paired, and how often entrants have met, partnered or sat out.

The start order is drawn from the seed of the first round alone, so that it never changes.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from game.club.scores import bye_points, is_played, match_points
from game.club.values import BOT_ENTRANT, LeftOverRule, TournamentState
from game.match.shuffle import derive_key, permutation

if TYPE_CHECKING:
    from collections.abc import Mapping

    from game.club.values import ClubTable, Entrant

Pair = tuple[int, int]
_ORDER, _CHAIRS = 0, 1  # what lots are drawn for


def pair_of(one: int, other: int) -> Pair:
    """Return two entrants as a pair in ascending order, the key of counts by pair."""
    return (one, other) if one < other else (other, one)


@dataclass(frozen=True, slots=True)
class Field:
    """The present entrants in start order, and counts of their past rounds; pairs are keyed by `pair_of`."""

    state: TournamentState
    seed: int
    order: tuple[int, ...]
    score: Mapping[int, int]
    met: Counter[Pair]  # how often two sat at a table that was played
    paired: Counter[Pair]  # how often they were seated together, played or not
    partners: Counter[Pair]
    byes: Counter[int]  # tables with bots alone as opponents included
    firsts: Counter[int]  # how often each sat on side 0

    @property
    def bots_fill_chairs(self) -> bool:
        """Whether bots fill empty chairs."""
        return self.state.plan.left_over is LeftOverRule.BOT

    def kept_apart(self, one: int, other: int) -> bool:
        """Return whether two entrants must not sit at one table."""
        return one != BOT_ENTRANT != other and self.state.kept_apart(one, other)

    def shuffled(self, size: int, purpose: int) -> tuple[int, ...]:
        """Draw a random order, different for each purpose and round."""
        return permutation(derive_key(self.seed, _CHAIRS, purpose), size)


def field_of(state: TournamentState, seed: int) -> Field:
    """Make the field of the next round, whose own seed is `seed`."""
    present = {one.number for one in state.present_entrants}
    first = state.rounds[0].seed if state.rounds else seed
    met: Counter[Pair] = Counter()
    paired: Counter[Pair] = Counter()
    partners: Counter[Pair] = Counter()
    byes: Counter[int] = Counter()
    firsts: Counter[int] = Counter()
    for one in state.rounds:
        byes.update(one.byes)
        for table in one.tables:
            _count(table, met, paired, partners)
            firsts.update(side for side in table.sides[0] if side != BOT_ENTRANT)
            byes.update(table.entrants if _against_bots(table) else ())
    order = tuple(one.number for one in start_order(state, first) if one.number in present)
    return Field(state, seed, order, scores_of(state), met, paired, partners, byes, firsts)


def _count(table: ClubTable, met: Counter[Pair], paired: Counter[Pair], partners: Counter[Pair]) -> None:
    played = is_played(table)
    for one, other in combinations(table.entrants, 2):
        pair = pair_of(one, other)
        paired[pair] += 1
        if played:
            met[pair] += 1
            partners[pair] += table.side_of(one) == table.side_of(other)


def _against_bots(table: ClubTable) -> bool:
    """Return whether all opponents at a table are bots, which counts as sitting out."""
    return sum(any(one != BOT_ENTRANT for one in side) for side in table.sides) == 1


def start_order(state: TournamentState, seed: int) -> tuple[Entrant, ...]:
    """Return all entrants in start order: by rating, then by lot; late ones follow in the order they joined."""
    begun = [one for one in state.entrants if one.since == 1]
    lots = permutation(derive_key(seed, _ORDER), len(begun))
    ordered = sorted(begun, key=lambda one: (-one.rating, lots[one.number - 1]))
    return (*ordered, *(one for one in state.entrants if one.since > 1))


def scores_of(state: TournamentState, before: int = 0) -> dict[int, int]:
    """Return the match points of every entrant, so far or before round `before`."""
    score = {one.number: 0 for one in state.entrants}
    for one in state.rounds[: before - 1] if before else state.rounds:
        for number in one.byes:
            score[number] += bye_points(state.plan)
        for table in one.tables:
            for side, earned in zip(table.sides, match_points(state.plan, table), strict=True):
                for number in side:
                    if number != BOT_ENTRANT:
                        score[number] += earned
    return score
