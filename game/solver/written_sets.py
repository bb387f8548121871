"""Reads tiles and sets as text: R5, *, and a joker with what it stands for: *=R7 in a run, *=7 in a group."""

from __future__ import annotations

from collections.abc import Sequence

from game.solver.counts import LAST_NUMBER
from game.solver.packed_sets import PackedSet, Placed
from game.table.faces import JOKER, Face, parse_face
from game.table.kinds import Kind


def read_tile(word: object) -> Face:
    """Read a tile of the open-table games; raise ValueError for anything else."""
    if not isinstance(word, str):
        raise ValueError(f"{word!r} is not a tile; write it like R5, or * for a joker")
    face = parse_face(word)
    if face != JOKER and (face.colour is None or not 1 <= face.number <= LAST_NUMBER):
        raise ValueError(f"'{word}' is no tile that can be packed; write it like R5, or * for a joker")
    return face


def read_written_set(words: object, *, one_after_13: bool = False) -> PackedSet:
    """Read one set; raise ValueError if it is not valid, or ambiguous because its jokers do not say what they are."""
    if not isinstance(words, list):
        raise ValueError("a table is either all loose tiles or all sets, each a list of tiles")
    pairs = [_read_word(word) for word in words]
    found = [laid for laid in (_as_group(pairs), _as_run(pairs, LAST_NUMBER + one_after_13)) if laid is not None]
    written = f"[{' '.join(map(str, words))}]"
    if not found:
        raise ValueError(f"{written} is no set; a run is written low to high")
    if len(found) > 1:
        raise ValueError(f"{written} may be a group or a run; say what the jokers stand for, like *=7 or *=R7")
    return found[0]


DeclaredTile = tuple[Face, Face | None]


def _read_word(word: object) -> DeclaredTile:
    """Read a tile of a set and what it is declared to stand for."""
    if isinstance(word, str) and word.startswith("*="):
        return JOKER, parse_face(word[2:])
    return read_tile(word), None


def _as_group(pairs: Sequence[DeclaredTile]) -> PackedSet | None:
    naturals = [face for face, _said in pairs if face != JOKER]
    numbers = {face.number for face in naturals}
    if not 3 <= len(pairs) <= 4 or len(numbers) != 1 or len(set(naturals)) < len(naturals):
        return None
    meant = Face(None, naturals[0].number)
    if any(said not in (None, meant) for _face, said in pairs):
        return None
    return PackedSet(Kind.GROUP, tuple(Placed(face, meant if face == JOKER else face) for face, _said in pairs))


def _as_run(pairs: Sequence[DeclaredTile], last: int) -> PackedSet | None:
    """Read a run; a one may lie at number 14 if `last` is 14."""
    anchor = next(((place, face) for place, (face, _said) in enumerate(pairs) if face != JOKER), None)
    if anchor is None or len(pairs) < 3:
        return None
    colour, number = anchor[1].colour, anchor[1].number
    for first in (number - anchor[0], last - anchor[0]) if number == 1 else (number - anchor[0],):
        if first >= 1 and first + len(pairs) - 1 <= last:
            places = [Face(colour, first + place) for place in range(len(pairs))]
            if all(_fits(pair, place) for pair, place in zip(pairs, places, strict=True)):
                tiles = [
                    Placed(face, place if face == JOKER else face)
                    for (face, _), place in zip(pairs, places, strict=True)
                ]
                twins = len(pairs) > LAST_NUMBER and pairs[0][0] == pairs[-1][0] == JOKER
                return None if twins else PackedSet(Kind.RUN, tuple(tiles))
    return None


def _fits(pair: DeclaredTile, place: Face) -> bool:
    """Return whether a tile, with what it is declared to stand for, may lie at a place of a run."""
    face, said = pair
    if face == JOKER:
        return said in (None, place)
    return face.colour is place.colour and face.number == (1 if place.number > LAST_NUMBER else place.number)
