"""Papers for the played and the better turn: moves with their tiles on felt, and the reason."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from game.client.annals.drawn import DrawnCell, DrawnWidget
from game.client.book.figures import Figure
from game.client.draw import theme
from game.client.review.plot import draw_sign
from game.client.sides import joined_texts
from game.client.widgets import draw
from game.client.widgets.boxes import Box
from game.client.widgets.widget import Widget, WrittenText
from game.client.words import phrase
from game.client.words.tell import runs_in_words
from game.review.worth import view_after_moves
from game.table.moves import (
    Close,
    Discard,
    Draw,
    Extend,
    Keep,
    LayMeld,
    Move,
    Pass,
    Rearrange,
    Redraw,
    Stop,
    TakePile,
)
from game.table.notation import Piece
from game.table.tiles import Tile

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import pygame

    from game.client.draw.theme import RGB
    from game.client.widgets.boxes import Size
    from game.client.widgets.look import Look
    from game.client.words import Text
    from game.review.marks import TurnMark
    from game.table.melds import Meld
    from game.table.view import View

PADDING, GAP, ROW_GAP = 14.0, 6.0, 8.0
MAX_ROWS: Final = 5
MIN_WIDTH: Final = 260.0
SIGN_RADIUS: Final = 13.0
HEAD_GAP: Final = 10.0
SIMPLE_MOVES: Final[dict[type[Move], str]] = {
    Draw: "draw", Keep: "keep", Redraw: "redraw", Stop: "stop", Pass: "pass",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class MoveRow:
    """One row of a turn: the action in words, and its tiles; `added` are those that it adds to others."""

    words: Text
    pieces: tuple[Piece, ...] = ()
    added: tuple[Piece, ...] = ()


def move_rows(view: View, moves: Sequence[Move]) -> tuple[MoveRow, ...]:
    """Return the moves of a turn as rows, in order; consecutive actions of one kind share a row."""
    found: list[MoveRow] = []
    for move in moves:
        found += _rows(view, move)
        view = view_after_moves(view, (move,))
    rest = len(found) - MAX_ROWS
    if rest > 0:
        found = [*found[: MAX_ROWS - 1], MoveRow(phrase("review.move.more", n=rest + 1))]
    return tuple(found)


def turn_in_words(view: View, moves: Sequence[Move], *, cards: bool) -> Text:
    """Return the moves of a turn as one list: drawn from the stock, laid blue 5-7, thrown red 3.

    Of a rearrangement with many sets only the tiles from the rack are named, since nobody could follow the rest.
    """
    rows = move_rows(view, moves)
    steps: list[Text] = []
    for row in rows[:1] if len(rows) == MAX_ROWS and len(moves) == 1 else rows:
        faces = tuple(piece.face for piece in row.added or row.pieces)
        tiles = runs_in_words(tuple(map(Tile, range(len(faces)))), faces, cards=cards)
        steps.append(phrase("mistakes.step", what=row.words, tiles=tiles) if faces else row.words)
    return joined_texts(steps) if steps else phrase("review.move.pass")


def _rows(view: View, move: Move) -> Iterator[MoveRow]:
    if type(move) in SIMPLE_MOVES:
        yield MoveRow(phrase(f"review.move.{SIMPLE_MOVES[type(move)]}"))
        return
    match move:
        case TakePile(tiles):
            yield MoveRow(phrase("review.move.take", n=len(tiles)), _plain(view, tiles))
        case LayMeld(meld):
            yield MoveRow(phrase("review.move.lay"), _pieces(view, meld))
        case Extend(index, meld):
            there = view.table.melds[index].tiles
            added = _plain(view, [tile for tile in meld.tiles if tile not in there])
            yield MoveRow(phrase("review.move.add"), _pieces(view, meld), added)
        case Discard(tile):
            yield MoveRow(phrase("review.move.throw"), _plain(view, (tile,)))
        case Rearrange(played, sets) | Close(played, sets):
            code = "close" if isinstance(move, Close) else "play"
            yield MoveRow(phrase(f"review.move.{code}", n=len(played)), _plain(view, played))
            before = [frozenset(meld.tiles) for meld in view.table.melds]
            for meld in sets:
                if frozenset(meld.tiles) not in before:
                    yield MoveRow(phrase("review.move.set"), _pieces(view, meld))
        case _:
            yield MoveRow(phrase("review.move.other"))


def _plain(view: View, tiles: Sequence[int]) -> tuple[Piece, ...]:
    return tuple([Piece(view.faces[tile]) for tile in tiles])


def _pieces(view: View, meld: Meld) -> tuple[Piece, ...]:
    pairs = zip(meld.tiles, meld.stands_for, strict=True)
    return tuple([Piece(view.faces[tile], means=means) for tile, means in pairs])


class PaperHead(DrawnWidget):
    """A mark's icon, the paper's title (wrapped if needed), and points at the right."""

    kind = "head"
    least = 180.0

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.mark: TurnMark | None = None
        self.title: Text = ""
        self.points = ""
        self.ink: RGB = theme.INK

    def accessible_text(self) -> str:
        """Return title and points."""
        return f"{self.title} {self.points}".strip()

    def _rooms(self, look: Look, width: float) -> tuple[float, float, float]:
        """Return the widths of icon, title and points."""
        sign = 2 * look.scaled(SIGN_RADIUS) + HEAD_GAP if self.mark is not None else 0.0
        points = look.text_width(self.points, theme.BIG_NUMBER) + 2 if self.points else 0.0
        return sign, max(1.0, width - sign - points - HEAD_GAP), points

    def height_for(self, look: Look, width: float) -> float:
        """Return the height of the wrapped title."""
        title = look.wrapped_size(str(self.title), theme.HEADING, self._rooms(look, width)[1])[1]
        return max(title, 2 * look.scaled(SIGN_RADIUS), look.line_height(theme.BIG_NUMBER))

    def cells(self) -> Sequence[DrawnCell]:
        """Return the points."""
        points = self._rooms(self.look, self.rect.w)[2]
        box = Box(self.rect.right - points, self.rect.y, points, self.rect.h)
        return (DrawnCell(self.points, theme.BIG_NUMBER, self.ink, box, "right"),) if self.points else ()

    def _title_box(self) -> Box:
        sign, title, _points = self._rooms(self.look, self.rect.w)
        high = self.look.wrapped_size(str(self.title), theme.HEADING, title)[1]
        return Box(self.rect.x + sign, self.rect.centre[1] - high / 2, title, high)

    def draw_strokes(self, surface: pygame.Surface) -> None:
        """Draw icon and title."""
        if self.mark is not None:
            radius = self.look.scaled(SIGN_RADIUS)
            draw_sign(surface, self.look, (self.rect.x + radius, self.rect.centre[1]), radius, self.mark)
        draw.paragraph(surface, self.look, str(self.title), theme.HEADING, theme.INK, self._title_box())

    def texts(self) -> Iterator[WrittenText]:
        """Yield title and points."""
        yield from super().texts()
        yield draw.fitted_paragraph(self.look, str(self.title), theme.HEADING, self._title_box())


class MovesField(Widget):
    """Felt with the moves of a turn, their tiles wrapped to the width."""

    kind = "moves"

    def __init__(self, name: str, *, cards: bool) -> None:
        super().__init__(name)
        self.rows: tuple[MoveRow, ...] = ()
        self._cards = cards

    def accessible_text(self) -> str:
        """Return the moves in words."""
        return ", ".join(str(row.words) for row in self.rows)

    def min_size(self, look: Look) -> Size:
        """Return the least size: a few tiles wide."""
        wide = look.scaled(MIN_WIDTH)
        return (wide, self.height_for(look, wide))

    def _figures(self, look: Look, row: MoveRow, room: float) -> list[Figure]:
        """Return the tiles of a row, wrapped into lines."""
        pieces, lines = row.pieces, list[Figure]()
        while pieces:
            count = len(pieces)
            while count > 1 and Figure(pieces[:count], self._cards).size(look)[0] > room:
                count -= 1
            lines.append(Figure(pieces[:count], self._cards))
            pieces = pieces[count:]
        return lines

    def _laid(self, look: Look, box: Box) -> Iterator[tuple[MoveRow, Box, list[tuple[Figure, Box]]]]:
        """Yield each row with the box of its words and its lines of tiles, beside the words if there is room."""
        room, y = box.w - 2 * PADDING, box.y + PADDING
        for row in self.rows:
            wide = look.text_width(str(row.words), theme.SMALL_BOLD) + 2
            beside = Figure(row.pieces, self._cards).size(look) if row.pieces else (0.0, 0.0)
            if row.pieces and wide + PADDING + beside[0] <= room:
                pills = ROW_GAP if any(one.means for one in row.pieces) else 0.0
                words = Box(box.x + PADDING, y, wide, beside[1])
                words = words.middle(wide, look.line_height(theme.SMALL_BOLD))
                figure = Figure(row.pieces, self._cards)
                yield row, words, [(figure, Box(box.x + 2 * PADDING + wide, y, *beside))]
                y += beside[1] + ROW_GAP + pills
                continue
            high = look.wrapped_size(str(row.words), theme.SMALL_BOLD, room)[1]
            words = Box(box.x + PADDING, y, room, high)
            y += high + GAP
            lines = []
            for figure in self._figures(look, row, room):
                wide, tall = figure.size(look)
                lines.append((figure, Box(box.x + PADDING, y, wide, tall)))
                y += tall + ROW_GAP + (ROW_GAP if any(one.means for one in figure.pieces) else 0.0)
            yield row, words, lines

    def height_for(self, look: Look, width: float) -> float:
        """Return the height of all rows."""
        bottom = PADDING
        for _row, words, lines in self._laid(look, Box(0.0, 0.0, width, 0.0)):
            bottom = max([words.bottom + GAP, *(box.bottom + ROW_GAP * 2 for _figure, box in lines)])
        return bottom + PADDING - GAP

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the felt, the words and the tiles, which run from left to right in every language."""
        look = self.look
        draw.plate(surface, look, self.rect, theme.RADIUS_ROW, theme.SEAL_GROUND)
        for row, words, lines in self._laid(look, self.rect):
            draw.paragraph(surface, look, str(row.words), theme.SMALL_BOLD, theme.FELT_TEXT, words)
            for figure, box in lines:
                with draw.unmirrored_box(surface, look, Box(box.x, box.y, box.w, box.h + ROW_GAP)):
                    figure.draw(surface, look, box)

    def texts(self) -> Iterator[WrittenText]:
        """Yield the words."""
        for row, words, _lines in self._laid(self.look, self.rect):
            yield draw.fitted_paragraph(self.look, str(row.words), theme.SMALL_BOLD, words)
