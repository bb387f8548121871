"""What tells the levels of the open-table bots apart, and when the hard one holds back."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.bots.bot import level_of
from game.bots.choice import Decision
from game.bots.nodes import DEFAULT_BUDGET, Nodes
from game.bots.open_table_bot import SHORT_HOLD_TURNS
from game.table.moves import Draw, Rearrange
from game.table.view import PublicMove, View
from tests.bots.positions import view_in

RUNS = ["[R3 R4 R5]", "[B7 B8 B9 B10]"]


def rummikub(hand: str, *table: str) -> View:
    return view_in("rummikub", seats=2, hand=hand, table=list(table), opened=True, hands={"1": 14})


def decided(name: str, view: View, seed: int = 1) -> Decision:
    return level_of("rummikub", name).decide(view, Nodes(DEFAULT_BUDGET.nodes if name != "hard" else 2_000), seed)


def laid(name: str, view: View, seed: int = 1) -> list[str]:
    move = decided(name, view, seed).move
    return sorted(str(view.faces[tile]) for tile in move.played) if isinstance(move, Rearrange) else []


def test_easy_adds_to_sets_and_moves_none() -> None:
    view = rummikub("R6 K1 Y12", *RUNS)
    seen = {tuple(laid("easy", view, seed)) for seed in range(12)}
    assert seen == {("R6",), ()}, "now and then it overlooks a tile"
    view = rummikub("B10 K10 R13", "[Y7 Y8 Y9 Y10]")
    assert laid("medium", view) == ["B10", "K10"]
    assert laid("easy", view) == []


CROWDED = [
    *(f"[{colour}{number}a {colour}{number + 1}a {colour}{number + 2}a]" for colour in "RBKY" for number in (1, 4, 7)),
    *(f"[{colour}{number}b {colour}{number + 1}b {colour}{number + 2}b]" for colour in "RBK" for number in (1, 4, 7)),
]


@pytest.mark.parametrize("stock", [30, 0])
def test_easy_sees_a_tile_that_fits_on_a_crowded_table_too_and_always_when_the_stock_is_gone(stock: int) -> None:
    view = view_in("rummikub", opened=True, table=CROWDED, hand="R10 Y13", stock=stock)
    seen = [laid("easy", view, seed) for seed in range(12)]
    assert ["R10"] in seen
    assert ([] in seen) == (stock > 0)


def test_easy_lays_its_own_sets() -> None:
    assert laid("easy", rummikub("K1 K2 K3 Y12 R6", *RUNS)) == ["K1", "K2", "K3"]


def test_easy_opens_with_little_and_lays_one_set_a_turn_until_the_round_is_nearly_over() -> None:
    said = {"seats": 2, "hand": "K11 K12 K13 R1 R2 R3 B5 B6 B7 Y9"}
    assert laid("easy", view_in("rummikub", **said, hands={"1": 14}, stock=40)) == ["K11", "K12", "K13"]
    opened = view_in("rummikub", **said, hands={"1": 14}, stock=40, opened=True)
    assert len(laid("easy", opened)) == 3
    late = [
        view_in("rummikub", **said, opened=True, hands={"1": few}, stock=stock) for few, stock in ((4, 40), (14, 2))
    ]
    assert [len(laid("easy", view)) for view in late] == [9, 9]


def test_easy_closes_with_sets_of_its_own_only() -> None:
    said = {"seats": 2, "phase": "TURN", "opened": True, "hands": {"1": 9}, "table": ["[K6 K7 K8 K9]"]}
    own = view_in("rummy", hand="R9 B9", closing="Y9", **said)
    moved = view_in("rummy", hand="R9", closing="B9", **said)
    told = [[decided(name, view).reason for name in ("easy", "medium")] for view in (own, moved)]
    assert told == [["close", "close"], ["draw_first", "close"]]


def test_only_the_one_that_lays_the_most_spends_a_joker_on_little() -> None:
    view = rummikub("R5 R6 * K11 Y1")
    assert laid("lay_most", view) == ["*", "R5", "R6"]
    assert laid("medium", view) == []


def test_hard_goes_out_when_it_can() -> None:
    assert decided("hard", rummikub("R6 R7 B11", *RUNS)).reason == "lay_all"


def test_hard_holds_back_until_all_comes_down_at_once() -> None:
    told = decided("hard", rummikub("R6 R7 B11 K1", *RUNS))
    assert isinstance(told.move, Draw)
    assert told.reason == "hold_back"
    assert len(told.args) == 3


@pytest.mark.parametrize(
    ("hand", "laid_then", "kept"),
    [
        ("R6 R7 B11 * K1 K2 K3 Y13", ["R6"], 6),  # one tile that fits, and no joker
        ("Y1 Y2 Y3 Y4 K1 K2 K3 B1", ["K1", "K2", "K3"], 4),  # else the fewest tiles of the rack that are a set
    ],
)
def test_after_some_turns_hard_lays_a_little_and_keeps_the_rest(hand: str, laid_then: list[str], kept: int) -> None:
    view = rummikub(hand, *RUNS)
    waited = replace(view, story=(PublicMove(view.seat, Draw()),) * SHORT_HOLD_TURNS)
    assert decided("hard", view).reason == "hold_back"
    assert laid("hard", waited) == laid_then
    assert (decided("hard", waited).reason, decided("hard", waited).args[0]) == ("lay_part", kept)


def test_after_some_turns_hard_lays_all_where_it_has_no_small_play() -> None:
    view = rummikub("R2 K9 Y9 B13", "[R9 R10 R11 R12]", "[B3 B4 B5]")
    waited = replace(view, story=(PublicMove(view.seat, Draw()),) * SHORT_HOLD_TURNS)
    assert laid("hard", waited) == ["K9", "Y9"]
    assert decided("hard", waited).reason == "lay_with_table"


@pytest.mark.parametrize(("game", "near"), [("rummikub", 1), ("rummy", 2)])
def test_hard_lays_what_it_can_when_another_is_near_the_end(game: str, near: int) -> None:
    said = {"hand": "R6 R7 B11 K1", "table": RUNS, "opened": [True, True]}
    if game == "rummy":
        said |= {"phase": "PLAY", "drew": "K1"}
    counts = (1, near, near + 1, 14)
    told = [decided("hard", view_in(game, seats=2, hands={"1": count}, **said)).reason for count in counts]
    assert told == ["lay_added", "lay_added", "hold_back", "hold_back"]


def test_who_has_not_opened_is_farther_from_the_end() -> None:
    said = {"hand": "R6 R7 B11 K1", "table": RUNS, "hands": {"1": 1}}
    for opened, reason in ((True, "lay_added"), (False, "hold_back")):
        assert decided("hard", view_in("rummikub", seats=2, opened=[True, opened], **said)).reason == reason


def test_hard_lays_what_it_can_when_nothing_is_left_to_draw() -> None:
    view = view_in("rummikub", seats=2, hand="R6 R7 K1", table=RUNS, opened=True, hands={"1": 14}, stock=[])
    assert laid("hard", view) == ["R6", "R7"]


def test_hard_does_not_open_where_an_opening_may_bring_the_whole_rack_down() -> None:
    hand = "R9 R10 R11 B1 B2 B3 K1"
    assert decided("hard", view_in("rummikub", seats=2, hand=hand, hands={"1": 14})).reason == "hold_back"
    view = view_in("rummikub", seats=2, hand="R9 R10 R11 K1", table=["[K2 K3 K4]"], hands={"1": 14})
    assert laid("hard", view) == ["K1", "R10", "R11", "R9"]


def test_hard_opens_with_as_little_as_it_may_where_the_table_must_not_be_used() -> None:
    hand = "R9 R10 R11 B1 B2 B3 K1 Y1 * Y13 B13"
    view = view_in("rummikub", seats=2, hand=hand, hands={"1": 14}, options={"opening_uses_table": False})
    assert laid("lay_most", view) == ["*", "B1", "B13", "B2", "B3", "R10", "R11", "R9", "Y13"]
    assert laid("hard", view) == ["R10", "R11", "R9"]
    told = decided("hard", view)
    assert (told.reason, told.args[0]) == ("lay_part", 6)


def test_a_choice_follows_from_view_and_seed() -> None:
    view = rummikub("R6 B11 K1 Y12 * B3 B4", *RUNS)
    assert decided("hard", view, 3) == decided("hard", view, 3)
