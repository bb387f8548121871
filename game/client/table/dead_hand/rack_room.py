"""How much room the player's rack takes at a dead-hand table.

Law: it stands still during a turn, because the table would move under the pointer. It has room for the tile to be
drawn, does not shrink when tiles are laid and, once lower, does not rise again.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from game.table.state import Phase

if TYPE_CHECKING:
    from game.client.table.dead_hand.turn_state import DeadHandTurnState

# Where tiles of sets would be narrower than fair, a rack of several rows gives the sets some of its height; any rack
# does before a set is hidden.
RACK_SHARES = (0.88, 0.77)


@dataclass(frozen=True, slots=True)
class RackRoom:
    """The least number of slots, and the size of the tiles as a share of the usual one."""

    slots: int = 1
    share: float = 1.0

    def in_turn(self, turn_state: DeadHandTurnState, *, anew: bool) -> RackRoom:
        """Return the room in the same turn or, before its draw, in the next; `anew` lets the rack rise again."""
        view, held = turn_state.view, turn_state.visible_slots
        if view.table.to_move == view.seat and view.phase not in (Phase.START_DRAW, Phase.DRAW):
            return RackRoom(max(self.slots, len(held)), 1.0 if anew else self.share)
        return RackRoom(turn_state.rack.slot_count_after_draw(set(view.rack)))

    def with_share(self, share: float) -> RackRoom:
        """Return the room of a rack with smaller tiles."""
        return replace(self, share=share)

    @property
    def lower_shares(self) -> tuple[float, ...]:
        """Return the shares that the rack may still shrink to, the largest first."""
        return tuple(share for share in RACK_SHARES if share < self.share)
