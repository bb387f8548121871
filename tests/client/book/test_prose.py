"""Words of the book on a page that is read from right to left: what is quoted in Latin letters keeps its own way."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import cast

import pytest
from pygame import Surface

from game.book.book import rule_book_of
from game.book.spans import Span, SpanStyle, split_spans
from game.client.book.prose import STYLE_ROLES, ProseLine, _parted, atoms_of
from game.client.book.sheet import _in_order, number_and_title
from game.client.draw import theme
from game.client.leftward import bidi
from game.client.leftward.mirror import set_mirrored_in
from game.client.viewport import Viewport
from game.client.widgets.boxes import Box
from game.client.widgets.look import Look
from game.client.words import set_language

QUOTE = 'הדף אומר "its points will be subtracted (if any)", ורק אז ממשיכים'


@pytest.fixture(autouse=True)
def _hebrew() -> Iterator[None]:
    set_language("he")
    yield
    set_language("en")


def seen(text: str, width: float) -> list[str]:
    """Return the words of each row as they are seen from left to right: the page is shown mirrored."""
    line = ProseLine("line", (Span(text, SpanStyle.PLAIN),), lambda _number: None)
    line.place(Box(0, 0, width, 400), Look(Viewport((1280, 720))))
    laid, _high = line._laid(line.look, width)
    rows: dict[float, list[tuple[float, str]]] = {}
    for one in laid:
        rows.setdefault(one.box.centre[1], []).append((-one.box.right, one.atom.text))
    return [" ".join(words for _, words in sorted(row)) for row in rows.values()]


def test_a_quote_in_latin_letters_is_read_to_the_right() -> None:
    (row,) = seen(QUOTE, 2000)
    assert "its points will be subtracted (if any" in row
    assert row.startswith("ממשיכים אז")
    assert row.endswith("אומר הדף")


@pytest.mark.parametrize("quote", ["12 o 15 por jugador", "(1000 for example)", "(A)-2..K-(A)", "2 .. also take work"])
def test_a_quote_that_begins_with_no_letter_keeps_its_order_too(quote: str) -> None:
    line = ProseLine(
        "line", (Span(f'החוברת אומרת "{quote}" [לפי שיקול], ועוד', SpanStyle.PLAIN),), lambda _number: None
    )
    line.place(Box(0, 0, 2000, 400), Look(Viewport((1280, 720))))
    laid = sorted(line._laid(line.look, 2000)[0], key=lambda one: -one.box.right)
    assert f'"{quote}"'.replace(" ", "") in "".join(as_drawn(one.atom.text) for one in laid)


def test_a_quote_behind_a_latin_name_keeps_its_distance() -> None:
    (row,) = seen('המקור: eBurako "to the right" [ימינה]', 2000)
    assert row == '[ימינה] " to the right " eBurako המקור:'


def test_a_quote_goes_on_to_the_right_in_the_next_row() -> None:
    rows = seen(QUOTE, 220)
    assert len(rows) > 1
    latin = [" ".join(word for word in row.split() if word.isascii() and word.isalpha()) for row in rows]
    assert " ".join(filter(None, latin)) == "its points will be subtracted"


def test_in_a_language_read_to_the_right_nothing_is_turned() -> None:
    set_language("en")
    line = ProseLine("line", (Span("its points will be subtracted", SpanStyle.PLAIN),), lambda _number: None)
    line.place(Box(0, 0, 2000, 400), Look(Viewport((1280, 720))))
    laid, _high = line._laid(line.look, 2000)
    assert [one.atom.text for one in laid] == ["its", "points", "will", "be", "subtracted"]
    assert [one.box.x for one in laid] == sorted(one.box.x for one in laid)


@pytest.mark.parametrize("code", ["k >= 3", "1 <= p", "p+k-1 <= 14"])
def test_code_is_read_to_the_right_in_one_piece(code: str) -> None:
    line = ProseLine(
        "line",
        (Span("עם ", SpanStyle.PLAIN), Span(code, SpanStyle.CODE), Span(";", SpanStyle.PLAIN)),
        lambda _number: None,
    )
    line.place(Box(0, 0, 400, 400), Look(Viewport((1280, 720))))
    laid, _high = line._laid(line.look, 400.0)
    assert code in [one.atom.text for one in laid]
    assert [one.atom.level for one in laid if one.atom.text == code] == [bidi.INNER_LEVEL]


class Blits:
    """Notes where something is drawn."""

    def __init__(self) -> None:
        self.at: list[int] = []

    def blit(self, _picture: object, at: tuple[int, int]) -> None:
        self.at.append(at[0])


def test_the_tiles_of_a_set_are_seen_from_left_to_right_on_a_mirrored_page_too() -> None:
    (figure,) = [atom.figure for atom in atoms_of(split_spans("[R3 R4 R5]", lambda _number: False)) if atom.figure]
    look, canvas = Look(Viewport((1280, 720))), Surface((200, 60))
    seen_at = []
    for mirrored in (False, True):
        blits = Blits()
        with set_mirrored_in(canvas, canvas.get_rect(), mirrored=mirrored):
            figure.draw(cast("Surface", blits), look, Box(0, 0, *figure.size(look)))
        seen_at.append([-x if mirrored else x for x in blits.at])
    assert all(at == sorted(at) for at in seen_at)


def test_a_verdict_stands_apart_from_its_reason() -> None:
    line = ProseLine("line", (Span("ILLEGAL(only once)", SpanStyle.PLAIN),), lambda _number: None)
    assert line.accessible_text() == "ILLEGAL (only once)"


def test_signs_and_brackets_of_what_is_read_to_the_right_are_not_turned() -> None:
    line = ProseLine(
        "line", split_spans("ILLEGAL(27 < 30) / OK (30), פתוח", lambda _number: False), lambda _number: None
    )
    line.place(Box(0, 0, 2000, 400), Look(Viewport((1280, 720))))
    laid = sorted(line._laid(line.look, 2000)[0], key=lambda one: -one.box.right)
    row = "".join(as_drawn(one.atom.text) for one in laid)
    assert "(30)OK/(27<30)ILLEGAL" in row  # the second one after the first, each beside its own reason


@pytest.mark.parametrize("row", ["22 / 12 / - / - / 11", "subtract / subtract / - / - / count", "0..50"])
def test_a_cell_of_notation_keeps_its_order_behind_hebrew(row: str) -> None:
    line = ProseLine("line", _in_order(split_spans(row, lambda _number: False)), lambda _number: None)
    whole = ProseLine(
        "line",
        (Span("ברירת מחדל: ", SpanStyle.BOLD), *_in_order(split_spans(row, lambda _number: False))),
        lambda _number: None,
    )
    for one in (line, whole):
        one.place(Box(0, 0, 2000, 400), Look(Viewport((1280, 720))))
        laid = sorted(one._laid(one.look, 2000)[0], key=lambda set_: -set_.box.right)
        assert row.replace(" ", "") in "".join(as_drawn(set_.atom.text) for set_ in laid)


@pytest.mark.parametrize(
    ("text", "reckoned"),
    [
        ("הידיים המתות הן 2 x 11, הקופה 40", "2x11"),
        ("ערמה של 2 / #hand=3, ערמה של 2", "#hand=3"),
        ("סכום 4 < 5", "4<5"),
        ("יחד 65+12+0+31 = 108 נקודות", "65+12+0+31=108"),
        ("יש 2..7 משתתפים", "2..7"),
    ],
)
def test_what_is_reckoned_keeps_its_order_within_hebrew(text: str, reckoned: str) -> None:
    line = ProseLine("line", split_spans(text, lambda _number: False), lambda _number: None)
    line.place(Box(0, 0, 2000, 400), Look(Viewport((1280, 720))))
    laid = sorted(line._laid(line.look, 2000)[0], key=lambda set_: -set_.box.right)
    assert reckoned in "".join(as_drawn(set_.atom.text) for set_ in laid)


def test_what_is_set_apart_is_bold_in_letters_that_have_no_italics() -> None:
    atoms = atoms_of(split_spans("כן: *ביטול* מחזיר את ה־*muerto word*", lambda _number: False))
    roles = {atom.text: atom.role for atom in atoms}
    assert roles["ביטול"] == STYLE_ROLES[SpanStyle.BOLD]
    assert roles["muerto"] == STYLE_ROLES[SpanStyle.ITALIC]
    assert roles["מחזיר"] == STYLE_ROLES[SpanStyle.PLAIN]


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        ("זה הניקוד ב־eBurako וב־Burako; Burraco משתמש", "משתמשBurraco;Burakoוב־eBurakoב־הניקודזה"),
        ("הסכום הוא 5 ב־eBurako, 0 ב־Burako", "Burakoב־0,eBurakoב־5הואהסכום"),
        ("כל אחד מקבל ב־eBurako 22 אבנים", "אבנים22eBurakoב־מקבלאחדכל"),
        ("מסיים ב־Burraco (D38); גם", "גם;D38Burracoב־מסיים"),
        ("(joker_shift, D49: Rummikub כן, Rummy לא)", "לאRummyכן,Rummikub:D49,joker_shift"),
        ("צפוי: OK, T+35 / ILLEGAL(אין מעבר)", "מעבראיןILLEGAL/T+35,OKצפוי:"),
        ("rummikub.com, Game Rules;", ";rummikub.com,GameRules"),
        ("צפוי: OK: S={} מותר", "מותרS={}:OKצפוי:"),
    ],
)
def test_what_parts_latin_words_goes_on_to_the_left(text: str, drawn: str) -> None:
    assert drawn_words(text) == drawn


def test_a_row_ends_with_the_comma_of_its_last_latin_word() -> None:
    line = ProseLine("line", split_spans("חוקי חמשת המשחקים, eBurako, Burako ועוד", lambda _number: False), print)
    wide = 230.0
    line.place(Box(0, 0, wide, 400), Look(Viewport((1280, 720))))
    laid = line._laid(line.look, wide)[0]
    first = [one for one in laid if one.box.centre[1] == laid[0].box.centre[1]]
    assert max(first, key=lambda one: one.box.right).atom.text == ","


def test_the_number_of_a_title_stands_at_its_right() -> None:
    book = rule_book_of("he")
    assert {one: number_and_title(book.find(one)) for one in ("3", "8.2", "8.3")} == {
        "3": "eBurako 3",
        "8.2": "8.2 Rummy ו־Rummikub",
        "8.3": "Burraco 8.3",
    }


def test_the_alternatives_of_a_scenario_follow_one_another_to_the_left() -> None:
    cell = split_spans("`draw` / `take` / `stop`", lambda _number: False)
    line = ProseLine("line", (Span("מהלך: ", SpanStyle.BOLD), *_in_order(cell, alternatives=True)), print)
    line.place(Box(0, 0, 2000, 400), Look(Viewport((1280, 720))))
    laid = sorted(line._laid(line.look, 2000)[0], key=lambda one: -one.box.right)
    assert "".join(as_drawn(one.atom.text) for one in laid) == "stop/take/draw" + as_drawn("מהלך:")


def drawn_words(text: str) -> str:
    """Return a line as it is seen, with no spaces and round brackets, and each Hebrew word as it is written."""
    line = ProseLine("line", split_spans(text, lambda _number: False), lambda _number: None)
    line.place(Box(0, 0, 2000, 400), Look(Viewport((1280, 720))))
    laid = sorted(line._laid(line.look, 2000)[0], key=lambda one: -one.box.right)
    return re.sub(r"[()]", "", "".join(one.atom.text for one in laid))


def as_drawn(text: str) -> str:
    """Return a text that is drawn by itself as it is seen."""
    runs = list(_parted(text, bidi.bidi_levels(text, leftward=True)))
    return "".join(
        bidi.visual_letters(part) if level & 1 else part
        for part, level in bidi.visual_order(runs, [at for _, at in runs])
    )


def test_numbers_that_stand_alone_in_brackets_are_small_and_those_of_a_sentence_are_not() -> None:
    atoms = list(
        atoms_of(split_spans("It may (section 7, 2.4, D17). By D8 or 1.2 (D5: against it).", lambda _one: True))
    )
    assert [atom.text for atom in atoms if atom.cited] == ["(section", "7", ",", "2.4", ",", "D17", ")."]
    assert [atom.leads for atom in atoms if atom.leads and not atom.cited] == ["D8", "1.2", "D5"]
    assert {atom.role for atom in atoms if atom.cited} == {theme.SMALL}
