"""Knockouts: a seeded bracket for duels; at larger tables the better half of each goes through.

The bracket is not stored: it follows from the starters, the seed of the first round and the results, so that it is the
same after every restart. The best seeds have the byes of the first round; whoever meets an entrant who left goes
through.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.club.field import start_order
from game.club.groups import even_sizes, table_sizes
from game.club.scores import advancing_count, advancing_sides
from game.club.values import DUEL_SIDES, ClubTable

if TYPE_CHECKING:
    from game.club.field import Field
    from game.club.values import ClubRound, TournamentState


def unbeaten_entrants(state: TournamentState) -> tuple[int, ...]:
    """Return who is not beaten yet, present or not; everybody before the first round."""
    if not state.rounds:
        return tuple(one.number for one in state.entrants)
    return _advancing(state, state.rounds[-1])


def _advancing(state: TournamentState, one: ClubRound) -> tuple[int, ...]:
    won = [number for table in one.tables for number in advancing_sides(state.plan, one, table) or ()]
    return (*won, *one.byes)


def pair_bracket(field: Field) -> tuple[tuple[ClubTable, ...], tuple[int, ...]]:
    """Pair the next round of duels; return the tables in bracket order, and who goes through without a match."""
    slots: list[int | None] = list(_bracket(field))
    for one in field.state.rounds:
        won = set(_advancing(field.state, one))
        slots = [_winner(slots[at], slots[at + 1], won) for at in range(0, len(slots), 2)]
    here = set(field.order)
    slots = [one if one in here else None for one in slots]
    meets = [(slots[at], slots[at + 1]) for at in range(0, len(slots) - 1, 2)]
    tables = tuple(ClubTable(((one,), (other,))) for one, other in meets if one is not None and other is not None)
    alone = tuple(one if other is None else other for one, other in meets if (one is None) is not (other is None))
    return tables, tuple(one for one in alone if one is not None)


def _winner(one: int | None, other: int | None, won: set[int]) -> int | None:
    return one if one in won else other if other in won else None


def _bracket(field: Field) -> tuple[int | None, ...]:
    """Return the first round's places in bracket order, None for a bye; the best two can meet only in the final."""
    rounds = field.state.rounds
    if rounds:
        first = rounds[0]
        begun = {*first.byes, *(one for table in first.tables for one in table.entrants)}
        seeds = [one.number for one in start_order(field.state, first.seed) if one.number in begun]
    else:
        seeds = list(field.order)
    places = [0]
    while len(places) < len(seeds):
        size = 2 * len(places)
        places = [place for one in places for place in (one, size - 1 - one)]
    return tuple(seeds[place] if place < len(seeds) else None for place in places)


def seat_heats(field: Field) -> tuple[tuple[ClubTable, ...], tuple[int, ...]]:
    """Seat those still in at larger tables, dealt by seed in snake order, so that the best meet late."""
    alive = set(unbeaten_entrants(field.state))
    here = [one for one in field.order if one in alive]
    out: list[int] = []
    while here and not table_sizes(field, len(here)):
        out.append(here.pop(0))
    sizes = table_sizes(field, len(here))
    tables: list[list[int]] = [[] for _size in sizes]
    at, ahead = 0, True
    for one in here:
        while len(tables[at]) >= sizes[at]:
            at, ahead = _next_in_snake(at, len(sizes), ahead=ahead)
        tables[at].append(one)
        at, ahead = _next_in_snake(at, len(sizes), ahead=ahead)
    seated = [[table[lot] for lot in field.shuffled(len(table), number)] for number, table in enumerate(tables)]
    return tuple(ClubTable(tuple((one,) for one in table)) for table in seated), tuple(out)


def knockout_rounds(number: int, chairs: int) -> int:
    """Return how many rounds a knockout of `number` entrants has at tables of `chairs`; 0 for fewer than two."""
    if number < DUEL_SIDES:
        return 0
    if chairs == DUEL_SIDES:
        return (number - 1).bit_length()
    rounds = 1
    while number > chairs:
        number = sum(advancing_count(chairs, size) for size in even_sizes(number, -(-number // chairs)))
        rounds += 1
    return rounds


def _next_in_snake(at: int, number: int, *, ahead: bool) -> tuple[int, bool]:
    """Return the next table in snake order, which visits the table at either end twice in a row."""
    after = at + (1 if ahead else -1)
    return (after, ahead) if 0 <= after < number else (at, not ahead)
