"""Makes text that others wrote (names, chat, files) safe to show, on the screen and in a terminal.

Laws: no character is left that reverses, hides or overwrites other text, or commands a terminal; a name is one line.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final

MAX_NAME_LENGTH: Final = 24
_STARS = re.compile(r"\*{2,}")  # two of them would begin bold text
KEPT_WHITESPACE: Final = "\n\t"
SURROGATE_CATEGORY: Final = "Cs"
MAX_ACCENTS: Final = 2  # accents on one letter; more of them would overlap the line above


def _visible(letter: str) -> str:
    """Return a character as it is shown: every kind of space as a plain space, an invisible character as nothing."""
    if letter.isspace():
        return " "
    return letter if letter.isprintable() or unicodedata.category(letter) == SURROGATE_CATEGORY else ""


def terminal_safe(text: str) -> str:
    """Return a text for a terminal; line breaks stay, and so do lone surrogates, which the output escapes."""
    if text.replace("\n", "").replace("\t", "").isprintable():
        return text
    return "".join(letter if letter in KEPT_WHITESPACE else _visible(letter) for letter in text)


@lru_cache(512)  # frame after frame shows the same names
def printable(text: str, most: int = MAX_NAME_LENGTH) -> str:
    """Return the text in one line, cut to `most` characters, without invisible ones; a dash if nothing is left."""
    kept: list[str] = []
    marks = 0
    for letter in text[: 4 * most]:
        kind = unicodedata.category(letter)
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if marks <= MAX_ACCENTS and kind != SURROGATE_CATEGORY:
            kept.append(_visible(letter))
    shown = " ".join(_STARS.sub("*", "".join(kept)).split())[:most].strip()
    return shown or "–"
