"""eBurako: rule 3, decisions D1, D2, D4, D8 to D11 and D39; what it shares with Burako is tested with the family."""

from __future__ import annotations

import pytest

from game.rules.eburako import EBURAKO
from game.rules.registry import rules_of
from game.rules.ruleset import choose_options, choose_preset
from game.table.options import Options, OptionValue
from game.table.refusals import Code, Refusal
from game.table.state import Phase
from tests.rules.positions import code, results, totals


def options_of(**chosen: OptionValue) -> Options:
    options = choose_options(EBURAKO, chosen)
    assert isinstance(options, Options)
    return options


@pytest.mark.parametrize(("players", "hand"), [(2, 22), (4, 11)])
def test_the_deal(players: int, hand: int) -> None:
    table = EBURAKO.deal(options_of(players=players), 1, 0, None, (0, 0), ())
    assert [len(rack) for rack in table.racks] == [hand] * players
    assert [len(dead) for dead in table.dead] == [11, 11]
    assert (len(table.stock), table.pile, table.phase) == (40, (), Phase.START_DRAW)
    assert sum(map(len, (*table.racks, *table.dead, table.stock))) == 106


def test_turns_and_starts_pass_to_the_right() -> None:
    first = EBURAKO.deal(options_of(players=4, first_starter="seat0"), 1, 3, None, (0, 0), ())
    assert first.starter == 0
    assert EBURAKO.deal(first.options, 2, 3, first, (0, 0), ()).starter == 3


def test_two_are_the_default_and_the_hand_is_fixed() -> None:
    assert options_of().number("players") == 2
    refused = choose_options(EBURAKO, {"two_player_hand": 15})
    assert isinstance(refused, Refusal)
    assert (refused.code, refused.args) == (Code.OPTION_VALUE, ("two_player_hand", "15", "22"))
    three = choose_options(EBURAKO, {"players": 3})
    assert three == Refusal(Code.SEATS, args=(3, "2, 4"), cites="3")


@pytest.mark.parametrize(("hand", "expected"), [("R5 R6", "take_too_few"), ("R5 R6 R9", "ok")])
def test_the_pile_is_taken_with_five_tiles_in_all(hand: str, expected: str) -> None:
    assert code("eburako", "take", phase="DRAW", hand=hand, pile="K4 K9") == expected


def test_without_the_least_sum_any_pile_may_be_taken() -> None:
    assert code("eburako", "take", phase="DRAW", hand="R5 R6", pile="K4 K9", options={"take_min_sum": 0}) == "ok"


def test_the_privilege_of_the_starter() -> None:
    first, second = results(
        "eburako", "redraw", "redraw", phase="START_CHOICE", hand="R5 Y9", drew="Y9", starter=0, stock=39
    )
    assert (first["ok"], first["pile"], first["stock"], first["phase"]) == (True, ["Y9"], 38, "PLAY")
    assert (second["ok"], second["code"]) == (False, "redraw_once")


def test_a_run_may_hold_a_one_at_both_ends() -> None:
    whole = " ".join(f"R{number}" for number in range(1, 14))
    table = [["m1", 0, f"[{whole}]"]]
    move = f"extend m1 -> [{whole} R1b]"
    assert code("eburako", move, hand="R1b K4 K5", table=table) == "ok"
    assert code("eburako", move, hand="R1b K4 K5", table=table, options={"ace_both_ends": False}) == "ace_both_ends"


def test_going_out_by_laying_everything_or_by_a_wild_discard() -> None:
    canasta = [["m1", 0, "[R3 R4 R5 R6 R7 R8 R9]"]]
    laid = results("eburako", "meld [B9 K9 Y9]", hand="B9 K9 Y9", table=canasta, dead=True)
    assert laid[0]["ending"] == "out"
    assert code("eburako", "discard B2", hand="B2", table=canasta, dead=True) == "ok"
    strict = {"close_with_wild": False}
    assert code("eburako", "discard B2", hand="B2", table=canasta, dead=True, options=strict) == "wild_out"


def test_the_round_ends_when_the_last_drawer_is_done() -> None:
    table = [["m1", 0, "[R3 R4 R5 R6 R7 R8 *=R9]"], ["m2", 1, "[B1 B2 B3]"]]
    moves = results(
        "eburako", "draw", "discard K4", phase="DRAW", hand="R9 R10 R11 R12", stock=["K4"], table=table, dead=True
    )
    assert moves[-1]["ending"] == "stock"


def test_the_worked_score() -> None:
    table = [["m1", 0, "[R3 R4 R5 R6 R7 R8 R9]"], ["m2", 0, "[K13 Y13 *]"], ["m3", 1, "[B1 B2 B3]"]]
    found = totals(
        "eburako", "discard K4", hands=[["K4"], ["Y9", "Y9b", "*b"]], table=table, dead=[True, False], stock=5
    )
    assert found == [415, -210]


@pytest.mark.parametrize(("reached", "winners"), [((2999, 500), ()), ((3000, 500), (0,)), ((3100, 3100), ())])
def test_the_match_goes_to_three_thousand(reached: tuple[int, ...], winners: tuple[int, ...]) -> None:
    table = EBURAKO.deal(options_of(), 1, 0, None, (0, 0), ())
    assert EBURAKO.verdict(table.options, reached, table).winners == winners


def test_the_only_preset_is_as_written() -> None:
    preset = EBURAKO.preset("as written")
    assert preset is not None
    assert choose_preset(EBURAKO, preset, {}) == options_of()
    assert rules_of("eburako") is EBURAKO
