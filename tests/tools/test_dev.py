import ast
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.tools.tiny import ROOT, lay_out, offline
from tools.dev import COMMANDS, Step, check, steps, usage
from tools.environment import folder_of, python_of

DEV = ROOT / "tools" / "dev.py"


def dev(project: Path, *arguments: str) -> "subprocess.Popen[str]":
    """Start a project's `tools/dev.py` from the folder above it, and leave it running."""
    return subprocess.Popen(
        [sys.executable, str(project / "tools" / "dev.py"), *arguments],
        cwd=project.parent,
        env=offline(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )


def done(project: Path, *arguments: str) -> tuple[int, str, str]:
    """Run a project's `tools/dev.py` to its end; return its exit code, what it said, and what it complained of."""
    with dev(project, *arguments) as child:
        said, complained = child.communicate()
        return child.returncode, said, complained


# ---- any Python may start it


@pytest.mark.parametrize("version", [(2, 7), (3, 6), (3, 10), (3, 15), (4, 0)])
def test_a_python_that_cannot_run_the_game_says_so_in_one_sentence(version: tuple[int, int]) -> None:
    pretend = f"import runpy, sys; sys.version_info = {(*version, 1, 'final', 0)}; runpy.run_path({str(DEV)!r}, None, "
    told = subprocess.run(
        [sys.executable, "-c", pretend + "'__main__')"], capture_output=True, encoding="utf-8", check=False
    )
    assert (told.returncode, told.stdout) == (1, "")
    assert told.stderr.startswith("This game needs Python 3.11 to 3.14, and this is Python {}.{}: ".format(*version))
    assert told.stderr.count("\n") == 1


def test_old_pythons_can_read_as_far_as_that_sentence() -> None:
    tree = ast.parse(DEV.read_text(encoding="utf-8"), feature_version=(3, 7))
    assert not [node for node in tree.body if isinstance(node, ast.ImportFrom) and node.module == "__future__"]
    first = [ast.unparse(node) for node in tree.body[1:3]]
    assert first == ["import sys", "from pathlib import Path"], "these are in every Python; others come after the check"
    assert isinstance(tree.body[3], ast.If)


# ---- the command line


def test_the_help_names_every_command() -> None:
    told = subprocess.run([sys.executable, str(DEV), "--help"], capture_output=True, encoding="utf-8", check=True)
    assert told.stdout == usage()
    assert all(f"dev.py {name} " in usage() for name in COMMANDS)
    assert "On Windows type  py " in usage()


def test_help_is_printed_even_where_letters_lack(tmp_path: Path) -> None:
    ascii_only = dict(os.environ) | {"PYTHONIOENCODING": "ascii", "HOME": str(tmp_path)}
    told = subprocess.run([sys.executable, str(DEV)], capture_output=True, text=True, env=ascii_only, check=True)
    assert told.stdout.startswith("Comod\\xedn from its source.")


def test_an_unknown_command_is_one_sentence_and_sets_nothing_up(tmp_path: Path) -> None:
    project = lay_out(tmp_path / "p")
    code, said, complained = done(project, "paly")
    assert (code, said) == (2, "")
    assert complained == f"There is no command 'paly'; there are: {', '.join(COMMANDS)}.\n"
    assert not folder_of(project).parent.exists()


@pytest.mark.whole
def test_from_first_start_to_a_vanished_python(tmp_path: Path) -> None:
    project = lay_out(tmp_path / "La mesa de José")
    env = folder_of(project)

    # Two at the same time: one sets up, the other waits, both play.
    with dev(project, "play", "--seed", "7") as first, dev(project, "play", "an argument") as second:
        told = [child.communicate() for child in (first, second)]
    assert [child.returncode for child in (first, second)] == [7, 7], told
    assert "".join(said for said, _ in told).count("Setting up, once") == 1
    games = [json.loads(said.splitlines()[-1]) for said, _ in told]
    assert [game["arguments"] for game in games] == [["play", "--seed", "7"], ["play", "an argument"]]
    for game in games:
        assert Path(game["file"]) == project / "game" / "__main__.py"
        assert Path(game["prefix"]) == env
        assert Path(game["folder"]) == project.parent, "what a player names lies where he stands"

    code, said, _ = done(project, "play")
    assert code == 7
    assert "Setting up" not in said

    # A tool needs more than play does, and runs where the project is.
    code, said, _ = done(project, "soak", "draws", "--seed", "3")
    assert code == 7
    assert "because the tools of 'dev' are wanted" in said
    tool = json.loads(said.splitlines()[-1])
    assert (tool["arguments"], Path(tool["folder"])) == (["draws", "--seed", "3"], project)

    (project / "assets" / "words" / "es.po").write_text("other words", encoding="utf-8")
    assert "because assets/words/es.po changed" in done(project, "play")[1]
    assert "Setting up" not in done(project, "play")[1]

    python_of(env).unlink()
    code, said, _ = done(project, "play")
    assert code == 7
    assert "Setting up, once" in said


def test_a_folder_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    project = lay_out(tmp_path / "p")
    (project / ".venv-dev").write_text("a file in the way", encoding="utf-8")
    code, said, complained = done(project, "play")
    assert (code, said) == (1, "")
    assert complained.startswith("The set-up could not be done: ")
    assert complained.count("\n") == 1


# ---- the checks


def test_all_steps_are_run_and_told_even_after_one_failed(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    todo = (Step("good", ("-c", "print('one')")), Step("bad", ("-c", "raise SystemExit(5)")), Step("last", ("-V",)))
    assert check(todo, Path(sys.executable), tmp_path, dict(os.environ)) == 1
    said = capfd.readouterr().out.splitlines()
    assert [line.split()[:2] for line in said[-3:]] == [["good", "ok"], ["bad", "FAILED"], ["last", "ok"]]
    assert all(line.endswith(" s") for line in said[-3:])
    assert "one" in said
    assert check(todo[:1], Path(sys.executable), tmp_path, dict(os.environ)) == 0


def test_a_step_beside_the_others_is_told_of_in_its_place(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    told = "from pathlib import Path; Path('there').write_text('x'); print('words'); raise SystemExit(3)"
    waits = "from pathlib import Path\nwhile not Path('there').exists():\n    pass"
    todo = (Step("first", ("-c", told), beside=True), Step("second", ("-c", waits)))
    assert check(todo, Path(sys.executable), tmp_path, dict(os.environ)) == 1
    said = capfd.readouterr().out.splitlines()
    assert said[:4] == ["---- second", "---- first", "words", "----"]
    assert [line.split()[:2] for line in said[-2:]] == [["first", "FAILED"], ["second", "ok"]]


@pytest.mark.parametrize("cores", [1, 2])
def test_the_checks_are_the_ones_promised_by_one_worker_more_than_there_are_cores(cores: int) -> None:
    assert [step.name for step in steps(cores)] == ["ruff check", "ruff format", "mypy", "lint-imports", "pytest"]
    assert steps(cores)[-1].arguments[:4] == ("-m", "pytest", "-n", str(cores + 1))


@pytest.mark.skipif(os.name == "nt", reason="Windows has no process groups to send Ctrl+C to")
def test_what_runs_may_say_its_last_words_on_ctrl_c() -> None:
    child = (
        "import sys\ntry:\n    print('ready', flush=True)\n    sys.stdin.read()\n"
        "except KeyboardInterrupt:\n    print('last words', flush=True)\n"
    )
    runner = (
        "import os, sys\nfrom pathlib import Path\nfrom tools.dev import run\ntry:\n"
        "    run([sys.executable, '-c', sys.argv[1]], Path.cwd(), dict(os.environ))\n"
        "except KeyboardInterrupt:\n    print('told on', flush=True)\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", runner, child],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as group:
        assert group.stdout is not None
        assert group.stdout.readline() == "ready\n"
        os.killpg(group.pid, signal.SIGINT)
        assert group.communicate()[0] == "last words\ntold on\n"
