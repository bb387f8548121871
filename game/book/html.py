"""The rule book as one page to print: HTML that needs no other file, with links at numbers and coloured sets.

In a right-to-left language Latin words, numbers and verdicts follow one another to the left, as on the screen.
"""

from __future__ import annotations

import re
import unicodedata
from html import escape
from typing import TYPE_CHECKING, Final

from game.book.book import INTRODUCTION_NUMBER, Grid, ItemList, Prose, row_number
from game.book.spans import SpanStyle, plain_text
from game.table.faces import face_text

if TYPE_CHECKING:
    from game.book.book import Block, RuleBook, RuleParagraph
    from game.book.spans import Line, Span
    from game.table.notation import Piece

_STYLE: Final = """
body{font:11pt/1.45 Georgia,serif;color:#2b1710;max-width:46rem;margin:2rem auto;padding:0 1rem}
h1,h2,h3,h4{font-family:Helvetica,Arial,sans-serif;line-height:1.2;break-after:avoid}
h2{border-bottom:2px solid #d8c49b;margin-top:2.2rem}
a{color:#0f4fa8} code{background:#f1e4c6;padding:0 .2em;border-radius:3px}
table{border-collapse:collapse;width:100%;font-size:9.5pt} th,td{border:1px solid #d8c49b;padding:.3em .5em;
vertical-align:top;text-align:start} tr{break-inside:avoid} th{background:#f1e4c6}
a,code,.set{unicode-bidi:isolate} code,.set{direction:ltr}
.set{white-space:nowrap} .tile{display:inline-block;border:1px solid #8c7a58;border-radius:3px;padding:0 .25em;
margin:0 1px;background:#fffdf6;font:bold 9.5pt Helvetica,Arial,sans-serif}
.R{color:#b3182b}.B{color:#0f4fa8}.Y{color:#8a5200}.K{color:#1c1c1c}
@media print{body{margin:0;max-width:none} a{color:inherit;text-decoration:none}}
"""
_TAGS: Final = {SpanStyle.BOLD: "strong", SpanStyle.ITALIC: "em", SpanStyle.CODE: "code"}
_TURN: Final = "\N{RIGHT-TO-LEFT MARK}"
# Where a right-to-left sentence goes on behind a Latin word: before a number, or after a comma; and around a verdict.
_TURNS: Final = re.compile(
    r"(?<=[A-Za-z])(?=[,;:]?\s+[-+]?\d)|(?<=[A-Za-z\d][,;:])(?=\s)|\b(?=(?:OK|ILLEGAL)\b)|(?<=\bOK)\b|(?<=\bILLEGAL)\b"
)


def book_as_html(book: RuleBook) -> str:
    """Return the whole book as a page."""
    contents = "".join(
        f"<li><a href='#{one.number}'>{escape(heading(one))}</a></li>" for one in book.paragraphs if one.depth == 1
    )
    parts = "\n".join(_paragraph(one) for one in book.paragraphs)
    way = " dir='rtl'" if _is_leftward(book.title) else ""
    return (
        f"<!doctype html>\n<html lang='{book.language}'{way}><head><meta charset='utf-8'>"
        f"<meta name='viewport' content='width=device-width'><title>{escape(book.title)}</title>"
        f"<style>{_STYLE}</style></head>\n<body><nav><ul>{contents}</ul></nav>\n{parts}\n</body></html>\n"
    )


def heading(paragraph: RuleParagraph) -> str:
    """Return the heading of a paragraph: number and title."""
    return paragraph.title if paragraph.number == INTRODUCTION_NUMBER else f"{paragraph.number} {paragraph.title}"


def _paragraph(one: RuleParagraph) -> str:
    level = 1 if one.number == INTRODUCTION_NUMBER else min(6, one.depth + 1)
    blocks = "\n".join(_block(block) for block in one.blocks)
    return f"<h{level} id='{one.number}'>{escape(heading(one))}</h{level}>\n{blocks}"


def _block(block: Block) -> str:
    match block:
        case Prose(line):
            return f"<p>{_line(line)}</p>"
        case ItemList(lines, counted):
            tag = "ol" if counted else "ul"
            return f"<{tag}>{''.join(f'<li>{_line(line)}</li>' for line in lines)}</{tag}>"
        case Grid(head, rows):
            top = "".join(f"<th>{_line(cell)}</th>" for cell in head)
            return f"<table><tr>{top}</tr>{''.join(_row(row) for row in rows)}</table>"


def _row(row: tuple[Line, ...]) -> str:
    name = row_number(row[0])
    own = f" id='{name}'" if name else ""
    return f"<tr{own}>{''.join(f'<td>{_line(cell)}</td>' for cell in row)}</tr>"


def _line(line: Line) -> str:
    leftward = _is_leftward(plain_text(line))
    return "".join(_span(span, leftward=leftward) for span in line)


def _is_leftward(words: str) -> bool:
    return any(unicodedata.bidirectional(letter) == "R" for letter in words)


def _turned(words: str) -> str:
    """Return words of a right-to-left sentence, marked where it goes on to the left; quotations keep their order."""
    return '"'.join(part if at % 2 else _TURNS.sub(_TURN, part) for at, part in enumerate(words.split('"')))


def _span(span: Span, *, leftward: bool) -> str:
    if span.tiles:
        return f"<span class='set'>{''.join(_tile(piece, cards=span.cards) for piece in span.tiles)}</span>"
    words = escape(_turned(span.text) if leftward and span.style is not SpanStyle.CODE else span.text)
    if span.style in _TAGS:
        words = f"<{_TAGS[span.style]}>{words}</{_TAGS[span.style]}>"
    return f"<a href='#{span.leads}'>{words}</a>" if span.leads else words


def _tile(piece: Piece, *, cards: bool) -> str:
    text = face_text(piece.face, cards=cards)
    if piece.means is not None:
        text += f"={face_text(piece.means, cards=cards)}"
    colour = piece.face.colour.value if piece.face.colour is not None else "K"
    return f"<span class='tile {colour}'>{escape(text)}</span>"
