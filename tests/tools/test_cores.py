from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from tools.cores import digest_of, failure_reason, prepare_cores

GOOD = "from pathlib import Path; Path('game/playout/unit/native.abi3.so').write_text('compiled')"
BAD = "import sys; sys.exit('no C compiler: cc was not found')"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project whose maker of cores is one line, and whose environment is this one."""
    monkeypatch.setattr("tools.cores.python_of", lambda _env: Path(sys.executable))
    for name, text in {
        "tools/__init__.py": "",
        "tools/native.py": GOOD,
        "game/playout/unit/core.py": "ONE = 1",
    }.items():
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    (tmp_path / "env").mkdir()
    return tmp_path


def prepared(project: Path, capsys: pytest.CaptureFixture[str]) -> str:
    prepare_cores(project, project / "env", dict(os.environ))
    return capsys.readouterr().out


def test_sources_are_compiled_once(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert prepared(project, capsys) == "Compiling the playout cores (half a minute) ...\n"
    assert (project / "game/playout/unit/native.abi3.so").read_text(encoding="utf-8") == "compiled"
    assert prepared(project, capsys) == ""


@pytest.mark.parametrize("name", ["game/playout/unit/core.py", "tools/native.py"])
def test_an_edit_compiles_them_again(project: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    prepared(project, capsys)
    with (project / name).open("a", encoding="utf-8") as file:
        file.write("\n# edited\n")
    assert failure_reason(project, project / "env") is None
    assert "Compiling" in prepared(project, capsys)


def test_a_core_that_vanished_is_compiled_again(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    prepared(project, capsys)
    (project / "game/playout/unit/native.abi3.so").unlink()
    assert "Compiling" in prepared(project, capsys)


def test_without_a_compiler_one_line_says_so_each_time(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "tools/native.py").write_text(BAD, encoding="utf-8")
    line = "The playout cores run uncompiled, some fifty times slower (no C compiler: cc was not found).\n"
    assert prepared(project, capsys) == "Compiling the playout cores (half a minute) ...\n" + line
    assert prepared(project, capsys) == line


def test_a_project_without_cores_has_nothing_to_compile(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert digest_of(tmp_path) == ""
    assert prepared(tmp_path, capsys) == ""
