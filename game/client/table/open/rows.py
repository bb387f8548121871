"""The row of each heap of an open table and its position in the row, in tile widths. Pure geometry.

Laws: a heap stays where most of its tiles were, and moves along its row only as far as others need. A new heap, or one
whose row has become too short, goes to the last row where it fits. From a row that is too short a heap that the player
touched is moved. Heaps keep a gap.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from game.client.table.geometry.sets import SET_GAP_SHARE

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from game.session.arrangement import Heap
    from game.table.tiles import Tile

TOLERANCE = 0.01  # in tile widths


@dataclass(frozen=True, slots=True)
class HeapShape:
    """A heap to be placed: its number, its tile count, and before which of them one is missing, if any.

    `lane` are the widths, in logical px, of the labels below the heap from left to right, such as what its joker stands
    for. `touched` means that the player changed it this turn.
    """

    number: int
    count: int
    gap: int | None = None
    lane: tuple[float, ...] = ()
    touched: bool = False

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


def keep_rows(shapes: Sequence[HeapShape], stood: Sequence[RowPosition | None], wide: float) -> tuple[Rows, bool]:
    """Keep each heap where it was, as far as possible; return also whether one had to leave its row."""
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
        where = new_heap_position(rows, shape.cells, wide)
        if where is None:
            rows.append(((shape, 0.0),))
        else:
            rows[where.row] = tuple(sorted((*rows[where.row], (shape, where.x)), key=lambda one: one[1]))
    while rows and not rows[-1]:
        rows.pop()
    return tuple(rows), len(homeless) > new


def _apart(line: Sequence[tuple[HeapShape, float]], wide: float) -> Row | None:
    """Push overlapping heaps of a row apart, to the right and back from its end; None where the row is too short.

    A heap longer than any row takes one row or more by itself.
    """
    if len(line) == 1 and line[0][0].cells > wide:
        return ((line[0][0], 0.0),)
    moved: list[float] = []
    end = -SET_GAP_SHARE
    for shape, x in line:
        moved.append(max(x, end + SET_GAP_SHARE))
        end = moved[-1] + shape.cells
    limit = wide
    for at in range(len(line) - 1, -1, -1):
        moved[at] = min(moved[at], limit - line[at][0].cells)
        limit = moved[at] - SET_GAP_SHARE
    if moved and moved[0] < -TOLERANCE:
        return None
    return tuple((shape, max(0.0, x)) for (shape, _x), x in zip(line, moved, strict=True))


def new_heap_position(rows: Sequence[Row], cells: float, wide: float) -> RowPosition | None:
    """Find the place for a new heap of a number of tiles, in the last row that has room."""
    for number in reversed(range(len(rows))):
        start = 0.0
        for shape, x in (*rows[number], (None, wide + SET_GAP_SHARE)):
            if start + cells <= x - SET_GAP_SHARE + TOLERANCE:
                return RowPosition(number, start)
            start = x + (0 if shape is None else shape.cells + SET_GAP_SHARE)
    return None


def earlier_position(heap: Heap, gap: int | None, before: HeapPositions, *, same_turn: bool) -> RowPosition | None:
    """Return a heap's earlier position, so that most of its tiles need not move; None for a new heap.

    Within a turn a heap is known by its number. Numbers change with the next table; there it is the heap that shares
    half of its tiles with an earlier one, or half of that one's tiles.
    """
    for stands in [before.get(heap.number, {})] if same_turn else before.values():
        common = sum(tile in stands for tile in heap.tiles)
        if common and (same_turn or 2 * common >= min(len(heap.tiles), len(stands))):
            return _beginning(heap, gap, stands)
    return None


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
