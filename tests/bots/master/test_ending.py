from __future__ import annotations

from game.bots.master.ending import LastTurns, candidate_moves, small_plays
from game.bots.nodes import Nodes
from game.session.position import read_position
from game.table.moves import Draw, Move, Pass, Rearrange
from game.table.view import View

ALLOWANCE = 200_000


def end_of(hand: str, other: str, *table: str, stock: int = 0) -> tuple[View, LastTurns]:
    """Return a Rummikub table for two with nothing to draw, as its mover sees it who knows all tiles, and its end."""
    said = {"hand": hand, "hands": {"1": other}, "table": list(table), "opened": [True, True], "stock": stock}
    position = read_position({"game": "rummikub", "seats": 2, **said})
    view = View(position.table, 0, position.faces)
    return view, LastTurns(position.table, position.faces, Nodes(ALLOWANCE))


def laid(view: View, move: Move) -> str:
    return " ".join(sorted(str(view.faces[tile]) for tile in move.played)) if isinstance(move, Rearrange) else "-"


def test_a_seat_thinks_of_not_playing_and_of_laying_the_most() -> None:
    view, _end = end_of("R5 R6 R7 K1", "B1")
    assert [laid(view, move) for move in candidate_moves(view, Nodes(ALLOWANCE))] == ["-", "R5 R6 R7"]
    view, _end = end_of("K1", "B1", stock=1)
    assert candidate_moves(view, Nodes(ALLOWANCE)) == [Draw()]


def test_going_out_leaves_no_choice() -> None:
    view, _end = end_of("R5 R6 R7", "B1")
    assert [laid(view, move) for move in candidate_moves(view, Nodes(ALLOWANCE))] == ["R5 R6 R7"]


def test_morsels_are_single_sets_the_dearest_first_and_all_of_them() -> None:
    view, _end = end_of("R1 R2 R3 K11 K12 K13 Y8", "B1")
    found = [laid(view, move) for move in small_plays(view, Nodes(ALLOWANCE))]
    assert found == ["K11 K12 K13", "R1 R2 R3", "K11 K12 K13 R1 R2 R3"]
    assert small_plays(end_of("R1 B5", "B1")[0], Nodes(ALLOWANCE)) == []


def test_who_holds_less_passes_and_the_other_has_to_play() -> None:
    view, end = end_of("R5 R6 R7 K1", "B13 Y13 R1")
    passing, laying = [end.final_lead(view.table, move) for move in candidate_moves(view, Nodes(ALLOWANCE))]
    assert passing == 2 * (27 - 19)
    assert laying == 2 * (27 - 1)


def test_what_a_play_gives_away_is_seen_beforehand() -> None:
    view, end = end_of("R5 R6 R7 K13", "R4 R8 B1")
    move = next(move for move in candidate_moves(view, Nodes(ALLOWANCE)) if isinstance(move, Rearrange))
    assert end.final_lead(view.table, move) == 2 * (1 - 13), "the other adds both and holds less"


def test_without_an_allowance_everybody_lays_the_most() -> None:
    view, _end = end_of("R5 R6 R7 K13", "R4 R8 B1")
    spent = LastTurns(view.table, view.faces, Nodes(0))
    assert spent.final_lead(view.table, Pass()) <= 0
