"""Pairs entrants for duels: by the Dutch system if possible, else by the cheapest matching.

Laws: no two meet again if that can be avoided; next, nobody sits out a second time before everybody has once; entrants
who are kept apart never meet. The Dutch system is used only for fields that it pairs within a second.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING, Final

from game.club.field import pair_of, scores_of
from game.club.library import SwissPlayer, berger_tables, cheapest_matching, dutch_pairing
from game.club.scores import table_win_points
from game.club.values import BOT_ENTRANT, DUEL_SIDES, ClubTable

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from game.club.field import Field, Pair
    from game.club.values import ClubRound

MAX_DUTCH_PLAYERS: Final = 64
REMEET_COST: Final = 10**7  # the cost of meeting again, above any difference of scores
SECOND_BYE_COST: Final = 10**10  # the cost of sitting out again

Duels = tuple[tuple["Pair", ...], tuple[int, ...]]  # the pairs, and who is left over


def swiss_duels(field: Field, rounds: int) -> Duels:
    """Pair a Swiss round: equal scores meet."""
    strict = _cheapest_duels(field, again=False)
    fewest = len(field.order) % 2
    if len(strict[1]) == fewest and _is_fair(field, strict[1]) and len(field.order) <= MAX_DUTCH_PLAYERS:
        found = _dutch(field, rounds)
        if found is not None:
            return found
    if len(strict[1]) == fewest:
        return strict
    return _cheapest_duels(field, again=True)


def _is_fair(field: Field, left: Iterable[int]) -> bool:
    fewest = min(field.byes[one] for one in field.order)
    return all(field.byes[one] == fewest for one in left)


def _dutch(field: Field, rounds: int) -> Duels | None:
    """Pair by the Dutch system; None if that breaks our laws: in the first round it cannot keep entrants apart."""
    floats = _floats(field)
    fewest = min(field.byes[one] for one in field.order)
    players = [
        SwissPlayer(
            number,
            at,
            field.score[number] * DUEL_SIDES // table_win_points(field.state.plan),
            floats[number],
            field.byes[number] - fewest,
        )
        for at, number in enumerate(field.order, start=1)
    ]
    barred = {pair for pair in combinations(sorted(field.order), 2) if field.met.get(pair) or field.kept_apart(*pair)}
    paired = dutch_pairing(players, barred, len(field.state.rounds) + 1, rounds)
    duels = tuple((one, other) for one, other in paired if other is not None)
    left = tuple(one for one, other in paired if other is None)
    if (
        any(pair_of(*duel) in barred for duel in duels)
        or len(left) != len(field.order) % 2
        or not _is_fair(field, left)
    ):
        return None
    return duels, left


def _floats(field: Field) -> dict[int, tuple[str, ...]]:
    """Return each entrant's floats by round: whether they met a higher or a lower score at that time."""
    floats: dict[int, list[str]] = {number: [] for number in field.score}
    for one in field.state.rounds:
        score = scores_of(field.state, one.number)
        for number, said in floats.items():
            said.append(_float(one, number, score))
    return {number: tuple(said) for number, said in floats.items()}


def _float(one: ClubRound, number: int, score: Mapping[int, int]) -> str:
    table = one.table_of(number)
    if table is None:
        return "down" if number in one.byes else "none"
    theirs = next((score[other] for other in table.entrants if other != number), 0)
    return "down" if score[number] > theirs else "up" if score[number] < theirs else "none"


def _cheapest_duels(field: Field, *, again: bool) -> Duels:
    """Match the whole field at the least cost; entrants who have met may meet again only with `again`."""
    costs: dict[Pair, int] = {}
    for one, other in combinations(sorted(field.order), 2):
        met = field.met[one, other]
        if not field.kept_apart(one, other) and (again or not met):
            costs[one, other] = REMEET_COST * met + (field.score[one] - field.score[other]) ** 2
    return _match(field, costs)


def _match(field: Field, costs: dict[Pair, int]) -> Duels:
    """Find the cheapest matching; for an odd number, the lowest of those who sat out least is left over."""
    if len(field.order) % 2:
        last = len(field.order)
        for at, one in enumerate(
            sorted(field.order, key=lambda number: (field.score[number], -field.order.index(number)))
        ):
            costs[BOT_ENTRANT, one] = SECOND_BYE_COST * field.byes[one] + at * last
    found = cheapest_matching(costs)
    duels = tuple(pair for pair in found if BOT_ENTRANT not in pair)
    seated = {one for pair in duels for one in pair}
    return duels, tuple(one for one in field.order if one not in seated)


def round_robin_duels(field: Field) -> Duels:
    """Pair a round robin: by Berger's tables while all starters are present, else those who have not met yet."""
    state = field.state
    begun = tuple(one for one in field.order if state.entrant(one).since == 1)
    size = len(begun) + len(begun) % 2
    if not state.forbidden and len(begun) == len(state.entrants) and len(state.rounds) < (size - 1) * state.plan.cycles:
        at = len(state.rounds)
        rows = [(one - 1, other - 1) for one, other in berger_tables(size)[at % (size - 1)]]
        known = [(begun[one], begun[other]) for one, other in rows if max(one, other) < len(begun)]
        rest = tuple(begun[min(row)] for row in rows if max(row) == len(begun))
        if all(field.paired[pair_of(*duel)] <= at // (size - 1) for duel in known):
            return tuple(known), rest
    return _unmet(field)


def _unmet(field: Field) -> Duels:
    """Match as many pairs as possible that have not met, first those with the most left to meet."""
    cycles = field.state.plan.cycles
    for cycle in range(1, cycles + 1):
        owed = [
            pair
            for pair in combinations(sorted(field.order), 2)
            if field.paired[pair] < cycle and not field.kept_apart(*pair)
        ]
        if owed:
            left = Counter(one for pair in owed for one in pair)
            most = 2 * max(left.values())
            return _match(field, {(one, other): most - left[one] - left[other] for one, other in owed})
    return (), field.order


def seat_pairs(field: Field, duels: Duels, *, turn: bool) -> tuple[tuple[ClubTable, ...], tuple[int, ...]]:
    """Give each pair a table; with `turn` the highest scores come first, and who had side 0 less often gets it.

    Movements choose sides themselves, without `turn`. If the plan has bots, whoever is left over plays a bot.
    """
    pairs, left = duels
    if not pairs:
        return (), left
    if turn:
        lots = field.shuffled(2 * len(pairs), len(pairs))
        pairs = tuple(
            pair
            if (field.firsts[pair[0]], lots[2 * at]) < (field.firsts[pair[1]], lots[2 * at + 1])
            else (pair[1], pair[0])
            for at, pair in enumerate(pairs)
        )
        pairs = tuple(sorted(pairs, key=lambda pair: (-field.score[pair[0]] - field.score[pair[1]], min(pair))))
    tables = tuple(ClubTable(((one,), (other,))) for one, other in pairs)
    if not field.bots_fill_chairs:
        return tables, left
    return (*tables, *(ClubTable(((one,), (BOT_ENTRANT,))) for one in left)), ()
