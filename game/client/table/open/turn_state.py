"""A player's turn state at an open table: the turn's arrangement, the order of the rack, the picked tiles, and undo.

Laws: a frozen value; tiles of the rack and of the table can be picked alike; undo restores heaps and rack. An
arrangement survives the player's own draw, but no other change of the table.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from game.client.table.rack_order import EMPTY_SLOT, SLOTS_PER_ROW, RackOrder, Slots, turn_ended
from game.session.arrangement import Arrangement
from game.session.history import History
from game.table.tiles import NO_TILE

if TYPE_CHECKING:
    from collections.abc import Iterable

    from game.session.arrangement import Heap
    from game.table.tiles import Tile
    from game.table.view import View

RACK_SLOTS = 2 * SLOTS_PER_ROW  # slots of the usual rack of two rows


@dataclass(frozen=True, slots=True)
class OpenUndoStep:
    """One undo step: the heaps and the order of the rack before it."""

    heaps: tuple[Heap, ...]
    slots: Slots


@dataclass(frozen=True, slots=True)
class OpenTurnState:
    """The arrangement and the rack, frozen: each action returns another turn state."""

    arrangement: Arrangement
    rack: RackOrder
    picked: tuple[Tile, ...] = ()
    history: History[OpenUndoStep] = field(default_factory=History)

    @property
    def view(self) -> View:
        """The table as it lies, without the unsent arrangement."""
        return self.arrangement.base

    @property
    def visible_slots(self) -> Slots:
        """The visible slots: a rack tile laid on the table leaves a gap."""
        return self.rack.visible_slots(set(self.arrangement.rack))

    @property
    def slots(self) -> Slots:
        """The slots of the rack, including those kept for laid tiles."""
        return self.rack.slots

    @property
    def new_tiles(self) -> tuple[Tile, ...]:
        """The tiles that came and were not touched since."""
        return self.rack.new_tiles(self.view.rack)

    @property
    def pickable_tiles(self) -> tuple[Tile, ...]:
        """Every tile that can be picked: on the rack, on the table, and the closing tile."""
        closing = () if self.view.table.closing == NO_TILE else (self.view.table.closing,)
        return (*self.arrangement.rack_tiles, *self.arrangement.tiles_on_table, *closing)

    @property
    def picked_in_order(self) -> tuple[Tile, ...]:
        """The picked tiles in the order they would be laid: those of the table, those of the rack, the closing tile."""
        laid = [tile for tile in self.arrangement.tiles_on_table if tile in self.picked]
        rack = [tile for tile in self.arrangement.rack if tile in self.picked]
        rest = [tile for tile in self.picked if tile not in laid and tile not in rack]
        return (*laid, *self.rack.in_order(tuple(rack)), *rest)

    @property
    def has_begun(self) -> bool:
        """Return whether anything on the table was moved."""
        return self.arrangement.touched

    # --- picking -------------------------------------------------------------------------------------------------

    def with_picked(self, tiles: Iterable[Tile]) -> OpenTurnState:
        """Pick exactly these tiles."""
        there = set(self.pickable_tiles)
        chosen = tuple(dict.fromkeys(tile for tile in tiles if tile in there))
        return replace(self, picked=chosen, rack=self.rack.with_touched(chosen))

    # --- deeds ---------------------------------------------------------------------------------------------------

    def with_arrangement(self, arrangement: Arrangement) -> OpenTurnState:
        """Return the turn state with another arrangement as one undo step; nothing stays picked."""
        if arrangement.heaps == self.arrangement.heaps:
            return replace(self, picked=())
        return replace(self, arrangement=arrangement, picked=(), history=self.history.with_step(self._deed()))

    def with_moved_tiles(self, tiles: tuple[Tile, ...], slot: int) -> OpenTurnState:
        """Move rack tiles into a slot and the ones after it; not an undo step."""
        return replace(self, rack=self.rack.with_moved_tiles(tiles, slot, self.view.rack))

    def with_order(self, slots: Slots) -> OpenTurnState:
        """Return the turn state with its rack in a saved order."""
        return replace(self, rack=self.rack.with_order(slots, self.view.rack))

    def sorted_by(self, *, groups: bool) -> OpenTurnState:
        """Sort the rack by runs or by groups, as an undo step."""
        rack = self.rack.sorted_by(self.view.faces, groups=groups)
        if rack.slots == self.rack.slots:
            return self
        return replace(self, rack=rack, history=self.history.with_step(self._deed()))

    def reset(self) -> OpenTurnState:
        """Restore the table as it was at the start of the turn, as one undo step."""
        return self.with_arrangement(self.arrangement.reset())

    def undo(self) -> OpenTurnState:
        """Undo the last action."""
        if not self.history.past:
            return self
        return replace(self._restored(self.history.past[-1]), history=self.history.undone(self._deed()))

    def redo(self) -> OpenTurnState:
        """Redo the action undone last."""
        if not self.history.future:
            return self
        return replace(self._restored(self.history.future[-1]), history=self.history.redone(self._deed()))

    def _deed(self) -> OpenUndoStep:
        return OpenUndoStep(self.arrangement.heaps, self.rack.slots)

    def _restored(self, deed: OpenUndoStep) -> OpenTurnState:
        arrangement = replace(self.arrangement, heaps=deed.heaps)
        return replace(self, arrangement=arrangement, rack=self.rack.with_order(deed.slots, self.view.rack), picked=())

    # --- the next table ------------------------------------------------------------------------------------------

    def carried_to(self, view: View, *, crowded: bool = True) -> OpenTurnState:
        """Return the turn state for the next table: the rack keeps its order.

        The arrangement is kept where still possible.
        """
        rack = self.rack.carried_to(self.view, view, crowded=crowded)
        if not self._still_holds(view):
            there = {*view.rack, *(tile for meld in view.table.melds for tile in meld.tiles)}
            ended = turn_ended(self.view, view)
            picked = () if ended else tuple(tile for tile in self.picked if tile in there)
            there_now = Arrangement.of(view, self.arrangement.heaps)
            sorts: History[OpenUndoStep] = History() if ended else History(self._sorts(there_now))
            return OpenTurnState(there_now, rack, picked, sorts)
        return replace(self, rack=rack, arrangement=replace(self.arrangement, base=view))

    def _sorts(self, arrangement: Arrangement) -> tuple[OpenUndoStep, ...]:
        """Keep of the undo steps only those that changed the order of the rack; tiles that came or left are no step."""
        kept: list[OpenUndoStep] = []
        later = self.rack.slots
        for deed in reversed(self.history.past):
            if _order(deed.slots, later) != _order(later, deed.slots):
                kept.append(OpenUndoStep(arrangement.heaps, deed.slots))
            later = deed.slots
        return tuple(reversed(kept))

    def _still_holds(self, view: View) -> bool:
        """Return whether only the rack grew, so that the arrangement can be kept."""
        old = self.view.table
        racks = zip(view.table.racks, old.racks, strict=True)
        alone = all(rack == before for seat, (rack, before) in enumerate(racks) if seat != view.seat)
        same = view.table.melds == old.melds and view.table.to_move == view.seat and view.table.round == old.round
        closing = old.closing != NO_TILE and old.closing in self.arrangement.played
        return same and alone and set(self.view.rack) <= set(view.rack) and not closing and view.table.outcome is None


def _order(slots: Slots, others: Slots) -> list[int]:
    """Return the order of the tiles that are in both."""
    return [tile for tile in slots if tile in others and tile != EMPTY_SLOT]


def new_open_turn_state(view: View) -> OpenTurnState:
    """Return the turn state of a new round: the rack in the order received, the table as it lies."""
    return OpenTurnState(Arrangement.of(view), RackOrder(tuple(view.rack), room=RACK_SLOTS))
