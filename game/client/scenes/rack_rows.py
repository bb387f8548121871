"""A row of the score sheet with the tiles left on a player's rack."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.client.draw import cards, theme, tiles
from game.client.draw import text as type_case
from game.client.widgets import draw
from game.client.widgets.boxes import Box, grid
from game.client.widgets.widget import Widget, WrittenText
from game.client.words import say

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pygame

    from game.client.widgets.boxes import Size
    from game.client.widgets.look import Look
    from game.client.words import Text
    from game.table.faces import Face

TILE_WIDTHS = (68.0, 60.0, 52.0, 44.0, 38.0, 34.0)  # widths of a tile: the largest at which every rack fits is used
NAME_WIDTH = 150.0
PADDING = 16.0


class RackRow(Widget):
    """A name and the tiles of the rack, in as many rows as needed."""

    kind = "rack row"

    def __init__(self, name: str, player: Text, faces: tuple[Face, ...], *, band: bool, as_cards: bool) -> None:
        super().__init__(name)
        self.player = player
        self.faces = tuple(sorted(faces, key=lambda face: (face.colour.value if face.colour else "", face.number)))
        self.band = band
        self.as_cards = as_cards
        self.tile = TILE_WIDTHS[-1]

    def accessible_text(self) -> str:
        """Return the name."""
        return str(self.player)

    def _start(self, look: Look) -> float:
        return PADDING + min(look.scaled(NAME_WIDTH), 300.0) + 12

    def _tile_row_height(self) -> float:
        return self.tile * (cards.HEIGHT_RATIO if self.as_cards else tiles.HEIGHT_RATIO) + 6

    def _tiles_across(self, look: Look, width: float) -> int:
        return max(1, int((width - self._start(look) - PADDING) // (self.tile + 3)))

    def has_short_last_row(self, look: Look, width: float, few: int) -> bool:
        """Return whether the last row has no more than so many tiles."""
        across = self._tiles_across(look, width)
        return len(self.faces) > across and 0 < len(self.faces) % across <= few

    def min_size(self, look: Look) -> Size:
        """Return the room of the name and a few tiles."""
        return (self._start(look) + 4 * (self.tile + 3) + PADDING, self._tile_row_height() + 16)

    def height_for(self, look: Look, width: float) -> float:
        """Return the height of the rows of tiles."""
        rows = max(1, -(-len(self.faces) // self._tiles_across(look, width)))
        return max(rows * self._tile_row_height() + 16, look.line_height(theme.LABEL) + 20)

    def _name_box(self) -> Box:
        return Box(self.rect.x + PADDING, self.rect.y, self._start(self.look) - PADDING - 12, self.rect.h)

    def _cut(self) -> str:
        room = int(self._name_box().w * self.look.u)
        return type_case.fit_name(str(self.player), self.look.lettering(theme.LABEL), room)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw name and tiles, or a text that there are none."""
        look = self.look
        if self.band:
            draw.plate(surface, look, self.rect, 10.0, theme.PAPER_BAND)
        name = self._name_box()
        draw.line(surface, look, self._cut(), theme.LABEL, theme.INK, (name.x, name.centre[1]))
        start = self.rect.x + self._start(look)
        if not self.faces:
            at = (start, self.rect.centre[1])
            draw.line(surface, look, say("score.empty_rack"), theme.READING, theme.SECONDARY_INK, at)
            return
        kind = cards if self.as_cards else tiles
        across = self._tiles_across(look, self.rect.w)
        room = Box(start, self.rect.y + 8, across * (self.tile + 3), 0)
        wide = look.px(self.tile)
        cells = list(grid(room, len(self.faces), across, self._tile_row_height()))
        with draw.unmirrored_box(
            surface,
            look,
            Box(room.x, room.y, cells[min(across, len(cells)) - 1].right - room.x, cells[-1].bottom - room.y),
        ):
            for face, cell in zip(self.faces, cells, strict=True):
                sprite = kind.with_shadow(face, wide, look.palette)
                surface.blit(sprite.surface, sprite.blit_position((round(cell.x * look.u), round(cell.y * look.u))))

    def texts(self) -> Iterator[WrittenText]:
        """Yield the name as it is shown."""
        yield draw.fitted_line(self.look, self._cut(), theme.LABEL, self._name_box())
