"""Between tables and whole numbers: a round out of a View, and the move that the rules know out of a number.

What a View does not show stays hidden in the round until `scatter` deals it. Twins are not told apart, but for the lone
tile taken from the pile: it is laid before its twin and thrown after it.
"""

from __future__ import annotations

from game.playout.dead_hand import moves as known
from game.playout.dead_hand.round import (
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
    give,
    give_dead,
    see_wants,
)
from game.playout.faces import face_of, number_of
from game.playout.pieces import NO_FACE
from game.rules.dead_hand_laws import SIDES, DeadHandLaws
from game.rules.dead_hand_sets import CANASTA, LAST_PLACE
from game.rules.registry import rules_of
from game.rules.ruleset import laws_as, step
from game.table.faces import COLOURS, HIDDEN, Face
from game.table.melds import Kind, Meld
from game.table.moves import Discard, Draw, Extend, Keep, LayMeld, Move, Redraw, Stop, TakePile
from game.table.options import Options
from game.table.state import Ending, Phase, Table, without
from game.table.tiles import NO_TILE, Tile
from game.table.view import View, with_shown_faces

PHASES = {
    Phase.START_DRAW: START_DRAW,
    Phase.START_CHOICE: START_CHOICE,
    Phase.DRAW: DRAW,
    Phase.PLAY: PLAY,
    Phase.ROUND_END: OVER,
}
ENDINGS = {
    Ending.OUT: OUT,
    Ending.STOCK: STOCK,
    Ending.STOPPED: STOPPED,
    Ending.STALL: STALL,
    Ending.STALEMATE: STALEMATE,
}
SIGNS = {"subtract": -1, "zero": 0, "count": 1}
BARS = {"tile": 1, "face": 2}
SIMPLE: dict[int, type[Draw | Keep | Redraw | Stop]] = {
    known.DRAW_TILE: Draw,
    known.KEEP_TILE: Keep,
    known.REDRAW_TILE: Redraw,
    known.STOP_ROUND: Stop,
}


# ---- a round out of a view


def round_of(view: View) -> DeadHandRound:
    """Return the round that a seat sees, what it does not see being hidden."""
    table, state = view.table, DeadHandRound()
    _put_options(state, table)
    unseen = [number_of(face) for face in rules_of(table.game).deck.faces]
    for face in view.faces:
        if face != HIDDEN:
            unseen.remove(number_of(face))
    state.unseen[: len(unseen)] = unseen
    state.unseen_size = len(unseen)
    _put_tiles(state, view)
    for meld, owner in zip(table.melds, table.owners, strict=True):
        _put_set(state, meld, owner, view.faces)
    for side in range(SIDES):
        see_wants(state, side)
    _put_turn(state, table, view.faces)
    return state


def _put_options(state: DeadHandRound, table: Table) -> None:
    laws, options = laws_as(rules_of(table.game), DeadHandLaws), table.options
    mode = options.word("close_mode")
    state.seats = table.seats
    state.step = step(options) % table.seats
    state.privilege = int(laws.privilege)
    state.barred = BARS[options.word("same_card")] if laws.barred else 0
    state.stalemate = int(laws.stalemate)
    state.joker_points = laws.joker_points
    state.take_min = options.number("take_min_sum")
    state.twos_group = _flag(options, "group_of_twos")
    state.ace_both = _flag(options, "ace_both_ends")
    state.table_sign = SIGNS[options.word("no_canasta_table")]
    state.out_without = _flag(options, "close_without_canasta")
    state.out_laying = int(mode != "discard")
    state.out_throwing = int(mode != "meld")
    state.out_wild = _flag(options, "close_with_wild")
    state.dead_bonus = options.number("dead_bonus")
    state.idle_penalty = _flag(options, "dead_unused_penalty")
    state.at_stock = int(options.word("stock_end") == "last_drawer")
    state.stock_floor = options.number("stock_floor")
    state.orbit = options.number("stall_orbits") * table.seats
    state.one_group = _flag(options, "unique_groups")
    state.semi_clean = _flag(options, "semi_clean")


def _flag(options: Options, name: str) -> int:
    return int(options.flag(name))


def _put_tiles(state: DeadHandRound, view: View) -> None:
    """Put every tile where it lies, those that are not seen as a count."""
    table, faces = view.table, view.faces
    for seat, rack in enumerate(table.racks):
        for tile in rack:
            if faces[tile] == HIDDEN:
                state.hidden[seat] += 1
            else:
                give(state, seat, number_of(faces[tile]))
    for side, dead in enumerate(table.dead):
        state.dead_by[side] = table.dead_by[side]
        for tile in dead:
            if faces[tile] == HIDDEN:
                state.dead_hidden[side] += 1
            else:
                give_dead(state, side, number_of(faces[tile]))
    state.pile_size = len(table.pile)
    state.pile[: state.pile_size] = [number_of(faces[tile]) for tile in table.pile]
    if any(faces[tile] == HIDDEN for tile in table.stock):
        state.stock_hidden = len(table.stock)
    else:
        state.stock_size = len(table.stock)
        state.stock[: state.stock_size] = [number_of(faces[tile]) for tile in reversed(table.stock)]


def _put_set(state: DeadHandRound, meld: Meld, owner: int, faces: tuple[Face, ...]) -> None:
    """Put a set of the table."""
    at = state.sets
    state.sets += 1
    state.owner[at], state.size[at] = owner, len(meld)
    state.canastas[owner] += len(meld) >= CANASTA
    wild_at = next((place for place, means in enumerate(meld.stands_for) if means is not None), -1)
    if wild_at >= 0:
        state.wild[at] = number_of(faces[meld.tiles[wild_at]])
    if meld.kind is Kind.GROUP:
        said = zip(meld.tiles, meld.stands_for, strict=True)
        naturals = [faces[tile] for tile, means in said if means is None]
        state.row[at] = GROUP
        state.span[at] = 1 << naturals[0].number
        state.copies[at] = sum(1 << (number_of(face) >> 4 << 2) for face in naturals)
        return
    low, row = run_start(meld, faces)
    state.row[at] = row
    state.span[at] = (1 << low + len(meld)) - (1 << low)
    state.natural[at] = state.span[at]
    if wild_at >= 0:
        state.wild_at[at] = low + wild_at
        state.natural[at] ^= 1 << low + wild_at


def run_start(meld: Meld, faces: tuple[Face, ...]) -> tuple[int, int]:
    """Return the first place of a run, and its row."""
    at = next(at for at, means in enumerate(meld.stands_for) if means is None)
    face = faces[meld.tiles[at]]
    place = LAST_PLACE if face.number == 1 and at else face.number
    return place - at, number_of(face) >> 4


def _put_turn(state: DeadHandRound, table: Table, faces: tuple[Face, ...]) -> None:
    """Put whose turn it is and what happened in it so far."""
    turn = table.turn
    state.phase, state.mover = PHASES[table.phase], table.to_move
    for seat in table.idle_dead:
        state.idle[seat] = 1
    state.stall, state.passes = table.stall, table.passes
    if table.outcome is not None:
        state.ending, state.out_seat = ENDINGS[table.outcome.ending], table.outcome.seat
    if turn.drew != NO_TILE:
        state.drew = number_of(faces[turn.drew]) if faces[turn.drew] != HIDDEN else NO_FACE
    state.took = len(turn.took)
    if state.took == 1:
        state.lone = number_of(faces[turn.took[0]])
        state.lone_here = int(turn.took[0] in table.rack)
    state.laid, state.dead_now = int(turn.laid), int(turn.dead)


# ---- the rules' move out of a number


def move_of(view: View, move: int) -> Move:
    """Return the move of the rules; a tile that the rack lacks is named all the same, if there is one."""
    kind = move & 7
    if kind in SIMPLE:
        return with_shown_faces(view, SIMPLE[kind]())
    if kind == known.TAKE_PILE:
        return with_shown_faces(view, TakePile(view.table.pile))
    if kind == known.THROW:
        return with_shown_faces(view, Discard(_Box(view).thrown(move >> 3)))
    target = move >> 3 & 63
    old = None if target == known.NEW else view.table.melds[target]
    meld = _run(view, move, old) if kind == known.LAY_RUN else _group(view, move, old)
    return with_shown_faces(view, LayMeld(meld) if old is None else Extend(target, meld))


class _Box:
    """The tiles a move may name: those of its old set, then the rack's with the lone tile first, then any other's."""

    def __init__(self, view: View, old: Meld | None = None) -> None:
        turn = view.table.turn
        lone = [tile for tile in turn.took if len(turn.took) == 1 and tile in view.rack]
        self._faces = view.faces
        self._old = [] if old is None else list(old.tiles)
        self._rack = [*lone, *without(view.rack, lone)]
        self._others = [Tile(at) for at in range(len(view.faces)) if at not in view.rack]

    def tile(self, number: int) -> Tile:
        """Take a tile of a face."""
        wanted = face_of(number)
        for place in (self._old, self._rack, self._others):
            for tile in place:
                if self._faces[tile] == wanted:
                    place.remove(tile)
                    return tile
        raise LookupError(f"there is no tile of face {number} left to name")

    def one(self, number: int, lain: Tile) -> Tile:
        """Take a one for an end of a run: the tile that lay there if it is one, else none that lay."""
        if lain in self._old and self._faces[lain] == face_of(number):
            self._old.remove(lain)
            return lain
        old, self._old = self._old, []
        found = self.tile(number)
        self._old = old
        return found

    def thrown(self, number: int) -> Tile:
        """Take a tile of a face out of the rack, the lone tile last."""
        wanted = face_of(number)
        found = [tile for tile in self._rack if self._faces[tile] == wanted]
        return found[-1] if found else self.tile(number)


def _run(view: View, move: int, old: Meld | None) -> Meld:
    low, high, row = move >> 9 & 15, move >> 13 & 15, move >> 17 & 3
    wild_at, wild = move >> 19 & 15, move >> 23
    box, colour = _Box(view, old), COLOURS[row]
    first, last = (NO_TILE, NO_TILE) if old is None else (old.tiles[0], old.tiles[-1])
    tiles: dict[int, Tile] = {}
    for place in sorted(range(low, high + 1), key=lambda one: one == wild_at):
        if place == wild_at:
            tiles[place] = box.tile(wild)
        elif place in {1, LAST_PLACE}:
            tiles[place] = box.one(row * 16 + 1, first if place == 1 else last)
        else:
            tiles[place] = box.tile(row * 16 + place)
    order = range(low, high + 1)
    means = tuple([Face(colour, place) if place == wild_at else None for place in order])
    return Meld(Kind.RUN, tuple([tiles[place] for place in order]), means)


def _group(view: View, move: int, old: Meld | None) -> Meld:
    number, added, wild = move >> 9 & 15, move >> 13 & 255, move >> 21
    box = _Box(view, None)
    more = [box.tile(row * 16 + number) for row in range(4) for _copy in range(added >> row * 2 & 3)]
    means: list[Face | None] = [None] * len(more)
    if wild:
        more.append(box.tile(wild))
        means.append(Face(None, number))
    lain, meant = ((), ()) if old is None else (old.tiles, old.stands_for)
    return Meld(Kind.GROUP, (*lain, *more), (*meant, *means))
