"""A text field. Text comes only from text events and the clipboard; keys only move the caret, select and delete.

Law: a new layout in another size, scale or language changes neither text nor caret.
"""

from __future__ import annotations

from contextlib import suppress
from enum import Enum, auto
from typing import TYPE_CHECKING

import pygame

from game.client.draw import text as type_case
from game.client.draw import theme
from game.client.events import Composing, KeyDown, Typed
from game.client.widgets import draw
from game.client.widgets.boxes import Box
from game.client.widgets.gesture import Grab, Use
from game.client.widgets.widget import IGNORED, TAKEN, Answer, Widget, WrittenText, handled_with

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from game.client.director import Change
    from game.client.widgets.boxes import Size
    from game.client.widgets.gesture import Gesture
    from game.client.widgets.look import Look
    from game.client.words import Text

HEIGHT = 44.0
PADDING = 12.0
MIN_WIDTH = 160.0
LABEL_GAP = 12.0  # between a label and a well beside it
MIN_WELL = 80.0  # least width of that well, as of a stepper
DOT_SIZE = 8.0  # one hidden character
EDITING_KEYS = ("Backspace", "Delete", "Left", "Right", "Home", "End")
CLIPBOARD_KEYS = ("A", "C", "V", "X")  # with Ctrl
MARK_RADIUS = 4.0
NO_SELECTION = range(0)
WORD_CLICKS, ALL_CLICKS = 2, 3  # number of clicks that select the word, or all


def copy_text(text: str) -> None:
    """Put text on the clipboard, if the system has one."""
    with suppress(pygame.error):
        pygame.scrap.put_text(text)


def clipboard_text() -> str:
    """Return the text on the clipboard, without line breaks; empty if there is none."""
    try:
        return " ".join(pygame.scrap.get_text().split())
    except pygame.error:
        return ""


def without_selection(text: str, marked: range) -> str:
    """Return the text without the selection."""
    return text[: marked.start] + text[marked.stop :]


def word_start(text: str, caret: int) -> int:
    """Return the start of the word before the caret."""
    return text[:caret].rstrip().rfind(" ") + 1


def word_end(text: str, caret: int) -> int:
    """Return the end of the word after the caret."""
    rest = text[caret:]
    skipped = len(rest) - len(rest.lstrip())
    space = rest.lstrip().find(" ")
    return len(text) if space < 0 else caret + skipped + space


class LabelPlace(Enum):
    """Where a field's label is drawn."""

    ABOVE = auto()
    INSIDE = auto()
    BESIDE = auto()


def _well_width(look: Look, most: int) -> float:
    """Return the width of a well for `most` characters, with its label beside it."""
    return max(look.scaled(MIN_WELL), look.text_width("0" * most, theme.READING) + 2 * PADDING + 4)


class TextField(Widget):
    """A text field with a label above, and a note or an error below.

    `accepts` filters characters; `on_enter` handles Return. With `inside` the label is shown in the field while the
    field is empty, with `beside` at the left of a well as wide as its longest text, if the label fits.
    """

    kind = "field"
    takes_focus = True
    takes_text = True

    def __init__(
        self,
        name: str,
        label: Text,
        on_change: Callable[[str], Change | None],
        *,
        text: str = "",
        most: int = 16,
        note: Text | None = None,
        secret: bool = False,
        inside: bool = False,
        beside: bool = False,
        accepts: Callable[[str], bool] = str.isprintable,
        on_enter: Callable[[], Change | None] | None = None,
    ) -> None:
        super().__init__(name)
        self.label = label
        self.note = note
        self.error: Text | None = None
        self.text = text
        self.caret = len(text)
        self.unfinished = ""  # text that an input method is still composing
        self.marked = NO_SELECTION  # the selection, from start to end, which typing replaces
        self._offered = ""  # a suggested text; empty once the user has edited it
        self.most = most
        self.secret = secret
        self.inside = inside
        self.beside = beside
        self.accepts = accepts
        self.on_change = on_change
        self.on_enter = on_enter
        self.takes_return = on_enter is not None

    def accessible_text(self) -> str:
        """Return the text, a secret as dots."""
        return "•" * len(self.text) if self.secret else self.text

    def suggest(self) -> None:
        """Select a suggested text; until something is typed, a press selects all of it, as in an address bar."""
        self._offered = self.text
        self.marked = range(len(self.text))

    # --- hands ---------------------------------------------------------------------------------------------------

    def handle(self, gesture: Gesture) -> Answer:
        """Handle text and editing keys; a press sets the caret, a use acts as Return does here."""
        match gesture:
            case Typed(text):
                return self._typed(text)
            case Composing(text):
                self.unfinished = text
                return TAKEN
            case KeyDown():
                return self._key(gesture)
            case Grab((x, _), clicks):
                return self._pressed(x, clicks)
            case Use(None):
                return handled_with(self.on_enter() if self.on_enter is not None else None)
        return IGNORED

    def _typed(self, text: str) -> Answer:
        """Insert text at the caret, as far as the field accepts it."""
        self.unfinished = ""
        left, at = self.text, self.caret
        if self.marked and text:
            left, at, self.marked = without_selection(left, self.marked), self.marked.start, NO_SELECTION
        fresh = "".join(letter for letter in text if self.accepts(letter))[: self.most - len(left)]
        return self._changed(left[:at] + fresh + left[at:], at + len(fresh))

    def _key(self, event: KeyDown) -> Answer:
        """Move the caret or delete; ignore any other key."""
        if event.mods.alt:
            return IGNORED
        if event.mods.ctrl and event.key in CLIPBOARD_KEYS:
            return self._clipboard(event.key)
        # a letter's key event comes before the text event, which replaces the selection
        if self.marked and event.key in EDITING_KEYS:
            marked, self.marked = self.marked, NO_SELECTION
            if event.key in ("Backspace", "Delete"):
                return self._changed(without_selection(self.text, marked), marked.start)
        match event.key:
            case "Backspace":
                start = word_start(self.text, self.caret) if event.mods.ctrl else max(0, self.caret - 1)
                return self._changed(self.text[:start] + self.text[self.caret :], start)
            case "Delete":
                return self._changed(self.text[: self.caret] + self.text[self.caret + 1 :], self.caret)
            case "Left" | "Right" as way:
                return self._walked(forward=way == "Right", by_word=event.mods.ctrl)
            case "Home":
                return self._moved(0)
            case "End":
                return self._moved(len(self.text))
        return IGNORED

    def _walked(self, *, forward: bool, by_word: bool) -> Answer:
        """Move the caret visually: over right-to-left text it moves the other way in the string."""
        if type_case.runs_against_page(self.text, self.caret if forward else self.caret - 1):
            forward = not forward
        if by_word:
            return self._moved((word_end if forward else word_start)(self.text, self.caret))
        return self._moved(self.caret + (1 if forward else -1))

    def _clipboard(self, key: str) -> Answer:
        """Handle select all, copy, cut and paste; secrets are not copied."""
        if key == "V":
            return self._typed(clipboard_text())
        if key == "A":
            self.marked = range(len(self.text))
            return TAKEN
        if not self.secret and self.text:
            meant = self.marked or range(len(self.text))
            copy_text(self.text[meant.start : meant.stop])
            if key == "X":
                self.marked = NO_SELECTION
                return self._changed(without_selection(self.text, meant), meant.start)
        return TAKEN

    def _pressed(self, x: float, clicks: int) -> Answer:
        """Put the caret where the pointer pressed; a double click selects the word, a triple click all."""
        wanted = (x - self._inner().x + self._shift()) * self.look.u
        positions = self._caret_positions()
        self.caret = min(range(len(positions)), key=lambda index: abs(positions[index] - wanted))
        self.marked = NO_SELECTION
        if clicks >= ALL_CLICKS or (self._offered and self.text == self._offered):
            self.marked = range(len(self.text))
        elif clicks == WORD_CLICKS and not self.secret:
            start = self.text.rfind(" ", 0, self.caret) + 1
            end = self.text.find(" ", self.caret)
            self.marked = range(start, len(self.text) if end < 0 else end)
        return TAKEN

    def _changed(self, text: str, caret: int) -> Answer:
        self.caret = caret
        if text == self.text:
            return TAKEN
        self.text, self._offered = text, ""
        return handled_with(self.on_change(text))

    def _moved(self, caret: int) -> Answer:
        self.caret = min(len(self.text), max(0, caret))
        return TAKEN

    # --- measures ------------------------------------------------------------------------------------------------

    @property
    def note_or_reason(self) -> str:
        """Return the error, else the note."""
        words = self.error if self.error is not None else self.note
        return "" if words is None else str(words)

    def _well_height(self, look: Look) -> float:
        return max(HEIGHT, look.line_height(theme.READING) + 16)

    def min_size(self, look: Look) -> Size:
        """Return the room for the label on one line and some letters."""
        wide = max(MIN_WIDTH, look.text_width(str(self.label), theme.LABEL) + 4)
        return (wide, self.height_for(look, wide))

    def height_for(self, look: Look, width: float) -> float:
        """Return the height with label and note wrapped."""
        label = self._above(look, width)
        note = look.wrapped_size(self.note_or_reason, theme.SMALL, width)[1] + 6 if self.note_or_reason else 0.0
        return label + self._well_height(look) + note

    def _label_place(self, look: Look, width: float) -> LabelPlace:
        if self.inside and look.text_width(str(self.label), theme.READING) <= width - 2 * PADDING:
            return LabelPlace.INSIDE
        if self.beside:
            label = look.text_width(str(self.label), theme.LABEL) + 2
            if label + LABEL_GAP + _well_width(look, self.most) <= width:
                return LabelPlace.BESIDE
        return LabelPlace.ABOVE

    def _above(self, look: Look, width: float) -> float:
        """Return the height of the label above the well, and of the gap below it."""
        if self._label_place(look, width) is not LabelPlace.ABOVE:
            return 0.0
        return look.wrapped_size(str(self.label), theme.LABEL, width)[1] + 4

    def _label_box(self) -> Box:
        place = self._label_place(self.look, self.rect.w)
        if place is LabelPlace.INSIDE:
            return self._inner()
        if place is LabelPlace.BESIDE:
            line, well = self.look.line_height(theme.LABEL), self.field_box()
            return Box(self.rect.x, well.centre[1] - line / 2, self.rect.w - well.w - LABEL_GAP, line)
        return self.rect.top_part(self._above(self.look, self.rect.w) - 4)

    def field_box(self) -> Box:
        """Return the box of the field without label and note."""
        top = self.rect.y + self._above(self.look, self.rect.w)
        place, height = self._label_place(self.look, self.rect.w), self._well_height(self.look)
        if place is not LabelPlace.BESIDE:
            return Box(self.rect.x, top, self.rect.w, height)
        wide = _well_width(self.look, self.most)
        return Box(self.rect.right - wide, top, wide, height)

    def _inner(self) -> Box:
        return self.field_box().inset(PADDING, 4)

    def _note_box(self) -> Box:
        top = self.field_box().bottom + 6
        return Box(self.rect.x, top, self.rect.w, max(0.0, self.rect.bottom - top))

    @property
    def focus_box(self) -> Box:
        """Return the well."""
        return self.field_box()

    def _shown(self) -> str:
        return self.text[: self.caret] + self.unfinished + self.text[self.caret :]

    def _caret_positions(self) -> list[int]:
        """Return the possible caret positions, in device px from the start of the text."""
        if self.secret:
            step = self._dot_step()
            return [round(index * step * self.look.u) for index in range(len(self.text) + 1)]
        return type_case.caret_positions(self.text, self.look.lettering(theme.READING))

    def _dot_step(self) -> float:
        return self.look.scaled(DOT_SIZE) * 1.6

    def _shift(self) -> float:
        """Return how far the text is shifted left so that the caret stays visible; without focus its start is shown."""
        if not self.has_focus:
            return 0.0
        return max(0.0, self._caret_x() - (self._inner().w - 3))

    def _caret_x(self) -> float:
        caret = self._caret_positions()[self.caret] / self.look.u
        return caret + (
            self.look.text_width(self.unfinished, theme.READING) if self.unfinished and not self.secret else 0.0
        )

    # --- drawing -------------------------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface) -> None:
        """Draw label, well, text, caret and note."""
        look, off = self.look, not self.enabled
        if self.focused:
            draw.focus_ring(surface, look, self.focus_box, theme.RADIUS_FIELD)
        inside = self._label_place(look, self.rect.w) is LabelPlace.INSIDE
        if not inside:
            ink = theme.DISABLED_TEXT if off else theme.CREAM
            draw.paragraph(surface, look, str(self.label), theme.LABEL, ink, self._label_box())
        rim = theme.CORAL if self.error is not None else theme.LINE if off else theme.STRONG_LINE
        fill = theme.ROW_DISABLED if off else theme.WELL
        draw.plate(surface, look, self.field_box(), theme.RADIUS_FIELD, fill, draw.Edge(rim, theme.CONTROL_BORDER))
        if inside and not self._shown():
            at = (self._inner().x + 4, self._inner().centre[1])  # beside the caret
            draw.line(surface, look, str(self.label), theme.READING, theme.MUTED, at)
        self._draw_text(surface)
        if self.note_or_reason:
            colour = theme.CORAL if self.error is not None else theme.MUTED
            draw.paragraph(surface, look, self.note_or_reason, theme.SMALL, colour, self._note_box())

    def _draw_text(self, surface: pygame.Surface) -> None:
        look, inner = self.look, self._inner()
        before = surface.get_clip()
        surface.set_clip(look.rect(inner.inset(-2, 0)).clip(before))
        x, middle = inner.x - self._shift(), inner.centre[1]
        colour = theme.CREAM if self.enabled else theme.DISABLED_TEXT
        if self.secret:
            for index in range(len(self.text)):
                at = x + index * self._dot_step()
                dot = look.scaled(DOT_SIZE)
                draw.plate(surface, look, Box(at, middle - dot / 2, dot, dot), dot / 2, colour)
        else:
            if self.marked and self.has_focus:
                high = look.line_height(theme.READING)
                positions = [at / look.u for at in self._caret_positions()[self.marked.start : self.marked.stop + 1]]
                marked = Box(x + min(positions) - 1, middle - high / 2, max(positions) - min(positions) + 2, high)
                draw.plate(surface, look, marked, MARK_RADIUS, theme.STRONG_LINE)
            draw.line(surface, look, self._shown(), theme.READING, colour, (x, middle))
            self._draw_unfinished(surface, x, middle)
        if self.enabled and self.has_focus:  # the caret does not blink, so that a static page needs no redraw
            high = look.scaled(22.0)
            caret = Box(x + self._caret_x(), middle - high / 2, 2.0, high)
            draw.plate(surface, look, caret, 1, theme.GOLD)
        surface.set_clip(before)

    def _draw_unfinished(self, surface: pygame.Surface, x: float, middle: float) -> None:
        if not self.unfinished:
            return
        start = x + self._caret_positions()[self.caret] / self.look.u
        wide = self.look.text_width(self.unfinished, theme.READING)
        below = middle + self.look.scaled(10)
        draw.plate(surface, self.look, Box(start, below, wide, 1.5), 0, theme.GOLD)

    def texts(self) -> Iterator[WrittenText]:
        """Yield label and note; the typed text scrolls inside the field."""
        yield draw.fitted_paragraph(self.look, str(self.label), theme.LABEL, self._label_box())
        if self.note_or_reason:
            yield draw.fitted_paragraph(self.look, self.note_or_reason, theme.SMALL, self._note_box())
