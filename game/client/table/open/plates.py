"""What stands around an open table and only tells: narrow plates, the list of scores, whether the turn can be ended.

Laws: a part is told what it shows and draws just that; every text it draws is told to the layout check; only names are
cut, and the whole of them is the tooltip.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from game.client.draw import paint, surfaces, theme
from game.client.draw.theme import Tone
from game.client.table.open.words import Readiness
from game.client.table.plates import AVATAR, SeatPlate, cut_name
from game.client.widgets import draw
from game.client.widgets.boxes import Box
from game.client.widgets.gesture import Use
from game.client.widgets.widget import IGNORED, Answer, Widget, Written, did
from game.client.words import grouped, say

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pygame

    from game.client.widgets.boxes import Size
    from game.client.widgets.gesture import Gesture
    from game.client.widgets.look import Look
    from game.client.widgets.widget import Doing

NARROW = 292.0  # a plate that is narrower shows no small rack
NO_AVATAR = 132.0
MOST_PICTURE = 28.0  # of a plate without a small rack
LONG_PLAY = 11  # tiles: a plate has room to tell of so many
CHIP = 0.85  # of the usual size: the count beside a name in a plate of two lines
SIGN = 16.0  # before the title of what keeps a turn from being ended,
MORE = 20.0  # and behind it where there is more to be read
EDGE = 4.0  # below a box that can be pressed


class StripPlate(SeatPlate):
    """Another player in the strip: name over what was done, the count on a chip; a whole plate where it is wide."""

    def __init__(self, seat: int) -> None:
        super().__init__(seat)
        self.direction = True  # an arrow behind it tells who is next

    def min_size(self, look: Look) -> Size:
        """Return the height of a plate."""
        return (NO_AVATAR, super().min_size(look)[1])

    def for_name(self, look: Look) -> float:
        """Return the width at which the whole name stands beside picture and count."""
        chip = self._count(look).get_width() / look.u
        side = min(look.at_least(AVATAR), super().min_size(look)[1] - 12, NO_AVATAR * 0.19)
        return side + look.wide(self.sitting.name, theme.LABEL) + chip + 28

    def for_line(self, look: Look) -> float:
        """Return the width at which what is done most often stands beside the picture, whoever did it."""
        return look.scaled(MOST_PICTURE) + look.wide(say("open.did.laid", n=LONG_PLAY), theme.SMALL) + 22

    @property
    def _wide(self) -> bool:
        return self.rect.w >= NARROW * min(1.4, max(1.0, self.look.text_scale))

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the plate, and the arrow to whoever is next."""
        if self._wide:
            super().draw(surface)
        else:
            self._draw_narrow(surface)
        if self.direction:
            x = self.rect.right + 7
            draw.icon(surface, self.look, "forward", (x, self.rect.centre[1]), 10, theme.FELT_TEXT)

    def _draw_narrow(self, surface: pygame.Surface) -> None:
        look, rect, sitting = self.look, self.look.rect(self.rect), self.sitting
        paint.cast(surface, rect, theme.RADIUS_BUTTON * look.u, theme.SHADE_PLATE, look.u)
        surface.blit(surfaces.panel(rect.size, look.u, chosen=sitting.turn), rect)
        side = self._picture(look)
        if side:
            at = (look.px(self.rect.x + 7), look.px(self.head.centre[1] - side / 2))
            surface.blit(sitting.picture(look.px(side)), at)
        name, line = self._narrow_boxes()
        chip = self._count(look)
        middle = look.px(name.centre[1])
        surface.blit(chip, (look.px(self.rect.right - 7) - chip.get_width(), middle - chip.get_height() // 2))
        words = cut_name(look, sitting.name, theme.LABEL, name.w)
        draw.line(surface, look, words, theme.LABEL, theme.CREAM, (name.x, name.centre[1]))
        if line is not None:
            words = cut_name(look, sitting.line, theme.SMALL, line.w)
            draw.line(surface, look, words, theme.SMALL, theme.MUTED, (line.x, line.centre[1]))
        self._draw_open(surface)

    def _picture(self, look: Look) -> float:
        """Return the side of the picture; the narrowest plates keep their room for the name."""
        if self.rect.w < NO_AVATAR * max(1.0, look.text_scale):
            return 0.0
        return min(look.at_least(AVATAR), self.head.h - 12, self.rect.w * 0.19, look.scaled(MOST_PICTURE))

    def _count(self, look: Look) -> pygame.Surface:
        """Return the chip beside the name; it leaves the line below its whole width."""
        return surfaces.count_chip(self.sitting.count, look.lettering(theme.NUMBER, CHIP))

    def _narrow_boxes(self) -> tuple[Box, Box | None]:
        look, box = self.look, self.head
        chip = self._count(look).get_width() / look.u
        side = self._picture(look)
        left = box.x + 7 + (side + 7 if side else 2)
        wide = max(10.0, box.right - 7 - chip - 5 - left)
        high, small = look.leading(theme.LABEL), look.leading(theme.SMALL)
        if high + small > box.h - 4:
            return Box(left, box.centre[1] - high / 2, wide, high), None
        top = box.y + (box.h - high - small) / 2
        return Box(left, top, wide, high), Box(left, top + high, box.right - 6 - left, small)

    def texts(self) -> Iterator[Written]:
        """Yield name and line as they are shown."""
        if self._wide:
            yield from super().texts()
            return
        name, line = self._narrow_boxes()
        sitting = self.sitting
        yield draw.fitted_line(
            self.look, cut_name(self.look, sitting.name, theme.LABEL, name.w), theme.LABEL, name
        )  # fmt: skip
        if line is not None:
            words = cut_name(self.look, sitting.line, theme.SMALL, line.w)
            yield draw.fitted_line(self.look, words, theme.SMALL, line)


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """One player's score."""

    seat: int
    name: str
    total: int
    mine: bool
    turn: bool


class ScoreList(Widget):
    """All players by their match score, the best first; one's own row stands out."""

    kind = "score"

    def __init__(self) -> None:
        super().__init__("table.scores")
        self.rows: tuple[ScoreRow, ...] = ()
        self.aside = ""
        self.signed = False

    def main_text(self) -> str:
        """Return every player with the score."""
        return ", ".join(f"{row.name} {self._written(row.total)}" for row in self.rows)

    def _written(self, total: int) -> str:
        return f"+{grouped(total)}" if self.signed and total > 0 else grouped(total)

    def row_height(self, look: Look) -> float:
        """Return the height of one row."""
        return look.leading(theme.LABEL) + 6

    def min_size(self, look: Look) -> Size:
        """Return the room of heading and all rows."""
        return (200.0, self._head(look) + self.row_height(look) * len(self.rows) + 10)

    def close(self, look: Look) -> float:
        """Return the height of heading and all rows drawn together."""
        return self._head(look) + look.leading(theme.LABEL) * len(self.rows) + 10

    def least(self, look: Look) -> float:
        """Return the height of the heading and two rows: less says nothing."""
        return self._head(look) + self.row_height(look) * 2 + 10

    def _head(self, look: Look) -> float:
        return 8 + look.leading(theme.HEADING) + 3

    def place(self, box: Box, look: Look) -> None:
        """Take a box; what has no room is the tooltip."""
        super().place(box, look)
        self.tip = self.main_text() if len(self._shown()) < len(self.rows) else None

    def _shown(self) -> list[tuple[ScoreRow, Box]]:
        """Return the rows that have room, always one's own among them."""
        look = self.look
        room = self.rect.under(self._head(look))
        high = min(self.row_height(look), max(look.leading(theme.LABEL), (room.h - 10) / max(1, len(self.rows))))
        count = max(1, int((room.h - 6) / high))
        rows = list(self.rows[:count])
        mine = next((row for row in self.rows if row.mine), None)
        if mine is not None and mine not in rows:
            rows[-1] = mine
        return [(row, Box(room.x + 8, room.y + at * high, room.w - 16, high)) for at, row in enumerate(rows)]

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the panel."""
        look, box = self.look, self.rect
        draw.plate(
            surface, look, box, theme.RADIUS_PANEL, theme.PANEL, draw.Edge(theme.LINE), theme.SHADE_PANEL
        )  # fmt: skip
        title, aside = self._heading()
        draw.line(surface, look, say("open.score"), theme.HEADING, theme.CREAM, (title.x, title.centre[1]))
        if aside is not None:
            draw.line(surface, look, self.aside, theme.SMALL, theme.MUTED, (aside.right, aside.centre[1]), "right")
        for row, cell in self._shown():
            self._draw_row(surface, row, cell)

    def _heading(self) -> tuple[Box, Box | None]:
        look, box = self.look, self.rect
        high = look.leading(theme.HEADING)
        title = Box(box.x + 14, box.y + 8, look.wide(say("open.score"), theme.HEADING) + 1, high)
        wide = look.wide(self.aside, theme.SMALL) + 1
        aside = Box(box.right - 14 - wide, title.y, wide, high)
        return title, aside if aside.x > title.right + 8 else None

    def _draw_row(self, surface: pygame.Surface, row: ScoreRow, cell: Box) -> None:
        look = self.look
        if row.mine:
            draw.plate(surface, look, cell, 8.0, theme.ROW_CHOSEN)
        dot = min(12.0, cell.h * 0.5)
        disc = Box(cell.x + 7, cell.centre[1] - dot / 2, dot, dot)
        rim = draw.Edge(theme.GOLD if row.turn else theme.CREAM, 2.0 if row.turn else 1.2)
        draw.plate(surface, look, disc, dot / 2, theme.AVATARS[row.seat % len(theme.AVATARS)], rim)
        name, total = self._row_boxes(row, cell)
        words = cut_name(look, self._name(row), theme.LABEL, name.w)
        draw.line(surface, look, words, theme.LABEL, theme.CREAM, (name.x, name.centre[1]))
        draw.line(
            surface, look, self._written(row.total), theme.NUMBER, theme.CREAM, (total.right, total.centre[1]), "right"
        )

    def _name(self, row: ScoreRow) -> str:
        return say("open.you", name=row.name) if row.mine else row.name

    def _row_boxes(self, row: ScoreRow, cell: Box) -> tuple[Box, Box]:
        wide = self.look.wide(self._written(row.total), theme.NUMBER) + 1
        total = Box(cell.right - 8 - wide, cell.y, wide, cell.h)
        left = cell.x + 7 + 12 + 9
        return Box(left, cell.y, max(10.0, total.x - 8 - left), cell.h), total

    def texts(self) -> Iterator[Written]:
        """Yield heading, names and scores as they are shown."""
        look = self.look
        title, aside = self._heading()
        yield draw.fitted_line(look, say("open.score"), theme.HEADING, title)
        if aside is not None:
            yield draw.fitted_line(look, self.aside, theme.SMALL, aside)
        for row, cell in self._shown():
            name, total = self._row_boxes(row, cell)
            yield draw.fitted_line(look, cut_name(look, self._name(row), theme.LABEL, name.w), theme.LABEL, name)
            yield draw.fitted_line(look, self._written(row.total), theme.NUMBER, total)


class ReadinessBox(Widget):
    """Says whether the turn can be ended: a sign, a title, a sentence, how far an opening has come; a use explains."""

    kind = "readiness"
    takes_focus = True

    def __init__(self) -> None:
        super().__init__("table.readiness")
        self.telling = Readiness("", "")
        self.on_use: Doing | None = None

    @property
    def opens(self) -> bool:
        """Tell whether there is more to be read: it looks like a button then."""
        return self.on_use is not None and self.telling.tone is Tone.CORAL

    def handle(self, gesture: Gesture) -> Answer:
        """Explain in full what keeps the turn from being ended."""
        if not isinstance(gesture, Use):
            return IGNORED
        return did(self.on_use() if self.on_use is not None and self.opens else None)

    def main_text(self) -> str:
        """Return title and line."""
        return f"{self.telling.title}. {self.telling.line}"

    def states(self) -> tuple[str, ...]:
        """Say how it stands."""
        return (*super().states(), self.telling.tone.value)

    def min_size(self, look: Look) -> Size:
        """Return the room of a title and two lines."""
        return (200.0, 30 + look.leading(theme.LABEL) + 2 * look.leading(theme.SMALL))

    def height_for(self, look: Look, width: float) -> float:
        """Return the room of all it says now."""
        title = look.wrapped(self.telling.title, theme.LABEL, self._title_width(look, width))[1]
        words = look.wrapped(self.telling.line, theme.SMALL, width - 24)[1]
        return max(self.min_size(look)[1], 8 + title + 2 + words + self._foot)

    def place(self, box: Box, look: Look) -> None:
        """Take a box; the whole of it is the tooltip where a line has no room, else that more can be read."""
        super().place(box, look)
        self.tip = self.main_text() if self._line_box()[1] else say("open.ready.read") if self.opens else None

    @property
    def _foot(self) -> float:
        """Return what is kept free below the words."""
        return (14.0 if self.telling.share is not None else 7.0) + (EDGE if self.opens else 0.0)

    def _sign(self) -> str:
        return {Tone.CORAL: "broken", Tone.MINT: "check"}.get(self.telling.tone, "info")

    def _title_width(self, look: Look, width: float) -> float:
        """Return how wide the title may be between the sign before it and the one behind it."""
        return width - 24 - look.scaled(SIGN) - 8 - (look.scaled(MORE) + 6 if self.opens else 0.0)

    def _title_box(self) -> Box:
        look, box = self.look, self.rect
        wide = self._title_width(look, box.w)
        left = box.x + 12 + look.scaled(SIGN) + 8
        return Box(left, box.y + 8 + self._sunk, wide, look.wrapped(self.telling.title, theme.LABEL, wide)[1])

    def _line_box(self) -> tuple[Box, bool]:
        """Return where the sentence goes, and whether it has no room there."""
        look, box = self.look, self.rect
        top = self._title_box().bottom + 2
        room = Box(box.x + 12, top, box.w - 24, box.bottom + self._sunk - self._foot - top)
        return room, look.wrapped(self.telling.line, theme.SMALL, room.w)[1] > room.h + 0.75

    @property
    def _sunk(self) -> float:
        """Return how far it is pressed down."""
        return 2.0 if self.opens and self.held else 0.0

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the box; raised, and with a sign at its end, where there is more to be read."""
        look, box, telling = self.look, self.rect, self.telling
        chip = theme.CHIPS[telling.tone]
        plain = telling.tone is Tone.PLAIN
        fill = theme.PANEL if plain else chip.fill
        if self.opens:
            fill = theme.mix(chip.fill, theme.WHITE, 0.12 if self.hovered else 0.0)
            foot = Box(box.x, box.y + EDGE, box.w, box.h - EDGE)
            draw.plate(surface, look, foot, 12.0, theme.mix(chip.line, theme.BLACK, 0.45), None, theme.SHADE_PLATE)
            box = Box(box.x, box.y + self._sunk, box.w, box.h - EDGE)
        edge = draw.Edge(theme.LINE if plain else chip.line, theme.BORDER if plain else 2.0)
        draw.plate(surface, look, box, 12.0, fill, edge, None if self.opens else theme.SHADE_PLATE)
        colour = theme.CREAM if plain else chip.text
        title = self._title_box()
        size = look.scaled(SIGN)
        first = title.y + look.leading(theme.LABEL) / 2
        draw.icon(surface, look, self._sign(), (box.x + 12 + size / 2, first), size, colour)
        draw.paragraph(surface, look, telling.title, theme.LABEL, colour, title)
        if self.opens:
            more = look.scaled(MORE)
            disc = Box(box.right - 10 - more, first - more / 2, more, more)
            draw.plate(surface, look, disc, more / 2, colour)
            draw.icon(surface, look, "help", disc.centre, more * 0.7, chip.fill)
        line, cramped = self._line_box()
        if not cramped:
            draw.paragraph(surface, look, telling.line, theme.SMALL, theme.MUTED if plain else chip.text, line)
        if self.focused:
            draw.focus_ring(surface, look, self.rect, 12.0)
        if telling.share is not None:
            track = look.rect(Box(box.x + 12, box.bottom - 10, box.w - 24, 5))
            surface.blit(surfaces.bar(track.size, telling.share, theme.GOLD), track)

    def texts(self) -> Iterator[Written]:
        """Yield the title, and the sentence where it is shown."""
        yield draw.fitted(self.look, self.telling.title, theme.LABEL, self._title_box())
        line, cramped = self._line_box()
        if not cramped:
            yield draw.fitted(self.look, self.telling.line, theme.SMALL, line)
