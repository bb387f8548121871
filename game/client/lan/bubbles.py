"""The last chat messages at a table, in bubbles at their seats, for some seconds each.

Laws: a bubble covers no tile of a rack; a seat's newest message replaces the one before; with large text there is one
bubble at a time, at the top of the table, with the name in it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from game.client.draw import theme
from game.client.widgets import draw
from game.client.widgets.boxes import Box
from game.client.words import phrase
from net.log.entries import MAX_SEATS

if TYPE_CHECKING:
    from collections.abc import Callable

    import pygame

    from game.client.lan.talk import ChatHistory
    from game.client.widgets.look import Look

SHOWN_SECONDS: Final = 6.0
MAX_TEXT_SCALE: Final = 1.6  # with larger text there is one bubble at a time
MAX_WIDTH, MIN_WIDTH, PADDING, GAP = 260.0, 96.0, 12.0, 7.0
MAX_LINES: Final = 2
LONE_WIDTH_SHARE: Final = 0.8  # width of the only bubble with large text, as a share of the table's
RACK_OFFSET: Final = 64.0  # distance from the left end of the viewer's own rack


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """A seat's chat message and the time until which it is shown; the seat MAX_SEATS stands for a spectator."""

    seat: int
    name: str
    text: str
    until: float

    @property
    def with_name(self) -> str:
        """Return the message with its author's name before it, for a bubble away from the seat."""
        return str(phrase("talk.bubble", name=self.name, text=self.text))


class ChatBubbles:
    """The chat bubbles of a table; `refresh` is called in every iteration of the main loop."""

    def __init__(self, talk: ChatHistory) -> None:
        self.shown: tuple[ChatMessage, ...] = ()
        self._talk = talk
        self._heard = talk.count

    def refresh(self, now: float) -> bool:
        """Take new messages and drop expired ones; return whether the visible bubbles have changed."""
        before = self.shown
        kept = [one for one in self.shown if now < one.until]
        fresh = self._talk.lines[len(self._talk.lines) - min(len(self._talk.lines), self._talk.count - self._heard) :]
        self._heard = self._talk.count
        for line in fresh:
            if not line.notice:
                kept = [one for one in kept if one.seat != line.seat]
                kept.append(ChatMessage(line.seat, str(line.name), str(line.text), now + SHOWN_SECONDS))
        self.shown = tuple(kept)
        return self.shown != before

    def draw(
        self, surface: pygame.Surface, look: Look, place: Callable[[int], Box], own: int | None, table: Box
    ) -> None:
        """Draw the bubbles at their seats; `table` is the box of all tiles."""
        if look.text_scale > MAX_TEXT_SCALE:
            for one in self.shown[-1:]:
                words, wide, high = _fitted(look, one.with_name, table.w * LONE_WIDTH_SHARE)
                _draw(surface, look, words, Box(table.x + (table.w - wide) / 2, table.y + GAP, wide, high))
            return
        for one in self.shown:
            words, wide, high = _fitted(look, one.with_name if one.seat == MAX_SEATS else one.text, MAX_WIDTH)
            if one.seat == MAX_SEATS:
                box = Box(table.x + GAP, table.y + GAP, wide, high)
            else:
                box = _beside(look, place(one.seat), (wide, high), table, own=one.seat == own)
            _draw(surface, look, words, box)


def _fitted(look: Look, text: str, most: float) -> tuple[str, float, float]:
    """Return as much of a text as fits two lines, and the size of its bubble."""
    room = most - 2 * PADDING
    high = MAX_LINES * look.line_height(theme.READING) + 1
    words = text
    while words and look.wrapped_size(words, theme.READING, room)[1] > high:
        shorter = words.removesuffix("…")[:-1].rstrip()
        words = f"{shorter}…" if shorter else ""
    wide, tall = look.wrapped_size(words, theme.READING, room)
    return words, max(MIN_WIDTH, wide + 2 * PADDING + 1), tall + PADDING


def _beside(look: Look, seat: Box, size: tuple[float, float], table: Box, *, own: bool) -> Box:
    """Return the box of a bubble: above the viewer's rack, below an upright plate, else beside or below a plate."""
    wide, high = size
    canvas = look.viewport.canvas
    if own:
        return Box(seat.x + RACK_OFFSET, seat.y - high - GAP, wide, high)
    if seat.h > seat.w:
        x = seat.x + (seat.w - wide) / 2
        return Box(min(max(canvas.x + GAP, x), canvas.right - wide - GAP), seat.bottom + GAP, wide, high)
    if seat.right + GAP + wide <= max(table.right, seat.right):
        return Box(seat.right + GAP, seat.y + (seat.h - high) / 2, wide, high)
    return Box(min(seat.x + RACK_OFFSET, canvas.right - wide - GAP), seat.bottom + GAP, wide, high)


def _draw(surface: pygame.Surface, look: Look, words: str, box: Box) -> None:
    draw.plate(surface, look, box, PADDING, theme.PAPER, draw.Edge(theme.PAPER_LINE), theme.SHADE_PAPER)
    inner = Box(box.x + PADDING, box.y + PADDING / 2, box.w - 2 * PADDING + 1, box.h)
    draw.paragraph(surface, look, words, theme.READING, theme.INK, inner)
