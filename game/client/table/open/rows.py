"""The row of each heap of an open table and its position in the row, in tile widths. Pure geometry.

Laws: a heap stays where most of its tiles were, and moves along its row only as far as others need. As long as there
are rows enough, a new heap goes to the end of the last one, with room to grow beside it; then to the end of another row
or into a hole. From a row that is too short a heap that was changed goes to the nearest place. Heaps keep a gap.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto
from itertools import groupby
from typing import TYPE_CHECKING

from game.client.table.geometry.sets import SET_GAP_SHARE

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from game.session.arrangement import Heap
    from game.table.tiles import Tile

TOLERANCE = 0.01  # in tile widths
NEW_SET_WIDTH = 3  # width, in tiles, of the place for a new set
MIN_GAP_SHARE = 0.4  # the least gap between two heaps, when one has grown towards the other; in tile widths
TIGHT_GAP_SHARE = 0.25  # the same in a row that is too short for that
HEAD_ROOM = (
    4,
    4,
    NEW_SET_WIDTH,
)  # widths of new sets that a turn may bring before tiles shrink, and the next place
ROOM_TO_GROW = 1.0  # in tile widths: kept free beside a new heap, for the first tile that is laid to it


class HeapSpacing(Enum):
    """How much room new heaps take; each way takes less than the one before."""

    ROOMY = auto()  # at the end of the last row, with room to grow
    TIGHT = auto()  # wherever there is room
    SLID = auto()  # holes of a row are closed for them


@dataclass(frozen=True, slots=True)
class HeapShape:
    """A heap to be placed: its number, its tile count, and before which of them one is missing, if any.

    `lane` are the widths, in logical px, of the labels below the heap from left to right, such as what its joker stands
    for; it `asks` where they are a choice. `touched` means that it was changed since it was last laid out. `pills`
    are the indices of the tiles with a pill at their lower edge.
    """

    number: int
    count: int
    gap: int | None = None
    lane: tuple[float, ...] = ()
    touched: bool = False
    asks: bool = False
    pills: tuple[int, ...] = ()

    @property
    def cells(self) -> int:
        """The width of the heap in tiles."""
        return self.count + (self.gap is not None)


@dataclass(frozen=True, slots=True)
class RowPosition:
    """The position of a heap or a tile: its row, and the distance from the left."""

    row: int
    x: float


Row = tuple[tuple[HeapShape, float], ...]  # heaps from left to right, each with its start
Rows = tuple[Row, ...]
HeapPositions = Mapping[int, Mapping["Tile", RowPosition]]  # of every heap by its number: the positions of its tiles


def flow_rows(shapes: Iterable[HeapShape], wide: float, spread: HeapSpacing = HeapSpacing.TIGHT) -> Rows:
    """Fill the rows one after the other, in this order."""
    rows: list[list[tuple[HeapShape, float]]] = []
    x = 0.0
    more = ROOM_TO_GROW if spread is HeapSpacing.ROOMY else 0.0
    for shape in shapes:
        if not rows or (x > 0 and x + shape.cells + more > wide + TOLERANCE):
            rows.append([])
            x = 0.0
        rows[-1].append((shape, round(x, 2)))
        x += shape.cells + SET_GAP_SHARE + more
    return tuple(map(tuple, rows))


def keep_rows(
    shapes: Sequence[HeapShape],
    stood: Sequence[RowPosition | None],
    wide: float,
    spread: HeapSpacing = HeapSpacing.TIGHT,
) -> Rows:
    """Keep each heap where it was, as far as possible."""
    lines: list[list[tuple[HeapShape, float]]] = [
        [] for _row in range(max((one.row + 1 for one in stood if one), default=0))
    ]
    new: list[HeapShape] = []
    for shape, stand in zip(shapes, stood, strict=True):
        if stand is None:
            new.append(shape)
        else:
            lines[stand.row].append((shape, stand.x))
    evicted: list[tuple[HeapShape, RowPosition]] = []
    rows: list[Row] = []
    for number, line in enumerate(lines):
        line.sort(key=lambda one: one[1])
        while (row := _apart(line, wide)) is None:
            shape, x = line.pop(max(range(len(line)), key=lambda at: (line[at][0].touched, at)))
            evicted.append((shape, RowPosition(number, x)))
        rows.append(row)
    for shape, stand in evicted:
        _add_heap(rows, shape, _nearest(rows, shape.cells, wide, stand), wide, spread)
    while rows and not rows[-1]:
        rows.pop()
    for shape in new:
        where = new_heap_position(rows, max(shape.cells, NEW_SET_WIDTH), wide, spread)
        _add_heap(rows, shape, where, wide, spread)
    return tuple(rows)


def _add_heap(rows: list[Row], shape: HeapShape, where: RowPosition | None, wide: float, spread: HeapSpacing) -> None:
    """Add a heap to its place; where there is none, to a row whose holes are closed, else to a row of its own."""
    if where is None and spread is HeapSpacing.SLID:
        room = max(shape.cells, NEW_SET_WIDTH)
        _make_room(rows, room if can_make_room(rows, room, wide) else shape.cells, wide)
        where = new_heap_position(rows, shape.cells, wide)
    if where is None:
        rows.append(((shape, 0.0),))
    else:
        rows[where.row] = tuple(sorted((*rows[where.row], (shape, where.x)), key=lambda one: one[1]))


def can_make_room(rows: Sequence[Row], cells: float, wide: float) -> bool:
    """Return whether a row has room at its end for so many tiles, once its holes are closed."""
    return any(not row or _end_of(_slid(row, 0)[-1]) + cells <= wide + TOLERANCE for row in rows)


def can_take(rows: Sequence[Row], most: int, wide: float) -> bool:
    """Return whether several new sets have room, in at most so many rows, without any hole closed."""
    trial = list(rows)
    for cells in HEAD_ROOM:
        shape = HeapShape(-1, cells)
        where = new_heap_position(trial, shape.cells, wide)
        if where is None and len(trial) >= most:
            return False
        _add_heap(trial, shape, where, wide, HeapSpacing.TIGHT)
    return True


def _make_room(rows: list[Row], cells: float, wide: float) -> None:
    """Close holes in one row, so that its end has room for so many tiles, if any has; few tiles move."""
    found: list[tuple[int, int, Row]] = []
    for number, row in enumerate(rows):
        for first in reversed(range(len(row))):
            slid = _slid(row, first)
            if _end_of(slid[-1]) + cells <= wide + TOLERANCE:
                moved = sum([shape.cells for (shape, x), (_shape, then) in zip(row, slid, strict=True) if x != then])
                found.append((moved, number, slid))
                break
    if found:
        _moved, number, slid = min(found, key=lambda one: one[:2])
        rows[number] = slid


def _slid(row: Row, first: int) -> Row:
    """Slide the heaps of a row from the `first` on to the left."""
    slid = list(row[:first])
    for shape, x in row[first:]:
        slid.append((shape, min(x, _end_of(slid[-1]) if slid else 0.0)))
    return tuple(slid)


def _end_of(one: tuple[HeapShape, float], gap: float = SET_GAP_SHARE) -> float:
    """Return where the next heap may start."""
    shape, x = one
    return round(x + shape.cells + gap, 2)


def _apart(line: Sequence[tuple[HeapShape, float]], wide: float) -> Row | None:
    """Move overlapping heaps of a row apart; None where the row is too short.

    Those that changed use the room beside them first; then they push others, to the right and back from the row's end.
    A heap longer than any row takes one row or more by itself.
    """
    if len(line) == 1 and line[0][0].cells > wide:
        return ((line[0][0], 0.0),)
    for gap in (MIN_GAP_SHARE, TIGHT_GAP_SHARE):
        loose = {at for at, (shape, _x) in enumerate(line) if shape.touched}
        while isinstance(row := _placed_apart(line, loose, wide, gap), int):
            loose.add(row)
        if row is not None:
            return row
    return None


def _placed_apart(
    line: Sequence[tuple[HeapShape, float]], loose: set[int], wide: float, gap: float
) -> Row | int | None:
    """Move only loose heaps apart; where that is not enough, return which other must be loose, None if none is left."""
    row: list[tuple[HeapShape, float]] = []
    for fixed, run in groupby(range(len(line)), key=lambda at: at not in loose):
        ats = list(run)
        if fixed:
            for at in ats:
                shape, x = line[at]
                between = gap if at == ats[0] else TIGHT_GAP_SHARE  # two that stay may stay this close
                if x < _start_after(row, between) - TOLERANCE or x + shape.cells > wide + TOLERANCE:
                    return at
                row.append((shape, x))
            continue
        low = _start_after(row, gap)
        starts: list[float] = []
        for at in ats:
            shape, x = line[at]
            starts.append(max(x, low))
            low = starts[-1] + shape.cells + gap
        after = ats[-1] + 1
        limit = line[after][1] - gap if after < len(line) else wide
        for at, place in reversed(list(zip(ats, range(len(ats)), strict=True))):
            starts[place] = min(starts[place], limit - line[at][0].cells)
            limit = starts[place] - gap
        if starts[0] < _start_after(row, gap) - TOLERANCE:
            return after if after < len(line) else ats[0] - 1 if row else None
        row += [(line[at][0], max(0.0, round(x, 2))) for at, x in zip(ats, starts, strict=True)]
    return tuple(row)


def _start_after(row: Sequence[tuple[HeapShape, float]], gap: float) -> float:
    """Return the least start of a heap that follows those of a row."""
    return _end_of(row[-1], gap) if row else 0.0


def new_heap_position(
    rows: Sequence[Row], cells: float, wide: float, spread: HeapSpacing = HeapSpacing.TIGHT
) -> RowPosition | None:
    """Find the place for a new heap of a number of tiles: at the end of a row, the last first, else in a hole."""
    if spread is HeapSpacing.ROOMY:
        start = _end_of(rows[-1][-1], SET_GAP_SHARE + ROOM_TO_GROW) if rows else wide
        return RowPosition(len(rows) - 1, start) if start + cells + ROOM_TO_GROW <= wide + TOLERANCE else None
    ends, holes = _free_places(rows, cells, wide)
    return ends[-1] if ends else holes[0] if holes else None


def _nearest(rows: Sequence[Row], cells: float, wide: float, stand: RowPosition) -> RowPosition | None:
    """Find the place for a heap that is nearest to where it stood."""
    ends, holes = _free_places(rows, cells, wide)
    return min((*ends, *holes), key=lambda one: (abs(one.row - stand.row), abs(one.x - stand.x)), default=None)


def _free_places(rows: Sequence[Row], cells: float, wide: float) -> tuple[list[RowPosition], list[RowPosition]]:
    """Return where so many tiles have room: at the ends of rows, and in holes."""
    ends: list[RowPosition] = []
    holes: list[RowPosition] = []
    for number, row in enumerate(rows):
        start = 0.0
        for shape, x in row:
            if start + cells <= x - SET_GAP_SHARE + TOLERANCE:
                holes.append(RowPosition(number, start))
            start = _end_of((shape, x))
        if start + cells <= wide + TOLERANCE:
            ends.append(RowPosition(number, start))
    return ends, holes


def earlier_position(heap: Heap, gap: int | None, before: HeapPositions, *, same_turn: bool) -> RowPosition | None:
    """Return a heap's earlier position, so that most of its tiles need not move; None for a new heap.

    Within a turn a heap is known by its number. Numbers change with the next table; there its earlier one
    shares at least half of the tiles of either; of several it is the one that shares most.
    """
    if same_turn:
        stands = before.get(heap.number, {})
        return _beginning(heap, gap, stands) if any(tile in stands for tile in heap.tiles) else None
    known = [
        (common, stands)
        for stands in before.values()
        if (common := sum(tile in stands for tile in heap.tiles)) and 2 * common >= min(len(heap.tiles), len(stands))
    ]
    return _beginning(heap, gap, max(known, key=lambda one: one[0])[1]) if known else None


def _beginning(heap: Heap, gap: int | None, stands: Mapping[Tile, RowPosition]) -> RowPosition:
    """Return the start that leaves most of a heap's tiles in place; where every tile must move, its old start."""
    begins: Counter[RowPosition] = Counter()
    for cell, tile in zip(_cells(heap, gap), heap.tiles, strict=True):
        stand = stands.get(tile)
        if stand is not None:
            begins[RowPosition(stand.row, max(0.0, round(stand.x - cell, 2)))] += 1
    begin, tiles = begins.most_common(1)[0]
    return begin if 2 * tiles >= begins.total() else min(stands.values(), key=lambda one: one.x)


def tile_positions(rows: Rows, heaps: Iterable[Heap]) -> HeapPositions:
    """Return the position of every tile."""
    by_number = {heap.number: heap for heap in heaps}
    stands: dict[int, dict[Tile, RowPosition]] = {}
    for number, row in enumerate(rows):
        for shape, x in row:
            heap = by_number[shape.number]
            cells = _cells(heap, shape.gap)
            stands[heap.number] = {
                tile: RowPosition(number, round(x + cell, 2)) for cell, tile in zip(cells, heap.tiles, strict=True)
            }
    return stands


def _cells(heap: Heap, gap: int | None) -> list[int]:
    """Return the index of each tile in its heap, counting a gap as one."""
    return [at + (gap is not None and at >= gap) for at in range(len(heap.tiles))]
