"""Languages that nobody speaks: English made 40 % longer, word by word, so that what has no room for it shows, and
English in letters of Hebrew, read from right to left, so that every page is shown mirrored."""

from __future__ import annotations

import math
import re

from game.client.words.tongue import set_catalogue

LONGER = 0.4
VOWELS = {"a": "á", "e": "é", "i": "í", "o": "ó", "u": "ú", "y": "ÿ"}
_KEPT = re.compile(r"(\{[^}]*\}|\W)")


def stretched(sentence: str) -> str:
    """Return the sentence with a vowel of each word repeated until it is long enough; placeholders and marks stay."""
    return "".join(part if _KEPT.fullmatch(part) else _word(part) for part in _KEPT.split(sentence))


def _word(word: str) -> str:
    more = math.ceil(len(word) * LONGER)
    for place, letter in enumerate(word):
        if letter in VOWELS:
            return word[: place + 1] + VOWELS[letter] * more + word[place + 1 :]
    return word + "ë" * more if word.isalpha() else word


_HEBREW = str.maketrans("abcdefghijklmnopqrstuvwxyz", "אבגדהוזחטיכלמנסעפצקרשתךםןף")


def hebraised(sentence: str) -> str:
    """Return the sentence in Hebrew letters, one for each of its own; placeholders and marks stay."""
    return "".join(part if _KEPT.fullmatch(part) else part.lower().translate(_HEBREW) for part in _KEPT.split(sentence))


class Mirrored:
    """The catalogue of the language in Hebrew letters."""

    def pgettext(self, context: str, message: str, /) -> str:
        del context
        return hebraised(message)

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int, /) -> str:
        del context
        return hebraised(msgid1 if n == 1 else msgid2)


def speak_mirrored() -> None:
    """Say everything in the language in Hebrew letters from now on."""
    set_catalogue("qpm", Mirrored(), leftward=True)


class Pseudo:
    """The catalogue of the longer English."""

    def pgettext(self, context: str, message: str, /) -> str:
        del context
        return stretched(message)

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int, /) -> str:
        del context
        return stretched(msgid1 if n == 1 else msgid2)


def speak_pseudo() -> None:
    """Say everything in the longer English from now on."""
    set_catalogue("qps", Pseudo())
