"""Text of others: one line, nothing that hides the rest, no order to a terminal, and never nothing at all."""

from __future__ import annotations

import pytest

from game.table.safe_text import MAX_NAME_LENGTH, printable, terminal_safe


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Rosa", "Rosa"),
        ("  Rosa \t de la\nPlaza ", "Rosa de la Plaza"),
        ("\x1b[31mRosa", "[31mRosa"),
        ("Ro\u202esa", "Rosa"),
        ("**Rosa**", "*Rosa*"),
        ("* Rosa *", "* Rosa *"),
        ("\ud800Rosa", "Rosa"),
        ("", "–"),
        ("\u200b\u200b", "–"),
        ("e" + "\u0301" * 5, "e" + "\u0301" * 2),
        ("x" * (MAX_NAME_LENGTH + 1), "x" * MAX_NAME_LENGTH),
        ("x" * (MAX_NAME_LENGTH - 1) + "  y", "x" * (MAX_NAME_LENGTH - 1)),
    ],
)
def test_a_name_is_one_line_of_what_can_be_seen(text: str, shown: str) -> None:
    assert printable(text) == shown


def test_more_may_be_said_where_more_is_asked_for() -> None:
    assert printable("x" * 100, 50) == "x" * 50


def test_a_text_for_a_terminal_keeps_its_lines_and_gives_no_orders() -> None:
    assert terminal_safe("one\n\ttwo\x1b[2J\rthree\u00a0four") == "one\n\ttwo[2J three four"
    assert terminal_safe("half \ud800") == "half \ud800"
