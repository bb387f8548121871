"""The possible moves at a dead-hand game: the draws, new sets, additions and discards that the rules allow."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.bots.dead_hand_bot import open_lays
from game.client.table.advice.choices import OpenMove, Sort, ordered
from game.rules.registry import rules_of
from game.table.melds import Kind
from game.table.moves import Discard, Draw, Extend, Keep, Redraw, Stop, TakePile

if TYPE_CHECKING:
    from game.client.table.dead_hand.turn import DeadHandTurn
    from game.table.moves import LayMeld
    from game.table.tiles import Tile
    from game.table.view import View


def open_moves(turn: DeadHandTurn) -> tuple[OpenMove, ...]:
    """Return every possible move; of tiles with the same face only one is listed."""
    view = turn.view
    if not view.to_decide:
        return ()
    pile = view.table.pile
    plain = (("draw", Draw(), ()), ("take", TakePile(pile), pile), ("stop", Stop(), ()), ("keep", Keep(), _drew(view)))
    found = [OpenMove(Sort.TURN, code, move, tiles) for code, move, tiles in plain if turn.ahead.allows(move)]
    if turn.ahead.allows(Redraw()):
        found.append(OpenMove(Sort.TURN, "redraw", Redraw(), _drew(view)))
    if turn.playing:
        found += [_laid(view, move) for move in open_lays(view) if turn.ahead.allows(move)]
        found += [
            OpenMove(Sort.THROW, "throw", Discard(tile), (tile,))
            for tile in _one_of_each(view)
            if turn.ahead.allows(Discard(tile))
        ]
    return ordered(found)


def _laid(view: View, move: LayMeld | Extend) -> OpenMove:
    rules = rules_of(view.table.game)
    there = view.table.melds[move.index].tiles if isinstance(move, Extend) else ()
    own = tuple(tile for tile in move.meld.tiles if tile not in there)
    points = rules.rack_points(view.faces[tile] for tile in own)
    if isinstance(move, Extend):
        return OpenMove(Sort.ADD, "add" if own else "slide", move, own, there, points)
    code = "run" if move.meld.kind is Kind.RUN else "group"
    return OpenMove(Sort.LAY, code, move, own, (), points)


def _drew(view: View) -> tuple[Tile, ...]:
    drew = view.table.turn.drew
    return (drew,) if drew in view.rack else ()


def _one_of_each(view: View) -> list[Tile]:
    kept = {view.faces[tile].code: tile for tile in reversed(view.rack)}
    return sorted(kept.values(), key=lambda tile: view.faces[tile].code)
