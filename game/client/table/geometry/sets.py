"""The sets on a table: rows in reading order, at the largest tile width that fits. Pure geometry, logical px.

Laws: the order of sets never changes; tiles of a set touch, sets keep a gap; a width is kept as long as it fits and
could not grow by four px. A set stays in its row until that is full and tiles cannot well be made smaller. A squared
canasta shows both ends whole and an edge of each tile between them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import TYPE_CHECKING

from game.client.widgets.boxes import Box

if TYPE_CHECKING:
    from collections.abc import Sequence

SET_GAP_SHARE = 0.45  # gap between two sets, as a share of a tile's width
SEAL_GAP, END_GAP = 6.0, 5.0  # between a set and its seal, or the place for one more tile
CACHE_SIZE = 128  # most turns change only one of both zones
LANE_HEIGHT_SHARE = 0.28  # space below a row for a wild tile's pill, as a share of a tile's width
MIN_LANE_WIDTH = 10.0
MIN_GROWTH_PX = 4
SHRINKS_BY = 6  # px by which tiles that are small already may shrink for sets to stay in their rows
FAIR_WIDTH = 34  # tiles are made as small as this for sets to stay in their rows
SMALL_CARD_WIDTH = 36  # below it cards overlap more where that makes them wider
SQUARED_UNDER_WIDTH = 30  # a width below which canastas are squared up rather than tiles made smaller
# Shares of a tile's width: the least visible part of all tiles between both ends of a squared set, and of each of them.
MIN_BLOCK_SHARE, MIN_SLIVER_SHARE = 0.72, 0.09


@dataclass(frozen=True, slots=True)
class Proportions:
    """The proportions of a tile or a card: its height and the step to the next one of a set, as shares of its width."""

    tall: float = 1.34
    step: float = 1.0

    def height(self, width: float) -> float:
        """Return the height at a width."""
        return width * self.tall

    def length(self, count: int, width: float) -> float:
        """Return the length of `count` tiles in a row."""
        return width * (1 + self.step * (count - 1)) if count else 0.0


TILE_PROPORTIONS = Proportions()
CARD_PROPORTIONS = Proportions(1.42, 0.64)
CLOSE_CARD_PROPORTIONS = Proportions(1.42, 0.48)  # rank and suit of a covered card are still fully visible


@dataclass(frozen=True, slots=True)
class SetSize:
    """What the length of a set depends on: its tile count, whether a seal or room for one more tile is at its end."""

    count: int
    sealed: bool = False
    open: bool = False

    def end_width(self, width: float) -> float:
        """Return the width of the seal or the room at the set's end, with the gap before it."""
        return seal_width(width) + SEAL_GAP if self.sealed else width + END_GAP if self.open else 0.0

    def is_squared(self, asked: bool) -> bool:  # noqa: FBT001 - it is the question
        """Return whether the set is squared up, given whether canastas are."""
        return asked and self.sealed and self.count > 2

    def tile_starts(self, cut: Proportions, width: float, *, squared: bool = False) -> tuple[float, ...]:
        """Return the start of each tile, measured from the left end of the set."""
        if not self.is_squared(squared):
            return tuple(at * cut.step * width for at in range(self.count))
        between = self.count - 2
        block = max(MIN_BLOCK_SHARE, MIN_SLIVER_SHARE * between) * width
        first = max(cut.step, CARD_PROPORTIONS.step) * width
        return (0.0, *(first + at * block / between for at in range(between)), first + block)

    def length(self, cut: Proportions, width: float, *, squared: bool = False) -> float:
        """Return the set's length without the seal."""
        if self.is_squared(squared):
            return self.tile_starts(cut, width, squared=squared)[-1] + width
        return (self.count - 1) * cut.step * width + width if self.count else 0.0  # called a thousand times a turn


@dataclass(frozen=True, slots=True)
class PlacedSet:
    """A set's place: its tiles, its seal if it has one, else the room for one more tile if that is kept."""

    tiles: tuple[Box, ...]
    seal: Box | None
    squared: bool = False
    free: Box | None = None

    @property
    def covered_box(self) -> Box:
        """Return the visible part of the tiles between both ends of a squared set."""
        first, last = self.tiles[1], self.tiles[-1]
        return Box(first.x, first.y, last.x - first.x, first.h)

    @property
    def box(self) -> Box:
        """Return the box of all tiles of the set."""
        first, last = self.tiles[0], self.tiles[-1]
        return Box(first.x, first.y, last.right - first.x, first.h)


@dataclass(frozen=True, slots=True)
class PlacedSets:
    """All sets laid out at one width. `slot` is the place of the next set, `height` the height of all rows."""

    width: float
    sets: tuple[PlacedSet, ...]
    slot: Box
    height: float
    row_step: float  # distance from one row to the next
    cut: Proportions
    squared: bool = False  # whether canastas are squared up
    rows: tuple[int, ...] = ()  # the row of each set

    @property
    def style(self) -> SetStyle:
        """Return what is to be kept next time."""
        return SetStyle(self.width, self.squared, self.rows)


@dataclass(frozen=True, slots=True)
class SetStyle:
    """How sets are laid out now: their tile width, whether canastas are squared up, and the row of each set."""

    width: float
    squared: bool = False
    rows: tuple[int, ...] = ()
    stays_to: int = FAIR_WIDTH  # the width down to which sets stay in their rows

    def count_moved(self, rows: Sequence[int]) -> int:
        """Return how many sets have left their rows, if they lie in `rows` now."""
        return sum(now != then for now, then in zip(rows, self.rows, strict=False))


def set_widths(widest: int, least: int, scale: float) -> tuple[int, int]:
    """Return the largest and the least width at a table size; nothing gets too small to read."""
    return max(least, round(widest * scale)), max(least, round(least * scale))


def row_distance(width: float, cut: Proportions) -> float:
    """Return the distance of two rows."""
    return cut.height(width) + max(MIN_LANE_WIDTH, LANE_HEIGHT_SHARE * width)


def seal_width(width: float) -> float:
    """Return the width of a canasta's seal beside tiles of that width."""
    return min(64.0, max(46.0, 1.52 * width))


@dataclass(frozen=True, slots=True)
class SetStyleOption:
    """One way to lay sets out: proportions, whether canastas are squared up, and the range of widths."""

    cut: Proportions
    squared: bool
    widest: int
    least: int


def style_options(cut: Proportions, widest: int, least: int, asked: bool | None) -> tuple[SetStyleOption, ...]:  # noqa: FBT001 - None is neither
    """Return the possible ways to lay sets out, best first: open, with canastas squared up, cards overlapping more.

    `asked` is whether the player wants canastas squared up; None decides by the available room.
    """
    floor = min(widest, max(least, SQUARED_UNDER_WIDTH))
    closer = CLOSE_CARD_PROPORTIONS if cut.step < 1 else cut
    opened = (SetStyleOption(cut, False, widest, floor),)  # noqa: FBT003 - a row of a table
    tight = SetStyleOption(closer, asked is not False, widest, least)
    if asked is None:
        return (*opened, SetStyleOption(cut, True, widest, least), tight)  # noqa: FBT003
    return (SetStyleOption(cut, asked, widest, least), tight)


def arrange_sets(
    sets: Sequence[SetSize],
    room: Box,
    cut: Proportions,
    widest: int,
    least: int,
    keep: SetStyle | None = None,
    asked: bool | None = None,  # noqa: FBT001 - None is neither
) -> PlacedSets:
    """Lay the sets out in the best way whose rows fit the room, at the largest width.

    Small cards overlap more where that makes them wider by four px; rank and suit stay fully visible. `keep` is the
    present layout: sets stay in their rows as `_staying` says, a width is kept if it could not grow by four, and
    canastas are opened again only where all sets stay and tiles would be well above the least width. Where nothing
    fits, there are more rows than the room has, and it scrolls.
    """
    every = style_options(cut, widest, least, asked)
    for way in every:
        reopens = keep is not None and keep.squared and asked is None and not way.squared
        floor = min(way.widest, way.least + MIN_GROWTH_PX) if reopens else way.least
        best = _widest(tuple(sets), room, way, floor)
        if best is None:
            continue
        cut = way.cut
        if cut == CARD_PROPORTIONS and best < SMALL_CARD_WIDTH:
            wider = _widest(tuple(sets), room, replace(way, cut=CLOSE_CARD_PROPORTIONS), best + MIN_GROWTH_PX)
            best, cut = (best, cut) if wider is None else (wider, CLOSE_CARD_PROPORTIONS)
        placed = _staying(tuple(sets), room, SetStyleOption(cut, way.squared, best, floor), keep)
        if not (reopens and keep is not None and keep.count_moved(placed.rows)):
            return placed
    return _staying(tuple(sets), room, replace(every[-1], widest=least), keep)


@lru_cache(CACHE_SIZE)  # most turns change only one of both zones
def _staying(sets: tuple[SetSize, ...], room: Box, way: SetStyleOption, keep: SetStyle | None) -> PlacedSets:
    """Lay the sets out as wide as that allows, or a little smaller where fewer of them leave their rows then."""
    lay = partial(flow_sets, sets, room, way.cut, squared=way.squared)
    if keep is None:
        return lay(way.widest)
    best = way.widest
    if max(way.least, keep.width) < best < keep.width + MIN_GROWTH_PX:
        best = int(keep.width)
    free = lay(best)
    fewest, limit, chosen = keep.count_moved(free.rows), max(room.h + 0.5, free.height), free
    for width in range(best, max(way.least, min(best - SHRINKS_BY, keep.stays_to)) - 1, -1):
        if not fewest:
            break
        rows, ends = _rows(sets, room, way.cut, width, keep.rows, squared=way.squared)
        left = keep.count_moved(rows)
        if left < fewest and _height(ends, room, way.cut, width) <= limit:
            chosen, fewest = lay(width, rows=keep.rows), left
    return chosen


@lru_cache(CACHE_SIZE)
def _widest(sets: tuple[SetSize, ...], room: Box, way: SetStyleOption, floor: int) -> int | None:
    """Return the largest width at which the sets fit, from `floor` on; None where none does."""
    return next((width for width in range(way.widest, floor - 1, -1) if _fits(sets, room, way, width)), None)


def _fits(sets: Sequence[SetSize], room: Box, way: SetStyleOption, width: float) -> bool:
    return flowed_height(sets, room, way.cut, width, squared=way.squared) <= room.h + 0.5


def _rows(
    sets: Sequence[SetSize],
    room: Box,
    cut: Proportions,
    width: float,
    kept: Sequence[int] = (),
    *,
    squared: bool = False,
) -> tuple[list[int], list[float]]:
    """Return the row of each set, none above its row of `kept`, and the end of each row with the gap after it."""
    gap = SET_GAP_SHARE * width
    rows: list[int] = []
    ends: list[float] = []
    for at, one in enumerate(sets):
        long = one.length(cut, width, squared=squared) + one.end_width(width)
        full = not ends or (ends[-1] > room.x and ends[-1] + long > room.right)
        if full or (at < len(kept) and kept[at] >= len(ends)):
            ends.append(room.x)
        ends[-1] += long + gap
        rows.append(len(ends) - 1)
    return rows, ends


def _height(ends: Sequence[float], room: Box, cut: Proportions, width: float) -> float:
    """Return the height of all rows; the place for a new set needs its own where none has room for it."""
    step, high = row_distance(width, cut), cut.height(width)
    rows = max(1, len(ends))
    free = [end for end in ends if end + width * 1.2 <= room.right]
    last_free = bool(ends) and ends[-1] + width * 1.2 <= room.right
    if ends and not last_free and not (free and rows * step + high > room.h):
        rows += 1
    return (rows - 1) * step + high + min(8.0, step - high)


def flowed_height(
    sets: Sequence[SetSize], room: Box, cut: Proportions, width: float, *, squared: bool = False
) -> float:
    """Return the height that `flow_sets` would give, without placing anything; it is called for many widths."""
    return _height(_rows(sets, room, cut, width, squared=squared)[1], room, cut, width)


def flow_sets(
    sets: Sequence[SetSize],
    room: Box,
    cut: Proportions,
    width: float,
    *,
    squared: bool = False,
    rows: Sequence[int] = (),
) -> PlacedSets:
    """Lay the sets out at one width, breaking into rows; none goes above its row of `rows`."""
    step, high = row_distance(width, cut), cut.height(width)
    lain, _ends = _rows(sets, room, cut, width, rows, squared=squared)
    x, row = room.x, 0
    placed: list[PlacedSet] = []
    for one, own in zip(sets, lain, strict=True):
        if own > row:
            x, row = room.x, own
        y, long = room.y + row * step, one.length(cut, width, squared=squared)
        tiles = tuple(Box(x + start, y, width, high) for start in one.tile_starts(cut, width, squared=squared))
        seal = Box(x + long + SEAL_GAP, y, seal_width(width), high) if one.sealed else None
        free = Box(x + long + END_GAP, y, width, high) if one.open and not one.sealed else None
        placed.append(PlacedSet(tiles, seal, one.is_squared(squared), free))
        x += long + one.end_width(width) + SET_GAP_SHARE * width
    slot = _slot(placed, room, cut, width)
    lowest = max([slot.y, *(one.box.y for one in placed)])
    height = lowest - room.y + high + min(8.0, step - high)
    return PlacedSets(width, tuple(placed), slot, height, step, cut, squared, tuple(lain))


def _slot(placed: Sequence[PlacedSet], room: Box, cut: Proportions, width: float) -> Box:
    """Return the place of the next set: after the last one, else a new row if there is room.

    Else any row that has room at its end, and a new row if none has.
    """
    wide, high, step = cut.length(3, width), cut.height(width), row_distance(width, cut)
    if not placed:
        return Box(room.x, room.y, wide, high)
    ends: dict[float, float] = {}
    for one in placed:
        ends[one.box.y] = (one.seal or one.free or one.box).right + SET_GAP_SHARE * width
    rows = sorted(ends, reverse=True)
    below = Box(room.x, rows[0] + step, wide, high)
    least = width * 1.2
    free = [y for y in rows if ends[y] + least <= room.right]
    if free and (free[0] == rows[0] or below.bottom > room.bottom):
        return Box(ends[free[0]], free[0], min(wide, room.right - ends[free[0]]), high)
    return below
