"""Faces of the table as the whole numbers of the cores, and back."""

from __future__ import annotations

from game.playout.pieces import JOKER
from game.table.faces import COLOURS, Face
from game.table.faces import JOKER as JOKER_FACE


def number_of(face: Face) -> int:
    """Return a face as a whole number; what a wild tile stands for is no face."""
    return JOKER if face.colour is None else COLOURS.index(face.colour) * 16 + face.number


def face_of(number: int) -> Face:
    """Return the face that a whole number stands for."""
    return JOKER_FACE if number == JOKER else Face(COLOURS[number >> 4], number & 15)
