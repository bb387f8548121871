"""What can be printed on a tile, and how a face is written.

A face is never used as identity: two tiles may carry the same one. `HIDDEN` is a value of the same type, so an unknown
tile needs no special case. Notation: rule 0.
"""

from __future__ import annotations

from enum import Enum
from functools import cache
from typing import NoReturn, Self, cast


class Colour(Enum):
    """The four colours of tiles; cards use the same four for their suits."""

    RED = "R"
    BLUE = "B"
    BLACK = "K"
    YELLOW = "Y"


COLOURS = tuple(Colour)
SUIT_LETTERS = {Colour.RED: "h", Colour.YELLOW: "d", Colour.BLACK: "c", Colour.BLUE: "s"}
RANK_LETTERS = {1: "A", 11: "J", 12: "Q", 13: "K", 14: "A"}

_CODES_PER_COLOUR = 16  # room for the numbers -1..14 of one colour in a code
_FACES: dict[int, object] = {}  # every face there is, by code
_ROWS: dict[Colour | None, int] = {None: 0} | {colour: row for row, colour in enumerate(COLOURS, start=1)}


class Face:
    """What is printed on a tile.

    `colour` is None for the joker, for a hidden face, and for "any colour": a wild tile in a group stands for a number
    whatever the colour. `number` is 1..13, 0 for the joker and -1 for a hidden face; a wild tile at the end of a run,
    after the thirteen, stands for number 14. `code` is one byte that says both. Each face is one object, so that
    comparing two is as cheap as can be.
    """

    __slots__ = ("code", "colour", "number")

    colour: Colour | None
    number: int
    code: int

    def __new__(cls, colour: Colour | None, number: int) -> Self:
        """Return the one object of this face."""
        if not -1 <= number <= 14:
            raise ValueError(f"a face's number lies between -1 and 14, not {number}")
        code = _ROWS[colour] * _CODES_PER_COLOUR + number + 1
        if code not in _FACES:
            _FACES[code] = made = object.__new__(cls)
            for name, value in (("colour", colour), ("number", number), ("code", code)):
                object.__setattr__(made, name, value)
        return cast("Self", _FACES[code])

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"what is printed on a tile stays: {name} cannot be changed")

    def __reduce__(self) -> tuple[type[Face], tuple[Colour | None, int]]:
        return Face, (self.colour, self.number)

    def __hash__(self) -> int:
        return self.code

    def __str__(self) -> str:
        return face_text(self)

    def __repr__(self) -> str:
        return f"Face(colour={self.colour!r}, number={self.number!r})"


JOKER = Face(None, 0)
HIDDEN = Face(None, -1)


def face_from_code(code: int) -> Face:
    """Return the face with this one-byte code; raise ValueError for a code no face has."""
    found = _faces_by_code().get(code)
    if found is None:
        raise ValueError(f"no face has the code {code}")
    return found


def face_text(face: Face, *, cards: bool = False) -> str:
    """Write a face: `R5`, `*`, `?`, or `5` for "any five"; with `cards` `5h`, `Kd`."""
    if face == JOKER:
        return "*"
    if face == HIDDEN:
        return "?"
    if cards:
        return RANK_LETTERS.get(face.number, str(face.number)) + (SUIT_LETTERS[face.colour] if face.colour else "")
    return (face.colour.value if face.colour else "") + str(face.number)


def _every_face() -> list[Face]:
    colours: tuple[Colour | None, ...] = (*COLOURS, None)
    return [JOKER, HIDDEN, *(Face(colour, number) for colour in colours for number in range(1, 15))]


@cache
def _faces_by_code() -> dict[int, Face]:
    return {face.code: face for face in _every_face()}


@cache
def _faces_by_text(*, cards: bool) -> dict[str, Face]:
    return {face_text(face, cards=cards): face for face in reversed(_every_face())}


def parse_face(text: str, *, cards: bool = False) -> Face:
    """Read what `face_text` writes; a card's ace reads as number 1. Raise ValueError for anything else."""
    found = _faces_by_text(cards=cards).get(text)
    if found is None:
        example = "Ah, 10s, Kd, 2c or *" if cards else "R5, K12 or *"
        raise ValueError(f"'{text}' is not a tile; write it like {example}")
    return found
