"""Burraco: rule 7, decisions D5, D9, D10, D35 to D38, D45, D46 and D48."""

from __future__ import annotations

import pytest

from game.rules.burraco import BURRACO
from game.rules.ruleset import choose_options, choose_preset
from game.table.faces import JOKER
from game.table.options import Options, OptionValue
from game.table.refusals import Code, Refusal
from game.table.state import Phase
from game.table.tiles import CARD_DECK
from tests.rules.positions import code, results, totals

BURRACO_MADE = [["m1", 0, "[3h 4h 5h 6h 7h 8h 9h]"]]


def options_of(**chosen: OptionValue) -> Options:
    options = choose_options(BURRACO, chosen)
    assert isinstance(options, Options)
    return options


@pytest.mark.parametrize(("players", "stock"), [(4, 41), (2, 63)])
def test_the_deal(players: int, stock: int) -> None:
    options = options_of(players=players)
    up = BURRACO.opened_tiles(options)
    table = BURRACO.deal(options, 1, 0, None, (0, 0), tuple((tile, CARD_DECK.faces[tile]) for tile in up))
    assert [len(rack) for rack in table.racks] == [11] * players
    assert [len(dead) for dead in table.dead] == [11, 11]
    assert (len(table.stock), table.pile, table.phase) == (stock, up, Phase.DRAW)
    assert len(up) == 1
    assert table.faces[up[0]] == CARD_DECK.faces[up[0]]
    assert sum(map(len, (*table.racks, *table.dead, table.stock, table.pile))) == 108


def test_two_packs_of_cards_with_four_jokers() -> None:
    assert (len(CARD_DECK), CARD_DECK.faces.count(JOKER), BURRACO.deck.cards) == (108, 4, True)


def test_the_starter_has_no_privilege() -> None:
    draw, redraw = results("burraco", "draw", "redraw", phase="DRAW", hand="5c 6c")
    assert (draw["ok"], draw["phase"]) == (True, "PLAY")
    assert redraw["code"] == "no_privilege"


def test_turns_pass_to_the_left() -> None:
    assert results("burraco", "discard 9c", hand="9c 8d")[0]["to_move"] == 1


def test_the_card_of_a_pile_of_one_is_not_thrown_back() -> None:
    for card, expected in (("7hb", "barred_tile"), ("7ha", "ok"), ("Kd", "ok")):
        assert code("burraco", f"discard {card}", hand="Kd 7ha", pile="7hb", taken=True) == expected
    assert code("burraco", "discard Ks", hand="Kd 8c", pile="4c 9d Ks", taken=True) == "ok"


@pytest.mark.parametrize(("same", "twin", "alone"), [("tile", "ok", "ok"), ("face", "barred_tile", "ok")])
def test_its_twin_is_barred_by_option_while_there_is_anything_else(same: str, twin: str, alone: str) -> None:
    chosen = {"same_card": same}
    assert code("burraco", "discard 7ha", hand="Kd 7ha", pile="7hb", taken=True, options=chosen) == twin
    assert code("burraco", "discard 7ha", hand="7ha", pile="7hb", taken=True, options=chosen) == alone


@pytest.mark.parametrize(
    ("move", "expected", "points"),
    [
        ("meld [Jh Jd *]", "ok", 50),
        ("meld [Jh 2c *]", "too_many_wilds", 0),
        ("meld [Ah 2h 3h]", "ok", 40),
        ("meld [Qs Ks As]", "ok", 35),
        ("meld [Ks As 3s]", "no_wrap", 0),
        ("meld [5c 6c 2d=7c 8c]", "ok", 40),
    ],
)
def test_sets_and_their_points(move: str, expected: str, points: int) -> None:
    (found,) = results("burraco", move)
    assert found.get("code", "ok") == expected
    assert found.get("points", 0) == points


def test_one_ace_in_a_run_and_a_wild_may_lie_after_the_king() -> None:
    whole = "Ah 2h 3h 4h 5h 6h 7h 8h 9h 10h Jh Qh Kh"
    table = [["m1", 0, f"[{whole}]"]]
    assert code("burraco", f"extend m1 -> [{whole} Ahb]", hand="Ahb 4c 5c", table=table) == "ace_both_ends"
    wild = f"extend m1 -> [{whole} *]"
    assert code("burraco", wild, hand="* 4c 5c", table=table) == "ok"
    both = {"ace_both_ends": True}
    assert code("burraco", f"extend m1 -> [{whole} Ahb]", hand="Ahb 4c 5c", table=table, options=both) == "ok"


# Going out


@pytest.mark.parametrize(
    ("move", "hand", "mode", "expected"),
    [
        ("meld [9c 9d 9s]", "9c 9d 9s", "discard", "out_by_discard_only"),
        ("meld [9c 9d 9s]", "9c 9d 9s", "either", "ok"),
        ("meld [9c 9d 9s]", "9c 9d 9s", "meld", "ok"),
        ("discard 9c", "9c", "discard", "ok"),
        ("discard 9c", "9c", "either", "ok"),
        ("discard 9c", "9c", "meld", "out_by_meld_only"),
    ],
)
def test_how_a_hand_goes_out(move: str, hand: str, mode: str, expected: str) -> None:
    chosen = {"close_mode": mode}
    assert code("burraco", move, hand=hand, table=BURRACO_MADE, dead=True, options=chosen) == expected


def test_a_wild_card_does_not_go_out_but_may_fetch_the_pozzetto() -> None:
    assert code("burraco", "discard 2d", hand="2d", table=BURRACO_MADE, dead=True) == "wild_out"
    wild = {"close_with_wild": True}
    assert code("burraco", "discard 2d", hand="2d", table=BURRACO_MADE, dead=True, options=wild) == "ok"
    (fetched,) = results("burraco", "discard 2d", hand="2d", table=BURRACO_MADE, dead=False)
    assert (fetched["ok"], fetched["racks"][0], fetched["to_move"]) == (True, 11, 1)


def test_nobody_goes_out_without_a_burraco() -> None:
    assert code("burraco", "discard 9c", hand="9c", table=[["m1", 0, "[3h 4h 5h]"]], dead=True) == "no_canasta"
    refused = choose_options(BURRACO, {"close_without_canasta": True})
    assert isinstance(refused, Refusal)
    assert (refused.code, refused.args) == (Code.OPTION_VALUE, ("close_without_canasta", "on", "off"))


def test_the_barred_card_may_not_be_all_that_is_left() -> None:
    table = [["m1", 0, "[5c 6c 7c]"], ["m2", 0, "[4h 5h 6h]"]]
    first, second, third = results(
        "burraco",
        "extend m1 -> [5c 6c 7c 8c]",
        "extend m2 -> [4h 5h 6h 7h]",
        "extend m1 -> [5c 6c 7c 8c]",
        hand="8c",
        pile="7h",
        taken=True,
        table=table,
    )
    assert (first["code"], first["rule"]) == ("dead_end", "D35")
    assert second["ok"]
    assert (third["ok"], third["rack"], third["phase"]) == (True, 11, "PLAY")


# The ends of a hand


@pytest.mark.parametrize(
    ("floor", "stock", "ending"), [(2, 3, "stock"), (2, 4, None), (1, 3, None), (1, 2, "stock"), (0, 1, "stock")]
)
def test_a_hand_ends_with_the_turn_that_reaches_the_floor(floor: int, stock: int, ending: str | None) -> None:
    cards = ["Kc", "Qc", "Jc", "10c"][:stock]
    moves = results(
        "burraco",
        "draw",
        "discard 9c",
        phase="DRAW",
        hand="9c 8d",
        stock=cards,
        options={"stock_floor": floor},
    )
    assert moves[-1].get("ending") == ending


STALEMATE = (
    "take",
    "discard Kd",
    "take",
    "discard Qd",
    "take",
    "discard 7h",
    "take",
    "discard Kd",
    "take",
    "discard Qd",
    "take",
    "discard 7h",
)


def swapping(*moves: str, orbits: int = 3) -> list[str | None]:
    hands = [["Kd", "8c"], ["Qd", "9c"]]
    options = {"stall_orbits": orbits}
    found = results("burraco", *moves, seats=2, phase="DRAW", hands=hands, pile="7h", stock=20, options=options)
    assert all(one["ok"] for one in found)
    return [one.get("ending") for one in found[1::2]]


def test_a_hand_of_nothing_but_swapped_cards_is_a_stalemate() -> None:
    assert swapping(*STALEMATE) == [None] * 5 + ["stalemate"]
    assert swapping(*STALEMATE[:8], orbits=2) == [None] * 3 + ["stalemate"]


def test_any_other_turn_begins_the_count_anew() -> None:
    drawn = ("draw", "discard 8c", "take", "discard Qd")
    moves = (*STALEMATE[:2], *drawn[2:], "draw", "discard 8c")
    assert swapping(*moves, *("take", "discard 9c")) == [None] * 4


# The score and the match


def test_the_table_counts_with_or_without_a_burraco() -> None:
    table = [["m1", 0, "[10h 10c 10s]"]]
    hands = [["*", "Ah", "6c", "Kd"], [], [], []]
    for counted, points in (("count", 30), ("zero", 0), ("subtract", -30)):
        found = totals(
            "burraco", "discard Kd", hands=hands, table=table, stock=9, options={"no_canasta_table": counted}
        )
        assert found[0] == points - 30 - 15 - 5 - 100


def test_the_worked_score() -> None:
    table = [*BURRACO_MADE, ["m2", 0, "[Kh Kd *]"], ["m3", 1, "[10h 10c 10s]"]]
    hands = [["9c"], ["*b", "Ah", "6c"], ["2c", "4d"], []]
    assert totals("burraco", "discard 9c", hands=hands, table=table, dead=[True, False], stock=9) == [370, -120]


def test_a_semi_clean_burraco_earns_more_by_option() -> None:
    table = [["m1", 0, "[3h 4h 5h 6h 7h 8h 9h *]"]]
    hands = [["Kd", "9c"], [], [], []]
    found = [
        totals("burraco", "discard Kd", hands=hands, table=table, dead=True, stock=9, options={"semi_clean": semi})[0]
        for semi in (False, True)
    ]
    assert found == [75 + 100 - 10, 75 + 150 - 10]


def test_a_second_group_of_a_rank_is_refused_by_option() -> None:
    table = [["m1", 0, "[9h 9c 9s]"]]
    for unique, expected in ((False, "ok"), (True, "second_group")):
        move = "meld [9d 9hb 9cb]"
        hand = "9d 9hb 9cb Kd Ks"
        assert code("burraco", move, hand=hand, table=table, options={"unique_groups": unique}) == expected


@pytest.mark.parametrize(("target", "winners"), [(1000, (1,)), (2000, ())])
def test_the_match_goes_to_its_target(target: int, winners: tuple[int, ...]) -> None:
    table = BURRACO.deal(options_of(target=target), 1, 0, None, (0, 0), ())
    assert BURRACO.verdict(table.options, (1000, 1250), table).winners == winners


def test_presets() -> None:
    chosen = {}
    for key in ("as written", "federation"):
        preset = BURRACO.preset(key)
        assert preset is not None
        chosen[key] = choose_preset(BURRACO, preset, {})
    assert chosen["as written"] == options_of()
    assert chosen["federation"] == options_of(unique_groups=True, semi_clean=True)


@pytest.mark.parametrize(
    ("name", "value"), [("stock_end", "cannot_draw"), ("two_player_hand", 12), ("max_wild", 2), ("stock_floor", 3)]
)
def test_what_burraco_does_not_offer(name: str, value: OptionValue) -> None:
    refused = choose_options(BURRACO, {name: value})
    assert isinstance(refused, Refusal)
    assert refused.code is Code.OPTION_VALUE


@pytest.mark.parametrize("end", ["*=Ah", "*"])
def test_a_wild_card_after_the_king_may_be_called_an_ace(end: str) -> None:
    made = results("burraco", f"meld [Qh Kh {end}]", f"meld [{end} 2h 3h]", hand="Qh Kh * * 2h 3h 9c 8c")
    assert [one["ok"] for one in made] == [True, True]
