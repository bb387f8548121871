from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.commands.judge import judge, judge_lines
from game.session.position import POSITION_KEYS
from game.table.notation import MOVE_BY_VERB
from tests.slices import count as examples
from tests.strategies import read_or_told


def judged(*moves: str, **position: object) -> dict[str, Any]:
    return judge(json.dumps({"game": "burako", **position, "moves": list(moves)}))


def results(*moves: str, **position: object) -> list[dict[str, Any]]:
    found = judged(*moves, **position)["results"]
    assert isinstance(found, list)
    return found


def one(move: str, **position: object) -> dict[str, Any]:
    return results(move, **position)[-1]


# What is left out


def test_a_hand_left_out_holds_what_the_moves_name_and_five_plain_tiles() -> None:
    first, second = results("meld [R3 R4 R5]", "discard K9")
    assert first["rack"] == 5 + 1
    assert second["ok"]
    assert results("extend m1 -> [R3 R4 R5 R6]", table=[["m1", 0, "[R3 R4 R5]"]])[0]["rack"] == 5
    assert results("meld [R5 R5 B5]")[0]["ok"]


def test_the_default_phase_is_play() -> None:
    assert one("draw")["code"] == "already_drawn"
    assert one("draw", game="rummikub")["ok"]


def test_a_stock_left_out_is_all_that_lies_nowhere_else() -> None:
    answer = one("draw", phase="DRAW", hand=["R5"], pile=["K4"], seats=2)
    assert answer["stock"] == 106 - 2 - 1 - 2 * 11
    assert one("draw", phase="DRAW", hand=1, stock=3)["stock"] == 2
    assert one("draw", phase="DRAW", hand=1, stock=0)["code"] == "stock_empty"


def test_a_stock_that_is_written_is_drawn_in_order() -> None:
    drawn = results("draw", "discard K4", "draw", phase="DRAW", hand=["R5"], hands={"3": 1}, stock=["K4", "B9"])
    assert [answer["ok"] for answer in drawn] == [True, True, True]
    assert drawn[2]["stock"] == 0


def test_dead_hands_wait_until_it_is_said_that_they_were_taken() -> None:
    assert one("discard R5", hand=["R5", "K9"])["dead"] == [11, 11]
    assert one("discard R5", hand=["R5", "K9"], dead=True)["dead"] == [0, 11]
    assert one("discard R5", hand=["R5", "K9"], dead=[False, True])["dead"] == [11, 0]
    assert one("discard R5", hand=["R5", "K9"], dead=True, to_move=1)["dead"] == [11, 0]


def test_seats_and_options_left_out_are_the_game_s_defaults() -> None:
    assert len(one("deal")["racks"]) == 4
    assert len(one("deal", options={"players": 2})["racks"]) == 2
    assert len(one("deal", game="eburako")["racks"]) == 2
    assert one("deal", coin=3)["to_move"] == 3


def test_the_score_is_of_the_round_as_it_lies() -> None:
    score = judged(hand=["R5"], hands={"1": ["*"]}, table=[["m1", 0, "[K13 Y13 *]"]])["score"]
    assert score["lines"][0]["table_subtract"] == -70
    assert score["lines"][0]["rack"] == -5
    assert score["totals"] == [-70 - 5 - 100, -50 - 100]
    assert score["winners"] == []


# What is counted


def test_a_counted_hand_holds_what_the_moves_name_first() -> None:
    """BU-09 and BU-10 as they stand in the rule book: only the count is given, and the move names tiles."""
    assert one("discard *", hand=6)["pile"] == ["*"]
    answer = one("meld [R6 Y6 *]", hand=3)
    assert (answer["rack"], answer["phase"], answer["dead"]) == (11, "PLAY", [0, 11])
    refused = results("meld [R6 Y6 *]", "meld [R8 Y8 K8]", hand=5)
    assert refused[0]["rack"] == 2
    assert refused[1]["code"] == "not_in_rack"


def test_a_counted_hand_has_that_many_tiles() -> None:
    for count in (1, 2, 7):
        assert one("draw", phase="DRAW", hand=count)["rack"] == count + 1
    assert one("take", phase="DRAW", hand=1, pile=["R5", "K9"])["rack"] == 3
    assert one("discard R5", hand=4, drew=["R5"])["rack"] == 3
    assert one("discard R6", hand=4, taken=["R5"])["rack"] == 3
    assert one("redraw", phase="START_CHOICE", hand=12)["rack"] == 12


def test_what_was_taken_or_drawn_lies_in_a_written_hand() -> None:
    assert one("discard R6", hand=["R5", "R6", "R7"], taken=["R5"])["rack"] == 2
    assert one("discard R6", hand=["R6", "R7"], taken=True, pile=["K1", "K2"])["rack"] == 3
    assert one("redraw", phase="START_CHOICE", hand=["R6", "R7"])["pile"] == ["R7"]
    assert one("redraw", phase="START_CHOICE", hand=["R6", "R7"], drew=["R6"])["pile"] == ["R6"]


# How things are written


def test_lists_may_be_texts() -> None:
    written = one("take", phase="DRAW", hand="R5 R6", pile="K4 Y9")
    listed = one("take", phase="DRAW", hand=["R5", "R6"], pile=["K4", "Y9"])
    assert written == listed
    assert one("discard R5", hand="{R5 R6}")["ok"]


def test_the_pile_is_taken_in_any_order_but_whole() -> None:
    pile = ["R4", "*", "Y8"]
    for move in ("take", "take R4 * Y8", "take Y8 R4 *"):
        assert one(move, phase="DRAW", hand=5, pile=pile)["rack"] == 8
    for move in ("take Y8", "take R4 *", "take R4 * Y8 K1"):
        assert one(move, phase="DRAW", hand=5, pile=pile)["code"] == "whole_pile"


def test_a_letter_tells_twins_apart() -> None:
    assert one("discard R5b", hand=["R5a", "R5b", "K9"])["pile"] == ["R5b"]
    assert one("discard R5b", hand=["R5a", "K9"])["code"] == "not_in_rack"
    assert one("discard R5", hand=["R5b", "K9"])["ok"]


def test_words_about_a_position_are_no_tiles_of_it() -> None:
    plain = judged("discard R5", hand=["R5", "K9"])
    for about in ({"note": "as in 5b, R5b"}, {"note": "Ka"}, {"note": "?a 14a R14b"}):
        assert judged("discard R5", hand=["R5", "K9"], **about) == plain
    assert judged("discard R5", hand=["R5", "K9"], id="5a") == {"id": "5a", **plain}


def test_a_set_goes_by_its_name() -> None:
    table = [["m5", 1, "[R3 R4 R5]"], ["m2", 0, "[B3 B4 B5]"]]
    assert one("extend m5 -> [R3 R4 R5 R6]", table=table)["code"] == "not_your_set"
    assert one("extend m2 -> [B3 B4 B5 B6]", table=table)["ok"]
    assert one("extend m1 -> [B3 B4 B5 B6]", table=table)["code"] == "no_such_set"


def test_a_refused_move_changes_nothing() -> None:
    alone = one("discard K9", hand=["R5", "K9", "K10"])
    after_others = results("discard Y1", "draw", "meld [K9 K10 K11]", "discard K9", hand=["R5", "K9", "K10"])[-1]
    assert alone == after_others


# What cannot be


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ("", "not JSON"),
        ("{", "not JSON"),
        ("[" * 100_000, "not JSON"),
        ("5", "a position is an object"),
        ('{"game": "chess"}', "no game 'chess'"),
        ("{}", "no game ''"),
        ('{"game": 5}', "game is a word"),
        ('{"game": "burako", "hnad": []}', "has no 'hnad'"),
        ('{"game": "burako", "phase": "LATER"}', "'LATER' is no phase"),
        ('{"game": "burako", "phase": "WAIT_FACES"}', "is no phase of this game"),
        ('{"game": "burako", "phase": "TURN"}', "is no phase of this game"),
        ('{"game": "rummikub", "phase": "DRAW"}', "is no phase of this game"),
        ('{"game": "burako", "phase": "START_CHOICE", "hand": []}', "holds the tile that was drawn"),
        ('{"game": "burako", "to_move": 4}', "to_move is a seat"),
        ('{"game": "burako", "to_move": true}', "to_move is a whole number"),
        ('{"game": "burako", "hand": ["R5", "R5", "R5"]}', "more often than the 2"),
        ('{"game": "burako", "hand": ["R5a", "R5a"]}', "R5a stands twice"),
        ('{"game": "burako", "hand": ["R14"]}', "no tile R14"),
        ('{"game": "burako", "hand": ["?"]}', "no tile"),
        ('{"game": "burako", "hand": ["5"]}', "no tile 5"),
        ('{"game": "burako", "hand": {"R5": 1}}', "tiles are written like"),
        ('{"game": "burako", "hand": -1}', "are asked for"),
        ('{"game": "burako", "hand": 200}', "are asked for"),
        ('{"game": "burako", "stock": 200}', "are asked for"),
        ('{"game": "burako", "hands": {"9": 3}}', "no seat 9"),
        ('{"game": "burako", "hands": {"x": 3}}', "hands are written by seat"),
        ('{"game": "burako", "table": "R3"}', "the table is a list"),
        ('{"game": "burako", "table": [["m1", 7, "[R3 R4 R5]"]]}', "no side 7"),
        ('{"game": "burako", "table": [["m1", true, "[R3 R4 R5]"]]}', "no side True"),
        ('{"game": "burako", "table": [["m1", 0, "R3 R4 R5"]]}', "is not a set"),
        ('{"game": "burako", "table": [["m1", 0, "[R3 R4 R5]"], ["m1", 0, "[R6 R7 R8]"]]}', "two sets are called m1"),
        ('{"game": "burako", "dead": "maybe"}', "neither true nor false"),
        ('{"game": "burako", "dead": [true]}', "each of the two sides"),
        ('{"game": "burako", "options": 5}', "options are written like"),
        ('{"game": "burako", "options": {"target": [1]}}', "no plain value"),
        ('{"game": "burako", "totals": [1]}', "2 whole numbers"),
        ('{"game": "burako", "moves": "draw"}', "moves are a list"),
        ('{"game": "burako", "moves": ["jump"]}', "not a move"),
        ('{"game": "burako", "moves": ["discard ?"]}', "no tile"),
        ('{"game": "burako", "moves": ["discard R14b"]}', "no tile R14"),
        ('{"game": "burako", "moves": ["7: draw"]}', "no seat 7"),
    ],
)
def test_what_cannot_be_read_is_a_sentence(said: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        judge(said)


def test_a_table_the_rules_forbid_refuses_every_move() -> None:
    for options in ({"players": "abc"}, {"players": 3}, {"jokers": 1}, {"target": "many"}):
        answers = results("deal", "draw", options=options)
        assert [answer["ok"] for answer in answers] == [False, False]


def test_a_bad_line_is_told_and_the_rest_goes_on() -> None:
    lines = ["", '{"game": "burako", "moves": []}', "  ", "nonsense", '{"game": "rummy", "moves": []}']
    told = list(judge_lines(lines))
    assert [bool(sentence) for _answer, sentence in told] == [False, True, False]
    assert told[1][0] == {"error": told[1][1]}
    assert told[1][1].startswith("line 4: ")


SCRAPS = ("R5", "*a", "m1", "[R3 R4 R5]", "[R3 * R5]", "PLAY", "DRAW", "START_CHOICE", "yes", "?", "R5a R5b")
MORE = ("R5a", "*=R7", "m2", "m0", "->", "[R3 R4 R5 R6]", "{R5}", "[]", "{}", "deal", "1:", "unshown", "Ah")
_plain = st.one_of(st.none(), st.booleans(), st.integers(-3, 120), st.text(max_size=6), st.sampled_from(SCRAPS))
_values = st.recursive(
    _plain,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.sampled_from("0123"), inner, max_size=2)),
    max_leaves=6,
)
_keys = st.sampled_from(sorted(POSITION_KEYS - {"id", "note", "game", "options", "moves"}))
_words = st.sampled_from([*MOVE_BY_VERB, *SCRAPS, *MORE])
_moves = st.lists(st.builds(" ".join, st.lists(_words, min_size=1, max_size=5)), max_size=4)


@given(
    st.sampled_from(["burako", "eburako", "burraco", "rummy", "rummikub"]),
    st.dictionaries(_keys, _values, max_size=4),
    _moves,
)
@settings(max_examples=examples(120, 600))
def test_any_position_is_judged_or_told(game: str, said: dict[str, object], moves: list[str]) -> None:
    line = json.dumps({"game": game, **said, "moves": moves})
    for answer in read_or_told(lambda: judge(line)):
        found = answer["results"]
        assert isinstance(found, list)
        assert len(found) == max(len(moves), 1) or len(found) == len(moves)
        json.dumps(answer)
