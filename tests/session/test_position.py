"""What a position may not say: its presets, dead hands and words after a move. The rest goes through the scenarios."""

from __future__ import annotations

import json
from typing import Any

import pytest

from game.commands.judge import judge
from game.session.position import read_position


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


def test_the_closing_tile_lies_face_up() -> None:
    table = read_position({"game": "rummy", "closing": "R5", "hand": ["K9"]}).table
    assert str(table.faces[table.closing]) == "R5"
    assert str(table.faces[table.rack[0]]) == "?"
