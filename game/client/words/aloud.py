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
from game.client.words.tongue import current_language

WORDS_IN_LIST: Final = 256
WORDS_PER_KEY: Final = 4
SALT: Final = b"comodin aloud 1"
SCRYPT_COST: Final = 2**13  # of scrypt, with blocks of 8: 8 MiB and 20 ms


@cache
def numbers_for_key(key: bytes) -> bytes:
    """Return the four numbers of a key."""
    return scrypt(key, salt=SALT, n=SCRYPT_COST, r=8, p=1, dklen=WORDS_PER_KEY)


@cache
def word_list(language: str) -> tuple[str, ...]:
    """Return the words of a language."""
    file = FILES / "aloud" / f"{language}.txt"
    return tuple(file.read_text(encoding="utf-8").split())


def words_for_key(key: bytes) -> str:
    """Return the four words of a key in the language that is spoken now."""
    words = word_list(current_language())
    return " ".join(words[number] for number in numbers_for_key(key))
