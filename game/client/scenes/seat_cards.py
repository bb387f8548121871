"""The seats of a new table, arranged as at the table: the person at the bottom, turns going clockwise."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from game.client.draw import text as type_case
from game.client.draw import theme, tiles
from game.client.draw.surfaces import Crest, avatar
from game.client.draw.wood import board
from game.client.widgets import draw
from game.client.widgets.boxes import Box, wrapped_flow
from game.client.widgets.widget import Widget, WrittenText
from game.table.faces import JOKER, Colour, Face

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import pygame

    from game.client.widgets.boxes import Size
    from game.client.widgets.button import Button
    from game.client.widgets.choice import Choice
    from game.client.widgets.look import Look
    from game.client.words import Text

AVATAR_SIZE = 36.0
CARD_SIZE = (176.0, 84.0)
BOARD_SIZE = (156.0, 118.0)
CHIP_PAD, CLOSE_CHIP_PAD = 13.0, 9.0  # space before and after the label of a side, usual and close
MIN_BOARD_WIDTH = 116.0  # width of the table where the seats beside it need the room
GAP = 12.0
MANY_OTHER_SEATS = 5  # with so many others, two sit at each side
PADDING = 20.0
EDGE_GAP = 12.0  # above the title and below the last row
ROW_GAP = 10.0
BUTTON_GAP = 6.0  # from the own seat to the button beside it
CARD_BOTTOM_GAP = 10.0  # between a card and its lowest widget
_SHOWN = (Face(Colour.RED, 5), JOKER, Face(Colour.RED, 7))


@dataclass(frozen=True, slots=True)
class SeatLabel:
    """Who will sit there: the name, a note, and the side's crest where there are two sides."""

    name: str
    line: Text
    crest: Crest | None


class SeatCard(Widget):
    """One seat. A person's card has the text field for the name at the bottom, a bot's the stepper of its levels."""

    kind = "chair"

    def __init__(self, name: str, number: int, foot: Widget, *, bot: bool) -> None:
        super().__init__(name)
        self.number = number
        self.foot = foot
        self.bot = bot
        self.chair = SeatLabel("", "", None)

    @property
    def children(self) -> tuple[Widget, ...]:
        """Return the lowest widget."""
        return (self.foot,)

    def accessible_text(self) -> str:
        """Return the name."""
        return self.chair.name

    def _foot(self, look: Look) -> float:
        return self.foot.height_for(look, CARD_SIZE[0] - 24) + 6

    def min_size(self, look: Look) -> Size:
        """Return the room of name, line and foot."""
        foot = self.foot.min_size(look)[0] + 2 * CARD_BOTTOM_GAP
        if not self.bot:
            return (max(CARD_SIZE[0], foot), self.height_for(look, max(CARD_SIZE[0], foot)))
        words = AVATAR_SIZE + 30 + look.text_width(str(self.chair.line), theme.SMALL)
        wide = max(CARD_SIZE[0] if look.text_scale <= 1.0 else 0.0, words, foot)
        return (wide, self.height_for(look, wide))

    def height_for(self, look: Look, width: float) -> float:  # noqa: ARG002 - the number of its lines is fixed
        """Return the height of the card."""
        if not self.bot:
            return self._foot(look) + 18
        words = look.line_height(theme.LABEL) + look.line_height(theme.SMALL)
        return max(AVATAR_SIZE, words) + 20 + self._foot(look)

    def place(self, box: Box, look: Look) -> None:
        """Place the lowest widget; a person's fills the card."""
        super().place(box, look)
        high = self.foot.height_for(look, box.w - 2 * CARD_BOTTOM_GAP)
        top = box.bottom - high - CARD_BOTTOM_GAP if self.bot else box.y + (box.h - high) / 2
        self.foot.place(Box(box.x + CARD_BOTTOM_GAP, top, box.w - 2 * CARD_BOTTOM_GAP, high), look)

    def _name_box(self) -> Box:
        line = self.look.line_height(theme.LABEL)
        return Box(self.rect.x + 12 + AVATAR_SIZE + 10, self.rect.y + 9, self.rect.w - AVATAR_SIZE - 34 - 22, line)

    def _cut(self) -> str:
        room = int(self._name_box().w * self.look.u)
        return type_case.fit_name(self.chair.name, self.look.lettering(theme.LABEL), room)

    def _line_box(self) -> Box:
        name = self._name_box()
        return Box(name.x, name.bottom, self.rect.right - name.x - 8, self.look.line_height(theme.SMALL))

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the card."""
        look, box = self.look, self.rect
        rim = theme.LINE if self.chair.crest is None else self.chair.crest.colour
        edge = draw.Edge(rim, 2.0 if self.chair.crest else theme.BORDER)
        draw.plate(surface, look, box, theme.RADIUS_ROW, theme.ROW_CHOSEN, edge, theme.SHADE_CONTROL)
        if self.chair.crest is not None:
            sign = look.scaled(16)
            at = (box.right - 12 - sign / 2, box.y + 12 + sign / 2)
            draw.icon(surface, look, self.chair.crest.sign, at, sign, self.chair.crest.colour)
        if self.bot:
            self._draw_bot(surface)
        super().draw(surface)

    def _draw_bot(self, surface: pygame.Surface) -> None:
        look = self.look
        name, line = self._name_box(), self._line_box()
        words = line.bottom - name.y
        at = look.rect(Box(self.rect.x + 12, name.y + (words - AVATAR_SIZE) / 2, AVATAR_SIZE, AVATAR_SIZE))
        surface.blit(avatar(at.w, self.number, bot=True, name=self.chair.name), at)
        draw.line(surface, look, self._cut(), theme.LABEL, theme.CREAM, (name.x, name.centre[1]))
        draw.line(surface, look, str(self.chair.line), theme.SMALL, theme.MUTED, (line.x, line.centre[1]))

    def texts(self) -> Iterator[WrittenText]:
        """Yield name and line."""
        if not self.bot:
            return
        yield draw.fitted_line(self.look, self._cut(), theme.LABEL, self._name_box())
        yield draw.fitted_line(self.look, str(self.chair.line), theme.SMALL, self._line_box())


class SeatsPanel(Widget):
    """A panel with the number of players at the top, the seats around a small table, and the sides below."""

    kind = "seats"

    def __init__(self, name: str, title: Text, choice: Choice, cards: Sequence[SeatCard], others: Button) -> None:
        super().__init__(name)
        self.title = title
        self.choice = choice
        self.cards = tuple(cards)
        self.others = others
        self.sides: tuple[tuple[Crest, Text], ...] = ()
        self._board: Box | None = None

    @property
    def children(self) -> tuple[Widget, ...]:
        """Return the parts; the seats in the order across, left, right, own."""
        left, top, right = self._sides()
        return (self.choice, *top, *reversed(left), *right, *self._shown()[:1], self.others)

    def accessible_text(self) -> str:
        """Return the title."""
        return str(self.title)

    def _shown(self) -> list[SeatCard]:
        return [card for card in self.cards if card.visible]

    def _sides(self) -> tuple[list[SeatCard], list[SeatCard], list[SeatCard]]:
        """Return who sits left, across and right, in turn order: with five others or more, two at each side."""
        others = self._shown()[1:]
        beside = 0 if len(others) == 1 else 1 if len(others) < MANY_OTHER_SEATS else 2
        return others[:beside], others[beside : len(others) - beside], others[len(others) - beside :]

    # --- measures ------------------------------------------------------------------------------------------------

    def _seats_fit_around(self, look: Look, width: float) -> bool:
        """Return whether the seats fit around the table; else they are a list."""
        least = max([card.min_size(look)[0] for card in self._shown()[1:]])
        return 2 * least + MIN_BOARD_WIDTH + 2 * GAP <= width - 24

    def _head_height(self, look: Look, width: float) -> float:
        title, inner = look.text_width(self.accessible_text(), theme.TITLE), width - 2 * PADDING
        choice = self.choice.min_size(look)[0]
        beside = title + 24 + choice <= inner
        high = max(look.line_height(theme.TITLE), self.choice.height_for(look, choice))
        return high if beside else look.line_height(theme.TITLE) + 6 + self.choice.height_for(look, inner)

    def _foot_cells(self, look: Look, box: Box) -> tuple[Box, ...]:
        """Return the boxes of the chips and the button; the margins shrink before one of them gets its own line."""
        high = max(28.0, look.line_height(theme.CHIP) + 8)
        others = self.others.min_size(look)
        for pad, gap in ((CHIP_PAD, 12.0), (CLOSE_CHIP_PAD, 6.0), (CHIP_PAD, 12.0)):
            self._chip_pad = pad
            wide = look.scaled(14) + 8 + 2 * pad
            chips = [(wide + look.text_width(str(words), theme.CHIP), high) for _crest, words in self.sides]
            cells = wrapped_flow(box, [*chips, others], gap)
            if cells[-1].y == cells[0].y:
                break
        return cells

    _chip_pad = CHIP_PAD

    def _button_fits_beside_own_seat(self, look: Look, width: float) -> bool:
        """Return whether the button is beside the player's own seat, where nothing else is below."""
        if self.sides or not self._seats_fit_around(look, width):
            return False
        own = self._shown()[0].min_size(look)[0]
        return self.others.min_size(look)[0] + BUTTON_GAP <= (width - 2 * GAP - own) / 2

    def _foot(self, look: Look, width: float) -> float:
        if self._button_fits_beside_own_seat(look, width):
            return -ROW_GAP
        cells = self._foot_cells(look, Box(0, 0, width - 2 * PADDING, 0))
        return max(cell.bottom for cell in cells)

    def _middle_height(self, look: Look, width: float) -> float:
        shown = self._shown()
        if not self._seats_fit_around(look, width):
            across = self._across(look, width)
            high = max(card.min_size(look)[1] for card in shown)
            return (high + GAP) * -(-len(shown) // across) - GAP
        rows = (shown[:1], self._sides()[1])
        return self._board_height(look) + sum(ROW_GAP + row[0].min_size(look)[1] for row in rows if row)

    def _board_height(self, look: Look) -> float:
        """Return the height of the table: at least that of the seats beside it, so that none overlaps those across."""
        left, _top, right = self._sides()
        return max(
            [
                BOARD_SIZE[1],
                *[sum(card.min_size(look)[1] + ROW_GAP for card in side) - ROW_GAP for side in (left, right)],
            ]
        )

    def _across(self, look: Look, width: float) -> int:
        least = max(card.min_size(look)[0] for card in self._shown())
        return max(1, min(2, int((width - 2 * PADDING + GAP) // (least + GAP))))

    def min_size(self, look: Look) -> Size:
        """Return the size with the seats around the table."""
        least = max(card.min_size(look)[0] for card in self._shown())
        wide = max(least + 2 * PADDING, self.others.min_size(look)[0] + 2 * PADDING)
        return (wide, self.height_for(look, wide))

    def height_for(self, look: Look, width: float) -> float:
        """Return the height of everything."""
        return (
            self._head_height(look, width)
            + self._middle_height(look, width)
            + self._foot(look, width)
            + 2 * EDGE_GAP
            + 2 * ROW_GAP
        )

    # --- placing -------------------------------------------------------------------------------------------------

    def place(self, box: Box, look: Look) -> None:
        """Place the parts."""
        super().place(box, look)
        inner = box.inset(PADDING, EDGE_GAP)
        head = self._head_height(look, box.w)
        wide = min(self.choice.min_size(look)[0], inner.w)
        high = self.choice.height_for(look, wide)
        top = inner.y + (head - high if head > look.line_height(theme.TITLE) + high else (head - high) / 2)
        self.choice.place(Box(inner.right - wide, top, wide, high), look)
        foot = self._foot(look, box.w)
        below = foot if foot > 0 else self.others.min_size(look)[1]
        out = 0.0 if foot > 0 else PADDING - GAP  # as far out as the seats at the left and right
        self._place_foot(Box(inner.x, inner.bottom - below, inner.w + out, below), look)
        middle = Box(inner.x, inner.y + head + ROW_GAP, inner.w, inner.h - head - foot - 2 * ROW_GAP)
        self._board = None
        if self._seats_fit_around(look, box.w):
            self._place_around(middle, look)
            return
        shown, across = self._shown(), self._across(look, box.w)
        width = (inner.w - GAP * (across - 1)) / across
        high = max(card.min_size(look)[1] for card in shown)
        for at, card in enumerate(shown):
            row, column = divmod(at, across)
            card.place(Box(inner.x + column * (width + GAP), middle.y + row * (high + GAP), width, high), look)

    def _place_foot(self, box: Box, look: Look) -> None:
        cells = self._foot_cells(look, box)
        last = cells[-1]
        beside = len(cells) > 1 and cells[-2].y == last.y
        self._chips = tuple(
            Box(
                cell.x, cell.y + (max(0.0, last.h - cell.h) / 2 if beside and cell.y == last.y else 0.0), cell.w, cell.h
            )
            for cell in cells[:-1]
        )
        self.others.place(last.moved(box.right - last.right, 0), look)

    _chips: tuple[Box, ...] = ()

    def _place_around(self, middle: Box, look: Look) -> None:
        own, (left, top, right) = self._shown()[0], self._sides()
        wide = max(card.min_size(look)[0] for card in self._shown()[1:])
        high = self._board_height(look) + min(60.0, max(0.0, middle.h - self._middle_height(look, self.rect.w)) * 0.5)
        table = middle.middle(min(BOARD_SIZE[0], self.rect.w - 24 - 2 * (GAP + wide)), high)
        own_wide, own_high = own.min_size(look)
        top_high = top[0].min_size(look)[1] + ROW_GAP if top else 0.0
        self._board = table = table.moved(0, (top_high - own_high - ROW_GAP) / 2)
        x = table.centre[0] - (len(top) * (wide + GAP) - GAP) / 2
        for at, card in enumerate(top):
            card.place(Box(x + at * (wide + GAP), table.y - top_high, wide, top_high - ROW_GAP), look)
        own_wide = own_wide if self._button_fits_beside_own_seat(look, self.rect.w) else max(wide, own_wide)
        own.place(Box(table.centre[0] - own_wide / 2, table.bottom + ROW_GAP, own_wide, own_high), look)
        for side, x in ((left[::-1], table.x - GAP - wide), (right, table.right + GAP)):
            each = table.h / max(1, len(side))
            for at, card in enumerate(side):
                high = card.min_size(look)[1]
                card.place(Box(x, table.y + (at + 0.5) * each - high / 2, wide, high), look)

    # --- drawing -------------------------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface) -> None:
        """Draw panel, table, chairs and sides."""
        look = self.look
        draw.plate(surface, look, self.rect, theme.RADIUS_PANEL, theme.PANEL, draw.Edge(theme.LINE), theme.SHADE_PANEL)
        title = self._title_box()
        draw.paragraph(surface, look, self.accessible_text(), theme.TITLE, theme.CREAM, title)
        if self._board is not None:
            self._draw_board(surface, self._board)
        for (side, words), box in zip(self.sides, self._chips, strict=True):
            tone = theme.CHIP_LOOKS[theme.Tone.GOLD if side is Crest.US else theme.Tone.SKY]
            draw.plate(surface, look, box, box.h / 2, tone.fill)
            sign = look.scaled(13)
            draw.icon(surface, look, side.sign, (box.x + self._chip_pad + sign / 2, box.centre[1]), sign, side.colour)
            at = (box.x + self._chip_pad + sign + 7, box.centre[1])
            draw.line(surface, look, str(words), theme.CHIP, tone.text, at)
        super().draw(surface)

    def _title_box(self) -> Box:
        look = self.look
        wide = look.text_width(self.accessible_text(), theme.TITLE) + 2
        line = look.line_height(theme.TITLE)
        head = self._head_height(look, self.rect.w)
        beside = self.choice.rect.x > self.rect.x + PADDING + wide
        return Box(self.rect.x + PADDING, self.rect.y + EDGE_GAP + ((head - line) / 2 if beside else 0.0), wide, line)

    def _draw_board(self, surface: pygame.Surface, box: Box) -> None:
        look = self.look
        rect = look.rect(box)
        surface.blit(board(rect.size, 26 * look.u, theme.WOOD_BOARD, look.u, seed=17), rect)
        middle, between, _edge = look.palette.felt
        draw.plate(surface, look, box.inset(8), 20.0, theme.Gradient(((0.0, middle), (1.0, between))))
        wide = look.px(31)
        step = wide + look.px(2)
        x = rect.centerx - (step * 2 + wide) // 2
        for at, face in enumerate(_SHOWN):
            sprite = tiles.with_shadow(face, wide, look.palette)
            surface.blit(
                sprite.surface, sprite.blit_position((x + at * step, rect.centery - tiles.height_of(wide) // 2))
            )

    def texts(self) -> Iterator[WrittenText]:
        """Yield the title and the sides."""
        yield draw.fitted_paragraph(self.look, self.accessible_text(), theme.TITLE, self._title_box())
        for (_side, words), box in zip(self.sides, self._chips, strict=True):
            sign = self.look.scaled(13)
            start = self._chip_pad + sign + 7
            room = Box(box.x + start, box.y, box.w - start, box.h)
            yield draw.fitted_line(self.look, str(words), theme.CHIP, room)
