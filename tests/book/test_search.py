"""Words are found in the rule book whatever their order, case, accents and endings, the nearest places too."""

from __future__ import annotations

import pytest

from game.arguments import BOOK_LANGUAGES
from game.book.book import QUESTIONS_SECTION, rule_book_of
from game.book.search import folded_words, has_any, question_of


def found(words: str, language: str = "en") -> list[str]:
    book = rule_book_of(language)
    return [one.name for one in book.search(book.sought(words)).members]


def lights(words: str, text: str, language: str = "en") -> bool:
    return has_any(text, rule_book_of(language).sought(words))


@pytest.mark.parametrize("language", BOOK_LANGUAGES)
def test_what_stands_in_a_place_is_found_there(language: str) -> None:
    book = rule_book_of(language)
    finds = book.search(book.sought("pozzetto"))
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
    sought = book.sought(words)
    finds = book.search(sought)
    assert finds.whole
    assert any(one.number.startswith(f"{QUESTIONS_SECTION}.") for one in finds.members)
    for one in finds.members:
        paragraph = book.find(one.number)
        places = (paragraph.title, *paragraph.places)
        assert all(has_any(f"{places[0]} {places[one.at + 1]}", (word,)) for word in sought)


def test_without_a_place_for_all_words_those_with_most_of_them_are_found() -> None:
    book = rule_book_of("en")
    some = book.search(book.sought("impure canasta xyzzy"))
    assert not some.whole
    assert [one.name for one in some.members] == found("impure canasta") != []


def test_a_single_letter_is_not_searched_for_but_a_digit_is() -> None:
    assert found("i") == found("a b c") == []
    assert found("a joker") == found("joker") != []
    assert found("7") != []
    assert not lights("7", "17 70")


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
    assert lights("jok", "(Joker")
    assert not lights("oker", "jokers")
    assert lights("קלף", "הקלף", "he")  # the article is written together with its word


@pytest.mark.parametrize(
    ("words", "rare", "language"),
    [
        ("can I take the pile?", "take pile", "en"),
        ("how do I get a joker", "joker", "en"),
        ("how many points to win", "points win", "en"),
        ("cómo puedo levantar el pozo", "levantar pozo", "es"),
        ("come posso prendere gli scarti", "prendere scarti", "it"),
        ("como posso pegar o lixo", "pegar lixo", "pt"),
        ("איך אני לוקח את הערמה", "לוקח הערמה", "he"),
    ],
)
def test_words_that_stand_everywhere_do_not_count_beside_others(words: str, rare: str, language: str) -> None:
    assert found(words, language) == found(rare, language) != []
    assert found("who is it") != [], "unless there are no others"


def test_a_short_word_that_the_book_has_is_no_beginning_of_another() -> None:
    assert lights("win", "who wins")
    assert not lights("win", "the window")
    assert not lights("wins", "the window")
    assert not lights("tie", "tied")
    assert lights("sto", "stock"), "else it is one that is still being typed"


@pytest.mark.parametrize(
    ("written", "language"),
    [("thirty", "en"), ("treinta", "es"), ("trenta", "it"), ("trinta", "pt"), ("שלושים", "he")],
)
def test_a_number_is_found_written_out_and_in_digits(written: str, language: str) -> None:
    assert found(written, language) == found("30", language) != []
    assert lights(written, "30 (300)", language)
    assert not lights(written, "300", language)


@pytest.mark.parametrize("language", BOOK_LANGUAGES)
def test_every_answer_to_beginners_begins_with_its_question(language: str) -> None:
    book = rule_book_of(language)
    for paragraph in book.children(QUESTIONS_SECTION):
        for place in paragraph.places:
            assert question_of(place).endswith("?") or place in paragraph.groups, place
