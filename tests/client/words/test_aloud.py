"""Four words for a key: the same numbers in every language, and words that nobody mistakes for one another."""

from __future__ import annotations

import unicodedata
from itertools import combinations

import pytest

from game.client.words import LANGUAGES, set_language
from game.client.words.aloud import WORDS_IN_LIST, WORDS_PER_KEY, numbers_for_key, word_list, words_for_key


def bare(word: str) -> str:
    """A word without its accents, as it sounds through a bad line."""
    return "".join(sign for sign in unicodedata.normalize("NFD", word) if not unicodedata.combining(sign))


def are_near(one: str, other: str) -> bool:
    """Tell whether one letter makes the difference."""
    if abs(len(one) - len(other)) > 1:
        return False
    if len(one) == len(other):
        return sum(mine != theirs for mine, theirs in zip(one, other, strict=True)) <= 1
    short, long = sorted((one, other), key=len)
    return any(long[:at] + long[at + 1 :] == short for at in range(len(long)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_has_256_words_that_sound_unlike_one_another(language: str) -> None:
    words = word_list(language)
    assert len(words) == len(set(words)) == WORDS_IN_LIST
    assert all(word.isalpha() and word == word.lower() and 3 <= len(word) <= 11 for word in words), words
    assert not [pair for pair in combinations(map(bare, words), 2) if are_near(*pair)]


def test_a_key_has_the_same_numbers_in_every_language() -> None:
    key = bytes(range(32))
    assert numbers_for_key(key).hex() == "963c006c"
    for language in LANGUAGES:
        set_language(language)
        said = words_for_key(key).split(" ")
        assert len(said) == WORDS_PER_KEY
        assert bytes(word_list(language).index(word) for word in said) == numbers_for_key(key)
    set_language("en")


def test_another_key_has_other_words() -> None:
    assert len({numbers_for_key(bytes([at]) * 32) for at in range(40)}) == 40
