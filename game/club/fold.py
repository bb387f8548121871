"""The fold of a tournament's events into its state; presumes that `refusal` of `allowed.py` did not object."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from game.club.events import (
    PairForbidden,
    PersonBack,
    PersonJoined,
    PersonLeft,
    ResultCorrected,
    ResultTold,
    ResultWithdrawn,
    RoundPaired,
    RoundUnpaired,
    TournamentCreated,
    TournamentEnded,
)
from game.club.values import ClubRound, Entrant, TournamentState

if TYPE_CHECKING:
    from collections.abc import Callable

    from game.club.events import ClubEvent
    from game.club.values import TableResult


def apply(state: TournamentState | None, event: ClubEvent) -> TournamentState:
    """Return the state after an event; there is none before the first, which makes the tournament."""
    if isinstance(event, TournamentCreated):
        return TournamentState(event.plan)
    if state is None:
        raise ValueError("a tournament begins by being made")
    match event:
        case PersonJoined(persons, rating):
            joined = Entrant(len(state.entrants) + 1, persons, rating, len(state.rounds) + 1)
            return replace(state, entrants=(*state.entrants, joined))
        case PersonLeft(key):
            return _with_entrant(state, key, lambda one: one.without(key))
        case PersonBack(key):
            return _with_entrant(state, key, lambda one: one.with_again(key))
        case PairForbidden(one, other):
            return replace(state, forbidden=(*state.forbidden, (min(one, other), max(one, other))))
        case RoundPaired(number, seed, tables, byes, deal):
            return replace(state, rounds=(*state.rounds, ClubRound(number, seed, tables, byes, deal)))
        case RoundUnpaired():
            # Who came late to the round that was taken back is there for the one in its place.
            entrants = tuple(replace(one, since=min(one.since, len(state.rounds))) for one in state.entrants)
            return replace(state, rounds=state.rounds[:-1], entrants=entrants)
        case ResultTold(number, table, result) | ResultCorrected(number, table, result):
            return _with_result(state, number, table, result)
        case ResultWithdrawn(number, table):
            return _with_result(state, number, table, None)
        case TournamentEnded():
            return replace(state, ended=True)


def _with_entrant(state: TournamentState, key: str, change: Callable[[Entrant], Entrant]) -> TournamentState:
    of_it = state.of_person(key)
    return replace(state, entrants=tuple(change(one) if one is of_it else one for one in state.entrants))


def _with_result(state: TournamentState, number: int, table: int, result: TableResult | None) -> TournamentState:
    one = state.rounds[number - 1]
    tables = list(one.tables)
    tables[table - 1] = replace(tables[table - 1], result=result)
    changed = replace(one, tables=tuple(tables))
    return replace(state, rounds=(*state.rounds[: number - 1], changed, *state.rounds[number:]))
