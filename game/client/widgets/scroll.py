"""A scroll area: wheel, scroll bar, Page Up and Page Down, and moving the focus scroll the content."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.client.draw import theme
from game.client.events import Wheel
from game.client.widgets import draw
from game.client.widgets.boxes import Box
from game.client.widgets.gesture import Drag, Grab, ScrollTo
from game.client.widgets.widget import IGNORED, TAKEN, Answer, Widget

if TYPE_CHECKING:
    import pygame

    from game.client.widgets.boxes import Size
    from game.client.widgets.gesture import Gesture
    from game.client.widgets.look import Look

BAR_WIDTH = 10.0
NOTCH_STEP = 48.0  # logical px scrolled by one notch of the wheel
MIN_THUMB_HEIGHT = 36.0
SHADOW_REACH = 28.0  # logical px by which shadows of the content may extend beside it
FOCUS_MARGIN = 8.0  # margin around the content, so that a focus ring at its edge is visible


class Scroll(Widget):
    """Shows as much of its content as fits, from `offset` px below the content's top."""

    kind = "scroll"
    takes_pointer = True
    clips = True

    def __init__(self, name: str, content: Widget, *, on_paper: bool = False, rim: float = FOCUS_MARGIN) -> None:
        super().__init__(name)
        self.content = content
        self.rim = rim  # margin around the content; 0 where nothing inside takes the focus
        self.on_paper = on_paper
        self.offset = 0.0
        self._grip = 0.0
        self._high = 0.0  # of the content

    @property
    def children(self) -> tuple[Widget, ...]:
        """Return the content."""
        return (self.content,)

    def state_words(self) -> tuple[str, ...]:
        """Return the usual states, and how far the area is scrolled."""
        return (*super().state_words(), f"offset {round(self.offset)} of {round(self._over())}")

    def min_size(self, look: Look) -> Size:
        """Return the content's width and the height of a few rows."""
        wide, high = self.content.min_size(look)
        return (wide + BAR_WIDTH + 8 + 2 * self.rim, min(high, 120.0) + 2 * self.rim)

    def height_for(self, look: Look, width: float) -> float:
        """Return the height at which everything is visible."""
        return self.content.height_for(look, self._content_width(width, bar=False)) + 2 * self.rim

    def _content_width(self, width: float, *, bar: bool) -> float:
        return max(1.0, width - 2 * self.rim - (BAR_WIDTH + 4 if bar else 0.0))

    def place(self, box: Box, look: Look) -> None:
        """Take a box; the content keeps its scroll position as far as its new height allows."""
        super().place(box, look)
        bar = self.height_for(look, box.w) > box.h + 0.5
        wide = self._content_width(box.w, bar=bar)
        self._high = self.content.height_for(look, wide)
        self.offset = min(self.offset, self._over())
        self._shift(wide)

    def _over(self) -> float:
        over = self._high + 2 * self.rim - self.rect.h
        return over if over > 0.5 else 0.0  # a smaller excess is a rounding error

    @property
    def has_more_below(self) -> bool:
        """Return whether there is more below the visible part."""
        return self.offset < self._over()

    def _shift(self, wide: float | None = None) -> None:
        wide = self.content.rect.w if wide is None else wide
        top = self.rect.y + self.rim - self.offset
        self.content.place(
            Box(self.rect.x + self.rim, top, wide, max(self._high, self.rect.h - 2 * self.rim)), self.look
        )

    def scroll_to(self, offset: float) -> bool:
        """Scroll to an offset; return whether anything moved."""
        wanted = min(self._over(), max(0.0, offset))
        if wanted == self.offset:
            return False
        self.offset = wanted
        self._shift()
        return True

    # --- hands ---------------------------------------------------------------------------------------------------

    def handle(self, gesture: Gesture) -> Answer:
        """Scroll by the wheel and by the thumb, or jump to where the bar was pressed.

        Scroll a `ScrollTo` box into view.
        """
        match gesture:
            case Wheel(dy=dy):
                return Answer(taken=self.scroll_to(self.offset - dy * NOTCH_STEP))
            case ScrollTo(box):
                return Answer(taken=self._reveal(box))
            case Grab((_, y) as at):
                thumb = self._thumb()
                self._grip = y - thumb.y if thumb.contains(at) else thumb.h / 2
                return self._follow(y)
            case Drag((_, y)):
                return self._follow(y)
        return IGNORED

    def _reveal(self, box: Box) -> bool:
        """Scroll as little as brings the box into view."""
        top, bottom = self.rect.y + self.rim, self.rect.bottom - self.rim
        if box.y < top:
            return self.scroll_to(self.offset - (top - box.y))
        if box.bottom > bottom:
            return self.scroll_to(self.offset + min(box.bottom - bottom, box.y - top))
        return False

    def _follow(self, y: float) -> Answer:
        """Move the thumb with the pointer."""
        track, thumb = self._track(), self._thumb()
        reach = track.h - thumb.h
        if reach > 0:
            self.scroll_to((y - self._grip - track.y) / reach * self._over())
        return TAKEN

    # --- drawing -------------------------------------------------------------------------------------------------

    def _track(self) -> Box:
        return Box(self.rect.right - BAR_WIDTH, self.rect.y + self.rim, BAR_WIDTH, self.rect.h - 2 * self.rim)

    def _thumb(self) -> Box:
        track = self._track()
        high = max(min(MIN_THUMB_HEIGHT, track.h), track.h * self.rect.h / (self._high + 2 * self.rim))
        share = self.offset / self._over() if self._over() else 0.0
        return Box(track.x, track.y + (track.h - high) * share, BAR_WIDTH, high)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the visible part of the content, and the bar if there is more."""
        before = surface.get_clip()
        shown = Box(self.rect.x - SHADOW_REACH, self.rect.y, self.rect.w + 2 * SHADOW_REACH, self.rect.h)
        surface.set_clip(self.look.rect(shown).clip(before))
        self.content.draw(surface)
        surface.set_clip(before)
        if self._over() > 0:
            touched = self.hovered or self.held
            draw.plate(
                surface, self.look, self._track(), BAR_WIDTH / 2, theme.PAPER_BAND if self.on_paper else theme.WELL
            )
            if self.on_paper:
                fill = theme.SECONDARY_INK if touched else theme.PAPER_LINE
            else:
                fill = theme.MUTED if touched else theme.STRONG_LINE
            draw.plate(surface, self.look, self._thumb().inset(1.5), BAR_WIDTH / 2, fill)
