"""Buttons: press to do; the hold button must be held for a second, for what undo cannot reach."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from game.client.actions import cap_for, pad_for
from game.client.draw import theme
from game.client.draw.theme import Kind
from game.client.widgets import draw
from game.client.widgets.boxes import Box
from game.client.widgets.draw import Press
from game.client.widgets.gesture import Use
from game.client.widgets.widget import IGNORED, Answer, Widget, Written, did

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pygame

    from game.client.director import Change
    from game.client.draw.theme import RGB, Role
    from game.client.events import PadButton
    from game.client.widgets.boxes import Point, Size
    from game.client.widgets.gesture import Gesture
    from game.client.widgets.look import Look
    from game.client.widgets.widget import Doing
    from game.client.words import Text

HOLD_SECONDS = 1.0
PAD_X, PAD_Y = 18.0, 8.0
GAP = 9.0
WRAPPED = 0.9  # size of a label that needs two lines
_LEAST_FACE = {theme.SMALL_BUTTON: 40.0, theme.BUTTON: 48.0, theme.BIG_BUTTON: 62.0}


class Button(Widget):
    """A button: icon left, label, key cap right. Off, it can say why in a line below."""

    kind = "button"
    takes_focus = True

    def __init__(
        self,
        name: str,
        label: Text,
        on_use: Doing,
        *,
        kind: Kind = Kind.SECOND,
        icon: str | None = None,
        key: str | None = None,
        role: Role = theme.SMALL_BUTTON,
        tip: Text | None = None,
    ) -> None:
        super().__init__(name, tip=tip)
        self.label = label
        self.on_use = on_use
        self.face = kind
        self.icon = icon
        self.key_cap = key  # the usual one; left out where the label would lose a word to it
        self.role = role
        self.reason: Text | None = None

    def handle(self, gesture: Gesture) -> Answer:
        """Do what the button is for."""
        return did(self.on_use()) if isinstance(gesture, Use) else IGNORED

    def says(self) -> str:
        """Return the label."""
        return str(self.label)

    @property
    def focus_box(self) -> Box:
        """Return the button without the line below it."""
        return self.face_box

    @property
    def focus_radius(self) -> float:
        """Return the corner radius."""
        return min(theme.RADIUS_BUTTON, 0.3 * self.face_box.h)

    @property
    def pad(self) -> PadButton | None:
        """Return the pad button that does the same."""
        return pad_for(self.key_cap) if self.key_cap else None

    # --- measures ------------------------------------------------------------------------------------------------

    def _icon_size(self, look: Look) -> float:
        return look.scaled(self.role.size * 1.1) if self.icon else 0.0

    def _aside(self, look: Look, width: float = math.inf) -> float:
        """Return the width of what stands beside the label, on a button of a width."""
        icon = self._icon_size(look) + GAP if self.icon else 0.0
        return icon + (self._prompt_width(look) + GAP if self._prompts(look, width) else 0.0)

    def _prompts(self, look: Look, width: float) -> bool:
        """Tell whether the key cap has room beside the longest word."""
        if not self.key_cap:
            return False
        longest = max((look.wide(word, self.role, WRAPPED) for word in str(self.label).split()), default=0.0)
        icon = self._icon_size(look) + GAP if self.icon else 0.0
        return longest <= width - 2 * PAD_X - icon - GAP - self._prompt_width(look) + 0.5

    def _prompt_width(self, look: Look) -> float:
        """Return the room of the key cap or the pad's sign, whichever is wider: they change with the hand."""
        key = draw.key_width(look, cap_for(self.key_cap)) if self.key_cap else 0.0
        return max(key, draw.pad_width(look, self.pad)) if self.pad else key

    def _label_width(self, look: Look) -> float:
        return look.wide(str(self.label), self.role)

    def _room(self, look: Look, width: float) -> float:
        return max(1.0, width - 2 * PAD_X - self._aside(look, width))

    def _shrink(self, look: Look, width: float) -> float:
        room = self._room(look, width)
        if self._label_width(look) <= room + 0.5:
            return 1.0
        return draw.wrap_shrink(look, str(self.label), self.role, (room, math.inf), WRAPPED)

    def _reason_height(self, look: Look, width: float) -> float:
        if self.enabled or self.reason is None:
            return 0.0
        return look.wrapped(str(self.reason), theme.SMALL, width)[1] + 4

    def min_size(self, look: Look) -> Size:
        """Return the room for the label on one line."""
        wide = max(self._label_width(look) + self._aside(look) + 2 * PAD_X + 1, theme.SMALLEST_TARGET * 2)
        return (wide, self.height_for(look, wide))

    def height_for(self, look: Look, width: float) -> float:
        """Return the height with the label wrapped, and the reason below when it is off."""
        label = look.wrapped(str(self.label), self.role, self._room(look, width), self._shrink(look, width))[1]
        face = max(look.at_least(_LEAST_FACE.get(self.role, 40.0)), label + 2 * PAD_Y)
        return face + theme.BUTTON_EDGE + self._reason_height(look, width)

    @property
    def face_box(self) -> Box:
        """Return the button itself, its edge included."""
        return self.rect.top_part(self.rect.h - self._reason_height(self.look, self.rect.w))

    def _reason_box(self) -> Box:
        return self.rect.under(self.face_box.h + 4)

    # --- drawing -------------------------------------------------------------------------------------------------

    def press(self) -> Press:
        """Return how it is right now."""
        return Press(self.enabled, self.hovered, self.held)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw face, words, ring and reason."""
        press = self.press()
        face = draw.button_face(surface, self.look, self.face_box, self.face, press)
        if self.focused:
            draw.focus_ring(surface, self.look, self.focus_box, self.focus_radius)
        self._draw_words(surface, face, draw.button_text(self.face, enabled=press.enabled))
        if not self.enabled and self.reason is not None:
            colour = theme.INK_2 if self.face is Kind.PAPER else theme.MUTED
            draw.paragraph(surface, self.look, str(self.reason), theme.SMALL, colour, self._reason_box())

    def _draw_words(self, surface: pygame.Surface, face: Box, colour: RGB) -> None:
        look, middle = self.look, face.y + face.h / 2
        label = self._label_box(face)
        x = label.x - (self._icon_size(look) + GAP if self.icon else 0.0)
        if self.icon:
            size = self._icon_size(look)
            draw.icon(surface, look, self.icon, (x + size / 2, middle), size, colour)
        shrink = self._shrink(look, face.w)
        if shrink == 1.0:
            draw.line(surface, look, str(self.label), self.role, colour, (label.x, middle))
        else:
            draw.paragraph(surface, look, str(self.label), self.role, colour, label, "centre", shrink)
        if self.key_cap:
            self._draw_prompt(surface, (label.right + GAP, middle), colour)

    def _draw_prompt(self, surface: pygame.Surface, left_middle: Point, colour: RGB) -> None:
        if not self._prompts(self.look, self.rect.w):
            return
        if self.by_pad and self.pad is not None:
            draw.pad_sign(surface, self.look, self.pad, left_middle, colour, colour)
        elif self.key_cap:
            rim = theme.mix(colour, theme.STRONG_LINE, 0.35)
            draw.key_cap(surface, self.look, cap_for(self.key_cap), left_middle, colour, rim)

    def _label_box(self, face: Box) -> Box:
        """Return where the label goes, so that icon, label and key cap are centred together."""
        look = self.look
        shrink = self._shrink(look, face.w)
        room = self._room(look, face.w)
        wide, high = look.wrapped(str(self.label), self.role, room, shrink)
        wide = min(room, self._label_width(look) if shrink == 1.0 else wide + 1)
        start = face.x + (face.w - wide - self._aside(look, face.w)) / 2
        icon = self._icon_size(look) + GAP if self.icon else 0.0
        return Box(start + icon, face.y + (face.h - high) / 2, wide, high)

    def texts(self) -> Iterator[Written]:
        """Yield the label, and the reason when it is off."""
        face = self.face_box
        inner = Box(face.x, face.y, face.w, face.h - theme.BUTTON_EDGE)
        icon = self._icon_size(self.look) + GAP if self.icon else 0.0
        room = Box(face.x + PAD_X + icon, inner.y + 2, self._room(self.look, face.w), inner.h - 4)
        yield draw.fitted(self.look, str(self.label), self.role, room, self._shrink(self.look, face.w))
        if not self.enabled and self.reason is not None:
            yield draw.fitted(self.look, str(self.reason), theme.SMALL, self._reason_box())


class IconButton(Button):
    """A small square button with an icon alone; its label is the tooltip."""

    def __init__(self, name: str, label: Text, icon: str, on_use: Doing, *, kind: Kind = Kind.SECOND) -> None:
        super().__init__(name, label, on_use, kind=kind, icon=icon, tip=label)

    def min_size(self, look: Look) -> Size:
        """Return the square a hand hits."""
        side = look.at_least(theme.SMALLEST_TARGET)
        return (side, side)

    def height_for(self, look: Look, width: float) -> float:  # noqa: ARG002 - it has no words
        """Return the square's side."""
        return self.min_size(look)[1]

    def draw(self, surface: pygame.Surface) -> None:
        """Draw a flat square with a rim: it stands on bars, where an edge below would be lost."""
        look, box = self.look, self.rect
        colours = theme.BUTTONS[self.face]
        fill = colours.face or theme.PANEL
        if self.held:
            fill = fill.blend(theme.BLACK, 0.16)
        elif self.hovered:
            fill = fill.blend(theme.WHITE, 0.16)
        rim = draw.Edge(theme.STRONG_LINE if self.enabled else theme.LINE)
        draw.plate(surface, look, box, self.focus_radius, fill if self.enabled else colours.off_face, rim)
        if self.focused:
            draw.focus_ring(surface, look, box, self.focus_radius)
        if self.icon:
            ink = draw.button_text(self.face, enabled=self.enabled)
            draw.icon(surface, look, self.icon, box.centre, min(box.w, box.h) * 0.52, ink)

    def texts(self) -> Iterator[Written]:
        """Yield nothing: the tooltip says it."""
        yield from ()


class WordedButton(IconButton):
    """A sign for a bar that has its word beside it while the bar has room; without it the tooltip says the word."""

    worded = True

    def min_size(self, look: Look) -> Size:
        """Return the square, wider by the word."""
        side = look.at_least(theme.SMALLEST_TARGET)
        return (side + (look.wide(str(self.label), theme.LABEL) + 12 if self.worded else 0.0), side)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the sign, its word beside it."""
        if not self.worded:
            super().draw(surface)
            return
        sign, self.icon = self.icon, None
        super().draw(surface)
        self.icon = sign
        look, box, word = self.look, self.rect, self._word_box()
        ink = draw.button_text(self.face, enabled=self.enabled)
        if sign:
            draw.icon(surface, look, sign, (box.x + box.h / 2, box.centre[1]), box.h * 0.52, ink)
        draw.line(surface, look, str(self.label), theme.LABEL, ink, (word.x, word.centre[1]))

    def _word_box(self) -> Box:
        return self.rect.beside(self.rect.h - 2)

    def texts(self) -> Iterator[Written]:
        """Yield the word while it is written."""
        if self.worded:
            yield draw.fitted_line(self.look, str(self.label), theme.LABEL, self._word_box())


class ToolButton(Button):
    """A button with its icon above its word, as below the gold button of a table."""

    def __init__(self, name: str, label: Text, icon: str, on_use: Doing) -> None:
        super().__init__(name, label, on_use, icon=icon, role=theme.SMALL_BOLD)

    def min_size(self, look: Look) -> Size:
        """Return the room of icon and word."""
        wide = self._label_width(look) + 12
        return (max(wide, look.at_least(50.0)), self.height_for(look, wide))

    def height_for(self, look: Look, width: float) -> float:  # noqa: ARG002 - its word is never wrapped
        """Return the height of icon and word."""
        return max(54.0, look.scaled(20) + look.leading(self.role) + 14)

    def _draw_words(self, surface: pygame.Surface, face: Box, colour: RGB) -> None:
        look = self.look
        icon, words = look.scaled(20), look.leading(self.role)
        top = face.y + (face.h - icon - words - 2) / 2
        if self.icon:
            draw.icon(surface, look, self.icon, (face.centre[0], top + icon / 2), icon, colour)
        at, shrink = (face.centre[0], top + icon + 3 + words / 2), self._shrink(look, face.w)
        draw.line(surface, look, str(self.label), self.role, colour, at, "centre", shrink)

    def _shrink(self, look: Look, width: float) -> float:
        return draw.line_shrink(look, str(self.label), self.role, width - 4)

    def texts(self) -> Iterator[Written]:
        """Yield the word."""
        room = self.face_box.inset(2)
        yield draw.fitted_line(self.look, str(self.label), self.role, room, self._shrink(self.look, self.face_box.w))


class HoldButton(Button):
    """A button that acts when it was held for a second; a bar fills meanwhile, letting go empties it."""

    waits = True

    def __init__(self, name: str, label: Text, on_use: Doing, *, icon: str | None = "clock") -> None:
        super().__init__(name, label, on_use, kind=Kind.DANGER, icon=icon)
        self._since: float | None = None
        self.filled = 0.0

    @property
    def restless(self) -> bool:
        """Tell whether the bar fills, or has to be emptied."""
        return self.held or self._since is not None

    def tick(self, now: float) -> Change | None:
        """Fill the bar while held; full, do it once."""
        if not self.held:
            self._since, self.filled = None, 0.0
            return None
        if self._since is None:
            self._since = now
        self.filled = min(1.0, (now - self._since) / HOLD_SECONDS)
        if self.filled < 1.0:
            return None
        self.held = False
        self._since, self.filled = None, 0.0
        return self.on_use()

    def _draw_words(self, surface: pygame.Surface, face: Box, colour: RGB) -> None:
        super()._draw_words(surface, face, colour)
        bar = Box(face.x + 8, face.bottom - 7, face.w - 16, 3.0)
        if self.filled > 0:
            draw.plate(surface, self.look, Box(bar.x, bar.y, max(3.0, bar.w * self.filled), bar.h), 1.5, theme.WHITE)

    def states(self) -> tuple[str, ...]:
        """Add how full it is."""
        return (*super().states(), f"filled {round(self.filled * 100)}") if self.filled else super().states()
