"""A slider: a number in a range, dragged or stepped, with its value beside its label."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.client.draw import theme
from game.client.widgets import draw
from game.client.widgets.boxes import Box
from game.client.widgets.gesture import Arrow, Drag, Grab, Use
from game.client.widgets.widget import IGNORED, Answer, Widget, WrittenText, handled_with

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import pygame

    from game.client.director import Change
    from game.client.widgets.boxes import Size
    from game.client.widgets.gesture import Gesture
    from game.client.widgets.look import Look
    from game.client.words import Text

TRACK_HEIGHT = 12.0
KNOB_SIZE = 24.0
MIN_TRACK_WIDTH = 120.0
LABEL_GAP = 12.0
TRACK_SHARE = 0.56  # share of the width from the start of the track to the end of the value


class Slider(Widget):
    """A value among `stops`, rising integers: label, track and value, then the reason when it is disabled.

    All three are on one line where the label leaves room for the track; else the track is below.
    """

    kind = "slider"
    takes_focus = True

    def __init__(
        self,
        name: str,
        label: Text,
        stops: tuple[int, ...],
        value: int,
        on_change: Callable[[int], Change | None],
        written: Callable[[int], str],
    ) -> None:
        super().__init__(name)
        self.label = label
        self.stops = stops
        self.value = min(stops, key=lambda stop: abs(stop - value))
        self.on_change = on_change
        self.written = written
        self.reason: Text | None = None

    def accessible_text(self) -> str:
        """Return label and value."""
        return f"{self.label} {self.written(self.value)}"

    def state_words(self) -> tuple[str, ...]:
        """Return the usual states and the value."""
        return (*super().state_words(), f"value {self.value}")

    def set_nearest(self, value: int) -> Change | None:
        """Take the nearest stop."""
        nearest = min(self.stops, key=lambda stop: abs(stop - value))
        if nearest == self.value:
            return None
        self.value = nearest
        return self.on_change(nearest)

    def handle(self, gesture: Gesture) -> Answer:
        """Follow the pointer, step by left and right; any other activation goes to the next stop, wrapping around."""
        index, last = self.stops.index(self.value), len(self.stops) - 1
        match gesture:
            case Grab((x, _)) | Drag((x, _)):
                return handled_with(self.set_nearest(self.stops[round(self._share(x) * last)]))
            case Arrow("left" | "right" as way):
                return handled_with(
                    self.set_nearest(self.stops[min(last, max(0, index + (1 if way == "right" else -1)))])
                )
            case Use(None):
                return handled_with(self.set_nearest(self.stops[(index + 1) % len(self.stops)]))
        return IGNORED

    def _share(self, x: float) -> float:
        """Return the share of the track to the left of an x."""
        track, knob = self._track(), self._knob()
        return min(1.0, max(0.0, (x - track.x - knob / 2) / max(1.0, track.w - knob)))

    @property
    def note_or_reason(self) -> str:
        """Return the reason when it is disabled."""
        words = self.reason if not self.enabled else None
        return "" if words is None else str(words)

    # --- measures ------------------------------------------------------------------------------------------------

    def _value_width(self, look: Look) -> float:
        return max(look.text_width(self.written(stop), theme.NUMBER) for stop in (self.stops[0], self.stops[-1])) + 2

    def _knob(self) -> float:
        return self.look.at_least(KNOB_SIZE)

    def _in_line(self, look: Look, width: float) -> float:
        """Return the x of the track beside the label, 0 where it is below."""
        begins = width * (1.0 - TRACK_SHARE)
        label, value = look.text_width(str(self.label), theme.LABEL) + 2, self._value_width(look)
        fits = label + LABEL_GAP <= begins and begins + MIN_TRACK_WIDTH + LABEL_GAP + value <= width
        return begins if fits else 0.0

    def _line_height(self, look: Look) -> float:
        return max(look.line_height(theme.LABEL), look.line_height(theme.NUMBER), look.at_least(KNOB_SIZE))

    def _label_height(self, look: Look, width: float) -> float:
        if self._in_line(look, width):
            return look.line_height(theme.LABEL)
        return look.wrapped_size(str(self.label), theme.LABEL, width - self._value_width(look) - LABEL_GAP)[1]

    def min_size(self, look: Look) -> Size:
        """Return the room with the label on one line."""
        wide = max(MIN_TRACK_WIDTH, look.text_width(str(self.label), theme.LABEL) + self._value_width(look) + 14)
        return (wide, self.height_for(look, wide))

    def height_for(self, look: Look, width: float) -> float:
        """Return the height with label and reason wrapped."""
        note = look.wrapped_size(self.note_or_reason, theme.SMALL, width)[1] + 4 if self.note_or_reason else 0.0
        if self._in_line(look, width):
            return self._line_height(look) + note
        return self._label_height(look, width) + 6 + look.at_least(KNOB_SIZE) + 4 + note

    def _label_box(self) -> Box:
        high, begins = self._label_height(self.look, self.rect.w), self._in_line(self.look, self.rect.w)
        if begins:
            return Box(self.rect.x, self.rect.y + (self._line_height(self.look) - high) / 2, begins - LABEL_GAP, high)
        return Box(self.rect.x, self.rect.y, self.rect.w - self._value_width(self.look) - LABEL_GAP, high)

    def _value_box(self) -> Box:
        wide, high = self._value_width(self.look), self.look.line_height(theme.NUMBER)
        lower = (self._line_height(self.look) - high) / 2 if self._in_line(self.look, self.rect.w) else 0.0
        return Box(self.rect.right - wide, self.rect.y + lower, wide, high)

    def _track(self) -> Box:
        begins = self._in_line(self.look, self.rect.w)
        if begins:
            wide, high = self.rect.w - begins - self._value_width(self.look) - LABEL_GAP, self._knob()
            return Box(self.rect.x + begins, self.rect.y + (self._line_height(self.look) - high) / 2, wide, high)
        return Box(self.rect.x, self._label_box().bottom + 6, self.rect.w, self._knob())

    def _note_box(self) -> Box:
        line = self._in_line(self.look, self.rect.w)
        top = self.rect.y + self._line_height(self.look) if line else self._track().bottom
        top += 4
        return Box(self.rect.x, top, self.rect.w, self.rect.bottom - top)

    @property
    def focus_box(self) -> Box:
        """Return the track."""
        return self._track()

    # --- drawing -------------------------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface) -> None:
        """Draw label, value, track, knob and reason."""
        look, off = self.look, not self.enabled
        if self.focused:
            draw.focus_ring(surface, look, self.focus_box, self._knob() / 2)
        colour = theme.DISABLED_TEXT if off else theme.CREAM
        draw.paragraph(surface, look, str(self.label), theme.LABEL, colour, self._label_box())
        value = self._value_box()
        draw.line(
            surface, look, self.written(self.value), theme.NUMBER, colour, (value.right, value.centre[1]), "right"
        )
        self._draw_track(surface, self._track())
        if self.note_or_reason:
            quiet = theme.DISABLED_TEXT if off else theme.MUTED
            draw.paragraph(surface, look, self.note_or_reason, theme.SMALL, quiet, self._note_box())

    def _draw_track(self, surface: pygame.Surface, track: Box) -> None:
        look, knob, off = self.look, self._knob(), not self.enabled
        high = look.at_least(TRACK_HEIGHT)
        groove = Box(track.x, track.centre[1] - high / 2, track.w, high)
        rim = theme.LINE if off else theme.STRONG_LINE
        draw.plate(surface, look, groove, high / 2, theme.WELL, draw.Edge(rim, theme.CONTROL_BORDER))
        share = self.stops.index(self.value) / max(1, len(self.stops) - 1)
        x = track.x + (track.w - knob) * share
        filled = Box(groove.x, groove.y, x + knob / 2 - groove.x, high)
        draw.plate(surface, look, filled, high / 2, theme.DISABLED if off else theme.GOLD)
        disc = Box(x, track.y, knob, knob)
        shade = None if off else theme.SHADE_CONTROL
        fill = theme.DISABLED_TEXT if off else theme.WHITE if self.hovered or self.held else theme.CREAM
        draw.plate(surface, look, disc, knob / 2, fill, draw.Edge(theme.FOCUS_DARK, 1.5), shade)

    def texts(self) -> Iterator[WrittenText]:
        """Yield label, value and reason."""
        yield draw.fitted_paragraph(self.look, str(self.label), theme.LABEL, self._label_box())
        yield draw.fitted_line(self.look, self.written(self.value), theme.NUMBER, self._value_box())
        if self.note_or_reason:
            yield draw.fitted_paragraph(self.look, self.note_or_reason, theme.SMALL, self._note_box())
