"""The heaps of an open table: rows of tiles as wide as possible, with lanes for labels below.

Pure geometry, logical px.

Laws: heaps stay where they were unless tiles could otherwise be much wider; tiles of a heap touch; labels of a heap
have their own lane below the row and never cover tiles.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING

from game.client.table.geometry.sets import MIN_GROWTH_PX, TILE_PROPORTIONS, row_distance
from game.client.table.open.rows import flow_rows, keep_rows, new_heap_position
from game.client.widgets.boxes import Box, bounding_box

if TYPE_CHECKING:
    from collections.abc import Sequence

    from game.client.table.open.rows import HeapShape, RowPosition, Rows

NEW_SET_WIDTH = 3  # width, in tiles, of the place for a new set
LOW_SLOT_SHARE = 0.6  # of a tile's height, where the place for a new set has its own row
LANE_OFFSET = 7.0  # from a row to its lane, so that the pills of jokers stay free
LANE_GAP = 8.0  # between two labels in a lane
MIN_WIDTH_GAIN = 7  # gain in width for which heaps may change rows


@dataclass(frozen=True, slots=True)
class PlacedHeap:
    """The place of a heap; `lane` are the boxes of the labels below it."""

    number: int
    tiles: tuple[Box, ...]
    gap: Box | None
    lane: tuple[Box, ...] = ()

    @property
    def box(self) -> Box:
        """Return the box around tiles and gap."""
        return bounding_box([*self.tiles, self.gap] if self.gap is not None else self.tiles)


@dataclass(frozen=True, slots=True)
class PlacedHeaps:
    """All heaps at one tile width.

    `slot` is the place of a new heap, `height` the height of all rows, `step` that of one. `lanes` is the number of
    label lines kept below each row.
    """

    width: float
    rows: Rows
    heaps: tuple[PlacedHeap, ...]
    slot: Box
    height: float
    step: float
    lanes: tuple[int, ...] = ()


def fit_heaps(
    shapes: Sequence[HeapShape],
    stood: Sequence[RowPosition | None],
    room: Box,
    widths: tuple[int, int],
    lane: float,
    keep: float | None,
    *,
    grow: bool,
    spare: bool,
    lanes: tuple[int, ...] = (),
) -> PlacedHeaps:
    """Lay the heaps out at the largest width of `widths` (most, least) at which the rows fit the room.

    `stood` are earlier positions, and `keep` the tile width then: it changes only when tiles must shrink, or may grow
    by four where `grow` allows. With room to `spare` a new set and its text fit too, so that nothing shrinks during a
    turn. At the least width heaps may need more rows than the room has; then the table scrolls. Where possible a lane
    is kept below each row, or those of `lanes` from earlier in the turn, so that rows do not move for a label.
    """
    most, least = widths

    def fits(rows: Rows, width: int, kept: tuple[int, ...] = ()) -> bool:
        placed = place_rows(rows, shapes, room, width, lane, kept)
        more = lane + TILE_PROPORTIONS.height(width) - placed.slot.h if spare else 0.0
        return placed.height + more <= room.h + 0.5

    def flow(width: int) -> Rows:
        order = sorted(range(len(shapes)), key=lambda at: _reading_order(stood[at], at))
        return flow_rows([shapes[at] for at in order], room.w / width)

    kept = most if keep is None else max(least, min(most, int(keep)))
    tried = [*range(kept, least - 1, -1)]
    if grow and kept + MIN_GROWTH_PX <= most and fits(flow(kept + MIN_GROWTH_PX), kept + MIN_GROWTH_PX):
        tried = [*range(most, kept + MIN_GROWTH_PX - 1, -1), *tried]
    loose = next((width for width in tried if fits(flow(width), width)), least)
    if any(stood):
        for width in [width for width in tried if width > loose - MIN_WIDTH_GAIN]:
            rows, moved = keep_rows(shapes, stood, room.w / width)
            for one, under in ((rows, lanes or (1,) * len(rows)), (rows, ()), (tuple(filter(None, rows)), ())):
                if fits(one, width, under) and not (moved and width > kept):
                    return place_rows(one, shapes, room, width, lane, under)
        if not fits(flow(loose), loose):  # even the smallest width does not fit, so the table scrolls
            rows, _moved = keep_rows(shapes, stood, room.w / loose)
            return place_rows(tuple(filter(None, rows)), shapes, room, loose, lane)
    rows = flow(loose)
    airy = (1,) * len(rows)
    return place_rows(rows, shapes, room, loose, lane, airy if fits(rows, loose, airy) else ())


def _reading_order(stood: RowPosition | None, number: int) -> tuple[float, float, int]:
    return (inf, inf, number) if stood is None else (stood.row, stood.x, number)


def place_rows(
    rows: Rows, shapes: Sequence[HeapShape], room: Box, width: float, lane: float, lanes: tuple[int, ...] = ()
) -> PlacedHeaps:
    """Place rows of heaps, in the order of `shapes`, at one width, with at least `lanes` label lines below each."""
    high, step = TILE_PROPORTIONS.height(width), row_distance(width, TILE_PROPORTIONS)
    placed: dict[int, PlacedHeap] = {}
    tops: list[float] = []
    under: list[int] = []
    y = room.y
    for number, row in enumerate(rows):
        standing = [_stand(shape, Box(room.x + x * width, y, room.w, high), room, width, step) for shape, x in row]
        rows_used = max((used for _heap, used in standing), default=1)
        foot = y + rows_used * step - (step - high)
        shapes_of, heaps = [shape for shape, _x in row], [heap for heap, _used in standing]
        laned, lines = _lanes(shapes_of, heaps, room, foot + LANE_OFFSET, lane)
        placed |= {heap.number: heap for heap in laned}
        tops.append(y)
        under.append(max((lines, *lanes[number : number + 1])))
        y += rows_used * step + under[-1] * lane
    free = new_heap_position(rows, NEW_SET_WIDTH, room.w / width)
    if free is not None:
        slot = Box(room.x + free.x * width, tops[free.row], width * NEW_SET_WIDTH, high)
    else:
        # Alone in its row it may be low, because the whole felt accepts a new set.
        low = high * LOW_SLOT_SHARE if rows else high
        slot = Box(room.x, y, width * NEW_SET_WIDTH, low)
        y += low + step - high
    heaps_in_order = tuple(placed[shape.number] for shape in shapes)
    return PlacedHeaps(width, rows, heaps_in_order, slot, y - room.y - (step - high), step, tuple(under))


def _stand(shape: HeapShape, at: Box, room: Box, width: float, step: float) -> tuple[PlacedHeap, int]:
    """Place one heap; one longer than a row continues in the next. Return also how many rows it took."""
    across = max(1, int((room.w + 0.01) // width)) if shape.cells * width > room.w + 0.01 else 1_000
    boxes = [
        Box(at.x + cell % across * width, at.y + cell // across * step, width, at.h) for cell in range(shape.cells)
    ]  # fmt: skip
    gap = boxes.pop(shape.gap) if shape.gap is not None else None
    return PlacedHeap(shape.number, tuple(boxes), gap), (shape.cells - 1) // across + 1 if shape.cells else 1


def _lanes(
    row: Sequence[HeapShape], heaps: Sequence[PlacedHeap], room: Box, top: float, lane: float
) -> tuple[list[PlacedHeap], int]:
    """Place the labels of a row's heaps; one that does not fit beside the one before goes a line lower."""
    out: list[PlacedHeap] = []
    line, end, lines = 0, room.x, 0
    for shape, heap in zip(row, heaps, strict=True):
        if not shape.lane:
            out.append(heap)
            continue
        wide = sum(shape.lane) + LANE_GAP * (len(shape.lane) - 1)
        x = max(room.x, min(heap.box.x, room.right - wide))
        if lines and x < end:
            line += 1
        lines = line + 1
        boxes = []
        for one in shape.lane:
            boxes.append(Box(x, top + line * lane, one, lane - LANE_OFFSET - 1))
            x += one + LANE_GAP
        end = x
        out.append(PlacedHeap(heap.number, heap.tiles, heap.gap, tuple(boxes)))
    return out, lines
