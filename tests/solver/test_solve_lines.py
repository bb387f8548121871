"""Packing problems as JSON lines."""

from __future__ import annotations

import json

import pytest

from game.solver.solve_lines import solve_line, solve_lines


def answer(**asked: object) -> dict[str, object]:
    told: dict[str, object] = json.loads(solve_line(1, json.dumps(asked)))
    return told


def test_an_answer_tells_tiles_points_and_sets() -> None:
    assert answer(table=["R5", "B5", "K5"], rack=["Y5", "R9"]) == {
        "tiles": 1,
        "points": 5,
        "laid": ["Y5"],
        "sets": [["R5", "B5", "K5", "Y5"]],
        "exact": True,
    }


def test_a_joker_is_written_with_what_it_stands_for() -> None:
    assert answer(table=["K4", "K5"], rack=["*"])["sets"] == [["K4", "K5", "*=K6"]]
    assert answer(table=["K4", "R4"], rack=["*"])["sets"] == [["R4", "K4", "*=4"]]


def test_divisible_and_mended_are_told_when_they_matter() -> None:
    assert answer(table=["R5", "B5"], rack=["K6"])["divisible"] is False
    assert answer(table=["R5", "B5"], rack=["K5"])["mended"] is True
    assert "mended" not in answer(table=["R5", "B5", "K5"], rack=["Y5"])


def test_sets_bring_the_joker_laws_and_loose_tiles_do_not() -> None:
    assert answer(table=[["K4", "*", "K6"]], rack=["R9", "B9"])["tiles"] == 0
    assert answer(table=["K4", "K5", "K6", "*"], rack=["R9", "B9"])["tiles"] == 2
    assert answer(table=[["K4", "*=K5", "K6"]], rack=["K5", "R9", "B9"], game="rummikub")["tiles"] == 3
    assert answer(table=[["K4", "K5", "K6", "*"]], rack=["R9", "B9"], joker_lock="free")["tiles"] == 2


def test_opening_and_closing() -> None:
    assert answer(table=[], rack=["R8", "R9", "R10"], game="rummy", opened=False)["tiles"] == 0
    assert answer(table=[], rack=["R8", "R9", "R10"], game="rummy", opened=False, opening_min=27)["tiles"] == 3
    assert answer(table=[], rack=["R4", "B4"], game="rummy", closing="Y4")["tiles"] == 3
    assert answer(table=[], rack=["R4", "B4", "K9"], game="rummy", closing="Y4")["tiles"] == 0


def test_objectives_differ() -> None:
    asked = {"table": [], "rack": ["R1", "R2", "R3", "R4", "K13", "B13", "Y13"], "objective": "points"}
    assert answer(**asked)["points"] == 49
    assert answer(table=["R5", "R6", "R7"], rack=["R8", "R4"], objective="tiles+points", nodes=500)["points"] == 12


def test_one_node_is_the_least_that_may_be_asked_for() -> None:
    assert answer(table=[], rack=["R8"], nodes=1)["laid"] == []


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ("oops", "not JSON"),
        ("[]", "an object"),
        ('{"table": []}', '"rack"'),
        ('{"table": [], "rack": ["Z5"]}', "Z5"),
        ('{"table": [], "rack": ["R14"]}', "R14"),
        ('{"table": [], "rack": ["?"]}', "?"),
        ('{"table": [], "rack": [5]}', "5"),
        ('{"table": [], "rack": ["R5", "R5", "R5"]}', "only 2 R5"),
        ('{"table": ["*", "*"], "rack": ["*"]}', "only 2 *"),
        ('{"table": [["R5", "B5"]], "rack": []}', "no set"),
        ('{"table": [["R5", "*", "R8"]], "rack": []}', "no set"),
        ('{"table": [["*", "R5", "*"]], "rack": []}', "what the jokers stand for"),
        ('{"table": [["R5", "B5", "K5"], "R6"], "rack": []}', "all loose tiles or all sets"),
        ('{"table": [], "rack": [], "game": "chess"}', '"game"'),
        ('{"table": [], "rack": [], "objective": "fun"}', '"objective"'),
        ('{"table": [], "rack": [], "nodes": 0}', '"nodes"'),
        ('{"table": [], "rack": [], "opened": 1}', '"opened"'),
        ('{"table": [], "rack": [], "joker_lock": "iron"}', '"joker_lock"'),
        ('{"table": [], "rack": [], "opening_min": 99}', '"opening_min"'),
        ('{"table": [], "rack": [], "colour": "red"}', "'colour'"),
        ("[" * 100000, "deep"),
    ],
)
def test_a_bad_line_gives_its_number_and_a_sentence(line: str, part: str) -> None:
    told = json.loads(solve_line(7, line))
    assert told["line"] == 7
    assert told["error"].startswith("line 7: ")
    assert part in told["error"]


def test_a_one_after_the_thirteen_is_an_option() -> None:
    written = {"table": [["R12", "R13", "*=R14"]], "rack": ["R11", "R1", "B5", "K5"], "game": "rummy"}
    told = answer(**written, one_after_13=True)
    assert told["sets"] == [["R11", "R12", "R13", "R1"], ["B5", "K5", "*=5"]]
    assert "no set" in str(answer(**written)["error"])
    assert answer(table=["R12", "R13"], rack=["R1"], one_after_13=True)["mended"] is True
    assert answer(table=["R12", "R13"], rack=["R1"])["divisible"] is False


def test_a_bad_line_does_not_stop_the_rest() -> None:
    good = '{"table": [], "rack": ["R1", "R2", "R3"]}'
    answers = [json.loads(line) for line in solve_lines([good, "\n", "bad", good])]
    assert [told.get("line") for told in answers] == [None, 3, None]
    assert answers[0] == answers[2]


def test_a_line_that_is_no_text_does_not_keep_the_next_from_its_answer() -> None:
    told = list(solve_lines(['{"rack": ["\udcff"]}', '{"rack": ["R1", "R2", "R3"]}']))
    assert "line 1: this is not text in UTF-8" in told[0]
    assert json.loads(told[1])["tiles"] == 3
