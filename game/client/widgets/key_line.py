"""A line of the F1 sheet: what an action does, its keys, its pad button by place, and what the pointer does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.client import theme
from game.client.widgets import draw
from game.client.widgets.boxes import Box
from game.client.widgets.widget import Widget, Written
from game.client.words import say

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pygame

    from game.client.actions import Action
    from game.client.events import PadButton
    from game.client.theme import RGB
    from game.client.widgets.boxes import Point, Size
    from game.client.widgets.look import Look

GAP = 6.0
PAD_SIZE = 24.0
_PLACES: dict[str, tuple[float, float]] = {"south": (0, 1), "east": (1, 0), "west": (-1, 0), "north": (0, -1)}
_ARROWS = {"up": "up", "down": "down", "left": "back", "right": "forward", "scroll up": "up", "scroll down": "down"}


class KeyLine(Widget):
    """Words at the left, keys and pad button at the right; on paper."""

    kind = "key line"

    def __init__(self, action: Action) -> None:
        super().__init__(f"key.{action.name}")
        self.action = action

    def says(self) -> str:
        """Return what the action does."""
        return say(self.action.sentence)

    def _gesture(self) -> str:
        return say("help.by_hand", gesture=say(self.action.gesture)) if self.action.gesture else ""

    def _caps(self) -> list[str]:
        """Return the keys of the board; those of the number block are doubles and left out where there are others."""
        caps = [str(key) for key in self.action.keys if not key.name.startswith("Keypad")]
        return caps or [str(key) for key in self.action.keys]

    def _pad_width(self, look: Look) -> float:
        if self.action.pad is None:
            return 0.0
        return pad_width(look, self.action.pad) + GAP + 4

    def _signs(self, look: Look) -> float:
        return sum(draw.key_width(look, cap) + GAP for cap in self._caps()) + self._pad_width(look)

    def _room(self, look: Look, width: float) -> float:
        beside = width - self._signs(look) - 10
        return beside if beside >= look.scaled(130.0) else width

    def _words_height(self, look: Look, width: float) -> float:
        room = self._room(look, width)
        high = look.wrapped(self.says(), theme.READING, room)[1]
        gesture = self._gesture()
        return high + (look.wrapped(gesture, theme.SMALL, room)[1] if gesture else 0.0)

    def min_size(self, look: Look) -> Size:
        """Return the room with everything on one line."""
        wide = look.wide(self.says(), theme.READING) + 12 + self._signs(look)
        return (wide, self.height_for(look, wide))

    def height_for(self, look: Look, width: float) -> float:
        """Return the height with the words wrapped; too narrow, the keys go below."""
        words = self._words_height(look, width)
        cap = look.scaled(PAD_SIZE) + 4
        return max(words, cap) if self._room(look, width) < width else words + 4 + cap

    def _boxes(self) -> tuple[Box, Box]:
        look, room = self.look, self._room(self.look, self.rect.w)
        high = look.wrapped(self.says(), theme.READING, room)[1]
        words = self._words_height(look, self.rect.w)
        top = self.rect.y + (max(0.0, self.rect.h - words) / 2 if room < self.rect.w else 0.0)
        return Box(self.rect.x, top, room, high), Box(self.rect.x, top + high, room, words - high)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw words, key caps and pad button."""
        look = self.look
        words, gesture = self._boxes()
        draw.paragraph(surface, look, self.says(), theme.READING, theme.INK, words)
        if self._gesture():
            draw.paragraph(surface, look, self._gesture(), theme.SMALL, theme.INK_2, gesture)
        below = words.w >= self.rect.w
        cap = look.scaled(PAD_SIZE) + 4
        middle = self.rect.bottom - cap / 2 if below else self.rect.centre[1]
        x = self.rect.x if below else self.rect.right - self._signs(look) + GAP
        for name in self._caps():
            x += draw.key_cap(surface, look, name, (x, middle), theme.INK, theme.INK_2) + GAP
        if self.action.pad is not None:
            pad_sign(surface, look, self.action.pad, (x + 4, middle), theme.INK, theme.GOLD)

    def texts(self) -> Iterator[Written]:
        """Yield the words."""
        words, gesture = self._boxes()
        yield draw.fitted(self.look, self.says(), theme.READING, words)
        if self._gesture():
            yield draw.fitted(self.look, self._gesture(), theme.SMALL, gesture)


def pad_width(look: Look, button: PadButton) -> float:
    """Return the width of a pad button's sign."""
    return draw.key_width(look, button) if button in ("LB", "RB", "Menu", "View") else look.scaled(PAD_SIZE)


def pad_sign(surface: pygame.Surface, look: Look, button: PadButton, left_middle: Point, ink: RGB, lit: RGB) -> None:
    """Draw a pad button by its place: four discs with one filled, a cross for the D-pad, a cap for the rest."""
    x, middle = left_middle
    if button in ("LB", "RB", "Menu", "View"):
        draw.key_cap(surface, look, button, left_middle, ink, theme.INK_2)
        return
    size = look.scaled(PAD_SIZE)
    centre = (x + size / 2, middle)
    if button in _PLACES:
        dot, away = size * 0.36, size * 0.32
        for place in _PLACES.values():
            box = Box(centre[0] + place[0] * away - dot / 2, centre[1] + place[1] * away - dot / 2, dot, dot)
            fill = lit if place == _PLACES[button] else None
            draw.plate(surface, look, box, dot / 2, fill, draw.Edge(ink, 1.2))
        return
    frame = Box(x, middle - size / 2, size, size)
    radius = size / 2 if button.startswith("scroll") else size * 0.22
    draw.plate(surface, look, frame.inset(1), radius, None, draw.Edge(ink, 1.2))
    draw.icon(surface, look, _ARROWS[button], centre, size * 0.5, ink)
