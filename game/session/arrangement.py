"""The unsent turn on an open table: sets taken apart and put together on a copy. Rule 2.2.

Laws: a tile of the table never goes to the rack; every tile is in one place; the rules are called, never copied here.
A set keeps its number while it is changed, so that a window can leave it where people remember it. For the same reason
a group that grows keeps the order of its tiles.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations

from game.rules.open_table_jokers import joker_refusal
from game.rules.open_table_laws import OpenTableLaws
from game.rules.open_table_play import opening_refusal, opening_sum
from game.rules.open_table_sets import arrangements, possible_sets, read_set
from game.rules.registry import rules_of
from game.rules.ruleset import laws_as
from game.session.draft import draft_refusal
from game.table.faces import JOKER, Face
from game.table.melds import Kind, Meld
from game.table.moves import Attempt, Close, Move, Rearrange
from game.table.refusals import Code, Refusal
from game.table.state import without
from game.table.tiles import NO_TILE, Tile
from game.table.view import View, with_shown_faces

RACK_INDEX = -1  # stands for the rack where a set's number is expected
NEW_SET_INDEX = -2  # stands for a set that does not exist yet
TOO_LATE_CODES = frozenset({Code.CLOSE_BEFORE_DRAWING, Code.CLOSE_BEFORE_PLAYING})


@dataclass(frozen=True, slots=True)
class Heap:
    """Tiles that lie together, a valid set or not; `said` is what each is declared to stand for."""

    number: int
    tiles: tuple[Tile, ...]
    said: tuple[Face | None, ...]

    @property
    def joker_faces(self) -> dict[Tile, Face]:
        """What its jokers are declared to stand for."""
        return {tile: face for tile, face in zip(self.tiles, self.said, strict=True) if face is not None}


@dataclass(frozen=True, slots=True)
class HeapState:
    """The state of a heap: the set it is, or why it is none; whether it was changed in this turn.

    `choices` are the sets it could be if a joker allows more than one; the player is asked.
    """

    heap: Heap
    read: Meld | Refusal
    changed: bool
    choices: tuple[Meld, ...] = ()

    @property
    def valid(self) -> bool:
        """Whether it is a set."""
        return isinstance(self.read, Meld)


@dataclass(frozen=True, slots=True)
class Arrangement:
    """A view and the heaps made of its table, first those of the `start` of the turn.

    `highest` is the highest heap number since the first change, else -1.
    """

    base: View
    heaps: tuple[Heap, ...]
    start: tuple[Heap, ...]
    highest: int = -1

    @classmethod
    def of(cls, view: View, before: tuple[Heap, ...] = ()) -> Arrangement:
        """Begin with the table as it lies; groups keep the order of the heaps `before`, with new tiles at the end."""
        start = tuple(_in_known_order(number, meld, before) for number, meld in enumerate(view.table.melds))
        return cls(view, start, start)

    # What lies where

    @property
    def rack_tiles(self) -> tuple[Tile, ...]:
        """The tiles the player may lay: the rack."""
        return self.base.rack

    @property
    def tiles_on_table(self) -> tuple[Tile, ...]:
        """All tiles on the table now."""
        return tuple(tile for heap in self.heaps for tile in heap.tiles)

    @property
    def played(self) -> tuple[Tile, ...]:
        """The tiles played from the rack so far, in the order of the rack; the closing tile last."""
        lying = set(self.tiles_on_table)
        closing = (self.base.table.closing,) if self.base.table.closing in lying else ()
        return (*[tile for tile in self.rack_tiles if tile in lying], *closing)

    @property
    def rack(self) -> tuple[Tile, ...]:
        """The tiles still in the rack."""
        return without(self.rack_tiles, self.tiles_on_table)

    @property
    def touched(self) -> bool:
        """Whether anything was moved in this turn."""
        return self.heaps != self.start

    def heap_of(self, tile: Tile) -> Heap | None:
        """Return the heap a tile lies in, None for a tile in the rack."""
        return next((heap for heap in self.heaps if tile in heap.tiles), None)

    # What a player does

    def with_moved_tiles(self, tiles: tuple[Tile, ...], to: int, at: int | None = None) -> Arrangement | Refusal:
        """Put tiles into a heap before its place `at` (None: where they fit), into a new heap, or back to the rack."""
        mine = {*self.rack_tiles, self.base.table.closing}
        if to == RACK_INDEX:
            fixed = tuple(tile for tile in tiles if tile not in mine)
            if fixed:
                return Refusal(Code.TABLE_TILE_MISSING, fixed)
        strangers = tuple(tile for tile in tiles if tile not in mine and self.heap_of(tile) is None)
        if strangers or NO_TILE in tiles:
            return Refusal(Code.NOT_IN_RACK, strangers, cites="2.2")
        heaps = [self._without(heap, tiles, to) for heap in self.heaps]
        if to == NEW_SET_INDEX:
            heaps.append(self._with_meanings(Heap(self._next_number(), tiles, (None,) * len(tiles))))
        elif to != RACK_INDEX:
            place = next((place for place, heap in enumerate(heaps) if heap.number == to), None)
            if place is None:
                return Refusal(Code.NO_SUCH_SET, args=(to + 1,))
            heaps[place] = self._with_tiles(heaps[place], tiles, at)
        return self._with_heaps(tuple(heap for heap in heaps if heap.tiles))

    def with_split_heap(self, number: int, at: int) -> Arrangement | Refusal:
        """Cut a heap before place `at`: the later tiles become a heap of their own, and jokers are read anew."""
        heap = next((one for one in self.heaps if one.number == number), None)
        if heap is None or not 0 < at < len(heap.tiles):
            return Refusal(Code.NO_SUCH_SET, args=(number + 1,))
        first = Heap(number, heap.tiles[:at], heap.said[:at])
        rest = Heap(self._next_number(), heap.tiles[at:], heap.said[at:])
        parts = [self._with_meanings(part) for part in (first, rest)]
        return self._with_heaps((*[parts[0] if one is heap else one for one in self.heaps], parts[1]))

    def with_freed_joker(self, tiles: tuple[Tile, ...], joker: Tile) -> Arrangement | Refusal | None:
        """Put the tile that a joker stands for in its place, or tiles that complete its set: rule 2.4.

        None if they do not fit there, a refusal if the rules keep the joker. The freed joker then lies alone, to be
        laid elsewhere; a joker that was laid in this turn goes back to the rack.
        """
        heap, faces = self.heap_of(joker), self.base.faces
        if heap is None or set(tiles) & set(heap.tiles) or any(faces[tile] == JOKER for tile in tiles):
            return None
        at, means = heap.tiles.index(joker), heap.joker_faces
        given = sorted(tiles, key=lambda tile: faces[tile].number)
        order = (*heap.tiles[:at], *given, *heap.tiles[at + 1 :])
        found = possible_sets(order, tuple(means.get(tile) for tile in order), faces, self.base.table.options)
        if not found:
            return None
        heaps = []
        for one in self.heaps:
            if one is heap:
                heaps.append(Heap(heap.number, found[0].tiles, found[0].stands_for))
            else:
                heaps.append(self._without(one, tiles, heap.number))
        if joker not in self.rack_tiles:
            heaps.append(Heap(self._next_number(), (joker,), (None,)))
        freed = self._with_heaps(tuple(one for one in heaps if one.tiles))
        refused = freed.table_refusal
        return refused if refused is not None and joker in refused.tiles else freed

    def with_chosen_set(self, number: int, meld: Meld) -> Arrangement:
        """Choose which set a heap is, if its joker allows several."""
        chosen = Heap(number, meld.tiles, meld.stands_for)
        return self._with_heaps(tuple(chosen if heap.number == number else heap for heap in self.heaps))

    def with_play(self, sets: tuple[Meld, ...]) -> Arrangement:
        """Lay the table as a play leaves it; a set takes the number of the heap with which it shares most tiles.

        A heap that stays the same set keeps the order of its tiles, whatever order the play names them in.
        """
        free = {heap.number: set(heap.tiles) for heap in self.heaps}
        there = {(frozenset(heap.tiles), frozenset(heap.joker_faces.items())): heap for heap in self.heaps}
        heaps: list[Heap] = []
        fresh = self._next_number()
        for meld in sets:
            number = max(free, key=lambda one: (len(free[one] & set(meld.tiles)), -one), default=None)
            if number is None or not free[number] & set(meld.tiles):
                number, fresh = fresh, fresh + 1
            free.pop(number, None)
            made = Heap(number, meld.tiles, meld.stands_for)
            heaps.append(there.get((frozenset(made.tiles), frozenset(made.joker_faces.items())), made))
        return self._with_heaps(tuple(sorted(heaps, key=lambda heap: heap.number)))

    def reset(self) -> Arrangement:
        """Go back to the start of the turn."""
        return self._with_heaps(self.start)

    def _with_heaps(self, heaps: tuple[Heap, ...]) -> Arrangement:
        if heaps == self.heaps:
            return self
        return _with_jokers_matched(replace(self, heaps=heaps, highest=self._next_number() - 1))

    def _next_number(self) -> int:
        """Return a number no heap of this turn has had."""
        return max((self.highest, len(self.base.table.melds) - 1, *(heap.number for heap in self.heaps))) + 1

    def _without(self, heap: Heap, gone: tuple[Tile, ...], target: int) -> Heap:
        """Take tiles out of a heap, and read its jokers anew, unless it is the heap that the tiles are put into."""
        left = [(tile, face) for tile, face in zip(heap.tiles, heap.said, strict=True) if tile not in gone]
        if len(left) == len(heap.tiles):
            return heap
        kept = Heap(heap.number, tuple(tile for tile, _face in left), tuple(face for _tile, face in left))
        return kept if heap.number == target else self._with_meanings(kept)

    def _with_tiles(self, heap: Heap, tiles: tuple[Tile, ...], at: int | None) -> Heap:
        """Insert tiles at a place; if that order is no set but another is, take the nearest such order."""
        place = len(heap.tiles) if at is None else at
        order = (*heap.tiles[:place], *tiles, *heap.tiles[place:])
        said = heap.joker_faces
        return self._with_meanings(Heap(heap.number, order, tuple(said.get(tile) for tile in order)))

    def _with_meanings(self, heap: Heap) -> Heap:
        """Fill in what a heap's jokers stand for: in its order if that is a set, else in the nearest order that is."""
        faces, options = self.base.faces, self.base.table.options
        silent = (None,) * len(heap.tiles)
        for said in (heap.said, silent):
            here = possible_sets(heap.tiles, said, faces, options) if len(heap.tiles) >= 3 else ()
            if here:
                return Heap(heap.number, here[0].tiles, here[0].stands_for)
        found = arrangements(heap.tiles, faces, options)
        if not found:
            return replace(heap, said=silent)
        nearest = min(found, key=lambda meld: self._distance(heap, meld))
        return Heap(heap.number, nearest.tiles, nearest.stands_for)

    @staticmethod
    def _distance(heap: Heap, meld: Meld) -> tuple[int, int]:
        """Measure how far a set is from a heap: first by jokers that change meaning, then by how far tiles move."""
        said = heap.joker_faces
        means = dict(zip(meld.tiles, meld.stands_for, strict=True))
        changed = sum([means[tile] != face for tile, face in said.items()])
        away = sum([abs(place - meld.tiles.index(tile)) for place, tile in enumerate(heap.tiles)])
        return changed, away

    # The play it would be

    @property
    def heap_states(self) -> tuple[HeapState, ...]:
        """The state of each heap."""
        before = {heap.number: heap for heap in self.start}
        return tuple(self._mark(heap, changed=before.get(heap.number) != heap) for heap in self.heaps)

    def _mark(self, heap: Heap, *, changed: bool) -> HeapState:
        faces, options = self.base.faces, self.base.table.options
        read = read_set(heap.tiles, heap.said, faces, options)
        has_joker = any(faces[tile] == JOKER for tile in heap.tiles)
        choices = arrangements(heap.tiles, faces, options) if changed and has_joker and len(heap.tiles) >= 3 else ()
        return HeapState(heap, read, changed, choices if len(choices) > 1 else ())

    @property
    def sets(self) -> tuple[Meld, ...]:
        """The sets as they would be sent; a heap that is no set is sent in the order it has."""
        return tuple(
            mark.read if isinstance(mark.read, Meld) else _as_it_lies(mark.heap, mark.read) for mark in self.heap_states
        )

    @property
    def opening_points(self) -> tuple[int, int] | None:
        """What the tiles played count towards the opening, and the least that opens; None once opened.

        Only new sets of rack tiles alone count, unless the table may be used.
        """
        table, played = self.base.table, self.played
        if table.opened[self.base.seat]:
            return None
        valid = [mark.read for mark in self.heap_states if isinstance(mark.read, Meld)]
        if not table.options.flag("opening_uses_table"):
            valid = [meld for meld in valid if {*meld.tiles} <= {*played}]
        lying = {tile for meld in valid for tile in meld.tiles}
        shown = tuple(tile for tile in played if tile in lying)
        return opening_sum(shown, tuple(valid), self.base.faces), table.options.number("opening_min")

    @property
    def move(self) -> Move:
        """The turn as one play, or as a Close if the closing tile is in it."""
        if self.base.table.closing != NO_TILE and self.base.table.closing in self.played:
            return with_shown_faces(self.base, Close(self.played, self.sets))
        return with_shown_faces(self.base, Rearrange(self.played, self.sets))

    @property
    def attempt(self) -> Move:
        """The turn as an Attempt, for a play that is not valid; decision D28."""
        return with_shown_faces(self.base, Attempt(self.played, self.sets))

    @property
    def play_refusal(self) -> Refusal | None:
        """Why this play cannot end the turn: first what more tiles would not mend, then a set that is not valid."""
        tied = self.table_refusal
        if tied is not None:
            return tied
        whole = draft_refusal(self.base, self.move)
        if whole is not None and whole.code in TOO_LATE_CODES:
            return whole
        return next((mark.read for mark in self.heap_states if isinstance(mark.read, Refusal)), whole)

    @property
    def table_refusal(self) -> Refusal | None:
        """Why tiles of the table may not be moved like this, whatever the other heaps are. Rules 2.3 and 2.4."""
        table, faces, sets = self.base.table, self.base.faces, self.sets
        opening = opening_refusal(table, self.played, sets, faces)
        if opening is not None and opening.code is Code.OPENING_TOUCHES_TABLE:
            return opening
        laws = laws_as(rules_of(table.game), OpenTableLaws)
        refused = joker_refusal(laws, table.melds, sets, self.played, faces, table.options)
        return None if refused is None or refused.code is Code.JOKER_COMPANIONS else refused


def _with_jokers_matched(laid: Arrangement) -> Arrangement:
    """Let two jokers change places where the rules keep only one of them: nobody can tell one from the other."""
    jokers = [tile for heap in laid.heaps for tile in heap.tiles if laid.base.faces[tile] == JOKER]
    if len(jokers) < 2 or laid.table_refusal is None:
        return laid
    swaps = ({first: second, second: first} for first, second in combinations(jokers, 2))
    found = (replace(laid, heaps=tuple(_renamed(heap, swap) for heap in laid.heaps)) for swap in swaps)
    return next((one for one in found if one.table_refusal is None), laid)


def _renamed(heap: Heap, swap: dict[Tile, Tile]) -> Heap:
    return replace(heap, tiles=tuple(swap.get(tile, tile) for tile in heap.tiles))


def _as_it_lies(heap: Heap, refused: Refusal) -> Meld:
    """Return a heap that is no set as a Meld that the rules refuse for the same reason."""
    kind = Kind.GROUP if refused.code in {Code.COLOUR_TWICE, Code.TOO_MANY_TILES, Code.NOT_ONE_NUMBER} else Kind.RUN
    return Meld(kind, heap.tiles, heap.said)


def _in_known_order(number: int, meld: Meld, before: tuple[Heap, ...]) -> Heap:
    """Return a set as a heap; a group in the order of the earlier heap that it shares most tiles with."""
    known = max((heap.tiles for heap in before), key=lambda tiles: len({*tiles} & {*meld.tiles}), default=())
    if meld.kind is not Kind.GROUP or not {*known} & {*meld.tiles}:
        return Heap(number, meld.tiles, meld.stands_for)
    pairs = sorted(
        zip(meld.tiles, meld.stands_for, strict=True),
        key=lambda pair: known.index(pair[0]) if pair[0] in known else len(known),
    )
    return Heap(number, tuple(tile for tile, _face in pairs), tuple(face for _tile, face in pairs))
