"""The rule book's scene: contents and search, the page, and a side column with the sources and references.

Laws: every number in the text is a link; the way back is remembered. In a narrow window or with big text the side
column is below the page, or contents and page are two tabs. A change of language restarts it in that language.
"""

from __future__ import annotations

import re
from enum import Enum
from typing import TYPE_CHECKING, Final

from game.book.book import (
    INTRODUCTION_NUMBER,
    QUESTIONS_SECTION,
    ItemList,
    first_link,
    group_name,
    rule_book_of,
    without_group,
)
from game.book.search import without_place
from game.book.spans import Span, SpanStyle, plain_text
from game.client.book.finds import SHARED_SECTIONS, found_rows, found_words
from game.client.book.leads import (
    options_changed,
    options_decided_by,
    options_here,
    options_left_open,
    plain_words,
    refusals_citing,
)
from game.client.book.printing import bar_tools
from game.client.book.prose import ProseLine
from game.client.book.sheet import Card, SheetMaker, number_and_title
from game.client.director import Pop
from game.client.draw import theme
from game.client.draw.theme import ButtonKind
from game.client.scenes.page import Page
from game.client.widgets.bar import Bar
from game.client.widgets.boxes import Box
from game.client.widgets.button import Button, IconButton
from game.client.widgets.choice import Choice
from game.client.widgets.choice_faces import ChoiceOption, Strip
from game.client.widgets.gesture import Arrow, Drag, Grab, ScrollTo, Use
from game.client.widgets.label import Paragraph
from game.client.widgets.list import ListRows
from game.client.widgets.panel import SHEET, Column, Panel
from game.client.widgets.row_face import ListRow, RowFace
from game.client.widgets.scroll import BAR_WIDTH, NOTCH_STEP, Scroll
from game.client.widgets.text_field import TextField
from game.client.widgets.widget import IGNORED, Answer, Group, Widget, handled_with, walk
from game.client.words import phrase
from game.client.words.tongue import current_language, uses_card_words
from game.rules.registry import GAMES

if TYPE_CHECKING:
    from collections.abc import Callable

    from game.book.book import Prose, RuleBook, RuleParagraph
    from game.book.search import SoughtWord
    from game.book.spans import Line
    from game.client.director import Change
    from game.client.scenes.page import LookSettings
    from game.client.viewport import Viewport
    from game.client.widgets.gesture import Gesture
    from game.client.widgets.look import Look
    from game.client.words import Text
    from game.rules.ruleset import RuleSet
    from game.table.options import Options

CONTENTS_WIDTH: Final = 262.0  # logical px at usual text size
SIDE_WIDTH: Final = 300.0
PAGE_MIN_WIDTH: Final = 460.0
SECTION_GAP: Final = 14.0
PADDING: Final = 26.0
INDENT: Final = 16.0
MIN_ROW_HEIGHT: Final = 38.0
ROW_MARGIN: Final = 12.0
NOTCHES_PER_KEY: Final = 3.0  # an arrow key scrolls like this many wheel notches
MAX_DECISIONS: Final = 6  # beside a page; its text links to all of them
MAX_ANSWERS: Final = 4  # of those to beginners, above a page's exact words
DECISION_LINES: Final = 2  # lines shown of a decision's five: what holds here, and what the source says


class BookLayout(Enum):
    """The layouts: side by side, the side column below the page, or one part at a time."""

    THREE = "three"
    TWO = "two"
    ONE = "one"


class ContentsFace(RowFace):
    """Low rows; paragraphs are indented below their section, groups of questions below their paragraph."""

    def text_left(self, look: Look, row: ListRow) -> float:
        """Return the x at which the words begin."""
        found = row.key != without_place(row.key)
        deep = 0 if found or ("." not in row.key and not row.key.startswith("D")) else 1
        deep += not found and row.key != without_group(row.key)
        return super().text_left(look, row) + deep * INDENT

    def height_for(self, look: Look, row: ListRow, width: float) -> float:
        """Return a row's height at a width."""
        return max(MIN_ROW_HEIGHT, sum(self._words(look, row, width)) + ROW_MARGIN)


class PageScroll(Scroll):
    """The page's scroll: takes the focus so that arrows scroll it; ignores presses beside its scroll bar.

    While `takes_return`, Return calls `on_enter`.
    """

    takes_focus = True
    on_enter: Callable[[], Change | None] | None = None
    _turned = False

    def handle(self, gesture: Gesture) -> Answer:
        """Scroll by arrows too, while there is more in that direction."""
        match gesture:
            case Arrow("up" | "down" as way):
                by = NOTCHES_PER_KEY * NOTCH_STEP
                return Answer(taken=self.scroll_to(self.offset + (by if way == "down" else -by)))
            case Grab((x, _)):
                self._turned = x >= self.rect.right - BAR_WIDTH
                return super().handle(gesture) if self._turned else IGNORED
            case Drag():
                return super().handle(gesture) if self._turned else IGNORED
            case Use(None) if self.takes_return and self.on_enter is not None:
                return handled_with(self.on_enter())
        return super().handle(gesture)


class RuleBookPage(Page):
    """The book, opened at a number; with `from_table` gold leads back to a table; `reason` is why it was opened.

    If the book is opened from a `game`, a button leads to the questions about that game; with the `options` of a table
    each page says what that table has chosen.
    """

    keeps = frozenset({"rules"})

    def __init__(
        self, reading: LookSettings, number: str = INTRODUCTION_NUMBER, *, reason: Text | None = None,
        from_table: bool = False, game: RuleSet | None = None, options: Options | None = None,
    ) -> None:  # fmt: skip
        self.book: RuleBook = rule_book_of(current_language())
        self._went = [first_link(number, self.book) or INTRODUCTION_NUMBER]
        self._at = 0
        self._offsets: dict[str, float] = {}  # where a page was left, to come back to
        self._words = ""
        self._sought: tuple[SoughtWord, ...] = ()
        self._find = ""  # the name of the find that was gone to
        self._tab = "page"
        self._shape = BookLayout.THREE
        back = IconButton("book.leave", phrase("button.back"), "back", Pop)
        self._back = IconButton("book.way_back", phrase("book.way_back"), "undo", lambda: self._step(-1))
        self._forth = IconButton("book.way_forth", phrase("book.way_forth"), "redo", lambda: self._step(1))
        others = (*bar_tools(reading, self), self._back, self._forth)
        self._bar = Bar("book.bar", phrase("book.title"), back, others, aside=reason)
        tabs = (ChoiceOption("page", phrase("book.tab_page")), ChoiceOption("contents", phrase("book.tab_contents")))
        self._tabs = Choice("book.tabs", tabs, self._tab, self._turn_to, face=Strip())
        self._field = TextField(
            "book.search", phrase("book.search"), self._search, most=40, inside=True, on_enter=self._go_on
        )
        self._found = Paragraph("book.found", "", theme.SMALL, theme.MUTED)
        self._contents = ListRows("book.contents", (), self._go, face=ContentsFace())
        self._list = Scroll("book.contents_scroll", self._contents)
        self._page = PageScroll("book.scroll", Column("book.page", ()), on_paper=True)
        self._page.on_enter = self._go_on
        self._paper = Panel("book.paper", None, self._page, ground=SHEET, padding=PADDING, bleed=8.0)
        self._side = Scroll("book.side", Column("book.side_column", ()))
        self._to_table = Button(
            "book.to_table", phrase("book.to_table"), Pop, kind=ButtonKind.PRIMARY, icon="back", key="Esc"
        )
        self._to_table.visible = from_table
        self._game, self._options = game, options
        self._questions = Button("book.questions", phrase("lesson.questions"), self._ask, icon="help")
        members = (
            self._tabs, self._field, self._found, self._list, self._paper, self._side, self._questions,
            self._to_table, self._bar,
        )  # fmt: skip
        self._rows: dict[str, Widget] = {}
        self._contents_box = Box(0.0, 0.0, 0.0, 0.0)
        super().__init__("rule_book", reading, Group("rule_book", members, self._arrange), self._page.name)
        self._show()

    @property
    def number(self) -> str:
        """Return the number or name the book is opened at."""
        return self._went[self._at]

    @property
    def paragraph(self) -> RuleParagraph:
        """Return the paragraph that is read."""
        return self.book.find(self.number)

    # --- ways ----------------------------------------------------------------------------------------------------

    def _go(self, name: str) -> Change | None:
        """Go to a number or a group of questions; the forward history is cleared."""
        self._offsets[self.number] = self._page.offset
        number = without_group(name)
        if number != self.number:
            self._went = [*self._went[: self._at + 1], number]
            self._at += 1
        self._tab = self._tabs.chosen = "page"
        self._find = name
        self._turned()
        self._to_row(name)
        return None

    def _go_on(self) -> Change | None:
        """Go to the first find, and from a find to the next one."""
        found = [row.key for row in self._contents.members] if self._sought else []
        typing = self._field.has_focus
        if found:
            self._contents.on_choose(found[(found.index(self._find) + 1) % len(found) if self._find in found else 0])
            if typing and self._field.visible:
                self.ring.focus_on(self._field)
            self.ring.show_focus(shown=True)  # so that Return goes on from the page, too
        return None

    @property
    def _answers(self) -> str:
        """Return where questions about the game are answered."""
        return "" if self._game is None else self.book.questions_number(self._game.title)

    def _ask(self) -> Change | None:
        offset = self._offsets.get(self._answers, 0.0)
        self._go(self._answers)
        self._page.scroll_to(offset)
        return None

    def _step(self, by: int) -> Change | None:
        self._offsets[self.number] = self._page.offset
        self._at = max(0, min(len(self._went) - 1, self._at + by))
        self._find = ""
        self._turned()
        self._page.scroll_to(self._offsets.get(self.number, 0.0))
        return None

    def _turned(self) -> None:
        """Show another page, from its top or from the requested row."""
        self._show()
        self._page.offset = 0.0
        self._again()
        self._to_row(self.number)
        if self._contents.members and self._list.placed:
            self._list.handle(ScrollTo(self._contents.focus_box))
        self.ring.focus_on(self._page)
        self.ring.note_change()

    def _to_row(self, name: str) -> None:
        """Scroll to a row; in one longer than the page, to what is found in it."""
        row = self._rows.get(name)
        if row is not None:
            tops = [line.lit_bottom() for line, _ in walk(row) if isinstance(line, ProseLine) and line.lit]
            found = next((bottom for bottom in tops if bottom is not None), row.rect.y)
            top = max(row.rect.y, found - self._page.rect.h + 2 * self._page.rim)
            self._page.scroll_to(top - self._page.rect.y - self._page.rim)

    def _turn_to(self, tab: str) -> None:
        self._tab = tab
        self._again()

    def _search(self, words: str) -> Change | None:
        self._words, self._find = words, ""
        self._sought = self.book.sought(words)
        self._page.takes_return = bool(self._sought)
        self._list_contents()
        for line, _ in (*walk(self._page), *walk(self._side)):
            if isinstance(line, ProseLine):
                line.lit = self._sought
        self._found.visible = bool(self._sought)
        if self.look is not None:
            self._place_contents(self._contents_box, self.look)  # nothing else lies otherwise than before
            self.ring.note_change()
        return None

    def _again(self) -> None:
        if self.look is not None:
            self.layout(self.look.viewport)

    # --- what is shown -------------------------------------------------------------------------------------------

    def _list_contents(self) -> None:
        """Rebuild the contents: what is found, or all sections with the open one's paragraphs."""
        own = self.paragraph.number
        if self._sought:  # else the book's words need no index
            finds = self.book.search(self._sought)
            self._found.text = found_words(finds, self._words)
            self._contents.show(found_rows(self.book, finds, self._game))
            own = self._find or own
        else:
            self._contents.show([row for one in self._listed() for row in self._rows_of(one)])
        self._contents.chosen = own
        self._contents.cursor = next((at for at, row in enumerate(self._contents.members) if row.key == own), 0)

    def _show(self) -> None:
        """Rebuild contents, page and side column."""
        lit = self._sought
        self._back.enabled, self._forth.enabled = self._at > 0, self._at < len(self._went) - 1
        self._questions.visible = self._answers not in ("", self.paragraph.number)
        self._list_contents()
        beside = self._beside(lit)
        maker = SheetMaker(
            self.book,
            self._go,
            lit,
            here=self._said_here,
        )
        below = () if self._shape is BookLayout.THREE else beside
        sheet = maker.sheet(self.paragraph, below, self._plain())
        self._page.content, self._rows = sheet.content, sheet.rows
        self._side.content = Column("book.side_column", beside if self._shape is BookLayout.THREE else ())

    def _plain(self) -> tuple[Line | Text, ...]:
        """Return what the paragraph says in plain words, those of the game it was opened from.

        From the answers to beginners one comes for the rule: they are not told again.
        """
        own, short = self.paragraph, self.paragraph.short
        read = own.depth == 1 or any(self._is_asked(one) for one in (own.number, *self._went[: self._at][-1:]))
        answers = () if read else self._answers_about(own.number)[:MAX_ANSWERS]
        # the rules shared by several games speak of tiles and of other games, the answers of cards and of the own one
        told = () if short is None or (answers and (uses_card_words() or self._is_strange(short))) else (short.line,)
        return (*told, *answers) or tuple(plain_words(self.book, own.number))

    def _is_strange(self, short: Prose) -> bool:
        """Return whether plain words name other games than the one that is played."""
        words = set(re.split(r"\W+", plain_text(short.line)))
        return self._game is not None and any(one.title in words for one in GAMES.values() if one is not self._game)

    def _answers_about(self, number: str) -> tuple[Line, ...]:
        return self.book.answers(number, "" if self._game is None else self._game.title)

    def _said_here(self, line: Line) -> list[Text]:
        """Return what holds at the table where what an answer cites has no usual choice, or another was made."""
        if self._game is None or self._options is None:
            return []
        told: list[Text] = []
        for code, among in (
            ("book.at_here", options_left_open(self._game)),
            ("book.but_here", options_changed(self._game, self._options)),
        ):
            said = options_here(self.book, {span.leads for span in line}, self._game, self._options, among)
            told += [phrase(code, said=" ".join(map(str, said)))] if said else []
        return told

    def _listed(self) -> list[RuleParagraph]:
        """Return the rows of the contents: all sections, with the open one's paragraphs."""
        own = self.paragraph
        section = self.book.section(own.number)
        sections = self._sections()
        if section not in sections[:-1]:
            tops = (one for one in self.book.paragraphs if one.depth == 1)
            sections = sorted(tops, key=lambda one: not self._is_asked(one.number))
        open_ = {one.number for one in self.book.children(section.number)}
        for number in tuple(open_):
            inner = {one.number for one in self.book.children(number)}
            if own.number == number or own.number in inner:
                open_ |= inner
        if self._answers:  # of the questions those about the game
            open_ = {one for one in open_ if not self._is_asked(one) or one in (self._answers, own.number)}
        inside = [one for one in self.book.paragraphs if one.number in open_]
        return [one for top in sections for one in (top, *(inside if top is section else ()))]

    def _sections(self) -> list[RuleParagraph]:
        """Return the sections that a player of the game needs, questions first; the last row leads to all others."""
        if self._game is None or not self._answers:
            return []
        numbers = (QUESTIONS_SECTION, self._game.section, SHARED_SECTIONS[self._game.family], INTRODUCTION_NUMBER)
        return [self.book.find(one) for one in numbers]

    def _is_asked(self, number: str) -> bool:
        return self.book.section(number).number == QUESTIONS_SECTION

    def _rows_of(self, one: RuleParagraph) -> list[ListRow]:
        """Return the row of a paragraph, and if it is open the ways to its groups of questions."""
        if one.depth > 1 or not self._answers:
            groups = one.groups if one is self.paragraph else ()
            own = ListRow(one.number, number_and_title(one))
            return [own, *(ListRow(group_name(one.number, at), title) for at, title in enumerate(groups))]
        words = phrase("book.whole") if one.number == INTRODUCTION_NUMBER else one.title
        if self._game is not None and one.number == self._game.section:
            words = phrase("book.rules_of", game=self._game.title)
        return [ListRow(one.number, words)]

    def _beside(self, lit: tuple[SoughtWord, ...]) -> tuple[Widget, ...]:
        """Return the side column: where the sources disagree and what was chosen, and what cites this paragraph."""
        number = self.paragraph.number
        # beginners' questions list no disagreements of experts
        asked = self._is_asked(number)
        cited = [self.book.find(one) for one in self.paragraph.cited_numbers() if not asked]
        decisions = [one for one in dict.fromkeys(cited) if one.number.startswith("D")][:MAX_DECISIONS]
        here = _told_card("book.here", self._chosen_here(number))
        cards: list[Widget] = [*here, *(self._decision(one, lit) for one in decisions)]
        for code, words in (
            ("book.from_refusals", refusals_citing(self.book, number)),
            ("book.from_options", options_decided_by(self.book, number)),
        ):
            cards += _told_card(code, words)
        return tuple(cards)

    def _chosen_here(self, number: str) -> list[Text]:
        """Return the table's choices for the options that a page decides.

        Beginners' answers cite the pages that do; what they cite is told beside the game's own section, too.
        """
        if self._game is None or self._options is None:
            return []
        numbers, section = [number], self.book.section(number).number
        others = {one.section for one in GAMES.values()} - {self._game.section}
        if section in others or (self._is_asked(number) and number not in (QUESTIONS_SECTION, self._answers)):
            return []  # the page of another game
        if section in (QUESTIONS_SECTION, self._game.section):
            answers = number if section == QUESTIONS_SECTION else self._answers or number
            numbers += self.book.find(answers).cited_numbers()
        return options_here(self.book, numbers, self._game, self._options)

    def _decision(self, one: RuleParagraph, lit: tuple[SoughtWord, ...]) -> Card:
        """Return the card of a decision: what was chosen, and what the source says."""
        lines = [line for block in one.blocks if isinstance(block, ItemList) for line in block.lines]
        name = f"book.decision_{one.number}"
        title = ProseLine(f"{name}.title", (Span(number_and_title(one), SpanStyle.BOLD, one.number),), self._go)
        said = [ProseLine(f"{name}.{at}", line, self._go, lit=lit) for at, line in enumerate(lines[:DECISION_LINES])]
        head = Paragraph(f"{name}.head", phrase("book.disagree"), theme.HEADING, theme.INK)
        return Card(f"{name}.card", Column(f"{name}.lines", [head, title, *said], 6.0), felt=False)

    # --- where it lies -------------------------------------------------------------------------------------------

    def layout(self, viewport: Viewport) -> None:
        """Adapt to the language and the window's shape, then lay everything out."""
        if self.book.language != rule_book_of(current_language()).language:
            self.book = rule_book_of(current_language())
            self._show()
        scale = self.reading.text_scale
        wide = viewport.canvas.w - 2 * SECTION_GAP
        three = (CONTENTS_WIDTH + PAGE_MIN_WIDTH + SIDE_WIDTH) * scale + 2 * SECTION_GAP
        two = (CONTENTS_WIDTH + PAGE_MIN_WIDTH) * scale + SECTION_GAP
        shape = BookLayout.THREE if three <= wide else BookLayout.TWO if two <= wide else BookLayout.ONE
        if shape is not self._shape:
            self._shape = shape
            self._show()
        opened = self.look is None
        super().layout(viewport)
        if opened:
            self._to_row(self.number)

    def _arrange(self, box: Box, look: Look) -> None:
        bar = self._bar.height_for(look, box.w)
        self._bar.place(box.top_part(bar), look)
        room = box.below(bar).inset(SECTION_GAP)
        one = self._shape is BookLayout.ONE
        self._tabs.visible = one
        contents, page = not one or self._tab == "contents", not one or self._tab == "page"
        self._field.visible = self._list.visible = contents
        self._found.visible = contents and bool(self._sought)
        self._paper.visible = page
        self._side.visible = self._shape is BookLayout.THREE
        if one:
            high = self._tabs.height_for(look, room.w)
            self._tabs.place(room.top_part(high), look)
            room = room.below(high + SECTION_GAP)
        if self._shape is not BookLayout.THREE:
            room = self._placed_ways(room, look)
        if self._shape is BookLayout.THREE:
            side = room.right_of(room.w - look.scaled(SIDE_WIDTH))
            room = room.left_part(room.w - side.w - SECTION_GAP)
            self._side.place(self._placed_ways(side, look), look)
        wide = room.w if one else look.scaled(CONTENTS_WIDTH)
        if contents:
            self._place_contents(room.left_part(wide), look)
        if page:
            self._paper.place(room if one else room.right_of(wide + SECTION_GAP), look)

    def _placed_ways(self, box: Box, look: Look) -> Box:
        """Place the ways to the questions and to the table at the bottom of a box; return what is left above them."""
        ways = [one for one in (self._questions, self._to_table) if one.visible]
        if not ways:
            return box
        widths = [one.min_size(look)[0] for one in ways]
        spare = (box.w - sum(widths) - SECTION_GAP * (len(ways) - 1)) / len(ways)
        if spare < 0:
            for one in reversed(ways):
                high = one.height_for(look, box.w)
                one.place(box.below(box.h - high), look)
                box = box.top_part(box.h - high - SECTION_GAP)
            return box
        high = max(one.height_for(look, wide + spare) for one, wide in zip(ways, widths, strict=True))
        row = box.below(box.h - high)
        for one, wide in zip(ways, widths, strict=True):
            one.place(row.left_part(wide + spare), look)
            row = row.right_of(wide + spare + SECTION_GAP)
        return box.top_part(box.h - high - SECTION_GAP)

    def _place_contents(self, box: Box, look: Look) -> None:
        self._contents_box = box
        high = self._field.height_for(look, box.w)
        self._field.place(box.top_part(high), look)
        box = box.below(high + SECTION_GAP / 2)
        if self._found.visible:
            high = self._found.height_for(look, box.w)
            self._found.place(box.top_part(high), look)
            box = box.below(high)
        self._list.place(box, look)


def _told_card(code: str, words: list[Text]) -> tuple[Widget, ...]:
    """Return a card of sentences under their title; nothing without any."""
    if not words:
        return ()
    title = Paragraph(code, phrase(code), theme.HEADING, theme.INK)
    lines = [Paragraph(f"{code}_{at}", one, theme.SMALL, theme.INK) for at, one in enumerate(words)]
    return (Card(f"{code}.card", Column(f"{code}.lines", [title, *lines], 6.0), felt=False),)
