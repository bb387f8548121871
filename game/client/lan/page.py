"""A page with two columns under its bar: side by side where they fit, else stacked in one scroll.

The foot stays visible: under one of the columns while they are side by side, else under both if that leaves them
most of the height. If there is nothing else to show, it is centred alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.client.draw import paint, theme
from game.client.scenes.page import Page
from game.client.widgets.boxes import Box
from game.client.widgets.panel import Column
from game.client.widgets.scroll import FOCUS_MARGIN, Scroll
from game.client.widgets.widget import Group

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pygame

    from game.client.scenes.page import LookSettings
    from game.client.viewport import Viewport
    from game.client.widgets.bar import Bar
    from game.client.widgets.look import Look
    from game.client.widgets.widget import Widget

MAX_WIDTH = 1500.0
MARGIN = 24.0
COLUMN_GAP = 20.0
PART_GAP = 14.0  # logical px between two parts of a column
MAX_TEXT_SCALE = 1.3  # text scale above which the columns are stacked
MIN_TWO_COLUMN_WIDTH = 920.0  # logical px: they are stacked in a narrower room too
LONE_FOOT_WIDTH = 680.0
SHADOW_HEIGHT, FOOT_SHADOW = 44.0, theme.ShadowStyle(0, 20, 255)  # the shadow of a foot on what scrolls under it
SPACE_ABOVE_SHARE = 0.36  # share of the free height above a short part
MAX_FOOT_SHARE = 0.42  # share of the height under the bar; a higher foot scrolls with the rest


class _Foot(Column):
    """The fixed part below a scroll, with a shadow on the content that continues under it."""

    above: Scroll | None = None

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the shadow while more can be scrolled to, then the parts."""
        if self.above is not None and self.above.has_more_below:
            before, box = surface.get_clip(), self.rect
            surface.set_clip(self.look.rect(Box(box.x, box.y - SHADOW_HEIGHT, box.w, SHADOW_HEIGHT)).clip(before))
            paint.draw_shadow(surface, self.look.rect(box), theme.RADIUS_PANEL * self.look.u, FOOT_SHADOW, self.look.u)
            surface.set_clip(before)
        super().draw(surface)


class TwoColumnPage(Page):
    """`share` is the left column's share of the width, `under` the column with the foot: 0 or 1.

    A part that `grows` takes its column's free height while they are side by side. A page that is `level` has one such
    part in each column: both columns end together, and a short part is centred, slightly raised.
    """

    def __init__(
        self,
        name: str,
        reading: LookSettings,
        bar: Bar,
        sides: tuple[Sequence[Widget], Sequence[Widget]],
        share: float,
        first: str | None = None,
        foot: Widget | None = None,
        under: int = 0,
        grows: Widget | None = None,
        level: tuple[Widget, Widget] | None = None,
    ) -> None:
        self.bar = bar
        self._share = share
        self._parts = sides
        self._foot = _Foot(f"{name}.foot", (foot,) if foot is not None else ())
        self._under = under
        self._fills = grows is not None and grows in sides[under]
        self._level = level is not None
        left, right = (
            Column(f"{name}.{side}", parts, PART_GAP, grows=one)
            for side, parts, one in zip("lr", sides, level or (grows, grows), strict=True)
        )
        self._beside = (Scroll(f"{name}.left", left), Scroll(f"{name}.right", right))
        foots = () if foot is None else (foot,)
        self._both = (left, right)
        self._ended = (left, right, *foots) if under else (left, *foots, right)
        self._column = Column(f"{name}.column", self._ended, PART_GAP)
        self._below = Scroll(f"{name}.both", self._column)
        one, other = self._beside
        beside = (one, other, self._foot) if under else (one, self._foot, other)
        super().__init__(name, reading, Group(name, (bar, self._below, *beside), self._arrange), first)

    def update_texts(self) -> None:
        """Rebuild the texts, from the current state and in the current language."""

    def layout(self, viewport: Viewport) -> None:
        """Rebuild the texts, then lay everything out."""
        self.update_texts()
        super().layout(viewport)

    def rebuild(self) -> None:
        """Rebuild the texts and the layout after a change."""
        if self.look is not None:
            self.layout(self.look.viewport)

    # --- layout --------------------------------------------------------------------------------------------------

    def _arrange(self, box: Box, look: Look) -> None:
        bar = self.bar.height_for(look, box.w)
        self.bar.place(box.top_part(bar), look)
        room = box.below(bar + 8)
        room = room.middle(min(room.w, MAX_WIDTH), room.h)
        room = Box(room.x + MARGIN - FOCUS_MARGIN, room.y, room.w - 2 * (MARGIN - FOCUS_MARGIN), room.h - 8)
        seen = any(part.visible for side in self._parts for part in side)
        beside = seen and look.text_scale <= MAX_TEXT_SCALE and room.w >= MIN_TWO_COLUMN_WIDTH
        for side in self._beside:
            side.visible = beside
        self._below.visible = seen and not beside
        high = self._foot.height_for(look, room.w - 2 * FOCUS_MARGIN)
        docked = self._below.visible and 0 < high <= MAX_FOOT_SHARE * room.h
        self._foot.visible = beside or docked or not seen
        self._column.members = self._both if docked else self._ended
        if not seen:
            wide = min(room.w - 2 * FOCUS_MARGIN, LONE_FOOT_WIDTH * max(1.0, look.text_scale))
            self._foot.place(room.middle(wide, min(room.h, self._foot.height_for(look, wide))), look)
        elif beside:
            self._place_beside(room, look)
        elif docked:
            self._below.place(room.top_part(room.h - high - FOCUS_MARGIN), look)
            # a column narrowed by a scroll bar may need more lines
            if (needs := self._foot.height_for(look, self._column.rect.w)) > high:
                high = needs
                self._below.place(room.top_part(room.h - high - FOCUS_MARGIN), look)
            parts = self._column.rect
            self._foot.above = self._below
            self._foot.place(Box(parts.x, self._below.rect.bottom, parts.w, high), look)
        else:
            self._below.place(room, look)

    def _place_beside(self, room: Box, look: Look) -> None:
        wide = (room.w - COLUMN_GAP + 2 * FOCUS_MARGIN) * self._share
        sides = [room.left_part(wide), room.right_of(wide + COLUMN_GAP - 2 * FOCUS_MARGIN)]
        own = sides[self._under]
        high = self._foot.height_for(look, own.w - 2 * FOCUS_MARGIN)
        if high:
            sides[self._under] = Box(own.x, own.y, own.w, own.h - high - FOCUS_MARGIN)
        if self._level:
            taken = [high + PART_GAP if high and at == self._under else 0.0 for at in range(len(sides))]
            needed = max(
                one.height_for(look, side.w) + foot for one, side, foot in zip(self._beside, sides, taken, strict=True)
            )
            spare = max(0.0, room.h - needed)
            sides = [
                side.below(spare * SPACE_ABOVE_SHARE).top_part(room.h - spare - foot)
                for side, foot in zip(sides, taken, strict=True)
            ]
        for scroll, side in zip(self._beside, sides, strict=True):
            scroll.place(side, look)
        if high:  # the foot is as wide as the content above without its scroll bar, and close below short content
            self._foot.above = self._beside[self._under]
            parts = self._foot.above.content
            # a column narrowed by a scroll bar may need more lines
            more = max(0.0, self._foot.height_for(look, parts.rect.w) - high)
            if more:
                high += more
                self._foot.above.place(self._foot.above.rect.top_part(self._foot.above.rect.h - more), look)
            above, lowest = parts.rect, own.bottom - high - FOCUS_MARGIN
            ends = lowest if self._fills else above.y + parts.height_for(look, above.w) + PART_GAP
            self._foot.place(Box(above.x, min(lowest, ends), above.w, high), look)
            if ends < lowest:  # the content above is short, so its scroll gets only the room it needs
                scroll = self._beside[self._under]
                scroll.place(scroll.rect.top_part(ends - scroll.rect.y), look)
