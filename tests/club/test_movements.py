"""Howell and Mitchell: everybody meets as the movement says, and comparisons are as even as they can be."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from game.club.movements import howell, howell_rounds, mitchell, mitchell_rounds
from game.club.refusals import ClubCode, ClubRefusal
from game.club.values import ClubFormat
from tests.club.kit import begun, join, key, meetings, plan, play
from tests.slices import some

SIZES = [2, 4, 6, 8, 10, 12, 14, 16, 20, 24, 28, 32]
EVEN = {4, 8, 12, 20, 24, 32}  # one less is a prime that leaves 3 when divided by 4


def compared(size: int) -> Counter[int]:
    """For all two places: how often on the same side less how often across from different tables."""
    counts: Counter[tuple[int, int]] = Counter()
    for number in range(1, howell_rounds(size) + 1):
        rows = howell(size, number)
        side = {place: at for row in rows for at, place in enumerate(row)}
        together = {frozenset(row) for row in rows}
        for one, other in combinations(range(size), 2):
            if frozenset((one, other)) not in together:
                counts[one, other] += 1 if side[one] == side[other] else -1
    return Counter(counts[pair] for pair in combinations(range(size), 2))


@pytest.mark.parametrize("size", some(SIZES, 7))
def test_in_a_howell_each_meets_each_once(size: int) -> None:
    rounds = [howell(size, number) for number in range(1, howell_rounds(size) + 1)]
    assert all(sorted(place for row in rows for place in row) == list(range(size)) for rows in rounds)
    met = Counter(frozenset(row) for rows in rounds for row in rows)
    assert set(met.values()) == {1}
    assert len(met) == size * (size - 1) // 2


@pytest.mark.parametrize("size", some(SIZES[1:], 7))
def test_in_a_howell_all_are_compared_alike_or_nearly(size: int) -> None:
    off = compared(size)
    if size in EVEN:
        assert set(off) == {0}
    assert max(map(abs, off)) <= 4


@pytest.mark.parametrize("size", [2, 6, 8, 14])
def test_in_a_mitchell_each_of_a_line_meets_each_of_the_other_once(size: int) -> None:
    rounds = [mitchell(size, number) for number in range(1, mitchell_rounds(size) + 1)]
    met = Counter(row for rows in rounds for row in rows)
    assert set(met.values()) == {1}
    assert set(met) == {(one, other) for one in range(0, size, 2) for other in range(1, size, 2)}


@pytest.mark.parametrize("how", [ClubFormat.HOWELL, ClubFormat.MITCHELL])
def test_who_comes_late_takes_the_place_of_who_sits_out_and_nobody_after(how: ClubFormat) -> None:
    made = begun(plan(how, "burako", 4, pairs=True, duplicate=True, trusted=True), 7)
    play(made, rounds=1)
    assert len(made.state.rounds[0].byes) == 1
    assert join(made, 8) is None
    assert join(made, 9) == ClubRefusal(ClubCode.MOVEMENT_FULL)
    assert play(made) is ClubCode.ROUNDS_PLAYED
    assert all(not one.byes for one in made.state.rounds[1:])
    assert set(meetings(made.state).values()) == {1}


def test_in_a_movement_the_opponents_of_who_left_sit_out() -> None:
    made = begun(plan(ClubFormat.HOWELL, "burako", 4, pairs=True, duplicate=True, trusted=True), 6)
    play(made, rounds=2)
    assert made.remove_person(key(3)) is None
    assert play(made) is ClubCode.ROUNDS_PLAYED
    assert [len(one.byes) for one in made.state.rounds] == [0, 0, 1, 1, 1]
    assert max(meetings(made.state).values()) == 1
