"""Sets of the dead-hand games: wild tiles, groups, runs, canastas. Rules 1.1, 1.2 and 1.3.

Every set on a table is what `read_as` makes of its tiles, so their order, its kind and its wild tile's meaning agree.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

from game.table.faces import COLOURS, JOKER, Colour, Face
from game.table.melds import Kind, Meld
from game.table.options import Options
from game.table.refusals import Code, Refusal
from game.table.tiles import Tile

CANASTA = 7  # tiles; rule 1.2
LAST_PLACE = 14  # the one after the thirteen
FACES_BY_PLACE = {colour: tuple(Face(colour, place) for place in range(1, LAST_PLACE + 1)) for colour in COLOURS}
Faces = tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class RunFit:
    """Rule 1.2: how tiles in this order fill the places of a run.

    `means` is the face each wild tile stands for (None for other tiles), `misfits` the indices of the tiles that do not
    fit their places.
    """

    colour: Colour
    start: int
    means: tuple[Face | None, ...]
    misfits: tuple[int, ...]

    @property
    def naturals(self) -> int:
        """How many tiles stand at their own place."""
        return len(self.means) - len(self.misfits) - self.wilds

    @property
    def wilds(self) -> int:
        """How many tiles stand for another."""
        return len(self.means) - self.means.count(None)

    @property
    def is_inside(self) -> bool:
        """Whether all places lie between 1 and 14."""
        return self.start >= 1 and self.start + len(self.means) - 1 <= LAST_PLACE


def is_wild_face(face: Face) -> bool:
    """Rule 1.1: whether a tile can be wild: a joker always is, a two may be."""
    return face.number in {0, 2}


def is_natural_at(face: Face, colour: Colour, place: int) -> bool:
    """Rule 1.2: a tile of the run's colour stands at its number, a one also at 14."""
    return face.colour is colour and (face.number == place or (face.number == 1 and place == LAST_PLACE))


def read_as(kind: Kind, tiles: tuple[Tile, ...], faces: Faces, options: Options) -> Meld | Refusal:
    """Rule 1.2: read tiles in this order as a set of this kind, or say why they form none; `faces` by tile id."""
    if len(tiles) < 3:
        return Refusal(Code.TOO_FEW_TILES, tiles, (len(tiles),))
    seen = tuple([faces[tile] for tile in tiles])
    return (_group if kind is Kind.GROUP else _run)(tiles, seen, options)


def read_set(tiles: tuple[Tile, ...], faces: Faces, options: Options) -> Meld | Refusal:
    """Read tiles in this order as a group or a run, or say why they form neither."""
    likely = likely_kind(tuple([faces[tile] for tile in tiles]))
    first = read_as(likely, tiles, faces, options)
    if isinstance(first, Meld):
        return first
    other = read_as(Kind.RUN if likely is Kind.GROUP else Kind.GROUP, tiles, faces, options)
    return other if isinstance(other, Meld) else first


def read_written(tiles: tuple[Tile, ...], means: tuple[Face | None, ...], faces: Faces, options: Options) -> Meld:
    """Read a written set, keeping what it declares its wild tiles to be even where that is wrong."""
    read = read_set(tiles, faces, options)
    if isinstance(read, Refusal):
        return Meld(_intended_kind(tuple([faces[tile] for tile in tiles]), means), tiles, means)
    said = zip(tiles, means, read.stands_for, strict=True)
    return Meld(read.kind, tiles, tuple([_declared_face(faces[tile], mean, found) for tile, mean, found in said]))


def _intended_kind(seen: Faces, means: tuple[Face | None, ...]) -> Kind:
    """Guess the kind of a written set: wild tiles alone are a run if one is declared to be other than a two."""
    told = [face for face in means if face is not None and face.colour is not None and face.number != 2]
    return Kind.RUN if told and all(map(is_wild_face, seen)) else likely_kind(seen)


def _declared_face(face: Face, said: Face | None, found: Face | None) -> Face | None:
    """Return what a meld should say a tile stands for: what was declared, or `found` if that says the same."""
    if said is None or (found is None and said == face):
        return found
    if found is not None and found.colour is None and said.number == found.number:
        return found
    if found is not None and found.number == LAST_PLACE and said == Face(found.colour, 1):
        return found  # the one after the thirteen is a one
    return said


def likely_kind(seen: Faces) -> Kind:
    """Guess the kind meant, leaving out wild tiles: a group if more share a number than a colour, or if all share one.

    As many of either are a group if those of one colour lie too far apart for a run. Wild tiles alone are a group.
    """
    plain = [face for face in seen if not is_wild_face(face)]
    if not plain:
        return Kind.GROUP
    numbers, colours = [face.number for face in plain], [face.colour for face in plain]
    of_one_number = max(numbers.count(number) for number in numbers)
    of_one_colour = max(colours.count(colour) for colour in colours)
    if of_one_number > of_one_colour or len(plain) == of_one_number > 1:
        return Kind.GROUP
    return Kind.GROUP if of_one_number == of_one_colour > 1 and _is_scattered(plain, len(seen)) else Kind.RUN


def _is_scattered(plain: Sequence[Face], held: int) -> bool:
    """Return whether no two faces of one colour are near enough for a run of `held` tiles."""
    near = (abs(one.number - other.number) for one, other in combinations(plain, 2) if one.colour is other.colour)
    return all(step == 0 or step >= held for step in near)


def _group(tiles: tuple[Tile, ...], seen: Faces, options: Options) -> Meld | Refusal:
    """Rule 1.2: a group is of one number whatever the colours, with at most `max_wild` wild tiles."""
    plain = [face.number for face in seen if not is_wild_face(face)]
    if not plain:
        return _group_of_twos(tiles, seen, options)
    number = max(plain, key=lambda one: (plain.count(one), one))
    misfits = tuple(
        tile for tile, face in zip(tiles, seen, strict=True) if not is_wild_face(face) and face.number != number
    )
    if misfits:
        return Refusal(Code.NOT_ONE_NUMBER, misfits, (number,))
    wild = tuple(tile for tile, face in zip(tiles, seen, strict=True) if is_wild_face(face))
    return _wild_refusal(wild, options) or Meld(
        Kind.GROUP, tiles, tuple([Face(None, number) if is_wild_face(face) else None for face in seen])
    )


def _group_of_twos(tiles: tuple[Tile, ...], seen: Faces, options: Options) -> Meld | Refusal:
    """Decision D7: twos alone, a joker aside, are a group only where the table allows it; then they are natural."""
    if not options.flag("group_of_twos"):
        return Refusal(Code.GROUP_OF_TWOS, tiles)
    jokers = tuple(tile for tile, face in zip(tiles, seen, strict=True) if face == JOKER)
    return _wild_refusal(jokers, options) or Meld(
        Kind.GROUP, tiles, tuple([Face(None, 2) if face == JOKER else None for face in seen])
    )


def _wild_refusal(wild: tuple[Tile, ...], options: Options) -> Refusal | None:
    """Rule 1.2 and decision D6: at most `max_wild` wild tiles, so that three tiles hold at least two naturals."""
    if len(wild) > options.number("max_wild"):
        return Refusal(Code.TOO_MANY_WILDS, wild, (options.number("max_wild"),))
    return None


def fit_run(seen: Faces, colour: Colour, start: int) -> RunFit:
    """Lay tiles in this order on the places of a run that starts at `start`."""
    means: list[Face | None] = []
    misfits: list[int] = []
    for at, face in enumerate(seen):
        place = start + at
        if is_natural_at(face, colour, place):
            means.append(None)
        elif is_wild_face(face):
            means.append(FACES_BY_PLACE[colour][place - 1] if 1 <= place <= LAST_PLACE else face)
        else:
            means.append(None)
            misfits.append(at)
    return RunFit(colour, start, tuple(means), tuple(misfits))


def _run(tiles: tuple[Tile, ...], seen: Faces, options: Options) -> Meld | Refusal:
    """Rule 1.2: a run is of one colour, on consecutive places within 1..14, with at most `max_wild` wild tiles."""
    best = _best_fit(seen)
    if best is None:
        wild = tuple(tile for tile, face in zip(tiles, seen, strict=True) if face == JOKER)
        return Refusal(Code.TOO_MANY_WILDS, wild, (options.number("max_wild"),))
    if best.misfits or not best.is_inside:
        return _why_no_run(tiles, seen, best)
    wild = tuple(tile for tile, face in zip(tiles, best.means, strict=True) if face is not None)
    refused = _wild_refusal(wild, options)
    if refused:
        return refused
    if len(tiles) == LAST_PLACE and best.means[0] is best.means[-1] is None and not options.flag("ace_both_ends"):
        return Refusal(Code.ACE_BOTH_ENDS, (tiles[0], tiles[-1]))
    return Meld(Kind.RUN, tiles, best.means)


def _best_fit(seen: Faces) -> RunFit | None:
    """Find the start and colour that most tiles fit; None when every tile is a joker."""
    best: RunFit | None = None
    for colour, start in _starts(seen):
        found = fit_run(seen, colour, start)
        if not found.misfits and found.is_inside and found.wilds <= 1:
            return found
        if best is None or _rank(found) > _rank(best):
            best = found
    return best


def _rank(found: RunFit) -> tuple[bool, int, int]:
    return found.is_inside, -len(found.misfits), -found.wilds


def _starts(seen: Faces) -> list[tuple[Colour, int]]:
    """List the colours and starts that put at least one tile at its own place, without repeats, in order."""
    found: list[tuple[Colour, int]] = []
    for at, face in enumerate(seen):
        if face.colour is not None:
            starts = (1 - at, LAST_PLACE - at) if face.number == 1 else (face.number - at,)
            found += [(face.colour, start) for start in starts if (face.colour, start) not in found]
    return found


def _why_no_run(tiles: tuple[Tile, ...], seen: Faces, best: RunFit) -> Refusal:
    """Say what keeps tiles from being a run: another colour, a step past the one after thirteen, a gap."""
    foreign = tuple(
        tiles[at] for at, face in enumerate(seen) if not is_wild_face(face) and face.colour is not best.colour
    )
    if foreign:
        return Refusal(Code.NOT_ONE_COLOUR, foreign)
    numbers = [face.number for face in seen]
    past_the_one = (13, 1) in pairwise(numbers)
    if not best.is_inside or (past_the_one and numbers[-1] != 1):
        return Refusal(Code.NO_WRAP, tiles)
    return Refusal(Code.NOT_CONSECUTIVE, tuple(tiles[at] for at in best.misfits))


def extension_refusal(old: Meld, new: Meld, faces: Faces) -> Refusal | None:
    """Rule 1.3: an extended set keeps every tile, its kind, and each natural one at its end."""
    kept = set(new.tiles)
    gone = tuple(tile for tile in old.tiles if tile not in kept)
    if gone:
        return Refusal(Code.TILE_LEFT_SET, gone)
    if new.kind is not old.kind:
        return Refusal(Code.KIND_CHANGED, new.tiles, (old.kind.value,))
    if old.kind is Kind.RUN:
        moved = tuple(
            tile
            for at, tile in enumerate(old.tiles)
            if faces[tile].number == 1 and (at == 0) != (new.tiles.index(tile) == 0)
        )
        if moved:
            return Refusal(Code.ACE_MOVED, moved)
    return None


def is_canasta(meld: Meld) -> bool:
    """Rule 1.2: a set of seven tiles or more."""
    return len(meld.tiles) >= CANASTA


def is_pure(meld: Meld) -> bool:
    """Rule 1.2: a set without a wild tile, as it lies now."""
    return not any(meld.stands_for)


def arrangements(tiles: tuple[Tile, ...], faces: Faces, options: Options) -> tuple[Meld, ...]:
    """Return every set these tiles form in some order, each once; a wild tile at a free end may stand at either.

    Tiles of one face are not told apart: they keep ascending order.
    """
    ordered = tuple(sorted(tiles, key=lambda tile: (faces[tile].code, tile)))
    group = read_as(Kind.GROUP, ordered, faces, options)
    if isinstance(group, Meld):
        return (group,)
    if len(tiles) > LAST_PLACE:
        return ()
    found: dict[tuple[Tile, ...], Meld] = {}
    for colour in _colours_of(ordered, faces):
        for start in range(1, LAST_PLACE + 2 - len(tiles)):
            for order in _orders(ordered, faces, colour, start):
                meld = read_as(Kind.RUN, order, faces, options)
                if isinstance(meld, Meld):
                    found[meld.tiles] = meld
    return tuple(found.values())


def _colours_of(tiles: tuple[Tile, ...], faces: Faces) -> tuple[Colour, ...]:
    """Return the one colour these tiles can be a run of, if there is one."""
    plain = [faces[tile].colour for tile in tiles if not is_wild_face(faces[tile])]
    return tuple([colour for colour in COLOURS if plain and plain.count(colour) == len(plain)])


def _orders(tiles: tuple[Tile, ...], faces: Faces, colour: Colour, start: int) -> list[tuple[Tile, ...]]:
    """Put tiles on the places of a run; where all fourteen are filled, a lone one may stand at either end."""
    order = _fill(tiles, faces, colour, start)
    if order is None:
        return []
    if len(order) == LAST_PLACE and faces[order[0]] != faces[order[-1]]:
        return [order, ends_exchanged(order)]
    return [order]


def ends_exchanged(tiles: tuple[Tile, ...]) -> tuple[Tile, ...]:
    """Return tiles with the first and the last in each other's place."""
    return (tiles[-1], *tiles[1:-1], tiles[0])


def _fill(tiles: tuple[Tile, ...], faces: Faces, colour: Colour, start: int) -> tuple[Tile, ...] | None:
    """Put tiles on the places of a run that starts here, naturals first; None if more than a wild tile is left over."""
    left = list(tiles)
    order: list[Tile | None] = []
    for place in range(start, start + len(tiles)):
        natural = next((tile for tile in left if is_natural_at(faces[tile], colour, place)), None)
        order.append(natural)
        if natural is not None:
            left.remove(natural)
    if len(left) > 1 or not all(is_wild_face(faces[tile]) for tile in left):
        return None
    return tuple(left[0] if tile is None else tile for tile in order)
