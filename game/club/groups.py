"""Seats tables of more than two entrants: who sits together, and in couples who plays with whom.

Entrants and empty chairs are matched in twos at the least cost, and the twos again; having met, and a difference in
score, cost. Then two people swap places wherever that lowers the cost. Every step uses integers and a fixed order, so
that all machines find the same tables.
"""

from __future__ import annotations

from itertools import accumulate, combinations
from typing import TYPE_CHECKING, Final

from game.club.field import pair_of
from game.club.library import cheapest_matching
from game.club.scores import table_win_points
from game.club.values import BOT_ENTRANT, COUPLE_SIZE, ClubFormat, ClubTable
from game.rules.registry import rules_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from game.club.field import Field

KEPT_APART_COST: Final = 10**15
BAD_SIZE_COST: Final = 10**13
REMEET_COST: Final = 10**8  # the cost of meeting again, above any difference of scores
PARTNERS_AGAIN_COST: Final = 10**9
MAX_CHAIRS: Final = 4  # chairs of every table in the matching; smaller tables have empty chairs
MATCHED_NEIGHBOURS: Final = 12  # how far apart by score two may be that are matched in a large field
MAX_FULLY_MATCHED_FIELD: Final = 40  # the largest field in which any two may be matched
SEATING_ATTEMPTS: Final = 400  # divided by the number of people: attempts to seat a field in which some are kept apart
MIN_SEATING_ATTEMPTS: Final = 6
COUPLE_SPLITS: Final = (((0, 1), (2, 3)), ((0, 2), (1, 3)), ((0, 3), (1, 2)))  # four chairs as two couples
FIRST_EMPTY_CHAIR: Final = -1  # the first of the numbers, all below 0, of chairs that stay empty or have a bot


def seat_field(field: Field) -> tuple[tuple[ClubTable, ...], tuple[int, ...]]:
    """Seat the field at tables; return the tables, and who sits out.

    If some are kept apart, other start orders are tried until no two of them share a table; if none is found, whoever
    is kept apart from the most others sits out too.
    """
    people = list(field.order)
    while table_sizes(field, len(people) - len(left_over(field, people))):
        for attempt in range(
            max(MIN_SEATING_ATTEMPTS, SEATING_ATTEMPTS // len(people)) if field.state.forbidden else 1
        ):
            groups = _try_seating(field, people, attempt)
            if groups:
                ranked = sorted(groups, key=lambda group: (-_score(field, group), min(_people(group))))
                seated = {one for group in groups for one in group}
                tables = tuple(_seat(field, group, at) for at, group in enumerate(ranked))
                return tables, tuple(one for one in field.order if one not in seated)
        people.remove(max(people, key=lambda one: sum(field.kept_apart(one, other) for other in people)))
    return (), field.order


def _score(field: Field, group: Sequence[int]) -> int:
    return sum(field.score[one] for one in _people(group))


def _try_seating(field: Field, people: Sequence[int], attempt: int) -> list[tuple[int, ...]]:
    """Seat people, at first by the matching, later from a random order; nothing if some who are kept apart meet."""
    left = left_over(field, people, attempt)
    here = [one for one in people if one not in left]
    sizes = table_sizes(field, len(here))
    groups = _with_swaps(
        field, _deal_by_lot(field, here, sizes, attempt) if attempt else _match_tables(field, here, len(sizes)), sizes
    )
    sat = [_people(group) for group in groups]
    right = sorted(map(len, sat)) == sorted(sizes)
    return groups if right and not any(field.kept_apart(*pair) for one in sat for pair in combinations(one, 2)) else []


def _deal_by_lot(field: Field, here: Sequence[int], sizes: Sequence[int], attempt: int) -> list[tuple[int, ...]]:
    """Deal people to tables by lot, together with the empty chairs of each table."""
    drawn = [here[lot] for lot in field.shuffled(len(here), MAX_CHAIRS * len(here) + attempt)]
    ends = list(accumulate(sizes))
    empty = iter(range(FIRST_EMPTY_CHAIR, FIRST_EMPTY_CHAIR - MAX_CHAIRS * len(sizes), -1))
    return [
        (*drawn[end - size : end], *(next(empty) for _chair in range(MAX_CHAIRS - size)))
        for size, end in zip(sizes, ends, strict=True)
    ]


def table_sizes(field: Field, number: int) -> tuple[int, ...]:
    """Return the number of people at each table, so that as many as possible play and sizes are even."""
    plan = field.state.plan
    chairs = plan.entrants_per_table
    if field.bots_fill_chairs:
        return even_sizes(number, -(-number // chairs))
    allowed = _allowed_sizes(field)
    tables = -(-number // chairs)
    while tables and number // tables >= min(allowed):
        sizes = even_sizes(number, tables)
        if set(sizes) <= set(allowed):
            return sizes
        tables += 1
    return ()


def even_sizes(number: int, tables: int) -> tuple[int, ...]:
    """Return how many of a number of people sit at each table, the larger tables first."""
    return tuple(number // tables + (at < number % tables) for at in range(tables))


def _allowed_sizes(field: Field) -> tuple[int, ...]:
    """Return the allowed sizes of a table; in couples no chair stays empty."""
    plan = field.state.plan
    players = rules_of(plan.game).option("players")
    if plan.plays_in_couples or players is None:
        return (plan.seats,)
    return tuple(size for size in range(2, plan.seats + 1) if players.allows(size))


def left_over(field: Field, people: Sequence[int], attempt: int = 0) -> tuple[int, ...]:
    """Return who sits out: those with the fewest byes, then the lowest scores.

    From attempt 1 on lots decide; at odd attempts only among those with equally many byes.
    """
    if attempt:
        lots = dict(zip(people, field.shuffled(len(people), attempt), strict=True))
        fair = attempt % 2
        ranked = sorted(people, key=lambda one: (fair * field.byes[one], lots[one]))
    else:
        ranked = sorted(people, key=lambda one: (field.byes[one], field.score[one], -field.order.index(one)))
    out = 0
    while not table_sizes(field, len(people) - out) and out < len(people):
        out += 1
    return tuple(ranked[:out])


def _people(group: Sequence[int]) -> list[int]:
    return [one for one in group if one > FIRST_EMPTY_CHAIR]


def _cost(field: Field, one: int, other: int) -> int:
    """Return the cost of two sitting at one table; an empty chair costs nothing."""
    if one < 0 or other < 0:
        return 0
    if field.kept_apart(one, other):
        return KEPT_APART_COST
    pair = pair_of(one, other)
    again = field.met[pair]
    return REMEET_COST * again * again + (
        _gap_cost(field, one, other) if field.state.plan.format is ClubFormat.SWISS else 0
    )


def _gap_cost(field: Field, one: int, other: int) -> int:
    step = max(1, table_win_points(field.state.plan) // COUPLE_SIZE)
    return ((field.score[one] - field.score[other]) // step) ** 2


def _match_tables(field: Field, here: list[int], tables: int) -> list[tuple[int, ...]]:
    """Match people and empty chairs in twos, and the twos to tables."""
    ranked = sorted(here, key=lambda one: (-field.score[one], here.index(one)))
    empty = [FIRST_EMPTY_CHAIR - at for at in range(MAX_CHAIRS * tables - len(here))]
    costs = {}
    for at, other in combinations(range(len(ranked)), 2):
        if len(ranked) <= MAX_FULLY_MATCHED_FIELD or other - at <= MATCHED_NEIGHBOURS:
            costs[pair_of(ranked[at], ranked[other])] = _cost(field, ranked[at], ranked[other])
    for chair in empty:
        costs |= {pair_of(chair, one): 0 for one in ranked}
        costs |= {pair_of(chair, one): BAD_SIZE_COST for one in empty if one < chair}
    twos = cheapest_matching(costs)
    between = {
        (at, other): sum(_cost(field, one, two) for one in twos[at] for two in twos[other])
        + BAD_SIZE_COST * (sum(one < 0 for one in (*twos[at], *twos[other])) > MAX_CHAIRS - COUPLE_SIZE)
        for at, other in combinations(range(len(twos)), 2)
    }
    return [(*twos[at], *twos[other]) for at, other in cheapest_matching(between)]


def _with_swaps(field: Field, groups: list[tuple[int, ...]], sizes: Sequence[int]) -> list[tuple[int, ...]]:
    """Swap two people, or a person and an empty chair, as long as that lowers the cost of their tables."""
    tables = [list(group) for group in groups]
    changed = True
    while changed:
        changed = False
        for at, other in combinations(range(len(tables)), 2):
            changed |= _swap_once(field, tables[at], tables[other], sizes)
    return [tuple(table) for table in tables]


def _swap_once(field: Field, one: list[int], other: list[int], sizes: Sequence[int]) -> bool:
    cost = _table_cost(field, one, sizes) + _table_cost(field, other, sizes)
    changed = False
    for at in range(MAX_CHAIRS):
        for across in range(MAX_CHAIRS):
            one[at], other[across] = other[across], one[at]
            now = _table_cost(field, one, sizes) + _table_cost(field, other, sizes)
            if now < cost:
                cost, changed = now, True
            else:
                one[at], other[across] = other[across], one[at]
    return changed


def _table_cost(field: Field, table: Sequence[int], sizes: Sequence[int]) -> int:
    people = _people(table)
    wrong = 0 if len(people) in sizes else min(abs(len(people) - size) for size in sizes)
    total = BAD_SIZE_COST * wrong + sum(_cost(field, one, other) for one, other in combinations(people, 2))
    if field.state.plan.changes_partners and len(table) == MAX_CHAIRS:
        total += min(_split_cost(field, table, split) for split in COUPLE_SPLITS)
    return total


def _split_cost(field: Field, table: Sequence[int], split: tuple[tuple[int, int], tuple[int, int]]) -> int:
    pairs = [pair_of(table[one], table[other]) for one, other in split]
    # To play with a bot again is no repeated partnership; two bots on one side would leave two people an unequal match.
    bots = sum(one < 0 and other < 0 for one, other in pairs)
    return PARTNERS_AGAIN_COST * (sum(field.partners[pair] ** 2 for pair in pairs) + bots)


def _seat(field: Field, group: Sequence[int], at: int) -> ClubTable:
    """Seat people by lot; in couples by the cheapest split."""
    if field.state.plan.changes_partners:
        lots = field.shuffled(MAX_CHAIRS, at)
        drawn = [group[lot] for lot in lots]
        split = min(COUPLE_SPLITS, key=lambda one: _split_cost(field, drawn, one))
        return ClubTable(tuple(tuple(max(drawn[one], BOT_ENTRANT) for one in side) for side in split))
    people = _people(group)
    missing = field.state.plan.entrants_per_table - len(people) if field.bots_fill_chairs else 0
    here = [*people, *[BOT_ENTRANT] * missing]
    return ClubTable(tuple((here[lot],) for lot in field.shuffled(len(here), at)))
