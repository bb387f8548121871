"""A stepper: one of a few ordered values between two arrows, with stars where it is a grade."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from game.client.draw import theme
from game.client.widgets import draw
from game.client.widgets.boxes import Box
from game.client.widgets.gesture import Arrow, Use
from game.client.widgets.widget import IGNORED, Answer, Widget, WrittenText, handled_with

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import pygame

    from game.client.director import Change
    from game.client.draw.theme import RGB
    from game.client.widgets.boxes import Size
    from game.client.widgets.gesture import Gesture
    from game.client.widgets.look import Look
    from game.client.words import Text

ARROW_SIZE = 28.0
STAR_SIZE = 12.0
GAP = 10.0


@dataclass(frozen=True, slots=True)
class Grade:
    """A value of a stepper: its key, its label, the number of its gold stars and of all its stars."""

    key: str
    label: Text
    stars: int = 0
    max_stars: int = 0


class Stepper(Widget):
    """Ordered values; left and right step through them, as does a click on either half."""

    kind = "stepper"
    takes_focus = True

    def __init__(
        self, name: str, grades: tuple[Grade, ...], chosen: str, on_change: Callable[[str], Change | None]
    ) -> None:
        super().__init__(name)
        self.grades = grades
        self.chosen = chosen
        self.on_change = on_change

    @property
    def index(self) -> int:
        """Return the index of the value."""
        return next((index for index, grade in enumerate(self.grades) if grade.key == self.chosen), 0)

    def accessible_text(self) -> str:
        """Return the words of the value."""
        return str(self.grades[self.index].label)

    def state_words(self) -> tuple[str, ...]:
        """Return the usual states and the chosen value."""
        return (*super().state_words(), f"chosen {self.chosen}")

    def step_by(self, steps: int) -> Change | None:
        """Step by some values, stopping at the ends."""
        index = min(len(self.grades) - 1, max(0, self.index + steps))
        if index == self.index:
            return None
        self.chosen = self.grades[index].key
        return self.on_change(self.chosen)

    def handle(self, gesture: Gesture) -> Answer:
        """Step by the arrows and towards the clicked half; any other activation goes to the next value in a circle."""
        match gesture:
            case Use(None):
                return handled_with(self.step_by(1 if self.index + 1 < len(self.grades) else -len(self.grades)))
            case Use((x, _)):
                return handled_with(self.step_by(-1 if x < self.rect.centre[0] else 1))
            case Arrow("left" | "right" as way):
                return handled_with(self.step_by(1 if way == "right" else -1))
        return IGNORED

    def _stars_width(self, look: Look) -> float:
        most = max(grade.max_stars for grade in self.grades)
        return GAP + most * look.scaled(STAR_SIZE + 1) if most else 0.0

    def min_size(self, look: Look) -> Size:
        """Return the room of the longest value."""
        words = max(look.text_width(str(grade.label), theme.SMALL_BOLD) for grade in self.grades)
        high = max(theme.MIN_TARGET_SIZE, look.line_height(theme.SMALL_BOLD) + 12)
        wide = 2 * look.at_least(ARROW_SIZE) + words + self._stars_width(look) + 2
        return (max(wide, 2 * theme.MIN_CLICK_SIZE), high)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the well, the arrows, the words and the stars."""
        look, box = self.look, self.rect
        if self.focused:
            draw.focus_ring(surface, look, box, theme.RADIUS_FIELD)
        fill = theme.ROW_DISABLED if not self.enabled else theme.ROW if self.hovered else theme.WELL
        rim = theme.STRONG_LINE if self.enabled else theme.LINE
        draw.plate(surface, look, box, theme.RADIUS_FIELD, fill, draw.Edge(rim, theme.CONTROL_BORDER))
        arrow = look.at_least(ARROW_SIZE)
        for name, x, able in (
            ("back", box.x + arrow / 2, self.index > 0),
            ("forward", box.right - arrow / 2, self.index + 1 < len(self.grades)),
        ):
            colour = theme.CREAM if able and self.enabled else theme.STRONG_LINE
            draw.icon(surface, look, name, (x, box.centre[1]), look.scaled(13), colour)
        colour = theme.CREAM if self.enabled else theme.DISABLED_TEXT
        words = self._words_box()
        if any(grade.max_stars for grade in self.grades):  # the labels align, whatever the number of stars
            draw.line(surface, look, self.accessible_text(), theme.SMALL_BOLD, colour, (words.x, box.centre[1]))
        else:
            draw.line(
                surface,
                look,
                self.accessible_text(),
                theme.SMALL_BOLD,
                colour,
                (words.centre[0], box.centre[1]),
                "centre",
            )
        self._draw_stars(surface, self.grades[self.index])

    def _draw_stars(self, surface: pygame.Surface, grade: Grade) -> None:
        look = self.look
        size = look.scaled(STAR_SIZE)
        x = self.rect.right - look.at_least(ARROW_SIZE) - grade.max_stars * look.scaled(STAR_SIZE + 1)
        for number in range(grade.max_stars):
            lit: RGB = theme.GOLD if number < grade.stars else theme.LINE
            at = (x + number * look.scaled(STAR_SIZE + 1) + size / 2, self.rect.centre[1])
            draw.icon(surface, look, "star", at, size, lit if self.enabled else theme.STRONG_LINE)

    def _words_box(self) -> Box:
        arrow, stars = self.look.at_least(ARROW_SIZE), self._stars_width(self.look)
        return Box(self.rect.x + arrow, self.rect.y + 2, self.rect.w - 2 * arrow - stars, self.rect.h - 4)

    def texts(self) -> Iterator[WrittenText]:
        """Yield the value's words."""
        yield draw.fitted_line(self.look, self.accessible_text(), theme.SMALL_BOLD, self._words_box())
