"""What a dead-hand round counts as it lies. Rule 1.7, decisions D5, D39, D43, D48."""

from __future__ import annotations

from game.playout.dead_hand.round import CANASTA, GROUP, NO_SEAT, OUT, DeadHandRound, face_points, mask_points
from game.playout.pieces import AGAIN, NUMBERS, place_of

PURE = 200
SEMI_CLEAN = 150
IMPURE = 100
CLOSE = 100
DEAD_PENALTY = 100


def set_points(state: DeadHandRound, at: int) -> int:
    """Add up the tiles of a set."""
    points = face_points(state, state.wild[at]) if state.wild[at] else 0
    if state.row[at] == GROUP:
        naturals = state.size[at] - (1 if state.wild[at] else 0)
        return points + naturals * mask_points(state.span[at])
    natural = state.natural[at]
    return points + mask_points(natural & NUMBERS) + (15 if natural & AGAIN else 0)


def canasta_points(state: DeadHandRound, at: int) -> int:
    """Return what a set earns as a canasta; rule 1.2 and D48."""
    size = state.size[at]
    if size < CANASTA:
        return 0
    if not state.wild[at]:
        return PURE
    if not state.semi_clean:
        return IMPURE
    if state.row[at] == GROUP:
        return SEMI_CLEAN if size > CANASTA else IMPURE
    span = state.span[at]
    before = state.wild_at[at] - place_of(span & -span)
    return SEMI_CLEAN if before >= CANASTA or size - before - 1 >= CANASTA else IMPURE


def rack_points(state: DeadHandRound, seat: int) -> int:
    """Add up a rack whose tiles are all known."""
    points = state.jokers[seat] * state.joker_points
    for row in range(4):
        at = (seat << 2) + row
        points += mask_points(state.once[at]) + mask_points(state.twice[at])
    return points


def score(state: DeadHandRound, side: int) -> int:
    """Return a side's points of the round as it lies."""
    points, canastas, laid = 0, 0, 0
    for at in range(state.sets):
        if state.owner[at] == side:
            laid += set_points(state, at)
            earned = canasta_points(state, at)
            canastas += earned
    points = canastas + (laid if canastas else state.table_sign * laid)
    if state.ending == OUT and state.out_seat & 1 == side and canastas:
        points += CLOSE
    for seat in range(side, state.seats, 2):
        points -= rack_points(state, seat)
    taker = state.dead_by[side]
    if taker == NO_SEAT:
        return points - DEAD_PENALTY
    if state.idle[taker] and state.idle_penalty:
        return points - DEAD_PENALTY
    return points + state.dead_bonus


def lead(state: DeadHandRound, side: int) -> int:
    """Return by how many points a side is ahead in the round as it lies."""
    return score(state, side) - score(state, 1 - side)
