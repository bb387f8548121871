"""Four words by which two people compare a key aloud, in the language of each.

Laws: the same key gives the same four numbers in every language, each naming one of 256 words; a list holds plain words
of which no two sound like one another. The numbers are slow to find, so that nobody makes a key to fit them: four times
eight bits at a fiftieth of a second each take a computer years.
"""

from __future__ import annotations

from functools import cache
from hashlib import scrypt
from typing import Final

from assets import FILES
from game.client.words.tongue import spoken

WORDS: Final = 256
COUNT: Final = 4
SALT: Final = b"comodin aloud 1"
COST: Final = 2**13  # of scrypt, with blocks of 8: 8 MiB and 20 ms


@cache
def numbers_of(key: bytes) -> bytes:
    """Return the four numbers of a key."""
    return scrypt(key, salt=SALT, n=COST, r=8, p=1, dklen=COUNT)


@cache
def words_in(language: str) -> tuple[str, ...]:
    """Return the words of a language."""
    file = FILES / "aloud" / f"{language}.txt"
    return tuple(file.read_text(encoding="utf-8").split())


def aloud(key: bytes) -> str:
    """Return the four words of a key in the language that is spoken now."""
    words = words_in(spoken())
    return " ".join(words[number] for number in numbers_of(key))
