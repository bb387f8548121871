"""The seats of a waiting room: who sits where, on which side, ready or not; rearranged by dragging and arrow keys."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from game.bots.names import LEVELS, present_name
from game.client.draw import theme
from game.client.draw.surfaces import Crest, avatar
from game.client.widgets import draw
from game.client.widgets.boxes import Box
from game.client.widgets.gesture import Arrow, Drag, Grab, Use
from game.client.widgets.list import ListRows
from game.client.widgets.row_face import ListRow, RowFace
from game.client.widgets.widget import TAKEN, Answer
from game.client.words import phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import pygame

    from game.client.director import Change
    from game.client.widgets.boxes import Point
    from game.client.widgets.gesture import Gesture
    from game.client.widgets.look import Look
    from game.client.widgets.row_face import ShownRow
    from game.client.widgets.widget import WrittenText
    from game.client.words import Text

AVATAR_SIZE = 40.0
PADDING = 14.0
CREST_SIZE = 18.0
GAP = 12.0
PICTURE_PADDING = 18.0  # space above and below a picture
CHIP_PADDING, CHIP_RIM_WIDTH, CHIP_RADIUS = 14.0, 1.5, 10.0
EMPTY_RIM_WIDTH = 2.0
MAX_TEXT_SCALE = 1.3  # with larger text there is no room for the chip at the right
MIN_WIDTH_WITH_CHIP = 400.0


@dataclass(frozen=True, slots=True)
class ChairLine(ListRow):
    """A seat; `state` is the text of the chip at its right; where the chip does not fit, it stands below the note."""

    number: int = 0
    bot: bool = False
    free: bool = False
    mine: bool = False
    crest: Crest | None = None
    state: Text = ""
    tone: theme.Tone = theme.Tone.PLAIN


class ChairFace(RowFace):
    """Draws a seat with its player's picture and, where it fits, a chip with the state at the right."""

    def note_or_reason(self, look: Look, row: ListRow, width: float) -> str:
        """Return the note of a seat; where its chip has no room, the text of the chip too."""
        below = super().note_or_reason(look, row, width)
        return below if _has_chip(look, width) or not isinstance(row, ChairLine) else f"{below}\n{row.state}"

    def text_left(self, look: Look, row: ListRow) -> float:  # noqa: ARG002 - every chair has its picture
        """Return the left end of the text: after the picture."""
        return PADDING + AVATAR_SIZE + GAP

    def text_width(self, look: Look, row: ListRow, width: float) -> float:
        """Return the width of the text, up to crest and chip."""
        has_chip = isinstance(row, ChairLine) and _has_chip(look, width)
        chip = _chip_width(look, row) + CREST_SIZE + 2 * GAP if isinstance(row, ChairLine) and has_chip else 0.0
        return max(1.0, width - self.text_left(look, row) - PADDING - chip)

    def height_for(self, look: Look, row: ListRow, width: float) -> float:
        """Return the height, room for the picture included."""
        return max(AVATAR_SIZE + PICTURE_PADDING, super().height_for(look, row, width))

    def draw(self, surface: pygame.Surface, shown: ShownRow) -> None:
        """Draw the picture, and the chip with the crest of the side before it."""
        super().draw(surface, shown)
        look, row, cell = shown.look, shown.row, shown.box
        if not isinstance(row, ChairLine):
            return
        if row.mine:
            edge = draw.Edge(theme.GOLD, theme.CHOSEN_BORDER)
            draw.plate(surface, look, cell, theme.RADIUS_ROW, None, edge)
        picture = Box(cell.x + PADDING, cell.centre[1] - AVATAR_SIZE / 2, AVATAR_SIZE, AVATAR_SIZE)
        if row.free:
            draw.plate(surface, look, picture, AVATAR_SIZE / 2, None, draw.Edge(theme.STRONG_LINE, EMPTY_RIM_WIDTH))
        else:
            at = look.rect(picture)
            surface.blit(avatar(at.w, row.number, bot=row.bot, name=str(row.title)), at)
        if not _has_chip(look, cell.w):
            return
        chip = _chip_box(look, row, cell)
        tone = theme.CHIP_LOOKS[row.tone]
        draw.plate(surface, look, chip, chip.h / 2, tone.fill, draw.Edge(tone.line, CHIP_RIM_WIDTH))
        draw.line(surface, look, str(row.state), theme.SMALL_BOLD, tone.text, chip.centre, "centre")
        if row.crest is not None:
            sign = (chip.x - GAP - CREST_SIZE / 2, cell.centre[1])
            draw.icon(surface, look, row.crest.sign, sign, CREST_SIZE, row.crest.colour)

    def texts(self, look: Look, row: ListRow, box: Box) -> Iterator[WrittenText]:
        """Yield the texts of the row, and that of its chip."""
        yield from super().texts(look, row, box)
        if isinstance(row, ChairLine) and _has_chip(look, box.w):
            room = _chip_box(look, row, box).inset(CHIP_RADIUS, 2)
            yield draw.fitted_line(look, str(row.state), theme.SMALL_BOLD, room)


def _has_chip(look: Look, width: float) -> bool:
    return look.text_scale <= MAX_TEXT_SCALE and width >= MIN_WIDTH_WITH_CHIP


def _chip_width(look: Look, row: ChairLine) -> float:
    return look.text_width(str(row.state), theme.SMALL_BOLD) + 2 * CHIP_PADDING


def _chip_box(look: Look, row: ChairLine, cell: Box) -> Box:
    wide, high = _chip_width(look, row), look.line_height(theme.SMALL_BOLD) + GAP
    return Box(cell.right - PADDING - wide, cell.centre[1] - high / 2, wide, high)


class ChairRows(ListRows):
    """The list of seats; `on_move` is called when a seat was moved to the place of another."""

    kind = "chairs"

    def __init__(
        self, name: str, on_choose: Callable[[str], Change | None], on_move: Callable[[int, int], None]
    ) -> None:
        super().__init__(name, (), on_choose, face=ChairFace())
        self._on_move = on_move
        self._from: int | None = None
        self._to: int | None = None

    def handle(self, gesture: Gesture) -> Answer:
        """Move a seat by dragging or with left and right; handle anything else as every list does."""
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
            case Arrow("left" | "right" as way):
                self._swap_with_cursor(self.cursor + (1 if way == "right" else -1))
                return TAKEN
        return super().handle(gesture)

    def _chair_at(self, at: Point) -> int | None:
        return next((index for index, cell in enumerate(self.cells) if cell.contains(at)), None)

    def _swap_with_cursor(self, goal: int) -> None:
        if 0 <= goal < len(self.members):
            self._on_move(self.cursor, goal)
            self.cursor = goal

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the seats, and highlight the target of a drag."""
        super().draw(surface)
        if self._to is not None:
            edge = draw.Edge(theme.SKY, theme.CHOSEN_BORDER)
            draw.plate(surface, self.look, self.cells[self._to], theme.RADIUS_ROW, None, edge)


def level_words(level: str) -> Text:
    """Return the name of a bot's level; another program's table may name an unknown one."""
    name = present_name(level)
    return phrase(f"level.{name}" if name in LEVELS else "room.who_bot")
