"""Choices: one of a few, all in sight. Short ones stand in a strip, explained ones as cards with a disc.

Law: an arrow chooses at once, as the hand sees what it gets; what cannot be chosen says why and is passed over.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from game.client.debug import Place
from game.client.draw import theme
from game.client.widgets import draw
from game.client.widgets.boxes import Box, flow, grid
from game.client.widgets.gesture import Hover, Step, Use
from game.client.widgets.widget import IGNORED, Answer, Widget, Written, did

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import pygame

    from game.client.director import Change
    from game.client.widgets.boxes import Size
    from game.client.widgets.gesture import Gesture, Way
    from game.client.widgets.look import Look
    from game.client.words import Text

GAP = 4.0
PAD = 16.0
CARD_GAP = 12.0
DISC = 20.0


@dataclass(frozen=True, slots=True)
class Option:
    """One thing to choose: its key, its words, a line about it, and why it cannot be chosen now."""

    key: str
    label: Text
    note: Text | None = None
    reason: Text | None = None


class Choice(Widget):
    """A strip of short options, the chosen one gold."""

    kind = "choice"
    takes_focus = True

    def __init__(
        self,
        name: str,
        options: tuple[Option, ...],
        chosen: str,
        on_change: Callable[[str], Change | None],
        *,
        on_paper: bool = False,
    ) -> None:
        super().__init__(name)
        self.on_paper = on_paper
        self.options = options
        self.chosen = chosen
        self.on_change = on_change
        self._cells: tuple[Box, ...] = ()
        self._pointed: Box | None = None  # the cell under the pointer

    def says(self) -> str:
        """Return the words of the chosen option."""
        return next((str(option.label) for option in self.options if option.key == self.chosen), "")

    def states(self) -> tuple[str, ...]:
        """Add what is chosen."""
        return (*super().states(), f"chosen {self.chosen}")

    def parts(self) -> Iterator[Place]:
        """Yield each option."""
        for option, cell in zip(self.options, self._cells, strict=False):
            told = (("chosen", option.key == self.chosen), ("off", option.reason is not None))
            state = tuple(word for word, true in told if true)
            yield Place("option", f"{self.name}.{option.key}", cell, state, str(option.label))

    def choose(self, key: str) -> Change | None:
        """Choose an option that can be chosen."""
        option = next((option for option in self.options if option.key == key), None)
        if option is None or option.reason is not None or key == self.chosen:
            return None
        self.chosen = key
        return self.on_change(key)

    def handle(self, gesture: Gesture) -> Answer:
        """Choose what is clicked, by an arrow the neighbour, by any other use the next one, around the end."""
        match gesture:
            case Use(None):
                return did(self.choose_next())
            case Use((_, _) as at):
                clicked = next((option.key for option, cell in self.members() if cell.holds(at)), self.chosen)
                return did(self.choose(clicked))
            case Hover(at):
                before, self._pointed = self._pointed, next((cell for cell in self._cells if cell.holds(at)), None)
                return Answer(taken=self._pointed != before)
            case Step(way):
                return self._step(way)
        return IGNORED

    def members(self) -> list[tuple[Option, Box]]:
        """Return each option with its cell."""
        return list(zip(self.options, self._cells, strict=True))

    def choose_next(self) -> Change | None:
        """Choose the next one, around the end."""
        keys = [option.key for option in self.options if option.reason is None]
        if not keys:
            return None
        index = keys.index(self.chosen) + 1 if self.chosen in keys else 0
        return self.choose(keys[index % len(keys)])

    def _lit(self, cell: Box) -> bool:
        return self.hovered and cell == self._pointed

    def _step(self, way: Way) -> Answer:
        """Choose the neighbour; at the ends of a strip the arrow stays, across it the focus moves on."""
        along = ("left", "right") if self._is_row() else ("up", "down")
        if way not in along:
            return IGNORED
        keys = [option.key for option in self.options if option.reason is None]
        if self.chosen not in keys:
            return did(self.choose_next())
        index = keys.index(self.chosen) + (1 if way == along[1] else -1)
        if not 0 <= index < len(keys):
            return Answer(taken=along[0] == "left")
        return did(self.choose(keys[index]))

    def _is_row(self) -> bool:
        return len({round(cell.y) for cell in self._cells}) <= 1

    # --- measures ------------------------------------------------------------------------------------------------

    def _cell_size(self, look: Look, option: Option) -> Size:
        high = look.at_least(32.0)
        return (look.wide(str(option.label), theme.LABEL) + 2 * PAD, max(high, look.leading(theme.LABEL) + 8))

    def min_size(self, look: Look) -> Size:
        """Return the room of all options in one strip."""
        sizes = [self._cell_size(look, option) for option in self.options]
        high = max(size[1] for size in sizes)
        return (sum(size[0] for size in sizes) + GAP * (len(sizes) - 1) + 1, high + self._reasons_height(look, 1e4))

    def height_for(self, look: Look, width: float) -> float:
        """Return the height when the strip breaks into lines."""
        cells = self._flowed(look, Box(0, 0, width, 0))
        return max(cell.bottom for cell in cells) + self._reasons_height(look, width)

    def _flowed(self, look: Look, box: Box) -> tuple[Box, ...]:
        sizes = [self._cell_size(look, option) for option in self.options]
        wide = sum(size[0] for size in sizes) + GAP * (len(sizes) - 1)
        if wide <= box.w:  # one line: all grow alike, so that the strip fills its place
            more = (box.w - wide) / len(sizes)
            sizes = [(w + more, h) for w, h in sizes]
        return flow(box, sizes, GAP)

    def _reasons(self) -> list[str]:
        return [str(option.reason) for option in self.options if option.reason is not None]

    def _reasons_height(self, look: Look, width: float) -> float:
        return sum(look.wrapped(reason, theme.SMALL, width)[1] + 2 for reason in self._reasons())

    def place(self, box: Box, look: Look) -> None:
        """Lay the options out."""
        super().place(box, look)
        self._cells = self._flowed(look, box)

    def _strip_box(self) -> Box:
        return Box(self.rect.x, self.rect.y, self.rect.w, max(cell.bottom for cell in self._cells) - self.rect.y)

    @property
    def focus_box(self) -> Box:
        """Return the strip without the reasons below."""
        return self._strip_box() if self._cells else self.rect

    @property
    def focus_radius(self) -> float:
        """Return the corner radius of the strip."""
        return theme.RADIUS_FIELD

    # --- drawing -------------------------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the strip and why some of it cannot be chosen."""
        look = self.look
        if self.focused:
            draw.focus_ring(surface, look, self.focus_box, self.focus_radius)
        for option, cell in zip(self.options, self._cells, strict=True):
            chosen = option.key == self.chosen
            off = option.reason is not None or not self.enabled
            fill = theme.OFF if off else theme.GOLD if chosen else theme.ROW if self._lit(cell) else theme.WELL
            rim = theme.GOLD if chosen and not off else theme.LINE if off else theme.STRONG_LINE
            colour = theme.OFF_TEXT if off else theme.INK if chosen else theme.CREAM
            if self.on_paper and not off:
                fill = theme.GOLD if chosen else theme.PAPER_BAND if self._lit(cell) else theme.WHITE
                rim, colour = theme.GOLD_EDGE if chosen else theme.INK_2, theme.INK
            draw.plate(surface, look, cell, theme.RADIUS_FIELD, fill, draw.Edge(rim, theme.CONTROL_BORDER))
            draw.line(surface, look, str(option.label), theme.LABEL, colour, cell.centre, "centre")
        for reason, box in self._reason_boxes():
            draw.paragraph(surface, look, reason, theme.SMALL, theme.MUTED, box)

    def _reason_boxes(self) -> list[tuple[str, Box]]:
        told, y = [], self._strip_box().bottom + 2
        for reason in self._reasons():
            high = self.look.wrapped(reason, theme.SMALL, self.rect.w)[1]
            told.append((reason, Box(self.rect.x, y, self.rect.w, high)))
            y += high + 2
        return told

    def texts(self) -> Iterator[Written]:
        """Yield every label and reason."""
        for option, cell in zip(self.options, self._cells, strict=True):
            yield draw.fitted_line(self.look, str(option.label), theme.LABEL, cell.inset(4))
        for reason, box in self._reason_boxes():
            yield draw.fitted(self.look, reason, theme.SMALL, box)


class Cards(Choice):
    """Options as cards side by side: a disc, the words, a line about it or why it cannot be chosen."""

    kind = "cards"

    def _below(self, option: Option) -> str:
        words = option.reason if option.reason is not None else option.note
        return "" if words is None else str(words)

    def _text_start(self, look: Look) -> float:
        return 14.0 + look.at_least(DISC) + 12.0

    def _card_height(self, look: Look, option: Option, width: float) -> float:
        room = max(1.0, width - self._text_start(look) - 10.0)
        high = look.wrapped(str(option.label), theme.LABEL, room)[1]
        below = self._below(option)
        high += look.wrapped(below, theme.SMALL, room)[1] if below else 0.0
        return max(look.at_least(53.0), high + 24.0)

    def _least_width(self, look: Look) -> float:
        labels = max(look.wide(word, theme.LABEL) for option in self.options for word in str(option.label).split())
        notes = max((look.wide(w, theme.SMALL) for o in self.options for w in self._below(o).split()), default=0.0)
        return self._text_start(look) + max(labels, notes) + 12.0

    def _across(self, look: Look, width: float) -> int:
        """Return how many stand side by side: as many as fit, or fewer where fewer wrapped words make it lower."""
        fits = int((width + CARD_GAP) // (self._least_width(look) + CARD_GAP))
        most = max(1, min(len(self.options), fits))
        return min(range(most, 0, -1), key=lambda across: self._height(look, width, across))

    def _height(self, look: Look, width: float, across: int) -> float:
        lines = -(-len(self.options) // across)
        return lines * (self._cell(look, width, across)[1] + CARD_GAP) - CARD_GAP

    def _cell(self, look: Look, width: float, across: int) -> Size:
        wide = (width - CARD_GAP * (across - 1)) / across
        return wide, max(self._card_height(look, option, wide) for option in self.options)

    def _flowed(self, look: Look, box: Box) -> tuple[Box, ...]:
        across = self._across(look, box.w)
        return grid(box, len(self.options), across, self._cell(look, box.w, across)[1], CARD_GAP)

    def min_size(self, look: Look) -> Size:
        """Return the room of all cards side by side."""
        count = len(self.options)
        wide = count * self._least_width(look) + CARD_GAP * (count - 1) + 1
        return (wide, self.height_for(look, wide))

    def height_for(self, look: Look, width: float) -> float:
        """Return the height of as many rows of cards as the width asks for."""
        return max(cell.bottom for cell in self._flowed(look, Box(0, 0, width, 0)))

    def _reasons(self) -> list[str]:
        return []  # each card says its own

    @property
    def focus_box(self) -> Box:
        """Return the chosen card, else all of them."""
        for option, cell in zip(self.options, self._cells, strict=False):
            if option.key == self.chosen:
                return cell
        return super().focus_box

    @property
    def focus_radius(self) -> float:
        """Return the corner radius of a card."""
        return theme.RADIUS_ROW

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the cards."""
        if self.focused:
            draw.focus_ring(surface, self.look, self.focus_box, self.focus_radius)
        for option, cell in zip(self.options, self._cells, strict=True):
            self._draw_card(surface, option, cell)

    def _draw_card(self, surface: pygame.Surface, option: Option, cell: Box) -> None:
        look, chosen = self.look, option.key == self.chosen
        off = option.reason is not None or not self.enabled
        fill = (
            theme.ROW_OFF if off else theme.ROW_CHOSEN if chosen else theme.ROW_HOVER if self._lit(cell) else theme.ROW
        )
        rim = draw.Edge(theme.GOLD, theme.CHOSEN_BORDER) if chosen else draw.Edge(theme.LINE, theme.CONTROL_BORDER)
        draw.plate(surface, look, cell, theme.RADIUS_ROW, fill, rim)
        disc = look.at_least(DISC)
        round_box = Box(cell.x + 14, cell.y + (cell.h - disc) / 2, disc, disc)
        ring = theme.GOLD if chosen else theme.LINE if off else theme.STRONG_LINE
        draw.plate(surface, look, round_box, disc / 2, None, draw.Edge(ring, 2.0))
        if chosen:
            draw.plate(surface, look, round_box.inset(disc * 0.25), disc / 4, theme.GOLD)
        label, note = self._card_boxes(option, cell)
        colour = theme.OFF_TEXT if off else theme.CREAM
        draw.paragraph(surface, look, str(option.label), theme.LABEL, colour, label)
        if note.h:
            quiet = theme.OFF_TEXT if off else theme.MUTED
            draw.paragraph(surface, look, self._below(option), theme.SMALL, quiet, note)

    def _card_boxes(self, option: Option, cell: Box) -> tuple[Box, Box]:
        look, start = self.look, self._text_start(self.look)
        room = cell.w - start - 10.0
        label = look.wrapped(str(option.label), theme.LABEL, room)[1]
        below = self._below(option)
        note = look.wrapped(below, theme.SMALL, room)[1] if below else 0.0
        top = cell.y + (cell.h - label - note) / 2
        return Box(cell.x + start, top, room, label), Box(cell.x + start, top + label, room, note)

    def texts(self) -> Iterator[Written]:
        """Yield the words of every card."""
        for option, cell in zip(self.options, self._cells, strict=True):
            label, note = self._card_boxes(option, cell)
            yield draw.fitted(self.look, str(option.label), theme.LABEL, label)
            if note.h:
                yield draw.fitted(self.look, self._below(option), theme.SMALL, note)
