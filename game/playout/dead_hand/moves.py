"""The moves of a dead-hand game as whole numbers: which are refused, and what they do. Rules 1.2 to 1.6.

A move's lowest three bits are its kind. Laying names the set as it will lie, in one form for a new set and for one that
grows; what comes from the rack is the difference. The taken lone tile is laid before its twin and thrown after it.
"""

from __future__ import annotations

from game.playout.dead_hand.round import (
    CANASTA,
    DRAW,
    GROUP,
    OUT,
    OVER,
    PLAY,
    STALEMATE,
    STALL,
    START_CHOICE,
    START_DRAW,
    STOCK,
    STOPPED,
    DeadHandRound,
    copies_of,
    copy,
    dead_waits,
    drop,
    give,
    see_wants,
    take_dead,
)
from game.playout.pieces import AGAIN, JOKER, NO_FACE, NUMBERS, ONE, TWO, place_of

DRAW_TILE = 0  # kinds of moves
TAKE_PILE = 1
KEEP_TILE = 2
REDRAW_TILE = 3
STOP_ROUND = 4
LAY_RUN = 5
LAY_GROUP = 6
THROW = 7

NEW = 63  # the target of a set that does not lie yet


# ---- how a move is written


def run_move(target: int, row: int, low: int, high: int, wild: int, wild_at: int) -> int:
    """Write: set `target`, or a new one, becomes the run of a row from place `low` to `high`.

    A wild tile of face `wild` stands at `wild_at`; both are 0 where there is none.
    """
    return LAY_RUN | target << 3 | low << 9 | high << 13 | row << 17 | wild_at << 19 | wild << 23


def group_move(target: int, number: int, added: int, wild: int) -> int:
    """Write: a group gets naturals of each colour (`added`: their count, 2 bits a row) and, if not 0, a wild tile."""
    return LAY_GROUP | target << 3 | number << 9 | added << 13 | wild << 21


def throw_move(face: int) -> int:
    """Write: a tile of this face goes on the pile."""
    return THROW | face << 3


# ---- what laying takes from the rack


class Need:
    """What one lay takes from the rack: masks of a row for runs, colours for groups, and a wild tile."""

    def __init__(self) -> None:
        self.once = [0] * 4  # by row: numbers of which a tile is taken
        self.twice = [0] * 4  # by row: numbers of which two are
        self.wild = NO_FACE
        self.count = 0  # tiles in all


NEED = Need()  # of the lay that was looked at last
AFTER = DeadHandRound()  # where a lay is tried


def needs_nothing() -> None:
    """Empty what a lay needs."""
    need = NEED
    for row in range(4):
        need.once[row] = 0
        need.twice[row] = 0
    need.wild = NO_FACE
    need.count = 0


def naturals_of_run(state: DeadHandRound, move: int) -> int:
    """Rule 1.2: return the places of the run that a move names but the wild tile's; 0 if it is no run."""
    low, high, row = move >> 9 & 15, move >> 13 & 15, move >> 17 & 3
    wild_at, wild = move >> 19 & 15, move >> 23
    if low < 1 or high > 14 or high - low < 2:
        return 0
    natural = (2 << high) - (1 << low)
    if wild:
        if wild_at < low or wild_at > high or not is_wild(wild) or (wild == row << 4 | 2 and wild_at == 2):
            return 0
        natural ^= 1 << wild_at
    elif wild_at:
        return 0
    both = high - low == 13 and natural & ONE and natural & AGAIN
    return 0 if both and not state.ace_both else natural


def is_not_ours(state: DeadHandRound, target: int, row: int) -> int:
    """Return 1 if a target is no set of the mover's side and of this row."""
    return 0 if target < state.sets and state.owner[target] == state.mover & 1 and state.row[target] == row else 1


def run_refused(state: DeadHandRound, move: int) -> int:
    """Rules 1.2 and 1.3 for a run: 1 if it is none, or not what its old set can become; fills in NEED."""
    target, row, wild = move >> 3 & 63, move >> 17 & 3, move >> 23
    natural = naturals_of_run(state, move)
    if not natural:
        return 1
    lain, old_wild, size = 0, NO_FACE, 0
    if target != NEW:
        if is_not_ours(state, target, row):
            return 1
        lain, old_wild, size = state.natural[target], state.wild[target], state.size[target]
        if lain & ~natural & ~TWO:
            return 1
    # A two of the run's own colour is the one tile that may change between its place and being wild.
    own_two = row << 4 | 2
    if old_wild and old_wild not in (own_two, wild):
        return 1
    twos = (natural >> 2 & 1) - (lain >> 2 & 1) + (1 if wild == own_two else 0) - (1 if old_wild == own_two else 0)
    if twos < 0:
        return 1
    needs_nothing()
    need = NEED
    added = natural & ~lain & ~TWO
    once = added & NUMBERS
    if added & AGAIN:
        if once & ONE:
            need.twice[row] = ONE
        once |= ONE
    if twos:
        once |= TWO
        if twos == 2:
            need.twice[row] |= TWO
    need.once[row] = once
    need.wild = NO_FACE if wild in (own_two, old_wild) else wild
    need.count = (move >> 13 & 15) - (move >> 9 & 15) + 1 - size
    return 0


def group_refused(state: DeadHandRound, move: int) -> int:
    """Rules 1.2 and 1.3 for a group: 1 if it is none, or may not be laid beside another; fills in NEED."""
    target, number, added, wild = move >> 3 & 63, move >> 9 & 15, move >> 13 & 255, move >> 21
    if number < 1 or number > 13 or (number == 2 and not state.twos_group):
        return 1
    if wild and wild != JOKER and (not is_wild(wild) or number == 2):
        return 1
    bit = 1 << number
    size = 0
    if target == NEW:
        if state.one_group and has_group(state, bit):
            return 1
    else:
        if is_not_ours(state, target, GROUP) or state.span[target] != bit or (wild and state.wild[target]):
            return 1
        size = state.size[target]
    if added & added >> 1 & 0x55:
        return 1  # there are but two tiles of a face
    needs_nothing()
    need = NEED
    for row in range(4):
        more = added >> (row << 1) & 3
        need.count += more
        need.once[row] = bit if more else 0
        need.twice[row] = bit if more == 2 else 0
    need.wild = wild
    need.count += 1 if wild else 0
    return 1 if size + need.count < 3 else 0


def has_group(state: DeadHandRound, bit: int) -> int:
    """Decision D45: 1 if the mover's side has a group of this number."""
    for at in range(state.sets):
        if state.owner[at] == state.mover & 1 and state.row[at] == GROUP and state.span[at] == bit:
            return 1
    return 0


def not_in_rack(state: DeadHandRound) -> int:
    """Rule 1.4: 1 if the mover's rack lacks something of NEED."""
    need = NEED
    first = state.mover << 2
    for row in range(4):
        if need.once[row] & ~state.once[first + row] or need.twice[row] & ~state.twice[first + row]:
            return 1
    wild = need.wild
    if wild == JOKER:
        return 0 if state.jokers[state.mover] else 1
    if wild:
        used = (need.once[wild >> 4] >> 2 & 1) + (need.twice[wild >> 4] >> 2 & 1)
        return 0 if copies_of(state, state.mover, wild) > used else 1
    return 0


# ---- which moves are refused


def is_wild(face: int) -> int:
    """Rule 1.1: whether a face can be wild: 1 for jokers and twos."""
    return 1 if face == JOKER or (face < JOKER and face & 15 == 2) else 0


def is_barred(state: DeadHandRound, seat: int, face: int) -> int:
    """Decision D35: 1 if the tile of this face that would be thrown is the lone tile taken, or counts as it."""
    if not state.barred or state.took != 1 or face != state.lone:
        return 0
    copies = copies_of(state, seat, face)
    if state.barred == 1:
        return 1 if state.lone_here and copies == 1 else 0
    return 0 if copies == state.held[seat] else 1


def throw_refused(state: DeadHandRound, face: int) -> int:
    """Rules 1.5 and 1.6, decisions D9, D10 and D35: 1 if a tile of this face may not end the turn."""
    seat = state.mover
    side = seat & 1
    if not copies_of(state, seat, face) or is_barred(state, seat, face):
        return 1
    if state.held[seat] + state.hidden[seat] > 1 or dead_waits(state, side):
        return 0
    if not (state.canastas[side] or state.out_without) or not state.out_throwing:
        return 1
    return 1 if is_wild(face) and not state.out_wild else 0


def rest_refused(state: DeadHandRound, move: int) -> int:
    """Rules 1.5 and 1.6: 1 if a laying, which is NEED's, may not leave the rack that it leaves."""
    need = NEED
    seat = state.mover
    side = seat & 1
    left = state.held[seat] - need.count
    if left > 1:
        return 0  # of several tiles one at least is not barred
    size = 0 if move >> 3 & 63 == NEW else state.size[move >> 3 & 63]
    allowed = state.canastas[side] or size < CANASTA <= size + need.count or state.out_without
    if left == 0:
        return 0 if dead_waits(state, side) or (allowed and state.out_laying) else 1
    face = face_left(state)
    if not dead_waits(state, side):
        if not allowed:
            return 1
        if not state.out_throwing:
            copy(AFTER, state)
            put_down(AFTER, move)
            return 0 if fits_somewhere(AFTER, face) else 1
        if is_wild(face) and not state.out_wild:
            return 1
    # Of twins the lone tile is laid first, so what is left is it only if the rack holds no other of its face.
    return 1 if state.barred == 1 and is_barred(state, seat, face) else 0


def face_left(state: DeadHandRound) -> int:
    """Return the face of the one tile that NEED leaves in the rack."""
    need = NEED
    first = state.mover << 2
    for row in range(4):
        once = need.once[row]
        mask = state.once[first + row] ^ ((once ^ once & state.twice[first + row]) | need.twice[row])
        if need.wild >> 4 == row and need.wild and mask & TWO:
            used = (once >> 2 & 1) + (need.twice[row] >> 2 & 1)
            if copies_of(state, state.mover, need.wild) == used + 1:
                mask ^= TWO
        if mask:
            return row << 4 | place_of(mask)
    return JOKER


def fits_somewhere(state: DeadHandRound, face: int) -> int:
    """Rule 1.5, `close_mode=meld`: 1 if the rack's only tile can be added to a set of the mover's side."""
    for target in range(state.sets):
        if state.owner[target] == state.mover & 1 and fits_set(state, target, face):
            return 1
    return 0


def fits_set(state: DeadHandRound, target: int, face: int) -> int:
    """Try every form that a set of one tile more can have."""
    if state.row[target] == GROUP:
        number = place_of(state.span[target])
        alone = group_move(target, number, 0, face) if is_wild(face) and number != 2 else 0
        if face == JOKER:
            alone = group_move(target, number, 0, face)
        elif face & 15 == number:
            alone = group_move(target, number, 1 << (face >> 4 << 1), NO_FACE)
        return 1 if alone and lays(state, alone, 1) else 0
    size = state.size[target] + 1
    for low in range(1, 16 - size):
        high = low + size - 1
        if lays(state, run_move(target, state.row[target], low, high, NO_FACE, 0), 1):
            return 1
        for wild_at in range(low, high + 1):
            if lays(state, run_move(target, state.row[target], low, high, state.wild[target], wild_at), 1):
                return 1
            for wild in (face, state.row[target] << 4 | 2):
                if is_wild(wild) and lays(state, run_move(target, state.row[target], low, high, wild, wild_at), 1):
                    return 1
    return 0


def lays(state: DeadHandRound, move: int, count: int) -> int:
    """Return whether a move lays a set with `count` tiles, all of them in the rack."""
    bad = fill_need(state, move)
    return 1 if not bad and NEED.count == count and not not_in_rack(state) else 0


def lay_refused(state: DeadHandRound, move: int) -> int:
    """Rules 1.2 to 1.6: 1 if a set may not be laid or grow so; else 0, and NEED is what that takes."""
    bad = fill_need(state, move)
    if bad or not_in_rack(state):
        return 1
    bad = rest_refused(state, move)
    if not state.out_throwing:
        fill_need(state, move)  # what was tried to see whether a last tile fits has overwritten it
    return bad


def fill_need(state: DeadHandRound, move: int) -> int:
    """Work out NEED for a lay; 1 if the set itself is refused."""
    return run_refused(state, move) if move & 7 == LAY_RUN else group_refused(state, move)


def refused(state: DeadHandRound, move: int) -> int:
    """Return whether the rules refuse a move: 1, or 0 where it may be made."""
    kind, phase = move & 7, state.phase
    if kind == DRAW_TILE:
        begins = phase == DRAW or phase == START_DRAW  # noqa: PLR1714  a set is dear in C
        return 0 if begins and state.stock_size + state.stock_hidden else 1
    if kind == KEEP_TILE:
        return 0 if phase == START_CHOICE else 1
    if kind == REDRAW_TILE:
        return 0 if phase == START_CHOICE and state.stock_size + state.stock_hidden else 1
    if kind == TAKE_PILE:
        enough = state.held[state.mover] + state.hidden[state.mover] + state.pile_size >= state.take_min
        return 0 if phase == DRAW and state.pile_size and enough else 1
    if kind == STOP_ROUND:
        stopping = phase == DRAW and not state.at_stock and not state.stock_size + state.stock_hidden
        return 0 if stopping else 1
    if phase != PLAY:
        return 1
    return throw_refused(state, move >> 3) if kind == THROW else lay_refused(state, move)


# ---- what moves do


def take_need(state: DeadHandRound) -> None:
    """Take the tiles of NEED out of the mover's rack."""
    need = NEED
    seat = state.mover
    first = seat << 2
    for row in range(4):
        once = need.once[row]
        if once:
            pairs = once & state.twice[first + row]
            state.twice[first + row] ^= pairs
            state.once[first + row] ^= (once ^ pairs) | need.twice[row]
            if state.lone_here and state.lone >> 4 == row and once >> (state.lone & 15) & 1:
                state.lone_here = 0
    state.held[seat] -= need.count
    if need.wild:
        state.held[seat] += 1
        drop(state, seat, need.wild)
        if state.lone == need.wild:
            state.lone_here = 0
    if need.count:
        state.laid = 1


def put_down(state: DeadHandRound, move: int) -> None:
    """Move the tiles of NEED, which is this lay's, from the rack to the set."""
    need = NEED
    target, side = move >> 3 & 63, state.mover & 1
    if target == NEW:
        target = state.sets
        state.sets += 1
        state.owner[target] = side
        state.copies[target] = 0
        state.wild[target] = NO_FACE
        state.wild_at[target] = 0
        state.size[target] = 0
        state.natural[target] = 0
    take_need(state)
    if state.size[target] < CANASTA <= state.size[target] + need.count:
        state.canastas[side] += 1
    state.size[target] += need.count
    if move & 7 == LAY_RUN:
        state.row[target] = move >> 17 & 3
        state.span[target] = (2 << (move >> 13 & 15)) - (1 << (move >> 9 & 15))
        state.natural[target] = naturals_of_run(state, move)
        state.wild_at[target] = move >> 19 & 15
        state.wild[target] = move >> 23
    else:
        state.row[target] = GROUP
        state.span[target] = 1 << (move >> 9 & 15)
        if need.wild:
            state.wild[target] = need.wild
        added = move >> 13 & 255
        for row in range(4):
            state.copies[target] += (added >> (row << 1) & 3) << (row << 2)
    see_wants(state, side)


def lay(state: DeadHandRound, move: int) -> None:
    """Lay the set that NEED was filled in for; rule 1.5: an emptied rack takes the dead hand or has gone out."""
    put_down(state, move)
    seat = state.mover
    if state.held[seat] + state.hidden[seat] == 0:
        if dead_waits(state, seat & 1):
            take_dead(state, seat & 1, seat)
        else:
            state.phase = OVER
            state.ending = OUT
            state.out_seat = seat


def draw_tile(state: DeadHandRound) -> None:
    """Move the next tile of the stock to the mover's rack."""
    state.stock_size -= 1
    face = state.stock[state.stock_size]
    give(state, state.mover, face)
    state.drew = face


def take_pile(state: DeadHandRound) -> None:
    """Move the whole pile to the mover's rack."""
    state.took = state.pile_size
    if state.pile_size == 1:
        state.lone = state.pile[0]
        state.lone_here = 1
    for at in range(state.pile_size):
        give(state, state.mover, state.pile[at])
    state.pile_size = 0
    state.phase = PLAY


def throw(state: DeadHandRound, face: int) -> None:
    """Rule 1.5: the tile goes on the pile; a rack emptied by it takes the dead hand for later, or has gone out."""
    seat = state.mover
    side = seat & 1
    if state.lone_here and face == state.lone and copies_of(state, seat, face) == 1:
        state.lone_here = 0
        swapped = 0
    else:
        swapped = 1 if state.took == 1 and state.pile_size == 0 and not state.laid else 0
    drop(state, seat, face)
    state.pile[state.pile_size] = face
    state.pile_size += 1
    if state.held[seat] + state.hidden[seat] == 0:
        if not dead_waits(state, side):
            state.phase = OVER
            state.ending = OUT
            state.out_seat = seat
            return
        take_dead(state, side, seat)
        state.idle[seat] = 1
    end_turn(state, swapped)


def end_turn(state: DeadHandRound, swapped: int) -> None:
    """Rule 1.4: stock end, then stall, then the next player."""
    stall = 0 if state.drew or state.laid or state.dead_now else state.stall + 1
    passes = state.passes + 1 if swapped else 0
    ending = 0
    if state.at_stock and state.stock_size + state.stock_hidden <= state.stock_floor:
        ending = STOCK
    elif state.stalemate and passes >= state.orbit:
        ending = STALEMATE
    elif stall >= 2 * state.orbit:
        ending = STALL
    if ending:
        state.ending = ending
        state.phase = OVER
        return
    state.stall = stall
    state.passes = passes
    state.mover = (state.mover + state.step) % state.seats
    state.idle[state.mover] = 0
    state.phase = DRAW
    state.drew = NO_FACE
    state.took = 0
    state.lone = NO_FACE
    state.lone_here = 0
    state.laid = 0
    state.dead_now = 0


def apply(state: DeadHandRound, move: int) -> None:
    """Make a move that is not refused; a tile is drawn from the stock as it lies."""
    kind = move & 7
    if kind == DRAW_TILE:
        choice = state.privilege and state.phase == START_DRAW
        draw_tile(state)
        state.phase = START_CHOICE if choice else PLAY
    elif kind == TAKE_PILE:
        take_pile(state)
    elif kind == KEEP_TILE:
        state.phase = PLAY
    elif kind == REDRAW_TILE:
        state.pile[state.pile_size] = state.drew
        state.pile_size += 1
        drop(state, state.mover, state.drew)
        draw_tile(state)
        state.phase = PLAY
    elif kind == STOP_ROUND:
        state.phase = OVER
        state.ending = STOPPED
    elif kind == THROW:
        throw(state, move >> 3)
    else:
        fill_need(state, move)
        lay(state, move)
