from __future__ import annotations

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.table.faces import COLOURS, HIDDEN, JOKER, Colour, Face, face_from_code, face_text, parse_face
from tests.strategies import numbered, printed, read_or_told


@given(printed, st.booleans())
def test_a_face_reads_back_as_written(face: Face, cards: bool) -> None:
    assert parse_face(face_text(face, cards=cards), cards=cards) == face


@given(printed)
def test_a_face_has_its_own_byte(face: Face) -> None:
    assert 0 <= face.code <= 255
    assert face_from_code(face.code) is face


def test_a_face_nobody_may_see_is_written_as_a_question() -> None:
    assert face_text(HIDDEN) == face_text(HIDDEN, cards=True) == "?"


def test_no_two_faces_are_written_alike() -> None:
    every = [JOKER, HIDDEN, *(Face(colour, number) for colour in COLOURS for number in range(1, 14))]
    assert len({face_text(face) for face in every}) == len({face_text(face, cards=True) for face in every}) == 54
    assert len({face.code for face in every}) == 54


@pytest.mark.parametrize(("text", "face"), [("R5", Face(Colour.RED, 5)), ("K13", Face(Colour.BLACK, 13)), ("*", JOKER)])
def test_tiles_are_written_as_in_the_rule_book(text: str, face: Face) -> None:
    assert face_text(face) == text
    assert parse_face(text) is face


@pytest.mark.parametrize(
    ("text", "face"), [("Ah", Face(Colour.RED, 1)), ("10s", Face(Colour.BLUE, 10)), ("Kc", Face(Colour.BLACK, 13))]
)
def test_cards_are_written_as_in_the_rule_book(text: str, face: Face) -> None:
    assert face_text(face, cards=True) == text
    assert parse_face(text, cards=True) is face


@given(st.integers(-10, 300))
def test_only_real_faces_have_codes(code: int) -> None:
    try:
        face = face_from_code(code)
    except ValueError:
        return
    assert face.code == code
    assert face in {JOKER, HIDDEN} or 1 <= face.number <= 14


@given(st.text(max_size=5), st.booleans())
def test_other_text_is_a_sentence(text: str, cards: bool) -> None:
    for face in read_or_told(lambda: parse_face(text, cards=cards), "write it like"):
        assert face_text(face, cards=cards) == text


@pytest.mark.parametrize("number", [-2, 15, 100])
def test_a_number_no_face_has(number: int) -> None:
    with pytest.raises(ValueError, match="between -1 and 14"):
        Face(Colour.RED, number)


@given(numbered)
def test_a_face_is_one_object_even_after_a_journey(face: Face) -> None:
    assert Face(face.colour, face.number) is face
    assert pickle.loads(pickle.dumps(face)) is face  # noqa: S301  our own bytes
    assert copy.deepcopy(face) is face


def test_faces_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        JOKER.number = 5
