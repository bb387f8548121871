"""What the command tells of itself: a version, help for every word, what a shell completes, and JSON of everything."""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from game import __version__
from game.arguments import SHELLS, make_parser
from game.rules.registry import GAMES, rules_of
from game.rules.ruleset import value_text
from tests.commands.test_cli import GOOD, in_a_process, run
from tests.slices import some

BASH = shutil.which("bash") or ""
SMALL = ["--game", "eburako", "--seats", "2", "--seed", "3", "--option", "target=100"]


def commands() -> dict[str, argparse.ArgumentParser]:
    (found,) = [one for one in make_parser()._actions if isinstance(one, argparse._SubParsersAction)]
    return dict(found.choices)


def actions() -> Iterator[tuple[str, argparse.Action]]:
    for name, one in commands().items():
        yield from ((f"{name} {action.dest}", action) for action in one._actions)


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--version") == 0
    assert capsys.readouterr().out == f"comodin {__version__}\n"


def test_every_word_of_every_command_has_its_help() -> None:
    assert [name for name, action in actions() if not action.help] == []
    assert [name for name, one in commands().items() if not one.description] == []


@pytest.mark.parametrize("name", sorted(set(commands()) - {"help"}))
def test_help_tells_the_same_however_it_is_asked_for(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("help", name) == 0
    told = capsys.readouterr().out
    assert run(name, "--help") == 0
    assert capsys.readouterr().out == told
    assert told.startswith(f"usage: comodin {name}")


def test_help_alone_lists_the_commands(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("help") == 0
    told = capsys.readouterr().out
    assert all(f"    {name}" in told for name in commands())


@pytest.mark.parametrize("game", sorted(GAMES))
def test_help_of_a_game_tells_every_option_its_values_and_what_they_mean(
    game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("help", game) == 0
    told = " ".join(capsys.readouterr().out.split())
    for option in rules_of(game).options:
        assert (f" {option.name}={value_text(option.default)} " in told) is option.offered
        if option.offered:
            assert option.effect in told
            assert all(value_text(one) in told for one in option.allowed if not isinstance(one, range))


def test_to_ask_makes_no_folder(tmp_path: Path) -> None:
    homes: dict[str, str] = {"COMODIN_HOME": str(tmp_path / "home"), "HOME": str(tmp_path)}
    for words in (["--help"], ["--version"], *([name, "--help"] for name in some(commands(), 4))):
        assert in_a_process(*words, data=b"", **homes).returncode == 0
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("shell", SHELLS)
def test_a_shell_is_told_what_to_complete(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("completion", shell) == 0
    script = capsys.readouterr().out
    assert all(name in script for name in commands())


@pytest.mark.skipif(not BASH, reason="no bash here")
def test_bash_completes_commands_and_options(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("completion", "bash") == 0
    script = capsys.readouterr().out
    asked = f'{script}\nCOMP_WORDS=(comodin ve); COMP_CWORD=1; _shtab_comodin 2>/dev/null; echo "${{COMPREPLY[@]}}"\n'
    done = subprocess.run([BASH, "-c", asked], capture_output=True, encoding="utf-8", check=False)
    assert done.stdout.split() == ["verify"], done.stderr


# JSON


def told_by(capsys: pytest.CaptureFixture[str]) -> list[dict[str, object]]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_every_command_that_tells_something_tells_it_as_json_too() -> None:
    silent = {"play", "help", "completion"}
    assert {name for name, one in commands().items() if "--json" not in one.format_help()} == silent


def test_a_demo_is_told_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("demo", "--headless", *SMALL, "--json", "--explain") == 0
    *moves, end = told_by(capsys)
    assert all(set(one) == {"seat", "name", "move", "reason"} for one in moves)
    assert end["over"] is True
    assert run("demo", "--headless", *SMALL) == 0
    assert str(end["digest"]) in capsys.readouterr().out


def test_a_match_is_told_again_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("replay", "--json", str(GOOD)) == 0
    *entries, end = told_by(capsys)
    assert [one["entry"] for one in entries] == list(range(len(entries)))
    assert end["entries"] == len(entries)
    assert run("replay", "--check", "--json", str(GOOD)) == 0
    assert told_by(capsys) == [{"entries": len(entries), "head": end["digest"], "holds": True}]


def test_what_a_match_proves_is_told_as_json(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run("verify", str(GOOD)) == 0
    sentences = capsys.readouterr().out.splitlines()
    assert "chain of digests holds" in sentences[0]
    assert run("verify", "--json", str(GOOD)) == 0
    assert told_by(capsys) == [{"found": "holds", "code": 0, "said": sentences}]
    (tmp_path / "no match").write_bytes(b"no match")
    assert run("verify", "--json", str(tmp_path / "no match")) == 2
    (said,) = told_by(capsys)
    assert (said["found"], said["code"]) == ("unreadable", 2)


def test_an_arena_is_told_as_json(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words = [
        "arena",
        "--game",
        "burraco",
        "--seats",
        "2",
        "--bots",
        "medium,easy",
        "--deals",
        "1",
        "--home",
        str(tmp_path),
    ]
    assert run(*words, "--json") == 0
    said = json.loads(capsys.readouterr().out)
    assert run(*words, "--json", str(tmp_path / "said.json")) == 0
    assert capsys.readouterr().out.startswith("Burraco, 2 seats")
    assert json.loads((tmp_path / "said.json").read_text()) == said


def test_the_network_is_told_as_json_and_of_the_adapter_named_by_the_environment() -> None:
    done = in_a_process("netcheck", "--json", COMODIN_LAN_INTERFACE="127.0.0.1")
    said = json.loads(done.stdout)
    assert said["adapters"] == ["127.0.0.1"]
    assert said["code"] == done.returncode
