"""The order letters are seen in; what is wanted here was read off two other makers' implementations of UAX 9."""

from __future__ import annotations

import pytest

from game.client.leftward import bidi


def seen(text: str, *, leftward: bool = True) -> str:
    levels = bidi.bidi_levels(text, leftward=leftward)
    pairs = bidi.visual_order(list(zip(text, levels, strict=True)), levels)
    return "".join(bidi.visual_letters(letter) if level % 2 else letter for letter, level in pairs)


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("אבג", "גבא"),
        ("אב 12 גד", "דג 12 בא"),
        ("אב blue 5-11 גד", "דג blue 5-11 בא"),
        ("אב (Rosa).", ".(Rosa) בא"),
        ("Ctrl Z: אב", "בא :Ctrl Z"),
        ("80% אב 12:30", "12:30 בא 80%"),
        ("אב R5 B11 K9 גד", "דג R5 B11 K9 בא"),
        ("אב table (if one) גד", "דג table (if one) בא"),
        ("אב table (if one) .", ". table (if one) בא"),
        ("אב (גד) table", "table (דג) בא"),
        ("אב table (12 גד) x", "x (דג 12) table בא"),
        ("אב [x (y) z] w", "w [x (y) z] בא"),
        ("אב (", ") בא"),
        ("אב ", " בא"),
        ("", ""),
    ],
)
def test_a_line_that_mixes_ways_is_seen_in_the_right_order(said: str, wanted: str) -> None:
    assert seen(said) == wanted


@pytest.mark.parametrize(
    "number", ["+120", "−5", "-5", "1,240", "3/4", "12:30", "5-11", "1 240", "−1 098", "12 345 678"]
)
def test_a_number_keeps_its_way_and_its_sign(number: str) -> None:
    assert number in seen(f"אב {number} גד")
    assert seen(number) == number


def test_a_hebrew_name_in_an_english_sentence_is_turned_alone() -> None:
    assert seen("Hello אב, you have 3.", leftward=False) == "Hello בא, you have 3."


def test_an_accent_stays_behind_its_letter() -> None:
    assert bidi.visual_letters("אָב") == "באָ"


def test_only_text_with_a_letter_written_to_the_left_has_one() -> None:
    assert bidi.has_right_to_left("Noa נועה")
    assert not bidi.has_right_to_left("Inés − 5")


def test_a_sentence_in_latin_letters_alone_keeps_its_own_way() -> None:
    assert set(bidi.bidi_levels("Well played!", leftward=True)) == {0}
    assert bidi.bidi_levels("120!", leftward=True)[-1] == 1
