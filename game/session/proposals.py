"""What a player's chosen tiles could become: the moves they might mean, or the best reason why there are none.

Scenes ask here, and only here, about sets; the rules are called, never copied. A proposal still has to be tried on a
draft: it says that the tiles form a set, not that the turn allows the move.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, product, starmap
from operator import gt
from typing import TYPE_CHECKING

from game.rules import dead_hand_sets
from game.rules.dead_hand_laws import DEAD_HAND_TILES
from game.rules.dead_hand_refusals import extensions, may_go_out, phase_refusal, side_may_go_out
from game.rules.dead_hand_sets import (
    arrangements,
    extension_refusal,
    is_wild_face,
    read_as,
    read_set,
)
from game.rules.registry import rules_of
from game.session.draft import draft_refusal, view_after
from game.table.faces import HIDDEN, JOKER, RANK_LETTERS, Face
from game.table.melds import Kind, Meld
from game.table.moves import Extend, LayMeld, Move, TakePile
from game.table.refusals import Code, Refusal
from game.table.state import Ending
from game.table.tiles import Tile
from game.table.view import View, with_shown_faces

if TYPE_CHECKING:
    from game.table.options import Options

SMALLEST_SET = 3  # tiles; rule 1.2
RUN_REACH = SMALLEST_SET - 1  # places from one end of the smallest run to the other
KEPT_WHEN_STUCK = 2  # tiles that may not be laid by who may not go out yet: one to throw and one to keep; rule 1.6
_CANASTA_CODES = ("pure", "semi_clean", "impure")  # the lines of a score sheet for canastas


@dataclass(frozen=True, slots=True)
class Canasta:
    """A set of seven or more: whether it is pure now, and its points."""

    pure: bool
    points: int


def new_sets(view: View, tiles: tuple[Tile, ...]) -> tuple[Move, ...]:
    """Return the moves that lay these tiles as a new set, in any order; the one nearest to the given order first."""
    options = view.table.options
    if len(set(tiles)) != len(tiles):
        return ()
    as_given = read_set(tiles, view.faces, options)
    melds = [as_given] if isinstance(as_given, Meld) else []
    if not melds or melds[0].kind is Kind.RUN:
        others = arrangements(tiles, view.faces, options)
        melds += [meld for meld in sorted(others, key=lambda one: _inversions(one, tiles)) if meld not in melds]
    if melds and melds[0].kind is Kind.GROUP:
        melds = [_group_as_given(view, tiles) or melds[0]]
    return tuple(with_shown_faces(view, LayMeld(meld)) for meld in melds)


def additions(view: View, index: int, tiles: tuple[Tile, ...]) -> tuple[Move, ...]:
    """Return the moves that add these tiles to set number `index`; without tiles, those that slide its wild tile.

    Where they take a wild tile's place, it goes first to the end at which more tiles fit the set then.
    """
    old = view.table.melds[index]
    found = _grown_sets(old, tiles, view.faces, view.table.options)
    if tiles and len(found) > 1:
        found = sorted(found, key=lambda grown: -_fitting(view, grown) if _makes_room(old, grown) else -len(view.faces))
    return tuple(with_shown_faces(view, Extend(index, meld)) for meld in found if meld != old)


def _makes_room(old: Meld, grown: Meld) -> bool:
    """Return whether a wild tile of a set stands for another tile in the grown one."""
    stood, stands = (dict(zip(meld.tiles, meld.stands_for, strict=True)) for meld in (old, grown))
    return any(stands[tile] != face for tile, face in stood.items())


def _fitting(view: View, meld: Meld) -> int:
    """Return how many faces fit a set."""
    faces = tuple(view.faces[tile] for tile in meld.tiles)
    return len(_accepted_faces(meld.kind, faces, meld.stands_for, _faces_to_come(view), view.table.options))


def _grown_sets(old: Meld, tiles: tuple[Tile, ...], faces: tuple[Face, ...], options: Options) -> list[Meld]:
    """Return the sets that a set becomes with these tiles added, the nearest to its present order first."""
    if old.kind is Kind.GROUP:
        grown = read_as(Kind.GROUP, (*old.tiles, *tiles), faces, options)
        return [grown] if isinstance(grown, Meld) and tiles else []
    return sorted(extensions(old, tiles, faces, options), key=lambda meld: _inversions(meld, old.tiles))


def extending_faces(view: View, index: int) -> tuple[Face, ...]:
    """Return the faces that fit set number `index` as it lies, natural ones in the order they would lie.

    A joker at the end says that any wild tile fits.
    A face whose tiles are all on the table is left out, and one that fits only if a wild tile of the set makes room.
    """
    meld = view.table.melds[index]
    faces = tuple(view.faces[tile] for tile in meld.tiles)
    return _accepted_faces(meld.kind, faces, meld.stands_for, _faces_to_come(view), view.table.options)


def end_faces(view: View, index: int) -> tuple[tuple[Face, bool], ...]:
    """Return the faces that fit at an end of set number `index`, each with whether that is its right end."""
    meld, found = view.table.melds[index], tuple(face for face in extending_faces(view, index) if face != JOKER)
    if meld.kind is not Kind.RUN:
        return tuple((face, True) for face in found[:1])
    lying = [meant or view.faces[tile] for tile, meant in zip(meld.tiles, meld.stands_for, strict=True)]
    first, last = lying[0].number, lying[-1].number
    ends = ((_number_after(last), True), (first - 1, False))
    return tuple((face, right) for number, right in ends for face in found if face.number == number)


def useful_pile_tiles(view: View) -> tuple[Tile, ...]:
    """Return the pile's tiles that fit a set of the seat's side, or make one with two plain tiles of rack and pile.

    None where the pile may not be taken, or where so few tiles are left that none of them may be laid (rule 1.6).
    """
    table = view.table
    if not table.pile or draft_refusal(view, with_shown_faces(view, TakePile(table.pile))) is not None:
        return ()
    own = table.melds_of(table.side_of(view.seat))
    plain = tuple(tile for tile in (*view.rack, *table.pile) if not is_wild_face(view.faces[tile]))
    kept = 0 if empties_to(view, view.seat) != "stuck" else KEPT_WHEN_STUCK
    spare = len(view.rack) + len(table.pile) - kept
    return tuple(
        tile
        for tile in table.pile
        if (
            spare >= SMALLEST_SET
            and any(
                arrangements((tile, first, second), view.faces, table.options)
                for first, second in combinations(_near(view, tile, plain), 2)
                if _are_near(view.faces[first], view.faces[second])
            )
        )
        or any(
            additions(view, index, (tile,))
            for index in own
            if spare > 0 or len(table.melds[index].tiles) + 1 == canasta_size()
        )
    )


def _near(view: View, tile: Tile, tiles: tuple[Tile, ...]) -> tuple[Tile, ...]:
    """Return the other tiles that may lie with a plain tile in a set of three; with a wild one, all."""
    face = view.faces[tile]
    others = (other for other in tiles if other != tile)
    return tuple(other for other in others if is_wild_face(face) or _are_near(face, view.faces[other]))


def _are_near(one: Face, other: Face) -> bool:
    """Return whether two plain faces may lie in one set of three."""
    if one.number == other.number:
        return True
    pairs = product(_places(one), _places(other))
    return one.colour is other.colour and any(abs(first - second) <= RUN_REACH for first, second in pairs)


def _places(face: Face) -> tuple[int, ...]:
    """Return the places of a run that a plain face fits: a one stands at both ends."""
    return (1, max(RANK_LETTERS)) if face.number == 1 else (face.number,)


def _number_after(last: int) -> int:
    """Return the number that goes on with a run after its last one; 0 after a one at its end."""
    high = max(RANK_LETTERS)
    return 0 if last in (1, high) else 1 if last == high - 1 else last + 1


def closed_ends(view: View, index: int) -> tuple[Face, ...]:
    """Return the faces that would go on with run number `index`, but all of whose tiles lie in sets."""
    meld, coming = view.table.melds[index], _faces_to_come(view)
    if meld.kind is not Kind.RUN:
        return ()
    lying = [meant or view.faces[tile] for tile, meant in zip(meld.tiles, meld.stands_for, strict=True)]
    ends = (Face(lying[0].colour, lying[0].number - 1), Face(lying[-1].colour, _number_after(lying[-1].number)))
    every = rules_of(view.table.game).deck.faces
    return tuple(face for face in ends if face in every and face not in coming)


def one_short_of_canasta(view: View) -> frozenset[int]:
    """Return the indices of the side's sets that lack one tile to a canasta and take it at their right end."""
    own = view.table.melds_of(view.table.side_of(view.seat))
    short = (number for number in own if len(view.table.melds[number]) == canasta_size() - 1)
    return frozenset(number for number in short if any(right for _face, right in end_faces(view, number)))


def can_grow(view: View, index: int) -> bool:
    """Return whether set number `index` can still be extended by any tile not on the table, wild ones included."""
    meld = view.table.melds[index]
    faces = tuple(view.faces[tile] for tile in meld.tiles)
    return _accepts_any(meld.kind, faces, meld.stands_for, _faces_to_come(view), view.table.options)


def _faces_to_come(view: View) -> tuple[Face, ...]:
    """Return the faces of which some tile is not in a set."""
    laid = Counter(view.faces[tile] for one in view.table.melds for tile in one.tiles)
    deck = Counter(rules_of(view.table.game).deck.faces)
    return tuple(face for face in deck if laid[face] < deck[face])


@lru_cache(maxsize=32)
def _accepts_any(
    kind: Kind, faces: tuple[Face, ...], means: tuple[Face | None, ...], coming: tuple[Face, ...], options: Options
) -> bool:
    new = Tile(len(faces))
    old = Meld(kind, tuple(Tile(at) for at in range(new)), means)
    return any(len(grown) > new for face in coming for grown in _grown_sets(old, (new,), (*faces, face), options))


@lru_cache(maxsize=32)  # a table is shown anew at every touch, while its sets lie there
def _accepted_faces(
    kind: Kind, faces: tuple[Face, ...], means: tuple[Face | None, ...], coming: tuple[Face, ...], options: Options
) -> tuple[Face, ...]:
    new = Tile(len(faces))
    old = Meld(kind, tuple(Tile(at) for at in range(new)), means)
    plain = next(face for face, stands_for in zip(faces, means, strict=True) if stands_for is None)
    found: dict[Face, int] = {}
    for face in coming:
        if is_wild_face(face) and _takes_as_wild(old, face, faces, options):
            found[JOKER] = len(faces) + 1  # after all others, wherever it would lie
        if face.number == plain.number if kind is Kind.GROUP else face.colour is plain.colour:
            for grown in _grown_sets(old, (new,), (*faces, face), options):
                at = grown.tiles.index(new)
                if grown.stands_for[at] is None and not _makes_wild_move(old, grown, face):
                    found.setdefault(face, at)
    return tuple(sorted(found, key=lambda face: (found[face], face.number)))


def _takes_as_wild(old: Meld, face: Face, faces: tuple[Face, ...], options: Options) -> bool:
    """Return whether a set takes a wild face that stands for another tile there."""
    new = Tile(len(faces))
    grown = _grown_sets(old, (new,), (*faces, face), options)
    return any(meld.stands_for[meld.tiles.index(new)] is not None for meld in grown)


def must_be_kept_back(view: View, tile: Tile) -> bool:
    """Rule 1.6: whether a tile fits a set of its side, but laying it leaves one that may not be thrown yet."""
    table = view.table
    mine = [at for at, owner in enumerate(table.owners) if owner == table.side_of(view.seat)]
    refused = [draft_refusal(view, move) for at in mine for move in additions(view, at, (tile,))]
    return bool(refused) and all(one is not None and one.code is Code.DEAD_END and not one.cites for one in refused)


def _makes_wild_move(old: Meld, grown: Meld, face: Face) -> bool:
    """Return whether a wild tile of a set stands elsewhere once the set has grown, though not for its own tile."""
    before, after = ([face for face in meld.stands_for if face is not None] for meld in (old, grown))
    return before != after and face not in before


def leaves_only_the_last(before: View, after: View) -> bool:
    """Rule 1.6: whether a move leaves one tile beside the discard, which its side may neither lay nor throw yet."""
    side = before.table.mover_side
    if after.table.outcome is not None or before.table.dead[side] or may_go_out(before.table, after.table.melds):
        return False
    return len(after.rack) - (after.table.to_move == before.seat) == 1


def empties_to(view: View, seat: int) -> str:
    """Rules 1.5 and 1.6: say what follows once a seat's rack is empty: `dead` hand, `out`; `stuck` if it may not be."""
    side = view.table.side_of(seat)
    if view.table.dead[side]:
        return "dead"
    return "out" if side_may_go_out(view.table, side, view.table.melds) else "stuck"


def is_wild(view: View, tile: Tile) -> bool:
    """Return whether a tile of the rack is wild: a joker or a two."""
    return is_wild_face(view.faces[tile])


def new_set_refusal(view: View, tiles: tuple[Tile, ...]) -> Refusal:
    """Say why these tiles cannot be laid as a new set."""
    bare = with_shown_faces(view, LayMeld(Meld(Kind.GROUP, tiles, (None,) * len(tiles))))
    in_order = _in_sequence(view, tiles)
    return _timing_refusal(view, bare) or _refusal_of(read_set(in_order, view.faces, view.table.options))


def addition_refusal(view: View, index: int, tiles: tuple[Tile, ...]) -> Refusal:
    """Say why these tiles cannot be added to a set."""
    old = view.table.melds[index]
    bare = with_shown_faces(
        view, Extend(index, Meld(old.kind, (*old.tiles, *tiles), (*old.stands_for, *(None,) * len(tiles))))
    )
    refused = _timing_refusal(view, bare)
    if refused is not None:
        return refused
    if view.table.owners and view.table.owners[index] != view.table.mover_side:
        return Refusal(Code.NOT_YOUR_SET, old.tiles, (index + 1,))
    every = (*old.tiles, *tiles)
    wanted = every if old.kind is Kind.GROUP else _in_sequence(view, every)
    read = read_as(old.kind, wanted, view.faces, view.table.options)
    if isinstance(read, Meld):
        return extension_refusal(old, read, view.faces) or Refusal(Code.NOT_CONSECUTIVE, tiles)
    mine = tuple(tile for tile in read.tiles if tile in tiles)
    return Refusal(read.code, mine or read.tiles, read.args, read.cites)


def is_canasta(meld: Meld) -> bool:
    """Return whether a set is a canasta."""
    return dead_hand_sets.is_canasta(meld)


def canasta_size() -> int:
    """Return how many tiles make a canasta."""
    return dead_hand_sets.CANASTA


def is_pure(meld: Meld) -> bool:
    """Return whether a set holds no wild tile."""
    return dead_hand_sets.is_pure(meld)


def dead_hand_size() -> int:
    """Return how many tiles a dead hand has."""
    return DEAD_HAND_TILES


def canasta_of(view: View, index: int) -> Canasta | None:
    """Return a set's value as a canasta, None if it is none."""
    meld = view.table.melds[index]
    if not is_canasta(meld):
        return None
    side = view.table.owners[index]
    alone = view.table.with_fields(melds=(meld,), owners=(side,), racks=((),) * view.table.seats, faces=view.faces)
    sheet = rules_of(view.table.game).score(alone)[side]
    return Canasta(
        dead_hand_sets.is_pure(meld), sum(line.points for line in sheet.lines if line.code in _CANASTA_CODES)
    )


def laid_points(view: View, side: int) -> int:
    """Return the points of a side's sets, canastas included."""
    table = view.table
    own = table.melds_of(side)
    sealed = [found.points for index in own if (found := canasta_of(view, index)) is not None]
    return rules_of(table.game).laid_points(table, side) + sum(sealed)


def points_behind(view: View, move: Move) -> int:
    """Return how many points another side is ahead, as far as can be seen, when a move goes out.

    What that side holds is unknown and still comes off: 0 where even the least of it would take the lead away.
    """
    after = view_after(view, with_shown_faces(view, move)).table
    if after.outcome is None or after.outcome.ending is not Ending.OUT:
        return 0
    rules, mine = rules_of(after.game), after.side_of(view.seat)
    least = min(rules.rack_points((face,)) for face in rules.deck.faces)
    seen = [sheet.total for sheet in rules.score(after.with_fields(racks=((),) * after.seats))]
    held = [0] * len(seen)
    for seat, rack in enumerate(after.racks):
        held[after.side_of(seat)] += least * len(rack)
    ahead = [
        total - seen[mine]
        for side, total in enumerate(seen)
        if side != mine and total - held[side] > seen[mine] - held[mine]
    ]
    return max(0, max(ahead, default=0))


def rack_points(view: View) -> int:
    """Return the points of the tiles in the seat's own rack."""
    known = (view.faces[tile] for tile in view.rack)
    return rules_of(view.table.game).rack_points(face for face in known if face != HIDDEN)


def _timing_refusal(view: View, move: Move) -> Refusal | None:
    """Return the refusal that holds for any tiles: not the seat's turn, or the wrong phase."""
    if not view.must_decide:
        return draft_refusal(view, move)
    return phase_refusal(view.table, move)


def _refusal_of(read: Meld | Refusal) -> Refusal:
    return Refusal(Code.NOT_CONSECUTIVE, read.tiles) if isinstance(read, Meld) else read


def _group_as_given(view: View, tiles: tuple[Tile, ...]) -> Meld | None:
    read = read_as(Kind.GROUP, tiles, view.faces, view.table.options)
    return read if isinstance(read, Meld) else None


def _inversions(meld: Meld, tiles: tuple[Tile, ...]) -> int:
    """Count the pairs of given tiles whose order in the set is reversed."""
    places = [tiles.index(tile) for tile in meld.tiles if tile in tiles]
    return sum(starmap(gt, combinations(places, 2)))


def _in_sequence(view: View, tiles: tuple[Tile, ...]) -> tuple[Tile, ...]:
    """Order tiles as a run, wild ones in the gaps, so that the refusal explains the likeliest intention."""
    faces = view.faces
    plain = sorted((tile for tile in tiles if not is_wild_face(faces[tile])), key=lambda tile: faces[tile].number)
    wild = [tile for tile in tiles if is_wild_face(faces[tile])]
    if len({faces[tile].number for tile in plain}) <= 1:
        return (*plain, *wild)
    ordered: list[Tile] = []
    last = 0
    for tile in plain:
        empty = faces[tile].number - last - 1 if ordered else 0
        ordered += wild[: max(0, empty)]
        del wild[: max(0, empty)]
        ordered.append(tile)
        last = faces[tile].number
    return (*ordered, *wild)
