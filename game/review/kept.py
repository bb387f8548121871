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
from game.store.home import newest
from game.table.canon import decode, encode

FOLDER: Final = Path("cache") / "reviews"
VERSION: Final = 2  # raised when turns are judged differently than before
MAX_FILES: Final = 300  # of some tens of kilobytes each
ENDING: Final = ".review"


@dataclass(frozen=True, slots=True)
class Reviews:
    """The reviews of the rounds of one match."""

    version: int = VERSION
    rounds: tuple[RoundReview, ...] = ()

    def of(self, key: bytes, seat: int) -> RoundReview | None:
        """Return a seat's review of a round, finished or not; None if there is none."""
        return next((one for one in self.rounds if (one.key, one.seat) == (key, seat)), None)

    def having(self, review: RoundReview) -> Reviews:
        """Return these reviews with one added, or replaced by one that has come further."""
        others = tuple(one for one in self.rounds if (one.key, one.seat) != (review.key, review.seat))
        return Reviews(self.version, (*others, review))


def load_reviews(home: Path | None, name: str) -> Reviews:
    """Load the reviews saved under this name; empty if there are none."""
    if home is None:
        return Reviews()
    with suppress(OSError, ValueError):
        kept = decode((home / FOLDER / (name + ENDING)).read_bytes(), Reviews)
        if kept.version == VERSION:
            return kept
    return Reviews()


def keep_reviews(home: Path | None, name: str, reviews: Reviews) -> None:
    """Save reviews and delete the oldest files; if the disk refuses, the reviews are made again another time."""
    if home is None:
        return
    folder = home / FOLDER
    with suppress(OSError):
        make_folder(folder)
        replace_file(folder / (name + ENDING), encode(reviews))
        for old in newest(folder, ENDING)[MAX_FILES:]:
            old.unlink()
