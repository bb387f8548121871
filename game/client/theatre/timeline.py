"""The timeline of a round: a tick for each turn, an icon for each highlight, and a knob to drag."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.client.draw import theme
from game.client.widgets import draw
from game.client.widgets.boxes import Box
from game.client.widgets.gesture import Arrow, Drag, Grab, Hover, Use
from game.client.widgets.widget import IGNORED, TAKEN, Answer, Widget, WrittenText, handled_with

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import pygame

    from game.client.director import Change
    from game.client.draw.theme import RGB
    from game.client.theatre.signs import TimelineMark
    from game.client.widgets.boxes import Point, Size
    from game.client.widgets.gesture import Gesture
    from game.client.widgets.look import Look

LINE_MARGIN = 16.0  # logical px from the box's ends to the line's
KNOB_SIZE = 20.0
DISC_SIZE = 22.0
LINE_THICKNESS = 5.0
MIN_WIDTH = 220.0
GAP = 6.0
MAX_TEXT_SCALE = 1.5
RIM_WIDTH = 2.0
KNOB_RIM = 3.0
ICON_MARGIN = 4.0
MIN_TICK_GAP = 4.0
TICK_SIZE = (2.5, 12.0)
STEM_WIDTH = 1.5
SIGN_SHARE = 0.56
MIN_ICON_GAP = 24.0  # logical px: icons closer than this are merged into one that shows their number


class Timeline(Widget):
    """The place in a round, in moves; it calls `go` with a target, `step` with a number of turns, `use` to play."""

    kind = "timeline"
    takes_focus = True

    def __init__(
        self,
        name: str,
        go: Callable[[int], Change | None],
        step: Callable[[int], Change | None],
        use: Callable[[], Change | None],
    ) -> None:
        super().__init__(name)
        self.go, self.step, self.use = go, step, use
        self.made = self.moves = 0
        self.turns: tuple[tuple[int, RGB], ...] = ()  # after how many moves each turn ended, and its player's colour
        self.signs: tuple[TimelineMark, ...] = ()
        self.words = ""
        self.pointed: int | None = None  # the index of the group of icons under the pointer

    def accessible_text(self) -> str:
        """Return the place in words."""
        return self.words

    def state_words(self) -> tuple[str, ...]:
        """Return the number of moves made and of highlights."""
        return (*super().state_words(), f"made {self.made} of {self.moves}", f"signs {len(self.signs)}")

    def min_size(self, look: Look) -> Size:
        """Return the least size with icons, line and words."""
        return (MIN_WIDTH, self._disc_size(look) + GAP + KNOB_SIZE + self._words_height(look))

    @staticmethod
    def _disc_size(look: Look) -> float:
        # the timeline's line needs room too
        return look.at_least(DISC_SIZE) if look.text_scale <= MAX_TEXT_SCALE else DISC_SIZE * MAX_TEXT_SCALE

    @staticmethod
    def _words_height(look: Look) -> float:
        return look.line_height(theme.SMALL_BOLD)

    # --- geometry ------------------------------------------------------------------------------------------------

    def _line(self) -> Box:
        look, box = self.look, self.rect
        y = box.y + self._disc_size(look) + GAP + KNOB_SIZE / 2
        return Box(box.x + LINE_MARGIN, y - LINE_THICKNESS / 2, box.w - 2 * LINE_MARGIN, LINE_THICKNESS)

    def x_of(self, made: int) -> float:
        """Return the x on the line of the place after `made` moves."""
        line = self._line()
        return line.x + line.w * (made / self.moves if self.moves else 0.0)

    def moves_at(self, x: float) -> int:
        """Return the number of moves at an x on the line."""
        line = self._line()
        return round(min(1.0, max(0.0, (x - line.x) / max(1.0, line.w))) * self.moves)

    def groups(self) -> list[tuple[float, tuple[TimelineMark, ...]]]:
        """Return the icons with their x; those that would overlap are grouped."""
        apart = max(MIN_ICON_GAP, self._disc_size(self.look) + RIM_WIDTH)
        found: list[tuple[float, tuple[TimelineMark, ...]]] = []
        for sign in self.signs:
            x = self.x_of(sign.made)
            if found and x - found[-1][0] < apart:
                found[-1] = (found[-1][0], (*found[-1][1], sign))
            else:
                found.append((x, (sign,)))
        return found

    def _sign_at(self, at: Point) -> int | None:
        """Return the index of the group of icons under a point."""
        if at[1] > self._line().y - GAP / 2:
            return None
        reach = self._disc_size(self.look) / 2 + ICON_MARGIN
        groups = self.groups()
        near = [number for number, (x, _signs) in enumerate(groups) if abs(x - at[0]) <= reach]
        return min(near, key=lambda number: abs(groups[number][0] - at[0]), default=None)

    # --- hands ---------------------------------------------------------------------------------------------------

    def handle(self, gesture: Gesture) -> Answer:
        """Drag the knob, go to a clicked place or icon, step a turn by left and right, play or stop by the use key."""
        match gesture:
            case Hover(at):
                number = self._sign_at(at)
                if number != self.pointed:
                    self.pointed = number
                    self.tip = (
                        None if number is None else " · ".join(str(one.title) for one in self.groups()[number][1])
                    )
                return TAKEN
            case Grab(at):
                number = self._sign_at(at)
                if number is not None:
                    return handled_with(self.go(self._next_of(number)))
                return handled_with(self.go(self.moves_at(at[0])))
            case Drag(at):
                return handled_with(self.go(self.moves_at(at[0])))
            case Arrow("left" | "right" as way):
                return handled_with(self.step(1 if way == "right" else -1))
            case Use(None):
                return handled_with(self.use())
            case Use(_):
                return TAKEN  # the press has already moved there
        return IGNORED

    def _next_of(self, number: int) -> int:
        """Return the target of a group of icons: its first after the current place, else its first of all."""
        places = [sign.made for sign in self.groups()[number][1]]
        return next((made for made in places if made > self.made), places[0])

    # --- drawing -------------------------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface) -> None:
        """Draw icons, line, ticks, knob and words."""
        look, line = self.look, self._line()
        if self.focused:
            draw.focus_ring(surface, look, self.rect, theme.RADIUS_BUTTON)
        draw.plate(surface, look, line, LINE_THICKNESS / 2, theme.WELL, draw.Edge(theme.STRONG_LINE, 1.0))
        x = self.x_of(self.made)
        draw.plate(
            surface,
            look,
            Box(line.x, line.y, max(LINE_THICKNESS, x - line.x), LINE_THICKNESS),
            LINE_THICKNESS / 2,
            theme.GOLD,
        )
        self._draw_ticks(surface, line)
        for number, (at, signs) in enumerate(self.groups()):
            self._draw_sign(surface, number, at, signs)
        knob = Box(x - KNOB_SIZE / 2, line.centre[1] - KNOB_SIZE / 2, KNOB_SIZE, KNOB_SIZE)
        fill = theme.WHITE if self.hovered or self.held else theme.CREAM
        draw.plate(surface, look, knob, KNOB_SIZE / 2, fill, draw.Edge(theme.GOLD_EDGE, KNOB_RIM), theme.SHADE_CONTROL)
        box = self._words_box()
        draw.line(surface, look, self.words, theme.SMALL_BOLD, theme.CREAM, box.centre, "centre", self._shrink())

    def _draw_ticks(self, surface: pygame.Surface, line: Box) -> None:
        room = line.w / max(1, len(self.turns))
        if room < MIN_TICK_GAP:  # ticks that are so close would merge
            return
        for made, colour in self.turns:
            lit = colour if made <= self.made else theme.STRONG_LINE
            tick = Box(self.x_of(made) - TICK_SIZE[0] / 2, line.centre[1] - TICK_SIZE[1] / 2, *TICK_SIZE)
            draw.plate(surface, self.look, tick, TICK_SIZE[0] / 2, lit)

    def _draw_sign(self, surface: pygame.Surface, number: int, x: float, signs: tuple[TimelineMark, ...]) -> None:
        look, side = self.look, self._disc_size(self.look)
        first, line = signs[0], self._line()
        centre = (x, self.rect.y + side / 2)
        stem = Box(x - STEM_WIDTH / 2, centre[1] + side / 2, STEM_WIDTH, line.y - centre[1] - side / 2)
        draw.plate(surface, look, stem, 0, first.colour)
        disc = Box(x - side / 2, centre[1] - side / 2, side, side)
        fill = theme.ROW_CHOSEN if number == self.pointed and self.hovered else theme.WELL
        draw.plate(surface, look, disc, side / 2, fill, draw.Edge(first.colour, RIM_WIDTH))
        if len(signs) == 1:
            draw.icon(surface, look, first.icon, centre, side * SIGN_SHARE, first.colour)
        else:
            shrink = min(1.0, DISC_SIZE / (look.text_scale * DISC_SIZE))
            draw.line(surface, look, str(len(signs)), theme.CHIP, first.colour, centre, "centre", shrink)
        if len(signs) == 1 and self._has_room_for_word(number):
            draw.line(surface, look, str(first.word), theme.SMALL, theme.CREAM, (disc.right + ICON_MARGIN, centre[1]))

    def _has_room_for_word(self, number: int) -> bool:
        """Return whether an icon's word has room beside it."""
        look, groups, side = self.look, self.groups(), self._disc_size(self.look)
        x, signs = groups[number]
        end = x + side / 2 + ICON_MARGIN + look.text_width(str(signs[0].word), theme.SMALL) + GAP
        following = groups[number + 1][0] - side / 2 if number + 1 < len(groups) else self.rect.right
        return end <= following

    def _words_box(self) -> Box:
        line, look = self._line(), self.look
        wide = min(self.rect.w, look.text_width(self.words, theme.SMALL_BOLD) + ICON_MARGIN)
        x = min(max(self.rect.x, self.x_of(self.made) - wide / 2), self.rect.right - wide)
        return Box(x, line.centre[1] + KNOB_SIZE / 2, wide, self._words_height(look))

    def _shrink(self) -> float:
        return draw.line_shrink(self.look, self.words, theme.SMALL_BOLD, self.rect.w)

    def texts(self) -> Iterator[WrittenText]:
        """Yield the place in words."""
        yield draw.fitted_line(self.look, self.words, theme.SMALL_BOLD, self._words_box(), self._shrink())
