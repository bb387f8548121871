from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.bots.bot import choose_move
from game.bots.nodes import Budget
from game.bots.reasons import REASONS
from game.client.words.tell import tell_reason
from game.rules.registry import rules_of
from game.table.moves import Move, Rearrange
from game.table.view import View
from tests.bots.positions import Advice, advice
from tests.slices import count
from tests.strategies import OPEN_TABLE_GAMES as GAMES
from tools.bot_matches import Hall, Lots, all_tiles, any_options, play_round


def rummikub(hand: str, *table: str, **said: Any) -> Advice:
    """Ask in Rummikub, opened and with full racks around, unless said otherwise."""
    return advice("rummikub", seats=2, hand=hand, table=list(table), **{"opened": True, "hands": {"1": 14}, **said})


def rummy(hand: str, *table: str, **said: Any) -> Advice:
    """Ask in Rummy after the draw, opened and with full racks around, unless said otherwise."""
    usual: dict[str, Any] = {"opened": True, "hands": {"1": 14}, "drew": hand.rsplit(maxsplit=1)[-1], "phase": "PLAY"}
    if said.get("phase") == "TURN":
        del usual["drew"]
    return advice("rummy", seats=2, hand=hand, table=list(table), **{**usual, **said})


def test_an_opening_waits_for_thirty_points() -> None:
    assert rummikub("R8 R9 R10 K1", opened=False).said == "draw"
    told = rummikub("R9 R10 R11 K1", opened=False)
    assert told.said == "play {R9 R10 R11} -> [R9 R10 R11]"
    assert told.choice.reason == "open"


def test_rummy_draws_first_and_passes_when_nothing_can_be_laid() -> None:
    assert rummy("R9 R10 R11 K1", phase="TURN").said == "draw"
    assert rummy("R9 K11 Y3 K1").said == "pass"


def test_nothing_left_to_draw_is_a_pass() -> None:
    told = rummikub("R9 K11 Y3 K1", stock=[])
    assert (told.said, told.choice.reason) == ("pass", "pass_nothing_to_lay")


def test_the_table_is_used() -> None:
    told = rummy("Y10 B7 K7 R1", "[Y7 Y8 Y9]")
    assert told.said == "play {Y10 B7 K7} -> [Y8 Y9 Y10] [B7 K7 Y7]"
    assert told.choice.reason == "lay_with_table"


def test_a_tile_that_only_makes_a_set_longer_moves_nothing() -> None:
    assert rummy("Y10 B7 K1 R1", "[Y7 Y8 Y9]").choice.reason == "lay_added"


def test_of_many_tiles_a_reason_names_the_first() -> None:
    faces = rummikub("R1 R2 R3 R4 R5 R6 B9").view.faces
    tiles = tuple(range(7))
    named = [tell_reason("hold_back", tiles[:count], faces).count(",") for count in (6, 7)]
    assert named == [5, 3], "a list of six, or three and how many more"
    assert "and 4 more tiles" in tell_reason("hold_back", tiles, faces)


def test_a_joker_is_exchanged_for_its_own_tile() -> None:
    told = rummy("K5 R8 B8", "[K4 *=K5 K6]")
    assert told.choice.reason == "lay_all"


def test_one_closes_with_the_tile_that_was_turned_up() -> None:
    told = rummy("R4 B4 Y6 Y7 Y8", phase="TURN", closing="Y4")
    assert told.choice.reason == "close"
    assert rummy("R4 B4 Y6 Y7 K8", phase="TURN", closing="Y4").said == "draw"


def test_a_joker_is_kept_for_better_days() -> None:
    assert rummikub("R5 R6 * K11 Y1").said == "draw"
    assert rummikub("R5 R6 * K11 Y1", hands={"1": 3}).choice.reason == "lay_beside"
    assert rummikub("R5 R6 *").choice.reason == "lay_all"
    assert rummikub("R5 R6 R7 * K11 Y1").said == "play {R5 R6 R7} -> [R5 R6 R7]"


def test_sets_that_need_not_change_stay_the_same_tiles() -> None:
    told = rummikub("R5 B5 K5 Y1 Y9", "[R3 R4 R5b]", "[B5b B6 B7]", "[K9 Y9 R9]", "[K12 Y12 B12]")
    move = told.choice.move
    assert isinstance(move, Rearrange)
    before = told.view.table.melds
    assert [set(meld.tiles) for meld in move.sets[: len(before)]] == [set(meld.tiles) for meld in before]


def test_a_run_past_the_thirteen_is_played_on() -> None:
    told = rummy("Y5 Y6 Y7 R11", "[R12 R13 R1]", options={"one_after_13": True})
    assert told.said == "play {Y5 Y6 Y7 R11} -> [R11 R12 R13 R1] [Y5 Y6 Y7]"


def test_a_run_past_the_thirteen_stays_as_it_lies() -> None:
    told = rummy("Y5 Y6 Y7 R2", "[R12 R13 R1]", options={"one_after_13": True})
    assert told.said == "play {Y5 Y6 Y7} -> [R12 R13 R1] [Y5 Y6 Y7]"


def test_without_a_node_the_move_is_legal_all_the_same() -> None:
    told = advice(
        "rummikub",
        budget=Budget(0),
        seats=2,
        hand="R9 R10 R11 K1 K2 K3",
        opened=True,
        table=["[B1 B2 B3]"],
        hands=[7, 7],
    )
    assert told.choice.reason in REASONS


@pytest.mark.whole  # tests/bots/test_levels_play
@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=count(3, 12), deadline=None)
@given(st.integers(0, 10**6), st.sampled_from((20, 2_000)))
def test_a_round_of_any_table_is_legal(game: str, seed: int, nodes: int) -> None:
    hall = Hall(game, any_options(rules_of(game), Lots(seed), {}), seed)

    def player(view: View) -> Move:
        choice = choose_move(view, "medium", Budget(nodes), 3)
        assert choice.reason in REASONS
        return choice.move

    for made in play_round(hall, [player] * hall.seats):
        assert hall.rules.own_refusal(made.view, made.move) is None
        assert hall.rules.refusal(hall.table, made.move) is None
        assert all_tiles(hall.table) == list(range(len(hall.rules.deck)))
    assert hall.table.outcome is not None
