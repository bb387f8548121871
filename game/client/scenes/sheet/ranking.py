"""The scores of three or more sides: a row each, in the old order until the rising rows overtake the others.

Where rows do not fit, each side has a column, as with two sides.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from game.client.draw import text as type_case
from game.client.draw import theme
from game.client.scenes.score_lines import PADDING as LINE_PAD
from game.client.scenes.score_sides import GOLD_DARK, SideSheet
from game.client.scenes.sheet.score_bar import draw_score_bar
from game.client.table.geometry.easing import ease_in_out
from game.client.widgets import draw
from game.client.widgets.boxes import Box
from game.client.widgets.shelf import Shelf
from game.client.widgets.widget import Widget, WrittenText
from game.client.words import group_digits, phrase, say

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import pygame

    from game.client.scenes.sheet.score_bar import MatchScore
    from game.client.widgets.boxes import Size
    from game.client.widgets.look import Look

MIN_ROW_WIDTH: Final = 1000.0  # logical px at normal text size, else there are columns
ROW_HEIGHT: Final = 58.0
ROW_HEIGHTS: Final = {3: 84.0, 4: 84.0, 5: 74.0, 6: 64.0}  # row heights with fewer sides
GAP: Final = 6.0
CLOSE_GAP: Final = 2.0  # gap between rows, with more sides than MANY_SIDES
MANY_SIDES: Final = 6  # with more sides than this the rows move closer, so that all fit a window of 1280 x 720
PADDING: Final = 14.0
CORNER_RADIUS: Final = 12.0
NUMBER_WIDTH: Final = 34.0  # logical px: width of the columns of numbers
NAME_WIDTH: Final = 136.0
TOTAL_WIDTH: Final = 130.0
MAX_FACE_SIZE, FACE_ROOM = 60.0, 14.0  # the largest face, and what a row leaves free above and below it
FACE_GAP: Final = 10.0
# the bar of the match: its height, how far it is below the row's middle, and how far the total is above it
BAR_HEIGHT, BAR_DROP, TOTAL_RISE = 8.0, 16.0, 7.0
BAR_COLOUR, BAR_EDGE_COLOUR = theme.rgb("#B7A3BE"), theme.rgb("#8E7A95")  # colours of all bars but the winner's
FIRST_ROW_DELAY_SHARE: Final = 0.3  # share of the time by which the first row starts later than the others
LIFT_MARGIN: Final = 10.0  # logical px by which a rising row is wider on each side
WON_TINT: Final = 0.32  # share of gold in the winner's row
LOST_TINT: Final = 0.5
WINNER_EDGE: Final = 3.0
OWN_EDGE: Final = 2.0  # dark, because gold marks the winner


class RankRow(SideSheet):
    """A side's row: its rank, its name, its lines, its total, and how many ranks it rose or fell."""

    flat = False  # whether it is a row; else it is a column
    high = ROW_HEIGHT  # the least height of a row
    before = now = 0  # its places, from 0
    ranked = True  # whether they were ranks before, too: before the first round the seats' order is none
    own = False

    @property
    def ranks_risen(self) -> int:
        """Return how many ranks it rises."""
        return self.before - self.now if self.ranked else 0

    # --- measures ------------------------------------------------------------------------------------------------

    def height_for(self, look: Look, width: float) -> float:
        """Return the height of a row, or of a column."""
        if not self.flat:
            return super().height_for(look, width)
        room = _lines_width(look, width, self.high)
        words = look.line_height(theme.LABEL) + look.line_height(theme.SMALL_BOLD) + GAP
        return max(self.high, words, sum(line.height_for(look, room) for line in self.lines) + GAP)

    def place(self, box: Box, look: Look) -> None:
        """Place the lines beside the name."""
        if not self.flat:
            super().place(box, look)
            return
        Widget.place(self, box, look)
        room = _lines_width(look, box.w, self.high)
        highs = [line.height_for(look, room) for line in self.lines]
        y = box.y + (box.h - sum(highs)) / 2
        x = box.x + PADDING + look.scaled(NUMBER_WIDTH) + _face_width(self.high) + look.scaled(NAME_WIDTH)
        for line, high in zip(self.lines, highs, strict=True):
            line.place(Box(x, y, room, high), look)
            y += high

    def _boxes(self) -> tuple[Box, Box, Box, Box]:
        """Return the boxes of rank, name, chip and total."""
        look, box = self.look, self.rect
        number = Box(box.x + PADDING, box.y, look.scaled(NUMBER_WIDTH), box.h)
        high, low = look.line_height(theme.LABEL), look.line_height(theme.SMALL_BOLD)
        words = high + (low if _climb_words(self.ranks_risen) else 0.0)
        start = number.right + _face_width(self.high)
        name = Box(start, box.y + (box.h - words) / 2, look.scaled(NAME_WIDTH) - GAP, high)
        total = Box(box.right - PADDING - look.scaled(TOTAL_WIDTH), box.y, look.scaled(TOTAL_WIDTH), box.h)
        return number, name, Box(name.x, name.bottom, name.w, low), total

    # --- drawing -------------------------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the row."""
        if not self.flat:
            super().draw(surface)
            return
        look, box = self.look, self.rect
        fill = theme.PAPER_CARD
        if self.won and self.capped > 0:
            fill = theme.mix(fill, theme.GOLD, WON_TINT * self.capped)
        elif self.won is False and self.capped > 0:
            fill = theme.mix(fill, theme.PAPER_BAND, LOST_TINT * self.capped)
        won = self.won and self.capped > 0
        edge = draw.Edge(theme.GOLD if won else theme.SECONDARY_INK if self.own else theme.PAPER_LINE,
                         WINNER_EDGE if won else OWN_EDGE if self.own else 1.0)  # fmt: skip
        lifted = self.before > self.now and 0.0 < self.raced < 1.0
        shown = box.inset(-LIFT_MARGIN, 0) if lifted else box
        draw.plate(surface, look, shown, CORNER_RADIUS, fill, edge, theme.SHADE_PAPER if lifted else None)
        number, name, chip, total = self._boxes()
        if self.ranked or self.raced >= 1 / 2:
            rank, at = (self.now if self.raced >= 1 / 2 else self.before) + 1, (number.x, number.centre[1])
            draw.line(surface, look, str(rank), theme.BIG_NUMBER, theme.SECONDARY_INK, at)
        draw.line(
            surface, look, _cut(str(self.side), self.look, name.w), theme.LABEL, theme.INK, (name.x, name.centre[1])
        )
        if self.capped > 0 and _climb_words(self.ranks_risen):
            ink = theme.GREEN_INK if self.ranks_risen > 0 else theme.RED_INK
            draw.line(surface, look, _climb_words(self.ranks_risen), theme.SMALL_BOLD, ink, (chip.x, chip.centre[1]))
        for line in self.lines:
            line.draw(surface)
        middle = total.centre[1]
        draw.line(
            surface,
            look,
            _total(self.score, self.summed),
            theme.DISPLAY,
            theme.INK,
            (total.right, middle - TOTAL_RISE),
            "right",
        )
        track = Box(total.x + FACE_GAP, middle + BAR_DROP, total.w - FACE_GAP, BAR_HEIGHT)
        bright, dark = (theme.GOLD, GOLD_DARK) if won else (BAR_COLOUR, BAR_EDGE_COLOUR)
        draw_score_bar(surface, look, track, self.score, self.raced, bright, dark)
        size = _face_width(self.high) - FACE_GAP
        for one in self.people:
            self._draw_face(surface, one, Box(number.right, box.centre[1] - size / 2, size, size))

    def texts(self) -> Iterator[WrittenText]:
        """Yield the name, the chip and the total."""
        if not self.flat:
            yield from super().texts()
            return
        _number, name, chip, total = self._boxes()
        yield draw.fitted_line(self.look, _cut(str(self.side), self.look, name.w), theme.LABEL, name)
        if _climb_words(self.ranks_risen):
            yield draw.fitted_line(self.look, _climb_words(self.ranks_risen), theme.SMALL_BOLD, chip)
        yield draw.fitted_line(self.look, _total(self.score, self.summed), theme.DISPLAY, total)

    def accessible_text(self) -> str:
        """Return the rank, the name, and the points of the round."""
        return f"{super().accessible_text()}, {say('score.place', place=self.now + 1)}"


def _face_width(high: float) -> float:
    """Return the width of the column of faces in a row of that height."""
    return min(MAX_FACE_SIZE, high - FACE_ROOM) + FACE_GAP


def _climb_words(climbs: int) -> str:
    """Say how many ranks a side rose or fell; "" for none."""
    if not climbs:
        return ""
    return str(phrase("score.up" if climbs > 0 else "score.down", n=abs(climbs)))


def _cut(name: str, look: Look, room: float) -> str:
    return type_case.fit_name(name, look.lettering(theme.LABEL), max(1, int(room * look.u)))


def _total(score: MatchScore, summed: float) -> str:
    return group_digits(score.before + round((score.now - score.before) * summed))


def _lines_width(look: Look, width: float, high: float) -> float:
    """Return the width that is left for the lines of a row."""
    texts = look.scaled(NUMBER_WIDTH) + look.scaled(NAME_WIDTH) + look.scaled(TOTAL_WIDTH)
    return width - 2 * PADDING - _face_width(high) - texts


class Ranking(Widget):
    """All sides in the order of the match, animated from the old order to the new."""

    kind = "ranking"

    def __init__(self, name: str, rows: Sequence[RankRow], totals: Sequence[tuple[int, int]], *, lowest: bool) -> None:
        super().__init__(name)
        sign = 1 if lowest else -1
        first = sorted(range(len(rows)), key=lambda at: sign * totals[at][0])
        last = sorted(range(len(rows)), key=lambda at: sign * totals[at][1])
        for place, at in enumerate(first):
            rows[at].before = place
        for place, at in enumerate(last):
            rows[at].now = place
        for row in rows:
            row.ranked = any(before for before, _now in totals)
        self.rows = tuple(rows[at] for at in last)
        for row in rows:
            row.high = ROW_HEIGHTS.get(len(rows), ROW_HEIGHT)
        self._shelf = Shelf(f"{name}.columns", rows, most=2 if len(rows) == 4 else 3, least=330.0)

    @property
    def children(self) -> tuple[Widget, ...]:
        """Return the rows, the first place first."""
        return self.rows

    def _in_rows(self, look: Look, width: float) -> bool:
        """Return whether there is room for rows, and tell the sides."""
        flat = width >= look.scaled(MIN_ROW_WIDTH)
        for row in self.rows:
            row.flat = flat
            for line in row.lines:  # rows are drawn over what is above them
                line.drops = not flat
        return flat

    def min_size(self, look: Look) -> Size:
        """Return the room of rows, or of columns."""
        wide = look.scaled(MIN_ROW_WIDTH)
        return (wide, self.height_for(look, wide))

    def height_for(self, look: Look, width: float) -> float:
        """Return the height of all rows."""
        if not self._in_rows(look, width):
            return self._shelf.height_for(look, width)
        return self._heads(look) + sum(row.height_for(look, width) + self._gap for row in self.rows) - self._gap

    @property
    def _gap(self) -> float:
        return GAP if len(self.rows) <= MANY_SIDES else CLOSE_GAP

    def _heads(self, look: Look) -> float:
        """Return the height of the column headings."""
        return look.line_height(theme.SMALL_BOLD)

    def place(self, box: Box, look: Look) -> None:
        """Stack the rows."""
        super().place(box, look)
        if not self._in_rows(look, box.w):
            self._shelf.place(box, look)
            return
        self._stand(1.0)

    def animate_to(self, share: float) -> None:
        """Animate the rows to a share of the way from the old order to the new."""
        if self.rows and self.rows[0].flat:
            self._stand(share)

    def _stand(self, share: float) -> None:
        box, look = self.rect, self.look
        high = max(row.height_for(look, box.w) for row in self.rows) + self._gap
        for row in self.rows:
            first = row.now == 0
            gone = ease_in_out(
                min(1.0, max(0.0, share * (1 + FIRST_ROW_DELAY_SHARE) - (FIRST_ROW_DELAY_SHARE if first else 0.0)))
            )
            at = row.before + (row.now - row.before) * gone
            row.place(Box(box.x, box.y + self._heads(look) + at * high, box.w, high - self._gap), look)

    def _head_words(self) -> Iterator[tuple[str, Box]]:
        """Yield the heading of each column of numbers."""
        look, row = self.look, self.rows[0]
        lasts = row.rect.right - PADDING
        for code, right in (
            ("score.head.round", lasts - look.scaled(TOTAL_WIDTH) - LINE_PAD),
            ("score.head.match", lasts),
        ):
            wide = look.text_width(say(code), theme.SMALL_BOLD) + 1
            yield say(code), Box(right - wide, self.rect.y, wide, self._heads(look))

    def texts(self) -> Iterator[WrittenText]:
        """Yield the headings."""
        if self.rows[0].flat:
            for words, box in self._head_words():
                yield draw.fitted_line(self.look, words, theme.SMALL_BOLD, box)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the rising rows over the others, and higher ranks over lower ones; rows have column headings."""
        if self.rows[0].flat:
            for words, box in self._head_words():
                draw.line(
                    surface,
                    self.look,
                    words,
                    theme.SMALL_BOLD,
                    theme.SECONDARY_INK,
                    (box.right, box.centre[1]),
                    "right",
                )
        for row in sorted(self.rows, key=lambda row: (row.before > row.now, -row.now)):
            row.draw(surface)
