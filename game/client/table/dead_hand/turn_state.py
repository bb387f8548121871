"""A player's turn state at a dead-hand game: the unsent turn, the order of the rack, the picked tiles, and undo.

Law: a tile laid in the draft keeps its slot until the move is sent, so undo returns it to its place.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, ClassVar

from game.client.table.rack_order import RackOrder, Slots, fitted_slots, turn_ended
from game.session.draft import Draft
from game.session.history import History
from game.table.refusals import Refusal

if TYPE_CHECKING:
    from collections.abc import Iterable

    from game.table.moves import Move
    from game.table.tiles import Tile
    from game.table.view import View


@dataclass(frozen=True, slots=True)
class DeadHandUndoStep:
    """One undo step: the draft, or the order of the rack, before it."""

    draft: Draft | None = None
    slots: Slots | None = None


@dataclass(frozen=True, slots=True)
class DeadHandTurnState:
    """The draft and the rack, frozen: each action returns another turn state."""

    draft: Draft
    rack: RackOrder
    picked: tuple[Tile, ...] = ()
    history: History[DeadHandUndoStep] = field(default_factory=History)
    arrangement: ClassVar[None] = None  # laid tiles are in the draft

    @property
    def view(self) -> View:
        """The table as the draft leaves it."""
        return self.draft.view

    @property
    def slots(self) -> Slots:
        """The slots of the rack, including those kept for laid tiles."""
        return self.rack.slots

    @property
    def visible_slots(self) -> Slots:
        """The visible slots: a tile laid in the draft leaves a gap."""
        return self.rack.visible_slots(set(self.view.rack))

    @property
    def new_tiles(self) -> tuple[Tile, ...]:
        """The tiles of the rack marked as new."""
        return self.rack.new_tiles(self.view.rack)

    @property
    def pickable_tiles(self) -> tuple[Tile, ...]:
        """Every tile that can be picked: those of the rack."""
        return self.view.rack

    @property
    def picked_in_order(self) -> tuple[Tile, ...]:
        """The picked tiles in the order of the rack."""
        return self.rack.in_order(self.picked)

    @property
    def has_begun(self) -> bool:
        """Return whether the draft has steps."""
        return bool(self.draft.steps)

    # --- picking -------------------------------------------------------------------------------------------------

    def with_picked(self, tiles: Iterable[Tile]) -> DeadHandTurnState:
        """Pick exactly these tiles."""
        held = set(self.view.rack)
        chosen = tuple(dict.fromkeys(tile for tile in tiles if tile in held))
        return replace(self, picked=chosen, rack=self.rack.with_touched(chosen))

    # --- the draft -----------------------------------------------------------------------------------------------

    def with_step(self, move: Move) -> DeadHandTurnState | Refusal:
        """Return the turn state with one more step in the draft, or the refusal."""
        tried = self.draft.with_step(move)
        if isinstance(tried, Refusal):
            return tried
        came = tuple(tile for tile in tried.view.rack if tile not in self.slots and tile in self.view.table.pile)
        rack = self.rack.with_new_tiles(came, tried.view.rack)
        return replace(self, draft=tried, rack=rack, history=self._with_draft(), picked=())

    def undo(self) -> DeadHandTurnState:
        """Undo the last action."""
        if not self.history.past:
            return self
        turn_state, inverse = self._swapped(self.history.past[-1])
        return replace(turn_state, history=self.history.undone(inverse))

    def redo(self) -> DeadHandTurnState:
        """Redo the action undone last."""
        if not self.history.future:
            return self
        turn_state, inverse = self._swapped(self.history.future[-1])
        return replace(turn_state, history=self.history.redone(inverse))

    def reset(self) -> DeadHandTurnState:
        """Undo every step of the draft, as one undo step."""
        if not self.draft.steps:
            return replace(self, picked=())
        return replace(self, draft=Draft(self.draft.base), history=self._with_draft(), picked=())

    def _with_draft(self) -> History[DeadHandUndoStep]:
        return self.history.with_step(DeadHandUndoStep(draft=self.draft))

    def _swapped(self, deed: DeadHandUndoStep) -> tuple[DeadHandTurnState, DeadHandUndoStep]:
        inverse = DeadHandUndoStep(
            None if deed.draft is None else self.draft,
            None if deed.slots is None else self.slots,
        )
        draft = self.draft if deed.draft is None else deed.draft
        slots = self.slots if deed.slots is None else fitted_slots(deed.slots, draft.base.rack)
        return replace(self, draft=draft, rack=replace(self.rack, slots=slots), picked=()), inverse

    # --- the rack ------------------------------------------------------------------------------------------------

    def sorted_by(self, *, groups: bool) -> DeadHandTurnState:
        """Sort the rack by runs or by groups, as an undo step."""
        rack = self.rack.sorted_by(self.view.faces, groups=groups)
        if rack.slots == self.slots:
            return self
        return replace(self, rack=rack, history=self.history.with_step(DeadHandUndoStep(slots=self.slots)))

    def with_moved_tiles(self, tiles: tuple[Tile, ...], slot: int) -> DeadHandTurnState:
        """Move rack tiles into a slot and the ones after it; not an undo step."""
        return replace(self, rack=self.rack.with_moved_tiles(tiles, slot, self.view.rack))

    def with_order(self, slots: Slots) -> DeadHandTurnState:
        """Return the turn state with its rack in a saved order."""
        return replace(self, rack=self.rack.with_order(slots, self.draft.base.rack))

    def carried_to(self, view: View, *, crowded: bool = True) -> DeadHandTurnState:
        """Return the turn state for the next table: unsent steps are dropped, the rack keeps its order."""
        base, rack = self.draft.base, self.rack.carried_to(self.draft.base, view, crowded=crowded)
        picked = tuple(tile for tile in self.picked if tile in view.rack)
        # Undo must not bring back the rack of an earlier table.
        history: History[DeadHandUndoStep] = History() if turn_ended(base, view) else self.history.mapped(_order_alone)
        return DeadHandTurnState(Draft(view), rack, picked, history)


def _order_alone(deed: DeadHandUndoStep) -> DeadHandUndoStep | None:
    return None if deed.slots is None else replace(deed, draft=None)


def new_turn_state(view: View) -> DeadHandTurnState:
    """Return the turn state of a new round: the rack in the order received."""
    return DeadHandTurnState(Draft(view), RackOrder(tuple(view.rack)))
