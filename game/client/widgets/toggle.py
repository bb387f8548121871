"""Switches for something that is on or off, shown by position, symbol and text."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from game.client.draw import theme
from game.client.widgets import draw
from game.client.widgets.boxes import Box
from game.client.widgets.gesture import Use
from game.client.widgets.widget import IGNORED, Answer, Widget, WrittenText, handled_with
from game.client.words import phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import pygame

    from game.client.director import Change
    from game.client.draw.theme import Role
    from game.client.widgets.boxes import Size
    from game.client.widgets.gesture import Gesture
    from game.client.widgets.look import Look
    from game.client.words import Text

SWITCH_SIZE = (56.0, 28.0)
GAP = 12.0
ROW_CORNER = 8.0


class Toggle(Widget):
    """A row: label and note on the left, the state and a switch on the right."""

    kind = "toggle"
    takes_focus = True
    label_role: ClassVar[Role] = theme.LABEL

    def __init__(
        self,
        name: str,
        label: Text,
        on_change: Callable[[bool], Change | None],
        *,
        on: bool = False,
        note: Text | None = None,
    ) -> None:
        super().__init__(name)
        self.label = label
        self.note = note
        self.on = on
        self.on_change = on_change
        self.reason: Text | None = None  # why it is disabled; shown in place of the note

    def handle(self, gesture: Gesture) -> Answer:
        """Toggle on any use."""
        if not isinstance(gesture, Use):
            return IGNORED
        self.on = not self.on
        return handled_with(self.on_change(self.on))

    def accessible_text(self) -> str:
        """Return the label."""
        return str(self.label)

    def state_words(self) -> tuple[str, ...]:
        """Return the usual states, and on or off."""
        return (*super().state_words(), "on" if self.on else "not on")

    @property
    def note_or_reason(self) -> str:
        """Return the note, or the reason when it cannot be switched."""
        words = self.reason if not self.enabled and self.reason is not None else self.note
        return "" if words is None else str(words)

    def _word(self) -> str:
        return str(phrase("toggle.on") if self.on else phrase("toggle.off"))

    def _switch_size(self, look: Look) -> Size:
        return (look.at_least(SWITCH_SIZE[0]), look.at_least(SWITCH_SIZE[1]))

    def _word_width(self, look: Look) -> float:
        return max(look.text_width(str(phrase(code)), theme.SMALL) for code in ("toggle.on", "toggle.off"))

    def _side(self, look: Look) -> float:
        return self._switch_size(look)[0] + GAP + self._word_width(look) + GAP

    def min_size(self, look: Look) -> Size:
        """Return the room with label and note on one line each."""
        wide = (
            max(look.text_width(str(self.label), self.label_role), look.text_width(self.note_or_reason, theme.SMALL))
            + self._side(look)
            + 2
        )
        return (wide, self.height_for(look, wide))

    def height_for(self, look: Look, width: float) -> float:
        """Return the height with label and note wrapped beside the switch."""
        room = width - self._side(look)
        high = look.wrapped_size(str(self.label), self.label_role, room)[1]
        if self.note_or_reason:
            high += look.wrapped_size(self.note_or_reason, theme.SMALL, room)[1] + 2
        return max(high, self._switch_size(look)[1], theme.MIN_TARGET_SIZE)

    def _boxes(self) -> tuple[Box, Box, Box]:
        """Return the boxes of label, note and switch."""
        look, room = self.look, self.rect.w - self._side(self.look)
        label = look.wrapped_size(str(self.label), self.label_role, room)[1]
        note = look.wrapped_size(self.note_or_reason, theme.SMALL, room)[1] if self.note_or_reason else 0.0
        top = self.rect.y + max(0.0, (self.rect.h - label - note - (2 if note else 0)) / 2)
        wide, high = self._switch_size(look)
        middle = self.rect.y + self.rect.h / 2
        return (
            Box(self.rect.x, top, room, label),
            Box(self.rect.x, top + label + 2, room, note),
            Box(self.rect.right - wide, middle - high / 2, wide, high),
        )

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the row."""
        label, note, switch = self._boxes()
        look, off = self.look, not self.enabled
        if self.focused:
            draw.focus_ring(surface, look, self.focus_box, ROW_CORNER)
        colour = theme.DISABLED_TEXT if off else theme.CREAM
        draw.paragraph(surface, look, str(self.label), self.label_role, colour, label)
        if self.note_or_reason:
            draw.paragraph(
                surface, look, self.note_or_reason, theme.SMALL, theme.DISABLED_TEXT if off else theme.MUTED, note
            )
        word = (switch.x - GAP, switch.centre[1])
        draw.line(surface, look, self._word(), theme.SMALL, theme.DISABLED_TEXT if off else theme.MUTED, word, "right")
        self._draw_switch(surface, switch)

    def _draw_switch(self, surface: pygame.Surface, box: Box) -> None:
        look, radius = self.look, box.h / 2
        if not self.enabled:
            draw.plate(surface, look, box, radius, theme.ROW_DISABLED, draw.Edge(theme.LINE, theme.CONTROL_BORDER))
        elif self.on:
            fill = theme.GOLD_HOVER if self.hovered else theme.GOLD
            draw.plate(surface, look, box, radius, fill, draw.Edge(theme.GOLD_EDGE, theme.CONTROL_BORDER))
        else:
            fill = theme.ROW if self.hovered else theme.WELL
            draw.plate(surface, look, box, radius, fill, draw.Edge(theme.STRONG_LINE, theme.CONTROL_BORDER))
        knob = box.h - 6
        x = box.right - knob - 3 if self.on else box.x + 3
        disc = Box(x, box.y + 3, knob, knob)
        ground = theme.DISABLED_TEXT if not self.enabled else theme.INK if self.on else theme.CREAM
        ink = theme.ROW_DISABLED if not self.enabled else theme.GOLD if self.on else theme.INK
        draw.plate(surface, look, disc, knob / 2, ground)
        draw.icon(surface, look, "check" if self.on else "cross", disc.centre, knob * 0.62, ink)

    def texts(self) -> Iterator[WrittenText]:
        """Yield label, note and word."""
        label, note, switch = self._boxes()
        yield draw.fitted_paragraph(self.look, str(self.label), self.label_role, label)
        if self.note_or_reason:
            yield draw.fitted_paragraph(self.look, self.note_or_reason, theme.SMALL, note)
        wide = self._word_width(self.look)
        word = Box(switch.x - GAP - wide, switch.y, wide + 0.5, switch.h)
        yield draw.fitted_line(self.look, self._word(), theme.SMALL, word)
