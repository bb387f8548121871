"""Which faces fit a set of the others, with or without a wild tile in a gap; and what the next player passed over."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.bots.dead_hand_discard import _grown_shapes, _passed_over_codes
from game.bots.dead_hand_sight import evaluate
from game.bots.dead_hand_skill import FIRST_SKILL
from game.bots.dead_hand_table import row_of
from game.bots.dead_hand_worth import NO_WILD, WILD, Shape
from game.table.faces import face_from_code, parse_face
from game.table.moves import Discard, Draw, Timeout
from game.table.view import PublicMove
from tests.bots.positions import view_in

RED = row_of(parse_face("R4"))


def fitting(shape: Shape) -> set[str]:
    return {str(face_from_code(code)) for code, _grown_shape in _grown_shapes(shape)}


def run(*places: int, wild: int = NO_WILD) -> Shape:
    return Shape(RED, 0, sum(1 << place for place in places), wild, len(places) + (wild != NO_WILD))


@pytest.mark.parametrize(
    ("shape", "faces"),
    [
        (run(4, 5, 6), {"R3", "R7"}),
        (run(4, 5, 6, wild=WILD), {"R2", "R3", "R7", "R8"}),
        (run(4, 6, wild=WILD), {"R2", "R3", "R5", "R7", "R8"}),
        (run(1, 2, 3), {"R4"}),
        (Shape(0, 9, 3, NO_WILD, 3), {"R9", "B9", "K9", "Y9"}),
    ],
)
def test_what_fits_a_set(shape: Shape, faces: set[str]) -> None:
    assert fitting(shape) == faces


def test_a_set_that_takes_a_tile_is_longer_by_one() -> None:
    for shape in (run(4, 5, 6), Shape(0, 9, 3, NO_WILD, 3)):
        for _code, more in _grown_shapes(shape):
            assert more.length == shape.length + 1
            assert more.wild == shape.wild


def test_a_tile_that_a_timeout_discarded_is_passed_over_by_who_draws_after_it() -> None:
    view = view_in("burako", seats=2, phase="PLAY", hand=["R5", "K9"], pile=["Y3", "B8"])
    old, thrown = view.table.pile
    story = (PublicMove(0, Discard(old)), PublicMove(0, Timeout(), thrown), PublicMove(1, Draw()))
    sight = evaluate(replace(view, story=story), view.rack, FIRST_SKILL)
    assert [str(face_from_code(code)) for code in _passed_over_codes(sight)] == ["B8"]
