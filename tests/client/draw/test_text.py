from __future__ import annotations

from typing import TYPE_CHECKING

import pygame
import pytest
from pygame import Surface

from game.client.draw import text, theme
from game.client.draw.theme import Lettering, Typeface
from game.client.leftward import mirror
from game.client.words import set_language
from game.client.words.tongue import set_catalogue
from tests.client.pseudo import Pseudo

if TYPE_CHECKING:
    from collections.abc import Iterator

BODY = Lettering(Typeface.REGULAR, 16)
BOLD = Lettering(Typeface.BOLD, 16)
SENTENCE = "A set may hold one wild tile. Here the joker and the blue 2 both stand in for another tile."


def test_a_line_is_as_wide_as_it_was_measured() -> None:
    assert text.line(SENTENCE, BODY, theme.CREAM).get_width() == text.width(SENTENCE, BODY)


def test_words_stand_apart_even_where_the_face_has_a_narrow_space() -> None:
    for px in (11, 13, 15, 18):
        assert text.space_width(Lettering(Typeface.REGULAR, px)) >= px * 0.25


@pytest.mark.parametrize("typeface", Typeface)
@pytest.mark.parametrize("px", [11, 16, 33])
def test_capitals_are_centred_on_the_point(typeface: Typeface, px: int) -> None:
    target = Surface((200, 100))
    box = text.draw(target, "HOH", Lettering(typeface, px), (255, 255, 255), (100, 50), align="centre")
    ink = [y for y in range(100) if any(target.get_at((x, y)).r > 128 for x in range(200))]
    assert abs((ink[0] + ink[-1] + 1) / 2 - 50) <= 1.5
    assert abs(box.centerx - 100) <= 1


def test_alignment_moves_the_line() -> None:
    target = Surface((300, 40))
    left = text.draw(target, "Rosa", BODY, theme.CREAM, (150, 20))
    right = text.draw(target, "Rosa", BODY, theme.CREAM, (150, 20), align="right")
    assert left.left == 150
    assert right.right == 150


@pytest.mark.parametrize("room", [60, 120, 333])
def test_no_wrapped_line_is_wider_than_the_room(room: int) -> None:
    lines = text.wrapped_lines(SENTENCE, BODY, room)
    assert " ".join(lines) == SENTENCE
    assert all(text.width(line, BODY) <= room for line in lines)
    assert text.paragraph_size(SENTENCE, BODY, room)[0] <= room


def test_a_number_is_not_parted_from_its_thousands_or_its_unit() -> None:
    for whole in ("1 240 000", "200 %", "−85 %", "30 s", "12 ms"):
        rooms = range(text.width(whole, BODY), 300)
        lines = {line for room in rooms for line in text.wrapped_lines(f"so many are {whole} of them", BODY, room)}
        assert all(whole in line or not set(whole.split(" ")) & set(line.split(" ")) for line in lines)
    assert any(line.endswith("3") for room in range(60, 300) for line in text.wrapped_lines("round 3 sets", BODY, room))
    assert any(line.endswith("7") for room in range(60, 300) for line in text.wrapped_lines("of 7 1234 ab", BODY, room))


def test_what_is_glued_goes_to_the_next_line_together_and_parts_only_where_it_must() -> None:
    glued = "threw yellow\N{NO-BREAK SPACE}13"
    room = text.width("threw yellow", BODY) + 2
    assert text.wrapped_lines("threw yellow 13", BODY, room) == ["threw yellow", "13"]
    assert text.wrapped_lines(glued, BODY, room) == ["threw", "yellow 13"]
    assert text.wrapped_lines(glued, BODY, text.width("yellow", BODY) + 2) == ["threw", "yellow", "13"]
    assert text.width(glued, BODY) == text.width("threw yellow 13", BODY)
    assert text.line(glued, BODY, theme.CREAM).get_width() == text.width(glued, BODY)


def test_a_word_wider_than_the_room_is_broken_and_loses_no_letter() -> None:
    word = "supercalifragilistic"
    lines = text.wrapped_lines(word, BODY, 50)
    assert len(lines) > 1
    assert "".join(lines) == word


def test_bold_marks_change_the_face_and_are_not_written() -> None:
    assert text.wrapped_lines("Use **your red 7** now", BODY, 999) == ["Use your red 7 now"]
    plain, _ = text.paragraph_size("Use your red 7 now", BODY, 999)
    bold, _ = text.paragraph_size("Use **your red 7** now", BODY, 999)
    assert bold == plain - text.width("your red 7", BODY) + sum(
        text.width(word, BOLD) for word in ("your", "red", "7")
    ) + 2 * text.space_width(BODY)


def test_a_bold_word_keeps_its_comma() -> None:
    assert text.wrapped_lines("a **canasta**, then", BODY, 999) == ["a canasta, then"]
    lines = text.wrapped_lines("a **canasta**, then", BODY, text.width("canasta", BOLD) + 1)
    assert all(not line.startswith(",") for line in lines)


def test_a_lone_star_is_a_star() -> None:
    assert text.wrapped_lines("R5 * R7", BODY, 999) == ["R5 * R7"]


def test_line_breaks_are_kept_and_an_empty_line_takes_room() -> None:
    assert text.wrapped_lines("one\n\ntwo", BODY, 999) == ["one", "", "two"]
    assert text.paragraph_size("one\n\ntwo", BODY, 999)[1] == round(3 * 16 * theme.LEADING)


def test_a_picture_between_words_takes_its_width() -> None:
    picture = Surface((30, 20))
    with_it, _ = text.paragraph_size(["joker (", picture, ") here"], BODY, 999)
    without, _ = text.paragraph_size("joker () here", BODY, 999)
    assert abs(with_it - without - 30) <= 2


def test_a_paragraph_is_no_smaller_than_measured() -> None:
    wide, high = text.paragraph_size(SENTENCE, BODY, 200)
    drawn = text.paragraph(SENTENCE, BODY, theme.CREAM, 200)
    assert drawn.get_width() == wide
    assert drawn.get_height() >= high


def test_a_centred_paragraph_is_as_wide_as_its_room() -> None:
    assert text.paragraph("one", BODY, theme.CREAM, 200, align="centre").get_width() == 200


def test_only_a_name_that_does_not_fit_is_cut() -> None:
    name = "Maximiliana von Hohenfels"
    assert text.fit_name(name, BODY, 999) == name
    short = text.fit_name(name, BODY, 80)
    assert short.endswith(text.ELLIPSIS)
    assert text.width(short, BODY) <= 80
    assert text.fit_name(name, BODY, 1) == text.ELLIPSIS


def test_carets_stand_between_letters() -> None:
    places = text.caret_positions("192.168 x", BODY)
    assert places[0] == 0
    assert len(places) == 10
    assert places == sorted(places)
    assert places[-1] == text.width("192.168 x", BODY)


def test_a_letter_no_face_has_is_drawn_as_a_box(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text, "fallback_font", lambda _px: None)
    text.forget()
    try:
        assert text._source("李", Typeface.BOLD) is text._DrawnBy.BOX
        drawn = text.line("李", Lettering(Typeface.BOLD, 40), (255, 255, 255))
        top, high = text.capitals_span(Lettering(Typeface.BOLD, 40))
        assert drawn.get_at((0, top)).a == 255
        assert drawn.get_at((0, top + high - 1)).a == 255
        assert drawn.get_at((drawn.get_width() // 3, top + high // 2)).a == 0
    finally:
        text.forget()


def test_letters_of_two_sources_stand_on_one_line() -> None:
    pieces = text._pieces("Aя李", BODY)
    assert pieces[0] == ("A", text._DrawnBy.OURS)
    assert "".join(piece.letters for piece in pieces) == "Aя李"


def test_control_letters_are_not_drawn() -> None:
    assert text.width("a\u0007b", BODY) == text.width("ab", BODY)


def test_the_same_line_is_drawn_once() -> None:
    assert text.line("Rosa", BODY, theme.CREAM) is text.line("Rosa", BODY, theme.CREAM)
    assert text.line("Rosa", BODY, theme.CREAM) is not text.line("Rosa", BODY, theme.GOLD)


@pytest.mark.parametrize(
    "words", ["Z\u0351\u036b", "\u0351", "a\u0301\u20e3", "\u05e9\u05c1", "\u0e01\u0e34\u0e48", "\ufe0f"]
)
def test_accents_that_stand_alone_or_on_a_letter_of_another_face_are_drawn_or_left_out(words: str) -> None:
    surface = text.line(words, BODY, (0, 0, 0))
    assert surface.get_width() >= 1


def test_words_of_a_small_heavy_face_stand_apart() -> None:
    for px in range(8, 13):
        assert text.space_width(Lettering(Typeface.FREDOKA, px)) >= px / 3


@pytest.fixture
def _leftward() -> Iterator[None]:
    set_catalogue("qpm", Pseudo(), leftward=True)
    yield
    set_language("en")


def ink(drawn: Surface) -> list[int]:
    """Return the columns that have ink."""
    return [x for x in range(drawn.get_width()) if any(drawn.get_at((x, y)).a for y in range(drawn.get_height()))]


def test_hebrew_letters_have_a_face_of_their_own_beside_each_of_ours() -> None:
    for typeface in set(Typeface) - {Typeface.ROUND}:
        assert {text._source(letter, typeface) for letter in "אבתםןץףך־׳״"} == {text._DrawnBy.ROUND}


def test_carets_stand_where_letters_are_seen() -> None:
    wide = text.width("אב12c", BODY)
    stands = text.caret_positions("אב12c", BODY)
    assert stands[0] > stands[1] > min(stands[2:])  # to the left over the letters of Hebrew
    assert max(stands[2:5]) <= wide
    assert text.runs_against_page("אב12c", 0)
    assert not text.runs_against_page("אב12c", 4)


@pytest.mark.usefixtures("_leftward")
def test_a_paragraph_begins_at_the_right_and_is_turned_whole_on_a_page_that_is() -> None:
    said = "אבג דהו\nז"
    plain = text.paragraph(said, BODY, theme.CREAM, 300)
    lower = plain.subsurface((0, plain.get_height() // 2, plain.get_width(), plain.get_height() // 2))
    assert min(ink(lower)) > plain.get_width() / 2
    canvas = Surface((2, 2))
    mirror.set_mirrored(canvas, mirrored=True)
    turned = text.paragraph(said, BODY, theme.CREAM, 300)
    mirror.set_mirrored(canvas, mirrored=False)
    flipped = pygame.transform.flip(turned, flip_x=True, flip_y=False)
    assert pygame.image.tobytes(flipped, "RGBA") == pygame.image.tobytes(plain, "RGBA")


@pytest.mark.usefixtures("_leftward")
def test_lines_are_broken_in_the_order_they_are_said() -> None:
    said = "אבג דהו זחט"
    assert text.wrapped_lines(said, BODY, text.width("אבג דהו", BODY)) == ["אבג דהו", "זחט"]


@pytest.mark.usefixtures("_leftward")
def test_tiles_in_a_sentence_lie_as_on_a_table() -> None:
    first, second = Surface((9, 9), pygame.SRCALPHA), Surface((9, 9), pygame.SRCALPHA)
    first.fill((255, 0, 0))
    second.fill((0, 0, 255))
    drawn = text.paragraph(["רצף ", first, second], BODY, theme.CREAM, 300)
    row = [drawn.get_at((x, drawn.get_height() // 2 - 2)) for x in range(drawn.get_width())]
    reds = [x for x, at in enumerate(row) if tuple(at) == (255, 0, 0, 255)]
    blues = [x for x, at in enumerate(row) if tuple(at) == (0, 0, 255, 255)]
    assert max(reds) < min(blues) < min(ink(text.line("רצף", BODY, theme.CREAM))) + drawn.get_width()
