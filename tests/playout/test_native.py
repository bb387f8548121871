from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType

import pytest

from game.playout import native


@pytest.fixture
def found(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """A compiled core that stands beside its sources."""
    module = ModuleType("game.playout.dead_hand.native")
    monkeypatch.setitem(sys.modules, module.__name__, module)
    return module


def test_a_core_made_of_these_sources_is_used(found: ModuleType) -> None:
    found.__dict__["SOURCE"] = native.digest("dead_hand")
    assert native.compiled("dead_hand") is found


def test_a_core_made_of_other_sources_is_not(found: ModuleType) -> None:
    found.__dict__["SOURCE"] = "0" * 64
    assert native.compiled("dead_hand") is None


def test_any_edit_changes_the_digest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in native.UNITS["dead_hand"]:
        place = tmp_path / name
        place.parent.mkdir(exist_ok=True)
        place.write_bytes((native.HERE / name).read_bytes())
    before = native.digest("dead_hand")
    monkeypatch.setattr(native, "HERE", tmp_path)
    assert native.digest("dead_hand") == before
    for name in native.UNITS["dead_hand"]:
        text = (tmp_path / name).read_bytes()
        (tmp_path / name).write_bytes(text + b"\n")
        assert native.digest("dead_hand") != before, name
        (tmp_path / name).write_bytes(text)


def test_where_no_sources_lie_the_core_is_taken_at_its_word(
    found: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found.__dict__["SOURCE"] = "0" * 64
    monkeypatch.setattr(native, "HERE", tmp_path)
    assert native.compiled("dead_hand") is found


def test_without_a_compiled_core_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "game.playout.dead_hand.native", None)
    assert native.compiled("dead_hand") is None
