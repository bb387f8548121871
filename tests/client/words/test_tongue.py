"""Languages: guessed from the system, changed live, English where nothing better is known."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from game.client.words import LANGUAGES, current_language, phrase, say, set_language
from game.client.words.tongue import guess_language
from tests.client.pseudo import speak_pseudo, stretched


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    set_language("en")
    yield
    set_language("en")


@pytest.mark.parametrize(
    ("environment", "preferred", "language"),
    [
        ({}, (), "en"),
        ({"LANG": "es_AR.UTF-8"}, (), "es"),
        ({"LANG": "pt_BR.UTF-8", "LC_ALL": "it_IT"}, (), "it"),
        ({"LANG": "C", "LC_ALL": ""}, ("pt",), "pt"),
        ({"LANGUAGE": "ca:es:en", "LANG": "ca_ES.UTF-8"}, (), "es"),
        ({"LANG": "C.UTF-8"}, (), "en"),
        ({"LANG": "ja_JP.UTF-8"}, (), "en"),
        ({}, ("de", "it-CH"), "it"),
    ],
)
def test_the_language_is_guessed_from_the_system(
    environment: dict[str, str], preferred: tuple[str, ...], language: str
) -> None:
    assert guess_language(environment, preferred) == language


def test_a_phrase_kept_is_said_in_the_language_of_now() -> None:
    kept = phrase("button.back")
    assert str(kept) == "Back"
    speak_pseudo()
    assert (str(kept), current_language()) == ("Baááck", "qps")
    set_language("en")
    assert str(kept) == "Back"


@pytest.mark.parametrize("language", LANGUAGES)
def test_of_nothing_no_language_says_one(language: str) -> None:
    set_language(language)
    assert say("daily.in_all", n=0).startswith("0")
    assert say("daily.in_all", n=1) != say("daily.in_all", n=0)


def test_a_language_nobody_knows_is_english() -> None:
    set_language("tlh")
    assert current_language() == "en"
    assert say("button.back") == "Back"


def test_the_pseudo_language_is_longer_and_keeps_what_is_not_words() -> None:
    assert stretched("**{name}** laid {tiles}") == "**{name}** laááid {tiles}"
    assert stretched("{value} %") == "{value} %"
    for sentence in ("Close", "Take the whole pile, or draw from the stock.", "No"):
        letters = sum(map(str.isalpha, sentence))
        assert sum(map(str.isalpha, stretched(sentence))) >= 1.4 * letters


def test_every_language_is_called_by_its_own_name() -> None:
    assert dict(LANGUAGES) == {"en": "English", "es": "Español", "it": "Italiano", "pt": "Português", "he": "עברית"}
