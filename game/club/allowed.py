"""Says whether an event is allowed in a tournament, and if not why: called before any event is written."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from game.club.duplicate import table_options
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
from game.club.refusals import ClubCode, ClubRefusal
from game.club.scores import advancing_sides
from game.club.values import (
    BOT_ENTRANT,
    COUPLE_SIZE,
    ClubFormat,
    ClubTable,
    LeftOverRule,
    TournamentPlan,
    TournamentState,
)
from game.rules.registry import GAMES, rules_of
from game.rules.ruleset import choose_options
from game.table.refusals import Refusal

if TYPE_CHECKING:
    from game.club.events import ClubEvent
    from game.club.values import TableResult

MAX_PLAYERS: Final = 128
MAX_ROUNDS: Final = 99
MAX_ROUND_MINUTES: Final = 24 * 60
MAX_ROUND_ROBIN_CYCLES: Final = 2
MAX_DUPLICATE_DEALS: Final = 32
MAX_MATCH_DEALS: Final = 12  # deals of a match, in games that count them
MAX_NAME_LENGTH: Final = 40
TABLE_SIZES: Final = (2, 3, 4)
MAX_TABLE_POINTS: Final = 10**6  # at a table, won or lost
MOVEMENT_FORMATS: Final = frozenset({ClubFormat.HOWELL, ClubFormat.MITCHELL})
FORMATS_KEEPING_APART: Final = frozenset({ClubFormat.ROUND_ROBIN, ClubFormat.SWISS})  # these can keep two persons apart


def event_refusal(state: TournamentState | None, event: ClubEvent) -> ClubRefusal | None:
    """Return why an event is not allowed now, None if it is."""
    if isinstance(event, TournamentCreated):
        return _plan_refusal(event.plan) if state is None else ClubRefusal(ClubCode.MADE_ALREADY)
    if state is None:
        return ClubRefusal(ClubCode.NOT_MADE)
    if state.ended:
        return ClubRefusal(ClubCode.ENDED)
    match event:
        case PersonJoined():
            return _joined_refusal(state, event)
        case PersonLeft(key) | PersonReturned(key):
            return _presence_refusal(state, key, back=isinstance(event, PersonReturned))
        case PairForbidden(one, other) | PartnersChosen(one, other):
            of_two = _partners_refusal if isinstance(event, PartnersChosen) else _forbidden_refusal
            return of_two(state, one, other)
        case RoundPaired():
            return pairing_refusal(state) or _tables_refusal(state, event)
        case RoundUnpaired(number):
            return _unpaired_refusal(state, number)
        case ResultReported() | ResultCorrected():
            return _result_refusal(state, event)
        case ResultWithdrawn(number, table):
            return _withdrawn_refusal(state, number, table)
        case TournamentEnded():
            return None


def _plan_refusal(plan: TournamentPlan) -> ClubRefusal | None:
    if not _is_name(plan.name):
        return ClubRefusal(ClubCode.NAME, (MAX_NAME_LENGTH,))
    if plan.game not in GAMES:
        return ClubRefusal(ClubCode.GAME, (plan.game,))
    rules = rules_of(plan.game)
    players = rules.option("players")
    if plan.seats not in TABLE_SIZES or players is None or not players.allows(plan.seats):
        return ClubRefusal(ClubCode.SEATS, (rules.title, plan.seats))
    if isinstance(choose_options(rules, {**dict(plan.options), "players": plan.seats}), Refusal):
        return ClubRefusal(ClubCode.OPTIONS, (rules.title,))
    if plan.duplicate and isinstance(table_options(plan), Refusal):
        return ClubRefusal(ClubCode.DEALS, (MAX_MATCH_DEALS,))
    if plan.pairs and not plan.plays_in_couples:
        return ClubRefusal(ClubCode.PAIRS_WITHOUT_COUPLES, (rules.title, plan.seats))
    for wrong, code, most in (
        (not 0 <= plan.rounds <= MAX_ROUNDS, ClubCode.ROUNDS, MAX_ROUNDS),
        (not 0 <= plan.minutes <= MAX_ROUND_MINUTES, ClubCode.MINUTES, MAX_ROUND_MINUTES),
        (not 1 <= plan.cycles <= MAX_ROUND_ROBIN_CYCLES, ClubCode.CYCLES, MAX_ROUND_ROBIN_CYCLES),
        (not 1 <= plan.deals <= (MAX_DUPLICATE_DEALS if plan.duplicate else 1), ClubCode.DEALS, MAX_DUPLICATE_DEALS),
    ):
        if wrong:
            return ClubRefusal(code, (most,))
    return _format_refusal(plan)


def _format_refusal(plan: TournamentPlan) -> ClubRefusal | None:
    if plan.format in MOVEMENT_FORMATS and not plan.is_duels:
        return ClubRefusal(ClubCode.MOVEMENT_NEEDS_DUELS)
    if plan.format is ClubFormat.KNOCKOUT:
        if plan.changes_partners:
            return ClubRefusal(ClubCode.KNOCKOUT_CHANGING)
        if plan.left_over is LeftOverRule.BOT:
            return ClubRefusal(ClubCode.KNOCKOUT_BOTS)
        if plan.duplicate:
            return ClubRefusal(ClubCode.KNOCKOUT_DUPLICATE)
    if plan.duplicate and not plan.trusted:
        return ClubRefusal(ClubCode.TRUST)
    if plan.duplicate and plan.sides_per_table > COUPLE_SIZE:
        return ClubRefusal(ClubCode.DUPLICATE_UNEQUAL)
    return None


def _is_name(text: str) -> bool:
    return 0 < len(text.strip()) <= MAX_NAME_LENGTH and text.isprintable()


def _joined_refusal(state: TournamentState, event: PersonJoined) -> ClubRefusal | None:
    wanted = COUPLE_SIZE if state.plan.pairs else 1
    if len(event.persons) != wanted or len({one.key for one in event.persons}) != wanted:
        return ClubRefusal(ClubCode.PERSONS, (wanted,))
    for one in event.persons:
        if not one.key or not _is_name(one.name):
            return ClubRefusal(ClubCode.PERSON_NAME, (MAX_NAME_LENGTH,))
        if state.entrant_of_person(one.key) is not None:
            return ClubRefusal(ClubCode.JOINED_ALREADY, (one.name,))
    if wanted * (len(state.entrants) + 1) > MAX_PLAYERS:
        return ClubRefusal(ClubCode.TOO_MANY, (MAX_PLAYERS,))
    if not state.rounds:
        return None
    if state.plan.format is ClubFormat.KNOCKOUT:
        return ClubRefusal(ClubCode.TOO_LATE)
    if state.plan.format in MOVEMENT_FORMATS and not movement_has_free_place(state):
        return ClubRefusal(ClubCode.MOVEMENT_FULL)
    return None


def movement_has_free_place(state: TournamentState) -> bool:
    """Return whether a running movement has a free place: one for an odd number has, the place that sits out."""
    first = state.rounds[0]
    begun = len(first.byes) + sum(len(table.entrants) for table in first.tables)
    return begun % 2 == 1 and not any(one.since > 1 for one in state.entrants)


def _presence_refusal(state: TournamentState, key: str, *, back: bool) -> ClubRefusal | None:
    one = state.entrant_of_person(key)
    if one is None:
        return ClubRefusal(ClubCode.UNKNOWN_PERSON)
    if (key in one.gone) is not back:
        name = next(person.name for person in one.persons if person.key == key)
        return ClubRefusal(ClubCode.NOT_AWAY if back else ClubCode.LEFT_ALREADY, (name,))
    return None


def _two_refusal(state: TournamentState, one: str, other: str) -> ClubRefusal | None:
    if one == other:
        return ClubRefusal(ClubCode.SAME_PERSON)
    mine, theirs = state.entrant_of_person(one), state.entrant_of_person(other)
    if mine is None or theirs is None:
        return ClubRefusal(ClubCode.UNKNOWN_PERSON)
    if mine is theirs:
        return ClubRefusal(ClubCode.PARTNERS, (mine.name,))
    apart = (min(one, other), max(one, other)) in state.forbidden
    return ClubRefusal(ClubCode.FORBIDDEN_ALREADY) if apart else None


def _forbidden_refusal(state: TournamentState, one: str, other: str) -> ClubRefusal | None:
    here = None if state.plan.format in FORMATS_KEEPING_APART else ClubRefusal(ClubCode.FORBIDDEN_HERE)
    return _two_refusal(state, one, other) or here


def _partners_refusal(state: TournamentState, one: str, other: str) -> ClubRefusal | None:
    if not state.plan.pairs:
        return ClubRefusal(ClubCode.NO_PAIRS)
    if state.rounds:
        return ClubRefusal(ClubCode.PAIRS_FIXED)
    return _two_refusal(state, one, other)


def pairing_refusal(state: TournamentState) -> ClubRefusal | None:
    """Return why no round can be paired now, None if one can."""
    if state.ended:
        return ClubRefusal(ClubCode.ENDED)
    for one in state.rounds:
        waiting = sum(table.result is None for table in one.tables)
        if waiting:
            return ClubRefusal(ClubCode.ROUND_RUNS, (one.number, waiting))
    return None


def _tables_refusal(state: TournamentState, event: RoundPaired) -> ClubRefusal | None:
    if event.number != len(state.rounds) + 1:
        return ClubRefusal(ClubCode.NOT_NEXT_ROUND, (len(state.rounds) + 1,))
    seated = [one for table in event.tables for side in table.sides for one in side]
    named = Counter([*(one for one in seated if one != BOT_ENTRANT), *event.byes])
    known = {one.number for one in state.present_entrants}
    fits = all(_fits(state.plan, table) for table in event.tables)
    secret = bool(event.deal) is state.plan.duplicate
    if not event.tables or not fits or not secret or not set(named) <= known or max(named.values()) > 1:
        return ClubRefusal(ClubCode.BAD_PAIRING)
    return None


def _fits(plan: TournamentPlan, table: ClubTable) -> bool:
    sides = {len(side) for side in table.sides}
    if sides != {COUPLE_SIZE if plan.changes_partners else 1} or not table.entrants or table.result is not None:
        return False
    if plan.plays_in_couples:
        return len(table.sides) == plan.sides_per_table
    players = rules_of(plan.game).option("players")
    return 2 <= len(table.sides) <= plan.seats and players is not None and players.allows(len(table.sides))


def _unpaired_refusal(state: TournamentState, number: int) -> ClubRefusal | None:
    if not state.rounds or number != len(state.rounds):
        return ClubRefusal(ClubCode.NO_ROUND)
    return ClubRefusal(ClubCode.ROUND_BEGUN, (number,)) if state.rounds[-1].has_results else None


def _table(state: TournamentState, number: int, table: int) -> ClubTable | None:
    if not 0 < number <= len(state.rounds) or not 0 < table <= len(state.rounds[number - 1].tables):
        return None
    return state.rounds[number - 1].tables[table - 1]


def _result_refusal(state: TournamentState, event: ResultReported | ResultCorrected) -> ClubRefusal | None:
    number, table, result = event.round, event.table, event.result
    again = isinstance(event, ResultCorrected)
    one = _table(state, number, table)
    if one is None:
        return ClubRefusal(ClubCode.NO_TABLE, (number, table))
    if (one.result is not None) is not again:
        return ClubRefusal(ClubCode.NOT_TOLD if again else ClubCode.TOLD_ALREADY, (number, table))
    if not _result_fits(state.plan, one, result):
        return ClubRefusal(ClubCode.RESULT_FORM, (len(one.sides), _row_count(state.plan)))
    if state.plan.format is not ClubFormat.KNOCKOUT:
        return None
    played = state.rounds[number - 1]
    after = advancing_sides(state.plan, played, replace(one, result=result))
    if after is None:
        return ClubRefusal(ClubCode.NEEDS_WINNER)
    if number < len(state.rounds) and after != advancing_sides(state.plan, played, one):
        return ClubRefusal(ClubCode.CHANGES_WINNER, (number + 1,))
    return None


def _row_count(plan: TournamentPlan) -> int:
    return plan.deals if plan.duplicate else 1


def _result_fits(plan: TournamentPlan, table: ClubTable, result: TableResult) -> bool:
    sides = len(table.sides)
    return (
        len(result.rows) == _row_count(plan)
        and all(
            len(row) == sides and all(-MAX_TABLE_POINTS < points < MAX_TABLE_POINTS for points in row)
            for row in result.rows
        )
        and len(set(result.absent)) == len(result.absent)
        and set(result.absent) <= set(range(sides))
    )


def _withdrawn_refusal(state: TournamentState, number: int, table: int) -> ClubRefusal | None:
    one = _table(state, number, table)
    if one is None:
        return ClubRefusal(ClubCode.NO_TABLE, (number, table))
    if one.result is None:
        return ClubRefusal(ClubCode.NOT_TOLD, (number, table))
    if state.plan.format is ClubFormat.KNOCKOUT and number < len(state.rounds):
        return ClubRefusal(ClubCode.CHANGES_WINNER, (number + 1,))
    return None
