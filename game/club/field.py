"""Who is to be paired, and who has met, partnered or sat out how often: what every way of pairing asks.

Lots come from the seed of the first round alone, so that the order at the start stays what it was.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from game.club.scores import bye_points, is_played, match_points
from game.club.values import BOT, LeftOver, TournamentState
from game.match.shuffle import key_of, permutation

if TYPE_CHECKING:
    from collections.abc import Mapping

    from game.club.values import ClubTable, Entrant

Pair = tuple[int, int]
_ORDER, _CHAIRS = 0, 1  # what lots are drawn for


def pair_of(one: int, other: int) -> Pair:
    """Name two entrants in the one order that tables of pairs use."""
    return (one, other) if one < other else (other, one)


@dataclass(frozen=True, slots=True)
class Field:
    """The present in their order at the start, and counts of what they were through; pairs are in `pair_of`'s order."""

    state: TournamentState
    seed: int
    order: tuple[int, ...]
    score: Mapping[int, int]
    met: Mapping[Pair, int]
    paired: Mapping[Pair, int]
    partners: Mapping[Pair, int]
    byes: Mapping[int, int]
    firsts: Mapping[int, int]  # how often on the first side

    @property
    def bots(self) -> bool:
        """Whether bots take the chairs that are left over."""
        return self.state.plan.left_over is LeftOver.BOT

    def apart(self, one: int, other: int) -> bool:
        """Return whether two may not sit at one table."""
        return one != BOT != other and self.state.apart(one, other)

    def shuffled(self, size: int, purpose: int) -> tuple[int, ...]:
        """Draw an order by lot, another for each purpose and round."""
        return permutation(key_of(self.seed, _CHAIRS, purpose), size)


def field_of(state: TournamentState, seed: int) -> Field:
    """Gather what pairing the next round asks; `seed` is that round's own."""
    present = {one.number for one in state.present}
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
            firsts.update(side for side in table.sides[0] if side != BOT)
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
    """Return whether only bots sit across: what would be sitting out, were there no bots."""
    return sum(any(one != BOT for one in side) for side in table.sides) == 1


def start_order(state: TournamentState, seed: int) -> tuple[Entrant, ...]:
    """Return all entrants as they stood at the start: by rating, then by lot; who came late follows as they came."""
    begun = [one for one in state.entrants if one.since == 1]
    lots = permutation(key_of(seed, _ORDER), len(begun))
    ordered = sorted(begun, key=lambda one: (-one.rating, lots[one.number - 1]))
    return (*ordered, *(one for one in state.entrants if one.since > 1))


def scores_of(state: TournamentState, before: int = 0) -> dict[int, int]:
    """Return the match points of every entrant so far, or as they stood before a round."""
    score = {one.number: 0 for one in state.entrants}
    for one in state.rounds[: before - 1] if before else state.rounds:
        for number in one.byes:
            score[number] += bye_points(state.plan)
        for table in one.tables:
            for side, earned in zip(table.sides, match_points(state.plan, table), strict=True):
                for number in side:
                    if number != BOT:
                        score[number] += earned
    return score
