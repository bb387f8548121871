"""`comodin solve`: answers to files and standard input, and bad lines among good ones."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

import pytest

from game.cli import main

PAGE = Path(__file__).parents[2] / "SOLVE.md"


def test_a_file_is_answered_line_by_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "problems.jsonl"
    file.write_text('{"table": ["R5", "B5"], "rack": ["K5"]}\n\n{"table": ["R5", "B5"], "rack": ["K9"]}\n')
    assert main(["solve", str(file)]) == 0
    mended, hopeless = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert mended["mended"] is True
    assert mended["tiles"] == 1
    assert hopeless["divisible"] is False


def test_a_bad_line_gives_its_number_and_the_rest_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "problems.jsonl"
    file.write_text('{"rack": ["R5", "R6", "R7"]}\nnonsense\n{"rack": ["R99"]}\n{"rack": ["R5", "R6", "R7"]}\n')
    assert main(["solve", str(file)]) == 2
    told = capsys.readouterr()
    answers = [json.loads(line) for line in told.out.splitlines()]
    assert [answer.get("tiles") for answer in answers] == [3, None, None, 3]
    assert [re.match(r"line (\d)", answer["error"])[1] for answer in answers if "error" in answer] == ["2", "3"]  # type: ignore[index]  # each matches
    assert "Traceback" not in told.err


def test_the_example_of_its_page_holds(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    found = re.search(r"echo '(.*)' \| comodin solve -\n(.*)\n", PAGE.read_text(encoding="utf-8"))
    assert found is not None
    stdin = io.TextIOWrapper(io.BytesIO(found[1].encode()))
    monkeypatch.setattr("sys.stdin", stdin)
    assert main(["solve", "-"]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads(found[2])
