"""A side's column of the score sheet: its name, lines, points of the round, and match score."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from game.client.draw import mark, theme
from game.client.draw.faces import Mood
from game.client.draw.surfaces import Crest, avatar
from game.client.scenes.score_lines import PADDING, points_colour, points_words
from game.client.scenes.sheet.score_bar import draw_score_bar
from game.client.table.geometry.easing import spring
from game.client.widgets import draw
from game.client.widgets.boxes import Box
from game.client.widgets.widget import Widget, WrittenText
from game.client.words import say

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pygame

    from game.client.draw.theme import RGB
    from game.client.scenes.score_lines import SheetLine
    from game.client.scenes.sheet.score_bar import MatchScore
    from game.client.widgets.boxes import Size
    from game.client.widgets.look import Look
    from game.client.words import Text

MIN_HEADER_HEIGHT = 42.0
MIN_FACE_SIZE, MAX_FACE_SIZE, FACE_GAP = 34.0, 60.0, 6.0  # logical px of the players' faces in a header
# a winner's cap: its width and how low it sits, as shares of a face's width; and logical px that it drops
CAP_WIDTH, CAP_OVERLAP, CAP_DROP_HEIGHT = 0.78, 0.28, 70.0
PALE_COLOUR = theme.rgb("#D9DEDD")
GOLD_DARK, SKY_DARK = theme.rgb("#C98A1E"), theme.rgb("#3F8FC8")
BAR_HEIGHT = 11.0
MATCH_MARGIN, BAR_MARGIN = 6.0, 8.0  # above and below the words of the match, and below its bar


@dataclass(frozen=True, slots=True)
class SidePlayer:
    """A player of a side, as the face shows them."""

    number: int  # of the seat
    name: str
    bot: bool


class SideSheet(Widget):
    """A side's header, lines, points of the round, and match score, with a bar where it is played to a target."""

    kind = "side sheet"

    def __init__(
        self, name: str, side: tuple[Text, Text], crest: Crest | None, lines: tuple[SheetLine, ...], score: MatchScore
    ) -> None:
        super().__init__(name)
        self.side, self.names = side
        self.crest = crest
        self.lines = lines
        self.score = score

    won: bool | None = None  # whether this side won the round; None if no winner is shown
    least = False  # whether no side did worse in the round
    people: tuple[SidePlayer, ...] = ()
    alone = False  # whether the round belongs to no match, so that there is no match score
    summed = raced = capped = 1.0  # animation progress of the sum, the bar and the winner's cap

    @property
    def children(self) -> tuple[Widget, ...]:
        """Return the lines."""
        return self.lines

    @property
    def mood(self) -> Mood:
        """Return how its players look: nobody cheers or sulks before the caps drop."""
        if self.won is None or self.capped <= 0:
            return Mood.NEUTRAL
        return Mood.CHEERING if self.won else Mood.ANNOYED if self.least else Mood.NEUTRAL

    def accessible_text(self) -> str:
        """Return the side's name and the points of the round."""
        return f"{self.side}: {points_words(self._round(), against=self._against)}"

    @property
    def _against(self) -> bool:
        return any(line.line.against for line in self.lines)

    def _round(self) -> int:
        return sum(line.line.points for line in self.lines)

    # --- measures ------------------------------------------------------------------------------------------------

    def _face_size(self, look: Look) -> float:
        return min(max(MIN_FACE_SIZE, look.scaled(MIN_FACE_SIZE)), MAX_FACE_SIZE)

    def _faces(self, look: Look) -> float:
        """Return the width of the faces in the header."""
        return len(self.people) * (self._face_size(look) + FACE_GAP)

    def _head_height(self, look: Look, width: float) -> float:
        width -= self._faces(look)
        title = look.wrapped_size(str(self.side), theme.TITLE, width - 2 * PADDING - look.scaled(26))[1]
        if not self._names_beside(look, width):
            title += look.wrapped_size(str(self.names), theme.SMALL_BOLD, width - 2 * PADDING)[1]
        return max(MIN_HEADER_HEIGHT, title + 12, self._face_size(look) + MIN_HEADER_HEIGHT - MIN_FACE_SIZE)

    def _names_beside(self, look: Look, width: float) -> bool:
        """Return whether the names fit beside the side in what the faces leave of a width."""
        title = look.text_width(str(self.side), theme.TITLE) + look.scaled(26) + 14
        return title + look.text_width(str(self.names), theme.SMALL_BOLD) <= width - 2 * PADDING

    def _sum_height(self, look: Look) -> float:
        return max(46.0, look.line_height(theme.DISPLAY) + 6)

    def _match_words(self, raced: float = 1.0) -> tuple[str, str, str]:
        score = self.score
        wins = "score.lowest_wins" if score.scale.lowest else "score.highest_wins"
        goal = say(wins) if score.target is None else say("score.to", target=score.target)
        return say("score.match"), say("score.then_now", before=score.before, now=round(score.counted(raced))), goal

    def _match_height(self, look: Look, width: float) -> float:
        if self.alone:
            return 0.0
        lines = 1 if self._match_on_one_line(look, width) else 2
        return lines * look.line_height(theme.READING) + 2 * MATCH_MARGIN + (self._has_bar * (BAR_HEIGHT + BAR_MARGIN))

    @property
    def _has_bar(self) -> bool:
        """Return whether the match has a bar: without a target nothing says what its end is."""
        return self.score.target is not None

    def _match_on_one_line(self, look: Look, width: float) -> bool:
        label, said, goal = self._match_words()
        wide = (
            look.text_width(label, theme.LABEL)
            + 10
            + look.text_width(said, theme.READING)
            + 16
            + look.text_width(goal, theme.READING)
        )
        return wide <= width - 2 * PADDING

    def min_size(self, look: Look) -> Size:
        """Return the room of its widest line."""
        wide = max([line.min_size(look)[0] for line in self.lines], default=200.0)
        return (wide, self.height_for(look, wide))

    def height_for(self, look: Look, width: float) -> float:
        """Return the height of head, lines and totals."""
        lines = sum(line.height_for(look, width) for line in self.lines)
        return self._head_height(look, width) + 8 + lines + 4 + self._sum_height(look) + self._match_height(look, width)

    def place(self, box: Box, look: Look) -> None:
        """Stack the lines; extra height makes them taller."""
        super().place(box, look)
        spare = max(0.0, box.h - self.height_for(look, box.w)) / max(1, len(self.lines))
        y = box.y + self._head_height(look, box.w) + 8
        for line in self.lines:
            high = line.height_for(look, box.w) + min(spare, 14.0)
            line.place(Box(box.x, y, box.w, high), look)
            y += high
        self._foot = y + 4

    _foot = 0.0

    # --- drawing -------------------------------------------------------------------------------------------------

    def _head_boxes(self) -> tuple[Box, Box, Box]:
        """Return the boxes of the header, of the side's name and of its players."""
        look = self.look
        head = self.rect.top_part(self._head_height(look, self.rect.w))
        start = head.x + PADDING + look.scaled(26)
        room = head.w - self._faces(look)
        if self._names_beside(look, room):
            wide = look.text_width(str(self.side), theme.TITLE) + 1
            return (
                head,
                Box(start, head.y, wide, head.h),
                Box(start + wide + 13, head.y, head.x + room - start - wide - 13, head.h),
            )
        title = look.wrapped_size(str(self.side), theme.TITLE, room - 2 * PADDING - look.scaled(26))[1]
        return (
            head,
            Box(start, head.y + 6, head.x + room - PADDING - start, title),
            Box(head.x + PADDING, head.y + 6 + title, room - 2 * PADDING, head.h - title - 12),
        )

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the column."""
        look = self.look
        self._draw_head(surface)
        super().draw(surface)
        seam = Box(self.rect.x, self._foot, self.rect.w, 2.0)
        draw.plate(surface, look, seam, 0, theme.INK)
        middle = self._foot + self._sum_height(look) / 2 + 2
        draw.line(surface, look, say("score.this_round"), theme.TITLE, theme.INK, (self.rect.x + PADDING, middle))
        points = round(self._round() * self.summed)
        at = (self.rect.right - PADDING, middle)
        words, ink = points_words(points, against=self._against), points_colour(points, against=self._against)
        draw.line(surface, look, words, theme.DISPLAY, ink, at, "right")
        if not self.alone:
            self._draw_match(surface)

    def _draw_head(self, surface: pygame.Surface) -> None:
        look = self.look
        head, side, names = self._head_boxes()
        colour = theme.PAPER_BAND if self.crest is None else self.crest.colour
        if self.won is False and self.capped > 0:
            colour = theme.mix(colour, PALE_COLOUR, self.capped / 2)
        edge = draw.Edge(theme.INK, 2.0 * self.capped) if self.won and self.capped > 0 else None
        draw.plate(surface, look, head, 12.0, colour, edge)
        sign = look.scaled(17)
        icon = "person" if self.crest is None else self.crest.sign
        draw.icon(surface, look, icon, (head.x + PADDING + sign / 2, side.centre[1]), sign, theme.INK)
        draw.paragraph(
            surface, look, str(self.side), theme.TITLE, theme.INK, _centred(look, self.side, theme.TITLE, side)
        )
        box = _centred(look, self.names, theme.SMALL_BOLD, names)
        draw.paragraph(surface, look, str(self.names), theme.SMALL_BOLD, theme.INK, box)

        size = self._face_size(look)
        for at, one in enumerate(reversed(self.people)):
            x = head.right - PADDING / 2 - size - at * (size + FACE_GAP)
            self._draw_face(surface, one, Box(x, head.centre[1] - size / 2, size, size))

    def _draw_face(self, surface: pygame.Surface, one: SidePlayer, box: Box) -> None:
        draw_face(surface, self.look, one, box, self.mood, self.capped if self.won else 0.0)

    def _match_box(self) -> Box:
        high = self._match_height(self.look, self.rect.w)
        return Box(self.rect.x, self._foot + self._sum_height(self.look), self.rect.w, high)

    def _draw_match(self, surface: pygame.Surface) -> None:
        look, box, score = self.look, self._match_box(), self.score
        draw.plate(surface, look, box, 12.0, theme.PAPER_CARD, draw.Edge(theme.PAPER_LINE))
        for words, role, colour, place, right in self._match_places():
            at = (place.right if right else place.x, place.centre[1])
            draw.line(surface, look, words, role, colour, at, "right" if right else "left")
        if not self._has_bar:
            return
        track = Box(box.x + PADDING, box.bottom - BAR_HEIGHT - BAR_MARGIN, box.w - 2 * PADDING, BAR_HEIGHT)
        ours = self.crest is not Crest.THEM
        bright, dark = (theme.GOLD, GOLD_DARK) if ours else (theme.SKY, SKY_DARK)
        draw_score_bar(surface, look, track, score, self.raced, bright, dark)

    def _match_places(self) -> list[tuple[str, theme.Role, RGB, Box, bool]]:
        look, box = self.look, self._match_box()
        label, said, goal = self._match_words(self.raced)
        line = look.line_height(theme.READING)
        first = Box(box.x + PADDING, box.y + MATCH_MARGIN, box.w - 2 * PADDING, line)
        wide = look.text_width(label, theme.LABEL) + 10
        one = self._match_on_one_line(look, self.rect.w)
        second = first.right_of(wide) if one else first.moved(0, line)
        told_room = look.text_width(said, theme.READING) + 1
        goal_wide = look.text_width(goal, theme.READING) + 1
        return [
            (label, theme.LABEL, theme.INK, first.left_part(wide), False),
            (said, theme.READING, theme.SECONDARY_INK, second.left_part(told_room), False),
            (goal, theme.READING, theme.SECONDARY_INK, first.right_of(first.w - goal_wide), True),
        ]

    def texts(self) -> Iterator[WrittenText]:
        """Yield side, names and match."""
        _head_height, side, names = self._head_boxes()
        yield draw.fitted_paragraph(self.look, str(self.side), theme.TITLE, side)
        yield draw.fitted_paragraph(self.look, str(self.names), theme.SMALL_BOLD, names)
        for words, role, _colour, place, _right in () if self.alone else self._match_places():
            yield draw.fitted_line(self.look, words, role, place)


def draw_face(surface: pygame.Surface, look: Look, one: SidePlayer, box: Box, mood: Mood, capped: float) -> None:
    """Draw a player's face, and the cap that drops on a winner's head."""
    at = look.rect(box)
    surface.blit(avatar(at.w, one.number, bot=one.bot, name=one.name, mood=mood), at)
    if capped > 0:
        picture = mark.cap(look.px(box.w * CAP_WIDTH), look.palette, rimmed=True)
        foot = box.y + box.h * CAP_OVERLAP - CAP_DROP_HEIGHT * (1.0 - spring(capped))
        surface.blit(picture, picture.get_rect(midbottom=(at.centerx, look.px(foot))))


def _centred(look: Look, words: Text, role: theme.Role, box: Box) -> Box:
    """Return the place of a wrapped text in a box, its height centred."""
    high = look.wrapped_size(str(words), role, box.w)[1]
    return Box(box.x, box.y + (box.h - high) / 2, box.w, high)
