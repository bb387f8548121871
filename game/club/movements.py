"""The movements of duplicate bridge clubs: which places meet at which table in each round.

All tables play the same deal at the same time, so no boards are passed on and no round needs a relay or a skip.
Places are counted from 0; a movement for an odd number keeps its last place for a late entrant.
"""

from __future__ import annotations

from functools import cache
from typing import Final

TablePlaces = tuple[tuple[int, int], ...]  # for each table of a round the places on side 0 and on side 1
MAX_SEARCH_PASSES: Final = 8  # the most passes of the search for even comparisons; it ends well before


def mitchell(size: int, number: int) -> TablePlaces:
    """Seat two lines of `size / 2` places: even places stay on side 0, odd ones move on by one table each round."""
    tables = size // 2
    return tuple((2 * at, 2 * ((at - number + 1) % tables) + 1) for at in range(tables))


def mitchell_rounds(size: int) -> int:
    """Return how many rounds it takes until everybody has met the whole other line."""
    return size // 2


def howell(size: int, number: int) -> TablePlaces:
    """Seat an even number of places so that in `size - 1` rounds all meet once, and are compared as evenly as can be.

    The last place stays on side 0. The others rotate: in round r the places r + d and r - d meet, and `_directions`
    says which of them sits on side 0.
    """
    ring = size - 1
    turn = (number - 1) % ring
    rows = [(ring, turn)]
    for distance, ahead in enumerate(_directions(ring), start=1):
        one, other = (turn + distance) % ring, (turn - distance) % ring
        rows.append((one, other) if ahead else (other, one))
    return tuple(rows)


def howell_rounds(size: int) -> int:
    """Return how many rounds it takes until all have met."""
    return size - 1


@cache
def _directions(ring: int) -> tuple[bool, ...]:
    """Return for each distance d whether place r + d sits on side 0.

    Two places are compared in rounds in which they sit on the same side, and help each other in the others: how far
    the two counts differ is the autocorrelation of the directions at their distance. For a prime that is 3 modulo 4 the
    quadratic residues make it equal for all; else a search makes it as even as it can.
    """
    half = ring // 2
    squares = {one * one % ring for one in range(1, ring)}
    best = [(distance in squares) for distance in range(1, half + 1)]
    cost = _unevenness(best, ring)
    for _sweep in range(MAX_SEARCH_PASSES):
        before = cost
        for first in range(half):
            for second in range(first, half):
                _flip(best, first, second)
                now = _unevenness(best, ring)
                if now < cost:
                    cost = now
                else:
                    _flip(best, first, second)
        if cost == before:
            break
    return tuple(best)


def _flip(ahead: list[bool], first: int, second: int) -> None:
    ahead[first] = not ahead[first]
    if second != first:
        ahead[second] = not ahead[second]


def _unevenness(ahead: list[bool], ring: int) -> int:
    signs = [-1, *[1 if one else -1 for one in ahead], *[-1 if one else 1 for one in reversed(ahead)]]
    return sum(
        sum(signs[at] * signs[(at + moved) % ring] for at in range(ring)) ** 2 for moved in range(1, ring // 2 + 1)
    )
