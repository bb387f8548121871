"""Jokers on the table: kept, or freed in exchange for the tile they stand for. Rule 2.4; D17, D41, D49, D50, D54-D56.

Laws: a joker's old set is found by its tile id; whether it is kept depends only on its old set, its new one and the
options; a joker that is not kept is freed. The tiles given for freed jokers are found by trying every choice, since any
valid choice is enough. If there is none, the refusal names the codes of the missing faces, or the old set if leaving
that whole would be legal.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from game.rules.open_table_laws import OpenTableLaws
from game.rules.open_table_sets import MIN_SET_SIZE, Faces, missing_colours, same_face
from game.rules.ruleset import Exchange
from game.table.faces import JOKER, Colour, Face
from game.table.melds import Kind, Meld
from game.table.options import Options
from game.table.refusals import Code, Refusal
from game.table.state import Table
from game.table.tiles import Tile

Tiles = tuple[Tile, ...]
Melds = tuple[Meld, ...]


@dataclass(frozen=True, slots=True)
class TableJoker:
    """A joker on the table, moved or not: the set it lies in, the set it will lie in, and its face in each.

    `new_face` is None while it lies among tiles that are no set yet.
    """

    joker: Tile
    old: Meld
    new: Meld
    old_face: Face
    new_face: Face | None

    @property
    def whole(self) -> bool:
        """Whether all other tiles of its old set lie with it."""
        return all(tile in self.new.tiles for tile in self.old.tiles)


@dataclass(frozen=True, slots=True)
class WantedTile:
    """A tile that must be given: its number, the colours that will do, and the group it is for.

    Tiles wanted for one group must differ in colour; `group` is the group's first tile, None for a run.
    """

    number: int
    colours: tuple[Colour, ...]
    group: Tile | None


def joker_refusal(
    laws: OpenTableLaws, old: Melds, new: Melds, played: Tiles, faces: Faces, options: Options
) -> Refusal | None:
    """Rule 2.4: say which joker of the table may not be used as the new sets use it.

    A joker among tiles that are no set yet has left its old set once no other tile of that lies beside it.
    """
    jokers = [] if options.word("joker_lock") == "free" else _table_jokers(old, new)
    freed = [one for one in jokers if not _is_kept(one, options)]
    parted = next((one for one in freed if _keeps_kind_and_face(one)), None)
    if parted is not None and not laws.frees_in_place:
        return Refusal(Code.JOKER_FROZEN, parted.old.tiles)
    return _exchange_refusal(laws, freed, old, played, faces, options) if freed else None


def owed_for_joker(laws: OpenTableLaws, table: Table, joker: Tile) -> Exchange | None:
    """Rule 2.4 and D54: what must be laid for a joker that leaves its set; None where it may leave for nothing."""
    old = next((meld for meld in table.melds if joker in meld.tiles), None)
    meant = None if old is None else old.stands_for[old.tiles.index(joker)]
    if old is None or meant is None or table.options.word("joker_lock") == "free":
        return None
    wanted = _wanted_for(old, same_face(meant), table.faces)
    completed = laws.completes_groups and _is_group_of_three(old)
    return Exchange(tuple(Face(colour, wanted.number) for colour in wanted.colours), 2 if completed else 1)


@dataclass(frozen=True, slots=True)
class ShiftedJoker:
    """A joker that lies beside tiles of its old set but stands for another face; `whole` if beside all of them."""

    joker: Tile
    face: Face
    tiles: Tiles  # of its new set
    whole: bool


def shifted_jokers(old: Melds, new: Melds) -> tuple[ShiftedJoker, ...]:
    """Rule 2.4 and D49: list the jokers that stand for another face beside tiles of their old set."""
    return tuple(
        ShiftedJoker(one.joker, one.new_face, one.new.tiles, one.whole)
        for one in _table_jokers(old, new)
        if one.new_face is not None and not _keeps_kind_and_face(one) and len({*one.old.tiles} & {*one.new.tiles}) > 1
    )


def _table_jokers(old: Melds, new: Melds) -> list[TableJoker]:
    """List the jokers of the table, in the order of its sets."""
    found = []
    for meld in old:
        for joker, meant in zip(meld.tiles, meld.stands_for, strict=True):
            if meant is not None:
                after = next(one for one in new if joker in one.tiles)
                means = after.stands_for[after.tiles.index(joker)]
                new_face = None if means is None else same_face(means)
                found.append(TableJoker(joker, meld, after, same_face(meant), new_face))
    return found


def _is_kept(one: TableJoker, options: Options) -> bool:
    """Rule 2.4, D49 and D56: a kept joker keeps its face and kind of set, or, with `joker_shift`, its set's tiles.

    Where sets are frozen it keeps both: a joker that stands for the same face elsewhere is freed.
    """
    if one.new_face is None:
        return any(tile in one.new.tiles for tile in one.old.tiles if tile != one.joker)
    if options.flag("joker_shift") and one.whole:
        return True
    return _keeps_kind_and_face(one) and (one.whole or options.word("joker_lock") != "frozen")


def _keeps_kind_and_face(one: TableJoker) -> bool:
    return one.old.kind is one.new.kind and one.old_face == one.new_face


def _exchange_refusal(
    laws: OpenTableLaws, freed: list[TableJoker], old: Melds, played: Tiles, faces: Faces, options: Options
) -> Refusal | None:
    """Rule 2.4: every freed joker is replaced by the tile it stood for; what else is required differs by game."""
    own = _without_jokers(played, faces)
    everything = own + _without_jokers(tuple(tile for meld in old for tile in meld.tiles), faces)
    pool = everything if options.flag("exchange_from_table") else own
    wanted = [_wanted_for(one.old, one.old_face, faces) for one in freed]
    completed = wanted + (_completing_tiles(freed, faces) if laws.completes_groups else [])
    jokers = tuple(one.joker for one in freed)
    if any(_has_company(laws, freed, given, played) for given in _ways_to_give(completed, pool, faces)):
        return None
    if not _can_give(wanted, pool, faces):
        from_table = _can_give(wanted, everything, faces)
        lacking = [at for at, want in enumerate(wanted) if not _can_give([want], pool, faces)] or [*range(len(freed))]
        parted = next((freed[at].old for at in lacking if _keeps_kind_and_face(freed[at])), None)
        if parted is not None:
            return Refusal(Code.JOKER_FROZEN, parted.tiles)
        if laws.completes_groups and _is_group_of_three(freed[lacking[0]].old):
            return Refusal(Code.JOKER_GROUP_OF_THREE, (jokers[lacking[0]],), _codes(wanted[lacking[0]]))
        code = Code.JOKER_TILE_FROM_TABLE if from_table else Code.JOKER_WITHOUT_TILE
        return Refusal(code, tuple(jokers[at] for at in lacking), _codes(wanted[lacking[0]]))
    if not _can_give(completed, pool, faces):
        of_three = [at for at, one in enumerate(freed) if _is_group_of_three(one.old)]
        found = tuple(jokers[at] for at in of_three)
        return Refusal(Code.JOKER_GROUP_OF_THREE, found, _codes(wanted[of_three[0]]))
    return Refusal(Code.JOKER_COMPANIONS, jokers, (laws.companions,))


def _without_jokers(tiles: tuple[Tile, ...], faces: Faces) -> list[Tile]:
    return [tile for tile in tiles if faces[tile] != JOKER]


def _wanted_for(old: Meld, meant: Face, faces: Faces) -> WantedTile:
    """Rule 2.4: for a run the face its joker stood for; for a group its number in a missing colour."""
    if old.kind is Kind.RUN and meant.colour is not None:
        return WantedTile(meant.number, (meant.colour,), None)
    return WantedTile(meant.number, missing_colours(old, faces), old.tiles[0])


def _codes(wanted: WantedTile) -> tuple[int, ...]:
    return tuple(Face(colour, wanted.number).code for colour in wanted.colours)


def _is_group_of_three(meld: Meld) -> bool:
    return meld.kind is Kind.GROUP and len(meld) == MIN_SET_SIZE


def _completing_tiles(freed: list[TableJoker], faces: Faces) -> list[WantedTile]:
    """Decision D54: a group of three that gives up a joker is first completed to four, by the other missing colour."""
    found: list[WantedTile] = []
    for one in freed:
        if _is_group_of_three(one.old):
            want = _wanted_for(one.old, one.old_face, faces)
            if want not in found:
                found.append(want)
    return found


def _can_give(wanted: list[WantedTile], pool: list[Tile], faces: Faces) -> bool:
    return next(_ways_to_give(wanted, pool, faces), None) is not None


def _ways_to_give(wanted: list[WantedTile], pool: list[Tile], faces: Faces, given: Tiles = ()) -> Iterator[Tiles]:
    """Yield every way to give each wanted tile, no tile twice and no colour twice for one group."""
    if len(given) == len(wanted):
        yield given
        return
    want = wanted[len(given)]
    taken = [
        faces[tile].colour
        for other, tile in zip(wanted, given, strict=False)
        if want.group is not None and other.group == want.group
    ]
    for tile in pool:
        face = faces[tile]
        fits = face.number == want.number and face.colour in want.colours
        if fits and face.colour not in taken and tile not in given:
            yield from _ways_to_give(wanted, pool, faces, (*given, tile))


def _has_company(laws: OpenTableLaws, freed: list[TableJoker], given: Tiles, played: Tiles) -> bool:
    """Rule 2.4, rummikub: enough rack tiles that are not given for a joker lie with every freed joker."""
    return all(sum(tile in played and tile not in given for tile in one.new.tiles) >= laws.companions for one in freed)
