"""Every scenario of the rule book, and what it leaves open, as data; each row through the judge."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from game.commands.judge import judge

FOLDER = Path(__file__).parent / "scenarios"


def rows(pattern: str = "*.jsonl") -> list[dict[str, Any]]:
    found = []
    for path in sorted(FOLDER.glob(pattern)):
        found += [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    return found


def name(row: Mapping[str, Any]) -> str:
    note = f", {row['note']}" if "note" in row else ""
    return f"{row['game']} {row['id']}{note}"


def judged(row: Mapping[str, Any]) -> dict[str, Any]:
    position = {key: value for key, value in row.items() if key not in {"expect", "score", "other"}}
    return judge(json.dumps(position))


@pytest.mark.parametrize("row", rows(), ids=name)
def test_scenario(row: dict[str, Any]) -> None:
    answer = judged(row)
    assert len(answer["results"]) == len(row["expect"])
    for move, got, wanted in zip(row["moves"], answer["results"], row["expect"], strict=True):
        assert {key: got.get(key) for key in wanted} == wanted, f"'{move}' gave {got}"
    for key, wanted in row.get("score", {}).items():
        got_score = answer["score"][key]
        if key == "lines":
            for got_lines, lines in zip(got_score, wanted, strict=True):
                assert {code: got_lines.get(code) for code in lines} == lines
        else:
            assert got_score == wanted
