"""The lessons by the names of their files: `burako`, or `burako-for-rummikub` for those who know Rummikub.

A lesson's file is read only when the lesson is opened.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from assets import FILES

FOLDER: Final = FILES / "lessons"
SUFFIX: Final = ".toml"
_FOR: Final = "-for-"


@cache
def lesson_keys() -> tuple[str, ...]:
    """Return the key of every lesson: those of whole games first, in alphabetical order."""
    found = (one.name.removesuffix(SUFFIX) for one in FOLDER.iterdir() if one.name.endswith(SUFFIX))
    return tuple(sorted(found, key=lambda key: (_FOR in key, key)))


def lesson_key(game: str, known: str = "") -> str:
    """Return the key of a game's lesson, or of the one for those who know another game."""
    return f"{game}{_FOR}{known}" if known else game


def subject(key: str) -> tuple[str, str]:
    """Return the game that a lesson teaches, and the game it assumes to be known, empty for none."""
    game, _for, known = key.partition(_FOR)
    return game, known


def known_games_for(game: str) -> tuple[str, ...]:
    """Return the games for whose players there is a lesson on how this game differs."""
    return tuple(known for taught, known in map(subject, lesson_keys()) if taught == game and known)
