"""How a round is played out: a quick greedy player that lays what it sees, steered by a few whole numbers a seat.

It lays own sets, adds to sets, parts runs, and makes sets with up to two tiles that others can do without. Every step
is one that is not refused.
"""

from __future__ import annotations

from game.playout.open_table.moves import (
    DRAW_TILE,
    END_PLAY,
    PASS_TURN,
    TAKE_CLOSING,
    add_step,
    apply,
    group_step,
    must_draw,
    refused,
    run_step,
    split_step,
)
from game.playout.open_table.round import FEWEST, GROUP, OVER, WEIGHTS, OpenTableRound, copy, fillable, size_of, top_of
from game.playout.pieces import AGAIN, JOKER, ONE, ones, place_of

# What the WEIGHTS numbers of a seat's policy say.
LEAST = 0  # tiles: a play of fewer waits while nobody is near the end
NEAR = 1  # tiles: a rack of so few, one's own too, is near the end
JOKER_RACK = 2  # tiles: with no more in the rack jokers are laid
CLOSING_RACK = 3  # tiles: with no more in the rack the closing tile is tried

NOTHING = 0  # styles of laying, each with what those before it lay
OWN_SETS = 1
ADDING = 2
SPLITTING = 3
BORROWING = 4
JOKERS = 5

MOST_TURNS = 600  # more than any round has that ends by itself

BEFORE = OpenTableRound()  # the round as the turn found it


def weight(state: OpenTableRound, which: int) -> int:
    """Return a number of the mover's policy."""
    return state.weights[state.mover * WEIGHTS + which]


def try_step(state: OpenTableRound, step: int) -> int:
    """Make a step unless it is refused; return 1 if it was made."""
    if refused(state, step):
        return 0
    apply(state, step)
    return 1


# ---- sets of the rack alone


def own_run(state: OpenTableRound) -> int:
    """Lay a run of the rack, as long as it gets."""
    for row in range(4):
        reach = fillable(state, row)
        starts = reach & reach >> 1 & reach >> 2
        if starts:
            low = starts & -starts
            high = low << 2
            while reach & high << 1:
                high <<= 1
            if low == ONE and high == AGAIN:
                high >>= 1
            if try_step(state, run_step(row, place_of(low), place_of(high), 0, 0)):
                return 1
    return 0


def colours_of(state: OpenTableRound, bit: int) -> int:
    """Return the colours in which the mover's rack has a number: a bit a row."""
    once, first = state.once, state.mover << 2
    colours = 0
    for row in range(4):
        if once[first + row] & bit:
            colours |= 1 << row
    return colours


def own_group(state: OpenTableRound) -> int:
    """Lay a group of the rack."""
    once, first = state.once, state.mover << 2
    a, b, c, d = once[first], once[first + 1], once[first + 2], once[first + 3]
    three = a & b & (c | d) | c & d & (a | b)
    if not three:
        return 0
    bit = three & -three
    return try_step(state, group_step(place_of(bit), colours_of(state, bit), 0, 0))


def joker_set(state: OpenTableRound) -> int:
    """Lay two tiles of the rack with a joker, the highest there are."""
    if not state.jokers[state.mover]:
        return 0
    once, first = state.once, state.mover << 2
    a, b, c, d = once[first], once[first + 1], once[first + 2], once[first + 3]
    two = a & b | c & d | (a | b) & (c | d)
    if two:
        bit = top_bit(two)
        if try_step(state, group_step(place_of(bit), colours_of(state, bit), 0, 1)):
            return 1
    for row in range(4):
        reach = fillable(state, row)
        beside, apart = reach & reach >> 1, reach & reach >> 2
        if beside:
            low = place_of(top_bit(beside))
            if low + 2 <= state.last_place:
                return try_step(state, run_step(row, low, low + 2, low + 2, 0))
            return try_step(state, run_step(row, low - 1, low + 1, low - 1, 0))
        if apart:
            low = place_of(top_bit(apart))
            return try_step(state, run_step(row, low, low + 2, low + 1, 0))
    return 0


def top_bit(mask: int) -> int:
    """Return the highest bit of a mask that is not empty."""
    bit = mask & -mask
    while mask ^ bit:
        mask ^= bit
        bit = mask & -mask
    return bit


# ---- with what lies


def add_one(state: OpenTableRound) -> int:
    """Add a tile of the rack to a set."""
    for row in range(4):
        once = state.once[(state.mover << 2) + row]
        for bits in (once & state.ends[row], once & state.lacks[row]):
            if bits and add_face(state, row, bits & -bits):
                return 1
    return 0


def add_face(state: OpenTableRound, row: int, bit: int) -> int:
    """Add a tile to the first set that takes it."""
    face = row << 4 | place_of(bit)
    for at in range(state.sets):
        if state.row[at] == GROUP:
            if state.span[at] == bit and try_step(state, add_step(at, face, 0)):
                return 1
        elif state.row[at] == row:
            beyond = (state.span[at] << 1 | state.span[at] >> 1) & ~state.span[at]
            if beyond & bit and try_step(state, add_step(at, face, place_of(bit))):
                return 1
            if bit == ONE and beyond & AGAIN and try_step(state, add_step(at, face, 14)):
                return 1
    return 0


def add_joker(state: OpenTableRound) -> int:
    """Add a joker to the first set that takes it."""
    if not state.jokers[state.mover]:
        return 0
    for at in range(state.sets):
        span = state.span[at]
        if state.row[at] == GROUP:
            if size_of(state, at) == FEWEST and try_step(state, add_step(at, JOKER, 0)):
                return 1
        else:
            above, under = place_of(top_of(span)) + 1, place_of(span & -span) - 1
            if try_step(state, add_step(at, JOKER, above)) or try_step(state, add_step(at, JOKER, under)):
                return 1
    return 0


def split_by_rack_tile(state: OpenTableRound) -> int:
    """Split a run in two with a tile of the rack that goes into both; return whether it was done."""
    for at in range(state.sets):
        row = state.row[at]
        if row != GROUP and not state.wilds[at]:
            span = state.span[at]
            inner = span & span << 1 & span << 2 & span >> 1 & span >> 2 & state.once[(state.mover << 2) + row]
            if inner and try_step(state, split_step(at, place_of(inner & -inner))):
                return 1
    return 0


def borrow_run(state: OpenTableRound) -> int:
    """Lay a run of three with one or two tiles that other sets can do without."""
    for row in range(4):
        once, spare = state.once[(state.mover << 2) + row], state.spare[row]
        if not once or not spare:
            continue
        low = spare & once >> 1 & once >> 2
        if low and lend_run(state, row, low & -low, 1):
            return 1
        low = once & spare >> 1 & once >> 2
        if low and lend_run(state, row, low & -low, 2):
            return 1
        low = once & once >> 1 & spare >> 2
        if low and lend_run(state, row, low & -low, 4):
            return 1
        low = once & spare >> 1 & spare >> 2
        if low and lend_run(state, row, low & -low, 6):
            return 1
        low = spare & once >> 1 & spare >> 2
        if low and lend_run(state, row, low & -low, 5):
            return 1
        low = spare & spare >> 1 & once >> 2
        if low and lend_run(state, row, low & -low, 3):
            return 1
    return 0


def lend_run(state: OpenTableRound, row: int, bit: int, which: int) -> int:
    """Lay a run of three from this place, `which` of its tiles (a bit each) being borrowed."""
    low = place_of(bit)
    borrowed = 0
    for at in range(2, -1, -1):
        if which >> at & 1:
            borrowed = borrowed << 4 | low + at
    return try_step(state, run_step(row, low, low + 2, 0, borrowed))


def borrow_group(state: OpenTableRound) -> int:
    """Lay a group of three with one or two tiles that other sets can do without."""
    once, spare, first = state.once, state.spare, state.mover << 2
    for row in range(4):
        others, lent = 0, 0
        for bit_row in range(4):
            if bit_row != row:
                others |= once[first + bit_row]
                lent |= spare[bit_row]
        wanted = spare[row] & others
        while wanted:
            bit = wanted & -wanted
            wanted ^= bit
            if lend_group(state, bit, row):
                return 1
    return 0


def lend_group(state: OpenTableRound, bit: int, row: int) -> int:
    """Lay a group of a number, one colour of which is borrowed, and if need be another."""
    colours = colours_of(state, bit) & ~(1 << row)
    number = place_of(bit)
    if ones(colours) > 1:
        return try_step(state, group_step(number, colours | 1 << row, 1 << row, 0))
    for other in range(row + 1, 4):
        if state.spare[other] & bit and not colours >> other & 1:
            lent = 1 << row | 1 << other
            if try_step(state, group_step(number, colours | lent, lent, 0)):
                return 1
    return 0


def lay_all(state: OpenTableRound, style: int) -> None:
    """Lay what a style allows while there is anything."""
    opened = state.opened[state.mover]
    more = 1
    while more and state.held[state.mover]:
        more = 0
        if (
            (style >= OWN_SETS and (own_run(state) or own_group(state)))
            or (style >= ADDING and opened and add_one(state))
            or (style >= SPLITTING and opened and split_by_rack_tile(state))
            or (style >= BORROWING and opened and (borrow_run(state) or borrow_group(state)))
            or (style >= JOKERS and (joker_set(state) or (opened and add_joker(state))))
        ):
            more = 1


# ---- turns


def is_near(state: OpenTableRound) -> int:
    """Return whether the round may soon be over: a small rack, or no stock."""
    near = weight(state, NEAR)
    for seat in range(state.seats):
        if state.held[seat] <= near:
            return 1
    return 0 if state.stock_size else 1


def draw_or_pass(state: OpenTableRound) -> None:
    """Do what one does who does not play."""
    apply(state, PASS_TURN if refused(state, DRAW_TILE) else DRAW_TILE)


def try_closing(state: OpenTableRound) -> int:
    """Close the round with the closing tile and the whole rack, where that can be seen; return 1 if it is over."""
    if state.held[state.mover] > weight(state, CLOSING_RACK) or refused(state, TAKE_CLOSING):
        return 0
    copy(BEFORE, state)
    apply(state, TAKE_CLOSING)
    lay_all(state, JOKERS)
    if try_step(state, END_PLAY):
        return 1
    copy(state, BEFORE)
    return 0


def take_turn(state: OpenTableRound) -> None:
    """Play the mover's turn to its end, from wherever it stands, but for a second play."""
    if try_closing(state):
        return
    if must_draw(state):
        apply(state, DRAW_TILE)
        if try_closing(state):
            return
    copy(BEFORE, state)
    opened, near = state.opened[state.mover], is_near(state)
    few = state.held[state.mover] <= weight(state, JOKER_RACK)
    lay_all(state, BORROWING if opened and not near and not few else JOKERS)
    enough = not state.held[state.mover] or near or state.played >= weight(state, LEAST)
    if enough and try_step(state, END_PLAY):
        return
    copy(state, BEFORE)
    draw_or_pass(state)


def play_out(state: OpenTableRound) -> int:
    """Play a round to its end, or for `MOST_TURNS` turns; return how many turns were played. No tile may be hidden."""
    turns = 0
    while state.phase != OVER and turns < MOST_TURNS:
        take_turn(state)
        turns += 1
    return turns
