"""Reviews kept beside the matches: found again, thrown away when they are not what they should be, and never many."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from game.review import kept
from game.review.kept import FOLDER, Reviews, keep_reviews, load_reviews
from tests.review.kit import reviewed


def test_what_was_looked_at_is_found_again_to_the_bit(tmp_path: Path) -> None:
    found = reviewed("burako")
    half = Reviews().having(replace(found, turns=found.turns[:3]))
    keep_reviews(tmp_path, "one.comodin", half.having(found))
    again = load_reviews(tmp_path, "one.comodin")
    assert again.of(found.key, 0) == found
    assert len(again.rounds) == 1
    assert again.of(found.key, 1) is None


@pytest.mark.parametrize("data", [b"", b"\x00", b"no review at all"])
def test_a_file_that_is_damaged_is_made_anew(tmp_path: Path, data: bytes) -> None:
    keep_reviews(tmp_path, "one", Reviews())
    (tmp_path / FOLDER / "one.review").write_bytes(data)
    assert load_reviews(tmp_path, "one") == Reviews()


def test_a_file_of_another_version_is_made_anew(tmp_path: Path) -> None:
    keep_reviews(tmp_path, "one", Reviews(kept.VERSION + 1, (reviewed("burako"),)))
    assert load_reviews(tmp_path, "one") == Reviews()


def test_without_a_home_nothing_is_kept(tmp_path: Path) -> None:
    keep_reviews(None, "one", Reviews())
    assert load_reviews(None, "one") == Reviews()
    assert list(tmp_path.iterdir()) == []


def test_the_oldest_files_go_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "MAX_FILES", 2)
    for age, name in enumerate(("old", "older", "oldest")):
        keep_reviews(tmp_path, name, Reviews())
        os.utime(tmp_path / FOLDER / f"{name}.review", (1000 - age, 1000 - age))
    keep_reviews(tmp_path, "new", Reviews())
    assert sorted(one.stem for one in (tmp_path / FOLDER).iterdir()) == ["new", "old"]
