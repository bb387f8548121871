"""The whole number of a move that the rules know: the way back from `view.move_of`."""

from __future__ import annotations

from game.playout.dead_hand import moves as known
from game.playout.dead_hand.view import run_start
from game.playout.faces import number_of
from game.rules.dead_hand_refusals import group_number
from game.table.faces import Face
from game.table.melds import Kind, Meld
from game.table.moves import Discard, Draw, Extend, Keep, LayMeld, Move, Redraw, Stop, TakePile
from game.table.state import without
from game.table.tiles import Tile
from game.table.view import View

SIMPLE: dict[type[Move], int] = {
    Draw: known.DRAW_TILE,
    Keep: known.KEEP_TILE,
    Redraw: known.REDRAW_TILE,
    Stop: known.STOP_ROUND,
    TakePile: known.TAKE_PILE,
}


def number_of_move(view: View, made: Move) -> int:
    """Return the core's number of a move of the rules."""
    if type(made) in SIMPLE:
        return SIMPLE[type(made)]
    if isinstance(made, Discard):
        return known.throw_move(number_of(view.faces[made.tile]))
    if not isinstance(made, LayMeld | Extend):
        raise TypeError(f"the core has no {made}")
    target = known.NEW if isinstance(made, LayMeld) else made.index
    old = () if isinstance(made, LayMeld) else view.table.melds[made.index].tiles
    return _number_of_set(target, made.meld, old, view.faces)


def _number_of_set(target: int, meld: Meld, old: tuple[Tile, ...], faces: tuple[Face, ...]) -> int:
    wild_at = next((at for at, means in enumerate(meld.stands_for) if means is not None), -1)
    wild = number_of(faces[meld.tiles[wild_at]]) if wild_at >= 0 else 0
    if meld.kind is Kind.RUN:
        low, row = run_start(meld, faces)
        return known.run_move(target, row, low, low + len(meld) - 1, wild, low + wild_at if wild else 0)
    new = without(meld.tiles, old)
    added = 0
    for tile in new:
        if wild_at < 0 or tile != meld.tiles[wild_at]:
            added += 1 << (number_of(faces[tile]) >> 4 << 1)
    more = wild if wild and meld.tiles[wild_at] in new else 0
    return known.group_move(target, group_number(meld, faces), added, more)
