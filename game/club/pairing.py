"""Pairs the next round of a tournament of any format: returns the event, or why there is no next round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.club.allowed import MOVEMENT_FORMATS, pairing_refusal
from game.club.duels import round_robin_duels, seat_pairs, swiss_duels
from game.club.events import RoundPaired
from game.club.field import field_of, start_order
from game.club.groups import seat_field
from game.club.knockout import knockout_rounds, pair_bracket, seat_heats, unbeaten_entrants
from game.club.library import MissingLibraryError
from game.club.movements import howell, howell_rounds, mitchell, mitchell_rounds
from game.club.refusals import ClubCode, ClubRefusal
from game.club.values import DUEL_SIDES, ClubFormat, LeftOverRule

if TYPE_CHECKING:
    from game.club.field import Field
    from game.club.values import ClubTable, TournamentPlan, TournamentState

Seating = tuple[tuple["ClubTable", ...], tuple[int, ...]]


def next_round(state: TournamentState, seed: int, deal: str = "") -> RoundPaired | ClubRefusal:
    """Pair the next round; `seed` draws its lots, `deal` is the secret of a duplicate's tiles."""
    refused = pairing_refusal(state) or _no_round(state)
    if refused is not None:
        return refused
    field = field_of(state, seed)
    try:
        tables, byes = _seating(field)
    except MissingLibraryError as missing:
        return ClubRefusal(ClubCode.MISSING_LIBRARY, (str(missing),))
    if not tables:
        return _nobody_meets(field)
    return RoundPaired(len(state.rounds) + 1, seed, tables, byes, deal)


def _seating(field: Field) -> Seating:
    plan = field.state.plan
    match plan.format:
        case ClubFormat.HOWELL | ClubFormat.MITCHELL:
            return _movement_seating(field)
        case ClubFormat.KNOCKOUT:
            return pair_bracket(field) if plan.is_duels else seat_heats(field)
        case ClubFormat.SWISS if plan.is_duels:
            return seat_pairs(field, swiss_duels(field, rounds_planned(field.state)), turn=True)
        case ClubFormat.ROUND_ROBIN if plan.is_duels:
            return seat_pairs(field, round_robin_duels(field), turn=True)
    return seat_field(field)


def entrants_by_place(state: TournamentState, seed: int) -> tuple[int | None, ...]:
    """Return the entrant of each place of a movement, drawn by the first round's seed; None for an empty place."""
    begun = (
        state.present_entrants
        if not state.rounds
        else [one for one in state.entrants if _was_starter(state, one.number)]
    )
    known = {one.number for one in begun} | {one.number for one in state.entrants if state.rounds and one.since > 1}
    first = state.rounds[0].seed if state.rounds else seed
    order: list[int | None] = [one.number for one in start_order(state, first) if one.number in known]
    return tuple(order if len(order) % 2 == 0 else [*order, None])


def _was_starter(state: TournamentState, number: int) -> bool:
    first = state.rounds[0]
    return number in first.byes or first.table_of(number) is not None


def _movement_seating(field: Field) -> Seating:
    """Fill the places of a movement."""
    places = entrants_by_place(field.state, field.seed)
    number = len(field.state.rounds) + 1
    rows = (howell if field.state.plan.format is ClubFormat.HOWELL else mitchell)(len(places), number)
    here = set(field.order)
    duels, left = [], []
    for row in rows:
        one, other = (place if (place := places[at]) in here else None for at in row)
        if one is not None and other is not None:
            duels.append((one, other))
        elif one is not None or other is not None:
            left.append(one or other or 0)
    return seat_pairs(field, (tuple(duels), tuple(left)), turn=False)


def rounds_planned(state: TournamentState) -> int:
    """Return how many rounds there will be; 0 if that is not known beforehand."""
    return _rounds_of(state.plan, sum(one.since == 1 for one in state.entrants))


def rounds_expected(plan: TournamentPlan, number: int) -> int:
    """Return how many rounds so many entrants will play, a round robin's until all have met; 0 if that is not known."""
    if plan.format is ClubFormat.KNOCKOUT:
        return knockout_rounds(number, plan.entrants_per_table)
    planned = _rounds_of(plan, number)
    if plan.format is not ClubFormat.ROUND_ROBIN or not plan.is_duels or number < DUEL_SIDES:
        return planned
    until_met = (number - 1 + number % 2) * plan.cycles
    return min(planned or until_met, until_met)


def min_persons(plan: TournamentPlan) -> int:
    """Return how many people a round needs: two sides, of two people each in couples, unless bots fill in."""
    return plan.seats if plan.plays_in_couples and plan.left_over is not LeftOverRule.BOT else DUEL_SIDES


def _rounds_of(plan: TournamentPlan, number: int) -> int:
    if plan.format is ClubFormat.KNOCKOUT or number < DUEL_SIDES:
        return 0
    whole = plan.rounds
    if plan.format in MOVEMENT_FORMATS:
        size = number + number % 2
        most = howell_rounds(size) if plan.format is ClubFormat.HOWELL else mitchell_rounds(size)
        whole = min(whole or most, most)
    elif not whole and plan.format is ClubFormat.SWISS:
        whole = (number - 1).bit_length()
    elif not whole and not plan.is_duels:
        whole = -(-(number - 1) // (plan.entrants_per_table - 1)) * plan.cycles
    return whole


def _no_round(state: TournamentState) -> ClubRefusal | None:
    """Return why there is no next round: all are played, nobody is present, or a knockout has its winner."""
    if not state.entrants:
        return ClubRefusal(ClubCode.NOBODY)
    if not state.present_entrants:
        return ClubRefusal(ClubCode.ALL_LEFT)
    planned = rounds_planned(state)
    if planned and len(state.rounds) >= planned:
        return ClubRefusal(ClubCode.ROUNDS_PLAYED, (planned,))
    if state.plan.format is ClubFormat.KNOCKOUT and state.rounds:
        alive = [number for number in unbeaten_entrants(state) if state.is_to_be_paired(state.entrant(number))]
        if not alive:
            return ClubRefusal(ClubCode.ALL_LEFT)
        if len(alive) == 1:
            return ClubRefusal(ClubCode.ONE_LEFT, (state.entrant(alive[0]).name,))
    return None


def _nobody_meets(field: Field) -> ClubRefusal:
    """Return why no table could be made: all have met, or those present are kept apart."""
    if len(field.order) < DUEL_SIDES:
        return ClubRefusal(ClubCode.NOBODY)
    plan = field.state.plan
    if plan.format is ClubFormat.ROUND_ROBIN and plan.is_duels and field.state.rounds:
        return ClubRefusal(ClubCode.ALL_MET)
    return ClubRefusal(ClubCode.NO_PAIRING)
