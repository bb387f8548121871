"""The language sentences are said in: English as the sources have it, others from compiled catalogues.

Laws: one language at a time, and of tiles or of cards, set where a scene comes up and never by a layout; what a
catalogue lacks is said in English. A catalogue knows a sentence by its code (the context) and its English, so that a
sentence whose English changed is not said in words of old.
"""

from __future__ import annotations

import os
from functools import lru_cache
from gettext import GNUTranslations, NullTranslations
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from assets import FILES
from game.client.words.plural import Plural

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

ENGLISH: Final = "en"
# Each language by its own name, in the order they are offered.
LANGUAGES: Final[Mapping[str, str]] = MappingProxyType(
    {ENGLISH: "English", "es": "Español", "it": "Italiano", "pt": "Português", "he": "עברית"}
)
LEFTWARD: Final = frozenset({"he"})  # those that are read from right to left, whose pages are shown mirrored
VARIABLES: Final = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")  # the first that says something counts


class Catalogue(Protocol):
    """What gettext's catalogues can do."""

    def pgettext(self, context: str, message: str, /) -> str:
        """Return a sentence of a context."""

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int, /) -> str:
        """Return the form of a sentence that fits a count."""


class Vocabulary(NamedTuple):
    """The words of what lies on a table: those of cards or of tiles, and of the game that is named."""

    cards: bool = False
    game: str = ""


class _Tongue:
    """The language and the vocabulary that are spoken now."""

    def __init__(self) -> None:
        self.language = ENGLISH
        self.leftward = False
        self.catalogue: Catalogue = NullTranslations()
        self.vocabulary = Vocabulary()


_now = _Tongue()


def speak(language: str) -> None:
    """Say everything in another language from now on; English for one that is not known."""
    known = language if language in LANGUAGES else ENGLISH
    speak_from(known, catalogue(known))


def speak_from(language: str, words: Catalogue, *, leftward: bool | None = None) -> None:
    """Say everything from a catalogue that is given, under the name of a language."""
    _now.language, _now.catalogue = language, words
    _now.leftward = language in LEFTWARD if leftward is None else leftward


def play_with(*, cards: bool, game: str = "") -> None:
    """Say what lies on the table in the words of cards from now on, and of the game, or in those of tiles."""
    _now.vocabulary = Vocabulary(cards, game)


def plays_with_cards() -> bool:
    """Return whether what lies on the table is cards."""
    return _now.vocabulary.cards


def game_played() -> str:
    """Return the game whose table is spoken of; empty where none was named."""
    return _now.vocabulary.game


def speech() -> object:
    """Return what every sentence follows from, to remember by: what is kept under it holds while it is the same."""
    return (_now.catalogue, _now.vocabulary)


def spoken() -> str:
    """Return the language of now."""
    return _now.language


def reads_leftward() -> bool:
    """Return whether the language of now is read from right to left."""
    return _now.leftward


def translated(code: str, sentence: str | Plural, count: int) -> str:
    """Return a sentence in the language of now; `count` chooses the form of one that counts."""
    if isinstance(sentence, Plural):
        return _now.catalogue.npgettext(code, sentence.one, sentence.many, count)
    return _now.catalogue.pgettext(code, sentence)


@lru_cache(maxsize=len(LANGUAGES))
def catalogue(language: str) -> Catalogue:
    """Return the catalogue of a language; that of English has no file, the sources are it."""
    file = FILES / "words" / f"{language}.mo"
    if language == ENGLISH or not file.is_file():
        return NullTranslations()
    with file.open("rb") as opened:
        return GNUTranslations(opened)


def guess(environment: Mapping[str, str], preferred: Sequence[str] = ()) -> str:
    """Return the language to begin with: of the environment, then of those the system prefers; English at last."""
    said = next((environment[name] for name in VARIABLES if environment.get(name, "") not in ("", "C", "POSIX")), "")
    for tag in (*said.split(":"), *preferred):
        language = tag.replace("-", "_").partition("_")[0].partition(".")[0].lower()
        if language in LANGUAGES:
            return language
    return ENGLISH


def systems_language() -> str:
    """Guess from the system this program runs on."""
    import pygame

    return guess(os.environ, [one["language"] for one in pygame.system.get_pref_locales()])
