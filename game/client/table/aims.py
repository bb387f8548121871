"""What the pointer can aim at on any table, and what it drags. Plain values without geometry or rules."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING

from game.client.widgets.boxes import Box

if TYPE_CHECKING:
    from collections.abc import Iterable

    from game.client.widgets.boxes import Point
    from game.table.tiles import Tile

DRAG_THRESHOLD = 5.0  # logical px a pressed tile must be pulled before it is dragged


class Aim(Enum):
    """The kinds of target: a heap is a set of an open table, whole or broken; a joker or a tile is one inside it.

    At a split a heap is cut in two, with what is dropped between.
    """

    SLOT = "slot"
    SET = "set"
    THEIR_SET = "their set"
    HEAP = "heap"
    WHOLE = "whole heap"
    JOKER = "joker"
    SPLIT = "split"
    TILE = "tile"
    NEW_SET = "new set"
    READING = "reading"
    PILE = "pile"
    STOCK = "stock"
    CLOSING = "closing tile"


@dataclass(frozen=True, slots=True)
class Target:
    """A place to drop on or click: which slot, set or heap, and `at`, the place in it (a tile, or after the last)."""

    aim: Aim
    index: int = -1
    at: int = -1


@dataclass(frozen=True, slots=True)
class TableDrag:
    """The left button held down on a tile, which may become a drag of this tile and others.

    `grip` is the held point inside the tile.
    """

    tile: Tile
    tiles: tuple[Tile, ...]
    start: Point
    grip: Point
    at: Point
    moving: bool = False

    def moved_to(self, at: Point) -> TableDrag:
        """Return the drag with the pointer at a point; far enough from its start the press has become a drag."""
        far = abs(at[0] - self.start[0]) + abs(at[1] - self.start[1]) > DRAG_THRESHOLD
        return replace(self, at=at, moving=self.moving or far)

    def with_tiles(self, tiles: tuple[Tile, ...]) -> TableDrag:
        """Return the drag with all of these tiles; the pressed one must be among them."""
        return self if tiles == self.tiles else replace(self, tiles=tiles)

    def with_tiles_held(self, held: Iterable[Tile]) -> TableDrag | None:
        """Return the drag with only the tiles still held; None when the pressed tile is gone."""
        kept = set(held)
        if self.tile not in kept:
            return None
        return replace(self, tiles=tuple(tile for tile in self.tiles if tile in kept))

    def boxes(self, size: tuple[float, float]) -> dict[Tile, Box]:
        """Return the boxes of the dragged tiles: in a row, in their order, with the pressed one under the pointer."""
        wide, high = size[0] * 1.08, size[1] * 1.08
        x, y = self.at[0] - self.grip[0] * 1.08, self.at[1] - self.grip[1] * 1.08
        order = self.tiles.index(self.tile)
        return {tile: Box(x + (place - order) * wide, y, wide, high) for place, tile in enumerate(self.tiles)}
