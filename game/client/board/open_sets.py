"""Heaps of an open table: rows in reading order, lanes for words below those that need them. Pure geometry, logical px.

Laws: the order of heaps never changes; tiles of a heap touch, heaps keep a gap; what is written about a heap has a lane
of its own under the row and never lies over tiles.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from game.client.board.sets_layout import GAP, GROWS_BY, TILE, pitch
from game.client.widgets.boxes import Box, around

if TYPE_CHECKING:
    from collections.abc import Sequence

NEW_SET = 3  # tiles wide is the place for a new set
LOW_SLOT = 0.6  # of a tile's height, where the place for a new set has a row of its own
LANE_DROP = 7.0  # from a row to its lane, so that the pills of jokers stay free
LANE_GAP = 8.0  # between two things in a lane


@dataclass(frozen=True, slots=True)
class HeapShape:
    """A heap to be laid: its number, its tiles, before which place something is missing, what stands in its lane.

    `lane` holds widths in logical px; they stay together, in this order.
    """

    number: int
    count: int
    gap: int | None = None
    lane: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class PlacedHeap:
    """Where a heap lies; `lane` are the boxes of what is written below it."""

    number: int
    tiles: tuple[Box, ...]
    gap: Box | None
    lane: tuple[Box, ...] = ()

    @property
    def box(self) -> Box:
        """Return the box around tiles and gap."""
        return around([*self.tiles, self.gap] if self.gap is not None else self.tiles)


@dataclass(frozen=True, slots=True)
class PlacedHeaps:
    """All heaps at one width; `slot` is the place of a new one, `height` what all rows take, `row` a row's step."""

    width: float
    heaps: tuple[PlacedHeap, ...]
    slot: Box
    height: float
    row: float


def fit_heaps(
    shapes: Sequence[HeapShape], room: Box, widths: tuple[int, int], lane: float, keep: float | None, *, grow: bool
) -> PlacedHeaps:
    """Lay the heaps at the largest width of `widths` (most, least) at which their rows fit the room.

    `keep` is the width they have now: it changes only when it must shrink, or may grow by four where `grow` allows.
    At the least width they may take more rows than the room has; then the table scrolls.
    """
    most, least = widths
    if keep is not None and least <= keep <= most:
        kept = flow_heaps(shapes, room, keep, lane)
        fits = kept.height <= room.h + 0.5
        if fits and (not grow or not _fits(shapes, room, min(most, keep + GROWS_BY), lane)):
            return kept
        most = int(keep) if not fits else most
    best = next((width for width in range(most, least, -1) if _fits(shapes, room, width, lane)), least)
    return flow_heaps(shapes, room, best, lane)


def _fits(shapes: Sequence[HeapShape], room: Box, width: float, lane: float) -> bool:
    return flow_heaps(shapes, room, width, lane).height <= room.h + 0.5


def flow_heaps(shapes: Sequence[HeapShape], room: Box, width: float, lane: float) -> PlacedHeaps:
    """Lay the heaps at one width, breaking into rows."""
    high, step = TILE.height(width), pitch(width, TILE)
    placed: list[PlacedHeap] = []
    y = room.y
    for row in _rows(shapes, room.w, width):
        x, rows_used = room.x, 1
        row_heaps = []
        for shape in row:
            heap, used = _stand(shape, Box(x, y, room.w, high), room, width, step)
            row_heaps.append(heap)
            rows_used = max(rows_used, used)
            x = heap.box.right + GAP * width
        foot = y + rows_used * step - (step - high)
        laned, lines = _lanes(row, row_heaps, room, foot + LANE_DROP, lane)
        placed += laned
        y += rows_used * step + lines * lane
    last = placed[-1] if placed else None
    slot_wide = width * NEW_SET
    start = room.x if last is None else last.box.right + GAP * width
    if last is not None and start + slot_wide <= room.right and last.box.h < high + 1:
        slot = Box(start, last.box.y, slot_wide, high)
    else:
        # Alone in its row it may be low: the whole felt takes a new set.
        low = high if last is None else high * LOW_SLOT
        slot = Box(room.x, y, slot_wide, low)
        y += low + step - high
    return PlacedHeaps(width, tuple(placed), slot, y - room.y - (step - high), step)


def _length(shape: HeapShape, width: float) -> float:
    return width * (shape.count + (shape.gap is not None))


def _rows(shapes: Sequence[HeapShape], wide: float, width: float) -> list[list[HeapShape]]:
    rows: list[list[HeapShape]] = []
    x = 0.0
    for shape in shapes:
        long = _length(shape, width)
        if not rows or x + long > wide + 0.01:
            rows.append([])
            x = 0.0
        rows[-1].append(shape)
        x += long + GAP * width
    return rows


def _stand(shape: HeapShape, at: Box, room: Box, width: float, step: float) -> tuple[PlacedHeap, int]:
    """Stand one heap; one that is longer than a row goes on in the next, and says how many rows it took."""
    across = max(1, int((room.w + 0.01) // width)) if _length(shape, width) > room.w else 1_000
    cells = shape.count + (shape.gap is not None)
    boxes = [
        Box(at.x + cell % across * width, at.y + cell // across * step, width, at.h) for cell in range(cells)
    ]  # fmt: skip
    gap = boxes.pop(shape.gap) if shape.gap is not None else None
    return PlacedHeap(shape.number, tuple(boxes), gap), (cells - 1) // across + 1 if cells else 1


def _lanes(
    row: Sequence[HeapShape], heaps: Sequence[PlacedHeap], room: Box, top: float, lane: float
) -> tuple[list[PlacedHeap], int]:
    """Give each heap of a row its lane; what does not fit beside the one before goes one line lower."""
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
            boxes.append(Box(x, top + line * lane, one, lane - LANE_DROP - 1))
            x += one + LANE_GAP
        end = x
        out.append(PlacedHeap(heap.number, heap.tiles, heap.gap, tuple(boxes)))
    return out, lines
