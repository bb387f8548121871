"""The coach: a paper with the joker's face at its corner, a title, a few sentences, and buttons at the bottom.

Laws: it is not modal; it covers a highlight only if every place would, and shows large text in parts rather than do
that; its place is found again at every layout of the table, and stays the same if possible.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from game.client.draw import text as type_case
from game.client.draw import theme
from game.client.draw.mark import mark
from game.client.draw.theme import ButtonKind
from game.client.table.advice.standing import (
    BIG_TEXT_SCALE,
    BUTTONS_COST,
    LIT_COST,
    PLACE_COST,
    TILES_COST,
    bubble_place,
)
from game.client.widgets import draw
from game.client.widgets.boxes import Box, wrapped_flow
from game.client.widgets.button import Button
from game.client.widgets.panel import SHEET
from game.client.widgets.widget import Widget, WrittenText
from game.client.words import phrase

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import pygame

    from game.client.table.advice.standing import Obstacle
    from game.client.widgets.boxes import Size
    from game.client.widgets.look import Look
    from game.client.words import Text

WIDTH: Final = 570.0
MAX_GROWTH: Final = 1.6  # greatest factor of its width with big text
PADDING: Final = 14.0
DISC_SIZE: Final = 46.0
GAP: Final = 10.0
ICON_ONLY_BUTTONS: Final = 2  # with large text, this many of the first buttons show only their icon
FACE_SHARE: Final = 0.62  # of the disc's diameter
DOT_SIZE: Final = 9.0  # logical px: a dot for a step
DOTS_GAP, DOTS_TOP_GAP = 6.0, 8.0  # logical px between the dots, and from the words to them
RIM_WIDTH: Final = 1.5  # logical px: the paper's rim
DISC_RIM: Final = 2.0
MAX_DISC_GROWTH: Final = 1.25  # greatest factor of the face's size with big text
TITLE_GAP: Final = 4.0  # logical px between title and words
BUTTON_EXTRA_WIDTH: Final = 10.0  # logical px by which a button is wider than it must be
DOT_RIM: Final = 1.2
BESIDE_GAP: Final = 8.0  # logical px to a set that it lies beside
WIDTH_SHARES: Final = (1.0, 1.3, 0.95, 1.5)  # shares of the preferred width, tried in this order
SHORT_WIDTH_SHARES: Final = (1.0, 0.8, 0.65, 0.5, 1.3)  # the same if there is no free place for all its words
ALL_LINES: Final = 1000
LINE_LIMITS: Final = (6, 5, 4, 3, 2)  # if even that fails, this many lines are shown at once
FIRM_FACTOR: Final = 100.0  # factor of the highlights' weight when other shapes and fewer lines are tried
LOOSE_COVERED_SHARE: Final = 0.15  # share of a loose box that may be covered
MAX_PLACE_COVERED: Final = 0.65  # share of a highlighted area, such as the felt, that may be covered


class CoachPaper(Widget):
    """The coach's current words; `step` of `steps` is shown as dots."""

    kind = "coach"
    covers = True
    makes_way = True

    def __init__(self, name: str, buttons: tuple[Button, ...]) -> None:
        super().__init__(name)
        self.buttons = buttons
        self._keys = [button.key_cap for button in buttons]
        self.title: Text = ""
        self.words: Text = ""
        self.step, self.steps = 0, 0
        self.more = Button(
            "lesson.more", phrase("lesson.more"), self._show_next_part, kind=ButtonKind.PAPER, icon="forward"
        )
        self.more.bare, self.more.tip = True, self.more.label
        self._most = ALL_LINES  # lines shown at once
        self._part = 0  # the shown part of its words
        self._parted = ""  # the words that `_part` belongs to
        self._stood: tuple[Look, Box, float] | None = None  # its look, its place, and the bottom of its buttons

    @property
    def children(self) -> tuple[Widget, ...]:
        """Return the buttons."""
        return (self.more, *self.buttons)

    def accessible_text(self) -> str:
        """Return its text."""
        return f"{self.title}. {self.words}"

    # --- measures ------------------------------------------------------------------------------------------------

    def _disc(self, look: Look) -> float:
        return look.at_least(DISC_SIZE) * min(MAX_DISC_GROWTH, max(1.0, look.text_scale))

    def _start(self, look: Look) -> float:
        return PADDING + self._disc(look) + GAP

    def _words_in(self, look: Look, width: float, most: int) -> tuple[tuple[str, ...], float]:
        """Return the words split into parts of at most `most` lines, and the height of the longest part."""
        room, words = width - self._start(look) - PADDING, str(self.words)
        if most == ALL_LINES:
            return (words,), look.wrapped_size(words, theme.READING, room)[1]
        lines = type_case.wrapped_lines(words, look.lettering(theme.READING), max(1, int(room * look.u)))
        parts = [" ".join(lines[at : at + most]) for at in range(0, len(lines), most)]
        return tuple(parts), max(look.wrapped_size(part, theme.READING, room)[1] for part in parts)

    def _cells(self, look: Look, width: float) -> tuple[Box, ...]:
        """Return the buttons' boxes at a width, in rows from the right, relative to their top."""
        wide = width - 2 * PADDING
        seen = [button for button in self.buttons if button.visible]
        widths = [min(button.min_size(look)[0] + BUTTON_EXTRA_WIDTH, wide) for button in seen]
        sizes = [(across, button.height_for(look, across)) for button, across in zip(seen, widths, strict=True)]
        return wrapped_flow(Box(0, 0, wide, 0), sizes, GAP, from_right=True)

    def _has_title_beside_buttons(self, look: Look, cells: Sequence[Box]) -> bool:
        """Return whether the title fits into one row with the buttons."""
        title = self._start(look) + look.text_width(str(self.title), theme.TITLE) + 2 * GAP
        return len({cell.y for cell in cells}) == 1 and title <= PADDING + min(cell.x for cell in cells)

    def _dots_height(self, look: Look, width: float, cells: Sequence[Box]) -> float:
        """Return the height of a line for the dots, 0 if they fit beside the buttons."""
        left = min((cell.x for cell in cells), default=width)
        fit = not self._has_title_beside_buttons(look, cells) and self.steps * (DOT_SIZE + DOTS_GAP) <= left
        return DOT_SIZE + DOTS_TOP_GAP if self.steps and not fit else 0.0

    def min_size(self, look: Look) -> Size:
        """Return its preferred size."""
        wide = self._liked_width(look)
        return (wide, self.height_for(look, wide))

    def _liked_width(self, look: Look) -> float:
        return WIDTH * min(MAX_GROWTH, max(1.0, look.text_scale))

    def area(self, look: Look) -> float:
        """Return its area at its preferred size."""
        return math.prod(self.min_size(look))

    def height_for(self, look: Look, width: float, most: int = ALL_LINES) -> float:
        """Return its height at a width, with at most `most` lines of words at once."""
        cells, words = self._cells(look, width), self._words_in(look, width, most)[1]
        foot = max((box.bottom for box in cells), default=0.0)
        below = 0.0 if self._has_title_beside_buttons(look, cells) else GAP + foot - TITLE_GAP
        above = 2 * PADDING + self._title_height(look, width, cells) + TITLE_GAP
        return above + words + self._dots_height(look, width, cells) + below

    def _title_height(self, look: Look, width: float, cells: Sequence[Box]) -> float:
        """Return the height of the title, including buttons beside it."""
        if self._has_title_beside_buttons(look, cells):
            return max(look.line_height(theme.TITLE), *(cell.h for cell in cells))
        return look.wrapped_size(str(self.title), theme.TITLE, width - self._start(look) - PADDING)[1]

    def place(self, box: Box, look: Look) -> None:
        """Take a box; the buttons are at its bottom, or beside the title."""
        super().place(box, look)
        cells = self._cells(look, box.w)
        y = self._buttons_bottom(look, box) - max((cell.bottom for cell in cells), default=0.0)
        for button, cell in zip((one for one in self.buttons if one.visible), cells, strict=True):
            button.place(cell.moved(box.x + PADDING, y), look)
        parts = len(self._words_in(look, box.w, self._most)[0])
        self._part = self._part % parts if self._parted == str(self.words) else 0
        self._parted, self.more.visible = str(self.words), parts > 1
        wide, high = self._disc(look), self.more.height_for(look, self._disc(look))
        self.more.place(Box(box.x + PADDING, self._lines()[1].bottom - high, wide, high), look)

    def _show_next_part(self) -> None:
        """Show the next part of its words; after the last, the first."""
        self._part = (self._part + 1) % len(self._words_in(self.look, self.rect.w, self._most)[0])

    def place_uncovering(
        self, rooms: Sequence[Box], keep: Sequence[Obstacle], look: Look, loose: Sequence[Box] = (),
        beside: Sequence[Box] = (),
    ) -> None:  # fmt: skip
        """Place it in the first of `rooms` where it covers no highlighted tiles, if necessary with its words in parts.

        Among equal places its buttons stay put. It may cover the edges of `loose` boxes rather than split its words.
        """
        self._most = ALL_LINES
        big = look.text_scale > BIG_TEXT_SCALE
        for at, (button, key) in enumerate(zip(self.buttons, self._keys, strict=True)):
            button.key_cap = None if big else key  # no room for key caps with large text,
            button.bare = big and at < ICON_ONLY_BUTTONS  # nor for the labels of rarely used buttons
            button.tip = button.label if button.bare else None

        def sizes(room: Box) -> Iterator[Size]:
            liked = min(room.w, self._liked_width(look))
            left = (room.right - one.right - BESIDE_GAP for one in beside)  # as wide as the room that is left there
            between = (wide for wide in left if liked < wide < liked * max(WIDTH_SHARES))
            for wide in dict.fromkeys((*(min(room.w, liked * share) for share in WIDTH_SHARES), *between, room.w)):
                yield wide, self.height_for(look, wide)

        again = self._same_places(look, keep)
        found = bubble_place(
            rooms,
            sizes,
            keep,
            again,
            firm=BUTTONS_COST if big else TILES_COST,
            clear=LIT_COST if big else TILES_COST,
            beside=beside,
        )
        if big and (found is None or _covers_highlight(found, keep)):
            whole = self._reshaped_box(rooms, keep, look, ALL_LINES)
            if whole is None and (found is None or _covers_highlight(found, keep, loose)):
                tries = ((over, most) for over in ((), loose) for most in LINE_LIMITS)
                whole = next(
                    (box for over, most in tries if (box := self._reshaped_box(rooms, keep, look, most, over))), None
                )
            found = whole or found
        room = rooms[-1]
        box = found or Box(room.x, room.y, room.w, min(room.h, self.height_for(look, room.w)))
        self.place(box, look)
        self._stood = (look, box, self._buttons_bottom(look, box))

    def _reshaped_box(
        self, rooms: Sequence[Box], keep: Sequence[Obstacle], look: Look, most: int, loose: Sequence[Box] = ()
    ) -> Box | None:
        """Return a box of another shape that covers no highlight, with `most` lines at once; None if none exists."""
        firm = [(box, weight * FIRM_FACTOR if _is_highlight(weight) else weight) for box, weight in keep]

        def sizes(room: Box) -> Iterator[Size]:
            liked = (min(room.w, self._liked_width(look) * share) for share in SHORT_WIDTH_SHARES)
            for wide in dict.fromkeys((*liked, room.w)):
                yield wide, self.height_for(look, wide, most)

        found = bubble_place(rooms, sizes, firm)
        if found is None or _covers_highlight(found, keep, loose):
            return None
        self._most = most
        return found

    def _same_places(self, look: Look, keep: Sequence[Obstacle]) -> tuple[Box, ...]:
        """Return the boxes that keep its buttons where they were, or else its upper or lower edge, or its sides."""
        if self._stood is None or self._stood[0] != look:
            return ()
        stood, foot = self._stood[1:]
        box = Box(stood.x, stood.y, stood.w, self.height_for(look, stood.w))
        rises = (foot - self._buttons_bottom(look, box), 0.0, stood.bottom - box.bottom)
        lower = (other.bottom - box.y for other, weight in keep if weight >= LIT_COST and other.overlaps(box))
        return tuple(box.moved(0.0, rise) for rise in (*rises, *lower))

    def _buttons_bottom(self, look: Look, box: Box) -> float:
        """Return the bottom of its buttons."""
        cells = self._cells(look, box.w)
        if self._has_title_beside_buttons(look, cells):
            return box.y + PADDING + max(cell.bottom for cell in cells)
        return box.bottom - PADDING + TITLE_GAP

    # --- drawing -------------------------------------------------------------------------------------------------

    def _lines(self) -> tuple[Box, Box]:
        look, box = self.look, self.rect
        x, room = box.x + self._start(look), box.w - self._start(look) - PADDING
        cells = self._cells(look, box.w)
        head, words = self._title_height(look, box.w, cells), self._words_in(look, box.w, self._most)[1]
        title = Box(x, box.y + PADDING, room, head)
        if self._has_title_beside_buttons(look, cells):
            high = look.line_height(theme.TITLE)
            title = Box(x, title.y + (head - high) / 2, look.text_width(str(self.title), theme.TITLE), high)
        return title, Box(x, box.y + PADDING + head + TITLE_GAP, room, words)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw paper, face, words, dots and buttons."""
        look = self.look
        draw.plate(surface, look, self.rect, SHEET.radius, SHEET.fill, draw.Edge(SHEET.rim, RIM_WIDTH), SHEET.shade)
        side = self._disc(look)
        if self.more.visible:
            side = min(side, self.more.rect.y - GAP - self.rect.y - PADDING)
        disc = Box(self.rect.x + PADDING, self.rect.y + PADDING - DISC_RIM, side, side)
        draw.plate(surface, look, disc, side / 2, theme.WHITE, draw.Edge(theme.GOLD, DISC_RIM))
        face = mark(look.px(side * FACE_SHARE), look.palette)
        centre = (look.px(disc.centre[0]), look.px(disc.centre[1]))
        surface.blit(face, face.get_rect(center=centre))
        title, words = self._lines()
        draw.paragraph(surface, look, str(self.title), theme.TITLE, theme.INK, title)
        draw.paragraph(surface, look, self._shown_words, theme.READING, theme.INK, words)
        self._draw_dots(surface, words.bottom + DOTS_TOP_GAP)
        super().draw(surface)

    @property
    def _shown_words(self) -> str:
        """Return the words shown now."""
        return self._words_in(self.look, self.rect.w, self._most)[0][self._part]

    def _draw_dots(self, surface: pygame.Surface, y: float) -> None:
        x = self.rect.x + self._start(self.look)
        if not self._dots_height(self.look, self.rect.w, self._cells(self.look, self.rect.w)):
            foot = next(button.rect for button in self.buttons if button.visible)
            x, y = self.rect.x + PADDING, foot.centre[1] - DOT_SIZE / 2
        dot, gap = (round(size * self.look.u) / self.look.u for size in (DOT_SIZE, DOTS_GAP))  # whole px: all alike
        x, y = (round(place * self.look.u) / self.look.u for place in (x, y))
        for at in range(self.steps):
            box = Box(x + at * (dot + gap), y, dot, dot)
            fill = theme.GREEN_INK if at < self.step else theme.GOLD if at == self.step else None
            draw.plate(surface, self.look, box, dot / 2, fill, draw.Edge(theme.SECONDARY_INK, DOT_RIM))

    def texts(self) -> Iterator[WrittenText]:
        """Yield title and words."""
        title, words = self._lines()
        yield draw.fitted_paragraph(self.look, str(self.title), theme.TITLE, title)
        yield draw.fitted_paragraph(self.look, self._shown_words, theme.READING, words)


def _covers_highlight(box: Box, keep: Sequence[Obstacle], loose: Sequence[Box] = ()) -> bool:
    """Return whether a box would cover a highlighted thing, or most of a highlighted area."""
    meant = (one for one in keep if _is_highlight(one[1]))
    free = (
        (other, MAX_PLACE_COVERED if weight < LIT_COST else LOOSE_COVERED_SHARE * (other in loose))
        for other, weight in meant
    )
    return any(box.overlap_area(other) > share * other.w * other.h for other, share in free)


def _is_highlight(weight: float) -> bool:
    return weight >= LIT_COST or weight == PLACE_COST
