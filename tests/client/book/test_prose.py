"""Words of the book on a page that is read from right to left: what is quoted in Latin letters keeps its own way."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from game.book.spans import Span, Style
from game.client.book.prose import ProseLine
from game.client.leftward import bidi
from game.client.viewport import Viewport
from game.client.widgets.boxes import Box
from game.client.widgets.look import Look
from game.client.words import speak

QUOTE = 'הדף אומר "its points will be subtracted (if any)", ורק אז ממשיכים'


@pytest.fixture(autouse=True)
def _hebrew() -> Iterator[None]:
    speak("he")
    yield
    speak("en")


def seen(text: str, width: float) -> list[str]:
    """Return the words of each row as they are seen from left to right: the page is shown mirrored."""
    line = ProseLine("line", (Span(text, Style.PLAIN),), lambda _number: None)
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


def test_a_quote_goes_on_to_the_right_in_the_next_row() -> None:
    rows = seen(QUOTE, 220)
    assert len(rows) > 1
    latin = [" ".join(word for word in row.split() if word.isascii() and word.isalpha()) for row in rows]
    assert " ".join(filter(None, latin)) == "its points will be subtracted"


def test_in_a_language_read_to_the_right_nothing_is_turned() -> None:
    speak("en")
    line = ProseLine("line", (Span("its points will be subtracted", Style.PLAIN),), lambda _number: None)
    line.place(Box(0, 0, 2000, 400), Look(Viewport((1280, 720))))
    laid, _high = line._laid(line.look, 2000)
    assert [one.atom.text for one in laid] == ["its", "points", "will", "be", "subtracted"]
    assert [one.box.x for one in laid] == sorted(one.box.x for one in laid)


@pytest.mark.parametrize("code", ["k >= 3", "1 <= p", "p+k-1 <= 14"])
def test_code_is_read_to_the_right_in_one_piece(code: str) -> None:
    line = ProseLine(
        "line", (Span("עם ", Style.PLAIN), Span(code, Style.CODE), Span(";", Style.PLAIN)), lambda _number: None
    )
    line.place(Box(0, 0, 400, 400), Look(Viewport((1280, 720))))
    laid, _high = line._laid(line.look, 400.0)
    assert code in [one.atom.text for one in laid]
    assert [one.atom.level for one in laid if one.atom.text == code] == [bidi.INNER]
