"""Short remarks of bots in a speech bubble beside their plate, each for a reason that everybody could see.

Laws: at most one in three turns, about the turn just over and gone when the next one is, one at a time, never over
tiles, plates or a ribbon; nobody is mocked. Who says what follows from the round and the temperaments alone, so the
same match has the same remarks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pygame

from game.client.draw import theme
from game.client.table.moods import is_great_move, last_turns
from game.client.widgets import draw
from game.client.widgets.boxes import Box
from game.client.words import say
from game.table.moves import TakePile

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from game.client.table.geometry.laid import TableLayout
    from game.client.table.plates.seat import SeatPlate
    from game.client.widgets.look import Look
    from game.session.tempers import Temper
    from game.table.view import View

MIN_TURNS_APART: Final = 3
WANTED_PILE_TILES: Final = 5  # tiles of a pile that a bot would have liked to take
TEXT_VARIANTS: Final = 2  # texts of each kind of remark in each temperament
SHOWN_SECONDS: Final = 2.4
FADE_SECONDS: Final = 0.14
WIDTH: Final = 190.0  # logical px beside a flat plate
NARROW_WIDTH: Final = 108.0  # logical px beside an upright plate
MAX_TEXT_SCALE: Final = 1.4
PADDING: Final = 9.0
PLATE_GAP: Final = 8.0
TAIL_LENGTH: Final = 10.0
CORNER_RADIUS: Final = 12.0
OPAQUE: Final = 255


def remark_reason(view: View, seat: int) -> str | None:
    """Return a seat's reason for a remark on the finished turn: pleased, cheering, respect, annoyed; or None."""
    table = view.table
    last, _own = last_turns(view.story, seat)
    if table.outcome is not None or not last:
        return None
    mover = last[-1].seat
    ours = table.side_of(mover) == table.side_of(seat)
    if any(is_great_move(view, told) for told in last):
        return "pleased" if mover == seat else "cheering" if ours else "respect"
    if not ours and any(isinstance(told.move, TakePile) and len(told.move.tiles) >= WANTED_PILE_TILES for told in last):
        return "annoyed"
    return None


class BotLines:
    """Counts turns and chooses who makes a remark; `bots` are the seats that may, with their temperaments."""

    def __init__(self, bots: Mapping[int, Temper]) -> None:
        self._bots = bots
        self._mover: tuple[int, int] | None = None  # round and seat
        self.turn_ended = False  # whether the view heard last came after the end of a turn
        self._silent = MIN_TURNS_APART  # turns since the last line
        self._said = 0

    def hear(self, view: View) -> tuple[int, str] | None:
        """Take the current view; return who makes which remark when a turn is over and there is a reason."""
        mover = (view.table.round, view.table.to_move)
        before, self._mover = self._mover, mover
        self.turn_ended = before is not None and before != mover
        if not self.turn_ended:
            return None
        self._silent += 1
        if self._silent < MIN_TURNS_APART:
            return None
        told = [(seat, reason) for seat in self._bots if (reason := remark_reason(view, seat)) is not None]
        if not told:
            return None
        self._silent = 0
        self._said += 1
        seat, reason = told[len(view.story) % len(told)]
        return seat, f"bot.{reason}.{self._bots[seat]}.{self._said % TEXT_VARIANTS + 1}"


class BotBubble:
    """The speech bubble of a table; there is only one."""

    def __init__(self) -> None:
        self._line: tuple[int, str] | None = None
        self._since = 0.0
        self._picture: tuple[object, pygame.Surface] | None = None

    @property
    def busy(self) -> bool:
        """Return whether a bubble is shown."""
        return self._line is not None

    def say(self, line: tuple[int, str] | None, now: float) -> None:
        """Show a seat's remark from now on."""
        if line is not None:
            self._line, self._since, self._picture = line, now, None

    def end(self) -> None:
        """Show nothing more: what it was about is over."""
        self._line = None

    def tick(self, now: float) -> bool:
        """Advance the time; return whether the bubble must be redrawn."""
        if self._line is None:
            return False
        if now >= self._since + SHOWN_SECONDS:
            self._line = None
        return True

    def draw(
        self, surface: pygame.Surface, look: Look, plates: Mapping[int, SeatPlate], layout: TableLayout, now: float
    ) -> None:
        """Draw the bubble beside the speaker's plate, if there is room that nothing else needs."""
        if self._line is None or self._line[0] not in plates:
            return
        seat, code = self._line
        plate = plates[seat]
        words = say(code)
        wide = (NARROW_WIDTH if plate.upright else WIDTH) * min(MAX_TEXT_SCALE, max(1.0, look.text_scale))
        text = look.wrapped_size(words, theme.READING, wide - 2 * PADDING)
        size = (min(wide, text[0] + 1 + 2 * PADDING), text[1] + 2 * PADDING)
        taken = [other.rect for other in plates.values()]
        taken += [spot.box for spot in layout.spots.values() if spot.seen]
        taken += [layout.frame.rack, layout.frame.banner]
        box = free_box(plate.rect, size, layout.frame.table, taken)
        if box is None:
            return
        key = (code, look, box)
        if self._picture is None or self._picture[0] != key:
            whole = box.inset(-TAIL_LENGTH)
            rect = look.rect(whole)
            cut = pygame.Surface(surface.get_size(), pygame.SRCALPHA)
            draw.plate(cut, look, box, CORNER_RADIUS, theme.PAPER, draw.Edge(theme.PAPER_LINE))
            draw.paragraph(cut, look, words, theme.READING, theme.INK, box.inset(PADDING))
            self._picture = (key, cut.subsurface(rect.clip(cut.get_rect())).copy())
        past = now - self._since
        share = 1.0 if look.calm else min(1.0, past / FADE_SECONDS, (SHOWN_SECONDS - past) / FADE_SECONDS)
        picture = self._picture[1]
        picture.set_alpha(round(OPAQUE * max(0.0, share)))
        rect = look.rect(box.inset(-TAIL_LENGTH))
        surface.blit(picture, rect.clip(surface.get_rect()))


def free_box(plate: Box, size: tuple[float, float], room: Box, taken: Sequence[Box]) -> Box | None:
    """Return a place where a bubble fits: right of a plate, left of it, below or above it.

    None where it would cover any box.
    """
    wide, high = size
    middle = plate.centre[1] - high / 2
    centre = plate.centre[0] - wide / 2
    x = min(max(centre, room.x), room.right - wide)
    places = (
        Box(plate.right + PLATE_GAP, middle, wide, high),
        Box(plate.x - PLATE_GAP - wide, middle, wide, high),
        Box(x, plate.bottom + PLATE_GAP, wide, high),
        Box(x, plate.y - PLATE_GAP - high, wide, high),
    )
    inside = (box for box in places if box.x >= room.x and box.right <= room.right and box.bottom <= room.bottom)
    return next((box for box in inside if box.y >= 0 and not any(box.overlaps(one, 0.0) for one in taken)), None)
