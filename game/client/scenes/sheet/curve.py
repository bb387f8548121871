"""The match as a curve: each side's points over the rounds, drawn from left to right in its first second.

It is large, with numbered points and rounds, or a strip without text. The table beside it has the same numbers; with
large text, which needs the room, the curve is left out.
"""

from __future__ import annotations

import math
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, Final

import pygame

from game.client.draw import paint, theme
from game.client.draw.surfaces import Crest, crest
from game.client.widgets import draw
from game.client.widgets.boxes import Box
from game.client.widgets.widget import Widget, WrittenText
from game.client.words import group_digits

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from game.client.director import Change
    from game.client.widgets.boxes import Point, Size
    from game.client.widgets.look import Look
    from game.client.words import Text

STRIP_SIZE: Final = (300.0, 104.0)
LARGE_SIZE: Final = (560.0, 300.0)
MIN_LARGE_WIDTH: Final = 420.0  # logical px across
LARGE_SCALE: Final = 1.5  # factor on lines and dots of a large curve
NUMBER_PADDING: Final = 16.0  # around the numbers of a large curve
LABEL_GAP: Final = 10.0
LABEL_PADDING: Final = 8.0
LABEL_CLEARANCE: Final = 10.0  # between the label and every line
STEM_WIDTH: Final = 1.5  # of the line from a round to its label
STEM_DOT_RADIUS: Final = 3.0  # of the dot where the stem begins
MIN_LABEL_HEIGHTS: Final = 4  # a label may cover lines only in a plot at least so many labels high
LABEL_SEARCH_STEP: Final = 8  # px between two positions that are tried for the label
GRID_LINES: Final = 4  # lines across, about
MAX_NUMBERED_ROUNDS: Final = 12
NICE_STEPS: Final = (1, 2, 5, 10)  # possible steps of the point axis, times a power of ten
LINE_SEGMENTS: Final = 10  # segments of a line between two rounds
AREA_ALPHA: Final = 46  # alpha, 0 to 255: the area under the winner's line
MAX_TEXT_SCALE: Final = 1.3  # with a larger title there is no room
START_DELAY_SECONDS: Final = 0.4
DURATION_SECONDS: Final = 1.0
SUPERSAMPLING: Final = 3  # for smooth lines
LINE_WIDTH: Final = 4.0
EDGE_WIDTH: Final = 1.5  # of the dark edges on both sides of a line
THIN_LINE_WIDTH: Final = 2.0  # for a side that neither won nor is the viewer's
CREST_SIZE: Final = 26.0  # logical px of the sign at the end of a side's line
DOT_RADIUS: Final = 4.5  # radius at a round
PLOT_MARGIN: Final = 9.0  # margin between box and lines: half the mark at a line's end
MIN_ROUNDS: Final = 2  # fewest rounds that make a curve
FAINT_COLOUR: Final = theme.rgb("#BBA88C")
ZERO_LINE_COLOUR: Final = theme.rgb("#E0D0B2")
STAMP_STEP_SHARE: Final = 0.12  # of a line's width, between two stamps of it
TWO_SIDES: Final = 2
CORNER_RADIUS: Final = 12.0

HeightLine = tuple[float, ...]


def height_lines_of(rounds: Sequence[Sequence[int]]) -> tuple[HeightLine, ...]:
    """Return each side's total after every round as a share of the height, beginning with 0 before the first."""
    sums = [tuple(accumulate(points, initial=0)) for points in zip(*rounds, strict=True)]
    least, most = min(map(min, sums)), max(map(max, sums))
    return tuple(tuple((one - least) / max(1, most - least) for one in line) for line in sums)


def axis_ticks_of(rounds: Sequence[Sequence[int]]) -> tuple[tuple[int, float], ...]:
    """Return the ticks of the point axis: round numbers with their share of the height."""
    sums = [one for points in zip(*rounds, strict=True) for one in accumulate(points, initial=0)]
    least, most = min(sums), max(sums)
    wanted = max(1, most - least) / GRID_LINES
    power = 10 ** (len(str(int(wanted))) - 1)
    step = next(one * power for one in NICE_STEPS if one * power >= wanted)
    first = -(-least // step) * step
    return tuple((one, (one - least) / max(1, most - least)) for one in range(first, most + 1, step))


def decisive_round(rounds: Sequence[Sequence[int]], winner: int, *, lowest: bool = False) -> tuple[int, int] | None:
    """Return the round from whose end on the winner kept the sole lead, and the lead then; None if there was none."""
    sign = -1 if lowest else 1
    sums = [[sign * one for one in accumulate(points)] for points in zip(*rounds, strict=True)]
    own, others = sums[winner], [line for side, line in enumerate(sums) if side != winner]
    ahead = [own[at] - max(line[at] for line in others) for at in range(len(rounds))]
    since = next((len(ahead) - at for at, lead in enumerate(reversed(ahead)) if lead <= 0), 0)
    return None if since == len(ahead) else (since + 1, ahead[since])


def smooth_curve(line: HeightLine) -> HeightLine:
    """Return a smooth curve through the points of the rounds, which never overshoots them."""
    steps = [after - before for before, after in pairwise(line)]
    slopes = [steps[0], *(0.0 if a * b <= 0 else 2 * a * b / (a + b) for a, b in pairwise(steps)), steps[-1]]
    out = [line[0]]
    for (before, after), (leaves, comes) in zip(pairwise(line), pairwise(slopes), strict=True):
        for piece in range(1, LINE_SEGMENTS + 1):
            t = piece / LINE_SEGMENTS
            rise = t * t * (3 - 2 * t)
            out.append(before + (after - before) * rise + leaves * t * (1 - t) ** 2 - comes * t * t * (1 - t))
    return tuple(out)


class MatchCurve(Widget):
    """The curve of a match.

    `rounds` are the points of each round by side; the first side's line is gold, as its plate is. `on_round` is called
    for each round that the animation passes; `turned` is the round that a large curve labels, with the label's text.
    """

    kind = "curve"

    def __init__(
        self, name: str, rounds: Sequence[Sequence[int]], winners: Sequence[int], on_round: Callable[[int], object],
        *, large: bool = False, turned: tuple[int, Text] | None = None,
    ) -> None:  # fmt: skip
        super().__init__(name)
        self._turned = turned if large else None
        self._label_place: tuple[object, Box | None] | None = None  # the label, cached for a size
        # the plot, and the segments of the lines in it
        self._segments_cache: tuple[Box, list[tuple[Point, Point]]] | None = None
        self.large = large
        self._axis_ticks = axis_ticks_of(rounds) if large and len(rounds) >= MIN_ROUNDS else ()
        self._lines = height_lines_of(rounds) if len(rounds) >= MIN_ROUNDS else ()
        self._count = len(rounds)
        self._winners = tuple(winners)
        self._on_round = on_round
        self._since: float | None = None
        self.share = 0.0
        self._drawn: tuple[object, pygame.Surface] | None = None

    @property
    def wants_frames(self) -> bool:
        """Return whether its animation is running."""
        return bool(self._lines) and self.share < 1.0

    def min_size(self, look: Look) -> Size:
        """Return its size; zero where there is no curve, or the text is large."""
        if not self._lines or look.text_scale > MAX_TEXT_SCALE:
            return (0.0, 0.0)
        return LARGE_SIZE if self.large else STRIP_SIZE

    def _plot(self) -> Box:
        """Return the area of the lines: in a large one without its axes."""
        if not self.large:
            return self.rect
        look, box = self.look, self.rect
        left = (
            NUMBER_PADDING
            + max(look.text_width(group_digits(one), theme.SMALL) for one, _share in self._axis_ticks)
            + LABEL_GAP
        )
        foot = look.line_height(theme.SMALL) + NUMBER_PADDING
        return Box(box.x + left, box.y + NUMBER_PADDING, box.w - left - NUMBER_PADDING, box.h - NUMBER_PADDING - foot)

    def _labels(self) -> Iterator[tuple[str, Box, bool]]:
        """Yield the axis labels of a large one with their boxes: points at the left, rounds below."""
        look, plot, air = self.look, self._plot(), PLOT_MARGIN * LARGE_SCALE
        high = look.line_height(theme.SMALL)
        for points, share in self._axis_ticks:
            words = group_digits(points)
            y = plot.bottom - air - (plot.h - 2 * air) * share
            wide = look.text_width(words, theme.SMALL) + 1
            yield words, Box(plot.x - LABEL_GAP - wide, y - high / 2, wide, high), True
        for at in range(1, self._count + 1):
            wide = look.text_width(str(at), theme.SMALL) + 1
            x = plot.x + air + (plot.w - 2 * air) * at / self._count
            if at % max(1, -(-self._count // MAX_NUMBERED_ROUNDS)) == 0:
                yield str(at), Box(x - wide / 2, plot.bottom + 2, wide, high), False

    def _at(self, at: float, share: float) -> Point:
        """Return the position of a round and a share of the height."""
        plot, air = self._plot(), PLOT_MARGIN * LARGE_SCALE
        return (plot.x + air + (plot.w - 2 * air) * at / self._count, plot.bottom - air - (plot.h - 2 * air) * share)

    def _label(self) -> tuple[str, Box, Point] | None:
        """Return the label's text, the free place closest to its round, and the position it points at.

        If no place is free it is the one that covers least, in a plot that is high enough.
        """
        if self._turned is None or not self._lines or not self._winners:
            return None
        at, said = self._turned
        words, plot = str(said), self._plot()
        wide, high = (
            self.look.text_width(words, theme.SMALL_BOLD) + 2 * LABEL_PADDING,
            self.look.line_height(theme.SMALL_BOLD) + LABEL_PADDING,
        )
        x, y = dot = self._at(at, self._lines[self._winners[0]][at])
        key = (words, plot)
        if self._label_place is None or self._label_place[0] != key:
            across = range(round(plot.x), round(plot.right - wide), LABEL_SEARCH_STEP)
            down = range(round(plot.y), round(plot.bottom - high), LABEL_SEARCH_STEP)
            places = sorted(
                (math.hypot(max(left - x, 0, x - left - wide), max(top - y, 0, y - top - high)),
                 abs(left + wide / 2 - x), left, top) for left in across for top in down
            )  # fmt: skip
            boxes = [Box(left, top, wide, high) for _far, _off, left, top in places]
            fair = boxes if high * MIN_LABEL_HEIGHTS <= plot.h else ()
            self._label_place = (
                key,
                next(filter(self._is_clear, boxes), None) or min(fair, key=self._covered_segment_count, default=None),
            )
        box = self._label_place[1]
        return None if box is None else (words, box, dot)

    def _is_clear(self, box: Box) -> bool:
        """Return whether no line comes close to a box."""
        around = pygame.Rect(
            box.x - LABEL_CLEARANCE, box.y - LABEL_CLEARANCE, box.w + 2 * LABEL_CLEARANCE, box.h + 2 * LABEL_CLEARANCE
        )
        return not any(around.clipline(*step) for step in self._segments())

    def _covered_segment_count(self, box: Box) -> int:
        """Return how many line segments a box covers."""
        over = pygame.Rect(box.x, box.y, box.w, box.h)
        return sum(bool(over.clipline(*step)) for step in self._segments())

    def _segments(self) -> list[tuple[Point, Point]]:
        """Return the segments of every line; cached, because hundreds of places are compared with them."""
        plot = self._plot()
        if self._segments_cache is None or self._segments_cache[0] != plot:
            lines = [
                [self._at(step / LINE_SEGMENTS, share) for step, share in enumerate(smooth_curve(line))]
                for line in self._lines
            ]
            self._segments_cache = (plot, [step for line in lines for step in pairwise(line)])
        return self._segments_cache[1]

    def texts(self) -> Iterator[WrittenText]:
        """Yield the axis labels and the label."""
        if self.large and self._lines and self.rect.w:
            for words, box, _points in self._labels():
                yield draw.fitted_line(self.look, words, theme.SMALL, box)
            pill = self._label()
            if pill is not None:
                yield draw.fitted_line(self.look, pill[0], theme.SMALL_BOLD, pill[1])

    def finish(self) -> None:
        """Draw the whole curve from now on, without a knock for each round that was still to come."""
        self._since, self.share = -math.inf, 1.0

    def tick(self, now: float) -> Change | None:
        """Advance the animation; without motion it is complete at once."""
        self._since = now if self._since is None else self._since
        before = self.share
        past = (now - self._since) * self.look.animation_speed - START_DELAY_SECONDS
        self.share = 1.0 if self.look.calm else max(0.0, min(1.0, past / DURATION_SECONDS))
        if not self.look.calm:
            for passed in range(int(before * self._count), int(self.share * self._count)):
                self._on_round(passed)
        return None

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the part animated so far; rounds go from left to right in every language."""
        if not self._lines or self.rect.w == 0:
            return
        with draw.unmirrored_box(surface, self.look, self.rect):
            if self.large:
                draw.plate(surface, self.look, self.rect, CORNER_RADIUS, theme.PAPER_CARD, draw.Edge(theme.PAPER_LINE))
                for words, box, points in self._labels():
                    at = (box.right if points else box.centre[0], box.centre[1])
                    draw.line(
                        surface, self.look, words, theme.SMALL, theme.SECONDARY_INK, at, "right" if points else "centre"
                    )
            rect = self.look.rect(self._plot())
            key = (rect.size, self.look.palette.name)
            if self._drawn is None or self._drawn[0] != key:
                self._drawn = (key, self._picture(rect.size))
            surface.blit(self._drawn[1], rect.topleft, (0, 0, round(rect.w * self.share), rect.h))
            self._draw_crests(surface)
            self._draw_label(surface)

    def _draw_crests(self, surface: pygame.Surface) -> None:
        """Stamp each of two sides' sign on the end of its line, once it is drawn."""
        if not self.large or len(self._lines) != TWO_SIDES or self.share < 1.0:
            return
        for side, line in zip((Crest.US, Crest.THEM), self._lines, strict=True):
            sign = crest(self.look.px(CREST_SIZE), side)
            x, y = self._at(self._count, line[-1])
            surface.blit(sign, sign.get_rect(center=(round(x * self.look.u), round(y * self.look.u))))

    def _draw_label(self, surface: pygame.Surface) -> None:
        """Draw the label once the animation has passed its round."""
        pill = self._label()
        if pill is None or self._turned is None or self.share * self._count < self._turned[0]:
            return
        words, box, (x, y) = pill
        u = self.look.u
        near = (min(max(x, box.x + box.h / 2), box.right - box.h / 2), min(max(y, box.y), box.bottom))
        begins, ends = ((round(across * u), round(down * u)) for across, down in ((x, y), near))
        pygame.draw.line(surface, theme.INK, begins, ends, max(1, round(STEM_WIDTH * u)))
        pygame.draw.circle(surface, theme.INK, begins, round(STEM_DOT_RADIUS * u))
        draw.plate(surface, self.look, box, box.h / 2, theme.INK)
        draw.line(surface, self.look, words, theme.SMALL_BOLD, theme.CREAM, box.centre, "centre")

    def _picture(self, size: tuple[int, int]) -> pygame.Surface:
        fine = 2 if self.large else SUPERSAMPLING
        large = paint.blank_surface((size[0] * fine, size[1] * fine))
        unit = self.look.u * fine * (LARGE_SCALE if self.large else 1.0)
        air = PLOT_MARGIN * unit
        wide, high = large.get_width() - 2 * air, large.get_height() - 2 * air

        def place(at: float, share: float) -> tuple[float, float]:
            return (air + wide * at / self._count, air + high * (1.0 - share))

        start = self._lines[0][0]
        pygame.draw.line(large, ZERO_LINE_COLOUR, place(0, start), place(self._count, start), max(1, round(unit)))
        for _points, share in self._axis_ticks:
            pygame.draw.line(
                large, ZERO_LINE_COLOUR, place(0, share), place(self._count, share), max(1, round(unit / 2))
            )
        paths = [
            [place(at / LINE_SEGMENTS, share) for at, share in enumerate(smooth_curve(line))] for line in self._lines
        ]
        for side in self._winners if self.large else ():
            under, foot = paint.blank_surface(large.get_size()), air + high
            around = [(air, foot), *paths[side], (paths[side][-1][0], foot)]
            pygame.draw.polygon(under, (*self._colour(side), AREA_ALPHA), around)
            large.blit(under, (0, 0))
        for side in sorted(range(len(self._lines)), key=self._drawing_order):
            points = [place(at, share) for at, share in enumerate(self._lines[side])]
            self._stroke(large, paths[side], points, side, unit)
        return pygame.transform.smoothscale(large, size)

    def _drawing_order(self, side: int) -> tuple[bool, bool]:
        """Return the drawing order: the others, then the winner, then the viewer's own."""
        return (side == 0, side in self._winners)

    @staticmethod
    def _colour(side: int) -> theme.RGB:
        return theme.GOLD if side == 0 else theme.SKY

    def _stroke(self, target: pygame.Surface, path: list[Point], points: list[Point], side: int, unit: float) -> None:
        seen = side == 0 or side in self._winners or len(self._lines) == TWO_SIDES
        if not seen:
            _line(target, path, FAINT_COLOUR, THIN_LINE_WIDTH * unit)
            return
        colour = self._colour(side)
        _line(target, path, theme.INK, (LINE_WIDTH + 2 * EDGE_WIDTH) * unit)
        for ink, grown in ((theme.INK, EDGE_WIDTH), (colour, 0.0)):
            if not grown:
                _line(target, path, colour, LINE_WIDTH * unit)
            for at in points[1:]:
                last = 1.5 if at == points[-1] else 1.0
                pygame.draw.circle(target, ink, at, (DOT_RADIUS * last + grown) * unit)


def _line(target: pygame.Surface, points: list[Point], colour: theme.RGB, wide: float) -> None:
    """Draw a line by stamping discs along it: equally wide on slopes and level parts, and round at corners."""
    for (x, y), (to_x, to_y) in pairwise(points):
        dabs = max(1, math.ceil(math.hypot(to_x - x, to_y - y) / max(1.0, wide * STAMP_STEP_SHARE)))
        for dab in range(dabs + 1):
            share = dab / dabs
            pygame.draw.circle(target, colour, (x + (to_x - x) * share, y + (to_y - y) * share), wide / 2)
