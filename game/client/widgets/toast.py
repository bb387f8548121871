"""The message on a refused action: what was refused, that nothing was moved, which tiles, why, and how to correct it.

It also reports events that nobody asked for, without a word on moved tiles. Laws: not modal; it stays until it is
dismissed or resolved. It knows no tiles: a callback draws them in its slot.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pygame

from game.client.draw import paint, theme
from game.client.widgets import draw
from game.client.widgets.boxes import Box, Size, wrapped_flow
from game.client.widgets.panel import SHEET
from game.client.widgets.widget import Widget, WrittenText
from game.client.words import phrase, say

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator

    from game.client.director import Change
    from game.client.draw.text import Align
    from game.client.widgets.button import Button
    from game.client.widgets.look import Look
    from game.client.words import Text

PADDING = 26.0
SEAL_SIZE = 36.0
BAR_WIDTH = 6.0
GAP = 10.0
RISE_HEIGHT, RISE_SECONDS = 16.0, 0.24
SHADOW_MARGIN = 48.0  # around the message, for its shadow
MAX_TEXT_SCALE = 1.25  # with larger text the note that nothing was moved is below the title, not beside it


@dataclass(frozen=True, slots=True)
class ToastWords:
    """The texts of a message: what was refused, why, and how to correct it if possible.

    `aside` is the note that no tiles were moved; empty where they were.
    """

    what: Text
    why: Text
    mend: Text | None = None
    aside: Text = field(default_factory=lambda: phrase("refusal.nothing_moved"))


@dataclass(frozen=True, slots=True)
class TileSlot:
    """The room for the tiles of a refusal: its size in logical px, and the callback that draws them."""

    size: Size
    draw: Callable[[pygame.Surface, Box], None]


class Toast(Widget):
    """Paper with a red seal; the buttons are in a row at the bottom."""

    kind = "toast"
    covers = True

    def __init__(
        self, name: str, explained: ToastWords, buttons: tuple[Button, ...], tiles: TileSlot | None = None
    ) -> None:
        super().__init__(name)
        self.explained = explained
        self.buttons = buttons
        self.tiles = tiles
        self._since: float | None = None
        self.risen = 0.0
        self._kept: tuple[Hashable, pygame.Surface, pygame.Rect] | None = None

    @property
    def children(self) -> tuple[Widget, ...]:
        """Return the buttons."""
        return self.buttons

    def accessible_text(self) -> str:
        """Return what was refused."""
        return str(self.explained.what)

    @property
    def wants_frames(self) -> bool:
        """Return whether it is still rising."""
        return self.risen < 1.0

    def tick(self, now: float) -> Change | None:
        """Animate its rise, if motion is on. Its buttons have their final place from the start."""
        if self._since is None:
            self._since = now
        past = 1.0 if self.look.calm else min(1.0, (now - self._since) / RISE_SECONDS)
        self.risen = 1.0 - (1.0 - past) ** 3
        return None

    # --- measures ------------------------------------------------------------------------------------------------

    def _heads(self) -> list[tuple[str, Text, theme.RGB]]:
        told: list[tuple[str, Text, theme.RGB]] = [(say("refusal.why"), self.explained.why, theme.RED_INK)]
        if self.explained.mend is not None:
            told.append((say("refusal.mend"), self.explained.mend, theme.GREEN_INK))
        return told

    def _head_width(self, look: Look) -> float:
        return max(look.text_width(head, theme.HEADING) for head, _, _ in self._heads()) + 16

    def _title_height(self, look: Look, width: float) -> float:
        aside = self._aside_width(look)
        room = width - look.at_least(SEAL_SIZE) - 16 - aside
        return max(look.at_least(SEAL_SIZE), look.wrapped_size(str(self.explained.what), theme.TITLE, room)[1])

    def _aside_width(self, look: Look) -> float:
        if not self._aside or look.text_scale > MAX_TEXT_SCALE:
            return 0.0
        return look.text_width(self._aside, theme.READING) + 20

    @property
    def _aside(self) -> str:
        return str(self.explained.aside)

    def _aside_below(self, look: Look) -> float:
        return look.line_height(theme.READING) if self._aside and look.text_scale > MAX_TEXT_SCALE else 0.0

    def _tiles_beside(self, look: Look, width: float) -> float:
        """Return the width for tiles beside the text; 0 where the text would be too narrow."""
        if self.tiles is None:
            return 0.0
        wide = self.tiles.size[0] + 28
        return wide if width - wide >= 340 * max(1.0, look.text_scale) else 0.0

    def _body_height(self, look: Look, width: float) -> float:
        beside = self._tiles_beside(look, width)
        room = width - beside - self._head_width(look)
        words = sum(look.wrapped_size(str(text), theme.READING, room)[1] + 4 for _, text, _ in self._heads())
        if self.tiles is None:
            return words
        return max(words, self.tiles.size[1]) if beside else words + self.tiles.size[1] + GAP

    def _button_boxes(self, look: Look, box: Box) -> tuple[Box, ...]:
        sizes = [button.min_size(look) for button in self.buttons]
        fitted = [
            (min(w + 12, box.w), button.height_for(look, min(w + 12, box.w)))
            for (w, _), button in zip(sizes, self.buttons, strict=True)
        ]
        return wrapped_flow(box, fitted, GAP, from_right=True)

    def min_size(self, look: Look) -> Size:
        """Return its preferred size: 760 wide, more with large text."""
        wide = 760.0 * max(1.0, min(1.5, look.text_scale))
        return (wide, self.height_for(look, wide))

    def height_for(self, look: Look, width: float) -> float:
        """Return the height of everything at that width."""
        inner = width - 2 * PADDING
        foot = max((box.bottom for box in self._button_boxes(look, Box(0, 0, inner, 0))), default=0.0)
        head = self._title_height(look, inner) + self._aside_below(look)
        return 12 + head + 10 + self._body_height(look, inner) + 10 + foot + 12

    def place(self, box: Box, look: Look) -> None:
        """Place it at the bottom of the box, across its whole width; the rack is below."""
        self._kept = None
        high = min(box.h, self.height_for(look, box.w))
        super().place(Box(box.x, box.bottom - high, box.w, high), look)
        inner = self._inner()
        cells = self._button_boxes(look, Box(inner.x, 0, inner.w, 0))
        foot = max((cell.bottom for cell in cells), default=0.0)
        for button, cell in zip(self.buttons, cells, strict=True):
            button.place(cell.moved(0, inner.bottom - foot), look)

    def _inner(self) -> Box:
        return self.rect.inset(PADDING, 12)

    def _title_box(self) -> Box:
        inner = self._inner()
        start = self.look.at_least(SEAL_SIZE) + 16
        wide = inner.w - start - self._aside_width(self.look)
        high = self.look.wrapped_size(str(self.explained.what), theme.TITLE, wide)[1]
        room = self._title_height(self.look, inner.w)
        return Box(inner.x + start, inner.y + (room - high) / 2, wide, high)

    def _aside_box(self) -> Box:
        inner, line = self._inner(), self.look.line_height(theme.READING)
        high = self._title_height(self.look, inner.w)
        wide = self._aside_width(self.look)
        if wide:
            return Box(inner.right - wide, inner.y + (high - line) / 2, wide, line)
        start = self.look.at_least(SEAL_SIZE) + 16
        return Box(inner.x + start, inner.y + high, inner.w - start, line)

    def _body(self) -> Box:
        inner = self._inner()
        return inner.below(self._title_height(self.look, inner.w) + self._aside_below(self.look) + 10)

    def _tiles_box(self) -> Box | None:
        if self.tiles is None:
            return None
        body, look = self._body(), self.look
        wide, high = self.tiles.size
        if self._tiles_beside(look, body.w):
            return Box(body.x, body.y, wide, high)
        return Box(body.x, body.y + self._body_height(look, body.w) - high, min(wide, body.w), high)

    def _lines(self) -> list[tuple[str, str, theme.RGB, Box, Box]]:
        """Return the heads and their sentences with their boxes."""
        look, body, told = self.look, self._body(), []
        x, y = body.x + self._tiles_beside(look, body.w), body.y
        head_wide = self._head_width(look)
        for head, text, colour in self._heads():
            room = body.right - x - head_wide
            high = look.wrapped_size(str(text), theme.READING, room)[1]
            line = look.line_height(theme.HEADING)
            told.append((head, str(text), colour, Box(x, y, head_wide, line), Box(x + head_wide, y, room, high)))
            y += high + 4
        return told

    # --- drawing -------------------------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the paper at its present height, the buttons at their final place."""
        if self.risen < 1.0:
            self._draw_paper(surface, RISE_HEIGHT * (1.0 - self.risen))
            super().draw(surface)
            return
        state = tuple(
            (button.looks_enabled, button.hovered, button.held, button.focused, button.by_pad)
            for button in self.buttons
        )
        if self._kept is None or self._kept[0] != state:
            self._kept = (state, *self._picture())
        surface.blit(*self._kept[1:])

    def _picture(self) -> tuple[pygame.Surface, pygame.Rect]:
        """Draw the whole message as one picture and return it with its rectangle, because it may cover flying tiles."""
        margin = 2 * self.look.px(SHADOW_MARGIN)
        box = self.look.rect(self.rect).inflate(margin, margin)
        canvas = pygame.Surface(box.bottomright, pygame.SRCALPHA, 32)
        shown = box.clip(canvas.get_rect())
        self._draw_paper(canvas, 0.0)
        super().draw(canvas)
        return paint.blit_ready(canvas.subsurface(shown).copy()), shown

    def _draw_paper(self, surface: pygame.Surface, sunk: float) -> None:
        """Draw everything but the buttons, `sunk` px below its place."""
        look = self.look
        paper = self.rect.moved(0, sunk)
        draw.plate(surface, look, paper, SHEET.radius, SHEET.fill, draw.Edge(SHEET.rim, 1.5), SHEET.shade)
        bar = Box(paper.x + 9, paper.y + 16, BAR_WIDTH, paper.h - 32)
        draw.plate(surface, look, bar, BAR_WIDTH / 2, theme.RED)
        seal = look.at_least(SEAL_SIZE)
        room = self._title_height(look, self._inner().w)
        disc = Box(self._inner().x + 2, self._inner().y + (room - seal) / 2, seal, seal)
        draw.plate(surface, look, disc, seal / 2, theme.RED)
        draw.icon(surface, look, "cross", disc.centre, seal * 0.5, theme.WHITE)
        draw.paragraph(surface, look, self.accessible_text(), theme.TITLE, theme.INK, self._title_box())
        align: Align = "right" if self._aside_width(look) else "left"
        draw.paragraph(surface, look, self._aside, theme.READING, theme.SECONDARY_INK, self._aside_box(), align)
        for head, text, colour, head_box, text_box in self._lines():
            draw.paragraph(surface, look, head, theme.HEADING, colour, head_box)
            draw.paragraph(surface, look, text, theme.READING, theme.INK, text_box)
        slot = self._tiles_box()
        if self.tiles is not None and slot is not None:
            self.tiles.draw(surface, slot)

    def texts(self) -> Iterator[WrittenText]:
        """Yield every sentence of the paper."""
        yield draw.fitted_paragraph(self.look, self.accessible_text(), theme.TITLE, self._title_box())
        if self._aside:
            yield draw.fitted_paragraph(self.look, self._aside, theme.READING, self._aside_box())
        for head, text, _, head_box, text_box in self._lines():
            yield draw.fitted_line(self.look, head, theme.HEADING, head_box)
            yield draw.fitted_paragraph(self.look, text, theme.READING, text_box)
