"""The heaps of an open table: rows of tiles in one of a few widths, with lanes for labels below.

Pure geometry, logical px.

Laws: heaps stay where they were; tiles become smaller only when the heaps no longer fit, one wide step at a time, and
larger only when half of the table is empty; tiles of a heap touch. Rows fill the room: as many as have room are apart
as far as that allows. A label lies in the gap below its row, where it moves nothing, and covers neither numeral nor
shape; only where large text makes it too high do the rows below make room.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum, auto
from functools import cached_property
from math import inf
from typing import TYPE_CHECKING

from game.client.table.geometry.sets import TILE_PROPORTIONS, row_distance
from game.client.table.open.rows import (
    NEW_SET_WIDTH,
    HeapSpacing,
    can_make_room,
    can_take,
    flow_rows,
    keep_rows,
    new_heap_position,
)
from game.client.widgets.boxes import Box, bounding_box

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from game.client.table.open.rows import HeapShape, RowPosition, Rows

LOW_SLOT_SHARE = 0.6  # height of the place for a new set in a row of its own, as a share of a tile's
LANE_GAP = 8.0  # between two labels in a lane, or between two lines of labels
BLANK_FOOT_SHARE = 0.155  # of a tile's width: the blank edge below its shape
BLANK_TOP_SHARE = 0.205  # of a tile's width: the blank edge above its numeral
PILL_SHARE = 0.06  # of a tile's width: how far a joker's pill hangs down
FOOT_MARGIN = 8.0  # between the room's lower edge and the table's, where labels may lie
MAX_KEPT_LANE = 40.0  # height of a label for which there is always room below the last row
MAX_ROW_GAP = 36.0  # between two rows
LABEL_LEEWAY = 2.0  # logical px by which a label may cover more
TILE_WIDTHS = (52, 44, 40, 36, 32, 28)  # few sizes: each shows a row more, or clearly more in a row
CLOSE_WIDTH = 2  # logical px; a size that is only so much larger than the least is left out
EMPTY_SHARE = 0.5  # share of the table that must stay empty for tiles to grow within a round


@dataclass(frozen=True)
class PlacedHeap:
    """The place of a heap; `lane` are the boxes of the labels below it."""

    number: int
    tiles: tuple[Box, ...]
    gap: Box | None
    lane: tuple[Box, ...] = ()

    @cached_property
    def box(self) -> Box:
        """Return the box around tiles and gap."""
        return bounding_box([*self.tiles, self.gap] if self.gap is not None else self.tiles)


@dataclass(frozen=True, slots=True)
class PlacedHeaps:
    """All heaps at one tile width.

    `slot` is the place of a new heap, `height` the height of all rows, `step` that of one. `lanes` is the number of
    label lines kept below each row, of which `reserved` stay when the turn is over; `settled` is the width when the
    turn began. `spread` is how much room new heaps take, `more` the height that the next one and a first label
    line need besides.
    """

    width: float
    rows: Rows
    heaps: tuple[PlacedHeap, ...]
    slot: Box
    height: float
    step: float
    lanes: tuple[int, ...] = ()
    reserved: tuple[int, ...] = ()
    settled: float = 0.0
    spread: HeapSpacing = HeapSpacing.TIGHT
    more: float = 0.0


def width_steps(most: int, least: int) -> tuple[int, ...]:
    """Return the tile widths that a table may have, the largest first."""
    scaled = [round(most * width / TILE_WIDTHS[0]) for width in TILE_WIDTHS]
    return (*(width for width in scaled if width > least + CLOSE_WIDTH), least)


class TableChange(Enum):
    """What happened to the table since it was last laid out."""

    ANEW = auto()  # another round, or another size of the window or of its text
    TURN = auto()  # a turn changed its sets
    NONE = auto()  # nothing that counts: the player arranges them, or somebody drew


@dataclass(frozen=True, slots=True)
class HeapRoom:
    """Where heaps are to lie: the room, the largest and the least width of tiles, and the height of a label.

    `scrolls` is whether no other frame has more room.
    """

    room: Box
    widths: tuple[int, int]
    lane: float
    scrolls: bool

    def row_step(self, width: float) -> float:
        """Return the distance of two rows at a tile width, at which as many rows as have room fill it."""
        high, least = TILE_PROPORTIONS.height(width), row_distance(width, TILE_PROPORTIONS)
        room = self.room.h - high - self._foot(width)
        gaps = int((room + 0.5) / least)
        return least if gaps < 1 else max(least, min(high + MAX_ROW_GAP, room / gaps))

    def row_count(self, width: float) -> int:
        """Return how many rows have room at a tile width."""
        room = self.room.h - TILE_PROPORTIONS.height(width) - self._foot(width)
        return int((room + 0.5) / self.row_step(width)) + 1

    def lane_height(self, width: float, lines: int) -> float:
        """Return the height that lines of labels need below a row beyond its gap."""
        free = self.row_step(width) - TILE_PROPORTIONS.height(width) + (BLANK_FOOT_SHARE + BLANK_TOP_SHARE) * width
        over = self.lane - free
        first = over if over > LABEL_LEEWAY else 0.0
        return first + (lines - 1) * (self.lane + LANE_GAP) if lines else 0.0

    def _foot(self, width: float) -> float:
        """Return the height kept below the last row for a label, unless large text makes it high."""
        return max(0.0, self.lane - BLANK_FOOT_SHARE * width - FOOT_MARGIN) if self.lane <= MAX_KEPT_LANE else 0.0


def fit_heaps(
    shapes: Sequence[HeapShape],
    stood: Sequence[RowPosition | None],
    within: HeapRoom,
    before: PlacedHeaps | None,
    change: TableChange,
) -> PlacedHeaps:
    """Lay the heaps out at the largest width at which the rows fit the room.

    `stood` are their positions `before`. Where they do not fit there, new heaps get no room to grow, then holes are
    used, then closed; then label lines are given up, and last the width. When a turn has changed the table, a new set
    and a text must fit too, so that nothing shrinks during the next turn. At the least width heaps may need more rows
    than the room has; then the table scrolls.
    """
    last = before if any(stood) else None
    spare = change is not TableChange.NONE
    widths = _widths_tried(within.widths, last, change)

    def tries() -> Iterator[PlacedHeaps]:
        for width in widths:
            if last is not None:
                yield from _kept(shapes, stood, within, width, last, spare=spare)
            if last is None or change is TableChange.ANEW:
                yield from _flowing(shapes, stood, within, width)

    def fits(placed: PlacedHeaps) -> bool:
        if spare and within.row_count(placed.width) and not _has_head_room(placed, within):
            return False
        grows = last is not None and change is TableChange.TURN and placed.width > last.settled
        more = placed.more if spare or placed.spread is HeapSpacing.ROOMY else 0.0
        return placed.height + more <= within.room.h * (EMPTY_SHARE if grows else 1.0) + 0.5

    settled = None if spare or last is None else last.settled
    return _first_or_last(fits, (replace(one, settled=settled or one.width) for one in tries()))


def _has_head_room(placed: PlacedHeaps, within: HeapRoom) -> bool:
    """Return whether the new sets that one turn may bring have room, so that nothing shrinks during it."""
    wide = within.room.w / placed.width
    return can_take(placed.rows, within.row_count(placed.width), wide)


def _first_or_last(fits: Callable[[PlacedHeaps], bool], tries: Iterator[PlacedHeaps]) -> PlacedHeaps:
    """Return the first that fits, else the last."""
    one = next(tries)
    while not fits(one):
        following = next(tries, None)
        if following is None:
            return one
        one = following
    return one


def _kept(
    shapes: Sequence[HeapShape],
    stood: Sequence[RowPosition | None],
    within: HeapRoom,
    width: int,
    last: PlacedHeaps,
    *,
    spare: bool,
) -> Iterator[PlacedHeaps]:
    """Place the heaps in the rows where they stood, in ways that take less and less room.

    Labels are left out where tiles would shrink or the panel would fold, but not where the table scrolls.
    """
    lanes = last.reserved if spare else last.lanes
    fewer = (False,) if within.scrolls and width == within.widths[1] else (False, True)
    found: dict[HeapSpacing, Rows] = {}
    for spread in HeapSpacing:
        rows = found[spread] = keep_rows(shapes, stood, within.room.w / width, spread)
        new = (1,) * max(0, len(rows) - len(last.reserved))
        yield _reserving(place_rows(rows, shapes, within, width, (*lanes, *new), spread=spread), (*last.reserved, *new))
    for under, kept in ((lanes, last.reserved), ((), ())):
        for spread in (HeapSpacing.TIGHT, HeapSpacing.SLID):
            for few in fewer:
                placed = place_rows(found[spread], shapes, within, width, under, spread=spread, few_labels=few)
                yield _reserving(placed, kept)
    full = tuple(filter(None, found[HeapSpacing.SLID]))
    yield _reserving(place_rows(full, shapes, within, width, spread=HeapSpacing.SLID, few_labels=fewer[-1]), ())


def _flowing(
    shapes: Sequence[HeapShape], stood: Sequence[RowPosition | None], within: HeapRoom, width: int
) -> Iterator[PlacedHeaps]:
    """Fill the rows anew in reading order, with a line for labels below each and without."""
    order = sorted(range(len(shapes)), key=lambda at: _reading_order(stood[at], at))
    for spread, lane in ((HeapSpacing.ROOMY, 1), (HeapSpacing.TIGHT, 1), (HeapSpacing.TIGHT, 0)):
        rows = flow_rows([shapes[at] for at in order], within.room.w / width, spread)
        lanes = (lane,) * len(rows)
        yield _reserving(place_rows(rows, shapes, within, width, lanes, spread=spread), lanes)


def _reserving(placed: PlacedHeaps, lanes: tuple[int, ...]) -> PlacedHeaps:
    """Note the label lines that stay when the turn is over, for every row."""
    rows = len(placed.rows)
    return replace(placed, reserved=(*lanes, *(0,) * rows)[:rows])


def _widths_tried(widths: tuple[int, int], last: PlacedHeaps | None, change: TableChange) -> tuple[int, ...]:
    """Return the widths to try, the largest first: up to the present one, unless tiles may grow.

    Tiles that had to shrink during a turn become as large as they were when it is over, if they can.
    """
    steps = width_steps(*widths)
    if last is None or change is TableChange.ANEW:
        return steps
    present = max(widths[1], min(widths[0], int(last.settled if change is TableChange.TURN else last.width)))
    steps = tuple(sorted({*steps, present}, reverse=True))
    return steps if change is TableChange.TURN else tuple(step for step in steps if step <= present)


def _reading_order(stood: RowPosition | None, number: int) -> tuple[float, float, int]:
    return (inf, inf, number) if stood is None else (stood.row, stood.x, number)


def place_rows(
    rows: Rows,
    shapes: Sequence[HeapShape],
    within: HeapRoom,
    width: float,
    lanes: tuple[int, ...] = (),
    *,
    spread: HeapSpacing = HeapSpacing.TIGHT,
    few_labels: bool = False,
) -> PlacedHeaps:
    """Place rows of heaps, in the order of `shapes`, at one width, with at least `lanes` label lines below each.

    With `few_labels` only a choice gets a line more than these.
    """
    room = within.room
    high, step = TILE_PROPORTIONS.height(width), within.row_step(width)
    placed: dict[int, PlacedHeap] = {}
    tops: list[float] = []
    under: list[int] = []
    y = room.y
    for number, row in enumerate(rows):
        standing = [_stand(shape, Box(room.x + x * width, y, room.w, high), room, width, step) for shape, x in row]
        rows_used = max((used for _heap, used in standing), default=1)
        foot = y + rows_used * step - (step - high)
        least = 0 if within.lane_height(width, 1) else 1  # a line that moves nothing
        most = max((least, *lanes[number : number + 1])) if few_labels or least else None
        pairs = [(shape, heap) for (shape, _x), (heap, _used) in zip(row, standing, strict=True)]
        laned, lines = _lanes(pairs, within, width, foot, most)
        placed |= {heap.number: heap for heap in laned}
        tops.append(y)
        under.append(max((lines, *lanes[number : number + 1])))
        y += rows_used * step + within.lane_height(width, under[-1])
    cells, free = _slot(rows, room.w / width, spread)
    more = 0.0 if any(under) else within.lane_height(width, 1)
    if free is not None:
        slot = Box(room.x + free.x * width, tops[free.row], width * cells, high)
    else:
        # Alone in its row it may be low, because the whole felt accepts a new set.
        low = high if not rows or y + high <= room.bottom + 0.5 else high * LOW_SLOT_SHARE
        slot = Box(room.x, y, width * NEW_SET_WIDTH, low)
        y += low + step - high
        more += high - low
    heaps_in_order = tuple(placed[shape.number] for shape in shapes)
    labels = [box.bottom - FOOT_MARGIN for heap in heaps_in_order for box in heap.lane]
    height = max(y - (step - high), *labels, room.y) - room.y
    return PlacedHeaps(width, rows, heaps_in_order, slot, height, step, tuple(under), spread=spread, more=more)


def _slot(rows: Rows, wide: float, spread: HeapSpacing) -> tuple[int, RowPosition | None]:
    """Return the width in tiles and the position of the place for a new set; narrow where holes must close for it."""
    narrow = spread is not HeapSpacing.ROOMY and can_make_room(rows, NEW_SET_WIDTH, wide)
    for cells in range(NEW_SET_WIDTH, 0, -1) if narrow else (NEW_SET_WIDTH,):
        free = new_heap_position(rows, cells, wide, spread)
        if free is not None:
            return cells, free
    return NEW_SET_WIDTH, None


def scrolled_heaps(placed: PlacedHeaps, shapes: Sequence[HeapShape], within: HeapRoom, by: float) -> PlacedHeaps:
    """Place the same rows in a room that is scrolled."""
    higher = replace(within, room=within.room.moved(0, -by))
    again = place_rows(placed.rows, shapes, higher, placed.width, placed.lanes, spread=placed.spread)
    return replace(again, reserved=placed.reserved, settled=placed.settled)


def _stand(shape: HeapShape, at: Box, room: Box, width: float, step: float) -> tuple[PlacedHeap, int]:
    """Place one heap; one longer than a row continues in the next. Return also how many rows it took."""
    across = max(1, int((room.w + 0.01) // width)) if shape.cells * width > room.w + 0.01 else 1_000
    boxes = [
        Box(at.x + cell % across * width, at.y + cell // across * step, width, at.h) for cell in range(shape.cells)
    ]  # fmt: skip
    gap = boxes.pop(shape.gap) if shape.gap is not None else None
    return PlacedHeap(shape.number, tuple(boxes), gap), (shape.cells - 1) // across + 1 if shape.cells else 1


def _lanes(
    row: Sequence[tuple[HeapShape, PlacedHeap]], within: HeapRoom, width: float, foot: float, most: int | None
) -> tuple[list[PlacedHeap], int]:
    """Place the labels of a row's heaps; one that does not fit beside the one before goes a line lower.

    Labels that are no choice are left out below the line `most`. `foot` is the lower edge of the row's tiles.
    """
    out: list[PlacedHeap] = []
    lane = within.lane
    gap = within.row_step(width) - TILE_PROPORTIONS.height(width) + within.lane_height(width, 1)
    high, lowest = foot - BLANK_FOOT_SHARE * width, within.room.bottom + FOOT_MARGIN - lane
    top = max(high, min(foot + (gap - lane) / 2, lowest))
    low = max(top, min(foot + PILL_SHARE * width, foot + gap + BLANK_TOP_SHARE * width - lane, lowest))
    end, lines = -inf, 0
    for shape, heap in row:
        wide = sum(shape.lane) + LANE_GAP * (len(shape.lane) - 1)
        pills = [heap.tiles[at] for at in shape.pills]
        x = _lane_start(heap.box, wide, within.room, end, pills)
        line = max(0, lines - 1)
        if x is None:
            line, x = lines, _lane_start(heap.box, wide, within.room, -inf, pills) or within.room.x
        if not shape.lane or (most is not None and line >= most and not shape.asks):
            out.append(heap)
            continue
        lines = line + 1
        y = low if any(x < pill.right and pill.x < x + wide for pill in pills) else top
        boxes = []
        for one in shape.lane:
            boxes.append(Box(x, y + line * (lane + LANE_GAP), one, lane))
            x += one + LANE_GAP
        end = x
        out.append(replace(heap, lane=tuple(boxes)))
    return out, lines


def _lane_start(heap: Box, wide: float, room: Box, end: float, pills: Sequence[Box]) -> float | None:
    """Return where labels below a heap start: after `end`, beside its pills if they can; None where they cannot."""
    least = max(room.x, end, min(heap.x, heap.right - wide))
    most = min(room.right - wide, max(heap.x, heap.right - wide))
    tried = [heap.x, *(pill.right for pill in pills), *(pill.x - wide for pill in pills), least, most]
    free = [x for x in tried if least <= x <= most]
    beside = [x for x in free if not any(x < pill.right and pill.x < x + wide for pill in pills)]
    return next(iter(beside or free), None)
