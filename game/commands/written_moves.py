"""Resolves written moves to tiles of the position they are judged in.

A tile without its letter may be either twin. The first reading takes tiles of the set, or the rack, in their order;
if it matters which twin is where, the other readings follow.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from game.session.position import WrittenPosition
from game.session.tile_box import tile_with_letter, tiles_with_face
from game.table.faces import JOKER, Face
from game.table.melds import Meld
from game.table.moves import Attempt, Close, Extend, Move, Rearrange
from game.table.notation import Piece, WrittenMove, make_move
from game.table.tiles import Tile

MAX_TWIN_PAIRS = 8  # each pair doubles the readings


def possible_readings(position: WrittenPosition, written: WrittenMove) -> Iterator[Move]:
    """Yield the possible readings of a written move, the simplest first."""
    first = _resolve(position, written)
    yield first
    if isinstance(first, Extend):
        for (meld,) in _with_twins_exchanged(position, written, (first.meld,), ()):
            yield replace(first, meld=meld)
    if isinstance(first, Rearrange | Attempt | Close):
        for sets in _with_twins_exchanged(position, written, first.sets, first.played):
            yield replace(first, sets=sets)


def _with_twins_exchanged(
    position: WrittenPosition, written: WrittenMove, sets: tuple[Meld, ...], played: tuple[Tile, ...]
) -> Iterator[tuple[Meld, ...]]:
    """Yield the sets with twins exchanged, in every combination but the given one."""
    pairs = _twin_pairs(position, written, sets, played)[:MAX_TWIN_PAIRS]
    for combination in list(product((False, True), repeat=len(pairs)))[1:]:
        other: dict[Tile, Tile] = {}
        for (one, two), exchange in zip(pairs, combination, strict=True):
            if exchange:
                other |= {one: two, two: one}
        yield tuple(replace(meld, tiles=tuple(other.get(tile, tile) for tile in meld.tiles)) for meld in sets)


def _twin_pairs(
    position: WrittenPosition, written: WrittenMove, sets: tuple[Meld, ...], played: tuple[Tile, ...]
) -> list[tuple[Tile, Tile]]:
    """Find unlettered twins whose positions matter, for who played them or where a joker came from."""
    placed: dict[Face, list[Tile]] = {}
    for pieces, meld in zip(written.sets, sets, strict=True):
        for piece, tile in zip(pieces, meld.tiles, strict=True):
            placed.setdefault(piece.face, []).extend([] if piece.copy else [tile])
    with_jokers = [tile for meld in position.table.melds if meld.wild_tiles for tile in meld.tiles]
    return [
        (tiles[0], tiles[1])
        for face, tiles in sorted(placed.items(), key=lambda item: item[0].code)
        if len(set(tiles)) == 2
        and (face == JOKER or (tiles[0] in played) != (tiles[1] in played) or not played
             or any(tile in with_jokers for tile in tiles))
    ]  # fmt: skip


def _resolve(position: WrittenPosition, written: WrittenMove) -> Move:
    """Resolve a written move's tiles: in the set it extends, then in the mover's rack, then anywhere."""
    table = position.table
    rack = table.rack
    if written.verb == "take":
        named = _find(position, written.pieces or (), table.pile) or table.pile
        whole = sorted(named) == sorted(table.pile)  # the order of a taken pile does not matter
        return make_move(written, table.pile if whole else named, (), ())
    if written.verb == "extend":
        index = _set_index(position, written.target)
        old = table.melds[index].tiles if index < len(table.melds) else ()
        tiles = _find(position, written.sets[0], (*old, *rack))
        return make_move(replace(written, target=index), (), (_meld(position, written.sets[0], tiles),), ())
    if written.verb in {"play", "attempt", "close"}:
        return _resolve_play(position, written)
    tiles = _find(position, written.pieces or (), rack)
    melds = tuple(_meld(position, pieces, _find(position, pieces, rack)) for pieces in written.sets)
    return make_move(written, tiles, melds, ())


def _set_index(position: WrittenPosition, target: int) -> int:
    """Return the index of a set by its name; new sets continue the names."""
    name = f"m{target + 1}"
    return position.set_names.index(name) if name in position.set_names else max(target, len(position.set_names))


def _find(position: WrittenPosition, pieces: tuple[Piece, ...], first: tuple[Tile, ...]) -> tuple[Tile, ...]:
    """Find each tile, preferring those in `first`, in order; a lettered one is exact, wherever it is."""
    taken: list[Tile] = []
    for piece in pieces:
        same = tiles_with_face(position.faces, piece.face)
        if piece.copy:
            taken.append(tile_with_letter(position.faces, piece))
            continue
        near = [tile for tile in first if tile in same]
        taken.append(next((tile for tile in [*near, *same] if tile not in taken), same[0]))
    return tuple(taken)


def _meld(position: WrittenPosition, pieces: tuple[Piece, ...], tiles: tuple[Tile, ...]) -> Meld:
    means = tuple(piece.means for piece in pieces)
    return position.rules.read_meld(tiles, means, position.faces, position.table.options)


def _resolve_play(position: WrittenPosition, written: WrittenMove) -> Move:
    """Resolve a whole new table: unchanged sets first, then the rest, each tile once."""
    table = position.table
    lying = tuple(tile for meld in table.melds for tile in meld.tiles)
    own = (*table.rack, table.closing) if written.verb == "close" else table.rack
    shown = _find(position, written.pieces, own) if written.pieces is not None else None
    left = [*lying, *(own if shown is None else shown)]
    found: dict[int, tuple[Tile, ...]] = {}
    for whole in (True, False):
        for at, pieces in enumerate(written.sets):
            if at in found:
                continue
            tiles = _same_set(position, pieces, left) if whole else _find(position, pieces, tuple(left))
            if tiles is not None:
                found[at] = tiles
                left = [tile for tile in left if tile not in tiles]
    sets = tuple(_meld(position, pieces, found[at]) for at, pieces in enumerate(written.sets))
    if shown is None:
        shown = tuple(tile for at in range(len(sets)) for tile in found[at] if tile not in lying)
    return make_move(written, shown, sets, ())


def _same_set(position: WrittenPosition, pieces: tuple[Piece, ...], left: list[Tile]) -> tuple[Tile, ...] | None:
    """Return the tiles of an existing set exactly as written; None if there is none left."""
    for meld in position.table.melds:
        faces = [position.faces[tile] for tile in meld.tiles]
        letters = all(
            not piece.copy or tile_with_letter(position.faces, piece) == tile
            for piece, tile in zip(pieces, meld.tiles, strict=False)
        )
        if faces == [piece.face for piece in pieces] and letters and all(tile in left for tile in meld.tiles):
            return meld.tiles
    return None
