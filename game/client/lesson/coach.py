"""The coach: a paper with the joker's face at its corner, a title, a sentence or two, and buttons at its foot.

Laws: it is not modal and never lies on what is meant; where it stands is found anew whenever the table is.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from game.client.draw import theme
from game.client.draw.mark import mark
from game.client.widgets import draw
from game.client.widgets.boxes import Box, flow
from game.client.widgets.panel import SHEET
from game.client.widgets.widget import Widget, Written

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import pygame

    from game.client.widgets.boxes import Size
    from game.client.widgets.button import Button
    from game.client.widgets.look import Look
    from game.client.words import Text

WIDE: Final = 570.0
GROWS: Final = 1.6  # so much wider it gets with big text, at most
PAD: Final = 14.0
DISC: Final = 46.0
GAP: Final = 10.0
BIG: Final = 1.5  # text larger than this leaves
SIGNS: Final = 2  # so many of the first buttons their sign alone
FACE: Final = 0.62  # of the disc
DOT: Final = 9.0  # of the steps
DOTS_GAP: Final = 6.0
RULE_WIDTH: Final = 1.5  # of the paper's rim,
DISC_RIM: Final = 2.0
DISC_GROWS: Final = 1.25  # so much the face grows with the text, at most
TITLE_GAP: Final = 4.0  # between title and words, and what the foot stands lower than the sides
BUTTON_AIR: Final = 10.0
DOT_RIM: Final = 1.2
WIDTHS: Final = (1.0, 1.3, 0.95, 1.5)  # of the width it likes, tried in this order
SMALL: Final = 0.5  # of its own area: what is lit and larger is a place, such as the felt, and may be covered in part
STEP: Final = 24.0  # logical px between two places that are tried, besides those flush with what is kept clear
# What it costs to lie on these, for each px of area; pile and stock count as lit, plates little with large text.
LIT, RACK, TILES, BUTTONS, PLATES, LOG = 60.0, 4.0, 12.0, 25.0, 20.0, 0.5


class CoachPaper(Widget):
    """What the coach says now; `step` of `steps` is shown as dots."""

    kind = "coach"
    covers = True

    def __init__(self, name: str, buttons: tuple[Button, ...]) -> None:
        super().__init__(name)
        self.buttons = buttons
        self._keys = [button.key_cap for button in buttons]
        self.title: Text = ""
        self.words: Text = ""
        self.step, self.steps = 0, 0

    @property
    def children(self) -> tuple[Widget, ...]:
        """Return the buttons."""
        return self.buttons

    def main_text(self) -> str:
        """Return what it says."""
        return f"{self.title}. {self.words}"

    # --- measures ------------------------------------------------------------------------------------------------

    def _disc(self, look: Look) -> float:
        return look.at_least(DISC) * min(DISC_GROWS, max(1.0, look.text_scale))

    def _start(self, look: Look) -> float:
        return PAD + self._disc(look) + GAP

    def _cells(self, look: Look, width: float) -> tuple[Box, ...]:
        """Return where the buttons stand in a width, in rows from the right, counted from their own top."""
        wide = width - 2 * PAD
        seen = [button for button in self.buttons if button.visible]
        widths = [min(button.min_size(look)[0] + BUTTON_AIR, wide) for button in seen]
        sizes = [(across, button.height_for(look, across)) for button, across in zip(seen, widths, strict=True)]
        return flow(Box(0, 0, wide, 0), sizes, GAP, from_right=True)

    def _abreast(self, look: Look, cells: Sequence[Box]) -> bool:
        """Return whether the title has room in one row with the buttons."""
        title = self._start(look) + look.wide(str(self.title), theme.TITLE) + 2 * GAP
        return len({cell.y for cell in cells}) == 1 and title <= PAD + min(cell.x for cell in cells)

    def _dots_high(self, look: Look, width: float, cells: Sequence[Box]) -> float:
        """Return the height of the line that the dots need where there is no room beside the buttons."""
        left = min((cell.x for cell in cells), default=width)
        fit = not self._abreast(look, cells) and self.steps * (DOT + DOTS_GAP) <= left
        return DOT + GAP if self.steps and not fit else 0.0

    def min_size(self, look: Look) -> Size:
        """Return the size it likes best."""
        wide = WIDE * min(GROWS, max(1.0, look.text_scale))
        return (wide, self.height_for(look, wide))

    def height_for(self, look: Look, width: float) -> float:
        """Return the height of everything in a width."""
        room, cells = width - self._start(look) - PAD, self._cells(look, width)
        words = look.wrapped(str(self.words), theme.READING, room)[1]
        foot = max((box.bottom for box in cells), default=0.0)
        below = 0.0 if self._abreast(look, cells) else GAP + foot - TITLE_GAP
        above = 2 * PAD + self._head(look, width, cells) + TITLE_GAP
        return above + words + self._dots_high(look, width, cells) + below

    def _head(self, look: Look, width: float, cells: Sequence[Box]) -> float:
        """Return the height of the title, with the buttons where they stand beside it."""
        if self._abreast(look, cells):
            return max(look.leading(theme.TITLE), *(cell.h for cell in cells))
        return look.wrapped(str(self.title), theme.TITLE, width - self._start(look) - PAD)[1]

    def place(self, box: Box, look: Look) -> None:
        """Take a box; the buttons stand at its foot, or beside the title."""
        super().place(box, look)
        cells = self._cells(look, box.w)
        foot = max((cell.bottom for cell in cells), default=0.0)
        y = box.y + PAD if self._abreast(look, cells) else box.bottom - PAD + TITLE_GAP - foot
        for button, cell in zip((one for one in self.buttons if one.visible), cells, strict=True):
            button.place(cell.moved(box.x + PAD, y), look)

    def stand(self, rooms: Sequence[Box], keep: Sequence[tuple[Box, float]], look: Look) -> None:
        """Find its place in the first room where it covers no lit tiles, else as little as may be of them."""
        found: list[tuple[float, int, Box]] = []
        big = look.text_scale > BIG
        for at, (button, key) in enumerate(zip(self.buttons, self._keys, strict=True)):
            button.key_cap = None if big else key  # large text leaves no room for keys,
            button.bare = big and at < SIGNS  # nor for the words of what is seldom pressed
            button.tip = button.label if button.bare else None
        for room in rooms:
            best = self._best(room, keep, look)
            if best is not None:
                small = [box for box, weight in keep if weight >= LIT and box.w * box.h < SMALL * best.w * best.h]
                found.append((sum(map(best.shared, small)), len(found), best))
            if found and found[-1][0] == 0.0:
                break
        if found:
            self.place(min(found)[2], look)
            return
        room = rooms[-1]
        self.place(Box(room.x, room.y, room.w, min(room.h, self.height_for(look, room.w))), look)

    def _best(self, room: Box, keep: Sequence[tuple[Box, float]], look: Look) -> Box | None:
        liked = min(room.w, self.min_size(look)[0])
        near = [(other, weight) for other, weight in keep if other.meets(room)]
        best, least = None, math.inf
        for wide in dict.fromkeys((*(min(room.w, liked * share) for share in WIDTHS), room.w)):
            high = self.height_for(look, wide)
            if high > room.h:
                continue
            flush = [
                y for other, _ in near for y in (other.bottom, other.y - high) if room.y <= y <= room.bottom - high
            ]
            for box in _places(room, wide, high, flush):  # the first that covers nothing is the best there is
                cost = 0.0
                for other, weight in near:
                    cost += box.shared(other) * weight
                    if cost >= least:
                        break
                else:
                    best, least = box, cost
                    if cost == 0.0:
                        return box
        return best

    # --- drawing -------------------------------------------------------------------------------------------------

    def _lines(self) -> tuple[Box, Box]:
        look, box = self.look, self.rect
        x, room = box.x + self._start(look), box.w - self._start(look) - PAD
        cells = self._cells(look, box.w)
        head = self._head(look, box.w, cells)
        words = look.wrapped(str(self.words), theme.READING, room)[1]
        title = Box(x, box.y + PAD, room, head)
        if self._abreast(look, cells):
            high = look.leading(theme.TITLE)
            title = Box(x, title.y + (head - high) / 2, look.wide(str(self.title), theme.TITLE), high)
        return title, Box(x, box.y + PAD + head + TITLE_GAP, room, words)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw paper, face, words, dots and buttons."""
        look = self.look
        draw.plate(surface, look, self.rect, SHEET.radius, SHEET.fill, draw.Edge(SHEET.rim, RULE_WIDTH), SHEET.shade)
        side = self._disc(look)
        disc = Box(self.rect.x + PAD, self.rect.y + PAD - DISC_RIM, side, side)
        draw.plate(surface, look, disc, side / 2, theme.WHITE, draw.Edge(theme.GOLD, DISC_RIM))
        face = mark(look.px(side * FACE), look.palette)
        centre = (look.px(disc.centre[0]), look.px(disc.centre[1]))
        surface.blit(face, face.get_rect(center=centre))
        title, words = self._lines()
        draw.paragraph(surface, look, str(self.title), theme.TITLE, theme.INK, title)
        draw.paragraph(surface, look, str(self.words), theme.READING, theme.INK, words)
        self._draw_dots(surface, words.bottom + GAP)
        super().draw(surface)

    def _draw_dots(self, surface: pygame.Surface, y: float) -> None:
        x = self.rect.x + self._start(self.look)
        if not self._dots_high(self.look, self.rect.w, self._cells(self.look, self.rect.w)):
            foot = next(button.rect for button in self.buttons if button.visible)
            x, y = self.rect.x + PAD, foot.centre[1] - DOT / 2
        dot, gap = (round(size * self.look.u) / self.look.u for size in (DOT, DOTS_GAP))  # whole px: all alike
        x, y = (round(place * self.look.u) / self.look.u for place in (x, y))
        for at in range(self.steps):
            box = Box(x + at * (dot + gap), y, dot, dot)
            fill = theme.GREEN_INK if at < self.step else theme.GOLD if at == self.step else None
            draw.plate(surface, self.look, box, dot / 2, fill, draw.Edge(theme.INK_2, DOT_RIM))

    def texts(self) -> Iterator[Written]:
        """Yield title and words."""
        title, words = self._lines()
        yield draw.fitted(self.look, str(self.title), theme.TITLE, title)
        yield draw.fitted(self.look, str(self.words), theme.READING, words)


def _places(room: Box, wide: float, high: float, flush: Sequence[float]) -> Iterator[Box]:
    """Yield where a box may stand in a room: from the middle of its foot upwards, then to the sides."""
    across = [room.x + (room.w - wide) / 2, room.right - wide, room.x]
    rows = int((room.h - high) // STEP) + 1
    for y in sorted({*(room.bottom - high - row * STEP for row in range(rows)), *flush}, reverse=True):
        for x in across:
            yield Box(x, y, wide, high)
