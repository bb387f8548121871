"""Words are found in the rule book whatever their order, case, accents and endings, the nearest places too."""

from __future__ import annotations

import pytest

from game.arguments import BOOK_LANGUAGES
from game.book.book import QUESTIONS_SECTION, rule_book_of
from game.book.search import folded_words, has_any, question_of, sought_words


def found(words: str, language: str = "en") -> list[str]:
    return [one.name for one in rule_book_of(language).search(sought_words(words, language)).members]


@pytest.mark.parametrize("language", BOOK_LANGUAGES)
def test_what_stands_in_a_place_is_found_there(language: str) -> None:
    book = rule_book_of(language)
    finds = book.search(sought_words("pozzetto", language))
    assert finds.members
    assert finds.whole
    for one in finds.members:
        paragraph = book.find(one.number)
        text = paragraph.title if one.at < 0 else paragraph.places[one.at]
        assert any(word.startswith("pozzett") for word in folded_words(text))
    assert found("xyzzy", language) == found("  ", language) == []


@pytest.mark.parametrize("words", ["empty stock", "stock empty", "Joker  rack", "impure canasta go out"])
def test_words_are_found_in_any_order_and_apart(words: str) -> None:
    book = rule_book_of("en")
    sought = sought_words(words, "en")
    finds = book.search(sought)
    assert finds.whole
    assert any(one.number.startswith(f"{QUESTIONS_SECTION}.") for one in finds.members)
    for one in finds.members:
        paragraph = book.find(one.number)
        places = (paragraph.title, *paragraph.places)
        assert all(has_any(f"{places[0]} {places[one.at + 1]}", (word,)) for word in sought)


def test_without_a_place_for_all_words_those_with_most_of_them_are_found() -> None:
    book = rule_book_of("en")
    some = book.search(sought_words("impure canasta xyzzy", "en"))
    assert not some.whole
    assert [one.name for one in some.members] == found("impure canasta") != []


def test_a_single_letter_is_not_searched_for_but_a_digit_is() -> None:
    assert found("i") == found("a b c") == []
    assert found("a joker") == found("joker") != []
    assert found("7") != []
    assert not has_any("17 70", ("7",))


@pytest.mark.parametrize(
    ("language", "typed", "meant"),
    [
        ("en", "canastas", "canasta"),
        ("en", "STOCKS", "stock"),
        ("es", "pozo vacio", "pozo vacío"),
        ("es", "comodines", "comodín"),
        ("pt", "vazio", "vazío"),
        ("it", "pinelle", "pinella"),
        ("he", "ג'וקר", "ג׳וקר"),
    ],
)
def test_accents_and_endings_make_no_difference(language: str, typed: str, meant: str) -> None:
    assert found(typed, language) == found(meant, language) != []


def test_a_word_is_found_at_its_beginning_not_inside_another() -> None:
    assert has_any("(How", ("how",))
    assert not has_any("shows", ("how",))
    assert has_any("הקלף", ("קלף",))  # the article is written together with its word


@pytest.mark.parametrize("language", BOOK_LANGUAGES)
def test_every_answer_to_beginners_begins_with_its_question(language: str) -> None:
    book = rule_book_of(language)
    for paragraph in book.children(QUESTIONS_SECTION):
        for place in paragraph.places:
            assert question_of(place).endswith("?") or place in paragraph.groups, place
