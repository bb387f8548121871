"""The pointer on the board: press, pick, drag, drop, click on a target; what lies under it and what a drop would do.

Law: a drag survives whatever happens to the table, or ends by itself when the tile it holds is gone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.client.board.aims import Aim, Hand, Target
from game.client.board.drag import target_at, tile_at
from game.client.board.layout import Lies

if TYPE_CHECKING:
    from collections.abc import Callable

    from game.client.board.layout import Layout
    from game.client.scenes.table_turn import Turn
    from game.client.widgets.boxes import Box, Point
    from game.table.tiles import Tile


class Pointer:
    """One pointer over one board."""

    def __init__(self, turn: Turn, on_home: Callable[[tuple[Tile, ...], dict[Tile, Box]], None]) -> None:
        self.turn = turn
        self.hand: Hand | None = None
        self.hover: Tile | None = None
        self.aim: Target | None = None  # what a drag, or the pointer with picked tiles, is over
        self.pressed: Target | None = None  # what the left button went down on
        self._on_home = on_home

    @property
    def dragging(self) -> bool:
        """Tell whether tiles hang under the pointer."""
        return self.hand is not None and self.hand.moving

    @property
    def carried(self) -> tuple[Tile, ...]:
        """The tiles that a drop would drop: dragged ones, else picked ones."""
        if self.hand is not None and self.hand.moving:
            return self.hand.tiles
        return self.turn.ordered

    def held(self, layout: Layout) -> dict[Tile, Box]:
        """Return where the dragged tiles are."""
        if self.hand is None or not self.hand.moving:
            return {}
        return self.hand.boxes((layout.rack.width, layout.cut.height(layout.rack.width)))

    # --- hands ---------------------------------------------------------------------------------------------------

    def down(self, layout: Layout, at: Point) -> bool:
        """Press; tell whether the board was meant."""
        tile = tile_at(layout, at, Lies.RACK)
        tile = self._lifted(layout, at) if tile is None else tile  # tile 0 is a tile
        self.pressed = target_at(layout, at, 0.0)
        if tile is not None:
            box = layout.spots[tile].box
            picked = self.turn.ordered
            tiles = picked if tile in picked else (tile,)
            grip = (at[0] - box.x, min(at[1] - box.y, box.h))
            self.hand = Hand(tile, tiles, at, grip, at)
        return tile is not None or self.pressed is not None

    def _lifted(self, layout: Layout, at: Point) -> Tile | None:
        """Return the picked tile whose raised head is under the pointer."""
        found = tile_at(layout, (at[0], at[1] + 14.0), Lies.RACK)
        return found if found in self.turn.bench.picked else None

    def moved(self, layout: Layout, at: Point) -> bool:
        """Follow the pointer; tell whether anything that is seen changed."""
        before = (self.hover, self.aim, self.hand)
        if self.hand is not None:
            self.hand = self.hand.to(at)
        self.hover = None if self.dragging else tile_at(layout, at, Lies.RACK)
        self.aim = self._aim(layout, at)
        return before != (self.hover, self.aim, self.hand)

    def _aim(self, layout: Layout, at: Point) -> Target | None:
        if not self.carried:
            return None
        if not self.dragging:
            aim = target_at(layout, at, 0.0)
            return aim if aim is not None and aim.aim in (Aim.SET, Aim.NEW_SET, Aim.THEIR_SET, Aim.PILE) else None
        found = target_at(layout, at, 0.0)
        if found is not None and found.aim is not Aim.STOCK:
            return found
        held = self.held(layout).get(self.hand.tile) if self.hand is not None else None
        return target_at(layout, held.centre if held is not None else at)

    def up(self, layout: Layout, at: Point) -> None:
        """Let go: drop what is dragged, pick what was clicked, use what was clicked."""
        hand, pressed = self.hand, self.pressed
        held, aim = self.held(layout), self.aim
        self.let_go()
        if hand is None:
            if pressed is not None and target_at(layout, at, 0.0) == pressed:
                self.turn.use(pressed)
            return
        if not hand.moving:
            self.turn.pick(hand.tile)
            return
        if aim is not None and aim.aim is not Aim.STOCK and self._dropped(layout, hand, aim, at):
            return
        self._on_home(hand.tiles, held)

    def _dropped(self, layout: Layout, hand: Hand, aim: Target, at: Point) -> bool:
        if aim.aim is not Aim.SLOT and hand.tile not in self.turn.bench.picked:
            self.turn.pick_only(hand.tiles)
        return self.turn.drop(hand.tiles, aim, share_along(layout, aim, at))

    def let_go(self) -> None:
        """Hold nothing any more."""
        self.hand, self.pressed, self.aim = None, None, None

    def follow(self) -> None:
        """Keep the drag over a table that moved on, or end it when its tile is gone."""
        if self.hand is not None:
            self.hand = self.hand.keeping(self.turn.view.rack)
        if self.hover is not None and self.hover not in self.turn.view.rack:
            self.hover = None
        if not self.carried:
            self.aim = None


def share_along(layout: Layout, target: Target, at: Point) -> float | None:
    """Return where along a set a point lies, 0 its left end to 1 its right end."""
    if target.aim is not Aim.SET:
        return None
    box = layout.box_of(target)
    return round(min(1.0, max(0.0, (at[0] - box.x) / max(1.0, box.w))), 1)
