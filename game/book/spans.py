"""Splits a line of the rule book into spans: plain, bold, italic, code, links to numbers, tiles to be drawn.

Law: the texts of the spans joined give the line without its markup.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Final

from game.table.notation import Piece, read_pieces

# Cited numbers: a decision, a scenario, a limit, a paragraph; or a section, in the books' languages.
CITED_NUMBER: Final = re.compile(r"\bD\d+b?\b|\b[A-Z]{2}-\d\d\b|\bV\d+\b|(?<![\d.])\d{1,2}\.\d(?!\.?\d)")
_SECTION: Final = re.compile(
    r"\b(?:sections?|chapters?|secci(?:ón|ones)|cap[ií]tulos?|sezion[ei]|capitol[oi]|seç(?:ão|ões)|[בלמשהכו]{0,2}פרק(?:ים)?)\s+(?:da\s+)?(?P<number>\d+)\b",
    re.IGNORECASE,
)
_MARKS: Final = re.compile(
    r"(?P<code>`[^`]+`)|(?P<bold>\*\*)|\*(?P<italic>[^\W\d_]{3,}(?: [^\W\d_]+)*|[^\W\d_]+(?: [^\W\d_]+)+)\*(?!\*)"
)
_TILE: Final = r"[RBKY](?:1[0-3]|[1-9])"
_ONE: Final = rf"(?:(?:{_TILE}|\*)={_TILE}|{_TILE}[ab]?)"
_CARD: Final = r"(?:10|[2-9JQK])[hdcs]"  # an ace is read beside another card: alone it could be a word
_OTHER: Final = rf"(?:{_CARD}|A[hdcs]|\*)"
_BARE: Final = rf"{_ONE}(?: (?:{_ONE}|\*(?=[ .,;)])))*|(?:{_OTHER} )*{_CARD}(?: {_OTHER})*|\*"
# A set or a rack in its brackets, or tiles within a sentence.
_SET: Final = re.compile(
    r"\[(?P<set>[^\[\]]+)\]|\{(?P<rack>[^{}]+)\}" + rf"|(?<![\w#!=.*-])(?P<bare>{_BARE})(?![\w#!=-])(?!\.\d)"
)


class SpanStyle(Enum):
    """The style of a span."""

    __hash__ = object.__hash__  # a fast one: each word's is looked up

    PLAIN = "plain"
    BOLD = "bold"
    ITALIC = "italic"
    CODE = "code"


@dataclass(frozen=True, slots=True)
class Span:
    """A part of a line: its text, its style, the number it links to, or the tiles that it shows."""

    text: str
    style: SpanStyle = SpanStyle.PLAIN
    leads: str = ""
    tiles: tuple[Piece, ...] = ()
    cards: bool = False


Line = tuple[Span, ...]


def split_spans(text: str, known: Callable[[str], bool]) -> Line:
    """Split a line into spans; `known` says which numbers can be linked."""
    spans: list[Span] = []
    bold = False
    at = 0
    for mark in _MARKS.finditer(text):
        spans += _plain(text[at : mark.start()], bold=bold, known=known)
        at = mark.end()
        if mark["code"]:
            spans += _code(mark["code"][1:-1], known)
        elif mark["italic"]:
            spans.append(Span(mark["italic"], SpanStyle.ITALIC))
        else:
            bold = not bold
    spans += _plain(text[at:], bold=bold, known=known)
    return tuple(span for span in spans if span.text)


def plain_text(line: Line) -> str:
    """Return the text of a line without its markup."""
    return "".join(span.text for span in line)


def _code(text: str, known: Callable[[str], bool]) -> list[Span]:
    text = text.replace("\\|", "|")
    leads = text if known(text) else ""
    whole = _SET.fullmatch(text)
    if leads or (whole and whole["bare"]):  # text about the notation keeps its letters
        return [Span(text, SpanStyle.CODE, leads)]
    return _with_sets(text, lambda rest: [Span(rest, SpanStyle.CODE)])


def _plain(text: str, *, bold: bool, known: Callable[[str], bool]) -> list[Span]:
    style = SpanStyle.BOLD if bold else SpanStyle.PLAIN
    return _with_sets(text.replace("\\|", "|"), lambda rest: _linked(rest, style, known))


def _with_sets(text: str, others: Callable[[str], list[Span]]) -> list[Span]:
    """Make spans of the sets, racks and tiles in a text; `others` makes those of the rest."""
    spans: list[Span] = []
    at = 0
    for found in _SET.finditer(text):
        read = _read(found[found.lastgroup or 0])
        if read is None:
            continue
        spans += [*others(text[at : found.start()]), Span(found[0], tiles=read[0], cards=read[1])]
        at = found.end()
    return [*spans, *others(text[at:])]


def _read(text: str) -> tuple[tuple[Piece, ...], bool] | None:
    """Read the tiles or cards of a set; None if it cannot be drawn."""
    for cards in (False, True):
        try:
            pieces = read_pieces(text, cards=cards)
        except ValueError:
            continue
        return (pieces, cards) if pieces else None
    return None


def _linked(text: str, style: SpanStyle, known: Callable[[str], bool]) -> list[Span]:
    ways = [(found.start(), found.end(), found[0]) for found in CITED_NUMBER.finditer(text)]
    ways += [(found.start("number"), found.end(), found["number"]) for found in _SECTION.finditer(text)]
    spans: list[Span] = []
    at = 0
    for start, end, number in sorted(ways):
        if start < at or not known(number):
            continue
        spans += [Span(text[at:start], style), Span(text[start:end], style, number)]
        at = end
    return [*spans, Span(text[at:], style)]
