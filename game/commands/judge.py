"""`comodin judge`: checks the engine against positions from outside. JUDGE.md describes input and output.

Each line is judged separately; an unreadable line gets an error sentence and the rest continues.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace

from game.commands.written_moves import possible_readings
from game.rules.open_table_play import opening_sum
from game.rules.ruleset import Family, SideScore
from game.session.draft import draft_refusal, view_after
from game.session.position import FAULTY_MOVES, ImpossiblePositionError, WrittenPosition, read_position
from game.table.moves import Attempt, Close, Move, Rearrange, Timeout
from game.table.notation import WrittenMove, read_written
from game.table.refusals import Code, Refusal
from game.table.state import Phase, Table
from game.table.tiles import NO_TILE
from game.table.view import View, with_shown_faces

JsonObject = dict[str, object]


def judge_lines(lines: Iterable[str]) -> Iterator[tuple[JsonObject, str]]:
    """Judge each line that is not blank; yield the answer and an error sentence, empty if there was no error."""
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            yield judge(line), ""
        except ValueError as error:
            sentence = f"line {number}: {error}"
            yield {"error": sentence}, sentence


def judge(line: str) -> JsonObject:
    """Judge one position; raise ValueError if it cannot be read."""
    try:
        said = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"this is not JSON: {error}") from error
    if not isinstance(said, dict):
        raise ValueError('a position is an object like {"game": "burako", "moves": ["draw"]}')
    try:
        position = read_position(said)
    except ImpossiblePositionError as impossible:
        refused = {"ok": False, "code": impossible.refusal.code.key, "rule": impossible.refusal.rule, "tiles": []}
        moves = said.get("moves")
        return _with_id(said, {"results": [refused] * max(1, len(moves) if isinstance(moves, list) else 1)})
    return _with_id(said, _judge_moves(position))


def _with_id(said: JsonObject, answer: JsonObject) -> JsonObject:
    return {"id": said["id"], **answer} if "id" in said else answer


def _judge_moves(position: WrittenPosition) -> JsonObject:
    """Try the moves in order; a refused one changes nothing."""
    results: list[JsonObject] = []
    table = position.table
    for text in position.moves:
        answer, table = _judge_move(position, table, text)
        results.append(answer)
    return {"results": results, "score": _score(position, table)}


def _judge_move(position: WrittenPosition, table: Table, text: str) -> tuple[JsonObject, Table]:
    """Try one move, or a pseudo-move: `deal`, `run out`."""
    if text == "deal":
        dealt = _deal(position, table)
        if isinstance(dealt, Refusal):
            return _refusal_answer(position, dealt), table
        return _accepted_answer(position, dealt, dealt.to_move, 0, 0), dealt
    seat, broken, said = _parse_move(text, table)
    if said == "run out":
        return _run_out(position, table, seat)
    view = View(table, seat, position.faces)
    written = read_written(said, cards=position.rules.deck.cards)
    sent, refused = _best_reading(replace(position, table=table), view, written, broken)
    if refused is not None:
        return _refusal_answer(position, refused), table
    now = view_after(view, sent).table
    points, gained = _points(position, table, now, seat, sent)
    return _accepted_answer(position, now, seat, points, gained), now


def _best_reading(
    position: WrittenPosition, view: View, written: WrittenMove, broken: str
) -> tuple[Move, Refusal | None]:
    """Return the first legal reading of a move, else the simplest and its refusal; a legal attempt is refused."""
    tried: list[tuple[Move, Refusal | None]] = []
    for move in possible_readings(position, written):
        sent = replace(with_shown_faces(view, move), shown=()) if broken == "unshown" else with_shown_faces(view, move)
        seen = broken == "unchecked"
        refused = _seen_refusal(position, view.table, view.seat, sent) if seen else draft_refusal(view, sent)
        tried.append((sent, refused))
        if refused is not None and refused.code is Code.ATTEMPT_LEGAL:
            return sent, refused
        if refused is None and not isinstance(move, Attempt):
            return sent, None
    return tried[0]


def _deal(position: WrittenPosition, table: Table) -> Table | Refusal:
    """Deal the next or the first round with the position's coin; tiles are not shuffled."""
    rules, options = position.rules, table.options
    opened = tuple((tile, position.faces[tile]) for tile in rules.opened_tiles(options))
    if table.phase is not Phase.ROUND_END:
        return rules.deal(options, 1, position.coin, None, table.totals, opened)
    last = table.with_fields(faces=position.faces)
    totals = _totals(position, last)
    if rules.verdict(options, totals, last).winners:
        return Refusal(Code.ROUND_OVER, cites=rules.section)
    fresh = rules.deal(options, table.round + 1, position.coin, last, totals, opened)
    return fresh.with_fields(stock=fresh.stock[: len(fresh.stock) - _absent_count(last)]) if rules.kept(last) else fresh


def _absent_count(table: Table) -> int:
    """Count the tiles that a position leaves out; they stay out when the table is not rebuilt."""
    there = [*table.racks, *(meld.tiles for meld in table.melds), table.stock]
    return len(table.faces) - sum(len(tiles) for tiles in there)


def _run_out(position: WrittenPosition, table: Table, seat: int) -> tuple[JsonObject, Table]:
    """End a turn whose time has run out, with the moves the mover's program makes; rule 10, time."""
    refused = draft_refusal(View(table, seat, position.faces), Timeout())
    if refused is not None:
        return _refusal_answer(position, refused), table
    now = table
    while now.to_move == seat and now.outcome is None:
        view = View(now, seat, position.faces)
        now = view_after(view, with_shown_faces(view, position.rules.time_out(view))).table
    points, gained = _points(position, table, now, seat, Timeout())
    return _accepted_answer(position, now, seat, points, gained), now


def _seen_refusal(position: WrittenPosition, table: Table, seat: int, move: Move) -> Refusal | None:
    """Return why seats that cannot see the mover's rack refuse a move; rule 9.1."""
    if seat != table.to_move and table.outcome is None:
        return Refusal(Code.NOT_YOUR_TURN, args=(table.to_move,))
    return position.rules.refusal(table, move)


def _parse_move(text: str, table: Table) -> tuple[int, str, str]:
    """Parse `1: discard R5 unshown`: the mover (by default the seat to move), a program's fault, and the move."""
    seat, colon, rest = text.partition(":")
    mover = int(seat) if colon and seat.strip().isdecimal() else table.to_move
    if not 0 <= mover < table.seats:
        raise ValueError(f"there is no seat {mover}; seats are 0 to {table.seats - 1}")
    said = (rest if colon and seat.strip().isdecimal() else text).strip()
    broken = next((word for word in FAULTY_MOVES if said.endswith(f" {word}")), "")
    return mover, broken, said.removesuffix(f" {broken}")


def _refusal_answer(position: WrittenPosition, refused: Refusal) -> JsonObject:
    return {
        "ok": False,
        "code": refused.code.key,
        "rule": refused.rule,
        "tiles": [position.name(tile) for tile in refused.tiles],
    }


def _accepted_answer(position: WrittenPosition, table: Table, mover: int, points: int, gained: int) -> JsonObject:
    """Return the state after a move: the mover's part and the common part."""
    answer: JsonObject = {
        "ok": True,
        "phase": table.phase.value,
        "to_move": table.to_move,
        "rack": len(table.racks[mover]),
        "racks": [len(rack) for rack in table.racks],
        "pile": [position.name(tile) for tile in table.pile],
        "stock": len(table.stock),
        "points": points,
        "gained": gained,
        "sets": ["[" + " ".join(position.name(tile) for tile in meld.tiles) + "]" for meld in table.melds],
        "passes": table.passes,
    }
    if table.dead_by:
        answer |= {"dead": [len(dead) for dead in table.dead], "stall": table.stall}
    if table.opened:
        answer["opened"] = list(table.opened)
    if table.closing != NO_TILE:
        answer["closing"] = position.name(table.closing)
    if table.outcome is not None:
        answer["ending"] = table.outcome.ending.value
    return answer


def _points(position: WrittenPosition, before: Table, table: Table, mover: int, move: Move) -> tuple[int, int]:
    """Return the points of the mover's side on the table and those the move added; at an open table, those it shows."""
    if position.rules.family is Family.OPEN_TABLE:
        shown = opening_sum(move.played, move.sets, position.faces) if isinstance(move, Rearrange | Close) else 0
        return shown, shown
    points = _laid_points(position, table, mover)
    return points, points - _laid_points(position, before, mover)


def _laid_points(position: WrittenPosition, table: Table, mover: int) -> int:
    """Return the face points of the mover's side on the table."""
    open_books = table.with_fields(faces=position.faces)
    return position.rules.laid_points(open_books, table.side_of(mover))


def _score(position: WrittenPosition, table: Table) -> JsonObject:
    """Score the round as it is, with all racks open."""
    last = table.with_fields(faces=position.faces)
    sheets = position.rules.score(last)
    return {
        "totals": [sheet.total for sheet in sheets],
        "lines": [_sheet(sheet) for sheet in sheets],
        "winners": list(position.rules.verdict(table.options, _totals(position, last), last).winners),
    }


def _totals(position: WrittenPosition, last: Table) -> tuple[int, ...]:
    """Return the match score by side, including the round as it is."""
    sheets = position.rules.score(last)
    return tuple(before + sheet.total for before, sheet in zip(last.totals, sheets, strict=True))


def _sheet(sheet: SideScore) -> JsonObject:
    return {line.code: line.points for line in sheet.lines}
