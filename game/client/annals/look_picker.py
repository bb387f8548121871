"""A row of unlockable looks: the one in use has a gold rim, a locked one shows how many feats it needs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from game.client.debug import ShownItem
from game.client.draw import theme
from game.client.draw.theme import CLASSIC, Gradient
from game.client.dress import Back, Felt
from game.client.widgets import draw
from game.client.widgets.boxes import Box
from game.client.widgets.gesture import Arrow, Use
from game.client.widgets.widget import IGNORED, Answer, Widget, WrittenText
from game.client.words import phrase, say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    import pygame

    from game.client.director import Change
    from game.client.draw.theme import Fill
    from game.client.dress import RackWood
    from game.client.widgets.boxes import Size
    from game.client.widgets.gesture import Gesture
    from game.client.widgets.look import Look

MIN_SWATCH_HEIGHT: Final = 40.0
GAP: Final = 8.0
MIN_SWATCH_WIDTH: Final = 36.0
LOCK_SIZE: Final = 16.0
HALF: Final = 0.5
LOCKED_SHADE: Final = 0.55  # share of black over a locked look


class LookPicker(Widget):
    """The looks of one kind in a row under its name."""

    kind = "wares"
    takes_focus = True

    def __init__(
        self,
        name: str,
        look_kind: str,
        looks: Mapping[str, Felt | Back | RackWood],
        worn: str,
        wear: Callable[[str, str], Change | None],
    ) -> None:
        super().__init__(name)
        self.look_kind = look_kind
        self.looks: dict[str, Felt | Back | RackWood] = {**looks}
        self.keys = tuple(self.looks)
        self.worn = worn if worn in self.looks else self.keys[0]
        self.feats = 0
        self.cursor = self.keys.index(self.worn)
        self._wear = wear

    def is_locked(self, key: str) -> bool:
        """Return whether a look needs more feats than are earned."""
        return self.looks[key].needs > self.feats

    def accessible_text(self) -> str:
        """Return the focused look in words."""
        return self._said(self.keys[self.cursor])

    def _said(self, key: str) -> str:
        if self.is_locked(key):
            return f"{say(f'dress.{key}')}, {say('feats.needs', n=self.looks[key].needs)}"
        return f"{say(f'dress.{key}')}, {say('feats.worn')}" if key == self.worn else say(f"dress.{key}")

    def pressable_parts(self) -> Iterator[ShownItem]:
        """Yield each look."""
        for key, cell in zip(self.keys, self._cells(), strict=True):
            told = (("chosen", key == self.worn), ("off", self.is_locked(key)))
            yield ShownItem(
                "ware", f"{self.name}.{key}", cell, tuple(word for word, true in told if true), self._said(key)
            )

    def min_size(self, look: Look) -> Size:
        """Return the size of the row."""
        return (len(self.keys) * (MIN_SWATCH_WIDTH + GAP), self.height_for(look, 0.0))

    def height_for(self, look: Look, width: float) -> float:  # noqa: ARG002 - one row
        """Return the height of name, row and the line below."""
        return 2 * look.line_height(theme.SMALL_BOLD) + look.at_least(MIN_SWATCH_HEIGHT) + GAP

    def _cells(self) -> list[Box]:
        look, box = self.look, self.rect
        y = box.y + look.line_height(theme.SMALL_BOLD) + GAP / 2
        wide = (box.w - GAP * (len(self.keys) - 1)) / len(self.keys)
        return [
            Box(box.x + at * (wide + GAP), y, wide, look.at_least(MIN_SWATCH_HEIGHT)) for at in range(len(self.keys))
        ]

    @property
    def focus_box(self) -> Box:
        """Return the box of the focused look."""
        return self._cells()[self.cursor].inset(2)

    def handle(self, gesture: Gesture) -> Answer:
        """Move by arrows; a click or Return uses an unlocked look."""
        match gesture:
            case Arrow("left" | "right" as way):
                to = self.cursor + (1 if way == "right" else -1)
                if not 0 <= to < len(self.keys):
                    return IGNORED
                self.cursor = to
                return Answer(taken=True)
            case Use((_, _) as at):
                found = next((number for number, cell in enumerate(self._cells()) if cell.contains(at)), None)
                if found is None:
                    return IGNORED
                self.cursor = found
                return self._take()
            case Use(None):
                return self._take()
        return IGNORED

    def _take(self) -> Answer:
        key = self.keys[self.cursor]
        if self.is_locked(key):
            return Answer(taken=True)
        self.worn = key
        return Answer(taken=True, change=self._wear(self.look_kind, key))

    def _fill(self, key: str) -> Fill:
        item = self.looks[key]
        if isinstance(item, Felt):
            colours = item.colours or CLASSIC.felt
            return Gradient(((0.0, colours[0]), (HALF, colours[1]), (1.0, colours[2])))
        if isinstance(item, Back):
            return item.fill or CLASSIC.back
        return item.frame

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the name, the looks, and the name of the focused one."""
        look = self.look
        for key, cell in zip(self.keys, self._cells(), strict=True):
            fill, item = self._fill(key), self.looks[key]
            if self.is_locked(key) and isinstance(fill, Gradient):
                fill = fill.blend(theme.BLACK, LOCKED_SHADE)
            edge = draw.Edge(theme.GOLD, theme.CHOSEN_BORDER) if key == self.worn else draw.Edge(theme.LINE)
            draw.plate(surface, look, cell, GAP, fill, edge)
            if self.is_locked(key):
                draw.icon(surface, look, "lock", cell.centre, look.scaled(LOCK_SIZE), theme.CREAM)
            elif key == self.worn:
                draw.icon(surface, look, "check", cell.centre, look.scaled(LOCK_SIZE), theme.CREAM)
            elif isinstance(item, Back):
                draw.icon(surface, look, "cap", cell.centre, look.scaled(LOCK_SIZE), item.mark)
        for words, role, ink, box in self._words():
            draw.line(
                surface,
                look,
                words,
                role,
                ink,
                (box.x, box.centre[1]),
                shrink=draw.line_shrink(look, words, role, box.w),
            )
        if self.focused:
            draw.focus_ring(surface, look, self.focus_box, GAP)

    def _words(self) -> tuple[tuple[str, theme.Role, theme.RGB, Box], ...]:
        look, box = self.look, self.rect
        high = look.line_height(theme.SMALL_BOLD)
        foot = self._cells()[0].bottom + GAP / 2
        return (
            (str(phrase(f"feats.{self.look_kind}")), theme.SMALL_BOLD, theme.CREAM, Box(box.x, box.y, box.w, high)),
            (self.accessible_text(), theme.SMALL, theme.MUTED, Box(box.x, foot, box.w, high)),
        )

    def texts(self) -> Iterator[WrittenText]:
        """Yield the name and the line below."""
        for words, role, _ink, box in self._words():
            yield draw.fitted_line(self.look, words, role, box, draw.line_shrink(self.look, words, role, box.w))
