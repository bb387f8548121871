"""Reviews kept beside the matches: found again, thrown away when they are not what they should be, and never many."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from game.review import kept
from game.review.kept import REVIEWS_FOLDER, MatchReviews, load_reviews, save_reviews
from tests.review.kit import reviewed


def test_what_was_looked_at_is_found_again_to_the_bit(tmp_path: Path) -> None:
    found = reviewed("burako")
    half = MatchReviews().with_review(replace(found, turns=found.turns[:3]))
    save_reviews(tmp_path, "one.comodin", half.with_review(found))
    again = load_reviews(tmp_path, "one.comodin")
    assert again.review_of(found.key, 0) == found
    assert len(again.rounds) == 1
    assert again.review_of(found.key, 1) is None


@pytest.mark.parametrize("data", [b"", b"\x00", b"no review at all"])
def test_a_file_that_is_damaged_is_made_anew(tmp_path: Path, data: bytes) -> None:
    save_reviews(tmp_path, "one", MatchReviews())
    (tmp_path / REVIEWS_FOLDER / "one.review").write_bytes(data)
    assert load_reviews(tmp_path, "one") == MatchReviews()


def test_a_file_of_another_version_is_made_anew(tmp_path: Path) -> None:
    save_reviews(tmp_path, "one", MatchReviews(kept.REVIEWS_VERSION + 1, (reviewed("burako"),)))
    assert load_reviews(tmp_path, "one") == MatchReviews()


def test_without_a_home_nothing_is_kept(tmp_path: Path) -> None:
    save_reviews(None, "one", MatchReviews())
    assert load_reviews(None, "one") == MatchReviews()
    assert list(tmp_path.iterdir()) == []


def test_the_oldest_files_go_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "MAX_FILES", 2)
    for age, name in enumerate(("old", "older", "oldest")):
        save_reviews(tmp_path, name, MatchReviews())
        os.utime(tmp_path / REVIEWS_FOLDER / f"{name}.review", (1000 - age, 1000 - age))
    save_reviews(tmp_path, "new", MatchReviews())
    assert sorted(one.stem for one in (tmp_path / REVIEWS_FOLDER).iterdir()) == ["new", "old"]
