"""The bar at the top of a page: a back button, the page's title, a secondary text, and a few icons at the right."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.client.draw import theme
from game.client.widgets import draw
from game.client.widgets.boxes import Box
from game.client.widgets.button import LabelledIconButton
from game.client.widgets.widget import Widget, WrittenText

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pygame

    from game.client.widgets.boxes import Size
    from game.client.widgets.button import Button
    from game.client.widgets.look import Look
    from game.client.words import Text

HEIGHT = 48.0
SIDE_MARGIN = 10.0
GAP = 12.0


class Bar(Widget):
    """The bar is as wide as the window, and 48 px high, more with large text.

    The secondary text is dropped when there is no room for it.
    """

    kind = "bar"

    def __init__(
        self, name: str, title: Text, back: Button | None, others: tuple[Button, ...] = (), aside: Text | None = None
    ) -> None:
        super().__init__(name)
        self.title = title
        self.aside = aside
        self.back = back
        self.others = others

    @property
    def children(self) -> tuple[Widget, ...]:
        """Return the back button and the icons."""
        return (*((self.back,) if self.back else ()), *self.others)

    def accessible_text(self) -> str:
        """Return the title."""
        return str(self.title)

    def min_size(self, look: Look) -> Size:
        """Return the room of title and buttons."""
        sides = sum(button.min_size(look)[0] + GAP for button in self.children)
        return (
            sides + look.text_width(self.accessible_text(), theme.TITLE) + 2 * SIDE_MARGIN + 2,
            self.height_for(look, 0),
        )

    def height_for(self, look: Look, width: float) -> float:  # noqa: ARG002 - a bar has one line
        """Return the height of the bar."""
        buttons = [button.min_size(look)[1] for button in self.children]
        return max([HEIGHT, look.line_height(theme.TITLE) + 12, *(high + 12 for high in buttons)])

    def place(self, box: Box, look: Look) -> None:
        """Place the buttons at both ends, with their labels as long as there is room."""
        super().place(box, look)
        worded = [button for button in self.others if isinstance(button, LabelledIconButton)]
        for sign in worded:
            sign.worded = True
        for sign in worded:
            sign.worded = self.min_size(look)[0] <= box.w
        right = box.right - SIDE_MARGIN
        for button in reversed(self.others):
            wide, high = button.min_size(look)
            right -= wide
            button.place(Box(right, box.y + (box.h - high) / 2, wide, high), look)
            right -= 8
        if self.back is not None:
            wide, high = self.back.min_size(look)
            self.back.place(Box(box.x + SIDE_MARGIN, box.y + (box.h - high) / 2, wide, high), look)

    @property
    def free_box(self) -> Box:
        """Return the part between its words and its icons."""
        left = (self._aside_box() or self._title_box()).right + GAP
        right = (self.others[0].rect.x if self.others else self.rect.right) - GAP
        return Box(left, self.rect.y, right - left, self.rect.h)

    def _title_box(self) -> Box:
        start = self.back.rect.right + GAP if self.back else self.rect.x + 2 * SIDE_MARGIN
        end = self.others[0].rect.x - GAP if self.others else self.rect.right - SIDE_MARGIN
        wide = min(end - start, self.look.text_width(self.accessible_text(), theme.TITLE) + 1)
        return Box(start, self.rect.y, wide, self.rect.h)

    def _aside_box(self) -> Box | None:
        if self.aside is None:
            return None
        start = self._title_box().right + 14
        end = self.others[0].rect.x - GAP if self.others else self.rect.right - SIDE_MARGIN
        wide = self.look.text_width(str(self.aside), theme.SMALL) + 1
        return Box(start, self.rect.y, wide, self.rect.h) if start + wide <= end else None

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the bar, its words and its buttons."""
        look = self.look
        draw.plate(surface, look, self.rect, 0, theme.TOP_BAR)
        draw.draw_seam(surface, look, (self.rect.x, self.rect.bottom - 1), self.rect.w, theme.DARK_GROUND)
        title, aside = self._title_box(), self._aside_box()
        draw.line(surface, look, self.accessible_text(), theme.TITLE, theme.CREAM, (title.x, title.centre[1]))
        if aside is not None:
            draw.line(surface, look, str(self.aside), theme.SMALL, theme.MUTED, (aside.x, aside.centre[1] + 1))
        super().draw(surface)

    def texts(self) -> Iterator[WrittenText]:
        """Yield title and secondary text."""
        yield draw.fitted_line(self.look, self.accessible_text(), theme.TITLE, self._title_box())
        aside = self._aside_box()
        if aside is not None:
            yield draw.fitted_line(self.look, str(self.aside), theme.SMALL, aside)
