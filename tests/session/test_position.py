"""What a position may not say: its presets, dead hands and words after a move. The rest goes through the scenarios."""

from __future__ import annotations

import json
from typing import Any

import pytest

from game.commands.judge import judge
from game.rules.registry import GAMES
from game.session.position import read_position
from game.table.faces import HIDDEN
from game.table.tiles import NO_TILE


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        (
            {"game": "rummikub", "preset": "federation"},
            "there is no preset 'federation'; there are usual, as written, box",
        ),
        ({"game": "burako", "dead": [["R3", "R4"], False]}, "a dead hand that waits has 11 tiles"),
        ({"game": "burako", "dead": [True]}, "for each of the two sides"),
        ({"game": "burako", "moves": ["run out now"]}, "'run' is not a move"),
        ({"game": "burako", "moves": ["unshown"]}, "'unshown' is not a move"),
        ({"game": "rummy", "moves": ["9: run out"]}, "there is no seat 9"),
    ],
)
def test_what_cannot_be_read_is_told(said: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        judge(json.dumps(said))


def test_a_seat_out_of_turn_cannot_run_out_of_time() -> None:
    said = {"game": "rummikub", "hand": ["R5"], "moves": ["1: run out", "1: draw unchecked", "run out"]}
    results = judge(json.dumps(said))["results"]
    assert isinstance(results, list)
    assert [one.get("code") for one in results] == ["not_your_turn", "not_your_turn", None]


def test_a_tile_taken_from_the_pile_is_not_given_to_the_rack_too() -> None:
    said = {"game": "burako", "pile": ["R5"], "moves": ["take R5", "discard K9"]}
    position = read_position(said)
    table = position.table
    held = [str(position.faces[tile]) for tile in table.racks[table.to_move]]
    assert "K9" in held
    assert str(position.faces[table.pile[0]]) == "R5"
    assert "R5" not in held


def test_in_the_phase_play_of_rummy_the_last_tile_of_the_hand_was_drawn_unless_the_stock_was_empty() -> None:
    for said, drew in (({}, "R7"), ({"plays": 1}, "R7"), ({"plays": 1, "stock": 0}, None), ({"phase": "TURN"}, None)):
        position = read_position({"game": "rummy", "phase": "PLAY", "hand": ["K9", "R7"], "stock": 9, **said})
        tile = position.table.turn.drew
        assert (None if tile == NO_TILE else str(position.faces[tile])) == drew, said


def test_the_closing_tile_lies_face_up() -> None:
    table = read_position({"game": "rummy", "closing": "R5", "hand": ["K9"]}).table
    assert str(table.faces[table.closing]) == "R5"
    assert str(table.faces[table.rack[0]]) == "?"


@pytest.mark.parametrize("game", GAMES)
def test_what_a_position_does_not_say_is_as_at_the_start_of_a_match(game: str) -> None:
    written = read_position({"game": game})
    table, rules = written.table, written.rules
    assert (table.game, table.round, table.starter, table.to_move) == (game, 1, 0, 0)
    assert (table.stall, table.passes, table.outcome, table.closing) == (0, 0, None, NO_TILE)
    assert (table.melds, table.owners, table.pile, table.idle_dead) == ((), (), (), ())
    assert table.totals == (0,) * rules.sides(table.seats)
    assert [len(rack) for rack in table.racks] == [5, *[0] * (table.seats - 1)]
    dead = sum(map(len, table.dead))
    assert (5 + len(table.stock) + dead, dead) == (len(rules.deck.faces), 22 if table.dead else 0)
    assert all(face == HIDDEN for face in table.faces)
    assert (written.coin, written.moves, written.set_names, written.lettered) == (0, (), (), frozenset())


def test_what_a_position_says_is_so() -> None:
    said = {
        "game": "burako", "seats": 4, "to_move": 2, "starter": 3, "round": 5, "stall": 2, "passes": 1, "coin": 9,
        "hands": {"1": 7, "3": ["R5", "K9"]}, "hand": ["B1"], "stock": 20, "pile": ["R6"], "totals": [100, 250],
        "table": [["low", 0, "[R3 R4 R5]"], ["high", 1, "[K8 K9 K10]"]],
    }  # fmt: skip
    written = read_position(said)
    table = written.table
    assert (table.to_move, table.starter, table.round, table.stall, table.passes) == (2, 3, 5, 2, 1)
    assert [len(rack) for rack in table.racks] == [0, 7, 1, 2]
    assert [str(written.faces[tile]) for tile in table.racks[3]] == ["R5", "K9"]
    assert (len(table.stock), len(table.pile), table.totals, written.coin) == (20, 1, (100, 250), 9)
    assert (written.set_names, table.owners) == (("low", "high"), (0, 1))
    assert str(table.faces[table.pile[0]]) == "R6"
    assert len({*table.stock, *table.pile, *(tile for rack in table.racks for tile in rack)}) == 20 + 1 + 10


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ({"game": "burako", "moon": 1}, "a position has no 'moon'"),
        ({"game": "burako", "to_move": 4}, "a seat from 0 to 3, not 4"),
        ({"game": "burako", "to_move": -1}, "a seat from 0 to 3, not -1"),
        ({"game": "burako", "round": "2"}, "round is a whole number"),
        ({"game": "burako", "round": True}, "round is a whole number"),
        ({"game": 7}, "game is a word"),
        ({"game": "burako", "options": [1]}, "options are written like"),
        ({"game": "burako", "options": {"target": None}}, "option target has no plain value"),
        ({"game": "burako", "table": "[R3 R4 R5]"}, "the table is a list"),
        ({"game": "burako", "table": [["m1", 0, 7]]}, "a set on the table is written like"),
        ({"game": "burako", "table": [["m1", 2, "[R3 R4 R5]"]]}, "there is no side 2; sides are 0 to 1"),
        ({"game": "burako", "table": ["[R3 R4 R5]", ["m1", 0, "[K3 K4 K5]"]]}, "two sets are called m1"),
        ({"game": "burako", "hands": {"one": 3}}, "hands are written by seat"),
        ({"game": "burako", "hands": {"4": 3}}, "there is no seat 4; seats are 0 to 3"),
    ],
)
def test_a_position_that_is_none_is_told(said: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        read_position(said)
