"""The groups of one number: which tiles of the four colours can form groups together, and with how many jokers.

Tiles of one number, at most `q` of any colour, form `q` groups exactly if there are between 3q and 4q of them, jokers
included: dealt out in turn, colour by colour, no group gets a colour twice. So no search is needed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import product
from typing import NamedTuple

ColourCounts = tuple[int, int, int, int]
MAX_GROUPS = 4


class Grouping(NamedTuple):
    """The tiles taken of each colour, the fewest free jokers needed, and whether one more, or two more, would fit."""

    taken: ColourCounts
    jokers: int
    takes_one: bool
    takes_two: bool


def group_count(taken: Sequence[int], jokers: int) -> int:
    """Return how many groups these tiles and jokers of one number form; 0 for no tiles, -1 if they cannot."""
    tiles = sum(taken) + jokers
    if tiles == 0:
        return 0
    if jokers < tiles:
        for groups in range(max(taken), MAX_GROUPS + 1):
            if 3 * groups <= tiles <= 4 * groups:
                return groups
    return -1


@cache
def groupings(there: ColourCounts, bound: int, jokers: int) -> Mapping[ColourCounts, Grouping]:
    """Return what groups may take of the tiles, when `bound` jokers must be in them and up to `jokers` more may be."""
    found = {}
    one, two, three, four = (range(tiles + 1) for tiles in there)
    for taken in product(one, two, three, four):
        for free in range(jokers + 1):
            wild = bound + free
            if group_count(taken, wild) >= 0:
                more = (any(taken) and group_count(taken, wild + extra) > 0 for extra in (1, 2))
                found[taken] = Grouping(taken, free, *more)
                break
    return found


def deal_groups(taken: Sequence[int], jokers: int) -> list[list[int]]:
    """Deal tiles and jokers into groups: lists of colour indices, a joker being -1.

    A joker always finds a colour to stand for, since no group gets more than four tiles.
    """
    groups: list[list[int]] = [[] for _ in range(group_count(taken, jokers))]
    order = [colour for colour, tiles in enumerate(taken) for _ in range(tiles)] + [-1] * jokers
    for place, colour in enumerate(order):
        groups[place % len(groups)].append(colour)
    return groups
