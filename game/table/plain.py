"""Text that others wrote - names, talk, files - made fit to be shown, on the screen and in a terminal.

Laws: nothing that turns, hides or overwrites the rest, and no order to a terminal; a name is one line.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

MOST_NAME: Final = 24
_STARS = re.compile(r"\*{2,}")  # two are the mark of bold words
LINES: Final = "\n\t"
SURROGATE: Final = "Cs"
MOST_MARKS: Final = 2  # accents in a row on one letter; more climb over the line above


def seen(letter: str) -> str:
    """Return a letter as it may be shown: any space is a plain one, what is not seen is nothing."""
    if letter.isspace():
        return " "
    return letter if letter.isprintable() or unicodedata.category(letter) == SURROGATE else ""


def cleaned(text: str) -> str:
    """Return a text for a terminal: its lines stay; half letters stay too, which an output writes as their codes."""
    if text.replace("\n", "").replace("\t", "").isprintable():
        return text
    return "".join(letter if letter in LINES else seen(letter) for letter in text)


def plain(text: str, most: int = MOST_NAME) -> str:
    """Return the text in one line without signs that are not seen; nothing to show is a dash."""
    kept: list[str] = []
    marks = 0
    for letter in text[: 4 * most]:
        kind = unicodedata.category(letter)
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if marks <= MOST_MARKS and kind != SURROGATE:
            kept.append(seen(letter))
    shown = " ".join(_STARS.sub("*", "".join(kept)).split())[:most].strip()
    return shown or "–"
