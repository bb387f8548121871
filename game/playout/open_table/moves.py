"""The steps of a play at an open table as whole numbers: which are refused, and what they do. Rules 2.1 to 2.5.

A play is made step by step, each leaving nothing but sets on the table, and ended by END_PLAY, which is where the rules
see it whole. Jokers of the table stay where they lie, so that no option about them is ever touched.
"""

from __future__ import annotations

from game.playout.open_table.round import (
    CLOSES_FIRST,
    CLOSES_LATER,
    FEWEST,
    GROUP,
    NO_SEAT,
    OUT,
    OVER,
    PASSED,
    PLAY,
    TURN,
    OpenTableRound,
    copy,
    drop,
    give,
    holds,
    places_to_spare,
    see_sets,
    size_of,
)
from game.playout.pieces import JOKER, NO_FACE, ones, place_of

DRAW_TILE = 0  # kinds of steps
PASS_TURN = 1
END_PLAY = 2
TAKE_CLOSING = 3
ADD_TILE = 4
LAY_RUN = 5
LAY_GROUP = 6
SPLIT_RUN = 7

NO_SET = -1
MOST_SETS = 35
MOST_STEPS = 60  # of one play

AFTER = OpenTableRound()  # where a step is tried


# ---- how a step is written


def add_step(target: int, face: int, place: int) -> int:
    """Write: a tile of the rack goes to a set, in a run at this place."""
    return ADD_TILE | target << 3 | face << 9 | place << 16


def run_step(row: int, low: int, high: int, wilds: int, borrowed: int) -> int:
    """Write: a new run from place `low` to `high`.

    `wilds` are up to two places of jokers, `borrowed` up to two of tiles that other sets can do without, 4 bits each.
    """
    return LAY_RUN | row << 3 | low << 5 | high << 9 | wilds << 13 | borrowed << 21


def group_step(number: int, colours: int, borrowed: int, jokers: int) -> int:
    """Write: a new group of these colours (a bit a row) and its jokers; borrowed colours come from other sets."""
    return LAY_GROUP | number << 3 | colours << 7 | borrowed << 11 | jokers << 15


def split_step(target: int, place: int) -> int:
    """Write: a tile of the rack goes into a run beside its twin, and makes two runs of it."""
    return SPLIT_RUN | target << 3 | place << 9


# ---- tiles that other sets can do without


def sparing(state: OpenTableRound, row: int, number: int) -> int:
    """Return the first set that can do without a tile, NO_SET for none."""
    bit = 1 << number
    for at in range(state.sets):
        if state.wilds[at]:
            continue
        if state.row[at] == GROUP:
            if state.span[at] == bit and state.natural[at] == 15:
                return at
        elif state.row[at] == row and places_to_spare(state.span[at]) & (bit | (bit & 2) << 13):
            return at
    return NO_SET


def take_spare(state: OpenTableRound, row: int, number: int) -> None:
    """Take a tile out of the first set that can do without it."""
    at, bit = sparing(state, row, number), 1 << number
    if state.row[at] == GROUP:
        state.natural[at] ^= 1 << row
        return
    span = state.span[at]
    if not places_to_spare(span) & bit:
        bit = 1 << 14
    above = span & ~((bit << 1) - 1)
    under = span & bit - 1
    state.span[at] = under or above
    state.natural[at] = state.span[at]
    if under and above:
        put_run(state, row, above, above)


def put_run(state: OpenTableRound, row: int, span: int, natural: int) -> None:
    """Put a new run at the end of the table."""
    at = state.sets
    state.sets += 1
    state.row[at] = row
    state.span[at] = span
    state.natural[at] = natural
    state.wilds[at] = ones(span ^ natural)


# ---- which steps are refused


def add_refused(state: OpenTableRound, step: int) -> int:
    """Rule 2.1: 1 if a tile does not belong to a set that lies."""
    target, face, place = step >> 3 & 63, step >> 9 & 127, step >> 16
    if target >= state.sets or not state.opened[state.mover] or not holds(state, state.mover, face):
        return 1
    row, span = state.row[target], state.span[target]
    if row == GROUP:
        if place or size_of(state, target) > FEWEST:
            return 1
        if face == JOKER:
            return 0
        return 1 if 1 << (face & 15) != span or state.natural[target] >> (face >> 4) & 1 else 0
    bit = 1 << place
    if place < 1 or place > state.last_place or not (span << 1 | span >> 1) & ~span & bit:
        return 1
    if (span | bit) == 0x7FFE:
        return 1  # a run from the one to the one again is left to the rules
    return 0 if face == JOKER or face == row << 4 | number_at(place) else 1


def number_at(place: int) -> int:
    """Return the number of the tile that stands at a place."""
    return 1 if place == 14 else place


def run_refused(state: OpenTableRound, step: int) -> int:
    """Rule 2.1: 1 if the tiles make no run, or the mover cannot get them."""
    row, low, high = step >> 3 & 3, step >> 5 & 15, step >> 9 & 15
    if low < 1 or high > state.last_place or high - low < FEWEST - 1 or high - low > 12 or state.sets >= MOST_SETS - 3:
        return 1
    wilds, borrowed = marks(step >> 13 & 255), marks(step >> 21 & 255)
    span = (2 << high) - (1 << low)
    if (wilds | borrowed) & ~span or wilds & borrowed or doubled(step >> 13 & 255) or doubled(step >> 21 & 255):
        return 1
    own = span & ~wilds & ~borrowed
    if ones(wilds) > state.jokers[state.mover] or wilds == span or not own | wilds:
        return 1
    if (own & 0x3FFE | own >> 13 & 2) & ~state.once[(state.mover << 2) + row]:
        return 1
    return lending_refused(state, borrowed, row, 0)


def marks(places: int) -> int:
    """Return the mask of two places of 4 bits, of which 0 is none."""
    return (1 << (places & 15) | 1 << (places >> 4)) & ~1


def doubled(places: int) -> int:
    """Return whether two places of 4 bits are one and the same, or written in another order than upwards."""
    return 1 if places >> 4 and (places & 15) >= places >> 4 else 0


def lending_refused(state: OpenTableRound, places: int, row: int, number: int) -> int:
    """Return 1 if not every one of these tiles can be borrowed: places of a row or, for a number, rows."""
    if not places:
        return 0
    if not state.opened[state.mover]:
        return 1
    copy(AFTER, state)
    while places:
        bit = places & -places
        places ^= bit
        place = place_of(bit)
        one_row = place if number else row
        one = number or number_at(place)
        if sparing(AFTER, one_row, one) == NO_SET:
            return 1
        take_spare(AFTER, one_row, one)
    return 0


def group_refused(state: OpenTableRound, step: int) -> int:
    """Rule 2.1: 1 if a new group is none, or its tiles are not to be had."""
    number, colours, borrowed, jokers = step >> 3 & 15, step >> 7 & 15, step >> 11 & 15, step >> 15
    size = ones(colours) + jokers
    if number < 1 or number > 13 or size < FEWEST or size > 4 or not colours or state.sets >= MOST_SETS - 1:
        return 1
    if borrowed & ~colours or jokers > state.jokers[state.mover] or (borrowed == colours and not jokers):
        return 1
    for row in range(4):
        if (colours & ~borrowed) >> row & 1 and not state.once[(state.mover << 2) + row] >> number & 1:
            return 1
    return lending_refused(state, borrowed, 0, number)


def split_refused(state: OpenTableRound, step: int) -> int:
    """Rule 2.1: 1 if a run cannot be parted by the twin of one of its tiles."""
    target, place = step >> 3 & 63, step >> 9
    if target >= state.sets or state.row[target] == GROUP or state.wilds[target] or not state.opened[state.mover]:
        return 1
    if state.sets >= MOST_SETS - 1 or place < 3 or place > 12:
        return 1
    span, bit = state.span[target], 1 << place
    inner = span & span << 1 & span << 2 & span >> 1 & span >> 2
    return 0 if inner & bit and holds(state, state.mover, state.row[target] << 4 | place) else 1


def closing_refused(state: OpenTableRound) -> int:
    """Rule 5 and decision D22: 1 if the closing tile may not be taken now."""
    if state.closing == NO_FACE or state.played or state.closes:
        return 1
    if state.closing_mode == CLOSES_LATER:
        return 1 if state.plays or must_draw(state) else 0
    return 0 if state.closing_mode == CLOSES_FIRST and state.phase == TURN else 1


def must_draw(state: OpenTableRound) -> int:
    """Rule 2.5: 1 where a turn begins by drawing, nothing was drawn, and there is something to draw."""
    return 1 if state.draws_first and state.phase == TURN and state.stock_size + state.stock_hidden else 0


def refused(state: OpenTableRound, step: int) -> int:
    """Return whether a step is refused: 1, or 0 where it may be made."""
    kind = step & 7
    if state.phase == OVER:
        return 1
    if kind == DRAW_TILE:
        late = state.played or state.closes or (state.phase == PLAY and state.drew)
        return 1 if late or not state.stock_size + state.stock_hidden else 0
    if kind == PASS_TURN:
        with_stock = not state.draws_first and state.stock_size + state.stock_hidden
        return 1 if state.played or state.closes or with_stock or must_draw(state) else 0
    if kind == TAKE_CLOSING:
        return closing_refused(state)
    if kind == END_PLAY:
        left = state.held[state.mover] + state.hidden[state.mover]
        low = not state.opened[state.mover] and state.shown < state.opening_min
        return 1 if not state.played or low or (state.closes and left) else 0
    if state.made_size >= MOST_STEPS or (must_draw(state) and not state.closes):
        return 1
    if kind == ADD_TILE:
        return add_refused(state, step)
    if kind == SPLIT_RUN:
        return split_refused(state, step)
    return run_refused(state, step) if kind == LAY_RUN else group_refused(state, step)


# ---- what steps do


def add_tile(state: OpenTableRound, step: int) -> None:
    """Put a tile of the rack to a set."""
    target, face, place = step >> 3 & 63, step >> 9 & 127, step >> 16
    drop(state, state.mover, face)
    state.played += 1
    if state.row[target] == GROUP:
        if face == JOKER:
            state.wilds[target] += 1
        else:
            state.natural[target] |= 1 << (face >> 4)
        return
    state.span[target] |= 1 << place
    if face == JOKER:
        state.wilds[target] += 1
    else:
        state.natural[target] |= 1 << place


def lay_run(state: OpenTableRound, step: int) -> None:
    """Lay a new run."""
    row, low, high = step >> 3 & 3, step >> 5 & 15, step >> 9 & 15
    wilds, borrowed = marks(step >> 13 & 255), marks(step >> 21 & 255)
    span = (2 << high) - (1 << low)
    for place in range(low, high + 1):
        if borrowed >> place & 1:
            take_spare(state, row, number_at(place))
        else:
            drop(state, state.mover, JOKER if wilds >> place & 1 else row << 4 | number_at(place))
            state.played += 1
            state.shown += number_at(place)
    put_run(state, row, span, span ^ wilds)


def lay_group(state: OpenTableRound, step: int) -> None:
    """Lay a new group."""
    number, colours, borrowed, jokers = step >> 3 & 15, step >> 7 & 15, step >> 11 & 15, step >> 15
    for row in range(4):
        if borrowed >> row & 1:
            take_spare(state, row, number)
        elif colours >> row & 1:
            drop(state, state.mover, row << 4 | number)
            state.played += 1
            state.shown += number
    for _joker in range(jokers):
        drop(state, state.mover, JOKER)
        state.played += 1
        state.shown += number
    at = state.sets
    state.sets += 1
    state.row[at] = GROUP
    state.span[at] = 1 << number
    state.natural[at] = colours
    state.wilds[at] = jokers


def split_run(state: OpenTableRound, step: int) -> None:
    """Part a run by the twin of one of its tiles."""
    target, place = step >> 3 & 63, step >> 9
    span, row = state.span[target], state.row[target]
    drop(state, state.mover, row << 4 | place)
    state.played += 1
    state.span[target] = span & (2 << place) - 1
    state.natural[target] = state.span[target]
    above = span & ~((1 << place) - 1)
    put_run(state, row, above, above)


def draw_tile(state: OpenTableRound) -> None:
    """Rule 2.5: the drawn tile begins the turn, or is all of it."""
    state.stock_size -= 1
    give(state, state.mover, state.stock[state.stock_size])
    if state.draws_first:
        state.drew = 1
        state.phase = PLAY
    else:
        end_turn(state, 0)


def end_play(state: OpenTableRound) -> None:
    """Rule 2.5: an empty rack ends the round, an opener may play once more, or the turn is over."""
    seat = state.mover
    opening = not state.opened[seat]
    state.opened[seat] = 1
    state.plays += 1
    if state.held[seat] + state.hidden[seat] == 0:
        state.phase = OVER
        state.ending = OUT
        state.out_seat = seat
        state.passes = 0
        clear_play(state)
    elif opening and state.second_play:
        state.phase = PLAY
        state.passes = 0
        clear_play(state)
    else:
        end_turn(state, 0)


def clear_play(state: OpenTableRound) -> None:
    """Begin a new play."""
    state.played = 0
    state.shown = 0
    state.closes = 0
    state.made_size = 0


def end_turn(state: OpenTableRound, idle: int) -> None:
    """Rule 2.5: as many turns in succession without a play as there are seats end the round; or the next begins."""
    state.passes = state.passes + 1 if idle and not state.plays else 0
    clear_play(state)
    if state.passes >= state.seats:
        state.phase = OVER
        state.ending = PASSED
        state.out_seat = NO_SEAT
        return
    state.mover = (state.mover + state.step) % state.seats
    state.phase = TURN
    state.drew = 0
    state.plays = 0


def apply(state: OpenTableRound, step: int) -> None:
    """Make a step that is not refused; a tile is drawn from the stock as it lies."""
    kind = step & 7
    if kind == DRAW_TILE:
        draw_tile(state)
    elif kind == PASS_TURN:
        end_turn(state, 1 if not state.drew and not state.stock_size + state.stock_hidden else 0)
    elif kind == END_PLAY:
        end_play(state)
    elif kind == TAKE_CLOSING:
        give(state, state.mover, state.closing)
        state.closing = NO_FACE
        state.closes = 1
    else:
        state.made[state.made_size] = step
        state.made_size += 1
        if kind == ADD_TILE:
            add_tile(state, step)
        elif kind == LAY_RUN:
            lay_run(state, step)
        elif kind == LAY_GROUP:
            lay_group(state, step)
        else:
            split_run(state, step)
        see_sets(state)
