"""The movements of duplicate bridge clubs: who sits where in which round, as places to be filled.

All tables play the same deal at the same time, so nothing has to be carried and no round needs a relay or a skip.
Places are counted from 0; a movement for an odd number leaves its last place to whoever comes late.
"""

from __future__ import annotations

from functools import cache
from typing import Final

Rows = tuple[tuple[int, int], ...]  # the places of a round's tables: who sits on side 0, who on side 1
SWEEPS: Final = 8  # at most, of the search for even comparisons; it settles well before


def mitchell(size: int, number: int) -> Rows:
    """Seat two lines of `size / 2`: the even places stay on side 0, the odd ones go one table on each round."""
    tables = size // 2
    return tuple((2 * at, 2 * ((at - number + 1) % tables) + 1) for at in range(tables))


def mitchell_rounds(size: int) -> int:
    """Return how many rounds there are until lines have met whole."""
    return size // 2


def howell(size: int, number: int) -> Rows:
    """Seat an even number so that in `size - 1` rounds each meets each once, and is compared with each alike.

    The last place stays on side 0. The others go round: in round r the places r + d and r - d meet, and which of both
    sits on side 0 says `_directions`.
    """
    ring = size - 1
    turn = (number - 1) % ring
    rows = [(ring, turn)]
    for distance, ahead in enumerate(_directions(ring), start=1):
        one, other = (turn + distance) % ring, (turn - distance) % ring
        rows.append((one, other) if ahead else (other, one))
    return tuple(rows)


def howell_rounds(size: int) -> int:
    """Return how many rounds there are until all have met."""
    return size - 1


@cache
def _directions(ring: int) -> tuple[bool, ...]:
    """Tell for each distance whether who is ahead sits on side 0.

    Two are compared where they sit on the same side, and work for each other where they do not: how far these differ
    for two places is the correlation of the directions with themselves, moved on by their distance. The squares of a
    prime that leaves 3 when divided by 4 have it the same for all; else a search makes it as even as it can.
    """
    half = ring // 2
    squares = {one * one % ring for one in range(1, ring)}
    best = [(distance in squares) for distance in range(1, half + 1)]
    cost = _unevenness(best, ring)
    for _sweep in range(SWEEPS):
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
