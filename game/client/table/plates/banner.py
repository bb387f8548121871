"""The banner over a table: whose turn it is, what to do or what was done, and the ring of the turn clock."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING

from game.client.draw import paint, surfaces, theme
from game.client.widgets import draw
from game.client.widgets.boxes import Box
from game.client.widgets.widget import Widget, WrittenText

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pygame

    from game.client.draw.text import Align
    from game.client.draw.theme import RGB
    from game.client.widgets.boxes import Size
    from game.client.widgets.look import Look

URGENT_SECONDS_LEFT = 15  # the last ones of the player's turn
# logical px: the bar of the last seconds, and its distance from the lower edge
DRAIN_HEIGHT, DRAIN_BOTTOM_GAP = 4.0, 6.0
MIN_SIZE: Size = (252.0, 52.0)
SIDE_MARGIN, RIGHT_MARGIN = 30.0, 24.0  # beside the text; the least space at its right
PADDING = 7.0  # above and below both lines together
LINE_STEP = 0.92  # distance from the first line to the second, as a share of the title's line height
LIP_HEIGHT = 3.0  # the lower edge, which holds no text
RING_SIZE, RING_MARGIN = 42.0, 5.0  # diameter of the ring, and its distance from the edge
RING_TO_WORDS, RING_ROOM = 12.0, 8.0  # from the ring to the text; room the text leaves for it


@dataclass(frozen=True, slots=True)
class BannerWords:
    """The two lines of the banner, and whether it is the viewer's turn."""

    title: str
    line: str
    mine: bool


class Banner(Widget):
    """The pill over the table: whose turn, what to do or what was done, and the ring of the turn clock."""

    kind = "banner"

    def __init__(self) -> None:
        super().__init__("table.banner")
        self.title = ""
        self.line = ""
        self.lone = False  # the title has no second line, and the pill is lower
        self.mine = False
        self.seconds: float | None = None  # left on the turn clock; None without one
        self.full_seconds = 1.0  # length of a turn, where there is a clock

    def accessible_text(self) -> str:
        """Return both lines."""
        return f"{self.title}. {self.line}"

    @property
    def urgent(self) -> bool:
        """Return whether the viewer's own turn is in its last seconds."""
        return self.mine and self.seconds is not None and self.seconds <= URGENT_SECONDS_LEFT

    def state_words(self) -> tuple[str, ...]:
        """Return whose turn it is, and whether it is nearly over."""
        return ("mine", "last seconds") if self.urgent else ("mine",) if self.mine else ("theirs",)

    def _ring(self, look: Look) -> float:
        return look.at_least(RING_SIZE) if self.seconds is not None else 0.0

    def _second(self, look: Look) -> float:
        """Return the height of the second line."""
        return 0.0 if self.lone else look.line_height(theme.SMALL_BOLD)

    def size_for(self, look: Look, title: str, line: str) -> Size:
        """Return the size for these texts; as high as both lines need."""
        words = max(look.text_width(title, theme.TITLE), look.text_width(line, theme.SMALL_BOLD))
        ring = self._ring(look)
        wide = words + 2 * SIDE_MARGIN + (ring + RING_ROOM if ring else 0)
        high = look.line_height(theme.TITLE) * LINE_STEP + self._second(look) + PADDING
        return (max(MIN_SIZE[0], wide), max(MIN_SIZE[1], high))

    def _words(self) -> tuple[Box, Box]:
        look, ring = self.look, self._ring(self.look)
        left = self.rect.x + (RING_MARGIN + ring + RING_TO_WORDS if ring else SIDE_MARGIN)
        wide = self.rect.right - RIGHT_MARGIN - left
        first = look.line_height(theme.TITLE) * LINE_STEP
        second = self._second(look)
        top = self.rect.y + (self.rect.h - LIP_HEIGHT - first - second) / 2
        return Box(left, top, wide, first), Box(left, top + first, wide, second)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw pill, ring and lines."""
        look, rect = self.look, self.look.rect(self.rect)
        paint.draw_shadow(surface, rect, rect.h / 2, theme.SHADE_PANEL, look.u)
        surface.blit(surfaces.banner(rect.size, look.u, mine=self.mine, urgent=self.urgent), rect)
        if self.urgent:
            self._draw_drain(surface)
        if self.seconds is not None:
            self._draw_ring(surface)
        title, line = self._words()
        ink = theme.INK if self.mine else theme.CREAM
        quiet = theme.INK if self.mine else theme.MUTED
        align: Align = "left" if self.seconds is not None else "centre"
        x = title.x if self.seconds is not None else self.rect.centre[0]
        for words, role, colour, box in (
            (self.title, theme.TITLE, ink, title),
            (self.line, theme.SMALL_BOLD, quiet, line),
        ):
            shrink = draw.line_shrink(look, words, role, box.w)
            draw.line(surface, look, words, role, colour, (x, box.centre[1]), align, shrink)

    def _draw_drain(self, surface: pygame.Surface) -> None:
        """Draw the last seconds as a shrinking bar along the lower edge."""
        box = self.rect
        whole = box.w - box.h
        wide = whole * (self.seconds or 0.0) / URGENT_SECONDS_LEFT
        if wide > DRAIN_HEIGHT:
            bar = Box(box.x + box.h / 2, box.bottom - DRAIN_HEIGHT - DRAIN_BOTTOM_GAP, wide, DRAIN_HEIGHT)
            draw.plate(surface, self.look, bar, DRAIN_HEIGHT / 2, theme.CREAM)

    def _draw_ring(self, surface: pygame.Surface) -> None:
        look, left = self.look, max(0.0, self.seconds or 0.0)
        px = look.px(self._ring(look))
        at = look.rect(self.rect).move(look.px(RING_MARGIN + 1), 0)
        ring = surfaces.time_ring(
            px, left / max(1.0, self.full_seconds), mine=self.mine, urgent=left <= URGENT_SECONDS_LEFT
        )
        y = at.y + (at.h - look.px(LIP_HEIGHT) - px) // 2
        surface.blit(ring, (at.x, y))
        colour: RGB = theme.INK if self.mine else theme.CREAM
        draw.line(
            surface, look, str(ceil(left)), theme.CLOCK if self.urgent else theme.NUMBER, colour,
            ((at.x + px / 2) / look.u, (y + px / 2) / look.u), "centre",
        )  # fmt: skip

    def texts(self) -> Iterator[WrittenText]:
        """Yield both lines."""
        title, line = self._words()
        for words, role, box in ((self.title, theme.TITLE, title), (self.line, theme.SMALL_BOLD, line)):
            yield draw.fitted_line(self.look, words, role, box, draw.line_shrink(self.look, words, role, box.w))
