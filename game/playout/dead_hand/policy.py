"""How a round is played out: a quick greedy player steered by a few whole numbers for each side.

Every move it makes is one that is not refused. What it draws by lot comes from the round's own luck.
"""

from __future__ import annotations

from game.playout.dead_hand.moves import (
    DRAW_TILE,
    KEEP_TILE,
    NEED,
    NEW,
    REDRAW_TILE,
    STOP_ROUND,
    apply,
    group_move,
    is_wild,
    lay,
    lay_refused,
    run_move,
    take_pile,
    throw,
    throw_refused,
)
from game.playout.dead_hand.round import (
    CANASTA,
    DRAW,
    GROUP,
    OVER,
    PLAY,
    START_CHOICE,
    WEIGHTS,
    DeadHandRound,
    dead_waits,
    mask_points,
)
from game.playout.pieces import AGAIN, JOKER, NO_FACE, NUMBERS, ONE, TWO, place_of, tossed

# What the WEIGHTS numbers of a side's policy say.
TAKE_ANY = 0  # tiles: a pile of this size is taken whatever lies there
TAKE_FIT = 1  # tiles: a pile of this size is taken if its top tile fits
WILD_STOCK = 2  # tiles: with no more in the stock, wild tiles are spent on small sets
WILD_RACK = 3  # tiles: with no more in the rack, wild tiles are spent so, too
SHY = 4  # 1: what the other side's sets want is thrown late
HEAVY = 5  # tiles: with no more in the stock, high numbers are thrown before low ones
TAKE_LEAST = 6  # points: a pile worth this much is taken, too; 0: piles are not weighed
TAKE_TILE = 7  # points of each tile of the pile
TAKE_LATE = 8  # points of each of its tiles, with no more than HEAVY in the stock
TAKE_LAID = 9  # points of each that an own set wants
TAKE_KEPT = 10  # points of each other that fits the rack
TAKE_WILD = 11  # points of each wild one
TAKE_DENY = 12  # points of each that the other side's sets want
KEEP_NEAR = 13  # points of a tile beside another of its row in the rack; 0: tiles to throw are not weighed, but sorted
KEEP_GAP = 14  # points of one with one place between it and another
KEEP_SAME = 15  # points of one whose number another row has
KEEP_TWIN = 16  # points of a twin
KEEP_NEXT = 17  # points of one beside what an own set wants
FEAR_WANT = 18  # points of one that the other side's sets want
FEAR_NEXT = 19  # points of one beside what they want
HIGH = 20  # points less for each of its own, with no more than HEAVY in the stock

# Styles of laying; each does what those above it do, too, and 0 lays nothing.
GROWING = 1  # extends sets that lie already
RUNS = 2  # lays new runs
GROUPS = 3  # lays new groups
WILDS = 4  # lays wild tiles

MOST_LAID = 100  # in one turn
MOST_TURNS = 600  # more than any round has that ends by itself


def weight(state: DeadHandRound, which: int) -> int:
    """Return a number of the mover's policy."""
    return state.weights[(state.mover & 1) * WEIGHTS + which]


# ---- laying


def try_lay(state: DeadHandRound, move: int) -> int:
    """Lay a set unless the rules refuse it or it would leave a tile that cannot be thrown; return 1 if it lies."""
    if lay_refused(state, move):
        return 0
    if not state.out_throwing and state.held[state.mover] == NEED.count + 1 and not dead_waits(state, state.mover & 1):
        return 0
    lay(state, move)
    state.made[state.made_size] = move
    state.made_size += 1
    return 1


def reach_of(state: DeadHandRound, row: int) -> int:
    """Return the places of a row that the mover's rack can fill: its numbers, and 14 for a one."""
    once = state.once[(state.mover << 2) + row]
    return once | (once & ONE) << 13


def grow_sets(state: DeadHandRound) -> int:
    """Add naturals to the first set that takes some; return 1 if one did."""
    seat = state.mover
    side = seat & 1
    fits = 0
    for row in range(4):
        fits |= state.once[(seat << 2) + row] & state.wants[(side << 2) + row]
    if not fits:
        return 0
    for at in range(state.sets):
        if state.owner[at] == side and (grow_group(state, at) if state.row[at] == GROUP else grow_run(state, at)):
            return 1
    return 0


def naturals_of(state: DeadHandRound, bit: int) -> int:
    """Count a number's tiles in the mover's rack: 2 bits a row, as a group takes them."""
    first = state.mover << 2
    found = 0
    for row in range(4):
        if state.once[first + row] & bit:
            found |= (2 if state.twice[first + row] & bit else 1) << (row << 1)
    return found


def grow_group(state: DeadHandRound, at: int) -> int:
    """Add all naturals to a group."""
    added = naturals_of(state, state.span[at])
    return try_lay(state, group_move(at, place_of(state.span[at]), added, NO_FACE)) if added else 0


def grow_run(state: DeadHandRound, at: int) -> int:
    """Add naturals at both ends of a run, and for its wild tile, which then moves to an end."""
    span, row, wild, wild_at = state.span[at], state.row[at], state.wild[at], state.wild_at[at]
    once = state.once[(state.mover << 2) + row]
    reach = once | (once & ONE) << 13
    home = reach & 1 << wild_at if wild else 0
    if not (reach & (span << 1 | span >> 1) & ~span or home):
        return 0
    grown = span
    bit = (span & ~(span >> 1)) << 1
    while bit <= AGAIN and reach & bit:
        grown |= bit
        bit <<= 1
    bit = (span & -span) >> 1
    while bit > 1 and reach & bit:
        grown |= bit
        bit >>= 1
    added = grown & ~span
    if added & ONE and added & AGAIN and not state.twice[(state.mover << 2) + row] & ONE:
        grown ^= AGAIN
    if grown & ONE and grown & AGAIN and not state.ace_both:
        grown ^= added & AGAIN or ONE
    if home:
        if not grown & AGAIN:
            wild_at = place_of(grown & ~(grown >> 1)) + 1
            grown |= 1 << wild_at
        elif not grown & ONE:
            wild_at = place_of(grown & -grown) - 1
            grown |= 1 << wild_at
    if grown == span:
        return 0
    low, high = place_of(grown & -grown), place_of(grown & ~(grown >> 1))
    return try_lay(state, run_move(at, row, low, high, wild, wild_at))


def lay_run(state: DeadHandRound) -> int:
    """Lay a new run of naturals, as long as it gets; return 1 if there was one."""
    for row in range(4):
        once = state.once[(state.mover << 2) + row]
        reach = once | (once & ONE) << 13
        starts = reach & reach >> 1 & reach >> 2
        if starts:
            low = starts & -starts
            high = low << 2
            while high < AGAIN and reach & high << 1:
                high <<= 1
            if low == ONE and high == AGAIN:
                high >>= 1
            if try_lay(state, run_move(NEW, row, place_of(low), place_of(high), NO_FACE, 0)):
                return 1
    return 0


def lay_group(state: DeadHandRound) -> int:
    """Lay a new group of three naturals or more; return 1 if there was one."""
    once, twice, first = state.once, state.twice, state.mover << 2
    a, b, c, d = once[first], once[first + 1], once[first + 2], once[first + 3]
    pairs = twice[first] | twice[first + 1] | twice[first + 2] | twice[first + 3]
    both, others = a & b, c & d
    three = both & (c | d) | others & (a | b) | pairs & (both | others | (a | b) & (c | d))
    if not state.twos_group:
        three &= ~TWO
    while three:
        bit = three & -three
        three ^= bit
        if try_lay(state, group_move(NEW, place_of(bit), naturals_of(state, bit), NO_FACE)):
            return 1
    return 0


def wild_in_rack(state: DeadHandRound) -> int:
    """Return the cheapest wild tile of the mover's rack: a two before a joker, 0 for none."""
    seat = state.mover
    for row in range(4):
        if state.once[(seat << 2) + row] & TWO:
            return row << 4 | 2
    return JOKER if state.jokers[seat] else NO_FACE


def add_wild(state: DeadHandRound, wild: int, size: int) -> int:
    """Add a wild tile to a set of `size` tiles or more that has none; return 1 if one took it."""
    side = state.mover & 1
    for at in range(state.sets):
        if state.owner[at] != side or state.wild[at] or state.size[at] < size:
            continue
        span = state.span[at]
        if state.row[at] == GROUP:
            move = group_move(at, place_of(span), 0, wild)
        else:
            low, high = place_of(span & -span), place_of(span & ~(span >> 1))
            if high < 14:
                move = run_move(at, state.row[at], low, high + 1, wild, high + 1)
            elif low > 1:
                move = run_move(at, state.row[at], low - 1, high, wild, low - 1)
            else:
                continue
        if try_lay(state, move):
            return 1
    return 0


def lay_with_wild(state: DeadHandRound, wild: int) -> int:
    """Lay a new set of two naturals and a wild tile; return 1 if there was one."""
    once, first = state.once, state.mover << 2
    a, b, c, d = once[first], once[first + 1], once[first + 2], once[first + 3]
    two = (a & b | c & d | (a | b) & (c | d)) & ~TWO
    while two:
        bit = two & -two
        two ^= bit
        if try_lay(state, group_move(NEW, place_of(bit), naturals_of(state, bit), wild)):
            return 1
    for row in range(4):
        reach = reach_of(state, row) & ~TWO
        beside, apart = reach & reach >> 1, reach & reach >> 2
        if beside:
            low = place_of(beside & -beside)
            if low < 13:
                move = run_move(NEW, row, low, low + 2, wild, low + 2)
            else:
                move = run_move(NEW, row, low - 1, low + 1, wild, low - 1)
            if try_lay(state, move):
                return 1
        elif apart:
            low = place_of(apart & -apart)
            if try_lay(state, run_move(NEW, row, low, low + 2, wild, low + 1)):
                return 1
    return 0


def use_wild(state: DeadHandRound) -> int:
    """Lay a wild tile where it makes a canasta, or, when the round or the rack nears its end, in a small set."""
    wild = wild_in_rack(state)
    if not wild:
        return 0
    if add_wild(state, wild, CANASTA - 1):
        return 1
    few = state.held[state.mover] <= weight(state, WILD_RACK)
    if not few and state.stock_size > weight(state, WILD_STOCK):
        return 0
    return 1 if lay_with_wild(state, wild) or add_wild(state, wild, 3) else 0


def lay_all(state: DeadHandRound, style: int) -> None:
    """Lay one set after another while something can be laid that the style allows; each allows what those before do."""
    more = 1
    while more and state.phase == PLAY and state.made_size < MOST_LAID:
        more = 0
        if (
            (style >= GROWING and grow_sets(state))
            or (style >= RUNS and lay_run(state))
            or (style >= GROUPS and lay_group(state))
            or (style >= WILDS and use_wild(state))
        ):
            more = 1


# ---- taking and throwing


def fits(state: DeadHandRound, face: int) -> int:
    """Return whether a tile would find a place with the mover's sets and rack: 1 or 0."""
    if is_wild(face):
        return 1
    row, bit = face >> 4, 1 << (face & 15)
    seat = state.mover
    if state.wants[((seat & 1) << 2) + row] & bit:
        return 1
    reach = reach_of(state, row)
    spot = bit | (bit & ONE) << 13
    if (reach << 1 & reach << 2 | reach >> 1 & reach >> 2 | reach << 1 & reach >> 1) & spot:
        return 1
    once, twice, first = state.once, state.twice, seat << 2
    count = 0
    for one in range(4):
        if once[first + one] & bit:
            count += 2 if twice[first + one] & bit else 1
    return 1 if count > 1 else 0


def is_late(state: DeadHandRound) -> int:
    """Return whether no more than HEAVY tiles are left to draw: 1 or 0."""
    return 1 if state.stock_size + state.stock_hidden <= weight(state, HEAVY) else 0


def pile_worth(state: DeadHandRound) -> int:
    """Add up what the tiles of the pile are worth to the mover."""
    own = (state.mover & 1) << 2
    worth = state.pile_size * weight(state, TAKE_LATE if is_late(state) else TAKE_TILE)
    for at in range(state.pile_size):
        face = state.pile[at]
        if is_wild(face):
            worth += weight(state, TAKE_WILD)
            continue
        row, bit = face >> 4, 1 << (face & 15)
        if state.wants[own + row] & bit:
            worth += weight(state, TAKE_LAID)
        elif fits(state, face):
            worth += weight(state, TAKE_KEPT)
        if state.wants[4 - own + row] & bit:
            worth += weight(state, TAKE_DENY)
    return worth


def begin_turn(state: DeadHandRound) -> None:
    """Draw or take the pile; keep or throw back a starter's first tile."""
    if state.phase == START_CHOICE:
        redraws = state.stock_size and not fits(state, state.drew)
        apply(state, REDRAW_TILE if redraws else KEEP_TILE)
        return
    if state.phase == DRAW:
        size = state.pile_size
        if size and state.held[state.mover] + size >= state.take_min:
            if size >= weight(state, TAKE_ANY):
                take_pile(state)
                return
            if size >= weight(state, TAKE_FIT) and fits(state, state.pile[size - 1]):
                take_pile(state)
                return
            least = weight(state, TAKE_LEAST)
            if least and pile_worth(state) >= least:
                take_pile(state)
                return
        if not state.stock_size:
            apply(state, STOP_ROUND)
            return
    apply(state, DRAW_TILE)


def pick(state: DeadHandRound, masks: list[int]) -> int:
    """Return a face out of masks by row, a row by lot; 0 if all are empty."""
    state.luck = tossed(state.luck)
    start = state.luck >> 8 & 3
    heavy = state.stock_size <= weight(state, HEAVY)
    for step in range(4):
        row = start + step & 3
        mask = masks[row]
        if mask:
            bit = mask & -mask
            if heavy:
                while mask ^ bit:
                    mask ^= bit
                    bit = mask & -mask
            return row << 4 | place_of(bit)
    return NO_FACE


class Sorted:
    """A rack's numbers by row, sorted by how little is lost with them."""

    def __init__(self) -> None:
        self.loose = [0] * 4  # neither beside another of its row nor equal in number to one, and unwanted
        self.single = [0] * 4  # of use in one way only, and unwanted
        self.quiet = [0] * 4  # unwanted by the other side
        self.plain = [0] * 4  # no wild tile


SORTED = Sorted()  # of the rack that was looked at last


def sort_rack(state: DeadHandRound) -> None:
    """Fill SORTED in for the mover's rack."""
    once, twice, first = state.once, state.twice, state.mover << 2
    equal = equal_numbers(state)
    shy = weight(state, SHY)
    other = 1 - (state.mover & 1) << 2
    for row in range(4):
        mask = once[first + row]
        reach = mask | (mask & ONE) << 13
        near = reach << 1 | reach >> 1 | reach << 2 | reach >> 2
        near |= near >> 13 & ONE
        plain = mask & ~TWO
        quiet = plain & ~state.wants[other + row] if shy else plain
        same = equal | twice[first + row]
        SORTED.plain[row] = plain
        SORTED.quiet[row] = quiet
        SORTED.single[row] = quiet & ~(near & same)
        SORTED.loose[row] = quiet & ~(near | same)


def any_throw(state: DeadHandRound) -> int:
    """Return the first face of the mover's rack that may be thrown, numbers before twos and jokers; 0 for none."""
    seat = state.mover
    for wild in range(2):
        for row in range(4):
            mask = state.once[(seat << 2) + row] & (TWO if wild else ~TWO)
            while mask:
                bit = mask & -mask
                mask ^= bit
                face = row << 4 | place_of(bit)
                if not throw_refused(state, face):
                    return face
    return JOKER if not throw_refused(state, JOKER) else NO_FACE


def touching(mask: int) -> int:
    """Return the numbers beside those of a mask; a one is beside the thirteen, too."""
    spots = mask | (mask & ONE) << 13
    near = spots << 1 | spots >> 1
    return (near | near >> 13 & ONE) & NUMBERS


def across(mask: int) -> int:
    """Return the numbers with one place between them and those of a mask."""
    spots = mask | (mask & ONE) << 13
    near = spots << 2 | spots >> 2
    return (near | near >> 13 & ONE) & NUMBERS


def equal_numbers(state: DeadHandRound) -> int:
    """Return the numbers that more than one row of the mover's rack has."""
    once, first = state.once, state.mover << 2
    a, b, c, d = once[first], once[first + 1], once[first + 2], once[first + 3]
    return a & b | c & d | (a | b) & (c | d)


def cheapest(state: DeadHandRound) -> int:
    """Return the number that costs least to throw, of equal ones the row by lot and the lowest; 0 if none may be."""
    once, twice, wants, first = state.once, state.twice, state.wants, state.mover << 2
    equal = equal_numbers(state)
    own = (state.mover & 1) << 2
    high = weight(state, HIGH) if is_late(state) else 0
    state.luck = tossed(state.luck)
    start = state.luck >> 8 & 3
    best, least = NO_FACE, 0
    for step in range(4):
        row = start + step & 3
        mask, theirs = once[first + row], wants[4 - own + row]
        near, gap = touching(mask), across(mask)
        next_own, next_theirs = touching(wants[own + row]), touching(theirs)
        mask &= ~TWO
        while mask:
            bit = mask & -mask
            mask ^= bit
            cost = -high * mask_points(bit) if high else 0
            if near & bit:
                cost += weight(state, KEEP_NEAR)
            elif gap & bit:
                cost += weight(state, KEEP_GAP)
            if equal & bit:
                cost += weight(state, KEEP_SAME)
            if twice[first + row] & bit:
                cost += weight(state, KEEP_TWIN)
            if next_own & bit:
                cost += weight(state, KEEP_NEXT)
            if theirs & bit:
                cost += weight(state, FEAR_WANT)
            elif next_theirs & bit:
                cost += weight(state, FEAR_NEXT)
            if not best or cost < least:
                face = row << 4 | place_of(bit)
                if not throw_refused(state, face):
                    best, least = face, cost
    return best


def sorted_out(state: DeadHandRound) -> int:
    """Return a number of the first kind that there is of those that little is lost with; 0 if there is none."""
    sort_rack(state)
    face = pick(state, SORTED.loose)
    if not face:
        face = pick(state, SORTED.single)
    if not face:
        face = pick(state, SORTED.quiet)
    if not face:
        face = pick(state, SORTED.plain)
    return face


def choose_throw(state: DeadHandRound) -> int:
    """Return the face that the mover can best do without."""
    face = cheapest(state) if weight(state, KEEP_NEAR) else sorted_out(state)
    if not face or throw_refused(state, face):
        face = any_throw(state)
    if not face:
        raise ValueError("a turn came to a rack of which nothing may be thrown")
    return face


def take_turn(state: DeadHandRound) -> None:
    """Play the mover's turn to its end, from wherever it stands."""
    state.made_size = 0
    while state.phase < PLAY:
        begin_turn(state)
    if state.phase == PLAY:
        lay_all(state, WILDS)
    if state.phase == PLAY:
        throw(state, choose_throw(state))


def play_out(state: DeadHandRound) -> int:
    """Play a round whose tiles are all dealt to its end; return how many turns that took."""
    turns = 0
    while state.phase != OVER and turns < MOST_TURNS:
        take_turn(state)
        turns += 1
    return turns
