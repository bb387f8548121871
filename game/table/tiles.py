"""Tiles as public ids, and the decks they come from.

A `Tile` is a position in the shuffled deck: unique and public; it says nothing about its face. Rules 0 and 9.2.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NewType

from game.table.faces import COLOURS, JOKER, Face

Tile = NewType("Tile", int)
NO_TILE = Tile(-1)


@dataclass(frozen=True, slots=True)
class Deck:
    """The physical pieces of a game: two copies of each numbered face and some jokers.

    `faces` lists them in a fixed order, twins side by side; `cards` says how faces are written and drawn.
    """

    key: str
    faces: tuple[Face, ...]
    cards: bool = False

    def __len__(self) -> int:
        return len(self.faces)


def _pieces(jokers: int) -> tuple[Face, ...]:
    numbered = [Face(colour, number) for colour in COLOURS for number in range(1, 14) for _copy in range(2)]
    return (*numbered, *[JOKER] * jokers)


TILE_DECK = Deck("tiles", _pieces(jokers=2))
CARD_DECK = Deck("cards", _pieces(jokers=4), cards=True)
