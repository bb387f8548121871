"""The board of a hall's tournament as sent to its guests: names and numbers, no sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.club.pairing import rounds_expected
from game.club.standings import standings
from game.club.values import BOT_ENTRANT, COUPLE_SIZE
from net.hall.messages import (
    MAX_ENTRANT_LENGTH,
    MAX_PEOPLE,
    MAX_POINTS_LENGTH,
    MAX_ROUNDS,
    MAX_SECONDS_LEFT,
    MAX_TABLES,
    HallBoard,
    HallMeeting,
    HallPerson,
    HallRank,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from game.club.standings import ClubStanding
    from game.club.values import ClubTable, TournamentState


def board_of(state: TournamentState, *, left: int, paused: bool, awaited: int = 0) -> HallBoard:
    """Return the board: the current or last round, and the standings; bots have no name there.

    `awaited` is how many people the first round waits for, those who are here included: they count as entrants.
    """
    sides = awaited // COUPLE_SIZE if state.plan.pairs else awaited
    last = state.running_round or (state.rounds[-1] if state.rounds else None)
    tables = () if last is None else last.tables
    return HallBoard(
        state.plan.format.value,
        0 if last is None else min(last.number, MAX_ROUNDS),
        min(rounds_expected(state.plan, max(len(state.entrants), sides)), MAX_ROUNDS),
        min(left, MAX_SECONDS_LEFT),
        paused,
        state.ended,
        tuple(_meeting(state, number, table) for number, table in enumerate(tables[:MAX_TABLES], start=1)),
        tuple(_name(state, one) for one in (() if last is None else last.byes)),
        tuple(
            HallRank(row.place, _name(state, row.number), _points_text(row), row.played)
            for row in standings(state)[:MAX_PEOPLE]
        ),
        state.plan.duplicate,
        (),
        0,
    )


def possible_partners(state: TournamentState, here: Mapping[bytes, str]) -> tuple[HallPerson, ...]:
    """Return all present while partners may be chosen: before the first round, if pairs are fixed."""
    if not state.plan.pairs or state.rounds:
        return ()
    return tuple(HallPerson(name, _partner(state, key.hex())) for key, name in list(here.items())[:MAX_PEOPLE])


def _partner(state: TournamentState, key: str) -> str:
    one = state.entrant_of_person(key)
    return next((person.name for person in one.persons if person.key != key), "") if one is not None else ""


def _points_text(row: ClubStanding) -> str:
    """Return the match points, or in a duplicate the percentage of the possible points."""
    return str(row.match_points) if row.share is None else f"{float(100 * row.share):.1f}"


def _meeting(state: TournamentState, number: int, table: ClubTable) -> HallMeeting:
    names = tuple(
        " - ".join(filter(None, (_name(state, one) for one in side)))[:MAX_ENTRANT_LENGTH] for side in table.sides
    )
    told = table.result
    points = (
        ()
        if told is None
        else tuple(str(told.points_of_side(side))[:MAX_POINTS_LENGTH] for side in range(len(table.sides)))
    )
    return HallMeeting(number, names, points)


def _name(state: TournamentState, number: int) -> str:
    return "" if number == BOT_ENTRANT else state.entrant(number).name[:MAX_ENTRANT_LENGTH]
