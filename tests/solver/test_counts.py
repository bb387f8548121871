"""Tiles as numbers: every face is counted where it belongs and is written out again."""

from __future__ import annotations

import pytest

from game.solver.counts import LAST_NUMBER, SECOND_ONE, cell_of, count_tiles, place_of
from game.table.faces import COLOURS, HIDDEN, JOKER, Face, parse_face
from game.table.tiles import TILE_DECK


def test_a_whole_deck_is_counted_and_written_out_again() -> None:
    counted = count_tiles(TILE_DECK.faces)
    assert all(copies == 2 for row in counted.grid for copies in row)
    assert counted.jokers == 2
    assert sorted(map(str, counted.faces())) == sorted(map(str, TILE_DECK.faces))


def test_a_one_after_the_thirteen_is_counted_as_a_one_and_lies_behind_it() -> None:
    assert cell_of(parse_face("B1")) == place_of(parse_face("B1"))
    again = Face(COLOURS[1], LAST_NUMBER + 1)
    assert place_of(again) == (SECOND_ONE, 1)
    assert cell_of(again) == (0, 1)


@pytest.mark.parametrize(("face", "word"), [(HIDDEN, "a hidden tile"), (Face(COLOURS[0], LAST_NUMBER + 1), "no tile")])
def test_what_is_no_tile_of_the_game_is_a_sentence(face: Face, word: str) -> None:
    with pytest.raises(ValueError, match=word):
        count_tiles([JOKER, face])
