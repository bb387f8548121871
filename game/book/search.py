"""Finds words in the rule book: all of them, in any order, within one answer, item or row of a table.

Laws: a word is found at the beginnings of words, whatever its case, accents and usual ending; a short one that the book
has, and a number, only as a whole word. A number is found written out and in digits. Single letters, and words that
stand everywhere, are not searched for. If no place has all words, those with the most of them are found.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections import Counter, defaultdict
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from game.book.common import COMMON_WORDS, NUMBERS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

_PLACE_MARK: Final = "@"
SCENARIO: Final = re.compile(r"[A-Z]{2}-\d\d\b")  # a scenario's number, with which its row begins
_WORD: Final = re.compile(r"[^\W_]+")
_GERESH: Final = re.compile(r"(?<=[א-ת])['\"`\N{RIGHT SINGLE QUOTATION MARK}׳״](?=[א-ת])")
_ACCENTS: Final = re.compile(r"[\u0300-\u036F\u0591-\u05C7]")  # of Latin letters; and the points of Hebrew ones
_HEBREW_PREFIXES: Final = frozenset("ובהלמשכ")  # and, in, the, to, from, that, as: written together with the next word
_MAX_PREFIXES: Final = 2
_MIN_LETTERS: Final = 2  # of a word that is searched for
# endings of inflected words, which leave at least three letters
_ENDINGS: Final = {
    "en": re.compile(r"(?<=\w{3})s$"),
    "es": re.compile(r"(?<=\w{4})es$|(?<=\w{3})s$"),
    "pt": re.compile(r"(?<=\w{4})es$|(?<=\w{3})s$"),
    "it": re.compile(r"(?<=\w{4})[aeio]$"),
    "he": re.compile(r"(?<=\w{3})(?:ים|ות)$"),
}
# what a short word may have at its end besides
_SHORT_ENDINGS: Final = {"en": ("s",), "es": ("s", "es"), "pt": ("s", "es"), "he": ("ים", "ות")}
_SHORT: Final = 3  # letters of a word so short that many others begin with it
TITLE_PLACE: Final = -1  # the place of a paragraph's title
_CACHED_WORDS: Final = 4096


class SoughtWord(NamedTuple):
    """A word to search for: its forms, and whether a word of the book that only begins with the first will not do."""

    forms: tuple[str, ...]
    whole: bool


class SearchedText(NamedTuple):
    """What is searched of a paragraph: its title, the text of each place, and whether these answer beginners."""

    number: str
    title: str
    places: tuple[str, ...]
    asked: bool


@dataclass(frozen=True, slots=True)
class Find:
    """The places of a paragraph with the words, or one beginners' question; `named` if its title has all of them.

    `scenario` if the first of the places is a scenario: no other has the words then, for scenarios stand last.
    """

    number: str
    title: str  # the question, or the title of the paragraph
    at: int  # the index of its first place, -1 for the title
    places: int
    named: bool
    scenario: bool

    @property
    def name(self) -> str:
        """Return the name of its first place."""
        return place_name(self.number, self.at)


@dataclass(frozen=True, slots=True)
class Finds:
    """What a search has found; `whole` if every place has all words."""

    members: tuple[Find, ...] = ()
    whole: bool = True


def place_name(number: str, at: int) -> str:
    """Return the name of a place in a paragraph, counted from 0."""
    return f"{number}{_PLACE_MARK}{at}"


def without_place(name: str) -> str:
    """Return the number of the paragraph in which a place is, or any other name itself."""
    return name.partition(_PLACE_MARK)[0]


def question_of(text: str) -> str:
    """Return the question with which an answer begins, else the whole text."""
    asked, mark, _ = text.partition("?")
    return asked + mark


@lru_cache(_CACHED_WORDS)
def folded_words(text: str) -> tuple[str, ...]:
    """Return the words of a text without case and accents."""
    text = _GERESH.sub("", text.casefold())
    if not text.isascii():
        text = _ACCENTS.sub("", unicodedata.normalize("NFD", text))
    return tuple(_WORD.findall(text))


def sought_words(text: str, language: str, is_known: Callable[[str], bool]) -> tuple[SoughtWord, ...]:
    """Return the words to search for, each once; `is_known` tells whether the book has a word."""
    words = [one for one in folded_words(text) if len(one) >= _MIN_LETTERS or one.isdecimal()]
    rare = [one for one in words if one not in COMMON_WORDS.get(language, ())]
    return tuple(dict.fromkeys(_sought_word(one, language, is_known) for one in rare or words))


def _sought_word(word: str, language: str, is_known: Callable[[str], bool]) -> SoughtWord:
    """Return a word without its ending, or all forms of one that is searched for as a whole."""
    if word.isdecimal() or word in NUMBERS.get(language, ()):
        return SoughtWord(NUMBERS.get(language, {}).get(word, (word,)), whole=True)
    ending = _ENDINGS.get(language)
    stem = ending.sub("", word) if ending is not None else word
    if len(stem) <= _SHORT and is_known(stem):
        return SoughtWord((stem, *(stem + one for one in _SHORT_ENDINGS.get(language, ()))), whole=True)
    return SoughtWord((stem,), whole=False)


def has_any(text: str, sought: Iterable[SoughtWord]) -> bool:
    """Return whether one of the words of a text is searched for."""
    forms = [form for word in folded_words(text) for form in _forms(word)]
    return any(form in one.forms if one.whole else form.startswith(one.forms) for one in sought for form in forms)


def _forms(word: str) -> Iterator[str]:
    """Yield a word, and what is left of it without prefixes that are written together with it."""
    yield word
    for at in range(_MAX_PREFIXES):
        if len(word) - at <= _MIN_LETTERS or word[at] not in _HEBREW_PREFIXES:
            return
        yield word[at + 1 :]


class WordIndex:
    """The words of a book, each with the places where it is."""

    def __init__(self, paragraphs: Sequence[SearchedText]) -> None:
        self._places: list[tuple[str, int]] = []  # number and index
        self._names: list[str] = []  # the question or title of a place
        self._scenarios: set[int] = set()
        self._tops: dict[str, int] = {}  # number: where its title is among the places
        self._asked = {one.number for one in paragraphs if one.asked}
        words: defaultdict[str, set[int]] = defaultdict(set)
        for paragraph in paragraphs:
            self._tops[paragraph.number] = len(self._places)
            for at, text in enumerate((paragraph.title, *paragraph.places), start=TITLE_PLACE):
                for word in folded_words(text):
                    words[word].add(len(self._places))
                self._places.append((paragraph.number, at))
                self._names.append(question_of(text) if paragraph.asked else paragraph.title)
                if SCENARIO.match(text):
                    self._scenarios.add(len(self._names) - 1)
        self._found: dict[str, set[int]] = {}
        for word, places in words.items():
            for form in _forms(word):
                self._found[form] = self._found.get(form, set()) | places
        self._sorted = sorted(self._found)

    def has(self, word: str) -> bool:
        """Return whether the book has a word."""
        return word in self._found

    def _places_of(self, sought: SoughtWord) -> set[int]:
        places: set[int] = set()
        if sought.whole:
            return places.union(*(self._found.get(form, set()) for form in sought.forms))
        at = bisect_left(self._sorted, sought.forms[0])
        while at < len(self._sorted) and self._sorted[at].startswith(sought.forms):
            places |= self._found[self._sorted[at]]
            at += 1
        return places

    def search(self, sought: Sequence[SoughtWord]) -> Finds:
        """Return the places with the most of the words, those of a paragraph together, in the order of the book.

        The words of a paragraph's title count for its places that have another one.
        """
        where = [self._places_of(word) for word in sought]
        counts = Counter(at for places in where for at in places)
        for at in counts:
            top = self._tops[self._places[at][0]]
            if top in counts and at != top:
                counts[at] = sum(at in places or top in places for places in where)
        most = max(counts.values(), default=0)
        best: defaultdict[str, list[int]] = defaultdict(list)
        for at in sorted(at for at, count in counts.items() if count == most):
            best[self._places[at][0]].append(at)
        return Finds(tuple(self._members(best, sought)), most == len(sought))

    def _members(self, best: dict[str, list[int]], sought: Sequence[SoughtWord]) -> Iterator[Find]:
        """Yield a find for each paragraph, but of beginners' questions for each question."""
        for number, places in best.items():
            for group in [[at] for at in places] if number in self._asked else [places]:
                title = self._names[group[0]]
                named = all(has_any(title, (word,)) for word in sought)
                scenario = group[0] in self._scenarios
                yield Find(number, title, self._places[group[0]][1], len(group), named, scenario)
