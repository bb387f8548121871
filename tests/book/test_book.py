"""The rule book as data: its paragraphs, its ways, and everything of the program that cites it."""

from __future__ import annotations

import re

import pytest

from game.arguments import BOOK_LANGUAGES
from game.book.book import Grid, RuleBook, block_lines, first_link, row_number, rule_book_of
from game.book.html import _turned, book_as_html
from game.book.spans import SpanStyle, plain_text, split_spans
from game.rules.registry import GAMES
from game.table.refusals import Code
from tests.client.gallery import MATCHES, match_of


@pytest.fixture(params=BOOK_LANGUAGES)
def book(request: pytest.FixtureRequest) -> RuleBook:
    return rule_book_of(request.param)


def test_every_way_in_the_book_leads_to_a_paragraph(book: RuleBook) -> None:
    ways = [(one, way) for one in book.paragraphs for way in one.cited_numbers()]
    assert len(ways) > 200
    for one, way in ways:
        assert book.find(way).number != one.number


def test_every_refusal_leads_to_a_paragraph(book: RuleBook) -> None:
    for code in Code:
        assert book.find(code.rule).blocks or book.children(code.rule), code


def test_every_option_and_its_source_lead_to_a_paragraph(book: RuleBook) -> None:
    for rules in GAMES.values():
        assert book.find(rules.section).depth == 1
        for option in rules.options:
            assert book.find(option.name).number == "10"
            assert first_link(option.source, book) == option.source, option.name


@pytest.mark.parametrize(("game", "seats"), MATCHES)
def test_every_score_line_leads_to_a_paragraph(game: str, seats: int) -> None:
    result = match_of(game, seats)[0].standing.results[-1]
    for sheet in result.sheets:
        for line in sheet.lines:
            for language in BOOK_LANGUAGES:
                assert rule_book_of(language).find(line.rule).number


def test_every_scenario_is_found_in_the_section_of_its_game(book: RuleBook) -> None:
    homes = {"EB": "3", "BU": "4", "RU": "5", "RK": "6", "BR": "7"}
    named = [name for name in book.links if re.fullmatch(r"[A-Z]{2}-\d\d", name)]
    assert len(named) > 70
    for name in named:
        assert book.find(name).number == homes[name[:2]]


def test_an_unknown_number_is_refused_with_a_sentence() -> None:
    with pytest.raises(KeyError, match="no number 'D99'"):
        rule_book_of("en").find("D99")


def test_a_line_is_cut_without_losing_a_letter() -> None:
    line = split_spans(
        "A **set** is `meld [R3 R4 *=R5]`, see *left* D6 and section 8 (1.2).", {"D6", "8", "1.2"}.__contains__
    )
    assert plain_text(line) == "A set is meld [R3 R4 *=R5], see left D6 and section 8 (1.2)."
    assert [span.leads for span in line if span.leads] == ["D6", "8", "1.2"]
    assert [len(span.tiles) for span in line if span.tiles] == [3]
    assert [span.text for span in line if span.style is SpanStyle.BOLD] == ["set"]


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        ("drew Y9, `discard Y4`", ["Y9", "Y4"]),
        ("in the rack Y9 Y9 * = 70", ["Y9 Y9 *"]),
        ("with R8. Freed without K3", ["R8", "K3"]),
        ("the hand has *; the rack *, Y2", ["*", "*", "Y2"]),
        ("`discard *` or `discard 7h`", ["*", "7h"]),
        ("holds 2c 4d = 25, the hands * Ah 6c", ["2c 4d", "* Ah 6c"]),
        ("`R5` or `*=R7`, `*`, `7h`: so it is written", []),
        ("As a rule; `sign*T + 200*pure`, `*a`, 10th", []),
        ("`R5#37`, EB-02, D13b, 1.2, RK-01, K14, B0, hand=R5, 2B5", []),
    ],
)
def test_tiles_in_a_sentence_are_drawn_and_how_they_are_written_is_not(text: str, drawn: list[str]) -> None:
    line = split_spans(text, set[str]().__contains__)
    assert [span.text for span in line if span.tiles] == drawn
    assert plain_text(line) == text.replace("`", "")


def test_no_mark_is_left_in_what_is_read(book: RuleBook) -> None:
    for one in book.paragraphs:
        for block in one.blocks:
            for line in block_lines(block):
                assert "**" not in plain_text(line)
                assert "`" not in plain_text(line)
                assert "\\|" not in plain_text(line)


def test_every_language_draws_the_same_tiles() -> None:
    def drawn(book: RuleBook) -> list[tuple[str, int]]:
        lines = [line for one in book.paragraphs for block in one.blocks for line in block_lines(block)]
        return sorted((span.text, len(span.tiles)) for line in lines for span in line if span.tiles)

    assert len(drawn(rule_book_of("en"))) > 100
    for language in BOOK_LANGUAGES:
        assert drawn(rule_book_of(language)) == drawn(rule_book_of("en"))


def test_no_mark_is_left_in_the_words(book: RuleBook) -> None:
    lines = [line for one in book.paragraphs for block in one.blocks for line in block_lines(block)]
    left = [plain_text(line) for line in lines if re.search(r"\*\*|\*[^\W\d_]{3,}\*", plain_text(line))]
    assert left == []


def test_the_printed_page_holds_every_paragraph_and_every_link_has_its_place(book: RuleBook) -> None:
    page = book_as_html(book)
    places = set(re.findall(r"id='([^']+)'", page))
    links = set(re.findall(r"href='#([^']+)'", page))
    assert {one.number for one in book.paragraphs} <= places
    assert links <= places
    assert f"lang='{book.language}'" in page


def test_a_page_in_hebrew_is_printed_from_right_to_left_and_others_are_not() -> None:
    pages = {language: book_as_html(rule_book_of(language)) for language in BOOK_LANGUAGES}
    assert {language for language, page in pages.items() if "<html lang='he' dir='rtl'>" in page} == {"he"}
    assert {language for language, page in pages.items() if "\N{RIGHT-TO-LEFT MARK}" in page} == {"he"}


@pytest.mark.parametrize(
    ("words", "marked"),
    [
        ("ב־eBurako 22 אבנים", "ב־eBurako| 22 אבנים"),
        ("ב־Burako; Burraco משתמש", "ב־Burako;| Burraco משתמש"),
        ("OK, T+35 / ILLEGAL(אין מעבר)", "|OK|,| T+35 / |ILLEGAL|(אין מעבר)"),
        ('eBurako אומר "less than 5, in all"', 'eBurako אומר "less than 5, in all"'),
    ],
)
def test_a_hebrew_sentence_goes_on_to_the_left_of_a_latin_word_in_print(words: str, marked: str) -> None:
    assert _turned(words).replace("\N{RIGHT-TO-LEFT MARK}", "|") == marked


def test_rows_with_a_name_are_named_and_others_are_not() -> None:
    options = next(block for block in rule_book_of("en").find("10").blocks if isinstance(block, Grid))
    assert row_number(options.rows[0][0]) == "players"
    scenarios = next(block for block in rule_book_of("en").find("3").blocks if isinstance(block, Grid))
    assert row_number(scenarios.rows[0][0]) == "EB-01"
    tiles = next(block for block in rule_book_of("en").find("0.1").blocks if isinstance(block, Grid))
    assert row_number(tiles.rows[0][0]) == ""


def test_english_stands_in_for_a_language_that_has_no_book() -> None:
    assert rule_book_of("xx").paragraphs == rule_book_of("en").paragraphs


def test_no_mark_of_the_text_is_left_in_what_is_read(book: RuleBook) -> None:
    spans = [span for one in book.paragraphs for block in one.blocks for line in block_lines(block) for span in line]
    told = [span.text for span in spans if span.style is not SpanStyle.CODE]
    assert len(told) > 1000
    assert not [text for text in told if re.search(r"\*[^\W\d_]{3}|[^\W\d_]{3}\*", text)]
