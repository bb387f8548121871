"""How a choice looks: a strip of short labels, or cards with a radio disc and a note each.

A face has no state: it computes the boxes of the options, and draws the options that it is given.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Protocol

from game.client.draw import theme
from game.client.widgets import draw
from game.client.widgets.boxes import Box, bounding_box, grid, wrapped_flow

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    import pygame

    from game.client.director import Change
    from game.client.widgets.boxes import Size
    from game.client.widgets.look import Look
    from game.client.widgets.widget import WrittenText
    from game.client.words import Text

GAP = 4.0
PADDING = 16.0
LINE_GAP = 8.0  # between two lines of a strip, so that each is easy to hit
MIN_CELL_HEIGHT = 32.0  # height of a label in a strip
CELL_PADDING = 8.0  # the space above and below a label in a strip, together
REASON_GAP = 2.0
CARD_GAP = 12.0
MIN_CARD_HEIGHT = 53.0
CARD_AIR = 24.0  # the space above and below the text of a card, together
CARD_PAD = 14.0  # the space before the disc of a card
CARD_END = 10.0  # the space after the text of a card
DISC_SIZE = 20.0
DISC_RIM = 2.0
DOT_INSET = 0.25  # inset of the filled disc, as a share of the disc


@dataclass(frozen=True, slots=True)
class ChoiceOption:
    """An option: its key, its label, a note, and the reason why it is not available now.

    `opens` is what it leads to: a click on it or a use while it is chosen goes there, an arrow only chooses it.
    """

    key: str
    label: Text
    note: Text | None = None
    reason: Text | None = None
    opens: Callable[[], Change | None] | None = None

    @property
    def note_or_reason(self) -> str:
        """Return the note, or the reason why it is not available."""
        words = self.reason if self.reason is not None else self.note
        return "" if words is None else str(words)


@dataclass(frozen=True, slots=True)
class OptionCell:
    """An option with its box and its present state."""

    option: ChoiceOption
    box: Box
    chosen: bool
    lit: bool  # under the pointer
    off: bool


@dataclass(frozen=True, slots=True)
class ShownChoice:
    """A choice to be drawn: its options, its box, and whether to show the focus."""

    look: Look
    box: Box
    cells: tuple[OptionCell, ...]
    focused: bool = False

    @property
    def chosen(self) -> Box | None:
        """Return the cell of what is chosen."""
        return next((cell.box for cell in self.cells if cell.chosen), None)


class ChoiceFace(Protocol):
    """The layout and drawing of the options of a choice."""

    kind: ClassVar[str]
    radius: ClassVar[float]  # of the focus ring's corners
    stacked: ClassVar[bool]  # up and down keys choose, even in one row

    def min_size(self, look: Look, options: Sequence[ChoiceOption]) -> Size:
        """Return the size with all options on as few lines as possible."""

    def height_for(self, look: Look, options: Sequence[ChoiceOption], width: float) -> float:
        """Return the height at a width."""

    def cells(self, look: Look, options: Sequence[ChoiceOption], box: Box) -> tuple[Box, ...]:
        """Return the box of each option."""

    def focus_box(self, shown: ShownChoice) -> Box:
        """Return what the focus ring goes around."""

    def draw(self, surface: pygame.Surface, shown: ShownChoice) -> None:
        """Draw them all."""

    def texts(self, shown: ShownChoice) -> Iterator[WrittenText]:
        """Yield their texts."""


class Strip:
    """Short labels in a strip, the chosen one gold; below it the reasons of those not available."""

    kind: ClassVar[str] = "choice"
    radius: ClassVar[float] = theme.RADIUS_FIELD
    stacked: ClassVar[bool] = False

    def __init__(self, *, on_paper: bool = False) -> None:
        self.on_paper = on_paper

    def min_size(self, look: Look, options: Sequence[ChoiceOption]) -> Size:
        """Return the room of all options on one line."""
        sizes = [_word_size(look, option) for option in options]
        high = max(size[1] for size in sizes)
        wide = sum(size[0] for size in sizes) + GAP * (len(sizes) - 1) + 1
        return (wide, high + _reasons_height(look, options, 1e4))

    def height_for(self, look: Look, options: Sequence[ChoiceOption], width: float) -> float:
        """Return the height when the strip wraps."""
        return _height(self.cells(look, options, Box(0, 0, width, 0))) + _reasons_height(look, options, width)

    def cells(self, look: Look, options: Sequence[ChoiceOption], box: Box) -> tuple[Box, ...]:
        """Return the box of each; on one line all are widened equally to fill the width."""
        sizes = [_word_size(look, option) for option in options]
        wide = sum(size[0] for size in sizes) + GAP * (len(sizes) - 1)
        if wide <= box.w:
            more = (box.w - wide) / len(sizes)
            sizes = [(w + more, h) for w, h in sizes]
        return wrapped_flow(box, sizes, GAP, LINE_GAP)

    def focus_box(self, shown: ShownChoice) -> Box:
        """Return the strip without the reasons below."""
        bottom = _height([cell.box for cell in shown.cells]) if shown.cells else shown.box.bottom
        return Box(shown.box.x, shown.box.y, shown.box.w, bottom - shown.box.y)

    def draw(self, surface: pygame.Surface, shown: ShownChoice) -> None:
        """Draw the strip and the reasons."""
        look = shown.look
        if shown.focused:
            draw.focus_ring(surface, look, self.focus_box(shown), self.radius)
        for cell in shown.cells:
            fill, rim, ink = self._colours(cell)
            draw.plate(surface, look, cell.box, theme.RADIUS_FIELD, fill, draw.Edge(rim, theme.CONTROL_BORDER))
            draw.line(surface, look, str(cell.option.label), theme.LABEL, ink, cell.box.centre, "centre")
        for reason, box in self._reasons(shown):
            draw.paragraph(surface, look, reason, theme.SMALL, theme.MUTED, box)

    def _colours(self, cell: OptionCell) -> tuple[theme.Fill, theme.RGB, theme.RGB]:
        """Return the fill, the rim and the text colour of an option."""
        if cell.off:
            return theme.DISABLED, theme.LINE, theme.DISABLED_TEXT
        if self.on_paper:
            fill = (
                (theme.GOLD_HOVER if cell.lit else theme.GOLD)
                if cell.chosen
                else theme.PAPER_BAND
                if cell.lit
                else theme.WHITE
            )
            return fill, theme.GOLD_EDGE if cell.chosen else theme.SECONDARY_INK, theme.INK
        if cell.chosen:
            return theme.GOLD_HOVER if cell.lit else theme.GOLD, theme.GOLD, theme.INK
        return theme.ROW if cell.lit else theme.WELL, theme.STRONG_LINE, theme.CREAM

    def _reasons(self, shown: ShownChoice) -> list[tuple[str, Box]]:
        told, y = [], self.focus_box(shown).bottom + REASON_GAP
        for reason in _reasons([cell.option for cell in shown.cells]):
            high = shown.look.wrapped_size(reason, theme.SMALL, shown.box.w)[1]
            told.append((reason, Box(shown.box.x, y, shown.box.w, high)))
            y += high + REASON_GAP
        return told

    def texts(self, shown: ShownChoice) -> Iterator[WrittenText]:
        """Yield every label and reason."""
        for cell in shown.cells:
            yield draw.fitted_line(shown.look, str(cell.option.label), theme.LABEL, cell.box.inset(GAP))
        for reason, box in self._reasons(shown):
            yield draw.fitted_paragraph(shown.look, reason, theme.SMALL, box)


class Cards:
    """Options as cards side by side: a radio disc, the label, and a note or the reason why it is not available."""

    kind: ClassVar[str] = "cards"
    radius: ClassVar[float] = theme.RADIUS_ROW
    stacked: ClassVar[bool] = False

    def min_size(self, look: Look, options: Sequence[ChoiceOption]) -> Size:
        """Return the room of all cards side by side."""
        wide = len(options) * (_least_card(look, options) + CARD_GAP) - CARD_GAP + 1
        return (wide, self.height_for(look, options, wide))

    def height_for(self, look: Look, options: Sequence[ChoiceOption], width: float) -> float:
        """Return the height of as many rows of cards as the width asks for."""
        return _height(self.cells(look, options, Box(0, 0, width, 0)))

    def cells(self, look: Look, options: Sequence[ChoiceOption], box: Box) -> tuple[Box, ...]:
        """Return the box of each: as many side by side as fit, or fewer if that makes them lower."""
        fits = int((box.w + CARD_GAP) // (_least_card(look, options) + CARD_GAP))
        most = max(1, min(len(options), fits))
        tried = [
            grid(box, len(options), across, _card_height(look, options, box.w, across), CARD_GAP)
            for across in range(most, 0, -1)
        ]
        return min(tried, key=_height)

    def focus_box(self, shown: ShownChoice) -> Box:
        """Return the chosen card, else all of them."""
        return shown.chosen or (bounding_box([cell.box for cell in shown.cells]) if shown.cells else shown.box)

    def draw(self, surface: pygame.Surface, shown: ShownChoice) -> None:
        """Draw the cards."""
        if shown.focused:
            draw.focus_ring(surface, shown.look, self.focus_box(shown), self.radius)
        for cell in shown.cells:
            _draw_card(surface, shown.look, cell)

    def texts(self, shown: ShownChoice) -> Iterator[WrittenText]:
        """Yield the words of every card."""
        for cell in shown.cells:
            label, note = _card_boxes(shown.look, cell)
            yield draw.fitted_paragraph(shown.look, str(cell.option.label), theme.LABEL, label)
            if note.h:
                yield draw.fitted_paragraph(shown.look, cell.option.note_or_reason, theme.SMALL, note)


def _height(cells: Sequence[Box]) -> float:
    return max(cell.bottom for cell in cells)


# --- the strip --------------------------------------------------------------------------------------------------------


def _word_size(look: Look, option: ChoiceOption) -> Size:
    high = max(look.at_least(MIN_CELL_HEIGHT), look.line_height(theme.LABEL) + CELL_PADDING)
    return (look.text_width(str(option.label), theme.LABEL) + 2 * PADDING, high)


def _reasons(options: Sequence[ChoiceOption]) -> list[str]:
    return [str(option.reason) for option in options if option.reason is not None]


def _reasons_height(look: Look, options: Sequence[ChoiceOption], width: float) -> float:
    return sum(look.wrapped_size(reason, theme.SMALL, width)[1] + REASON_GAP for reason in _reasons(options))


# --- the cards --------------------------------------------------------------------------------------------------------


def _text_start(look: Look) -> float:
    return CARD_PAD + look.at_least(DISC_SIZE) + CARD_GAP


def _least_card(look: Look, options: Sequence[ChoiceOption]) -> float:
    labels = max(look.text_width(word, theme.LABEL) for option in options for word in str(option.label).split())
    notes = max(
        (look.text_width(word, theme.SMALL) for option in options for word in option.note_or_reason.split()),
        default=0.0,
    )
    return _text_start(look) + max(labels, notes) + CARD_GAP


def _card_height(look: Look, options: Sequence[ChoiceOption], width: float, across: int) -> float:
    wide = (width - CARD_GAP * (across - 1)) / across
    words = max(sum(_card_words(look, option, wide)) for option in options)
    return max(look.at_least(MIN_CARD_HEIGHT), words + CARD_AIR)


def _card_words(look: Look, option: ChoiceOption, width: float) -> Size:
    """Return the heights of a card's label and of the text below it."""
    room = max(1.0, width - _text_start(look) - CARD_END)
    label = look.wrapped_size(str(option.label), theme.LABEL, room)[1]
    return label, look.wrapped_size(option.note_or_reason, theme.SMALL, room)[1] if option.note_or_reason else 0.0


def _card_boxes(look: Look, cell: OptionCell) -> tuple[Box, Box]:
    box, (label, note) = cell.box, _card_words(look, cell.option, cell.box.w)
    x, y = box.x + _text_start(look), box.y + (box.h - label - note) / 2
    room = box.right - CARD_END - x
    return Box(x, y, room, label), Box(x, y + label, room, note)


def _draw_card(surface: pygame.Surface, look: Look, cell: OptionCell) -> None:
    rim = draw.Edge(theme.GOLD, theme.CHOSEN_BORDER) if cell.chosen else draw.Edge(theme.LINE, theme.CONTROL_BORDER)
    fill = draw.row_fill(off=cell.off, chosen=cell.chosen, lit=cell.lit)
    draw.plate(surface, look, cell.box, theme.RADIUS_ROW, fill, rim)
    disc = look.at_least(DISC_SIZE)
    ground = Box(cell.box.x + CARD_PAD, cell.box.y + (cell.box.h - disc) / 2, disc, disc)
    ring = theme.GOLD if cell.chosen else theme.LINE if cell.off else theme.STRONG_LINE
    draw.plate(surface, look, ground, disc / 2, None, draw.Edge(ring, DISC_RIM))
    if cell.chosen:
        draw.plate(surface, look, ground.inset(disc * DOT_INSET), disc * DOT_INSET, theme.GOLD)
    label, note = _card_boxes(look, cell)
    colour = theme.DISABLED_TEXT if cell.off else theme.CREAM
    draw.paragraph(surface, look, str(cell.option.label), theme.LABEL, colour, label)
    if note.h:
        quiet = theme.DISABLED_TEXT if cell.off else theme.MUTED
        draw.paragraph(surface, look, cell.option.note_or_reason, theme.SMALL, quiet, note)
