"""Text that others wrote - names, talk - made fit to be shown: one line, nothing that turns or hides the rest."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

MOST_NAME: Final = 24
MOST_TALK: Final = 280
_STARS = re.compile(r"\*{2,}")  # two are the mark of bold words
MOST_MARKS: Final = 2  # accents in a row on one letter; more climb over the line above


def plain(text: str, most: int = MOST_NAME) -> str:
    """Return the text in one line without signs that are not seen; nothing to show is a dash."""
    kept: list[str] = []
    marks = 0
    for letter in text[: 4 * most]:
        kind = unicodedata.category(letter)
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if letter.isspace():
            kept.append(" ")
            continue
        if kind[0] == "C" or marks > MOST_MARKS:
            continue
        kept.append(letter)
    shown = " ".join(_STARS.sub("*", "".join(kept)).split())[:most].strip()
    return shown or "–"
