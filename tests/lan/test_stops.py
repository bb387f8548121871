"""Programs of a LAN table that are told to stop, whose files cannot be written, or that are asked how it ended."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from game.cli import main
from game.match.lines import read_match
from game.match.transcript import Transcript
from game.store.log import last_lines
from tests.lan.processes import Program, Table, agree


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    made = Table(tmp_path, "rummikub", 2, "--option", "rounds=fresh", "--option", "fresh_rounds=1")
    yield made
    made.close()


def kept_by(folder: Path, home: str, capsys: pytest.CaptureFixture[str]) -> dict[str, object]:
    """Ask a home for its last match."""
    capsys.readouterr()
    assert main(["result", "--home", str(folder / home), "--transcript", str(folder / "asked.comodin")]) == 0
    said: dict[str, object] = json.loads(capsys.readouterr().out)
    return said


def assert_nothing_hidden(home: Path, public: Transcript) -> None:
    """Check a program's log file: every move in it is public, and none of its secrets or folders is there."""
    lines = [line.split(": ", 1)[1] for line in last_lines(home)]
    moved = [line for line in lines if line.startswith("seat ")]
    assert len(moved) > 10
    assert {f"{seat}: {body}" for seat, body in (one.removeprefix("seat ").split(": ", 1) for one in moved)} <= {
        f"{entry.author}: {entry.body}" for entry in public.entries
    }
    secret = (home / "lan" / "secret").read_bytes()
    text = "\n".join(lines)
    assert secret.hex() not in text
    assert all(word not in text for word in (str(home), "guest0", "guest1"))


def told(program: Program, one: signal.Signals) -> None:
    assert program.process is not None
    program.process.send_signal(one)


@pytest.mark.whole  # commands alone: `tests/commands/test_ctrl_c.py`
@pytest.mark.skipif(os.name != "posix", reason="other systems have other ways to stop a program")
def test_whoever_is_told_to_stop_says_goodbye_and_how_it_stands_and_goes_on_later(table: Table, tmp_path: Path) -> None:
    table.open(2)
    ana, bea = table.guests
    ana.reaches(20)
    told(ana, signal.SIGTERM)
    stopped = ana.wait()
    assert (stopped["code"], stopped["ended"], stopped["over"]) == (0, "stopped", False)
    assert stopped["entries"] >= 20
    assert len(read_match((tmp_path / "guest0.comodin").read_bytes()).match.transcript.entries) > 0
    table.host.says(lambda line: line == "guest0 is away.")
    told(bea, signal.SIGINT)
    assert bea.wait()["code"] == 130
    assert bea.lines[-2] == "Stopped by Ctrl-C. The same command goes on."
    ana.start()
    bea.start()
    table.plays_on(ana, bea, table.host, entries=stopped["entries"] + 8)


@pytest.mark.whole
def test_a_transcript_that_cannot_be_written_costs_no_result_and_is_asked_for_again(
    table: Table, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "guest0.comodin").mkdir()
    table.open(2)
    host, ana, bea = table.results()
    assert (host["code"], ana["code"], bea["code"]) == (0, 2, 0)
    agree([host, {**ana, "code": 0}, bea])
    assert any("cannot be written" in line for line in table.guests[0].lines)
    public = read_match((tmp_path / "guest1.comodin").read_bytes()).match.transcript
    for home in ("host", "guest0", "guest1"):
        assert_nothing_hidden(tmp_path / home, public)
        said = kept_by(tmp_path, home, capsys)
        agree([{**said, "code": 0}, bea])
        assert (tmp_path / "asked.comodin").read_bytes() == (tmp_path / "guest1.comodin").read_bytes()


def test_a_home_without_a_match_has_no_result(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["result", "--home", str(tmp_path)]) == 2
    assert capsys.readouterr().err == f"There is no match of a LAN table in the home {tmp_path}.\n"
    assert list(tmp_path.iterdir()) == []
