"""What moves do in a dead-hand game: the deal, the turn table, the dead hand, the ends of a round. Rules 1.4 and 1.5.

`apply` takes only moves that are not refused. At the end of a turn the tests come in this order: dead hand and going
out, then stock end, stalemate and stall.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from game.rules.dead_hand_laws import DEAD_HAND_TILES, SIDES, DeadHandLaws, next_seat, opened_tiles
from game.rules.dead_hand_refusals import own_refusal, refusal
from game.rules.ruleset import starting_seat
from game.table.faces import HIDDEN
from game.table.melds import Meld
from game.table.moves import (
    Discard,
    Draw,
    Extend,
    Keep,
    LayMeld,
    Move,
    Redraw,
    Retract,
    ShownFaces,
    Stop,
    TakePile,
    Timeout,
)
from game.table.options import Options
from game.table.state import NO_SEAT, Ending, Outcome, Phase, Step, Table, Turn, without
from game.table.tiles import NO_TILE, Tile
from game.table.view import View


def deal(
    laws: DeadHandLaws,
    options: Options,
    round_no: int,
    coin: int,
    last: Table | None,
    totals: tuple[int, ...],
    shown: ShownFaces,
) -> Table:
    """Make a round's first table: racks by seat, dead hands, the pile's first tile if any, then the stock."""
    seats = options.number("players")
    starter = starting_seat(options, coin, last)
    hand = laws.hand(options)
    tiles = tuple(Tile(at) for at in range(len(laws.deck)))
    dealt = seats * hand
    pile = opened_tiles(laws, options)
    table = Table(
        game=laws.key,
        options=options,
        seats=seats,
        sides=SIDES,
        round=round_no,
        starter=starter,
        phase=Phase.START_DRAW if laws.privilege else Phase.DRAW,
        to_move=starter,
        racks=tuple(tiles[seat * hand : (seat + 1) * hand] for seat in range(seats)),
        melds=(),
        owners=(),
        pile=pile,
        stock=tiles[dealt + SIDES * DEAD_HAND_TILES + len(pile) :],
        dead=tuple(
            tiles[dealt + side * DEAD_HAND_TILES : dealt + (side + 1) * DEAD_HAND_TILES] for side in range(SIDES)
        ),
        dead_by=(NO_SEAT,) * SIDES,
        idle_dead=(),
        faces=(HIDDEN,) * len(tiles),
        opened=(),
        closing=NO_TILE,
        turn=Turn(),
        stall=0,
        passes=0,
        outcome=None,
        totals=totals,
    )
    return table.with_shown_faces(shown)


def apply(laws: DeadHandLaws, table: Table, move: Move) -> Table:
    """Return the table after a move that nobody refused."""
    return _APPLY[type(move)](laws, table.with_shown_faces(move.shown), move)


def _draw(laws: DeadHandLaws, table: Table, _move: Draw) -> Table:
    choice = laws.privilege and table.phase is Phase.START_DRAW
    return _with_next_tile(table, Phase.START_CHOICE if choice else Phase.PLAY, Turn(drew=table.stock[0]))


def _with_next_tile(table: Table, phase: Phase, turn: Turn) -> Table:
    rack = (*table.rack, table.stock[0])
    return table.with_fields(phase=phase, stock=table.stock[1:], racks=table.with_rack(table.to_move, rack), turn=turn)


def _keep(_laws: DeadHandLaws, table: Table, _move: Keep) -> Table:
    return table.with_fields(phase=Phase.PLAY)


def _redraw(_laws: DeadHandLaws, table: Table, _move: Redraw) -> Table:
    thrown = table.turn.drew
    racks = table.with_rack(table.to_move, without(table.rack, (thrown,)))
    table = table.with_fields(racks=racks, pile=(*table.pile, thrown))
    return _with_next_tile(table, Phase.PLAY, Turn(drew=table.stock[0], redrawn=True))


def _take(_laws: DeadHandLaws, table: Table, _move: TakePile) -> Table:
    racks = table.with_rack(table.to_move, (*table.rack, *table.pile))
    return table.with_fields(phase=Phase.PLAY, racks=racks, pile=(), turn=Turn(took=table.pile))


def _stop(_laws: DeadHandLaws, table: Table, _move: Stop) -> Table:
    return _ended(table, Outcome(Ending.STOPPED))


def _lay(_laws: DeadHandLaws, table: Table, move: LayMeld) -> Table:
    step = Step(len(table.melds), None, move.meld.tiles)
    return _after_laying(table, step, (*table.melds, move.meld), (*table.owners, table.mover_side))


def _extend(_laws: DeadHandLaws, table: Table, move: Extend) -> Table:
    old = table.melds[move.index]
    step = Step(move.index, old, without(move.meld.tiles, old.tiles))
    melds = (*table.melds[: move.index], move.meld, *table.melds[move.index + 1 :])
    return _after_laying(table, step, melds, table.owners)


def _after_laying(table: Table, step: Step, melds: tuple[Meld, ...], owners: tuple[int, ...]) -> Table:
    """Rule 1.5: who empties the rack by laying takes the dead hand and plays on, or has gone out."""
    rack = without(table.rack, step.tiles)
    # A slide, an extension without a tile, is no step to take back: it would give none to discard.
    last = step if step.tiles else table.turn.last
    turn = replace(table.turn, laid=table.turn.laid or bool(step.tiles), last=last)
    table = table.with_fields(melds=melds, owners=owners, racks=table.with_rack(table.to_move, rack), turn=turn)
    if rack:
        return table
    if table.dead[table.mover_side]:
        return _take_dead_hand(table)
    return _ended(table, Outcome(Ending.OUT, table.to_move))


def _take_dead_hand(table: Table) -> Table:
    """Rule 1.5: the dead hand becomes the rack; what was laid before cannot be taken back any more."""
    side = table.mover_side
    return table.with_fields(
        racks=table.with_rack(table.to_move, table.dead[side]),
        dead=tuple(() if one == side else hand for one, hand in enumerate(table.dead)),
        dead_by=tuple(table.to_move if one == side else seat for one, seat in enumerate(table.dead_by)),
        turn=replace(table.turn, dead=True, last=None),
    )


def _discard(laws: DeadHandLaws, table: Table, move: Discard) -> Table:
    """Rule 1.5: put the tile on the pile; if the rack is empty then, take the dead hand, for later, or go out."""
    rack = without(table.rack, (move.tile,))
    table = table.with_fields(racks=table.with_rack(table.to_move, rack), pile=(*table.pile, move.tile))
    if rack:
        return _end_turn(laws, table)
    if table.dead[table.mover_side]:
        idle = (*table.idle_dead, table.to_move)
        return _end_turn(laws, _take_dead_hand(table).with_fields(idle_dead=idle))
    return _ended(table, Outcome(Ending.OUT, table.to_move))


def _retract(_laws: DeadHandLaws, table: Table, _move: Retract) -> Table:
    """Rule 9.2, V2: the last step is undone on the table, its faces stay known, and a discard must follow."""
    step = table.turn.last
    if step is None:
        raise ValueError("nothing was laid in this turn, so nothing can be taken back")
    before = () if step.before is None else (step.before,)
    owners = table.owners if before else table.owners[: step.index]
    return table.with_fields(
        melds=(*table.melds[: step.index], *before, *table.melds[step.index + 1 :]),
        owners=owners,
        racks=table.with_rack(table.to_move, (*table.rack, *step.tiles)),
        turn=replace(table.turn, last=None, retracted=True),
    )


def _timeout(laws: DeadHandLaws, table: Table, _move: Timeout) -> Table:
    """Rule 10, time, and D57: no hidden tile is drawn, laid or discarded; a round only the mover could continue ends.

    Who took the pile must discard: the lowest tile id among its tiles, which everybody knows, that is allowed.
    """
    if refusal(laws, table, Stop()) is None:
        return _stop(laws, table, Stop())
    known = [tile for tile in sorted(table.turn.took) if tile in table.rack]
    owed = next((Discard(tile) for tile in known if refusal(laws, table, Discard(tile)) is None), None)
    return _end_turn(laws, table) if owed is None else _discard(laws, table, owed)


def apply_of_version_1(laws: DeadHandLaws, table: Table, move: Move) -> Table:
    """Return the table after a move by version 1 of the rules, where a timeout only ended the turn."""
    return _end_turn(laws, table) if isinstance(move, Timeout) else apply(laws, table, move)


def _end_turn(laws: DeadHandLaws, table: Table) -> Table:
    """Rule 1.4: end the round by stock, stalemate or stall, tested in this order, or let the next player draw."""
    turn = table.turn
    idle = turn.drew == NO_TILE and not turn.laid and not turn.dead
    stall = table.stall + 1 if idle else 0
    swapped = len(turn.took) == len(table.pile) == 1 and not turn.laid and table.pile != turn.took
    passes = table.passes + 1 if swapped else 0
    max_passes = table.options.number("stall_orbits") * table.seats
    if _is_ended_by_stock(table):
        return _ended(table, Outcome(Ending.STOCK))
    if laws.stalemate and passes >= max_passes:
        return _ended(table, Outcome(Ending.STALEMATE))
    if stall >= 2 * max_passes:
        return _ended(table, Outcome(Ending.STALL))
    seat = next_seat(table)
    return table.with_fields(
        phase=Phase.DRAW,
        to_move=seat,
        turn=Turn(),
        stall=stall,
        passes=passes,
        idle_dead=tuple([one for one in table.idle_dead if one != seat]),
    )


def _is_ended_by_stock(table: Table) -> bool:
    """Decisions D11 and D37: whether the stock is down to its floor and the round ends with this turn."""
    floor = table.options.number("stock_floor")
    return len(table.stock) <= floor and table.options.word("stock_end") == "last_drawer"


def _ended(table: Table, outcome: Outcome) -> Table:
    return table.with_fields(phase=Phase.ROUND_END, outcome=outcome)


_APPLY: dict[type[Move], Callable[..., Table]] = {
    Draw: _draw,
    Keep: _keep,
    Redraw: _redraw,
    TakePile: _take,
    Stop: _stop,
    LayMeld: _lay,
    Extend: _extend,
    Discard: _discard,
    Retract: _retract,
    Timeout: _timeout,
}


def time_out(laws: DeadHandLaws, view: View) -> Move:
    """Rule 10, time: return the next move that is made for a player whose time has run out."""
    table = view.table
    if table.phase is Phase.START_CHOICE:
        return Keep()
    if table.phase in {Phase.START_DRAW, Phase.DRAW}:
        if table.stock:
            return Draw()
        return _time_out_without_stock(laws, view)
    drew = table.turn.drew
    order = ([drew] if drew in view.rack else []) + sorted(view.rack)
    for tile in order:
        move = Discard(tile, shown=view.faces_revealed_by((tile,)))
        if own_refusal(laws, view, move) is None:
            return move
    return Retract()


def _time_out_without_stock(laws: DeadHandLaws, view: View) -> Move:
    """Decision D11: with nothing to draw, a player whose time has run out does not take the pile."""
    stop = Stop()
    return stop if own_refusal(laws, view, stop) is None else Timeout()
