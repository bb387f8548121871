from __future__ import annotations

import io
import os
import subprocess
import sys
from argparse import Namespace
from pathlib import Path

import pytest

from game.cli import RUNNERS, main
from game.match.lines import read_match
from tests.match.logs import GOLDEN

GOOD = GOLDEN / "burako-4-pile.comodin"
DEMO = ["demo", "--headless", "--game", "burako", "--seats", "4", "--seed", "7", "--option", "target=300"]


def run(*arguments: str) -> int:
    """Run a command in this process; argparse leaves by SystemExit."""
    try:
        return main(arguments)
    except SystemExit as left:
        return left.code if isinstance(left.code, int) else -1


def in_a_process(*arguments: str, data: bytes = b"", **variables: str) -> subprocess.CompletedProcess[bytes]:
    environment = {**os.environ, **variables}
    command = [sys.executable, "-m", "game", *arguments]
    return subprocess.run(command, input=data, env=environment, capture_output=True, check=False, timeout=120)


def one_sentence(capsys: pytest.CaptureFixture[str]) -> str:
    """What was said on standard error: one line that ends as a sentence does."""
    said = capsys.readouterr().err
    assert said.count("\n") == 1, said
    assert said.endswith(".\n"), said
    assert "Traceback" not in said
    return said


WRONG = [
    (["dance"], "invalid choice"),
    (["--loud"], "COMMAND"),
    (["demo"], "--headless"),
    (["demo", "--headless", "--loud"], "--loud"),
    (["demo", "--headless", "--game", "chess"], "chess"),
    (["demo", "--headless", "--seats", "three"], "three"),
    (["demo", "--headless", "--seats", "3"], "3"),
    (["demo", "--headless", "--seats", "-4"], "4 players"),
    (["demo", "--headless", "--seed", "-1"], "from 0 up"),
    (["demo", "--headless", "--seed", "9" * 19], "from 0 up"),
    (["demo", "--headless", "--seed", "x"], "from 0 up"),
    (["demo", "--headless", "--seed"], "--seed"),
    (["demo", "--headless", "--option", "target"], "NAME=VALUE"),
    (["demo", "--headless", "--option", "=5"], "NAME=VALUE"),
    (["demo", "--headless", "--option", "target="], "NAME=VALUE"),
    (["demo", "--headless", "--option", "colours=5"], "colours"),
    (["demo", "--headless", "--option", "colours=5"], "There are: players (2, 4); "),
    (["host", "--headless", "--option", "colours=5"], "There are: players (2, 4); "),
    (["demo", "--headless", "--option", "target=99"], "99"),
    (["demo", "--headless", "--option", "target=many"], "many"),
    (["demo", "--headless", "--option", "target=on"], "on"),
    (["demo", "--headless", "--option", "players=abc"], "abc"),
    (["demo", "--headless", "--option", "players=on"], "on"),
    (["demo", "--headless", "--option", "close_with_wild=1"], "1"),
    (["demo", "--headless", "--option", "target=" + "9" * 5000], "option"),
    (["demo", "--head"], "--head"),
    (["demo", "--headless", "extra"], "extra"),
    (["replay"], "FILE"),
    (["replay", "a", "b"], "b"),
    (["replay", "--chec", str(GOOD)], "--chec"),
    (["judge"], "FILE"),
    (["judge", "--fast", "-"], "--fast"),
    (["play", "--fast"], "--fast"),
    (["play", "here"], "here"),
]


@pytest.mark.parametrize(("arguments", "named"), WRONG, ids=[" ".join(one)[:60] for one, _named in WRONG])
def test_a_wrong_argument_is_one_sentence_and_exit_code_2(
    arguments: list[str], named: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(*arguments) == 2
    assert named in one_sentence(capsys)


@pytest.mark.parametrize("command", [["replay"], ["replay", "--check"], ["judge"]], ids=" ".join)
def test_a_file_that_cannot_be_read_is_one_sentence(
    command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in (str(tmp_path / "nothing"), str(tmp_path), str(GOOD / "below")):
        assert run(*command, name) == 2
        assert name in one_sentence(capsys)


@pytest.mark.parametrize("flags", [[], ["--check"]], ids=["replay", "check"])
@pytest.mark.parametrize(
    "data",
    [b"", b"\n", b"\x00" * 300, b"\xff\xfe" + b"\x80" * 50, b"\x89PNG\r\n\x1a\n", b"{}\n", b"comodin-match {}\n"],
    ids=str,
)
def test_what_is_no_match_is_one_sentence(
    flags: list[str], data: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "file"
    path.write_bytes(data)
    assert run("replay", *flags, str(path)) == 2
    one_sentence(capsys)


def test_a_damaged_match_is_told_as_far_as_it_is_good(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole = GOOD.read_bytes()
    path = tmp_path / "cut"
    path.write_bytes(whole[:3000])
    good = whole[:3000].count(b"\n") - 1
    assert run("replay", str(path)) == 2
    said = capsys.readouterr()
    assert len(said.out.splitlines()) >= good
    assert said.err.startswith(f"The last line ({good + 2}) ")
    assert run("replay", "--check", str(path)) == 2
    assert capsys.readouterr().out == ""
    path.write_bytes(whole[:2000] + b"#" + whole[2001:])
    assert run("replay", "--check", str(path)) == 2
    assert " is damaged: " in one_sentence(capsys)


def test_a_match_from_the_future_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "future"
    path.write_bytes(GOOD.read_bytes().replace(b'"format":1', b'"format":4', 1))
    before = path.read_bytes()
    assert run("replay", str(path)) == 2
    assert "newer Comod" in one_sentence(capsys)
    assert path.read_bytes() == before


def test_a_good_match_is_told_and_checked(capsys: pytest.CaptureFixture[str]) -> None:
    match = read_match(GOOD.read_bytes()).match
    entries = match.transcript.entries
    assert run("replay", str(GOOD)) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[: len(entries)] == [line for line in lines if line[:5].strip().isdecimal()]
    assert lines[-1].endswith(match.transcript.head.hex())
    assert run("replay", "--check", str(GOOD)) == 0
    assert capsys.readouterr().out == f"{len(entries)} entries hold, head {match.transcript.head.hex()}\n"


def test_a_match_is_read_from_standard_input() -> None:
    done = in_a_process("replay", "--check", "-", data=GOOD.read_bytes())
    assert done.returncode == 0
    assert done.stdout.startswith(b"116 entries hold") or b"entries hold" in done.stdout


def test_positions_are_read_from_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = '{"game": "burako", "moves": ["meld [R3 R4 R5]"]}\n\nnonsense\n{"game": "burako", "id": "\u2028"}\n'
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    assert run("judge", "-") == 2
    said = capsys.readouterr()
    assert len(said.out.splitlines()) == 3
    assert said.err.startswith("line 3: ")
    assert said.err.count("\n") == 1


def test_judge_says_what_is_no_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "binary"
    path.write_bytes(b"\xff\x00\x80")
    assert run("judge", str(path)) == 2
    assert "UTF-8" in one_sentence(capsys)
    path.write_bytes(b"")
    assert run("judge", str(path)) == 0


def test_no_sign_in_a_position_stops_the_judge() -> None:
    data = b'{"game": "burako", "id": "\\ud800 \\u00e9 \xf0\x9f\x80\x84", "moves": []}\n'
    done = in_a_process("judge", "-", data=data, PYTHONIOENCODING="ascii")
    assert done.returncode == 0, done.stderr
    assert b"\\ud800" in done.stdout


def test_a_terminal_without_accents_still_shows_names(tmp_path: Path) -> None:
    path = tmp_path / "names"
    path.write_bytes(GOOD.read_bytes())
    done = in_a_process("replay", str(GOLDEN / "burako-4.comodin"), PYTHONIOENCODING="ascii")
    assert done.returncode == 0, done.stderr
    assert done.stderr == b""


def test_a_demo_that_cannot_be_kept_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(*DEMO, "--transcript", str(tmp_path)) == 2
    assert "cannot be written" in one_sentence(capsys)


def test_speech_that_cannot_be_written_down_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("play", "--spoken", str(tmp_path), "--home", str(tmp_path / "home")) == 2
    assert "cannot be written" in one_sentence(capsys)
    assert not (tmp_path / "home").exists()


@pytest.mark.whole  # tests/match/test_processes
def test_the_same_demo_gives_the_same_file_everywhere(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = [tmp_path / name for name in ("one", "two", "three", "four")]
    for path in files[:2]:
        assert run(*DEMO, "--transcript", str(path)) == 0
    told = capsys.readouterr().out
    outs = [in_a_process(*DEMO, "--transcript", str(path), PYTHONHASHSEED=seed)
            for path, seed in zip(files[2:], ("1", "31337"), strict=True)]  # fmt: skip
    assert [done.returncode for done in outs] == [0, 0]
    first = files[0].read_bytes()
    assert all(path.read_bytes() == first for path in files)
    assert outs[0].stdout == outs[1].stdout
    assert outs[0].stdout.decode() * 2 == told
    reading = read_match(first)
    assert reading.damage is None
    assert reading.match.standing.over
    assert run("replay", "--check", str(files[3])) == 0


def test_another_seed_is_another_match(tmp_path: Path) -> None:
    for seed in ("1", "2"):
        assert run("demo", "--headless", "--seats", "2", "--seed", seed, "--option", "target=100",
                   "--transcript", str(tmp_path / seed)) == 0  # fmt: skip
    assert (tmp_path / "1").read_bytes() != (tmp_path / "2").read_bytes()


def test_the_longest_seed_plays(tmp_path: Path) -> None:
    assert run("demo", "--headless", "--seats", "2", "--seed", "9" * 18, "--option", "target=100",
               "--transcript", str(tmp_path / "long")) == 0  # fmt: skip


def test_without_arguments_it_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str | None] = []

    def play(chosen: Namespace) -> int:
        asked.append(chosen.home)
        return 0

    monkeypatch.setitem(RUNNERS, "play", play)
    assert run() == 0
    assert run("play", "--home", "here") == 0
    assert asked == [None, "here"]


def test_help_is_no_mistake(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (["--help"], ["demo", "--help"], ["judge", "-h"]):
        assert run(*arguments) == 0
        assert "usage: comodin" in capsys.readouterr().out


def told_to(output: int, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    """Run a command that writes to this file descriptor."""
    command = [sys.executable, "-m", "game", *arguments]
    return subprocess.run(command, stdout=output, stderr=subprocess.PIPE, check=False, timeout=60)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only some systems have a device that is always full")
def test_an_output_that_is_full_is_one_sentence() -> None:
    with Path("/dev/full").open("wb") as full:
        done = told_to(full.fileno(), "replay", str(GOOD))
    assert done.returncode == 2
    assert done.stderr.count(b"\n") == 1
    assert done.stderr.startswith(b"The output cannot be written: ")


@pytest.mark.skipif(os.name != "posix", reason="a closed pipe is another error elsewhere")
@pytest.mark.parametrize("arguments", [[str(GOOD)], ["--check", str(GOOD)]], ids=["long", "short"])
def test_a_reader_who_has_had_enough_is_no_mistake(arguments: list[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = told_to(writing, "replay", *arguments)
    finally:
        os.close(writing)
    assert done.stderr == b""
    assert done.returncode == 0
