"""`comodin review`: the same review in lines and as JSON, and a sentence for what cannot be reviewed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from game.commands import review as command
from game.commands.files import CommandError
from game.match.lines import match_text
from tests.matches import cut, played_out
from tests.review.kit import LITTLE

CHOSEN = {"players": 2, "turn_seconds": 0, "target": 100}


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(command, "sample_budget_for", lambda _game: LITTLE)
    path = tmp_path / "one.comodin"
    path.write_text(match_text(played_out("burako", **CHOSEN)), encoding="utf-8")
    return str(path)


def test_a_round_is_told_in_lines_and_as_json(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert command.review(file, 1, 1, as_json=True) == 0
    (line,) = capsys.readouterr().out.splitlines()
    said = json.loads(line)
    assert said["luck"][0] + said["play"][0] + said["others"] == said["result"]
    assert all(turn["played"] for turn in said["turns"])
    assert command.review(file, 1, 1, as_json=False) == 0
    first, *marked = capsys.readouterr().out.splitlines()
    assert f"{said['result']:+d} = luck" in first
    assert len(marked) == sum(turn["mark"] != "good" for turn in said["turns"])


def test_a_round_that_is_not_there_or_not_over_is_a_sentence(file: str, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="No round 9"):
        command.review(file, 9, None, as_json=True)
    with pytest.raises(CommandError, match="eyes of seat 5"):
        command.review(file, 1, 5, as_json=True)
    begun = tmp_path / "begun.comodin"
    begun.write_text(match_text(cut(played_out("burako", **CHOSEN), 5)), encoding="utf-8")
    with pytest.raises(CommandError, match="No round of this match"):
        command.review(str(begun), None, None, as_json=True)
