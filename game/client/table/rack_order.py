"""The order in which a player has the tiles of the rack, with the gaps between them, and which of them are new.

Laws: the program never moves a tile of the rack by itself: a tile that left keeps its gap, a new one takes a free slot.
Only what is dealt is put in order, if the player wishes it; and when a turn is over, gaps close that alone ask for a
second row, which would take its room from the sets.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from game.table.faces import Colour, Face

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from game.table.tiles import Tile
    from game.table.view import View

GAP = -1
ROW = 15  # slots of one row; a new tile stands behind the last as long as they are enough
Slots = tuple[int, ...]
_COLOURS = (Colour.RED, Colour.BLUE, Colour.YELLOW, Colour.BLACK, None)


@dataclass(frozen=True, slots=True)
class RackOrder:
    """`slots` holds tile ids by place, -1 for a gap; `came` are tiles that came and were not touched since.

    Which are marked as new is settled when they come: later it would change under the hand.
    """

    slots: Slots
    came: tuple[Tile, ...] = ()

    def seen(self, held: Collection[Tile]) -> Slots:
        """Return the slots as they are seen: a tile that is not held now leaves a gap."""
        return _trimmed(tuple(tile if tile in held else GAP for tile in self.slots))

    def fresh(self, rack: tuple[Tile, ...]) -> tuple[Tile, ...]:
        """Return the tiles of the rack that are marked as new; those that undo gave back to the pile are not in it."""
        return tuple(tile for tile in self.came if tile in rack)

    def in_order(self, tiles: tuple[Tile, ...]) -> tuple[Tile, ...]:
        """Return tiles in the order the player has them."""
        return tuple(sorted(tiles, key=self.slots.index))

    def touching(self, tiles: Collection[Tile]) -> RackOrder:
        """Return the order with these tiles new no more."""
        return replace(self, came=tuple(tile for tile in self.came if tile not in tiles))

    def taking(self, came: tuple[Tile, ...], rack: tuple[Tile, ...]) -> RackOrder:
        """Return the order with tiles that came to the rack."""
        return RackOrder(_joined(self.slots, came), _marked((*self.came, *came), rack))

    def sorted_by(self, faces: Sequence[Face], *, groups: bool) -> RackOrder:
        """Sort the rack by runs or by groups; the gaps go."""
        key = _by_group if groups else _by_run
        tiles = (tile for tile in self.slots if tile != GAP)
        return replace(self, slots=tuple(sorted(tiles, key=lambda tile: (*key(faces[tile]), tile))))

    def moved(self, tiles: tuple[Tile, ...], slot: int, rack: tuple[Tile, ...]) -> RackOrder:
        """Put tiles of the rack into a slot and those after it; others give way towards the nearest gap."""
        held = set(rack)
        moving = [tile for tile in tiles if tile in held]
        slots = [GAP if tile in moving else tile for tile in self.slots]
        for place, tile in enumerate(moving, start=slot):
            _insert(slots, tile, place, held)
        return replace(self, slots=_trimmed(tuple(slots))).touching(moving)

    def ordered_as(self, slots: Slots, rack: tuple[Tile, ...]) -> RackOrder:
        """Return the tiles of a rack in an order that was kept."""
        known = tuple(tile if tile in rack else GAP for tile in slots)
        once = tuple(tile if tile == GAP or known.index(tile) == at else GAP for at, tile in enumerate(known))
        return replace(self, slots=fitted(once, rack))

    def on(self, before: View, view: View) -> RackOrder:
        """Return the order on a table that moved on; what came in a turn that is over is new no more."""
        new = tuple(tile for tile in view.rack if tile not in self.slots)
        old = () if turn_ended(before, view) else self.came
        came = _marked((*old, *new), view.rack) if new else tuple(tile for tile in old if tile in view.rack)
        slots = fitted(self.slots, view.rack)
        return RackOrder(_in_one_row(slots) if turn_ended(before, view) else slots, came)


def turn_ended(before: View, after: View) -> bool:
    """Return whether the turn of whoever looks is over."""
    return before.table.to_move == after.seat != after.table.to_move


def fitted(slots: Slots, rack: tuple[Tile, ...]) -> Slots:
    """Return the slots for these tiles: who left leaves a gap, who came stands behind the last, or fills a gap."""
    held = set(rack)
    kept = list(_trimmed(tuple(tile if tile in held else GAP for tile in slots)))
    standing = set(kept)
    return _joined(tuple(kept), tuple(tile for tile in rack if tile not in standing))


def _marked(came: tuple[Tile, ...], rack: tuple[Tile, ...]) -> tuple[Tile, ...]:
    """Return which of the tiles that came are marked; where most of a rack is new, a mark would tell nothing."""
    held = set(rack)
    there = tuple(tile for tile in came if tile in held)
    return there if 2 * len(there) <= len(rack) else ()


def _by_run(face: Face) -> tuple[int, int]:
    return _COLOURS.index(face.colour), face.number


def _by_group(face: Face) -> tuple[int, int]:
    return (face.number if face.colour is not None else 99), _COLOURS.index(face.colour)


def _trimmed(slots: Slots) -> Slots:
    end = len(slots)
    while end and slots[end - 1] == GAP:
        end -= 1
    return slots[:end]


def _joined(slots: Slots, came: tuple[Tile, ...]) -> Slots:
    """Return the slots with new tiles: behind the last, or in gaps when the row is full."""
    kept = list(slots)
    for tile in came:
        if len(kept) >= ROW and GAP in kept:
            kept[kept.index(GAP)] = tile
        else:
            kept.append(tile)
    return tuple(kept)


def _in_one_row(slots: Slots) -> Slots:
    """Close the first gaps until tiles that fit into one row stand in one."""
    kept = list(slots)
    while len(kept) > ROW and GAP in kept and len(kept) - kept.count(GAP) <= ROW:
        kept.remove(GAP)
    return tuple(kept)


def _insert(slots: list[int], tile: int, place: int, held: set[Tile]) -> None:
    """Put a tile into a place; what stands there gives way towards the nearest gap."""
    while len(slots) <= place:
        slots.append(GAP)
    if slots[place] == GAP:
        slots[place] = tile
        return
    free = [at for at, one in enumerate(slots) if one == GAP]
    if not free or (slots[place] not in held and place + 1 == len(slots)):
        slots.insert(place, tile)
        return
    gap = min(free, key=lambda at: (abs(at - place), at < place))
    if gap > place:
        slots[place + 1 : gap + 1] = slots[place:gap]
    else:
        slots[gap:place] = slots[gap + 1 : place + 1]
    slots[place] = tile
