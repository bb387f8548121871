"""A line of the score sheet: what, why, by which rule, the scoring tiles, and the points."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from game.client.draw import cards, theme, tiles
from game.client.table.geometry.easing import ease_out
from game.client.widgets import draw
from game.client.widgets.boxes import Box
from game.client.widgets.gesture import Use
from game.client.widgets.widget import IGNORED, Answer, Widget, WrittenText, handled_with
from game.client.words import group_digits, phrase, say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import pygame

    from game.client.director import Change
    from game.client.draw.theme import RGB
    from game.client.widgets.boxes import Size
    from game.client.widgets.gesture import Gesture
    from game.client.widgets.look import Look
    from game.client.words import Text
    from game.rules.ruleset import ScoreLine
    from game.table.faces import Face

TILE_WIDTH = 28.0  # width of a tile; of a card only the left part is shown
TILE_GAP = 0.5
PADDING = 16.0
GAP = 8.0
TILE_DELAY = 0.18  # share of a line's time between two tiles
START_OFFSET = (90.0, -70.0)  # logical px: start of a tile's motion, beside and above its end
FOCUS_RING_INSET = 6.0  # inset of the focus ring, because the next line is close
MIN_LINE_HEIGHT = 46.0
TITLE_SHARE = 0.36  # share of a line's width for the texts of what and why
CANASTA_LINES = ("pure", "impure", "semi_clean")  # codes of the lines that count canastas
FIRST_TWO_DIGITS = 10
# if all tiles fit then, they overlap: down to these shares of their usual distance, at which every numeral is whole, in
# general, and where no covered numeral has two digits
MIN_STEP_SHARE, MIN_DIGIT_STEP_SHARE = 0.8, 0.7


@dataclass(frozen=True, slots=True)
class LineWords:
    """A line as text: what is scored, why, by which rule, the points; and the scoring tiles.

    `against` is whether points are bad.
    """

    what: Text
    why: Text
    rule: Text
    points: int
    faces: tuple[Face, ...]
    against: bool = False
    number: str = ""  # of the rule


def line_words(line: ScoreLine, faces: tuple[Face, ...], *, against: bool = False, name: Text = "") -> LineWords:
    """Return a score line of the rules as text, also a line without points. `name` is the player it is about."""
    count = max(1, line.count)
    what = phrase(f"score.{line.code}", n=count, name=name)
    empty = line.count == 0 and not line.tiles
    if line.code in CANASTA_LINES and empty:
        why: Text = phrase("score.none")
    elif line.code == "close" and line.points == 0:
        why = phrase("score.nobody_out")
    elif line.code in ("table", "table_subtract", "table_zero") and empty:
        why = phrase("score.none_laid")
    elif line.code == "rack" and empty:
        why = phrase("score.no_tiles")
    else:
        why = _counted(f"score.{line.code}.why", count)
    shown = tuple(faces[tile] for tile in line.tiles)
    return LineWords(what, why, phrase("score.show_rule"), line.points, shown, against, line.rule)


def _counted(code: str, count: int) -> Text:
    return phrase(code, n=count)


def points_words(points: int, *, against: bool = False) -> str:
    """Return points with their sign: +300, −40, 0; bad points have none: 31."""
    return f"+{group_digits(points)}" if points > 0 and not against else group_digits(points)


def points_colour(points: int, *, against: bool = False) -> RGB:
    """Return the colour of points: green for good, red for bad ones."""
    worth = -points if against else points
    return theme.GREEN_INK if worth > 0 else theme.RED_INK if worth < 0 else theme.SECONDARY_INK


class SheetLine(Widget):
    """One line: what and why, the rule, the tiles, the points; a narrow line has rule and tiles below the text."""

    kind = "score line"
    takes_focus = True

    def __init__(
        self, name: str, line: LineWords, *, band: bool, as_cards: bool, on_rule: Callable[[LineWords], Change | None]
    ) -> None:
        super().__init__(name)
        self.on_rule = on_rule  # opens the rule book at its rule
        self.line = line
        self.band = band
        self.as_cards = as_cards
        self.beside: tuple[SheetLine, ...] = ()  # the same line of the other sides
        self.drops = True  # whether its tiles come from above; else only from the side
        self.share = 1.0  # animation progress: below 1 its tiles are moving and its points are counting

    def handle(self, gesture: Gesture) -> Answer:
        """Open the rule of the line."""
        return handled_with(self.on_rule(self.line)) if isinstance(gesture, Use) else IGNORED

    def accessible_text(self) -> str:
        """Return the line as read by a screen reader."""
        return f"{self.line.what}: {self.line.why}, {self._points()}"

    def _points(self) -> str:
        return points_words(self.line.points, against=self.line.against)

    # --- measures ------------------------------------------------------------------------------------------------

    def _is_wide(self, look: Look, width: float) -> bool:
        return width - 2 * PADDING >= look.scaled(470)

    def _points_width(self, look: Look) -> float:
        return max(look.scaled(64), look.text_width(self._points(), theme.BIG_NUMBER) + 4)

    def _rule(self, look: Look) -> Size:
        return (look.text_width(str(self.line.rule), theme.CHIP) + 1, look.line_height(theme.CHIP))

    def _rule_column(self, look: Look) -> float:
        """Return the width of the rules' column, equal for all lines."""
        return look.text_width(str(phrase("score.show_rule")), theme.CHIP) + 8

    def _words(self, look: Look, width: float) -> tuple[float, float, float]:
        """Return the width of the text, and the heights of what and why."""
        room = (width - 2 * PADDING) * TITLE_SHARE if self._is_wide(look, width) else (
            width - 2 * PADDING - self._points_width(look) - GAP
        )  # fmt: skip
        what = look.wrapped_size(str(self.line.what), theme.LABEL, room)[1]
        return room, what, look.wrapped_size(str(self.line.why), theme.SMALL, room)[1]

    def _tile_high(self) -> float:
        return TILE_WIDTH * (cards.HEIGHT_RATIO if self.as_cards else tiles.HEIGHT_RATIO) + 3

    def min_size(self, look: Look) -> Size:
        """Return the size of its text and points."""
        wide = look.text_width(str(self.line.what), theme.LABEL) + self._points_width(look) + 2 * PADDING + GAP
        return (wide, self.height_for(look, wide))

    def height_for(self, look: Look, width: float) -> float:
        """Return the greatest height of the lines side by side, so that they stay aligned."""
        return max(line._own_height(look, width) for line in (self, *self.beside))  # noqa: SLF001 - others of its kind

    def _own_height(self, look: Look, width: float) -> float:
        """Return the height of the text, and of rule and tiles where they are below."""
        _room, what, why = self._words(look, width)
        if self._is_wide(look, width):
            return max(MIN_LINE_HEIGHT, what + why + 8, self._tile_high() + 6)
        return what + why + 6 + max(self._rule(look)[1], self._tile_high()) + 16

    # --- places --------------------------------------------------------------------------------------------------

    def _boxes(self) -> tuple[Box, Box, Box, Box, Box]:
        """Return the boxes of what, why, rule, tiles and points."""
        look, box = self.look, self.rect
        room, what, why = self._words(look, box.w)
        x, points = box.x + PADDING, self._points_width(look)
        rule = self._rule(look)
        if self._is_wide(look, box.w):
            y = box.y + (box.h - what - why) / 2
            start = x + room + GAP
            after = start + self._rule_column(look) + GAP
            return (
                Box(x, y, room, what),
                Box(x, y + what, room, why),
                Box(start, box.centre[1] - rule[1] / 2, *rule),
                Box(after, box.y, box.right - PADDING - points - 6 - after, box.h),
                Box(box.right - PADDING - points, box.y, points, box.h),
            )
        y = box.y + 8
        below = y + what + why + 6
        high = max(rule[1], self._tile_high())
        return (
            Box(x, y, room, what),
            Box(x, y + what, room, why),
            Box(x, below + (high - rule[1]) / 2, *rule),
            Box(x + rule[0] + GAP, below, box.w - 2 * PADDING - rule[0] - GAP, high),
            Box(box.right - PADDING - points, y, points, max(what, look.line_height(theme.BIG_NUMBER))),
        )

    def _shown(self, room: float) -> tuple[int, float, str]:
        """Return the number of tiles shown, their distance, and the text for the others."""
        count, step = len(self.line.faces), TILE_WIDTH * (cards.COVERED_SHARE if self.as_cards else 1.0) + TILE_GAP
        digits = all(face.number < FIRST_TWO_DIGITS for face in self.line.faces[:-1])
        least = step * (MIN_DIGIT_STEP_SHARE if digits and not self.as_cards else MIN_STEP_SHARE)
        if count == 0 or room >= TILE_WIDTH + (count - 1) * least:
            return count, min(step, (room - TILE_WIDTH) / max(1, count - 1)), ""
        words = say("score.more", n=count)
        words_room = self.look.text_width(words, theme.SMALL) + 8
        few = max(0, min(int((room - words_room - TILE_WIDTH + step) // step), count - 1))
        return few, step, say("score.more", n=count - few) if few else group_digits(count - few)

    # --- drawing -------------------------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the line."""
        look, line = self.look, self.line
        if self.band:
            draw.plate(surface, look, self.rect, 10.0, theme.PAPER_BAND)
        if self.share <= 0:
            return
        what, why, rule, room, points = self._boxes()
        draw.paragraph(surface, look, str(line.what), theme.LABEL, theme.INK, what)
        draw.paragraph(surface, look, str(line.why), theme.SMALL, theme.SECONDARY_INK, why)
        if self.focused:
            draw.focus_ring(surface, look, self.rect.inset(FOCUS_RING_INSET), theme.RADIUS_ROW)
        draw.line(surface, look, str(line.rule), theme.CHIP, theme.BLUE_INK, (rule.x, rule.centre[1]))
        draw.draw_seam(surface, look, (rule.x, rule.bottom - 1), rule.w, theme.BLUE_INK)
        self._draw_tiles(surface, room)
        at = (points.right, points.centre[1])
        ink = points_colour(line.points, against=line.against)
        counted = points_words(round(line.points * self.share), against=line.against)
        draw.line(surface, look, counted, theme.BIG_NUMBER, ink, at, "right")

    def _draw_tiles(self, surface: pygame.Surface, room: Box) -> None:
        look = self.look
        count, step, more = self._shown(room.w)
        kind = cards if self.as_cards else tiles
        wide = look.px(TILE_WIDTH)
        top = round(room.centre[1] * look.u - kind.height_of(wide) / 2)
        shown = (count - 1) * step + TILE_WIDTH if count else 0.0
        across = min(START_OFFSET[0], max(0.0, room.w - shown))  # never over the points
        down = START_OFFSET[1] if self.drops else 0.0
        with draw.unmirrored_box(surface, look, Box(room.x, room.y, shown, room.h)):
            for at in range(count):
                sprite = kind.with_shadow(self.line.faces[at], wide, look.palette)
                left = 1.0 - ease_out(min(1.0, max(0.0, self.share * (1 + count * TILE_DELAY) - at * TILE_DELAY)))
                if left < 1.0:
                    x = round((room.x + at * step + left * across) * look.u)
                    y = top + round(left * down * look.u)
                    surface.blit(sprite.surface, sprite.blit_position((x, y)))
        if more and self.share >= 1:  # its tiles have arrived
            at_x = room.x + (shown + 8 if count else 0)
            draw.line(surface, look, more, theme.SMALL, theme.SECONDARY_INK, (at_x, room.centre[1]))

    def texts(self) -> Iterator[WrittenText]:
        """Yield what, why, rule and points."""
        what, why, rule, _room, points = self._boxes()
        yield draw.fitted_paragraph(self.look, str(self.line.what), theme.LABEL, what)
        yield draw.fitted_paragraph(self.look, str(self.line.why), theme.SMALL, why)
        yield draw.fitted_line(self.look, str(self.line.rule), theme.CHIP, rule)
        yield draw.fitted_line(self.look, self._points(), theme.BIG_NUMBER, points)
