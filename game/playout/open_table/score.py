"""What an open-table round counts as it lies. Rules 5 and 6, decision D33."""

from __future__ import annotations

from game.playout.open_table.round import NO_SEAT, OpenTableRound, mask_points


def rack_points(state: OpenTableRound, seat: int) -> int:
    """Add up a rack whose tiles are all known."""
    points = state.jokers[seat] * state.joker_points
    for at in range(seat << 2, (seat << 2) + 4):
        points += mask_points(state.once[at]) + mask_points(state.twice[at])
    return points


def closer(state: OpenTableRound) -> int:
    """Return the seat that emptied its rack, NO_SEAT for none; a round that still runs counts as it lies."""
    if state.ending:
        return state.out_seat
    return NO_SEAT if state.held[state.mover] + state.hidden[state.mover] else state.mover


def score(state: OpenTableRound, seat: int) -> int:
    """Return a seat's points of the round as it lies; where racks count against one, less is better."""
    points = rack_points(state, seat)
    out = closer(state)
    if not state.takes_all:
        return 0 if out == seat else points
    total, lowest, tied = 0, points, 0
    for one in range(state.seats):
        other = rack_points(state, one)
        total += other
        if other < lowest:
            lowest = other
            tied = 0
        tied += 1 if other == lowest else 0
    if out != NO_SEAT:
        return total if out == seat else -points
    if points > lowest:
        return lowest - points
    return share(state, total - lowest * state.seats, tied, seat, lowest)


def share(state: OpenTableRound, pot: int, tied: int, seat: int, lowest: int) -> int:
    """Decision D33: equal lowest racks share; one point more each in turn order from who would move next."""
    before = 0
    at = (state.mover + state.step) % state.seats
    while at != seat:
        before += 1 if rack_points(state, at) == lowest else 0
        at = (at + state.step) % state.seats
    return pot // tied + (1 if before < pot % tied else 0)


def lead(state: OpenTableRound, seat: int) -> int:
    """Return how far a seat is ahead of all others together, in points: more is better in every game."""
    ahead = 0
    for other in range(state.seats):
        ahead += score(state, seat) - score(state, other)
    return ahead if state.takes_all else -ahead
