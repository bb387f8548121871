"""Where every tile of an open table lies, and what each point means: values made from a view and an arrangement.

Laws: every tile of the deck has exactly one spot; visible tiles never overlap; there are no rules here. A target
reaches a little beyond its box, so that an imprecise drop still counts.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from game.client.table.aims import Aim, Target
from game.client.table.geometry.laid import Spot, TileZone
from game.client.table.geometry.rack import RackShape, nearest_slot, slot_boxes
from game.client.table.geometry.sets import TILE_PROPORTIONS, row_distance, set_widths
from game.client.table.open.rows import earlier_position, tile_positions
from game.client.table.open.sets import HeapRoom, fit_heaps, scrolled_heaps
from game.client.widgets.boxes import Box
from game.table.tiles import NO_TILE, Tile

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from game.client.table.open.frame import OpenFrame
    from game.client.table.open.rows import HeapPositions, HeapShape
    from game.client.table.open.sets import PlacedHeap, PlacedHeaps, TableChange
    from game.client.widgets.boxes import Point
    from game.session.arrangement import Heap
    from game.table.view import View

MAX_TILE_WIDTH, MIN_TILE_WIDTH = 52, 28
MIN_READABLE_PX = 28.0  # device px below which a face cannot be read
# logical px between the table's edge and the sets, so that the pill on the edge stays clear of the first row's icons
PADDING_X, PADDING_Y = 18.0, 19.0
STOCK_TILE_WIDTH = 38.0
SIDE_REACH_SHARE = 0.22  # how far beside a heap a drop still goes to it, in tile widths
TAKING_REACH_SHARE = 0.5  # the same, where another heap is nearer, but only this one takes what is dropped
REACH_ABOVE = 5.0  # the same above and below it, in logical px
GRIP_MARGIN = 7.0  # width in logical px of the edge around a heap by which the whole heap is gripped


@dataclass(frozen=True, slots=True)
class OpenLayoutInput:
    """What a layout is made from besides the frame.

    `before` is the layout from which the sets go on, and `change` what happened to the table since. `by_number` is
    whether heaps have the same numbers in both, else they are known by their tiles. `lane` is the height of a label
    line and `scroll` how far the table is scrolled, in logical px; `u` is device px per logical px.
    """

    view: View
    heaps: tuple[Heap, ...]
    shapes: tuple[HeapShape, ...]
    slots: tuple[int, ...]
    lane: float
    u: float
    before: OpenLayout | None
    change: TableChange
    by_number: bool
    scroll: float = 0.0
    scale: float = 1.0  # the table size from the settings


@dataclass(frozen=True, slots=True)
class OpenLayout:
    """The layout of an open table; `stands` are the positions of its tiles in the rows."""

    frame: OpenFrame
    rack: RackShape
    slots: tuple[Box, ...]
    room: Box
    heaps: PlacedHeaps
    scroll: float
    closing: Box | None
    stock: Box
    spots: Mapping[Tile, Spot]
    stands: HeapPositions

    @property
    def max_scroll(self) -> float:
        """Return how far the table can be scrolled."""
        return max(0.0, self.heaps.height - self.room.h)

    @property
    def areas(self) -> tuple[Box, ...]:
        """Return the box of each keyboard area: rack, table, stock."""
        frame = self.frame
        return (frame.rack.top_part(frame.rack.h - frame.lip.h), frame.zone, frame.stock)

    def is_crowded(self, others: int) -> bool:
        """Return whether there is no free row for each of the others, who may need one before the next own turn."""
        lowest = max((heap.box.bottom for heap in self.heaps.heaps), default=self.room.y)
        return self.max_scroll > 0 or lowest + others * self.heaps.step > self.room.bottom

    def hides(self, box: Box) -> bool:
        """Return whether a box is scrolled out of the table, even in part."""
        zone = self.frame.zone
        return box.y < zone.y + 1 or box.bottom > zone.bottom + 1

    @property
    def seen_sets(self) -> tuple[Box, ...]:
        """Return the boxes of the visible heaps."""
        return tuple(heap.box for heap in self.heaps.heaps if not self.hides(heap.box))

    def placed_heap(self, number: int) -> PlacedHeap | None:
        """Return where a heap lies; None if there is none with this number."""
        return next((heap for heap in self.heaps.heaps if heap.number == number), None)

    def box_of(self, target: Target) -> Box:
        """Return the box of a target, for focus and highlights."""
        if target.aim is Aim.SLOT:
            return self.slots[min(target.index, len(self.slots) - 1)]
        if target.aim is Aim.STOCK:
            return self.stock
        if target.aim is Aim.CLOSING and self.closing is not None:
            return self.closing
        heap = self.placed_heap(target.index)
        if heap is None:
            return self.heaps.slot
        if target.aim is Aim.READING:
            return heap.lane[min(target.at, len(heap.lane) - 1)] if heap.lane else heap.box
        if target.aim is Aim.WHOLE:
            return heap.box
        return heap.tiles[target.at] if target.at < len(heap.tiles) else end_box(heap)


def min_tile_width(u: float) -> int:
    """Return the least width of a tile on the table whose face can be read."""
    return max(MIN_TILE_WIDTH, min(MAX_TILE_WIDTH, int(MIN_READABLE_PX / u + 0.999)))


def compute_open_layout(wanted: OpenLayoutInput, frame: OpenFrame, rack: RackShape) -> OpenLayout:
    """Compute the layout of the table."""
    zone = frame.zone
    room = Box(zone.x + PADDING_X, zone.y + PADDING_Y, zone.w - 2 * PADDING_X, zone.h - PADDING_Y - 9)
    least = min_tile_width(wanted.u)
    while least > MIN_TILE_WIDTH and row_distance(least, TILE_PROPORTIONS) > room.h:
        least -= 1
    widest, small = set_widths(MAX_TILE_WIDTH, least, wanted.scale)
    while widest > least and row_distance(widest, TILE_PROPORTIONS) > room.h:
        widest -= 1
    widths = (widest, min(small, widest))
    stands = {} if wanted.before is None else wanted.before.stands
    stood = [
        earlier_position(heap, shape.gap, stands, same_turn=wanted.by_number)
        for heap, shape in zip(wanted.heaps, wanted.shapes, strict=True)
    ]
    lain = None if wanted.before is None else wanted.before.heaps
    within = HeapRoom(room, widths, wanted.lane, frame.folded)
    placed = fit_heaps(wanted.shapes, stood, within, lain, wanted.change)
    scroll = min(wanted.scroll, max(0.0, placed.height - room.h))
    if scroll > 0:
        placed = scrolled_heaps(placed, wanted.shapes, within, scroll)
    slots = slot_boxes(frame.rack, rack, TILE_PROPORTIONS.tall)
    stock, closing = stock_boxes(frame, has_closing=wanted.view.table.closing != NO_TILE)
    bare = OpenLayout(
        frame, rack, slots, room, placed, scroll, closing, stock, {}, tile_positions(placed.rows, wanted.heaps)
    )
    spots = {**_hidden(wanted.view, frame, stock), **_closing_spot(wanted.view, closing)}
    spots |= _rack_spots(wanted.slots, slots, wanted.view)
    for heap, laid in zip(wanted.heaps, placed.heaps, strict=True):
        for tile, box in zip(heap.tiles, laid.tiles, strict=True):
            spots[tile] = Spot(box, TileZone.SET, heap.number, seen=not bare.hides(box))
    return replace(bare, spots=spots)


def stock_boxes(frame: OpenFrame, *, has_closing: bool) -> tuple[Box, Box | None]:
    """Return the boxes of the stock's top tile and of the closing tile beside it (below it on a rail)."""
    area, high = frame.stock, TILE_PROPORTIONS.height(STOCK_TILE_WIDTH)
    if frame.folded:
        stock = Box(area.x + (area.w - STOCK_TILE_WIDTH) / 2, area.y + 4, STOCK_TILE_WIDTH, high)
        return stock, stock.moved(0, high + 30) if has_closing else None
    stock = Box(area.x + 8, area.centre[1] - high / 2, STOCK_TILE_WIDTH, high)
    return stock, Box(area.right - 8 - STOCK_TILE_WIDTH, stock.y, STOCK_TILE_WIDTH, high) if has_closing else None


def _hidden(view: View, frame: OpenFrame, stock: Box) -> dict[Tile, Spot]:
    table = view.table
    spots = {tile: Spot(stock, TileZone.STOCK, -1, seen=False) for tile in table.stock}
    for seat, rack in enumerate(table.racks):
        if seat != view.seat:
            plate = frame.plates[plate_index(view, seat)].middle(40.0, TILE_PROPORTIONS.height(40.0))
            spots |= {tile: Spot(plate, TileZone.SEAT, seat, seen=False) for tile in rack}
    return spots


def plate_index(view: View, seat: int) -> int:
    """Return the index of a seat's plate: the one who plays after the viewer comes first."""
    seats = view.table.seats
    step = 1 if view.table.options.word("direction") == "left" else -1
    return (seat - view.seat) * step % seats - 1


def _closing_spot(view: View, closing: Box | None) -> dict[Tile, Spot]:
    return {} if closing is None else {view.table.closing: Spot(closing, TileZone.PILE, -1, seen=True)}


def _rack_spots(shown: tuple[int, ...], boxes: tuple[Box, ...], view: View) -> dict[Tile, Spot]:
    spots = {tile: Spot(boxes[0], TileZone.RACK, 0, seen=False) for tile in view.rack}
    for at, tile in enumerate(shown):
        if tile >= 0:
            spots[Tile(tile)] = Spot(boxes[min(at, len(boxes) - 1)], TileZone.RACK, at, seen=True)
    return spots


# --- what the pointer aims at -----------------------------------------------------------------------------------------


def tile_at(layout: OpenLayout, at: Point) -> Tile | None:
    """Return the visible tile under a point, unless a label of the table lies over it."""
    if _label_at(layout, at) is not None:
        return None
    return next((tile for tile, spot in layout.spots.items() if spot.seen and spot.box.contains(at)), None)


def _label_at(layout: OpenLayout, at: Point) -> Target | None:
    """Return the label below a heap that is under a point: it lies over everything else."""
    labels = ((heap.number, number, box) for heap in layout.heaps.heaps for number, box in enumerate(heap.lane))
    return next((Target(Aim.READING, heap, number) for heap, number, box in labels if box.contains(at)), None)


def heap_around(layout: OpenLayout, at: Point) -> int | None:
    """Return the heap whose edge is under a point, outside its tiles."""
    if not layout.frame.zone.contains(at) or tile_at(layout, at) is not None or _label_at(layout, at) is not None:
        return None
    for heap in layout.heaps.heaps:
        if heap.box.inset(-GRIP_MARGIN).contains(at):
            return heap.number
    return None


def drop_at(layout: OpenLayout, at: Point, accepting: Callable[[], Collection[int]] = tuple) -> Target | None:
    """Return where tiles dropped at a point would go: a slot, a place in a heap, or a new set.

    Beside heaps that do not take them it is one that does, and is almost as near: `accepting` returns their numbers.
    """
    frame = layout.frame
    if frame.rack.inset(-6).contains(at):
        return Target(Aim.SLOT, nearest_slot(layout.slots, at))
    if not frame.zone.inset(-10).contains(at):
        return None
    reach = layout.heaps.width * SIDE_REACH_SHARE
    near = [heap for heap in layout.heaps.heaps if _reaches(heap.box, at, reach)]
    if not near:
        return Target(Aim.NEW_SET)
    # two that stand close both reach into the gap between them
    taking = () if any(heap.box.contains(at) for heap in near) else accepting()
    wider = layout.heaps.width * TAKING_REACH_SHARE
    meant = [heap for heap in layout.heaps.heaps if heap.number in taking and _reaches(heap.box, at, wider)] or near
    heap = min(meant, key=lambda one: max(one.box.x - at[0], at[0] - one.box.right, 0))
    return Target(Aim.HEAP, heap.number, insertion_index(heap, at))


def _reaches(box: Box, at: Point, reach: float) -> bool:
    """Return whether a heap takes what is dropped at a point on it or a little beyond its edges."""
    wider = Box(box.x - reach, box.y - REACH_ABOVE, box.w + 2 * reach, box.h + 2 * REACH_ABOVE)
    return wider.contains(at)


def insertion_index(heap: PlacedHeap, at: Point) -> int:
    """Return the insertion index in a heap for a point: left of a tile's middle means before that tile."""
    for number, box in enumerate(heap.tiles):
        if at[1] < box.bottom + 2 and at[0] < box.centre[0]:
            return number
    return len(heap.tiles)


def click_target(layout: OpenLayout, at: Point) -> Target | None:
    """Return what a click at a point without a tile means: a reading, a place, the stock."""
    label = _label_at(layout, at)
    if label is not None:
        return label
    if layout.closing is not None and layout.closing.inset(-4).contains(at):
        return Target(Aim.CLOSING)
    if layout.frame.stock.contains(at):
        return Target(Aim.STOCK)
    return drop_at(layout, at)


def end_box(heap: PlacedHeap) -> Box:
    """Return the narrow place after the last tile of a heap."""
    last = heap.tiles[-1]
    return Box(last.right, last.y, last.w * SIDE_REACH_SHARE, last.h)


def insertion_box(layout: OpenLayout, target: Target) -> Box:
    """Return the narrow box between two tiles where a drop would insert."""
    heap = layout.placed_heap(target.index)
    if heap is None:
        return layout.heaps.slot
    at = min(target.at, len(heap.tiles))
    if heap.gap is not None and at < len(heap.tiles) and heap.tiles[at].x == heap.gap.right:
        return heap.gap
    x = heap.tiles[at].x if at < len(heap.tiles) else heap.tiles[-1].right
    row = heap.tiles[min(at, len(heap.tiles) - 1)]
    return Box(x - 3, row.y - 9, 6, row.h + 18)
