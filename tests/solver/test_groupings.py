"""The groups of one number, against dealing tiles into groups in every way."""

from __future__ import annotations

from itertools import product

import pytest

from game.solver.groupings import ColourCounts, deal_groups, group_count, groupings


def makes_groups(taken: ColourCounts, jokers: int) -> bool:
    """Put the tiles into groups one colour after the other, trying everything."""
    tiles = sum(taken) + jokers
    return any(max(taken) <= groups and 3 * groups <= tiles <= 4 * groups and jokers < tiles for groups in range(1, 5))


@pytest.mark.parametrize("jokers", range(3))
def test_dealt_out_no_group_has_a_colour_twice_and_each_three_or_four_tiles(jokers: int) -> None:
    for taken in product(range(3), repeat=4):
        groups = group_count(taken, jokers)
        if sum(taken) + jokers == 0:
            assert groups == 0
            continue
        assert (groups > 0) == makes_groups(taken, jokers), taken  # type: ignore[arg-type]
        if groups < 0:
            continue
        dealt = deal_groups(taken, jokers)
        assert len(dealt) == groups
        assert sorted(colour for group in dealt for colour in group) == sorted(
            [-1] * jokers + [colour for colour, tiles in enumerate(taken) for _ in range(tiles)]
        )
        for group in dealt:
            colours = [colour for colour in group if colour >= 0]
            assert 3 <= len(group) <= 4
            assert len(colours) == len(set(colours))


def test_groups_of_jokers_alone_are_none() -> None:
    assert group_count((0, 0, 0, 0), 3) == -1


def test_what_may_be_taken_needs_the_fewest_jokers_and_says_whether_more_fit() -> None:
    found = groupings((1, 1, 1, 0), 0, 2)
    assert found[0, 0, 0, 0].jokers == 0
    assert not found[0, 0, 0, 0].takes_one
    three, two = found[1, 1, 1, 0], found[1, 1, 0, 0]
    assert (three.jokers, three.takes_one, three.takes_two) == (0, True, False)
    assert (two.jokers, two.takes_one, two.takes_two) == (1, True, False)
    assert found[1, 0, 0, 0].jokers == 2
    assert (2, 0, 0, 0) not in found


def test_a_joker_that_must_be_in_them_is() -> None:
    found = groupings((1, 1, 1, 1), 1, 0)
    assert (1, 1, 1, 1) not in found, "five tiles make no groups of three or four"
    assert found[1, 1, 1, 0].jokers == 0
    assert (1, 0, 0, 0) not in found
