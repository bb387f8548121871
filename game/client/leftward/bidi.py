"""The visual order of letters in mixed text: the bidirectional algorithm of Unicode (UAX 9).

Laws: text is stored, wrapped and edited in logical order; only a drawn line is put in visual order. Embedding and
isolating marks are not supported, so all levels are implicit. Unlike Unicode's, a sign before a number belongs to it,
and so does a space between its thousands.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:
    from collections.abc import Sequence

T = TypeVar("T")

CACHE_SIZE: Final = 2048
INNER_LEVEL: Final = 2  # the level of left-to-right text inside right-to-left, and of numbers
# stands for a small picture, because tiles in a sentence run left to right
PICTURE_MARK: Final = "\N{LEFT-TO-RIGHT MARK}"
TURN_MARK: Final = "\N{RIGHT-TO-LEFT MARK}"  # what stands beside it goes the way of right-to-left letters
_SIGNED: Final = re.compile(r"(?<![\w.,])[-+−](?=\d)")  # signs before a number; Unicode would move them after it: 120+
_GROUPED: Final = re.compile(r"(?<=\d) (?=\d{3}(?!\d))")  # spaces between thousands; Unicode would see two numbers
_LEFTWARD: Final = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
_BRACKETS: Final = {"(": ")", "[": "]", "{": "}"}
_STRONG: Final = ("L", "R", "AL")
_MIRRORED: Final = str.maketrans("()[]{}<>«»‹›", ")(][}{><»«›‹")


def has_right_to_left(text: str) -> bool:
    """Return whether a text has any right-to-left letter."""
    return not text.isascii() and _LEFTWARD.search(text) is not None


@lru_cache(maxsize=CACHE_SIZE)
def bidi_levels(text: str, *, leftward: bool) -> tuple[int, ...]:
    """Return the level of each letter: even ones are left-to-right, odd ones right-to-left.

    A text in Latin letters alone, such as "Well played!", keeps its direction on a right-to-left page.
    """
    kinds = _kinds(text)
    leftward = leftward and (has_right_to_left(text) or "L" not in kinds)
    base, line = int(leftward), "R" if leftward else "L"
    _accents(kinds, line)
    _signs(kinds)
    _numbers(kinds, line)
    _brackets(kinds, text, line)
    _neutral(kinds, line)
    found = [_level(kind, base) for kind in kinds]
    for place in range(len(text) - 1, -1, -1):  # L1: trailing spaces take the line's level
        if not text[place].isspace():
            break
        found[place] = base
    return tuple(found)


def visual_order(things: Sequence[T], levels: Sequence[int]) -> list[T]:
    """Return items in visual order, from left to right; `levels` has the level of each."""
    order = list(range(len(things)))
    for level in range(max(levels, default=0), 0, -1):
        placed: list[int] = []
        turned: list[int] = []
        for at in order:
            if levels[at] >= level:
                turned.append(at)
            else:
                placed += [*reversed(turned), at]
                turned = []
        order = [*placed, *reversed(turned)]
    return [things[at] for at in order]


def visual_letters(letters: str) -> str:
    """Return letters of one odd level in visual order: reversed, with accents still after their letters."""
    clusters: list[str] = []
    for letter in letters:
        if clusters and unicodedata.combining(letter):
            clusters[-1] += letter
        else:
            clusters.append(letter.translate(_MIRRORED))
    return "".join(reversed(clusters))


def _kinds(text: str) -> list[str]:
    """Return the bidirectional kind of each letter."""
    kinds = [unicodedata.bidirectional(letter) or "L" for letter in text]
    for part in (*_SIGNED.finditer(text), *_GROUPED.finditer(text)):
        kinds[part.start()] = "EN"
    return kinds


def _accents(kinds: list[str], base: str) -> None:
    """Give accents the kind of their letters, and resolve numbers in Arabic text (W1 to W3)."""
    before = strong = base
    for at, kind in enumerate(kinds):
        kinds[at] = before if kind == "NSM" else kind
        before = kinds[at]
        strong = before if before in _STRONG else strong
        if before == "EN" and strong == "AL":
            kinds[at] = "AN"
    kinds[:] = ["R" if kind == "AL" else kind for kind in kinds]


def _signs(kinds: list[str]) -> None:
    """Make a sign between two numbers, or a unit beside one, part of the number (W4, W5); others are neutral (W6)."""
    for at in range(1, len(kinds) - 1):
        near, joins = kinds[at - 1], {"EN": ("ES", "CS"), "AN": ("CS",)}
        if near == kinds[at + 1] and kinds[at] in joins.get(near, ()):
            kinds[at] = near
    place = 0
    for kind, group in groupby(list(kinds)):
        end = place + len(list(group))
        if kind == "ET" and "EN" in (kinds[place - 1 : place] + kinds[end : end + 1]):
            kinds[place:end] = ["EN"] * (end - place)
        place = end
    kinds[:] = ["ON" if kind in ("ES", "ET", "CS") else kind for kind in kinds]


def _numbers(kinds: list[str], base: str) -> None:
    """Give a number after a Latin letter the letter's direction (W7)."""
    strong = base
    for at, kind in enumerate(kinds):
        strong = kind if kind in ("L", "R") else strong
        if kind == "EN" and strong == "L":
            kinds[at] = "L"


def _brackets(kinds: list[str], text: str, base: str) -> None:
    """Give a bracket pair one direction: the line's if its content has any, else that of its content (N0)."""
    ways = ["R" if kind in ("EN", "AN") else kind for kind in kinds]
    for first, last in _pairs(text):
        held = {kind for kind in ways[first + 1 : last] if kind in ("L", "R")}
        if not held:
            continue
        before = next((kind for kind in reversed(ways[:first]) if kind in ("L", "R")), base)
        way = base if base in held or before == base else before
        kinds[first] = kinds[last] = ways[first] = ways[last] = way


def _pairs(text: str) -> list[tuple[int, int]]:
    """Return the positions of bracket pairs, in the order they are opened (BD16)."""
    found: list[tuple[int, int]] = []
    opened: list[tuple[str, int]] = []
    for at, letter in enumerate(text):
        if letter in _BRACKETS:
            opened.append((_BRACKETS[letter], at))
        elif any(letter == closing for closing, _ in opened):
            while opened[-1][0] != letter:
                opened.pop()
            found.append((opened.pop()[1], at))
    return sorted(found)


def _neutral(kinds: list[str], base: str) -> None:
    """Give neutral letters the direction of both neighbours if they agree, else the line's (N1, N2)."""
    place, before = 0, base
    for fixed, group in groupby(list(kinds), lambda kind: kind in ("L", "R", "EN", "AN")):
        end = place + len(list(group))
        if fixed:
            before = "L" if kinds[end - 1] == "L" else "R"
        else:
            after = base if end == len(kinds) else "L" if kinds[end] == "L" else "R"
            kinds[place:end] = [before if before == after else base] * (end - place)
        place = end


def _level(kind: str, base: int) -> int:
    if base:
        return 1 if kind == "R" else INNER_LEVEL
    return 1 if kind == "R" else 0 if kind == "L" else INNER_LEVEL
