"""Files replaced whole: the old one or the new one, never a part."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.store.atomic import GENERATION_COUNT, generation_path, read_newest, replace_file, replace_keeping, set_aside


def _number(data: bytes) -> int:
    return int(data)


def test_a_replaced_file_leaves_nothing_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "file"
    replace_file(path, b"1")
    replace_file(path, b"2")
    assert path.read_bytes() == b"2"
    assert list(tmp_path.iterdir()) == [path]


def test_a_failed_replacement_keeps_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file"
    replace_file(path, b"old")

    def refuse(_number: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", refuse)
    with pytest.raises(OSError, match="No space"):
        replace_file(path, b"new")
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_generations_move_on_and_the_oldest_goes(tmp_path: Path) -> None:
    path = tmp_path / "file"
    for number in range(5):
        replace_keeping(path, b"%d" % number)
    assert [generation_path(path, age).read_bytes() for age in range(GENERATION_COUNT)] == [b"4", b"3", b"2"]
    assert not generation_path(path, GENERATION_COUNT).exists()


def test_the_newest_that_can_be_read_is_read_and_the_rest_set_aside(tmp_path: Path) -> None:
    path = tmp_path / "file"
    for data in (b"1", b"two", b"three"):
        replace_keeping(path, data)
    found, damaged = read_newest(path, _number)
    assert found == 1
    assert [file.read_bytes() for file in damaged] == [b"three", b"two"]
    assert not path.exists()


def test_nothing_there_is_nothing_found(tmp_path: Path) -> None:
    assert read_newest(tmp_path / "file", _number) == (None, ())


def test_what_is_set_aside_twice_has_two_names(tmp_path: Path) -> None:
    path = tmp_path / "file"
    names = []
    for data in (b"a", b"b"):
        path.write_bytes(data)
        names.append(set_aside(path).name)
    assert names == ["file.damaged-1", "file.damaged-2"]
