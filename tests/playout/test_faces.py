from __future__ import annotations

from game.playout.faces import face_of, number_of
from game.rules.registry import rules_of
from game.table.faces import JOKER


def test_a_face_is_a_number_and_back() -> None:
    deck = set(rules_of("burraco").deck.faces)
    assert {face_of(number_of(face)) for face in deck} == deck
    assert len({number_of(face) for face in deck}) == 53
    assert number_of(JOKER) == 64
