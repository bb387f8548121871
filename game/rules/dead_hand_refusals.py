"""What a player of a dead-hand game may do: one check for each move. Rules 1.3 to 1.6.

`refusal` and `own_refusal` run the same checks, one with the public faces, the other with the mover's own. Where a
hidden face matters, `refusal` refuses a move only if it is forbidden with every face the tile can have; where it may
be allowed, the mover checks it, rule 9.2.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from game.rules.dead_hand_laws import DeadHandLaws
from game.rules.dead_hand_sets import (
    arrangements,
    ends_exchanged,
    extension_refusal,
    is_canasta,
    is_wild_face,
    read_as,
)
from game.rules.phases import DEAD_HAND_PHASES, phases_of
from game.rules.public import can_all_be, possible_faces, shown_refusal, unknown_tile_refusal
from game.table.faces import HIDDEN, Face
from game.table.melds import Kind, Meld
from game.table.moves import (
    Discard,
    Draw,
    Extend,
    Keep,
    LayMeld,
    Move,
    Redraw,
    Retract,
    Stop,
    TakePile,
    Timeout,
)
from game.table.options import Options
from game.table.refusals import Code, Refusal
from game.table.state import Phase, Table, hidden_among, with_faces, without
from game.table.tiles import Tile
from game.table.view import View

Faces = tuple[Face, ...]

MOVE_PHASES = phases_of(DEAD_HAND_PHASES)  # rule 1.4: in which phases each move belongs


def refusal(laws: DeadHandLaws, table: Table, move: Move) -> Refusal | None:
    """Rule 9.1: say why everybody can see that a move is not allowed."""
    return (
        unknown_tile_refusal(table, move)
        or _refusal(laws, table, move, with_faces(table.faces, move.shown))
        or shown_refusal(laws.deck, table, move)
    )


def own_refusal(laws: DeadHandLaws, view: View, move: Move) -> Refusal | None:
    """Rule 9.2: say why the mover, who knows the whole rack, may not make a move."""
    return _refusal(laws, view.table, move, view.faces)


def _refusal(laws: DeadHandLaws, table: Table, move: Move, faces: Faces) -> Refusal | None:
    return phase_refusal(table, move) or _CHECKS[type(move)](laws, table, move, faces)


def phase_refusal(table: Table, move: Move) -> Refusal | None:
    """Rule 1.4: every move has its phases."""
    phases = MOVE_PHASES.get(type(move))
    if phases is None:
        return Refusal(Code.NOT_IN_THIS_GAME)
    return None if table.phase in phases else Refusal(_wrong_phase(table, move))


def _wrong_phase(table: Table, move: Move) -> Code:
    if table.phase is Phase.ROUND_END:
        return Code.ROUND_OVER
    if isinstance(move, Keep | Redraw):
        return Code.REDRAW_ONCE if table.turn.redrawn else Code.NO_PRIVILEGE
    if table.phase is Phase.START_DRAW:
        return Code.PILE_EMPTY if isinstance(move, TakePile) else Code.START_BY_DRAWING
    if table.phase is Phase.START_CHOICE:
        return Code.KEEP_OR_REDRAW
    return Code.DRAW_FIRST if table.phase is Phase.DRAW else Code.ALREADY_DRAWN


def _draw_refusal(_laws: DeadHandLaws, table: Table, _move: Draw | Redraw, _faces: Faces) -> Refusal | None:
    return None if table.stock else Refusal(Code.STOCK_EMPTY)


def _always_allowed(_laws: DeadHandLaws, _table: Table, _move: Move, _faces: Faces) -> Refusal | None:
    return None


def _take_refusal(_laws: DeadHandLaws, table: Table, move: TakePile, _faces: Faces) -> Refusal | None:
    """Rule 1.4 and decision D4: the whole pile or nothing, and enough tiles in all."""
    if not table.pile:
        return Refusal(Code.PILE_EMPTY)
    if move.tiles != table.pile:
        return Refusal(Code.WHOLE_PILE, table.pile, (len(table.pile),))
    enough = table.options.number("take_min_sum")
    if len(table.rack) + len(table.pile) < enough:
        return Refusal(Code.TAKE_TOO_FEW, args=(len(table.rack), len(table.pile), enough))
    return None


def _stop_refusal(_laws: DeadHandLaws, table: Table, _move: Stop, _faces: Faces) -> Refusal | None:
    """Decision D11: stopping belongs to `stock_end=cannot_draw` and an empty stock."""
    if table.stock:
        return Refusal(Code.STOP_WITH_STOCK, args=(len(table.stock),))
    if table.options.word("stock_end") != "cannot_draw":
        return Refusal(Code.STOP_NOT_OFFERED)
    return None


def _timeout_refusal(_laws: DeadHandLaws, table: Table, _move: Timeout, _faces: Faces) -> Refusal | None:
    """Rule 10, time: only a table with a clock can declare a turn over."""
    return None if table.options.number("turn_seconds") else Refusal(Code.NO_CLOCK)


def _meld_refusal(laws: DeadHandLaws, table: Table, move: LayMeld, faces: Faces) -> Refusal | None:
    """Rules 1.2, 1.5 and 1.6 for a new set."""
    return (
        _laying_refusal(table, move.meld.tiles, move.meld.tiles)
        or _set_refusal(table, move.meld, faces)
        or _twin_group_refusal(table, move.meld, faces)
        or _rest_refusal(laws, table, without(table.rack, move.meld.tiles), (*table.melds, move.meld), faces)
    )


def _extend_refusal(laws: DeadHandLaws, table: Table, move: Extend, faces: Faces) -> Refusal | None:
    """Rules 1.3, 1.5 and 1.6 for a set that lies already."""
    if not 0 <= move.index < len(table.melds):
        return Refusal(Code.NO_SUCH_SET, args=(move.index + 1,))
    old = table.melds[move.index]
    if table.owners[move.index] != table.mover_side:
        return Refusal(Code.NOT_YOUR_SET, old.tiles, (move.index + 1,))
    added = without(move.meld.tiles, old.tiles)
    melds = (*table.melds[: move.index], move.meld, *table.melds[move.index + 1 :])
    return (
        _laying_refusal(table, move.meld.tiles, added)
        or extension_refusal(old, move.meld, faces)
        or _set_refusal(table, move.meld, faces)
        or _rest_refusal(laws, table, without(table.rack, added), melds, faces)
    )


def _laying_refusal(table: Table, tiles: tuple[Tile, ...], from_rack: tuple[Tile, ...]) -> Refusal | None:
    """Rule 1.4: what is laid comes from the mover's rack, each tile once, and not after something was taken back."""
    if table.turn.retracted:
        return Refusal(Code.ONLY_DISCARD_LEFT)
    if len(set(tiles)) != len(tiles):
        return Refusal(Code.TILE_TWICE, tuple(tile for tile in tiles if tiles.count(tile) > 1))
    strangers = without(from_rack, table.rack)
    return Refusal(Code.NOT_IN_RACK, strangers) if strangers else None


def _set_refusal(table: Table, meld: Meld, faces: Faces) -> Refusal | None:
    """Rule 1.2: the tiles are a set in this order, and the wild tile stands for what it is said to."""
    if HIDDEN in [faces[tile] for tile in meld.tiles]:
        return Refusal(Code.FACES_MISSING, hidden_among(meld.tiles, faces))
    read = read_as(meld.kind, meld.tiles, faces, table.options)
    if isinstance(read, Refusal):
        return read
    if read.stands_for != meld.stands_for:
        differs = zip(meld.tiles, read.stands_for, meld.stands_for, strict=True)
        return Refusal(Code.WILD_MISDECLARED, tuple(tile for tile, right, said in differs if right != said))
    return None


def _twin_group_refusal(table: Table, meld: Meld, faces: Faces) -> Refusal | None:
    """Decision D45: with `unique_groups` a side has one group of a number."""
    if meld.kind is Kind.RUN or not table.options.flag("unique_groups"):
        return None
    number = group_number(meld, faces)
    for index in table.melds_of(table.mover_side):
        other = table.melds[index]
        if other.kind is Kind.GROUP and group_number(other, faces) == number:
            return Refusal(Code.SECOND_GROUP, other.tiles, (number,))
    return None


def group_number(meld: Meld, faces: Faces) -> int:
    """Return the number of a group."""
    return next(faces[tile].number for tile, wild in zip(meld.tiles, meld.stands_for, strict=True) if wild is None)


# The end of the rack


def may_go_out(table: Table, melds: tuple[Meld, ...]) -> bool:
    """Rule 1.5 and decision D5b: the dead hand is taken and there is a canasta, or the table asks for none."""
    return side_may_go_out(table, table.mover_side, melds)


def side_may_go_out(table: Table, side: int, melds: tuple[Meld, ...]) -> bool:
    """Rule 1.5 and decision D5b: what `may_go_out` says, of any side."""
    if table.dead[side]:
        return False
    owners = (*table.owners, side)  # a set just laid stands last
    has_one = any(owner == side and is_canasta(meld) for meld, owner in zip(melds, owners, strict=False))
    return has_one or table.options.flag("close_without_canasta")


def _rest_refusal(
    laws: DeadHandLaws, table: Table, rest: tuple[Tile, ...], melds: tuple[Meld, ...], faces: Faces
) -> Refusal | None:
    """Rules 1.5 and 1.6: what a meld or an extension may leave in the rack.

    A side with the right to go out may keep one tile that can go: by a discard, or, with `close_mode=meld`, by being
    laid.
    """
    if table.dead[table.mover_side]:
        return _barred_rest_refusal(laws, table, rest, faces)
    allowed = may_go_out(table, melds)
    if not rest:
        if not allowed:
            return Refusal(Code.NO_CANASTA)
        return Refusal(Code.OUT_BY_DISCARD_ONLY) if table.options.word("close_mode") == "discard" else None
    if len(rest) > 1:
        return _barred_rest_refusal(laws, table, rest, faces)
    if not allowed:
        return Refusal(Code.DEAD_END, rest)
    can_be = possible_faces(rest[0], laws.deck, faces)
    if table.options.word("close_mode") == "meld":
        laid = any(_can_lay(table, rest[0], melds, with_faces(faces, ((rest[0], face),))) for face in can_be)
        return None if laid else Refusal(Code.DEAD_END, rest)
    if all(map(is_wild_face, can_be)) and not table.options.flag("close_with_wild"):
        return Refusal(Code.DEAD_END, rest, cites="D10")
    return _barred_rest_refusal(laws, table, rest, faces)


def _can_lay(table: Table, tile: Tile, melds: tuple[Meld, ...], faces: Faces) -> bool:
    """Whether one tile can be added to a set of the mover's side."""
    owners = (*table.owners, table.mover_side)
    own = [meld for meld, owner in zip(melds, owners, strict=False) if owner == table.mover_side]
    return any(extensions(meld, (tile,), faces, table.options) for meld in own)


def extensions(meld: Meld, tiles: tuple[Tile, ...], faces: Faces, options: Options) -> tuple[Meld, ...]:
    """Rule 1.3: return every set that `meld` can become with these tiles added. Twins are not told apart."""
    found = [_with_ones_kept(meld, new, faces) for new in arrangements((*meld.tiles, *tiles), faces, options)]
    return tuple([new for new in found if extension_refusal(meld, new, faces) is None])


def _with_ones_kept(old: Meld, new: Meld, faces: Faces) -> Meld:
    """Rule 1.3: swap the two ones of a full run if that leaves the one that lay already at its own end."""
    twins = faces[new.tiles[0]] == faces[new.tiles[-1]]
    if new.kind is Kind.RUN and twins and extension_refusal(old, new, faces) is not None:
        return replace(new, tiles=ends_exchanged(new.tiles))
    return new


def _barred_rest_refusal(laws: DeadHandLaws, table: Table, rest: tuple[Tile, ...], faces: Faces) -> Refusal | None:
    """Rule 1.6: at least one tile of the rest, if there is any, must be one that decision D35 does not bar."""
    if rest and all(_is_barred(laws, table, tile, faces, rest) for tile in rest):
        return Refusal(Code.DEAD_END, rest, cites="D35")
    return None


def _is_barred(laws: DeadHandLaws, table: Table, tile: Tile, faces: Faces, rack: tuple[Tile, ...]) -> bool:
    """Decision D35: who takes a pile of one tile may not discard that tile in the same turn.

    Where its twin is barred too, a rack that can hold nothing but such tiles may discard one.
    """
    if not laws.barred or len(table.turn.took) != 1:
        return False
    taken = table.turn.took[0]
    if table.options.word("same_card") == "tile":
        return tile == taken
    return faces[tile] == faces[taken] and not can_all_be(faces[taken], rack, laws.deck, faces)


def _discard_refusal(laws: DeadHandLaws, table: Table, move: Discard, faces: Faces) -> Refusal | None:
    """Rules 1.5 and 1.6, decisions D9, D10 and D35: which tile may end the turn."""
    rack = table.rack
    if move.tile not in rack:
        return Refusal(Code.NOT_IN_RACK, (move.tile,))
    if _is_barred(laws, table, move.tile, faces, rack):
        return Refusal(Code.BARRED_TILE, (move.tile,))
    if len(rack) > 1 or table.dead[table.mover_side]:
        return None
    if not may_go_out(table, table.melds):
        return Refusal(Code.NO_CANASTA, (move.tile,))
    if table.options.word("close_mode") == "meld":
        return Refusal(Code.OUT_BY_MELD_ONLY, (move.tile,))
    if is_wild_face(faces[move.tile]) and not table.options.flag("close_with_wild"):
        return Refusal(Code.WILD_OUT, (move.tile,))
    return None


def _retract_refusal(laws: DeadHandLaws, table: Table, _move: Retract, faces: Faces) -> Refusal | None:
    """Rule 9.2, V2: a step may be taken back only if one tile is left and may not, or perhaps may not, be discarded."""
    step = table.turn.last
    rack = table.rack
    if step is None or len(rack) != 1 or table.dead[table.mover_side]:
        return Refusal(Code.NOT_STUCK, rack)
    throw = Discard(rack[0])
    seen = [with_faces(faces, ((rack[0], face),)) for face in possible_faces(rack[0], laws.deck, faces)]
    can_throw = all(_discard_refusal(laws, table, throw, one) is None for one in seen)
    return Refusal(Code.NOT_STUCK, rack) if can_throw else None


_CHECKS: dict[type[Move], Callable[..., Refusal | None]] = {
    Draw: _draw_refusal,
    Keep: _always_allowed,
    Redraw: _draw_refusal,
    TakePile: _take_refusal,
    Stop: _stop_refusal,
    LayMeld: _meld_refusal,
    Extend: _extend_refusal,
    Discard: _discard_refusal,
    Retract: _retract_refusal,
    Timeout: _timeout_refusal,
}
