"""Panels: a titled plate of leather, or a sheet of paper, with widgets laid out on it."""

from __future__ import annotations

from dataclasses import dataclass
from math import fsum
from typing import TYPE_CHECKING

from game.client.draw import theme
from game.client.widgets import draw
from game.client.widgets.boxes import Box, stacked_rows
from game.client.widgets.widget import Widget, WrittenText

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import pygame

    from game.client.draw.theme import RGB, Fill, ShadowStyle
    from game.client.widgets.boxes import Size
    from game.client.widgets.look import Look
    from game.client.words import Text


@dataclass(frozen=True, slots=True)
class PanelStyle:
    """The colours and shape of a panel."""

    fill: Fill
    rim: RGB
    radius: float
    shade: ShadowStyle
    ink: RGB
    quiet: RGB


LEATHER = PanelStyle(theme.PANEL, theme.LINE, theme.RADIUS_PANEL, theme.SHADE_PANEL, theme.CREAM, theme.MUTED)
SHEET = PanelStyle(theme.PAPER, theme.PAPER_LINE, theme.RADIUS_PAPER, theme.SHADE_PAPER, theme.INK, theme.SECONDARY_INK)


class Column(Widget):
    """Widgets below one another, each as wide as the column; `grows` is the member that takes the remaining height."""

    kind = "column"

    def __init__(self, name: str, members: Sequence[Widget], gap: float = 12.0, *, grows: Widget | None = None) -> None:
        super().__init__(name)
        self.members = tuple(members)
        self.gap = gap
        self.grows = grows

    @property
    def children(self) -> tuple[Widget, ...]:
        """Return the members."""
        return self.members

    def _shown(self) -> list[Widget]:
        return [member for member in self.members if member.visible]

    def min_size(self, look: Look) -> Size:
        """Return the width of the widest and the height of all."""
        wide = max((member.min_size(look)[0] for member in self._shown()), default=0.0)
        return (wide, self.height_for(look, wide))

    def height_for(self, look: Look, width: float) -> float:
        """Return the height of all members at that width."""
        heights = [member.height_for(look, width) for member in self._shown()]
        return fsum(heights) + self.gap * max(0, len(heights) - 1)

    def place(self, box: Box, look: Look) -> None:
        """Stack the members."""
        super().place(box, look)
        shown = self._shown()
        heights = [member.height_for(look, box.w) for member in shown]
        left = max(0.0, box.h - fsum(heights) - self.gap * max(0, len(heights) - 1))
        heights = [high + left if member is self.grows else high for member, high in zip(shown, heights, strict=True)]
        for member, cell in zip(shown, stacked_rows(box, heights, self.gap), strict=True):
            member.place(cell, look)


class Panel(Widget):
    """A plate with a title, a secondary text beside it or a control in the corner, and one widget inside."""

    kind = "panel"

    def __init__(
        self,
        name: str,
        title: Text | None,
        content: Widget,
        *,
        aside: Text | None = None,
        ground: PanelStyle = LEATHER,
        padding: float = theme.PANEL_PADDING,
        corner: Widget | None = None,
        bleed: float = 0.0,
    ) -> None:
        super().__init__(name)
        self.title = title
        self.aside = aside
        self.content = content
        self.ground = ground
        self.padding = padding
        self.bleed = bleed  # how far the content extends into the padding: the margin of a scroll area
        self.corner = corner  # right of the title, or below it where there is no room

    @property
    def children(self) -> tuple[Widget, ...]:
        """Return the content, after the widget in the corner."""
        return (self.content,) if self.corner is None else (self.corner, self.content)

    def accessible_text(self) -> str:
        """Return the title."""
        return "" if self.title is None else str(self.title)

    def _title_size(self, look: Look, width: float) -> Size:
        return look.wrapped_size(str(self.title), theme.TITLE, width) if self.title is not None else (0.0, 0.0)

    def _aside_beside(self, look: Look, width: float) -> bool:
        """Return whether the secondary text fits beside the title."""
        title = look.text_width(str(self.title or ""), theme.TITLE)
        return title + 14 + look.text_width(str(self.aside), theme.SMALL) <= width

    def _head(self, look: Look, width: float) -> float:
        if self.title is None:
            return 0.0
        high = self._title_size(look, width)[1]
        if self.aside is not None and not self._aside_beside(look, width):
            high += look.wrapped_size(str(self.aside), theme.SMALL, width)[1]
        if self.corner is not None:
            corner = self.corner.height_for(look, self._corner_width(look, width))
            high = max(high, corner) if self._corner_beside(look, width) else high + 6 + corner
        return high + 12

    def _corner_beside(self, look: Look, width: float) -> bool:
        title = look.text_width(str(self.title or ""), theme.TITLE)
        return self.corner is not None and title + 24 + self.corner.min_size(look)[0] <= width

    def _corner_width(self, look: Look, width: float) -> float:
        return min(width, self.corner.min_size(look)[0]) if self.corner is not None else 0.0

    def min_size(self, look: Look) -> Size:
        """Return the size of content and title."""
        inner = max(self.content.min_size(look)[0], look.text_width(self.accessible_text(), theme.TITLE) + 2)
        wide = inner + 2 * self.padding
        return (wide, self.height_for(look, wide))

    def height_for(self, look: Look, width: float) -> float:
        """Return the height with everything inside."""
        inner = width - 2 * self.padding
        content = self.content.height_for(look, inner + 2 * self.bleed) - 2 * self.bleed
        return self._head(look, inner) + content + 2 * self.padding

    def place(self, box: Box, look: Look) -> None:
        """Lay the content out below the title."""
        super().place(box, look)
        inner = box.inset(self.padding)
        head = self._head(look, inner.w)
        if self.corner is not None:
            wide = self._corner_width(look, inner.w)
            high = self.corner.height_for(look, wide)
            beside = self._corner_beside(look, inner.w)
            top = self._title_size(look, inner.w)[1]
            at = (inner.right - wide, inner.y + (top - high) / 2) if beside else (inner.x, inner.y + top + 6)
            self.corner.place(Box(*at, wide, high), look)
        self.content.place(inner.below(head).inset(-self.bleed), look)

    def _boxes(self) -> tuple[Box, Box]:
        """Return the boxes of title and secondary text."""
        look, inner = self.look, self.rect.inset(self.padding)
        wide, high = self._title_size(look, inner.w)
        title = Box(inner.x, inner.y, inner.w, high)
        if self.aside is None:
            return title, Box(inner.x, inner.y, 0, 0)
        if self._aside_beside(look, inner.w):
            start = wide + 14
            line = look.line_height(theme.SMALL)
            beside = Box(inner.x + start, inner.y + (high - line) / 2 + 1, inner.w - start, line)
            return Box(inner.x, inner.y, wide + 2, high), beside
        return title, Box(inner.x, title.bottom, inner.w, look.wrapped_size(str(self.aside), theme.SMALL, inner.w)[1])

    def draw(self, surface: pygame.Surface) -> None:
        """Draw plate, title and content."""
        look, ground = self.look, self.ground
        draw.plate(surface, look, self.rect, ground.radius, ground.fill, draw.Edge(ground.rim), ground.shade)
        title, aside = self._boxes()
        if self.title is not None:
            draw.paragraph(surface, look, str(self.title), theme.TITLE, ground.ink, title)
        if self.aside is not None:
            draw.paragraph(surface, look, str(self.aside), theme.SMALL, ground.quiet, aside)
        super().draw(surface)

    def texts(self) -> Iterator[WrittenText]:
        """Yield title and secondary text."""
        title, aside = self._boxes()
        if self.title is not None:
            yield draw.fitted_paragraph(self.look, str(self.title), theme.TITLE, title)
        if self.aside is not None:
            yield draw.fitted_paragraph(self.look, str(self.aside), theme.SMALL, aside)
