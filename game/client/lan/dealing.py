"""Between the waiting room, or a score, and the table: the tiles are shuffled by all together, and sealed."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING

from game.client.director import Replace
from game.client.draw import theme, tiles
from game.client.scenes.page import Page
from game.client.widgets.boxes import Box
from game.client.widgets.button import Button
from game.client.widgets.label import Paragraph
from game.client.widgets.panel import Column, Panel
from game.client.widgets.shelf import Shelf
from game.client.widgets.widget import Widget
from game.client.words import phrase
from game.table.faces import HIDDEN

if TYPE_CHECKING:
    import pygame

    from game.client.app_context import AppContext, MatchAtTable, OtherPlayers
    from game.client.director import Change
    from game.client.widgets.boxes import Size
    from game.client.widgets.look import Look

PANEL_WIDTH = 680.0
TILE_COUNT = 14
TILE_WIDTH = 30.0
REVOLUTION_SECONDS = 2.4  # seconds in which a tile goes round once


class ShuffleAnimation(Widget):
    """An animation of closed tiles that circle around; with motion off they stand still."""

    kind = "shuffle"

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self._now = 0.0

    @property
    def wants_frames(self) -> bool:
        """Return whether the tiles move."""
        return self.placed and not self.look.calm

    def tick(self, now: float) -> Change | None:
        """Advance the animation."""
        self._now = now
        return None

    def min_size(self, look: Look) -> Size:  # noqa: ARG002 - a picture does not follow the text
        """Return the size of the animation."""
        return (300.0, 150.0)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the tiles, those in front last."""
        look, middle = self.look, self.rect.centre
        wide = look.px(TILE_WIDTH)
        sprite = tiles.with_shadow(HIDDEN, wide, look.palette)
        turned = 0.0 if look.calm else self._now / REVOLUTION_SECONDS * math.tau
        placed = []
        for at in range(TILE_COUNT):
            angle = turned * (1 if at % 2 else -1) + at * math.tau / TILE_COUNT
            reach = 130.0 if at % 2 else 66.0
            placed.append((middle[1] + math.sin(angle) * reach * 0.36, middle[0] + math.cos(angle) * reach))
        for y, x in sorted(placed):
            corner = (round(x * look.u) - wide // 2, round(y * look.u) - tiles.height_of(wide) // 2)
            surface.blit(sprite.surface, sprite.blit_position(corner))


class LanDealing(Page):
    """The scene that shows what the deal waits for, and goes to the table when the tiles are dealt."""

    keeps = frozenset({"new_game"})

    def __init__(self, context: AppContext, game: MatchAtTable, company: OtherPlayers) -> None:
        self.context = context
        self.game = game
        self.company = company
        self.vocabulary = partial(context.preferences.vocabulary, game.session.rules)
        self._title = Paragraph("dealing.title", "", theme.TITLE, theme.CREAM, "centre")
        self._line = Paragraph("dealing.line", "", theme.READING, theme.MUTED, "centre")
        buttons = (
            Button("dealing.company", phrase("company.title"), company.open, icon="people"),
            Button("dealing.shield", phrase("shield.title"), company.show_security, icon="shield"),
            Button("dealing.leave", phrase("room.leave"), self.back, icon="door", key="Esc"),
        )
        content = Column(
            "dealing.column",
            (
                ShuffleAnimation("dealing.shuffle"),
                self._title,
                self._line,
                Shelf("dealing.buttons", buttons, most=3, least=190.0, even=True),
            ),
            14.0,
        )
        self._panel = Panel("dealing", None, content)
        super().__init__("lan_dealing", context.preferences, self._panel, buttons[0].name)
        self._show()

    def area(self, canvas: Box) -> Box:
        """Return the box of the panel, in the middle of the canvas."""
        wide = min(canvas.w - 48, PANEL_WIDTH * max(1.0, self.reading.text_scale))
        if self.look is None:
            return canvas.inset(24)
        return canvas.middle(wide, min(canvas.h - 32, self._panel.height_for(self.look, wide)))

    def _show(self) -> bool:
        told = self.company.waiting_text() or (phrase("dealing.rest"), phrase("dealing.rest_line"))
        changed = told != (self._title.text, self._line.text)
        self._title.text, self._line.text = told
        return changed

    def update(self, now: float) -> Change | None:
        """Go to the table as soon as the tiles are dealt."""
        if not self.company.is_dealing:
            return Replace(self.context.table(self.game), all_of_them=True)
        if self._show() and self.look is not None:
            self.layout(self.look.viewport)
        return self.company.update(now) or super().update(now)

    def back(self) -> Change | None:
        """Ask before leaving."""
        return self.company.leave()
