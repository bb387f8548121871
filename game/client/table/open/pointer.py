"""The pointer at an open table: picks tiles of rack and table alike, or a whole set.

Laws: a set's edge picks the whole set; with Shift a tile and all after it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.client.table.aims import Aim, TableDrag, Target
from game.client.table.geometry.sets import TILE_PROPORTIONS
from game.client.table.open.layout import OpenLayout, click_target, drop_at, heap_around, tile_at
from game.client.table.open.turn import OpenTurn
from game.client.table.pointer import LIFT_HEIGHT, Pointer
from game.client.table.sprites import TABLE_LIFT_HEIGHT
from game.table.faces import JOKER

if TYPE_CHECKING:
    from collections.abc import Sequence

    from game.client.events import Modifiers, PointerDown
    from game.client.table.pointer import Going
    from game.client.widgets.boxes import Point, Size
    from game.table.tiles import Tile


class OpenPointer(Pointer[OpenTurn, OpenLayout]):
    """The pointer over the board of an open table."""

    def __init__(self, turn: OpenTurn, on_home: Going) -> None:
        super().__init__(turn, on_home)
        self.edge: int | None = None  # the heap whose edge is under the pointer
        self._whole: int | None = None

    def drag_size(self, layout: OpenLayout, tile: Tile) -> Size:
        """Return a tile's size while it is dragged."""
        wide = layout.spots[tile].box.w
        return (wide, TILE_PROPORTIONS.height(wide))

    def tile_under(self, layout: OpenLayout, at: Point) -> Tile | None:
        """Return the tile at a point, on the rack or the table."""
        return tile_at(layout, at)

    def may_drag(self, tile: Tile) -> bool:
        """Return whether a pressed tile may be dragged now; rack tiles always may."""
        return tile in self.turn.arrangement.rack or self.turn.can_play

    def drags_along(self, tile: Tile, picked: Sequence[Tile]) -> bool:
        """Return whether a dragged tile may take picked ones along: only if all are on the rack."""
        return bool(picked) and {tile, *picked} <= set(self.turn.arrangement.rack)

    # --- hands ---------------------------------------------------------------------------------------------------

    def on_press(self, layout: OpenLayout, press: PointerDown) -> bool:
        """Handle a press; return whether it was meant for the board."""
        at = press.at
        self.store_press(press)
        tile = tile_at(layout, at)
        tile = self._lifted(layout, at) if tile is None else tile
        self.pressed = click_target(layout, at)
        self._whole = heap_around(layout, at) if tile is None else None
        if tile is not None:
            box = layout.spots[tile].box
            grip = (at[0] - box.x, min(at[1] - box.y, box.h))
            self.hand = TableDrag(tile, self._gathered(tile, press.mods), at, grip, at)
        elif self._whole is not None and self.turn.can_play:
            heap = self.turn.legal_moves.heap(self._whole)
            placed = layout.placed_heap(self._whole)
            if heap is not None and placed is not None:
                near = min(range(len(heap.tiles)), key=lambda one: abs(placed.tiles[one].centre[0] - at[0]))
                grip = (placed.tiles[near].w / 2, placed.tiles[near].h / 2)
                self.hand = TableDrag(heap.tiles[near], heap.tiles, at, grip, at)
        return self.begin_lasso(layout, at) or tile is not None or self.pressed is not None

    def selectable_tiles(self) -> tuple[Tile, ...]:
        """Return the tiles that a selection box picks: those on the table only in the player's own turn."""
        loose = self.turn.turn_state.pickable_tiles
        return loose if self.turn.can_play else tuple(tile for tile in loose if tile in self.turn.arrangement.rack)

    def _gathered(self, tile: Tile, mods: Modifiers) -> tuple[Tile, ...]:
        """Return the tiles that a drag of a tile takes along: all picked ones, or with Shift the rest of its set."""
        heap = self.turn.arrangement.heap_of(tile)
        if mods.shift and heap is not None:
            return heap.tiles[heap.tiles.index(tile) :]
        picked = self.turn.turn_state.picked_in_order
        return picked if tile in picked else (tile,)

    def _lifted(self, layout: OpenLayout, at: Point) -> Tile | None:
        """Return the picked tile whose raised part is under the pointer."""
        rack = self.turn.arrangement.rack
        for rise, there in ((LIFT_HEIGHT, rack), (TABLE_LIFT_HEIGHT, self.turn.arrangement.tiles_on_table)):
            found = tile_at(layout, (at[0], at[1] + rise))
            if found in self.turn.turn_state.picked and found in there:
                return found
        return None

    def on_move(self, layout: OpenLayout, at: Point) -> bool:
        """Follow the pointer; return whether anything visible changed."""
        changed, before = super().on_move(layout, at), self.edge
        self.edge = None if self.dragging or not self.turn.can_play else heap_around(layout, at)
        return changed or before != self.edge

    def aim_at(self, layout: OpenLayout, at: Point) -> Target | None:
        """Return the target of a drop of the carried tiles at a point."""
        if self.turn.view.table.outcome is not None:
            return None
        found = self._drop_at(layout, at, self.carried_tiles)
        if self.dragging:
            return found
        tile, picked = tile_at(layout, at), self.carried_tiles
        if tile is not None and picked and self.turn.can_play:
            heap = self.turn.arrangement.heap_of(tile)
            aim = None if heap is None or set(picked) & set(heap.tiles) else self._aim_on(layout, tile, at, picked)
            found = aim or found  # where the set refuses, that place tells why
        return found if found is not None and found.aim is not Aim.SLOT and self.turn.can_play else None

    def _drop_at(self, layout: OpenLayout, at: Point, tiles: tuple[Tile, ...]) -> Target | None:
        """Return the target for tiles dropped at a point: a joker they replace, or a place beside what lies there."""
        moves = self.turn.legal_moves

        def accepting() -> tuple[int, ...]:
            return moves.accepting_heaps(tiles) if moves.checks_sets else ()

        return moves.joker_under(tiles, tile_at(layout, at)) or drop_at(layout, at, accepting)

    def _aim_on(self, layout: OpenLayout, tile: Tile, at: Point, picked: tuple[Tile, ...]) -> Target | None:
        """Return what a click on a tile of the table does with tiles picked elsewhere; None where its set refuses them.

        They go to its set where they fit, or where they split it in two; else the tile may be picked, too.
        """
        moves, heap = self.turn.legal_moves, self.turn.arrangement.heap_of(tile)
        if heap is None or self._takes(tile, picked):
            return self._drop_at(layout, at, picked)
        split = moves.split_with(picked, heap.number)
        if split is not None:
            return Target(Aim.SPLIT, heap.number, split[0])
        return Target(Aim.TILE, heap.number, heap.tiles.index(tile)) if moves.may_gather(picked, tile) else None

    def _takes(self, tile: Tile, picked: tuple[Tile, ...]) -> bool:
        """Return whether a click on a tile of the table drops the picked tiles on its set.

        A free joker is picked until it makes them a set. A table without checks never shows that; and a highlighted
        set accepts the click, to explain the refusal.
        """
        turn, heap = self.turn, self.turn.arrangement.heap_of(tile)
        moves = turn.legal_moves
        if heap is None or turn.helper.lies_in_marked_set(tile) or not (turn.can_play and moves.checks_sets):
            return True
        free_joker = len(heap.tiles) == 1 and turn.view.faces[tile] == JOKER
        helps = heap.number in moves.accepting_heaps(picked) if free_joker else moves.helps_heap(picked, heap.number)
        return helps or moves.joker_under(picked, tile) is not None

    def on_release(self, layout: OpenLayout, at: Point) -> None:
        """Handle a release: drop what is dragged, pick or use what was clicked."""
        if self.close_lasso(layout):
            return
        hand, pressed, whole = self.hand, self.pressed, self._whole
        held = self.held_boxes(layout)
        aim = self._drop_at(layout, at, hand.tiles) if hand is not None and hand.moving else None
        self.cancel_drag()
        if hand is not None and hand.moving:
            if aim is None or not self.turn.drop_tiles(hand.tiles, aim):
                self.on_home(hand.tiles, held)
        elif whole is not None:
            if not self._split_at_gap(layout, whole, at):
                self._click_edge(whole, pressed)
        elif hand is not None:
            self._click_tile(layout, hand.tile, at)
        elif pressed is not None and click_target(layout, at) == pressed and not self.is_second_click(pressed):
            self.turn.use_target(pressed)

    def _split_at_gap(self, layout: OpenLayout, number: int, at: Point) -> bool:
        """Cut a broken heap whose gap was clicked with nothing picked, where that makes two sets of it."""
        placed = layout.placed_heap(number)
        in_gap = placed is not None and placed.gap is not None and placed.gap.contains(at)
        return in_gap and not self.turn.turn_state.picked and self.turn.split_in_two(number)

    def _click_edge(self, number: int, pressed: Target | None) -> None:
        """Drop the picked tiles there, else pick the whole heap."""
        picked = self.turn.turn_state.picked_in_order
        heap = self.turn.legal_moves.heap(number)
        if picked and pressed is not None and heap is not None and not set(picked) <= set(heap.tiles):
            self.turn.drop_tiles(picked, pressed)
        else:
            self.turn.pick_heap(number)

    def _click_tile(self, layout: OpenLayout, tile: Tile, at: Point) -> None:
        """Pick a tile; one on the table takes the tiles picked elsewhere, is picked too, or refuses them.

        A double click picks the whole set.
        """
        heap = self.turn.arrangement.heap_of(tile)
        picked = self.turn.turn_state.picked_in_order
        if heap is None:
            self.click_rack(tile)
        elif self.ranging:
            self.turn.pick_up_to(tile)
        elif self.adding:
            self.turn.pick(tile)
        elif self.clicks == 2:
            self.turn.pick_only(())
            self.turn.pick_heap(heap.number)
        elif picked and not set(picked) & set(heap.tiles):
            target = self._aim_on(layout, tile, at, picked)
            if target is None:
                self.turn.explain_misfit(picked, heap.number)
            elif target.aim is Aim.TILE:
                self.turn.pick(tile)
            else:
                self.turn.drop_tiles(picked, target)
        else:
            self.turn.pick(tile)

    def cancel_drag(self) -> None:
        """End any drag or press."""
        super().cancel_drag()
        self._whole = None

    def on_leave(self) -> None:
        """Clear all state: the pointer left the window."""
        super().on_leave()
        self.edge = None

    def update_drag(self) -> None:
        """Keep a drag over a changed table, or end it when its tile is gone."""
        super().update_drag()
        self.edge = None
