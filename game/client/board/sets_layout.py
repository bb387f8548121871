"""Sets on the table: rows of sets in reading order, at the largest width that fits. Pure geometry, logical px.

Laws: the order of sets never changes; tiles of a set touch, sets keep a gap; a width is kept as long as it fits and
could not grow by four.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from game.client.widgets.boxes import Box

if TYPE_CHECKING:
    from collections.abc import Sequence

GAP = 0.45  # between two sets, of a tile's width
LANE = 0.28  # below a row, where a wild tile's pill stands
LEAST_LANE = 10.0
GROWS_BY = 4


@dataclass(frozen=True, slots=True)
class Cut:
    """The proportions of a tile or a card: height, and the step to the next one of a set, of its width."""

    tall: float = 1.34
    step: float = 1.0

    def height(self, width: float) -> float:
        """Return the height of one."""
        return width * self.tall

    def length(self, count: int, width: float) -> float:
        """Return the length of `count` in a row."""
        return width * (1 + self.step * (count - 1)) if count else 0.0


TILE = Cut()
CARD = Cut(1.42, 0.64)


@dataclass(frozen=True, slots=True)
class SetSize:
    """How many tiles a set has, and whether a seal stands at its end."""

    count: int
    sealed: bool = False


@dataclass(frozen=True, slots=True)
class PlacedSet:
    """Where a set lies: its tiles, and its seal where it has one."""

    tiles: tuple[Box, ...]
    seal: Box | None

    @property
    def box(self) -> Box:
        """Return the box of all its tiles."""
        first, last = self.tiles[0], self.tiles[-1]
        return Box(first.x, first.y, last.right - first.x, first.h)


@dataclass(frozen=True, slots=True)
class PlacedSets:
    """Sets laid out at one width; `slot` is the place of the next set, `height` what all rows take."""

    width: float
    sets: tuple[PlacedSet, ...]
    slot: Box
    height: float
    row: float  # from one row to the next


def set_widths(widest: int, least: int, scale: float) -> tuple[int, int]:
    """Return the widest and the least width at a table size; nothing becomes smaller than can be read."""
    return max(least, round(widest * scale)), max(least, round(least * scale))


def pitch(width: float, cut: Cut) -> float:
    """Return the distance of two rows."""
    return cut.height(width) + max(LEAST_LANE, LANE * width)


def seal_width(width: float) -> float:
    """Return the width of a canasta's seal beside tiles of that width."""
    return min(64.0, max(46.0, 1.52 * width))


def arrange(
    sets: Sequence[SetSize], room: Box, cut: Cut, widest: int, least: int, keep: float | None = None
) -> PlacedSets:
    """Lay the sets out at the largest width between `widest` and `least` at which their rows fit the room.

    `keep` is the width they have now. At `least` they may take more rows than the room has; then it scrolls.
    """
    best = next(
        (width for width in range(widest, least, -1) if height_at(sets, room, cut, width) <= room.h + 0.5), least
    )
    if keep is not None and keep < best < keep + GROWS_BY:
        best = int(keep)
    return flowed(sets, room, cut, best)


def height_at(sets: Sequence[SetSize], room: Box, cut: Cut, width: float) -> float:
    """Return the height `flowed` would give, without placing anything: it is asked for many widths."""
    gap, step, high = GAP * width, pitch(width, cut), cut.height(width)
    ends: list[float] = []  # of rows, the gap after their last set included
    for one in sets:
        long = cut.length(one.count, width) + (seal_width(width) + 6 if one.sealed else 0.0)
        if not ends or (ends[-1] > room.x and ends[-1] + long > room.right):
            ends.append(room.x + long + gap)
        else:
            ends[-1] += long + gap
    rows = max(1, len(ends))
    free = [end for end in ends if end + width * 1.2 <= room.right]
    last_free = bool(ends) and ends[-1] + width * 1.2 <= room.right
    if ends and not last_free and not (free and rows * step + high > room.h):
        rows += 1  # the room for a new set takes a row of its own
    return (rows - 1) * step + high + min(8.0, step - high)


def flowed(sets: Sequence[SetSize], room: Box, cut: Cut, width: float) -> PlacedSets:
    """Lay the sets out at one width, breaking into rows."""
    gap, step, high = GAP * width, pitch(width, cut), cut.height(width)
    x, y = room.x, room.y
    placed: list[PlacedSet] = []
    for one in sets:
        seal = seal_width(width) + 6 if one.sealed else 0.0
        long = cut.length(one.count, width)
        if x > room.x and x + long + seal > room.right:
            x, y = room.x, y + step
        tiles = tuple(Box(x + at * cut.step * width, y, width, high) for at in range(one.count))
        mark = Box(x + long + 6, y, seal_width(width), high) if one.sealed else None
        placed.append(PlacedSet(tiles, mark))
        x += long + seal + gap
    slot = _slot(placed, room, cut, width)
    lowest = max([slot.y, *(one.box.y for one in placed)])
    return PlacedSets(width, tuple(placed), slot, lowest - room.y + high + min(8.0, step - high), step)


def _slot(placed: Sequence[PlacedSet], room: Box, cut: Cut, width: float) -> Box:
    """Return the place of the next set: behind the last; where its row is full, a new row if there is room for one.

    Else any row that still has room at its end, and a new row after all when none has.
    """
    wide, high, step = cut.length(3, width), cut.height(width), pitch(width, cut)
    if not placed:
        return Box(room.x, room.y, wide, high)
    ends: dict[float, float] = {}
    for one in placed:
        ends[one.box.y] = (one.seal or one.box).right + GAP * width
    rows = sorted(ends, reverse=True)
    below = Box(room.x, rows[0] + step, wide, high)
    least = width * 1.2
    free = [y for y in rows if ends[y] + least <= room.right]
    if free and (free[0] == rows[0] or below.bottom > room.bottom):
        return Box(ends[free[0]], free[0], min(wide, room.right - ends[free[0]]), high)
    return below
