"""What stands around a table and only tells: top bar, banner, seat plates.

Laws: a part is told what it shows and draws just that; every text it draws is told to the layout check; only names are
cut, and the whole of them is the tooltip.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from game.client.draw import paint, surfaces, theme, wood
from game.client.draw import text as type_case
from game.client.draw.faces import Mood
from game.client.table.geometry.open_rack import draw_open, open_height
from game.client.widgets import draw
from game.client.widgets.boxes import Box
from game.client.widgets.widget import Widget, Written

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pygame

    from game.client.draw.surfaces import Crest
    from game.client.draw.text import Align
    from game.client.draw.theme import RGB, Lettering, Role
    from game.client.house import Onlooker
    from game.client.widgets.boxes import Size
    from game.client.widgets.look import Look
    from game.table.faces import Face

OVER_OPEN = 20.0  # around the words of an upright plate with an open rack below them
AVATAR = 36.0
MOST_MARK = 1.5  # of the usual size: what stands among tiles grows no further
BIG_TEXT = 1.6  # from here on plates keep to one line and stand in a strip
BACKS: Size = (76.0, 33.0)
BACKS_LOW = 26.0  # how high they are on an upright plate
STRIP_PAD, STRIP_GAP, STRIP_EYE = 16.0, 12.0, 30.0  # of what stands in the place of a rack
PLATE_SHARE = 0.46  # the most of it that the seat's plate takes
STRIP_LEAST = 420.0  # narrower than this it has room for its words alone
URGENT = 15  # seconds of one's own turn: the last ones
DRAIN, DRAIN_LOW = 4.0, 6.0  # logical px: the bar of what is left of them, and how far it lies above the lower edge
WITH_RACK = 300.0  # a flat plate narrower than that shows no small rack


def capped(look: Look, role: Role) -> Lettering:
    """Return a role's lettering for a mark that stands among tiles: it follows the text up to a half more."""
    return look.lettering(role, mark_share(look))


def mark_share(look: Look) -> float:
    """Return the share of its size in which a role stands among tiles."""
    return min(1.0, MOST_MARK / look.text_scale)


def cut_name(look: Look, name: str, role: Role, room: float, shrink: float = 1.0) -> str:
    """Return as much of a name as the room holds."""
    return type_case.fit_name(name, look.lettering(role, shrink), max(1, int(room * look.u)))


class TopBar(Widget):
    """The strip of night on top with the game's title and the round; the buttons on it are the scene's."""

    kind = "bar"

    def __init__(self, title: str) -> None:
        super().__init__("table.bar")
        self.title = title
        self.aside = ""
        self.start = 64.0  # where the title begins
        self.end = 0.0  # where the banner begins
        self.strip = self.rect  # the whole width of the window; the widget itself is where its words are

    def place(self, box: Box, look: Look) -> None:
        """Take the strip; its own place is from the menu to the banner."""
        self.strip = box
        super().place(Box(self.start - 4, box.y, max(0.0, self.end - self.start), box.h), look)

    def main_text(self) -> str:
        """Return the title and what stands beside it."""
        return f"{self.title} {self.aside}".strip()

    def shown(self) -> tuple[Box | None, Box | None]:
        """Return where title and round stand; None for what has no room beside the banner."""
        look, middle = self.look, self.rect.h / 2
        wide = look.wide(self.title, theme.TITLE) + 1
        high = look.leading(theme.TITLE)
        if self.start + wide > self.end - 8:
            return None, None
        title = Box(self.start, self.rect.y + middle - high / 2, wide, high)
        aside_wide = look.wide(self.aside, theme.READING) + 1
        if not self.aside or title.right + 14 + aside_wide > self.end - 8:
            return title, None
        line = look.leading(theme.READING)
        return title, Box(title.right + 14, self.rect.y + middle - line / 2 + 1, aside_wide, line)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw strip and title."""
        look = self.look
        strip = look.rect(self.strip)
        surface.blit(paint.plate(strip.size, 0, theme.NIGHT_BAR, None, 235), strip)
        draw.seam(surface, look, (self.strip.x, self.strip.bottom - 1), self.strip.w, theme.NIGHT)
        title, aside = self.shown()
        if title is not None:
            draw.line(surface, look, self.title, theme.TITLE, theme.CREAM, (title.x, title.centre[1]))
        if aside is not None:
            draw.line(surface, look, self.aside, theme.READING, theme.MUTED, (aside.x, aside.centre[1]))

    def texts(self) -> Iterator[Written]:
        """Yield what fits."""
        title, aside = self.shown()
        if title is not None:
            yield draw.fitted_line(self.look, self.title, theme.TITLE, title)
        if aside is not None:
            yield draw.fitted_line(self.look, self.aside, theme.READING, aside)


class Banner(Widget):
    """The pill over the table: whose turn, what to do or what they did, and the ring of time."""

    kind = "banner"

    def __init__(self) -> None:
        super().__init__("table.banner")
        self.title = ""
        self.line = ""
        self.mine = False
        self.seconds: float | None = None
        self.of = 1.0

    def main_text(self) -> str:
        """Return both lines."""
        return f"{self.title}. {self.line}"

    @property
    def urgent(self) -> bool:
        """Tell whether my own turn has only its last seconds."""
        return self.mine and self.seconds is not None and self.seconds <= URGENT

    def states(self) -> tuple[str, ...]:
        """Say whose turn it is, and that it is nearly over."""
        return ("mine", "last seconds") if self.urgent else ("mine",) if self.mine else ("theirs",)

    def _ring(self, look: Look) -> float:
        return look.at_least(42.0) if self.seconds is not None else 0.0

    def size_for(self, look: Look, title: str, line: str) -> Size:
        """Return the size for these words; as high as both lines ask for."""
        words = max(look.wide(title, theme.TITLE), look.wide(line, theme.SMALL_BOLD))
        ring = self._ring(look)
        wide = words + 2 * 30 + (ring + 8 if ring else 0)
        high = look.leading(theme.TITLE) * 0.92 + look.leading(theme.SMALL_BOLD) + 7
        return (max(252.0, wide), max(52.0, high))

    def _words(self) -> tuple[Box, Box]:
        look, ring = self.look, self._ring(self.look)
        left = self.rect.x + (5 + ring + 12 if ring else 30)
        wide = self.rect.right - 24 - left
        first = look.leading(theme.TITLE) * 0.92
        top = self.rect.y + (self.rect.h - 3 - first - look.leading(theme.SMALL_BOLD)) / 2
        return Box(left, top, wide, first), Box(left, top + first, wide, look.leading(theme.SMALL_BOLD))

    def draw(self, surface: pygame.Surface) -> None:
        """Draw pill, ring and lines."""
        look, rect = self.look, self.look.rect(self.rect)
        paint.cast(surface, rect, rect.h / 2, theme.SHADE_PANEL, look.u)
        surface.blit(surfaces.banner(rect.size, look.u, mine=self.mine, urgent=self.urgent), rect)
        if self.urgent:
            self._draw_drain(surface)
        if self.seconds is not None:
            self._draw_ring(surface)
        title, line = self._words()
        ink = theme.INK if self.mine else theme.CREAM
        quiet = theme.INK if self.mine else theme.MUTED
        align: Align = "left" if self.seconds is not None else "centre"
        x = title.x if self.seconds is not None else self.rect.centre[0]
        for words, role, colour, box in (
            (self.title, theme.TITLE, ink, title),
            (self.line, theme.SMALL_BOLD, quiet, line),
        ):
            shrink = draw.line_shrink(look, words, role, box.w)
            draw.line(surface, look, words, role, colour, (x, box.centre[1]), align, shrink)

    def _draw_drain(self, surface: pygame.Surface) -> None:
        """Draw what is left of the last seconds as a bar in the lower edge."""
        box = self.rect
        whole = box.w - box.h
        wide = whole * (self.seconds or 0.0) / URGENT
        if wide > DRAIN:
            bar = Box(box.x + box.h / 2, box.bottom - DRAIN - DRAIN_LOW, wide, DRAIN)
            draw.plate(surface, self.look, bar, DRAIN / 2, theme.CREAM)

    def _draw_ring(self, surface: pygame.Surface) -> None:
        look, left = self.look, max(0.0, self.seconds or 0.0)
        px = look.px(self._ring(look))
        at = look.rect(self.rect).move(look.px(6), 0)
        ring = surfaces.time_ring(px, left / max(1.0, self.of), mine=self.mine, urgent=left <= URGENT)
        y = at.y + (at.h - look.px(3) - px) // 2
        surface.blit(ring, (at.x, y))
        colour: RGB = theme.INK if self.mine else theme.CREAM
        draw.line(
            surface, look, str(int(left + 0.999)), theme.CLOCK if self.urgent else theme.NUMBER, colour,
            ((at.x + px / 2) / look.u, (y + px / 2) / look.u), "centre",
        )  # fmt: skip

    def texts(self) -> Iterator[Written]:
        """Yield both lines."""
        title, line = self._words()
        for words, role, box in ((self.title, theme.TITLE, title), (self.line, theme.SMALL_BOLD, line)):
            yield draw.fitted_line(self.look, words, role, box, draw.line_shrink(self.look, words, role, box.w))


@dataclass(frozen=True, slots=True)
class Sitting:
    """What a seat plate shows."""

    name: str
    line: str
    count: int
    number: int
    bot: bool
    crest: Crest | None
    turn: bool
    as_cards: bool
    mood: Mood = Mood.NEUTRAL
    faces: tuple[Face, ...] = ()  # of a rack that is open to who looks

    def picture(self, px: int) -> pygame.Surface:
        """Return who sits there, round."""
        return surfaces.avatar(px, self.number, bot=self.bot, name=self.name, mood=self.mood)


class SeatPlate(Widget):
    """Another player: avatar, name, what he did, a small rack and the count; upright at the sides of the table."""

    kind = "seat"

    def __init__(self, seat: int, *, upright: bool = False) -> None:
        super().__init__(f"seat:{seat}")
        self.aside = upright  # it sits at the side of the table
        self.upright = upright
        self.rack_room: float | None = None  # how wide it will be, where its least width does not say so
        self.sitting = Sitting("", "", 0, 0, bot=True, crest=None, turn=False, as_cards=False)

    def main_text(self) -> str:
        """Return name and line."""
        return f"{self.sitting.name}: {self.sitting.line}"

    def states(self) -> tuple[str, ...]:
        """Say how many tiles and whether it is the seat's turn."""
        turn = ("turn",) if self.sitting.turn else ()
        return (f"holds {self.sitting.count}", *turn)

    def stand(self, look: Look, *, strip: bool = False) -> None:
        """Stand upright at the side of the table, or flat in the strip where there is one or the text is big."""
        self.upright = self.aside and look.text_scale <= BIG_TEXT and not strip

    def min_size(self, look: Look) -> Size:
        """Return the size of the plate."""
        name, small = look.leading(theme.LABEL), look.leading(theme.SMALL)
        if self.upright:
            wide = max(96.0, look.wide("Wwwwww", theme.LABEL) + 12)
            words = 2 * small + 2 if self._two_lines(look) else 0.0
            least = max(128.0, look.at_least(AVATAR) + name + words + 56)
            if self.sitting.faces:
                least = look.at_least(AVATAR) + name + words + OVER_OPEN
            return (wide, least + self._open_high(look, wide))
        high = name + (small if self._two_lines(look) else 0.0) + 12
        wide = 388.0 * min(1.4, max(1.0, look.text_scale))
        return (wide, max(52.0, high) + self._open_high(look, self.rack_room or wide))

    def _open_high(self, look: Look, room: float) -> float:
        """Return the height of the rack that is open, 0 for one that is not."""
        return open_height(look, len(self.sitting.faces), room, as_cards=self.sitting.as_cards)

    @property
    def head(self) -> Box:
        """Return the plate but for the rack that is open on it."""
        return self.rect.top_part(self.rect.h - self._open_shown())

    def _open_shown(self) -> float:
        """Return the height of the open rack, 0 where an upright plate has no room for it below the name."""
        look, high = self.look, self._open_high(self.look, self.rect.w)
        least = look.at_least(AVATAR) + look.leading(theme.LABEL) + OVER_OPEN
        return 0.0 if self.upright and least + high > self.rect.h + 0.5 else high

    def _two_lines(self, look: Look) -> bool:
        return look.text_scale <= 1.3

    def _shows_rack(self) -> bool:
        """Tell whether the small rack is seen: it gives its room to a line that needs it, the count stays."""
        if self._open_shown() or (not self.upright and self.rect.w < WITH_RACK):
            return False
        line = self._boxes_with(rack=True)[1]
        return line is None or self._holds(line)

    def _holds(self, line: Box) -> bool:
        shrink = self._line_shrink(line)
        return self.look.wrapped(self.sitting.line, theme.SMALL, line.w, shrink)[1] <= line.h + 0.5

    def place(self, box: Box, look: Look) -> None:
        """Take a box; what is cut or left out is the tooltip."""
        super().place(box, look)
        self.tip = self.main_text()

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the plate."""
        look, rect, sitting = self.look, self.look.rect(self.rect), self.sitting
        radius = theme.RADIUS_BUTTON * look.u
        paint.cast(surface, rect, radius, theme.SHADE_PLATE, look.u)
        surface.blit(surfaces.panel(rect.size, look.u, chosen=sitting.turn), rect)
        (self._draw_upright if self.upright else self._draw_flat)(surface)
        self._draw_open(surface)

    def _draw_open(self, surface: pygame.Surface) -> None:
        """Draw the rack that is open."""
        if self._open_shown():
            draw_open(surface, self.look, self.rect, self.sitting.faces, as_cards=self.sitting.as_cards)

    def _avatar(self, surface: pygame.Surface, x: float, y: float) -> float:
        look, sitting = self.look, self.sitting
        side = min(look.at_least(AVATAR), self.head.h - 12)
        at = (round(x * look.u), round(y * look.u))
        surface.blit(sitting.picture(look.px(side)), at)
        if sitting.crest is not None:
            small = look.px(side * 0.46)
            over = look.px(side) - small + look.px(2)
            surface.blit(surfaces.crest(small, sitting.crest), (at[0] + over, at[1] + over))
        return side

    def _chip(self, surface: pygame.Surface, right: float, middle: float) -> float:
        look = self.look
        chip = surfaces.count_chip(self.sitting.count, capped(look, theme.NUMBER))
        at = (round(right * look.u) - chip.get_width(), round(middle * look.u) - chip.get_height() // 2)
        surface.blit(chip, at)
        return chip.get_width() / look.u

    def _backs(self, surface: pygame.Surface, box: Box) -> None:
        look, sitting = self.look, self.sitting
        rack = wood.small_rack(
            look.rect(box).size, sitting.count, look.palette, look.u, as_cards=sitting.as_cards
        )  # fmt: skip
        surface.blit(rack, look.rect(box))

    def _draw_flat(self, surface: pygame.Surface) -> None:
        box, middle = self.head, self.head.centre[1]
        self._avatar(surface, box.x + 8, middle - min(self.look.at_least(AVATAR), box.h - 12) / 2)
        chip = self._chip(surface, box.right - 10, middle)
        if self._shows_rack():
            self._backs(surface, Box(box.right - 18 - chip - BACKS[0], middle - BACKS[1] / 2, *BACKS))
        name, line = self._boxes()
        look, sitting = self.look, self.sitting
        cut = cut_name(look, sitting.name, theme.LABEL, name.w)
        draw.line(surface, look, cut, theme.LABEL, theme.CREAM, (name.x, name.centre[1]))
        if line is not None:
            self._draw_line(surface, line)

    def _draw_line(self, surface: pygame.Surface, line: Box) -> None:
        align: Align = "centre" if self.upright else "left"
        words, shrink = self.sitting.line, self._line_shrink(line)
        draw.paragraph(surface, self.look, words, theme.SMALL, theme.MUTED, line, align, shrink)

    def _line_shrink(self, line: Box) -> float:
        return draw.wrap_shrink(self.look, self.sitting.line, theme.SMALL, line.size)

    def _draw_upright(self, surface: pygame.Surface) -> None:
        look, box, sitting = self.look, self.head, self.sitting
        side = self._avatar(surface, box.x + 9, box.y + 9)
        self._chip(surface, box.right - 10, box.y + 9 + side / 2)
        name, line = self._boxes()
        cut = cut_name(look, sitting.name, theme.LABEL, name.w)
        draw.line(surface, look, cut, theme.LABEL, theme.CREAM, name.centre, "centre")
        if line is not None:
            self._draw_line(surface, line)
        wide = min(BACKS[0], box.w - 16)
        if self._shows_rack():
            self._backs(surface, Box(box.centre[0] - wide / 2, box.bottom - BACKS_LOW - 8, wide, BACKS_LOW))

    def _boxes(self) -> tuple[Box, Box | None]:
        return self._boxes_with(rack=self._shows_rack())

    def _boxes_with(self, *, rack: bool) -> tuple[Box, Box | None]:
        look, box = self.look, self.head
        high, small = look.leading(theme.LABEL), look.leading(theme.SMALL)
        if self.upright:
            top = box.y + 9 + look.at_least(AVATAR) + 5
            name = Box(box.x + 6, top, box.w - 12, high)
            below = 2 * small + 2 if rack else box.bottom - top - high - 6
            if not self._two_lines(look):
                return name, None
            # Clear of the edges, unless that would take a third line.
            lines = look.wrapped(self.sitting.line, theme.SMALL, box.w - 14)[1]
            clear = 7.0 if lines <= 2 * small + 0.5 else 4.0
            if self._open_shown() and lines > below + 0.5:
                return name, None
            return name, Box(box.x + clear, top + high, box.w - 2 * clear, below)
        chip = surfaces.count_chip(self.sitting.count, capped(look, theme.NUMBER)).get_width() / look.u
        left = box.x + 8 + min(look.at_least(AVATAR), box.h - 12) + 9
        wide = box.right - 18 - chip - (BACKS[0] + 8 if rack else 0) - left
        if not self._two_lines(look):
            return Box(left, box.centre[1] - high / 2, wide, high), None
        top = box.y + (box.h - high - small) / 2
        return Box(left, top, wide, high), Box(left, top + high, wide, small)

    def texts(self) -> Iterator[Written]:
        """Yield name and line as they are shown."""
        name, line = self._boxes()
        cut = cut_name(self.look, self.sitting.name, theme.LABEL, name.w)
        yield draw.fitted_line(self.look, cut, theme.LABEL, name)
        if line is not None:
            yield draw.fitted(self.look, self.sitting.line, theme.SMALL, line, self._line_shrink(line))


@dataclass(frozen=True, slots=True)
class BannerWords:
    """The two lines of the banner, and whether it is the person's turn."""

    title: str
    line: str
    mine: bool


class OnlookerStrip(Widget):
    """The strip; `words` are told by the company, `plate` is whose seat is at this side of the table."""

    kind = "onlooker"

    def __init__(self, seat: int) -> None:
        super().__init__("table.onlooker")
        self.plate = SeatPlate(seat)
        self.title, self.line = "", ""
        self.visible = False

    @property
    def children(self) -> tuple[Widget, ...]:
        """Return the plate."""
        return (self.plate,)

    def main_text(self) -> str:
        """Return both lines."""
        return f"{self.title}. {self.line}"

    def tell(self, words: Onlooker, sitting: Sitting) -> None:
        """Take in what is so."""
        self.title, self.line = str(words.title), str(words.line)
        self.plate.sitting = sitting

    def place(self, box: Box, look: Look) -> None:
        """Take the place of the rack; the plate stands at its left where the words keep their room."""
        super().place(box, look)
        wide, high = self.plate.min_size(look)
        wide = min(wide, box.w * PLATE_SHARE)
        self.plate.visible = box.w >= STRIP_LEAST and look.text_scale <= BIG_TEXT and high <= box.h - STRIP_PAD
        if self.plate.visible:
            self.plate.place(Box(box.x + STRIP_PAD, box.y + (box.h - high) / 2, wide, high), look)

    def _lines(self) -> tuple[tuple[str, Role, Box, float], ...]:
        look, box = self.look, self.rect
        left = (self.plate.rect.right if self.plate.visible else box.x) + STRIP_PAD + STRIP_EYE + STRIP_GAP
        wide = box.right - STRIP_PAD - left
        title = draw.line_shrink(look, self.title, theme.TITLE, wide)
        first = look.leading(theme.TITLE) * title
        room = max(1.0, box.h - STRIP_GAP - first)
        line = draw.wrap_shrink(look, self.line, theme.READING, (wide, room))
        second = look.wrapped(self.line, theme.READING, wide, line)[1]
        top = box.y + (box.h - first - second) / 2
        return (
            (self.title, theme.TITLE, Box(left, top, wide, first), title),
            (self.line, theme.READING, Box(left, top + first, wide, second + 1), line),
        )

    def draw(self, surface: pygame.Surface) -> None:
        """Draw strip, plate and words."""
        look, box, ink = self.look, self.rect, theme.CHIPS[theme.Tone.SKY]
        draw.plate(surface, look, box, theme.RADIUS_PANEL, ink.fill, draw.Edge(theme.SKY), theme.SHADE_PANEL)
        super().draw(surface)
        (title, role, at, shrink), (line, small, below, less) = self._lines()
        draw.icon(surface, look, "eye", (at.x - STRIP_GAP - STRIP_EYE / 2, box.centre[1]), STRIP_EYE, ink.text)
        draw.line(surface, look, title, role, theme.CREAM, (at.x, at.centre[1]), shrink=shrink)
        draw.paragraph(surface, look, line, small, ink.text, below, shrink=less)

    def texts(self) -> Iterator[Written]:
        """Yield both lines as they are shown."""
        (title, role, at, shrink), (line, small, below, less) = self._lines()
        yield draw.fitted_line(self.look, title, role, at, shrink)
        yield draw.fitted(self.look, line, small, below, less)
