"""The pointer over any board: press, pick, draw a selection box, drag, drop, and click on a target.

Law: a drag survives any change of the table, and ends by itself when its tile is gone.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from game.client.table.aims import Aim
from game.client.table.geometry.laid import TableLayout
from game.client.table.lasso import Lasso
from game.client.table.turn import UnsentTurn

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from game.client.events import PointerDown
    from game.client.table.aims import TableDrag, Target
    from game.client.widgets.boxes import Box, Point, Size
    from game.table.tiles import Tile

    Going = Callable[[tuple[Tile, ...], dict[Tile, Box]], None]

T = TypeVar("T", bound=UnsentTurn[Any])
L = TypeVar("L", bound=TableLayout)

LIFT_HEIGHT = 14.0  # logical px by which a picked tile of the rack is raised
SET_AIMS = (Aim.SET, Aim.HEAP, Aim.NEW_SET)
SINGLE_USE_AIMS = (Aim.STOCK, Aim.PILE)  # targets that the second press of a double click must not use again


class Pointer(ABC, Generic[T, L]):
    """The pointer over one board; `on_home` animates tiles back that were dropped without effect."""

    def __init__(self, turn: T, on_home: Going) -> None:
        self.turn = turn
        self.at: Point = (0.0, 0.0)
        self.hand: TableDrag | None = None
        self.hover: Tile | None = None
        self.aim: Target | None = None  # the target below a drag, or below the pointer with picked tiles
        self.pressed: Target | None = None  # the target at which the left button went down
        self.lasso: Lasso | None = None  # a press beside the tiles
        self.clicks = 1  # number of clicks of the last press
        self.adding = False  # whether Shift or Ctrl was held at that press
        self.ranging = False  # Shift alone
        self.on_home = on_home

    @property
    def dragging(self) -> bool:
        """Return whether tiles are being dragged."""
        return self.hand is not None and self.hand.moving

    @property
    def is_pressed(self) -> bool:
        """Return whether a button is down."""
        return self.hand is not None or self.pressed is not None or self.lasso is not None

    @property
    def is_lassoing(self) -> bool:
        """Return whether a selection box is being drawn."""
        return self.lasso is not None and self.lasso.moving

    def lassoed_tiles(self, layout: L) -> tuple[Tile, ...]:
        """Return the tiles inside the selection box."""
        if self.lasso is None or not self.lasso.moving:
            return ()
        return self.lasso.tiles_inside(layout.spots, self.selectable_tiles())

    @property
    def carried_tiles(self) -> tuple[Tile, ...]:
        """The tiles that a drop would lay: the dragged ones, else the picked ones."""
        return self.hand.tiles if self.hand is not None and self.hand.moving else self.turn.turn_state.picked_in_order

    def held_boxes(self, layout: L) -> dict[Tile, Box]:
        """Return the boxes of the dragged tiles."""
        if self.hand is None or not self.hand.moving:
            return {}
        return self.hand.boxes(self.drag_size(layout, self.hand.tile))

    # --- what each family defines --------------------------------------------------------------------------------

    @abstractmethod
    def drag_size(self, layout: L, tile: Tile) -> Size:
        """Return a tile's size while it is dragged."""

    @abstractmethod
    def tile_under(self, layout: L, at: Point) -> Tile | None:
        """Return the tile at a point that can be picked or dragged."""

    @abstractmethod
    def aim_at(self, layout: L, at: Point) -> Target | None:
        """Return the target of a drop of the carried tiles at a point."""

    @abstractmethod
    def on_press(self, layout: L, press: PointerDown) -> bool:
        """Handle a press; return whether it was meant for the board."""

    @abstractmethod
    def on_release(self, layout: L, at: Point) -> None:
        """Handle a release: drop what is dragged, pick or use what was clicked."""

    def selectable_tiles(self) -> tuple[Tile, ...]:
        """Return the tiles that a selection box can pick."""
        loose: tuple[Tile, ...] = self.turn.turn_state.pickable_tiles
        return loose

    def may_drag(self, tile: Tile) -> bool:  # noqa: ARG002 - a table may hold some back
        """Return whether a pressed tile may be dragged now."""
        return True

    # --- hands ---------------------------------------------------------------------------------------------------

    def on_move(self, layout: L, at: Point) -> bool:
        """Follow the pointer; return whether anything visible changed."""
        before = (self.hover, self.aim, self.hand, self.lasso)
        self.at = at
        if self.lasso is not None:
            self.lasso = self.lasso.moved_to(at)
        if self.hand is not None and self.may_drag(self.hand.tile):
            self.hand = self.hand.moved_to(at)
        self.hover = None if self.dragging else self.tile_under(layout, at)
        self.aim = self.aim_at(layout, at) if self.carried_tiles and not self.is_lassoing else None
        if self.hand is not None and self.dragging:
            self.hand = self.hand.with_tiles(self._along(self.hand))
        return before != (self.hover, self.aim, self.hand, self.lasso)

    def _along(self, hand: TableDrag) -> tuple[Tile, ...]:
        """Return the dragged tiles: over the sets a rack tile takes the picked ones along."""
        picked = self.turn.turn_state.picked_in_order
        if hand.tile in picked or not self.drags_along(hand.tile, picked):
            return hand.tiles
        return (*picked, hand.tile) if self.aim is not None and self.aim.aim in SET_AIMS else (hand.tile,)

    def drags_along(self, tile: Tile, picked: Sequence[Tile]) -> bool:  # noqa: ARG002 - a table may keep its own apart
        """Return whether a dragged tile may take the picked ones along."""
        return bool(picked)

    def store_press(self, press: PointerDown) -> None:
        """Store the details of a press."""
        self.clicks = press.clicks
        self.adding, self.ranging = press.mods.shift or press.mods.ctrl, press.mods.shift

    def begin_lasso(self, layout: L, at: Point) -> bool:
        """Begin a selection box where no tile was pressed; return whether that is possible here."""
        if self.hand is None and (layout.frame.table.contains(at) or layout.frame.rack.contains(at)):
            self.lasso = Lasso(at, at)
        return self.lasso is not None

    def close_lasso(self, layout: L) -> bool:
        """Pick what the selection box holds, with Shift or Ctrl added to the picks; return whether there was a box."""
        if not self.is_lassoing:
            return False
        found = self.lassoed_tiles(layout)
        self.cancel_drag()
        self.turn.pick_only((*self.turn.turn_state.picked, *found) if self.adding else found)
        return True

    def click_rack(self, tile: Tile) -> None:
        """Pick a tile of the rack, with Shift all up to it too; a double click makes the obvious move with it."""
        if self.clicks == 2 and not self.adding:
            self.turn.make_obvious_move(tile)
        elif self.ranging:
            self.turn.pick_up_to(tile)
        else:
            self.turn.pick(tile)

    def is_second_click(self, target: Target) -> bool:
        """Return whether a click is the second of a double click on stock or pile, whose first was already used."""
        return self.clicks > 1 and target.aim in SINGLE_USE_AIMS

    def cancel_drag(self) -> None:
        """End any drag or press."""
        self.hand, self.pressed, self.aim, self.lasso = None, None, None, None

    def on_leave(self) -> None:
        """Clear all state: the pointer left the window."""
        self.cancel_drag()
        self.hover = None

    def update_drag(self) -> None:
        """Keep a drag over a changed table, or end it when its tile is gone."""
        loose = self.turn.turn_state.pickable_tiles
        if self.hand is not None:
            self.hand = self.hand.with_tiles_held(loose)
        if self.hover is not None and self.hover not in loose:
            self.hover = None
        if not self.carried_tiles:
            self.aim = None
