"""Text of the rule book: wrapped, with links to other numbers, highlighted search results, and sets as tiles.

Laws: a link is a widget, reached by Tab and pressed like a button; the other words are only drawn.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING, Final

from game.book.search import has_any
from game.book.spans import SpanStyle
from game.client.book.figures import Figure
from game.client.draw import text as type_case
from game.client.draw import theme
from game.client.draw.theme import Role, Typeface
from game.client.leftward import bidi
from game.client.widgets import draw
from game.client.widgets.boxes import Box, bounding_box
from game.client.widgets.gesture import Use
from game.client.widgets.widget import IGNORED, Answer, Widget, WrittenText, handled_with
from game.client.words.tongue import current_language, reads_leftward

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

    import pygame

    from game.book.search import SoughtWord
    from game.book.spans import Line, Span
    from game.client.director import Change
    from game.client.draw.theme import RGB
    from game.client.widgets.boxes import Size
    from game.client.widgets.gesture import Gesture
    from game.client.widgets.look import Look

CODE_ROLE: Final = Role(Typeface.BOLD, 14)
ITALIC_ROLE: Final = Role(Typeface.ITALIC, 16)
STYLE_ROLES: Final = {
    SpanStyle.PLAIN: theme.READING,
    SpanStyle.BOLD: theme.LABEL,
    SpanStyle.ITALIC: ITALIC_ROLE,
    SpanStyle.CODE: CODE_ROLE,
}
VERDICT_SIGNS: Final = {"OK": ("check", theme.GREEN_INK, theme.MINT), "ILLEGAL": ("cross", theme.RED_INK, theme.CORAL)}
SIGN_SIZE: Final = 16.0
SIGN_GAP: Final = 4.0
FIGURE_MARGIN: Final = 14.0
LIT_MARGIN: Final = 1.0
MAX_FORMULA_LENGTH: Final = 24  # longer code is wrapped
CACHE_SIZE: Final = 512  # lines, each at two widths; a page is made anew with every letter of a search
UNDERLINE_OFFSET: Final = 7.0  # logical px below the middle of a line, at usual text size
LIT_RADIUS: Final = 4.0
# A word before a number calls it a section. Links are taken whole (++), else each way to cut them up would be tried.
_CITATION: Final = re.compile(r"\((?:(?:\w+ )?\0++(?:[,;] )?)+\)")
_WORDS: Final = re.compile(r"\s+|[^\s]+")
# Formulas and comparisons keep their order in right-to-left lines: 2 x 11, #hand=3, 4 < 5, 1..13.
_FORMULA: Final = re.compile(
    r"[-+#]?\w+(?:(?: (?:x|[<>=+]|<=|>=) |[-+=.]|\.\.)[-+#]?\w+)+|(?<!\S)#\w+|\w+ ?= ?\{\}", re.ASCII
)
_VERDICT: Final = re.compile(r"(OK|ILLEGAL)(?![\w])")
# Between Latin words of a right-to-left sentence these stand where the sentence goes on: "Burako; Burraco", "Burako 12"
_SEPARATOR: Final = re.compile(r"(?<!\s)[,;:](?=\s|$)\s*|(?<=[A-Za-z]) +(?=[-+]?\d+(?:[.,]?\d)*(?!\w))")
_APART: Final = re.compile(r"\s*(?<!\S)(\()[^()]*(\))(?=[\s,.;:]|$)\s*")  # brackets that belong to no word
_ISOLATED: Final = re.compile(f"{bidi.PICTURE_MARK}[^{bidi.PICTURE_MARK}]*{bidi.PICTURE_MARK}")
_FIGURE: Final = "\N{BRAILLE PATTERN BLANK}"  # stands for tiles: left-to-right, and no letter
_MARKS: Final = (bidi.PICTURE_MARK, bidi.TURN_MARK)


@dataclass(frozen=True, slots=True)
class TextColours:
    """The text colours for a background: normal, muted and links, and whether the background is dark."""

    words: RGB
    quiet: RGB
    way: RGB
    dark: bool


PAPER_INKS: Final = TextColours(theme.INK, theme.SECONDARY_INK, theme.BLUE_INK, dark=False)
FELT_INKS: Final = TextColours(theme.WHITE, theme.FELT_TEXT, theme.CREAM, dark=True)


@dataclass(frozen=True, slots=True)
class Atom:
    """An unbreakable item: a word, a set's tiles, or a verdict's icon; `glued` means no break before it."""

    text: str
    role: Role
    leads: str = ""  # the number that the atom's link leads to
    way: int = -1  # index in the line of the span that is the atom's link; -1 for no link
    figure: Figure | None = None
    sign: str = ""
    glued: bool = False
    level: int = 0  # bidi level of its letters: see `bidi`
    gap: int = 0  # bidi level of the space before it
    cited: bool = False  # in brackets that hold numbers of the book alone


@dataclass(frozen=True, slots=True)
class PlacedAtom:
    """An atom with its position relative to its paragraph."""

    atom: Atom
    box: Box


class RuleLink(Widget):
    """A link to another number of the book."""

    kind = "way"
    takes_focus = True

    def __init__(self, name: str, atoms: Sequence[Atom], go: Callable[[str], Change | None]) -> None:
        super().__init__(name)
        self.atoms = tuple(atoms)
        self._go = go

    def accessible_text(self) -> str:
        """Return the words of the link."""
        return " ".join(atom.text for atom in self.atoms)

    def min_size(self, look: Look) -> Size:
        """Return the size of the words."""
        return (look.text_width(self.accessible_text(), self.atoms[0].role), look.line_height(self.atoms[0].role))

    def handle(self, gesture: Gesture) -> Answer:
        """Follow the link."""
        return handled_with(self._go(self.atoms[0].leads)) if isinstance(gesture, Use) else IGNORED


class ProseLine(Widget):
    """One line of the book, wrapped to its box; `lit` are the words to highlight."""

    kind = "prose"

    def __init__(
        self,
        name: str,
        line: Line,
        go: Callable[[str], Change | None],
        *,
        inks: TextColours = PAPER_INKS,
        lit: tuple[SoughtWord, ...] = (),
        mark: str = "",
    ) -> None:
        super().__init__(name)
        self.inks, self.lit = inks, lit
        self.mark = mark  # the bullet or number of a list item
        self.line, self.atoms = line, _atoms(line, current_language())
        leading = [list(atoms) for way, atoms in groupby(self.atoms, lambda atom: atom.way) if way >= 0]
        self.ways = tuple(RuleLink(f"{name}.{at}.{atoms[0].leads}", atoms, go) for at, atoms in enumerate(leading))
        self._kept: tuple[tuple[Look, float], tuple[tuple[PlacedAtom, ...], float]] | None = None

    @property
    def children(self) -> tuple[Widget, ...]:
        """Return the links."""
        return self.ways

    def accessible_text(self) -> str:
        """Return the words."""
        return "".join(("" if atom.glued else " ") + atom.text for atom in self.atoms).strip()

    # --- measures ------------------------------------------------------------------------------------------------

    def _indent(self, look: Look) -> float:
        return look.scaled(SIGN_SIZE) + look.text_width(self.mark, theme.LABEL) if self.mark else 0.0

    def _laid(self, look: Look, width: float) -> tuple[tuple[PlacedAtom, ...], float]:
        """Return the atoms in lines of that width, and the height of all lines."""
        if self._kept is None or self._kept[0] != (look, width):
            self._kept = ((look, width), _laid(self.line, self._indent(look), look, width, current_language()))
        return self._kept[1]

    def min_size(self, look: Look) -> Size:
        """Return its size on one line."""
        wide = self._indent(look) + sum(size[0] for _, size in _measured(self.atoms, look))
        return (
            wide + len(self.atoms) * type_case.space_width(look.lettering(theme.READING)) / look.u,
            self._laid(look, 1e5)[1],
        )

    def height_for(self, look: Look, width: float) -> float:
        """Return the height of the lines."""
        return self._laid(look, width)[1]

    def place(self, box: Box, look: Look) -> None:
        """Take a box and place the links over their words."""
        super().place(box, look)
        boxes: dict[int, list[Box]] = {}
        for one in self._laid(look, box.w)[0]:
            if one.atom.leads:
                boxes.setdefault(one.atom.way, []).append(one.box.moved(box.x, box.y))
        for way, own in zip(self.ways, boxes.values(), strict=True):
            way.place(bounding_box(own), look)

    def lit_bottom(self) -> float | None:
        """Return where the first highlighted word ends; None without one."""
        lit = (one.box.bottom for one in self._laid(self.look, self.rect.w)[0] if has_any(one.atom.text, self.lit))
        return next((self.rect.y + bottom for bottom in lit), None)

    # --- drawing -------------------------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the visible words, tiles and links."""
        look, shown = self.look, surface.get_clip()
        if not look.rect(self.rect).colliderect(shown):
            return
        laid, _ = self._laid(look, self.rect.w)
        if self.mark and laid:
            first = laid[0].box.moved(self.rect.x, self.rect.y)
            draw.line(surface, look, self.mark, theme.LABEL, self.inks.quiet, (self.rect.x, first.centre[1]))
        for way in self.ways:
            if way.focused:
                draw.focus_ring(surface, look, way.rect, LIT_RADIUS)
        for one in laid:
            self._draw_atom(surface, one.atom, one.box.moved(self.rect.x, self.rect.y))
        for cited, ink in ((False, self.inks.way), (True, self.inks.quiet)):
            for box in link_underlines([one for one in laid if one.atom.cited is cited]):
                left = (self.rect.x + box.x, self.rect.y + box.centre[1] + look.scaled(UNDERLINE_OFFSET))
                draw.draw_seam(surface, look, left, box.w, ink)

    def _draw_atom(self, surface: pygame.Surface, atom: Atom, box: Box) -> None:
        look, inks = self.look, self.inks
        if atom.figure is not None:
            atom.figure.draw(surface, look, Box(box.x, box.y + FIGURE_MARGIN / 3, box.w, box.h - FIGURE_MARGIN))
            return
        x, middle = box.x, box.centre[1]
        ink = inks.quiet if atom.cited else inks.way if atom.leads else inks.words
        if atom.sign:
            sign, on_paper, on_dark = VERDICT_SIGNS[atom.sign]
            ink = on_dark if inks.dark else on_paper
            draw.icon(surface, look, sign, (x + look.scaled(SIGN_SIZE) / 2, middle), look.scaled(SIGN_SIZE), ink)
            x += look.scaled(SIGN_SIZE) + SIGN_GAP
        if self.lit and has_any(atom.text, self.lit):
            draw.plate(surface, look, box.inset(-LIT_MARGIN, LIT_MARGIN), LIT_RADIUS, theme.GOLD_LIGHT)
            ink = theme.INK
        draw.line(surface, look, atom.text, atom.role, ink, (x, middle))

    def texts(self) -> Iterator[WrittenText]:
        """Yield the whole line as one text."""
        laid, high = self._laid(self.look, self.rect.w)
        right = max((one.box.right for one in laid), default=0.0)
        widest = max((one.box.w for one in laid), default=0.0)
        yield WrittenText(self.accessible_text(), self.rect, (right, high), widest)


def link_underlines(laid: Sequence[PlacedAtom]) -> Iterator[Box]:
    """Yield the part of each line that a link covers, including spaces between its words."""
    for (way, _), words in groupby(laid, lambda one: (one.atom.way, one.box.centre[1])):
        if way >= 0:
            yield bounding_box([one.box for one in words])


_Measured = list[tuple[Atom, "Size"]]


@lru_cache(CACHE_SIZE)
def _atoms(line: Line, _language: str) -> tuple[Atom, ...]:
    return tuple(atoms_of(line))


@lru_cache(2 * CACHE_SIZE)
def _laid(line: Line, start: float, look: Look, width: float, language: str) -> tuple[tuple[PlacedAtom, ...], float]:
    """Break the atoms into lines of that width, each from `start` on; glued ones stay together."""
    room, space = width - start, type_case.space_width(look.lettering(theme.READING)) / look.u
    placed: list[PlacedAtom] = []
    y = 0.0
    for row in _rows(_measured_groups(line, look, language), room, space):
        high = max(size[1] for group in row for _, size in group)
        x = start
        for atom, (wide, own) in _in_visual_order(row, space) if reads_leftward() else _spaced(row, space):
            if atom is not None:
                placed.append(PlacedAtom(atom, Box(x, y + (high - own) / 2, wide, own)))
            x += wide
        y += high
    return tuple(placed), y


@lru_cache(CACHE_SIZE)
def _measured_groups(line: Line, look: Look, language: str) -> list[_Measured]:
    """Return the atoms in groups that stay together, with their sizes, which no width changes."""
    atoms = _atoms(line, language)
    return _groups(_measured(tuple(_with_levels(atoms)) if reads_leftward() else atoms, look))


def _measured(atoms: Collection[Atom], look: Look) -> Iterator[tuple[Atom, Size]]:
    """Yield each atom with its size."""
    roles = {role: (look.lettering(role), look.line_height(role)) for role in {atom.role for atom in atoms}}
    sign = look.scaled(SIGN_SIZE) + SIGN_GAP
    for atom in atoms:
        if atom.figure is not None:
            wide, high = atom.figure.size(look)
            yield atom, (wide, high + FIGURE_MARGIN)
            continue
        lettering, high = roles[atom.role]
        yield atom, (type_case.width(atom.text, lettering) / look.u + (sign if atom.sign else 0.0), high)


def _groups(measured: Iterable[tuple[Atom, Size]]) -> list[_Measured]:
    """Put atoms that no line break parts into groups."""
    groups: list[_Measured] = []
    for one in measured:
        if one[0].glued and groups:
            groups[-1].append(one)
        else:
            groups.append([one])
    return groups


def _rows(groups: list[_Measured], room: float, space: float) -> list[list[_Measured]]:
    """Fill lines with groups; a group wider than a line is broken between its atoms."""
    rows: list[list[_Measured]] = [[]]
    used = 0.0
    for whole in groups:
        wide = sum(size[0] for _, size in whole)
        for group in [whole] if wide <= room else [[one] for one in whole]:
            wide = sum(size[0] for _, size in group)
            if rows[-1] and used + wide > room:
                rows.append([])
                used = 0.0
            rows[-1].append(group)
            used += wide + space
    return [row for row in rows if row]


def _spaced(row: list[_Measured], space: float) -> Iterator[tuple[Atom | None, Size]]:
    """Yield the atoms of a row in logical order, and None for each space."""
    for at, group in enumerate(row):
        if at:
            yield None, (space, 0.0)
        yield from group


def _in_visual_order(row: list[_Measured], space: float) -> Iterator[tuple[Atom | None, Size]]:
    """Yield a row's atoms in visual order from right to left, since right-to-left pages are shown mirrored."""
    bits: list[tuple[Atom | None, Size]] = []
    levels: list[int] = []
    for at, group in enumerate(row):
        if at:
            bits.append((None, (space, 0.0)))
            levels.append(group[0][0].gap)
        bits += group
        levels += [atom.level for atom, _ in group]
    yield from reversed(bidi.visual_order(bits, levels))


def _with_levels(atoms: Sequence[Atom]) -> Iterator[Atom]:
    """Give atoms their bidi levels; an atom with both directions is split where they change."""
    said = [_FIGURE if atom.figure is not None else bidi.TURN_MARK if atom.sign else atom.text for atom in atoms]
    glue = ["" if atom.glued or at == 0 else " " for at, atom in enumerate(atoms)]
    levels = _sentence_levels("".join(gap + words for gap, words in zip(glue, said, strict=True)))
    at = 0
    for atom, words, space in zip(atoms, said, glue, strict=True):
        gap = levels[at] if space else 0
        at += len(space)
        mine = levels[at : at + len(words)]
        at += len(words)
        if atom.role == CODE_ROLE and not bidi.has_right_to_left(words):
            mine = (bidi.INNER_LEVEL,) * len(words)
        if atom.figure is not None or atom.sign or words in _MARKS:
            yield replace(
                atom,
                text="" if words == atom.text else atom.text,
                level=mine[0] if mine else 0,
                gap=gap,
            )
            continue
        glued = atom.glued
        for part, level in _parted(words, mine):
            for text in _alone(part, level):
                yield replace(atom, text=text, glued=glued, level=level, gap=gap)
                glued = True


def _sentence_levels(text: str) -> Sequence[int]:
    """Return the bidi level of each letter; formulas and Latin quotations are left-to-right.

    A Latin item of a list keeps its order, but not the semicolon behind it.
    """
    levels = list(bidi.bidi_levels(text, leftward=True))
    if not bidi.has_right_to_left(text):
        return [bidi.INNER_LEVEL] * (len(text) - 1) + [1] if text.endswith(";") else levels
    for start, end in _separators(text):
        levels[start:end] = (1,) * (end - start)
    for found in _FORMULA.finditer(text):
        levels[found.start() : found.end()] = (bidi.INNER_LEVEL,) * len(found[0])
    quoted, at = text.split('"'), 0
    for number, part in enumerate(quoted):
        if number % 2 and number + 1 < len(quoted) and part.isascii() and any(map(str.isalpha, part)):
            levels[at : at + len(part)] = (bidi.INNER_LEVEL,) * len(part)
            for mark in (at - 1, at + len(part)):  # each quotation mark, and the space outside it
                outer = mark - 1 if mark < at else mark + 1
                levels[mark] = 1
                if 0 <= outer < len(text) and text[outer].isspace():
                    levels[outer] = 1
        at += len(part) + 1
    return levels


def _separators(text: str) -> Iterator[tuple[int, int]]:
    """Yield where what takes the sentence's direction begins and ends, outside cells of notation."""
    cells = [found.span() for found in _ISOLATED.finditer(text)]
    spans = [found.span() for found in _SEPARATOR.finditer(text)]
    for found in _APART.finditer(text):
        spans += [(found.start(), found.end(1)), (found.start(2), found.end())]
    for start, end in spans:
        if not any(first <= start < last for first, last in cells):
            yield start, end


def _parted(words: str, levels: Sequence[int]) -> Iterator[tuple[str, int]]:
    for level, letters in groupby(zip(words, levels, strict=True), lambda one: one[1]):
        yield "".join(letter for letter, _ in letters), level


def _alone(part: str, level: int) -> Iterator[str]:
    """Split left-to-right text; signs and brackets that would be mirrored when drawn alone are mirrored in advance."""
    if level & 1:
        yield part
        return
    for text, by_itself in _parted(part, bidi.bidi_levels(part, leftward=True)):
        yield bidi.visual_letters(text) if by_itself & 1 else text


def atoms_of(line: Line) -> Iterator[Atom]:
    """Split a line into atoms."""
    glued, at, cited = True, 0, list(citations(line))
    for way, span in enumerate(line):
        if span.tiles:
            yield Atom(span.text, theme.READING, figure=Figure(span.tiles, cards=span.cards), glued=glued)
            glued, at = True, at + len(span.text)
            continue
        for word in [span.text] if _is_formula(span) else _WORDS.findall(span.text):
            quiet = bool(cited) and any(start <= at < end for start, end in cited)
            at += len(word)
            if word.isspace():
                glued = False
                continue
            if quiet:
                yield Atom(word, theme.SMALL, span.leads, way if span.leads else -1, glued=glued, cited=True)
            else:
                yield from _word(word, span, way, glued=glued)
            glued = True


def citations(line: Line) -> Iterator[tuple[int, int]]:
    """Yield where in a line's text brackets begin and end that hold numbers of the book alone: (2.4, D17)."""
    # a link is told apart by a letter that no text has
    text = "".join("\0" * len(span.text) if span.leads else span.text for span in line)
    for found in _CITATION.finditer(text):
        yield found.span()


def cut(line: Line, start: int, end: int | None = None) -> Line:
    """Return the part of a line between two places of its text."""
    spans, at = [], 0
    for span in line:
        first, last = max(0, start - at), len(span.text) if end is None else min(len(span.text), end - at)
        at += len(span.text)
        if first < last:
            spans.append(span if last - first == len(span.text) else replace(span, text=span.text[first:last]))
    return tuple(spans)


def _is_formula(span: Span) -> bool:
    """Return whether code must stay in one piece: 1 <= p would otherwise be reordered word by word."""
    leftward = reads_leftward() and span.style is SpanStyle.CODE and not bidi.has_right_to_left(span.text)
    return leftward and len(span.text) <= MAX_FORMULA_LENGTH


def _word(word: str, span: Span, way: int, *, glued: bool) -> Iterator[Atom]:
    verdict = _VERDICT.match(word) if span.style is SpanStyle.PLAIN else None
    if verdict is None:
        # Hebrew has no italics: bold sets a button's name apart
        upright = span.style is SpanStyle.ITALIC and bidi.has_right_to_left(word)
        yield Atom(
            word,
            STYLE_ROLES[SpanStyle.BOLD if upright else span.style],
            span.leads,
            way if span.leads else -1,
            glued=glued,
        )
        return
    yield Atom(verdict[1], theme.LABEL, sign=verdict[1], glued=glued)
    if rest := word[verdict.end() :]:
        yield Atom(rest, STYLE_ROLES[span.style], glued=not rest.startswith("("))
