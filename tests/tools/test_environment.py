import os
import platform
import shutil
import socket
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from tests.tools.tiny import ROOT, lay_out
from tools import environment
from tools.environment import (
    FOUNDATIONS,
    STAMP_FILE,
    SetUpError,
    Stamp,
    causes,
    environment_variables,
    folder_of,
    from_scratch,
    lock,
    pip_fault,
    prepare,
    python_of,
    read_stamp,
    sources_of,
    what_to_type,
    write_stamp,
)

SOURCES = dict.fromkeys((*FOUNDATIONS, "pyproject.toml", "hatch_build.py", "assets/words/es.po"), "as it was")


# ---- the stamp


def test_a_stamp_reads_back_as_it_was_written(tmp_path: Path) -> None:
    stamp = Stamp({"pyproject.toml": "0a1b", "the place of the project": "/mesa de ñandú"}, ("dev",))
    write_stamp(tmp_path, stamp)
    assert read_stamp(tmp_path) == stamp
    assert [file.name for file in tmp_path.iterdir()] == [STAMP_FILE], "nothing half-written stays behind"


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"sources": {}}', '{"sources": 3, "extras": []}', "\udcff"])
def test_a_stamp_that_cannot_be_read_is_no_stamp(tmp_path: Path, text: str) -> None:
    (tmp_path / STAMP_FILE).write_text(text, encoding="utf-8", errors="surrogateescape")
    assert read_stamp(tmp_path) is None


def test_there_is_no_stamp_in_an_empty_folder(tmp_path: Path) -> None:
    assert read_stamp(tmp_path) is None


# ---- what makes an environment stale


def test_an_environment_that_agrees_with_the_project_is_ready() -> None:
    assert causes(Stamp(SOURCES, ("dev",)), SOURCES, ("dev",)) == ()
    assert causes(Stamp(SOURCES, ("dev",)), SOURCES, ()) == (), "the tools of the tests do not hinder play"


def test_without_a_stamp_it_is_made_from_scratch() -> None:
    assert causes(None, SOURCES, ()) != ()
    assert from_scratch(None, SOURCES)


@pytest.mark.parametrize("name", SOURCES)
def test_every_source_that_changed_is_a_cause_by_its_name(name: str) -> None:
    now = SOURCES | {name: "otherwise"}
    assert causes(Stamp(SOURCES, ()), now, ()) == (f"{name} changed",)
    assert from_scratch(Stamp(SOURCES, ()), now) == (name in FOUNDATIONS)


def test_sources_that_came_or_went_are_causes() -> None:
    fewer = {name: digest for name, digest in SOURCES.items() if name != "hatch_build.py"}
    assert causes(Stamp(fewer, ()), SOURCES, ()) == ("hatch_build.py changed",)
    assert causes(Stamp(SOURCES, ()), fewer, ()) == ("hatch_build.py changed",)


def test_wanted_tools_are_installed_into_what_is_there() -> None:
    stamp = Stamp(SOURCES, ())
    assert causes(stamp, SOURCES, ("dev",)) == ("the tools of 'dev' are wanted",)
    assert not from_scratch(stamp, SOURCES)
    assert causes(replace(stamp, extras=("dev",)), SOURCES, ("dev",)) == ()


def test_the_sources_are_the_project_its_hook_its_catalogues_and_python(tmp_path: Path) -> None:
    project = lay_out(tmp_path / "p")
    before = sources_of(project)
    assert list(before) == [*FOUNDATIONS, "pyproject.toml", "assets/words/es.po"]
    (project / "hatch_build.py").write_text("print('hook')", encoding="utf-8")
    (project / "assets" / "words" / "es.po").write_text("other words", encoding="utf-8")
    (project / "game" / "rules.py").write_text("an editable install follows this by itself", encoding="utf-8")
    after = sources_of(project)
    assert causes(Stamp(before, ()), after, ()) == ("assets/words/es.po changed", "hatch_build.py changed")


def test_a_project_that_moved_or_another_python_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project = lay_out(tmp_path / "p")
    stamp = Stamp(sources_of(project), ())
    moved = project.rename(tmp_path / "q")
    assert causes(stamp, sources_of(moved), ()) == ("the place of the project changed",)
    moved.rename(project)
    monkeypatch.setattr(sys, "version", "3.99.0")
    monkeypatch.setattr(sys, "base_prefix", "/elsewhere")
    assert causes(stamp, sources_of(project), ()) == ("the Python version changed", "the place of Python changed")


# ---- setting up


@pytest.fixture
def no_ensurepip(monkeypatch: pytest.MonkeyPatch) -> None:
    """Be a Debian without python3-venv, which keeps venv but not ensurepip."""
    real = environment.has_module
    monkeypatch.setattr(environment, "has_module", lambda module: module != "ensurepip" and real(module))


@pytest.mark.whole  # no pip at all: below
@pytest.mark.usefixtures("no_ensurepip")
def test_without_ensurepip_a_pip_from_outside_fills_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    project = lay_out(tmp_path / "mesa de ñandú")
    env = prepare(project, ())
    asked = "import game, importlib.util as i; print(game.__file__); print(i.find_spec('pip'))"
    told = subprocess.run([python_of(env), "-P", "-c", asked], capture_output=True, encoding="utf-8", check=True)
    assert told.stdout.splitlines() == [str(project / "game" / "__init__.py"), "None"]
    said = capfd.readouterr().out
    assert said.count("\n") == 1
    assert said.startswith("Setting up, once: ")
    (project / "pyproject.toml").write_text((project / "pyproject.toml").read_text() + "\n", encoding="utf-8")
    assert prepare(project, ()) == env
    assert "because pyproject.toml changed" in capfd.readouterr().out


@pytest.mark.usefixtures("no_ensurepip")
def test_without_ensurepip_and_pip_one_sentence_says_what_to_type(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = lay_out(tmp_path / "p")
    monkeypatch.setattr(environment, "pip_outside", tuple)
    monkeypatch.setattr(platform, "freedesktop_os_release", lambda: {"ID": "mint", "ID_LIKE": "debian"})
    monkeypatch.setattr(sys, "platform", "linux")
    with pytest.raises(SetUpError) as told:
        prepare(project, ())
    assert str(told.value).count("\n") == 0
    assert "apt install python{}.{}-venv".format(*sys.version_info) in str(told.value)
    assert not folder_of(project).exists()


@pytest.mark.parametrize(
    ("system", "family", "is_root", "command"),
    [
        ("linux", "debian", False, "sudo apt install python3.12-venv"),
        ("linux", "ubuntu debian", True, "apt install python3.12-venv"),
        ("linux", "rocky rhel centos fedora", False, "sudo dnf install python3-pip"),
        ("linux", "nobara", False, ""),
        ("darwin", "", False, "brew install python@3.12"),
        ("win32", "", False, "winget install Python.Python.3.12"),
    ],
)
def test_each_system_has_its_own_command(system: str, family: str, is_root: bool, command: str) -> None:
    assert what_to_type(system, family, "3.12", is_root=is_root) == command


@pytest.mark.usefixtures("no_ensurepip")
def test_no_network_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        index = f"http://127.0.0.1:{closed.getsockname()[1]}/simple"
    for name in ("PIP_NO_INDEX", "PIP_FIND_LINKS", "PIP_EXTRA_INDEX_URL"):
        monkeypatch.delenv(name, raising=False)
    for name, value in {"INDEX_URL": index, "RETRIES": "1", "CONFIG_FILE": os.devnull}.items():
        monkeypatch.setenv(f"PIP_{name}", value)
    monkeypatch.setenv("NO_PROXY", "*")
    project = lay_out(tmp_path / "p", "nothing-that-is-anywhere")
    with pytest.raises(SetUpError, match=r"\ANo network: .*\Z"):
        prepare(project, ())
    assert read_stamp(folder_of(project)) is None


def test_what_else_stops_pip_is_told_in_its_last_words() -> None:
    output = "\n".join(f"line {n}" for n in range(40)) + "\nERROR: ResolutionImpossible\n"
    told = str(pip_fault(output))
    assert told.endswith("line 39\n    ERROR: ResolutionImpossible")
    assert "line 25\n" not in told


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Replace what takes long by a list of what was called; every Python answers."""
    calls: list[str] = []

    def make(env: Path) -> None:
        shutil.rmtree(env, ignore_errors=True)
        env.mkdir()
        calls.append("make")

    def install(root: Path, env: Path, extras: tuple[str, ...]) -> None:
        assert read_stamp(env) is None, f"no stamp of {root} while its environment is worked upon"
        calls.append("install " + ",".join(extras))

    monkeypatch.setattr(environment, "make", make)
    monkeypatch.setattr(environment, "install", install)
    monkeypatch.setattr(environment, "succeeds", lambda *_: True)
    return calls


def test_it_is_set_up_once_and_then_only_for_a_cause(tmp_path: Path, made: list[str]) -> None:
    project = lay_out(tmp_path / "p")
    prepare(project, ())
    prepare(project, ())
    assert made == ["make", "install "]
    prepare(project, ("dev",))
    prepare(project, ())
    assert made[2:] == ["install dev"]
    (project / "pyproject.toml").write_text("[project]", encoding="utf-8")
    prepare(project, ())
    assert made[3:] == ["install "]
    prepare(project.rename(tmp_path / "q"), ())
    assert made[4:] == ["make", "install "]


def test_an_interrupted_set_up_is_done_again_from_scratch(
    tmp_path: Path, made: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    project = lay_out(tmp_path / "p")
    prepare(project, ())

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    (project / "pyproject.toml").write_text("[project]", encoding="utf-8")
    with monkeypatch.context() as cut:
        cut.setattr(environment, "install", interrupt)
        with pytest.raises(KeyboardInterrupt):
            prepare(project, ())
    assert read_stamp(folder_of(project)) is None
    prepare(project, ())
    assert made == ["make", "install ", "make", "install "]


def test_an_environment_whose_python_no_longer_answers_is_made_anew(
    tmp_path: Path, made: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    project = lay_out(tmp_path / "p")
    prepare(project, ())
    monkeypatch.setattr(environment, "succeeds", lambda *_: False)
    prepare(project, ())
    assert made == ["make", "install ", "make", "install "]


# ---- the lock and the surroundings


def test_the_second_waits_until_the_first_is_done(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    first = (
        "import sys\nfrom pathlib import Path\nfrom tools.environment import lock\n"
        "with lock(Path(sys.argv[1]), lambda: sys.exit('it was taken')):\n"
        "    print('held', flush=True)\n    sys.stdin.read()\n"
    )
    told: list[str] = []
    with subprocess.Popen(
        [sys.executable, "-c", first, path], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as holder:
        assert holder.stdin is not None
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        let_go = holder.stdin.close

        def waiting() -> None:
            told.append("waiting")
            let_go()

        with lock(path, waiting):
            assert told == ["waiting"]
    with lock(path, lambda: told.append("again")):
        assert told == ["waiting"], "a lock that is free is taken in silence"


def test_nothing_leads_out_of_the_environment(tmp_path: Path) -> None:
    given = {"PATH": "/usr/bin", "PYTHONPATH": "/else", "PIP_TARGET": "/else", "PIP_USER": "1", "PIP_INDEX_URL": "kept"}
    inside = environment_variables(tmp_path, given)
    assert inside["PATH"] == os.pathsep.join([str(python_of(tmp_path).parent), "/usr/bin"])
    assert not {"PYTHONPATH", "PIP_TARGET"} & inside.keys()
    assert (inside["PIP_USER"], inside["PIP_INDEX_URL"]) == ("0", "kept")
    assert environment_variables(tmp_path, {})["PATH"] == str(python_of(tmp_path).parent)


def test_a_start_finds_the_bytecode_of_the_one_before(tmp_path: Path) -> None:
    assert "PYTHONDONTWRITEBYTECODE" not in environment_variables(tmp_path, {"PYTHONDONTWRITEBYTECODE": "1"})
