from __future__ import annotations

from collections import Counter

import pytest

from game.table.faces import COLOURS, JOKER, Face
from game.table.tiles import CARD_DECK, TILE_DECK, Deck


@pytest.mark.parametrize(("deck", "jokers"), [(TILE_DECK, 2), (CARD_DECK, 4)])
def test_two_of_each_number_and_the_jokers(deck: Deck, jokers: int) -> None:
    wanted = {Face(colour, number): 2 for colour in COLOURS for number in range(1, 14)} | {JOKER: jokers}
    assert Counter(deck.faces) == wanted
    assert len(deck) == 104 + jokers
    assert deck.cards == (deck is CARD_DECK)


@pytest.mark.parametrize("deck", [TILE_DECK, CARD_DECK])
def test_twins_lie_side_by_side(deck: Deck) -> None:
    assert deck.faces[:104:2] == deck.faces[1:104:2]
