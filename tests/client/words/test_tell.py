"""Tiles in words: the log tells neighbours of one colour by the first and the last."""

from __future__ import annotations

import pytest

from game.client.words import speak
from game.client.words.tell import runs_in_words
from game.table.faces import parse_face
from game.table.tiles import Tile

NARROW = "\N{NO-BREAK SPACE}"


def told(text: str, *, cards: bool = False) -> str:
    faces = tuple(parse_face(one) for one in text.split())
    return runs_in_words(tuple(Tile(at) for at in range(len(faces))), faces, cards=cards).replace(NARROW, " ")


@pytest.mark.parametrize(
    ("tiles", "words"),
    [
        ("B5 B6 B7 B8 B9 B10 B11", "blue 5–11"),
        ("R3 B5 B6 B7", "red 3 and blue 5–7"),
        ("B5 B6 R7", "blue 5, blue 6 and red 7"),
        ("B4 B5 * B7 B8 B9", "blue 4, blue 5, the joker and blue 7–9"),
        ("K1 K1 K2 K3", "black 1 and black 1–3"),
        ("R5 B5 K5", "red 5, blue 5 and black 5"),
        ("R4", "red 4"),
    ],
)
def test_neighbours_are_told_by_the_first_and_the_last(tiles: str, words: str) -> None:
    assert told(tiles) == words


def test_a_run_of_cards_names_its_suit_once_in_every_language() -> None:
    assert told("R9 R10 R11", cards=True) == "the 9–J of hearts"
    speak("es")
    assert told("B5 B6 B7") == "5–7 azul"
