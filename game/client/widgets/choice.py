"""Choices: one of a few options, all visible; a `ChoiceFace` decides how they look.

Laws: an arrow key chooses at once, and leaves no page; an option that is not available shows the reason and is skipped.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.client.debug import ShownItem
from game.client.draw import theme
from game.client.widgets.boxes import aimed_box
from game.client.widgets.choice_faces import OptionCell, ShownChoice, Strip
from game.client.widgets.gesture import Arrow, Hover, Use
from game.client.widgets.widget import IGNORED, Answer, Widget, WrittenText, handled_with

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import pygame

    from game.client.director import Change
    from game.client.widgets.boxes import Box, Point, Size
    from game.client.widgets.choice_faces import ChoiceFace, ChoiceOption
    from game.client.widgets.gesture import Direction, Gesture
    from game.client.widgets.look import Look


class Choice(Widget):
    """A few options, one of them chosen; `on_change` gets the key of a newly chosen one."""

    takes_focus = True

    def __init__(
        self,
        name: str,
        options: tuple[ChoiceOption, ...],
        chosen: str,
        on_change: Callable[[str], Change | None],
        *,
        face: ChoiceFace | None = None,
    ) -> None:
        super().__init__(name)
        self.options = options
        self.chosen = chosen
        self.on_change = on_change
        self.face = face or Strip()
        self.kind = self.face.kind
        self.cells: tuple[Box, ...] = ()
        self._pointed: Box | None = None  # the option under the pointer

    def accessible_text(self) -> str:
        """Return the label of the chosen option."""
        chosen = self._option(self.chosen)
        return "" if chosen is None else str(chosen.label)

    def state_words(self) -> tuple[str, ...]:
        """Return the usual states and the chosen option."""
        return (*super().state_words(), f"chosen {self.chosen}")

    def pressable_parts(self) -> Iterator[ShownItem]:
        """Yield each option."""
        for cell in self._shown().cells:
            told = (("chosen", cell.chosen), ("off", cell.option.reason is not None))
            state = tuple(word for word, true in told if true)
            yield ShownItem("option", f"{self.name}.{cell.option.key}", cell.box, state, str(cell.option.label))

    # --- hands ---------------------------------------------------------------------------------------------------

    def handle(self, gesture: Gesture) -> Answer:
        """Choose the clicked option; an arrow chooses the neighbour, any other use the next one, wrapping around."""
        match gesture:
            case Use(None):
                chosen = self._option(self.chosen)
                opens = None if chosen is None else chosen.opens
                return handled_with(self._choose_next() if opens is None else opens())
            case Use((_, _) as at):
                key = self.key_at(at)
                return handled_with(None if key is None else self.choose(key))
            case Hover(at):
                before, self._pointed = self._pointed, next((cell for cell in self.cells if cell.contains(at)), None)
                return Answer(taken=self._pointed != before)
            case Arrow(way):
                return self._step(way)
        return IGNORED

    def key_at(self, at: Point) -> str | None:
        """Return the key of the option at a point."""
        index = aimed_box(self.cells, at, theme.MIN_CLICK_SIZE)
        return None if index is None else self.options[index].key

    def choose(self, key: str) -> Change | None:
        """Choose an option if it is available, and go where it leads."""
        change = self._move_to(key)
        option = self._option(key)
        return change if option is None or option.opens is None or option.reason is not None else option.opens()

    def _move_to(self, key: str) -> Change | None:
        if key == self.chosen or key not in self._possible():
            return None
        self.chosen = key
        return self.on_change(key)

    def _option(self, key: str) -> ChoiceOption | None:
        return next((option for option in self.options if option.key == key), None)

    def _possible(self) -> list[str]:
        return [option.key for option in self.options if option.reason is None]

    def _choose_next(self) -> Change | None:
        keys = self._possible()
        if not keys:
            return None
        index = keys.index(self.chosen) + 1 if self.chosen in keys else 0
        return self._move_to(keys[index % len(keys)])

    def _step(self, way: Direction) -> Answer:
        """Choose the neighbour; at the ends of a strip nothing happens, across it the focus moves on."""
        rows, columns = len({round(cell.y) for cell in self.cells}), len({round(cell.x) for cell in self.cells})
        wound = isinstance(self.face, Strip) and columns > 1  # a strip in several rows is still one strip
        in_row = not self.face.stacked and (rows <= 1 or wound)
        along = ("left", "right") if in_row else ("up", "down")
        if way not in along:
            return IGNORED
        keys = self._possible()
        if self.chosen not in keys:
            return handled_with(self._choose_next())
        index = keys.index(self.chosen) + (1 if way == along[1] else -1)
        if not 0 <= index < len(keys):
            return Answer(taken=in_row)
        return handled_with(self._move_to(keys[index]))

    # --- layout and drawing, left to the face ----------------------------------------------------------------------

    def min_size(self, look: Look) -> Size:
        """Return the size with all options on as few lines as possible."""
        return self.face.min_size(look, self.options)

    def height_for(self, look: Look, width: float) -> float:
        """Return the height at a width."""
        return self.face.height_for(look, self.options, width)

    def place(self, box: Box, look: Look) -> None:
        """Lay the options out."""
        super().place(box, look)
        self.click_boxes = self.cells = self.face.cells(look, self.options, box)

    def _shown(self) -> ShownChoice:
        cells = tuple(
            OptionCell(
                option, box, option.key == self.chosen, self.hovered and box == self._pointed,
                option.reason is not None or not self.enabled,
            )
            # not placed yet, or the options have changed
            for option, box in zip(self.options, self.cells, strict=False)
        )  # fmt: skip
        return ShownChoice(self.look, self.rect, cells, self.focused)

    @property
    def focus_box(self) -> Box:
        """Return what the focus ring goes around."""
        return self.face.focus_box(self._shown()) if self.placed else self.rect

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the options."""
        self.face.draw(surface, self._shown())

    def texts(self) -> Iterator[WrittenText]:
        """Yield what is written on them."""
        yield from self.face.texts(self._shown())
