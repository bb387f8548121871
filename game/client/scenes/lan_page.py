"""A page with two sides under its bar: beside one another where they fit, else below one another in one scroll."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.client.scenes.page import Page
from game.client.widgets.boxes import Box
from game.client.widgets.panel import Column
from game.client.widgets.scroll import RIM, Scroll
from game.client.widgets.widget import Group

if TYPE_CHECKING:
    from collections.abc import Sequence

    from game.client.scenes.page import Reading
    from game.client.widgets.bar import Bar
    from game.client.widgets.look import Look
    from game.client.widgets.widget import Widget

MOST_WIDTH = 1500.0
MARGIN = 24.0
GAP = 20.0
LARGEST = 1.3  # text larger than this puts one side below the other
LEAST = 920.0  # a room narrower than that too


class TwoSides(Page):
    """`share` is how much of the width the left side takes."""

    def __init__(
        self,
        name: str,
        reading: Reading,
        bar: Bar,
        sides: tuple[Sequence[Widget], Sequence[Widget]],
        share: float,
        first: str | None = None,
    ) -> None:
        self.bar = bar
        self._share = share
        left, right = (Column(f"{name}.{side}", parts, 14.0) for side, parts in zip("lr", sides, strict=True))
        self._beside = (Scroll(f"{name}.left", left), Scroll(f"{name}.right", right))
        self._below = Scroll(f"{name}.both", Column(f"{name}.column", (left, right), 14.0))
        super().__init__(name, reading, Group(name, (bar, *self._beside, self._below), self._arrange), first)

    def _arrange(self, box: Box, look: Look) -> None:
        bar = self.bar.height_for(look, box.w)
        self.bar.place(box.top_part(bar), look)
        room = box.under(bar + 8)
        room = room.middle(min(room.w, MOST_WIDTH), room.h)
        room = Box(room.x + MARGIN - RIM, room.y, room.w - 2 * (MARGIN - RIM), room.h - 8)
        beside = look.text_scale <= LARGEST and room.w >= LEAST
        for side in self._beside:
            side.visible = beside
        self._below.visible = not beside
        if not beside:
            self._below.place(room, look)
            return
        wide = (room.w - GAP + 2 * RIM) * self._share
        self._beside[0].place(room.left_part(wide), look)
        self._beside[1].place(room.beside(wide + GAP - 2 * RIM), look)

    def again(self) -> None:
        """Lay everything out again: what is said has changed."""
        if self.look is not None:
            self.layout(self.look.viewport)
