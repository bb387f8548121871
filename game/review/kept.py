"""Saved reviews: one small file for each match, made anew if it is missing, damaged or of another version.

Laws: losing a file costs only the time to review again; a round is found by its last table, so reviews stay valid when
the log grows; the number of files is limited, and the oldest are deleted first.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from game.review.review import RoundReview
from game.store.atomic import make_folder, replace_file
from game.store.home import newest_files
from game.table.canon import decode, encode

REVIEWS_FOLDER: Final = Path("cache") / "reviews"
REVIEWS_VERSION: Final = 3  # raised when turns are judged differently than before
MAX_FILES: Final = 300  # of some tens of kilobytes each
REVIEW_SUFFIX: Final = ".review"


@dataclass(frozen=True, slots=True)
class MatchReviews:
    """The reviews of the rounds of one match."""

    version: int = REVIEWS_VERSION
    rounds: tuple[RoundReview, ...] = ()

    def review_of(self, key: bytes, seat: int) -> RoundReview | None:
        """Return a seat's review of a round, finished or not; None if there is none."""
        return next((one for one in self.rounds if (one.key, one.seat) == (key, seat)), None)

    def with_review(self, review: RoundReview) -> MatchReviews:
        """Return these reviews with one added, or replaced by one that has come further."""
        others = tuple(one for one in self.rounds if (one.key, one.seat) != (review.key, review.seat))
        return MatchReviews(self.version, (*others, review))


def load_reviews(home: Path | None, name: str) -> MatchReviews:
    """Load the reviews saved under this name; empty if there are none."""
    if home is None:
        return MatchReviews()
    with suppress(OSError, ValueError):
        kept = decode((home / REVIEWS_FOLDER / (name + REVIEW_SUFFIX)).read_bytes(), MatchReviews)
        if kept.version == REVIEWS_VERSION:
            return kept
    return MatchReviews()


def save_reviews(home: Path | None, name: str, reviews: MatchReviews) -> None:
    """Save reviews and delete the oldest files; if the disk refuses, the reviews are made again another time."""
    if home is None:
        return
    folder = home / REVIEWS_FOLDER
    with suppress(OSError):
        make_folder(folder)
        replace_file(folder / (name + REVIEW_SUFFIX), encode(reviews))
        for old in newest_files(folder, REVIEW_SUFFIX)[MAX_FILES:]:
            old.unlink()
