"""The title of a match that was won: letters on a rack that say the sentence, or the sentence."""

from __future__ import annotations

import pytest

from game.client.draw import theme
from game.client.draw.theme import CLASSIC
from game.client.scenes.sheet.letters import LetterTitle
from game.client.viewport import Viewport
from game.client.widgets.boxes import Box
from game.client.widgets.look import Look


def placed(text: str, width: float, scale: float = 1.0, *, calm: bool = False) -> LetterTitle:
    title, look = LetterTitle("title", text), Look(Viewport((1280, 720)), scale, CLASSIC, calm=calm)
    title.place(Box(0, 0, width, title.height_for(look, width)), look)
    return title


@pytest.mark.parametrize("text", ["You have won!", "¡Ganaste!", "Hai vinto!", "Você ganhou!"])
def test_the_letters_say_the_sentence_which_is_what_is_read_out(text: str) -> None:
    title = placed(text, 900.0)
    assert "".join(title.words) == "".join(one for one in text.upper() if one.isalpha())
    assert title.accessible_text() == text
    assert list(title.texts()) == []
    assert title.rect.h > title.look.line_height(theme.DISPLAY)


@pytest.mark.parametrize(("text", "width", "scale"), [("ניצחתם!", 900.0, 1.0), ("You have won!", 300.0, 1.0),
                                                      ("You have won!", 900.0, 2.5)])  # fmt: skip
def test_without_room_or_letters_of_ours_the_sentence_is_written(text: str, width: float, scale: float) -> None:
    assert [one.text for one in placed(text, width, scale).texts()] == [text]


def test_the_tiles_drop_one_after_the_other_and_then_rest() -> None:
    title, still = placed("Hai vinto!", 900.0), placed("Hai vinto!", 900.0, calm=True)
    for widget in (title, still):
        widget.tick(0.0)
    assert title.wants_frames
    assert not still.wants_frames
    title.tick(2.0)
    assert not title.wants_frames
