"""What can be printed on a tile, and how a face is written.

A face is never used as identity: two tiles may carry the same one. `HIDDEN` is a value of the same type, so an unknown
tile needs no special case. Notation: section 0 of the rule book.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Colour(Enum):
    """The four colours of tiles; the suits of cards use the same four (hearts R, diamonds Y, clubs K, spades B)."""

    RED = "R"
    BLUE = "B"
    BLACK = "K"
    YELLOW = "Y"


@dataclass(frozen=True, slots=True)
class Face:
    """What is printed on a tile.

    `colour` is None for the joker, for a hidden face, and for "any colour": a wild tile in a group stands for a number
    whatever the colour. `number` is 1..13, 0 for the joker and -1 for a hidden face; in a run that ends with a one after
    the thirteen, a wild tile there stands for number 14.
    """

    colour: Colour | None
    number: int

    def __str__(self) -> str:
        if self == JOKER:
            return "*"
        if self == HIDDEN:
            return "?"
        return f"{self.colour.value if self.colour else ''}{self.number}"


JOKER = Face(None, 0)
HIDDEN = Face(None, -1)
