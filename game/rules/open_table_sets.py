"""Sets of the open-table games: groups, runs, and jokers that say what they stand for. Rule 2.1.

Tiles in a given order form at most one group and one run, so `read_as` builds the set and `set_refusal` compares. A
joker in a run stands for a face, number 14 for the one after the thirteen; in a group for a number in any colour.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from game.table.faces import COLOURS, HIDDEN, JOKER, Colour, Face, face_from_code
from game.table.melds import Kind, Meld
from game.table.options import Options
from game.table.refusals import Code, Refusal
from game.table.tiles import Tile

MIN_SET_SIZE = 3
MAX_GROUP_SIZE = 4
LAST_NUMBER = 13
HIGH_ONE_PLACE = 14  # the place of a one after the thirteen, D20
Faces = tuple[Face, ...]
Declared = tuple[Face | None, ...]

_FACES_BY_PLACE = {colour: tuple(Face(colour, place) for place in range(HIGH_ONE_PLACE + 1)) for colour in COLOURS}
_ANY_COLOUR = tuple(Face(None, number) for number in range(LAST_NUMBER + 1))


def last_place(options: Options) -> int:
    """Decision D20: return the last place of a run."""
    return HIGH_ONE_PLACE if options.flag("one_after_13") else LAST_NUMBER


def same_face(face: Face) -> Face:
    """Return the face that is printed: the one after the thirteen is the one."""
    return _FACES_BY_PLACE[face.colour][1] if face.number == HIGH_ONE_PLACE and face.colour is not None else face


def read_as(kind: Kind, tiles: tuple[Tile, ...], faces: Faces, options: Options) -> Meld | Refusal:
    """Rule 2.1: read tiles in this order as a set of this kind, or say why they form none; `faces` by tile id."""
    return _read(kind, tiles, tuple([faces[tile] for tile in tiles]), last_place(options))


def _read(kind: Kind, tiles: tuple[Tile, ...], seen: Faces, last: int) -> Meld | Refusal:
    if len(tiles) < MIN_SET_SIZE:
        return Refusal(Code.TOO_FEW_TILES, tiles, (len(tiles),), "2.1")
    if HIDDEN in seen:
        hidden = [tile for tile, face in zip(tiles, seen, strict=True) if face == HIDDEN]
        return Refusal(Code.FACES_MISSING, tuple(sorted(hidden)))
    if seen.count(JOKER) == len(seen):
        return Refusal(Code.TOO_MANY_WILDS, tiles, (len(tiles) - 1,), "2.1")
    return _group(tiles, seen) if kind is Kind.GROUP else _run(tiles, seen, last)


def set_refusal(meld: Meld, faces: Faces, options: Options) -> Refusal | None:
    """Rule 2.1: say why a set is not valid, by its tiles and by what its jokers are declared to stand for."""
    codes = bytes([faces[tile].code for tile in meld.tiles])
    if _meanings(meld.kind.value, codes, last_place(options)) == meld.stands_for:
        return None
    read = read_as(meld.kind, meld.tiles, faces, options)
    return read if isinstance(read, Refusal) else _misdeclared_refusal(read, meld.stands_for, faces)


@lru_cache(maxsize=1 << 14)  # holds all valid sets and some thousands of invalid ones
def _meanings(kind: str, codes: bytes, last: int) -> Declared | None:
    """Return what faces in this order stand for as a set of this kind; None when they form none."""
    seen = tuple([face_from_code(code) for code in codes])
    read = _read(Kind(kind), tuple([Tile(at) for at in range(len(seen))]), seen, last)
    return read.stands_for if isinstance(read, Meld) else None


def _misdeclared_refusal(read: Meld, said: Declared, faces: Faces) -> Refusal:
    silent = tuple(tile for tile, face in zip(read.tiles, said, strict=False) if face is None and faces[tile] == JOKER)
    if silent:
        return Refusal(Code.JOKER_UNDECLARED, silent)
    meant = tuple(face for tile, face in zip(read.tiles, said, strict=False) if faces[tile] == JOKER)
    twice = tuple(
        tile
        for tile, face in zip(read.tiles, said, strict=False)
        if face is not None and face.colour is not None and meant.count(face) > 1 and faces[tile] == JOKER
    )
    if twice:
        return Refusal(Code.JOKERS_SAME_FACE, twice)
    differs = zip(read.tiles, read.stands_for, said, strict=False)
    return Refusal(Code.WILD_MISDECLARED, tuple(tile for tile, right, told in differs if right != told), cites="2.1")


# Groups


def _group(tiles: tuple[Tile, ...], seen: Faces) -> Meld | Refusal:
    """Rule 2.1: three or four tiles of one number in different colours."""
    numbers = [face.number for face in seen if face != JOKER]
    number = max(numbers, key=lambda one: (numbers.count(one), one))
    strangers = tuple(tile for tile, face in zip(tiles, seen, strict=True) if face.number not in {number, 0})
    if strangers:
        return Refusal(Code.NOT_ONE_NUMBER, strangers, (number,), "2.1")
    twins = tuple(tile for tile, face in zip(tiles, seen, strict=True) if face != JOKER and seen.count(face) > 1)
    if twins:
        return Refusal(Code.COLOUR_TWICE, twins)
    if len(tiles) > MAX_GROUP_SIZE:
        return Refusal(Code.TOO_MANY_TILES, tiles, (MAX_GROUP_SIZE,))
    return Meld(Kind.GROUP, tiles, tuple([_ANY_COLOUR[number] if face == JOKER else None for face in seen]))


def missing_colours(meld: Meld, faces: Faces) -> tuple[Colour, ...]:
    """Return the colours that the natural tiles of a group leave open."""
    present = [faces[tile].colour for tile in meld.tiles]
    return tuple(colour for colour in COLOURS if colour not in present)


# Runs


def _run(tiles: tuple[Tile, ...], seen: Faces, last: int) -> Meld | Refusal:
    """Rule 2.1: one colour, consecutive numbers, nothing before the one and nothing after the last place."""
    colours = [face.colour for face in seen if face.colour is not None]
    colour = max(colours, key=colours.count)
    if len(set(colours)) > 1:
        foreign = tuple(tile for tile, face in zip(tiles, seen, strict=True) if face.colour not in {colour, None})
        return Refusal(Code.NOT_ONE_COLOUR, foreign, cites="2.1")
    starts = [start for start in _starts(seen) if _fits(seen, start, last)]
    if not starts:
        return _why_no_run(tiles, seen)
    start = next((one for one in starts if one >= 1 and one + len(tiles) - 1 <= last), None)
    if start is None:
        return Refusal(Code.NO_WRAP, tiles, cites="D20")
    places = _FACES_BY_PLACE[colour]
    means = tuple([places[start + at] if face == JOKER else None for at, face in enumerate(seen)])
    if len(tiles) == HIGH_ONE_PLACE and means[0] is not None and means[-1] is not None:
        return Refusal(Code.JOKERS_SAME_FACE, (tiles[0], tiles[-1]))
    return Meld(Kind.RUN, tiles, means)


def _starts(seen: Faces) -> list[int]:
    """List the places where a run may start so that its first natural tile lies at its own; a one has two places."""
    at = next(at for at, face in enumerate(seen) if face != JOKER)
    number = seen[at].number
    return [1 - at, HIGH_ONE_PLACE - at] if number == 1 else [number - at]


def _fits(seen: Faces, start: int, last: int) -> bool:
    """Whether every natural tile lies at its own place, a one perhaps after the thirteen."""
    return all(_lies_at(face.number, place, last) for place, face in enumerate(seen, start))


def _lies_at(number: int, place: int, last: int) -> bool:
    """Whether a tile may lie at a place of a run: a joker anywhere, a one perhaps after the thirteen."""
    return not number or number == place or (number == 1 and place == last == HIGH_ONE_PLACE)


def _why_no_run(tiles: tuple[Tile, ...], seen: Faces) -> Refusal:
    """Say what keeps tiles of one colour from being a run: a step from thirteen to one, or a gap."""
    naturals = [(at, face.number) for at, face in enumerate(seen) if face != JOKER]
    for (at, number), (further, after) in pairwise(naturals):
        if after == 1 and number + further - at == HIGH_ONE_PLACE:
            return Refusal(Code.NO_WRAP, tiles, cites="D20")
    first, number = naturals[0]
    strangers = tuple(tiles[at] for at, one in naturals if one - at != number - first)
    return Refusal(Code.NOT_CONSECUTIVE, strangers, cites="2.1")


# Reading what a player wrote or arranged


def possible_sets(tiles: tuple[Tile, ...], said: Declared, faces: Faces, options: Options) -> tuple[Meld, ...]:
    """Return every set that tiles in this order can be: none, one, or a group and a run.

    `said` is what the player declared for each tile, None where nothing; a joker in a group may be said to have one of
    the missing colours, and a numbered tile may be said to be itself.
    """
    said = tuple([None if told == faces[tile] else told for tile, told in zip(tiles, said, strict=True)])
    found = [read_as(kind, tiles, faces, options) for kind in (Kind.GROUP, Kind.RUN)]
    return tuple([meld for meld in found if isinstance(meld, Meld) and _agrees(meld, said, faces)])


def _agrees(meld: Meld, said: Declared, faces: Faces) -> bool:
    """Whether a set agrees with what the player declared, as far as anything was declared."""
    free = [*missing_colours(meld, faces)] if meld.kind is Kind.GROUP else []
    for means, told in zip(meld.stands_for, said, strict=True):
        if told is None:
            continue
        if means is None or same_face(told).number != same_face(means).number:
            return False
        if meld.kind is Kind.RUN and told.colour is not means.colour:
            return False
        if meld.kind is Kind.GROUP and told.colour is not None:
            if told.colour not in free:
                return False
            free.remove(told.colour)
    return True


def read_set(tiles: tuple[Tile, ...], said: Declared, faces: Faces, options: Options) -> Meld | Refusal:
    """Read a set as written, with every joker's meaning filled in; or say why it is invalid or ambiguous."""
    meld = read_written(tiles, said, faces, options)
    return set_refusal(meld, faces, options) or meld


def read_written(tiles: tuple[Tile, ...], said: Declared, faces: Faces, options: Options) -> Meld:
    """Read a set as written; if it is invalid or ambiguous, keep what was declared, so that a refusal can say so."""
    found = possible_sets(tiles, said, faces, options)
    if len(found) == 1:
        return found[0]
    return Meld(likely_kind(tuple([faces[tile] for tile in tiles]), said), tiles, said)


def likely_kind(seen: Faces, said: Declared) -> Kind:
    """Guess the kind meant: one number, or fewer numbers than colours, is a group.

    With a single numbered tile, or none, the declaration decides.
    """
    naturals = [face for face in seen if face.number > 0]
    if len(naturals) > 1:
        numbers, colours = {face.number for face in naturals}, {face.colour for face in naturals}
        return Kind.GROUP if len(numbers) < max(2, len(colours)) else Kind.RUN
    told = [face for face in said if face is not None]
    return Kind.GROUP if told and all(face.colour is None for face in told) else Kind.RUN


def arrangements(tiles: tuple[Tile, ...], faces: Faces, options: Options) -> tuple[Meld, ...]:
    """Return every set these tiles form in some order, each once: the group first, then runs by their start.

    Numbered tiles of one face are not told apart and keep ascending order. Jokers are: each is tracked by its id, so
    both ways of putting two of them are listed.
    """
    ordered = tuple(sorted(tiles, key=lambda tile: (faces[tile] == JOKER, faces[tile].code, tile)))
    group = read_as(Kind.GROUP, ordered, faces, options)
    found = [group] if isinstance(group, Meld) else []
    if len(tiles) < MIN_SET_SIZE or len({faces[tile].colour for tile in tiles} - {None}) != 1:
        return tuple(found)
    last = last_place(options)
    for start in range(1, last + 2 - len(tiles)):
        for order in _fillings(ordered, start, last, faces):
            meld = read_as(Kind.RUN, order, faces, options)
            if isinstance(meld, Meld) and meld not in found:
                found.append(meld)
    return tuple(found)


def _fillings(left: tuple[Tile, ...], place: int, last: int, faces: Faces) -> Iterator[tuple[Tile, ...]]:
    """Yield the orders in which tiles fill the places from this one on."""
    if not left:
        yield ()
        return
    tried: list[Face] = []
    for tile in left:
        face = faces[tile]
        if not _lies_at(face.number, place, last) or (face in tried and face != JOKER):
            continue
        tried.append(face)
        rest = tuple([one for one in left if one != tile])
        for order in _fillings(rest, place + 1, last, faces):
            yield (tile, *order)
