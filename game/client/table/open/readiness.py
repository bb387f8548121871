"""The box that says whether the turn can end; where it can explain more it looks like a button."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.client.draw import surfaces, theme
from game.client.draw.theme import Tone
from game.client.table.open.words import Readiness
from game.client.widgets import draw
from game.client.widgets.boxes import Box
from game.client.widgets.gesture import Use
from game.client.widgets.widget import IGNORED, Answer, Widget, WrittenText, handled_with
from game.client.words import say

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pygame

    from game.client.widgets.boxes import Size
    from game.client.widgets.gesture import Gesture
    from game.client.widgets.look import Look
    from game.client.widgets.widget import Callback

MIN_SIZE: Size = (200.0, 30.0)  # least width, and height without its text
CORNER_RADIUS, RIM_WIDTH = 12.0, 2.0
# margins at both sides, above the title, below it, below the text
SIDE_MARGIN, TOP_MARGIN, TITLE_GAP, FOOT_MARGIN = 12.0, 8.0, 2.0, 7.0
SIGN_SIZE, SIGN_GAP = 16.0, 8.0  # icon before the title of a reason why the turn cannot end
# icon after the title where there is more to read
MORE_SIZE, MORE_GAP, MORE_END_MARGIN, MORE_SIGN_SHARE = 20.0, 6.0, 10.0, 0.7
# progress bar of an opening: height, distance from the bottom, and room it takes
BAR_HEIGHT, BAR_BOTTOM_GAP, BAR_ROOM = 5.0, 10.0, 14.0
LIP_HEIGHT, PRESS_DEPTH = 4.0, 2.0  # height of the edge below a box that can be pressed, and how far it sinks
HOVER_WHITE, FOOT_BLACK = 0.12, 0.45  # how much lighter it is under the pointer, how much darker its lower edge
TOLERANCE = 0.75  # px, for rounding errors


class ReadinessBox(Widget):
    """Shows whether the turn can end: icon, title, sentence, and the progress of an opening. Pressed, it explains."""

    kind = "readiness"
    takes_focus = True

    def __init__(self) -> None:
        super().__init__("table.readiness")
        self.telling = Readiness("", "")
        self.on_use: Callback | None = None

    @property
    def has_more(self) -> bool:
        """Return whether there is more to read, so that it looks like a button."""
        return self.on_use is not None and self.telling.tone is Tone.CORAL

    def handle(self, gesture: Gesture) -> Answer:
        """Explain in full why the turn cannot end."""
        if not isinstance(gesture, Use):
            return IGNORED
        return handled_with(self.on_use() if self.on_use is not None and self.has_more else None)

    def accessible_text(self) -> str:
        """Return title and line."""
        return f"{self.telling.title}. {self.telling.line}"

    def state_words(self) -> tuple[str, ...]:
        """Return the state for screen readers."""
        return (*super().state_words(), self.telling.tone.value)

    def min_size(self, look: Look) -> Size:
        """Return the size of a title and two lines."""
        return (MIN_SIZE[0], MIN_SIZE[1] + look.line_height(theme.LABEL) + 2 * look.line_height(theme.SMALL))

    def height_for(self, look: Look, width: float) -> float:
        """Return the height of the box with its present text."""
        title = look.wrapped_size(self.telling.title, theme.LABEL, self._title_width(look, width))[1]
        words = look.wrapped_size(self.telling.line, theme.SMALL, width - 2 * SIDE_MARGIN)[1]
        return max(self.min_size(look)[1], TOP_MARGIN + title + TITLE_GAP + words + self._foot)

    def place(self, box: Box, look: Look) -> None:
        """Lay the box out; the tooltip is the full text where a line does not fit, else that more can be read."""
        super().place(box, look)
        self.tip = self.accessible_text() if self._line_box()[1] else say("open.ready.read") if self.has_more else None

    @property
    def _foot(self) -> float:
        """Return the space kept free below the text."""
        return (BAR_ROOM if self.telling.share is not None else FOOT_MARGIN) + (LIP_HEIGHT if self.has_more else 0.0)

    def _sign(self) -> str:
        return {Tone.CORAL: "broken", Tone.MINT: "check"}.get(self.telling.tone, "info")

    def _title_width(self, look: Look, width: float) -> float:
        """Return the width of the title between its two icons."""
        return (
            width
            - 2 * SIDE_MARGIN
            - look.scaled(SIGN_SIZE)
            - SIGN_GAP
            - (look.scaled(MORE_SIZE) + MORE_GAP if self.has_more else 0.0)
        )

    def _title_box(self) -> Box:
        look, box = self.look, self.rect
        wide = self._title_width(look, box.w)
        left = box.x + SIDE_MARGIN + look.scaled(SIGN_SIZE) + SIGN_GAP
        return Box(
            left, box.y + TOP_MARGIN + self._sunk, wide, look.wrapped_size(self.telling.title, theme.LABEL, wide)[1]
        )

    def _line_box(self) -> tuple[Box, bool]:
        """Return the box of the sentence, and whether the text does not fit."""
        look, box = self.look, self.rect
        top = self._title_box().bottom + TITLE_GAP
        room = Box(box.x + SIDE_MARGIN, top, box.w - 2 * SIDE_MARGIN, box.bottom + self._sunk - self._foot - top)
        return room, look.wrapped_size(self.telling.line, theme.SMALL, room.w)[1] > room.h + TOLERANCE

    @property
    def _sunk(self) -> float:
        """Return how far the box is pressed down."""
        return PRESS_DEPTH if self.has_more and self.held else 0.0

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the box; raised, and with an icon at its end, where there is more to read."""
        look, box, telling = self.look, self.rect, self.telling
        chip = theme.CHIP_LOOKS[telling.tone]
        plain = telling.tone is Tone.PLAIN
        fill = theme.PANEL if plain else chip.fill
        if self.has_more:
            fill = theme.mix(chip.fill, theme.WHITE, HOVER_WHITE if self.hovered else 0.0)
            foot = Box(box.x, box.y + LIP_HEIGHT, box.w, box.h - LIP_HEIGHT)
            draw.plate(
                surface,
                look,
                foot,
                CORNER_RADIUS,
                theme.mix(chip.line, theme.BLACK, FOOT_BLACK),
                None,
                theme.SHADE_PLATE,
            )
            box = Box(box.x, box.y + self._sunk, box.w, box.h - LIP_HEIGHT)
        edge = draw.Edge(theme.LINE if plain else chip.line, theme.BORDER if plain else RIM_WIDTH)
        draw.plate(surface, look, box, CORNER_RADIUS, fill, edge, None if self.has_more else theme.SHADE_PLATE)
        colour = theme.CREAM if plain else chip.text
        title = self._title_box()
        size = look.scaled(SIGN_SIZE)
        first = title.y + look.line_height(theme.LABEL) / 2
        draw.icon(surface, look, self._sign(), (box.x + SIDE_MARGIN + size / 2, first), size, colour)
        draw.paragraph(surface, look, telling.title, theme.LABEL, colour, title)
        if self.has_more:
            more = look.scaled(MORE_SIZE)
            disc = Box(box.right - MORE_END_MARGIN - more, first - more / 2, more, more)
            draw.plate(surface, look, disc, more / 2, colour)
            draw.icon(surface, look, "help", disc.centre, more * MORE_SIGN_SHARE, chip.fill)
        line, cramped = self._line_box()
        if not cramped:
            draw.paragraph(surface, look, telling.line, theme.SMALL, theme.MUTED if plain else chip.text, line)
        if self.focused:
            draw.focus_ring(surface, look, self.rect, CORNER_RADIUS)
        if telling.share is not None:
            track = look.rect(
                Box(box.x + SIDE_MARGIN, box.bottom - BAR_BOTTOM_GAP, box.w - 2 * SIDE_MARGIN, BAR_HEIGHT)
            )
            surface.blit(surfaces.bar(track.size, telling.share, theme.GOLD), track)

    def texts(self) -> Iterator[WrittenText]:
        """Yield the title, and the sentence where it is shown."""
        yield draw.fitted_paragraph(self.look, self.telling.title, theme.LABEL, self._title_box())
        line, cramped = self._line_box()
        if not cramped:
            yield draw.fitted_paragraph(self.look, self.telling.line, theme.SMALL, line)
