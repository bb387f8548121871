"""Sets on the table: rows of sets in reading order, at the largest width that fits. Pure geometry, logical px.

Laws: the order of sets never changes; tiles of a set touch, sets keep a gap; a width is kept as long as it fits and
could not grow by four. A canasta that is squared up shows both ends whole and an edge of each tile between them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from game.client.widgets.boxes import Box

if TYPE_CHECKING:
    from collections.abc import Sequence

GAP = 0.45  # between two sets, of a tile's width
SEAL_GAP, END_GAP = 6.0, 5.0  # between a set and its seal, or the place of one more tile
KEPT = 128  # widths that were found
LANE = 0.28  # below a row, where a wild tile's pill stands
LEAST_LANE = 10.0
GROWS_BY = 4
SMALL = 36  # a width under which cards lie closer together where that makes them wider
SQUARED_UNDER = 30  # a width under which canastas are squared up rather than tiles made smaller
BLOCK, SLIVER = 0.72, 0.09  # of a width: what the tiles between both ends take at least, and each of many


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
CARD_CLOSE = Cut(1.42, 0.48)  # rank and suit of a covered card are still whole


@dataclass(frozen=True, slots=True)
class SetSize:
    """How many tiles a set has, whether a seal stands at its end, or the place of one more tile is kept there."""

    count: int
    sealed: bool = False
    open: bool = False

    def end(self, width: float) -> float:
        """Return how wide what stands at its end is, with the gap before it."""
        return seal_width(width) + SEAL_GAP if self.sealed else width + END_GAP if self.open else 0.0

    def squared(self, asked: bool) -> bool:  # noqa: FBT001 - it is the question
        """Return whether it lies squared up where canastas are to."""
        return asked and self.sealed and self.count > 2

    def places(self, cut: Cut, width: float, *, squared: bool = False) -> tuple[float, ...]:
        """Return where each tile begins, from the left end of the set."""
        if not self.squared(squared):
            return tuple(at * cut.step * width for at in range(self.count))
        between = self.count - 2
        block = max(BLOCK, SLIVER * between) * width
        first = max(cut.step, CARD.step) * width
        return (0.0, *(first + at * block / between for at in range(between)), first + block)

    def length(self, cut: Cut, width: float, *, squared: bool = False) -> float:
        """Return how long it is, without its seal."""
        if self.squared(squared):
            return self.places(cut, width, squared=squared)[-1] + width
        return (self.count - 1) * cut.step * width + width if self.count else 0.0  # asked for a thousand times a turn


@dataclass(frozen=True, slots=True)
class PlacedSet:
    """Where a set lies: its tiles, its seal where it has one, else the place of one more tile where that is kept."""

    tiles: tuple[Box, ...]
    seal: Box | None
    squared: bool = False
    free: Box | None = None

    @property
    def block(self) -> Box:
        """Return what is seen of the tiles between both ends of one that is squared up."""
        first, last = self.tiles[1], self.tiles[-1]
        return Box(first.x, first.y, last.x - first.x, first.h)

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
    cut: Cut
    squared: bool = False  # whether canastas are squared up

    @property
    def manner(self) -> Manner:
        """Return how they lie, to be kept."""
        return Manner(self.width, self.squared)


@dataclass(frozen=True, slots=True)
class Manner:
    """How sets lie now: as wide as that, canastas squared up or not."""

    width: float
    squared: bool = False


def set_widths(widest: int, least: int, scale: float) -> tuple[int, int]:
    """Return the widest and the least width at a table size; nothing becomes smaller than can be read."""
    return max(least, round(widest * scale)), max(least, round(least * scale))


def pitch(width: float, cut: Cut) -> float:
    """Return the distance of two rows."""
    return cut.height(width) + max(LEAST_LANE, LANE * width)


def seal_width(width: float) -> float:
    """Return the width of a canasta's seal beside tiles of that width."""
    return min(64.0, max(46.0, 1.52 * width))


@dataclass(frozen=True, slots=True)
class Way:
    """How sets are laid out: proportions, whether canastas are squared up, and the widths to choose from."""

    cut: Cut
    squared: bool
    widest: int
    least: int


def ways(cut: Cut, widest: int, least: int, asked: bool | None) -> tuple[Way, ...]:  # noqa: FBT001 - None is neither
    """Return how sets may be laid out, the best first: open, with canastas squared up, cards closer together.

    `asked` is whether the player wants canastas squared up; None leaves it to the room.
    """
    floor = min(widest, max(least, SQUARED_UNDER))
    closer = CARD_CLOSE if cut.step < 1 else cut
    opened = (Way(cut, False, widest, floor),)  # noqa: FBT003 - a row of a table
    tight = Way(closer, asked is not False, widest, least)
    if asked is None:
        return (*opened, Way(cut, True, widest, least), tight)  # noqa: FBT003
    return (Way(cut, asked, widest, least), tight)


def arrange(
    sets: Sequence[SetSize],
    room: Box,
    cut: Cut,
    widest: int,
    least: int,
    keep: Manner | None = None,
    asked: bool | None = None,  # noqa: FBT001 - None is neither
) -> PlacedSets:
    """Lay the sets out the best way at which their rows fit the room, at the largest width that does.

    Small cards lie closer together where that makes them wider by four: the rank and the suit of each are still whole.
    `keep` is how they lie now: a width stays that could not grow by four, and canastas open again only where tiles
    would stay well above the least width. Where nothing fits they take more rows than the room has; then it scrolls.
    """
    every = ways(cut, widest, least, asked)
    for way in every:
        reopens = keep is not None and keep.squared and asked is None and not way.squared
        floor = min(way.widest, way.least + GROWS_BY) if reopens else way.least
        best, cut = _widest(tuple(sets), room, way, floor), way.cut
        if best is None:
            continue
        if cut == CARD and best < SMALL:
            wider = _widest(tuple(sets), room, replace(way, cut=CARD_CLOSE), best + GROWS_BY)
            best, cut = (best, cut) if wider is None else (wider, CARD_CLOSE)
        if keep is not None and max(floor, keep.width) < best < keep.width + GROWS_BY:
            best = int(keep.width)
        return flowed(sets, room, cut, best, squared=way.squared)
    last = every[-1]
    return flowed(sets, room, last.cut, least, squared=last.squared)


@lru_cache(KEPT)  # of both zones one alone changes in most turns
def _widest(sets: tuple[SetSize, ...], room: Box, way: Way, floor: int) -> int | None:
    """Return the largest width of a way at which the sets fit, from `floor` on; None where none does."""
    return next((width for width in range(way.widest, floor - 1, -1) if _fits(sets, room, way, width)), None)


def _fits(sets: Sequence[SetSize], room: Box, way: Way, width: float) -> bool:
    return height_at(sets, room, way.cut, width, squared=way.squared) <= room.h + 0.5


def height_at(sets: Sequence[SetSize], room: Box, cut: Cut, width: float, *, squared: bool = False) -> float:
    """Return the height `flowed` would give, without placing anything: it is asked for many widths."""
    gap, step, high = GAP * width, pitch(width, cut), cut.height(width)
    ends: list[float] = []  # of rows, the gap after their last set included
    for one in sets:
        long = one.length(cut, width, squared=squared) + one.end(width)
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


def flowed(sets: Sequence[SetSize], room: Box, cut: Cut, width: float, *, squared: bool = False) -> PlacedSets:
    """Lay the sets out at one width, breaking into rows."""
    gap, step, high = GAP * width, pitch(width, cut), cut.height(width)
    x, y = room.x, room.y
    placed: list[PlacedSet] = []
    for one in sets:
        end, long = one.end(width), one.length(cut, width, squared=squared)
        if x > room.x and x + long + end > room.right:
            x, y = room.x, y + step
        tiles = tuple(Box(x + at, y, width, high) for at in one.places(cut, width, squared=squared))
        seal = Box(x + long + SEAL_GAP, y, seal_width(width), high) if one.sealed else None
        free = Box(x + long + END_GAP, y, width, high) if one.open and not one.sealed else None
        placed.append(PlacedSet(tiles, seal, one.squared(squared), free))
        x += long + end + gap
    slot = _slot(placed, room, cut, width)
    lowest = max([slot.y, *(one.box.y for one in placed)])
    height = lowest - room.y + high + min(8.0, step - high)
    return PlacedSets(width, tuple(placed), slot, height, step, cut, squared)


def _slot(placed: Sequence[PlacedSet], room: Box, cut: Cut, width: float) -> Box:
    """Return the place of the next set: behind the last; where its row is full, a new row if there is room for one.

    Else any row that still has room at its end, and a new row after all when none has.
    """
    wide, high, step = cut.length(3, width), cut.height(width), pitch(width, cut)
    if not placed:
        return Box(room.x, room.y, wide, high)
    ends: dict[float, float] = {}
    for one in placed:
        ends[one.box.y] = (one.seal or one.free or one.box).right + GAP * width
    rows = sorted(ends, reverse=True)
    below = Box(room.x, rows[0] + step, wide, high)
    least = width * 1.2
    free = [y for y in rows if ends[y] + least <= room.right]
    if free and (free[0] == rows[0] or below.bottom > room.bottom):
        return Box(ends[free[0]], free[0], min(wide, room.right - ends[free[0]]), high)
    return below
