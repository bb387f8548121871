"""The rule book of a language, read from assets/rules: numbered paragraphs of words, lists and tables.

Laws: a paragraph is found by its number; options, limits and scenarios are found by the name or number of their row, in
the paragraph that holds it. Every number cited anywhere leads somewhere, or is not offered as a way.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, cached_property
from typing import TYPE_CHECKING, Final

from assets import FILES
from game.book.spans import NUMBER, Line, read_line, said

if TYPE_CHECKING:
    from collections.abc import Callable

FALLBACK: Final = "en"
_HEADING: Final = re.compile(r"(#+) (?:(\d+)\.|(\d+\.\d|D\d+b?)) (.+)")
_TITLE: Final = re.compile(r"# (.+)")
_ITEM: Final = re.compile(r"(?:-|\d+\.) (.+)")
_RULE: Final = re.compile(r"\|[-| :]+\|")
_BAR: Final = re.compile(r"(?<!\\)\|")
_ROW_NUMBER: Final = re.compile(r"[A-Z]{2}-\d\d|V\d+")
_NAME: Final = re.compile(r"[a-z][a-z_0-9]{2,}")
_ROW_NAME: Final = re.compile(r"`([a-z_0-9]+)`")
INTRODUCTION: Final = "i"  # the number of what stands before the first section
OPTIONS: Final = "10"
QUESTIONS: Final = "12"


@dataclass(frozen=True, slots=True)
class Prose:
    """A paragraph of running words."""

    line: Line


@dataclass(frozen=True, slots=True)
class Items:
    """A list; `counted` where its items are numbered."""

    lines: tuple[Line, ...]
    counted: bool = False


@dataclass(frozen=True, slots=True)
class Grid:
    """A table: its head and its rows, cell by cell."""

    head: tuple[Line, ...]
    rows: tuple[tuple[Line, ...], ...]


Block = Prose | Items | Grid


@dataclass(frozen=True, slots=True)
class RuleParagraph:
    """What stands below one heading, up to the next; `depth` is 1 for a section."""

    number: str
    title: str
    depth: int
    blocks: tuple[Block, ...]

    @property
    def words(self) -> str:
        """Return everything it says, to be searched."""
        return " ".join([self.title, *(said(line) for block in self.blocks for line in lines_of(block))])

    def cites(self) -> tuple[str, ...]:
        """Return the numbers it leads to, once each, in order."""
        ways = (span.leads for block in self.blocks for line in lines_of(block) for span in line)
        return tuple(dict.fromkeys(way for way in ways if way and way != self.number))


def lines_of(block: Block) -> tuple[Line, ...]:
    """Return the lines of a block, those of a table row by row."""
    match block:
        case Prose(line):
            return (line,)
        case Items(lines):
            return lines
        case Grid(head, rows):
            return (*head, *(cell for row in rows for cell in row))


def row_number(cell: Line) -> str:
    """Return the number or name that labels a table's row, or "" if it has none."""
    text = said(cell)
    return text if _ROW_NUMBER.fullmatch(text) or _NAME.fullmatch(text) else ""


@dataclass(frozen=True)
class RuleBook:
    """The book in one language."""

    language: str
    title: str
    paragraphs: tuple[RuleParagraph, ...]
    ways: dict[str, str]  # number or name of anything that is called -> number of its paragraph

    @cached_property
    def _by_number(self) -> dict[str, int]:
        return {paragraph.number: at for at, paragraph in enumerate(self.paragraphs)}

    def find(self, number: str) -> RuleParagraph:
        """Return the paragraph of a number or name; raise KeyError with a sentence for one that does not exist."""
        if number not in self.ways:
            raise KeyError(
                f"the rule book has no number {number!r}; numbers are like 1.6, D4, 10, EB-01 or take_min_sum"
            )
        return self.paragraphs[self._by_number[self.ways[number]]]

    def section(self, number: str) -> RuleParagraph:
        """Return the section in which a paragraph stands."""
        at = self._by_number[self.ways[number]]
        return next(one for one in reversed(self.paragraphs[: at + 1]) if one.depth <= 1)

    def inside(self, number: str) -> tuple[RuleParagraph, ...]:
        """Return the paragraphs right below a heading."""
        at = self._by_number[number]
        depth = self.paragraphs[at].depth
        below: list[RuleParagraph] = []
        for one in self.paragraphs[at + 1 :]:
            if one.depth <= depth:
                break
            below.append(one)
        least = min((one.depth for one in below), default=0)
        return tuple(one for one in below if one.depth == least)

    def beside(self, number: str) -> tuple[RuleParagraph | None, RuleParagraph | None]:
        """Return the paragraphs before and after one."""
        at = self._by_number[number]
        before = self.paragraphs[at - 1] if at else None
        return before, self.paragraphs[at + 1] if at + 1 < len(self.paragraphs) else None

    def search(self, words: str) -> dict[str, int]:
        """Return how often words stand in each paragraph that has them, by its number."""
        wanted = " ".join(words.casefold().split())
        if not wanted:
            return {}
        found = ((one.number, " ".join(one.words.casefold().split()).count(wanted)) for one in self.paragraphs)
        return {number: count for number, count in found if count}


def first_way(cited: str, book: RuleBook) -> str | None:
    """Return the first number of a citation such as `D4, 1.6` that leads somewhere."""
    numbers = [cited, *(found[0] for found in NUMBER.finditer(cited))]
    return next((number for number in numbers if number in book.ways), None)


@cache
def rule_book_of(language: str) -> RuleBook:
    """Return the book in a language; the English one where it has not been translated."""
    folder = FILES / "rules"
    file = folder / f"{language}.md"
    if not file.is_file():
        language, file = FALLBACK, folder / f"{FALLBACK}.md"
    return read_book(language, file.read_text(encoding="utf-8"))


def read_book(language: str, text: str) -> RuleBook:
    """Read a book; a number is known wherever in it its heading or row stands."""
    title = ""
    parts: list[tuple[str, str, int, list[str]]] = []
    for line in text.splitlines():
        if heading := _HEADING.fullmatch(line):
            parts.append((heading[2] or heading[3], heading[4], len(heading[1]) - 1, []))
        elif named := _TITLE.fullmatch(line):
            title = named[1]
            parts.append((INTRODUCTION, title, 1, []))
        elif parts:
            parts[-1][3].append(line)
    ways = {number: number for number, _, _, _ in parts}
    for number, _, _, lines in parts:
        for line in lines:
            if line.startswith("|") and (name := _called(line, number)):
                ways.setdefault(name, number)
    paragraphs = tuple(
        RuleParagraph(number, head, depth, _blocks(lines, _known(ways, number))) for number, head, depth, lines in parts
    )
    return RuleBook(language, title, paragraphs, ways)


def _known(ways: dict[str, str], own: str) -> Callable[[str], bool]:
    """Return a test of a number: whether the book has it, in another paragraph than `own`."""
    return lambda number: ways.get(number, own) != own


def _called(line: str, number: str) -> str:
    first = _cells(line)[0]
    if _ROW_NUMBER.fullmatch(first):
        return first
    named = _ROW_NAME.fullmatch(first)
    return named[1] if named is not None and number == OPTIONS else ""


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in _BAR.split(line)[1:-1]]


def _blocks(lines: list[str], known: Callable[[str], bool]) -> tuple[Block, ...]:
    """Read what stands below a heading: blocks are parted by empty lines, an item goes on in what is indented."""
    blocks: list[Block] = []
    for chunk in _chunks(lines):
        if chunk[0].startswith("|"):
            head, *rows = (
                [read_line(cell, known) for cell in _cells(line)] for line in chunk if not _RULE.fullmatch(line)
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
            blocks.append(Items(tuple(read_line(item, known) for item in items), counted))
        else:
            blocks.append(Prose(read_line(" ".join(line.strip() for line in chunk), known)))
    return tuple(blocks)


def _chunks(lines: list[str]) -> list[list[str]]:
    chunks: list[list[str]] = [[]]
    for line in lines:
        if line.strip():
            chunks[-1].append(line)
        elif chunks[-1]:
            chunks.append([])
    return [chunk for chunk in chunks if chunk]
