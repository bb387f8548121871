"""A player's bench: the unsent turn, the order of the rack, what is picked, and what undo brings back.

Laws: a frozen value; the program never moves a tile of the rack by itself: a tile that left keeps its gap, a new one
takes a free slot. A tile laid in the draft keeps its slot until the move is real, so undo puts it back where it stood.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from game.session.draft import Draft
from game.table.faces import Colour, Face
from game.table.refusals import Refusal

if TYPE_CHECKING:
    from collections.abc import Iterable

    from game.table.moves import Move
    from game.table.tiles import Tile
    from game.table.view import View

GAP = -1
ROW = 15  # slots of one row; a new tile stands behind the last as long as they are enough
Slots = tuple[int, ...]
_COLOURS = (Colour.RED, Colour.BLUE, Colour.YELLOW, Colour.BLACK, None)


@dataclass(frozen=True, slots=True)
class Deed:
    """What one undo brings back: the draft, or the order of the rack, as it was before."""

    draft: Draft | None = None
    slots: Slots | None = None


@dataclass(frozen=True, slots=True)
class DeadHandBench:
    """`slots` holds tile ids by place, -1 for a gap; `came` are tiles that came and were not touched since.

    Which are marked as new is settled when they come: later it would change under the hand.
    """

    draft: Draft
    slots: Slots
    picked: tuple[Tile, ...] = ()
    came: tuple[Tile, ...] = ()
    past: tuple[Deed, ...] = ()
    future: tuple[Deed, ...] = ()

    @property
    def view(self) -> View:
        """The table as the draft leaves it."""
        return self.draft.view

    @property
    def shown(self) -> Slots:
        """The slots as they are seen: a tile laid in the draft leaves a gap."""
        held = set(self.view.rack)
        return _trimmed(tuple(tile if tile in held else GAP for tile in self.slots))

    @property
    def fresh(self) -> tuple[Tile, ...]:
        """The tiles of the rack marked as new: one that undo gave back to the pile is not, until redo brings it."""
        held = set(self.view.rack)
        return tuple(tile for tile in self.came if tile in held)

    @property
    def loose(self) -> tuple[Tile, ...]:
        """Every tile that can be picked: those of the rack."""
        return self.view.rack

    @property
    def ordered(self) -> tuple[Tile, ...]:
        """The picked tiles in the order the player has them."""
        return self.in_rack_order(self.picked)

    @property
    def touched(self) -> bool:
        """Tell whether the draft has steps."""
        return bool(self.draft.steps)

    # --- picking -------------------------------------------------------------------------------------------------

    def picking(self, tiles: Iterable[Tile]) -> DeadHandBench:
        """Pick exactly these tiles."""
        held = set(self.view.rack)
        chosen = tuple(dict.fromkeys(tile for tile in tiles if tile in held))
        return replace(self, picked=chosen, came=tuple(tile for tile in self.came if tile not in chosen))

    def toggled(self, tile: Tile) -> DeadHandBench:
        """Pick a tile, or put it down again."""
        if tile in self.picked:
            return self.picking(one for one in self.picked if one != tile)
        return self.picking((*self.picked, tile))

    def in_rack_order(self, tiles: tuple[Tile, ...]) -> tuple[Tile, ...]:
        """Return tiles in the order the player has them."""
        return tuple(sorted(tiles, key=self.slots.index))

    # --- the draft -----------------------------------------------------------------------------------------------

    def trying(self, move: Move) -> DeadHandBench | Refusal:
        """Return the bench with one more step in the draft, or why not."""
        tried = self.draft.trying(move)
        if isinstance(tried, Refusal):
            return tried
        past = (*self.past, Deed(draft=self.draft))
        came = tuple(tile for tile in tried.view.rack if tile not in self.slots and tile in self.view.table.pile)
        slots = _joined(self.slots, came)
        marked = _marked((*self.came, *came), tried.view.rack)
        return replace(self, draft=tried, slots=slots, came=marked, past=past, future=(), picked=())

    def undo(self) -> DeadHandBench:
        """Take the last deed back."""
        if not self.past:
            return self
        bench, inverse = self._swapped(self.past[-1])
        return replace(bench, past=self.past[:-1], future=(*self.future, inverse))

    def redo(self) -> DeadHandBench:
        """Do again what was undone last."""
        if not self.future:
            return self
        bench, inverse = self._swapped(self.future[-1])
        return replace(bench, past=(*self.past, inverse), future=self.future[:-1])

    def reset(self) -> DeadHandBench:
        """Take every step of the draft back, as one deed."""
        if not self.draft.steps:
            return replace(self, picked=())
        past = (*self.past, Deed(draft=self.draft))
        return replace(self, draft=Draft(self.draft.base), past=past, future=(), picked=())

    def _swapped(self, deed: Deed) -> tuple[DeadHandBench, Deed]:
        inverse = Deed(
            None if deed.draft is None else self.draft,
            None if deed.slots is None else self.slots,
        )
        draft = self.draft if deed.draft is None else deed.draft
        slots = self.slots if deed.slots is None else _fitted(deed.slots, draft.base.rack)
        return replace(self, draft=draft, slots=slots, picked=()), inverse

    # --- the rack ------------------------------------------------------------------------------------------------

    def sorted_by(self, *, groups: bool) -> DeadHandBench:
        """Sort the rack by runs or by groups, as a deed that can be undone."""
        faces = self.view.faces
        key = _by_group if groups else _by_run
        tiles = sorted((tile for tile in self.slots if tile != GAP), key=lambda tile: (*key(faces[tile]), tile))
        slots = tuple(tiles)
        if slots == self.slots:
            return self
        return replace(self, slots=slots, past=(*self.past, Deed(slots=self.slots)), future=())

    def moved(self, tiles: tuple[Tile, ...], slot: int) -> DeadHandBench:
        """Put tiles of the rack into a slot and those after it; others give way towards the nearest gap."""
        held = set(self.view.rack)
        moving = [tile for tile in tiles if tile in held]
        slots = [GAP if tile in moving else tile for tile in self.slots]
        for place, tile in enumerate(moving, start=slot):
            _insert(slots, tile, place, held)
        came = tuple(tile for tile in self.came if tile not in moving)
        return replace(self, slots=_trimmed(tuple(slots)), came=came)

    def ordered_as(self, slots: Slots) -> DeadHandBench:
        """Return the bench with the rack in an order that was kept."""
        known = tuple(tile if tile == GAP or tile in self.view.rack else GAP for tile in slots)
        once = tuple(tile if tile == GAP or known.index(tile) == at else GAP for at, tile in enumerate(known))
        return replace(self, slots=_fitted(once, self.draft.base.rack))

    def on(self, view: View) -> DeadHandBench:
        """Return the bench for a table that moved on: unsent steps are dropped, the rack keeps its order."""
        slots = _fitted(self.slots, view.rack)
        new = tuple(tile for tile in view.rack if tile not in self.slots)
        held = set(view.rack)
        ended = turn_ended(self.draft.base, view)
        old = () if ended else self.came  # what came in a turn that is over is new no more
        past, future = ((), ()) if ended else (self.past, self.future)  # nor is a rack of old times wanted back
        return DeadHandBench(
            Draft(view),
            slots,
            tuple(tile for tile in self.picked if tile in held),
            _marked((*old, *new), view.rack) if new else tuple(tile for tile in old if tile in held),
            tuple(replace(deed, draft=None) for deed in past if deed.slots is not None),
            tuple(replace(deed, draft=None) for deed in future if deed.slots is not None),
        )


def _marked(came: tuple[Tile, ...], rack: tuple[Tile, ...]) -> tuple[Tile, ...]:
    """Return which of the tiles that came are marked; where most of a rack is new, a mark would tell nothing."""
    held = set(rack)
    there = tuple(tile for tile in came if tile in held)
    return there if 2 * len(there) <= len(rack) else ()


def turn_ended(before: View, after: View) -> bool:
    """Tell whether the turn of whoever looks is over."""
    return before.table.to_move == after.seat != after.table.to_move


def fresh_bench(view: View) -> DeadHandBench:
    """Return the bench of a new round: the rack in the order received."""
    return DeadHandBench(Draft(view), tuple(view.rack))


def _by_run(face: Face) -> tuple[int, int]:
    return _COLOURS.index(face.colour), face.number


def _by_group(face: Face) -> tuple[int, int]:
    return (face.number if face.colour is not None else 99), _COLOURS.index(face.colour)


def _trimmed(slots: Slots) -> Slots:
    end = len(slots)
    while end and slots[end - 1] == GAP:
        end -= 1
    return slots[:end]


def _fitted(slots: Slots, rack: tuple[Tile, ...]) -> Slots:
    """Return the slots for these tiles: who left leaves a gap, who came stands behind the last, or fills a gap."""
    held = set(rack)
    kept = list(_trimmed(tuple(tile if tile in held else GAP for tile in slots)))
    standing = set(kept)
    return _joined(tuple(kept), tuple(tile for tile in rack if tile not in standing))


def _joined(slots: Slots, came: tuple[Tile, ...]) -> Slots:
    """Return the slots with new tiles: behind the last, or in gaps when the row is full."""
    kept = list(slots)
    for tile in came:
        if len(kept) >= ROW and GAP in kept:
            kept[kept.index(GAP)] = tile
        else:
            kept.append(tile)
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
