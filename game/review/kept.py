"""Reviews kept beside the matches: one small file a match, made anew where it is gone, damaged or of another version.

Laws: nothing hangs on it but the time it took; a round is found again by its last table, so a log that went on keeps
what was looked at; more than so many files are not kept, the oldest go first.
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
VERSION: Final = 2  # raised when a turn is judged otherwise than before
MAX_FILES: Final = 300  # some tens of kilobytes each
ENDING: Final = ".review"


@dataclass(frozen=True, slots=True)
class Reviews:
    """What was looked at of one match."""

    version: int = VERSION
    rounds: tuple[RoundReview, ...] = ()

    def of(self, key: bytes, seat: int) -> RoundReview | None:
        """Return the review of a round through a seat's eyes, as far as it has come."""
        return next((one for one in self.rounds if (one.key, one.seat) == (key, seat)), None)

    def having(self, review: RoundReview) -> Reviews:
        """Return them with one more, or one that has come further."""
        others = tuple(one for one in self.rounds if (one.key, one.seat) != (review.key, review.seat))
        return Reviews(self.version, (*others, review))


def load_reviews(home: Path | None, name: str) -> Reviews:
    """Return what is kept of a match file of that name."""
    if home is None:
        return Reviews()
    with suppress(OSError, ValueError):
        kept = decode((home / FOLDER / (name + ENDING)).read_bytes(), Reviews)
        if kept.version == VERSION:
            return kept
    return Reviews()


def keep_reviews(home: Path | None, name: str, reviews: Reviews) -> None:
    """Keep it, and let the oldest go; a disk that refuses costs only the time to make it again."""
    if home is None:
        return
    folder = home / FOLDER
    with suppress(OSError):
        make_folder(folder)
        replace_file(folder / (name + ENDING), encode(reviews))
        for old in newest(folder, ENDING)[MAX_FILES:]:
            old.unlink()
