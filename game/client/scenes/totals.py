"""The rounds of a match as a table: a column a side under its name and match score, a row a round.

Where the columns are too narrow for the names, each side has a row with its rounds below it.
"""

from __future__ import annotations

from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from game.client.draw import mark, theme
from game.client.scenes.score_lines import points_colour, points_words
from game.client.widgets import draw
from game.client.widgets.boxes import Box
from game.client.widgets.widget import Widget, WrittenText
from game.client.words import group_digits, say

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import pygame

    from game.client.widgets.boxes import Size
    from game.client.widgets.look import Look
    from game.client.words import Text
    from game.match.match import Standing

PADDING = 16.0
MIN_LINE_HEIGHT = 40.0
CLOSE_LINE_HEIGHT, MANY_ROUNDS = 34.0, 6  # height of a row where there are more than so many rounds
CROWN_WIDTH = 26.0  # the winner's cap
# the cap's width, and how much higher than the text it is, as shares of the crown's width
CAP_SCALE, CAP_RISE = 1.2, 0.06
PLATE_GAP = 6.0  # between the plates of the sides
LOSER_PAPER_SHARE = 0.5  # share of paper colour in the plate of a side that did not win


class PlacedText(NamedTuple):
    """A text with its box; `right` is whether it is right-aligned."""

    words: str
    role: theme.Role
    ink: theme.RGB
    box: Box
    right: bool


def round_points_of(standing: Standing, order: Sequence[int]) -> list[tuple[int, tuple[int, ...]]]:
    """Return the points of each round by side, in an order of sides; number 0 is the penalty of an aborted round."""
    rounds = [(one.round, one.round, tuple(one.sheets[side].total for side in order)) for one in standing.results]
    paid = [(one.round - 0.5, 0, tuple(one.points * (side == one.side) for side in order)) for one in standing.paid]
    return [(number, points) for _at, number, points in sorted([*rounds, *paid], key=itemgetter(0))]


def _named(number: int) -> str:
    """Return the label of a row."""
    return say("end.round", round=number) if number else say("end.paid")


class Totals(Widget):
    """`sides` are the names, `rounds` the points of each round by side; `winners` are indices into `sides`.

    `against` is whether points are bad.
    """

    kind = "totals"

    def __init__(
        self,
        name: str,
        sides: Sequence[Text],
        rounds: Sequence[tuple[int, tuple[int, ...]]],
        totals: Sequence[int],
        winners: Sequence[int],
        *,
        against: bool = False,
    ) -> None:
        super().__init__(name)
        self._sides = tuple(sides)
        self.rounds = tuple(rounds)
        self.totals = tuple(totals)
        self.winners = tuple(winners)
        self.against = against

    @property
    def sides(self) -> tuple[str, ...]:
        """Return the names in the current language."""
        return tuple(map(str, self._sides))

    def accessible_text(self) -> str:
        """Return the match scores."""
        return ", ".join(f"{side} {group_digits(total)}" for side, total in zip(self.sides, self.totals, strict=True))

    # --- measures ------------------------------------------------------------------------------------------------

    def _label_column_width(self, look: Look) -> float:
        labels = [say("end.total"), *{_named(number) for number, _points in self.rounds or [(1, ())]}]
        return max(look.text_width(label, theme.LABEL) for label in labels) + 2 * PADDING

    def _column(self, look: Look, width: float) -> float:
        """Return the width of a side's plate."""
        return (width - self._label_column_width(look) - PLATE_GAP * (len(self.sides) - 1)) / len(self.sides)

    def _crown_width(self, look: Look, at: int) -> float:
        return look.scaled(CROWN_WIDTH) + 8 if at in self.winners else 0.0

    def _score_width(self, look: Look, at: int) -> float:
        return look.text_width(group_digits(self.totals[at]), theme.DISPLAY) + 1

    def _fits_one_line(self, look: Look, room: float) -> bool:
        """Return whether each name fits beside its score in a plate of this width."""
        return all(
            self._crown_width(look, at) + look.text_width(side, theme.LABEL) + 12 + self._score_width(look, at)
            <= room - 2 * PADDING
            for at, side in enumerate(self.sides)
        )

    def _in_columns(self, look: Look, width: float) -> bool:
        """Return whether columns work: no word of a name is broken, and every number fits."""
        room = self._column(look, width) - 2 * PADDING
        words = max(look.text_width(word, theme.LABEL) for side in self.sides for word in side.split() or [""])
        points = max(
            [look.text_width(self._points(one), theme.BIG_NUMBER) for _, made in self.rounds for one in made],
            default=0.0,
        )
        scores = max(self._crown_width(look, at) + self._score_width(look, at) for at in range(len(self.sides)))
        return max(words, points, scores) + 1 <= room

    def _points(self, points: int) -> str:
        return points_words(points, against=self.against)

    def _plate_height(self, look: Look, width: float) -> float:
        """Return the height of the plates: one line, or the name above the score."""
        score = look.line_height(theme.DISPLAY) + 12
        if self._fits_one_line(look, width):
            return score
        return score + max(look.wrapped_size(side, theme.LABEL, width - 2 * PADDING)[1] for side in self.sides)

    def _line_height(self, look: Look) -> float:
        if len(self.rounds) > MANY_ROUNDS:
            return max(CLOSE_LINE_HEIGHT, look.line_height(theme.BIG_NUMBER) + 4)
        return max(MIN_LINE_HEIGHT, look.line_height(theme.BIG_NUMBER) + 8)

    def _rounds_of(self, at: int) -> str:
        """Return the points of a side's rounds as one line."""
        if not self.rounds:
            return say("end.no_rounds")
        return ", ".join(self._points(points[at]) for _, points in self.rounds)

    def _row_heights(self, look: Look, width: float) -> list[float]:
        """Return the heights of the sides' lines."""
        plate = self._plate_height(look, width)
        return [
            plate + look.wrapped_size(self._rounds_of(at), theme.LABEL, width - 2 * PADDING)[1] + 8
            for at in range(len(self.sides))
        ]

    def min_size(self, look: Look) -> Size:
        """Return the room of the widest words of each column."""
        words = [look.text_width(word, theme.LABEL) for side in self.sides for word in side.split()]
        wide = self._label_column_width(look) + len(self.sides) * (
            max([*words, look.text_width("+10 000", theme.DISPLAY)]) + 2 * PADDING
        )
        return (wide, self.height_for(look, wide))

    def height_for(self, look: Look, width: float) -> float:
        """Return the height of the plates and the rounds."""
        if not self._in_columns(look, width):
            return sum(self._row_heights(look, width)) + PLATE_GAP * (len(self.sides) - 1)
        return (
            self._plate_height(look, self._column(look, width)) + 8 + max(1, len(self.rounds)) * self._line_height(look)
        )

    # --- where it lies -------------------------------------------------------------------------------------------

    def _plates(self) -> list[Box]:
        """Return the plate of each side."""
        look, box = self.look, self.rect
        if self._in_columns(look, box.w):
            wide, first = self._column(look, box.w), self._label_column_width(look)
            high = self._plate_height(look, wide)
            return [Box(box.x + first + at * (wide + PLATE_GAP), box.y, wide, high) for at in range(len(self.sides))]
        plates, y = [], box.y
        for high in self._row_heights(look, box.w):
            plates.append(Box(box.x, y, box.w, self._plate_height(look, box.w)))
            y += high + PLATE_GAP
        return plates

    def _names(self) -> list[tuple[str, Box]]:
        """Return the names with their boxes: beside the score, or above it."""
        look = self.look
        told = []
        for at, (side, plate) in enumerate(zip(self.sides, self._plates(), strict=True)):
            left = plate.x + PADDING
            if self._fits_one_line(look, plate.w):
                left += self._crown_width(look, at)
                high = look.line_height(theme.LABEL)
                place = Box(
                    left,
                    plate.centre[1] - high / 2,
                    plate.right - PADDING - 12 - self._score_width(look, at) - left,
                    high,
                )
            else:
                place = Box(
                    left,
                    plate.y + 6,
                    plate.w - 2 * PADDING,
                    look.wrapped_size(side, theme.LABEL, plate.w - 2 * PADDING)[1],
                )
            told.append((side, place))
        return told

    def _score_box(self, at: int, plate: Box) -> Box:
        wide, high = self._score_width(self.look, at), self.look.line_height(theme.DISPLAY)
        return Box(plate.right - PADDING - wide, plate.bottom - 6 - high, wide, high)

    def _cells(self) -> list[PlacedText]:
        """Return every text except the names, with its box."""
        look, box, plates = self.look, self.rect, self._plates()
        cells = [
            PlacedText(group_digits(total), theme.DISPLAY, theme.INK, self._score_box(at, plate), right=True)
            for at, (total, plate) in enumerate(zip(self.totals, plates, strict=True))
        ]
        if not self._in_columns(look, box.w):
            return cells
        first, line, y = self._label_column_width(look) - PADDING, self._line_height(look), plates[0].bottom + 8
        score = self._score_box(0, plates[0])
        cells.append(
            PlacedText(
                say("end.total"), theme.LABEL, theme.INK, Box(box.x + PADDING, score.y, first, score.h), right=False
            )
        )
        if not self.rounds:
            room = Box(box.x + PADDING, y, box.w - 2 * PADDING, line)
            cells.append(PlacedText(say("end.no_rounds"), theme.READING, theme.SECONDARY_INK, room, right=False))
        for number, points in self.rounds:
            label = Box(box.x + PADDING, y, first, line)
            cells.append(PlacedText(_named(number), theme.LABEL, theme.INK, label, right=False))
            for plate, one in zip(plates, points, strict=True):
                cell = Box(plate.x + PADDING, y, plate.w - 2 * PADDING, line)
                ink = points_colour(one, against=self.against)
                cells.append(PlacedText(self._points(one), theme.BIG_NUMBER, ink, cell, right=True))
            y += line
        return cells

    def _below(self) -> list[tuple[str, Box]]:
        """Return the rounds of each side below its plate, where there are no columns."""
        look, box = self.look, self.rect
        if self._in_columns(look, box.w):
            return []
        told = []
        for at, plate in enumerate(self._plates()):
            words = self._rounds_of(at)
            high = look.wrapped_size(words, theme.LABEL, box.w - 2 * PADDING)[1]
            told.append((words, Box(box.x + PADDING, plate.bottom + 4, box.w - 2 * PADDING, high)))
        return told

    # --- drawing -------------------------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the bands, the plates, then the words."""
        look, box, plates = self.look, self.rect, self._plates()
        if self._in_columns(look, box.w):
            line = self._line_height(look)
            for at in range(0, len(self.rounds), 2):
                band = Box(box.x, plates[0].bottom + 8 + at * line, box.w, line)
                draw.plate(surface, look, band, 10.0, theme.PAPER_BAND)
        for at, plate in enumerate(plates):
            fill = theme.GOLD if at == 0 else theme.SKY if len(self.sides) == 2 else theme.PAPER_BAND
            if self.winners and at not in self.winners:
                fill = theme.mix(fill, theme.PAPER_BAND, LOSER_PAPER_SHARE)
            draw.plate(surface, look, plate, 12.0, fill)
            if at in self.winners:
                size = look.scaled(CROWN_WIDTH)
                middle = self._score_box(at, plate).centre[1]
                cap = mark.cap(look.px(size * CAP_SCALE), look.palette, rimmed=True)
                at_px = (look.px(plate.x + PADDING + size / 2), look.px(middle - size * CAP_RISE))
                surface.blit(cap, cap.get_rect(center=at_px))
        beside = self._fits_one_line(look, plates[0].w)
        for side, place in self._names():
            draw.paragraph(surface, look, side, theme.LABEL, theme.INK, place, "left" if beside else "right")
        for words, role, ink, cell, right in self._cells():
            at_x = cell.right if right else cell.x
            draw.line(surface, look, words, role, ink, (at_x, cell.centre[1]), "right" if right else "left")
        for words, place in self._below():
            draw.paragraph(surface, look, words, theme.LABEL, theme.SECONDARY_INK, place)

    def texts(self) -> Iterator[WrittenText]:
        """Yield every name and number."""
        for words, place in (*self._names(), *self._below()):
            yield draw.fitted_paragraph(self.look, words, theme.LABEL, place)
        for words, role, _ink, cell, _right in self._cells():
            yield draw.fitted_line(self.look, words, role, cell)
