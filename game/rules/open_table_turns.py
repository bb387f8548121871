"""What a move of an open-table game does to the table, and how a round is dealt. Rule 2.5, sections 5 and 6."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from game.rules.open_table_laws import HAND_TILES, OpenTableLaws, closing_tile, next_seat, opened_tiles
from game.table.faces import HIDDEN
from game.table.moves import Attempt, Close, Draw, Move, Pass, Rearrange, ShownFaces, Timeout
from game.table.options import Options
from game.table.state import Ending, Outcome, Phase, Table, Turn, without
from game.table.tiles import NO_TILE, TILE_DECK, Tile
from game.table.view import View


def deal(
    laws: OpenTableLaws,
    options: Options,
    round_no: int,
    coin: int,
    last: Table | None,
    totals: tuple[int, ...],
    shown: ShownFaces,
) -> Table:
    """Make a round's first table: racks by seat, then the stock, and the closing tile if the game has one."""
    seats = options.number("players")
    starter = laws.starting_seat(options, coin, last)
    up = opened_tiles(options)
    tiles = without(tuple([Tile(at) for at in range(len(TILE_DECK))]), up)
    table = Table(
        game=laws.key,
        options=options,
        seats=seats,
        sides=seats,
        round=round_no,
        starter=starter,
        phase=Phase.TURN,
        to_move=starter,
        racks=tuple(tiles[seat * HAND_TILES : (seat + 1) * HAND_TILES] for seat in range(seats)),
        melds=(),
        owners=(),
        pile=(),
        stock=tiles[seats * HAND_TILES :],
        dead=(),
        dead_by=(),
        idle_dead=(),
        faces=(HIDDEN,) * len(TILE_DECK),
        opened=(False,) * seats,
        closing=closing_tile(options),
        turn=Turn(),
        stall=0,
        passes=0,
        outcome=None,
        totals=totals,
    )
    return table.with_shown_faces(shown)


def apply(laws: OpenTableLaws, table: Table, move: Move) -> Table:
    """Return the table after a move that nobody refused."""
    return _APPLY[type(move)](laws, table.with_shown_faces(move.shown), move)


def _draw(laws: OpenTableLaws, table: Table, _move: Draw) -> Table:
    """Rule 2.5: drawing a tile begins the turn, or is the whole turn."""
    if laws.draws_first:
        return table.with_fields(phase=Phase.PLAY, turn=Turn(drew=table.stock[0]), **_draw_changes(table, 1))
    return _end_turn(table, idle=False, **_draw_changes(table, 1))


def _draw_changes(table: Table, count: int) -> dict[str, Any]:
    """Return the changes that move `count` tiles, or all that are left, from the stock to the mover's rack."""
    racks = table.with_rack(table.to_move, (*table.rack, *table.stock[:count]))
    return {"racks": racks, "stock": table.stock[count:]}


def _pass(_laws: OpenTableLaws, table: Table, _move: Pass) -> Table:
    return _end_turn(table, idle=_began_without_stock(table))


def _play(_laws: OpenTableLaws, table: Table, move: Rearrange | Close) -> Table:
    """Rules 2.2, 2.3 and 2.5: lay the sets; an empty rack ends the round, an opening may allow a second play (D19)."""
    opening = not table.opened[table.to_move]
    opened = tuple(has or seat == table.to_move for seat, has in enumerate(table.opened))
    rest = without(table.rack, move.played)
    laid: dict[str, Any] = {
        "melds": move.sets,
        "racks": table.with_rack(table.to_move, rest),
        "opened": opened,
        "closing": NO_TILE if isinstance(move, Close) else table.closing,
    }
    turn = replace(table.turn, laid=True, plays=table.turn.plays + 1)
    if not rest:
        out = Outcome(Ending.OUT, table.to_move)
        return table.with_fields(phase=Phase.ROUND_END, outcome=out, turn=turn, passes=0, **laid)
    if opening and table.options.flag("open_then_manipulate"):
        return table.with_fields(phase=Phase.PLAY, turn=turn, passes=0, **laid)
    return _end_turn(table, idle=False, **laid)


def _attempt(_laws: OpenTableLaws, table: Table, _move: Attempt) -> Table:
    """Decision D28: the tiles go back to the rack, the penalty is drawn, the turn is over."""
    idle = _began_without_stock(table)
    return _end_turn(table, idle=idle, **_draw_changes(table, table.options.number("invalid_penalty")))


def _timeout(laws: OpenTableLaws, table: Table, _move: Timeout) -> Table:
    """Rule 10, time: a tile is drawn if none was yet, and the turn is over."""
    idle = _began_without_stock(table)
    to_draw = table.phase is Phase.TURN or not laws.draws_first
    return _end_turn(table, idle=idle, **(_draw_changes(table, 1) if to_draw else {}))


def _began_without_stock(table: Table) -> bool:
    """Rule 2.5: whether the stock was empty when this turn began."""
    return not table.stock and table.turn.drew == NO_TILE


def _end_turn(table: Table, *, idle: bool, **changes: Any) -> Table:
    """Rule 2.5: end the round after a turn of each seat without a play or a draw; else begin the next turn."""
    passes = table.passes + 1 if idle and not table.turn.plays else 0
    if passes >= table.seats:
        return table.with_fields(phase=Phase.ROUND_END, outcome=Outcome(Ending.PASSED), passes=passes, **changes)
    return table.with_fields(phase=Phase.TURN, to_move=next_seat(table), turn=Turn(), passes=passes, **changes)


_APPLY: dict[type[Move], Callable[..., Table]] = {
    Draw: _draw,
    Pass: _pass,
    Rearrange: _play,
    Attempt: _attempt,
    Close: _play,
    Timeout: _timeout,
}


def time_out(laws: OpenTableLaws, view: View) -> Move:
    """Rule 10, time: return the next move that is made for a player whose time has run out."""
    may_draw = view.table.stock and (view.table.phase is Phase.TURN or not laws.draws_first)
    return Draw() if may_draw else Pass()
