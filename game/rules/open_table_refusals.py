"""What a player of an open-table game may do, and when: one check for each move. Rules 2.2 to 2.5, 5 and 6.

`refusal` and `own_refusal` run the same checks, one with the public faces, the other with the mover's own. A play names
and shows every tile it needs, so all that only the mover can check is whether those faces are the true ones.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from game.rules.open_table_laws import OpenTableLaws
from game.rules.open_table_play import form_refusal, play_refusal
from game.rules.open_table_sets import Faces
from game.rules.public import shown_refusal, unknown_tile_refusal
from game.table.moves import Attempt, Close, Draw, Move, Pass, Rearrange, Timeout
from game.table.refusals import Code, Refusal
from game.table.state import Phase, Table, with_faces, without
from game.table.tiles import NO_TILE, TILE_DECK
from game.table.view import View


def refusal(laws: OpenTableLaws, table: Table, move: Move) -> Refusal | None:
    """Rule 9.1: say why everybody can see that a move is not allowed."""
    return (
        unknown_tile_refusal(table, move)
        or _refusal(laws, table, move, with_faces(table.faces, move.shown))
        or shown_refusal(TILE_DECK, table, move)
    )


def own_refusal(laws: OpenTableLaws, view: View, move: Move) -> Refusal | None:
    """Rule 9.2: say why the mover, who knows the whole rack, may not make a move."""
    return _refusal(laws, view.table, move, view.faces)


def refusal_of_version_1(laws: OpenTableLaws, table: Table, move: Move) -> Refusal | None:
    """Decision D56: say why a move may not be made by version 1 of the rules."""
    return refusal(_laws_of_version_1(laws, move), table, move)


def own_refusal_of_version_1(laws: OpenTableLaws, view: View, move: Move) -> Refusal | None:
    """Say why the mover may not make a move by version 1 of the rules."""
    return own_refusal(_laws_of_version_1(laws, move), view, move)


def _laws_of_version_1(laws: OpenTableLaws, move: Move) -> OpenTableLaws:
    """Decision D56: return the laws for a move of an old log.

    What it allows version 1 refused, and so accepted as an attempt; every play it accepted is allowed today.
    """
    return replace(laws, frees_in_place=False) if isinstance(move, Attempt) else laws


def _refusal(laws: OpenTableLaws, table: Table, move: Move, faces: Faces) -> Refusal | None:
    if table.phase is Phase.ROUND_END:
        return Refusal(Code.ROUND_OVER, cites="2.5")
    if type(move) not in laws.moves:
        return Refusal(Code.NOT_IN_THIS_GAME, cites="2.5")
    return _CHECKS[type(move)](laws, table, move, faces)


def _draw_refusal(_laws: OpenTableLaws, table: Table, _move: Draw, _faces: Faces) -> Refusal | None:
    if table.phase is Phase.PLAY and table.turn.drew != NO_TILE:
        return Refusal(Code.ALREADY_DRAWN, cites="2.5")
    return None if table.stock else Refusal(Code.STOCK_EMPTY, cites="2.5")


def _draw_first_refusal(laws: OpenTableLaws, table: Table) -> Refusal | None:
    """Rule 2.5: where a turn begins by drawing, nothing else comes first while the stock lasts."""
    due = laws.draws_first and table.phase is Phase.TURN and table.stock
    return Refusal(Code.DRAW_FIRST, cites="2.5") if due else None


def _pass_refusal(laws: OpenTableLaws, table: Table, _move: Pass, _faces: Faces) -> Refusal | None:
    if table.stock and not laws.draws_first:
        return Refusal(Code.PASS_WITH_STOCK, args=(len(table.stock),))
    return _draw_first_refusal(laws, table)


def _play_refusal(laws: OpenTableLaws, table: Table, move: Rearrange, faces: Faces) -> Refusal | None:
    """Rule 2.2: a play."""
    return (
        _draw_first_refusal(laws, table)
        or form_refusal(table, move.played, move.sets, table.rack)
        or play_refusal(laws, table, move.played, move.sets, faces)
    )


def _attempt_refusal(laws: OpenTableLaws, table: Table, move: Attempt, faces: Faces) -> Refusal | None:
    """Decision D28: an attempt is a well-formed play that the rules refuse; without a penalty there is no such move."""
    if not table.options.number("invalid_penalty"):
        return Refusal(Code.ATTEMPT_FREE)
    refused = _draw_first_refusal(laws, table) or form_refusal(table, move.played, move.sets, table.rack)
    if refused is not None:
        return refused
    legal = play_refusal(laws, table, move.played, move.sets, faces) is None
    return Refusal(Code.ATTEMPT_LEGAL) if legal else None


def _close_refusal(laws: OpenTableLaws, table: Table, move: Close, faces: Faces) -> Refusal | None:
    """Rule 5 and decision D22: the closing tile and the whole rack, in one legal play, at the right moment."""
    if table.closing == NO_TILE:
        return Refusal(Code.NO_CLOSING_TILE)
    if table.options.word("closing_tile") == "after_draw":
        late = Refusal(Code.CLOSE_BEFORE_PLAYING) if table.turn.plays else None
        refused = _draw_first_refusal(laws, table) or late
    else:
        refused = Refusal(Code.CLOSE_BEFORE_DRAWING) if table.phase is Phase.PLAY else None
    if refused is not None:
        return refused
    if table.closing not in move.played:
        return Refusal(Code.CLOSING_TILE_UNUSED, (table.closing,))
    left = without(table.rack, move.played)
    if left:
        return Refusal(Code.CLOSE_LEAVES_TILES, left)
    return form_refusal(table, move.played, move.sets, (*table.rack, table.closing)) or play_refusal(
        laws, table, move.played, move.sets, faces
    )


def _timeout_refusal(_laws: OpenTableLaws, table: Table, _move: Timeout, _faces: Faces) -> Refusal | None:
    """Rule 10, time: only a table with a clock can declare a turn over."""
    return None if table.options.number("turn_seconds") else Refusal(Code.NO_CLOCK)


_CHECKS: dict[type[Move], Callable[..., Refusal | None]] = {
    Draw: _draw_refusal,
    Pass: _pass_refusal,
    Rearrange: _play_refusal,
    Attempt: _attempt_refusal,
    Close: _close_refusal,
    Timeout: _timeout_refusal,
}
