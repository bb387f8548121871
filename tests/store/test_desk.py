"""The desk beside a match: kept whole, or not used."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.store.desk import Desk, desk_path, load_desk, save_desk

DESK = Desk("00ff", ("draw", "meld [R3 R4 R5]"), (4, -1, 9))


def test_a_desk_comes_back(tmp_path: Path) -> None:
    path = desk_path(tmp_path / "match.comodin")
    save_desk(path, DESK)
    assert load_desk(path) == DESK
    assert path.name == "match.comodin.desk"


def test_a_desk_is_written_only_where_it_is_another(tmp_path: Path) -> None:
    path = tmp_path / "match.desk"
    save_desk(path, DESK)
    first = path.stat().st_ino
    save_desk(path, DESK)
    assert path.stat().st_ino == first
    save_desk(path, Desk("00ff", DESK.steps))
    assert load_desk(path) == Desk("00ff", DESK.steps)


def test_no_desk_is_none(tmp_path: Path) -> None:
    assert load_desk(tmp_path / "match.comodin.desk") is None


def test_a_desk_cut_anywhere_is_not_used(tmp_path: Path) -> None:
    path = tmp_path / "match.desk"
    save_desk(path, DESK)
    whole = path.read_bytes()
    for end in range(len(whole)):
        path.write_bytes(whole[:end])
        assert load_desk(path) is None


@pytest.mark.parametrize("data", [b"[]", b"{}", b"7", b'{"head": 1, "steps": 3, "rack": []}', b"\xff", b"[" * 99_999])
def test_what_is_no_desk_is_not_used(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "match.desk"
    path.write_bytes(data)
    assert load_desk(path) is None
