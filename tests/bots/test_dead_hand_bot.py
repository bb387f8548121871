from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.bots.bot import choose_move
from game.bots.dead_hand_bot import legal_lays
from game.bots.nodes import Budget
from game.bots.reasons import REASONS
from game.rules.registry import rules_of
from game.table.canon import decode, encode
from game.table.melds import Meld
from game.table.moves import Discard, Extend, Move
from game.table.options import OptionValue
from game.table.view import View
from tests.bots.positions import advice, view_in
from tests.slices import count, crossed, every
from tests.strategies import DEAD_HAND_GAMES as GAMES
from tools.bot_matches import Hall, Lots, all_tiles, any_options, play_round

PURE_SIX = ["m1", 0, "[R3 R4 R5 R6 R7 R8]"]
PURE_SEVEN = ["m1", 0, "[R3 R4 R5 R6 R7 R8 R9]"]


# What a person would expect


def test_a_natural_tile_makes_the_canasta_and_not_the_joker() -> None:
    told = advice("burako", seats=2, hand="R9 * K5 B12 Y1 Y7", table=[PURE_SIX])
    assert told.said == "extend m1 -> [R3 R4 R5 R6 R7 R8 R9]"
    assert told.choice.reason == "canasta_pure"


def test_a_joker_makes_the_canasta_when_the_natural_tiles_are_gone() -> None:
    gone = ["m2", 1, "[R9 R9b K9]"], ["m3", 1, "[R2 B2 *]"]
    said: dict[str, Any] = {"seats": 2, "hand": "*b K5 B12 Y1 Y7", "options": {"group_of_twos": True}, "stock": 5}
    told = advice("burako", table=[PURE_SIX, *gone, ["m4", 1, "[R2b Y2 K2]"]], **said)
    assert told.choice.reason == "canasta_dirty"


def test_a_pure_canasta_is_not_made_dirty() -> None:
    told = advice("burako", seats=2, hand="* K5 B12 Y1 Y7", table=[PURE_SEVEN])
    assert isinstance(told.choice.move, Discard)
    assert told.said != "discard *"


def test_a_two_is_sent_home() -> None:
    told = advice("burako", seats=2, hand="K5 B12 Y1 Y7", table=[["m1", 0, "[R3 R4 R5 R6 R7 R8 R2=R9]"]])
    assert told.said == "extend m1 -> [R2 R3 R4 R5 R6 R7 R8]"
    assert told.choice.reason == "two_goes_home"


def test_the_partners_set_is_extended() -> None:
    told = advice(
        "burako", seats=4, to_move=2, hand="R9 K5 B12 Y1 Y7", table=[["m0", 1, "[B3 B4 B5]"], PURE_SIX], hands={"0": 9}
    )
    assert told.said == "extend m2 -> [R3 R4 R5 R6 R7 R8 R9]"


def test_the_dead_hand_is_taken_by_laying_everything() -> None:
    told = advice("burako", seats=2, hand="R10 R11", table=[["m1", 0, "[R7 R8 R9]"]])
    assert told.choice.reason == "lay_to_dead_hand"


def test_the_dead_hand_is_taken_by_the_last_discard() -> None:
    told = advice("burako", seats=2, hand="K4", table=[PURE_SIX])
    assert told.choice.reason == "discard_to_dead_hand"


def test_one_goes_out_when_everything_can_be_laid() -> None:
    told = advice("burako", seats=2, dead=True, hand="B9 K9 Y9", hands={"1": 12}, table=[PURE_SEVEN])
    assert told.choice.reason == "lay_to_go_out"


def test_one_does_not_go_out_when_that_loses_the_match() -> None:
    said: dict[str, Any] = {
        "seats": 2,
        "dead": True,
        "hand": "B9 K9 Y9",
        "hands": {"1": "K4"},
        "options": {"target": 1000},
    }
    theirs = ["m2", 1, "[B3 B4 B5 B6 B7 B8 B9b]"]
    told = advice("burako", table=[PURE_SEVEN, theirs], totals=[0, 900], **said)
    assert told.choice.reason != "lay_to_go_out"


def test_two_tiles_stay_without_a_canasta() -> None:
    told = advice("burako", seats=2, dead=True, hand="R9 K4", table=[["m1", 0, "[R6 R7 R8]"]])
    assert isinstance(told.choice.move, Discard)


def test_a_pile_that_makes_a_canasta_is_taken() -> None:
    told = advice("burako", seats=2, phase="DRAW", hand="K5 B12 Y1 Y7", pile="R9", table=[PURE_SIX])
    assert told.said == "take R9"
    assert told.choice.reason == "take_to_lay"
    assert told.choice.args == (1, told.view.table.pile[0])


def test_a_heap_of_strangers_is_left_lying() -> None:
    told = advice("burako", seats=2, phase="DRAW", hand="R3 R4 R5", pile="K9 B12 Y7 K1 B6", table=[PURE_SIX])
    assert told.said == "draw"


def test_what_fits_their_sets_is_not_thrown() -> None:
    theirs = [["m1", 1, "[B3 B4 B5 B6 B7 B8]"]]
    assert advice("burako", seats=2, hand="B9 K13 Y11", table=theirs).said != "discard B9"
    assert advice("burako", seats=2, hand="B2 K13 Y11", table=theirs).said != "discard B2"


def test_a_useless_first_tile_is_thrown_back() -> None:
    said: dict[str, Any] = {"seats": 2, "phase": "START_CHOICE"}
    assert advice("burako", hand="R3 R4 R5 B9 B10 K13", **said).said == "redraw K13"
    assert advice("burako", hand="R3 R4 R5 B9 B10 *", **said).said == "keep"


def test_one_stops_when_ahead_and_plays_on_when_the_pile_helps() -> None:
    said: dict[str, Any] = {
        "seats": 2,
        "phase": "DRAW",
        "stock": [],
        "options": {"stock_end": "cannot_draw"},
        "dead": [True, True],
    }
    assert advice("burako", hand="K4 B12", hands={"1": 7}, pile="Y7", table=[PURE_SEVEN], **said).said == "stop"
    assert advice("burako", hand="K4 B12", hands={"1": 7}, pile="R9", table=[PURE_SIX], **said).said == "take R9"


def test_the_lone_card_of_the_pile_is_not_thrown_back() -> None:
    told = advice("burraco", seats=2, hand="9h", taken="5c", table=[])
    assert told.said == "discard 9h"


def test_the_last_card_thrown_is_no_wild_one_in_burraco() -> None:
    table = [["m1", 0, "[3h 4h 5h 6h 7h 8h 9h]"]]
    told = advice("burraco", seats=2, dead=True, hand="2c 10h", hands={"1": 9}, table=table)
    assert told.said == "extend m1 -> [2c=2h 3h 4h 5h 6h 7h 8h 9h]"  # and the ten goes out


# Laws


@pytest.mark.parametrize("nodes", [0, 1, 7, 100])
def test_any_budget_gives_a_legal_move(nodes: int) -> None:
    told = advice("burako", budget=Budget(nodes), seats=2, hand="R9 R10 B3 B4 B5 K9 Y9 * R2", table=[PURE_SIX])
    assert told.choice.reason in REASONS


def test_the_same_view_seed_and_budget_give_the_same_choice() -> None:
    view = view_in("burako", seats=2, hand="R9 R10 B3 B4 B5 K9 Y9 * R2", table=[PURE_SIX])
    again = decode(encode(view), View)
    assert choose_move(view, "medium", Budget(300), 5) == choose_move(again, "medium", Budget(300), 5)


def test_the_seed_settles_ties() -> None:
    said: dict[str, Any] = {"seats": 2, "hand": "R6 R6b", "stock": 60}
    thrown = {advice("burako", seed=seed, **said).choice.args for seed in range(20)}
    assert len(thrown) == 2


def test_only_a_seat_that_is_to_move_is_advised() -> None:
    view = view_in("burako", seats=2, hand="R6 K4")
    other = View(view.table, 1, view.table.faces)
    with pytest.raises(ValueError, match="nothing to decide"):
        choose_move(other, "medium", Budget(10), 1)
    with pytest.raises(ValueError, match="no level 'grand'"):
        choose_move(view, "grand", Budget(10), 1)


OPTION_SETS: tuple[dict[str, OptionValue], ...] = (
    {"players": 2},
    {"players": 4},
    {"players": 2, "close_mode": "meld", "close_with_wild": False},
    {"players": 4, "close_mode": "discard", "no_canasta_table": "count"},
    {"players": 2, "group_of_twos": True, "ace_both_ends": False, "take_min_sum": 5},
    {"players": 4, "dead_bonus": 100, "dead_unused_penalty": True, "direction": "left", "stall_orbits": 1},
)


@pytest.mark.parametrize(("game", "chosen"), every(crossed(GAMES, OPTION_SETS), 2), ids=str)
def test_whole_rounds_are_legal_and_lose_no_tile(game: str, chosen: dict[str, OptionValue]) -> None:
    hall = Hall(game, any_options(rules_of(game), Lots(1), chosen), seed=11)
    for _round in range(count(1, 2)):
        _play_checked(hall, Budget(2_000))


@pytest.mark.whole  # test_whole_rounds_are_legal_and_lose_no_tile
@settings(max_examples=count(5, 25), deadline=None)
@given(st.sampled_from(GAMES), st.integers(0, 10**6), st.sampled_from((0, 10, 400)))
def test_a_round_of_any_table_is_legal(game: str, seed: int, nodes: int) -> None:
    hall = Hall(game, any_options(rules_of(game), Lots(seed), {}), seed)
    _play_checked(hall, Budget(nodes))


def _play_checked(hall: Hall, budget: Budget) -> None:
    """Play a round; every move is legal and has a reason of the list, tiles stay, and no set is slid for nothing."""
    rules = hall.rules

    def player(view: View) -> Move:
        choice = choose_move(view, "medium", budget, 3)
        assert choice.reason in REASONS
        return choice.move

    for made in play_round(hall, [player] * hall.seats):
        assert rules.own_refusal(made.view, made.move) is None
        assert rules.refusal(hall.table, made.move) is None
        assert all_tiles(hall.table) == list(range(len(rules.deck)))
        if isinstance(made.move, Extend):
            before, after = hall.table.melds[made.move.index], made.move.meld
            assert len(after) > len(before) or _wilds(after) < _wilds(before)
    assert hall.table.outcome is not None


def _wilds(meld: Meld) -> int:
    return len(meld.wild_tiles)


def test_everything_that_can_be_laid_holds_runs_that_end_with_the_only_one() -> None:
    view = view_in("burako", seats=2, hand="K10 K11 K12 K13 K1 B5 R1", table=[["m1", 0, "[R11 R12 R13]"]])
    lain = [[str(view.faces[tile]) for tile in move.meld.tiles] for move in legal_lays(view)]
    assert ["K10", "K11", "K12", "K13", "K1"] in lain
    assert ["R11", "R12", "R13", "R1"] in lain
    assert len(lain) == len({tuple(one) for one in lain})
