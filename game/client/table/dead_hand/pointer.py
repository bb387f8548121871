"""The pointer on the board of a dead-hand game: what lies below it and the target of a drop."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.client.table.aims import Aim, TableDrag, Target
from game.client.table.dead_hand.drag import target_at, tile_at
from game.client.table.dead_hand.layout import DeadHandLayout
from game.client.table.dead_hand.turn import DeadHandTurn
from game.client.table.geometry.laid import TileZone
from game.client.table.pointer import LIFT_HEIGHT, Pointer

if TYPE_CHECKING:
    from game.client.events import PointerDown
    from game.client.widgets.boxes import Point, Size
    from game.table.tiles import Tile

CLICK_AIMS = (Aim.SET, Aim.NEW_SET, Aim.THEIR_SET, Aim.PILE)


class DeadHandPointer(Pointer[DeadHandTurn, DeadHandLayout]):
    """The pointer over the board of a dead-hand table."""

    def drag_size(self, layout: DeadHandLayout, tile: Tile) -> Size:  # noqa: ARG002 - every tile of the rack is as large
        """Return a tile's size while it is dragged."""
        return (layout.rack.width, layout.cut.height(layout.rack.width))

    def tile_under(self, layout: DeadHandLayout, at: Point) -> Tile | None:
        """Return the tile of the rack at a point."""
        return tile_at(layout, at, TileZone.RACK)

    def on_press(self, layout: DeadHandLayout, press: PointerDown) -> bool:
        """Handle a press; return whether it was meant for the board."""
        at = press.at
        self.store_press(press)
        tile = self.tile_under(layout, at)
        tile = self._lifted(layout, at) if tile is None else tile  # tile 0 is falsy but valid
        self.pressed = target_at(layout, at, 0.0)
        if tile is not None:
            box = layout.spots[tile].box
            picked = self.turn.turn_state.picked_in_order
            tiles = picked if tile in picked else (tile,)
            grip = (at[0] - box.x, min(at[1] - box.y, box.h))
            self.hand = TableDrag(tile, tiles, at, grip, at)
        return self.begin_lasso(layout, at) or tile is not None or self.pressed is not None

    def _lifted(self, layout: DeadHandLayout, at: Point) -> Tile | None:
        """Return the picked tile whose raised part is under the pointer."""
        found = self.tile_under(layout, (at[0], at[1] + LIFT_HEIGHT))
        return found if found in self.turn.turn_state.picked else None

    def aim_at(self, layout: DeadHandLayout, at: Point) -> Target | None:
        """Return the target of a drop of the carried tiles at a point."""
        found = target_at(layout, at, 0.0)
        if not self.dragging:
            return found if found is not None and found.aim in CLICK_AIMS else None
        if found is not None and found.aim is not Aim.STOCK:
            return found
        held = self.held_boxes(layout).get(self.hand.tile) if self.hand is not None else None
        return target_at(layout, held.centre if held is not None else at)

    def on_release(self, layout: DeadHandLayout, at: Point) -> None:
        """Handle a release: drop what is dragged, pick or use what was clicked."""
        if self.close_lasso(layout):
            return
        hand, pressed = self.hand, self.pressed
        held, aim = self.held_boxes(layout), self.aim
        self.cancel_drag()
        if hand is None:
            if pressed is not None and target_at(layout, at, 0.0) == pressed and not self.is_second_click(pressed):
                self.turn.use_target(pressed)
            return
        if not hand.moving:
            self.click_rack(hand.tile)
            return
        if aim is not None and aim.aim is not Aim.STOCK and self._dropped(layout, hand, aim, at):
            return
        self.on_home(hand.tiles, held)

    def _dropped(self, layout: DeadHandLayout, hand: TableDrag, aim: Target, at: Point) -> bool:
        if aim.aim is not Aim.SLOT and hand.tile not in self.turn.turn_state.picked:
            self.turn.pick_only(hand.tiles)
        return self.turn.drop_tiles(hand.tiles, aim, share_along(layout, aim, at))


def share_along(layout: DeadHandLayout, target: Target, at: Point) -> float | None:
    """Return the position of a point along a set, 0 at its left end to 1 at its right end."""
    if target.aim is not Aim.SET:
        return None
    box = layout.box_of(target)
    return round(min(1.0, max(0.0, (at[0] - box.x) / max(1.0, box.w))), 1)
