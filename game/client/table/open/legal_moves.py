"""The state of an arrangement of an open table, and what is possible with it.

Each question is put to the rules once.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from game.client.table.aims import Aim, Target
from game.client.table.open.faults import faults_of
from game.rules.open_table_sets import MAX_GROUP_SIZE, MIN_SET_SIZE
from game.session.arrangement import NEW_SET_INDEX, Arrangement, Heap, HeapState
from game.session.draft import Draft, draft_refusal
from game.table.faces import JOKER
from game.table.melds import Kind, Meld
from game.table.moves import Draw, Pass
from game.table.tiles import NO_TILE, Tile

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from game.table.faces import Face
    from game.table.refusals import Refusal
    from game.table.view import View

FEW_TO_CLOSE = 6  # tiles of a rack at most for which the closing tile is mentioned


class OpenLegalMoves:
    """Cached answers about one arrangement."""

    useful_pile_tiles: tuple[Tile, ...] = ()  # there is no pile

    def __init__(self, arrangement: Arrangement) -> None:
        self.arrangement = arrangement
        self._takers: dict[tuple[Tile, ...], tuple[int, ...]] = {}
        self._sets: dict[tuple[Tile, ...], bool] = {}
        self._splits: dict[tuple[tuple[Tile, ...], int], tuple[int, Arrangement] | None] = {}
        self.tried = False  # whether the player tried to end the turn like this

    @property
    def view(self) -> View:
        """The table as it lies, without the unsent arrangement."""
        return self.arrangement.base

    @property
    def can_play(self) -> bool:
        """Return whether sets may be rearranged now."""
        return self.view.must_decide

    # --- the state of the arrangement ----------------------------------------------------------------------------

    @cached_property
    def heap_states(self) -> tuple[HeapState, ...]:
        """How each heap stands: whether it is a set, and whether it was changed."""
        return self.arrangement.heap_states

    @cached_property
    def refusal(self) -> Refusal | None:
        """Why the arrangement cannot be sent; None while it is unchanged."""
        return self.arrangement.play_refusal if self.can_play and self.arrangement.touched else None

    @cached_property
    def opening(self) -> tuple[int, int] | None:
        """The points laid for the opening, and the points it needs; None once opened."""
        return self.arrangement.opening_points

    @cached_property
    def forbidden_heaps(self) -> frozenset[int]:
        """The heaps that were on the table before, which a player who opens this turn may not use. Rule 2.3."""
        opens = self.opening is not None and not self.view.table.options.flag("opening_uses_table")
        return frozenset(heap.number for heap in Arrangement.of(self.view).heaps if opens)

    @cached_property
    def broken_count(self) -> int:
        """The number of heaps that are not sets."""
        return sum(not mark.valid for mark in self.heap_states)

    @property
    def begun_heaps(self) -> frozenset[int]:
        """The heaps of one or two rack tiles to which more may come; none once the player tried to end the turn."""
        return frozenset() if self.tried else self._begun_heaps

    @cached_property
    def _begun_heaps(self) -> frozenset[int]:
        own = set(self.arrangement.played)
        return frozenset(
            mark.heap.number
            for mark in self.heap_states
            if len(mark.heap.tiles) < MIN_SET_SIZE
            and own.issuperset(mark.heap.tiles)
            and may_grow_to_set(mark.heap.tiles, self.view.faces)
        )

    @property
    def begun_alone(self) -> bool:
        """Return whether every heap that is no set has just been begun."""
        return 0 < self.broken_count == len(self.begun_heaps)

    @cached_property
    def faults(self) -> Mapping[int, bool]:
        """The heaps that break rules other than those of a set, by number, and whether the reason is shown on each."""
        return faults_of(self.arrangement, self.refusal)

    @cached_property
    def readings(self) -> Mapping[int, tuple[Meld, ...]]:
        """The sets each heap may be, differing in what its jokers stand for, by number; none where there is no choice.

        Those that the rules of jokers forbid are left out, except the one it is now.
        """
        offered: dict[int, tuple[Meld, ...]] = {}
        for mark in self.heap_states:
            found: dict[object, Meld] = {}
            for meld in mark.choices:
                if self._may_be_read(mark, meld):
                    found.setdefault(_meaning(meld), meld)
            if len(found) > 1:
                offered[mark.heap.number] = tuple(found.values())
        return offered

    def _may_be_read(self, mark: HeapState, meld: Meld) -> bool:
        """Return whether a heap may be this set, or could not be what it is now either."""
        now = self.arrangement.table_refusal
        refused = self.arrangement.with_chosen_set(mark.heap.number, meld).table_refusal
        return refused is None or refused == now or {*refused.tiles}.isdisjoint(meld.tiles)

    def chosen_reading(self, number: int) -> int:
        """Return the index of a heap's current reading, -1 for none."""
        read = next(mark.read for mark in self.heap_states if mark.heap.number == number)
        keys = [_meaning(meld) for meld in self.readings.get(number, ())]
        return keys.index(_meaning(read)) if isinstance(read, Meld) and _meaning(read) in keys else -1

    @cached_property
    def blocked_by_broken(self) -> bool:
        """Return whether the turn cannot end because of a broken set."""
        return any(mark.read == self.refusal for mark in self.heap_states)

    def split_of(self, mark: HeapState) -> int | None:
        """Return before which tile a broken heap can be cut so that both parts are sets; None if nowhere."""
        heap = mark.heap
        if mark.valid or not self.can_play:
            return None
        for at in range(MIN_SET_SIZE, len(heap.tiles) - MIN_SET_SIZE + 1):
            cut = self.arrangement.with_split_heap(heap.number, at)
            if isinstance(cut, Arrangement) and is_set(cut, heap.number) and is_set(cut, cut.heaps[-1].number):
                return at
        return None

    def makes_set(self, tiles: tuple[Tile, ...]) -> bool:
        """Return whether tiles laid apart would be a set."""
        if tiles not in self._sets:
            alone = self.arrangement.with_moved_tiles(tiles, NEW_SET_INDEX) if len(tiles) >= MIN_SET_SIZE else None
            self._sets[tiles] = isinstance(alone, Arrangement) and is_set(alone, alone.heaps[-1].number)
        return self._sets[tiles]

    @cached_property
    def can_draw(self) -> bool:
        """Return whether a tile of the stock can be drawn now."""
        return self.can_play and draft_refusal(self.view, Draw()) is None

    @property
    def closing_tile_laid(self) -> bool:
        """Return whether the closing tile was laid; at this table that replaces drawing."""
        table = self.view.table
        return (
            table.closing in self.arrangement.tiles_on_table and table.options.word("closing_tile") == "instead_of_draw"
        )

    @cached_property
    def can_pass(self) -> bool:
        """Return whether the turn can be passed now."""
        return self.can_play and draft_refusal(self.view, Pass()) is None

    @cached_property
    def draw_ends_turn(self) -> bool:
        """Return whether drawing ends the turn."""
        tried = Draft(self.view).with_step(Draw())
        return isinstance(tried, Draft) and tried.view.table.to_move != self.view.seat

    @property
    def draw_takes_back(self) -> bool:
        """Return whether sets were moved only, so that drawing puts them back and ends the turn."""
        moved = self.arrangement.touched and not self.arrangement.played
        return moved and self.can_draw and self.draw_ends_turn

    @property
    def checks_sets(self) -> bool:
        """Return whether this table marks broken sets and refuses to send them."""
        return self.view.table.options.flag("live_validity")

    @property
    def can_end(self) -> bool:
        """Return whether the turn can end with this arrangement; a table without checks allows any try."""
        if not self.can_play or not self.arrangement.played:
            return False
        return self.refusal is None or not self.checks_sets

    @property
    def asks_before_end(self) -> bool:
        """Return whether ending the turn is asked about first: nobody checks, and a wrong play costs tiles."""
        return not self.checks_sets and self.view.table.options.number("invalid_penalty") > 0

    # --- what is possible ----------------------------------------------------------------------------------------

    def frees_joker(self, tile: Tile, goal: int) -> bool:
        """Return whether a tile dropped on a heap would free a joker of a set of the table."""
        heap = self.arrangement.heap_of(tile)
        lay = any(tile in meld.tiles for meld in self.view.table.melds)
        leaves = heap is not None and heap.number != goal and len(heap.tiles) > 1
        return lay and leaves and self.view.faces[tile] == JOKER

    def after_drop(self, tiles: tuple[Tile, ...], target: Target) -> Arrangement | Refusal | None:
        """Return the arrangement after a drop; None if that heap is gone, or if the tiles cannot replace that joker."""
        if target.aim is Aim.NEW_SET:
            return self.arrangement.with_moved_tiles(tiles, NEW_SET_INDEX)
        heap = self.heap(target.index)
        if heap is None:
            return None
        if target.aim is Aim.JOKER:
            return self.arrangement.with_freed_joker(tiles, heap.tiles[target.at])
        if set(tiles) >= set(heap.tiles):
            return self.arrangement
        if target.aim is Aim.SPLIT:
            found = self.split_with(tiles, target.index)
            return None if found is None else found[1]
        at = None
        if target.aim is Aim.HEAP and target.at >= 0:
            at = target.at - sum(tile in tiles for tile in heap.tiles[: target.at])
        return self.arrangement.with_moved_tiles(tiles, target.index, at)

    def heap(self, number: int) -> Heap | None:
        """Return a heap by its number."""
        return next((heap for heap in self.arrangement.heaps if heap.number == number), None)

    def accepting_heaps(self, tiles: tuple[Tile, ...]) -> tuple[int, ...]:
        """Return the heaps that would be sets with these tiles added; cached for the arrangement."""
        if tiles not in self._takers:
            found = []
            for heap in self.arrangement.heaps if self.can_play else ():
                if set(heap.tiles) & set(tiles):
                    continue
                tried = self.arrangement.with_moved_tiles(tiles, heap.number)
                if isinstance(tried, Arrangement) and is_set(tried, heap.number):
                    found.append(heap.number)
            self._takers[tiles] = tuple(found)
        return self._takers[tiles]

    def helps_heap(self, tiles: tuple[Tile, ...], number: int) -> bool:
        """Return whether tiles added to a heap make it a set, or bring a broken one closer to a set."""
        if number in self.accepting_heaps(tiles):
            return True
        heap = self.heap(number)
        broken = any(mark.heap is heap and not mark.valid for mark in self.heap_states)
        return broken and heap is not None and may_grow_to_set((*heap.tiles, *tiles), self.view.faces)

    def split_with(self, tiles: tuple[Tile, ...], number: int) -> tuple[int, Arrangement] | None:
        """Return where tiles go into a run that is cut beside them, so that both parts are runs, and what that makes.

        None where no place does; cached for the arrangement.
        """
        asked = tiles, number
        if asked not in self._splits:
            self._splits[asked] = next(self._splits_with(tiles, number), None)
        return self._splits[asked]

    def _splits_with(self, tiles: tuple[Tile, ...], number: int) -> Iterator[tuple[int, Arrangement]]:
        read = next(mark.read for mark in self.heap_states if mark.heap.number == number)
        held = len(read.tiles) if isinstance(read, Meld) and read.kind is Kind.RUN else 0
        for at in range(1, held):
            laid = self.arrangement.with_moved_tiles(tiles, number, at)
            for cut in (at, at + len(tiles)):
                short = min(cut, held + len(tiles) - cut) < MIN_SET_SIZE
                parts = None if short or not isinstance(laid, Arrangement) else laid.with_split_heap(number, cut)
                if isinstance(parts, Arrangement) and all(
                    is_set(parts, one, Kind.RUN) for one in (number, parts.heaps[-1].number)
                ):
                    yield at, parts

    def refusal_with(self, tiles: tuple[Tile, ...], number: int) -> Refusal | None:
        """Return why a heap would be no set with these tiles added; None where it would be one."""
        tried = self.arrangement.with_moved_tiles(tiles, number)
        if not isinstance(tried, Arrangement):
            return tried
        read = next(mark.read for mark in tried.heap_states if mark.heap.number == number)
        return None if isinstance(read, Meld) else read

    def may_gather(self, picked: tuple[Tile, ...], tile: Tile) -> bool:
        """Return whether a tile of a set that does not take the picked ones may be meant for a new set with them.

        Rack tiles alone are meant for the set itself if they are of its kind, unless they complete a set with the tile.
        """
        faces, rack = self.view.faces, self.arrangement.rack
        read = next(mark.read for mark in self.heap_states if tile in mark.heap.tiles)
        if not isinstance(read, Meld) or faces[tile] == JOKER or any(one not in rack for one in picked):
            return True
        gathered = (*picked, tile)
        numbers = {faces[one].number for one in gathered if faces[one] != JOKER}
        other = read.kind is not (Kind.GROUP if len(numbers) == 1 else Kind.RUN)
        return self.makes_set(gathered) or (other and may_grow_to_set(gathered, faces))

    def joker_under(self, tiles: tuple[Tile, ...], tile: Tile | None) -> Target | None:
        """Return the joker that tiles dropped on a tile would replace, whether it may be freed or not.

        None if that tile is no joker, or if the tiles do not fit in its place.
        """
        if tile is None or self.view.faces[tile] != JOKER or not (tiles and self.can_play):
            return None
        heap = self.arrangement.heap_of(tile)
        if heap is None or self.arrangement.with_freed_joker(tiles, tile) is None:
            return None
        return Target(Aim.JOKER, heap.number, heap.tiles.index(tile))

    def jokers_for(self, tiles: tuple[Tile, ...]) -> tuple[Target, ...]:
        """Return every joker that these tiles can replace."""
        found = (self.joker_under(tiles, tile) for tile in self.arrangement.tiles_on_table)
        return tuple(
            target for target in found if target is not None and isinstance(self.after_drop(tiles, target), Arrangement)
        )

    def accepting_ends(self, tiles: tuple[Tile, ...]) -> tuple[Target, ...]:
        """Return the places at the end of the sets that accept these tiles."""
        return tuple(
            Target(Aim.HEAP, heap.number, len(heap.tiles))
            for heap in self.arrangement.heaps
            if heap.number in self.accepting_heaps(tiles)
        )

    @property
    def closing_tile(self) -> Tile | None:
        """The closing tile while it lies beside the stock."""
        tile = self.view.table.closing
        return None if tile == NO_TILE or tile in self.arrangement.tiles_on_table else tile

    @property
    def may_close_soon(self) -> bool:
        """Return whether so few tiles are left that all may soon lie on the table together with the closing tile."""
        instead = self.view.table.options.word("closing_tile") == "instead_of_draw"
        lies = self.closing_tile is not None and self.opening is None
        return instead and lies and len(self.arrangement.rack) <= FEW_TO_CLOSE

    def closes_with(self, picked: tuple[Tile, ...]) -> bool:
        """Return whether picked tiles are the whole rack, and a set with the closing tile, before the draw. D22."""
        tile, rack = self.closing_tile, self.arrangement.rack
        if tile is None or not (self.may_close_soon and self.can_draw):
            return False
        return set(rack) <= set(picked) <= {*rack, tile} and self.makes_set((*rack, tile))


def may_grow_to_set(tiles: tuple[Tile, ...], faces: tuple[Face, ...]) -> bool:
    """Return whether more tiles could complete a set: one number in different colours, or one colour."""
    plain = [faces[tile] for tile in tiles if faces[tile] != JOKER]
    one_number = len({face.number for face in plain}) <= 1 and len(tiles) <= MAX_GROUP_SIZE
    one_colour = len({face.colour for face in plain}) <= 1
    return len(set(plain)) == len(plain) and (one_number or one_colour)


def is_set(arrangement: Arrangement, number: int, kind: Kind | None = None) -> bool:
    """Return whether one heap is a set, of this kind if one is given, without checking the others."""
    alone = tuple(heap for heap in arrangement.heaps if heap.number == number)
    reads = [mark.read for mark in replace(arrangement, heaps=alone).heap_states]
    return all(isinstance(read, Meld) and kind in (None, read.kind) for read in reads)


def _meaning(meld: Meld) -> tuple[Kind, tuple[int, ...]]:
    return meld.kind, tuple(sorted(face.code for face in meld.stands_for if face is not None))
