"""The row of each heap of an open table and its position in the row, in tile widths. Pure geometry.

Laws: a heap stays where most of its tiles were, and moves along its row only as far as others need. A new heap, or one
whose row has become too short, goes into a hole between others, else to the last row where it fits. From a row that is
too short a heap that was changed is moved. Heaps keep a gap.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from game.client.table.geometry.sets import SET_GAP_SHARE

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from game.session.arrangement import Heap
    from game.table.tiles import Tile

TOLERANCE = 0.01  # in tile widths
NEW_SET_WIDTH = 3  # width, in tiles, of the place for a new set
MAX_HOLE_WIDTH = 2.0  # in tile widths: a wider hole in a row is closed when the turn is over


@dataclass(frozen=True, slots=True)
class HeapShape:
    """A heap to be placed: its number, its tile count, and before which of them one is missing, if any.

    `lane` are the widths, in logical px, of the labels below the heap from left to right, such as what its joker stands
    for; it `asks` where they are a choice. `touched` means that it was changed since it was last laid out.
    """

    number: int
    count: int
    gap: int | None = None
    lane: tuple[float, ...] = ()
    touched: bool = False
    asks: bool = False

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


def flow_rows(shapes: Iterable[HeapShape], wide: float) -> Rows:
    """Fill the rows one after the other, in this order."""
    rows: list[list[tuple[HeapShape, float]]] = []
    x = 0.0
    for shape in shapes:
        if not rows or x + shape.cells > wide + TOLERANCE:
            rows.append([])
            x = 0.0
        rows[-1].append((shape, round(x, 2)))
        x += shape.cells + SET_GAP_SHARE
    return tuple(map(tuple, rows))


def keep_rows(
    shapes: Sequence[HeapShape], stood: Sequence[RowPosition | None], wide: float, *, slides: bool = False
) -> tuple[Rows, bool]:
    """Keep each heap where it was, as far as possible; return also whether one had to leave its row.

    With `slides` a row closes its holes where a heap would otherwise need a row of its own.
    """
    lines: list[list[tuple[HeapShape, float]]] = [
        [] for _row in range(max((one.row + 1 for one in stood if one), default=0))
    ]
    homeless: list[HeapShape] = []
    for shape, stand in zip(shapes, stood, strict=True):
        if stand is None:
            homeless.append(shape)
        else:
            lines[stand.row].append((shape, stand.x))
    new = len(homeless)
    rows: list[Row] = []
    for line in lines:
        line.sort(key=lambda one: one[1])
        while (row := _apart(line, wide)) is None:
            goes = max(range(len(line)), key=lambda at: (line[at][0].touched, at))
            homeless.append(line.pop(goes)[0])
        rows.append(row)
    for shape in homeless:
        _add_heap(rows, shape, wide, slides=slides)
    while rows and not rows[-1]:
        rows.pop()
    return tuple(rows), len(homeless) > new


def _add_heap(rows: list[Row], shape: HeapShape, wide: float, *, slides: bool) -> None:
    """Add a heap where the place for a new set is, unless it is longer; in a row of its own if it fits nowhere."""
    where = new_heap_position(rows, max(shape.cells, NEW_SET_WIDTH), wide)
    if where is None and slides:
        slid = [_slid(row) for row in rows]
        where = new_heap_position(slid, shape.cells, wide)
        if where is not None:
            rows[where.row] = slid[where.row]
    if where is None:
        rows.append(((shape, 0.0),))
    else:
        rows[where.row] = tuple(sorted((*rows[where.row], (shape, where.x)), key=lambda one: one[1]))


def closed_holes(rows: Rows) -> Rows:
    """Let rows begin at the left margin and close their wide holes; the first that fits a new set is left to it."""
    left: list[Row] = []
    free = False
    for row in rows:
        slid: list[tuple[HeapShape, float]] = []
        start = 0.0
        for shape, x in row:
            takes = bool(slid) and not free and x - start >= NEW_SET_WIDTH + SET_GAP_SHARE - TOLERANCE
            free = free or takes
            stays = takes or (slid and x - start <= MAX_HOLE_WIDTH + TOLERANCE)
            slid.append((shape, x if stays else start))
            start = _end_of(slid[-1])
        left.append(tuple(slid))
    return tuple(left)


def _slid(row: Row) -> Row:
    """Slide all heaps of a row to the left."""
    slid: list[tuple[HeapShape, float]] = []
    for shape, _x in row:
        slid.append((shape, _end_of(slid[-1]) if slid else 0.0))
    return tuple(slid)


def _end_of(one: tuple[HeapShape, float]) -> float:
    """Return where the next heap may start."""
    shape, x = one
    return round(x + shape.cells + SET_GAP_SHARE, 2)


def _apart(line: Sequence[tuple[HeapShape, float]], wide: float) -> Row | None:
    """Move overlapping heaps of a row apart; None where the row is too short.

    Those that changed use the room beside them first; then they push others, to the right and back from the row's end.
    A heap longer than any row takes one row or more by itself.
    """
    if len(line) == 1 and line[0][0].cells > wide:
        return ((line[0][0], 0.0),)
    loose = {at for at, (shape, _x) in enumerate(line) if shape.touched}
    while True:
        row = _placed_apart(line, loose, wide)
        if not isinstance(row, int):
            return row
        loose.add(row)


def _placed_apart(line: Sequence[tuple[HeapShape, float]], loose: set[int], wide: float) -> Row | int | None:
    """Move only loose heaps apart; where that is not enough, return which other must be loose, None if none is left."""
    row: list[tuple[HeapShape, float]] = []
    for fixed, run in groupby(range(len(line)), key=lambda at: at not in loose):
        ats = list(run)
        if fixed:
            for at in ats:
                shape, x = line[at]
                if x < (_end_of(row[-1]) if row else 0.0) - TOLERANCE or x + shape.cells > wide + TOLERANCE:
                    return at
                row.append((shape, x))
            continue
        low = _end_of(row[-1]) if row else 0.0
        starts: list[float] = []
        for at in ats:
            shape, x = line[at]
            starts.append(max(x, low))
            low = starts[-1] + shape.cells + SET_GAP_SHARE
        after = ats[-1] + 1
        limit = line[after][1] - SET_GAP_SHARE if after < len(line) else wide
        for at, place in reversed(list(zip(ats, range(len(ats)), strict=True))):
            starts[place] = min(starts[place], limit - line[at][0].cells)
            limit = starts[place] - SET_GAP_SHARE
        if starts[0] < (_end_of(row[-1]) if row else 0.0) - TOLERANCE:
            return after if after < len(line) else ats[0] - 1 if row else None
        row += [(line[at][0], max(0.0, round(x, 2))) for at, x in zip(ats, starts, strict=True)]
    return tuple(row)


def new_heap_position(rows: Sequence[Row], cells: float, wide: float) -> RowPosition | None:
    """Find the place for a new heap of a number of tiles: a hole between others, else the last row that has room."""
    at_ends: list[RowPosition] = []
    for number, row in enumerate(rows):
        start = 0.0
        for shape, x in row:
            if start + cells <= x - SET_GAP_SHARE + TOLERANCE:
                return RowPosition(number, start)
            start = _end_of((shape, x))
        if start + cells <= wide + TOLERANCE:
            at_ends.append(RowPosition(number, start))
    return at_ends[-1] if at_ends else None


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
