"""`comodin solve`: answers to files and standard input, and bad lines among good ones."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from game import cli
from game.door import main

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


def test_the_command_line_solves_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "problems.jsonl"
    file.write_text('{"rack": ["R5", "R6", "R7"]}\nnonsense\n')
    told = []
    for door in (main, cli.main):
        assert door(["solve", str(file)]) == 2
        told.append(capsys.readouterr())
    assert told[0] == told[1]


def test_a_door_that_is_not_for_solving_leads_to_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["solve", "--help"], ["solve"], ["solve", "-", "-"]):
        with pytest.raises(SystemExit):
            main(words)
        said = capsys.readouterr()
        assert "usage: comodin solve" in said.out or "comodin" in said.err


def test_solving_starts_without_the_rest_of_the_program() -> None:
    program = "import sys; from game.door import main; main(['solve', '-']); print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program],
        input='{"rack": ["R1"]}',
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    answer, modules = done.stdout.splitlines()
    assert json.loads(answer)["tiles"] == 0
    assert not {"argparse", "dataclasses", "game.cli", "game.rules"} & set(modules.split())
