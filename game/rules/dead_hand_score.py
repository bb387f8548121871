"""The score sheet of a dead-hand round and the end of the match. Rule 1.7, decisions D5, D13, D39, D43, D48."""

from __future__ import annotations

from collections.abc import Iterable

from game.rules.dead_hand_laws import SIDES, DeadHandLaws
from game.rules.dead_hand_sets import CANASTA, is_canasta, is_pure
from game.rules.ruleset import ScoreLine, SideScore, Verdict
from game.table.faces import JOKER, Face
from game.table.melds import Kind, Meld
from game.table.options import Options
from game.table.state import NO_SEAT, Ending, Table
from game.table.tiles import Tile

PURE_POINTS, SEMI_CLEAN_POINTS, IMPURE_POINTS = 200, 150, 100
CLOSE_POINTS, DEAD_PENALTY = 100, -100
_SIGNS = {"subtract": -1, "zero": 0, "count": 1}


def face_points(face: Face, joker_points: int) -> int:
    """Rule 1.7: return a tile's own points: 1 = 15, 2 = 20, 3..7 = 5, 8..13 = 10."""
    if face == JOKER:
        return joker_points
    return {1: 15, 2: 20}.get(face.number, 5 if face.number <= 7 else 10)


def rack_points(laws: DeadHandLaws, faces: Iterable[Face]) -> int:
    """Rule 1.7: add up the points of faces, as they count in a rack."""
    return sum([face_points(face, laws.joker_points) for face in faces])


def points_of(laws: DeadHandLaws, table: Table, tiles: tuple[Tile, ...]) -> int:
    """Add up the points of tiles whose faces are public."""
    return rack_points(laws, [table.faces[tile] for tile in tiles])


def table_tiles(table: Table, side: int) -> tuple[Tile, ...]:
    """Return all tiles a side has on the table."""
    return tuple(tile for index in table.melds_of(side) for tile in table.melds[index].tiles)


def laid_points(laws: DeadHandLaws, table: Table, side: int) -> int:
    """Rule 1.7, `T`: add up the points of all tiles a side has on the table."""
    return points_of(laws, table, table_tiles(table, side))


def rack_tiles(table: Table, side: int) -> tuple[Tile, ...]:
    """Return all tiles left in a side's racks."""
    return tuple(tile for seat, rack in enumerate(table.racks) if table.side_of(seat) == side for tile in rack)


def score(laws: DeadHandLaws, table: Table) -> tuple[SideScore, ...]:
    """Rule 1.7: write both sides' sheets of a round whose racks are open."""
    return tuple(SideScore(side, _lines(laws, table, side)) for side in range(SIDES))


def _lines(laws: DeadHandLaws, table: Table, side: int) -> tuple[ScoreLine, ...]:
    melds = [table.melds[index] for index in table.melds_of(side)]
    canastas = [meld for meld in melds if is_canasta(meld)]
    pure = [meld for meld in canastas if is_pure(meld)]
    semi = [meld for meld in canastas if meld not in pure and _is_semi_clean(table.options, meld)]
    impure = [meld for meld in canastas if meld not in pure and meld not in semi]
    laid = table_tiles(table, side)
    sign = 1 if canastas else _SIGNS[table.options.word("no_canasta_table")]
    left = rack_tiles(table, side)
    lines = [
        ScoreLine("table" if sign == 1 else f"table_{table.options.word('no_canasta_table')}",
                  "1.7" if sign == 1 else "D5", sign * points_of(laws, table, laid), laid, len(laid)),
        _canasta_line("pure", pure, PURE_POINTS),
        _canasta_line("impure", impure, IMPURE_POINTS),
        _close_line(table, side, bool(canastas)),
        ScoreLine("rack", "1.7", -points_of(laws, table, left), left, len(left)),
        _dead_line(table, side),
    ]  # fmt: skip
    if table.options.flag("semi_clean"):
        lines.insert(2, _canasta_line("semi_clean", semi, SEMI_CLEAN_POINTS))
    return tuple(lines)


def _canasta_line(code: str, canastas: list[Meld], points: int) -> ScoreLine:
    tiles = tuple(tile for meld in canastas for tile in meld.tiles)
    rule = "D48" if code == "semi_clean" else "1.7"
    return ScoreLine(code, rule, points * len(canastas), tiles, len(canastas))


def _is_semi_clean(options: Options, meld: Meld) -> bool:
    """Decision D48: an impure canasta with seven naturals in unbroken order, or a group with seven naturals."""
    if not options.flag("semi_clean"):
        return False
    if meld.kind is Kind.GROUP:
        return len(meld) - len(meld.wild_tiles) >= CANASTA
    wild_at = next(at for at, face in enumerate(meld.stands_for) if face is not None)
    return max(wild_at, len(meld) - wild_at - 1) >= CANASTA


def _close_line(table: Table, side: int, has_canasta: bool) -> ScoreLine:  # noqa: FBT001  a fact of the same sheet
    """Rule 1.7: 100 for the side that went out with a canasta."""
    out = table.outcome
    went_out = out is not None and out.ending is Ending.OUT and table.side_of(out.seat) == side
    if went_out and has_canasta:
        return ScoreLine("close", "1.7", CLOSE_POINTS, count=1)
    return ScoreLine("close_without_canasta" if went_out else "close", "D5b" if went_out else "1.7", 0)


def _dead_line(table: Table, side: int) -> ScoreLine:
    """Rule 1.7, decisions D39 and D43: the bonus for a dead hand taken, or the penalty for one not taken or played."""
    taker = table.dead_by[side]
    if taker == NO_SEAT:
        return ScoreLine("dead_never", "1.7", DEAD_PENALTY)
    if taker in table.idle_dead and table.options.flag("dead_unused_penalty"):
        return ScoreLine("dead_unused", "D43", DEAD_PENALTY)
    bonus = table.options.number("dead_bonus")
    return ScoreLine("dead_bonus" if bonus else "dead_taken", "D39" if bonus else "1.5", bonus)


def verdict(options: Options, totals: tuple[int, ...], _last: Table) -> Verdict:
    """Decision D13: a side at the target wins; the higher if both are; equal totals play another round."""
    best = max(totals)
    if best < options.number("target") or totals.count(best) > 1:
        return Verdict()
    return Verdict((totals.index(best),))
