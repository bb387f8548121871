"""The pointer at an open table: press, pick, drag tiles or a whole set, drop, click on a target.

Laws: a drag survives whatever happens to the table, or ends by itself when the tile it holds is gone. A set's edge
takes the whole of it; Shift takes a tile and all behind it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.client.board.aims import Aim, Hand
from game.client.board.open_layout import drop_at, heap_around, press_at, tile_at
from game.client.board.sets_layout import TILE

if TYPE_CHECKING:
    from collections.abc import Callable

    from game.client.board.aims import Target
    from game.client.board.open_layout import OpenLayout
    from game.client.events import Mods
    from game.client.scenes.open_table_turn import OpenTurn
    from game.client.widgets.boxes import Box, Point
    from game.table.tiles import Tile

LIFTED = 14.0  # logical px a picked tile of the rack stands higher


class OpenPointer:
    """One pointer over one board."""

    def __init__(self, turn: OpenTurn, on_home: Callable[[tuple[Tile, ...], dict[Tile, Box]], None]) -> None:
        self.turn = turn
        self.hand: Hand | None = None
        self.hover: Tile | None = None
        self.edge: int | None = None  # the heap whose edge the pointer is on
        self.aim: Target | None = None
        self.pressed: Target | None = None
        self._whole: int | None = None
        self._adding = False
        self._on_home = on_home

    @property
    def dragging(self) -> bool:
        """Tell whether tiles hang under the pointer."""
        return self.hand is not None and self.hand.moving

    @property
    def busy(self) -> bool:
        """Tell whether a press is going on."""
        return self.hand is not None or self.pressed is not None

    @property
    def carried(self) -> tuple[Tile, ...]:
        """The tiles that a drop would drop: dragged ones, else picked ones."""
        return self.hand.tiles if self.hand is not None and self.hand.moving else self.turn.bench.ordered

    def held(self, layout: OpenLayout) -> dict[Tile, Box]:
        """Return where the dragged tiles are."""
        if self.hand is None or not self.hand.moving:
            return {}
        box = layout.spots[self.hand.tile].box
        return self.hand.boxes((box.w, TILE.height(box.w)))

    # --- hands ---------------------------------------------------------------------------------------------------

    def down(self, layout: OpenLayout, at: Point, mods: Mods) -> bool:
        """Press; tell whether the board was meant."""
        tile = tile_at(layout, at)
        tile = self._lifted(layout, at) if tile is None else tile
        self.pressed = press_at(layout, at)
        self._whole = heap_around(layout, at) if tile is None else None
        self._adding = mods.shift or mods.ctrl
        if tile is not None:
            box = layout.spots[tile].box
            self.hand = Hand(tile, self._gathered(tile, mods), at, (at[0] - box.x, min(at[1] - box.y, box.h)), at)
        elif self._whole is not None and self.turn.playing:
            heap = self.turn.heap(self._whole)
            placed = layout.heap(self._whole)
            if heap is not None and placed is not None:
                near = min(range(len(heap.tiles)), key=lambda one: abs(placed.tiles[one].centre[0] - at[0]))
                grip = (placed.tiles[near].w / 2, placed.tiles[near].h / 2)
                self.hand = Hand(heap.tiles[near], heap.tiles, at, grip, at)
        return tile is not None or self.pressed is not None

    def _gathered(self, tile: Tile, mods: Mods) -> tuple[Tile, ...]:
        """Return what a drag of a tile takes along: all that is picked, or with Shift the rest of its set."""
        heap = self.turn.arrangement.heap_of(tile)
        if mods.shift and heap is not None:
            return heap.tiles[heap.tiles.index(tile) :]
        picked = self.turn.bench.ordered
        return picked if tile in picked else (tile,)

    def _lifted(self, layout: OpenLayout, at: Point) -> Tile | None:
        """Return the picked tile of the rack whose raised head is under the pointer."""
        found = tile_at(layout, (at[0], at[1] + LIFTED))
        return found if found in self.turn.bench.picked and found in self.turn.arrangement.rack else None

    def moved(self, layout: OpenLayout, at: Point) -> bool:
        """Follow the pointer; tell whether anything that is seen changed."""
        before = (self.hover, self.edge, self.aim, self.hand)
        if self.hand is not None:
            movable = self.hand.tile in self.turn.arrangement.rack or self.turn.playing
            self.hand = self.hand.to(at) if movable else self.hand
        over = None if self.dragging else tile_at(layout, at)
        self.hover = over
        self.edge = None if self.dragging or not self.turn.playing else heap_around(layout, at)
        self.aim = self._aim(layout, at)
        return before != (self.hover, self.edge, self.aim, self.hand)

    def _aim(self, layout: OpenLayout, at: Point) -> Target | None:
        if not self.carried or self.turn.view.table.outcome is not None:
            return None
        found = drop_at(layout, at)
        if self.dragging:
            return found
        return found if found is not None and found.aim is not Aim.SLOT and self.turn.playing else None

    def up(self, layout: OpenLayout, at: Point, clicks: int) -> None:
        """Let go: drop what is dragged, pick or use what was clicked."""
        hand, pressed, whole, adding = self.hand, self.pressed, self._whole, self._adding
        held = self.held(layout)
        aim = drop_at(layout, at) if hand is not None and hand.moving else None
        self.let_go()
        if hand is not None and hand.moving:
            if aim is None or not self.turn.drop(hand.tiles, aim):
                self._on_home(hand.tiles, held)
        elif whole is not None:
            self._click_edge(whole, pressed)
        elif hand is not None:
            self._click_tile(layout, hand.tile, at, clicks, adding=adding)
        elif pressed is not None and press_at(layout, at) == pressed:
            self.use(pressed)

    def _click_edge(self, number: int, pressed: Target | None) -> None:
        """Drop what is picked there, else pick the whole heap."""
        picked = self.turn.bench.ordered
        heap = self.turn.heap(number)
        if picked and pressed is not None and heap is not None and not set(picked) <= set(heap.tiles):
            self.turn.drop(picked, pressed)
        else:
            self.turn.pick_heap(number)

    def _click_tile(self, layout: OpenLayout, tile: Tile, at: Point, clicks: int, *, adding: bool) -> None:
        """Pick a tile; one on the table takes what was picked elsewhere; a double click picks the whole set."""
        heap = self.turn.arrangement.heap_of(tile)
        picked = self.turn.bench.ordered
        if heap is None or adding:
            self.turn.pick(tile)
        elif clicks == 2:
            self.turn.pick_only(())
            self.turn.pick_heap(heap.number)
        elif picked and not set(picked) & set(heap.tiles):
            target = drop_at(layout, at)
            if target is not None:
                self.turn.drop(picked, target)
        else:
            self.turn.pick(tile)

    def use(self, target: Target) -> None:
        """Do what a click on a target means: drop what is picked, else what the place is for."""
        turn = self.turn
        if target.aim is Aim.STOCK:
            turn.draw_or_pass()
        elif target.aim is Aim.CLOSING:
            if turn.closing is not None:
                turn.pick(turn.closing)
        elif target.aim is Aim.READING:
            if target.at > 0:
                turn.read_as(target.index, target.at - 1)
        elif turn.bench.picked:
            turn.drop(turn.bench.ordered, target)

    def let_go(self) -> None:
        """Hold nothing any more."""
        self.hand, self.pressed, self.aim, self._whole = None, None, None, None

    def follow(self) -> None:
        """Keep the drag over a table that moved on, or end it when its tile is gone."""
        loose = self.turn.bench.loose
        if self.hand is not None:
            self.hand = self.hand.keeping(loose)
        if self.hover is not None and self.hover not in loose:
            self.hover = None
        self.edge = None
        if not self.carried:
            self.aim = None
