"""The home folder: one owner, any number of guests, and a game to play even where nothing can be written."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from game.store.home import HOME_VARIABLE, NOTE_GUEST, NOTE_READ_ONLY, home_path, newest_files, open_home

NOBODY = 65534  # the user who owns nothing


def test_the_first_program_owns_the_home(tmp_path: Path) -> None:
    home = open_home(tmp_path / "home")
    assert home.owner
    assert home.writable
    assert home.notes == ()
    assert home.matches_folder.is_dir()
    home.close()
    home.close()


def test_a_second_program_is_a_guest_until_the_first_has_gone(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from game.store.home import open_home; "
        "h = open_home(Path(sys.argv[1])); print(h.owner, h.writable, *h.notes)"
    )
    first = open_home(tmp_path)

    def second() -> str:
        told = subprocess.run(
            [sys.executable, "-c", code, tmp_path], capture_output=True, encoding="utf-8", check=True,
            env=dict(os.environ) | {"PYTHONPATH": str(Path(__file__).resolve().parents[2])},
        )  # fmt: skip
        return told.stdout.strip()

    assert second() == f"False True {NOTE_GUEST}"
    first.close()
    assert second() == "True True"


def test_a_home_that_is_a_file_cannot_be_written(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.touch()
    home = open_home(path)
    assert (home.owner, home.writable, home.notes) == (False, False, (NOTE_READ_ONLY,))


@pytest.fixture
def plain_folder() -> Iterator[Path]:
    """A folder in the hands of somebody who is no administrator: for that one no folder is read-only."""
    with TemporaryDirectory() as name:  # where pytest keeps its folders only its own user may look
        administrator = os.geteuid() == 0
        if administrator:
            os.chown(name, NOBODY, NOBODY)
            os.seteuid(NOBODY)
        try:
            yield Path(name)
        finally:
            if administrator:
                os.seteuid(0)


def test_a_read_only_home(plain_folder: Path) -> None:
    (plain_folder / "matches").mkdir()
    (plain_folder / "matches").chmod(0o500)
    plain_folder.chmod(0o500)
    try:
        home = open_home(plain_folder)
        assert (home.owner, home.writable, home.notes) == (False, False, (NOTE_READ_ONLY,))
    finally:
        plain_folder.chmod(0o700)
        (plain_folder / "matches").chmod(0o700)


def test_a_home_whose_disk_refuses_is_read_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_self: Path, _data: bytes) -> int:
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr(Path, "write_bytes", refuse)
    home = open_home(tmp_path)
    assert (home.owner, home.writable, home.notes) == (False, False, (NOTE_READ_ONLY,))


def test_where_the_home_lies(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    assert home_path(None) == tmp_path
    assert home_path(str(tmp_path / "other")) == tmp_path / "other"
    monkeypatch.delenv(HOME_VARIABLE)
    assert home_path(None).name == "comodin"


def test_files_are_listed_by_when_they_were_written_to_and_one_that_goes_meanwhile_is_passed_over(
    tmp_path: Path,
) -> None:
    for name, written in (("a.x", 20), ("b.y", 40), ("c.x", 30), ("d.x", 40), ("e.z", 50)):
        (tmp_path / name).write_bytes(b"")
        os.utime(tmp_path / name, (written, written))
    (tmp_path / "gone.x").symlink_to(tmp_path / "elsewhere")
    assert [path.name for path in newest_files(tmp_path, ".x", ".y")] == ["b.y", "d.x", "c.x", "a.x"]
    assert newest_files(tmp_path / "no folder", ".x") == ()


def test_a_folder_deleted_while_its_files_are_listed_has_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "is_dir", lambda _self: True)
    assert newest_files(tmp_path / "deleted", ".x") == ()
