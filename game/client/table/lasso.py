"""The selection box that a pointer draws around tiles: which tiles it selects, and how it looks."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import pygame

from game.client.draw.theme import GOLD
from game.client.table.aims import DRAG_THRESHOLD
from game.client.widgets.boxes import Box

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from game.client.table.geometry.laid import Spot
    from game.client.widgets.boxes import Point
    from game.client.widgets.look import Look
    from game.table.tiles import Tile

FILL_ALPHA: Final = 24  # of 255
LINE_WIDTH: Final = 1.5
TOUCH_INSET: Final = 0.25  # of a tile's width and height: the box must touch its middle half


@dataclass(frozen=True, slots=True)
class Lasso:
    """A press beside the tiles that may become a selection box; `moving` once it was dragged far enough."""

    start: Point
    at: Point
    moving: bool = False

    def moved_to(self, at: Point) -> Lasso:
        """Return the lasso drawn to another point."""
        far = abs(at[0] - self.start[0]) + abs(at[1] - self.start[1]) > DRAG_THRESHOLD
        return replace(self, at=at, moving=self.moving or far)

    @property
    def box(self) -> Box:
        """Return the box between both points."""
        (x, y), (to_x, to_y) = self.start, self.at
        return Box(min(x, to_x), min(y, to_y), abs(to_x - x), abs(to_y - y))

    def tiles_inside(self, spots: Mapping[Tile, Spot], tiles: Iterable[Tile]) -> tuple[Tile, ...]:
        """Return the visible tiles whose middle the box touches, in reading order."""
        found = [tile for tile in tiles if tile in spots and spots[tile].seen and self._touches(spots[tile].box)]
        return tuple(sorted(found, key=lambda tile: (spots[tile].box.y, spots[tile].box.x)))

    def _touches(self, tile: Box) -> bool:
        mine, middle = self.box, tile.inset(tile.w * TOUCH_INSET, tile.h * TOUCH_INSET)
        across = mine.x <= middle.right and middle.x <= mine.right
        return across and mine.y <= middle.bottom and middle.y <= mine.bottom


def draw_lasso(surface: pygame.Surface, look: Look, box: Box) -> None:
    """Draw the box of a lasso."""
    rect = look.rect(box)
    if rect.w and rect.h:
        ground = pygame.Surface(rect.size, pygame.SRCALPHA)
        ground.fill((*GOLD, FILL_ALPHA))
        surface.blit(ground, rect)
    pygame.draw.rect(surface, GOLD, rect, max(1, look.px(LINE_WIDTH)))
