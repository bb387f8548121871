"""The plate with a side's score in a dead-hand game: the match so far, this round's points, the target."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from game.client.draw import paint, surfaces, theme
from game.client.draw.text import ELLIPSIS
from game.client.table.geometry.easing import ease_out
from game.client.table.plates.lettering import cut_name
from game.client.widgets import draw
from game.client.widgets.boxes import Box
from game.client.widgets.widget import Widget, WrittenText
from game.client.words import group_digits, say

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pygame

    from game.client.draw.surfaces import Crest
    from game.client.widgets.boxes import Size
    from game.client.widgets.look import Look

TEXT_MARGIN, WORD_GAP = 12.0, 10.0  # margin beside the text, and between two words of a line
ROLL_SECONDS = 0.7


@dataclass(frozen=True, slots=True)
class ScoreInfo:
    """The contents of a score plate.

    `laid` are the points on the table, None once they are counted in the `total`; `target` is 0 for a round alone.
    `names` are the side's players, such as "you and Ana"; `others` are those besides the viewer, for where that does
    not fit. `side` is what the side is called; that of a single player needs no `names`.
    """

    crest: Crest
    names: str
    total: int
    laid: int | None
    target: int
    others: str = ""
    side: str = ""

    @property
    def laid_words(self) -> str:
        """Return what is said of the points on the table; "" once they are counted."""
        return "" if self.laid is None else say("table.laid_points", points=self.laid)


class ScorePlate(Widget):
    """A side's score: crest, side, names, match score; this round's points; progress to the target."""

    kind = "score"

    def __init__(self, crest: Crest) -> None:
        super().__init__(f"score:{crest.value}")
        self.score = ScoreInfo(crest, "", 0, 0, 0)
        self.shown = self.score  # the number on screen while digits roll
        self._old = self.score
        self._since: float | None = None
        self._held = False  # whether the points that changed are still on their way here
        self._chosen = False  # whether they have come and are counted

    def show_score(self, score: ScoreInfo) -> None:
        """Show a score; a later change rolls the digits, unless animations are off."""
        if not self.placed or self.look.calm or (score.total, score.laid) == (self.shown.total, self.shown.laid):
            self.shown = score
        elif score != self.score:
            self._old, self._since = self.shown, None
        self.score = score

    @property
    def wants_frames(self) -> bool:
        """Return whether digits roll."""
        return self.shown != self.score and not self._held

    def hold_count(self, *, held: bool) -> None:
        """Leave the digits as they are while points fly here, then roll them with the edge of a chosen plate."""
        self._chosen, self._held, self._since = self._held and not held, held, None

    def tick(self, now: float) -> None:
        """Advance the digits and the bar."""
        self._since = now if self._since is None else self._since
        share = ease_out(min(1.0, (now - self._since) / ROLL_SECONDS))
        old, new = self._old, self.score
        self.shown = replace(
            new,
            total=round(old.total + (new.total - old.total) * share),
            laid=None if old.laid is None or new.laid is None else round(old.laid + (new.laid - old.laid) * share),
        )
        self._chosen = self._chosen and self.wants_frames

    def accessible_text(self) -> str:
        """Return the side and its points."""
        return f"{self.score.side} {group_digits(self.score.total)}"

    def _side(self) -> str:
        """Return the name of the side, shortened to fit beside the points."""
        if not self.placed:
            return self.score.side
        points = self.look.text_width(group_digits(self.score.total), theme.BIG_NUMBER)
        return cut_name(self.look, self.score.side, theme.TITLE, self.rect.right - 12 - points - 10 - self._start())

    def _start(self) -> float:
        return self.rect.x + 11 + min(self.look.at_least(24.0), self.look.line_height(theme.TITLE)) + 8

    def min_size(self, look: Look) -> Size:
        """Return the height of both lines and the bar."""
        second = look.line_height(theme.SMALL) if self._two_lines(look) else 0.0
        return (200.0, max(66.0 if second else 44.0, look.line_height(theme.BIG_NUMBER) + second + 20))

    def _two_lines(self, look: Look) -> bool:
        return look.text_scale <= 1.6

    def place(self, box: Box, look: Look) -> None:
        """Lay the plate out in a box; the tooltip lists the names."""
        super().place(box, look)
        self.tip = f"{self.score.side}: {self.score.names}" if self.score.names else self.score.side

    def _rows(self) -> tuple[float, float | None]:
        """Return the vertical centres of the two lines."""
        look, box = self.look, self.rect
        first = look.line_height(theme.BIG_NUMBER)
        if not self._two_lines(look):
            return box.y + 5 + first / 2, None
        return box.y + 5 + first / 2, box.y + 5 + first + look.line_height(theme.SMALL) / 2

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the plate."""
        look, box, score = self.look, self.rect, self.shown
        rect = look.rect(box)
        paint.draw_shadow(surface, rect, theme.RADIUS_BUTTON * look.u, theme.SHADE_PLATE, look.u)
        edge = score.crest.colour if self._chosen else None
        surface.blit(surfaces.panel(rect.size, look.u, edge=edge), rect)
        top, below = self._rows()
        px = look.px(min(look.at_least(24.0), look.line_height(theme.TITLE)))
        surface.blit(surfaces.crest(px, score.crest), (rect.x + look.px(11), round(top * look.u) - px // 2))
        side, names, total = self._first_line()
        draw.line(surface, look, self._side(), theme.TITLE, theme.CREAM, (side.x, top))
        if names.w > 24 and not self._names_below():
            cut = self._names(names.w)
            draw.line(surface, look, cut, theme.SMALL, theme.MUTED, (names.x, top + 1))
        draw.line(surface, look, group_digits(score.total), theme.BIG_NUMBER, theme.CREAM, (total.right, top), "right")
        if below is not None:
            laid, target = self._second_line(below)
            draw.line(surface, look, score.laid_words, theme.SMALL, theme.CREAM, (laid.x, below))
            if target is not None:
                draw.line(surface, look, self._beside(), theme.SMALL, theme.MUTED, (target.right, below), "right")
        if not score.target:
            return
        track = Box(box.x + 12, box.bottom - 13, box.w - 24, 6)
        draw.plate(surface, look, track, 3, theme.WELL)
        share = min(1.0, max(0.0, score.total / score.target))
        if share > 0:
            draw.plate(surface, look, Box(track.x, track.y, max(6.0, track.w * share), 6), 3, score.crest.colour)

    def _first_line(self) -> tuple[Box, Box, Box]:
        look, box = self.look, self.rect
        top, high = self._rows()[0], look.line_height(theme.BIG_NUMBER)
        left = self._start()
        side_wide = look.text_width(self._side(), theme.TITLE) + 1
        total_wide = look.text_width(group_digits(self.score.total), theme.BIG_NUMBER) + 1
        side = Box(left, top - high / 2, side_wide, high)
        total = Box(box.right - 12 - total_wide, top - high / 2, total_wide, high)
        return side, Box(side.right + 8, top - high / 2, max(0.0, total.x - side.right - 16), high), total

    def _names(self, room: float) -> str:
        """Return who plays on the side; where that does not fit, without the viewer, and cut."""
        score = self.score
        whole = not score.others or self.look.text_width(score.names, theme.SMALL) <= room
        cut = cut_name(self.look, score.names if whole else score.others, theme.SMALL, room)
        return "" if cut == ELLIPSIS else cut

    def _names_below(self) -> bool:
        """Return whether the names are in the second line: where they fit there as a whole, but not in the first."""
        look, wide = self.look, self.look.text_width(self.score.names, theme.SMALL)
        laid = look.text_width(self.score.laid_words, theme.SMALL)
        room = self.rect.w - 2 * TEXT_MARGIN - laid - WORD_GAP
        return self._two_lines(look) and self._first_line()[1].w < wide <= room

    def _beside(self) -> str:
        """Return the text at the end of the second line: the target, where there is a match, or the names."""
        if self._names_below():
            return self.score.names
        return say("table.to_target", target=self.score.target) if self.score.target else ""

    def _second_line(self, middle: float) -> tuple[Box, Box | None]:
        look, box = self.look, self.rect
        high = look.line_height(theme.SMALL)
        laid = look.text_width(self.score.laid_words, theme.SMALL) + 1
        target = look.text_width(self._beside(), theme.SMALL) + 1
        first = Box(box.x + 12, middle - high / 2, laid, high)
        if not self._beside() or laid + target + WORD_GAP > box.w - 2 * TEXT_MARGIN:
            return first, None
        return first, Box(box.right - 12 - target, middle - high / 2, target, high)

    def texts(self) -> Iterator[WrittenText]:
        """Yield side, score and second line."""
        look, (side, names, total) = self.look, self._first_line()
        yield draw.fitted_line(look, self._side(), theme.TITLE, side)
        yield draw.fitted_line(look, group_digits(self.score.total), theme.BIG_NUMBER, total)
        if names.w > 24 and not self._names_below():
            cut = self._names(names.w)
            yield draw.fitted_line(look, cut, theme.SMALL, names)
        below = self._rows()[1]
        if below is not None:
            laid, beside = self._second_line(below)
            if self.score.laid_words:
                yield draw.fitted_line(look, self.score.laid_words, theme.SMALL, laid)
            if beside is not None:
                yield draw.fitted_line(look, self._beside(), theme.SMALL, beside)
