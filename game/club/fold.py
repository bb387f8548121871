"""Applies events to the state of a tournament; only events that `event_refusal` of `allowed.py` allows."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from game.club.events import (
    PairForbidden,
    PartnersChosen,
    PersonJoined,
    PersonLeft,
    PersonReturned,
    ResultCorrected,
    ResultReported,
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


def apply_event(state: TournamentState | None, event: ClubEvent) -> TournamentState:
    """Return the state after an event; `state` is None for the first event, which makes the tournament."""
    if isinstance(event, TournamentCreated):
        return TournamentState(event.plan)
    if state is None:
        raise ValueError("a tournament begins by being made")
    match event:
        case PersonJoined(persons, rating):
            joined = Entrant(len(state.entrants) + 1, persons, rating, len(state.rounds) + 1)
            return replace(state, entrants=(*state.entrants, joined))
        case PersonLeft(key):
            return _with_entrant(state, key, lambda one: one.without_person(key))
        case PersonReturned(key):
            return _with_entrant(state, key, lambda one: one.with_person_back(key))
        case PairForbidden() | PartnersChosen():
            return _with_two(state, event)
        case RoundPaired(number, seed, tables, byes, deal):
            return replace(state, rounds=(*state.rounds, ClubRound(number, seed, tables, byes, deal)))
        case RoundUnpaired():
            # Whoever came late to the cancelled round can play in the one that replaces it.
            entrants = tuple(replace(one, since=min(one.since, len(state.rounds))) for one in state.entrants)
            return replace(state, rounds=state.rounds[:-1], entrants=entrants)
        case ResultReported(number, table, result) | ResultCorrected(number, table, result):
            return _with_result(state, number, table, result)
        case ResultWithdrawn(number, table):
            return _with_result(state, number, table, None)
        case TournamentEnded():
            return replace(state, ended=True)


def _with_entrant(state: TournamentState, key: str, change: Callable[[Entrant], Entrant]) -> TournamentState:
    of_it = state.entrant_of_person(key)
    return replace(state, entrants=tuple(change(one) if one is of_it else one for one in state.entrants))


def _with_two(state: TournamentState, event: PairForbidden | PartnersChosen) -> TournamentState:
    """Keep two persons apart; or make them a pair, and their former partners too, in the two old entrants' places."""
    one, other = event.one, event.other
    if isinstance(event, PairForbidden):
        return replace(state, forbidden=(*state.forbidden, (min(one, other), max(one, other))))
    first, second = state.entrant_of_person(one), state.entrant_of_person(other)
    if first is None or second is None:
        raise ValueError("nobody of that key takes part")
    mine, theirs = (
        next(person for person in entrant.persons if person.key == key)
        for entrant, key in ((first, one), (second, other))
    )
    left = tuple(person for entrant in (first, second) for person in entrant.persons if person not in (mine, theirs))
    gone = (*first.gone, *second.gone)
    changed = {
        entrant.number: replace(entrant, persons=pair, gone=tuple(key for key in gone if key in {x.key for x in pair}))
        for entrant, pair in ((first, (mine, theirs)), (second, left))
    }
    return replace(state, entrants=tuple(changed.get(entrant.number, entrant) for entrant in state.entrants))


def _with_result(state: TournamentState, number: int, table: int, result: TableResult | None) -> TournamentState:
    one = state.rounds[number - 1]
    tables = list(one.tables)
    tables[table - 1] = replace(tables[table - 1], result=result)
    changed = replace(one, tables=tuple(tables))
    return replace(state, rounds=(*state.rounds[: number - 1], changed, *state.rounds[number:]))
