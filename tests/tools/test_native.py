from __future__ import annotations

import ast
from pathlib import Path

import pytest

from game.playout import native as chooser
from tools import native

SOURCE = """
BIT = 1 << 3

class Table:
    def __init__(self) -> None:
        self.phase = 0
        self.rows = [0] * 8

SPARE = Table()

def copy(to: Table, of: Table) -> None:
    pass

def clear(table: Table, at: int) -> None:
    if at:
        return
    table.rows[at] = 0

def plans(table: Table, most: int) -> list[int]:
    rows, other = table.rows, SPARE
    return [rows[at] for at in range(most) if other.phase]
"""


@pytest.fixture
def written() -> tuple[str, str]:
    """What is written for the compiler: the module and its types."""
    module = ast.parse(SOURCE)
    types = native.types_of(module)
    native.written_out(module, types)
    return ast.unparse(module), native.write_pxd(module, types)


def test_types_follow_from_the_annotations_and_from_what_is_set(written: tuple[str, str]) -> None:
    declared = written[1].splitlines()
    assert declared == [
        "cimport cython",
        "cdef class Table:",
        "    cdef public long long phase",
        "    cdef public long long rows[8]",
        "cdef long long BIT",
        "cdef Table SPARE",
        "cpdef int copy(Table to, Table of) except -1",
        "cpdef int clear(Table table, long long at) except -1",
        '@cython.locals(rows="long long *", other="Table")',
        "cpdef list plans(Table table, long long most)",
    ]


def test_copying_is_written_out_and_an_empty_return_returns_a_number(written: tuple[str, str]) -> None:
    assert "to.phase = of.phase" in written[0]
    assert "to.rows[:] = of.rows" in written[0]
    assert "return 0" in written[0]


@pytest.mark.parametrize("unit", sorted(chooser.UNITS))
def test_a_core_is_one_module_in_which_no_name_comes_twice(unit: str) -> None:
    module = native.merge_modules(unit)
    names = [node.name for node in module.body if isinstance(node, ast.FunctionDef | ast.ClassDef)]
    names += [ast.unparse(node.targets[0]) for node in module.body if isinstance(node, ast.Assign)]
    assert sorted(set(names)) == sorted(names)
    assert f"SOURCE = {chooser.digest(unit)!r}" in ast.unparse(module)
    free = {node.module for node in ast.walk(module) if isinstance(node, ast.ImportFrom)}
    assert free == {"__future__"}


@pytest.mark.parametrize("unit", sorted(chooser.UNITS))
def test_nothing_of_the_compilers_is_imported_by_the_sources(unit: str) -> None:
    for name in chooser.UNITS[unit]:
        tree = ast.parse((chooser.HERE / name).read_text(encoding="utf-8"))
        wanted = {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
        assert not [one for one in wanted if not one.startswith(("game.playout.", "__future__", "collections.abc"))]
        assert not [node for node in ast.walk(tree) if isinstance(node, ast.Import)]


def test_a_failure_is_one_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def broken(_unit: str, _folder: Path) -> Path:
        raise OSError("something long\ncc: not found")

    monkeypatch.setattr(native, "build", broken)
    assert native.main() == 1
    assert capsys.readouterr().err == "OSError: cc: not found\n"


def test_a_core_is_put_in_place_in_one_step(tmp_path: Path) -> None:
    (tmp_path / "made").write_text("new", encoding="utf-8")
    (tmp_path / "native.abi3.so").write_text("old", encoding="utf-8")
    native.install_core(tmp_path / "made", tmp_path / "native.abi3.so")
    assert (tmp_path / "native.abi3.so").read_text(encoding="utf-8") == "new"
    assert sorted(file.name for file in tmp_path.iterdir()) == ["made", "native.abi3.so"]
