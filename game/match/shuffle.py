"""Fair shuffles from a key, the same on every Python: Fisher-Yates over keyed BLAKE2b.

`random.shuffle` is not used because its result may change between Python versions.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b

_WORD_BYTES = 8  # drawn at a time


def derive_key(seed: int, *path: int) -> bytes:
    """Derive the key for one purpose from a match's seed; `path` names the purpose by numbers."""
    text = ":".join(str(part) for part in (seed, *path))
    return blake2b(text.encode(), digest_size=32, person=b"comodin-deal").digest()


def _words(key: bytes) -> Iterator[int]:
    block = 0
    while True:
        data = blake2b(block.to_bytes(_WORD_BYTES, "big"), key=key).digest()
        for at in range(0, len(data), _WORD_BYTES):
            yield int.from_bytes(data[at : at + _WORD_BYTES], "big")
        block += 1


def draw_below(words: Iterator[int], bound: int) -> int:
    """Draw a number below `bound`, each equally likely: words from the largest multiple of `bound` on are skipped."""
    limit = (1 << 8 * _WORD_BYTES) - (1 << 8 * _WORD_BYTES) % bound
    return next(word for word in words if word < limit) % bound


def permutation(key: bytes, size: int) -> tuple[int, ...]:
    """Shuffle the numbers 0..size-1."""
    words = _words(key)
    order = list(range(size))
    for last in range(size - 1, 0, -1):
        other = draw_below(words, last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def draw_coin(key: bytes, bound: int) -> int:
    """Draw one number below `bound`."""
    return draw_below(_words(key), bound)
