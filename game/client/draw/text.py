"""Measures and draws text. All sizes are device px.

Laws: a line is positioned by its capitals, not its line height; spaces are wide enough to read (those of the fonts are
too narrow at small sizes); only names may be cut, with an ellipsis; a letter that no font has is drawn as a box;
lines are wrapped in logical order and drawn in visual order; returned surfaces are shared.
"""

from __future__ import annotations

import math
import re
from enum import Enum
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

import pygame
from pygame import SRCALPHA, Rect, Surface

from game.client.draw.assets import fallback_font, font, round_font
from game.client.draw.paint import SurfaceCache, blank_surface
from game.client.draw.theme import LEADING, RGB, Lettering, Typeface
from game.client.leftward import bidi, mirror
from game.client.words.tongue import reads_leftward

if TYPE_CHECKING:
    from collections.abc import Sequence

Align: TypeAlias = Literal["left", "centre", "right"]
TextPart: TypeAlias = str | Surface  # a part of a sentence: words with `**bold**` marks, or a small picture

ELLIPSIS: Final = "…"
NO_BREAK_SPACE: Final = "\N{NO-BREAK SPACE}"  # joins words that should stay on one line, such as "red 5"
MIN_SPACE_SHARE: Final = 0.27  # width of a space, as a share of the font size
MIN_HEAVY_SPACE_SHARE: Final = 0.36  # width of a space in a small heavy font, whose letters are whole px apart
MIN_LARGE_HEAVY_PX: Final = 13  # below this size the heavy font counts as small
HEAVY_FACES: Final = (Typeface.FREDOKA, Typeface.BOLD, Typeface.BLACK)
BOLDER_FACE: Final = {Typeface.REGULAR: Typeface.BOLD, Typeface.ITALIC: Typeface.BOLD, Typeface.BOLD: Typeface.BLACK}

# No line break between the thousands of a number, nor between a number and its unit: 1 240, 80 %, 30 s.
_TOKENS: Final = re.compile(r"\*\*|\n| |(?:[^*\n ]|\*(?!\*)|(?<=\d) (?=\d{3}(?!\d)|%|m?s\b))+")

_SPACES: Final = re.compile(f"[ {NO_BREAK_SPACE}]")

_NO_LETTER: Final = "\U0010ffff"  # never assigned by Unicode, so no font has it
_PROBE_PX: Final = 24  # large enough that any two letters look different

line_cache: Final = SurfaceCache(4_000_000)


def forget() -> None:
    """Empty the caches, after a change of text size or language."""
    line_cache.forget()
    capitals_span.cache_clear()
    width.cache_clear()
    _word_width.cache_clear()
    _measured.cache_clear()
    space_width.cache_clear()


# --- measuring --------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=128)
def capitals_span(lettering: Lettering) -> tuple[int, int]:
    """Return how far below the top of a line its capitals begin, and their height."""
    box = font(*lettering).render("H0", antialias=True, color=(0, 0, 0)).get_bounding_rect()
    return box.y, box.height


@lru_cache(maxsize=128)
def space_width(lettering: Lettering) -> int:
    """Return the distance between two words."""
    small = lettering.typeface is Typeface.FREDOKA and lettering.px < MIN_LARGE_HEAVY_PX
    narrowest = MIN_HEAVY_SPACE_SHARE if small else MIN_SPACE_SHARE
    return max(font(*lettering).size(" ")[0], round(lettering.px * narrowest), 1)


def height(lettering: Lettering) -> int:
    """Return the height of the surface that `line` makes."""
    return font(*lettering).get_height()


@lru_cache(maxsize=4096)
def width(text: str, lettering: Lettering) -> int:
    """Return the width of the text on one line, cached, since every frame needs it."""
    words = _SPACES.split(text)
    return sum(_word_width(word, lettering) for word in words) + space_width(lettering) * (len(words) - 1)


def caret_positions(text: str, lettering: Lettering) -> list[int]:
    """Return the caret's x before each letter and after the last one."""
    if not _both_ways(text):
        return [width(text[:end], lettering) if end else 0 for end in range(len(text) + 1)]
    stands, x, at = [0] * (len(text) + 1), 0, {}
    for run in bidi.visual_order(runs := _runs(text, lettering), [run.level for run in runs]):
        at[run], x = x, x + run.wide
    for run in runs:
        for end in range(len(run.letters) + 1):
            before = width(run.letters[:end], lettering) if end else 0
            stands[run.start + end] = at[run] + (run.wide - before if run.level & 1 else before)
    return [x - stand for stand in stands] if mirror.is_mirroring() else stands


def runs_against_page(text: str, place: int) -> bool:
    """Return whether the letter at `place` runs against the page's direction, so that the caret moves the other way."""
    if not _both_ways(text) or not text:
        return False
    level = bidi.bidi_levels(text, leftward=reads_leftward())[min(max(place, 0), len(text) - 1)]
    return bool(level & 1) is not reads_leftward()


@lru_cache(maxsize=4096)
def _word_width(word: str, lettering: Lettering) -> int:
    return sum(_piece_width(piece, lettering) for piece in _pieces(word, lettering))


# --- missing letters --------------------------------------------------------------------------------------------------


class _DrawnBy(Enum):
    """What draws a letter: the font itself, our rounded fallback, the system's font, or a box if none has it."""

    OURS = "ours"
    ROUND = "round"
    SYSTEM = "system"
    BOX = "box"


class _Piece(NamedTuple):
    """Consecutive letters of a word that the same font draws."""

    letters: str
    source: _DrawnBy


@lru_cache(maxsize=1024)
def _source(letter: str, typeface: Typeface) -> _DrawnBy:
    if _has(font(typeface, _PROBE_PX), letter):
        return _DrawnBy.OURS
    if _has(font(Typeface.ROUND, _PROBE_PX), letter):
        return _DrawnBy.ROUND
    other = fallback_font(_PROBE_PX)
    return _DrawnBy.SYSTEM if other is not None and _has(other, letter) else _DrawnBy.BOX


def has_letter(letter: str, typeface: Typeface) -> bool:
    """Return whether a font itself draws a letter."""
    return _source(letter, typeface) is _DrawnBy.OURS


def _has(face: pygame.font.Font, letter: str) -> bool:
    """Return whether a font has the letter, by comparing it with an unassigned one (metrics do not tell)."""
    carrier = "" if face.size(letter)[0] else "o"  # an accent alone has no width, so it cannot be drawn alone
    return _drawn(face, carrier + letter) != _drawn(face, carrier + _NO_LETTER)


def _drawn(face: pygame.font.Font, letters: str) -> bytes:
    return pygame.image.tobytes(face.render(letters, antialias=False, color=(0, 0, 0)), "RGBA")


def _pieces(word: str, lettering: Lettering) -> list[_Piece]:
    if word.isascii() and word.isprintable():
        return [_Piece(word, _DrawnBy.OURS)]
    pieces: list[_Piece] = []
    for letter in word:
        if not letter.isprintable():
            continue
        source = _source(letter, lettering.typeface)
        if pieces and pieces[-1].source is source:
            pieces[-1] = _Piece(pieces[-1].letters + letter, source)
        else:
            pieces.append(_Piece(letter, source))
    return pieces


def _face(piece: _Piece, lettering: Lettering) -> pygame.font.Font:
    if piece.source is _DrawnBy.ROUND:
        return round_font(lettering.px, heavy=lettering.typeface in HEAVY_FACES)
    other = fallback_font(lettering.px) if piece.source is _DrawnBy.SYSTEM else None
    return font(*lettering) if other is None else other


def _box_step(lettering: Lettering) -> tuple[int, int]:
    """Return the width of a missing letter's box and the distance from one box to the next."""
    wide = max(3, round(capitals_span(lettering)[1] * 0.7))
    return wide, wide + max(1, lettering.px // 10)


def _piece_width(piece: _Piece, lettering: Lettering) -> int:
    if piece.source is _DrawnBy.BOX:
        return _box_step(lettering)[1] * len(piece.letters)
    return _face(piece, lettering).size(piece.letters)[0]


def _draw_piece(target: Surface, piece: _Piece, lettering: Lettering, colour: RGB, x: int) -> None:
    if piece.source is _DrawnBy.BOX:
        top, high = capitals_span(lettering)
        wide, step = _box_step(lettering)
        for number in range(len(piece.letters)):
            box = Rect(x + number * step, top, wide, high)
            pygame.draw.rect(target, colour, box, max(1, lettering.px // 14))
        return
    face = _face(piece, lettering)
    if not _piece_width(piece, lettering):
        return  # an accent whose letter another font draws
    drawn = face.render(piece.letters, antialias=True, color=colour)
    # Two fonts on one line share their baseline.
    target.blit(drawn, (x, font(*lettering).get_ascent() - face.get_ascent()))


# --- bidirectional text -----------------------------------------------------------------------------------------------


class _Run(NamedTuple):
    """Consecutive letters of one bidi level, or the space between words; `start` is its index in the text."""

    letters: str
    level: int
    wide: int
    start: int


def _both_ways(text: str) -> bool:
    """Return whether the visual order of a text may differ from the logical one."""
    return reads_leftward() or bidi.has_right_to_left(text)


def _runs(text: str, lettering: Lettering) -> list[_Run]:
    """Split a line where its direction changes and between words, in logical order."""
    runs: list[_Run] = []
    start = 0
    marked = zip(text, bidi.bidi_levels(text, leftward=reads_leftward()), strict=True)
    for (level, is_space), group in groupby(marked, lambda one: (one[1], _SPACES.match(one[0]) is not None)):
        letters = "".join(letter for letter, _ in group)
        wide = space_width(lettering) * len(letters) if is_space else _word_width(letters, lettering)
        runs.append(_Run(letters, level, wide, start))
        start += len(letters)
    return runs


def _draw_run(target: Surface, letters: str, level: int, lettering: Lettering, colour: RGB, x: int) -> None:
    for piece in _pieces(bidi.visual_letters(letters) if level & 1 else letters, lettering):
        _draw_piece(target, piece, lettering, colour, x)
        x += _piece_width(piece, lettering)


# --- one line ---------------------------------------------------------------------------------------------------------


def line(text: str, lettering: Lettering, colour: RGB) -> Surface:
    """Return the text on one line, as high as the font."""

    def make() -> Surface:
        runs = _runs(text, lettering) if _both_ways(text) else []
        wide = sum(run.wide for run in runs) or width(text, lettering)
        out = Surface((max(1, wide), height(lettering)), SRCALPHA, 32)
        out.fill((*colour, 0))
        x = 0
        for run in bidi.visual_order(runs, [run.level for run in runs]):
            if run.letters.strip():
                _draw_run(out, run.letters, run.level, lettering, colour, x)
            x += run.wide
        if runs:
            return mirror.keep_upright(out)
        for word in _SPACES.split(text):
            for piece in _pieces(word, lettering):
                _draw_piece(out, piece, lettering, colour, x)
                x += _piece_width(piece, lettering)
            x += space_width(lettering)
        return mirror.keep_upright(out)

    return line_cache.get(("line", text, lettering, colour, reads_leftward()), make)


def fit_name(name: str, lettering: Lettering, room: int) -> str:
    """Shorten a player's or table's name to the room, with an ellipsis; no other text may be cut."""
    if width(name, lettering) <= room:
        return name
    for end in range(len(name) - 1, 0, -1):
        short = name[:end].rstrip() + ELLIPSIS
        if width(short, lettering) <= room:
            return short
    return ELLIPSIS


def draw(
    target: Surface, text: str, lettering: Lettering, colour: RGB, at: tuple[int, int], *, align: Align = "left"
) -> Rect:
    """Draw one line with its capitals centred on `at`'s y; its x is the left end, centre or right end, by alignment.

    Returns the box of the line's capitals.
    """
    drawn = line(text, lettering, colour)
    wide = drawn.get_width()
    x = at[0] if align == "left" else at[0] - wide if align == "right" else at[0] - round(wide / 2)
    top, caps = capitals_span(lettering)
    y = round(at[1] - caps / 2)
    target.blit(drawn, (x, y - top))
    return Rect(x, y, wide, caps)


# --- paragraphs -------------------------------------------------------------------------------------------------------


class _Word(NamedTuple):
    """An item of a line: a word with its lettering, or a picture; `glued` means no space before it."""

    content: TextPart
    lettering: Lettering
    wide: int
    glued: bool


def _bolder(lettering: Lettering) -> Lettering:
    return Lettering(BOLDER_FACE.get(lettering.typeface, lettering.typeface), lettering.px)


def _words(parts: str | Sequence[TextPart], lettering: Lettering) -> list[list[_Word]]:
    """Split a text at line breaks into paragraphs of words."""
    paragraphs: list[list[_Word]] = [[]]
    bold = False
    glued = True
    for part in [parts] if isinstance(parts, str) else parts:
        if isinstance(part, Surface):
            paragraphs[-1].append(_Word(part, lettering, part.get_width(), glued))
            glued = True
            continue
        for mark in _TOKENS.findall(part):
            if mark == "\n":
                paragraphs.append([])
                glued = True
            elif mark == "**":
                bold = not bold
            elif mark == " ":
                glued = False
            else:
                face = _bolder(lettering) if bold else lettering
                paragraphs[-1].append(_Word(mark, face, width(mark, face), glued))
                glued = True
    return paragraphs


def _broken(word: _Word, room: int) -> list[_Word]:
    """Split a word wider than the room, such as a long address in the chat; first at glue characters."""
    if word.wide <= room or isinstance(word.content, Surface):
        return [word]
    if NO_BREAK_SPACE in word.content:
        face, (first, rest) = word.lettering, word.content.split(NO_BREAK_SPACE, 1)
        head = word._replace(content=first, wide=width(first, face))
        tail = _Word(rest, face, width(rest, face), glued=False)
        return [*_broken(head, room), *_broken(tail, room)]
    pieces: list[_Word] = []
    rest = word.content
    while rest:
        end = len(rest)
        while end > 1 and width(rest[:end], word.lettering) > room:
            end -= 1
        wide = width(rest[:end], word.lettering)
        # The pieces of a split word may go on different lines, so only the first stays glued.
        pieces.append(word._replace(content=rest[:end], wide=wide, glued=word.glued and not pieces))
        rest = rest[end:]
    return pieces


def _groups(words: Sequence[_Word]) -> list[list[_Word]]:
    """Group words that are glued together."""
    groups: list[list[_Word]] = []
    for word in words:
        if word.glued and groups:
            groups[-1].append(word)
        else:
            groups.append([word])
    return groups


def _laid(parts: str | Sequence[TextPart], lettering: Lettering, room: int) -> list[list[_Word]]:
    """Break the words into lines no wider than the room; glued words stay together."""
    between = space_width(lettering)
    rows: list[list[_Word]] = []
    for paragraph_words in _words(parts, lettering):
        row: list[_Word] = []
        used = 0
        for group in _groups([piece for word in paragraph_words for piece in _broken(word, room)]):
            wide = sum(word.wide for word in group)
            if row and used + between + wide > room:
                rows.append(row)
                row, used = [], 0
            used += wide + (between if row else 0)
            row += group
        rows.append(row)
    return rows


def _row_width(row: Sequence[_Word], between: int) -> int:
    return sum(word.wide for word in row) + between * sum(not word.glued for word in row[1:])


def wrapped_lines(text: str, lettering: Lettering, room: int) -> list[str]:
    """Return the lines of the text wrapped to a width, without markup."""
    rows = _laid(text, lettering, room)
    said = ("".join(("" if word.glued else " ") + str(word.content) for word in row) for row in rows)
    return [words.replace(NO_BREAK_SPACE, " ").strip() for words in said]


def paragraph_size(
    parts: str | Sequence[TextPart], lettering: Lettering, room: int, leading: float = LEADING
) -> tuple[int, int]:
    """Return the width of the widest line and the height that `paragraph` takes in that room."""
    wide, rows = _measured(parts, lettering, room) if isinstance(parts, str) else _measure(parts, lettering, room)
    return wide, line_height(lettering, rows, leading)


def line_height(lettering: Lettering, rows: int = 1, leading: float = LEADING) -> int:
    """Return the height of a line of a paragraph, or of so many."""
    return round(rows * lettering.px * leading)


def _measure(parts: str | Sequence[TextPart], lettering: Lettering, room: int) -> tuple[int, int]:
    """Return the width of the widest line, and the number of lines."""
    rows = _laid(parts, lettering, room)
    between = space_width(lettering)
    return max(_row_width(row, between) for row in rows), len(rows)


@lru_cache(maxsize=4096)
def _measured(words: str, lettering: Lettering, room: int) -> tuple[int, int]:
    """Return `_measure` of words, cached, since every frame needs it."""
    return _measure(words, lettering, room)


def paragraph(
    parts: str | Sequence[TextPart],
    lettering: Lettering,
    colour: RGB,
    room: int,
    *,
    align: Align = "left",
    leading: float = LEADING,
) -> Surface:
    """Return the text wrapped to the room: `**bold**` words, small pictures between words, line breaks kept.

    Each line's capitals are centred in its own height, so the first line's centre lies at half a line. A text of words
    alone is cached. A text centred or aligned to the right is as wide as the room, else as its widest line. Text read
    from right to left begins at the right, which on a mirrored page is the left as well.
    """
    side = _side(align)

    def made() -> Surface:
        seen_turned = mirror.is_mirroring()
        with mirror.unmirrored():
            drawn = make(seen_turned=seen_turned)
        return mirror.keep_upright(drawn)

    def make(*, seen_turned: bool) -> Surface:
        rows = _laid(parts, lettering, room)
        between = space_width(lettering)
        step = lettering.px * leading
        wide = max([1, *(_row_width(row, between) for row in rows)])
        out = Surface((wide if align == "left" else max(wide, room), _depth(len(rows), step)), SRCALPHA, 32)
        out.fill((*colour, 0))
        for number, row in enumerate(rows):
            spare = out.get_width() - _row_width(row, between)
            x = 0 if side == "left" else spare if side == "right" else spare // 2
            at = (x, round((number + 0.5) * step))
            _draw_row(out, _in_sight(row, between), colour, at, pictures_turned=seen_turned)
        return out

    if not isinstance(parts, str):
        return made()
    return line_cache.get(("paragraph", parts, lettering, colour, room, align, leading, reads_leftward()), made)


def _side(align: Align) -> Align:
    """Return the side of the surface that a line is aligned to."""
    if align == "left" and reads_leftward():
        return "right"
    return "left" if align == "right" and mirror.is_mirroring() else align


def _depth(rows: int, step: float) -> int:
    """Return the height of a paragraph's surface: its lines, plus the descenders of the last one."""
    return max(1, round(rows * step) + math.ceil(step * 0.15))


class _Bit(NamedTuple):
    """A part of a row in visual order: letters of one level, a picture, or the space between words (empty)."""

    content: TextPart
    lettering: Lettering
    wide: int
    level: int


def _in_sight(row: Sequence[_Word], between: int) -> list[_Bit]:
    """Return the parts of a row from left to right."""
    said = [bidi.PICTURE_MARK if isinstance(word.content, Surface) else word.content for word in row]
    glue = ["" if word.glued or place == 0 else " " for place, word in enumerate(row)]
    whole = "".join(gap + words for gap, words in zip(glue, said, strict=True))
    levels = bidi.bidi_levels(whole, leftward=reads_leftward()) if _both_ways(whole) else (0,) * len(whole)
    bits: list[_Bit] = []
    at = 0
    for word, gap in zip(row, glue, strict=True):
        if gap:
            bits.append(_Bit("", word.lettering, between, levels[at]))
            at += 1
        if isinstance(word.content, Surface):
            bits.append(_Bit(word.content, word.lettering, word.wide, levels[at]))
            at += 1
            continue
        end = at + len(word.content)
        if len(set(levels[at:end])) == 1:
            bits.append(_Bit(word.content, word.lettering, word.wide, levels[at]))
        else:
            for level, group in groupby(zip(word.content, levels[at:end], strict=True), lambda one: one[1]):
                letters = "".join(letter for letter, _ in group)
                bits.append(_Bit(letters, word.lettering, width(letters, word.lettering), level))
        at = end
    return bidi.visual_order(bits, [bit.level for bit in bits])


def _draw_row(target: Surface, row: Sequence[_Bit], colour: RGB, at: tuple[int, int], *, pictures_turned: bool) -> None:
    x, middle = at
    for bit in row:
        if isinstance(bit.content, Surface):
            turned = pygame.transform.flip(bit.content, flip_x=True, flip_y=False) if pictures_turned else bit.content
            target.blit(turned, (x, middle - bit.content.get_height() // 2))
        elif bit.content:
            _draw_bit(target, bit.content, bit, colour, (x, middle))
        x += bit.wide


def _draw_bit(target: Surface, letters: str, bit: _Bit, colour: RGB, at: tuple[int, int]) -> None:
    """Draw letters of one level; right-to-left letters are reversed here, and must not be reversed again."""
    if not _both_ways(letters):
        draw(target, letters, bit.lettering, colour, at)
        return
    top, caps = capitals_span(bit.lettering)
    drawn = blank_surface((bit.wide, height(bit.lettering)))
    drawn.fill((*colour, 0))
    x = 0
    words = _SPACES.split(bidi.visual_letters(letters) if bit.level & 1 else letters)
    for word in words:
        _draw_run(drawn, word, 0, bit.lettering, colour, x)
        x += _word_width(word, bit.lettering) + space_width(bit.lettering)
    target.blit(drawn, (at[0], round(at[1] - caps / 2) - top))
