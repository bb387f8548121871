"""Where every tile of a dead-hand table lies, made from a view and the player's slots. Pure geometry.

Laws: every tile of the deck has exactly one spot, visible or not, so the difference of two layouts is the motion
between them. Visible tiles never overlap, except cards of one set and the covered tiles of a squared canasta.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING

from game.client.table.aims import Aim, Target
from game.client.table.dead_hand.frame import OUR_SHARES
from game.client.table.geometry.laid import Spot, TileZone
from game.client.table.geometry.rack import RackShape, lowered_rack, rack_shape, slot_boxes
from game.client.table.geometry.sets import (
    CARD_PROPORTIONS,
    FAIR_WIDTH,
    TILE_PROPORTIONS,
    PlacedSet,
    PlacedSets,
    Proportions,
    SetSize,
    SetStyle,
    arrange_sets,
    flow_sets,
    row_distance,
    set_widths,
)
from game.client.widgets.boxes import Box
from game.table.tiles import Tile

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from game.client.table.dead_hand.frame import DeadHandFrame
    from game.client.widgets.boxes import Point
    from game.table.melds import Meld
    from game.table.view import View

MIN_SHOWN_PILE_TILES = 8  # that the place of the pile always has room for
PILE_TILE_WIDTH, SET_TILE_WIDTH, MIN_SET_TILE_WIDTH = 44.0, 52, 28
PILE_PADDING, PILE_TOP_PADDING = 11.0, 6.0
ZONE_PADDING, ZONE_TOP_PADDING = 16.0, 17.0


@dataclass(frozen=True, slots=True)
class SetZone:
    """One side's sets: the numbers of the sets on the table, their places, and how far they are scrolled."""

    ours: bool
    box: Box
    room: Box
    numbers: tuple[int, ...]
    placed: PlacedSets
    pure: tuple[bool, ...]  # which sets hold no wild tile
    scroll: float = 0.0
    fair: bool = True  # whether its tiles are wide enough to be seen at a glance
    moved_sets: int = 0  # how many sets have left their rows

    @property
    def max_scroll(self) -> float:
        """Return how far the zone can be scrolled."""
        return max(0.0, self.placed.height - self.room.h)

    @property
    def sets_hidden_below(self) -> int:
        """Return how many sets lie below the zone's edge when it is not scrolled."""
        foot = self.box.bottom + 1 - self.scroll
        return sum(one.tiles[0].bottom > foot for one in self.placed.sets)

    def hides(self, box: Box) -> bool:
        """Return whether a box is scrolled out of the zone, even in part."""
        return box.y < self.box.y + 2 or box.bottom > self.box.bottom + 1


@dataclass(frozen=True)
class DeadHandLayout:
    """The layout of a table; of most only the zones are compared, so that single tiles get their places when asked."""

    frame: DeadHandFrame
    cut: Proportions
    rack: RackShape
    us: SetZone
    them: SetZone
    view: View
    held: tuple[int, ...]  # the tile in each slot of the rack

    def is_crowded(self, others: int) -> bool:  # noqa: ARG002 - an open table asks how many may add rows
        """Return whether the sets may soon need room of the rack: they always may."""
        return True

    @cached_property
    def slots(self) -> tuple[Box, ...]:
        """Return the boxes of the rack's slots."""
        return slot_boxes(self.frame.rack, self.rack, self.cut.tall)

    @cached_property
    def pile(self) -> tuple[Box, ...]:
        """Return the boxes of the pile's last tiles."""
        return _pile(self.frame.pile, len(self.view.table.pile), self.cut)

    @cached_property
    def spots(self) -> Mapping[Tile, Spot]:
        """Return the place of every tile."""
        return {
            **_hidden_spots(self.view, self.frame, self.held),
            **_pile_spots(self.view, self.frame, self.pile),
            **_set_spots(self.view, self.us),
            **_set_spots(self.view, self.them),
            **_rack_spots(self.view, self.held, self.slots),
        }

    @property
    def zones(self) -> tuple[SetZone, SetZone]:
        """Return both zones, ours first."""
        return self.us, self.them

    def kept(self, stays_to: int) -> tuple[SetStyle, SetStyle]:
        """Return how the sets lie, ours first, to stay in their rows down to a width of tiles."""
        return replace(self.us.placed.style, stays_to=stays_to), replace(self.them.placed.style, stays_to=stays_to)

    @property
    def stock(self) -> Box:
        """Return the box of the stock."""
        return self.frame.stock.middle(PILE_TILE_WIDTH - 4, 54.0)

    @property
    def areas(self) -> tuple[Box, ...]:
        """Return the box of each keyboard area: rack, our sets, pile, stock, their sets."""
        frame = self.frame
        return (frame.rack.top_part(frame.rack.h - frame.lip.h), frame.us, frame.pile, frame.stock, frame.them)

    def placed_set(self, number: int) -> PlacedSet | None:
        """Return the placed set `number`, or None."""
        for zone in self.zones:
            if number in zone.numbers:
                return zone.placed.sets[zone.numbers.index(number)]
        return None

    @property
    def seen_sets(self) -> tuple[Box, ...]:
        """Return the boxes of the visible sets of both sides."""
        return tuple(placed.box for zone in self.zones for placed in zone.placed.sets if not zone.hides(placed.box))

    def set_box(self, number: int) -> Box | None:
        """Return the box of set `number`, or None."""
        placed = self.placed_set(number)
        return None if placed is None else placed.box

    def has_dead_hand_at(self, at: Point) -> bool:
        """Return whether a dead hand that nobody has taken lies at a point."""
        dead, side = self.view.table.dead, self.view.table.side_of(self.view.seat)
        lying = ((self.frame.dead_us, dead[side]), (self.frame.dead_them, dead[1 - side]))
        return any(box.contains(at) and tiles for box, tiles in lying)

    def box_of(self, target: Target) -> Box:
        """Return the box of a target, for focus and highlights."""
        match target.aim:
            case Aim.SLOT:
                return self.slots[min(target.index, len(self.slots) - 1)]
            case Aim.PILE:
                return self.frame.pile
            case Aim.STOCK:
                return self.frame.stock
            case Aim.NEW_SET:
                return self.us.placed.slot
            case _:
                return self.set_box(target.index) or self.frame.them


@dataclass(frozen=True, slots=True)
class DeadHandLayoutInput:
    """What a layout is made from besides the frame.

    `keep` is the present arrangement of the sets, ours first. The rack has room for at least `most` tiles.
    """

    view: View
    slots: tuple[int, ...]
    sealed: Callable[[Meld], bool]
    pure: Callable[[Meld], bool]
    as_cards: bool = False
    keep: tuple[SetStyle, SetStyle] | None = None
    squared: bool | None = None  # whether canastas are to be squared up; None decides by the available room
    scroll: tuple[float, float] = (0.0, 0.0)
    least: int = MIN_SET_TILE_WIDTH  # the narrowest tile of a set
    tight: bool = False  # large text: the number of rows matters more than the size of tiles
    zone_top: float = ZONE_TOP_PADDING
    scale: float = 1.0  # the table size from the settings
    our_share: float = OUR_SHARES[0]  # our zone's present share of the height of both zones
    rack_share: float = 1.0  # size of the rack's tiles as a share of the usual one
    most: int = 1
    nearly: frozenset[int] = frozenset()  # own sets that get room for one more tile at their end, where there is some
    rows_stay: bool = False  # whether sets stay in their rows however small their tiles: in the player's own turn

    @property
    def proportions(self) -> Proportions:
        """Return the proportions of the tiles or cards."""
        return CARD_PROPORTIONS if self.as_cards else TILE_PROPORTIONS


def rack_shape_for(wanted: DeadHandLayoutInput, wide: float, lip: float) -> RackShape:
    """Return the shape of the rack."""
    slots = max(wanted.most, len(wanted.slots))
    shape = rack_shape(slots, wide, lip, wanted.proportions.tall, tight=wanted.tight, scale=wanted.scale)
    return lowered_rack(shape, wanted.rack_share, wanted.least, wanted.proportions.tall)


def compute_layout(wanted: DeadHandLayoutInput, frame: DeadHandFrame, rack: RackShape) -> DeadHandLayout:
    """Compute the layout of the table."""
    view, cut = wanted.view, wanted.proportions
    side = view.table.side_of(view.seat)
    us = _zone(wanted, frame.us, side, ours=True)
    them = _zone(wanted, frame.them, 1 - side, ours=False)
    return DeadHandLayout(frame, cut, rack, us, them, view, wanted.slots)


def _zone(wanted: DeadHandLayoutInput, box: Box, side: int, *, ours: bool) -> SetZone:
    table = wanted.view.table
    numbers = tuple(table.melds_of(side))
    top = wanted.zone_top
    room = Box(box.x + ZONE_PADDING, box.y + top, box.w - 2 * ZONE_PADDING, box.h - top - 3)
    sizes = [SetSize(len(table.melds[number]), wanted.sealed(table.melds[number])) for number in numbers]
    keep = None if wanted.keep is None else wanted.keep[0 if ours else 1]
    widest, least = set_widths(SET_TILE_WIDTH, wanted.least, wanted.scale)
    while widest > wanted.least and row_distance(widest, wanted.proportions) > room.h + 1:
        widest -= 1
    least = min(least, widest)
    lay = partial(
        arrange_sets, room=room, cut=wanted.proportions, widest=widest, least=least, keep=keep, asked=wanted.squared
    )
    placed = lay(sizes)
    if ours and wanted.nearly:
        longer = [replace(one, open=number in wanted.nearly) for one, number in zip(sizes, numbers, strict=True)]
        roomy = lay(longer)
        if roomy.style == placed.style and roomy.height <= max(room.h, placed.height):
            sizes, placed = longer, roomy
    scroll = min(wanted.scroll[0 if ours else 1], max(0.0, placed.height - room.h))
    if scroll > 0:
        moved = Box(room.x, room.y - scroll, room.w, room.h)
        placed = flow_sets(sizes, moved, placed.cut, placed.width, squared=placed.squared, rows=placed.rows)
    pure = tuple(wanted.pure(table.melds[number]) for number in numbers)
    fair = placed.width >= (keep.stays_to if keep is not None and keep.rows else FAIR_WIDTH)
    moved_sets = 0 if keep is None else keep.count_moved(placed.rows)
    return SetZone(ours, box, room, numbers, placed, pure, scroll, fair, moved_sets)


def _pile(box: Box, count: int, cut: Proportions) -> tuple[Box, ...]:
    wide = min(PILE_TILE_WIDTH, (box.w - 2 * PILE_PADDING) / cut.length(MIN_SHOWN_PILE_TILES, 1.0))
    shown = min(count, 1 + int((box.w - 2 * PILE_PADDING - wide) / (cut.step * wide) + 0.01))
    top = box.y + PILE_TOP_PADDING
    return tuple(
        Box(box.x + PILE_PADDING + at * cut.step * wide, top, wide, cut.height(wide)) for at in range(max(1, shown))
    )


def _hidden_spots(view: View, frame: DeadHandFrame, slots: tuple[int, ...]) -> dict[Tile, Spot]:
    """Place the face-down tiles: stock, dead hands, the racks of others, and own tiles that are still arriving."""
    table = view.table
    side = table.side_of(view.seat)
    spots: dict[Tile, Spot] = {}
    stock = _small(frame.stock)
    for tile in table.stock:
        spots[tile] = Spot(stock, TileZone.STOCK, -1, seen=False)
    for one, dead in enumerate(table.dead):
        home = _small(frame.dead_us if one == side else frame.dead_them)
        spots |= {tile: Spot(home, TileZone.DEAD, one, seen=False) for tile in dead}
    coming = _small(frame.dead_us)
    for tile in view.rack:
        if tile not in slots:
            drawn = tile == table.turn.drew
            spots[tile] = Spot(stock if drawn else coming, TileZone.STOCK if drawn else TileZone.DEAD, -1, seen=False)
    for seat, rack in enumerate(table.racks):
        if seat != view.seat:
            home = _small(plate_box(frame, view, seat))
            spots |= {tile: Spot(home, TileZone.SEAT, seat, seen=False) for tile in rack}
    return spots


def _small(box: Box) -> Box:
    return box.middle(40.0, 40.0 * TILE_PROPORTIONS.tall)


def plate_box(frame: DeadHandFrame, view: View, seat: int) -> Box:
    """Return the plate of another seat: seats are numbered clockwise, so the next one is to the west."""
    offset = (seat - view.seat) % view.table.seats
    if offset == 1 and frame.west is not None:
        return frame.west
    if offset == 3 and frame.east is not None:
        return frame.east
    return frame.top


def _pile_spots(view: View, frame: DeadHandFrame, pile: tuple[Box, ...]) -> dict[Tile, Spot]:
    tiles = view.table.pile
    older = len(tiles) - len(pile)
    first = pile[0] if pile else _small(frame.pile)
    spots: dict[Tile, Spot] = {}
    for at, tile in enumerate(tiles):
        box = first if at < older else pile[at - max(0, older)]
        spots[tile] = Spot(box, TileZone.PILE, at, seen=at >= older)
    return spots


def _set_spots(view: View, zone: SetZone) -> dict[Tile, Spot]:
    spots: dict[Tile, Spot] = {}
    for number, placed in zip(zone.numbers, zone.placed.sets, strict=True):
        for tile, box in zip(view.table.melds[number].tiles, placed.tiles, strict=True):
            spots[tile] = Spot(box, TileZone.SET, number, seen=not zone.hides(box))
    return spots


def _rack_spots(view: View, slots: tuple[int, ...], boxes: tuple[Box, ...]) -> dict[Tile, Spot]:
    held = set(view.rack)
    return {
        Tile(tile): Spot(boxes[min(at, len(boxes) - 1)], TileZone.RACK, at, seen=True)
        for at, tile in enumerate(slots)
        if tile in held
    }
