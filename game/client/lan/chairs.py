"""The chairs of a waiting room: who sits where, on which side, ready or not; moved by dragging and by the arrows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from game.bots.level import LEVELS, present_name
from game.client.draw import theme
from game.client.draw.surfaces import Crest, avatar
from game.client.widgets import draw
from game.client.widgets.boxes import Box
from game.client.widgets.gesture import Drag, Grab, Step, Use
from game.client.widgets.list import ListRows, Row
from game.client.widgets.widget import TAKEN, Answer
from game.client.words import phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import pygame

    from game.client.director import Change
    from game.client.widgets.boxes import Point
    from game.client.widgets.gesture import Gesture
    from game.client.widgets.look import Look
    from game.client.widgets.widget import Written
    from game.client.words import Text

AVATAR = 40.0
PAD = 14.0
CREST = 18.0
LARGEST = 1.3  # text larger than this leaves the chip at the right no room
LEAST = 400.0


@dataclass(frozen=True, slots=True)
class ChairLine(Row):
    """One chair; `state` is what the chip at its right says, `note` says it where there is no room for a chip."""

    number: int = 0
    bot: bool = False
    free: bool = False
    mine: bool = False
    crest: Crest | None = None
    state: Text = ""
    tone: theme.Tone = theme.Tone.PLAIN


class ChairRows(ListRows):
    """`on_move` hears that a chair was dragged, or sent by an arrow, to the place of another."""

    kind = "chairs"

    def __init__(
        self, name: str, on_choose: Callable[[str], Change | None], on_move: Callable[[int, int], None]
    ) -> None:
        super().__init__(name, (), on_choose)
        self._on_move = on_move
        self._from: int | None = None
        self._to: int | None = None
        self._narrow = False  # too narrow for chips

    # --- hands ---------------------------------------------------------------------------------------------------

    def handle(self, gesture: Gesture) -> Answer:
        """Let a chair change places: dragged there, or sent sideways by an arrow; else as any list."""
        match gesture:
            case Grab(at):
                self._from, self._to = self._chair_at(at), None
            case Drag(at):
                over = self._chair_at(at)
                self._to = over if over != self._from else None
                return TAKEN
            case Use((_, _)):
                start, self._from, goal, self._to = self._from, None, self._to, None
                if start is not None and goal is not None:
                    self._on_move(start, goal)
                    return TAKEN
            case Step("left" | "right" as way):
                self._send(self.cursor + (1 if way == "right" else -1))
                return TAKEN
        return super().handle(gesture)

    def _chair_at(self, at: Point) -> int | None:
        return next((index for index, cell in enumerate(self._cells) if cell.holds(at)), None)

    def _send(self, goal: int) -> None:
        if 0 <= goal < len(self.members):
            self._on_move(self.cursor, goal)
            self.cursor = goal

    # --- measures ------------------------------------------------------------------------------------------------

    def _chips(self, look: Look, width: float) -> bool:
        return look.text_scale <= LARGEST and width >= LEAST

    def _below(self, row: Row) -> str:
        """Return the line about a chair; without chips with what the chip would say."""
        below = super()._below(row)
        return f"{below}\n{row.state}" if self._narrow and isinstance(row, ChairLine) else below

    def height_for(self, look: Look, width: float) -> float:
        """Return the height of all chairs."""
        self._narrow = not self._chips(look, width)
        return super().height_for(look, width)

    def place(self, box: Box, look: Look) -> None:
        """Lay the chairs out."""
        self._narrow = not self._chips(look, box.w)
        super().place(box, look)

    def _chip(self, look: Look, row: ChairLine) -> float:
        return look.wide(str(row.state), theme.SMALL_BOLD) + 28

    def _start(self, look: Look, row: Row) -> float:  # noqa: ARG002 - every chair has its sign
        return PAD + AVATAR + 12

    def _room(self, look: Look, row: Row, width: float) -> float:
        chip = self._chip(look, row) + CREST + 24 if isinstance(row, ChairLine) and self._chips(look, width) else 0.0
        return max(1.0, width - self._start(look, row) - PAD - chip)

    def _height(self, look: Look, row: Row, width: float) -> float:
        return max(AVATAR + 18, super()._height(look, row, width))

    # --- drawing -------------------------------------------------------------------------------------------------

    def _draw_row(self, surface: pygame.Surface, row: Row, cell: Box) -> None:
        super()._draw_row(surface, row, cell)
        if not isinstance(row, ChairLine):
            return
        look = self.look
        goal = self._to is not None and self.members[self._to] is row
        if row.mine or goal:
            edge = draw.Edge(theme.SKY if goal else theme.GOLD, theme.CHOSEN_BORDER)
            draw.plate(surface, look, cell, theme.RADIUS_ROW, None, edge)
        at = look.rect(Box(cell.x + PAD, cell.centre[1] - AVATAR / 2, AVATAR, AVATAR))
        if row.free:
            draw.plate(surface, look, Box(cell.x + PAD, cell.centre[1] - AVATAR / 2, AVATAR, AVATAR), AVATAR / 2, None,
                       draw.Edge(theme.STRONG_LINE, 2.0))  # fmt: skip
        else:
            surface.blit(avatar(at.w, row.number, bot=row.bot), at)
        if not self._chips(look, cell.w):
            return
        chip = self._chip_box(row, cell)
        tone = theme.CHIPS[row.tone]
        draw.plate(surface, look, chip, chip.h / 2, tone.fill, draw.Edge(tone.line, 1.5))
        draw.line(surface, look, str(row.state), theme.SMALL_BOLD, tone.text, chip.centre, "centre")
        if row.crest is not None:
            sign = (chip.x - 12 - CREST / 2, cell.centre[1])
            draw.icon(surface, look, row.crest.sign, sign, CREST, row.crest.colour)

    def _chip_box(self, row: ChairLine, cell: Box) -> Box:
        wide, high = self._chip(self.look, row), self.look.leading(theme.SMALL_BOLD) + 12
        return Box(cell.right - PAD - wide, cell.centre[1] - high / 2, wide, high)

    def texts(self) -> Iterator[Written]:
        """Add what the chips say."""
        yield from super().texts()
        for row, cell in zip(self.members, self._cells, strict=True):
            if isinstance(row, ChairLine) and self._chips(self.look, cell.w):
                yield draw.fitted_line(
                    self.look, str(row.state), theme.SMALL_BOLD, self._chip_box(row, cell).inset(10, 2)
                )


def level_words(level: str) -> Text:
    """Return the words of a bot's level; a stranger's table may name one that is none of ours."""
    name = present_name(level)
    return phrase(f"level.{name}" if name in LEVELS else "room.who_bot")
