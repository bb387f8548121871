"""Choosing one of several sets for the picked tiles: while it goes on, keys and arrows visit only those sets."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from game.client.table.aims import Target
    from game.client.table.areas import RackArea
    from game.client.table.open.areas import TableArea
    from game.client.table.open.layout import OpenLayout
    from game.client.table.open.turn import OpenTurn
    from game.client.table.shown import ShownMatch
    from game.table.tiles import Tile


class SetChoice:
    """The choice in progress, if any: it ends when the focus goes elsewhere or something else is picked."""

    def __init__(self, shown: ShownMatch[OpenTurn, OpenLayout], rack: RackArea[OpenLayout], sets: TableArea) -> None:
        self._shown, self._rack, self._sets = shown, rack, sets
        self._tiles: tuple[Tile, ...] = ()  # the picked tiles when the choice began
        self._came_from: Target | None = None  # where the focus was before

    @property
    def candidates(self) -> tuple[Target, ...]:
        """Return the candidate places for the picked tiles; empty while the focus is elsewhere."""
        turn, ring = self._shown.turn, self._shown.ring
        here = ring.focus is self._sets and ring.shown
        if turn is None or not here or not self._tiles or turn.turn_state.picked_in_order != self._tiles:
            return ()
        found = turn.legal_moves.accepting_ends(self._tiles)
        return found if len(found) > 1 else ()

    def begin(self) -> None:
        """Begin to choose a set for the picked tiles, remembering the present focus."""
        turn = self._shown.turn
        self._came_from = self._rack.target if self._shown.ring.focus is self._rack else None
        self._tiles = () if turn is None else turn.turn_state.picked_in_order

    def end(self) -> bool:
        """Unpick the tiles and restore the focus; return whether a choice was in progress."""
        turn = self._shown.turn
        if turn is None or not self.candidates:
            return False
        turn.pick_only(())
        if self._came_from is not None:
            self._shown.ring.focus_on(self._rack)
            self._rack.focus_target(self._came_from)
        return True
