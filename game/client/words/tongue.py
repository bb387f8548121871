"""The current language: English comes from the sources, other languages from compiled catalogues.

Laws: one language is spoken at a time, in the words of tiles or of cards, which the director sets for the scenes it
shows; what a catalogue lacks is said in English. A catalogue finds a sentence by its code (the context) and its
English, so that an outdated translation is never used.
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
RIGHT_TO_LEFT_LANGUAGES: Final = frozenset({"he"})  # languages read from right to left; their pages are shown mirrored
# environment variables; the first that is set counts
LANGUAGE_VARIABLES: Final = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


class Catalogue(Protocol):
    """The part of gettext's catalogues that is used."""

    def pgettext(self, context: str, message: str, /) -> str:
        """Return the translation of a sentence with this context."""

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int, /) -> str:
        """Return the translation of a counting sentence, in the form for `n`."""


class Vocabulary(NamedTuple):
    """Which words to use at a table: those of cards or of tiles, and those of a game (empty for none)."""

    cards: bool = False
    game: str = ""


class _Tongue:
    """The current language and vocabulary."""

    def __init__(self) -> None:
        self.language = ENGLISH
        self.leftward = False
        self.catalogue: Catalogue = NullTranslations()
        self.vocabulary = Vocabulary()


_now = _Tongue()


def set_language(language: str) -> None:
    """Switch to a language; to English if there is no such translation."""
    known = language if language in LANGUAGES else ENGLISH
    set_catalogue(known, load_catalogue(known))


def set_catalogue(language: str, words: Catalogue, *, leftward: bool | None = None) -> None:
    """Switch to a given catalogue, under the name of a language."""
    _now.language, _now.catalogue = language, words
    _now.leftward = language in RIGHT_TO_LEFT_LANGUAGES if leftward is None else leftward


def set_vocabulary(*, cards: bool, game: str = "") -> None:
    """Switch to the words of cards or of tiles, and to those of a game."""
    _now.vocabulary = Vocabulary(cards, game)


def uses_card_words() -> bool:
    """Return whether the words of cards are in use."""
    return _now.vocabulary.cards


def vocabulary_game() -> str:
    """Return the game whose words are in use; empty for none."""
    return _now.vocabulary.game


def sentence_cache_key() -> object:
    """Return a key for caches of sentences, which changes with the language and the vocabulary."""
    return (_now.catalogue, _now.vocabulary)


def current_language() -> str:
    """Return the code of the current language."""
    return _now.language


def reads_leftward() -> bool:
    """Return whether the current language is read from right to left."""
    return _now.leftward


def translate(code: str, sentence: str | Plural, count: int) -> str:
    """Translate a sentence into the current language; `count` chooses the form of a Plural."""
    if isinstance(sentence, Plural):
        return _now.catalogue.npgettext(code, sentence.one, sentence.many, count)
    return _now.catalogue.pgettext(code, sentence)


@lru_cache(maxsize=len(LANGUAGES))
def load_catalogue(language: str) -> Catalogue:
    """Return the catalogue of a language; an empty one for English, whose sentences are in the sources."""
    file = FILES / "words" / f"{language}.mo"
    if language == ENGLISH or not file.is_file():
        return NullTranslations()
    with file.open("rb") as opened:
        return GNUTranslations(opened)


def guess_language(environment: Mapping[str, str], preferred: Sequence[str] = ()) -> str:
    """Guess the player's language: from the environment, then from the system's preferences, else English."""
    said = next(
        (environment[name] for name in LANGUAGE_VARIABLES if environment.get(name, "") not in ("", "C", "POSIX")), ""
    )
    for tag in (*said.split(":"), *preferred):
        language = tag.replace("-", "_").partition("_")[0].partition(".")[0].lower()
        if language in LANGUAGES:
            return language
    return ENGLISH


def system_language() -> str:
    """Guess the player's language on this system."""
    import pygame

    return guess_language(os.environ, [one["language"] for one in pygame.system.get_pref_locales()])
