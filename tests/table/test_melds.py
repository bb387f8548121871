from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from game.table.faces import COLOURS, JOKER, Colour, Face
from game.table.melds import Kind, Meld, kind_of
from game.table.tiles import Tile

R = Colour.RED


def test_a_set_knows_its_wild_tiles() -> None:
    meld = Meld(Kind.RUN, (Tile(5), Tile(80), Tile(7)), (None, Face(R, 6), None))
    assert meld.wild_tiles == (Tile(80),)
    assert len(meld) == 3


@given(st.integers(1, 13), st.lists(st.sampled_from(COLOURS), min_size=2, max_size=6), st.booleans())
def test_one_number_is_a_group(number: int, colours: list[Colour], joker: bool) -> None:
    faces = [Face(colour, number) for colour in colours]
    means: list[Face | None] = [None] * len(faces)
    if joker:
        faces, means = [*faces, JOKER], [*means, Face(None, number)]
    assert kind_of(tuple(faces), tuple(means)) is Kind.GROUP


@given(st.sampled_from(COLOURS), st.integers(1, 11), st.integers(0, 2), st.booleans())
def test_a_colour_in_sequence_is_a_run(colour: Colour, start: int, at: int, joker: bool) -> None:
    faces = [Face(colour, start + step) for step in range(3)]
    means: list[Face | None] = [None] * 3
    if joker:
        means[at], faces[at] = faces[at], JOKER
    assert kind_of(tuple(faces), tuple(means)) is Kind.RUN
