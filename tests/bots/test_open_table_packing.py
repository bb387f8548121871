"""An adviser's play of an open table leaves alone what it need not change."""

from __future__ import annotations

from game.bots.bot import choose_move
from game.bots.nodes import DEFAULT_BUDGET, Nodes
from game.bots.open_table_bot import lay_points
from game.bots.open_table_packing import fewest_changes, sets_taken_apart
from game.rules.registry import rules_of
from game.table.moves import Rearrange
from game.table.view import View
from tests.bots.positions import view_in

TABLE = ["[R7 R8 R9 R10]", "[B1 B2 B3 B4 B5 B6 B7]", "[K4 K5 K6 K7]", "[R1 R2 *=R3 R4]", "[R11 B11 K11]"]
RACK = "K4 R2 R10 Y6 K1 B10 B13 K2"


def view() -> View:
    return view_in("rummikub", seats=2, hand=RACK, table=TABLE, opened=True, hands={"1": 14})


def test_an_adviser_lays_a_tile_with_the_fewest_sets_changed() -> None:
    seen = view()
    move, usual = (
        choose_move(seen, "most_points", DEFAULT_BUDGET, 0).move,
        lay_points(seen, Nodes(DEFAULT_BUDGET.nodes), 0).move,
    )
    assert isinstance(move, Rearrange)
    assert isinstance(usual, Rearrange)
    assert {*move.played} == {*usual.played}
    assert len(sets_taken_apart(seen, usual)) > len(sets_taken_apart(seen, move)) == 2


def test_what_changes_no_set_without_need_stays() -> None:
    seen = view()
    move = choose_move(seen, "most_points", DEFAULT_BUDGET, 0).move
    assert isinstance(move, Rearrange)
    assert rules_of("rummikub").own_refusal(seen, move) is None
    assert fewest_changes(seen, move, seen.table.melds, Nodes(DEFAULT_BUDGET.nodes)) == move
