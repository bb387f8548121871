"""The plate of another player: picture, name, last move, a small rack and the tile count.

A plate lies flat, or upright at the side of the table; the boxes of its parts are computed once (`PlateBoxes`), for
drawing and for screen readers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from game.client.draw import paint, surfaces, theme, wood
from game.client.draw.faces import Mood
from game.client.table.geometry.open_rack import draw_open_rack, open_rack_height, open_rack_rows
from game.client.table.plates.lettering import BIG_TEXT_SCALE, cut_name, label_scale
from game.client.widgets import draw
from game.client.widgets.boxes import Box
from game.client.widgets.widget import Widget, WrittenText
from game.client.words import phrase

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pygame

    from game.client.draw.surfaces import Crest
    from game.client.draw.text import Align
    from game.client.widgets.boxes import Point, Size
    from game.client.widgets.look import Look
    from game.client.words import Text
    from game.table.faces import Face

AVATAR_SIZE = 36.0
CREST_SHARE, CREST_OVERHANG = 0.46, 2  # size of the crest as a share of the picture; px by which it sticks out
PADDING = 12.0  # above and below the contents of a flat plate, together
MAX_TWO_LINE_TEXT_SCALE = 1.3  # the largest text scale with the line below the name
# a rival with at most so many tiles may go out next; width of the edge that the plate then has
THREAT_TILE_COUNT, THREAT_EDGE_WIDTH = 2, 2.0
THREAT_SCALE = 1.2  # scale of the tile count of a player who may go out next
TOLERANCE = 0.5  # px, for rounding errors

# A flat plate: picture, text, rack and count side by side.
FLAT_SIZE: Size = (388.0, 52.0)
MAX_FLAT_GROWTH = 1.4  # largest growth of its width with the text
FLAT_EDGE, FLAT_TEXT_GAP = 8.0, 9.0  # before the picture, and after it
FLAT_END, FLAT_GAP = 10.0, 8.0  # after the count, and between count, rack and text
MIN_WIDTH_WITH_RACK = 300.0  # a narrower plate shows no small rack
BACKS_SIZE: Size = (76.0, 33.0)

# An upright plate: picture and count, the name, its line, the rack.
UPRIGHT_SIZE: Size = (96.0, 128.0)
MIN_NAME_SAMPLE = "Wwwwww"
MIN_NAME_SCALE = 0.8  # a name shrinks to this share of its size before it is cut
UPRIGHT_EDGE, UPRIGHT_END = 9.0, 10.0  # around the picture; after the count
GAP_UNDER_PICTURE, NAME_EDGE, FOOT_MARGIN = 5.0, 4.0, 6.0
LINE_EDGES = (7.0, 4.0)  # margins of the line, unless they would cause a third line
BETWEEN_LINES = 2.0
BACKS_HEIGHT, BACKS_EDGE = 26.0, 8.0  # the height of the rack, and the margins below it and at each side
UPRIGHT_REST_HEIGHT = 56.0  # height of an upright plate besides picture and text, with a rack at its foot
UPRIGHT_OPEN_REST_HEIGHT = 20.0  # the same where that rack is open

LINE_TOP = 4.0  # above the tiles of an open rack on a line below the plates
TAB_WIDTH, TAB_MARGIN = 44.0, 3.0  # width and margin of the tab by which such a line hangs from its plate


@dataclass(frozen=True, slots=True)
class SeatInfo:
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
    faces: tuple[Face, ...] = ()  # the faces of a rack that is open to the viewer
    over: bool = False  # whether the round has ended
    then: str = "out"  # what follows when the rack is empty: going out, or the code of something else

    @property
    def has_few(self) -> bool:
        """Return whether a player of another side may empty the rack next."""
        return not self.over and 0 < self.count <= THREAT_TILE_COUNT and self.crest is not surfaces.Crest.US

    @property
    def threatens(self) -> bool:
        """Return whether a player of another side may go out next."""
        return self.has_few and self.then == "out"

    @property
    def words(self) -> Text:
        """Return the text below the name: the last move, or while others move how few are left, and what follows."""
        return phrase(f"moment.few_{self.then}", n=self.count) if self.has_few and not self.turn else self.line

    def picture(self, px: int) -> pygame.Surface:
        """Return the round picture of the player."""
        return surfaces.avatar(px, self.number, bot=self.bot, name=self.name, mood=self.mood)


@dataclass(frozen=True, slots=True)
class PlateBoxes:
    """The boxes of the parts of a plate; None for what does not fit. A line is shrunk to fit, or cut as names are."""

    picture: Box | None
    chip: pygame.Surface
    chip_at: Point  # its right end, and its vertical centre
    name: Box
    line: Box | None
    rack: Box | None = None
    align: Align = "left"
    cuts: bool = False


class SeatPlate(Widget):
    """Another player: picture, name, last move, a small rack and the count; upright at the sides of the table."""

    kind = "seat"

    def __init__(self, seat: int, *, upright: bool = False) -> None:
        super().__init__(f"seat:{seat}")
        self.at_side = upright  # of the table
        self.upright = upright
        self.rack_room: float | None = None  # the width it will have, where that is not its least width
        self.lined = False  # all open racks share one line below the plates
        self.line: Box | None = None  # that line, where this rack is on it
        self.info = SeatInfo("", "", 0, 0, bot=True, crest=None, turn=False, as_cards=False)

    def accessible_text(self) -> str:
        """Return name and line."""
        return f"{self.info.name}: {self.info.line}"

    def state_words(self) -> tuple[str, ...]:
        """Return the number of tiles and whether it is the seat's turn."""
        turn = ("turn",) if self.info.turn else ()
        return (f"holds {self.info.count}", *turn)

    def set_upright(self, look: Look, *, strip: bool = False) -> None:
        """Be upright at the side of the table, or flat where there is a strip or the text is large."""
        self.upright = self.at_side and look.text_scale <= BIG_TEXT_SCALE and not strip

    def min_size(self, look: Look) -> Size:
        """Return the size of the plate."""
        name, small = look.line_height(theme.LABEL), look.line_height(theme.SMALL)
        two_lines = look.text_scale <= MAX_TWO_LINE_TEXT_SCALE
        if self.upright:
            wide = max(UPRIGHT_SIZE[0], look.text_width(MIN_NAME_SAMPLE, theme.LABEL) + 2 * NAME_EDGE)
            words = name + (2 * small + BETWEEN_LINES if two_lines else 0.0)
            opens = bool(self.info.faces) and not self.lined
            high = look.at_least(AVATAR_SIZE) + words + (UPRIGHT_OPEN_REST_HEIGHT if opens else UPRIGHT_REST_HEIGHT)
            return (wide, (high if opens else max(UPRIGHT_SIZE[1], high)) + self._open_high(look, wide))
        high = name + (small if two_lines else 0.0) + PADDING
        wide = FLAT_SIZE[0] * min(MAX_FLAT_GROWTH, max(1.0, look.text_scale))
        return (wide, max(FLAT_SIZE[1], high) + self._open_high(look, self.rack_room or wide))

    def _open_high(self, look: Look, room: float) -> float:
        """Return the height of the seat's open rack on the plate, 0 without one."""
        return 0.0 if self.lined else open_rack_height(look, len(self.info.faces), room, as_cards=self.info.as_cards)

    def open_line_height(self, look: Look, room: float) -> float:
        """Return the height that the seat's open rack needs on a line below the plates."""
        return open_rack_height(look, len(self.info.faces), room, as_cards=self.info.as_cards) + LINE_TOP

    def open_rows(self, look: Look) -> int:
        """Return the number of rows of the seat's open rack on that line."""
        return open_rack_rows(look, len(self.info.faces), self.rack_room or self.min_size(look)[0])

    @property
    def plate_box(self) -> Box:
        """Return the plate without the open rack on it."""
        return self.rect.top_part(self.rect.h - self.open_height)

    @property
    def open_height(self) -> float:
        """Return the height of the open rack, 0 where an upright plate has no room for it."""
        look, high = self.look, self._open_high(self.look, self.rect.w)
        least = look.at_least(AVATAR_SIZE) + look.line_height(theme.LABEL) + UPRIGHT_OPEN_REST_HEIGHT
        return 0.0 if self.upright and least + high > self.rect.h + TOLERANCE else high

    def place(self, box: Box, look: Look) -> None:
        """Lay the plate out in a box; the tooltip shows what is cut or left out."""
        super().place(box, look)
        self.tip = self.accessible_text()

    def part_boxes(self) -> PlateBoxes:
        """Return boxes of the plate's parts; the small rack gives way to a line that needs room, the count stays."""
        make = _upright if self.upright else _flat
        if self.open_height or (not self.upright and self.rect.w < MIN_WIDTH_WITH_RACK):
            return make(self, rack=False)
        whole = make(self, rack=True)
        return whole if whole.line is None or _holds(self, whole.line) else make(self, rack=False)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the plate."""
        look, rect, info, places = self.look, self.look.rect(self.rect), self.info, self.part_boxes()
        paint.draw_shadow(surface, rect, theme.RADIUS_BUTTON * look.u, theme.SHADE_PLATE, look.u)
        surface.blit(surfaces.panel(rect.size, look.u, edge=theme.GOLD if info.turn else None), rect)
        if info.threatens:
            edge = draw.Edge(theme.CORAL, THREAT_EDGE_WIDTH)
            draw.plate(surface, look, self.rect, theme.RADIUS_BUTTON, None, edge)
        if places.picture is not None:
            self._draw_picture(surface, places.picture)
        right, middle = (round(end * look.u) for end in places.chip_at)
        surface.blit(places.chip, (right - places.chip.get_width(), middle - places.chip.get_height() // 2))
        if places.rack is not None:
            backs = look.rect(places.rack)
            surface.blit(wood.small_rack(backs.size, info.count, look.palette, look.u, as_cards=info.as_cards), backs)
        for words, role, box, shrink in self._words(places):
            quiet = theme.CORAL if info.threatens and info.words is not info.line else theme.MUTED
            colour = theme.CREAM if role is theme.LABEL else quiet
            if role is theme.LABEL or places.cuts:
                x = box.x if places.align == "left" else box.centre[0]
                draw.line(surface, look, words, role, colour, (x, box.centre[1]), places.align, shrink)
            else:
                draw.paragraph(surface, look, words, role, colour, box, places.align, shrink)
        if self.open_height:
            draw_open_rack(surface, look, self.rect, info.faces, as_cards=info.as_cards)
        if self.line is not None:
            self._draw_line(surface, self.line)

    def _draw_line(self, surface: pygame.Surface, box: Box) -> None:
        """Draw the open rack on its line, which hangs from the plate by a tab."""
        look, info = self.look, self.info
        at, edge, fill = look.rect(box), theme.LINE, theme.PANEL
        if info.turn:
            edge, fill = theme.GOLD, theme.ROW_CHOSEN
        paint.draw_shadow(surface, at, theme.RADIUS_BUTTON * look.u, theme.SHADE_PLATE, look.u)
        surface.blit(surfaces.panel(at.size, look.u, edge=theme.GOLD if info.turn else None), at)
        tab = Box(
            self.rect.centre[0] - TAB_WIDTH / 2,
            self.rect.bottom - TAB_MARGIN,
            TAB_WIDTH,
            box.y - self.rect.bottom + 2 * TAB_MARGIN,
        )
        draw.plate(surface, look, tab.inset(-TAB_MARGIN / 2, TAB_MARGIN), 0.0, edge)
        draw.plate(surface, look, tab, 0.0, fill)
        draw_open_rack(surface, look, box, info.faces, as_cards=info.as_cards)

    def _draw_picture(self, surface: pygame.Surface, box: Box) -> None:
        look, crest = self.look, self.info.crest
        at, px = (round(box.x * look.u), round(box.y * look.u)), look.px(box.w)
        surface.blit(self.info.picture(px), at)
        if crest is not None:
            small = look.px(box.w * CREST_SHARE)
            over = px - small + look.px(CREST_OVERHANG)
            surface.blit(surfaces.crest(small, crest), (at[0] + over, at[1] + over))

    def _words(self, places: PlateBoxes) -> Iterator[tuple[str, theme.Role, Box, float]]:
        """Yield name and line as they are shown: text, role, box, and shrink factor."""
        info, line = self.info, places.line
        room = places.name.w
        share = max(MIN_NAME_SCALE, draw.line_shrink(self.look, info.name, theme.LABEL, room))
        yield cut_name(self.look, info.name, theme.LABEL, room, share), theme.LABEL, places.name, share
        if line is not None and places.cuts:
            yield cut_name(self.look, str(info.words), theme.SMALL, line.w), theme.SMALL, line, 1.0
        elif line is not None:
            words = str(info.words)
            yield words, theme.SMALL, line, draw.wrap_shrink(self.look, words, theme.SMALL, line.size)

    def texts(self) -> Iterator[WrittenText]:
        """Yield name and line as they are shown."""
        places = self.part_boxes()
        for words, role, box, shrink in self._words(places):
            one_line = role is theme.LABEL or places.cuts
            yield (draw.fitted_line if one_line else draw.fitted_paragraph)(self.look, words, role, box, shrink)


def _holds(plate: SeatPlate, line: Box) -> bool:
    """Return whether the line fits a box at its least size."""
    look, words = plate.look, str(plate.info.words)
    shrink = draw.wrap_shrink(look, words, theme.SMALL, line.size)
    return look.wrapped_size(words, theme.SMALL, line.w, shrink)[1] <= line.h + TOLERANCE


def _count_chip(plate: SeatPlate) -> pygame.Surface:
    grown = THREAT_SCALE if plate.info.threatens and plate.look.text_scale <= MAX_TWO_LINE_TEXT_SCALE else 1.0
    return surfaces.count_chip(plate.info.count, plate.look.lettering(theme.NUMBER, label_scale(plate.look) * grown))


def _flat(plate: SeatPlate, *, rack: bool) -> PlateBoxes:
    """Lay out a flat plate: picture, text, rack, count."""
    look, box, chip = plate.look, plate.plate_box, _count_chip(plate)
    middle, high, small = box.centre[1], look.line_height(theme.LABEL), look.line_height(theme.SMALL)
    side = min(look.at_least(AVATAR_SIZE), box.h - PADDING)
    picture = Box(box.x + FLAT_EDGE, middle - side / 2, side, side)
    end = box.right - FLAT_END - FLAT_GAP - chip.get_width() / look.u
    backs = Box(end - BACKS_SIZE[0], middle - BACKS_SIZE[1] / 2, *BACKS_SIZE) if rack else None
    left = picture.right + FLAT_TEXT_GAP
    wide = (end if backs is None else backs.x - FLAT_GAP) - left
    one_line = look.text_scale > MAX_TWO_LINE_TEXT_SCALE
    top = box.y + (box.h - high - (0.0 if one_line else small)) / 2
    name = Box(left, top, wide, high)
    line = None if one_line else Box(left, name.bottom, wide, small)
    return PlateBoxes(picture, chip, (box.right - FLAT_END, middle), name, line, backs)


def _upright(plate: SeatPlate, *, rack: bool) -> PlateBoxes:
    """Lay out an upright plate: picture and count, name, line, rack."""
    look, box = plate.look, plate.plate_box
    high, small = look.line_height(theme.LABEL), look.line_height(theme.SMALL)
    side = min(look.at_least(AVATAR_SIZE), box.h - PADDING)
    picture = Box(box.x + UPRIGHT_EDGE, box.y + UPRIGHT_EDGE, side, side)
    top = box.y + UPRIGHT_EDGE + look.at_least(AVATAR_SIZE) + GAP_UNDER_PICTURE
    name = Box(box.x + NAME_EDGE, top, box.w - 2 * NAME_EDGE, high)
    wide = min(BACKS_SIZE[0], box.w - 2 * BACKS_EDGE)
    backs = Box(box.centre[0] - wide / 2, box.bottom - BACKS_HEIGHT - BACKS_EDGE, wide, BACKS_HEIGHT) if rack else None
    line = None
    if look.text_scale <= MAX_TWO_LINE_TEXT_SCALE:
        two = 2 * small
        lines = look.wrapped_size(str(plate.info.words), theme.SMALL, box.w - 2 * LINE_EDGES[0])[1]
        edge = LINE_EDGES[0] if lines <= two + TOLERANCE else LINE_EDGES[1]
        room = two + BETWEEN_LINES if rack else box.bottom - name.bottom - FOOT_MARGIN
        if not plate.open_height or lines <= room + TOLERANCE:
            line = Box(box.x + edge, name.bottom, box.w - 2 * edge, room)
    chip_at = (box.right - UPRIGHT_END, picture.centre[1])
    return PlateBoxes(picture, _count_chip(plate), chip_at, name, line, backs, align="centre")
