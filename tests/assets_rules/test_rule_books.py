"""The rule book in the other languages: the same numbers, tables and code as the English one, in the same order."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

import pytest

from game.arguments import BOOK_LANGUAGES
from game.book.book import QUESTIONS_SECTION, block_lines, rule_book_of
from game.book.search import question_of
from game.book.spans import SpanStyle, plain_text
from game.client.words import LANGUAGES

OTHERS = [language for language in LANGUAGES if language != "en"]
# What opens the five lines of a decision.
FIELDS = {
    "en": ["Here", "Source", "Readings", "Authorities", "Option"],
    "es": ["Aquí", "Fuente", "Lecturas", "Autoridades", "Opción"],
    "it": ["Qui", "Fonte", "Letture", "Autorità", "Opzione"],
    "he": ["כאן", "מקור", "קריאות", "סמכויות", "אפשרות"],
    "pt": ["Aqui", "Fonte", "Leituras", "Autoridades", "Opção"],
}
SHORT = {
    "en": "In short",
    "es": "En pocas palabras",
    "it": "In breve",
    "pt": "Em poucas palavras",
    "he": "בקצרה",
}
# What stands beside the points of a pure canasta, and of an impure one.
SEAL_SIGNS = {
    "en": ("star", "two arrows"),
    "es": ("estrella", "dos flechas"),
    "it": ("stella", "due frecce"),
    "pt": ("estrela", "duas setas"),
    "he": ("כוכב", "שני חצים"),
}
NUMBER = re.compile(r"\bD\d+b?\b|\b[A-Z]{2}-\d\d\b|\bV\d+\b|(?<![\d.])\d\.\d(?!\.?\d)")


@cache
def book(language: str) -> str:
    return files("assets.rules").joinpath(f"{language}.md").read_text(encoding="utf-8")


@cache
def parts(language: str) -> tuple[tuple[str, str], ...]:
    """Return every heading's number with what stands below it, up to the next heading."""
    found = re.split(r"^#+ (\S+).*$", book(language), flags=re.MULTILINE)
    return tuple(zip([number.rstrip(".") for number in found[3::2]], found[4::2], strict=True))


def rows(text: str) -> list[list[str]]:
    """Return the rows of all tables, cell by cell."""
    lines = [line for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines]


def code(text: str) -> list[str]:
    return sorted(" ".join(one.split()) for one in re.findall(r"`([^`]+)`", text))


def test_there_is_a_book_for_every_language() -> None:
    books = sorted(one.name for one in (files("assets") / "rules").iterdir() if one.name.endswith(".md"))
    assert books == [f"{language}.md" for language in sorted(LANGUAGES)]
    assert tuple(sorted(LANGUAGES)) == BOOK_LANGUAGES
    assert len({rule_book_of(language).title for language in LANGUAGES}) == len(LANGUAGES)


@pytest.mark.parametrize("language", OTHERS)
def test_the_headings_have_the_same_numbers_in_the_same_order(language: str) -> None:
    levels = [re.findall(r"^(#+) (\S+)", book(one), flags=re.MULTILINE)[1:] for one in ("en", language)]
    assert levels[0] == levels[1]
    assert len(levels[0]) > 80


@pytest.mark.parametrize("language", OTHERS)
def test_every_part_cites_the_same_numbers_and_holds_the_same_code(language: str) -> None:
    for (number, english), (same, said) in zip(parts("en"), parts(language), strict=True):
        assert number == same
        assert sorted(NUMBER.findall(said)) == sorted(NUMBER.findall(english)), number
        quoted = [one for one in code(english) if not one.startswith("#")]
        assert [one for one in code(said) if not one.startswith("#")] == quoted, number


@pytest.mark.parametrize("language", OTHERS)
def test_the_tables_have_the_same_rows_and_keep_what_is_no_prose(language: str) -> None:
    for (number, english), (_same, said) in zip(parts("en"), parts(language), strict=True):
        one, other = rows(english), rows(said)
        assert [len(row) for row in one] == [len(row) for row in other], number
        for row, same in zip(one, other, strict=True):
            if len(row) == 6 and row[0].startswith("`"):
                assert row[:4] == same[:4], row[0]
            if re.fullmatch(r"[A-Z]{2}-\d\d|V\d+", row[0]):
                assert row[0] == same[0]
                numbers = [sorted(re.findall(r"\d+", " ".join(cells))) for cells in (row, same)]
                assert numbers[0] == numbers[1], row[0]
                for sign in ("OK", "ILLEGAL"):
                    assert row[-1].count(sign) == same[-1].count(sign), row[0]


@pytest.mark.parametrize("language", OTHERS)
def test_every_decision_has_its_five_lines_and_its_option(language: str) -> None:
    for (number, english), (_same, said) in zip(parts("en"), parts(language), strict=True):
        if number.startswith("D"):
            fields = re.findall(r"^- \*\*([^*]+):\*\* (\S.*)", said, flags=re.MULTILINE)
            assert [name for name, _ in fields] == FIELDS[language], number
            meant = re.findall(r"^- \*\*([^*]+):\*\* (\S.*)", english, flags=re.MULTILINE)
            assert bool(re.search("`", fields[-1][1])) is bool(re.search("`", meant[-1][1])), number


def source(text: str) -> str:
    """Return the second of the five lines of a decision, as one line."""
    return " ".join(text.split("\n- **")[2].split())


@pytest.mark.parametrize("language", OTHERS)
def test_the_sources_are_quoted_in_their_own_words(language: str) -> None:
    for (number, english), (_same, said) in zip(parts("en"), parts(language), strict=True):
        if number.startswith("D"):
            quoted = set(re.findall(r'"([^"]{9,})"', source(english)))
            assert quoted <= set(re.findall(r'"([^"]+)"', source(said))), number


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_shared_paragraph_and_game_begins_in_plain_words_and_names_its_source(language: str) -> None:
    says = FIELDS[language][1]
    for number, text in parts(language):
        if re.fullmatch(r"[12]\.\d", number):
            assert f"\n**{says}.** " in text, number
            assert text.lstrip("\n").startswith(f"**{SHORT[language]}.** "), number
        elif re.fullmatch(r"[3-7]", number):
            short, source = text.lstrip("\n").split("\n\n", 1)
            assert short.startswith(f"**{SHORT[language]}.** "), number
            assert says.casefold() in source[:200].casefold(), number


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_of_the_glossary_leads_to_its_rule(language: str) -> None:
    words = rows(dict(parts(language))["0.6"])[2:]
    assert [row[2] for row in words] == [row[2] for row in rows(dict(parts("en"))["0.6"])[2:]]
    book = rule_book_of(language)
    assert len(words) >= 15
    for word, says, rule in words:
        assert word
        assert says.endswith("."), word
        assert all(number in book.links for number in rule.split(", ")), word


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("number", ["12.1", "12.2"])
def test_the_questions_of_the_dead_hand_games_explain_the_signs_at_a_canasta(language: str, number: str) -> None:
    below = " ".join(dict(parts(language))[number].split())
    assert all(sign in below for sign in SEAL_SIGNS[language])


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_question_sets_the_names_of_buttons_apart_by_its_letters_alone(language: str) -> None:
    """A list of what a search has found shows questions without their markup."""
    book = rule_book_of(language)
    for asked in book.children(QUESTIONS_SECTION):
        for line in (one for block in asked.blocks for one in block_lines(block)):
            question, rest = question_of(plain_text(line)), ""
            for span in line:
                if len(rest) < len(question):
                    assert span.style is not SpanStyle.ITALIC, question
                rest += span.text
