"""Draws sets of the rule book's notation as tiles or cards; a pill on a wild one shows what it stands for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from game.client.draw import cards, marks, tiles
from game.client.leftward.mirror import is_mirroring

if TYPE_CHECKING:
    import pygame

    from game.client.widgets.boxes import Box, Size
    from game.client.widgets.look import Look
    from game.table.notation import Piece

TILE_WIDTH: Final = 30.0
TILE_STEP: Final = 31.0
CARD_STEP: Final = 20.0
SIDE_MARGIN: Final = 2.0  # logical px left free at both ends
PILL_CENTRE: Final = 0.97  # centre of the pill, as a share of a tile's height


@dataclass(frozen=True, slots=True)
class Figure:
    """Tiles side by side; cards overlap."""

    pieces: tuple[Piece, ...]
    cards: bool

    def _wide(self, look: Look) -> int:
        return look.px(look.at_least(TILE_WIDTH)) if look.text_scale < 1.5 else look.px(TILE_WIDTH * 1.5)

    def _step(self, look: Look) -> float:
        return self._wide(look) * (CARD_STEP if self.cards else TILE_STEP) / TILE_WIDTH

    def size(self, look: Look) -> Size:
        """Return its size in logical px."""
        wide = self._wide(look)
        across = (len(self.pieces) - 1) * self._step(look) + wide
        high = (cards if self.cards else tiles).height_of(wide)
        return across / look.u + 2 * SIDE_MARGIN, high / look.u

    def draw(self, surface: pygame.Surface, look: Look, box: Box) -> None:
        """Draw the tiles in a box of that size, from left to right as on a table, on mirrored pages too."""
        kind, wide = cards if self.cards else tiles, self._wide(look)
        places = reversed(range(len(self.pieces))) if is_mirroring() else range(len(self.pieces))
        for at, piece in zip(places, self.pieces, strict=True):
            corner = (round((box.x + SIDE_MARGIN) * look.u + at * self._step(look)), round(box.y * look.u))
            sprite = kind.with_shadow(piece.face, wide, look.palette)
            surface.blit(sprite.surface, sprite.blit_position(corner))
            if piece.means is not None:
                made = marks.wild_card_pill if self.cards else marks.wild_pill
                pill = made(piece.means, wide, look.palette)
                middle = (corner[0] + wide // 2, corner[1] + round(kind.height_of(wide) * PILL_CENTRE))
                surface.blit(pill, pill.get_rect(center=middle))
