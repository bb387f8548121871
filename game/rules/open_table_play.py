"""A play: tiles laid from the rack, and all sets as the table then lies. Rules 2.2 and 2.3.

`form_refusal` says why a move is no play at all, which costs nothing; `play_refusal` why a play is illegal, which may
cost the penalty of D28.
"""

from __future__ import annotations

from game.rules.open_table_jokers import joker_refusal
from game.rules.open_table_laws import OpenTableLaws
from game.rules.open_table_sets import Faces, same_face, set_refusal
from game.table.faces import HIDDEN, JOKER
from game.table.melds import Kind, Meld
from game.table.refusals import Code, Refusal
from game.table.state import Table, without
from game.table.tiles import Tile

Tiles = tuple[Tile, ...]
Melds = tuple[Meld, ...]


def form_refusal(table: Table, played: Tiles, sets: Melds, rack: Tiles) -> Refusal | None:
    """Rule 2.2 (a): the sets hold some tiles of `rack`, each once, and all tiles of the table."""
    if not played:
        return Refusal(Code.EMPTY_PLAY)
    if table.closing in played and table.closing not in rack:
        return Refusal(Code.CLOSING_TILE_ONLY_CLOSES, (table.closing,))
    foreign = without(played, rack)
    if foreign:
        return Refusal(Code.NOT_IN_RACK, foreign, cites="2.2")
    laid = tuple([tile for meld in sets for tile in meld.tiles])
    for tiles in (played, laid):
        if len(set(tiles)) != len(tiles):
            twice = tuple(dict.fromkeys(tile for tile in tiles if tiles.count(tile) > 1))
            return Refusal(Code.TILE_TWICE, twice, cites="2.2")
    there = tuple([tile for meld in table.melds for tile in meld.tiles])
    for code, tiles in (
        (Code.TABLE_TILE_MISSING, without(there, laid)),
        (Code.PLAYED_NOT_LAID, without(played, laid)),
        (Code.TILE_FROM_NOWHERE, without(laid, (*there, *played))),
    ):
        if tiles:
            return Refusal(code, tiles)
    ragged = tuple(tile for meld in sets if len(meld.tiles) != len(meld.stands_for) for tile in meld.tiles)
    return Refusal(Code.WILD_MISDECLARED, ragged, cites="2.1") if ragged else None


def play_refusal(laws: OpenTableLaws, table: Table, played: Tiles, sets: Melds, faces: Faces) -> Refusal | None:
    """Rules 2.1, 2.3 and 2.4: say why a well-formed play is illegal: its sets, the opening, the jokers."""
    for meld in sets:
        refused = set_refusal(meld, faces, table.options)
        if refused is not None:
            return refused
    return opening_refusal(table, played, sets, faces) or joker_refusal(
        laws, table.melds, sets, played, faces, table.options
    )


def opening_refusal(table: Table, played: Tiles, sets: Melds, faces: Faces) -> Refusal | None:
    """Rule 2.3: a player's first play counts enough, in new sets of the rack alone unless the table may be used."""
    if table.opened[table.to_move]:
        return None
    if not table.options.flag("opening_uses_table"):
        kept = [_contents(meld) for meld in sets]
        touched = tuple([tile for meld in table.melds if _contents(meld) not in kept for tile in meld.tiles])
        if touched:
            return Refusal(Code.OPENING_TOUCHES_TABLE, touched)
    total, least = opening_sum(played, sets, faces), table.options.number("opening_min")
    return Refusal(Code.OPENING_TOO_LOW, tuple(sorted(played)), (total, least)) if total < least else None


def _contents(meld: Meld) -> tuple[Kind, tuple[tuple[Tile, int], ...]]:
    """Return what makes two sets the same: kind, tiles and what each stands for, in whatever order."""
    pairs = zip(meld.tiles, meld.stands_for, strict=True)
    return meld.kind, tuple(sorted((tile, 0 if face is None else face.code) for tile, face in pairs))


def opening_sum(played: Tiles, sets: Melds, faces: Faces) -> int:
    """Rule 2.3: add up what the laid tiles count; a joker counts the number it stands for, if it stands for one."""
    total = 0
    for meld in sets:
        for tile, means in zip(meld.tiles, meld.stands_for, strict=True):
            face = faces[tile] if means is None else same_face(means)
            if tile in played and face not in {JOKER, HIDDEN}:
                total += face.number
    return total
