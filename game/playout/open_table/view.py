"""Between open tables and whole numbers: a round out of a View, and the move that the rules know out of steps.

What a View does not show stays hidden in the round until `scatter` deals it. Twins are not told apart. A group's jokers
stand for its number in any colour, a run's for the place they lie at.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.playout.faces import face_of, number_of
from game.playout.open_table import moves as known
from game.playout.open_table.round import (
    CLOSES_FIRST,
    CLOSES_LATER,
    GROUP,
    OUT,
    OVER,
    PASSED,
    PLAY,
    TURN,
    OpenTableRound,
    copy,
    give,
    see_sets,
)
from game.playout.pieces import JOKER, place_of
from game.rules.open_table_laws import OpenTableLaws
from game.rules.open_table_sets import last_place, same_face
from game.rules.registry import rules_of
from game.rules.ruleset import laws_as
from game.rules.ruleset import step as step_of
from game.table.faces import COLOURS, HIDDEN, Face
from game.table.melds import Kind, Meld
from game.table.moves import Close, Draw, Move, Pass, Rearrange
from game.table.state import Ending, Phase, Table
from game.table.tiles import NO_TILE, Tile
from game.table.view import View, with_shown_faces

PHASES = {Phase.TURN: TURN, Phase.PLAY: PLAY, Phase.ROUND_END: OVER}
ENDINGS = {Ending.OUT: OUT, Ending.PASSED: PASSED}
CLOSING = {"none": 0, "instead_of_draw": CLOSES_FIRST, "after_draw": CLOSES_LATER}


# ---- a round out of a view


def round_of(view: View) -> OpenTableRound:
    """Return the round that a seat sees, what it does not see being hidden."""
    table, state = view.table, OpenTableRound()
    _put_options(state, table)
    unseen = [number_of(face) for face in rules_of(table.game).deck.faces]
    for face in view.faces:
        if face != HIDDEN:
            unseen.remove(number_of(face))
    state.unseen[: len(unseen)] = unseen
    state.unseen_size = len(unseen)
    _put_tiles(state, view)
    for meld in table.melds:
        _put_set(state, meld, view.faces)
    see_sets(state)
    turn = table.turn
    state.phase, state.mover = PHASES[table.phase], table.to_move
    state.drew, state.plays = int(turn.drew != NO_TILE), turn.plays
    state.passes = table.passes
    if table.outcome is not None:
        state.ending, state.out_seat = ENDINGS[table.outcome.ending], table.outcome.seat
    return state


def _put_options(state: OpenTableRound, table: Table) -> None:
    rules, options = rules_of(table.game), table.options
    laws = laws_as(rules, OpenTableLaws)
    state.seats = table.seats
    state.step = step_of(options) % table.seats
    state.draws_first = int(laws.draws_first)
    state.takes_all = int(not rules.lowest_wins)
    state.joker_points = laws.joker_points
    state.opening_min = options.number("opening_min")
    state.second_play = int(options.flag("open_then_manipulate"))
    state.last_place = last_place(options)
    state.closing_mode = CLOSING[options.word("closing_tile")]


def _put_tiles(state: OpenTableRound, view: View) -> None:
    """Put every tile where it lies, those that are not seen as a count."""
    table, faces = view.table, view.faces
    for seat, rack in enumerate(table.racks):
        state.opened[seat] = int(table.opened[seat])
        for tile in rack:
            if faces[tile] == HIDDEN:
                state.hidden[seat] += 1
            else:
                give(state, seat, number_of(faces[tile]))
    if any(faces[tile] == HIDDEN for tile in table.stock):
        state.stock_hidden = len(table.stock)
    else:
        state.stock_size = len(table.stock)
        state.stock[: state.stock_size] = [number_of(faces[tile]) for tile in reversed(table.stock)]
    if table.closing != NO_TILE:
        state.closing = number_of(faces[table.closing])


def _put_set(state: OpenTableRound, meld: Meld, faces: tuple[Face, ...]) -> None:
    """Put a set of the table."""
    at = state.sets
    state.sets += 1
    said = list(zip(meld.tiles, meld.stands_for, strict=True))
    state.wilds[at] = sum(means is not None for _tile, means in said)
    if meld.kind is Kind.GROUP:
        naturals = [faces[tile] for tile, means in said if means is None]
        state.row[at] = GROUP
        state.span[at] = 1 << naturals[0].number
        state.natural[at] = sum(1 << (number_of(face) >> 4) for face in naturals)
        return
    low, row = run_start(meld, faces)
    state.row[at] = row
    state.span[at] = (1 << low + len(meld)) - (1 << low)
    state.natural[at] = sum(1 << low + place for place, (_tile, means) in enumerate(said) if means is None)


def run_start(meld: Meld, faces: tuple[Face, ...]) -> tuple[int, int]:
    """Return the first place of a run, and its row."""
    means = meld.stands_for[0]
    first = faces[meld.tiles[0]] if means is None else means
    return first.number, number_of(same_face(first)) >> 4


# ---- the rules' move out of steps


class Spread:
    """The sets of a table while a play is made: tiles by place in a run, by colour and as jokers in a group."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._state = round_of(view)
        self._rack = list(view.rack)
        self._sets: list[dict[int, Tile]] = []
        self.played: list[Tile] = []
        for at, meld in enumerate(view.table.melds):
            if self._state.row[at] == GROUP:
                self._sets.append({self._colour(tile): tile for tile in meld.tiles})
            else:
                low = place_of(self._state.span[at] & -self._state.span[at])
                self._sets.append(dict(enumerate(meld.tiles, low)))

    def _colour(self, tile: Tile) -> int:
        """Return a tile's place in a group: its colour, or for a joker one of its own."""
        number = number_of(self._view.faces[tile])
        return 4 + tile if number == JOKER else number >> 4

    def _own(self, number: int) -> Tile:
        """Take a tile out of the rack."""
        tile = next(one for one in self._rack if self._view.faces[one] == face_of(number))
        self._rack.remove(tile)
        self.played.append(tile)
        return tile

    def close(self, tile: Tile) -> None:
        """Take the closing tile."""
        self._rack.append(tile)

    def make(self, step: int) -> None:
        """Make a step."""
        kind = step & 7
        if kind == known.ADD_TILE:
            self._add(step)
        elif kind == known.SPLIT_RUN:
            self._split(step)
        elif kind == known.LAY_RUN:
            self._lay_run(step)
        else:
            self._lay_group(step)
        known.apply(self._state, step)

    def _add(self, step: int) -> None:
        target, place = step >> 3 & 63, step >> 16
        tile = self._own(step >> 9 & 127)
        self._sets[target][place or self._colour(tile)] = tile

    def _split(self, step: int) -> None:
        target, place = step >> 3 & 63, step >> 9
        old = self._sets[target]
        twin = self._own(self._state.row[target] * 16 + place)
        self._sets[target] = {at: tile for at, tile in old.items() if at <= place}
        self._sets.append({at: twin if at == place else tile for at, tile in old.items() if at >= place})

    def _borrow(self, row: int, number: int) -> Tile:
        """Take a tile out of the set that the core takes it from, and part that as the core does."""
        at = known.sparing(self._state, row, number)
        group, before = self._state.row[at] == GROUP, self._state.sets
        known.take_spare(self._state, row, number)
        old = self._sets[at]
        if group:
            return old.pop(row)
        place = next(
            place
            for place, tile in old.items()
            if not self._state.span[at] >> place & 1
            and number_of(self._view.faces[tile]) & 15 == number
            and (self._state.sets == before or not self._state.span[before] >> place & 1)
        )
        tile = old.pop(place)
        if self._state.sets > before:
            self._sets.append({one: there for one, there in old.items() if one > place})
            self._sets[at] = {one: there for one, there in old.items() if one < place}
        return tile

    def _lay_run(self, step: int) -> None:
        row, low, high = step >> 3 & 3, step >> 5 & 15, step >> 9 & 15
        wilds, borrowed = known.marks(step >> 13 & 255), known.marks(step >> 21 & 255)
        before = OpenTableRound()
        copy(before, self._state)
        made: dict[int, Tile] = {}
        for place in range(low, high + 1):
            number = known.number_at(place)
            if borrowed >> place & 1:
                made[place] = self._borrow(row, number)
            else:
                made[place] = self._own(JOKER if wilds >> place & 1 else row * 16 + number)
        self._sets.append(made)
        self._state = before

    def _lay_group(self, step: int) -> None:
        number, colours, borrowed, jokers = step >> 3 & 15, step >> 7 & 15, step >> 11 & 15, step >> 15
        before = OpenTableRound()
        copy(before, self._state)
        made: dict[int, Tile] = {}
        for row in range(4):
            if borrowed >> row & 1:
                made[row] = self._borrow(row, number)
            elif colours >> row & 1:
                made[row] = self._own(row * 16 + number)
        for _joker in range(jokers):
            tile = self._own(JOKER)
            made[self._colour(tile)] = tile
        self._sets.append(made)
        self._state = before

    def melds(self) -> tuple[Meld, ...]:
        """Return the sets as the rules write them."""
        return tuple([self._meld(at, tiles) for at, tiles in enumerate(self._sets)])

    def _meld(self, at: int, tiles: dict[int, Tile]) -> Meld:
        row, order = self._state.row[at], sorted(tiles)
        jokers = [number_of(self._view.faces[tiles[place]]) == JOKER for place in order]
        if row == GROUP:
            face = Face(None, place_of(self._state.span[at]))
            said = tuple([face if joker else None for joker in jokers])
            return Meld(Kind.GROUP, tuple([tiles[place] for place in order]), said)
        means = [Face(COLOURS[row], place) if joker else None for place, joker in zip(order, jokers, strict=True)]
        return Meld(Kind.RUN, tuple([tiles[place] for place in order]), tuple(means))


def move_of(view: View, plan: Sequence[int]) -> Move:
    """Return the rules' move with which a plan begins: drawing, passing, or its whole first play."""
    if plan[0] == known.DRAW_TILE:
        return with_shown_faces(view, Draw())
    if plan[0] == known.PASS_TURN:
        return with_shown_faces(view, Pass())
    spread, closing = Spread(view), plan[0] == known.TAKE_CLOSING
    if closing:
        spread.close(view.table.closing)
    for step in plan[1:] if closing else plan:
        if step == known.END_PLAY:
            break
        spread.make(step)
    sort = Close if closing else Rearrange
    return with_shown_faces(view, sort(tuple(spread.played), spread.melds()))
