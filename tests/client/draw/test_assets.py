from __future__ import annotations

import wave
from io import BytesIO

import pytest

from game.client.draw import assets, text
from game.client.draw.theme import Typeface

LETTERS = "abcxyzABCXYZ0123456789áéíóúüñÁÉÍÓÚÜÑ¿¡àèìòùÀÈÌÒÙãõâêôçÃÕÂÊÔÇ«»…’.,:;!?()+−-·"


@pytest.mark.parametrize("typeface", Typeface)
def test_faces_have_every_letter_of_the_four_languages(typeface: Typeface) -> None:
    missing = [letter for letter in LETTERS if text._source(letter, typeface) is not text._DrawnBy.OURS]
    assert missing == []


def test_a_font_is_opened_once() -> None:
    assert assets.font(Typeface.BOLD, 17) is assets.font(Typeface.BOLD, 17)


def test_digits_of_numbers_are_equally_wide() -> None:
    face = assets.font(Typeface.BLACK, 23)
    assert len({face.size(digit)[0] for digit in "0123456789"}) == 1


def test_a_sound_is_a_wave_file_and_an_unknown_one_is_none() -> None:
    content = assets.sound_bytes("pick-1")
    assert content is not None
    with wave.open(BytesIO(content)) as sound:
        assert sound.getnchannels() == 1
    assert assets.sound_bytes("trumpet") is None
