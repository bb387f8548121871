"""A paragraph of the rule book as widgets: its heading, lists, tables and subparagraphs, and buttons to its neighbours.

A scenario, or any other row with a number or a name, is a card of its own, so that links can lead to it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Final

from game.book.book import (
    INTRODUCTION_NUMBER,
    QUESTIONS_SECTION,
    Grid,
    ItemList,
    Prose,
    block_places,
    group_name,
    row_number,
)
from game.book.search import SCENARIO, place_name
from game.book.spans import Span, SpanStyle, plain_text
from game.client.book.prose import FELT_INKS, PAPER_INKS, ProseLine, TextColours, citations, cut
from game.client.draw import theme
from game.client.draw.theme import ButtonKind
from game.client.leftward import bidi
from game.client.widgets import draw
from game.client.widgets.boxes import Box, wrapped_flow
from game.client.widgets.button import Button
from game.client.widgets.label import Paragraph
from game.client.widgets.panel import Column
from game.client.widgets.widget import Group, Widget
from game.client.words import phrase
from game.client.words.tongue import reads_leftward

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import pygame

    from game.book.book import Block, RuleBook, RuleParagraph
    from game.book.search import SoughtWord
    from game.book.spans import Line
    from game.client.director import Change
    from game.client.draw.theme import RGB, Fill
    from game.client.widgets.boxes import Size
    from game.client.widgets.look import Look
    from game.client.words import Text

GAP: Final = 10.0
CARD_PADDING: Final = 12.0
CARD_GAP: Final = 4.0
PLAIN_GAP: Final = 8.0  # between the answers of the plain words
MAX_UNTITLED_LENGTH: Final = 24  # letters: a second column this short needs its title, a longer one does not
BULLET: Final = "\N{BULLET}"
ALTERNATIVE: Final = " / "  # between the positions, moves or results of a scenario


class Card(Widget):
    """Lines on their own background: paper, or felt for tiles on a table."""

    kind = "card"

    def __init__(self, name: str, content: Widget, *, felt: bool) -> None:
        super().__init__(name)
        self.content = content
        self.felt = felt

    @property
    def children(self) -> tuple[Widget, ...]:
        """Return the lines."""
        return (self.content,)

    def min_size(self, look: Look) -> Size:
        """Return the size of the lines with a margin."""
        wide, high = self.content.min_size(look)
        return (wide + 2 * CARD_PADDING, high + 2 * CARD_PADDING)

    def height_for(self, look: Look, width: float) -> float:
        """Return the height of the lines with a margin."""
        return self.content.height_for(look, width - 2 * CARD_PADDING) + 2 * CARD_PADDING

    def place(self, box: Box, look: Look) -> None:
        """Place the lines."""
        super().place(box, look)
        self.content.place(box.inset(CARD_PADDING), look)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the background and the visible lines."""
        if not self.look.rect(self.rect).colliderect(surface.get_clip()):
            return
        fill: Fill = self.look.palette.felt[1] if self.felt else theme.PAPER_CARD
        rim: RGB = self.look.palette.felt[2] if self.felt else theme.PAPER_LINE
        draw.plate(surface, self.look, self.rect, theme.RADIUS_ROW, fill, draw.Edge(rim))
        super().draw(surface)


@dataclass(frozen=True, slots=True)
class ParagraphSheet:
    """The widgets of a paragraph, and the link targets by the number or name of their row or group."""

    content: Column
    rows: dict[str, Widget]


class SheetMaker:
    """Makes the widgets of one paragraph; `go` follows a link, `lit` are the words to highlight.

    `here` says what holds at a table besides an answer to beginners.
    """

    def __init__(
        self, book: RuleBook, go: Callable[[str], Change | None], lit: tuple[SoughtWord, ...], *,
        here: Callable[[Line], list[Text]],
    ) -> None:  # fmt: skip
        self.book, self.go, self.lit = book, go, lit
        self._here = here
        self._told_here: set[str] = set()  # said once on a page
        self._rows: dict[str, Widget] = {}
        self._count = self._groups = 0
        self._own = ""  # the number of the paragraph
        self._listing = False  # whether rows that begin with a number list other paragraphs
        self._asked = False  # whether it answers questions of beginners

    def sheet(
        self, paragraph: RuleParagraph, below: tuple[Widget, ...], plain: tuple[Line | Text, ...] = ()
    ) -> ParagraphSheet:
        """Return the page of a paragraph: its `plain` words first, then the exact text; `below` comes after that."""
        self._rows, self._count, self._own = {}, 0, paragraph.number
        section = self.book.section(paragraph.number)
        self._asked = section.number == QUESTIONS_SECTION
        self._listing = paragraph.number == INTRODUCTION_NUMBER
        head: list[Widget] = []
        if section is not paragraph:
            head.append(Paragraph("book.section", number_and_title(section), theme.SMALL_BOLD, theme.SECONDARY_INK))
        head.append(Paragraph("book.title", number_and_title(paragraph), theme.DISPLAY, theme.INK))
        told = self._plain(plain)
        if plain:
            title = Paragraph("book.plain", phrase("book.plain"), theme.HEADING, theme.INK)
            card = Card("book.plain.card", Column("book.plain.lines", [title, *told], PLAIN_GAP), felt=False)
            head += [card, Paragraph("book.exact", phrase("book.exact"), theme.HEADING, theme.INK)]
        blocks: list[Widget] = []
        at = 0
        for block in paragraph.blocks:
            above = isinstance(block, Prose) and block.line in plain
            own = [told[plain.index(block.line)]] if isinstance(block, Prose) and above else list(self._block(block))
            self._rows |= {place_name(paragraph.number, at + inside): one for inside, one in enumerate(own)}
            if isinstance(block, Grid) and SCENARIO.match(row_number(block.rows[0][0])):
                blocks.append(Paragraph("book.scenarios", phrase("book.scenarios"), theme.HEADING, theme.INK))
                blocks.append(Paragraph("book.scenarios_line", phrase("book.scenarios_line"), theme.READING, theme.INK))
            blocks += [] if above else own
            at += len(block_places(block))
        inside = [self._way(one) for one in self.book.children(paragraph.number)]
        column = Column("book.page", [*head, *blocks, *inside, *below, *self._neighbours(paragraph)], GAP)
        return ParagraphSheet(column, self._rows)

    def line(self, line: Line, inks: TextColours = PAPER_INKS, mark: str = "") -> ProseLine:
        """Return a line of the book."""
        self._count += 1
        return ProseLine(f"book.line_{self._count}", line, self.go, inks=inks, lit=self.lit, mark=mark)

    def _plain(self, plain: tuple[Line | Text, ...]) -> list[Widget]:
        """Return the plain words."""
        return [
            self.line(self._plainly(one))
            if isinstance(one, tuple)
            else Paragraph(f"book.plain_{at}", one, theme.READING, theme.INK)
            for at, one in enumerate(plain)
        ]

    def _plainly(self, answer: Line) -> Line:
        """Return an answer with a way to its rule in place of numbers in brackets; none where that rule is read.

        What the table has chosen stands behind the first answer that it concerns.
        """
        line = answer
        for start, end in reversed(list(citations(line))):
            leads = [span.leads for span in cut(line, start, end) if self._asked and self._is_rule(span.leads)]
            before = cut(line, 0, start)
            if not leads and before and before[-1].text.endswith(" "):
                before = (*before[:-1], replace(before[-1], text=before[-1].text.rstrip()))
            told = (Span("("), Span(str(phrase("score.show_rule")), leads=leads[0]), Span(")")) if leads else ()
            line = (*before, *told, *cut(line, end))
        here = [str(one) for one in self._here(answer) if str(one) not in self._told_here]
        self._told_here.update(here)
        return (*line, *(Span(f" {one}") for one in here))

    def _is_rule(self, number: str) -> bool:
        """Return whether a number leads to a rule: no expert's decision, and no whole section."""
        return number != "" and not number.startswith("D") and self.book.find(number).depth > 1

    def _block(self, block: Block) -> Iterator[Widget]:
        match block:
            case Prose((Span(style=SpanStyle.BOLD) as title,)) if self._asked:
                name = group_name(self._own, self._groups)
                self._groups += 1
                self._rows[name] = Paragraph(f"book.group_{self._groups}", title.text, theme.HEADING, theme.INK)
                yield self._rows[name]
            case Prose(line):
                yield self.line(self._plainly(line) if self._asked else line)
            case ItemList(lines, counted):
                for number, line in enumerate(lines, start=1):
                    yield self.line(line, mark=f"{number}." if counted else BULLET)
            case Grid(head, rows):
                titled = len(head) > 2 or all(len(plain_text(row[1])) <= MAX_UNTITLED_LENGTH for row in rows)
                for row in rows:
                    first = plain_text(row[0])
                    if self._listing and first in self.book.links:
                        yield self.line((Span(_numbered(first, plain_text(row[1])), leads=first),), mark=BULLET)
                    else:
                        yield self._row(head, row, titled=titled)

    def _row(self, head: tuple[Line, ...], row: tuple[Line, ...], *, titled: bool) -> Card:
        name = row_number(row[0])
        felt = SCENARIO.match(name) is not None
        inks = FELT_INKS if felt else PAPER_INKS
        lines = [self.line(_bold(row[0]), inks)]
        for title, cell in zip(head[1:], row[1:], strict=True):
            if titled and plain_text(cell):
                label = Span(f"{plain_text(title)}: ", SpanStyle.BOLD)
                lines.append(self.line((label, *_in_order(cell, alternatives=felt)), inks))
            elif plain_text(cell):
                lines.append(self.line(cell, inks))
        self._count += 1
        card = Card(f"book.card_{self._count}", Column(f"book.card_{self._count}.lines", lines, CARD_GAP), felt=felt)
        if name:
            self._rows[name] = card
        return card

    def _way(self, paragraph: RuleParagraph) -> Widget:
        return self.line((Span(number_and_title(paragraph), leads=paragraph.number),), mark=BULLET)

    def _neighbours(self, paragraph: RuleParagraph) -> tuple[Widget, ...]:
        before, after = self.book.neighbours(paragraph.number)
        buttons = tuple(
            Button(
                f"book.{which}", number_and_title(one), partial(self.go, one.number), kind=ButtonKind.PAPER, icon=icon
            )
            for which, one, icon in (("before", before, "back"), ("after", after, "forward"))
            if one is not None
        )
        return (NeighbourButtons(buttons),)


class NeighbourButtons(Group):
    """The buttons to the paragraphs before and after, side by side or below one another."""

    def __init__(self, buttons: tuple[Button, ...]) -> None:
        self.buttons = buttons
        super().__init__("book.turning", buttons, self._put)

    def _cells(self, look: Look, box: Box) -> tuple[Box, ...]:
        widths = [min(button.min_size(look)[0], box.w) for button in self.buttons]
        fitted = [(wide, one.height_for(look, wide)) for one, wide in zip(self.buttons, widths, strict=True)]
        return wrapped_flow(box, fitted, GAP)

    def height_for(self, look: Look, width: float) -> float:
        """Return the height of the lines of buttons."""
        return max((cell.bottom for cell in self._cells(look, Box(0.0, 0.0, width, 0.0))), default=0.0)

    def _put(self, box: Box, look: Look) -> None:
        for button, cell in zip(self.buttons, self._cells(look, box), strict=True):
            button.place(cell, look)


def number_and_title(paragraph: RuleParagraph) -> str:
    """Return number and title as in the book; the questions of beginners, which nothing cites, need no number."""
    plain = paragraph.number == INTRODUCTION_NUMBER or paragraph.number.partition(".")[0] == QUESTIONS_SECTION
    return paragraph.title if plain else _numbered(paragraph.number, paragraph.title)


def _numbered(number: str, title: str) -> str:
    """Return number and title so that the number is seen at the edge where a line begins.

    A title in Latin letters alone is seen from left to right on a right-to-left page, too.
    """
    return f"{title} {number}" if reads_leftward() and not bidi.has_right_to_left(title) else f"{number} {title}"


def _in_order(cell: Line, *, alternatives: bool = False) -> Line:
    """Return a cell, isolated if it is only notation, so that it keeps its order after right-to-left words.

    The `alternatives` of a scenario stand in the order of the words around them, each by itself in its own.
    """
    if not reads_leftward():
        return cell
    at = plain_text(cell).find(ALTERNATIVE) if alternatives else -1
    if at >= 0:
        slash = (Span(" "), Span(bidi.TURN_MARK), Span(ALTERNATIVE.strip()), Span(bidi.TURN_MARK), Span(" "))
        rest = _in_order(cut(cell, at + len(ALTERNATIVE)), alternatives=True)
        return (*_in_order(cut(cell, 0, at)), *slash, *rest)
    if bidi.has_right_to_left(plain_text(cell)):
        return cell
    return (Span(bidi.PICTURE_MARK), *cell, Span(bidi.PICTURE_MARK))


def _bold(line: Line) -> Line:
    return tuple(span if span.leads or span.tiles else Span(span.text, SpanStyle.BOLD) for span in line)
