"""Matches put aside come back as they were, with their desk, and over nothing; then they are forgotten."""

from __future__ import annotations

from pathlib import Path

from game.store.deleted import DELETED_FOLDER, move_to_deleted, purge_deleted, restore_deleted
from game.store.desk import desk_path
from game.store.index import list_matches


def match_in(folder: Path, name: str = "burako 1.comodin", text: str = "one") -> Path:
    path = folder / name
    path.write_text(text)
    desk_path(path).write_text(f"desk of {text}")
    return path


def test_a_deleted_match_is_listed_no_more_and_comes_back_whole(tmp_path: Path) -> None:
    path = match_in(tmp_path)
    aside = move_to_deleted(path)
    assert aside.parent.name == DELETED_FOLDER
    assert list_matches(tmp_path) == ()
    assert [one.name for one in tmp_path.iterdir()] == [DELETED_FOLDER]
    assert restore_deleted(aside) == path
    assert (path.read_text(), desk_path(path).read_text()) == ("one", "desk of one")


def test_nothing_is_written_over(tmp_path: Path) -> None:
    first = move_to_deleted(match_in(tmp_path, text="one"))
    second = move_to_deleted(match_in(tmp_path, text="two"))
    assert [one.read_text() for one in (first, second)] == ["one", "two"]
    new = match_in(tmp_path, text="three")
    back = restore_deleted(first)
    assert back != new
    assert [one.read_text() for one in (back, new, desk_path(back))] == ["one", "three", "desk of one"]


def test_what_an_earlier_run_deleted_is_forgotten(tmp_path: Path) -> None:
    purge_deleted(tmp_path)
    kept = match_in(tmp_path, "burako 2.comodin")
    aside = move_to_deleted(match_in(tmp_path))
    purge_deleted(tmp_path)
    assert not aside.exists()
    assert kept.exists()
