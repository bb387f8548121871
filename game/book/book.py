"""The rule book of a language, read from assets/rules: numbered paragraphs of words, lists and tables.

Laws: a paragraph is found by its number; an option, a limit or a scenario by the name or number of its row, which leads
to the paragraph that holds the row. A cited number is a link only if it can be found.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, cached_property
from typing import TYPE_CHECKING, Final

from assets import FILES
from game.book.search import SearchedText, WordIndex, sought_words, without_place
from game.book.spans import CITED_NUMBER, Line, SpanStyle, plain_text, split_spans

if TYPE_CHECKING:
    from collections.abc import Callable

    from game.book.search import Finds, SoughtWord

FALLBACK_LANGUAGE: Final = "en"
_HEADING: Final = re.compile(r"(#+) (?:(\d+)\.|(\d+\.\d|D\d+b?)) (.+)")
_TITLE: Final = re.compile(r"# (.+)")
_ITEM: Final = re.compile(r"(?:-|\d+\.) (.+)")
_RULE: Final = re.compile(r"\|[-| :]+\|")
_BAR: Final = re.compile(r"(?<!\\)\|")
_ROW_NUMBER: Final = re.compile(r"[A-Z]{2}-\d\d|V\d+")
_NAME: Final = re.compile(r"[a-z][a-z_0-9]{2,}")
_GROUP_MARK: Final = "#"
_ROW_NAME: Final = re.compile(r"`([a-z_0-9]+)`")
INTRODUCTION_NUMBER: Final = "i"  # the number of the text before the first section
OPTIONS_SECTION: Final = "10"
QUESTIONS_SECTION: Final = "12"


@dataclass(frozen=True, slots=True)
class Prose:
    """A paragraph of running text."""

    line: Line


@dataclass(frozen=True, slots=True)
class ItemList:
    """A list; `counted` if its items are numbered."""

    lines: tuple[Line, ...]
    counted: bool = False


@dataclass(frozen=True, slots=True)
class Grid:
    """A table: its header cells and its rows of cells."""

    head: tuple[Line, ...]
    rows: tuple[tuple[Line, ...], ...]


Block = Prose | ItemList | Grid


@dataclass(frozen=True, slots=True)
class RuleParagraph:
    """The text below one heading, up to the next; `depth` is 1 for a section."""

    number: str
    title: str
    depth: int
    blocks: tuple[Block, ...]

    @property
    def places(self) -> tuple[str, ...]:
        """Return the text of each answer, item or row of a table."""
        return tuple(text for block in self.blocks for text in block_places(block))

    @property
    def is_asked(self) -> bool:
        """Return whether it answers questions of beginners."""
        return self.number.partition(".")[0] == QUESTIONS_SECTION

    @property
    def short(self) -> Prose | None:
        """What it says in short, its first words; None if it has no such sentence."""
        first = self.blocks[0] if self.blocks and not self.is_asked else None
        return first if isinstance(first, Prose) and first.line[0].style is SpanStyle.BOLD else None

    @property
    def groups(self) -> tuple[str, ...]:
        """Return the headings of its groups of beginners' questions, in order."""
        heads = (one.line for one in self.blocks if self.is_asked and isinstance(one, Prose))
        return tuple(line[0].text for line in heads if len(line) == 1 and line[0].style is SpanStyle.BOLD)

    def cited_numbers(self) -> tuple[str, ...]:
        """Return the numbers that the paragraph links to, each once, in order."""
        links = (span.leads for block in self.blocks for line in block_lines(block) for span in line)
        return tuple(dict.fromkeys(link for link in links if link and link != self.number))


def group_name(number: str, at: int) -> str:
    """Return the name of a paragraph's group of beginners' questions, counted from 0."""
    return f"{number}{_GROUP_MARK}{at}"


def without_group(name: str) -> str:
    """Return the number of the paragraph in which a group or another place is, or a number itself."""
    return without_place(name.partition(_GROUP_MARK)[0])


def block_lines(block: Block) -> tuple[Line, ...]:
    """Return the lines of a block, those of a table row by row."""
    match block:
        case Prose(line):
            return (line,)
        case ItemList(lines):
            return lines
        case Grid(head, rows):
            return (*head, *(cell for row in rows for cell in row))


def block_places(block: Block) -> tuple[str, ...]:
    """Return the text of each place of a block: a line, or a row of a table."""
    if isinstance(block, Grid):
        return tuple(" ".join(plain_text(cell) for cell in row) for row in block.rows)
    return tuple(plain_text(line) for line in block_lines(block))


def row_number(cell: Line) -> str:
    """Return the number or name that labels a table's row, "" if it has none."""
    text = plain_text(cell)
    return text if _ROW_NUMBER.fullmatch(text) or _NAME.fullmatch(text) else ""


@dataclass(frozen=True)
class RuleBook:
    """The book in one language."""

    language: str
    title: str
    paragraphs: tuple[RuleParagraph, ...]
    links: dict[str, str]  # number or name that may be cited -> number of its paragraph

    @cached_property
    def _by_number(self) -> dict[str, int]:
        return {paragraph.number: at for at, paragraph in enumerate(self.paragraphs)}

    def find(self, number: str) -> RuleParagraph:
        """Return the paragraph of a number or name; raise KeyError, with a readable message, if there is none."""
        if number not in self.links:
            raise KeyError(
                f"the rule book has no number {number!r}; numbers are like 1.6, D4, 10, EB-01 or take_min_sum"
            )
        return self.paragraphs[self._by_number[self.links[number]]]

    def section(self, number: str) -> RuleParagraph:
        """Return the section that holds a paragraph."""
        at = self._by_number[self.links[number]]
        return next(one for one in reversed(self.paragraphs[: at + 1]) if one.depth <= 1)

    def heading_above(self, number: str) -> RuleParagraph:
        """Return the paragraph one level above, of a section itself."""
        at = self._by_number[self.links[number]]
        own = self.paragraphs[at]
        return next((one for one in reversed(self.paragraphs[:at]) if 1 <= one.depth < own.depth), own)

    def children(self, number: str) -> tuple[RuleParagraph, ...]:
        """Return the paragraphs one level below a heading."""
        at = self._by_number[number]
        depth = self.paragraphs[at].depth
        below: list[RuleParagraph] = []
        for one in self.paragraphs[at + 1 :]:
            if one.depth <= depth:
                break
            below.append(one)
        least = min((one.depth for one in below), default=0)
        return tuple(one for one in below if one.depth == least)

    def questions_number(self, game: str) -> str:
        """Return the number of the paragraph that answers questions about a game, found by its title; "" for none."""
        asked = (one for one in self.children(QUESTIONS_SECTION) if game in re.split(r"\W+", one.title))
        return next((one.number for one in asked), "")

    def answers(self, number: str, game: str = "") -> tuple[Line, ...]:
        """Return the questions of beginners, with their answers, that cite a paragraph.

        They are those about a game, found by its title; without one, those about the first game that has any.
        """
        about = [self.find(self.questions_number(game))] if game and self.questions_number(game) else []
        for asked in about or self.children(QUESTIONS_SECTION):
            lines = [line for block in asked.blocks for line in block_lines(block)]
            found = tuple(line for line in lines if number in [span.leads for span in line])
            if found:
                return found
        return ()

    def neighbours(self, number: str) -> tuple[RuleParagraph | None, RuleParagraph | None]:
        """Return the paragraphs before and after a paragraph."""
        at = self._by_number[number]
        before = self.paragraphs[at - 1] if at else None
        return before, self.paragraphs[at + 1] if at + 1 < len(self.paragraphs) else None

    @cached_property
    def _words(self) -> WordIndex:
        return WordIndex([SearchedText(one.number, one.title, one.places, one.is_asked) for one in self.paragraphs])

    def sought(self, text: str) -> tuple[SoughtWord, ...]:
        """Return the words of a text that are to be searched for."""
        return sought_words(text, self.language, self._words.has) if text.strip() else ()

    def search(self, sought: tuple[SoughtWord, ...]) -> Finds:
        """Return the places with these words, or else with the most of them."""
        return self._words.search(sought)


def first_link(cited: str, book: RuleBook) -> str | None:
    """Return the first number of a citation such as `D4, 1.6` that can be found."""
    numbers = [cited, *(found[0] for found in CITED_NUMBER.finditer(cited))]
    return next((number for number in numbers if number in book.links), None)


@cache
def rule_book_of(language: str) -> RuleBook:
    """Return the book in a language, or the English one if it is not translated."""
    folder = FILES / "rules"
    file = folder / f"{language}.md"
    if not file.is_file():
        language, file = FALLBACK_LANGUAGE, folder / f"{FALLBACK_LANGUAGE}.md"
    return read_book(language, file.read_text(encoding="utf-8"))


def read_book(language: str, text: str) -> RuleBook:
    """Read a book; numbers may be cited before their heading or row."""
    title = ""
    parts: list[tuple[str, str, int, list[str]]] = []
    for line in text.splitlines():
        if heading := _HEADING.fullmatch(line):
            parts.append((heading[2] or heading[3], heading[4], len(heading[1]) - 1, []))
        elif named := _TITLE.fullmatch(line):
            title = named[1]
            parts.append((INTRODUCTION_NUMBER, title, 1, []))
        elif parts:
            parts[-1][3].append(line)
    links = {number: number for number, _, _, _ in parts}
    for number, _, _, lines in parts:
        for line in lines:
            if line.startswith("|") and (name := _row_name(line, number)):
                links.setdefault(name, number)
    paragraphs = tuple(
        RuleParagraph(number, head, depth, _blocks(lines, _link_test(links, number)))
        for number, head, depth, lines in parts
    )
    return RuleBook(language, title, paragraphs, links)


def _link_test(links: dict[str, str], own: str) -> Callable[[str], bool]:
    """Return a function that tells whether a number leads to a paragraph other than `own`."""
    return lambda number: links.get(number, own) != own


def _row_name(line: str, number: str) -> str:
    first = _cells(line)[0]
    if _ROW_NUMBER.fullmatch(first):
        return first
    named = _ROW_NAME.fullmatch(first)
    return named[1] if named is not None and number == OPTIONS_SECTION else ""


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in _BAR.split(line)[1:-1]]


def _blocks(lines: list[str], known: Callable[[str], bool]) -> tuple[Block, ...]:
    """Read the text below a heading: empty lines separate blocks, indented lines continue an item."""
    blocks: list[Block] = []
    for chunk in _chunks(lines):
        if chunk[0].startswith("|"):
            head, *rows = (
                [split_spans(cell, known) for cell in _cells(line)] for line in chunk if not _RULE.fullmatch(line)
            )
            blocks.append(Grid(tuple(head), tuple(tuple(row) for row in rows)))
        elif _ITEM.match(chunk[0]):
            items: list[str] = []
            for line in chunk:
                found = _ITEM.fullmatch(line)
                if found is None:
                    items[-1] += f" {line.strip()}"
                else:
                    items.append(found[1])
            counted = not chunk[0].startswith("-")
            blocks.append(ItemList(tuple(split_spans(item, known) for item in items), counted))
        else:
            blocks.append(Prose(split_spans(" ".join(line.strip() for line in chunk), known)))
    return tuple(blocks)


def _chunks(lines: list[str]) -> list[list[str]]:
    chunks: list[list[str]] = [[]]
    for line in lines:
        if line.strip():
            chunks[-1].append(line)
        elif chunks[-1]:
            chunks.append([])
    return [chunk for chunk in chunks if chunk]
