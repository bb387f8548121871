"""The words of a line of the rule book, piece by piece: plain, bold, code, a way to another number, tiles to be drawn.

Law: putting the texts of the pieces together again gives the line without its marks; nothing is lost or invented.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Final

from game.table.notation import Piece, read_pieces

# What cites a number: a decision, a scenario, a limit, a paragraph; or a whole section, in the books' languages.
NUMBER: Final = re.compile(r"\bD\d+b?\b|\b[A-Z]{2}-\d\d\b|\bV\d+\b|(?<![\d.])\d{1,2}\.\d(?!\.?\d)")
_SECTION: Final = re.compile(
    r"\b(?:sections?|chapters?|secci(?:ón|ones)|cap[ií]tulos?|sezion[ei]|capitol[oi]|seç(?:ão|ões)|[בלמשהכו]{0,2}פרק(?:ים)?)\s+(?:da\s+)?(?P<number>\d+)\b",
    re.IGNORECASE,
)
_MARKS: Final = re.compile(r"(?P<code>`[^`]+`)|(?P<bold>\*\*)|\*(?P<italic>[^\W\d_]{3,}(?: [^\W\d_]+)*)\*(?!\*)")
_TILE: Final = r"[RBKY](?:1[0-3]|[1-9])"
_ONE: Final = rf"(?:(?:{_TILE}|\*)={_TILE}|{_TILE}[ab]?)"
_BARE: Final = rf"{_ONE}(?: (?:{_ONE}|\*(?=[ .,;)])))*"
# A set or a rack in its brackets, or tiles that stand in a sentence.
_SET: Final = re.compile(
    r"\[(?P<set>[^\[\]]+)\]|\{(?P<rack>[^{}]+)\}" + rf"|(?<![\w#!=.*-])(?P<bare>{_BARE})(?![\w#!=-])(?!\.\d)"
)


class Style(Enum):
    """How a piece is written."""

    PLAIN = "plain"
    BOLD = "bold"
    ITALIC = "italic"
    CODE = "code"


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of a line: its text, its style, the number it leads to, or the tiles that its notation stands for."""

    text: str
    style: Style = Style.PLAIN
    leads: str = ""
    tiles: tuple[Piece, ...] = ()
    cards: bool = False


Line = tuple[Span, ...]


def read_line(text: str, known: Callable[[str], bool]) -> Line:
    """Cut a line into pieces; `known` tells which numbers there is a way to."""
    spans: list[Span] = []
    bold = False
    at = 0
    for mark in _MARKS.finditer(text):
        spans += _plain(text[at : mark.start()], bold=bold, known=known)
        at = mark.end()
        if mark["code"]:
            spans += _code(mark["code"][1:-1], known)
        elif mark["italic"]:
            spans.append(Span(mark["italic"], Style.ITALIC))
        else:
            bold = not bold
    spans += _plain(text[at:], bold=bold, known=known)
    return tuple(span for span in spans if span.text)


def said(line: Line) -> str:
    """Return the text of a line without its marks."""
    return "".join(span.text for span in line)


def _code(text: str, known: Callable[[str], bool]) -> list[Span]:
    text = text.replace("\\|", "|")
    leads = text if known(text) else ""
    whole = _SET.fullmatch(text)
    if leads or (whole and whole["bare"]):  # how a tile is written is told of the very letters
        return [Span(text, Style.CODE, leads)]
    return _with_sets(text, lambda rest: [Span(rest, Style.CODE)])


def _plain(text: str, *, bold: bool, known: Callable[[str], bool]) -> list[Span]:
    style = Style.BOLD if bold else Style.PLAIN
    return _with_sets(text.replace("\\|", "|"), lambda rest: _linked(rest, style, known))


def _with_sets(text: str, others: Callable[[str], list[Span]]) -> list[Span]:
    """Cut sets, racks and tiles written in notation out of a text; the rest is for `others`."""
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
    """Read the tiles of a set, or its cards; None for what is no set that can be drawn."""
    for cards in (False, True):
        try:
            pieces = read_pieces(text, cards=cards)
        except ValueError:
            continue
        return (pieces, cards) if pieces else None
    return None


def _linked(text: str, style: Style, known: Callable[[str], bool]) -> list[Span]:
    ways = [(found.start(), found.end(), found[0]) for found in NUMBER.finditer(text)]
    ways += [(found.start("number"), found.end(), found["number"]) for found in _SECTION.finditer(text)]
    spans: list[Span] = []
    at = 0
    for start, end, number in sorted(ways):
        if start < at or not known(number):
            continue
        spans += [Span(text[at:start], style), Span(text[start:end], style, number)]
        at = end
    return [*spans, Span(text[at:], style)]
