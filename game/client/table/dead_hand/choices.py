"""The possible moves at a dead-hand game: the draws, new sets, additions and discards that the rules allow."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.bots.dead_hand_bot import legal_lays
from game.client.table.advice.choices import MoveGroup, PossibleMove, sort_moves
from game.rules.registry import rules_of
from game.table.melds import Kind
from game.table.moves import Discard, Draw, Extend, Keep, Redraw, Stop, TakePile

if TYPE_CHECKING:
    from game.client.table.dead_hand.turn import DeadHandTurn
    from game.table.moves import LayMeld
    from game.table.tiles import Tile
    from game.table.view import View


def possible_moves(turn: DeadHandTurn) -> tuple[PossibleMove, ...]:
    """Return every possible move; of tiles with the same face only one is listed."""
    view = turn.view
    if not view.must_decide:
        return ()
    pile = view.table.pile
    plain = (("draw", Draw(), ()), ("take", TakePile(pile), pile), ("stop", Stop(), ()), ("keep", Keep(), _drew(view)))
    found = [
        PossibleMove(MoveGroup.TURN, code, move, tiles) for code, move, tiles in plain if turn.legal_moves.allows(move)
    ]
    if turn.legal_moves.allows(Redraw()):
        found.append(PossibleMove(MoveGroup.TURN, "redraw", Redraw(), _drew(view)))
    if turn.can_play:
        found += [_laid(view, move) for move in legal_lays(view) if turn.legal_moves.allows(move)]
        found += [
            PossibleMove(MoveGroup.THROW, "throw", Discard(tile), (tile,))
            for tile in _one_of_each(view)
            if turn.legal_moves.allows(Discard(tile))
        ]
    return sort_moves(found)


def _laid(view: View, move: LayMeld | Extend) -> PossibleMove:
    rules = rules_of(view.table.game)
    there = view.table.melds[move.index].tiles if isinstance(move, Extend) else ()
    own = tuple(tile for tile in move.meld.tiles if tile not in there)
    points = rules.rack_points(view.faces[tile] for tile in own)
    if isinstance(move, Extend):
        return PossibleMove(MoveGroup.ADD, "add" if own else "slide", move, own, there, points)
    code = "run" if move.meld.kind is Kind.RUN else "group"
    return PossibleMove(MoveGroup.LAY, code, move, own, (), points)


def _drew(view: View) -> tuple[Tile, ...]:
    drew = view.table.turn.drew
    return (drew,) if drew in view.rack else ()


def _one_of_each(view: View) -> list[Tile]:
    kept = {view.faces[tile].code: tile for tile in reversed(view.rack)}
    return sorted(kept.values(), key=lambda tile: view.faces[tile].code)
