"""The order of the tiles on the player's rack, with the gaps between them, and which tiles are new.

Laws: the program never moves a tile by itself: a tile that leaves leaves a gap, new ones come to the end. There are
two exceptions: a new deal is sorted if the player wishes it, and gaps are closed, the last ones first, where the end
has no room or where they alone would need a second row, whose room the sets of a crowded table may need.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from game.table.faces import Colour, Face
from game.table.tiles import Tile

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from game.table.view import View

EMPTY_SLOT = -1
SLOTS_PER_ROW = 15  # slots of one row
CROWDED_TABLE = 36  # tiles of an open table for which it may need the room of the rack's second row
Slots = tuple[int, ...]
_COLOURS = (Colour.RED, Colour.BLUE, Colour.YELLOW, Colour.BLACK, None)


@dataclass(frozen=True, slots=True)
class RackOrder:
    """`slots` holds tile ids by position, -1 for a gap.

    `came` are tiles that came and were not touched since; which of them are marked as new is settled when they come, so
    that no mark changes later. `room` is the number of slots that the rack always has.
    """

    slots: Slots
    came: tuple[Tile, ...] = ()
    room: int = SLOTS_PER_ROW

    def visible_slots(self, held: Collection[Tile]) -> Slots:
        """Return the visible slots: a tile that is not on the rack now leaves a gap."""
        return _trimmed(tuple(tile if tile in held else EMPTY_SLOT for tile in self.slots))

    def slot_count_after_draw(self, held: Collection[Tile]) -> int:
        """Return how many slots are visible once another tile has come."""
        return len(_joined(self.visible_slots(held), (Tile(EMPTY_SLOT - 1),), self.room))

    def new_tiles(self, rack: tuple[Tile, ...]) -> tuple[Tile, ...]:
        """Return the rack tiles marked as new, without those that undo gave back to the pile."""
        return tuple(tile for tile in self.came if tile in rack)

    def in_order(self, tiles: tuple[Tile, ...]) -> tuple[Tile, ...]:
        """Return tiles in the order of the rack."""
        return tuple(sorted(tiles, key=self.slots.index))

    def with_touched(self, tiles: Collection[Tile]) -> RackOrder:
        """Return the order with these tiles no longer marked as new."""
        return replace(self, came=tuple(tile for tile in self.came if tile not in tiles))

    def with_new_tiles(self, came: tuple[Tile, ...], rack: tuple[Tile, ...]) -> RackOrder:
        """Return the order with new tiles added."""
        return replace(self, slots=_joined(self.slots, came, self.room), came=_marked((*self.came, *came), rack))

    def sorted_by(self, faces: Sequence[Face], *, groups: bool) -> RackOrder:
        """Sort the rack by runs or by groups, without gaps."""
        key = _by_group if groups else _by_run
        tiles = (tile for tile in self.slots if tile != EMPTY_SLOT)
        return replace(self, slots=tuple(sorted(tiles, key=lambda tile: (*key(faces[tile]), tile))))

    def with_moved_tiles(self, tiles: tuple[Tile, ...], slot: int, rack: tuple[Tile, ...]) -> RackOrder:
        """Move rack tiles into a slot and the ones after it; other tiles shift towards the nearest gap."""
        held = set(rack)
        moving = [tile for tile in tiles if tile in held]
        slots = [EMPTY_SLOT if tile in moving else tile for tile in self.slots]
        for place, tile in enumerate(moving, start=slot):
            _insert(slots, tile, place, held)
        return replace(self, slots=_trimmed(tuple(slots))).with_touched(moving)

    def with_order(self, slots: Slots, rack: tuple[Tile, ...]) -> RackOrder:
        """Return the tiles of a rack in a saved order."""
        known = tuple(tile if tile in rack else EMPTY_SLOT for tile in slots)
        once = tuple(
            tile if tile == EMPTY_SLOT or known.index(tile) == at else EMPTY_SLOT for at, tile in enumerate(known)
        )
        return replace(self, slots=fitted_slots(once, rack, self.room))

    def carried_to(self, before: View, view: View, *, crowded: bool = True) -> RackOrder:
        """Return the order for the next table; tiles that came in a finished turn are no longer new.

        `crowded` is whether the sets may soon need the room of the rack's second row.
        """
        new = tuple(tile for tile in view.rack if tile not in self.slots)
        old = () if turn_ended(before, view) else self.came
        came = _marked((*old, *new), view.rack) if new else tuple(tile for tile in old if tile in view.rack)
        many = sum(len(meld.tiles) for meld in view.table.melds) >= CROWDED_TABLE
        room = SLOTS_PER_ROW if many and crowded else self.room
        slots = fitted_slots(self.slots, view.rack, room)
        closes = turn_ended(before, view) and room == SLOTS_PER_ROW
        return replace(self, slots=_in_one_row(slots) if closes else slots, came=came)


def turn_ended(before: View, after: View) -> bool:
    """Return whether the viewer's turn has just ended."""
    return before.table.to_move == after.seat != after.table.to_move


def fitted_slots(slots: Slots, rack: tuple[Tile, ...], room: int = SLOTS_PER_ROW) -> Slots:
    """Return the slots for these tiles: one that left leaves a gap, new ones come to the end."""
    held = set(rack)
    kept = list(_trimmed(tuple(tile if tile in held else EMPTY_SLOT for tile in slots)))
    standing = set(kept)
    return _joined(tuple(kept), tuple(tile for tile in rack if tile not in standing), room)


def _marked(came: tuple[Tile, ...], rack: tuple[Tile, ...]) -> tuple[Tile, ...]:
    """Return which new tiles are marked: all, unless nothing else is on the rack, as after a dead hand."""
    held = set(rack)
    there = tuple(tile for tile in came if tile in held)
    return there if len(there) < len(rack) else ()


def _by_run(face: Face) -> tuple[int, int]:
    return _COLOURS.index(face.colour), face.number


def _by_group(face: Face) -> tuple[int, int]:
    return (face.number if face.colour is not None else 99), _COLOURS.index(face.colour)


def _trimmed(slots: Slots) -> Slots:
    end = len(slots)
    while end and slots[end - 1] == EMPTY_SLOT:
        end -= 1
    return slots[:end]


def _joined(slots: Slots, came: tuple[Tile, ...], least: int) -> Slots:
    """Return the slots with new tiles after the last one; without room there, the last gaps are closed for them.

    They begin another row beyond the `least` slots only if all tiles together need it.
    """
    held = len(slots) - slots.count(EMPTY_SLOT) + len(came)
    room = max(least, -(-held // SLOTS_PER_ROW) * SLOTS_PER_ROW)
    return (*_within(slots, room - len(came)), *came) if came else slots


def _in_one_row(slots: Slots) -> Slots:
    """Close the last gaps where the tiles fit into one row, so that few tiles move."""
    return _within(slots, SLOTS_PER_ROW) if len(slots) - slots.count(EMPTY_SLOT) <= SLOTS_PER_ROW else slots


def _within(slots: Slots, room: int) -> Slots:
    """Close the last gaps until no more slots are used than there is room for."""
    kept = list(slots)
    while len(kept) > room and EMPTY_SLOT in kept:
        del kept[len(kept) - 1 - kept[::-1].index(EMPTY_SLOT)]
    return tuple(kept)


def _insert(slots: list[int], tile: int, place: int, held: set[Tile]) -> None:
    """Insert a tile at a slot; the tile there shifts towards the nearest gap."""
    while len(slots) <= place:
        slots.append(EMPTY_SLOT)
    if slots[place] == EMPTY_SLOT:
        slots[place] = tile
        return
    free = [at for at, one in enumerate(slots) if one == EMPTY_SLOT]
    if not free or (slots[place] not in held and place + 1 == len(slots)):
        slots.insert(place, tile)
        return
    gap = min(free, key=lambda at: (abs(at - place), at < place))
    if gap > place:
        slots[place + 1 : gap + 1] = slots[place:gap]
    else:
        slots[gap:place] = slots[gap + 1 : place + 1]
    slots[place] = tile
