"""Every sentence a player sees, by code and arguments.

Laws: each subject has one file, and each code one whole sentence; sentences are never glued from pieces. The files are
in English; `tongue` has the current language. A count is called `n` and its sentence is a Plural, so that another
language's catalogue can have its own forms. Thousands are grouped by a plain space. A sentence never names a key
itself: `{key.undo}` becomes the key that currently calls the action `undo`.
"""

from __future__ import annotations

from dataclasses import dataclass
from string import Formatter
from typing import TYPE_CHECKING, TypeAlias

from game.client.actions import action_named, pad_used_last
from game.client.words import burraco
from game.client.words.actions import SENTENCES as ACTIONS
from game.client.words.advice import SENTENCES as ADVICE
from game.client.words.annals import SENTENCES as ANNALS
from game.client.words.cards import CARDS_PREFIX, TABLE_SENTENCES
from game.client.words.cards import SENTENCES as CARDS
from game.client.words.club.hall import SENTENCES as HALL
from game.client.words.club.tournament import SENTENCES as CLUB
from game.client.words.deal import SENTENCES as DEAL
from game.client.words.events import SENTENCES as EVENTS
from game.client.words.interface import SENTENCES as INTERFACE
from game.client.words.lan import SENTENCES as LAN
from game.client.words.lessons import SENTENCES as LESSONS
from game.client.words.menus import SENTENCES as MENUS
from game.client.words.moments import SENTENCES as MOMENTS
from game.client.words.network import LINK_SENTENCES
from game.client.words.open_table import SENTENCES as OPEN_TABLE
from game.client.words.options import SENTENCES as OPTIONS
from game.client.words.options import GameSentences
from game.client.words.plural import Plural
from game.client.words.reasons import SENTENCES as REASONS
from game.client.words.refusals import SENTENCES as REFUSALS
from game.client.words.scores import SENTENCES as SCORES
from game.client.words.settings import SENTENCES as SETTINGS
from game.client.words.terminal import SENTENCES as TERMINAL
from game.client.words.theatre import SENTENCES as THEATRE
from game.client.words.tiles import SENTENCES as TILES
from game.client.words.tongue import (
    LANGUAGES,
    current_language,
    set_language,
    set_vocabulary,
    translate,
    uses_card_words,
    vocabulary_game,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = [
    "LANGUAGES",
    "Argument",
    "Phrase",
    "Plural",
    "Text",
    "card_code",
    "current_language",
    "english_sentence",
    "group_digits",
    "has_sentence",
    "key_in_words",
    "phrase",
    "placeholders",
    "say",
    "sentence_codes",
    "sentence_files",
    "set_language",
    "set_vocabulary",
]

Argument: TypeAlias = "str | int | Phrase"

_SUBJECTS: tuple[Mapping[str, str | Plural], ...] = (
    INTERFACE,
    SETTINGS,
    MENUS,
    ACTIONS,
    REFUSALS,
    REASONS,
    EVENTS,
    MOMENTS,
    SCORES,
    OPTIONS,
    OPEN_TABLE,
    ADVICE,
    TILES,
    LAN,
    LINK_SENTENCES,
    DEAL,
    CARDS,
    burraco.SENTENCES,
    TERMINAL,
    LESSONS,
    THEATRE,
    ANNALS,
    CLUB,
    HALL,
)

_WRITTEN = {code: sentence for subject in _SUBJECTS for code, sentence in subject.items()}
_OF_GAMES = GameSentences()  # read anew each time: games can be registered while the program runs
_OWN = burraco.SENTENCES  # sentences of games that have words of their own
_HELD = ("Ctrl", "Alt", "Shift")


@dataclass(frozen=True, slots=True)
class Phrase:
    """A sentence as code and arguments: widgets keep it, so that a change of language changes their words."""

    code: str
    arguments: tuple[tuple[str, Argument], ...] = ()

    def __str__(self) -> str:
        """Say it now."""
        return say(self.code, **dict(self.arguments))


Text: TypeAlias = str | Phrase  # a plain string is a name a player chose


def phrase(code: str, **arguments: Argument) -> Phrase:
    """Keep a sentence for later, by code and arguments."""
    return Phrase(code, tuple(sorted(arguments.items())))


def say(code: str, **arguments: Argument) -> str:
    """Return the sentence of a code with its arguments put in; `n` chooses between one and many."""
    if uses_card_words():
        code = _at_table(code)
    sentence = english_sentence(code)
    count = arguments.get("n", 0)
    if isinstance(sentence, Plural) and ("n" not in arguments or not isinstance(count, int)):
        raise TypeError(f"{code} counts something: give n=, a whole number, not {arguments.get('n')!r}")
    said = translate(code, sentence, count if isinstance(count, int) else 0)
    if "{" not in said:
        return said
    return said.format_map({"key": _CALLS, **{name: _argument_text(value) for name, value in arguments.items()}})


def card_code(code: str, *, cards: bool = True, game: str = "") -> str:
    """Return the code of the sentence used instead with cards, or in a game that has words of its own."""
    if cards and f"{game}.{code}" in _OWN:
        return f"{game}.{code}"
    return CARDS_PREFIX + code if cards and CARDS_PREFIX + code in CARDS else code


def _at_table(code: str) -> str:
    own = code in burraco.TABLE_SENTENCES and vocabulary_game() == burraco.GAME
    return f"{burraco.GAME}.{code}" if own else CARDS_PREFIX + code if code in TABLE_SENTENCES else code


def key_in_words(cap: str) -> str:
    """Name a key as the keyboards of the language do: Ctrl Shift Z, Space."""
    words = cap.split(" ")
    held = []
    while len(words) > 1 and words[0] in _HELD:
        held.append(words.pop(0))
    parts = (*held, " ".join(words))
    return " ".join(say(f"key.{part}") if f"key.{part}" in SETTINGS else part for part in parts)


class _Calls:
    """Gives a sentence the current key of an action, as the attribute of that name."""

    def __getattr__(self, action: str) -> str:
        """Name what calls an action: a pad's button where a pad was used last, else its first key."""
        now = action_named(action)
        if now.pad is not None and (pad_used_last() or not now.keys):
            return say(f"pad.{now.pad}") if f"pad.{now.pad}" in SETTINGS else now.pad
        return key_in_words(str(now.keys[0])) if now.keys else say("key.none")


_CALLS = _Calls()


def english_sentence(code: str) -> str | Plural:
    """Return the English sentence of a code."""
    if code in _WRITTEN:
        return _WRITTEN[code]
    if code in _OF_GAMES:
        return _OF_GAMES[code]
    raise KeyError(
        f"no sentence has the code {code!r}; add it to a file of game/client/words, as 'dialog.close': 'Close'"
    )


def has_sentence(code: str) -> bool:
    """Return whether a code has a sentence."""
    return code in _WRITTEN or code in _OF_GAMES


def sentence_codes() -> tuple[str, ...]:
    """Return the codes of all sentences, sorted."""
    return tuple(sorted({*_WRITTEN, *_OF_GAMES}))


def sentence_files() -> tuple[Mapping[str, str | Plural], ...]:
    """Return the files of sentences, in the order a catalogue lists them."""
    return (*_SUBJECTS, _OF_GAMES)


def placeholders(sentence: str | Plural) -> frozenset[str]:
    """Return the names of the arguments a sentence asks for."""
    forms = (sentence.one, sentence.many) if isinstance(sentence, Plural) else (sentence,)
    return frozenset(name for form in forms for _, name, _, _ in Formatter().parse(form) if name)


def group_digits(number: int) -> str:
    """Write a number with a plain space between thousands and a true minus."""
    return f"{number:,}".replace(",", " ").replace("-", "−")


def _argument_text(value: Argument) -> str:
    return group_digits(value) if isinstance(value, int) else str(value)
