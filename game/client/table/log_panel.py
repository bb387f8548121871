"""The log panel: newest sentence at the bottom, with a rule where the viewer's last turn ended.

A click on a sentence shows the table at that time; a click on the heading replays what happened since the last turn.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from game.client.draw import text as type_case
from game.client.draw import theme
from game.client.events import Wheel
from game.client.table.plates.little import LEADING, sentence_parts
from game.client.widgets import draw
from game.client.widgets.boxes import Box
from game.client.widgets.gesture import Use
from game.client.widgets.widget import IGNORED, Answer, Widget, WrittenText, handled_with
from game.client.words import say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import pygame

    from game.client.director import Change
    from game.client.draw.text import TextPart
    from game.client.draw.theme import Lettering
    from game.client.table.log import LogLine
    from game.client.widgets.boxes import Point, Size
    from game.client.widgets.gesture import Gesture
    from game.client.widgets.look import Look
    from game.client.widgets.widget import Callback

PADDING = 14.0
DOT_SIZE = 10.0
INDENT = 18.0
GAP = 6.0
FOOT_HEIGHT = 10.0
MIN_VISIBLE_LINES = 2  # lines of a sentence that is cut at the top
WHEEL_STEP = 40.0
AIM_SHARES = draw.SHRINK_SHARES[:2]  # scales of the letters of *how to play* that are tried so that more of it fits


def letter_scale(look: Look, words: str, room: Box) -> float:
    """Return the scale of a sentence's letters: below 1 where it would not fit by itself."""
    return draw.wrap_shrink(look, words, theme.SMALL, (room.w - INDENT, room.h))


def fitting_sentences(look: Look, sentences: tuple[str, ...], room: Box, share: float) -> list[tuple[str, Box]]:
    """Return the sentences that fit into a room below each other, in letters of this scale, with their boxes."""
    told: list[tuple[str, Box]] = []
    y = room.y
    for words in sentences:
        high = look.wrapped_size(words, theme.SMALL, room.w - INDENT, share)[1]
        if y + high > room.bottom:
            continue  # a shorter one after it may fit
        told.append((words, Box(room.x + INDENT, y, room.w - INDENT, high)))
        y += high + GAP
    return told


@dataclass(frozen=True)
class SentenceLayout:
    """A sentence laid out as words and little tiles, with its font, size and line height."""

    parts: tuple[TextPart, ...]
    lettering: Lettering
    across: int
    high: float
    leading: float

    @cached_property
    def picture(self) -> pygame.Surface:
        """The rendered picture, made when it first becomes visible."""
        return type_case.paragraph(self.parts, self.lettering, theme.CREAM, self.across, leading=LEADING)


def lay_out_sentence(look: Look, line: LogLine, room: Box) -> SentenceLayout:
    """Lay a sentence out, smaller where it would not fit by itself."""
    across = max(1, int((room.w - INDENT) * look.u))
    for share in draw.SHRINK_SHARES:
        lettering = look.lettering(theme.SMALL, share)
        parts = sentence_parts(line.told or (line.words,), lettering, look.palette, cards=line.cards)
        wide, high = type_case.paragraph_size(parts, lettering, across, LEADING)
        words = " ".join(part for part in parts if isinstance(part, str)).replace("**", "").split()
        widest = max([wide, *(type_case.width(word, lettering) for word in words)])
        if widest <= across and high <= room.h * look.u:
            break
    return SentenceLayout(parts, lettering, across, high / look.u, lettering.px * LEADING / look.u)


class LogPanel(Widget):
    """The sentences, from the bottom upwards; the wheel and Page Up scroll back."""

    kind = "log"
    takes_focus = True

    def __init__(self) -> None:
        super().__init__("table.log")
        self.lines: tuple[LogLine, ...] = ()
        self.back = 0.0  # logical px scrolled up
        self.on_line: Callable[[int], Change | None] | None = None
        self.on_head: Callback | None = None
        self.aim: tuple[str, ...] = ()  # how the game is played, shown where the sentences leave room
        self.empty = "table.log_empty"  # the sentence shown while there is no other
        self.aim_first = False  # `aim` comes before the sentences: the watcher has played nothing here yet
        self._kept: tuple[object, list[tuple[LogLine | None, float]]] | None = None
        self._set: dict[LogLine, SentenceLayout] = {}
        self._set_in: object = None  # the look and the size for which the sentences were laid out

    def accessible_text(self) -> str:
        """Return the newest sentence."""
        return self.lines[-1].words.replace("**", "") if self.lines else ""

    def state_words(self) -> tuple[str, ...]:
        """Say how many sentences there are."""
        return (*super().state_words(), f"lines {len(self.lines)}")

    def min_size(self, look: Look) -> Size:
        """Return the size of two lines; with little more the heading is left out."""
        return (200.0, FOOT_HEIGHT + PADDING + 2 * look.line_height(theme.SMALL))

    def show(self, lines: tuple[LogLine, ...]) -> bool:
        """Show these sentences; a new one scrolls to the bottom."""
        if lines == self.lines:
            return False
        self.lines, self.back = lines, 0.0
        return True

    @property
    def title(self) -> str:
        """Return the heading."""
        return say("aim.title") if self.aim_first else say("table.log")

    def _head_shrink(self) -> float:
        beside = self._sign() + GAP if self._looks_back else 0.0
        return draw.line_shrink(self.look, self.title, theme.HEADING, self.rect.w - 2 * PADDING - beside)

    @property
    def _looks_back(self) -> bool:
        """Return whether a click on the heading looks back to the last turn's end; an icon at its right says so."""
        return self.on_head is not None and bool(self.lines) and not self.aim_first

    def _sign(self) -> float:
        return self.look.line_height(theme.HEADING) * 0.8

    @property
    def has_heading(self) -> bool:
        """Return whether there is room for the heading and a few lines."""
        look = self.look
        return self.rect.h >= PADDING + look.line_height(theme.HEADING) + 8 + 4 * look.line_height(theme.SMALL)

    def _room(self) -> Box:
        head = PADDING + (self.look.line_height(theme.HEADING) + 8 if self.has_heading else 0.0)
        return self.rect.below(head).inset(PADDING, 0).top_part(self.rect.h - head - FOOT_HEIGHT)

    def _lines_room(self) -> Box:
        """Return the area of the sentences: below *how to play* while that comes first."""
        room = self._room()
        aimed = self._aimed() if self.aim_first else []
        return room.below(aimed[-1][1].bottom + 2 * GAP - room.y) if aimed else room

    def _items(self) -> list[tuple[LogLine | None, float]]:
        """Return the sentences with their heights, and the rule as None; cached."""
        of = (self.lines, self.look, self.rect, self.aim_first)
        if self._kept is None or self._kept[0] != of:
            self._kept = (of, self._measured())
        return self._kept[1]

    def _measured(self) -> list[tuple[LogLine | None, float]]:
        look, room = self.look, self._room()
        known = self._set if self._set_in == (look, room.size) else {}
        self._set_in = (look, room.size)
        self._set = {line: known.get(line) or lay_out_sentence(look, line, room) for line in self.lines}
        items: list[tuple[LogLine | None, float]] = []
        seen_new = False
        for line in self.lines:
            if line.new and not seen_new and items:
                items.append((None, look.line_height(theme.ASIDE)))
            seen_new = seen_new or line.new
            items.append((line, self._set[line].high))
        return items

    def handle(self, gesture: Gesture) -> Answer:
        """Scroll by the wheel; on a click show the table as it was at that sentence."""
        match gesture:
            case Wheel(dy=dy):
                return Answer(taken=self._scroll(dy))
            case Use(None):
                return handled_with(self._look_back())
            case Use((_, _) as at):
                return handled_with(self._look_at(at))
        return IGNORED

    def _scroll(self, notches: float) -> bool:
        """Scroll back in time, or forward."""
        if not self.placed:
            return False
        every = sum(high + GAP for _, high in self._items())
        wanted = min(max(0.0, every - self._lines_room().h), max(0.0, self.back + notches * WHEEL_STEP))
        moved = wanted != self.back
        self.back = wanted
        return moved

    def _look_back(self) -> Change | None:
        """Show the table after the viewer's last turn."""
        return self.on_head() if self.on_head is not None and self._looks_back else None

    def _look_at(self, at: Point) -> Change | None:
        """Look at the table as it was at the sentence under the pointer; the heading means the end of the last turn."""
        if at[1] < self._room().y:
            return self._look_back()
        earlier = self._earlier()
        if earlier is not None and earlier.contains(at):
            following = self._items()[-1 - len(list(self._placed()))]
            self._scroll((following[1] - earlier.h + 1) / WHEEL_STEP)
            return None
        found = next((line for line, box in self._placed() if line is not None and box.contains(at)), None)
        return self.on_line(found.made) if self.on_line is not None and found is not None else None

    def _placed(self) -> Iterator[tuple[LogLine | None, Box]]:
        """Yield the fully visible sentences with their boxes, newest first."""
        room = self._lines_room()
        y = room.bottom + self.back
        for line, high in reversed(self._items()):
            y -= high
            if y < room.y - 1:
                return
            if y < room.bottom:
                yield line, Box(room.x, y, room.w, high)
            y -= GAP

    def _earlier(self) -> Box | None:
        """Return the space above the visible sentences that is too small for the next one; None if it is a sliver."""
        room, items = self._lines_room(), self._items()
        if self.aim_first or sum(high + GAP for _, high in items) - GAP - self.back <= room.h + 1:
            return None
        foot = min((box.y for _, box in self._placed()), default=room.bottom) - GAP
        free = room.top_part(max(0.0, foot - room.y))
        return free if free.h >= self.look.line_height(theme.ASIDE) else None

    def _cut(self) -> tuple[LogLine, Box, int] | None:
        """Return the sentence of which only the end fits, its box, and the number of visible lines."""
        free, items = self._earlier(), self._items()
        line, high = items[-1 - len(list(self._placed()))] if free is not None else (None, 0.0)
        if free is None or line is None:
            return None
        seen = int((free.h - self.look.line_height(theme.ASIDE) - GAP) / self._set[line].leading)
        return (line, Box(free.x, free.bottom - high, free.w, high), seen) if seen >= MIN_VISIBLE_LINES else None

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the panel and the sentences that fit."""
        look, box = self.look, self.rect
        draw.plate(
            surface, look, box, theme.RADIUS_PANEL, theme.PANEL, draw.Edge(theme.LINE), theme.SHADE_PANEL
        )  # fmt: skip
        if self.focused:
            draw.focus_ring(surface, look, box, theme.RADIUS_PANEL)
        with draw.mirrored_box(surface, look, box):
            self._draw_words(surface)

    def _draw_words(self, surface: pygame.Surface) -> None:
        look = self.look
        if self.has_heading:
            self._draw_head(surface)
        room = self._room()
        if not self.lines and not self._aimed():
            words = say(self.empty)
            shrink = draw.wrap_shrink(look, words, theme.SMALL, room.size)
            draw.paragraph(surface, look, words, theme.SMALL, theme.MUTED, room, shrink=shrink)
            return
        self._draw_aim(surface)
        before = surface.get_clip()
        surface.set_clip(look.rect(Box(room.x - 2, room.y, room.w + 4, room.h + 4)).clip(before))
        for line, placed in self._placed():
            self._draw_item(surface, line, placed)
        earlier, cut = self._earlier(), self._cut()
        if earlier is not None and cut is not None:
            earlier = self._draw_cut(surface, *cut, earlier)
        surface.set_clip(before)
        if earlier is not None:
            self._draw_earlier(surface, earlier)

    def _draw_head(self, surface: pygame.Surface) -> None:
        look, box, high = self.look, self.rect, self.look.line_height(theme.HEADING)
        middle = box.y + PADDING + high / 2
        draw.line(
            surface, look, self.title, theme.HEADING, theme.CREAM, (box.x + PADDING, middle), shrink=self._head_shrink()
        )  # fmt: skip
        if self._looks_back:
            sign = self._sign()
            draw.icon(surface, look, "replay", (box.right - PADDING - sign / 2, middle), sign, theme.MUTED)

    def _draw_cut(self, surface: pygame.Surface, line: LogLine, box: Box, seen: int, free: Box) -> Box:
        """Draw the last lines of a sentence; return the area left above them."""
        look, high = self.look, self._set[line].leading
        top = box.bottom - seen * high
        before = surface.get_clip()
        surface.set_clip(look.rect(Box(box.x, top, box.w, box.bottom + 4 - top)).clip(before))
        surface.blit(self._set[line].picture, look.rect(box.right_of(INDENT)).topleft)
        self._draw_dot(surface, line, Box(box.x, top, box.w, high))
        surface.set_clip(before)
        return free.top_part(top - GAP - free.y)

    def _draw_earlier(self, surface: pygame.Surface, box: Box) -> None:
        """Show that earlier sentences can be reached by scrolling up."""
        look, words, high = self.look, say("table.log_earlier"), self.look.line_height(theme.ASIDE)
        wide = look.text_width(words, theme.ASIDE)
        sign = high * 0.7
        whole = sign + 5 + wide if sign + 5 + wide <= box.w else sign
        x, y = box.centre[0] - whole / 2, box.bottom - high / 2
        draw.icon(surface, look, "up", (x + sign / 2, y), sign, theme.MUTED)
        if whole > sign:
            draw.line(surface, look, words, theme.ASIDE, theme.MUTED, (x + sign + 5, y))

    def _draw_aim(self, surface: pygame.Surface) -> None:
        look, share = self.look, self._aim_share()
        first = look.line_height(theme.SMALL, share)
        for words, box in self._aimed():
            sign = min(first * 0.72, INDENT - 5.0)
            draw.icon(surface, look, "info", (box.x - INDENT + sign / 2, box.y + first / 2), sign, theme.GOLD)
            draw.paragraph(surface, look, words, theme.SMALL, theme.CREAM, box, shrink=share)

    def _aim_share(self) -> float:
        """Return the scale of the letters of *how to play*: where it comes first, the best for its first sentences."""
        if not (self.aim and self.aim_first):
            return 1.0
        room = self._room()
        largest = letter_scale(self.look, self.aim[0], room)
        shares = (min(largest, share) for share in AIM_SHARES)

        def earliest(share: float) -> tuple[list[bool], float]:
            told = [words for words, _box in fitting_sentences(self.look, self.aim, room, share)]
            return [words in told for words in self.aim], share

        return max(shares, key=earliest)

    def _aimed(self) -> list[tuple[str, Box]]:
        """Return the sentences of *how to play* that fit, with their boxes; beside what happened all or none."""
        if not self.has_heading:
            return []  # without room for the heading there is none for these sentences
        room = self._room()
        if not self.aim_first:
            placed = list(self._placed())
            if len(placed) < len(self._items()):
                return []  # the sentences need all the room
            foot = min((box.y for _, box in placed), default=room.bottom) - 2 * GAP
            room = room.top_part(foot - room.y)
        told = fitting_sentences(self.look, self.aim, room, self._aim_share())
        return told if self.aim_first or len(told) == len(self.aim) else []

    def _draw_item(self, surface: pygame.Surface, line: LogLine | None, box: Box) -> None:
        look = self.look
        if line is None:
            words = say("table.since")
            wide = look.text_width(words, theme.ASIDE) + 16
            side = max(0.0, (box.w - wide) / 2)
            for x in (box.x, box.right - side):
                draw.draw_seam(surface, look, (x, box.centre[1]), side, theme.LINE)
            draw.line(surface, look, words, theme.ASIDE, theme.MUTED, box.centre, "centre")
            return
        self._draw_dot(surface, line, box)
        surface.blit(self._set[line].picture, look.rect(box.right_of(INDENT)).topleft)

    def _draw_dot(self, surface: pygame.Surface, line: LogLine, box: Box) -> None:
        """Draw a dot in the colour of the moving player before the first line."""
        look, first = self.look, self._set[line].leading
        dot = min(DOT_SIZE, first * 0.55)
        disc = Box(box.x, box.y + (first - dot) / 2, dot, dot)
        draw.plate(
            surface,
            look,
            disc,
            dot / 2,
            theme.AVATAR_COLOURS[line.seat % len(theme.AVATAR_COLOURS)],
            draw.Edge(theme.CREAM, 1.2),
        )

    def texts(self) -> Iterator[WrittenText]:
        """Yield the heading; sentences are laid out to fit, and of one that is cut only whole lines are shown."""
        if not self.has_heading:
            return
        box, high = self.rect, self.look.line_height(theme.HEADING)
        head = Box(box.x + PADDING, box.y + PADDING, box.w - 2 * PADDING, high)
        yield draw.fitted_line(self.look, self.title, theme.HEADING, head, self._head_shrink())
