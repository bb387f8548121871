"""The box of a written position: each tile lies in it once, and what is asked for too often is told."""

from __future__ import annotations

import pytest

from game.rules.registry import rules_of
from game.session.tile_box import TileBox

DECK = rules_of("rummikub").deck


def box(**said: object) -> TileBox:
    return TileBox(DECK, said)


def test_the_same_tile_twice_is_the_tile_and_its_twin() -> None:
    first, second = box().take_tiles("R5 R5")
    assert first != second
    assert DECK.faces[first] == DECK.faces[second]


@pytest.mark.parametrize(
    ("written", "sentence"),
    [("R5 R5 R5", "R5 stands more often than the 2 there are"), ("R5a R5a", "R5a stands twice")],
)
def test_a_tile_that_is_not_there_any_more_is_told(written: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        box().take_tiles(written)


def test_a_tile_named_by_its_letter_is_left_for_who_names_it() -> None:
    one = box(hand=["R5a"])
    (plain,) = one.take_tiles("R5")
    (lettered,) = one.take_tiles("R5a")
    assert plain != lettered
    assert lettered not in one.free


def test_tiles_nobody_cares_about_leave_the_lettered_ones_to_the_last() -> None:
    one = box(hand=["R5a"])
    others = one.take_any(len(DECK.faces) - 1, "tiles")
    assert one.free == [one.tile_with_letter(one.read_pieces("R5a")[0])]
    assert len(set(others)) == len(DECK.faces) - 1
    with pytest.raises(ValueError, match="2 tiles are asked for, with only 1 left"):
        one.take_any(2, "tiles")
