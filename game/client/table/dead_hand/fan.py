"""The pile of a dead-hand game spread out on a sheet, its newest tile last, as on the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.client.actions import ActionContext, action_for
from game.client.debug import ShownItem
from game.client.director import Pop
from game.client.draw import cards, theme, tiles
from game.client.draw.theme import ButtonKind
from game.client.events import KeyDown, PadDown, PointerDown
from game.client.scenes.page import Page
from game.client.widgets import draw
from game.client.widgets.boxes import Box
from game.client.widgets.button import Button
from game.client.widgets.panel import SHEET, Panel
from game.client.widgets.scroll import Scroll
from game.client.widgets.widget import Group, Widget
from game.client.words import phrase
from game.client.words.tell import face_in_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pygame

    from game.client.director import Change
    from game.client.events import Event
    from game.client.scenes.page import LookSettings
    from game.client.widgets.boxes import Size
    from game.client.widgets.look import Look
    from game.table.faces import Face

TILE_WIDTH, TILE_STEP, ROW_HEIGHT = 46.0, 54.0, 76.0


class FannedTiles(Widget):
    """Tiles side by side in rows."""

    kind = "tiles"

    def __init__(self, faces: tuple[Face, ...], *, as_cards: bool) -> None:
        super().__init__("fan.tiles")
        self.faces = faces
        self.as_cards = as_cards

    def _across(self, width: float) -> int:
        return max(1, int((width - 8) // TILE_STEP))

    def min_size(self, look: Look) -> Size:
        """Return the size of up to twelve tiles in a row."""
        wide = TILE_STEP * min(12, max(1, len(self.faces))) + 12
        return (wide, self.height_for(look, wide))

    def height_for(self, look: Look, width: float) -> float:  # noqa: ARG002 - tiles do not grow with the text
        """Return the height of all rows."""
        across = self._across(width)
        return ROW_HEIGHT * -(-len(self.faces) // across)

    def _boxes(self) -> list[Box]:
        across = self._across(self.rect.w)
        high = TILE_WIDTH * (cards.HEIGHT_RATIO if self.as_cards else tiles.HEIGHT_RATIO)
        return [
            Box(
                self.rect.x + 6 + at % across * TILE_STEP, self.rect.y + 4 + at // across * ROW_HEIGHT, TILE_WIDTH, high
            )
            for at in range(len(self.faces))
        ]

    def pressable_parts(self) -> Iterator[ShownItem]:
        """Yield each tile."""
        for at, (face, box) in enumerate(zip(self.faces, self._boxes(), strict=True)):
            yield ShownItem("tile", f"fan:{at}", box, ("pile",), face_in_words(face, cards=self.as_cards))

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the tiles."""
        with draw.unmirrored_box(surface, self.look, self.rect):
            for face, box in zip(self.faces, self._boxes(), strict=True):
                rect = self.look.rect(box)
                shaded = (cards if self.as_cards else tiles).with_shadow(face, rect.w, self.look.palette)
                surface.blit(shaded.surface, shaded.blit_position(rect.topleft))


class PileSheet(Page):
    """The sheet; F, Esc, or a click beside it closes it."""

    popup = True
    keeps = frozenset({"new_game"})

    def __init__(self, reading: LookSettings, faces: tuple[Face, ...], *, as_cards: bool) -> None:
        self._tiles = FannedTiles(faces, as_cards=as_cards)
        self._scroll = Scroll("fan.scroll", self._tiles, on_paper=True, rim=0.0)
        self._close = Button("fan.close", phrase("button.close"), Pop, kind=ButtonKind.PRIMARY, key="Esc")
        inner = Group("fan.content", (self._scroll, self._close), self._arrange)
        title = phrase("table.pile_title", n=len(faces))
        super().__init__("fan", reading, Panel("fan", title, inner, ground=SHEET))

    def area(self, canvas: Box) -> Box:
        """Take the middle of the canvas."""
        look = self._made()
        wide = min(canvas.w - 48, max(420.0, self._tiles.min_size(look)[0] + 60))
        rows = self._tiles.height_for(look, wide - 52)
        wide = min(canvas.w - 48, wide * min(1.4, max(1.0, look.text_scale)))
        title = look.wrapped_size(self.root.accessible_text(), theme.TITLE, wide - 2 * theme.PANEL_PADDING)[1]
        needed = title + rows + self._close.min_size(look)[1] + 2 * theme.PANEL_PADDING + 36
        return canvas.middle(wide, min(canvas.h - 48, needed))

    def _made(self) -> Look:
        if self.look is None:
            raise RuntimeError("a page is laid out before it is measured")
        return self.look

    def _arrange(self, box: Box, look: Look) -> None:
        wide, high = self._close.min_size(look)
        self._scroll.place(box.top_part(box.h - high - 12), look)
        self._close.place(Box(box.right - wide - 20, box.bottom - high, wide + 20, high), look)

    def on_event(self, event: Event) -> Change | None:
        """Close on F too, and on a click beside the sheet."""
        if isinstance(event, KeyDown | PadDown) and not event.repeat:
            action = action_for(event, ActionContext.TABLE)
            if action is not None and action.name == "fan_out_pile":
                return Pop()
        if isinstance(event, PointerDown) and not self.root.rect.contains(event.at):
            return Pop()
        return super().on_event(event)
