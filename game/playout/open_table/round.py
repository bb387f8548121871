"""A round of an open-table game in whole numbers: the options that matter, where every tile lies, and the turn.

Law: `ends`, `lacks` and `spare` follow from the sets, `held` from the masks; whoever changes those keeps them true.
"""

from __future__ import annotations

from game.playout.pieces import AGAIN, JOKER, NO_FACE, NUMBERS, ONE, below, ones, seeded, tossed

TURN = 0  # phases: a turn begins, or what was drawn may be followed by a play
PLAY = 1
OVER = 2

OUT = 1  # how a round ended; 0 while it runs
PASSED = 2

NO_SEAT = -1
GROUP = 4  # the row of a group; runs have the row of their colour
FEWEST = 3  # tiles of a set
WEIGHTS = 4  # numbers of a seat's policy, see policy.py

CLOSES_FIRST = 1  # when the closing tile may be taken: instead of drawing, or after it; 0 there is none
CLOSES_LATER = 2


class OpenTableRound:
    """Everything about a round, hidden tiles included, as whole numbers and masks.

    Arrays are by seat, by `seat * 4 + row`, by row, or by set in the order of the table.
    """

    def __init__(self) -> None:
        # ---- the game and its options
        self.seats = 2  # how many play
        self.step = 1  # what is added to a seat, modulo seats, to find the next
        self.draws_first = 0  # 1: a turn begins by drawing while the stock lasts
        self.takes_all = 0  # 1: the winner takes what all others hold; 0: what one holds counts against one
        self.joker_points = 30  # points of a joker left in a rack
        self.opening_min = 30  # points
        self.second_play = 0  # 1: who has just opened may play once more in the same turn
        self.last_place = 13  # of a run: 14 where a one may follow the thirteen
        self.closing_mode = 0  # when the closing tile may be taken, 0 for never
        # ---- racks, by seat and row: masks of the numbers 1..13 of which one and two tiles are there
        self.once = [0] * 28
        self.twice = [0] * 28
        self.jokers = [0] * 7  # by seat
        self.held = [0] * 7  # tiles, by seat; those in `hidden` not counted
        self.opened = [0] * 7  # by seat, 1: has made a first play
        # ---- the stock: faces, the next to be drawn last; the closing tile
        self.stock = [0] * 106
        self.stock_size = 0
        self.closing = NO_FACE  # its face while it lies beside the stock
        # ---- sets in the order of the table
        self.sets = 0  # how many
        self.row = [0] * 36  # 0..3 for a run, GROUP for a group
        self.span = [0] * 36  # run: mask of its places 1..14; group: mask of its number
        self.natural = [0] * 36  # run: mask of the places without a joker; group: mask of the colours it has
        self.wilds = [0] * 36  # jokers in it
        # ---- what follows from the sets, by row: masks of numbers
        self.ends = [0] * 4  # that a run could take in at an end
        self.lacks = [0] * 4  # that a group of three could take in
        self.spare = [0] * 4  # that a set without jokers can do without
        # ---- the turn
        self.phase = TURN
        self.mover = 0  # seat
        self.drew = 0  # 1: a tile was drawn in this turn
        self.plays = 0  # plays made in this turn
        self.played = 0  # tiles of the rack laid in the play that is being made
        self.shown = 0  # what those of new sets count, jokers as what they stand for; points
        self.closes = 0  # 1: the closing tile was taken, so this play must lay everything
        self.passes = 0  # turns in succession without a play and with nothing to draw
        self.ending = 0
        self.out_seat = NO_SEAT  # who went out
        # ---- what is not known yet: filled in by `scatter`
        self.hidden = [0] * 7  # tiles of each rack
        self.stock_hidden = 0  # tiles
        self.unseen = [0] * 106  # the faces they are drawn from
        self.unseen_size = 0
        # ---- how it is played out
        self.made = [0] * 64  # the steps of the play that is being made
        self.made_size = 0
        self.luck = 1  # see pieces.tossed
        self.weights = [0] * 28  # by seat * WEIGHTS: its policy


def fresh() -> OpenTableRound:
    """Make a round to be filled in, of the core that is asked, plain or compiled."""
    return OpenTableRound()


def copy(to: OpenTableRound, of: OpenTableRound) -> None:
    """Make a round equal to another; compiled, this is written out field by field."""
    for name, value in vars(of).items():
        setattr(to, name, value[:] if isinstance(value, list) else value)


def give(state: OpenTableRound, seat: int, face: int) -> None:
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


def drop(state: OpenTableRound, seat: int, face: int) -> None:
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


def holds(state: OpenTableRound, seat: int, face: int) -> int:
    """Return whether a rack holds a tile of a face: 1 or 0."""
    if face == JOKER:
        return 1 if state.jokers[seat] else 0
    return state.once[(seat << 2) + (face >> 4)] >> (face & 15) & 1


def size_of(state: OpenTableRound, at: int) -> int:
    """Count the tiles of a set."""
    if state.row[at] == GROUP:
        return ones(state.natural[at]) + state.wilds[at]
    return ones(state.span[at])


def top_of(span: int) -> int:
    """Return the last place of a run as a mask."""
    return span & ~(span >> 1)


def see_sets(state: OpenTableRound) -> None:
    """Work out what the sets could take in and do without."""
    ends, lacks, spare = state.ends, state.lacks, state.spare
    last = 1 << state.last_place
    for row in range(4):
        ends[row] = 0
        lacks[row] = 0
        spare[row] = 0
    for at in range(state.sets):
        row, span = state.row[at], state.span[at]
        if row == GROUP:
            colours, wilds = state.natural[at], state.wilds[at]
            size = ones(colours) + wilds
            for one in range(4):
                if size == FEWEST and not colours >> one & 1:
                    lacks[one] |= span
                if size == FEWEST + 1 and not wilds and colours >> one & 1:
                    spare[one] |= span
        else:
            beyond = (span << 1 | span >> 1) & ~span & ((last << 1) - 2)
            ends[row] |= (beyond | (beyond & AGAIN) >> 13) & NUMBERS
            if not state.wilds[at]:
                spare[row] |= places_to_spare(span)
    for row in range(4):
        spare[row] = (spare[row] | (spare[row] & AGAIN) >> 13) & NUMBERS


def places_to_spare(span: int) -> int:
    """Return the places that a run without jokers can do without: an end of four or more, a middle that leaves two."""
    if not span & span >> 3:
        return 0
    inner = span & span << 1 & span << 2 & span << 3 & span >> 1 & span >> 2 & span >> 3
    return inner | (span & -span) | top_of(span)


def scatter(state: OpenTableRound, seed: int) -> None:
    """Deal the unseen faces by lot to the hidden places: racks, then the stock."""
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


def mask_points(mask: int) -> int:
    """Add up the numbers of a mask."""
    points = 0
    number = 1
    mask >>= 1
    while mask:
        if mask & 1:
            points += number
        mask >>= 1
        number += 1
    return points


def fillable(state: OpenTableRound, row: int) -> int:
    """Return the places of a row that the mover's rack can fill: its numbers, and 14 for a one where that counts."""
    once = state.once[(state.mover << 2) + row]
    return once | (once & ONE) << 13 if state.last_place == 14 else once
