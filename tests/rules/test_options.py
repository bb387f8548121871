"""Every option of every game, each allowed value: a position in which another value gives another result. Rule 10."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from game.commands.judge import judge
from game.rules.registry import GAMES
from game.rules.ruleset import Option, value_text
from game.table.options import OptionValue

FOLDER = Path(__file__).parent / "option_rows"


def rows() -> list[dict[str, Any]]:
    paths = sorted(FOLDER.glob("*.jsonl"))
    return [json.loads(line) for path in paths for line in path.read_text(encoding="utf-8").splitlines()]


def answer(row: dict[str, Any], value: OptionValue) -> dict[str, Any]:
    """Return what the last move, or the score if there is no move, gives with this value."""
    position = {key: said for key, said in row.items() if key not in {"option", "values", "same"}}
    position["options"] = {**row.get("options", {}), row["option"]: value}
    if row["option"] == "players":
        position["seats"] = value
    said = judge(json.dumps(position))
    results = said["results"]
    assert isinstance(results, list)
    return {**(results[-1] if results else {}), **_score(said, position)}


def _score(said: dict[str, Any], position: dict[str, Any]) -> dict[str, Any]:
    score = said.get("score", {})
    mover = position.get("to_move", 0)
    lines = score["lines"][mover % len(score["lines"])] if score else {}
    return {"totals": score.get("totals"), "winners": score.get("winners"), "lines": lines}


def expected(got: dict[str, Any], wanted: dict[str, Any]) -> None:
    for key, value in wanted.items():
        if key == "line":
            assert got["lines"].get(value[0]) == value[1], got
        else:
            assert got.get(key) == value, got


@pytest.mark.parametrize("row", rows(), ids=lambda row: f"{row['game']} {row['option']}")
def test_each_value_does_what_its_row_says(row: dict[str, Any]) -> None:
    answers = []
    for value, wanted in row["values"]:
        answers.append(answer(row, value))
        expected(answers[-1], wanted)
    if "same" not in row:
        assert all(any(one != other for other in answers) for one in answers), "some value makes no difference here"


def to_show(option: Option) -> list[OptionValue]:
    """Return the values that need a row: each named one, the ends of a range, a short range whole, and the default."""
    values: list[OptionValue] = [option.default]
    for one in option.allowed:
        if isinstance(one, range):
            values += [one[0], one[-1]] if len(one) > 7 else list(one)
        else:
            values.append(one)
    return values


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_offered_value_is_shown(game: str) -> None:
    shown = {
        (row["option"], value_text(value)) for row in rows() if row["game"] == game for value, _wanted in row["values"]
    }
    table = [
        (option.name, value_text(value))
        for option in GAMES[game].options
        if option.offered
        for value in to_show(option)
    ]
    print(f"\n{game}: {len(set(table))} values of {len({name for name, _value in table})} options")
    assert not [pair for pair in table if pair not in shown]
