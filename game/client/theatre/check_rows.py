"""The lines of a checked deal: an icon, what holds, how that is known, and a count."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from game.client.draw import theme
from game.client.widgets import draw
from game.client.widgets.boxes import Box, stacked_rows
from game.client.widgets.widget import Widget, WrittenText

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pygame

    from game.client.draw.theme import RGB
    from game.client.widgets.boxes import Size
    from game.client.widgets.look import Look
    from game.client.words import Text

SIDE_PADDING: Final = 12.0
LINE_PADDING: Final = 16.0  # logical px above and below the words of a line
DISC_SIZE: Final = 34.0
SIGN_GAP: Final = 15.0
ICON_SIZE: Final = 20.0
GAP: Final = 3.0
MIN_WIDTH: Final = 320.0
FIGURE_GAP: Final = 16.0  # logical px between the words and the figure
ICON_SHARE: Final = 0.5  # size of an icon, as a share of its disc
BAR_HEIGHT: Final = 14.0
BAR_GAP: Final = 8.0
SEAL_SIZE: Final = 104.0
RIM_WIDTH: Final = 3.0


@dataclass(frozen=True, slots=True)
class CheckLine:
    """One line: its icon, what holds, how that is known, and the figure at its end."""

    icon: str
    title: Text
    note: Text
    figure: str


class CheckRows(Widget):
    """The lines below one another, every second line on a paper stripe."""

    kind = "facts"

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.lines: tuple[CheckLine, ...] = ()

    def accessible_text(self) -> str:
        """Return all lines as text."""
        return ". ".join(f"{one.title}: {one.figure}" for one in self.lines)

    def min_size(self, look: Look) -> Size:
        """Return the least size, for a narrow sheet."""
        return (MIN_WIDTH, self.height_for(look, MIN_WIDTH))

    def height_for(self, look: Look, width: float) -> float:
        """Return the height of all lines."""
        return sum(self._line_height(look, one, width) for one in self.lines) + GAP * max(0, len(self.lines) - 1)

    def _words_offset(self, look: Look) -> float:
        return SIDE_PADDING + look.scaled(DISC_SIZE) + SIGN_GAP

    def _end_width(self, look: Look) -> float:
        return SIDE_PADDING + look.scaled(ICON_SIZE) + SIDE_PADDING

    def _room(self, look: Look, one: CheckLine, width: float) -> tuple[float, bool]:
        """Return the width of the words, and whether the figure is beside them."""
        room = width - self._words_offset(look) - self._end_width(look)
        figure = look.text_width(one.figure, theme.LABEL) + FIGURE_GAP
        beside = room - figure >= room / 2
        return (room - figure if beside else room), beside

    def _heights(self, look: Look, one: CheckLine, width: float) -> list[float]:
        room, beside = self._room(look, one, width)
        told = [
            look.wrapped_size(str(one.title), theme.LABEL, room)[1],
            look.wrapped_size(str(one.note), theme.SMALL, room)[1],
        ]
        return told if beside else [*told, look.wrapped_size(one.figure, theme.LABEL, room)[1]]

    def _line_height(self, look: Look, one: CheckLine, width: float) -> float:
        return max(look.scaled(DISC_SIZE), sum(self._heights(look, one, width))) + LINE_PADDING

    def _cells(self) -> tuple[Box, ...]:
        return stacked_rows(self.rect, [self._line_height(self.look, one, self.rect.w) for one in self.lines], GAP)

    def _written(self) -> Iterator[tuple[str, theme.Role, RGB, Box, bool]]:
        look = self.look
        for one, cell in zip(self.lines, self._cells(), strict=True):
            heights = self._heights(look, one, cell.w)
            room, beside = self._room(look, one, cell.w)
            y = cell.y + (cell.h - sum(heights)) / 2
            boxes = stacked_rows(Box(cell.x + self._words_offset(look), y, room, 0), heights)
            yield str(one.title), theme.LABEL, theme.INK, boxes[0], False
            yield str(one.note), theme.SMALL, theme.SECONDARY_INK, boxes[1], False
            if beside:
                high, wide = look.line_height(theme.LABEL), look.text_width(one.figure, theme.LABEL) + 2
                at = Box(cell.right - self._end_width(look) - wide, cell.centre[1] - high / 2, wide, high)
                yield one.figure, theme.LABEL, theme.GREEN_INK, at, True
            else:
                yield one.figure, theme.LABEL, theme.GREEN_INK, boxes[2], False

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the lines."""
        look = self.look
        for number, (one, cell) in enumerate(zip(self.lines, self._cells(), strict=True)):
            if number % 2:
                draw.plate(surface, look, cell, theme.RADIUS_ROW, theme.PAPER_BAND)
            side = look.scaled(DISC_SIZE)
            disc = Box(cell.x + SIDE_PADDING, cell.centre[1] - side / 2, side, side)
            draw.plate(surface, look, disc, side / 2, theme.PAPER_CARD, draw.Edge(theme.GREEN_INK, 1.5))
            draw.icon(surface, look, one.icon, disc.centre, side * ICON_SHARE, theme.GREEN_INK)
            at = (cell.right - SIDE_PADDING - look.scaled(ICON_SIZE) / 2, cell.centre[1])
            draw.icon(surface, look, "check", at, look.scaled(ICON_SIZE), theme.GREEN_INK)
        for words, role, ink, box, _right in self._written():
            draw.paragraph(surface, look, words, role, ink, box)

    def texts(self) -> Iterator[WrittenText]:
        """Yield all texts."""
        for words, role, _ink, box, _right in self._written():
            yield draw.fitted_paragraph(self.look, words, role, box)


class Seal(Widget):
    """The seal beside the sentence: its icon and its colour say the same as the words."""

    kind = "seal"

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.icon, self.colour = "wait", theme.SECONDARY_INK

    def min_size(self, look: Look) -> Size:  # noqa: ARG002 - a picture does not follow the text
        """Return the size of the picture."""
        return (SEAL_SIZE + LINE_PADDING, SEAL_SIZE + LINE_PADDING)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw it in the middle."""
        x, y = self.rect.centre
        disc = Box(x - SEAL_SIZE / 2, y - SEAL_SIZE / 2, SEAL_SIZE, SEAL_SIZE)
        draw.plate(
            surface,
            self.look,
            disc,
            SEAL_SIZE / 2,
            self.colour,
            draw.Edge(theme.PAPER_LINE, RIM_WIDTH),
            theme.SHADE_CONTROL,
        )
        draw.icon(surface, self.look, self.icon, (x, y), SEAL_SIZE * ICON_SHARE, theme.WHITE)


class ProgressBar(Widget):
    """A progress bar with its words below."""

    kind = "progress"

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.share, self.words = 0.0, ""

    def accessible_text(self) -> str:
        """Return the progress of the check as text."""
        return self.words

    def min_size(self, look: Look) -> Size:
        """Return the size of bar and words."""
        return (MIN_WIDTH, BAR_HEIGHT + BAR_GAP + look.wrapped_size(self.words, theme.SMALL_BOLD, MIN_WIDTH)[1])

    def height_for(self, look: Look, width: float) -> float:
        """Return the height of bar and words."""
        return BAR_HEIGHT + BAR_GAP + look.wrapped_size(self.words, theme.SMALL_BOLD, width)[1]

    def _below(self) -> Box:
        high = self.look.wrapped_size(self.words, theme.SMALL_BOLD, self.rect.w)[1]
        return Box(self.rect.x, self.rect.y + BAR_HEIGHT + BAR_GAP, self.rect.w, high)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the bar, filled to the progress, and the words."""
        look, box = self.look, self.rect
        bar = Box(box.x, box.y, box.w, BAR_HEIGHT)
        draw.plate(surface, look, bar, BAR_HEIGHT / 2, theme.PAPER_BAND, draw.Edge(theme.PAPER_LINE, 1.0))
        if self.share > 0:
            draw.plate(
                surface, look, bar.left_part(max(BAR_HEIGHT, bar.w * min(1.0, self.share))), BAR_HEIGHT / 2, theme.GOLD
            )
        draw.paragraph(surface, look, self.words, theme.SMALL_BOLD, theme.INK, self._below())

    def texts(self) -> Iterator[WrittenText]:
        """Yield the words."""
        yield draw.fitted_paragraph(self.look, self.words, theme.SMALL_BOLD, self._below())
