"""The pointer at an open table: picks tiles of rack and table alike, or a whole set.

Laws: a set's edge picks the whole set; with Shift a tile and all after it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.client.table.aims import Aim, TableDrag, Target
from game.client.table.geometry.sets import TILE
from game.client.table.open.layout import OpenLayout, drop_at, heap_around, press_at, tile_at
from game.client.table.open.turn import OpenTurn
from game.client.table.pointer import LIFT_HEIGHT, Pointer
from game.client.table.sprites import LAID_LIFT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from game.client.events import Mods, PointerDown
    from game.client.table.pointer import Going
    from game.client.widgets.boxes import Point, Size
    from game.table.tiles import Tile


class OpenPointer(Pointer[OpenTurn, OpenLayout]):
    """The pointer over the board of an open table."""

    def __init__(self, turn: OpenTurn, on_home: Going) -> None:
        super().__init__(turn, on_home)
        self.edge: int | None = None  # the heap whose edge is under the pointer
        self._whole: int | None = None

    def size_of(self, layout: OpenLayout, tile: Tile) -> Size:
        """Return a tile's size while it is dragged."""
        wide = layout.spots[tile].box.w
        return (wide, TILE.height(wide))

    def tile_under(self, layout: OpenLayout, at: Point) -> Tile | None:
        """Return the tile at a point, on the rack or the table."""
        return tile_at(layout, at)

    def may_drag(self, tile: Tile) -> bool:
        """Return whether a pressed tile may be dragged now; rack tiles always may."""
        return tile in self.turn.arrangement.rack or self.turn.playing

    def goes_with(self, tile: Tile, picked: Sequence[Tile]) -> bool:
        """Return whether a dragged tile may take picked ones along: only if all are on the rack."""
        return bool(picked) and {tile, *picked} <= set(self.turn.arrangement.rack)

    # --- hands ---------------------------------------------------------------------------------------------------

    def down(self, layout: OpenLayout, press: PointerDown) -> bool:
        """Handle a press; return whether it was meant for the board."""
        at = press.at
        self.press(press)
        tile = tile_at(layout, at)
        tile = self._lifted(layout, at) if tile is None else tile
        self.pressed = press_at(layout, at)
        self._whole = heap_around(layout, at) if tile is None else None
        if tile is not None:
            box = layout.spots[tile].box
            grip = (at[0] - box.x, min(at[1] - box.y, box.h))
            self.hand = TableDrag(tile, self._gathered(tile, press.mods), at, grip, at)
        elif self._whole is not None and self.turn.playing:
            heap = self.turn.ahead.heap(self._whole)
            placed = layout.heap(self._whole)
            if heap is not None and placed is not None:
                near = min(range(len(heap.tiles)), key=lambda one: abs(placed.tiles[one].centre[0] - at[0]))
                grip = (placed.tiles[near].w / 2, placed.tiles[near].h / 2)
                self.hand = TableDrag(heap.tiles[near], heap.tiles, at, grip, at)
        return self.cast(layout, at) or tile is not None or self.pressed is not None

    def within_reach(self) -> tuple[Tile, ...]:
        """Return the tiles that a selection box picks: those on the table only in the player's own turn."""
        loose = self.turn.turn_state.loose
        return loose if self.turn.playing else tuple(tile for tile in loose if tile in self.turn.arrangement.rack)

    def _gathered(self, tile: Tile, mods: Mods) -> tuple[Tile, ...]:
        """Return the tiles that a drag of a tile takes along: all picked ones, or with Shift the rest of its set."""
        heap = self.turn.arrangement.heap_of(tile)
        if mods.shift and heap is not None:
            return heap.tiles[heap.tiles.index(tile) :]
        picked = self.turn.turn_state.ordered
        return picked if tile in picked else (tile,)

    def _lifted(self, layout: OpenLayout, at: Point) -> Tile | None:
        """Return the picked tile whose raised part is under the pointer."""
        rack = self.turn.arrangement.rack
        for rise, there in ((LIFT_HEIGHT, rack), (LAID_LIFT, self.turn.arrangement.laid)):
            found = tile_at(layout, (at[0], at[1] + rise))
            if found in self.turn.turn_state.picked and found in there:
                return found
        return None

    def moved(self, layout: OpenLayout, at: Point) -> bool:
        """Follow the pointer; return whether anything visible changed."""
        changed, before = super().moved(layout, at), self.edge
        self.edge = None if self.dragging or not self.turn.playing else heap_around(layout, at)
        return changed or before != self.edge

    def aim_at(self, layout: OpenLayout, at: Point) -> Target | None:
        """Return the target of a drop of the carried tiles at a point."""
        if self.turn.view.table.outcome is not None:
            return None
        found = self._drop_at(layout, at, self.carried)
        if self.dragging:
            return found
        tile = tile_at(layout, at)
        heap = None if tile is None else self.turn.arrangement.heap_of(tile)
        if tile is not None and heap is not None and self._gathers(tile, self.carried):
            return Target(Aim.TILE, heap.number, heap.tiles.index(tile))
        return found if found is not None and found.aim is not Aim.SLOT and self.turn.playing else None

    def _drop_at(self, layout: OpenLayout, at: Point, tiles: tuple[Tile, ...]) -> Target | None:
        """Return the target for tiles dropped at a point: a joker they replace, or a place beside what lies there."""
        return self.turn.ahead.joker_under(tiles, tile_at(layout, at)) or drop_at(layout, at)

    def _gathers(self, tile: Tile, picked: tuple[Tile, ...]) -> bool:
        """Return whether a click on a tile of the table also picks it, because the picked tiles do not fit its set.

        A table without checks never shows that; and a highlighted set accepts the click, to explain the refusal.
        """
        turn, heap = self.turn, self.turn.arrangement.heap_of(tile)
        if turn.helper.waits(tile):
            return False
        if not (picked and heap is not None and turn.playing and turn.ahead.checked) or set(picked) & set(heap.tiles):
            return False
        return not turn.ahead.serves(picked, heap.number) and turn.ahead.joker_under(picked, tile) is None

    def up(self, layout: OpenLayout, at: Point) -> None:
        """Handle a release: drop what is dragged, pick or use what was clicked."""
        if self.close_lasso(layout):
            return
        hand, pressed, whole = self.hand, self.pressed, self._whole
        held = self.held(layout)
        aim = self._drop_at(layout, at, hand.tiles) if hand is not None and hand.moving else None
        self.let_go()
        if hand is not None and hand.moving:
            if aim is None or not self.turn.drop(hand.tiles, aim):
                self.on_home(hand.tiles, held)
        elif whole is not None:
            self._click_edge(whole, pressed)
        elif hand is not None:
            self._click_tile(layout, hand.tile, at)
        elif pressed is not None and press_at(layout, at) == pressed and not self.again(pressed):
            self.turn.use(pressed)

    def _click_edge(self, number: int, pressed: Target | None) -> None:
        """Drop the picked tiles there, else pick the whole heap."""
        picked = self.turn.turn_state.ordered
        heap = self.turn.ahead.heap(number)
        if picked and pressed is not None and heap is not None and not set(picked) <= set(heap.tiles):
            self.turn.drop(picked, pressed)
        else:
            self.turn.pick_heap(number)

    def _click_tile(self, layout: OpenLayout, tile: Tile, at: Point) -> None:
        """Pick a tile; one on the table takes the tiles picked elsewhere, or is picked too if they do not fit.

        A double click picks the whole set.
        """
        heap = self.turn.arrangement.heap_of(tile)
        picked = self.turn.turn_state.ordered
        if heap is None:
            self.click_rack(tile)
        elif self.ranging:
            self.turn.pick_up_to(tile)
        elif self.adding:
            self.turn.pick(tile)
        elif self.clicks == 2:
            self.turn.pick_only(())
            self.turn.pick_heap(heap.number)
        elif picked and not set(picked) & set(heap.tiles) and not self._gathers(tile, picked):
            target = self._drop_at(layout, at, picked)
            if target is not None:
                self.turn.drop(picked, target)
        else:
            self.turn.pick(tile)

    def let_go(self) -> None:
        """End any drag or press."""
        super().let_go()
        self._whole = None

    def leave(self) -> None:
        """Clear all state: the pointer left the window."""
        super().leave()
        self.edge = None

    def follow(self) -> None:
        """Keep a drag over a changed table, or end it when its tile is gone."""
        super().follow()
        self.edge = None
