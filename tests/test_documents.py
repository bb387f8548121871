"""The commands that the documents show: each is there, and those of docs/commands.md do what they say, in its order."""

from __future__ import annotations

import argparse
import ast
import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from game.arguments import make_parser
from game.club.events import TournamentCreated, event_line
from game.club.values import ClubFormat, TournamentPlan
from game.door import main
from tools import bench, dev, run, soak

ROOT = Path(__file__).resolve().parent.parent
COMMANDS = ROOT / "docs" / "commands.md"
ROW_LENGTH = 250
DOCUMENTS = sorted(
    path for folder in (".", "net", "net/deal", "game/playout", "docs") for path in ROOT.glob(f"{folder}/*.md")
)
# What stands for something, and what is given for it here; and what takes long, made short.
MEANT = {
    "DIR": "home",
    "FILE": "written.comodin",
    "positions.jsonl": "positions.jsonl",
    "--deals 300": "--deals 1",
    "--deals 200": "--deals 4",
    "--deals 4 --cluster": "--deals 2 --cluster",
    "--seats 4 --seed 7": "--seats 4 --seed 7 --option target=100",
}
# These open a window, wait for another computer or take an hour; what they say is tested elsewhere.
NOT_RUN = re.compile(r"^comodin( play|$)|ADDRESS|--ladder|comodin host|comodin result|netcheck|comodin help|completion")
# The labels of messages in the protocol begin like a command.
LABEL = re.compile(r"comodin (\w+ \d|joiner)")


def commands(text: str) -> Iterator[str]:
    """Yield what a document shows in code, as one types it."""
    blocks = re.findall(r"^```\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    lines = [line.removeprefix("$ ") for block in blocks for line in block.splitlines()]
    for line in [*lines, *re.findall(r"`([^`\n]+)`", text)]:
        shown = line.split("  #")[0].strip()
        if re.match(
            r"(comodin|echo|(python3?|py) (tools/|-m (game|tools))|tools/dev\.py)\b", shown
        ) and not LABEL.match(shown):
            yield shown


def shown() -> list[tuple[str, str]]:
    return [(path.name, one) for path in DOCUMENTS for one in dict.fromkeys(commands(path.read_text(encoding="utf-8")))]


def of_the_program() -> list[tuple[str, str]]:
    return [(name, one) for name, one in shown() if one.startswith("comodin")]


def of_the_tools() -> list[tuple[str, str]]:
    return [(name, one) for name, one in shown() if "tools/dev.py" in one or "-m tools." in one]


def test_the_documents_show_commands() -> None:
    assert len(of_the_program()) > 20
    assert len(of_the_tools()) > 20


@pytest.mark.parametrize(("document", "command"), of_the_program(), ids=str)
def test_a_command_of_the_program_is_one_that_there_is(document: str, command: str) -> None:
    (there,) = [one.choices for one in make_parser()._actions if isinstance(one, argparse._SubParsersAction)]
    words = shlex.split(command)[1:]
    if not words or words[0] == "--version":
        return
    assert words[0] in there, f"{document}: {command}"
    known = {name for action in there[words[0]]._actions for name in action.option_strings}
    assert {word for word in words if word.startswith("--")} <= known, f"{document}: {command}"


@cache
def named() -> dict[str, set[str]]:
    """Return what may be named behind a command."""
    return {"soak": set(soak.SOAKS), "bench": set(bench.BENCHES), "run": {*run.tools(), "TOOL"}}


@pytest.mark.parametrize(("document", "command"), of_the_tools(), ids=str)
def test_a_command_of_the_tools_is_one_that_there_is(document: str, command: str) -> None:
    words = shlex.split(command.rpartition("tools/dev.py")[2]) if "tools/dev.py" in command else []
    if "-m tools." in command:
        module = re.split(r"\W", command.partition("-m tools.")[2], maxsplit=1)[0]
        assert (ROOT / "tools" / f"{module}.py").is_file(), f"{document}: {command}"
    elif words:
        assert words[0] in dev.COMMANDS, f"{document}: {command}"
        names = named().get(words[0])
        assert names is None or set(words[1:2]) <= names, f"{document}: {command}"


@pytest.mark.whole  # each is read by test_a_command_of_the_program_is_one_that_there_is
def test_the_commands_on_their_page_do_what_they_say(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COMODIN_HOME", str(tmp_path / "home"))
    (tmp_path / "positions.jsonl").write_text(
        '{"game": "burako", "moves": ["draw"], "phase": "DRAW"}\n', encoding="utf-8"
    )
    (tmp_path / "problems.jsonl").write_text('{"table": [["R5","B5","K5"]], "rack": ["Y5"]}\n', encoding="utf-8")
    made = TournamentCreated(TournamentPlan("Friday", ClubFormat.SWISS, "rummy"))
    (tmp_path / "friday.club").write_text(f"{event_line(made)}\n", encoding="utf-8")
    page = COMMANDS.read_text(encoding="utf-8")
    wanted = [one for one in dict.fromkeys(commands(page)) if one.startswith("comodin ") and not NOT_RUN.search(one)]
    ran = []
    for command in wanted:
        if len(command.split()) == 2:
            continue  # only the name of a command, in a sentence
        typed = command
        for shown_as, given in MEANT.items():
            typed = typed.replace(shown_as, given)
        assert main(shlex.split(typed)[1:]) == 0, f"{command}\n{capsys.readouterr().err}"
        ran.append(command.split()[1])
    assert set(ran) >= {"demo", "arena", "replay", "verify", "judge", "solve"}


def in_folder(folder: Path, *words: str, data: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-P", "-m", "game", *words]
    variables = {**os.environ, "COMODIN_HOME": str(folder / "home")}
    return subprocess.run(command, cwd=folder, input=data, env=variables, capture_output=True, check=False, timeout=120)


@pytest.mark.parametrize(
    ("document", "command"), [(name, one) for name, one in shown() if one.startswith("echo ")], ids=str
)
def test_what_is_piped_in_a_document_comes_out_as_it_shows(document: str, command: str, tmp_path: Path) -> None:
    given, _pipe, program = command.partition(" | ")
    text = (ROOT / document).read_text(encoding="utf-8")
    answer = text.partition(f"$ {command}\n")[2].splitlines()[0]
    done = in_folder(tmp_path, *shlex.split(program)[1:], data=shlex.split(given)[1].encode())
    came = done.stdout.decode().strip()
    assert json.loads(came)
    parts = [part for part in re.split(r", \.\.|\.\.", answer) if part.strip("{}, ")]
    assert all(part.strip("}") in came for part in parts), f"{answer}\n{came}"


def test_the_three_terminals_of_their_page_sit_down_at_one_table(tmp_path: Path) -> None:
    page = COMMANDS.read_text(encoding="utf-8")
    host, *guests = [one for one in commands(page) if re.match(r"comodin (host|join)\b.*--home (host|ana|bea)\b", one)]
    assert len(guests) == 2
    variables = {**os.environ, "COMODIN_LAN_INTERFACE": "127.0.0.1"}
    begun: list[subprocess.Popen[str]] = []

    def start(command: str, address: str = "") -> subprocess.Popen[str]:
        words = shlex.split(command.replace("ADDRESS", address))[1:]
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", "game", *words, "--stop-after", "12"],
            cwd=tmp_path,
            env=variables,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            encoding="utf-8",
        )
        begun.append(process)
        return process

    try:
        table = start(host)
        assert table.stdout is not None
        address = table.stdout.readline().strip()
        assert address.startswith("127.0.0.1:")
        ends = [table, *(start(one, address) for one in guests)]
        said = [json.loads(one.communicate(timeout=120)[0].splitlines()[-1]) for one in ends]
    finally:
        for process in begun:
            process.kill()
            process.communicate()
    assert {one["ended"] for one in said} == {"stopped"}
    assert len({one["match"] for one in said}) == 1


def answers() -> list[str]:
    """The rows of ARCHITECTURE.md that say where something is decided."""
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    part = text.partition("## Where is it decided")[2].partition("\n## ")[0]
    return [line for line in part.splitlines() if line.startswith("| ") and not line.startswith("| Question")]


@pytest.mark.parametrize("row", answers(), ids=lambda row: row.split(" | ")[0].strip("| "))
def test_where_something_is_decided_is_said_as_it_is(row: str) -> None:
    answer = row.split(" | ", 1)[1]
    named = re.findall(r"`([^`]+)`", answer)
    assert named
    files: list[Path] = []
    folder = ROOT  # a bare file name lies beside the file named before it
    for name in named:
        if "/" in name or name.endswith(".py"):
            pattern = name.replace("LANGUAGE", "es")
            there = next((one for one in (ROOT, folder, folder.parent) if any(one.glob(pattern))), None)
            assert there is not None, name
            folder = (there / name).parent
            files += there.glob(name if name.endswith(".py") else f"{name}/*.py")
    texts = "".join(file.read_text(encoding="utf-8") for file in files)
    missing = [name for name in named if "/" not in name and not name.endswith(".py") and name not in texts]
    assert missing == []
    assert len(row) <= ROW_LENGTH  # a row leads to a file, which says the rest itself


def test_the_files_on_the_way_of_a_move_are_there() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    way = text.partition("## The way of a move")[2].partition("\n## ")[0]
    named = set(re.findall(r"`([a-z_/]+(?:\.py|/))`", way))
    table = ROOT / "game" / "client" / "table"
    assert len(named) > 20
    assert [name for name in named if not (ROOT / name).exists() and not (table / name).exists()] == []


def test_the_docstring_of_a_function_that_cites_a_rule_begins_with_its_number() -> None:
    cited, begun = re.compile(r"\b([Rr]ules? \d|D\d+\b)"), re.compile(r"(Rules? \d|Decisions? D\d)")
    told = [
        (path.name, node.name, ast.get_docstring(node) or "")
        for path in sorted((ROOT / "game" / "rules").glob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef)
    ]
    numbered = [(file, name, text) for file, name, text in told if cited.search(text)]
    assert len(numbered) > 90
    assert [(file, name) for file, name, text in numbered if not begun.match(text)] == []
