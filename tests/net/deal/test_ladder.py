"""Halves of points: the ladder multiplies them as the library multiplies whole ones, but for what halves do not see."""

from __future__ import annotations

import pytest
from nacl import bindings

from net.deal.group import GROUP_ORDER, Point, Scalar, add_points, hash_to_point, hash_to_scalar, is_point, times_point
from net.deal.ladder import clamped, half_times, halves_of
from tests.net.deal.test_attacks import ORDER_EIGHT

TWO, MINUS, EIGHT = ((number % GROUP_ORDER).to_bytes(32, "little") for number in (2, -1, 8))
EDGES = [
    (number % GROUP_ORDER).to_bytes(32, "little")
    for number in (1, 2, 3, 7, 9, -1, -2, -7, -9, GROUP_ORDER // 2, 2**251)
]
DECK = tuple(hash_to_point(b"test", number) for number in range(20))


def half_of(point: Point) -> bytes:
    """Return the half of a point as the library itself computes it."""
    return bindings.crypto_sign_ed25519_pk_to_curve25519(point)


def test_the_halves_of_a_deck_are_those_of_its_points() -> None:
    assert halves_of(DECK) == tuple(map(half_of, DECK))
    assert halves_of(()) == ()


@pytest.mark.parametrize("scalar", [*EDGES, *(hash_to_scalar(b"test", number) for number in range(40))])
def test_the_ladder_multiplies_by_any_scalar(scalar: Scalar) -> None:
    factor = clamped(scalar)
    number = int.from_bytes(factor, "little")
    assert 2**254 <= number < 2**255  # else the library would put bits of its own into it
    assert number % 8 == 0
    assert number % GROUP_ORDER in {int.from_bytes(scalar, "little"), GROUP_ORDER - int.from_bytes(scalar, "little")}
    for point, half in zip(DECK[:3], halves_of(DECK[:3]), strict=True):
        assert half_times(factor, half) == half_of(times_point(scalar, point))


def test_a_scalar_beyond_the_ladder_acts_as_one_other_scalar_on_every_point() -> None:
    """No such scalar is drawn by chance; who answers with one has still multiplied the whole deck by one scalar."""
    factor = int.from_bytes(clamped(EIGHT), "little")
    assert factor >= 2**255
    same = ((factor % 2**254 + 2**254) % GROUP_ORDER).to_bytes(32, "little")  # what the library makes of it
    halves = halves_of(DECK)
    assert [half_times(clamped(EIGHT), half) for half in halves] == [
        half_of(times_point(same, point)) for point in DECK
    ]


def test_halves_see_neither_a_sign_nor_a_part_of_small_order() -> None:
    """The sums in the lock's proof see the one, the check of every masked point sees the other."""
    (point, *_others), factor = DECK, clamped(TWO)
    negative, mixed = times_point(MINUS, point), add_points(point, ORDER_EIGHT)
    assert negative != point
    assert halves_of((negative,)) == halves_of((point,))
    assert halves_of((mixed,)) != halves_of((point,))
    assert half_times(factor, *halves_of((mixed,))) == half_times(factor, *halves_of((point,)))
    assert not is_point(mixed)
