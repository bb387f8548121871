"""A round of a dead-hand game in whole numbers: the options that matter, where every tile lies, and the turn.

Law: `wants` and `canastas` follow from the sets, `held` from a rack's masks; whoever changes those keeps them true.
"""

from __future__ import annotations

from game.playout.pieces import AGAIN, JOKER, NO_FACE, NUMBERS, ONE, below, ones, seeded, tossed

START_DRAW = 0  # phases, in the order of rule 1.4
START_CHOICE = 1
DRAW = 2
PLAY = 3
OVER = 4

OUT = 1  # how a round ended; 0 while it runs
STOCK = 2
STOPPED = 3
STALL = 4
STALEMATE = 5

NO_SEAT = -1
GROUP = 4  # the row of a group; runs have the row of their colour
CANASTA = 7  # tiles
DEAD_HAND = 11  # tiles
WEIGHTS = 21  # numbers of a side's policy, see policy.py


class DeadHandRound:
    """Everything about a round, hidden tiles included, as whole numbers and masks.

    Arrays are by seat, by side, by set in the order laid, or by `seat * 4 + row` and `side * 4 + row`.
    """

    def __init__(self) -> None:  # noqa: PLR0915  a line for each field and what it says
        # ---- the game and its options
        self.seats = 2  # how many play
        self.step = 1  # what is added to a seat, modulo seats, to find the next
        self.privilege = 0  # 1: the starter may redraw
        self.barred = 0  # D35: 1 the lone tile taken may not be thrown back, 2 nor its twin; 0 it may
        self.stalemate = 0  # 1: rule D38 holds
        self.joker_points = 50  # points
        self.take_min = 0  # tiles of rack and pile together that a pile is taken with
        self.twos_group = 0  # 1: twos may be a group
        self.ace_both = 1  # 1: a run may have a one at both ends
        self.table_sign = -1  # what the table counts for a side without a canasta: -1, 0 or 1 times
        self.out_without = 0  # 1: one may go out without a canasta
        self.out_laying = 1  # 1: one may go out by laying everything
        self.out_throwing = 1  # 1: one may go out by a last discard
        self.out_wild = 1  # 1: that discard may be a wild tile
        self.dead_bonus = 0  # points for a dead hand taken
        self.idle_penalty = 0  # 1: a dead hand taken and never played costs 100 points
        self.at_stock = 1  # 1: the round ends with the turn that leaves the stock at its floor
        self.stock_floor = 0  # tiles
        self.orbit = 6  # turns: stall_orbits times seats
        self.one_group = 0  # 1: a side may lay one group of a number
        self.semi_clean = 0  # 1: a semi-clean canasta earns 150
        # ---- racks, by seat and row: masks of the numbers 1..13 of which one and two tiles are there
        self.once = [0] * 16
        self.twice = [0] * 16
        self.jokers = [0] * 4  # by seat
        self.held = [0] * 4  # tiles, by seat; those in `hidden` not counted
        # ---- dead hands that wait, by side and row, and who took them
        self.dead_once = [0] * 8
        self.dead_twice = [0] * 8
        self.dead_jokers = [0] * 2
        self.dead_size = [0] * 2  # tiles, 0 when taken
        self.dead_by = [NO_SEAT] * 2  # the seat that took it
        self.idle = [0] * 4  # by seat, 1: took a dead hand and has not had a turn since
        # ---- pile and stock: faces, the top and the next to be drawn last
        self.pile = [0] * 108
        self.pile_size = 0
        self.stock = [0] * 108
        self.stock_size = 0
        # ---- sets in the order laid
        self.sets = 0  # how many
        self.owner = [0] * 36  # the side
        self.row = [0] * 36  # 0..3 for a run, GROUP for a group
        self.span = [0] * 36  # run: mask of its places 1..14; group: mask of its number
        self.natural = [0] * 36  # run: mask of the places with a tile that is itself
        self.copies = [0] * 36  # group: how many natural tiles of each colour, 4 bits a row
        self.wild = [0] * 36  # the face of its wild tile, 0 for none
        self.wild_at = [0] * 36  # run: the place that tile stands at, 0 for none
        self.size = [0] * 36  # tiles
        self.canastas = [0] * 2  # by side: its sets of seven tiles or more
        self.wants = [0] * 8  # by side and row: mask of the numbers that one of its sets could take in as they are
        # ---- the turn
        self.phase = DRAW
        self.mover = 0  # seat
        self.drew = NO_FACE  # the face drawn from the stock
        self.took = 0  # tiles taken from the pile
        self.lone = NO_FACE  # the face of a pile of one tile that was taken
        self.lone_here = 0  # 1: that tile is still in the rack; of twins it is laid first and thrown last
        self.laid = 0  # 1: a tile of the rack reached the table
        self.dead_now = 0  # 1: the dead hand was taken
        self.stall = 0  # turns in succession without progress, D12
        self.passes = 0  # turns in succession that only swapped the pile's lone tile, D38
        self.ending = 0
        self.out_seat = NO_SEAT  # who went out
        # ---- what is not known yet: filled in by `scatter`
        self.hidden = [0] * 4  # tiles of each rack
        self.dead_hidden = [0] * 2  # tiles of each dead hand
        self.stock_hidden = 0  # tiles
        self.unseen = [0] * 108  # the faces they are drawn from
        self.unseen_size = 0
        # ---- how it is played out
        self.made = [0] * 108  # what the policy laid in this turn, as moves
        self.made_size = 0
        self.luck = 1  # see pieces.tossed
        self.weights = [0] * 42  # by side * WEIGHTS: its policy


def fresh() -> DeadHandRound:
    """Make a round to be filled in, of the core that is asked, plain or compiled."""
    return DeadHandRound()


def copy(to: DeadHandRound, of: DeadHandRound) -> None:
    """Make a round equal to another; compiled, this is written out field by field."""
    for name, value in vars(of).items():
        setattr(to, name, value[:] if isinstance(value, list) else value)


def dead_waits(state: DeadHandRound, side: int) -> int:
    """Count the tiles of a side's dead hand that waits, 0 when it was taken."""
    return state.dead_size[side] + state.dead_hidden[side]


def give(state: DeadHandRound, seat: int, face: int) -> None:
    """Put a tile into a rack."""
    state.held[seat] += 1
    if face == JOKER:
        state.jokers[seat] += 1
        return
    at, bit = (seat << 2) + (face >> 4), 1 << (face & 15)
    if state.once[at] & bit:
        state.twice[at] |= bit
    else:
        state.once[at] |= bit


def give_dead(state: DeadHandRound, side: int, face: int) -> None:
    """Put a tile into a dead hand."""
    state.dead_size[side] += 1
    if face == JOKER:
        state.dead_jokers[side] += 1
        return
    at, bit = (side << 2) + (face >> 4), 1 << (face & 15)
    if state.dead_once[at] & bit:
        state.dead_twice[at] |= bit
    else:
        state.dead_once[at] |= bit


def drop(state: DeadHandRound, seat: int, face: int) -> None:
    """Take a tile out of a rack that holds it."""
    state.held[seat] -= 1
    if face == JOKER:
        state.jokers[seat] -= 1
        return
    at, bit = (seat << 2) + (face >> 4), 1 << (face & 15)
    if state.twice[at] & bit:
        state.twice[at] ^= bit
    else:
        state.once[at] ^= bit


def copies_of(state: DeadHandRound, seat: int, face: int) -> int:
    """Count the tiles of a face in a rack."""
    if face == JOKER:
        return state.jokers[seat]
    at, number = (seat << 2) + (face >> 4), face & 15
    return (state.once[at] >> number & 1) + (state.twice[at] >> number & 1)


def take_dead(state: DeadHandRound, side: int, seat: int) -> None:
    """Rule 1.5: the dead hand becomes the empty rack of a seat."""
    for row in range(4):
        state.once[(seat << 2) + row] = state.dead_once[(side << 2) + row]
        state.twice[(seat << 2) + row] = state.dead_twice[(side << 2) + row]
        state.dead_once[(side << 2) + row] = 0
        state.dead_twice[(side << 2) + row] = 0
    state.jokers[seat] = state.dead_jokers[side]
    state.held[seat] = state.dead_size[side]
    state.hidden[seat] = state.dead_hidden[side]
    state.dead_jokers[side] = 0
    state.dead_size[side] = 0
    state.dead_hidden[side] = 0
    state.dead_by[side] = seat
    state.dead_now = 1


def see_wants(state: DeadHandRound, side: int) -> None:
    """Work out which numbers a side's sets could take in as they are."""
    wants, owner, spans, rows, wild_at = state.wants, state.owner, state.span, state.row, state.wild_at
    first, groups = side << 2, 0
    for at in range(first, first + 4):
        wants[at] = 0
    for at in range(state.sets):
        if owner[at] == side:
            span = spans[at]
            if rows[at] == GROUP:
                groups |= span
            else:
                # A run without a wild tile has bit 1 set here, which no mask of places uses.
                wants[first + rows[at]] |= (span << 1 | span >> 1) & ~span | 1 << wild_at[at]
    for at in range(first, first + 4):
        wants[at] = (wants[at] | (wants[at] & AGAIN) >> 13) & NUMBERS | groups


def scatter(state: DeadHandRound, seed: int) -> None:
    """Deal the unseen faces by lot to the hidden places: racks, dead hands, then the stock."""
    unseen = state.unseen
    left = state.unseen_size
    luck = seeded(seed)
    for seat in range(state.seats):
        for _tile in range(state.hidden[seat]):
            luck = tossed(luck)
            at = below(luck, left)
            left -= 1
            give(state, seat, unseen[at])
            unseen[at] = unseen[left]
        state.hidden[seat] = 0
    for side in range(2):
        for _tile in range(state.dead_hidden[side]):
            luck = tossed(luck)
            at = below(luck, left)
            left -= 1
            give_dead(state, side, unseen[at])
            unseen[at] = unseen[left]
        state.dead_hidden[side] = 0
    for _tile in range(state.stock_hidden):
        luck = tossed(luck)
        at = below(luck, left)
        left -= 1
        state.stock[state.stock_size] = unseen[at]
        state.stock_size += 1
        unseen[at] = unseen[left]
    state.stock_hidden = 0
    state.unseen_size = left
    state.luck = tossed(luck)


def face_points(state: DeadHandRound, face: int) -> int:
    """Return a tile's own points: rule 1.7."""
    if face == JOKER:
        return state.joker_points
    number = face & 15
    if number < 3:
        return 15 if number == 1 else 20
    return 5 if number < 8 else 10


def mask_points(mask: int) -> int:
    """Add up the points of the numbers of a mask."""
    points = 5 * ones(mask & 0xF8) + 10 * ones(mask & 0x3F00)
    return points + (15 if mask & ONE else 0) + (20 if mask & 4 else 0)
